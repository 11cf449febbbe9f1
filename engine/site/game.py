"""A game as the board sees it: its files taken apart. Pure; whoever makes a board reads the files."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple, Self, cast

from engine.game.calendar import local
from engine.game.exhibits import LawSays
from engine.game.owned import Ballot, Poll
from engine.game.world.engine_fields import FIELDS
from engine.law import display
from engine.law.display import Shown
from engine.site.filed import Filed, read
from engine.site.notes import digest
from engine.site.words import dated
from engine.store import canon

FORECASTS: Final = "board/forecasts.yaml"
HIDDEN: Final = frozenset({"id", "login"})
Record = Mapping[str, Any]


class LawFile(NamedTuple):
    """A rule, or a document of another kind, that can be read; `number` is a rule's."""

    path: str
    number: int | None
    kind: str
    title: str


@dataclass(frozen=True)
class Game(Filed):
    """`law`: what the law says of things as they stand.

    `past`: (time, collection -> key -> field -> number), oldest first. `address`: of the repository on the web, or empty.
    `declared`: what the rules say of collections, where the judge has told it already; else the rules are read for it.
    """

    law: LawSays = field(repr=False)
    past: tuple[tuple[int, Mapping[str, Mapping[str, Mapping[str, int]]]], ...] = field(default=(), repr=False)
    address: str = ""
    declared: Mapping[str, Any] | None = field(default=None, repr=False)

    def told(self, law: LawSays, past: tuple[Any, ...], declared: Mapping[str, Any] | None = None) -> Self:
        """The same game with what its law says and what was before; what was read of its files is not read again."""
        found = replace(self, law=law, past=past, declared=declared)
        vars(found).update({name: vars(self)[name] for name in ("documents", "law_text") if name in vars(self)})
        return found

    @cached_property
    def law_text(self) -> str:
        """The law's files as one hash."""
        return digest([(path, self.files[path]) for path in self._law_paths])

    @cached_property
    def law_files(self) -> dict[str, LawFile]:
        """slug -> file of each rule in force, lowest number first, then of the other documents."""
        if self.declared is not None and "law" in self.declared:
            return {slug: LawFile(*more) for slug, *more in self.declared["law"]}
        return {slug: LawFile(d.path, d.number, d.kind, d.title) for slug, d in (self.rules | self.others).items()}

    def declares(self) -> dict[str, Any]:
        """What the rules say of collections, as plain data: a game of the same law that is given it need not read them."""
        return {
            "law": [[slug, *found] for slug, found in self.law_files.items()],
            "titles": list(self.titles.items()),
            "show": [[name, asdict(each)] for name, each in self.shown.items()],
            "one_file": list(self.one_file.items()),
            "places": [[*place, values] for place, values in self.places.items()],
        }

    @cached_property
    def now(self) -> int:
        """The time of the newest thing that was judged: the board is of then."""
        position = self.engine.get("position")
        found = position[0] if isinstance(position, list) and position else 0
        return found if isinstance(found, int) and dated(found, self.zone) is not None else 0

    @cached_property
    def one_file(self) -> Mapping[str, str]:
        """file -> the collection that it holds."""
        return super().one_file if self.declared is None else dict(self.declared["one_file"])

    @cached_property
    def titles(self) -> dict[str, str]:
        """slug -> title of the rules in force."""
        if self.declared is not None:
            return dict(self.declared["titles"])
        return {slug: rule.title for slug, rule in self.rules.items()}

    @cached_property
    def shown(self) -> dict[str, Shown]:
        """What is shown of each collection, as the rules declare it, strongest rule first."""
        if self.declared is not None:
            return {name: display.from_plain(each) for name, each in dict(self.declared["show"]).items()}
        order = [slug for slug in self.law["order"] if slug in self.rules]
        rest = [slug for slug in self.rules if slug not in order]
        return display.declared(self.rules[slug] for slug in (*order, *rest))

    @cached_property
    def places(self) -> dict[tuple[str, str], list[str]]:
        """(collection, field) -> the values it can have, where a rule lists them."""
        if self.declared is not None:
            return {(collection, name): list(values) for collection, name, values in self.declared["places"]}
        return display.choices(self.rules.values())

    @cached_property
    def polls(self) -> dict[str, Poll]:
        """key -> record of every poll there was."""
        return cast(dict[str, Poll], self.records.get("polls", {}))

    @cached_property
    def open_polls(self) -> list[str]:
        """The keys of those that are open, the lowest number first."""
        found = [key for key, poll in self.polls.items() if poll["status"] == "open"]
        return sorted(
            found,
            key=lambda key: (self.polls[key].get("number") or 0, self.polls[key]["opened_at"], canon.key_order(key)),
        )

    @cached_property
    def cast(self) -> dict[str, list[tuple[str, str]]]:
        """voter -> (poll, latest choice), the poll opened last first."""
        found: dict[str, list[tuple[str, str]]] = {}
        for key, poll in sorted(self.polls.items(), key=lambda item: -int(item[1]["opened_at"])):
            for voter, choice in latest(poll).items():
                found.setdefault(voter, []).append((key, choice))
        return found

    @cached_property
    def proposed(self) -> dict[str, list[str]]:
        """author -> polls, the newest last."""
        found: dict[str, list[str]] = {}
        for key, poll in self.polls.items():
            found.setdefault(str(poll["author"]), []).append(key)
        return found

    @cached_property
    def addressed(self) -> dict[str, list[tuple[str, str, list[str], dict[str, str]]]]:
        """player -> (collection, key, words that would take it, why others would not) of the open records addressed to them."""
        found: dict[str, list[tuple[str, str, list[str], dict[str, str]]]] = {}
        for collection, key, ways, closed in self.law["addressed"]:
            record = self.records.get(collection, {}).get(key) or {}
            found.setdefault(str(record.get("to")), []).append((collection, key, ways, closed))
        return found

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What pages found out of the whole game (`once`)."""
        return {}

    @cached_property
    def today(self) -> int:
        """The midnight before the time that the board is of: what is drawn over time changes once a day."""
        return int(local(self.now, self.zone).replace(hour=0, minute=0, second=0).timestamp())

    @cached_property
    def forecasts(self) -> dict[str, Any]:
        """poll -> what its proposal would change, as a pass filed it; nothing where that cannot be read."""
        return filed(self.files.get(FORECASTS, ""))

    def thread(self, number: int | None) -> str:
        """The address of a thread, or nothing where the repository's is not known."""
        return f"{self.address}/issues/{number}" if self.address and number else ""


def latest(poll: Poll) -> dict[str, str]:
    """voter -> their latest choice that is neither deleted nor edited into none."""
    return {str(b["voter"]): str(b["choice"]) for b in poll["ballots"] if stands(b)}


def stands(ballot: Ballot) -> bool:
    """Whether a vote is still one, whatever else was said since."""
    return bool(ballot["choice"]) and not ballot.get("deleted")


def filed(text: str) -> dict[str, Any]:
    """poll -> forecast, of the file that passes write beside the game. Anybody may have written in it."""
    return {str(key): told for key, told in read(text).items() if isinstance(told, dict)}


def engines_own(collection: str) -> frozenset[str]:
    """Fields that the engine keeps in a collection."""
    return frozenset(FIELDS.get(collection, {}))
