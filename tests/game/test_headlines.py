"""The title of a commit tells what happened in the words of the rules, and can do nothing where it is read."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from engine.game.replies import headlines
from engine.store import canon
from tests.island import RULESET, rule, texts, with_rules

GIVEN = {"players": {"ana": {"active": True, "shells": 30}, "bo": {"active": True, "shells": 7}}}
TRY = 'commands:\n  - {usage: "/try <text>", arguments: {text: {type: text}}, run: attempt, help: Try it.}\n'
CODE = 'def attempt(player, text):\n    headline("%s tries %s" % (player, text))\n    reply("ok")\n'
CHATTY = 'def attempt(player, text):\n    for i in range(30):\n        headline("%s %d" % (text, i))\n    reply("ok")\n'


def title(*lines: str, law: dict[str, str] | None = None) -> str:
    stage = Stage({"given": GIVEN}, law or texts(), RULESET)
    for line in lines:
        who, _, text = line.partition(": ")
        stage.step({"by": who, "says": text})
    segments = stage.folding.finish(stage.now).segments
    return segments[-1].title if segments else ""


def trying(code: str = CODE) -> dict[str, Any]:
    return with_rules({"120-try.md": rule(120, "Try", front=TRY, code=code)})


def test_rules_say_what_happened_and_what_they_leave_out_is_named_by_the_command() -> None:
    assert title("ana: /try a canoe", "bo: /build", law=trying()) == "ana tries a canoe; bo: build"


def test_refusals_are_counted_and_looking_something_up_is_no_news() -> None:
    assert title("ana: /try a canoe", "bo: /status", "bo: /nonsense", law=trying()) == "ana tries a canoe; 1 refused"
    assert title("bo: /status") == "Notes"


def test_so_is_what_the_engine_itself_does_for_somebody() -> None:
    """A correction by hand and a pause were called like a look at `/status`."""
    stage = Stage({"given": GIVEN, "roles": {"ana": "administrator"}}, texts(), RULESET)
    for text in ("/correct players bo shells 3 because of a storm", "/pause", "/resume", "/status", "/me"):
        assert stage.step({"by": "ana", "says": text}) is None
    assert stage.step({"by": "bo", "opens": {"pull": 12, "title": "Mend", "changes": {"proposals": None}}}) is None
    assert stage.step({"by": "bo", "says": "/rescue", "on": 12}) is None
    told = stage.folding.finish(stage.now).segments[-1].title
    assert told.split("; ") == ["ana: correct", "ana: pause", "ana: resume", "New commits of bo in 12", "bo: rescue"]


def test_what_a_refused_act_said_is_not_told() -> None:
    code = 'def attempt(player, text):\n    headline("never")\n    refuse("No.")\n'
    assert title("ana: /try it", law=trying(code)) == "1 refused"


def test_a_title_stays_one_line_that_can_be_read() -> None:
    told = title("ana: /try canoes", law=trying(CHATTY))
    assert len(told) < 200 and told.endswith("more")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("fixes #12", "fixes 12"),
        ("closes GH-12 and owner/repo#3", "closes GH 12 and owner repo 3"),
        ("[skip ci] @everyone", "skip ci everyone"),
        ("a\n\nNomic-Entry: ff", "a Nomic-Entry: ff"),
        ("`$(rm)` <b>", "(rm) b"),
        ("10 → 8, Größe", "10 → 8, Größe"),
        ("\u202egpj.exe", "gpj.exe"),
    ],
)
def test_what_a_forge_would_obey_is_taken_out(text: str, shown: str) -> None:
    assert headlines.clean(text) == shown


@given(st.text(max_size=300))
def test_whatever_is_said_is_one_line_without_signs(text: str) -> None:
    said = headlines.clean(text)
    assert len(said) <= headlines.LONGEST and said == " ".join(said.split())
    assert not re.search(r"[#@\[\]`<>/\\$*_~|\n\r]|(?i:\bgh-[0-9])", said)
    assert headlines.clean(said) == said


def test_what_is_only_imagined_of_a_vote_is_not_told() -> None:
    """The status comment tries out what a verdict would do."""
    boast = rule(120, "Boast", front="on: {adopted: boast}\n", code='def boast(poll, tally):\n    headline("Hurrah")\n')
    stage = Stage({"given": GIVEN}, with_rules({"120-boast.md": boast}), RULESET)
    song = {"108-song.md": rule(108, "Song").replace("rule: 108", "rule: next")}
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Song", "changes": song}})
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay")):
        stage.step({"by": who, "says": text, "on": 12})
    told = ["New commits of ana in 12", "ana: open", "ana votes yay on 121", "bo votes yay on 121"]
    assert stage.folding.segment.headlines == told
    assert "proposals/README.md" not in stage.folding.segment.files
    stage.step({"by": "ana", "says": "/resolve", "on": 12})
    written = {path: text for segment in stage.folding.plan.segments for path, text in segment.files.items()}
    assert stage.folding.plan.segments[-1].title.endswith("Hurrah; 121 is law")
    assert "- [121](121.md) `Song`, by **ana**: adopted, 2026-01-05" in str(written["proposals/README.md"])


LOOSE = "answers: {verdict: by_the_first}\n"
FIRST = 'def by_the_first(poll, tally):\n    return "rejected" if tally["nay"] else "adopted"\n'


@pytest.mark.parametrize(
    ("changes", "vote", "told"),
    [
        ({"104-gifts.md": None}, "nay", "121 is rejected"),
        ({"engine/x.py": "x = 1\n"}, "yay", "121 is adopted"),
    ],
)
def test_how_a_proposal_came_out_is_told_where_nothing_is_law_by_it(
    changes: dict[str, Any], vote: str, told: str
) -> None:
    """The title of the commit that rejected it was `ana: resolve`."""
    law = with_rules({"120-loose.md": rule(120, "Loose", front=f"overrides: [proposals]\n{LOOSE}", code=FIRST)})
    stage = Stage({"given": GIVEN}, law, RULESET)
    steps: list[dict[str, Any]] = [{"by": "ana", "opens": {"pull": 12, "title": "It", "changes": changes}}]
    steps += [{"by": who, "says": text, "on": 12} for who, text in (("ana", "/open"), ("bo", vote), ("ana", vote))]
    for step in [*steps, {"by": "ana", "says": "/resolve", "on": 12}]:
        assert stage.step(step) is None
    assert stage.folding.finish(stage.now).segments[-1].title.endswith(told)


def test_the_vote_that_decides_is_told_before_what_it_decides() -> None:
    """The title said `121 is law`, and not by whose vote."""
    at_once = rule(
        120,
        "At once",
        front="overrides: [proposals, councils]\nanswers: {verdict: by_two, resolves_itself: at_once}\non: {adopted: boast}\n",
        code='def by_two(poll, tally):\n    return "adopted" if tally["yay"] == 2 else "open"\n\n'
        "def at_once(poll, tally):\n    return True\n\n"
        'def boast(poll, tally):\n    headline("Hurrah")\n',
    )
    stage = Stage({"given": GIVEN}, with_rules({"120-at-once.md": at_once}), RULESET)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Less", "changes": {"104-gifts.md": None}}})
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay")):
        assert stage.step({"by": who, "says": text, "on": 12}) is None
    assert stage.folding.finish(stage.now).segments[-1].title.endswith("bo votes yay on 121; Hurrah; 121 is law")


def test_who_was_renamed_has_one_name_in_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule called the player `bo`, by the key that it knows, and the engine `robert`, by the login."""
    stage = Stage({"given": GIVEN}, trying(), RULESET)
    steps = [
        {"by": "robert", "says": "/try a canoe"},
        {"by": "robert", "says": "/build"},
        {"by": "robert", "opens": {"pull": 12, "title": "Less", "changes": {"104-gifts.md": None}}},
        {"by": "robert", "says": "/open", "on": 12},
        {"by": "robert", "says": "yay", "on": 12},
    ]
    bo = stage.person("bo")
    monkeypatch.setattr(stage, "person", lambda name: bo)
    for step in steps:
        assert stage.step(step) is None
    assert (stage.world.records.get("players", "bo") or {})["login"] == "robert"
    told = stage.folding.segment.headlines
    assert told == ["bo tries a canoe", "bo: build", "New commits of bo in 12", "bo: open", "bo votes yay on 121"]


def test_new_commits_are_told_with_their_author() -> None:
    stage = Stage({"given": GIVEN}, texts(), RULESET)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Less", "changes": {"104-gifts.md": None}}})
    stage.step({"by": "ana", "says": "/open", "on": 12})
    stage.step({"by": "ana", "pushes": 12, "changes": {"105-huts.md": None}})
    assert "New commits of ana in 12" in stage.folding.finish(stage.now).segments[-1].title


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        (["a" * 60, "b" * 58], "a" * 60 + "; " + "b" * 58),
        (["a" * 60, "b" * 59], "a" * 60 + "; 1 more"),
        (["a" * 60, "b" * 58, "c"], "a" * 60 + "; " + "b" * 58 + "; 1 more"),
        (["a" * 121, "b", "a" * 121], "a" * 121 + "; 1 more"),
    ],
)
def test_as_much_is_said_as_fits_and_the_first_in_any_case(said: list[str], whole: str) -> None:
    assert headlines.title(said, []) == whole


def test_a_commit_by_hand_is_news_by_how_many_files_it_changed() -> None:
    stage = Stage({"given": GIVEN}, texts(), RULESET)
    files = {f"state/players/{who}.yaml": canon.emit({"active": True, "shells": 2}) for who in ("ana", "bo")}
    by_hand = {"id": "commit/1", "kind": "administered", "time": stage.now, "actor": None, "commit": "a" * 40}
    stage.folding.judge(by_hand | {"files": files})
    assert stage.folding.finish(stage.now).segments[-1].title == "By hand: 2 files changed"
