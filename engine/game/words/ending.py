"""Words for the end of a game: win and end_game."""

from engine.game.consulting import asking
from engine.game.replies import speech
from engine.game.words.checked import must_be_names, must_write
from engine.game.words.speech import must_be_sayable, must_have_room, sayable
from engine.game.world import wishes
from engine.game.world.room import must_fit
from engine.game.world.world import World
from engine.law.running.values import WrongUse


def win(world: World, players: list[str], reason: str) -> None:
    """Names winners, a list of names; the game goes on. Nobody is named where the law answers `may_be_named` with False."""
    must_write(world, "win")
    must_have_room(world)
    must_be_names("win", "players", players)
    players = list(dict.fromkeys(players))
    for player in players:
        must_be_sayable(world, player)
    reason = sayable(world, reason, behind=True)
    above = world.book.is_above(world.host.running)
    if not asking.ask_law(world, "may_be_named", lambda: True, players, above=above):
        wishes.announce(world, speech.won_in_vain(players, reason))
        return
    winners = list(world.game.get("winners") or [])
    world.patch("game", "game", winners=[*winners, *(p for p in players if p not in winners)])
    must_fit(world, "game", "game")
    wishes.announce(world, speech.won(players, reason))


def end_game(world: World, reason: str) -> None:
    """Afterwards everything but reading is refused."""
    must_write(world, "end_game")
    reason = sayable(world, reason, behind=True)
    if not reason.strip():
        raise WrongUse("end_game: say why the game is over")
    world.patch("game", "game", over=reason)
    wishes.announce(world, speech.game_over(reason))
