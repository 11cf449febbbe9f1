"""Words for the end of a game: win and end_game."""

from engine.game.consulting import asking
from engine.game.replies import speech
from engine.game.words.checked import must_be_names, must_write
from engine.game.words.speech import must_be_sayable, must_have_room, sayable
from engine.game.world import wishes
from engine.game.world.room import must_fit
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.running.values import WrongUse


def win(world: World, players: list[str], reason: str) -> None:
    """Names winners, a list of names; the game goes on. Nobody is named where the law answers `may_be_named` with False.
    Who wins together stands in one list."""
    must_write(world, "win")
    must_have_room(world)
    must_be_names("win", "players", players)
    players = list(dict.fromkeys(players))
    for player in players:
        must_be_sayable(world, player)
    reason = sayable(world, reason, behind=True)
    if not _may_be_named(world, players):
        _must_not_be_too_many(world, players)
        wishes.announce(world, speech.won_in_vain(players, reason))
        return
    winners = list(world.game.get("winners") or [])
    world.patch("game", "game", winners=[*winners, *(p for p in players if p not in winners)])
    must_fit(world, "game", "game")
    wishes.announce(world, speech.won(players, reason))


def _may_be_named(world: World, players: list[str]) -> bool:
    above = world.book.is_above(world.host.running)
    return bool(asking.ask_law(world, "may_be_named", lambda: True, players, above=above))


def _must_not_be_too_many(world: World, players: list[str]) -> None:
    """Raises WrongUse where these might be named but for others whom this happening has named: by being named one by one some of those
    would win of whom, named together, nobody does."""
    were = (world.records.before(0, ("game", "game")) or world.game).get("winners") or []
    if were == (world.game.get("winners") or []):
        return
    with supposing(world):
        world.patch("game", "game", winners=were)
        alone = _may_be_named(world, players)
    if alone:
        raise WrongUse("win: by the rules nobody more may win at this moment: name all who win together in one list")


def end_game(world: World, reason: str) -> None:
    """Afterwards everything but reading is refused."""
    must_write(world, "end_game")
    reason = sayable(world, reason, behind=True)
    if not reason.strip():
        raise WrongUse("end_game: say why the game is over")
    world.patch("game", "game", over=reason)
    wishes.announce(world, speech.game_over(reason))
