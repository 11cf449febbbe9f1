"""What happens around any game: names change hands, accounts go, administrators commit and merge by hand."""

from __future__ import annotations

from typing import Final

from engine.hub.accounts import BOT_ID
from engine.store import canon
from tests.storms.hands import Hands
from tests.storms.island import TABLE
from tests.storms.plan import DAY, Script

COUNTED: Final = {"island": "shells", "credo": "points"}


def week(script: Script, leaver: str) -> None:
    """`leaver` is who will delete the account one day."""
    if script.number % 3 == 0:
        script.add(script.start + 3 * DAY - 7, "sweep", lambda hands: hands.runs.sweep(hands.now, hands.chance))
    if script.often(0.25):
        script.add(script.some_time(), "hand edit on main", edit_by_hand)
    if script.often(0.2):
        script.add(script.some_time(), "merge by hand", merge_by_hand)
    if script.number == 4 and script.often(0.5):
        script.add(script.some_time(), "account gone", lambda hands: hands.leave_the_forge(leaver))
    if script.often(0.12):
        script.add(script.some_time(), "account renamed", rename)
    if script.often(0.1):
        at = script.some_time()
        for text, later in (("/pause", 0), ("/resume", DAY)):
            script.add(at + later, "say", lambda hands, text=text: _say(hands, "owner", text))  # type: ignore[misc]


def _say(hands: Hands, who: str, text: str) -> None:
    hands.say(who, TABLE, text)


def edit_by_hand(hands: Hands) -> None:
    """An administrator changes the world, or something beside it, without asking the engine."""
    files = hands.files()
    players = sorted(p for p in files if p.startswith("state/players/"))
    if not players or hands.chance.random() < 0.4:
        hands.commit_by_hand({"notes.txt": f"{hands.chance.random()}\n"})
        return
    path = hands.chance.choice(players)
    record = canon.read(files[path])
    counts = sorted(name for name, value in record.items() if type(value) is int and name not in ("id", "at"))
    field = COUNTED.get(hands.island.ruleset) or hands.chance.choice(counts or ["login"])
    value = hands.chance.randrange(20, 90) if field in record and counts else record["login"]
    hands.commit_by_hand({path: canon.emit({**record, field: value})})


def merge_by_hand(hands: Hands) -> None:
    """What GitHub would not let the engine merge, an administrator merges."""
    for number in sorted(hands.ledger.proposals):
        poll = hands.files().get(f"state/polls/{number}.yaml")
        record = canon.read(poll) if poll is not None else {}
        waiting = record.get("status") == "adopted" and record.get("landed") is False
        if waiting and hands.island.model.threads[number].state == "open":
            hands.merge_by_hand(number)
            return


def rename(hands: Hands) -> None:
    """Somebody takes another name; the old one goes to a stranger, who tries it out."""
    who = hands.chance.choice(("cy", "di"))
    old = hands.login(who)
    hands.rename(who, f"{who}-{hands.now % 1_000}")
    if hands.chance.random() < 0.5:
        stranger = f"late {old}"
        hands.people[stranger] = hands.island.id(old)
        hands.say(stranger, TABLE, "/status")
        if hands.ledger.proposals:
            hands.say(stranger, max(hands.ledger.proposals), "nay")


def vote_in_an_issue(hands: Hands, who: str, kind: str) -> None:
    """A vote in the newest open issue of the engine's that is about a poll of this kind."""
    found = [t.number for t in hands.island.model.threads.values() if t.author == BOT_ID and t.state == "open"]
    mine = [n for n in found if f"nomic:issue/{kind}" in hands.island.model.threads[n].body]
    if mine:
        hands.say(who, max(mine), hands.chance.choice(("yay", "nay", "Yay")))
