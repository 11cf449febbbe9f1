"""What a game could have and has not: told beside what is wrong, and nothing of it is."""

from collections.abc import Iterator
from typing import Final

from engine.doctor import clock
from engine.doctor.api import Hidden
from engine.doctor.case import Case, Finding, Unknown
from engine.forge.shapes import Malformed, text_or_empty
from engine.game.calendar import stamp
from engine.referee.ports import ForgeError
from engine.site.frontpage import BEGIN, END, README, has_place
from engine.store.guard import YamlProblem
from engine.store.records import GAME, STATE
from engine.template import pins
from engine.template.beginning import PIN

SHOWN: Final = 10
# https://docs.github.com/en/rest/interactions/repos
_LET_IN: Final = {
    "existing_users": "whoever has had an account for a day",
    "contributors_only": "whoever has committed to main",
    "collaborators_only": "collaborators",
}


def board(case: Case) -> Iterator[Finding]:
    """Whether the README has a place for the board: games that began before there was one have none."""
    if GAME in case.files and case.readme is not None and not has_place(case.readme):
        lines = f"`printf '\\n{BEGIN}\\n{END}\\n' >> {README}`"
        yield Finding(
            f"{README} has no place for the board, so none is drawn there.",
            f"Put a line `{BEGIN}` and below it a line `{END}` where it shall be, or at its end by {lines}, and push.",
        )


def moving_pin(case: Case) -> Iterator[Finding]:
    """Whether the pin fixes no engine: the one that judges is exchanged between two passes, and no commit tells of it."""
    if pins.moves(case.files.get(PIN, "")):
        yield Finding(
            f"{PIN} names neither a version of the engine nor a commit: whichever is newest when it is installed judges the game.",
            "`nomic upgrade` writes its own version; of an address, `nomic upgrade --engine` takes one with a version or a commit.",
        )


def undeclared(case: Case) -> Iterator[Finding]:
    """Whether records have what no rule declares: a slip of who wrote them by hand, or what a repealed rule has left."""
    try:
        found = case.lawful["undeclared"]
    except (Unknown, YamlProblem):  # a check says so
        return
    if found:
        more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        yield Finding(
            f"No rule in force declares {', '.join(f'`{name}`' for name in found[:SHOWN])}{more}, which stands in {STATE}.",
            "If somebody's slip wrote it, take it away by a commit; what a rule that was repealed has left may stay.",
        )


def waiting_clock(case: Case) -> Iterator[Finding]:
    """Whether the table that the game came from was ahead of the time: nothing is to be done about that."""
    try:
        waits = clock.waits(case)
    except Unknown:  # a check says so
        return
    if waits:
        yield Finding(
            f"The table's clock was ahead when the game moved: it goes on at {stamp(case.state.time)}, and it is {stamp(case.now)}.",
            "Until then nothing falls due and no term runs out; moves and votes count all the same. Nothing is to be done.",
        )


def proposing(case: Case) -> Iterator[Finding]:
    """Whether GitHub lets collaborators alone open pull requests: where they are all who play, that is as it should be."""
    try:
        found = case.repository() or {}
    except (Unknown, Hidden, Malformed, ForgeError):  # a check says so
        return
    if found.get("pull_request_creation_policy") == "collaborators_only":
        yield Finding(
            "Only collaborators may open pull requests: whoever else plays cannot propose.",
            "Settings, General, Features, Pull requests: let everybody open them, or invite those who play.",
        )


def interactions(case: Case) -> Iterator[Finding]:
    """Whether GitHub lets only some write, as somebody may have set it against spam: who is kept out gets no word of the game's."""
    try:
        found = case.asked().setting("interaction-limits") or {}
        limit, until = (text_or_empty(found, key) for key in ("limit", "expires_at"))
    except (Unknown, Hidden, Malformed, ForgeError):  # nobody else may see it
        return
    if limit:
        yield Finding(
            f"Until {until or 'somebody ends it'} only {_LET_IN.get(limit, limit)} may comment, or open issues and pull requests.",
            "Settings, Moderation options, Interaction limits: end it, or leave it while it is needed.",
        )
