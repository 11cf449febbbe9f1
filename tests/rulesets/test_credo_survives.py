"""Credo with any one of its rules renumbered, as an amendment does, or repealed: the game goes on, and no rule fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.words.registry import new_host
from tests.rulesets.texts import TEXTS
from tests.shares import share

HOST = new_host()
CREDO = {path: text for path, text in TEXTS.items() if path.startswith(("rules/credo/", "rules/library/"))}
WITH_CODE = sorted(path for path, text in CREDO.items() if "```starlark" in text)
Outcomes = list[tuple[str, str, str]]
Steps = Sequence[dict[str, Any]]


def season() -> list[dict[str, Any]]:
    """Two months in which every command of every rule is written once at least."""
    table = [
        ("cy", "/join Kish"),
        ("cy", "/describe It is small."),
        ("cy", "/allocate 8 farming"),
        ("cy", "/buy 4 farms"),
        ("ana", "/buy sawmill"),
        ("ana", "/allocate 6 logging"),
        ("ana", "/rename Ur"),
        ("ana", "/give 2 points to bo"),
        ("ana", "/offer 3 food to bo for 1 points"),
        ("bo", "/accept 1"),
        ("ana", "/offer 3 food to bo for 1 points"),
        ("bo", "/decline 2"),
        ("ana", "/offer 3 food to bo for 1 points"),
        ("ana", "/retract 3"),
        ("ana", "/offer 3 food and 1 farm for 1 points to bo"),
        ("ana", "/move 5 people to bo"),
        ("bo", "/roll 2d6"),
        ("ana", "/help"),
        ("ana", "/status"),
    ]
    votes = [{"by": by, "says": "yay", "on": on} for on in ("migration/1", "inactive/1") for by in ("ana", "bo")]
    return [
        *({"by": by, "says": says} for by, says in table),
        {"by": "bo", "opens": {"issue": 30, "title": "Hm", "body": "/judgment Is it?"}},
        *({"by": by, "says": "/recuse", "on": 30} for by in ("ana", "cy")),
        *({"by": by, "says": "/judge Yes.", "on": 30} for by in ("ana", "di", "cy")),
        *({"by": by, "says": "/overrule", "on": 30} for by in ("ana", "bo", "cy")),
        {"by": "ana", "says": "/motion inactive di"},
        *votes,
        {"by": "bo", "opens": {"pull": 40, "title": "353 Songs", "changes": {"353-songs.md": SONGS}}},
        {"by": "bo", "says": "/open", "on": 40},
        *({"by": by, "says": vote, "on": 40} for by, vote in (("ana", "yay"), ("bo", "nay"), ("cy", "yay"))),
        {"by": "bo", "says": "/resolve", "on": 40},
        {"by": "bo", "opens": {"pull": 41, "title": "354 More", "changes": {"354-more.md": SONGS}}},
        {"by": "bo", "says": "/open", "on": 41},
        {"by": "bo", "says": "/close", "on": 41},
        {"clock": "2026-02-05T12:00:00Z"},
        {"by": "di", "says": "/active"},
        {"by": "di", "says": "/motion inactive cy"},
        {"by": "di", "says": "/withdraw", "on": "inactive/2"},
        {"by": "di", "says": "/forfeit for good"},
        {"clock": "2026-03-05T12:00:00Z"},
    ]


SONGS = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"


# What is under way when a law changes: mills and farms at work, an offer, a motion and a question that nobody has answered.
UNDER_WAY = [
    {"by": "ana", "says": "/buy sawmill"},
    {"by": "ana", "says": "/allocate 6 logging"},
    {"by": "ana", "says": "/offer 3 food to bo for 1 points"},
    {"by": "ana", "says": "/move 5 people to bo"},
    {"by": "bo", "says": "/motion inactive di"},
    {"by": "bo", "opens": {"issue": 30, "title": "Hm", "body": "/judgment Is it?"}},
]


def played(
    path: str, change: dict[str, Any] | None, before: Steps = (), after: Steps | None = None
) -> tuple[Stage, Outcomes]:
    """The season, or what is given, after a proposal of this kind is adopted; people write only where there is something to write on."""
    villages = {
        name: {"name": name, "population": {"general": 40, "farming": 10}, "farms": 5, "hunger": -200}
        for name in ("ana", "bo", "di")
    }
    players = {name: {"active": True, "points": 200, "joined_at": place} for place, name in enumerate(villages, 1)}
    stage = Stage({"given": {"players": players, "villages": villages}}, CREDO, "credo", HOST)
    number = int(path.split("/")[-1][:3])
    for step in before:
        stage.step(step)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "352 It", "changes": {number: change}}})
    for by, says in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("di", "yay"), ("ana", "/resolve")):
        stage.step({"by": by, "says": says, "on": 12})
    seen = len(stage.folding.plan.outcomes)
    for step in season() if after is None else after:
        if isinstance(step.get("on"), str) and stage.world.records.get("issues", step["on"]) is None:
            continue
        stage.step(step)
    found = [o for o in stage.folding.plan.outcomes[seen:] if not o["id"].startswith("observed/")]
    return stage, [(o["id"].split("/")[0], o["is"], str(o.get("command", o.get("code", "")))) for o in found]


def adopted(stage: Stage) -> bool:
    poll = stage.world.records.get("polls", "12")
    return poll is not None and poll["status"] == "adopted"


@pytest.fixture(scope="module")
def usual() -> Outcomes:
    """What comes of the season under the law as it is, but for a rule in plain words that has another number."""
    stage, outcomes = played("rules/credo/101-abiding-by-the-rules.md", {"title": "Another"})
    assert adopted(stage)
    done = {command for _, is_, command in outcomes if is_ == "done"}
    assert {c.run for _, c in stage.world.book.commands} - done == set()
    return outcomes


@pytest.mark.parametrize("path", share(WITH_CODE, 16))
def test_any_rule_may_have_another_number(path: str, usual: Outcomes) -> None:
    stage, outcomes = played(path, {"title": "Another"})
    assert adopted(stage)
    assert outcomes == usual


@pytest.mark.parametrize("path", share(WITH_CODE, 6))
def test_without_any_rule_the_others_do_not_fail(path: str) -> None:
    stage, outcomes = played(path, None)
    if adopted(stage):
        assert [o for o in outcomes if o[2] == "rule_fault"] == []
    else:
        assert path.endswith(("-quorum.md", "-proposals.md"))


@pytest.mark.parametrize("path", share(WITH_CODE, 6))
def test_without_any_rule_what_is_under_way_goes_on_or_ends(path: str) -> None:
    time = [{"clock": f"2026-0{month}-05T12:00:00Z"} for month in (2, 3)]
    stage, outcomes = played(path, None, UNDER_WAY, time)
    if adopted(stage):
        assert [o for o in outcomes if o[2] == "rule_fault"] == []
    else:
        assert path.endswith(("-quorum.md", "-proposals.md"))
