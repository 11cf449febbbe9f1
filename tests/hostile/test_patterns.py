"""What people write is looked through in time that grows with its length: no pattern begins anew from each sign of what never ends."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from engine.game import dice
from engine.game.prospects.attempt import Attempt
from engine.game.refusal import Refusal
from engine.law.documents import profile
from engine.site import inputs, rewriting
from engine.store import links
from tests.game.test_supposing import island
from tests.pace import within

MUCH = 64_000  # characters: as long as a comment or the code of a rule may be


def thrown(text: str) -> None:
    with suppress(dice.BadThrow):
        dice.parse(text)


def read_as_code(text: str) -> None:
    with suppress(profile.Unfit):
        profile.tree(text)


def renamed(text: str) -> None:
    links.renamed(text, lambda name: name)


def learned(text: str) -> None:
    Attempt(island(), []).learn(Refusal("no", text, ""))


WAYS: list[tuple[Callable[[str], object], str, str]] = [
    (thrown, "", " "),
    (thrown, "1", "\n"),
    (read_as_code, 'X = "', '\\"'),
    (read_as_code, "X = '", "\\'"),
    (read_as_code, 'X = """', '"" '),
    (read_as_code, "", '"\\'),
    (renamed, "[a]: 1-a.md\n\n[b]: 2-b.md ", "["),
    (renamed, "[a](1-a.md)\n\n<b>\n", "[\\"),
    (learned, "", "`"),
    (learned, "", "“"),
    (lambda text: inputs.linked(text, {}), "", "."),
    (lambda text: inputs.linked(text, {}), "", "a/"),
    (rewriting.unfenced, "~" * (MUCH // 2) + "\n", "x\n"),
    (rewriting.unfenced, "~~~\n", "~~~x\n"),
]


@pytest.mark.parametrize(("way", "begins", "goes_on"), WAYS)
def test_what_never_ends_is_looked_through_in_a_moment(way: Callable[[str], object], begins: str, goes_on: str) -> None:
    text = begins + goes_on * (MUCH // len(goes_on))
    within(0.5, lambda: way(text))
