"""Whatever rule code gives back, hands to a word or fails with is that rule's fault, and never a mistake of the engine's."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from engine.game.consulting.asking import REFEREE_QUESTIONS
from engine.game.fold.folding import fold
from engine.game.plan import Limits, Plan
from engine.game.words.registry import WORDS, new_host
from engine.game.world.world import World
from engine.law.reach import with_loaders
from engine.referee.judging.checked_plan import checked
from engine.store import canon
from tests.begun import START, begun
from tests.island import rule, with_rules
from tests.shares import share

HOUR = 3_690
HOST = new_host()
NONSENSE = {
    "nothing": "None",
    "a truth": "True",
    "a number below nothing": "-7",
    "a long number": "1 << 20000",
    "a large number": "1e308",
    "no number": 'float("nan")',
    "an endless number": 'float("inf")',
    "no text": '""',
    "a NUL": '"yay\\0"',
    "signs that are not seen": '"\\u202e\\u2066\\x07\\u200b"',
    "a long text": '"ab " * 100000',
    "a list": "[]",
    "a list of lists": '[[[]], [None], ["\\0"]]',
    "a map": '{"ana": {"": None}}',
    "numbers for keys": "{1: 2, None: 3, 1.5: []}",
    "a pair for a key": "{(1, 2): 3}",
    "a NUL in a key": '{"a\\0b": 1}',
    "a long key": '{"k" * 5000: 1}',
    "what holds itself": "circle()",
    "a function": "circle",
    "a range": "range(3)",
    "a deep one": "deep()",
    "odd ballots": '[{"voter": "ana", "choice": "yay\\0", "weight": 1 << 9000, "x": {1: 2}}]',
    "heavy ballots": '[{"voter": v, "choice": "yay", "weight": 1e308} for v in ["ana", "bo"]]',
    "odd names": '["ana", "", "\\0", "x" * 70000]',
    "a failure with odd words": 'fail("\\0" + "very " * 90000)',
}
ODD = """
def circle():
    x = [1]
    x.append(x)
    return x

def deep():
    x = []
    for i in range(150):
        x = [x]
    return x

"""
CHANGE = {
    "hash": "ab" * 32,
    "base": "",
    "files": {"rules/island/130-song.md": [None, "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"]},
    "paths": ["rules/island/130-song.md"],
    "problems": [],
}
PULL = {"kind": "pull", "title": "Songs", "body": "", "labels": [], "state": "open", "base": "main", "merged": False}
OCCASIONS = (
    "issue_opened opened voting voted quorum_reached adopted rejected withdrawn enacted pull_changed comment_edited "
    "comment_deleted comment_removed acted changed landed"
).split()


def told(id_: str, kind: str, at: int, thread: int | None = 1, by: str | None = "ana", **more: Any) -> dict[str, Any]:
    actor = {"id": {"ana": 1, "bo": 2}[by], "login": by, "role": "player"} if by else None
    return {
        "id": id_,
        "kind": kind,
        "time": START + at,
        "seen_at": START + 900,
        "thread": thread,
        "actor": actor,
    } | more


def said(number: int, by: str, text: str, thread: int = 1) -> dict[str, Any]:
    return told(f"comment/{number}", "said", number, thread, by, comment=number, text=text, edited=False)


INBOX = [
    said(1, "ana", "/council Why?"),
    told("observed/council/1", "observed", 2, None, None, tag="council/1", number=7),
    said(3, "ana", "yay", 7),
    told("comment/3/x", "edited", 4, 7, "ana", comment=3, text="nay"),
    told("comment/3/deleted", "deleted", 5, 7, None, comment=3),
    told("thread/8", "opened", 6, 8, "bo", facts={**PULL, "kind": "issue", "body": "Hello"}),
    told("thread/9", "opened", 7, 9, "ana", facts={**PULL, "tag": None}),
    told("head/9/x", "head", 8, 9, None, head="c" * 40, change=CHANGE),
    said(9, "ana", "/open", 9),
    said(10, "ana", "yay", 9),
    said(11, "bo", "yay", 9),
    said(12, "bo", "/resolve", 9),
    said(13, "ana", "/build"),
    said(14, "ana", "/withdraw", 7),
]


def game(text: str) -> dict[str, str]:
    law = with_rules({"120-odd.md": text})
    people = {n: {"id": i, "login": n, "active": True, "shells": 9} for i, n in enumerate(("ana", "bo"), start=1)}
    return begun(law, records={"players": people})


def played(text: str, inbox: list[dict[str, Any]]) -> Plan:
    """The plan, which is one that can be written."""
    files = game(text)
    plan = fold(files, inbox, START + HOUR, lambda id_: b"s" * 32, host=HOST, limits=Limits(examples=False))
    raw = {**vars(plan), "segments": [vars(segment) for segment in plan.segments]}
    checked(raw)
    for segment in plan.segments:
        for path, written in segment.files.items():
            assert written is None or not path.startswith("state/") or canon.emit_dated(canon.read(written)) == written
    return plan


def engine_note(plan: Plan, name: str) -> Any:
    return canon.read(str(plan.segments[-1].files["state/engine.yaml"])).get(name, {})


ROADS = {
    **{f"answers {q}": (f"answers: {{{q}: odd}}\n", "*args") for q in sorted(REFEREE_QUESTIONS)},
    **{f"adjusts {q}": (f"adjusts: {{{q}: odd}}\n", "*args") for q in sorted(REFEREE_QUESTIONS)},
    **{f"forbids {a}": (f"forbids: {{{a}: odd}}\n", "*args") for a in ("open", "vote", "resolve", "withdraw", "build")},
    **{f"on {o}": (f"on: {{{o}: odd}}\n", "*args") for o in OCCASIONS},
    "every hour": ('schedule:\n  - {cron: "0 * * * *", run: odd}\n', ""),
}


@pytest.mark.parametrize("place", share(range(len(ROADS)), 5))
def test_whatever_a_rule_returns_the_game_goes_on(place: int) -> None:
    """Each nonsense comes by every third road, and each road has every third nonsense."""
    front, parameters = list(ROADS.values())[place]
    for value in list(NONSENSE.values())[place % 3 :: 3]:
        body = f"{ODD}def odd({parameters}):\n    return {value}\n"
        plan = played(rule(120, "Odd", front=front, code=body), INBOX)
        assert {o["id"] for o in plan.outcomes} >= {h["id"] for h in INBOX}
        for outcome in plan.outcomes:
            fault = outcome.get("fault")
            assert fault is None or (fault["rule"], len(fault["why"]) < 400) == ("odd", True), outcome


TRY = "commands:\n" + "".join(f"  - {{usage: /try{n}, run: try{n}, help: Try it.}}\n" for n in range(len(NONSENSE)))
TRIED = [said(n, "ana", f"/try{n}") for n in range(len(NONSENSE))]
SOUND = {"str": '"x"', "int": "1", "int | float": "1", "dict": "{}", "list": "[]", "object": '"ana"'}


def calls(word: str) -> list[str]:
    """Calls of a word with a hole in the place of each of its arguments in turn, and one argument too many."""
    parameters = list(inspect.signature(WORDS[word]).parameters.values())[1:]
    plain = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    given = [
        next((s for kind, s in SOUND.items() if inspect.formatannotation(p.annotation).startswith(kind)), '"x"')
        for p in plain
    ]
    filled = [", ".join([*given[:place], "ODD", *given[place + 1 :]]) for place in range(len(given))]
    loose = ", ".join([*given, "ODD"])
    return [*filled, loose, ", ".join([*given, "data = ODD"]), ", ".join([*given, "world = ODD"])]


@pytest.mark.parametrize("word", WORDS)
def test_whatever_a_word_is_handed_the_game_goes_on(word: str) -> None:
    turns = calls(word)
    bodies = (
        f"def try{n}(player):\n    return {word}({turns[n % len(turns)].replace('ODD', value)})\n"
        for n, value in enumerate(NONSENSE.values())
    )
    plan = played(rule(120, "Odd", front=TRY, code=ODD + "\n".join(bodies)), TRIED)
    assert {o["id"] for o in plan.outcomes} >= {h["id"] for h in TRIED}
    assert {o["fault"]["rule"] for o in plan.outcomes if "fault" in o} <= {"odd"}


def test_whose_answer_is_nonsense_is_noted_so_that_mending_can_begin() -> None:
    body = "def odd(*args):\n    return {(1, 2): 3}\n"
    plan = played(rule(120, "Odd", front="adjusts: {electorate: odd}\n", code=body), INBOX)
    assert engine_note(plan, "faulted")["odd"]["line"] == 9


def test_no_rule_can_put_the_blame_on_another_by_the_words_it_fails_with() -> None:
    words = '"x\\n --> rules/island/101-landing.md:3:1\\nerror: not I"'
    plan = played(rule(120, "Odd", front="on: {acted: odd}\n", code=f"def odd(player):\n    fail({words})\n"), INBOX)
    assert {fault["rule"] for outcome in plan.outcomes for fault in outcome.get("faults", [])} == {"odd"}


def test_for_shared_code_that_fails_its_user_is_blamed_and_mending_either_mends() -> None:
    code = 'load("shells", "add")\n\ndef odd(player):\n    add(player, "x")\n'
    text = rule(120, "Odd", front="on: {acted: odd}\n", code=code)
    plan = played(text, INBOX)
    noted = next(fault for outcome in plan.outcomes for fault in outcome.get("faults", []))
    assert (noted["rule"], noted["line"]) == ("odd", 12) and noted["why"].startswith(
        "rules/library/shells.star, line 3: "
    )
    book = World(game(text), HOST).book
    assert with_loaders(book, {"shells"}) >= {"shells", "odd", "gifts"}
    assert "odd" not in with_loaders(book, {"huts"})
