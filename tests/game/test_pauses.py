"""/pause: the time stands still until /resume. Nothing is decided, nothing begins, and nobody loses time by it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.game.consulting import owing
from engine.game.examples.example_stage import Stage
from tests.game.test_rank import HOST, played
from tests.game.test_rank import TRANSMUTED as UNLOCKED
from tests.island import RULESET, rule, with_rules

PAUSE: Final = {"by": "adm", "says": "/pause"}
RESUME: Final = {"by": "adm", "says": "/resume"}
Steps = list[dict[str, Any]]


def clock(day: int, hour: int = 12) -> dict[str, Any]:
    return {"clock": f"2026-01-{day:02d}T{hour:02d}:00:00Z"}


def staged(rules: dict[str, str | None], steps: Steps, people: tuple[str, ...] = ("ana", "bo", "cy")) -> Stage:
    given = {"players": {name: {"active": True} for name in people}}
    case = {"given": given, "when": steps, "roles": {"adm": "administrator"}}
    stage = Stage(case, with_rules(rules), RULESET, HOST)
    wrong = stage.play()
    assert not wrong, wrong
    return stage


ASKED: Final = rule(
    99,
    "Asked",
    front="commands: [{usage: /ask, run: put_it}]\nanswers: {verdict: by_most, resolves_itself: after_an_hour}\n",
    code=(
        'def put_it(player):\n    open_poll("asked", "Shall we?")\n\n'
        "def by_most(poll, tally):\n"
        '    return ("adopted" if tally["yay"] > tally["nay"] else "rejected") if poll["kind"] == "asked" else None\n\n'
        "def after_an_hour(poll, tally):\n"
        '    return now() >= poll["opened_at"] + hours(1) if poll["kind"] == "asked" else None\n'
    ),
)
VOTED: Final[Steps] = [
    {"by": "ana", "says": "/ask"},
    {"by": "ana", "says": "yay", "on": "asked/1"},
    {"by": "cy", "says": "yay", "on": "asked/1"},
    PAUSE,
    clock(8),
    {"by": "bo", "says": "nay", "on": "asked/1", "refused": "paused"},
    {"by": "bo", "says": "/status"},
]


def status(stage: Stage, key: str = "asked/1") -> str:
    return str(stage.world.poll(key)["status"])


def test_no_poll_is_decided_while_the_game_is_paused_whatever_is_said() -> None:
    stage = staged({"99-asked.md": ASKED}, VOTED)
    assert status(stage) == "open"
    assert stage.step(RESUME) is None
    assert status(stage) == "open"
    stage.step(clock(9))
    assert status(stage) == "adopted"


def test_a_poll_that_is_complete_when_a_pause_ends_is_decided_a_second_later() -> None:
    """Whatever was edited in the pause is read again before that."""
    stage = staged({"99-asked.md": ASKED}, VOTED)
    stage.step(RESUME)
    resumed_at = stage.now
    assert status(stage) == "open"
    stage.step(clock(9))
    assert status(stage) == "adopted"
    assert stage.folding.world.notes.resumed_at is None
    assert [outcome["is"] for outcome in stage.folding.plan.outcomes if outcome["id"] == f"resumed/{resumed_at}"] == [
        "done"
    ]


def test_no_quorum_is_noted_while_the_game_is_paused() -> None:
    quorum = 'def two(poll, tally):\n    return now() > 1767700000 if poll["kind"] == "late" else None\n'
    code = 'def put_it(player):\n    open_poll("late", "Shall we?")\n\n' + quorum
    late = rule(99, "Late", front="commands: [{usage: /ask, run: put_it}]\nanswers: {quorum: two}\n", code=code)
    begun: Steps = [{"by": "ana", "says": "/ask"}, {"by": "ana", "says": "yay", "on": "late/1"}, PAUSE, clock(8)]
    stage = staged({"99-late.md": late}, [*begun, {"by": "bo", "says": "/status"}])
    assert stage.world.poll("late/1")["quorum_at"] is None
    assert stage.step(RESUME) is None
    resumed_at = stage.now
    stage.step(clock(9))
    assert stage.world.poll("late/1")["quorum_at"] == resumed_at + 1


AWAY: Final = rule(
    120,
    "Away",
    front="commands: [{usage: /away, run: go_away, who: players}]\non: {voting: come_back}\n",
    code=(
        'def go_away(player):\n    put("players", player, get("players", player) | {"active": False})\n\n'
        "def come_back(player, poll, choice):\n"
        '    put("players", player, get("players", player) | {"active": True})\n'
    ),
)


def unlocking(*more: dict[str, Any]) -> Stage:
    """Ana and bo want rule 112 mutable; cy was active as the vote began, and is away; an hour later the game is paused."""
    steps: Steps = [
        {"by": "ana", "opens": {"pull": 12, "title": "Old no more", "changes": {"112-old.md": UNLOCKED}}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "cy", "says": "/away"},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
        clock(5, 13),
        PAUSE,
        clock(9),
    ]
    return played({"120-away.md": AWAY}, [*steps, *more], roles={"adm": "administrator"})


def test_a_pause_takes_nothing_from_the_day_to_vote_on_the_higher_class() -> None:
    stage = unlocking({"by": "bo", "says": "/status"}, RESUME, clock(10, 10), {"by": "bo", "says": "/status"})
    assert status(stage, "12") == "open"
    assert stage.step({"by": "cy", "says": "nay", "on": 12}) is None
    assert (status(stage, "12"), stage.world.book.is_above("old")) == ("rejected", True)


def test_after_a_pause_that_day_ends_as_it_would_have() -> None:
    stage = unlocking(RESUME, PAUSE, clock(11), RESUME, clock(12, 10), {"by": "bo", "says": "/build"})
    assert status(stage, "12") == "open"
    stage.step(clock(12, 11))
    stage.step({"by": "bo", "says": "/dive"})
    assert (status(stage, "12"), stage.world.book.is_above("old")) == ("adopted", False)


WATCH: Final = rule(
    140,
    "Watch",
    front="on: {pull_changed: watch}\n",
    code=(
        "def watch(poll, part):\n"
        '    set_timer("watch", now() + hours(2), "ring")\n\n'
        'def ring():\n    announce("It rings.")\n'
    ),
)
SONG: Final = {"140-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}
DANCE: Final = {"140-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe dance.\n"}


def test_a_timer_that_is_set_in_a_pause_has_as_long_to_go_as_when_it_was_set() -> None:
    steps: Steps = [
        {"by": "ana", "opens": {"pull": 12, "title": "Song", "changes": SONG}},
        {"by": "ana", "says": "/open", "on": 12},
        PAUSE,
        clock(11),
        {"by": "ana", "pushes": 12, "changes": DANCE},
        clock(12),
        RESUME,
    ]
    stage = staged({"139-watch.md": WATCH.replace("rule: 140", "rule: 139")}, steps)
    timer = stage.world.records.get("timers", "watch")
    assert timer is not None and timer["at"] == stage.now + 7_200


def test_what_is_owed_and_hastened_in_a_pause_is_tried_soon_after_it() -> None:
    stage = staged({"99-asked.md": ASKED}, [PAUSE, clock(9)])
    world = stage.world
    world.records.put(
        "timers", "late", {"at": stage.now + 86_400, "rule": "asked", "run": "put_it", "data": {}, "serial": 1}
    )
    world.notes.owed = {"late": {"tries": 1, "times": 1}}
    owing.hasten(world)
    assert stage.step(RESUME) is None
    timer = world.records.get("timers", "late")
    assert timer is not None and timer["at"] == stage.now + owing.SOON


def rescued(*more: dict[str, Any]) -> Stage:
    steps: Steps = [
        {"by": "ana", "opens": {"pull": 12, "title": "Song", "changes": SONG}},
        {"by": "ana", "says": "/rescue", "on": 12},
        PAUSE,
        clock(20),
    ]
    return staged({}, [*steps, *more])


def test_a_rescue_begun_anew_in_a_pause_waits_no_longer_than_its_three_days() -> None:
    push = {"by": "ana", "pushes": 12, "changes": DANCE}
    stage = rescued(push, clock(21), RESUME, *[{"by": who, "says": "yay", "on": 12} for who in ("ana", "bo", "cy")])
    stage.step(clock(24, 11))
    assert "song" not in stage.world.book.documents
    stage.step(clock(24, 13))
    assert "song" in stage.world.book.documents


def test_a_pause_is_no_silence_of_whom_a_rescue_waits_for() -> None:
    ana = {"by": "ana", "says": "yay", "on": 12}
    stage = rescued(
        RESUME,
        ana,
        clock(21),
        {"by": "bo", "says": "Hm.", "ignored": True},
        {"by": "cy", "says": "yay", "on": 12},
        PAUSE,
    )
    for step in ({"clock": "2026-02-20T12:00:00Z"}, RESUME, {"clock": "2026-03-06T11:00:00Z"}):
        stage.step(step)
    assert "song" not in stage.world.book.documents
    stage.step({"clock": "2026-03-06T13:00:00Z"})
    assert "song" in stage.world.book.documents


NOTES: Final = rule(
    140,
    "Notes",
    front="on: {issue_opened: note}\n",
    code='def note(issue):\n    if issue["labels"]:\n        put("huts", issue["author"], {"size": 1})\n',
)


def issue(number: int, body: str, label: str = "hut", by: str = "ana", **more: Any) -> dict[str, Any]:
    labels = [label] if label else []
    return {"by": by, "opens": {"issue": number, "title": "A hut", "body": body, "labels": labels}, **more}


def test_no_rule_takes_up_an_issue_that_is_opened_in_a_pause() -> None:
    steps: Steps = [
        PAUSE,
        issue(77, "Please.", refused="paused"),
        issue(78, "Hello", "", ignored=True),
        issue(79, "/status"),
        issue(80, "/resume", by="adm"),
    ]
    stage = staged({"140-notes.md": NOTES}, steps)
    assert stage.world.records.keys("huts") == ["adm"]
    assert stage.world.records.get("threads", "77") is not None


def test_whoever_pauses_the_game_by_an_issue_has_paused_it() -> None:
    stage = staged({"140-notes.md": NOTES}, [issue(77, "/pause", by="adm")])
    assert stage.world.notes.paused_at == stage.now


TELLING: Final = rule(
    120,
    "Telling",
    front="on: {resumed: tell_of_it}\n",
    code='def tell_of_it(since):\n    announce("Paused for %d hours." % ((now() - since) // 3600))\n',
)


def test_what_stands_still_is_not_stopped_again_and_what_goes_on_is_not_resumed() -> None:
    """Whoever writes it is told, with the date; nothing is announced to everybody, and the pause is as long as it was."""
    twice: Steps = [
        PAUSE,
        clock(7),
        {**PAUSE, "refused": "paused already"},
        clock(8),
        RESUME,
        {**RESUME, "refused": "not paused"},
    ]
    stage = staged({"120-telling.md": TELLING}, twice)
    told = "\n".join(stage.said)
    assert (told.count("paused the game"), told.count("resumed the game")) == (1, 1)
    assert "paused already, since Mon 2026-01-05 12:00 (UTC)" in told
    assert "Paused for 72 hours." in told


def test_rules_hear_that_a_pause_is_over_and_when_it_began() -> None:
    stage = staged({"120-telling.md": TELLING}, [PAUSE, clock(8), RESUME])
    told = "\n".join(stage.said)
    assert told.count("Paused for") == 1
    assert told.index("resumed the game") < told.index("Paused for 72 hours.")


@pytest.mark.parametrize("deed", ["1 // 0", 'refuse("Stay.")', 'put("players", "ana", {"active": 7})'])
def test_no_rule_that_fails_over_it_keeps_the_game_paused(deed: str) -> None:
    failing = TELLING.replace('announce("Paused for %d hours." % ((now() - since) // 3600))', deed)
    case = {"given": {"players": {"ana": {"active": True}}}, "roles": {"adm": "administrator"}}
    stage = Stage(case, with_rules({"120-telling.md": failing}), RULESET, HOST)
    for step in (PAUSE, clock(8), RESUME):
        stage.step(step)
    assert stage.world.notes.paused_at is None
    assert (stage.world.records.get("players", "ana") or {})["active"] is True


CURFEW: Final = rule(
    120,
    "Curfew",
    front="commands: [{usage: /curfew, run: set_it}]\n",
    code='def set_it(player):\n    set_timer("curfew", now() + hours(5), "ring")\n\ndef ring():\n    announce("Go home.")\n',
)


@pytest.mark.parametrize(("first", "told"), [([{"by": "ana", "says": "/curfew"}], True), ([], False)])
def test_who_was_told_a_time_before_a_pause_is_told_after_it_that_it_comes_later(first: Steps, told: bool) -> None:
    """Where nothing waits for a time nothing is said of it."""
    stage = staged({"120-curfew.md": CURFEW}, [*first, PAUSE, clock(8), RESUME])
    (resumed,) = [said for said in stage.said if "resumed the game" in said]
    assert ("ends later now" in resumed) == told
