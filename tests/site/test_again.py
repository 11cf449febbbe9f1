"""What is made again after a change is what a fresh board would be, whatever changed; and it is in proportion to the change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import pytest

from engine.game.exhibits import SILENT
from engine.site.game import Game
from engine.store import canon
from tests.site import boards
from tests.site.boards import START, files, pages, player
from tests.site.test_board import entry

DAYS: Final = tuple(f"state/journal/2026/01/{day:02}.yaml" for day in (5, 6, 7, 8))
SHOWN: Final = """---
rule: 120
title: Boats
by_hand: true
state:
  boats:
    name: {type: string}
    crew: {type: integer}
    owner: {type: string}
show:
  boats: {columns: [name, {field: owner, as: player}, crew], chart: [crew], order: crew}
  players: {columns: [shells], chart: [shells]}
  verdicts: {page: judgments, columns: [question]}
---
Boats have a crew.
"""
RULE: Final = "---\nrule: 121\ntitle: {}\nby_hand: true\n---\nSee rule 120.\n"


def poll(number: int, status: str, **votes: str) -> dict[str, Any]:
    refused = [{"voter": "cy", "choice": "nay", "at": START, "comment": 7, "reason": "too late"}]
    more = {"author": "bo", "refused": refused, "paths": ["rules/island/120-boats.md"]}
    return boards.poll(number, status, **votes) | more


def count(*voted: str) -> dict[str, Any]:
    ballots = [{"voter": who, "choice": "yay", "comment": 7, "weight": 1} for who in voted]
    known = {"electors": ["ana", "bo", "cy", "di"], "electorate": 4, "ballots": ballots, "choices": []}
    return {**known, "yay": len(voted), "nay": 0, "cast": len(voted), "received": len(voted), "added": 0} | {
        "superseded": 0,
        "refused": 0,
    }


@dataclass(frozen=True)
class Sea:
    """A small game that has something of everything, to be changed in one place."""

    held: Mapping[str, Mapping[str, Any]] = field(
        default_factory=lambda: {
            "players": {name: player(name, n, shells=n) for n, name in enumerate(("ana", "bo", "cy", "di"), 1)},
            "boats": {
                "1": {"name": "Gull", "owner": "ana", "crew": 2},
                "2": {"name": "Tern", "owner": "bo", "crew": 3},
            },
            "polls": {"3": poll(108, "open", ana="yay"), "4": poll(107, "adopted", ana="yay", cy="nay")},
            "verdicts": {"1": {"question": "What does rule 120 say?"}},
        }
    )
    rules: Mapping[str, str | None] = field(
        default_factory=lambda: {"120-boats.md": SHOWN, "121-more.md": RULE.format("More")}
    )
    days: Mapping[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {
            path: [entry(7 + place, text=f"/dive {place}"), {**entry(50 + place, kind="period"), "rule": "boats"}]
            for place, path in enumerate(DAYS)
        }
    )
    law: Mapping[str, Any] = field(default_factory=lambda: {"polls": {"3": {"count": count("ana", "di")}}})
    past: tuple[Any, ...] = ((START - 604_800, {"boats": {"1": {"crew": 1}}, "players": {"ana": {"shells": 9}}}),)
    more: Mapping[str, str] = field(default_factory=dict)
    later: int = 0

    def game(self) -> Game:
        texts = {**files(self.held, self.rules), **self.more}
        engine = {**canon.read(texts["state/engine.yaml"]), "position": [START + self.later, 9, ""]}
        return Game({**texts, "state/engine.yaml": canon.emit(engine)}, {**SILENT, **self.law}, self.past)

    def journal(self) -> dict[str, str]:
        return {path: canon.emit(entries) for path, entries in self.days.items()}

    def record(self, collection: str, key: str, **new: Any) -> Sea:
        rows = self.held[collection]
        return replace(self, held={**self.held, collection: {**rows, key: {**rows.get(key, {}), **new}}})

    def told(self, path: str, *entries: dict[str, Any]) -> Sea:
        return replace(self, days={**self.days, path: [*self.days.get(path, []), *entries]})


NEW_DAY: Final = "state/journal/2026/01/09.yaml"
CHANGES: Final[Mapping[str, Callable[[Sea], Sea]]] = {
    "a player is renamed": lambda sea: sea.record("players", "bo", login="Bobby"),
    "one who voted is renamed": lambda sea: sea.record("players", "di", login="Diane"),
    "a player comes": lambda sea: sea.record("players", "ed", **player("ed", 5)),
    "a player pauses": lambda sea: sea.record("players", "cy", active=False),
    "a boat changes": lambda sea: sea.record("boats", "1", crew=9),
    "a boat has another owner": lambda sea: sea.record("boats", "2", owner="cy"),
    "a boat is new": lambda sea: sea.record("boats", "3", name="Auk", owner="di", crew=1),
    "a vote is cast": lambda sea: replace(
        sea.record("polls", "3", **poll(108, "open", ana="yay", bo="nay")),
        law={"polls": {"3": {"count": count("ana", "bo", "di")}}},
    ),
    "a poll is over": lambda sea: replace(sea.record("polls", "3", status="rejected"), law={}),
    "a vote is refused later": lambda sea: sea.record("polls", "4", refused=[]),
    "a proposal is filed": lambda sea: replace(sea, more={"proposals/107.md": "- Electorate (3)\n"}),
    "a proposal is repealed": lambda sea: sea.record("polls", "4", subject="107 Wine"),
    "a rule has another title": lambda sea: replace(sea, rules={**sea.rules, "121-more.md": RULE.format("Less")}),
    "a rule is gone": lambda sea: replace(sea, rules={"120-boats.md": SHOWN}),
    "a rule fails": lambda sea: replace(sea, law={**sea.law, "broken": {"landing": "line 3"}}),
    "a rule cannot be read": lambda sea: replace(sea, rules={**sea.rules, "121-more.md": "nothing"}),
    "a rule shows something else": lambda sea: replace(
        sea, rules={**sea.rules, "120-boats.md": SHOWN.replace("[shells], chart: [shells]", "[fish]")}
    ),
    "a judgment is given": lambda sea: sea.record("verdicts", "2", question="And rule 121?"),
    "words are deleted": lambda sea: sea.told(NEW_DAY, entry(8, kind="deleted")),
    "words of a refused vote are deleted": lambda sea: sea.told(NEW_DAY, entry(7, kind="deleted")),
    "words are edited the same day": lambda sea: sea.told(DAYS[3], entry(10, kind="edited", text="/fish")),
    "a day passes": lambda sea: replace(sea, later=90_000),
    "what was before is read anew": lambda sea: replace(sea, past=((START - 604_800, {"boats": {"1": {"crew": 7}}}),)),
    "the law gives another number next": lambda sea: replace(sea, law={**sea.law, "next": 201}),
    "something is due": lambda sea: replace(
        sea, law={**sea.law, "due": [{"at": START + 60, "title": "Tide", "slug": "boats", "what": "period"}]}
    ),
}


@pytest.mark.parametrize("change", list(CHANGES))
def test_what_is_made_again_is_what_a_fresh_board_would_be(change: str) -> None:
    before, after = Sea(), CHANGES[change](Sea())
    old, notes = pages(before.game(), before.journal())
    again, _ = pages(after.game(), after.journal(), notes)
    fresh, _ = pages(after.game(), after.journal())
    assert {path: (old | again)[path] for path in fresh} == fresh
    assert again, "something is otherwise"


@pytest.mark.parametrize(
    ("change", "made"),
    [
        ("a boat changes", {"index.html", "records/boats.html", "records/boats.1.html"}),
        ("words are deleted", {"chronicle/2026-01-06.html", "chronicle/2026-01-08.html", "chronicle/2026-01-09.html"}),
    ],
)
def test_what_is_made_again_is_in_proportion_to_what_changed(change: str, made: set[str]) -> None:
    before, after = Sea(), CHANGES[change](Sea())
    _, notes = pages(before.game(), before.journal())
    again, _ = pages(after.game(), after.journal(), notes)
    assert {path for path in again if path not in ("index.html", "feed.xml", "chronicle.html")} == made - {"index.html"}


def test_a_title_that_changes_leaves_the_days_that_do_not_name_the_rule_as_they_are() -> None:
    before, after = Sea(), CHANGES["a rule has another title"](Sea())
    _, notes = pages(before.game(), before.journal())
    again, _ = pages(after.game(), after.journal(), notes)
    assert "rules/more.html" in again and not [path for path in again if path.startswith(("chronicle/", "players/"))]
