"""What a page offers somebody as theirs to do is not refused when they write it, as things stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from engine.game.exhibits import SILENT
from engine.game.fold.folding import fold
from engine.game.words.registry import new_host
from engine.site import pages
from engine.site.game import Game
from engine.store import canon, journal
from engine.table.counsel_main import answer
from tests.shares import share
from tests.site.boards import START, files, player, poll
from tests.site.boards import pages as made
from tests.site.played import PLAYED
from tests.site.played import game as played

ADDRESS: Final = "https://github.example/o/r"
OFFERS: Final = """---
rule: 120
title: Offers
state:
  offers:
    by: {type: string, default: ""}
    to: {type: string, default: ""}
    status: {type: string, default: open}
commands:
  - {usage: /take <offer>, arguments: {offer: {type: integer}}, who: active, run: take}
  - {usage: /refuse <offer>, arguments: {offer: {type: integer, whose: to}}, who: players, run: ignore}
  - {usage: /take-back <offer>, arguments: {offer: {type: integer, whose: by}}, who: players, run: ignore}
---
Offers are taken by who has shells.

```starlark
def take(player, offer):
    if not get("players", player)["shells"]:
        refuse("You have no shells.", "Dive for some.")

def ignore(player, offer):
    put("offers", offer, get("offers", offer) | {"status": "over"})
```
"""
CALM: Final = """---
rule: 121
title: Calm
forbids: {vote: at_sea}
---
Who has no shells does not vote.

```starlark
def at_sea(player, poll, choice):
    return None if get("players", player)["shells"] else "You have no shells."
```
"""


def told(texts: Mapping[str, str]) -> Game:
    """A game with what its law says of it."""
    found = Game(texts, SILENT)
    law = {**SILENT, **answer({"files": dict(texts), "now": found.now, "people": {}}, new_host())}
    return Game(texts, law, (), ADDRESS)


def sea(*rules: str, **engine: Any) -> Game:
    held = {
        "players": {"ana": player("ana", 1, shells=5), "bo": player("bo", 2), "cy": player("cy", 3, active=False)},
        "offers": {str(n): {"by": "di", "to": to, "status": "open"} for n, to in ((1, "ana"), (2, "bo"), (3, "cy"))},
        "polls": {
            "9": {
                **poll(109, "open"),
                "thread": 9,
                "change": None,
                "electors": None,
                "quorum_at": None,
                "data": {},
                "tag": None,
                "text": "",
            }
        },
    }
    texts = files(
        held if any("title: Offers" in rule for rule in rules) else {k: v for k, v in held.items() if k != "offers"},
        {f"12{n}-more.md": rule for n, rule in enumerate(rules)},
    )
    known = canon.read(texts["state/engine.yaml"])
    return told(
        {**texts, "state/engine.yaml": canon.emit({**known, "position": [START, 9, ""], "open_polls": ["9"], **engine})}
    )


def offered(game: Game, who: str) -> dict[str, list[str]]:
    return {each["what"].split(",")[0]: each["words"] for each in pages.awaits(game, who)}


def test_who_would_be_refused_a_vote_is_told_why_and_not_that_it_is_their_move() -> None:
    game = sea(CALM.replace("121", "120"))
    assert offered(game, "ana") == {"Vote on 109": ["yay", "nay"]} and offered(game, "bo") == {}
    page = made(game)[0]["players/bo.html"]
    assert "nothing awaits your vote or answer" in page and "You have no shells." in page


def test_what_is_addressed_to_somebody_is_offered_with_the_words_that_they_can_write() -> None:
    game = sea(OFFERS)
    assert offered(game, "ana")["Offer 1"] == ["/take 1", "/refuse 1"]
    assert offered(game, "bo")["Offer 2"] == ["/refuse 2"], "has nothing to take it with"
    assert offered(game, "cy") == {"Offer 3": ["/refuse 3"]}, "is not active"
    assert "Not now <code>/take 2</code>: You have no shells." in made(game)[0]["players/bo.html"]


def test_what_is_offered_is_written_as_its_usage_stands_whatever_words_are_about_the_key() -> None:
    usages = {
        "/take up <offer>": "/take up 1",
        "/take|grab [the] offer|offers <offer>": "/take offer 1",
        "/take [no. <offer>]": "/take no. 1",
        "/take <offer> gladly": "/take 1 gladly",
        "I take #<offer>!": "I take #1!",
    }
    for usage, words in usages.items():
        game = sea(OFFERS.replace("usage: /take <offer>", f"usage: {usage!r}"))
        assert offered(game, "ana")["Offer 1"] == [words, "/refuse 1"]


def test_of_many_who_are_waited_for_some_are_tried_and_the_others_take_what_holds_for_all() -> None:
    people = {f"p{n}": player(f"p{n}", n + 1) for n in range(40)}
    open_poll = sea(CALM.replace("121", "120")).files["state/polls/9.yaml"]
    for shells, moves in ((0, {}), (5, {"Vote on 109": ["yay", "nay"]})):
        held = {"players": {key: {**each, "shells": shells} for key, each in people.items()}}
        texts = {**files(held, {"120-calm.md": CALM.replace("121", "120")}), "state/polls/9.yaml": open_poll}
        engine = canon.read(texts["state/engine.yaml"])
        known = {**engine, "position": [START, 9, ""], "open_polls": ["9"]}
        game = told({**texts, "state/engine.yaml": canon.emit(known)})
        assert offered(game, "p39") == moves and offered(game, "p0") == moves


def test_a_rule_that_takes_too_long_over_votes_keeps_nobody_from_being_offered_one() -> None:
    endless = CALM.replace("121", "120").replace(
        "    return None",
        "    for i in range(10000):\n        for j in range(10000):\n            choice = choice\n    return None",
    )
    assert offered(sea(endless), "ana") == {"Vote on 109": ["yay", "nay"]}


def test_while_the_game_is_paused_nothing_is_anybodys_move() -> None:
    assert [offered(sea(OFFERS, paused_at=START), who) for who in ("ana", "bo", "cy")] == [{}, {}, {}]


def test_where_there_is_no_thread_yet_nothing_is_to_be_written() -> None:
    game = sea(CALM.replace("121", "120"))
    texts = dict(game.files)
    record = canon.read(texts["state/polls/9.yaml"])
    assert offered(told({**texts, "state/polls/9.yaml": canon.emit({**record, "thread": None})}), "ana") == {}


@pytest.mark.parametrize("ruleset", share(list(PLAYED), 3))
def test_what_a_page_offers_is_done_when_it_is_written(ruleset: str) -> None:
    texts = {path: text for path, text in played(ruleset)[0].items() if not path.startswith("state/journal/")}
    game, tried = told(texts), 0
    for key, record in game.players.items():
        for duty in pages.awaits(game, key):
            for word in duty["words"]:
                outcome = _written(texts, game.now, record, word, int(duty["thread"].rsplit("/", 1)[1]))
                assert outcome["is"] == "done", (key, duty["what"], word, outcome)
                tried += 1
    assert tried, "something awaits somebody"


def _written(texts: Mapping[str, str], now: int, record: Mapping[str, Any], word: str, thread: int) -> dict[str, Any]:
    """What becomes of a comment."""
    actor = {"id": record["id"], "login": record["login"], "role": "player"}
    said = {
        "id": "comment/99999999",
        "comment": 99999999,
        "kind": "said",
        "edited": False,
        "thread": thread,
        "text": word,
    }
    plan = fold(
        texts, [{**said, "time": now + 1, "seen_at": now + 1, "actor": actor}], now + 1, lambda id_: id_.encode()
    )
    days = [text for part in plan.segments for text in part.added.values()]
    entries = [entry for day in days for entry in journal.entries(day) if entry["id"] == said["id"]]
    return dict(entries[0]["outcome"]) if entries else {"is": "nothing"}
