"""What the files of a game hold, taken apart once: its records by collection, its rules, what it is called.

Pure; whoever shows a game reads its files. What is spoilt is left out: `nomic verify` and `nomic doctor` name it, and the rest
is shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from engine.game.exhibits import Due, LawSays
from engine.game.world.engine_fields import FIELDS, misfit
from engine.law.documents.document import Document, parse
from engine.law.documents.problems import LawProblems
from engine.law.documents.zones import zone_of
from engine.store import canon, records, splice
from engine.store.joined import joined
from engine.store.layout import folder_of

MOST_WINNERS: Final = 12  # by name
OWN: Final = frozenset({"game", "engine", "threads", "issues", "journal", "timers"})


@dataclass(frozen=True)
class Filed:
    """`files`: path -> text of rules, state and proposals, without the journal."""

    files: Mapping[str, str] = field(repr=False)

    @cached_property
    def game(self) -> dict[str, Any]:
        return read(self.files[records.GAME])

    @cached_property
    def engine(self) -> dict[str, Any]:
        return read(self.files[records.NOTES])

    @property
    def name(self) -> str:
        return str(self.game.get("name") or self.game["ruleset"])

    @property
    def ruleset(self) -> str:
        return str(self.game["ruleset"])

    @property
    def zone(self) -> str:
        return zone_of(self.game)

    @property
    def paused_at(self) -> int | None:
        found = self.engine.get("paused_at")
        return found if isinstance(found, int) else None

    @property
    def is_still(self) -> bool:
        """Whether no vote counts: the game is paused, or over."""
        return self.paused_at is not None or bool(self.game.get("over"))

    @property
    def won(self) -> str:
        """Who has won, by names: rules may go on naming winners, of whom the game is none the less over only where they say so."""
        found = [self.login(str(key)) for key in self.game.get("winners") or []]
        more = [f"{len(found) - MOST_WINNERS} more"] if len(found) > MOST_WINNERS else []
        return joined([*found[:MOST_WINNERS], *more])

    def calling(self, due: Due) -> str:
        """The rule that the clock will call upon, as refusals name one: *Thirty-six hours* alone is no event."""
        document = self.documents.get(due["slug"])
        return f"rule {document.number} ({document.title})" if document and document.number else due["title"]

    @property
    def table(self) -> int:
        """The number of the issue where the game is played."""
        return int(self.game.get("table") or 1)

    @cached_property
    def records(self) -> dict[str, dict[str, dict[str, Any]]]:
        """collection -> key -> record, of the collections that the rules have."""
        one_file = self.one_file
        found: dict[str, dict[str, dict[str, Any]]] = {}
        for path, text in self.files.items():
            if not path.startswith(records.STATE) or not path.endswith(".yaml"):
                continue
            collection, key = records.key_of(path)
            if path == records.GAME and any(collection in rule.show for rule in self.rules.values()):
                value = {key: {name: v for name, v in self.game.items() if name not in FIELDS[collection]}}
            elif collection in OWN:
                continue
            else:
                value = read(text)
                if misfit(collection, value) is not None:
                    continue  # spoilt
            if not value and text != canon.emit({}):
                continue  # spoilt
            if path.count("/") == 1:
                rows = {str(k): v for k, v in value.items() if isinstance(v, dict)}
                found.setdefault(one_file.get(collection, collection), {}).update(rows)
            else:
                found.setdefault(collection, {})[key] = value
        return {name: dict(sorted(rows.items(), key=lambda r: canon.key_order(r[0]))) for name, rows in found.items()}

    @cached_property
    def one_file(self) -> Mapping[str, str]:
        """file -> the collection that it holds."""
        return {name: collection for rule in self.rules.values() for collection, name in rule.files.items()}

    @cached_property
    def rules(self) -> dict[str, Document]:
        """slug -> rule, lowest number first; one that cannot be read is left out."""
        return {slug: d for slug, d in self.documents.items() if d.kind == "rule"}

    @cached_property
    def others(self) -> dict[str, Document]:
        """slug -> document of another kind."""
        return {slug: d for slug, d in self.documents.items() if d.kind != "rule"}

    @cached_property
    def documents(self) -> dict[str, Document]:
        """slug -> rule or document of another kind."""
        found = {}
        for path in self._law_paths:
            try:
                found[splice.slug_of(path)] = parse(path, self.files[path])
            except LawProblems:
                continue
        return dict(sorted(found.items(), key=lambda item: (item[1].number or 0, item[0])))

    @property
    def _law_paths(self) -> list[str]:
        return sorted(p for p in self.files if p.startswith(folder_of(self.ruleset)) and p.endswith(".md"))

    @cached_property
    def players(self) -> dict[str, dict[str, Any]]:
        return self.records.get("players", {})

    @cached_property
    def _players_have(self) -> frozenset[str]:
        return frozenset(name for record in self.players.values() for name in record)

    def plain(self, field: str, value: Any) -> Any:
        """As people read it: a record by its name, as a `party` among the `parties`; and what is called like a field of players, such as
        the good that an offer is of, without underscores."""
        if not isinstance(value, str):
            return value
        for collection in (f"{field}s", f"{field.removesuffix('y')}ies"):
            name = self.records.get(collection, {}).get(value, {}).get("name")
            if name and isinstance(name, str):
                return name
        return value.replace("_", " ") if value in self._players_have else value

    def login(self, key: str) -> str:
        """What a player is called; whoever is none, by the key."""
        record = self.players.get(key) or {}
        return str(record.get("login") or key)


def next_number(law: LawSays, game: Mapping[str, Any]) -> int:
    """The number that the law would give a proposal; where it is not known, the one after the last."""
    return law["next"] or int(game.get("last_number") or 0) + 1


def read(text: str) -> dict[str, Any]:
    """What a file holds; nothing of one that is spoilt."""
    try:
        found = canon.read(text or "{}\n")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
