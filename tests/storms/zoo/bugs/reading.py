"""Readings of the forge that are not whole, or that see things twice."""

from __future__ import annotations

from typing import Final

from tests.storms.zoo.bug import Bug, Named, Seed
from tests.storms.zoo.planting import Plant

LISTING, READING = "engine/forge/listing.py", "engine/referee/intake/reading.py"
LISTS, ERRORS = "tests/forge/test_github_lists.py", "tests/forge/test_github_errors.py"

BUGS: Final = (
    Bug(
        "only the first page is read",
        "openchaos and other bots read the thirty newest pull requests; older ones vanished from the ballot.",
        (Plant(LISTING, 'more = bool(items) and "next" in answer.links', "more = False"),),
        Seed(4, 6, "was never judged"),
    ),
    Bug(
        "of a long thread only the first page is read",
        "The same within one thread: whoever votes late is not counted.",
        (Plant(LISTING, 'last = first.links.get("last") or _walked(wire, path, first)', "last = 1"),),
        Named(f"{LISTS}::test_no_comment_that_stays_is_missed_while_others_are_deleted"),
    ),
    Bug(
        "a rate limit is taken for the end of the list",
        "An error in the middle of a list left the first part of it, and the rest had not happened.",
        (
            Plant(
                LISTING,
                "        answer = wire.read(path, list_of_all=True, **query, **window(cursor, page))\n",
                "        try:\n"
                "            answer = wire.read(path, list_of_all=True, **query, **window(cursor, page))\n"
                "        except Unreachable:\n"
                "            answer = Answer([], {})\n",
            ),
        ),
        Named(f"{ERRORS}::test_a_502_in_the_middle_of_a_list_gives_no_part_of_it"),
    ),
    Bug(
        "a comment that the list shows late is never read",
        "Who asks for what is newer than the newest thing seen misses what GitHub's replicas show a moment later.",
        (Plant(READING, "self.since = max(0, self.cursor - SECONDS_SEEN)", "self.since = self.cursor + 1"),),
        Seed(0, 3, "was never judged"),
    ),
    Bug(
        "what was judged is forgotten too soon",
        "An event that is delivered twice, hours apart, is carried out twice.",
        (
            Plant(
                "engine/game/fold/journaling.py",
                "cursor - happenings.SECONDS_SEEN)",
                "cursor - 60)",
            ),
        ),
        Seed(0, 3, "was judged 2 times"),
    ),
    Bug(
        "an edit runs a command again",
        "Bots that listen to every event of a comment carry its command out once more when a typo in it is mended.",
        (
            Plant(
                READING,
                'found |= {"kind": "edited", **returning.edit(',
                'found |= {"kind": "said", **returning.edit(',
            ),
        ),
        Seed(0, 3, "was judged 2 times"),
    ),
    Bug(
        "the same words twice are taken for one event",
        "To be safe from doubled events, a bot throws away whatever somebody has said before in that place.",
        (
            Plant(
                "engine/game/happening.py",
                'once = {h["id"]: h for h in reversed(happenings)}',
                'once = {(h["kind"], h.get("thread"), str(h.get("actor")), h.get("text") or h["id"]): h '
                "for h in reversed(happenings)}",
            ),
        ),
        Seed(2, 12, "was never judged"),
    ),
    Bug(
        "a comment that is edited into a command is carried out",
        "What was harmless when the others read it is a command when the bot comes by.",
        (
            Plant(
                "engine/game/fold/handlers.py",
                '    if happening.get("edited"):\n        return _edited_unread(text)\n',
                "",
            ),
        ),
        Named("tests/referee/test_edits.py::test_a_command_that_was_edited_before_it_was_read_is_not_carried_out"),
    ),
    Bug(
        "the bot believes what a comment says of it",
        "rfcbot kept its votes as ticked boxes in a comment of its own and wrote over them; a copy of it would have done as well.",
        (
            Plant(
                "engine/referee/answering/markers.py",
                "_MARK.finditer(tail[1])} if tail else {}",
                "_MARK.finditer(body)} if tail else {}",
            ),
        ),
        Named("tests/referee/test_markers.py::test_a_mark_in_what_was_said_is_not_believed"),
    ),
)
