"""Votes that are lost, doubled, invented, or counted for what they were not cast for."""

from __future__ import annotations

from typing import Final

from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

TALLY, POLLS, HANDLERS = (
    "engine/game/proposals/tally.py",
    "engine/game/proposals/polls.py",
    "engine/game/fold/handlers.py",
)
FALLEN = "engine/game/proposals/fallen.py"

BUGS: Final = (
    Bug(
        "a vote in capitals is no vote",
        "nomic-bot took `Yay` and `yay` with a line end for talk when they came, and for votes when it counted again.",
        (Plant(TALLY, "word = text.strip().lower()", "word = text"),),
        Seed(0, 3, "is lost"),
    ),
    Bug(
        "every real vote is dropped",
        "git-democracy had a test for null the wrong way round: for years no review of a person was counted.",
        (Plant(HANDLERS, 'if not happening.get("actor") or not text:', 'if happening.get("actor") or not text:'),),
        Seed(0, 3, "was never judged"),
    ),
    Bug(
        "new commits keep all votes",
        "On Chaos and openchaos people voted for one thing, and the author then pushed another under their votes.",
        (
            Plant(
                "engine/game/proposals/pulls.py",
                'voters = fallen.void_ballots(world, key, "the proposal changed after this vote")',
                "voters: list[str] = []",
            ),
        ),
        Seed(9, 3, "was for what the proposal was before"),
    ),
    Bug(
        "new commits drop the votes without a trace",
        "On Chaos a change that had been voted down came back with a new commit, its votes gone, and passed with two.",
        (Plant(FALLEN, '_latest(world, [*record["refused"], *voided])', 'record["refused"]'),),
        Seed(0, 3, "is lost"),
    ),
    Bug(
        "who has to vote again is not told",
        "On Chaos nobody whose vote had become void was told, so the few who happened to look decided alone.",
        (Plant("engine/game/proposals/pulls.py", "    if voters and not world", "    if not voters and not world"),),
        Named("tests/game/test_polls.py::test_new_commits_void_the_ballots_and_name_the_voters"),
    ),
    Bug(
        "bringing a branch up to date voids the votes",
        "Bots that drop approvals at any push made people vote again whenever an author pressed the update button.",
        (Plant("engine/game/proposals/pulls.py", ' or before.get("change") == change["hash"]:', ":"),),
        Named("tests/game/test_polls.py::test_a_push_that_changes_nothing_as_law_keeps_the_ballots"),
    ),
    Bug(
        "an edited vote counts twice",
        "Bots that take every event for a vote have one ballot for a comment and another for its edit.",
        (
            Plant(
                HANDLERS,
                'rest = [b for b in world.poll(key)["ballots"] if b["comment"] != changed["comment"]]',
                'rest = world.poll(key)["ballots"]',
            ),
        ),
        Seed(1, 3, "is counted 2 times"),
    ),
    Bug(
        "a deleted vote goes on counting",
        "Where ballots are whatever once arrived, taking a vote back by deleting it does nothing.",
        (Plant(TALLY, 'if not ballot["deleted"] and ballot["choice"]', 'if ballot["choice"]'),),
        Seed(38, 12, "and the last word was None"),
    ),
    Bug(
        "a deletion that no event told of is not noticed before the verdict",
        "An event is lost as easily as anything; who trusts in them counts votes that are no longer there.",
        (
            Plant(
                "engine/referee/passing.py",
                "if v not in listed and sum(",
                "if v[1] < 0 and sum(",
            ),
        ),
        Seed(131, 12, "and the last word was None"),
    ),
    Bug(
        "people are known by their login",
        "nomic-bot lost a player who took another name; and whoever takes the old name then is that player.",
        (
            Plant(
                "engine/game/world/facts.py",
                "key = players.key_of(account)",
                "key = login if players.is_taken(login) else None",
            ),
        ),
        Named("tests/edge/test_accounts.py::test_who_takes_a_name_that_became_free_is_somebody_else"),
    ),
    Bug(
        "strangers vote",
        "nomic-bot asked nobody who they were: anyone could vote, and under any name.",
        (
            Plant(POLLS, "if voter not in electors:", "if not voter:"),
            Plant(TALLY, 'if b["voter"] in eligible and b["choice"]]', 'if b["choice"]]'),
            Plant(TALLY, 'ballot["choice"] and ballot["voter"] in eligible:', 'ballot["choice"]:'),
        ),
        Named("tests/game/test_polls.py::test_who_is_no_player_or_rests_is_told_that_the_vote_does_not_count"),
    ),
    Bug(
        "who votes twice has two votes",
        "Bots that count comments instead of people let the loudest win.",
        (Plant(TALLY, 'last[ballot["voter"]] = ballot', 'last[str(ballot["comment"])] = ballot'),),
        Seed(0, 12, "the identity of its board does not hold"),
    ),
    Bug(
        "nobody can think better of it",
        "The first word of a voter counted, and whatever came after was taken for talk.",
        (Plant(TALLY, 'last[ballot["voter"]] = ballot', 'last.setdefault(ballot["voter"], ballot)'),),
        Seed(0, 12, "and the last word was"),
    ),
)
