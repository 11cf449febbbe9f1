"""Life under any rules: commands drawn from the usages in force, proposals, votes and second thoughts. No ruleset is known here."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from engine.hub.accounts import BOT_ID
from engine.law.documents.document import Command
from tests.storms import chores, scenarios, usages
from tests.storms.actors import Actors
from tests.storms.island import TABLE
from tests.storms.plan import DAY, HOUR, Script

PEOPLE: Final = ("ana", "bo", "cy", "di", "eve")
_PARAMETER = re.compile(r"^(  [a-z_]+: )(\d+)$", re.MULTILINE)


def week(script: Script) -> None:
    """What happens in one week; in the first, everyone tries to join."""
    if script.number == 0:
        for place, who in enumerate(PEOPLE):
            for again in range(2):
                script.add(script.start + 60 * place + 600 * again, "join", saying(who, is_for_anyone))
    for _ in range(4 * script.times):
        who = script.chance.choice(PEOPLE)
        script.add(script.some_time(), "say", saying(who, anything))
    for _ in range(script.times):
        if script.often(0.6):
            scenarios.proposal(script, script.some_time(0, 4), PEOPLE, script.chance.choice(CONTENTS), title)
        if script.often(0.5):
            script.add(script.some_time(), "vote", vote_somewhere)
    for day in range(0, 7, 2):
        script.add(
            script.start + day * DAY + 5 * HOUR, "sweep", lambda actors: actors.runs.sweep(actors.now, actors.chance)
        )
    chores.week(script, "gus")


def anything(command: Command) -> bool:
    return True


def is_for_anyone(command: Command) -> bool:
    return "anyone" in command.who


def saying(who: str, wanted: Callable[[Command], bool]) -> Callable[[Actors], None]:
    """Somebody writes one of the commands in force, mostly on the table, else in a thread that is open."""

    def act(actors: Actors) -> None:
        found = [c for c in usages.in_force(actors.files(), actors.island.ruleset) if wanted(c)]
        if found:
            text = usages.written(actors.chance.choice(found), actors.chance, PEOPLE)
            actors.say(who, _place(actors), text)

    return act


def _place(actors: Actors) -> int:
    opened = [n for n, thread in actors.island.model.threads.items() if thread.state == "open"]
    return TABLE if actors.chance.random() < 0.6 else actors.chance.choice(opened)


def vote_somewhere(actors: Actors) -> None:
    """A vote in an open issue of the engine's."""
    threads = actors.island.model.threads.values()
    mine = [t.number for t in threads if t.author == BOT_ID and t.state == "open"]
    if mine:
        actors.say(actors.chance.choice(PEOPLE), actors.chance.choice(mine), actors.chance.choice(scenarios.VOTES))


def title(actors: Actors) -> str:
    number = int(actors.state.game.get("last_number") or 0) + 1
    return f"{number} A change"


def parameter(actors: Actors) -> scenarios.Changes | None:
    """The amendment of a number in the front matter of any rule."""
    folder = f"rules/{actors.island.ruleset}/"
    paths = [p for p, text in sorted(actors.files().items()) if p.startswith(folder) and _PARAMETER.search(text)]
    if not paths:
        return None
    path = actors.chance.choice(paths)
    add = actors.chance.choice((1, 1, 2, 10))
    return {path: _PARAMETER.sub(lambda hit: f"{hit[1]}{int(hit[2]) + add}", actors.files()[path], count=1)}


def repeal(actors: Actors) -> scenarios.Changes:
    """The repeal of any rule at all."""
    folder = f"rules/{actors.island.ruleset}/"
    return {actors.chance.choice(sorted(p for p in actors.files() if p.startswith(folder) and p.endswith(".md"))): None}


CONTENTS: Final[tuple[scenarios.Content, ...]] = (
    scenarios.song,
    scenarios.song,
    scenarios.silence,
    parameter,
    parameter,
    scenarios.broken,
)
