"""Readings of the forge that are not whole, or that see things twice."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.forge.wire import Answer
from engine.game.fold import commanded
from engine.game.happening import SECONDS_SEEN
from engine.game.refusal import Refusal
from engine.referee.intake.news import News
from engine.referee.ports import Unreachable
from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

LISTING, READING = "engine.forge.listing", "engine.referee.intake.reading:Reader"
LISTS, ERRORS = "tests/forge/test_github_lists.py", "tests/forge/test_github_errors.py"


@dataclass(frozen=True)
class Reading:
    """A wire to GitHub that is read otherwise."""

    wire: Any
    how: Any

    def read(self, *given: Any, **query: Any) -> Any:
        return self.how(self.wire.read, *given, **query)


def lists_read(how: Any) -> Any:
    return lambda sound, wire, *given, **named: sound(Reading(wire, how), *given, **named)


def without_more(read: Any, *given: Any, **query: Any) -> Any:
    return replace(read(*given, **query), links={})


def or_nothing(read: Any, *given: Any, **query: Any) -> Any:
    try:
        return read(*given, **query)
    except Unreachable:
        return Answer([], {})


def from_the_newest_on(sound: Any, reader: Any) -> None:
    sound(reader)
    reader.since = reader.cursor + 1
    reader.news = News(reader.seen, reader.since)


def too_soon(sound: Any, world: Any, name: str, key: str, value: Any, oldest: int) -> None:
    sound(world, name, key, value, oldest + SECONDS_SEEN - 60 if name == "seen" else oldest)


def once_said(sound: Any, happenings: Any) -> Any:
    def same(happening: Any) -> Any:
        words = happening.get("text") or happening["id"]
        return happening["kind"], happening.get("thread"), str(happening.get("actor")), words

    return sound([*{same(happening): happening for happening in reversed(happenings)}.values()])


def edited_or_not(sound: Any, world: Any) -> Any:
    try:
        return sound(world)
    except Refusal as refusal:
        if refusal.code != "edited":
            raise
        return commanded.command(world, world.moment.happening["text"].strip())


BUGS: Final = (
    Bug(
        "only the first page is read",
        "openchaos and other bots read the thirty newest pull requests; older ones vanished from the ballot.",
        (Plant(f"{LISTING}:changed_since", lists_read(without_more)),),
        Seed(4, 6, "was never judged"),
    ),
    Bug(
        "of a long thread only the first page is read",
        "The same within one thread: whoever votes late is not counted.",
        (Plant(f"{LISTING}:whole_list", lists_read(without_more)),),
        Named(f"{LISTS}::test_no_comment_that_stays_is_missed_while_others_are_deleted"),
    ),
    Bug(
        "a rate limit is taken for the end of the list",
        "An error in the middle of a list left the first part of it, and the rest had not happened.",
        (Plant(f"{LISTING}:changed_since", lists_read(or_nothing)),),
        Named(f"{ERRORS}::test_a_502_in_the_middle_of_a_list_gives_no_part_of_it"),
    ),
    Bug(
        "a comment that the list shows late is never read",
        "Who asks for what is newer than the newest thing seen misses what GitHub's replicas show a moment later.",
        (Plant(f"{READING}.__post_init__", from_the_newest_on),),
        Seed(0, 3, "was never judged"),
    ),
    Bug(
        "what was judged is forgotten too soon",
        "An event that is delivered twice, hours apart, is carried out twice.",
        (Plant("engine.game.world.world:World.remember", too_soon),),
        Seed(0, 3, "was judged 2 times"),
    ),
    Bug(
        "an edit runs a command again",
        "Bots that listen to every event of a comment carry its command out once more when a typo in it is mended.",
        (
            Plant(
                "engine.referee.intake.returning:edit",
                lambda sound, *given: {**sound(*given), "kind": "said"},
            ),
        ),
        Seed(0, 3, "was judged 2 times"),
    ),
    Bug(
        "the same words twice are taken for one event",
        "To be safe from doubled events, a bot throws away whatever somebody has said before in that place.",
        (Plant("engine.game.happening:in_order", once_said),),
        Seed(2, 12, "was never judged"),
    ),
    Bug(
        "a comment that is edited into a command is carried out",
        "What was harmless when the others read it is a command when the bot comes by.",
        (Plant("engine.game.fold.handlers:_said", edited_or_not),),
        Named("tests/referee/test_edits.py::test_a_command_that_was_edited_before_it_was_read_is_not_carried_out"),
    ),
    Bug(
        "the bot believes what a comment says of it",
        "rfcbot kept its votes as ticked boxes in a comment of its own and wrote over them; a copy of it would have done as well.",
        (
            Plant(
                "engine.referee.answering.markers:marks",
                lambda sound, body: sound("\n".join([body, "".join(re.findall("<!--.*?-->", body))])),
            ),
        ),
        Named("tests/referee/test_markers.py::test_a_mark_in_what_was_said_is_not_believed"),
    ),
)
