"""A rule that a commit by hand gives a name no rule can have: the rule stays what it was, for nobody has repealed it."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.referee.ports import TreeEntry
from engine.store.digest import blob_id
from engine.store.layout import LAW
from engine.store.splice import slug_of

RULE: Final = ".md"
NO_RULE: Final = "it is no rule: its name does not end in `.md`"
ELSEWHERE: Final = "it is no rule: rules lie directly in `{}`"
WHY: Final = "what it is called in that commit is no rule's name; to take it away, take it away alone"


def unreadable(
    entries: Mapping[str, TreeEntry | None],
    files: Mapping[str, str | None],
    odd: Mapping[str, str],
    before: Mapping[str, str | None],
    law: str,
) -> dict[str, str]:
    """path -> why of what is left out besides the `odd`: rules of the folder `law` that are renamed to something that is none.

    `entries` are what a commit touches, `files` what was taken of it, `before` the texts that stood there.
    """
    gone = {path: text for path in files if _is_rule(path, law) and files[path] is None and (text := before.get(path))}
    new = [path for path in entries if path.startswith(LAW) and entries[path] and before.get(path) is None]
    found: dict[str, str] = {}
    for path in new:
        is_here = path.startswith(law)
        names = [old for old in gone if _was_called(old, gone[old], path, entries[path], alike=is_here)]
        if names and path not in odd and not (is_here and path.endswith(RULE)):
            found[path] = NO_RULE if is_here else ELSEWHERE.format(law)
        if names and (path in odd or path in found):
            found |= dict.fromkeys(names, WHY)
    return found


def _is_rule(path: str, law: str) -> bool:
    return path.startswith(law) and path.endswith(RULE)


def _was_called(old: str, text: str, new: str, entry: TreeEntry | None, *, alike: bool) -> bool:
    """Whether it has the same text or name; or, where `alike` is enough, the number or the words of the name."""
    same = entry is not None and entry.blob == blob_id(text)
    is_named = old.rpartition("/")[2] == new.rpartition("/")[2]
    return same or is_named or (alike and not set(_names(old)).isdisjoint(_names(new)))


def _names(path: str) -> Iterator[str]:
    file = path.rpartition("/")[2]
    if number := re.match(r"0*(\d+)(?!\d)", file):
        yield number[1]
    yield slug_of(path).lower()
