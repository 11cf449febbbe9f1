"""A comment that is no vote: the command that it is, carried out, or what is said to whoever meant one."""

from functools import partial

from engine.game.consulting import asking, coming_back, commands, mending
from engine.game.entries import Outcome
from engine.game.fold import engine_commands, meant, moved, nearly
from engine.game.proposals import proposing, rank
from engine.game.refusal import Refusal
from engine.game.replies import refusals
from engine.game.world.facts import is_player
from engine.game.world.world import World
from engine.law.reach import reaches
from engine.store import seen


def command(world: World, text: str) -> Outcome:
    """Carries out the command that a text is. Raises Refusal for what is meant as one and cannot be carried out."""
    text = seen.composed(seen.spaced(text)).strip()
    if not text:
        return {"is": "ignored"}
    if commands.looks_like_one(text):
        if len(text) > commands.LONGEST:
            raise refusals.too_long(commands.LONGEST)
        if not seen.is_plain(text):
            raise refusals.odd_characters()
    nearly.refuse_several(world, text)
    if engine_commands.run(world, text):
        return {"is": "done", "command": text.split()[0].lower()}
    found = commands.match(world, text)
    if found is None:
        meant.refuse_taking_back(world, text)
        meant.refuse_commanded(world, text)
        nearly.refuse_what_is_none(world, text)
        return meant.talk(world, text)
    if not seen.is_plain(text):  # it begins with no slash
        raise refusals.odd_characters()
    not_paused_or_over(world)
    _may(world, found)
    if reaches(world.book, found.slug, found.command.run, ("open_poll", "resolve", "withdraw")):
        mending.in_thread(world, partial(_carry_out, world, found))
    else:
        _carry_out(world, found)
    if is_player(world):
        asking.tell(world, "acted", world.moment.writer)
    return {"is": "done", "command": found.command.run, "rule": found.slug}


def _carry_out(world: World, found: commands.Match) -> None:
    values = commands.arguments(world, found)
    writer = world.moment.writer
    world.moment.commander = writer
    above = world.book.is_above(found.slug) or _opens_above(world, found)
    asking.carry_out(world, found.slug, found.command.run, writer, *values, above=above)


def _opens_above(world: World, found: commands.Match) -> bool:
    """Whether the command opens for voting what the higher class would decide: no other class forbids it."""
    number = world.moment.thread
    if number is None or world.thread(number).get("kind") != "pull" or not rank.may_decide_above(world):
        return False
    if not reaches(world.book, found.slug, found.command.run, "open_poll"):
        return False
    try:
        return proposing.would_be_above(world, number)
    except Refusal:  # what cannot be read is not opened, and what is opened elsewhere does not hang on it
        return False


def _may(world: World, found: commands.Match) -> None:
    if found.slug in world.book.loaded.broken:
        raise refusals.broken_rule(world.book, found.slug)
    coming_back.must_be_theirs(world, found.command, world.moment.writer)
    moved.refuse_before_confirmed(world)


def not_paused_or_over(world: World) -> None:
    not_over(world)
    if world.notes.paused_at is not None:
        raise refusals.paused()


def not_over(world: World) -> None:
    if world.game.get("over"):
        raise refusals.game_over(str(world.game["over"]))
