"""What is only supposed, and what is taken back, leaves the world as it was: in every field it has, or will have."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, fields
from typing import Any

import pytest

from engine.game.dice import Stream
from engine.game.examples.example_stage import Stage
from engine.game.words.registry import new_host
from engine.game.world import room, transaction
from engine.game.world.facts import active_players
from engine.game.world.transaction import LEFT, supposing
from engine.game.world.world import World
from engine.law.running.values import WrongUse
from tests.island import RULESET, rule, texts, with_rules

PLAYERS = {"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}


def island() -> World:
    """A world in the midst of a happening."""
    stage = Stage(PLAYERS, texts(), RULESET)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "No huts", "changes": {"120-x.md": rule(120, "X")}}})
    stage.step({"by": "ana", "says": "/open", "on": 12})
    return stage.world


def picture(world: World) -> dict[str, Any]:
    """Everything that a supposition has to give back."""
    records = {c: dict(world.records.items(c)) for c in world.records.collections()}
    whole = {"records": copy.deepcopy(records), "touched": dict(world.records.touched)}
    whole |= {f"moment.{name}": _copied(value) for name, value in vars(world.moment).items()}
    return whole | {f.name: _copied(getattr(world, f.name)) for f in fields(world) if f.name not in (*LEFT, "records")}


def _copied(value: Any) -> Any:
    return copy.deepcopy(value) if isinstance(value, list | dict | set | Stream) else value


def disturb(one: Any, name: str) -> None:
    """A field is another: what can be changed in place is changed there."""
    value = getattr(one, name)
    if isinstance(value, dict):
        value["disturbed"] = "disturbed"
    elif isinstance(value, list):
        value.append("disturbed")
    elif isinstance(value, set):
        value.add("disturbed")
    setattr(one, name, object() if not isinstance(value, list | dict | set) else value)


def suppose_everything(world: World) -> tuple[dict[str, Any], dict[str, Any]]:
    """(before, after) of a supposition in which nothing stays as it is."""
    before = picture(world)
    with supposing(world, writer="bo", now=world.now + 1):
        world.moment.stream.below(6)
        world.records.remove("players", "ana")
        world.patch("polls", "12", status="adopted")
        world.notes.paused_at = 1
        for name in vars(world.moment):
            disturb(world.moment, name)
        for name in [f.name for f in fields(world) if f.name not in (*LEFT, "records", "moment")]:
            disturb(world, name)
    return before, picture(world)


def test_nothing_of_a_supposition_stays() -> None:
    before, after = suppose_everything(island())
    assert after == before
    assert {"law", "recheck", "written", "moment.rolls", "moment.stream"} <= before.keys()


@dataclass(eq=False, repr=False)
class Larger(World):
    added: dict[str, int] = field(default_factory=dict, init=False)


def test_a_field_that_nobody_has_thought_of_is_noticed() -> None:
    known = island()
    world = Larger(known.files, new_host())
    world.records = known.records
    before, after = suppose_everything(world)
    assert {name for name in before if before[name] != after[name]} == {"added"}


def test_what_is_left_alone_and_what_is_given_back_is_all_there_is() -> None:
    given = {*transaction.Savepoint._fields} & {f.name for f in fields(World)}
    assert {f.name for f in fields(World)} == given | {*LEFT, *transaction.GIVEN_BACK}
    assert not given & {*LEFT, *transaction.GIVEN_BACK}


def test_suppositions_stand_in_one_another() -> None:
    world = island()
    before = picture(world)
    with supposing(world, writer="bo"):
        world.patch("players", "ana", active=False)
        within = picture(world)
        with supposing(world, now=7):
            world.patch("players", "ana", active=True)
            world.moment.replies.append("Never said.")
        assert picture(world) == within
    assert picture(world) == before


def test_what_is_no_field_of_a_moment_cannot_be_supposed() -> None:
    world = island()
    before = picture(world)
    with pytest.raises(TypeError, match="no fields of a moment: \\['writter'\\]"), supposing(world, writter="bo"):
        pass
    assert picture(world) == before


def test_who_is_active_is_known_anew_whenever_a_player_is_changed_or_changed_back() -> None:
    world = island()
    assert active_players(world) == ["ana", "bo"]
    with supposing(world):
        world.patch("players", "ana", active=False)
        assert active_players(world) == ["bo"]
        world.records.put("players", "cy", {"active": True})
        assert active_players(world) == ["bo", "cy"]
    assert active_players(world) == ["ana", "bo"]


def test_whoever_is_told_who_is_active_may_change_the_list() -> None:
    world = island()
    active_players(world).clear()
    assert active_players(world) == ["ana", "bo"]


def test_a_supposition_that_fails_is_taken_back_as_well() -> None:
    world = island()
    before = picture(world)
    with pytest.raises(WrongUse), supposing(world):
        _fail(world)
    assert picture(world) == before


def _fail(world: World) -> None:
    world.patch("players", "ana", active=False)
    raise WrongUse("It fails.")


def test_the_room_that_a_record_takes_is_as_it_was_before_what_is_taken_back() -> None:
    """A rule that fails after it has emptied a full collection leaves no more room in its file than there was."""
    front = 'files: {shelf: shelf}\nstate: {shelf: {text: {type: string, default: ""}}}\n'
    world = Stage(PLAYERS, with_rules({"120-shelf.md": rule(120, "Shelf", front=front)}), RULESET).world

    def put(key: str) -> None:
        world.records.put("shelf", key, {"text": "a" * 99_000})
        room.must_fit(world, "shelf", key)

    for place in range(39):
        put(f"full{place}")
    point = transaction.savepoint(world)
    for place in range(39):
        world.records.remove("shelf", f"full{place}")
    put("alone")
    transaction.undo(world, point)
    put("more")
    with pytest.raises(WrongUse, match="kept in one file"):
        put("too much")
