"""How one becomes a player, and an active one again: the law's own commands for it, found by what they do."""

from engine.law.documents.document import Command
from engine.law.reach import functions, kinds_opened_here, opens_here, puts, reaches, says
from engine.law.rulebook import Rulebook
from engine.store.once import once


def joining(book: Rulebook) -> list[Command]:
    """The commands open to anyone that can make a player; if none is seen to, all that are open to anyone."""
    open_to_all = [(slug, command) for slug, command in book.commands if "anyone" in command.who]
    making = [command for slug, command in open_to_all if puts(book, slug, command.run, "players")]
    return making or [command for _, command in open_to_all]


def returning(book: Rulebook) -> list[tuple[str, Command]]:
    """The commands without arguments, each with its rule, that may make a player active who is not, and need no vote for it."""
    theirs = [(s, c) for s, c in book.commands if not {"players", "anyone"}.isdisjoint(c.who)]
    bare = [(s, c) for s, c in theirs if not c.usage.arguments_in_order]
    waking = [(s, c) for s, c in bare if puts(book, s, c.run, "players") and says(book, s, c.run, "active", True)]
    return [(slug, command) for slug, command in waking if not reaches(book, slug, command.run, "open_poll")]


@once
def opening(book: Rulebook) -> list[tuple[str, Command]]:
    """The commands without arguments by which a proposal is put to the vote, each with its rule, the strongest rule's first.

    Where no rule names a thread, all that open a poll.
    """
    here = [(slug, command) for slug, command in _bare(book) if opens_here(book, slug, command.run)]
    return here or leading_to(book, "open_poll")


def openers(book: Rulebook) -> list[str]:
    """How these are written."""
    return [command.usage_text for _, command in opening(book)]


@once
def leading_to(book: Rulebook, word: str) -> list[tuple[str, Command]]:
    """The commands without arguments by which a rule that works can come to use a word."""
    return [(slug, command) for slug, command in _bare(book) if reaches(book, slug, command.run, word)]


def _bare(book: Rulebook) -> list[tuple[str, Command]]:
    return [(s, c) for s, c in book.commands if not c.usage.arguments_in_order and s not in book.loaded.broken]


def kinds_of_proposals(book: Rulebook) -> list[str]:
    """The kinds of polls that those commands open in a thread that is there, as far as they are written out."""
    return sorted({kind for slug, command in opening(book) for kind in kinds_opened_here(book, slug, command.run)})


def opens_votes(book: Rulebook) -> bool:
    """Whether any rule that works can put a proposal to the vote, by a command or when it hears of something."""
    working = [slug for slug in book.documents if slug not in book.loaded.broken]
    return opening(book) != [] or any(
        opens_here(book, slug, name) for slug in working for name in functions(book, slug)
    )
