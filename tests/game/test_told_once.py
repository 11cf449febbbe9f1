"""What lasts is said once, and again when it is another, but not twice in a day."""

from __future__ import annotations

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.world import wishes
from tests.island import RULESET, texts


@pytest.mark.parametrize(("length", "kept"), [(200, 200), (201, 64)])
def test_of_a_long_text_its_hash_is_kept_and_it_is_known_again(length: int, kept: int) -> None:
    world = Stage({"given": {"players": {}}}, texts(), RULESET).world
    text = "a" * length
    told = wishes.as_told(world, text)
    assert len(told["text"]) == kept
    long_ago = {**told, "at": told["at"] - wishes.DAY}
    assert not wishes.is_news(world, told, text) and not wishes.is_news(world, told, "other")
    assert not wishes.is_news(world, long_ago, text) and wishes.is_news(world, long_ago, "other")
    assert not wishes.is_news(world, {**long_ago, "at": long_ago["at"] + 1}, "other")
    assert wishes.is_news(world, None, text)
