"""Who can push writes like the engine: an entry that nobody made, or what the engine once wrote, with its trailer and seal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.referee.commits import administered, seals
from engine.store import canon, journal
from tests.storms.actors import Actors
from tests.storms.checks.history import last_entry
from tests.storms.island import KEY

# What the engine keeps for itself: the rest of state/ an administrator may change.
OWN: Final = ("state/engine.yaml", "state/journal/", "state/threads/", "state/issues/", "proposals/")

NEAR: Final = 50
Forgery = tuple[Mapping[str, str | None], str]


def commit(actors: Actors) -> str | None:
    """The name of the forged commit; None where the engine has written nothing yet."""
    forged = actors.chance.choice((_invented, _repeated))(actors)
    if forged is None:
        return None
    changes, message = forged
    actors.commit_by_hand(changes, message=message)
    actors.ledger.forged.append(actors.island.store.main)
    return actors.island.store.main


def _written_by_the_engine(actors: Actors) -> list[str]:
    """Its last commits on main, newest first."""
    found = actors.island.repository.first_parents(actors.island.store.main, NEAR)
    return [c.sha for c in found if administered.is_sealed(c, [KEY])]


def _invented(actors: Actors) -> Forgery | None:
    """The last entry of the journal once more, as somebody else's, rightly chained, under a seal that was another's."""
    files = actors.files()
    days = sorted(path for path in files if path.startswith("state/journal/") and path.endswith(".yaml"))
    ours = _written_by_the_engine(actors)
    if not days or not ours or not files[days[-1]].strip():
        return None
    last = last_entry(files[days[-1]])
    engine = canon.read(files["state/engine.yaml"])
    entry = {**last, "id": "comment/999999999", "actor": actors.account("owner"), "previous": last["hash"]}
    entry["hash"] = journal.link(last["hash"], entry)
    engine = {**engine, "head": entry["hash"], "entries": engine.get("entries", 0) + 1}
    changes = {days[-1]: journal.append(files[days[-1]], entry), "state/engine.yaml": canon.emit_dated(engine)}
    seal = "".join(actors.island.store.commits[ours[0]].message.partition(f"\n{seals.TRAILER}")[1:])
    return changes, f"1 done, 0 refused\n\n{administered.trailer(entry['hash'])}{seal}"


def _repeated(actors: Actors) -> Forgery | None:
    """What was the engine's own some commits ago, with the very message it had."""
    ours = _written_by_the_engine(actors)[1:]
    if not ours:
        return None
    chosen = actors.chance.choice(ours)
    old, files = actors.island.store.commits[chosen], actors.files()
    mine = {path: text for path, text in old.files.items() if path.startswith(OWN)}
    gone = {path: None for path in files if path.startswith(OWN) and path not in mine}
    return {**mine, **gone}, old.message
