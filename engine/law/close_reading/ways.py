"""Laws in which nobody could become a player, or put a change of them to the vote: a game of them would never begin, or never change."""

from collections.abc import Iterator
from typing import Final

from engine.law.documents.problems import Problem
from engine.law.joining import opens_votes
from engine.law.reach import puts
from engine.law.rulebook import Rulebook
from engine.store.layout import folder_of

NOBODY_JOINS: Final = (
    "nobody can become a player: give a rule a command that is for anyone (`who: anyone`) and puts them among the `players`, such as "
    "the /join that `nomic rule law NAME` writes"
)
NOTHING_OPENS: Final = (
    "no change of the rules can be put to the vote: give a rule a command that calls `open_poll` with the `thread` of a pull request, "
    "such as the /open that `nomic rule law NAME` writes; else all must agree, by /rescue"
)
_FROM_OUTSIDE: Final = "issue_opened"  # of what rules hear, that which people do who are no players
_NO_PLAYERS: Final = frozenset({"anyone", "moderators", "administrators"})


def warnings(book: Rulebook) -> Iterator[Problem]:
    """About the law as a whole. Rules that cannot be read, or fail as they are loaded, may hold the way that is missed."""
    if book.unreadable or book.loaded.broken:
        return
    where = folder_of(book.ruleset).rstrip("/")
    if not _can_be_joined(book):
        yield Problem(where, 1, NOBODY_JOINS, "warning")
    if not opens_votes(book):
        yield Problem(where, 1, NOTHING_OPENS, "warning")


def _can_be_joined(book: Rulebook) -> bool:
    """Whether somebody is a player from the first, or can be made one by what people write who are none."""
    if any("players" in document.records for document in book.ranked):
        return True
    ways = [(s, c.run) for s, c in book.commands if not _NO_PLAYERS.isdisjoint(c.who)]
    ways += [(d.slug, d.on[_FROM_OUTSIDE]) for d in book.ranked if _FROM_OUTSIDE in d.on]
    return any("anyone" in c.who for _, c in book.commands) or any(puts(book, *way, "players") for way in ways)
