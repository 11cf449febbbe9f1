"""Whether what was merged is what was voted on: a replay takes a change as it was written down, and enacts that."""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.game.entries import Entry
from engine.game.owned import Merge
from engine.referee.intake import pulls
from engine.referee.ports import CommitInfo, ForgeError, Repository
from engine.referee.proof.chain import Chain
from engine.referee.proof.history import History

_DIGITS: Final = 10


def wrong_with(
    repository: Repository,
    history: History,
    chain: Chain,
    commit: CommitInfo,
    merges: Iterable[Merge],
    ruleset: str,
) -> Iterator[str]:
    """What of these merges of an engine's commit holds another change than the journal says, whatever people saw there."""
    for merge in merges:
        place = next((p for p in range(len(chain.entries) - 1, -1, -1) if _tells_of(chain.entries[p], merge)), None)
        if place is None:
            continue
        head = merge["head"]
        voted = str(chain.entries[place].get("change"))
        # Where it left main may have moved by another merge since it was read.
        mains = (commit.parents[0], _read_at(history, chain, place))
        try:
            forks = {fork: None for main in mains if (fork := repository.merge_base(main, head)) is not None}
            held = [pulls.hash_of(repository, fork, head, ruleset) for fork in forks]
        except ForgeError as error:
            yield f"merges {head[:_DIGITS]}, of which nobody can read what it changes: {error.cause}"
            continue
        if not held:
            yield f"merges {head[:_DIGITS]}, which left main nowhere: history was rewritten before it"
        elif voted not in held:
            what = f"the change {held[0][:_DIGITS]}, and the change {voted[:_DIGITS]} was voted on"
            yield f"merges {head[:_DIGITS]}, which holds {what}"


def _tells_of(entry: Entry, merge: Merge) -> bool:
    found = [entry.get(name) for name in ("kind", "thread", "head")]
    return found == ["head", merge["thread"], merge["head"]]


def _read_at(history: History, chain: Chain, place: int) -> str:
    """Where main was when the head of the entry at `place` was read."""
    after = (commit for entry, commit in history.ends.items() if chain.place_of.get(entry, -1) >= place)
    return next(after, history.commits[-1]).parents[0]
