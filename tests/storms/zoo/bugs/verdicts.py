"""Verdicts that the votes do not give, and changes that land otherwise than they were voted on."""

from __future__ import annotations

from typing import Final

from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

POLLS, PASSING = "engine/game/proposals/polls.py", "engine/referee/passing.py"
BAD = "tests/referee/test_bad_proposals.py"
ISLAND = "tests/island/rules/island/102-proposals.md"

BUGS: Final = (
    Bug(
        "half is a quorum",
        "nomic-bot asked for at least n/2, rounded up, where its law says more than half: wrong for every even number.",
        (Plant(ISLAND, '2 * tally["voters"] > tally["electorate"]', '2 * tally["voters"] >= tally["electorate"]'),),
        Seed(2, 12, "2 yay and 0 nay of 4 are adopted"),
    ),
    Bug(
        "a tie fails",
        "A slip in a word of nomic-bot's code closed tied votes as failed, and by its law they stay open.",
        (Plant(ISLAND, '    if tally["yay"] == tally["nay"]:\n        return "open"\n', ""),),
        Seed(1, 12, "2 yay and 2 nay of 5 are rejected"),
    ),
    Bug(
        "a tie is adopted",
        "The other way to get it wrong: at least half, where it has to be more.",
        (
            Plant(
                ISLAND,
                '    if tally["yay"] == tally["nay"]:\n        return "open"\n    return "adopted" if tally["yay"] >',
                '    return "adopted" if tally["yay"] >=',
            ),
        ),
        Seed(1, 12, "2 yay and 2 nay of 5 are adopted"),
    ),
    Bug(
        "a quorum once reached is never asked for again",
        "A flag from an earlier count outlives the votes it was about: new commits come, and one yay is enough.",
        (
            Plant(POLLS, "    if not has_quorum(world, poll, count) or", '    if poll["quorum_at"] is None or'),
            Plant(
                "engine/game/proposals/fallen.py",
                "refused=refused, quorum_at=None, since=since",
                "refused=refused, since=since",
            ),
        ),
        Named("tests/game/test_polls.py::test_a_quorum_for_what_was_there_before_is_none_for_what_came"),
    ),
    Bug(
        "labels that anyone can set decide",
        "nomic-bot's /resolve looked at the labels of the thread, and every collaborator can set those.",
        (
            Plant(
                POLLS,
                "    count = tally(world, key)\n    if not has_quorum",
                "    count = tally(world, key)\n"
                '    if "nice" in (world.records.get("threads", str(poll["thread"])) or {}).get("labels", []):\n'
                '        return count, "adopted"\n'
                "    if not has_quorum",
            ),
        ),
        Seed(2, 12, "2 yay and 0 nay of 5 are adopted"),
    ),
    Bug(
        "a decided vote stays open",
        "Three times people told gitvote that its bot did nothing: the votes were there, and nobody counted.",
        (Plant("engine/game/proposals/completing.py", "if _is_complete(world, key) and", "if not key and"),),
        Named("tests/game/test_polls.py::test_the_end_of_a_poll_is_told_once_in_its_issue"),
    ),
    Bug(
        "what no longer fits lands all the same",
        "Two changes of a points rule were each right alone; merged one after the other they gave ten million points.",
        (Plant("engine/game/proposals/landing.py", "    changes.check_fit(world, content)\n", ""),),
        Seed(0, 12, "landed on another text than it was to change"),
    ),
    Bug(
        "the newest head is merged, not the one that was voted on",
        "Who pushes in the moment between the count and the merge gets in what nobody has seen.",
        (
            Plant(
                PASSING,
                'parents = [tip, *(m["head"] for m in segment.merges)]',
                'parents = [tip, *(self.repository.pull_heads()[m["thread"]] for m in segment.merges)]',
            ),
        ),
        Named("tests/edge/test_pull_requests.py::test_rewritten_behind_the_verdict_what_was_voted_on_is_law"),
    ),
    Bug(
        "a proposal changes the program that judges it",
        "On openchaos the check of a protected file ran from the very pull request that deleted the check.",
        (
            Plant(
                "engine/game/proposals/effect.py",
                'if beyond or pull.get("unmergeable"):',
                'if pull.get("unmergeable"):',
            ),
        ),
        Named(
            f"{BAD}::test_a_proposal_that_changes_the_program_is_voted_on_and_left_to_an_administrator",
        ),
    ),
    Bug(
        "what one commit changed and the next put back is not looked at",
        "Only the difference as a whole is judged, and a merge brings every commit on the way.",
        (
            Plant(
                "engine/referee/intake/pulls.py",
                "sorted(p for p in touched if not p.startswith(allowed))",
                "sorted(p for p in net if not p.startswith(allowed))",
            ),
        ),
        Named(f"{BAD}::test_what_one_commit_touches_and_the_next_puts_back_is_seen"),
    ),
)
