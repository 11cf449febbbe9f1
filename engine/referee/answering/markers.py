"""The hidden marks by which the engine knows its own posts again."""

import re
import sys

_CODE = re.compile(r"%([0-9A-F]{1,6});")
_MARK = re.compile(r"<!-- nomic:([^\s<>]+):([0-9a-f]{8}) -->")
# Marks end a post, in one row: what stands further up was said, perhaps by somebody who would like to forge one.
_TAIL = re.compile(rf"(?:\A|\n)((?:{_MARK.pattern})+)\s*\Z")


def mark(key: str, digest: str) -> str:
    return f"<!-- nomic:{_safe(key)}:{digest} -->"


def marks(body: str) -> dict[str, str]:
    """key -> digest of every mark at the end of a post."""
    tail = _TAIL.search(body)
    return {_plain(found[1]): found[2] for found in _MARK.finditer(tail[1])} if tail else {}


def _safe(key: str) -> str:
    return "".join(c if c.isalnum() or c in "/._-" else f"%{ord(c):X};" for c in key).replace("--", "%2D;%2D;")


def _plain(key: str) -> str:
    return _CODE.sub(lambda m: _letter(int(m[1], 16)) or m[0], key)


def _letter(code: int) -> str:
    """Empty where no letter has that number: then it is somebody else's mark, and means nothing."""
    return "" if code > sys.maxunicode or 0xD800 <= code <= 0xDFFF else chr(code)
