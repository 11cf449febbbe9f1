"""Answers that are not given, given twice, or that spoil what others wrote."""

from __future__ import annotations

from typing import Final

from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

OUTBOX = "engine/referee/answering/outbox.py"
TWICE = "tests/referee/test_said_twice.py"

BUGS: Final = (
    Bug(
        "it is said before it is done",
        "nomic-bot closed the pull request first, and then the merge failed: everyone read of a law that there was not.",
        (
            Plant(
                "engine/referee/passing.py",
                "        after = self._write(plan, since, main, files, report)\n"
                "        self._answer(plan, reader, State(after), report)\n",
                "        after = dict(files)\n"
                "        for segment in plan.segments:\n"
                "            segment.apply(after)\n"
                "        self._answer(plan, reader, State(after), report)\n"
                "        self._write(plan, since, main, files, report)\n",
            ),
        ),
        Named("tests/referee/test_overtaken.py::test_nothing_is_said_of_what_did_not_land"),
    ),
    Bug(
        "the labels of others are wiped",
        "Every /close and every vote of nomic-bot's set the labels anew, and whatever people had put there was gone.",
        (
            Plant(
                "engine/referee/answering/shown.py",
                'if as_ours(label) in wanted["own"] and as_ours(label) not in wanted["set"]]',
                'if as_ours(label) not in wanted["set"]]',
            ),
        ),
        Seed(0, 6, "has lost the labels"),
    ),
    Bug(
        "wrong input gets no answer",
        "Half of what people wrote wrongly to nomic-bot was passed over in silence.",
        (
            Plant(
                "engine/game/fold/judging.py",
                '    if world.moment.happening.get("actor") or votes_are_void:\n        wishes.reply',
                '    if refusal.code != "unknown_command":\n        wishes.reply',
            ),
        ),
        Seed(0, 3, "was refused without an answer"),
    ),
    Bug(
        "what a run that died had still to say is never said",
        "A bot that speaks only of what it has just done leaves open whatever a crash cut off.",
        (
            Plant(
                OUTBOX,
                "if not self._seen(k, w)}",
                "if k in self.fresh}",
            ),
        ),
        Seed(0, 3, "left unsaid"),
    ),
    Bug(
        "an answer is said again by the next run",
        "A run that dies after it has spoken leaves no note of that, and the next one says it all again.",
        (
            Plant(
                OUTBOX,
                "        there = self._there(number, spoken, again=any(key not in self.fresh for key in shown))\n",
                "        there: dict[str, tuple[int, str]] = {}\n",
            ),
        ),
        Named(f"{TWICE}::test_what_a_pass_said_before_it_died_is_not_said_again_where_the_list_does_not_show_it_yet"),
    ),
)
