"""The places that a fold tells of: a happening, and the parts of one that rule code may end the process in."""

from __future__ import annotations

import pytest

from engine.game.plan import COMPLETING, DRAWING, HEARING, OF_POLL, RESCUING, board_of, is_of_drawing, of_happening

DIVE = "timer/dive/ana/3"


@pytest.mark.parametrize(
    ("place", "happening"),
    [
        (DIVE, DIVE),
        (f"{COMPLETING}{DIVE}", DIVE),
        (f"{HEARING}songs/{DIVE}", DIVE),
        (f"{RESCUING}12/{DIVE}", DIVE),
        (DRAWING, DRAWING),
        (f"{OF_POLL}{board_of('council/1')}", board_of("council/1")),
    ],
)
def test_of_each_part_it_is_known_which_happening_it_is_of(place: str, happening: str) -> None:
    assert of_happening(place) == happening
    assert is_of_drawing(place) is happening.startswith(DRAWING)
