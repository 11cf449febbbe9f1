"""Which files of a commit by hand can be taken into the game, and why the others cannot: they are told, and left out."""

from collections.abc import Container, Iterable, Mapping
from typing import Any, Final

from engine.law.documents import document
from engine.law.documents.problems import LawProblems
from engine.referee import trouble
from engine.referee.answering.shown import path_shown
from engine.referee.commits import snapshot
from engine.referee.ports import SLASH, Repository, TreeEntry
from engine.store import canon, records, seen
from engine.store.guard import YamlProblem
from engine.store.layout import LIBRARY
from engine.store.marks import reached
from engine.store.records import GAME, STATE

MOST_NAMED: Final = 1_000_000  # bytes of the names of records that were altered
MOST_BYTES: Final = 6_000_000  # of one commit as the journal writes it: with room to spare in a file of 8 MB
LONGEST_PATH: Final = 500
LONGEST_NAME: Final = 255
_GIT: Final = (".git", "git~1")
_NOTHING: Final = ("", ".", "..")


def sift(
    repository: Repository, entries: Mapping[str, TreeEntry | None], there: Container[str], law: str
) -> tuple[dict[str, str | None], dict[str, str]]:
    """(path -> text, None: removed) of what can be taken, and path -> why not of what cannot.

    `there` are the files the game has: a rule among them may be broken by hand, and mended by a vote. What is new in the
    folder `law` and no rule has never been law.
    """
    odd = {
        path: why for path, entry in entries.items() if (why := _outside(path, entry) or _in_the_way(path, entry, law))
    }
    wanted = {path: entry for path, entry in sorted(entries.items()) if path not in odd}
    odd = {path: why for path, why in odd.items() if entries[path] is not None or path.startswith(STATE)}
    blobs = repository.blobs(entry.blob for entry in wanted.values() if entry is not None)
    taken: dict[str, str | None] = {}
    room = MOST_BYTES
    for path, entry in wanted.items():
        text, why, size = (None, "", len(path)) if entry is None else _read(path, blobs[entry.blob])
        if text is not None and not why and path.startswith(law) and path not in there:
            why = _no_rule(path, text)
        if why or size > room:
            odd[path] = why or "there is too much in one commit"
        else:
            taken[path] = text
            room -= size
    return taken, odd


def altered(before: Mapping[str, str | None], files: Mapping[str, str | None]) -> dict[str, list[str]]:
    """path -> the records that are otherwise than `before`, of each file of the state that holds many.

    Of a file that says nothing to be compared, and where there would be too many to name, there is none.
    """
    found: dict[str, list[str]] = {}
    room = MOST_NAMED
    for path, text in files.items():
        if not _holds_many(path) or not path.startswith(STATE):
            continue
        try:
            was, now = (canon.read(each) if each else {} for each in (before.get(path), text))
            keys = sorted(key for key in {*was, *now} if not _alike(was.get(key), now.get(key)))
            room -= len(canon.emit(keys).encode())
        except (YamlProblem, canon.NotCanonical, AttributeError, TypeError):
            continue
        if room >= 0:
            found[path] = keys
    return found


def _alike(one: Any, other: Any) -> bool:
    """Whether they are written alike: a 1 is no 1.0."""
    return one == other and canon.emit([one]) == canon.emit([other])


def can_be_written(path: str) -> bool:
    """Whether git takes a commit with this path in it; what it does not take goes only with the folder it is in."""
    return SLASH not in path and all(part not in _NOTHING and part.lower() != ".git" for part in path.split("/"))


def told(odd: Mapping[str, str]) -> dict[str, str]:
    """What is left out, in a form that can be written down."""
    return {path_shown(path): why for path, why in sorted(odd.items())}


def _outside(path: str, entry: TreeEntry | None) -> str:
    """Why a file cannot be taken, whatever stands in it."""
    parts = path.split("/")
    if len(path) > LONGEST_PATH or any(len(part.encode("utf-8", "replace")) > LONGEST_NAME for part in parts):
        return f"its name is too long: {LONGEST_PATH} characters at most, and {LONGEST_NAME} bytes between two slashes"
    if not seen.all_seen(path) or "\\" in path or any(part.lower() in (*_NOTHING, *_GIT) for part in parts):
        return "its name is none that a file can have everywhere"
    if path.startswith(STATE) and not records.is_path(path):
        return _no_name_of_one(path)
    if entry is None:
        return ""
    if entry.mode not in snapshot.PLAIN:
        return "it is no plain file"
    return f"it is too large: {MOST_BYTES:,} bytes at most" if entry.size > MOST_BYTES else ""


def _no_name_of_one(path: str) -> str:
    """Why a file of the state is no record by its name, and where one of that name stands, if it can."""
    right = records.path_of(*records.key_of(path)) if path.endswith(".yaml") else ""
    where = f"one of that name stands at `{right}`" if records.is_path(right) else "none has such a name"
    return f"it is no record: {where}"


def _in_the_way(path: str, entry: TreeEntry | None, law: str) -> str:
    """Why a file cannot stand where a folder of rules does: whatever is written below would take it away unsaid."""
    folders = path.startswith(law) and "." not in path.rpartition("/")[2]
    return "it stands where a folder of rules is to be" if entry and (folders or f"{path}/" in (law, LIBRARY)) else ""


def _read(path: str, data: bytes) -> tuple[str, str, int]:
    """The text, why it is none, and its bytes as the journal writes it."""
    try:
        text = data.decode()
        size = len(canon.emit([{"files": {path: text}}]).encode())
    except (UnicodeDecodeError, canon.NotCanonical):
        return "", "it is no UTF-8 text", 0
    return text, _no_record(path, text), size


def _no_rule(path: str, text: str) -> str:
    """Why a new file among the rules of the game cannot be read as one, in a line."""
    if not path.endswith(".md"):
        return ""
    try:
        document.parse(path, text)
    except LawProblems as error:
        return f"it is no rule: {error.problems[0].message}"
    except Exception as error:  # a mistake of the engine's: commits stay, so it would end every pass to come
        reached("new file by hand that the engine fails at")
        return f"it is no rule: the engine fails at it ({trouble.mistake(error)}), report this"
    return ""


def _no_record(path: str, text: str) -> str:
    """Why a file of the state, which holds maps, and maps of maps where one file has many, cannot be read as that."""
    if not path.startswith(STATE):
        return ""
    try:
        content = canon.read(text)
        canon.normal(content)
    except (YamlProblem, canon.NotCanonical) as error:
        return f"it is no record: {error}"
    if not isinstance(content, dict):
        return "it is no record: it holds no fields with their values, one to a line"
    many = _holds_many(path) and not _are_records(content.values())
    return "it is no record: below each name in it stand fields with their values" if many else ""


def _holds_many(path: str) -> bool:
    return path.count("/") == 1 and path != GAME


def _are_records(values: Iterable[Any]) -> bool:
    return all(isinstance(record, dict) for record in values)
