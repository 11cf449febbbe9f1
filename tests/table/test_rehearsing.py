"""The examples of a draft, played while it is written: what holds, what does not and where, and what there was no time for."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from engine.table import rehearsing
from engine.table.rehearsing import MOST_SHOWN, NONE_PLAYED, rehearsed
from tests.island import RULESET, rule, texts, with_rules
from tests.table.tables import island, joined

PATH = "rules/island/120-songs.md"
CODE = 'def sing(player):\n    put("players", player, get("players", player) | {"shells": 1})\n'
SUNG = "name: who sings is heard\ngiven: {players: {ana: {active: true}}}\nwhen: [{by: ana, says: /sing}]\nthen: {players: {ana: {shells: 1}}}\n"
UNSUNG = SUNG.replace("who sings", "who hums").replace("shells: 1", "shells: 7")
SLOW = "def sing(player):\n    for i in range(100000):\n        for j in range(100000):\n            player = player\n"
DEADLY = (
    "def sing(player):\n    x = [(i * 7919) % 1000003 for i in range(400000)]\n"
    "    for i in range(900):\n        x = sorted(x, reverse = True)\n"
)


def song(*examples: str, code: str = CODE) -> str:
    front = "rule: next\ntitle: Songs\ncommands:\n  - {usage: /sing, run: sing, help: Sing}\n"
    cases = "".join(f"\n```example\n{each}```\n" for each in examples)
    return f"---\n{front}---\nWho sings is heard.\n\n```starlark\n{code}```\n{cases}"


def of(text: str, patience: float = 30.0) -> tuple[int, int, tuple[str, ...], str]:
    found = rehearsed({**texts(), PATH: text}, RULESET, PATH, patience)
    return found.cases, found.played, found.failing, found.why


def test_examples_that_hold_are_counted() -> None:
    assert of(song(SUNG, SUNG.replace("heard", "heard again"))) == (2, 2, (), "")


def test_what_does_not_hold_is_told_with_its_line_and_what_was_found() -> None:
    text = song(SUNG, UNSUNG)
    cases, played, failing, why = of(text)
    line = text.splitlines().index("name: who hums is heard") + 1
    assert (cases, played, why) == (2, 2, "")
    assert failing[0].startswith(f"{PATH}:{line}: who hums is heard: ") and "7" in failing[0]


def test_a_file_without_examples_or_one_that_cannot_be_read_is_not_played() -> None:
    assert of(song()) == (0, 0, (), "")
    assert rehearsed({PATH: "---\nrule: [\n---\n"}, RULESET, PATH) == NONE_PLAYED
    assert rehearsed({}, RULESET, PATH) == NONE_PLAYED


def test_what_never_ends_fails_by_its_steps() -> None:
    cases, played, failing, why = of(song(SUNG, code=SLOW))
    assert (cases, played, why) == (1, 1, "") and "it ran too long" in failing[0]


def test_what_burns_in_native_code_ends_the_child_alone_and_is_named() -> None:
    quiet = SUNG.replace("who sings is heard", "nobody sings").replace("[{by: ana, says: /sing}]", "[]")
    cases, played, failing, why = of(song(quiet.replace("shells: 1", "shells: 0"), SUNG, UNSUNG, code=DEADLY))
    assert (cases, played, failing) == (3, 1, ())
    assert why.startswith("`who sings is heard` ended what plays them")


def test_what_is_told_of_a_flood_is_bounded() -> None:
    """One long name stood before each of fifteen hundred things that did not hold: sixty megabytes, and a table that stood still."""
    nobody = ", ".join(f"p{n}: {{shells: 1}}" for n in range(1_500))
    flood = f"name: {'long ' * 8_000}\ngiven: {{players: {{ana: {{active: true}}}}}}\nwhen: []\nthen: {{players: {{{nobody}}}}}\n"
    found = rehearsed({**texts(), PATH: song(flood, UNSUNG)}, RULESET, PATH, 30.0)
    assert (found.cases, found.played, len(found.failing)) == (2, 2, MOST_SHOWN)
    assert found.more == 1_500 + 1 - MOST_SHOWN
    assert max(map(len, found.failing)) < 2_000 and "p0" in found.failing[0]


def test_so_is_one_long_thing_that_does_not_hold() -> None:
    wanted = f"name: long\nwhen: []\nthen: {{players: {{ana: {{song: {'long ' * 8_000}}}}}}}\n"
    found = rehearsed({**texts(), PATH: song(wanted, UNSUNG)}, RULESET, PATH, 30.0)
    assert 0 < max(map(len, found.failing)) < 1_500


def test_who_waited_for_others_has_as_long_as_anybody() -> None:
    """Of what was played only after others it was said that it takes too long."""
    begun = threading.Event()

    def others() -> None:
        with rehearsing._ALONE:
            begun.set()
            time.sleep(1.5)

    threading.Thread(target=others, daemon=True).start()
    assert begun.wait(10)
    assert of(song(SUNG), patience=2.0) == (1, 1, (), "")
    with rehearsing._ALONE:
        assert "again in a moment" in of(song(SUNG), patience=0.1)[3]


def test_more_than_one_waits_for_is_not_played() -> None:
    cases, played, _, why = of(song(*(SUNG.replace("heard", f"heard {n}") for n in range(40))), patience=0.0)
    assert (cases, played) == (40, 0)
    assert "longer than one waits" in why


def test_the_page_tells_who_writes_a_draft_what_its_examples_come_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were played only once it was opened, and then everybody was told that they do not hold."""
    island(monkeypatch)
    with joined(tmp_path) as (_, _, me):
        me.look("/propose")
        page = me.send("/propose/check", title="120 Songs", prose=song(SUNG))
        assert "Would be accepted." in page and "Its example holds." in page
        me.look("/propose")
        page = me.send("/propose", title="120 Songs", prose=song(UNSUNG), do="check")
        assert "An example does not hold." in page and "who hums is heard: " in page and "Would be accepted." in page
        me.look("/propose?rule=gifts")
        page = me.send(
            "/propose/check", title="Gifts", rule="gifts", code="def give(player, count, receiver):\n    pass\n"
        )
        assert "Examples do not hold." in page and "Examples, line 1" in page
        assert page.count("Voters will be told.") == 1 and "what was found in the place of what was expected" in page


def test_they_are_played_also_where_a_rule_does_not_let_it_be_opened_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game of turns whoever waited for theirs learnt in it alone that they do not hold."""
    island(monkeypatch)
    front, code = "forbids: {open: wait}\n", "def wait(player, proposal):\n    return 'It is not your turn.'\n"
    with joined(tmp_path, with_rules({"119-turns.md": rule(119, "Turns", front=front, code=code)})) as (_, _, me):
        me.look("/propose")
        page = me.send("/propose/check", title="120 Songs", prose=song(UNSUNG))
        assert "It is not your turn." in page and "An example does not hold." in page
        me.look("/propose")
        page = me.send("/propose/check", title="120 Songs", prose=song(UNSUNG, code="def hum(:\n"))
        assert "Would be refused." in page and "does not hold" not in page
