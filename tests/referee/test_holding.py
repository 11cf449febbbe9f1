"""What is held and let go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.game.state import State
from engine.referee.intake.holding import Holding
from engine.referee.intake.inbox import Reading
from engine.referee.intake.reading import Reader
from engine.referee.ports import Gone
from engine.store import canon
from tests.referee.in_memory import Table


def test_what_is_held_and_let_go_within_one_second_has_two_names() -> None:
    added: list[Any] = []
    nothing: Any = None
    holding = Holding(State({}), Reading(), nothing, added.append, lambda *_: None, lambda *_: False)
    holding.hold(5, "GitHub answered 502", 1_000)
    holding._let_go(5, 1_000)
    assert len({happening["id"] for happening in added}) == len(added) == 2


@pytest.mark.parametrize("gone", [True, False])
def test_what_is_held_is_let_go_where_its_thread_is_gone_too_and_not_where_it_is_there(
    gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table()
    rule = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
    number = table.island.propose("ana", "Songs", {"rules/island/108-songs.md": rule})
    table.say("ana", "/open", number)
    table.run()
    repository, state = table.island.repository, State(dict(table.island.files()))
    reader = Reader(table.island.forge, repository, state, repository.fetch(), "nomic[bot]")
    reader.read()
    monkeypatch.setattr(Holding, "is_held", lambda holding, thread: thread == number)
    added: list[Any] = []
    holding = replace(reader.holding, add=added.append)

    def pull(thread: int) -> Any:
        raise Gone("404")

    monkeypatch.setattr(table.island.forge, "pull", pull)
    if gone:
        table.island.forge.elsewhere.add(number)
    holding.look_again(number, table.island.clock() + 600)
    assert [(happening["kind"], happening["thread"], happening["why"]) for happening in added] == (
        [("unread", number, "")] if gone else []
    )


def test_what_was_to_be_let_go_and_cannot_be_had_after_all_stays_held() -> None:
    """Its release would have it decided in the very pass that could not list it."""
    added: list[Any] = []
    nothing: Any = None

    def withdraw(kind: str, number: int) -> None:
        added[:] = [each for each in added if (each["kind"], each["thread"]) != (kind, number)]

    state = State({"state/threads/5.yaml": canon.emit({"unread": "GitHub answered 502"})})
    holding = Holding(state, Reading(), nothing, added.append, withdraw, lambda *_: False)
    holding._let_go(5, 1_000)
    assert [each["why"] for each in added] == [""]
    holding.hold(5, "GitHub answered 502", 1_000)
    assert added == [] and holding.is_held(5)


def test_only_what_is_voted_on_in_an_issue_is_looked_at_apart_from_the_pull_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a pull request the list shows whether it has another head by now: by the old one it would be let go unread."""
    looked: list[int] = []
    monkeypatch.setattr(Holding, "look_again", lambda holding, number, now: looked.append(number))
    polls = {"4": {"thread": 4}, "council/1": {"thread": 5}, "council/2": {"thread": None}, "6": {"thread": 6}}
    files = {f"state/polls/{key}.yaml": canon.emit(poll) for key, poll in polls.items()}
    files |= {
        "state/threads/4.yaml": canon.emit({"kind": "pull", "head": "a" * 40}),
        "state/threads/5.yaml": canon.emit({"kind": "issue"}),
    }
    files["state/engine.yaml"] = canon.emit({"open_polls": [*polls, "7"]})
    nothing: Any = None
    Holding(State(files), Reading(), nothing, nothing, nothing, nothing).look_at_issues(1_000)
    assert looked == [5, 6]
