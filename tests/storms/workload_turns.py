"""Life where a game has to be begun and has turns, or days for votes: whoever's move it is makes it, and all who may vote do.

No ruleset is known here, but what several say in one way: `/start`, `/roll`, `/move`, and whose turn it is. It is drawn beside all else.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from tests.storms import scenarios, upheaval, usages, workload_any
from tests.storms.actors import Actors
from tests.storms.island import TABLE
from tests.storms.plan import DAY, HOUR, WEEK, Script

OWNER: Final = "owner"
BEGUN: Final = (1_800, 2 * HOUR, 30 * HOUR)  # after the beginning of a season, and again, where that came to nothing
TURNS: Final = 4  # in a usual week
LATER: Final = 25 * HOUR  # by then a vote has begun that is to begin with a day
CONTENTS: Final = (
    *[scenarios.song] * 4,
    scenarios.silence,
    *[workload_any.parameter] * 2,
    upheaval.shelved,
    upheaval.shelved,
    workload_any.repeal,
)


def week(script: Script) -> None:
    """A week under any rules, and the turns in it."""
    workload_any.week(script)
    chance = random.Random(repr(script.chance.getstate()))
    for later in BEGUN if script.number == 0 else ():
        for who in (OWNER, *workload_any.PEOPLE[:2]):
            script.add(script.start + later, "begin", _saying(who, "/start"))
    for _ in range(TURNS * script.times):
        _turn(script, chance, script.start + chance.randrange(WEEK - DAY))


def _saying(who: str, text: str) -> Callable[[Actors], None]:
    """Where some rule has that command."""

    def act(actors: Actors) -> None:
        found = usages.in_force(actors.files(), actors.island.ruleset)
        if any(command.usage_text.split()[0] == text.split()[0] for command in found):
            actors.say(who, TABLE, text)

    return act


def mover(actors: Actors) -> str | None:
    """Whose turn it is, by the name they began with."""
    game = actors.state.game
    turn = game.get("turn")
    login = turn.get("player") if isinstance(turn, Mapping) else game.get("current")
    record = dict(actors.state.players()).get(str(login))
    return next((who for who, id_ in actors.people.items() if record is not None and id_ == record["id"]), None)


def active(actors: Actors) -> list[str]:
    """All who are, by those names."""
    ids = {p["id"] for _, p in actors.state.players() if isinstance(p, Mapping) and p.get("active")}
    return [who for who, id_ in actors.people.items() if id_ in ids]


def _turn(script: Script, chance: random.Random, at: int) -> None:
    scenario, content = scenarios.Scenario(chance.choice(workload_any.PEOPLE)), chance.choice(CONTENTS)

    def roll(actors: Actors) -> None:
        scenario.author = mover(actors) or scenario.author
        _saying(scenario.author, "/roll")(actors)

    def move(actors: Actors) -> None:
        steps = actors.state.game.get("roll")
        if isinstance(steps, int):
            _saying(scenario.author, f"/move {actors.chance.choice('NESW') * steps}")(actors)

    def make(actors: Actors) -> None:
        changes = content(actors)
        scenario.number = None if changes is None else actors.propose(scenario.author, _title(actors), changes)

    def open_it(actors: Actors) -> None:
        if scenario.number is not None:
            actors.retitle(scenario.number, _title(actors))
            actors.say(scenario.author, scenario.number, "/open")

    def vote(actors: Actors) -> None:
        number = scenario.number
        poll = actors.state.poll(str(number))
        if number is not None and poll is not None and poll["status"] == "open":
            for who in active(actors):
                actors.say(who, number, "nay" if actors.chance.random() < 0.1 else "yay")

    for later, act in ((0, roll), (200, move), (400, make), (600, open_it), (HOUR, vote), (LATER, vote)):
        script.add(at + later, "turn", act)


def _title(actors: Actors) -> str:
    return f"{int(actors.state.game.get('last_number') or 0) + 1} A turn"
