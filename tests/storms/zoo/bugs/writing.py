"""Writes that get lost, come apart, or differ from run to run."""

from __future__ import annotations

from typing import Final

from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

PASSING, OVERTAKEN = "engine/referee/passing.py", "tests/referee/test_overtaken.py"
PUSH = "            self.repository.push(main, tip)\n"

BUGS: Final = (
    Bug(
        "of two writers the later one wins",
        "Two jobs of nomic-bot wrote one file at the same hour; on eleven of twelve such days one write was lost.",
        (
            Plant(
                PASSING,
                PUSH,
                f"            try:\n    {PUSH}            except Moved:\n"
                "                self.repository.push(self.repository.fetch(), tip)\n",
            ),
        ),
        Seed(1, 6, "made by hand, is lost"),
    ),
    Bug(
        "state and merge are two commits",
        "timburgan's chess wrote the game and its board by two commits: thousands of moves came apart.",
        (Plant(PASSING, 'parents = [tip, *(m["head"] for m in segment.merges)]', "parents = [tip]"),),
        Seed(1, 3, "landed is True and merged is False"),
    ),
    Bug(
        "a merged change of the state is overwritten",
        "nomic-bot read its state before a merge and wrote it back after: what the merge had changed was undone.",
        (Plant(PASSING, "for happening in since.happenings:", "for happening in since.happenings[:0]:"),),
        Seed(1, 6, "made by hand, was never judged"),
    ),
    Bug(
        "records come in whatever order they lie",
        "A set's order is another in every run: one inbox, played four times, gave three outcomes.",
        (
            Plant(
                "engine/game/world/key_order.py",
                "return sorted(keys, key=canon.key_order)",
                "return list(keys)",
            ),
        ),
        Seed(0, 3, "state/players/"),
    ),
    Bug(
        "a refused push is taken for done",
        "openchaos was refused a merge nine times for want of a right, went on as if it had been made, and took the next one.",
        (Plant(PASSING, PUSH, f"            try:\n    {PUSH}            except PushRefused:\n                pass\n"),),
        Named(f"{OVERTAKEN}::test_nothing_is_said_of_what_did_not_land"),
    ),
    Bug(
        "what cannot be merged is tried again for ever",
        "The refused one came first every time: nine runs in a row failed over it, and nothing behind it was looked at.",
        (Plant(PASSING, "*self._unmergeable(reading)]", "*self._unmergeable(reading)[:0]]"),),
        Named(f"{OVERTAKEN}::test_a_verdict_whose_merge_is_refused_is_told_as_it_landed"),
    ),
    Bug(
        "who comes second is told to try again",
        "Two moves at once, and the second player read that the game could not be saved, sorry.",
        (
            Plant(
                PASSING,
                '            except Moved:\n                reached("main moved under a pass")\n',
                "            except Moved:\n                break\n",
            ),
        ),
        Named(f"{OVERTAKEN}::test_a_pass_that_is_overtaken_reads_again_and_lands_by_itself"),
    ),
)
