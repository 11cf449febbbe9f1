"""Proof: the journal replayed must give every byte of every commit of the engine's, and every link of the chain must hold.

What it takes as given: who wrote what (GitHub said so when it was read), faults that depend on the machine, faces as
long as their key is secret, seals likewise, texts that were redacted, and the commit it begins with.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.game.state import State
from engine.referee.commits import snapshot
from engine.referee.ports import Repository, Unprocessable
from engine.referee.proof import chain as chains
from engine.referee.proof import history as histories
from engine.referee.proof import keys, sealing, texts, voted
from engine.referee.proof.chain import Chain
from engine.referee.proof.findings import Proof, entry_name
from engine.referee.proof.keys import DiceKeys
from engine.referee.proof.stretch import WalkAlongMain
from engine.store.counted import counted
from engine.store.guard import YamlProblem
from engine.store.layout import CHANGES, change_path
from engine.store.records import GAME, JOURNAL, NOTES


def verify(
    repository: Repository,
    start: str | None = None,
    given: Iterable[bytes] = (),
    bound: Callable[[int], None] = lambda size: None,
) -> Proof:
    """Replays the whole game, or what came after `start`, a commit of the engine's by its id or the beginning of it.

    `given` are dice keys that are not revealed in the journal. `bound` is told how many characters were read before any rule runs.
    Raises ForgeError if there is no game to be read.
    """
    proof = Proof()
    main = repository.fetch()
    try:
        files = _read(repository, main)
    except Unprocessable as error:
        proof.find(f"commit {main[:10]}: its journal and the changes voted on cannot be read: {error.cause}")
        return proof
    chain = chains.read({p: t for p, t in files.items() if p.startswith(JOURNAL)}, proof)
    history = histories.read(repository, main, start, proof, chain.place_of)
    if history is None:
        return proof
    chains.check(chain, history, repository, proof)
    texts.check(chain, chain.place_of.get(history.first, -1) + 1, proof)
    voted.check(files, proof)
    known = keys.of(chain.entries, given)
    bound(sum(len(text) for text in files.values()))
    walk = WalkAlongMain(repository, history, chain, known, lambda h: files.get(change_path(h)), proof)
    walk.run()
    sealing.check(history, chain, known, _published(files), proof)
    proof.entries = len(chain.entries)
    _note(proof, chain, known, walk)
    return proof


def _read(repository: Repository, main: str) -> Mapping[str, str]:
    """The journal and the changes that were voted on, as they are on main now."""
    return snapshot.texts(repository, snapshot.below(repository, main, JOURNAL, CHANGES, GAME, NOTES))


def _published(files: Mapping[str, str]) -> str | None:
    """What is published of the present dice key, as main has it."""
    try:
        return State(files).committed
    except (KeyError, YamlProblem, AttributeError):
        return None


def _note(proof: Proof, chain: Chain, known: DiceKeys, walk: WalkAlongMain) -> None:
    """What had to be taken as it was written."""
    if walk.oldest:
        proof.note(f"entries 1 to {walk.oldest} were judged by another semantics: only their hashes were checked")
    for place in chain.redacted:
        entry = chain.entries[place]
        followed: dict[str, dict[str, Any]] = entry["text"]["followed"]
        what = ", ".join(f"{c}/{key}" for c, records in sorted(followed.items()) for key in sorted(records))
        proof.note(f"{entry_name(place, entry)} was redacted; taken as given: {what or 'its outcome'}")
    if walk.faulty:
        first, many = walk.faulty[0], counted(len(walk.faulty), "entry tells", "entries tell")
        name = entry_name(first, chain.entries[first])
        proof.note(f"{many} of a rule that took too long or ended the judge, the first being {name}; taken as given")
    if known.checked:
        proof.note(f"the dice of {counted(known.checked, 'entry', 'entries')} were thrown again")
    if known.waiting:
        proof.note(f"the dice of {counted(known.waiting, 'entry', 'entries')} wait for their key to be revealed")
