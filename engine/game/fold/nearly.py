"""Comments that are nearly commands: several at once, or one without its slash or with signs around it. They are told so."""

from __future__ import annotations

from typing import Final

from engine.game.consulting import commands
from engine.game.fold import engine_commands
from engine.game.replies import command_refusals
from engine.game.world.world import World
from engine.law.document import Command

LONGEST: Final = 80  # a longer line that begins like a command is more likely talk
MOST_LINES: Final = 50


def refuse_several(world: World, text: str) -> None:
    """Raises Refusal for a text that begins with a command and has a line more that is one by itself."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not 2 <= len(lines) <= MOST_LINES or not lines[0].startswith("/"):
        return
    more = [line for line in lines[1:] if line.startswith("/") and _is_one(world, line)]
    if more:
        raise command_refusals.one_to_a_comment([lines[0], *more])


def refuse_what_is_none(world: World, text: str) -> None:
    """Raises Refusal for what begins like a command and is none, and for talk that would be one with a slash before it, or
    without the signs around it."""
    if commands.looks_like_one(text):
        unreadable = [str(problems[0]) for problems in world.book.unreadable.values()]
        with world.host.burning("", ""):
            near = commands.nearest(world, text)
            choices, example = commands.choices(world, text), commands.example_near(world, text)
        raise command_refusals.unknown_command(text, near, unreadable, choices, example)
    line = text.strip().strip("`*_ ").strip()
    if not line or len(line) > LONGEST or "\n" in line:
        return
    begun = _begun(world, line)
    if begun is not None:
        raise command_refusals.write_it_like(begun.usage_text, commands.example(begun))
    command = f"/{line.lstrip('/').strip()}"
    if _is_one(world, command):
        raise command_refusals.write_it_so(command)


def _is_one(world: World, line: str) -> bool:
    with world.host.burning("", ""):
        found = commands.match(world, line)
    return engine_commands.is_one(line) or (found is not None and found.command.usage_text.startswith("/"))


def _begun(world: World, line: str) -> Command | None:
    """The command of words alone, without a slash, that a line begins like: by its first two words."""
    first = line.casefold().split()[:2]
    wordy = [command for _, command in world.book.commands if not command.usage_text.startswith("/")]
    return next((c for c in wordy if len(first) == 2 and c.usage_text.casefold().split()[:2] == first), None)
