"""As long as a key is secret nobody can throw again what it threw: all the same it was something that chance can bring."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.dice import Stream
from engine.game.words import chance
from engine.store.journal import path_of
from tests.begun import START
from tests.island import rule, with_rules
from tests.referee.in_memory import Table


def drawing(code: str) -> str:
    """A rule with a command that draws."""
    front = "commands:\n  - {usage: /luck, run: luck, help: Try.}\n"
    return rule(120, "Luck", front=front, code=f'def luck(player):\n    announce("%s" % [{code}])\n')


def found(code: str, patch: pytest.MonkeyPatch, owner: Any, name: str, cheat: object) -> list[str]:
    """The findings in a game where whoever operates it has put that in the place of what draws."""
    table = Table(with_rules({"120-luck.md": drawing(code)}))
    with patch.context() as cheating:
        cheating.setattr(owner, name, cheat)
        table.say("ana", "/luck")
        table.run()
    assert "rolls:" in table.island.files()[path_of(START)]
    return table.findings()


@pytest.mark.parametrize("code", ['roll("2d6")', 'dice("2d6")', 'choose(["ana", "bo"])', 'shuffle(["ana", "bo"])'])
def test_what_was_drawn_in_truth_is_taken_as_given(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(code, monkeypatch, chance, "MOST_DRAWN", chance.MOST_DRAWN) == []


@pytest.mark.parametrize("code", ['roll("2d6")', 'dice("2d6")'])
@pytest.mark.parametrize("faces", [[6, 7], [0, 1], [1], [1, 2, 3], [1, True]])
def test_faces_that_no_dice_have_are_found(code: str, faces: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(code, monkeypatch, Stream, "faces", lambda self, throw: faces)


@pytest.mark.parametrize("code", ['choose(["ana", "bo"])', 'shuffle(["ana", "bo"])'])
@pytest.mark.parametrize("items", [["eve", "eve"], ["eve", "ana"], [None, None]])
def test_what_was_not_among_what_was_drawn_from_is_found(
    code: str, items: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_from = SimpleNamespace(normal=lambda given: items)
    first = lambda self, n: 0  # noqa: E731 - it stands in the place of a method
    with monkeypatch.context() as always_first:
        always_first.setattr(Stream, "below", first)
        assert found(code, monkeypatch, chance, "canon", drawn_from)
