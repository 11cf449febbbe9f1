"""Where a record lives: collection and key to a path below state/, and back."""

from __future__ import annotations

import re

LONGEST_NAME = 200  # file systems take 255 bytes, of which `.yaml` is some
_SAFE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")
_ODD = re.compile(r"[^A-Za-z0-9._-]")
# Names that some file systems keep for themselves.
_RESERVED = re.compile(r"(?i:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")


def path_of(collection: str, key: str, one_file: str | None = None) -> str:
    """`state/villages/ana.yaml`; `state/map.yaml` for a collection kept in one file."""
    if one_file is not None:
        return f"state/{one_file}.yaml"
    return f"state/{collection}/{'/'.join(_safe(part) for part in key.split('/'))}.yaml"


def fits(key: str) -> bool:
    """Whether every part of the key's path is a name that file systems take, encoded as it is."""
    return all(len(_safe(part)) <= LONGEST_NAME for part in key.split("/"))


def key_of(path: str) -> tuple[str, str]:
    """(collection, key) of a path below state/; of `state/map.yaml` it is ("map", "map")."""
    below = path.removeprefix("state/").removesuffix(".yaml")
    collection, slash, key = below.partition("/")
    return collection, "/".join(_plain(part) for part in key.split("/")) if slash else collection


def is_path(path: str) -> bool:
    """Whether a path below state/ is that of one record and no other: there is one way to write each."""
    try:
        collection, key = key_of(path)
    except UnicodeDecodeError:
        return False
    return path in (path_of(collection, key), path_of(collection, key, collection))


def _safe(part: str) -> str:
    if _SAFE.fullmatch(part) and not _RESERVED.fullmatch(part):
        return part
    encoded = _ODD.sub(lambda m: "".join(f"%{byte:02X}" for byte in m[0].encode()), part)
    if not encoded:
        return "%"
    if encoded[0] == "." or _RESERVED.fullmatch(encoded):
        encoded = f"%{ord(encoded[0]):02X}{encoded[1:]}"
    return encoded


def _plain(part: str) -> str:
    if part == "%":
        return ""
    if "%" not in part:
        return part
    raw = re.sub(rb"%([0-9A-F]{2})", lambda m: bytes([int(m[1], 16)]), part.encode())
    return raw.decode()
