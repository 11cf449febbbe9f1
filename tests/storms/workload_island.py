"""Life on the island of the engine's own tests: shells, fish, huts, dives and councils."""

from __future__ import annotations

from typing import Final

from tests.storms import chores, scenarios
from tests.storms.actors import Actors
from tests.storms.plan import DAY, HOUR, Script

# The island has no tides of its own: this rule is due in the hour that summer time doubles and leaves out.
TIDES: Final = """---
rule: 150
title: Tides
state:
  game:
    tides: {type: integer, minimum: 0, default: 0}
schedule:
  - {cron: "30 2 * * 0", run: turn}
---
The tide turns in the night to Sunday.

```starlark
def turn():
    put("game", "game", get("game") | {"tides": get("game")["tides"] + 1})
```
"""
FIRST_LAW: Final = {"rules/island/150-tides.md": TIDES}
PEOPLE: Final = ("ana", "bo", "cy", "di", "eve")
STRANGERS: Final = ("zed", "yan")
WORDS: Final = (
    "/build",
    "/dive",
    "/give 1 shell to ana",
    "/give 2 shells to bo",
    "/rest",
    "/wake",
    "/wake",
    "/help",
    "/status",
    "/swim",
    "hello",
    "/give lots to bo",
)


def week(script: Script) -> None:
    """What happens in one week; in the first people land, later strangers and newcomers."""
    if script.number == 0:
        for place, who in enumerate(PEOPLE[:4]):
            scenarios.command(script, script.start + 60 * place, who, "/join")
    if script.number == 2:
        scenarios.command(script, script.start + HOUR, "eve", "/join")
        scenarios.command(script, script.start + DAY, "gus", "/join")
    people = PEOPLE[: 4 if script.number < 3 else 5]
    scenarios.talk(script, people, WORDS, script.times * script.chance.choice((1, 1, 2)))
    if script.often(0.2):
        scenarios.talk(script, STRANGERS, ("/dive", "hello", "/join now"), 1)
    for _ in range(script.times):
        _proposals(script, people)
    if script.often(0.12):
        _council(script, people)
    chores.week(script, "gus")


def _proposals(script: Script, people: tuple[str, ...]) -> None:
    at = script.some_time(0, 3)
    contents = (
        scenarios.song,
        scenarios.song,
        scenarios.silence,
        scenarios.parameter("fishing", "luck", ("1d4", "1d8", "2d6")),
        scenarios.parameter("landing", "first_shells", ("6", "7", "8")),
        scenarios.parameter("dives", "minutes", ("20", "45", "90")),
        scenarios.broken,
    )
    if script.often(0.45):
        scenarios.proposal(script, at, people, script.chance.choice(contents), _title)
    if script.often(0.08):
        chosen = [
            scenarios.parameter("fishing", "luck", values) for values in (("3d4", "1d12", "1d3"), ("1d10", "2d4"))
        ]
        scenarios.rivals(script, script.some_time(0, 3), people, chosen, _title)


def _title(actors: Actors) -> str:
    return f"Proposal {len(actors.island.model.threads)}"


def _council(script: Script, people: tuple[str, ...]) -> None:
    """A question to everyone, in an issue that the engine opens."""
    at = script.some_time(0, 4)
    scenarios.command(script, at, script.chance.choice(people), f"/council Shall we dance {script.number}?")
    for who in (*PEOPLE, "gus"):
        at += script.chance.choice((20, 40, 4 * HOUR))
        script.add(at, "vote", lambda actors, who=who: chores.vote_in_an_issue(actors, who, "council/"))  # type: ignore[misc]
