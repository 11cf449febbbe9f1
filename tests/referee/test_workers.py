"""Examples are played on all cores at once, and come to the same on however many there are."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.game.plan import Limits
from engine.referee.judging import workers
from engine.referee.judging.child import ChildJudge
from engine.referee.judging.forked import Forked
from engine.referee.judging.workers import ChildWorkers
from tests.game.test_evidence import NEWCOMER
from tests.island import RULESET, rule, texts
from tests.referee.in_memory import GAME, KEY, Table

LANDING = "rules/island/101-landing.md"
DEARER = {LANDING: texts()[LANDING].replace("first_shells: 5", "first_shells: 6")}
SONG = {"rules/island/120-song.md": rule(120, "Song").replace("rule: 120", "rule: next")}


def bomb(code: str) -> dict[str, str]:
    """A rule that ends whatever process it runs in, in the one example of the law in which somebody lands."""
    text = rule(120, "Bomb", front="on: {landed: bomb}\n", code=f"def bomb(player):\n    {code}\n")
    return {"rules/island/120-bomb.md": text.replace("rule: 120", "rule: next")}


SLOW = bomb('s = "a" * 100000\n    for i in range(10):\n        s = s.replace("a", s[:100000])')
LARGE = bomb('s = "a" * 10000000000')
DEAL = ChildWorkers.deal


def opened(monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], cores: int) -> tuple[list[str], list[int]]:
    """What is answered to who opens a proposal of these changes, and how many children played beside the judge's each time."""
    beside: list[int] = []
    monkeypatch.setattr(workers, "cores", lambda: cores)
    monkeypatch.setattr(workers, "FEWEST", 1)

    def counted(self: ChildWorkers, asked: Any) -> bytes:
        left = DEAL(self, asked)
        beside.append(len(self._children))
        return left

    monkeypatch.setattr(ChildWorkers, "deal", counted)
    table, judge = Table(), ChildJudge(KEY, GAME, Limits())
    number = table.island.propose("ana", "A change", changes)
    table.say("ana", "/open", number)
    table.run(judge)
    assert (judge.bugs, table.findings()) == ([], [])
    return table.answers(number), beside


@pytest.mark.parametrize(
    "changes",
    [DEARER, SONG, SLOW, LARGE],
    ids=["one no longer holds", "all hold", "one takes too long", "one takes too much memory"],
)
def test_what_examples_say_hangs_on_no_number_of_cores(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, str]
) -> None:
    told = {cores: opened(monkeypatch, changes, cores) for cores in (1, 2, 4)}
    assert told[1][0] == told[2][0] == told[4][0]
    assert [max(beside) for _, beside in told.values()] == [0, 1, 3]
    if changes is DEARER:
        assert NEWCOMER in "".join(told[1][0])


def names(line: bytes) -> list[str]:
    found: list[str] = json.loads(line)
    return found


def asked(names: list[str]) -> dict[str, Any]:
    return {"ruleset": RULESET, "texts": texts(), "names": names}


def test_who_plays_beside_names_what_holds_and_leaves_nothing_running() -> None:
    some = [NEWCOMER, *["landing: there is none of that name"] * 40]
    made = ChildWorkers(cores=2)
    left = names(made.deal(asked(some)))
    ((child, _),) = made._children
    assert len(left) == 21
    assert names(made.held(True)) == [], "it died over a name that it did not know, before it named another"
    assert made._children == [] and child.returncode is not None
    names(made.deal(asked(["landing: none", *[NEWCOMER] * 40])))
    assert set(names(made.held(True))) == {NEWCOMER}


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ('{"held": "a"}\n{"held": "b"}\n{"held": "a"}\n', ["a", "b"]),
        ('{"held": "a"}\n{"held": "nobody\\u0027s"}\n{"held": "b"}\n', ["a"]),
        ('{"held": ["a"]}\n', []),
        ('{"told": "a"}\n', []),
        ("held\n", []),
        ("[1]\n", []),
        ("", []),
    ],
)
def test_what_a_worker_says_is_read_as_a_strangers(said: str, heard: list[str]) -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as sink:
        sink.write(said)
    with os.fdopen(reading, "rb", 0) as source:
        made = ChildWorkers(cores=2, _until=time.monotonic() + 5)
        assert made._named(cast(Forked, SimpleNamespace(stdout=source)), ["a", "b"]) == heard


def test_where_no_child_can_be_started_the_judges_own_plays_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(module: str) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(workers, "Forked", none)
    some = [f"case {n}" for n in range(100)]
    made = ChildWorkers(cores=4)
    assert sorted(names(made.deal(asked(some)))) == sorted(some)
    assert names(made.held(True)) == []


def test_of_few_examples_none_is_played_elsewhere() -> None:
    made = ChildWorkers(cores=4)
    some = [f"case {n}" for n in range(2 * workers.FEWEST - 1)]
    assert names(made.deal(asked(some))) == some and made._children == []


@pytest.mark.parametrize(
    "wrong", [None, 5, [], {}, {"ruleset": "x", "texts": 5, "names": []}, {"ruleset": "x"}], ids=str
)
def test_what_a_child_asks_is_read_as_a_strangers(wrong: Any) -> None:
    with pytest.raises(EOFError):
        ChildWorkers(cores=2).deal(wrong)


def test_it_is_known_here_on_which_cores_this_process_may_run() -> None:
    allowed = next(line for line in Path("/proc/self/status").read_text().splitlines() if "Cpus_allowed:" in line)
    assert workers.cores() == int(allowed.split()[1].replace(",", ""), 16).bit_count()
