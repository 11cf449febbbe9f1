"""A rule that says, throws or keeps more than fits into a file is to blame for it, and nothing of it stays."""

from __future__ import annotations

import pytest

from engine.game.plan import Plan
from engine.referee.judging.checked_plan import LARGEST_FILE
from tests.game.test_nonsense import PULL, engine_note, played, said, told
from tests.island import rule
from tests.shares import share

LONG = 'a = "a\\n" * 9999'
ODD = 'a = "\\u200b\U0001f409" * 9999'
HOARDS = {
    "announces": f"{LONG}\n    for i in range(999):\n        announce(a)",
    "announces what is not seen": f"{ODD}\n    for i in range(999):\n        announce(a)",
    "replies": f"{LONG}\n    for i in range(999):\n        reply(a)",
    "opens issues": f'{LONG}\n    for i in range(999):\n        open_issue("x/%d" % i, "T", a)',
    "opens polls": f'{LONG}\n    for i in range(999):\n        open_poll("x", "y", text = a)',
    "keeps a long text": 'put("books", "x", {"text": "a\\n" * 600000})',
    "keeps a long list": 'put("books", "x", {"pages": list(range(60000))})',
    "keeps a deep list": 'x = 1\n    for i in range(35):\n        x = [x]\n    put("books", "x", {"pages": [x] * 700})',
    "keeps much in one file": 'for i in range(999):\n        put("shelf", "b%d" % i, {"text": "a" * 200000})',
    "keeps much in the game": 'put("game", "game", get("game") | {"lore": "a" * 900000})',
    "keeps much for later": 'set_timer("t", now(), "hoard", data = "a" * 900000)',
    "keeps much in a poll": 'open_poll("x", "y", data = "a" * 900000)',
    "names a long subject": 'open_poll("x", "y" * 9000000)',
    "assigns an issue to nobody's name": 'open_issue("x", "y", "z", assignee = "a" * 9000000)',
    "assigns a thread to nobody's name": 'assign("8", "a" * 9000000)',
    "wins with long names": 'win(["a" * 900000], "x")',
    "wins again and again": 'for i in range(9999):\n        win(["a" * 200], "x")',
    "names many subjects": 'for i in range(99):\n        open_poll("x", "\u00e9" * 20000, text = "x")',
    "ends with many words": 'end_game("a" * 900000)',
    "throws many dice": 'for i in range(999):\n        dice("10000d6")',
    "draws long lots": 'for i in range(9):\n        choose(["a" * 900000])',
    "shuffles long lists": "for i in range(99):\n        shuffle(list(range(90000)))",
    "enacts long words": 'enact("x", "a\\n" * 90000, "y")',
    "fails with many words": 'fail("a" * 900000)',
}
THREAD = {**PULL, "kind": "issue"}
FRONT = """state:
  books: {text: {type: string, default: ""}, pages: {type: array, default: []}}
  shelf: {text: {type: string, default: ""}}
  game: {lore: {type: string, default: ""}}
files: {shelf: shelf}
commands:
  - {usage: /hoard, run: hoard_by_hand, help: Hoard.}
schedule:
  - {cron: "1 * * * *", run: hoard}
"""


def hoarding(what: str) -> Plan:
    code = f"def hoard(**data):\n    {what}\n\ndef hoard_by_hand(player):\n    hoard()\n"
    return played(
        rule(120, "Odd", front=FRONT, code=code),
        [told("thread/8", "opened", 0, 8, "bo", facts=THREAD), said(1, "ana", "/hoard"), said(9, "bo", "/build")],
    )


@pytest.mark.parametrize("name", share(list(HOARDS), 5))
def test_who_hoards_is_to_blame_and_the_game_goes_on(name: str) -> None:
    """By a command, and by the clock, an hour of which has passed."""
    plan = hoarding(HOARDS[name])
    found = {o["id"].split("/")[0] + o["id"][-2:]: o for o in plan.outcomes}
    assert [found[id_]["is"] for id_ in ("comment/1", "comment/9")] == ["refused", "done"]
    assert found["comment/1"]["fault"]["rule"] == "odd"
    by_the_clock = [o for o in plan.outcomes if not o["id"].startswith("comment/")]
    assert len(by_the_clock) > 1 and {o["fault"]["rule"] for o in by_the_clock if o["is"] == "refused"} == {"odd"}
    assert "odd" in engine_note(plan, "faulted")
    written = {p: t for s in plan.segments for p, t in s.files.items() if t is not None}
    assert max(len(text.encode()) for text in written.values()) < LARGEST_FILE


def test_a_little_every_time_is_stopped_before_it_is_too_much() -> None:
    grow = 'put("shelf", "%d" % here()["comment"], {"text": "a" * 450000})'
    front = (
        FRONT.replace("hoard_by_hand", "hoard").replace("schedule:", "schedule: []\n#").replace("\n  - {cron", "\n#")
    )
    text = rule(120, "Hoard", front=front, code=f"def hoard(player):\n    {grow}\n")
    plan = played(text, [said(n, "ana", "/hoard") for n in range(1, 12)])
    outcomes = [o["is"] for o in plan.outcomes]
    assert outcomes[0] == "done" and outcomes[-1] == "refused"
    assert max(len(t.encode()) for s in plan.segments for t in s.files.values() if t is not None) < LARGEST_FILE


def test_a_law_whose_defaults_fit_in_no_file_does_not_land() -> None:
    from tests.island import failures, with_rules  # noqa: PLC0415

    shelf = rule(120, "Shelf", front="state:\n  shelf: {text: {type: string, default: ''}}\nfiles: {shelf: shelf}\n")
    wide = rule(121, "Wide", front=f"state:\n  shelf: {{lore: {{type: string, default: {'a' * 60_000}}}}}\n")
    case = {
        "given": {"players": {"ana": {"active": True}}, "shelf": {f"b{n}": {} for n in range(80)}},
        "when": [
            {"by": "ana", "opens": {"pull": 12, "title": "Wide", "changes": {"121-wide.md": wide}}},
            {"by": "ana", "says": "/open", "on": 12},
            {"by": "ana", "says": "yay", "on": 12},
            {"by": "ana", "says": "/resolve", "on": 12, "refused": "would not fit into a file"},
        ],
    }
    assert failures(case, with_rules({"120-shelf.md": shelf})) == []


def test_nobody_wins_by_a_name_that_is_too_long_to_be_one() -> None:
    plan = hoarding('win(["ana", "a" * 201], "x")')
    (outcome,) = (o for o in plan.outcomes if o["id"] == "comment/1")
    assert "must be a name, of at most 200 characters" in outcome["reason"]
