"""What rules keep in all has a bound; whoever takes little, or takes less than before, does not meet it."""

from __future__ import annotations

import random

import pytest

from engine.game.refusal import Refusal
from engine.game.words.registry import new_host
from engine.game.world import room, sizes
from engine.game.world.world import World
from tests.begun import begun
from tests.island import rule, with_rules
from tests.referee.in_memory import Table

HOARD = rule(
    120,
    "Hoard",
    front="""state:
  logs: {text: {type: string, default: ""}}
  notes: {text: {type: string, default: ""}}
commands:
  - {usage: /hoard <key> <size>, arguments: {key: {type: word}, size: {type: integer}}, run: hoard, help: Keep much.}
  - {usage: /note <key> <size>, arguments: {key: {type: word}, size: {type: integer}}, run: note, help: Keep it elsewhere.}
  - {usage: /later <key> <size>, arguments: {key: {type: word}, size: {type: integer}}, run: later, help: Keep it until later.}
  - {usage: /clear, run: clear, help: Keep nothing.}
""",
    code="""def hoard(player, key, size):
    put("logs", key, {"text": "x" * size})

def note(player, key, size):
    put("notes", key, {"text": "x" * size})

def later(player, key, size):
    set_timer(key, now() + days(3000), "ring", text = "x" * size)

def ring(text):
    pass

def clear(player):
    for key in keys("logs"):
        remove("logs", key)
""",
)


def full(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game in which there is no room for large records any more."""
    for place in (room, sizes):
        monkeypatch.setattr(place, "LARGEST_KEPT", 100_000)
    monkeypatch.setattr(room, "RESERVE", 20_000)
    table = Table(with_rules({"120-hoard.md": HOARD}))
    for key in "abc":
        table.say("ana", f"/hoard {key} 45000")
    report = table.run()
    told = [found for found in report.outcomes if found.get("rule") == "hoard" or "fault" in found]
    assert [found["is"] for found in told] == ["done", "done", "refused"]
    assert "all that rules keep would be larger than 100,000 bytes" in told[2]["reason"]
    return table


def done(table: Table, who: str, *texts: str) -> list[str]:
    comments = [table.say(who, text) for text in texts]
    found = {outcome["id"]: outcome["is"] for outcome in table.run().outcomes}
    return [found[f"comment/{comment}"] for comment in comments]


def test_whoever_joins_or_keeps_little_in_all_does_not_meet_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused is the collection that holds much, however little each of its records takes."""
    table = full(monkeypatch)
    assert done(table, "cy", "/join", "/build") == ["done", "done"]
    assert done(table, "bo", "/note small 5000", "/hoard small 9500", "/hoard least 1000") == [
        "done",
        "refused",
        "done",
    ]
    assert table.findings() == []


def test_who_hoards_leaves_room_for_all_others_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where other collections hoard beside it: each gets what is left at most, and so none gets the last of it."""
    table = full(monkeypatch)
    for size in (4000, 2000, 1000, 500, 200, 100):
        done(
            table, "bo", *[f"/{command} {command}{size}x{n} {size}" for command in ("hoard", "note") for n in range(4)]
        )
    assert done(table, "cy", "/join", "/build", "/later few 1000", "/hoard more 500") == [
        "done",
        "done",
        "done",
        "refused",
    ]
    assert "of them are logs; it takes other records to be removed first" in table.answers()[-1]
    assert table.findings() == []


def test_what_rules_keep_in_timers_counts_for_the_rule_that_set_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (room, sizes):
        monkeypatch.setattr(place, "LARGEST_KEPT", 100_000)
    monkeypatch.setattr(room, "RESERVE", 20_000)
    front = "commands:\n  - {usage: /alarm <key> <size>, arguments: {key: {type: word}, size: {type: integer}}, run: alarm}\n"
    code = 'def alarm(player, key, size):\n    set_timer(key, now() + days(3000), "ring", text = "x" * size)\n\n'
    alarm = rule(121, "Alarm", front=front, code=code + "def ring(text):\n    pass\n")
    table = Table(with_rules({"120-hoard.md": HOARD, "121-alarm.md": alarm}))
    assert done(table, "ana", *[f"/later {key} 30000" for key in "abcd"]) == ["done", "done", "done", "refused"]
    assert "of them are the timers of hoard" in table.answers()[-1]
    assert done(table, "bo", "/alarm a 9000", "/later d 2000", "/alarm b 2000", "/later a 1000") == [
        "done",
        "refused",
        "done",
        "done",
    ]
    assert table.findings() == []


def test_what_takes_less_than_before_is_kept_and_what_is_freed_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    table = full(monkeypatch)
    monkeypatch.setattr(room, "LARGEST_KEPT", 50_000)
    monkeypatch.setattr(sizes, "LARGEST_KEPT", 50_000)
    assert done(table, "bo", "/hoard a 46000", "/hoard a 44000", "/clear", "/hoard a 45000") == [
        "refused",
        "done",
        "done",
        "done",
    ]


def test_what_is_reckoned_is_what_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether records were there before, stand in one file, or come back when what was done to them is taken back."""
    monkeypatch.setattr(sizes, "LARGEST_KEPT", 0)
    records = {
        "players": {who: {"id": place} for place, who in enumerate(("ana", "bo"), 1)},
        "huts": {"ana": {"size": 1}},
        "timers": {"ana": {"at": 9, "rule": "odd", "run": "ring", "data": {}, "serial": 1}},
    }
    world, chance = World(begun(records=records), new_host()), random.Random(5)
    for _ in range(40):
        point = world.records.begin()
        for _ in range(chance.randrange(6)):
            collection, key = (
                chance.choice(("players", "huts", "logs", "timers")),
                chance.choice(("ana", "bo", "c\u00e9")),
            )
            if chance.random() < 0.3:
                world.records.remove(collection, key)
            else:
                world.records.put(
                    collection,
                    key,
                    {
                        "rule": chance.choice(("odd", "even")),
                        "text": "\u00e9x\n" * chance.randrange(50),
                        "deep": [[{"a": True}]],
                    },
                )
        if chance.random() < 0.3:
            world.records.undo(point)
        if chance.random() < 0.5:
            world.records.keep()
        kept: dict[str, int] = {}
        for name in ("players", "huts", "logs", "timers"):
            for _, record in world.records.items(name):
                whose = f"the timers of {record['rule']}" if name == "timers" else name
                kept[whose] = kept.get(whose, 0) + sizes.written(record)
        whole = sum(kept.values())
        assert world.records.kept.ceiling >= whole
        assert world.records.kept.whole(world.records.get) == whole
        assert {name: size for name, size in world.records.kept.by_holder.items() if size} == kept


def test_no_law_lands_whose_new_fields_make_all_that_is_kept_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    table = full(monkeypatch)
    front = f'state: {{logs: {{more: {{type: string, default: "{"y" * 20_000}"}}}}}}\n'
    number = table.island.propose("ana", "More", {"rules/island/130-more.md": rule(130, "More", front=front)})
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    table.run()
    assert any("All that rules keep would be larger" in text for text in table.answers(number))
    assert "rules/island/130-more.md" not in table.island.files()
    assert table.findings() == []


def test_a_law_lands_where_all_is_full_and_its_landing_takes_a_little_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else no law could be adopted any more, not even one that mends it."""
    table = full(monkeypatch)
    monkeypatch.setattr(room, "RESERVE", 0)
    code = 'def pay(change, poll):\n    put("players", "ana", get("players", "ana") | {"shells": 123456})\n'
    more = rule(130, "More", front="on: {enacted: pay}\n", code=code)
    table.by_hand({"state/logs/c.yaml": f"text: {'x' * 20_000}\n"})
    table.run()
    number = table.island.propose("ana", "More", {"rules/island/130-more.md": more})
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    table.run()
    assert any(path.endswith("-more.md") for path in table.island.files())
    assert table.shells() == 123_456
    assert table.findings() == []


def test_votes_that_share_one_long_text_take_the_room_of_all_of_them() -> None:
    """As they are written each has its own, however little memory they take."""
    choice = "ä" * 5_000
    record = {"ballots": [{"voter": f"p{n}", "choice": choice} for n in range(room.LARGEST_BALLOTS // 9_000)]}
    with pytest.raises(Refusal, match="the votes of poll 12"):
        room.check_ballots("12", record, None)
