"""The types of what the engine owns say what stands in the files, and what rules are told: no field more, and none less."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NotRequired, cast, get_origin, get_type_hints

import pytest

from engine.game import entries, owned
from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from engine.game.world import changes, engine_fields
from engine.game.world.facts import poll_facts, proposal_facts
from engine.store import canon
from tests.island import RULESET, rule, texts

STEPS: list[dict[str, Any]] = [
    {"by": "ana", "opens": {"pull": 12, "title": "A rule", "changes": {"120-x.md": rule(120, "X")}}},
    {"by": "ana", "says": "/open", "on": 12},
    {"by": "ana", "says": "yay", "on": 12},
    {"by": "bo", "says": "nay", "on": 12, "label": "bo"},
    {"by": "bo", "edits": "bo", "to": "yay"},
    {"by": "cy", "says": "yay", "on": 12},
]


GAMES = Path(__file__).parents[1] / "playthroughs"


def fields(kind: type) -> dict[str, bool]:
    """Name -> whether it is always there."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: get_origin(hint) is not NotRequired for name, hint in hints.items()}


def odd(kind: type, record: Any, more: frozenset[str] = frozenset()) -> set[str]:
    """The fields of a map that its type does not have, and those that it lacks. `more`: what rules have declared."""
    known = fields(kind)
    required = {name for name, always in known.items() if always and kind.__total__}  # type: ignore[attr-defined]
    return (record.keys() - known.keys() - more) | (required - record.keys())


@pytest.fixture(scope="module")
def stage() -> Stage:
    people = {name: {"active": True} for name in ("ana", "bo", "dan")}
    found = Stage({"given": {"players": people}}, texts(), RULESET)
    for step in STEPS:
        found.step(step)
    return found


def test_records_have_the_fields_of_their_types(stage: Stage) -> None:
    records = stage.world.records
    declared = frozenset(stage.world.book.schemas.declared("polls"))
    poll = records.get("polls", "12")
    assert poll is not None and len(poll["ballots"]) == 2 and len(poll["refused"]) == 1
    assert odd(owned.Poll, poll, declared) == set()
    assert [odd(owned.Ballot, ballot) for ballot in poll["ballots"]] == [set(), set()]
    assert [odd(owned.FallenBallot, refused) for refused in poll["refused"]] == [set()]
    assert odd(owned.KnownThread, records.get("threads", "12")) == set()
    assert odd(owned.Content, changes.content(stage.world, poll["change"])) == set()
    wishes = dict(records.items("outbox"))
    assert wishes and [key for key, wish in wishes.items() if odd(owned.Wish, wish)] == []


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/journal.yaml")), ids=lambda path: path.parent.name)
def test_entries_of_the_journal_have_the_fields_of_their_type(path: Path) -> None:
    told = canon.read(path.read_text())
    assert len(told) > 50
    for entry in told:
        assert odd(entries.Entry, entry) == set(), entry
        assert odd(entries.Outcome, entry["outcome"]) == set(), entry
        for fault in [entry["outcome"].get("fault", {}), *entry["outcome"].get("faults", [])]:
            assert odd(entries.Failure, fault) == set(), entry


def test_facts_have_the_fields_of_their_types(stage: Stage) -> None:
    declared = frozenset(stage.world.book.schemas.declared("polls"))
    facts = poll_facts(stage.world, "12")
    assert odd(owned.PollFacts, facts, declared) == set()
    assert odd(owned.ProposalFacts, proposal_facts(stage.world, 12, 1)) == set()
    assert odd(owned.Tally, tally(stage.world, "12")) == set()
    assert [odd(owned.Change, change) for change in facts["changes"]] == [set()]


def test_outcomes_have_the_fields_of_their_type(stage: Stage) -> None:
    outcomes = stage.folding.plan.outcomes
    assert {outcome["is"] for outcome in outcomes} == {"done", "refused", "ignored"}
    assert [outcome for outcome in outcomes if odd(entries.Judged, outcome)] == []
    assert odd(entries.Happening, stage.world.moment.happening) == set()


def test_a_field_that_the_type_does_not_know_is_odd(stage: Stage) -> None:
    facts = {**stage.world.poll("12"), "quorum_when": 1}
    del facts["author"]
    assert odd(owned.Poll, facts, frozenset(stage.world.book.schemas.declared("polls"))) == {"quorum_when", "author"}


def test_what_people_may_write_by_hand_is_checked_for_the_very_same_fields() -> None:
    assert fields(owned.Poll).keys() == engine_fields.FIELDS["polls"].keys()
    assert fields(owned.Player).keys() == engine_fields.FIELDS["players"].keys()


def test_those_are_waited_for_who_have_a_vote_and_none_that_counts() -> None:
    count = cast(owned.Tally, {"electors": ["zoe", "ana", "bo"], "ballots": [{"voter": "ana"}]})
    assert (owned.waited_for(count), owned.waited_for(None)) == (["zoe", "bo"], [])
