"""Rules as pages: how each is enforced, its versions, what judges said of it, and an index of their words to search in."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.game.owned import Poll
from engine.law.documents.document import Document
from engine.law.documents.problems import LawProblems
from engine.site import cells
from engine.site.filed import read
from engine.site.game import Game
from engine.store import canon, rulefile, splice
from engine.store.layout import change_path

MOST_STEPS: Final = 12
_WORD: Final = re.compile(r"[^\W_]{3,}")  # of any alphabet
_COMMON: Final = frozenset(
    "the and for are was who has have not its may can with that this they them their from one any all but "
    "other than which when into only".split()
)
_RULES: Final = re.compile(r"\brules?\s+([0-9]{1,5}(?:(?:\s*,\s*|\s+)(?:and\s+|or\s+)?[0-9]{1,5})*)\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[0-9]{1,5}")
_FILE: Final = re.compile(r"\b([0-9]{1,5})-[a-z0-9-]+\.md\b")


@dataclass(frozen=True)
class Version:
    """A rule's text as a proposal left it; `text` is None where it was repealed."""

    number: int
    path: str
    text: str | None


def case(example: Any) -> dict[str, Any]:
    """An example as a page tells it: its name, what is done (who, what, why it is refused), and the whole of it."""
    if not isinstance(example, Mapping):
        return {"name": "An example", "steps": [], "whole": _whole(example)}
    told, steps = [], example.get("when")
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, Mapping):
            refused = step.get("refused")
            told.append((str(step.get("by", "")), _deed(step), str(refused) if refused else ""))
    return {"name": str(example.get("name", "An example")), "steps": told[:MOST_STEPS], "whole": _whole(example)}


def _deed(step: Mapping[str, Any]) -> str:
    for name in ("says", "clock", "opens", "pushes", "edits", "deletes", "checks"):
        if name in step:
            said = step[name]
            if name == "opens" and isinstance(said, Mapping):
                said = said.get("title", "")
            return str(said) if name == "says" else f"{name}: {said}"
    return ", ".join(str(name) for name in step if name not in ("by", "refused"))


def _whole(example: Any) -> str:
    try:
        return canon.emit(example)
    except canon.NotCanonical:
        return json.dumps(example, ensure_ascii=False, indent=1, default=str)


def examples(rule: Document) -> list[dict[str, Any]]:
    """As pages tell them; none, where they cannot be read: they bind nobody."""
    try:
        return [case(example) for _, example in rule.examples]
    except LawProblems:
        return []


def enforced(broken: Mapping[str, str], rule: Document) -> tuple[str, str]:
    """(word, reason): by code, by hand, or not now. `broken`: slug -> why a rule does not work."""
    why = broken.get(rule.slug)
    if why:
        return "not now", str(why)
    if rule.by_hand:
        return "by hand", "Its words bind; no code enforces them."
    return ("by code", "") if rule.code.strip() else ("by its words", "It declares things and has no code of its own.")


def versions(game: Game) -> dict[str, list[Version]]:
    """slug -> its texts, the oldest first: as it first stood (number 0), and as adopted proposals left it."""
    found: dict[str, list[Version]] = {}
    adopted = [p for p in game.polls.values() if p["status"] == "adopted" and p.get("landed") and p.get("change")]
    for poll in sorted(adopted, key=lambda p: int(p.get("number") or 0)):
        for path, (base, head) in changed(game, poll).items():
            if path.endswith(".md"):
                known = found.setdefault(splice.slug_of(path), [])
                known += [Version(0, path, base)] if base is not None and not known else []
                known.append(Version(int(poll.get("number") or 0), path, head))
    for slug, file in game.law_files.items():
        found.setdefault(slug, [Version(0, file.path, game.files[file.path])])
    return found


def page_of(slug: str, number: int) -> str:
    """The permanent address of a version, below `rules/`."""
    return f"{slug}.as-of-{number}.html" if number else f"{slug}.as-it-first-stood.html"


def changed(game: Game, poll: Poll) -> dict[str, tuple[str | None, str | None]]:
    """path -> (text before, text after) of a proposal's change as it was judged."""
    text = game.files.get(change_path(poll.get("change")))
    files = read(text or "").get("files")
    return {str(p): (pair[0], pair[1]) for p, pair in files.items()} if isinstance(files, dict) else {}


def prose(text: str) -> str:
    """A rule's words without front matter, code and examples."""
    try:
        return rulefile.split(text).prose
    except rulefile.RuleFileProblem:
        return text


def judgments(game: Game) -> list[tuple[str, str, Mapping[str, Any]]]:
    """(collection, key, record) of what the rules show as judgments, the newest first."""
    named = [each.collection for each in game.shown.values() if each.page == "judgments"]
    found = [(name, key, record) for name in named for key, record in game.records.get(name, {}).items()]
    return sorted(found, key=lambda item: (item[0], canon.key_order(item[1])), reverse=True)


def precedents(game: Game) -> dict[int, list[tuple[str, str]]]:
    """number of a rule -> (anchor, name) of the judgments that name it, or became it."""
    found: dict[int, list[tuple[str, str]]] = {}
    for collection, key, record in judgments(game):
        text = " ".join(_texts(record))
        numbers = {int(n) for named in _RULES.findall(text) for n in _NUMBER.findall(named)}
        numbers |= {int(n) for n in _FILE.findall(text)}
        became = record.get("rule")
        for number in sorted(numbers | ({became} if type(became) is int else set())):
            found.setdefault(number, []).append((anchor(collection, key), cells.name(game, collection, record, key)))
    return found


def _texts(value: Any) -> Iterator[str]:
    """All that is said in a record, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(each)


def anchor(collection: str, key: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{collection}-{key}".lower())


def index(game: Game) -> dict[str, Any]:
    """An inverted index of the rules' words: `rules` are [number, title, slug], `words` word -> places in `rules`."""
    listed = [*game.rules.values(), *game.others.values()]
    found: dict[str, list[int]] = {}
    for place, rule in enumerate(listed):
        for word in sorted(set(_WORD.findall(f"{rule.title} {rule.prose}".lower())) - _COMMON):
            found.setdefault(word, []).append(place)
    return {"rules": [[rule.number, rule.title, rule.slug] for rule in listed], "words": dict(sorted(found.items()))}
