"""Periods and timers are closed once each, in order, however late or seldom a pass comes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.game.calendar import from_stamp, next_fire, next_of, stamp
from engine.game.examples.example_stage import Stage
from engine.game.fold import clock
from engine.game.fold.folding import fold
from engine.game.happening import position
from engine.game.plan import Limits
from engine.game.words.registry import new_host
from engine.game.world.world import World
from engine.store import guard
from engine.store.digest import change_hash
from tests.begun import START, begun
from tests.island import RULESET, failures, rule, with_rules
from tests.shares import tries

WEEK = 7 * 86_400


def game(law: dict[str, str] | None = None, zone: str = "UTC") -> dict[str, str]:
    people = {"ana": {"id": 1, "login": "ana", "active": True}}
    return begun(law, name="I", timezone=zone, records={"players": people})


def seed(id_: str) -> bytes:
    return id_.encode().ljust(32)[:32]


def run(
    files: dict[str, str], until: int, inbox: list[dict[str, Any]] | None = None
) -> tuple[dict[str, str], list[str]]:
    """The files after one fold, and the ids of what was judged."""
    plan = fold(files, inbox or [], until, seed)
    after = dict(files)
    for segment in plan.segments:
        segment.apply(after)
    return after, [o["id"] for o in plan.outcomes]


def test_a_gap_of_three_weeks_closes_three_periods() -> None:
    _, ids = run(game(), START + 3 * WEEK)
    assert [i for i in ids if i.startswith("period/")] == [
        f"period/fishing/fish_all/{from_stamp(f'2026-01-{day:02d}T12:00:00Z')}" for day in (9, 16, 23)
    ]


@settings(max_examples=tries(30), deadline=None)
@given(st.lists(st.integers(60, 9 * 86_400), max_size=8))
def test_however_the_passes_fall_the_world_is_the_same(gaps: list[int]) -> None:
    whole, _ = run(game(), START + 4 * WEEK)
    files, now = game(), START
    for gap in gaps:
        now = min(now + gap, START + 4 * WEEK)
        files, _ = run(files, now)
    files, _ = run(files, START + 4 * WEEK)
    assert files == whole


def test_an_unknown_zone_in_the_records_does_not_stop_the_clock() -> None:
    there, judged = run(game(zone="Mars/Olympus"), START + WEEK)
    assert judged == run(game(), START + WEEK)[1] != []


def test_running_again_closes_nothing_twice() -> None:
    once, _ = run(game(), START + WEEK)
    again, ids = run(once, START + WEEK)
    assert ids == []
    assert again == once


def test_at_one_instant_lower_numbers_go_first() -> None:
    front = 'schedule:\n  - {cron: "0 12 * * 5", run: act}\n'
    code = 'def act():\n    announce("x")\n'
    law = with_rules(
        {
            "099-early.md": rule(99, "Early", front=front, code=code),
            "300-late.md": rule(300, "Late", front=front, code=code),
        }
    )
    _, ids = run(game(law), START + WEEK)
    assert [i.split("/")[1] for i in ids] == ["early", "fishing", "late"]


def test_the_day_the_clock_goes_forward_an_entry_in_the_missing_hour_fires_once() -> None:
    before = from_stamp("2026-03-28T12:00:00Z")
    first = next_fire("30 2 * * *", "Europe/Berlin", before)
    assert first is not None
    second = next_fire("30 2 * * *", "Europe/Berlin", first)
    assert second is not None
    assert (stamp(first), stamp(second)) == ("2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z")


def test_the_day_the_clock_goes_back_an_entry_fires_once() -> None:
    fires, at = [], from_stamp("2026-10-24T12:00:00Z")
    for _ in range(3):
        at = next_fire("30 2 * * *", "Europe/Berlin", at) or 0
        fires.append(stamp(at)[:10])
    assert fires == ["2026-10-25", "2026-10-26", "2026-10-27"]


@given(st.integers(0, 4_000_000_000), st.sampled_from(["0 15 * * 3", "0 15 1 * *", "7 3 29 2 *", "30 2 * * *"]))
def test_the_next_time_is_later_and_nothing_lies_between(after: int, cron: str) -> None:
    at = next_fire(cron, "Europe/Berlin", after)
    if at is not None:
        assert at > after
        assert next_fire(cron, "Europe/Berlin", at - 1) == at


TIMERS = """def later(player, name, minutes):
    set_timer(name, now() + 60 * minutes, "ring", clock = name)

def ring(clock):
    announce("%s rings." % clock)
"""
CLOCKS = with_rules(
    {
        "133-clocks.md": rule(
            133,
            "Clocks",
            front="commands: [{usage: /wind <name> <minutes>, arguments: {minutes: {type: integer}}, run: later}]\n",
            code=TIMERS,
        )
    }
)


@settings(max_examples=tries(25), deadline=None)
@example([("zoe", 60), ("zoe-1002", 60), ("other", 61)], 0)
@example([("turn", 60), ("other", 61), ("turn", 90)], 5)
@given(
    st.lists(st.tuples(st.sampled_from(["a", "a-1", "a.b", "a/1", "a0", "b", "ab"]), st.integers(1, 5)), max_size=9),
    st.integers(0, 3),
)
def test_every_timer_rings_once_at_its_time_however_it_is_called(winding: list[tuple[str, int]], paused: int) -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "roles": {"ana": "administrator"}}, CLOCKS, RULESET)
    for name, minutes in winding:
        assert stage.step({"by": "ana", "says": f"/wind {name} {minutes}"}) is None
    if paused:
        assert stage.step({"by": "ana", "says": "/pause"}) is None
        stage.step({"clock": stamp(stage.now + 60 * paused)})
        assert stage.step({"by": "ana", "says": "/resume"}) is None
    stage.said.clear()
    expected = {name: stage.now + 60 * minutes for name, minutes in winding}
    rung = {}
    for _ in range(max([minutes for _, minutes in winding], default=0)):
        stage.step({"clock": stamp(stage.now + 60)})
        rung |= {line.split()[0]: stage.now for text in stage.said for line in text.split("\n") if "rings" in line}
        stage.said.clear()
    assert rung == expected
    assert stage.world.records.keys("timers") == []


def test_timers_of_one_instant_are_all_judged_whatever_they_are_called() -> None:
    ring = 'def ring():\n    for name in ["10", "9", "x/2", "x/10", "100"]:\n        set_timer(name, now() + 60, "rung", bell = name)\n'
    front = "on: {landed: ring_them}\n"
    code = ring + "\ndef ring_them(player):\n    ring()\n\ndef rung(bell):\n    pass\n"
    law = with_rules({"140-bells.md": rule(140, "Bells", front=front, code=code)})
    actor = {"id": 2, "login": "bo", "role": "player"}
    join = {"id": "comment/1", "kind": "said", "time": START + 1, "seen_at": START + 1, "thread": 1, "comment": 1}
    _, ids = run(game(law), START + 600, [{**join, "text": "/join", "actor": actor, "edited": False}])
    assert sorted(i for i in ids if i.startswith("timer/")) == [
        "timer/10/1",
        "timer/100/5",
        "timer/9/2",
        "timer/x/10/4",
        "timer/x/2/3",
    ]


def due(body: str, *, front: str = 'schedule:\n  - {cron: "0 * * * *", run: act}\n', number: int = 120) -> str:
    return rule(number, "Works", front=front, code=f"def act():\n{body}")


NEEDS_TWO = '    if get("players", "bo")["shells"] < 2:\n        fail("bo is poor")\n    put("players", "bo", get("players", "bo") | {"shells": get("players", "bo")["shells"] - 2})\n'
PEOPLE = {"players": {"ana": {"active": True, "shells": 40}, "bo": {"active": True}}}


@pytest.mark.parametrize("failing", ['fail("bo is poor")', 'refuse("bo is poor")'])
def test_a_period_that_could_not_be_carried_out_is_tried_again_as_often_as_it_was_missed(failing: str) -> None:
    law = with_rules({"120-works.md": due(NEEDS_TWO.replace('fail("bo is poor")', failing))})
    stage = Stage({"given": PEOPLE}, law, RULESET)
    stage.step({"clock": "2026-01-05T15:30:00Z"})  # missed at 13, 14 and 15; tried again at 14 and at 16
    assert len([said for said in stage.said if "bo is poor" in said]) == 1
    assert "tried again" in stage.said[0]
    assert len(stage.world.records.keys("timers")) == 1
    assert stage.step({"by": "ana", "says": "/give 20 shells to bo"}) is None
    stage.step({"clock": "2026-01-05T16:59:00Z"})
    assert (stage.world.records.get("players", "bo") or {})["shells"] == 20 - 2 * 4  # that of 16, and the three owed
    assert stage.world.records.keys("timers") == []
    assert stage.world.notes.owed == {}


def test_a_timer_that_could_not_be_carried_out_is_tried_again_and_at_once_when_the_law_changes() -> None:
    front = "commands:\n  - {usage: /later, run: later, help: Later.}\n"
    code = (
        'def later(player):\n    set_timer("t", now() + hours(1), "act", who = player)\n\n'
        'def act(who):\n    announce("%s has %d boats." % (who, get("players", who)["boats"]))\n'
    )
    law = with_rules({"120-works.md": rule(120, "Works", front=front, code=code)})
    boats = "---\\nrule: next\\ntitle: Boats\\nstate: {players: {boats: {type: integer, default: 3}}}\\n---\\nBoats.\\n"
    case = guard.load(
        f"""
        given: {{players: {{ana: {{active: true}}}}}}
        when:
          - {{by: ana, says: /later}}
          - {{clock: 2026-01-05T13:00:00Z, refused: was not found}}
          - {{clock: 2026-01-07T13:00:00Z, refused: was not found}}
          - {{by: ana, opens: {{pull: 12, title: Boats, changes: {{121-boats.md: "{boats}"}}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: ana, says: /resolve, on: 12}}
          - {{clock: 2026-01-07T13:01:00Z}}
        then:
          timers: {{t: null}}
          replies: [tried again, ana has 3 boats]
        """
    )
    assert failures(case, law) == []


def test_a_timer_that_fails_is_tried_again_within_the_hour_and_then_after_twice_as_long_each_time() -> None:
    code = 'def act(player):\n    set_timer("t", now() + hours(1), "ring")\n\ndef ring():\n    fail("never")\n'
    front = "commands:\n  - {usage: /later, run: act, help: Later.}\n"
    stage = Stage({"given": PEOPLE}, with_rules({"120-works.md": rule(120, "Works", front=front, code=code)}), RULESET)
    assert stage.step({"by": "ana", "says": "/later"}) is None
    waits = []
    for _ in range(7):
        at = (stage.world.records.get("timers", "t") or {})["at"]
        stage.step({"clock": stamp(at)})
        waits.append((stage.world.records.get("timers", "t") or {})["at"] - at)
    assert waits == [hours * 3_600 for hours in (1, 2, 4, 8, 16, 24, 24)]


def test_what_is_owed_by_a_rule_that_is_gone_is_owed_no_more() -> None:
    law = with_rules({"120-works.md": due('    fail("never")\n')})
    stage = Stage({"given": PEOPLE}, law, RULESET)
    stage.step({"clock": "2026-01-05T15:30:00Z"})
    for step in [
        {"by": "ana", "opens": {"pull": 12, "title": "Away", "changes": {"120": None}}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
        {"by": "ana", "says": "/resolve", "on": 12},
        {"clock": "2026-01-05T15:40:00Z"},
    ]:
        assert stage.step(step) is None, step
    assert stage.world.records.keys("timers") == []
    assert stage.world.notes.owed == {}


def test_an_hourly_failure_is_tried_again_less_and_less_often() -> None:
    """One timer for all that was missed: else each hour would add one that fails every day."""
    law = with_rules({"120-works.md": due('    fail("never")\n')})
    stage = Stage({"given": PEOPLE}, law, RULESET)
    stage.step({"clock": "2026-01-15T12:00:00Z"})
    tried = [o["id"] for o in stage.folding.plan.outcomes if o["id"].startswith("timer/")]
    assert len(tried) == 5 + 8  # in two days, and then one a day
    assert stage.world.notes.owed["again/works/act"]["times"] == 240


def almanac(entries: int) -> dict[str, str]:
    """Rules with feasts that come once in 28 years."""
    law = {}
    for number in range(200, 200 + entries // 50):
        crons = [f"{minute} {number % 24} * 2 {day}#5" for day in range(1, 6) for minute in range(10)]
        front = "schedule:\n" + "".join(f'  - {{cron: "{cron}", run: feast}}\n' for cron in crons)
        law[f"{number}-a{number}.md"] = rule(number, f"A{number}", front=front, code="def feast():\n    pass\n")
    return with_rules(law)


def talk(number: int) -> dict[str, Any]:
    actor, at = {"id": 1, "login": "ana", "role": "player"}, START + number
    told = {"id": f"comment/{number}", "kind": "said", "comment": number, "thread": 1, "actor": actor}
    return {**told, "text": "Good morning.", "edited": False, "time": at, "seen_at": at}


def test_when_a_rare_period_comes_is_found_out_once_and_not_after_every_happening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(clock, "next_of", lambda entry, zone, after: asked.append(after) or next_of(entry, zone, after))
    files, told = game(almanac(100)), []
    for many in (1, 20):
        asked.clear()
        fold(files, [talk(number) for number in range(1, many + 1)], START + 3_600, seed)
        told.append(len(asked))
    assert told[1] - told[0] < 20


@settings(max_examples=tries(60), deadline=None)
@given(
    st.sampled_from(
        [
            "30 2 * * *",
            "30 * * * *",
            "0 3 * * 7",
            "59 1 28 3 *",
            "30 2 25 10 *",
            "5 3 29 2 *",
            "0 */6 * * *",
            "15 */2 * * 0",
        ]
    ),
    st.sampled_from(
        ["Europe/Berlin", "America/New_York", "UTC", "Australia/Lord_Howe", "Asia/Beirut", "America/Havana"]
    ),
    st.sampled_from(
        [
            from_stamp(f"2026-{day}T00:00:00Z")
            for day in ("03-29", "10-25", "03-08", "11-01", "04-05", "04-04", "10-03", "03-28", "10-24")
        ]
    ),
    st.lists(st.integers(1, 30_000), min_size=1, max_size=12),
)
@example("0 */6 * * *", "Australia/Lord_Howe", from_stamp("2026-04-04T17:00:00Z"), [1_563, 13_231, 9_000])
def test_what_was_found_out_once_is_what_would_be_found_out_anew(
    cron: str, zone: str, day: int, steps: list[int]
) -> None:
    world, after = World(game(zone=zone), new_host()), day - 7_200
    for step in steps:
        after += step
        assert clock._next(world, {"cron": cron, "run": "f"}, after) == next_fire(cron, zone, after)


def hourly(rules: int) -> dict[str, str]:
    """Rules with sixty entries each, all due at once."""
    front = "schedule:\n" + "".join(f'  - {{cron: "0 * * * *", run: f{place}}}\n' for place in range(60))
    code = "".join(f"def f{place}():\n    pass\n\n" for place in range(60))
    numbers = range(200, 200 + rules)
    return with_rules({f"{n}-a{n}.md": rule(n, f"A{n}", front=front, code=code) for n in numbers})


def test_twice_as_many_periods_of_one_instant_take_twice_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    find, asked, told = clock._next, [], []
    monkeypatch.setattr(clock, "_next", lambda world, entry, after: asked.append(after) or find(world, entry, after))
    for rules in (2, 4):
        asked.clear()
        _, ids = run(game(hourly(rules)), START + 3_700)
        assert len(ids) == 60 * rules
        told.append(len(asked))
    assert told[1] < 2.5 * told[0]


CRONS = ["0 * * * *", "0 12 * * *", "0 */6 * * *", "30 1 * * *"]


@settings(max_examples=tries(60), deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(CRONS), st.sampled_from(["f", "g"]), st.sampled_from([None, "UTC", "Australia/Lord_Howe"])
        ),
        min_size=1,
        max_size=6,
    ),
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from([0, 1, 5]), st.sampled_from(["", "00000120/001", "00000121/000"])),
        min_size=1,
        max_size=12,
    ),
    st.sampled_from(["UTC", "Australia/Lord_Howe"]),
)
def test_the_first_period_is_the_first_of_all(
    entries: list[tuple[str, str, str | None]], steps: list[tuple[int, int, str]], zone: str
) -> None:
    """Wherever in an instant one looks for it, and also where entries meet that run the same function."""
    law = {}
    for number in (120, 121):
        lines = [
            f'  - {{cron: "{cron}", run: {run}{f", timezone: {where}" if where else ""}}}\n'
            for cron, run, where in entries[: number - 115]
        ]
        code = "def f():\n    pass\n\ndef g():\n    pass\n"
        law[f"{number}-a{number}.md"] = rule(number, f"A{number}", front="schedule:\n" + "".join(lines), code=code)
    world, time = World(game(with_rules(law), zone=zone), new_host()), START - 1_800
    for hours, kind, order in steps:
        time += hours * 1_800
        last = (time, kind, order)
        first = min(clock._periods(world, last), key=position)
        assert clock._first_period(world, last) == [first]


AT_NOON = 'schedule: [{cron: "0 12 * * 5", run: go}]\n'
BELLS = rule(110, "Bells", front=AT_NOON, code='def go():\n    announce("Ding.")\n')
COUNTING = rule(
    111, "Counting", front=AT_NOON, code='def go():\n    for poll in polls("proposal"):\n        resolve(poll["key"])\n'
)


def amending_bells() -> list[dict[str, Any]]:
    """Ana's proposal about the bells is opened, and adopted as soon as anybody counts."""
    path, head = "rules/island/110-bells.md", BELLS.replace("So it is.", "So it was.")
    facts = {"kind": "pull", "title": "Bells", "body": "", "labels": [], "state": "open", "base": "main"}
    change = {"hash": change_hash([("bells", BELLS, head)]), "files": {path: [BELLS, head]}, "paths": [path]}
    ana = {"id": 1, "login": "ana", "role": "player"}
    told: list[dict[str, Any]] = [
        {"id": "thread/12", "kind": "opened", "actor": ana, "facts": {**facts, "merged": False, "tag": None}},
        {
            "id": "head/12/1",
            "kind": "head",
            "actor": None,
            "head": "1" * 40,
            "change": {**change, "base": "", "problems": []},
        },
        {"id": "comment/1", "kind": "said", "actor": ana, "comment": 1, "text": "/open"},
        {"id": "comment/2", "kind": "said", "actor": ana, "comment": 2, "text": "yay"},
    ]
    return [{"time": START + n, "seen_at": START, "thread": 12, **each} for n, each in enumerate(told, start=1)]


def test_a_period_is_closed_once_though_a_pass_ends_within_its_instant_and_the_law_changes_in_it() -> None:
    """The rule whose period is closed has another number then, and with it a later place in the instant."""
    files, ids = game(with_rules({"110-bells.md": BELLS, "111-counting.md": COUNTING})), []
    inbox = amending_bells()
    whole, at_once = run(files, START + WEEK, inbox)
    while True:
        rest = [each for each in inbox if each["id"] not in ids]
        plan = fold(files, rest, START + WEEK, seed, limits=Limits(happenings=1, examples=False))
        for segment in plan.segments:
            segment.apply(files)
        ids += [outcome["id"] for outcome in plan.outcomes]
        if not plan.more:
            break
    assert [id_ for id_ in ids if "/bells/" in id_] == [f"period/bells/go/{from_stamp('2026-01-09T12:00:00Z')}"]
    assert (files, ids) == (whole, at_once)
    assert "rules/island/112-bells.md" in files
