"""What is needed to take the text of an entry out of the journal and still replay the game.

The entry is judged once more, in a process that has no token and no environment, to find out what followed from it.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from engine.game.entries import Entry, Named
from engine.game.fold.replay import Replay
from engine.game.happening import Happening
from engine.game.state import State
from engine.game.world import world
from engine.referee.commits import administered, snapshot
from engine.referee.judging import bare
from engine.referee.ports import ForgeError, Repository
from engine.referee.proof import chain as chains
from engine.referee.proof import history as histories
from engine.referee.proof.chain import Chain
from engine.referee.proof.findings import Proof
from engine.store import journal
from engine.store.layout import CHANGES, change_path
from engine.store.records import JOURNAL, NOTES, STATE

PATIENCE: Final = 600.0
_NOT_JUDGED: Final = ("The entry cannot be judged again.", "Run `nomic verify`: it says what is wrong.")
SHORTEST: Final = 4  # characters of a text that are worth looking for elsewhere


@dataclass(frozen=True)
class Redaction:
    """The happening that takes a text out, the day's file it needs, and the files of state/ that hold the same words."""

    happening: Happening
    day: dict[str, str]
    elsewhere: list[str]


def prepare(repository: Repository, main: str, name: str) -> Redaction:
    """`name` is an entry's id, such as comment/17, or the beginning of its hash. Raises ForgeError."""
    proof = Proof()
    files = snapshot.texts(repository, snapshot.below(repository, main, STATE, CHANGES))
    chain = chains.read({p: t for p, t in files.items() if p.startswith(JOURNAL)}, proof)
    history = histories.read(repository, main, None, proof, chain.place_of)
    assert history is not None  # without a start there is nothing to miss
    place = _place(chain, name)
    entry = chain.entries[place]
    ends = ((chain.place_of.get(str(administered.entry_of(c)), -1), c) for c in history.commits if history.is_ours(c))
    earlier = ((end, commit) for end, commit in ends if end < place)
    before, commit = max(earlier, key=itemgetter(0), default=(-1, history.commits[0]))
    entries = chain.entries[before + 1 : place + 1]
    changes = {str(h): files.get(change_path(h)) for e in entries if (h := e.get("change"))}
    followed = _asked({"files": snapshot.read(repository, commit.sha), "entries": entries, "changes": changes})
    if followed is None:
        raise ForgeError(
            f"{entry['id']} changed the law; its text is part of it.", "It takes a proposal to change that."
        )
    named: Named = {"id": entry["id"], "hash": entry["hash"], "at": entry["at"]}
    happening: Happening = {"id": f"redacted/{entry['id']}", "kind": "redacted", "entry": named, "followed": followed}
    path = chain.days[place]
    return Redaction(happening, {path: files[path]}, _elsewhere(str(entry["text"]), files))


def _place(chain: Chain, name: str) -> int:
    """Raises ForgeError where there is no such entry, or none that has a text."""
    found = [i for i, e in enumerate(chain.entries) if e.get("id") == name or _is_hash(name, e)]
    if len(found) != 1:
        many = f"{len(found)} entries" if found else "no entry"
        raise ForgeError(f"The journal has {many} `{name}`.", "Look its id up in state/journal/.")
    entry = chain.entries[found[0]]
    if journal.is_redacted(entry.get("text")):
        raise ForgeError(f"The text of {entry['id']} is not in the journal.", "There is nothing to take out.")
    if not isinstance(entry.get("text"), str):
        raise ForgeError(f"{entry['id']} has no text of its own.", "Titles and bodies are edited on GitHub.")
    if "hash" not in entry or "at" not in entry:
        raise ForgeError(*_NOT_JUDGED)
    return found[0]


def _is_hash(name: str, entry: Entry) -> bool:
    return len(name) >= histories.SHORTEST and str(entry.get("hash", "")).startswith(name)


def _elsewhere(text: str, files: dict[str, str]) -> list[str]:
    """Where the words stand besides: of a command, what was written behind its first word."""
    words = [w for w in (text.strip(), text.strip().partition(" ")[2]) if len(w) >= SHORTEST]
    state = (p for p in sorted(files) if not p.startswith((JOURNAL, NOTES)))
    return [path for path in state if any(w in files[path] for w in words)]


def _asked(job: dict[str, Any]) -> dict[str, Any] | None:
    child = bare.begun("engine.referee.redacting")
    try:
        said, _ = child.communicate(json.dumps(job).encode(), PATIENCE)
    except subprocess.TimeoutExpired:
        raise ForgeError(
            f"To judge the entry again takes longer than {PATIENCE:g} seconds.",
            "Nothing was changed. Give the command where nothing else runs, or on a faster machine.",
        ) from None
    finally:
        child.kill()
        child.wait()
    if child.returncode != 0:
        raise ForgeError(*_NOT_JUDGED)
    followed: dict[str, Any] | None = json.loads(said)
    return followed


def main() -> None:
    """In the process of its own: reads a job, and writes what followed from its last entry."""
    job = json.loads(sys.stdin.buffer.read())
    if State(job["files"]).notes.semantics < world.OLDEST_SEMANTICS:
        raise SystemExit(1)
    replay = Replay(job["files"], job["changes"].get)
    *earlier, last = job["entries"]
    for entry in earlier:
        replay.enter(entry)
    json.dump(replay.followed(last), sys.stdout)


if __name__ == "__main__":
    main()
