"""Whether the engine's commits are sealed with the key that was in force when they were made, as far as it is known."""

from collections.abc import Iterator

from engine.game.dice import commitment
from engine.referee.commits import administered, seals
from engine.referee.ports import CommitInfo
from engine.referee.proof.chain import Chain
from engine.referee.proof.findings import Proof, came_to, commit_name
from engine.referee.proof.history import History
from engine.referee.proof.keys import DiceKeys, revealed
from engine.store.counted import counted


def check(history: History, chain: Chain, keys: DiceKeys, present: str | None, proof: Proof) -> None:
    """`present` is what is published of the key in force now. Notes what was checked, what waits and what bears no seal."""
    published = list(_published(chain, present))
    checked = waiting = before = 0
    sealed, sure = set[int](), set[int]()  # the keys, in order of time, under which something was sealed, and rightly
    for commit, place in _engines(history, chain):
        era = sum(place >= rotated for rotated, _ in published[1:])
        tried = _candidates(keys, published[era][1])
        if not seals.of(commit):
            if era in sealed:
                proof.find(f"{commit_name(commit)}: says it is the engine's and bears no seal, as those before it do")
            before += 1
            continue
        sealed.add(era)
        if seals.holds(commit, str(administered.entry_of(commit)), tried):
            checked += 1
            sure.add(era)
        elif not tried or (published[era][1] is None and era not in sure):
            waiting += 1
        else:
            proof.find(f"{commit_name(commit)}: says it is the engine's, and its seal is not")
    for count, what in ((checked, "were checked"), (waiting, "wait for their key to be revealed")):
        if count:
            proof.note(f"the seals of {counted(count, 'commit')} {what}")
    if before and (sealed or any(key is not None for _, key in published)):
        proof.note(
            f"{counted(before, 'commit')} of the engine's bear no seal: made before there were any, or without a key"
        )


def _candidates(keys: DiceKeys, published: str | None) -> list[bytes]:
    """The key that was published so, if it is known; any that is, where nothing was published."""
    if published is None:
        return list(keys.known.values())
    return [keys.known[published]] if published in keys.known else []


def _engines(history: History, chain: Chain) -> Iterator[tuple[CommitInfo, int]]:
    """The engine's commits, each with the place of the entry it ends with; the one that the proof begins with is taken as it is."""
    for commit in history.commits[1:]:
        entry = administered.entry_of(commit)
        if entry in chain.place_of and history.is_ours(commit):
            yield commit, chain.place_of[str(entry)]


def _published(chain: Chain, present: str | None) -> Iterator[tuple[int, str | None]]:
    """(place of the entry that published it, the hash of the key) for each key in turn."""
    turns = [(place, e) for place, e in enumerate(chain.entries) if e.get("kind") == "rotated" and came_to(e) == "done"]
    first = turns[0][1] if turns else None
    text = revealed(first) if first is not None else None
    if first is None:
        yield 0, present
    else:
        yield 0, None if text is None else commitment(bytes.fromhex(text))
    for place, entry in turns:
        yield place, str(entry.get("commitment"))
