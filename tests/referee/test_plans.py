"""A plan comes from a child that runs strangers' code: what is not one, in any of its parts, is refused for what is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.prospects.greeting import LONGEST_TITLE
from engine.referee.judging.checked_plan import LARGEST_FILE, BadPlan, checked

NOTES = {"state/engine.yaml": "head: x\n"}
DAY = "state/journal/2026/01/05.yaml"
BOARD: dict[str, Any] = {"text": "So it stands.", "state": "pending", "description": "Open.", "head": None}
SHA = "ab" * 20


def plan(*segments: dict[str, Any], **more: Any) -> dict[str, Any]:
    whole = [{"files": NOTES, "merges": [], "title": "", "entries": 1} | segment for segment in segments or ({},)]
    empty: dict[str, Any] = {"more": False, "verdicts": [], "outcomes": [], "polls": [], "boards": {}, "reactions": []}
    return {"segments": whole} | empty | more


def files(**paths: Any) -> dict[str, Any]:
    return {"files": NOTES | paths}


def file(path: str, text: Any = "x") -> dict[str, Any]:
    return plan(files(**{path: text}))


def day(*texts: Any, path: str = DAY) -> dict[str, Any]:
    return plan(*({"added": {path: text}} for text in texts))


def board(**parts: Any) -> dict[str, Any]:
    return plan(boards={"12": BOARD | parts})


def merging(head: Any) -> dict[str, Any]:
    return plan({"merges": [{"thread": 12, "head": head}]})


SIGHT: dict[str, Any] = {"due": [], "polls": {}, "titles": {}, "show": {}, "one_file": {}, "places": []}
GOOD: list[dict[str, Any]] = [
    plan(),
    *[
        file(path)
        for path in ("rules/island/101-a.md", "state/huts.yaml", "proposals/108.md", "state/players/Zoë.yaml")
    ],
    file("state/huts.yaml", None),
    file("state/huts.yaml", "x" * LARGEST_FILE),
    file("state/.github.yaml"),
    day("- a: 1\n", "- b: 2\n"),
    day("x" * (LARGEST_FILE - 1), "x"),
    merging(SHA),
    merging("0" * 64),
    board(),
    board(head=SHA, title="x" * LONGEST_TITLE),
    board(text="x" * LARGEST_FILE),
    plan(verdicts=[12], roles=[4711], sight=SIGHT),
    plan(sight=None),
]
WRONG: list[tuple[Any, str]] = [
    ("plan", "string indices"),
    ([], "list indices"),
    ({}, "segments"),
    (plan({"pages": []}), "unexpected keyword"),
    (plan(whims=[]), "unexpected keyword"),
    (plan({"files": {"state/huts.yaml": "x"}}), "leaves the engine's own notes out"),
    (plan({}, {"files": {}}), "leaves the engine's own notes out"),
    (file("state/engine.yaml", None), "leaves the engine's own notes out"),
    *[(file("state/engine.yaml", text), "the engine's own notes are none") for text in ("x\n", "- head: x\n", "", "{")],
    *[
        (file(path), "a path is not the game's")
        for path in (
            *("state", "rules", "../x", "engine/x.py", ".github/workflows/x.yml", "README.md", "/state/x", ""),
            *("state/../x", "state/./x", "state//x", "state/", "state/.git/x", "state/.GIT/x", "rules/git~1/x"),
            *("state/a\\b", "state/a\u200bb", "State/x"),
        )
    ],
    *[(file("state/huts.yaml", text), "is no text") for text in (1, ["x"], {"a": 1}, False)],
    (file("state/huts.yaml", "x" * (LARGEST_FILE + 1)), "is too large"),
    (file("state/huts.yaml", "ü" * (LARGEST_FILE // 2 + 1)), "is too large"),
    *[(merging(head), "a merge names no commit") for head in ("", "main", "AB" * 20, "ab" * 19, "0" * 41, None)],
    *[
        (day("- a: 1\n", path=path), "no day of the journal")
        for path in ("state/huts.yaml", "state/journal/../x.yaml", "state/journal/.git/x", "journal/x.yaml")
    ],
    (plan(files(**{DAY: "x"}) | {"added": {DAY: "y"}}), "no day of the journal"),
    (day(1), "is no text"),
    (day("x" * (LARGEST_FILE + 1)), "is too large"),
    (day("x" * LARGEST_FILE, "x"), "is too large"),
    *[(board(**{part: 1}), "a board is no text") for part in ("text", "state", "description")],
    (board(text="x" * (LARGEST_FILE + 1)), "a board is no text"),
    (board(title="x" * (LONGEST_TITLE + 1)), "a board has no title that fits"),
    (board(title="x" * (LONGEST_TITLE + 2)), "a board has no title that fits"),
    (board(title="a\u202eb"), "a board has no title that fits"),
    (board(head="main"), "a board names no commit"),
    (plan(boards={"12": {"text": ""}}), "state"),
    (plan(boards={"12": None}), "not subscriptable"),
    *[
        (plan({"merges": [{"thread": thread, "head": SHA}]}), "a merge is of no thread")
        for thread in ("12", None, 1.5, True)
    ],
    (plan({"merges": [{"head": SHA}]}), "thread"),
    (plan({"title": None}), "a segment has no title"),
    *[(plan(outcomes=[odd]), "") for odd in (None, "done", [], {}, {"id": "comment/1"}, {"id": 1, "is": "done"})],
    *[(plan(reactions=[odd]), "") for odd in (None, 1, {}, {"comment": 1}, {"comment": "1", "content": "+1"})],
    *[(plan(polls=[odd]), "a poll has no key") for odd in (None, 12, ["12"])],
    *[(plan(decided_at=odd), "") for odd in (None, ["12"], {"council/1": 5}, {"12": "5"}, {"\u00b2": 5})],
    *[(plan(**{name: None}), "") for name in ("outcomes", "reactions", "polls")],
    (plan(verdicts=["12"]), "a thread or an account has no number"),
    (plan(roles=[None]), "a thread or an account has no number"),
    *[(plan(sight=sight), "what is to be seen is no map of it all") for sight in ([], {}, {"due": []}, "due")],
]


@pytest.mark.parametrize("raw", GOOD)
def test_a_plan_is_taken(raw: dict[str, Any]) -> None:
    assert len(checked(raw).segments) == len(raw["segments"])


@pytest.mark.parametrize(("raw", "why"), WRONG)
def test_what_is_no_plan_is_refused_for_what_is_wrong_with_it(raw: Any, why: str) -> None:
    with pytest.raises(BadPlan) as refused:
        checked(raw)
    assert refused.value.cause.startswith("The judge's plan is not one: ")
    assert why in refused.value.cause


def test_a_day_is_as_long_as_what_was_there_and_what_comes_to_it() -> None:
    more = "- a: 1\n"
    assert checked(day(more), {DAY: "x" * (LARGEST_FILE - len(more))})
    with pytest.raises(BadPlan, match="is too large"):
        checked(day(more), {DAY: "x" * (LARGEST_FILE - len(more) + 1)})
