"""What groups do that play for long: polls of the shelf's rules, everybody speaking at once, players who leave and are back under another
name, a game that ends and goes on. It is drawn beside all else, where villages are turned over: other seasons are what they were."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from engine.cli import rules_on_disk
from engine.store.splice import slug_of
from tests.storms import scenarios, upheaval, usages
from tests.storms.actors import Actors
from tests.storms.island import TABLE
from tests.storms.plan import DAY, HOUR, WEEK, Script
from tests.storms.upheaval import PEOPLE

ROOT: Final = Path(__file__).parents[2]
SHELF: Final = ("election", "ranked-poll", "weighted-vote", "auction", "delegation", "quadratic")
COLOURS: Final = ("red", "green", "blue")
WORDS: Final = ("yay", "nay", "yay", "nay", "hm", "/status")
AT_ONCE: Final = 100
OFTENER: Final = 5  # times than the game ends: little is done in one that is over
_NUMBER: Final = re.compile(r"^rule: .*\n", re.MULTILINE)
FINISH: Final = """---
rule: next
title: The curtain
commands: [{usage: /curtain, run: fall, help: End the game.}]
---
With /curtain the game is over.

```starlark
def fall(player):
    end_game("The curtain fell.")
```
"""


def week(script: Script, seed: int) -> None:
    chance = random.Random(f"{seed}/company/{script.number}")
    for _ in range(max(1, round(script.density / 2))):
        (name,) = chance.choices(NAMES, [1 if name == ENDED else OFTENER for name in NAMES])
        _AFFAIRS[name](script, chance, script.start + chance.randrange(WEEK - 3 * DAY))


def _add(script: Script, at: int, name: str, act: Callable[[Actors], bool | None]) -> None:
    """It struck if it says so."""

    def acted(actors: Actors) -> None:
        if act(actors):
            actors.island.fault_plan.strike(name)

    script.add(at, name, acted)


# polls of rules


@cache
def _shipped() -> dict[str, str]:
    return dict(rules_on_disk.read(ROOT))


def _off_the_shelf(actors: Actors, chance: random.Random) -> dict[str, str | None]:
    """Some of its rules without their numbers, and what they load, as far as it is not there."""
    library = {path: text for path, text in _shipped().items() if path.startswith("rules/library/")}
    wanted = chance.sample(SHELF, 3)
    found = {
        path: text
        for path, text in _shipped().items()
        if re.fullmatch(rf"rules/shelf/\d+-({'|'.join(wanted)})\.md", path)
    }
    folder = f"rules/{actors.island.ruleset}/"
    there = {slug_of(path) for path in actors.files() if path.startswith(folder)}
    new = {
        f"{folder}900-{slug_of(path)}.md": _NUMBER.sub("rule: next\n", text, count=1) for path, text in found.items()
    }
    new = {path: text for path, text in new.items() if slug_of(path) not in there}
    missing: dict[str, str | None] = {path: text for path, text in library.items() if path not in actors.files()}
    return {**missing, **new} if new else {}


def _polls(script: Script, chance: random.Random, at: int) -> None:
    """An administrator puts rules off the shelf in force; people ask, elect, bid and stake, vote in that, and think again."""

    def enact(actors: Actors) -> None:
        changes = _off_the_shelf(actors, actors.chance)
        if changes:
            actors.commit_by_hand(changes)

    def ask(actors: Actors) -> None:
        for text in (
            f"/elect {actors.chance.choice(PEOPLE)}",
            f"/rank {', '.join(COLOURS)}",
            "/auction a lamp",
            "/follow bo",
        ):
            actors.say(actors.chance.choice(PEOPLE), TABLE, text)

    def vote(actors: Actors) -> bool:
        polls = [poll for _, poll in actors.state.collection("polls") if poll["status"] == "open" and poll["tag"]]
        numbers = {actors.state.number_of(poll["tag"]): poll["kind"] for poll in polls}
        for number, kind in numbers.items():
            for who in PEOPLE if number is not None else ():
                actors.say(who, number or 0, _choice(actors, kind))
        return bool(polls)

    def think_again(actors: Actors) -> None:
        mine = [s for s in actors.ledger.comments.values() if " > " in s.text and s.deleted_at is None]
        for said in actors.chance.sample(mine, min(3, len(mine))):
            if actors.chance.random() < 0.3:
                actors.delete(said.id)
            else:
                actors.edit(said.id, _choice(actors, "ranked"))

    def bid(actors: Actors) -> None:
        for place, who in enumerate(PEOPLE):
            seal = hashlib.sha256(f"{place + 1} owl".encode()).hexdigest()
            actors.say(who, TABLE, f"/bid {seal} in 1")

    def show(actors: Actors) -> None:
        for place, who in enumerate(PEOPLE):
            actors.say(who, TABLE, f"/show {place + 1} owl in 1")

    script.add(at, POLLED, enact)
    script.add(at + HOUR, POLLED, ask)
    _add(script, at + 2 * HOUR, POLLED, vote)
    for later, act in ((2 * HOUR + 60, think_again), (3 * HOUR, bid), (DAY, think_again), (53 * HOUR, show)):
        script.add(at + later, POLLED, act)


def _choice(actors: Actors, kind: str) -> str:
    if kind != "ranked" or actors.chance.random() < 0.1:
        return actors.chance.choice(("yay", "yay", "nay"))
    return " > ".join(actors.chance.sample(COLOURS, len(COLOURS)))


# people


def _rush(script: Script, chance: random.Random, at: int) -> None:
    """Where a vote is open, a hundred words within a minute, some of them edited or taken back in the same second."""

    def act(actors: Actors) -> bool:
        opened = [n for n in actors.ledger.proposals if actors.island.model.threads[n].state == "open"]
        polls = {number: actors.state.poll(str(number)) for number in opened}
        voted = [number for number, poll in polls.items() if poll is not None and poll["status"] == "open"]
        for _ in range(AT_ONCE // 10 if voted else 0):
            said = actors.say(actors.chance.choice(PEOPLE), voted[0], actors.chance.choice(WORDS))
            if said is not None and actors.chance.random() < 0.2:
                actors.edit(said, actors.chance.choice(("yay", "nay")))
            elif said is not None and actors.chance.random() < 0.1:
                actors.delete(said)
        return bool(voted)

    for later in range(0, 60, 6):
        _add(script, at + later, RUSHED, act)


def _anew(script: Script, chance: random.Random, at: int) -> None:
    """Somebody leaves for good, takes another name and joins once more; who takes the old name joins as well, and both vote."""
    who = chance.choice(PEOPLE)
    stranger = f"late {who} {script.number}"

    def leave(actors: Actors) -> None:
        actors.say(who, TABLE, actors.chance.choice(("/forfeit for good", "/forfeit", "/inactive")))

    def rename(actors: Actors) -> bool:
        if actors.is_gone(who):
            return False
        old = actors.login(who)
        actors.rename(who, f"{who}-{actors.now % 10_000}")
        actors.people[stranger] = actors.island.id(old)
        return True

    def join(actors: Actors) -> None:
        found = [c for c in usages.in_force(actors.files(), actors.island.ruleset) if "anyone" in c.who]
        for one in (who, stranger):
            if found and one in actors.people:
                actors.say(one, TABLE, usages.written(actors.chance.choice(found), actors.chance, PEOPLE))

    def vote(actors: Actors) -> None:
        opened = [n for n in actors.ledger.proposals if actors.island.model.threads[n].state == "open"]
        for number in opened[-2:]:
            for one in (who, stranger):
                if one in actors.people:
                    actors.say(one, number, "yay")

    script.add(at, NAMED_ANEW, leave)
    _add(script, at + HOUR, NAMED_ANEW, rename)
    for later, act in ((HOUR + 60, join), (2 * HOUR, join), (3 * HOUR, vote)):
        script.add(at + later, NAMED_ANEW, act)


def _end(script: Script, chance: random.Random, at: int) -> None:
    """A rule ends the game; people go on speaking, and days later all agree on what brings it back."""

    def enact(actors: Actors) -> None:
        actors.commit_by_hand({f"rules/{actors.island.ruleset}/900-curtain.md": FINISH})

    def is_over(actors: Actors) -> bool:
        return bool(actors.state.game.get("over"))

    def go_on(actors: Actors) -> None:
        opened = [n for n, thread in actors.island.model.threads.items() if thread.state == "open"]
        for who in PEOPLE:
            actors.say(who, actors.chance.choice(opened), actors.chance.choice((*WORDS, "/open", "/resolve")))

    script.add(at, ENDED, enact)
    for who in PEOPLE[:3]:
        script.add(at + HOUR, ENDED, lambda actors, who=who: scenarios.done(actors.say(who, TABLE, "/curtain")))  # type: ignore[misc]
    for later in (2 * HOUR, 20 * HOUR):
        script.add(at + later, ENDED, go_on)
    _add(script, at + DAY, ENDED, is_over)
    upheaval.rescue(script, chance, at + DAY + HOUR)
    script.add(at + 6 * DAY, ENDED, go_on)


POLLED: Final = "polls of the shelf's rules"
RUSHED: Final = "a hundred words in a minute"
NAMED_ANEW: Final = "player back under another name"
ENDED: Final = "game that ends and goes on"
_AFFAIRS: Final[dict[str, upheaval.Affair]] = {POLLED: _polls, RUSHED: _rush, NAMED_ANEW: _anew, ENDED: _end}
NAMES: Final = tuple(_AFFAIRS)
