"""A rule file in the parts that a page lets one edit, put together again byte for byte; and what differs between two of them."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import Match, SequenceMatcher
from itertools import accumulate
from typing import Any, Final

from engine.store import guard, rulefile
from engine.store.parser import TooTangled

NEW: Final = "rule: next\ntitle: {title}\nby_hand: true\n"
_WORDS: Final = re.compile(r"\s+|[^\s\w]|\w+")
_SIGNS: Final = re.compile(r"[:#,\[\]{}&*!|>'\"%@`\\]")
_FENCED: Final = re.compile(r"(`{3,}(?!`)|~{3,}(?!~))[^\n`]*\n(.*\n)?\1[`~]*", re.DOTALL)
_TITLE: Final = re.compile(r"(?m)^(?:title|name):[ \t]*(\S.*)$")
_OF_CASES: Final = ("", "example", "yaml", "yml")
AROUND: Final = 2
MOST_LOOKS: Final = 1_000_000  # half a second


@dataclass(frozen=True)
class Parts:
    """`whole` is the file as it is, where it is built otherwise than from the other parts in their order."""

    front: str
    prose: str
    code: str = ""
    examples: str = ""
    whole: str = ""

    @property
    def text(self) -> str:
        if self.whole:
            return self.whole
        return "".join(text for _, text in self._pieces())

    def place_of(self, line: int) -> tuple[str, int] | None:
        """The part in which a line of the file was written, and which one of that part's it is; None around them and for a `whole`."""
        done = 0
        for name, text in () if self.whole else self._pieces():
            lines = text.count("\n")
            if name and done < line <= done + lines:
                part = getattr(self, name)
                above = part[: part.find(text.split("\n", 1)[0])].count("\n")
                return name, line - done + above
            done += lines
        return None

    def _pieces(self) -> Iterator[tuple[str, str]]:
        """(the part it is of, or nothing for what stands around them, lines of the file)."""
        yield from [
            ("", "---\n"),
            ("front", self.front.strip("\n") + "\n"),
            ("", "---\n"),
            ("prose", self.prose.strip() + "\n"),
        ]
        for name, language, text in (("code", "starlark", self.code), ("examples", "example", self.examples)):
            if text.strip():
                yield from [("", f"\n```{language}\n"), (name, text.strip("\n") + "\n"), ("", "```\n")]


@dataclass(frozen=True)
class Line:
    """A line of a difference: `kind` is same, was, new or gap; `spans` are (whether it changed, text)."""

    kind: str
    spans: tuple[tuple[bool, str], ...]


@dataclass
class Looks:
    """How many lines and words that may be the same are still looked at for one change: sixty thousand empty lines have billions."""

    left: int = MOST_LOOKS


class _Alike(SequenceMatcher[str]):
    """What two lists have in common, as far as one may look; the rest counts as changed."""

    def __init__(self, old: list[str], new: list[str], looks: Looks) -> None:
        super().__init__(None, old, new, autojunk=False)
        there: Mapping[str, list[int]] = self.b2j  # type: ignore[attr-defined]  # documented, and not in its types
        self.looks, self.upto = looks, [0, *accumulate(1 + len(there.get(each, ())) for each in old)]

    def find_longest_match(self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None) -> Match:
        self.looks.left -= self.upto[-1 if ahi is None else ahi] - self.upto[alo]
        return super().find_longest_match(alo, ahi, blo, bhi) if self.looks.left >= 0 else Match(alo, blo, 0)


def taken_apart(text: str) -> Parts:
    """The parts of a file; the file itself as `whole` if they do not make it up again."""
    try:
        file = rulefile.split(text)
    except rulefile.RuleFileProblem:
        return Parts("", "", whole=text)
    code = "\n".join(block.text for block in file.blocks if block.language == "starlark")
    examples = "\n".join(block.text for block in file.blocks if block.language == "example")
    parts = Parts(file.front, file.prose, code, examples)
    return parts if parts.text == text else Parts(file.front, file.prose, code, examples, text)


def is_file(text: str) -> bool:
    """Whether it begins as a rule file does, with a line of ---."""
    return rulefile.is_fence(as_file(text).split("\n", 1)[0])


def as_file(text: str) -> str:
    """The text of a file that was put into a box; what an editor writes before the first line is none of it."""
    return text.lstrip("\ufeff \t\n").rstrip() + "\n"


def bare(parts: Parts) -> Parts:
    """The parts without what stands around each of them in a file: fences, or the two lines of a front matter."""
    front = unfenced(parts.front)
    lines = front.strip().split("\n")
    if len(lines) > 1 and rulefile.is_fence(lines[0]) and rulefile.is_fence(lines[-1]):
        front = "\n".join(lines[1:-1]) + "\n"
    return replace(parts, front=front, code=unfenced(parts.code), examples=_cases(parts.examples))


def _cases(text: str) -> str:
    """The examples without their fences: of several blocks each is a document, as in a file."""
    try:
        blocks = rulefile.tokens(text) if text.lstrip().startswith(("```", "~~~")) else []
    except TooTangled:
        blocks = []
    if len(blocks) < 2 or any(
        each.type != "fence" or "".join(each.info.split()[:1]) not in _OF_CASES for each in blocks
    ):
        return unfenced(text)
    return "---\n".join(each.content.strip("\n").removeprefix("---\n") + "\n" for each in blocks)


def unfenced(text: str) -> str:
    """The text without the one fence around all of it."""
    found = _FENCED.fullmatch(text.strip())
    inside = "" if found is None else found[2] or ""
    return text if found is None or re.search(rf"(?m)^{found[1]}", inside) else inside


def differs_beside_prose(parts: Parts, known: Parts) -> bool:
    """Whether another part than the prose was filled in: it is neither empty nor as it was, but for the title, which is set."""

    def told(each: Parts) -> list[str]:
        return [titled(each.front, "").strip(), each.code.strip(), each.examples.strip()]

    return any(now and now != was for now, was in zip(told(parts), told(known), strict=True))


def title_of(text: str) -> str:
    """The title that a file gives itself, or its name; empty where it has none.

    Where the front matter cannot be read, by its line: what is wrong with the file is said of its own words, and not of a title.
    """
    found = _front(text)
    if not found and (line := _TITLE.search(text)):
        return " ".join(line[1].strip("\"' ").split())
    return " ".join(str(found.get("title") or found.get("name") or "").split())


def is_numberless(text: str) -> bool:
    """Whether it is a file with a title or a name that says nothing of a number, as documents do which are no rules."""
    found = _front(text)
    return "rule" not in found and bool({"title", "name"} & found.keys())


def keys_of(text: str) -> set[str]:
    """The keys of the front matter of a file."""
    return set(_front(text))


def _front(text: str) -> dict[str, Any]:
    """What stands in the front matter; nothing where it cannot be read."""
    try:
        found = guard.load(rulefile.split(text).front)
    except (rulefile.RuleFileProblem, guard.YamlProblem):
        return {}
    return dict(found) if isinstance(found, dict) else {}


def begun(title: str) -> Parts:
    return Parts(NEW.format(title=title or "A new rule"), "")


def all_parameters(front: str) -> dict[str, Any]:
    """The rule's parameters by name, whatever they are; nothing where the front matter cannot be read."""
    try:
        found = guard.load(front)
    except guard.YamlProblem:
        return {}
    values = found.get("parameters") if isinstance(found, dict) else None
    return values if isinstance(values, dict) else {}


def parameters(front: str) -> dict[str, Any]:
    """The numbers and texts among them."""
    return {name: value for name, value in all_parameters(front).items() if isinstance(value, int | float | str)}


def with_parameters(front: str, values: Mapping[str, str]) -> str:
    """The front matter with these values in the place of its parameters', however they are laid out; every other byte stays."""
    known = parameters(front)
    places = guard.places(front, "parameters") if known else {}
    for name, (start, end) in sorted(places.items(), key=lambda each: -each[1][0]):
        given = " ".join(values.get(name, "").split())
        if name in known and given not in ("", str(known[name])):
            last = "\n" if front[start:end].endswith("\n") else ""
            front = front[:start] + _written(given, known[name]) + last + front[end:]
    return front.rstrip("\n") + "\n"


def _written(given: str, was: Any) -> str:
    """In the place of a text in quotes, where it would be something else without them."""
    plain = not isinstance(was, str) or (not _SIGNS.search(given) and _is_text(given))
    return given if plain else json.dumps(given, ensure_ascii=False)


def _is_text(given: str) -> bool:
    """Whether it is one without quotes: 1984, True and - are none."""
    try:
        return bool(guard.load(given) == given)
    except guard.YamlProblem:
        return False


def titled(front: str, title: str, key: str = "title") -> str:
    """The front matter of a new rule with this title, or of what goes by another `key`."""
    plain = re.fullmatch(r"[\w][\w ,’'-]*", title) and _is_text(title)
    quoted = title if plain else '"' + title.replace("\\", "").replace('"', "'") + '"'
    return re.sub(rf"(?m)^{key}:.*$", lambda _: f"{key}: {quoted}", front, count=1)


def difference(before: str, after: str, looks: Looks | None = None) -> list[Line]:
    """Line by line, and within lines that were changed word by word; far from what changed, lines are left out."""
    return list(_near(list(_lines(before.splitlines(), after.splitlines(), looks or Looks()))))


def _lines(old: list[str], new: list[str], looks: Looks) -> Iterator[Line]:
    for what, a, b, c, d in _Alike(old, new, looks).get_opcodes():
        if what == "equal":
            yield from (Line("same", ((False, text),)) for text in old[a:b])
        elif what == "replace" and b - a == d - c:
            pairs = [_within(x, y, looks) for x, y in zip(old[a:b], new[c:d], strict=True)]
            yield from (Line("was", was) for was, _ in pairs)
            yield from (Line("new", now) for _, now in pairs)
        else:
            yield from (Line("was", ((True, text),)) for text in old[a:b])
            yield from (Line("new", ((True, text),)) for text in new[c:d])


def _within(old: str, new: str, looks: Looks) -> tuple[tuple[tuple[bool, str], ...], tuple[tuple[bool, str], ...]]:
    one, two = _WORDS.findall(old), _WORDS.findall(new)
    was: list[tuple[bool, str]] = []
    now: list[tuple[bool, str]] = []
    for what, a, b, c, d in _Alike(one, two, looks).get_opcodes():
        changed = what != "equal"
        was += [(changed, "".join(one[a:b]))] if b > a else []
        now += [(changed, "".join(two[c:d]))] if d > c else []
    return tuple(was), tuple(now)


def _near(lines: list[Line]) -> Iterator[Line]:
    touched = [place for place, line in enumerate(lines) if line.kind != "same"]
    shown = {near for place in touched for near in range(place - AROUND, place + AROUND + 1)}
    left_out = False
    for place, line in enumerate(lines):
        if place in shown:
            yield line
        elif not left_out and touched:
            yield Line("gap", ((False, "…"),))
        left_out = place not in shown
