"""The oracle: from what people did and what stands in the repository, everything that must not be so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.game.calendar import next_fire
from engine.game.tally import identity_holds, tally
from engine.game.words.registry import new_host
from engine.game.world import World
from engine.hub.accounts import BOT_ID, BOT_LOGIN
from engine.referee.markers import marks
from engine.referee.reading import Reader
from engine.referee.verify import verify
from engine.store import canon, journal
from engine.storm.island import Island


def findings(island: Island, start: int) -> list[str]:
    """One line for each thing that is wrong after a season and its clean passes."""
    files = island.files()
    world = World(files, new_host())
    return [
        *_votes(island, world),
        *_periods(files, start, island.clock.now),
        *_outbox(island, files),
        *_said_once(island),
        *_commits(island),
        *verify(island.repository).findings,
    ]


def _votes(island: Island, world: World) -> list[str]:
    """Of every open poll: each vote that stands on the forge is counted or refused once, and the last word counts."""
    wrong = []
    for key, poll in world.records.items("polls"):
        count = tally(world, key)
        if not identity_holds(count):
            wrong.append(f"poll {key}: the identity of its tally does not hold: {count}")
        ids = [b["comment"] for b in (*poll["ballots"], *poll["refused"])]
        wrong += [f"poll {key}: comment {id_} is counted {n} times" for id_, n in Counter(ids).items() if n > 1]
        if poll["status"] == "open" and poll["thread"] is not None:
            wrong += _open_poll(island, key, poll, count)
    return wrong


def _open_poll(island: Island, key: str, poll: dict[str, Any], count: dict[str, Any]) -> list[str]:
    refused = {r["comment"] for r in poll["refused"]}
    latest: dict[str, tuple[int, int, str]] = {}
    wrong = []
    for comment in island.model.comments_of(poll["thread"]):
        word = comment.body.strip().lower()
        if word not in ("yay", "nay") or comment.updated_at <= poll["opened_at"]:
            continue
        if comment.id not in refused and comment.id not in {b["comment"] for b in poll["ballots"]}:
            wrong.append(f"poll {key}: the vote {comment.id} is lost")
        elif comment.id not in refused:
            voter = island.model.accounts[comment.author].login
            latest[voter] = max(latest.get(voter, (0, 0, "")), (comment.updated_at, comment.id, word))
    expected = {voter: word for voter, (_, _, word) in latest.items() if voter in count["electors"]}
    # A deletion leaves no trace on the forge; the engine lists a thread whole before it decides anything in it.
    there = {c.id for c in island.model.comments_of(poll["thread"])}
    unseen = {b["voter"] for b in poll["ballots"] if b["comment"] not in there and not b["deleted"]}
    found = {b["voter"]: b["choice"] for b in count["ballots"] if b["voter"] not in unseen}
    expected = {voter: word for voter, word in expected.items() if voter not in unseen}
    if expected != found and not wrong:
        wrong.append(f"poll {key}: expected the votes {expected}, found {found}")
    return wrong


def _periods(files: Mapping[str, str], start: int, now: int) -> list[str]:
    """Each Friday's fishing once, whatever became of the runs."""
    closed = Counter(e["id"] for e in _entries(files) if e["kind"] == "period")
    due, at = [], next_fire("0 12 * * 5", "UTC", start)
    while at is not None and at <= now - 60:
        due.append(f"period/fishing/fish_all/{at}")
        at = next_fire("0 12 * * 5", "UTC", at)
    wrong = [f"{id_} was closed {n} times" for id_, n in closed.items() if n > 1]
    return wrong + [f"{id_} was never closed" for id_ in due if id_ not in closed]


def _entries(files: Mapping[str, str]) -> list[dict[str, Any]]:
    days = sorted(p for p in files if p.startswith("state/journal/"))
    return [entry for day in days for entry in journal.entries(files[day])]


def _outbox(island: Island, files: Mapping[str, str]) -> list[str]:
    """Wishes leave with the next commit; until then the forge must show each of them fulfilled."""
    left = canon.read(files["state/engine.yaml"]).get("outbox") or {}
    reader = Reader(island.forge, island.repository, files, island.store.main, BOT_LOGIN)
    shown = {h["key"] for h in reader.read().inbox if h["kind"] == "delivered"}
    return [f"left unsaid: {key}" for key in left if key not in shown]


def _said_once(island: Island) -> list[str]:
    """No answer twice: of each wish at most one comment."""
    said = Counter(key for c in island.model.comments.values() if c.author == BOT_ID for key in marks(c.body))
    issues = Counter(key for t in island.model.threads.values() if t.author == BOT_ID for key in marks(t.body))
    return [f"{key} was said {n} times" for key, n in (said + issues).items() if n > 1]


def _commits(island: Island) -> list[str]:
    """A merge and the state it leads to are one commit."""
    wrong = []
    for info in island.repository.first_parents(island.store.main, 1_000_000):
        ours = info.author == "nomic"
        if ours and len(info.parents) > 1 and "adopted:" not in info.message:
            wrong.append(f"{info.sha}: a merge without its adoption")
    return wrong
