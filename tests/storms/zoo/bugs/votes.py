"""Votes that are lost, doubled, invented, or counted for what they were not cast for."""

from __future__ import annotations

from typing import Any, Final

from engine.game.happening import IGNORED
from engine.game.proposals.tally import placed
from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

TALLY, PULLS, HANDLERS = "engine.game.proposals.tally", "engine.game.proposals.pulls", "engine.game.fold.handlers"
VOID = "engine.game.proposals.fallen:void_ballots"


def as_it_is_written(sound: Any, text: str) -> Any:
    return sound(text) if text == text.strip().lower() else None


def of_nobody(sound: Any, world: Any) -> Any:
    return IGNORED if world.moment.happening.get("actor") else sound(world)


def without_a_trace(sound: Any, world: Any, key: str) -> Any:
    before, voters = world.poll(key)["refused"], sound(world, key)
    world.patch("polls", key, refused=before)
    return voters


def untold(sound: Any, *given: Any) -> Any:
    sound(*given)
    return []


def beside_what_it_was(sound: Any, world: Any, key: str, changed: Any, refusal: Any) -> None:
    before = world.poll(key)["ballots"]
    sound(world, key, changed, refusal)
    world.patch("polls", key, ballots=placed(changed, before))


def with_those_deleted(sound: Any, ballots: Any, electors: Any) -> Any:
    return sound([{**ballot, "deleted": False} for ballot in ballots], electors)


def by_login(sound: Any, world: Any, person: Any) -> Any:
    login = person["login"]
    return login if world.records.index("players").is_taken(login) else sound(world, person)


def anybody(sound: Any, world: Any, poll: Any, **named: Any) -> Any:
    return [*dict.fromkeys([*sound(world, poll, **named), *(ballot["voter"] for ballot in poll["ballots"])])]


def and_whoever_votes(sound: Any, world: Any, poll: Any, voting: str = "") -> Any:
    return [*sound(world, poll, voting), voting]


def each_ballot(sound: Any, ballots: Any, electors: Any) -> Any:
    voters = {ballot["voter"] for ballot in sound(ballots, electors)}
    return [b for b in ballots if b["voter"] in voters and b["choice"] and not b["deleted"]]


def the_first(sound: Any, ballots: Any, electors: Any) -> Any:
    return sound([*reversed(ballots)], electors)


BUGS: Final = (
    Bug(
        "a vote in capitals is no vote",
        "nomic-bot took `Yay` and `yay` with a line end for talk when they came, and for votes when it counted again.",
        (Plant(f"{TALLY}:default_ballot", as_it_is_written),),
        Seed(0, 3, "is lost"),
    ),
    Bug(
        "every real vote is dropped",
        "git-democracy had a test for null the wrong way round: for years no review of a person was counted.",
        (Plant(f"{HANDLERS}:_said", of_nobody),),
        Seed(0, 3, "was never judged"),
    ),
    Bug(
        "new commits keep all votes",
        "On Chaos and openchaos people voted for one thing, and the author then pushed another under their votes.",
        (Plant(VOID, lambda sound, *given: []),),
        Seed(9, 3, "was for what the proposal was before"),
    ),
    Bug(
        "new commits drop the votes without a trace",
        "On Chaos a change that had been voted down came back with a new commit, its votes gone, and passed with two.",
        (Plant(VOID, without_a_trace),),
        Seed(0, 3, "is lost"),
    ),
    Bug(
        "who has to vote again is not told",
        "On Chaos nobody whose vote had become void was told, so the few who happened to look decided alone.",
        (Plant(VOID, untold),),
        Named("tests/game/test_polls.py::test_new_commits_void_the_ballots_and_name_the_voters"),
    ),
    Bug(
        "bringing a branch up to date voids the votes",
        "Bots that drop approvals at any push made people vote again whenever an author pressed the update button.",
        (Plant(f"{PULLS}:_note_head", lambda sound, world: {**sound(world), "change": ""}),),
        Named("tests/game/test_polls.py::test_a_push_that_changes_nothing_as_law_keeps_the_ballots"),
    ),
    Bug(
        "an edited vote counts twice",
        "Bots that take every event for a vote have one ballot for a comment and another for its edit.",
        (Plant(f"{HANDLERS}:_rewrite", beside_what_it_was),),
        Seed(1, 3, "is counted 2 times"),
    ),
    Bug(
        "a deleted vote goes on counting",
        "Where ballots are whatever once arrived, taking a vote back by deleting it does nothing.",
        (Plant(f"{TALLY}:latest", with_those_deleted),),
        Seed(38, 12, "and the last word was None"),
    ),
    Bug(
        "a deletion that no event told of is not noticed before the verdict",
        "An event is lost as easily as anything; who trusts in them counts votes that are no longer there.",
        (Plant("engine.referee.intake.whole_thread:whole_thread", lambda sound, *given, **named: []),),
        Seed(131, 12, "and the last word was None"),
    ),
    Bug(
        "people are known by their login",
        "nomic-bot lost a player who took another name; and whoever takes the old name then is that player.",
        (Plant("engine.game.world.facts:key_of_person", by_login),),
        Named("tests/edge/test_accounts.py::test_who_takes_a_name_that_became_free_is_somebody_else"),
    ),
    Bug(
        "strangers vote",
        "nomic-bot asked nobody who they were: anyone could vote, and under any name.",
        (Plant(f"{TALLY}:electorate", and_whoever_votes), Plant(f"{TALLY}:_electorate", anybody)),
        Named("tests/game/test_polls.py::test_who_is_no_player_or_rests_is_told_that_the_vote_does_not_count"),
    ),
    Bug(
        "who votes twice has two votes",
        "Bots that count comments instead of people let the loudest win.",
        (Plant(f"{TALLY}:latest", each_ballot),),
        Seed(0, 12, "the identity of its board does not hold"),
    ),
    Bug(
        "nobody can think better of it",
        "The first word of a voter counted, and whatever came after was taken for talk.",
        (Plant(f"{TALLY}:latest", the_first),),
        Seed(0, 12, "and the last word was"),
    ),
)
