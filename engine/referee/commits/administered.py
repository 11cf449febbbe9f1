"""Commits on main that people made: found, and handed to the fold as happenings."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Final

from engine.game.entries import Happening
from engine.game.world.engine_fields import misfit
from engine.referee.commits import newest, renamed, seals, snapshot, taken
from engine.referee.ports import CommitInfo, ForgeError, Gone, Repository, TooMuch, TreeEntry, Unreachable
from engine.store import canon
from engine.store.guard import YamlProblem
from engine.store.layout import LAW, PROPOSALS, folder_of
from engine.store.records import GAME, JOURNAL, NOTES, folder

TRAILER: Final = "Nomic-Entry"
MOST_TOLD: Final = 20
APART: Final = 200  # each is a commit of its own, with the engine's notes in it
MOST_TOUCHED: Final = 20_000  # files and folders that one commit may touch in a folder of the game's
IN_ALL: Final = 100_000  # that are looked at commit by commit; what is left then is read as one difference
TOO_MUCH: Final = "more is touched in it than can be read"
_TRAILER = re.compile(rf"^{TRAILER}: (\S+)$", re.MULTILINE)
OWN: Final = (NOTES, JOURNAL, folder("threads"), folder("issues"), PROPOSALS)


@dataclass(frozen=True)
class Since:
    """The engine's last commit, and what people committed after it.

    `restored` holds every file of the game they touched as it was before: the next segment starts from there, so that
    only what was judged stands in it. `left_out` names the files that are put back because the game cannot take them.
    """

    base: str
    happenings: list[Happening]
    restored: dict[str, str | None]
    left_out: list[str]


def trailer(entry: str) -> str:
    return f"{TRAILER}: {entry or 'genesis'}"


def entry_of(commit: CommitInfo) -> str | None:
    """The journal entry a commit says it ends with; None if it is not the engine's.

    A forge that merges by hand copies the title and words of a pull request below a first line with its number. The engine
    names no thread there, so a stranger's words make no administrator's merge look forged.
    """
    if "#" in commit.message.partition("\n")[0]:
        return None
    found = _TRAILER.findall(commit.message)
    return str(found[-1]) if found else None


def speaks_as_ours(commit: CommitInfo) -> bool:
    """Whether its message has a line that the engine alone writes, whatever stands above it."""
    return _TRAILER.search(commit.message) is not None or bool(seals.of(commit))


def since_last(
    repository: Repository, main: str, keys: Sequence[bytes] = (), *, key_lost: bool = False, apart: int = APART
) -> Since:
    """Walks back from main to the engine's last commit; without one, main itself is where the game begins.

    With `keys` that is the last one sealed with one of them. Where none is yet, as in a game begun without seals, and
    where there is no key, it is the last that says so and bears it out. Raises ForgeError where that one is sealed, and
    nobody could go on from it, unless the `key_lost` is told of. Of commits by hand that touch the game so many are
    happenings of their own, the oldest; what came after them is one, under the name of the last.
    """
    base = last_sealed(repository, main, keys) if keys else None
    if base is None:
        base = _last(repository, main, keys=None)
        if base is not None and not keys and not key_lost and seals.of(base):
            raise ForgeError(
                "The commits of this game are sealed, and the key is not at hand.",
                "Set NOMIC_DICE_KEY to the game's dice key.",
            )
    if base is None:
        return Since(main, [], {}, [])
    return _since(repository, base, _on_top(repository, main, base), apart)


def last_sealed(repository: Repository, main: str, keys: Sequence[bytes]) -> CommitInfo | None:
    """The newest commit sealed with one of these keys, also where a merge by hand has put an older one before it.

    So it is of two lines, too, that came apart where `main` was set back: the game goes on by the one that was judged later.
    """
    base = _last(repository, main, keys)
    if base is None or base.sha == main:
        return base
    beside = [c for c in repository.own_commits(base.sha, main, newest.ALL, in_part=True) if is_sealed(c, keys)]
    for commit in beside:
        if all(repository.is_ancestor(other.sha, commit.sha) for other in beside):
            return commit if commit.time >= base.time else base
    return base


def _last(repository: Repository, main: str, keys: Sequence[bytes] | None) -> CommitInfo | None:
    """On the line of first parents: the last that is sealed, or without keys the last that seems to be ours."""
    for line in newest.lines(repository, main):
        for commit in line:
            if is_sealed(commit, keys) if keys is not None else is_ours(repository, commit):
                return commit
    return None


def _on_top(repository: Repository, main: str, base: CommitInfo) -> list[CommitInfo]:
    """What people committed after it, oldest first: only commits that were made with it in sight.

    A merge may have put others first, as `git pull` does with what was committed at home meanwhile. These hold an older
    state, which nobody wanted back; what they changed is in the merge.
    """
    for line in newest.lines(repository, main):
        shas = [commit.sha for commit in line]
        if base.sha in shas:
            return line[: shas.index(base.sha)][::-1]
        older = bisect_left(line, True, key=lambda commit: not repository.is_ancestor(base.sha, commit.sha))
        if older < len(line):
            break
    return line[:older][::-1]


def is_sealed(commit: CommitInfo, keys: Sequence[bytes]) -> bool:
    entry = entry_of(commit)
    return entry is not None and bool(seals.of(commit)) and seals.holds(commit, entry, keys)


def is_ours(repository: Repository, commit: CommitInfo) -> bool:
    """The commit's own state must end with the entry it names, and say so for the first time: anyone can copy a trailer.

    One that holds no game is nobody's to go on from, as a first commit that was made again by hand.
    """
    if entry_of(commit) is None:
        return False
    entry = _entry(repository, commit.sha, NOTES)
    if entry is not None and commit.parents and _entry(repository, commit.parents[0], NOTES) == entry:
        return False
    engine = _record(repository, entry, "engine", _read_next(repository, commit))
    if engine is None or (engine.get("head") or "genesis") != entry_of(commit):
        return False
    return _record(repository, _entry(repository, commit.sha, GAME), "game") is not None


def _entry(repository: Repository, commit: str, path: str) -> TreeEntry | None:
    try:
        return repository.tree(commit, path, sizes=False, most=APART).get(path)
    except TooMuch:  # in its place stands a folder
        return None


def _read_next(repository: Repository, commit: CommitInfo) -> Iterator[str]:
    """The blobs that are read of the commit if it is gone on from: where its notes have to be fetched, these come along."""
    with suppress(TooMuch):
        yield from snapshot.at_once(snapshot.tree_of(repository, commit.sha))


def _record(
    repository: Repository, entry: TreeEntry | None, collection: str, along: Iterable[str] = ()
) -> Mapping[str, Any] | None:
    """The record of the game, or the engine's notes; None where there is none. Raises Unreachable where it cannot be had now: were
    the engine's last commit passed over for that, it would be put back as if a hand had made it."""
    if entry is None or entry.mode not in snapshot.PLAIN:
        return None
    try:
        found = canon.shared(repository.blobs([entry.blob], along)[entry.blob].decode())
    except (YamlProblem, UnicodeDecodeError):
        return None
    except Gone as error:  # what is on main is there, whatever one of the server's machines says
        raise Unreachable(f"a file of main cannot be had: {error.cause}", "The next pass tries again.") from error
    return found if isinstance(found, dict) and not misfit(collection, found) else None


def _since(repository: Repository, base: CommitInfo, commits: list[CommitInfo], apart: int) -> Since:
    if not commits:
        return Since(base.sha, [], {}, [])
    was = snapshot.tree_of(repository, base.sha)
    brought = _brought(repository, [base, *commits])
    there, folder = set(was), _folder(repository, was)
    restored = _restored(repository, was, brought)
    texts = dict(restored)  # as they stand before the commit that is looked at, of what the game takes
    happenings: list[Happening] = []
    left_out: list[str] = []
    for each in _together(brought, apart):
        files, odd = taken.sift(repository, each.law, there, folder)
        odd |= renamed.unreadable(each.law, files, odd, texts, folder)
        files = {path: text for path, text in files.items() if path not in odd}
        there |= {path for path, text in files.items() if text is not None}
        told = taken.told(odd | dict.fromkeys(each.beyond, TOO_MUCH))
        sha = each.commit.sha
        left_out += [f"{p} of commit {sha[:10]} is put back: {why}" for p, why in told.items()][:MOST_TOLD]
        name: Happening = {"id": f"commit/{sha}", "kind": "administered", "time": each.commit.time}
        more: Happening = {"left_out": dict(list(told.items())[:MOST_TOLD])} if told else {}
        if altered := taken.altered(texts, files):
            more["records"] = altered
        texts |= files
        happenings.append({**name, "commit": sha, "files": files, **more})
    return Since(base.sha, _in_turn(happenings), restored, left_out)


def _in_turn(happenings: list[Happening]) -> list[Happening]:
    """Whatever their dates say, they are judged one after another as they stand in the history: the last one has the last word."""
    if len(happenings) < 2:
        return happenings
    times = accumulate((happening["time"] for happening in happenings), max)
    return [
        {**h, "time": at, "order": f"commit/{place:06d}"}
        for place, (h, at) in enumerate(zip(happenings, times, strict=True))
    ]


@dataclass
class BroughtByHand:
    """What a commit brought: files of the game, those the game can be ruled by, and folders with more than anybody can read."""

    commit: CommitInfo
    files: dict[str, TreeEntry | None] = field(default_factory=dict)
    law: dict[str, TreeEntry | None] = field(default_factory=dict)
    beyond: list[str] = field(default_factory=list)

    @property
    def counts(self) -> bool:
        """What is none of the game's files is none of its business."""
        return bool(self.law or any(not top.startswith(OWN) for top in self.beyond))


def _brought(repository: Repository, commits: Sequence[CommitInfo]) -> list[BroughtByHand]:
    """Of each but the first; all that can be read of it is here afterwards, and was brought at once.

    Of very much that they touch, the last is told to have brought what is otherwise after it than where reading ended.
    """
    found = _read(repository, commits)
    if len(found) < len(commits) - 1:
        found += _read(repository, [commits[len(found)], commits[-1]])
    law = [{p: entry for p, entry in each.files.items() if not p.startswith(OWN)} for each in found]
    for each, sized in zip(found, repository.sized(law), strict=True):
        each.law = sized
    return found


def _read(repository: Repository, commits: Sequence[CommitInfo]) -> list[BroughtByHand]:
    """As many of them, but the first, as can be read within the bound."""
    touched = repository.touched(commits, snapshot.TOPS, MOST_TOUCHED, IN_ALL)
    return [_touched(commit, changed) for commit, changed in zip(commits[1:], touched, strict=False)]


def _touched(commit: CommitInfo, touched: Mapping[str, Mapping[str, TreeEntry | None] | None]) -> BroughtByHand:
    brought = BroughtByHand(commit, beyond=[f"{top}/" for top, changed in touched.items() if changed is None])
    for changed in touched.values():
        brought.files |= changed or {}
    return brought


def _together(brought: Sequence[BroughtByHand], apart: int) -> list[BroughtByHand]:
    """Those that touch the game, oldest first: so many, of which the last stands for all that came after the others, too."""
    found = [each for each in brought if each.counts]
    if len(found) <= apart:
        return found
    last = BroughtByHand(found[-1].commit)
    for each in found[apart - 1 :]:
        last.law |= each.law
        last.beyond += [top for top in each.beyond if top not in last.beyond]
    return [*found[: apart - 1], last]


def _restored(
    repository: Repository, was: Mapping[str, TreeEntry], brought: Sequence[BroughtByHand]
) -> dict[str, str | None]:
    """Every file they touched, as it was.

    A folder that nobody can read, or with names in it that no git takes, goes as a whole, and what was in it comes back.
    """
    beyond = {top for each in brought for top in each.beyond}
    touched = {path for each in brought for path in each.files}
    beyond |= {f"{path.partition('/')[0]}/" for path in touched if not taken.can_be_written(path)}
    touched |= {path for path in was if path.startswith(tuple(beyond))}
    touched = {path for path in touched if taken.can_be_written(path)}
    texts = snapshot.readable(repository, {path: was[path] for path in touched if path in was})
    return dict.fromkeys(sorted(top.rstrip("/") for top in beyond)) | {p: texts.get(p) for p in sorted(touched)}


def _folder(repository: Repository, tree: Mapping[str, TreeEntry]) -> str:
    """Where the rules of this game stand: in any ruleset's folder, where it does not say which it plays."""
    game = _record(repository, tree.get(GAME), "game") or {}
    return folder_of(str(game["ruleset"])) if "ruleset" in game else LAW
