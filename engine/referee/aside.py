"""What an operator brings into a game beside play: one happening, judged alone and committed like a pass."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.game.dice import commitment
from engine.game.happening import Happening
from engine.game.state import State
from engine.referee import fitness
from engine.referee.commits import administered, snapshot
from engine.referee.commits.committing import commit
from engine.referee.judging.judge import Judge
from engine.referee.ports import ForgeError, GaveUp, Moved, PushRefused, Repository

ATTEMPTS: Final = 6
Files = Mapping[str, str]
Make = Callable[[Files, str], tuple[Happening, Files]]


def bring(
    repository: Repository,
    judge: Judge,
    make: Make,
    wait: Callable[[int], None],
    keys: Sequence[bytes] = (),
    later: Sequence[bytes] = (),
    tell: Callable[[str], object] = lambda note: None,
) -> str:
    """Commits what follows from a happening, sealed with `keys` and with those of `later`; returns the commit.

    `make` is given the game's files and the engine's last commit, and returns the happening, its time left out, and
    files that its judgment needs besides. Raises ForgeError with cause and remedy; then nothing was changed. Where only
    keys of `later` are given, those before are lost: what was committed by hand meanwhile is left to the next pass, and `tell`
    is told of each file of it that the game cannot take and that is put back: no pass finds it any more.
    """
    for attempt in range(ATTEMPTS):
        try:
            made, put_back = _attempt(repository, judge, make, keys, later)
        except Moved:
            wait(attempt)
            continue
        except PushRefused as refusal:
            raise ForgeError(f"The push was refused: {refusal}", "Nothing was changed. See docs/operate.md.") from None
        for note in put_back:
            tell(note)
        return made
    raise GaveUp("main moved each time this wanted to be written.", "Nothing was changed: try again.")


def _attempt(
    repository: Repository, judge: Judge, make: Make, keys: Sequence[bytes], later: Sequence[bytes]
) -> tuple[str, list[str]]:
    """The commit, and what is put back of what people committed."""
    main, lost = repository.fetch(), bool(later) and not keys
    since = administered.since_last(repository, main, keys, key_lost=lost)
    if not lost and since.base != main and (since.happenings or since.restored):
        raise ForgeError(
            "There are commits by hand that no pass has judged.",
            "Have a pass made, as by `gh workflow run referee.yml`, then do this again.",
        )
    files = snapshot.read(repository, since.base)
    fitness.check(State(files), commitment(keys[0]) if keys and not later else None)
    happening, more = make(files, since.base)
    # What was said since is unread, and no merge is made here: what waits to be decided, the next pass decides.
    common: Happening = {"time": 0, "actor": None, "thread": None, "ahead": True}
    plan = judge.judge({**files, **more}, [{**common, **happening}], 0)
    outcome = plan.outcomes[0]
    if outcome["is"] != "done":
        raise ForgeError(str(outcome.get("reason")), str(outcome.get("remedy")))
    (segment,) = plan.segments
    made = commit(repository, [main], {**since.restored, **segment.whole(files)}, segment, [*keys, *later])
    repository.push(main, _on_top(repository, made, since.happenings))
    return made, since.left_out


def _on_top(repository: Repository, made: str, by_hand: Sequence[Happening]) -> str:
    """What people committed before it, committed anew after it: behind a commit of the engine's no pass would find it.

    So it is where a key is lost, without which no pass can judge it before. The next one does, with the new key.
    """
    for happening in by_hand:
        message = f"Bring what commit {happening['commit'][:10]} brought, which no pass has judged\n"
        made = repository.commit([made], happening["files"], message, happening["time"])
    return made
