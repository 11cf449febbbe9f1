"""Answers that are not given, given twice, or that spoil what others wrote."""

from __future__ import annotations

from typing import Any, Final

from engine.game.state import State
from engine.referee.answering.shown import as_ours
from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

OUTBOX, REFEREE = "engine.referee.answering.outbox:Outbox", "engine.referee.passing:Referee"
TWICE = "tests/referee/test_said_twice.py"
READERS: dict[int, Any] = {}  # of each referee the reader of its pass


def noting_its_reader(sound: Any, referee: Any, reader: Any) -> Any:
    READERS[id(referee)] = reader
    return sound(referee, reader)


def answering_first(sound: Any, referee: Any, plan: Any, since: Any, main: str, files: Any, report: Any) -> Any:
    after = dict(files)
    for segment in plan.segments:
        segment.apply(after)
    referee._answer(plan, READERS[id(referee)], State(after), report)
    return sound(referee, plan, since, main, files, report)


def silent_where_nothing_was_understood(sound: Any, world: Any, refusal: Any, **named: Any) -> Any:
    outcome = sound(world, refusal, **named)
    if refusal.code == "unknown_command":
        world.moment.replies.clear()
    return outcome


BUGS: Final = (
    Bug(
        "it is said before it is done",
        "nomic-bot closed the pull request first, and then the merge failed: everyone read of a law that there was not.",
        (Plant(f"{REFEREE}._judged", noting_its_reader), Plant(f"{REFEREE}._write", answering_first)),
        Named("tests/referee/test_overtaken.py::test_nothing_is_said_of_what_did_not_land"),
    ),
    Bug(
        "the labels of others are wiped",
        "Every /close and every vote of nomic-bot's set the labels anew, and whatever people had put there was gone.",
        (
            Plant(
                "engine.referee.answering.shown:surplus_labels",
                lambda sound, wanted, has: [label for label in has if as_ours(label) not in wanted["set"]],
            ),
        ),
        Seed(0, 6, "has lost the labels"),
    ),
    Bug(
        "wrong input gets no answer",
        "Half of what people wrote wrongly to nomic-bot was passed over in silence.",
        (Plant("engine.game.fold.judging:_refused", silent_where_nothing_was_understood),),
        Seed(0, 3, "was refused without an answer"),
    ),
    Bug(
        "what a run that died had still to say is never said",
        "A bot that speaks only of what it has just done leaves open whatever a crash cut off.",
        (Plant(f"{OUTBOX}._seen", lambda sound, outbox, key, wish: key not in outbox.fresh),),
        Seed(0, 3, "left unsaid"),
    ),
    Bug(
        "an answer is said again by the next run",
        "A run that dies after it has spoken leaves no note of that, and the next one says it all again.",
        (Plant(f"{OUTBOX}._there", lambda sound, *given, **named: {}),),
        Named(f"{TWICE}::test_what_a_pass_said_before_it_died_is_not_said_again_where_the_list_does_not_show_it_yet"),
    ),
)
