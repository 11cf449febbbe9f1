"""Where a record lives: collection and key to a path below state/, and back.

Each key has one path, and no two paths are the same where case does not count, nor is one the folder of another. Names
that some file system changes or keeps for itself are never used. A capital is written as in Go's module paths: `!a` for A.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

STATE = "state/"
NOTES = "state/engine.yaml"  # the engine's own
GAME = "state/game.yaml"
JOURNAL = "state/journal/"
LONGEST_NAME = 200  # file systems take 255 bytes, of which `.yaml` is some
LONGEST_PATH = 1000
A_KEY = f"a key is a printable line of 1 to {LONGEST_NAME} characters, of which any but a-z, 0-9, '.', '_', '-' and '/' counts as 2 to 12"
_COLLECTION = re.compile(r"[A-Za-z0-9_-]{1,100}")
_SAFE = re.compile(r"[a-z0-9_-][a-z0-9._-]*")
_ODD = re.compile(r"[^a-z0-9._-]")
_WRITTEN = re.compile(rb"!([a-z])|%([0-9A-F]{2})")
# Names that Windows keeps for itself: git there takes no repository out that has a file or a folder of such a name.
KEPT_BY_WINDOWS = r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])"
_RESERVED = re.compile(rf"{KEPT_BY_WINDOWS}(?:\..*)?")


def folder(collection: str) -> str:
    """Where the records of a collection stand, each in a file of its own: `state/villages/`."""
    return f"{STATE}{collection}/"


def path_of(collection: str, key: str, one_file: str | None = None) -> str:
    """`state/villages/ana.yaml`; `state/map.yaml` for a collection kept in one file."""
    if one_file is not None:
        return f"{STATE}{one_file}.yaml"
    return f"{folder(collection)}{_below(key)}.yaml"


def _below(key: str) -> str:
    *folders, name = key.split("/")
    return "/".join([*map(_folder, folders), _safe(name)])


def fits(key: str) -> bool:
    """Whether every part of the key's path is a name that file systems take, encoded as it is, and the whole is, too."""
    below = _below(key)
    return len(below) <= LONGEST_PATH and all(len(part) <= LONGEST_NAME for part in below.split("/"))


def key_of(path: str) -> tuple[str, str]:
    """(collection, key) of a path below state/; of `state/map.yaml` it is ("map", "map")."""
    below = path.removeprefix(STATE).removesuffix(".yaml")
    collection, slash, key = below.partition("/")
    if slash and "%" not in key and "!" not in key:
        return collection, key
    return collection, "/".join(_plain(part) for part in key.split("/")) if slash else collection


def keys_of(paths: Sequence[str]) -> list[str]:
    """The keys of records that stand in one folder: there may be thousands, and mostly every key is written as it is."""
    every = "".join(paths)
    if "%" in every or "!" in every:
        return [key_of(path)[1] for path in paths]
    begin = len(folder(key_of(paths[0])[0])) if paths else 0
    return [path[begin:-5] for path in paths]


def apart(paths: Iterable[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Of files of all kinds those of records: collection -> those in its folder; and those that hold several, or the notes."""
    found, together = dict[str, list[str]](), list[str]()
    here, add = "\0", together.append  # the folder of the path before: mostly it is that of this one, too
    for path in paths:
        if not path.startswith(here):
            if not path.startswith(STATE) or path.startswith(JOURNAL):
                continue
            collection, slash, _ = path.removeprefix(STATE).partition("/")
            if not slash:
                together.append(path)
                continue
            here, add = folder(collection), found.setdefault(collection, []).append
        add(path)
    named = {collection: _yaml(there) for collection, there in found.items()}
    return {collection: there for collection, there in named.items() if there}, _yaml(together)


def _yaml(paths: list[str]) -> list[str]:
    return [path for path in paths if path.endswith(".yaml")]


def is_path(path: str) -> bool:
    """Whether a path below state/ is that of one record and no other: there is one way to write each."""
    collection, key = key_of(path)
    known = (path_of(collection, key), path_of(collection, key, collection))
    return _COLLECTION.fullmatch(collection) is not None and path in known


@lru_cache(maxsize=8192)
def _safe(part: str) -> str:
    if _SAFE.fullmatch(part) and not _RESERVED.fullmatch(part):
        return part
    encoded = _ODD.sub(_written, part)
    if not encoded:
        return "%"
    if encoded[0] == "." or _RESERVED.fullmatch(encoded):
        encoded = f"%{ord(encoded[0]):02X}{encoded[1:]}"
    return encoded


def _folder(part: str) -> str:
    """No folder is called like a file of a record, nor ends with a dot, which Windows takes away."""
    name = _safe(part)
    if name.endswith(".yaml"):
        return f"{name.removesuffix('.yaml')}%2Eyaml"
    return f"{name[:-1]}%2E" if name.endswith(".") else name


def _written(found: re.Match[str]) -> str:
    if "A" <= found[0] <= "Z":
        return f"!{found[0].lower()}"
    return "".join(f"%{byte:02X}" for byte in found[0].encode())


def _plain(part: str) -> str:
    if part == "%":
        return ""
    if "%" not in part and "!" not in part:
        return part
    try:
        return _WRITTEN.sub(lambda m: m[1].upper() if m[1] else bytes([int(m[2], 16)]), part.encode()).decode()
    except UnicodeError:  # nobody wrote it like that: it means itself
        return part
