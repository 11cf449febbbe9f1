"""What a page is made from, as far as it can change: found out much sooner than the page is made."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.law.display import Shown
from engine.site import cells, pages, tables, votes, words
from engine.site.game import Game
from engine.site.lawbook import Version
from engine.site.notes import DayTold, digest
from engine.store.once import once

_NUMBER: Final = re.compile(r"[0-9]+")
_LINK: Final = re.compile(r"(?<![^\s()<>\[\]\"])[^\s()<>\[\]\"]+\.md")  # looked for once in a word


@once
def record(game: Game, collection: str, key: str) -> list[Any]:
    """Of a record: itself, what those are called whom it names, and what was before, where that is drawn."""
    found = game.records[collection][key]
    people = [cells.cell(game, found, key, c).value for c in tables.columns(game, collection) if c.form == "player"]
    drawn = [game.today, past(game)] if game.shown.get(collection, Shown(collection)).chart else []
    return [key, found, game.login(key), key in game.players, people, drawn]


@once
def past(game: Game) -> str:
    """All that was before, as one hash."""
    return digest(game.past)


def player(game: Game, key: str) -> list[Any]:
    cast, proposed = pages.cast(game, key), pages.proposed(game, key)
    return [
        pages.awaits(game, key),
        pages.not_yet(game, key),
        [record(game, name, key) for name in pages.collections_of(game, key)],
        [column.field for column in tables.columns(game, "players")],
        [(named(game, poll), choice) for poll, choice in cast],
        [named(game, poll) for poll in proposed],
        pages.in_all(game, key),
    ]


def collection(game: Game, name: str, page: int) -> list[Any]:
    rows = tables.ordered(game, name)[page * tables.ROWS : (page + 1) * tables.ROWS]
    shown = [column.field for column in tables.columns(game, name)]
    return [shown, len(game.records.get(name, {})), game.law_text, [record(game, name, key) for key, _ in rows]]


@once
def named(game: Game, key: str) -> str:
    """What is told of a poll wherever it is named, as one hash."""
    return digest([pages.named(game, key), votes.came_out(game.polls[key])])


@once
def poll(game: Game, key: str) -> str:
    """All of a poll that is over but who of its comments' words are gone, as one hash."""
    found = game.polls[key]
    ballots = (*found["ballots"], *(found.get("refused") or ()))
    people = [game.login(str(voter)) for voter in (found["author"], *(each["voter"] for each in ballots))]
    filed = [votes.record_of(game, found), str(found["author"]) in game.players]
    return digest([found, named(game, key), people, filed])


def rule(game: Game, slug: str, known: Mapping[str, Sequence[Version]], judged: Sequence[Any]) -> list[Any]:
    """`judged`: the judgments that touch it."""
    text = game.files[game.law_files[slug].path]
    named_numbers = {int(found) for found in _NUMBER.findall(text) if len(found) < 10}
    numbers = sorted(named_numbers & {each.get("number") or 0 for each in game.polls.values()})
    versions = [(each.number, each.text is None) for each in known[slug]]
    return [text, game.law["broken"].get(slug), numbers, versions, judged, linked(text, known)]


def linked(text: str, known: Mapping[str, Any]) -> list[str]:
    """The rules to which a rule's words link, of those that have a page."""
    return [slug for link in _LINK.findall(text) if (slug := words.slug_in(link)) in known]


def day(told: Sequence[DayTold], hidden: Mapping[int, str], titles: Mapping[str, str]) -> list[Any]:
    """What the words of a day depend on besides its own files: which of its comments are gone, what its rules are called."""
    gone = {number: hidden[number] for each in told for number in each.comments if number in hidden}
    return [sorted(gone.items()), {slug: titles.get(slug) for each in told for slug in each.rules}]
