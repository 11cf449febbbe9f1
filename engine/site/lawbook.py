"""Rules as pages: how each is enforced, its versions, what judges said of it, and an index of their words to search in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.law.document import Document
from engine.site import cells
from engine.site.game import Game
from engine.store import canon, rulefile, splice

_WORD: Final = re.compile(r"[a-z0-9]{3,}")
_COMMON: Final = frozenset(
    "the and for are was who has have not its may can with that this they them their from one any all but "
    "other than which when into only".split()
)
_RULE: Final = re.compile(r"\brules? ([0-9]{1,5})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Version:
    """A rule's text as a proposal left it; `text` is None where it was repealed."""

    number: int
    path: str
    text: str | None


def enforced(game: Game, rule: Document) -> tuple[str, str]:
    """(word, reason): by code, by hand, or not now."""
    why = game.law["broken"].get(rule.slug)
    if why:
        return "not now", str(why)
    if rule.by_hand:
        return "by hand", "Its words bind; no code enforces them."
    return ("by code", "") if rule.code.strip() else ("by its words", "It declares things and has no code of its own.")


def versions(game: Game) -> dict[str, list[Version]]:
    """slug -> the texts that adopted proposals gave it, the oldest first."""
    found: dict[str, list[Version]] = {}
    adopted = [p for p in game.polls.values() if p["status"] == "adopted" and p.get("landed") and p.get("change")]
    for poll in sorted(adopted, key=lambda p: int(p.get("number") or 0)):
        for path, (_, head) in changed(game, poll).items():
            if path.endswith(".md"):
                found.setdefault(splice.slug_of(path), []).append(Version(int(poll.get("number") or 0), path, head))
    return found


def changed(game: Game, poll: Mapping[str, Any]) -> dict[str, tuple[str | None, str | None]]:
    """path -> (text before, text after) of a proposal's change as it was judged."""
    text = game.files.get(f"proposals/changes/{poll.get('change')}.yaml")
    files = canon.read(text).get("files") if text else None
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
    """number of a rule -> (anchor, name) of the judgments whose words name it."""
    found: dict[int, list[tuple[str, str]]] = {}
    for collection, key, record in judgments(game):
        text = " ".join(value for value in record.values() if isinstance(value, str))
        for number in sorted({int(n) for n in _RULE.findall(text)}):
            found.setdefault(number, []).append((anchor(collection, key), cells.name(game, collection, record, key)))
    return found


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
