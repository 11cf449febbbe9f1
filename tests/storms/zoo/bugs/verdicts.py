"""Verdicts that the votes do not give, and changes that land otherwise than they were voted on."""

from __future__ import annotations

from typing import Any, Final

from engine.game.proposals.tally import tally
from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant, RulePlant

POLLS, CHANGES = "engine.game.proposals.polls", "engine.game.world.changes"
BAD = "tests/referee/test_bad_proposals.py"
ISLAND = "tests/island/rules/island/102-proposals.md"
HALF = """\
def more_than_half(poll, tally):
    return 2 * tally["voters"] >= tally["electorate"]"""
A_TIE_FAILS = """\
def majority(poll, tally):
    return "adopted" if tally["yay"] > tally["nay"] else "rejected\""""
A_TIE_IS_ADOPTED = """\
def majority(poll, tally):
    return "adopted" if tally["yay"] >= tally["nay"] else "rejected\""""


def once_reached(sound: Any, world: Any, poll: Any, count: Any) -> Any:
    return poll["quorum_at"] is not None or sound(world, poll, count)


def still_reached(sound: Any, world: Any, key: str) -> Any:
    before, voters = world.poll(key)["quorum_at"], sound(world, key)
    world.patch("polls", key, quorum_at=before)
    return voters


def by_a_label(sound: Any, world: Any, key: str, poll: Any, by: Any) -> Any:
    thread = world.records.get("threads", str(poll["thread"])) or {}
    return (tally(world, key), "adopted") if "nice" in thread.get("labels", []) else sound(world, key, poll, by)


def of_the_newest_heads(sound: Any, repository: Any, parents: Any, changes: Any, segment: Any, keys: Any) -> Any:
    newest = [repository.pull_heads()[merge["thread"]] for merge in segment.merges]
    return sound(repository, [parents[0], *newest], changes, segment, keys)


def of_what_is_left(sound: Any, net: Any, touched: Any, ruleset: str) -> Any:
    return sound(net, {path: size for path, size in touched.items() if path in net}, ruleset)


BUGS: Final = (
    Bug(
        "half is a quorum",
        "nomic-bot asked for at least n/2, rounded up, where its law says more than half: wrong for every even number.",
        (RulePlant(ISLAND, HALF),),
        Seed(2, 12, "2 yay and 0 nay of 4 are adopted"),
    ),
    Bug(
        "a tie fails",
        "A slip in a word of nomic-bot's code closed tied votes as failed, and by its law they stay open.",
        (RulePlant(ISLAND, A_TIE_FAILS),),
        Seed(1, 12, "2 yay and 2 nay of 5 are rejected"),
    ),
    Bug(
        "a tie is adopted",
        "The other way to get it wrong: at least half, where it has to be more.",
        (RulePlant(ISLAND, A_TIE_IS_ADOPTED),),
        Seed(1, 12, "2 yay and 2 nay of 5 are adopted"),
    ),
    Bug(
        "a quorum once reached is never asked for again",
        "A flag from an earlier count outlives the votes it was about: new commits come, and one yay is enough.",
        (Plant(f"{POLLS}:has_quorum", once_reached), Plant("engine.game.proposals.fallen:void_ballots", still_reached)),
        Named("tests/game/test_polls.py::test_a_quorum_for_what_was_there_before_is_none_for_what_came"),
    ),
    Bug(
        "labels that anyone can set decide",
        "nomic-bot's /resolve looked at the labels of the thread, and every collaborator can set those.",
        (Plant(f"{POLLS}:decision", by_a_label),),
        Seed(2, 12, "2 yay and 0 nay of 5 are adopted"),
    ),
    Bug(
        "a decided vote stays open",
        "Three times people told gitvote that its bot did nothing: the votes were there, and nobody counted.",
        (Plant("engine.game.proposals.completing:_resolve", lambda sound, *given: None),),
        Named("tests/game/test_polls.py::test_the_end_of_a_poll_is_told_once_in_its_issue"),
    ),
    Bug(
        "what no longer fits lands all the same",
        "Two changes of a points rule were each right alone; merged one after the other they gave ten million points.",
        (Plant(f"{CHANGES}:check_fit", lambda sound, *given, **named: None),),
        Seed(0, 12, "landed on another text than it was to change"),
    ),
    Bug(
        "the newest head is merged, not the one that was voted on",
        "Who pushes in the moment between the count and the merge gets in what nobody has seen.",
        (Plant("engine.referee.commits.committing:commit", of_the_newest_heads),),
        Named("tests/edge/test_pull_requests.py::test_rewritten_behind_the_verdict_what_was_voted_on_is_law"),
    ),
    Bug(
        "a proposal changes the program that judges it",
        "On openchaos the check of a protected file ran from the very pull request that deleted the check.",
        (Plant(f"{CHANGES}:beyond_the_law", lambda sound, content: []),),
        Named(f"{BAD}::test_a_proposal_that_changes_the_program_is_voted_on_and_left_to_an_administrator"),
    ),
    Bug(
        "what one commit changed and the next put back is not looked at",
        "Only the difference as a whole is judged, and a merge brings every commit on the way.",
        (Plant("engine.referee.intake.pulls:_shape", of_what_is_left),),
        Named(f"{BAD}::test_what_one_commit_touches_and_the_next_puts_back_is_seen"),
    ),
)
