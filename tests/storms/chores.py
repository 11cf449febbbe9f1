"""What happens around any game: names change hands, accounts go, administrators commit and merge by hand."""

from __future__ import annotations

from typing import Final

from engine.hub.accounts import BOT_ID
from engine.store import canon
from engine.store.records import folder
from tests.storms.actors import Actors
from tests.storms.island import TABLE
from tests.storms.plan import DAY, Script

COUNTED: Final = {"island": "shells", "credo": "points"}


def week(script: Script, leaver: str) -> None:
    """`leaver` is who will delete the account one day."""
    if script.number % 3 == 0:
        script.add(script.start + 3 * DAY - 7, "sweep", lambda actors: actors.runs.sweep(actors.now, actors.chance))
    if script.often(0.25):
        script.add(script.some_time(), "hand edit on main", edit_by_hand)
    if script.often(0.2):
        script.add(script.some_time(), "merge by hand", merge_by_hand)
    if script.number == 4 and script.often(0.5):
        script.add(script.some_time(), "account gone", lambda actors: actors.leave_the_forge(leaver))
    if script.often(0.12):
        script.add(script.some_time(), "account renamed", rename)
    if script.often(0.1):
        at = script.some_time()
        for text, later in (("/pause", 0), ("/resume", DAY)):
            script.add(at + later, "say", lambda actors, text=text: _say(actors, "owner", text))  # type: ignore[misc]


def _say(actors: Actors, who: str, text: str) -> None:
    actors.say(who, TABLE, text)


def edit_by_hand(actors: Actors) -> None:
    """An administrator changes the world, or something beside it, without asking the engine."""
    files = actors.files()
    players = sorted(p for p in files if p.startswith(folder("players")))
    if not players or actors.chance.random() < 0.4:
        actors.commit_by_hand({"notes.txt": f"{actors.chance.random()}\n"})
        return
    path = actors.chance.choice(players)
    record = canon.read(files[path])
    counts = sorted(name for name, value in record.items() if type(value) is int and name not in ("id", "at"))
    field = COUNTED.get(actors.island.ruleset) or actors.chance.choice(counts or ["login"])
    value = actors.chance.randrange(20, 90) if field in record and counts else record["login"]
    actors.commit_by_hand({path: canon.emit_dated({**record, field: value})})


def merge_by_hand(actors: Actors) -> None:
    """What GitHub would not let the engine merge, an administrator merges."""
    for number in sorted(actors.ledger.proposals):
        poll = actors.state.poll(str(number))
        waiting = poll is not None and poll["status"] == "adopted" and poll.get("landed") is False
        if waiting and actors.island.model.threads[number].state == "open":
            actors.merge_by_hand(number)
            return


def rename(actors: Actors) -> None:
    """Somebody takes another name; the old one goes to a stranger, who tries it out."""
    who = actors.chance.choice(("cy", "di"))
    old = actors.login(who)
    actors.rename(who, f"{who}-{actors.now % 1_000}")
    if actors.chance.random() < 0.5:
        stranger = f"late {old}"
        actors.people[stranger] = actors.island.id(old)
        actors.say(stranger, TABLE, "/status")
        if actors.ledger.proposals:
            actors.say(stranger, max(actors.ledger.proposals), "nay")


def vote_in_an_issue(actors: Actors, who: str, kind: str) -> None:
    """A vote in the newest open issue of the engine's that is about a poll of this kind."""
    found = [t.number for t in actors.island.model.threads.values() if t.author == BOT_ID and t.state == "open"]
    mine = [n for n in found if f"nomic:issue/{kind}" in actors.island.model.threads[n].body]
    if mine:
        actors.say(who, max(mine), actors.chance.choice(("yay", "nay", "Yay")))
