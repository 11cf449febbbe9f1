"""Rule texts compared and changed by line: number and history belong to the engine, every other byte to its author.

What counts as the engine's is decided by the same parsers that read the law: were a line taken for a number here that
is a price there, it could be changed behind the voters' backs.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from engine.store import canon, guard, links, rulefile

OWNED: Final = ("rule", "history")
LARGEST_NUMBER: Final = 99_999  # of five digits, as the names of files are read
_NAME = re.compile(r"(?:(\d{1,5})-)?([A-Za-z0-9-]+)\.(?:md|star)")
_NUMBER = re.compile(r"""(.+?:[ \t]+)(?:next|'next'|"next"|[0-9]+)([ \t]*(?:[ \t]#.*)?\r?\n)""")
History = Sequence[Mapping[str, int]]


@lru_cache(maxsize=4096)
def slug_of(path: str) -> str:
    """`rules/credo/352-beer.md` -> `beer`."""
    name = path.rsplit("/", 1)[-1]
    found = _NAME.fullmatch(name)
    return found[2] if found else name.rsplit(".", 1)[0]


def number_of_name(path: str) -> int | None:
    """`352-beer.md` -> 352; None where the name carries no number."""
    found = _NAME.fullmatch(path.rsplit("/", 1)[-1])
    return int(found[1]) if found and found[1] else None


@lru_cache(maxsize=1024)
def as_law(text: str) -> str:
    """The text without what the engine owns: number, history, and the numbers in links to rule files.

    A text without front matter, such as code shared by rules, is law to the last byte. Where the rest of a front matter would say
    something else by itself, as a comment behind a history is text behind a text, what it says is law.
    """
    front, body = _parts(text)
    if not front:
        return text
    spans = _spans(tuple(front))
    owned = {place for name in OWNED for place in spans.get(name, ())}
    rest = [line for place, line in enumerate(front) if place not in owned]
    if _is_taken_in(front, owned):
        law = {key: item for key, item in _value(front).items() if key not in OWNED}
        rest = rest if (_value(rest) or {}) == law else [front[0], canon.emit(law), front[-1]]
    return "".join(rest) + links.renamed(body, slug_of)


def stamp(text: str, number: int, history: History) -> str:
    """The text with this number and history; all other bytes untouched. A text that is no rule stays as it is."""
    return _stamped(text, number, tuple(tuple(entry.items()) for entry in history))


@lru_cache(maxsize=512)
def _stamped(text: str, number: int, entries: tuple[tuple[tuple[str, int], ...], ...]) -> str:
    """Each trial of a proposal, and each look at what is open, asks for the same again."""
    history = [dict(entry) for entry in entries]
    front, body = _parts(text)
    if not front:
        return text
    spans = _spans(tuple(front))
    if not spans:
        return "".join(_rewritten(front, number, history)) + body
    end = "\r\n" if front[0].endswith("\r\n") else "\n"
    own = spans.get("rule", range(1, 1))
    after = (spans.get("title") or own).stop
    pedigree = spans.get("history", range(after, after))
    # From below upwards, insertions last, so that no edit moves another's lines.
    edits = [(pedigree, _pedigree(history, end)), (own, [_numbered(front[own.start : own.stop], number, end)])]
    edited = list(front)
    for place, lines in sorted(edits, key=lambda edit: (edit[0].start, edit[0].stop), reverse=True):
        edited[place.start : place.stop] = lines
    anew = _rewritten(front, number, history)
    return "".join(edited if _value(edited) == _value(anew) else anew) + body


def quoted(title: str) -> str:
    """A title as the front matter of a new rule has it: on one line, in quotes, whatever is in it."""
    flat = " ".join(title.split())[:120]
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'


def relink(text: str, names: Mapping[str, str]) -> str:
    """Links to rule files by their new names (slug -> file name); nothing else is touched."""
    if not any(f"-{slug}.md" in text for slug in names):
        return text
    front, body = _parts(text)
    return "".join(front) + links.renamed(body, lambda name: names.get(slug_of(name), name)) if front else text


def _parts(text: str) -> tuple[list[str], str]:
    """The lines of the front matter with both its fences, and the rest; no lines if there is none."""
    lines = links.lines_of(text)
    end = rulefile.front_end(lines) if len(text) <= rulefile.LONGEST else None
    return ([], text) if end is None else (lines[: end + 1], "".join(lines[end + 1 :]))


@lru_cache(maxsize=512)
def _spans(front: tuple[str, ...]) -> Mapping[str, range]:
    """Key -> its lines in the front matter. Nothing unless each key begins a line of its own: else it is not edited."""
    try:
        value, lines = guard.load_with_lines("".join(front[1:-1]))
    except guard.YamlProblem:
        return {}
    starts = {key: lines[key,] for key in value} if isinstance(value, dict) else {}
    if not starts or lines[()] != min(starts.values()) or len(set(starts.values())) < len(starts):
        return {}
    if not all(front[start].startswith((key, f"'{key}'", f'"{key}"')) for key, start in starts.items()):
        return {}
    stops = dict(zip(starts, [*list(starts.values())[1:], len(front) - 1], strict=True))
    spans = {key: range(start, _last(front, start, stops[key])) for key, start in starts.items()}
    title = spans.get("title")
    if title is not None and title.stop < stops["title"] and not _is_whole(front, title, value["title"]):
        spans["title"] = range(title.start, stops["title"])
    return spans


def _is_whole(front: Sequence[str], span: range, value: Any) -> bool:
    """Whether these lines are a key with this value: what stands behind it may be lines of its text that look like comments."""
    try:
        return [*guard.load("".join(front[place] for place in span)).values()] == [value]
    except guard.YamlProblem:
        return False


def _last(front: Sequence[str], start: int, stop: int) -> int:
    """The end of a key's lines: empty lines and comments behind it are not its own, nor is the mark that ends a document."""
    while stop > start + 1 and (front[stop - 1].strip()[:1] in ("", "#") or front[stop - 1].startswith("...")):
        stop -= 1
    return stop


def _numbered(lines: Sequence[str], number: int, end: str) -> str:
    found = _NUMBER.fullmatch(lines[0]) if len(lines) == 1 else None
    return f"{found[1]}{number}{found[2]}" if found else f"rule: {number}{end}"


def _pedigree(history: History, end: str) -> list[str]:
    entries = [", ".join(f"{word}: {number}" for word, number in entry.items()) for entry in history]
    return [f"history:{end}", *(f"  - {entry}{end}" for entry in entries)] if entries else []


def _is_taken_in(front: Sequence[str], owned: Collection[int]) -> bool:
    """Whether something indented, or nothing, stands behind the engine's lines: without them it may belong to what is before."""
    return any(place + 1 not in owned and front[place + 1][:1] in (" ", "\t", "\r", "\n") for place in owned)


def _value(front: Sequence[str]) -> Any:
    """What the front matter says; None where nobody can read it."""
    try:
        return guard.load("".join(front[1:-1]))
    except guard.YamlProblem:
        return None


def _rewritten(front: Sequence[str], number: int, history: History) -> list[str]:
    """A front matter that cannot be edited by line, such as one in braces, written anew."""
    value = _value(front)
    if not isinstance(value, dict):
        return list(front)
    owned = {"rule": number} | ({"history": list(history)} if history else {})
    return [front[0], canon.emit({key: item for key, item in value.items() if key not in OWNED} | owned), front[-1]]
