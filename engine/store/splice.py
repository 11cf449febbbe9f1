"""Rule texts compared and changed by line: number and history belong to the engine, every other byte to its author."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NAME = re.compile(r"(?:(\d{1,5})-)?([A-Za-z0-9-]+)\.(?:md|star)")
_LINK = re.compile(r"\]\(((?:[\w./-]*/)?(\d{1,5}-[a-z0-9-]+\.md))(#[\w-]*)?\)")
_KEY = re.compile(r"(rule|history)\s*:")
_FENCE = re.compile(r" {0,3}(```|~~~)")


def slug_of(path: str) -> str:
    """`rules/credo/352-beer.md` -> `beer`."""
    name = path.rsplit("/", 1)[-1]
    found = _NAME.fullmatch(name)
    return found[2] if found else name.rsplit(".", 1)[0]


def number_of_name(path: str) -> int | None:
    """`352-beer.md` -> 352; None where the name carries no number."""
    found = _NAME.fullmatch(path.rsplit("/", 1)[-1])
    return int(found[1]) if found and found[1] else None


def as_law(text: str) -> str:
    """The text without what the engine owns: number, history, and the numbers in links to rule files."""
    front, rest = _front(text)
    return "".join(_others(front)) + _link(rest, lambda name: slug_of(name))


def stamp(text: str, number: int, history: list[dict[str, int]]) -> str:
    """The text with this number and history; all other bytes untouched."""
    front, rest = _front(text)
    if not front:
        return text
    end = "\r\n" if front[0].endswith("\r\n") else "\n"
    own = [f"rule: {number}{end}"]
    own += [f"history:{end}"] + [f"  - {_entry(entry)}{end}" for entry in history] if history else []
    others = _others(front)
    title = next((i for i, line in enumerate(others) if line.startswith("title:")), 0)
    before, after = others[:1], others[1:]
    if title:
        return "".join([*before, own[0], *after[:title], *own[1:], *after[title:]]) + rest
    return "".join([*before, *own, *after]) + rest


def _entry(entry: Mapping[str, Any]) -> str:
    return ", ".join(f"{word}: {number}" for word, number in entry.items())


def relink(text: str, names: Mapping[str, str]) -> str:
    """Links to rule files by their new names (slug -> file name); nothing else is touched."""
    front, rest = _front(text)
    return "".join(front) + _link(rest, lambda name: names.get(slug_of(name), name))


def _link(text: str, rename: Any) -> str:
    """Renames the targets of Markdown links to rule files, outside code."""
    lines = text.splitlines(keepends=True)
    fenced = False
    for i, line in enumerate(lines):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and "](" in line:
            lines[i] = _LINK.sub(lambda m: f"]({m[1][: -len(m[2])]}{rename(m[2])}{m[3] or ''})", line)
    return "".join(lines)


def _front(text: str) -> tuple[list[str], str]:
    """The lines of the front matter with both its fences, and the rest; no lines if there is none."""
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].rstrip() != "---":
        return [], text
    for i, line in enumerate(lines[1:], start=1):
        if line.rstrip() == "---":
            return lines[: i + 1], "".join(lines[i + 1 :])
    return [], text


def _others(front: list[str]) -> list[str]:
    """The lines of the front matter that are not the number's or the history's."""
    kept, skipping = [], False
    for line in front:
        if skipping and (line[:1] in " \t" or line.startswith("- ") or not line.strip()):
            continue
        skipping = _KEY.match(line) is not None
        if not skipping:
            kept.append(line)
    return kept
