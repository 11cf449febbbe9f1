"""What a check says of the files of state/: each that is none, each record that breaks the law, and where it stands."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.game.words.registry import new_host
from engine.game.world import stored
from engine.game.world.world import World
from engine.law.rulebook import Rulebook
from engine.store import canon, guard
from tests.begun import begun

HUTS = "state/huts.yaml"


@cache
def book() -> Rulebook:
    return World(begun(), new_host()).book


def told(path: str, text: str) -> list[str]:
    return [str(problem) for problem in stored.problems({path: text}, book())]


def test_each_record_that_breaks_the_law_is_told_with_its_line_and_the_rule() -> None:
    text = canon.emit({"ana": {"size": 1}, "bo": {"size": -1}, "cy": {"size": "two"}})
    law = "rule 105 `huts` (Huts) forbids that"
    assert told(HUTS, text) == [
        f"{HUTS}:4: size of huts bo: -1 is less than the minimum of 0; {law}",
        f"{HUTS}:6: size of huts cy: must be a whole number, and is 'two'; {law}",
    ]


def test_very_many_of_them_are_told_for_one_reading_of_their_file(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    load = guard.load_with_lines

    def counted(text: str, **more: Any) -> tuple[Any, guard.Lines]:
        read.append(text)
        return load(text, **more)

    monkeypatch.setattr(guard, "load_with_lines", counted)
    found = told(HUTS, canon.emit({f"p{number:03}": {"size": -1} for number in range(30)}))
    assert [line.split(":")[1] for line in found] == [str(2 * number) for number in range(1, 31)]
    assert len(read) == 1


@pytest.mark.parametrize(
    ("name", "told_of"),
    [
        ("huts/%FF", "that of huts %FF is state/huts/%25!f!f.yaml"),
        ("huts/con", "that of huts con is state/huts/%63on.yaml"),
        ("huts/a b", "that of huts a b is state/huts/a%20b.yaml"),
        ("huts/Ana", "that of huts Ana is state/huts/!ana.yaml"),
        ("huts/a.yaml/b", "that of huts a.yaml/b is state/huts/a%2Eyaml/b.yaml"),
        ("all huts/bo", "take it away"),
    ],
)
def test_a_file_that_no_record_is_kept_in_is_named_with_the_one_that_is(name: str, told_of: str) -> None:
    path = f"state/{name}.yaml"
    assert told(path, "size: 1\n") == [f"{path}:1: no record has a file of this name: {told_of}"]


@pytest.mark.parametrize(
    ("record", "name"),
    [("ruleset: island\n", "island"), ("ruleset: ''\n", None), ("- 1\n", None), ("a: [\n", None), ("", None)],
)
def test_a_game_is_held_to_the_ruleset_it_plays_by_as_far_as_that_can_be_read(record: str, name: str | None) -> None:
    assert stored.ruleset({"state/game.yaml": record}) == name
    assert stored.ruleset({}) is None
