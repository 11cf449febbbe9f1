"""What rules keep in all has a bound; whoever takes little, or takes less than before, does not meet it."""

from __future__ import annotations

import random

import pytest

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
commands:
  - {usage: /hoard <key> <size>, arguments: {key: {type: word}, size: {type: integer}}, run: hoard, help: Keep much.}
  - {usage: /clear, run: clear, help: Keep nothing.}
""",
    code="""def hoard(player, key, size):
    put("logs", key, {"text": "x" * size})

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
    assert "all that rules keep would be larger than 100000 bytes" in told[2]["reason"]
    return table


def done(table: Table, who: str, *texts: str) -> list[str]:
    comments = [table.say(who, text) for text in texts]
    found = {outcome["id"]: outcome["is"] for outcome in table.run().outcomes}
    return [found[f"comment/{comment}"] for comment in comments]


def test_whoever_joins_or_takes_little_does_not_meet_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    table = full(monkeypatch)
    assert done(table, "cy", "/join", "/build") == ["done", "done"]
    assert done(table, "bo", "/hoard small 5000", "/hoard large 12000") == ["done", "refused"]
    assert table.findings() == []


def test_the_room_for_what_takes_little_ends_and_players_still_join(monkeypatch: pytest.MonkeyPatch) -> None:
    table = full(monkeypatch)
    small = [f"/hoard small{number} 9000" for number in range(5)]
    assert done(table, "bo", *small) == ["done", "done", "done", "refused", "refused"]
    assert done(table, "cy", "/join") == ["done"]
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
    }
    world, chance = World(begun(records=records), new_host()), random.Random(5)
    for _ in range(40):
        point = world.records.begin()
        for _ in range(chance.randrange(6)):
            collection, key = chance.choice(("players", "huts", "logs")), chance.choice(("ana", "bo", "c\u00e9"))
            if chance.random() < 0.3:
                world.records.remove(collection, key)
            else:
                world.records.put(
                    collection, key, {"text": "\u00e9x\n" * chance.randrange(50), "deep": [[{"a": True}]]}
                )
        if chance.random() < 0.3:
            world.records.undo(point)
        if chance.random() < 0.5:
            world.records.keep()
        kept = [record for name in ("players", "huts", "logs") for _, record in world.records.items(name)]
        whole = sum(sizes.written(record) for record in kept)
        assert world.records._kept.ceiling >= whole
        assert world.records._kept.whole(world.records.get) == whole


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
