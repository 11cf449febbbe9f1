"""How one becomes a player: the law's own commands for it, found by what they do."""

from __future__ import annotations

from engine.law.document import Command
from engine.law.reach import puts
from engine.law.rulebook import Rulebook


def joining(book: Rulebook) -> list[Command]:
    """The commands open to anyone that can make a player; if none is seen to, all that are open to anyone."""
    open_to_all = [(slug, command) for slug, command in book.commands if "anyone" in command.who]
    making = [command for slug, command in open_to_all if puts(book, slug, command.run, "players")]
    return making or [command for _, command in open_to_all]
