"""What stands in one file is measured to the byte, whatever its shape, and by whoever asks: a pass, several passes, a replay."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from engine.game.world import room, sizes
from engine.game.world.records import Records
from engine.law.running.values import WrongUse
from engine.store import canon
from tests.game.test_engines_own_room import largest
from tests.game.test_nonsense import HOST
from tests.island import RULESET, rule, with_rules
from tests.referee.in_memory import Table
from tests.shares import tries

FRONT: Final = """state:
  shelf: {x: {type: array, default: []}, text: {type: string, default: ""}}
files: {shelf: %s}
commands:
  - {usage: /keep, run: keep, help: Keep much.}
  - {usage: /clear, run: clear, help: Keep nothing.}
"""
CODE: Final = """def keep(player):
    x = %s
    for i in range(%d):
        x = [x]
    put("shelf", "k%%d" %% here()["comment"], {"x": x})

def clear(player):
    for key in keys("shelf"):
        remove("shelf", key)
"""
DEEP: Final = CODE % ("[True] * 6000", 29)
FILE: Final = "state/shelf.yaml"
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**18) + 1, 10**18 - 1),
    st.integers(10**9, 2 * 10**9),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(),
    st.lists(st.text('a\u200b\U000e0041"\\ \u00e4', max_size=8)).map("\n".join),
)
keys = st.one_of(st.sampled_from(["at", "due", "opened_at", "x" * 900]), st.text(min_size=1, max_size=30))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4)),
    max_leaves=12,
)


@st.composite
def nested(draw: st.DrawFn) -> Any:
    """A value in as many lists as may be, or the same one many times over."""
    value = draw(values) if draw(st.booleans()) else [draw(scalars)] * draw(st.integers(1, 40))
    for _ in range(draw(st.sampled_from([0, 1, 5, 25, 34]))):
        value = [value]
    return value


def normal(value: Any) -> Any:
    try:
        return canon.normal(value)
    except canon.NotCanonical:
        return None


@given(st.dictionaries(keys, nested().map(normal), max_size=4))
@settings(max_examples=tries(300))
def test_no_record_is_written_larger_than_is_reckoned(record: dict[str, Any]) -> None:
    record = normal(record) or {}
    assert sizes.written(record) <= sizes.at_most(record)


@pytest.mark.parametrize(
    "leaf", [True, None, "", 1, -1.5, [], {}, "\x07", "\n", "a\n" * 400, "\U000e0041" * 9, 10**18 - 1]
)
def test_the_shapes_that_are_written_largest_are_within_the_bound(leaf: Any) -> None:
    value = [leaf] * 2000
    for _ in range(canon.DEPTH - 2):
        value = [value]
    record = normal({"x": value})
    assert record and sizes.written(record) <= sizes.at_most(record)


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.none() | st.dictionaries(keys, nested().map(normal), max_size=3)))
)
@settings(max_examples=tries(100))
def test_a_file_has_as_many_bytes_as_are_reckoned_whatever_was_put_and_removed(deeds: list[tuple[str, Any]]) -> None:
    records = Records({})
    for key, record in deeds:
        record = normal(record)
        if record is None:
            records.remove("shelf", key)
        else:
            records.put("shelf", key, record)
        held = dict(records.items("shelf"))
        try:
            written = len(canon.emit_dated(held).encode()) if held else 0
        except canon.NotCanonical:
            with pytest.raises(canon.NotCanonical):
                records.bytes_in_one_file("shelf")
        else:
            assert records.bytes_in_one_file("shelf") == written


def table(code: str = DEEP, name: str = "shelf") -> Table:
    return Table(with_rules({"120-odd.md": rule(120, "Odd", front=FRONT % name, code=code)}))


def outcomes(found: Table) -> list[str]:
    return ["refused" if "would be larger" in text else "done" for text in found.answers()]


def test_one_pass_several_passes_and_a_replay_refuse_alike() -> None:
    """Ten deep lists fill a file: those that no longer fit are refused, whether one pass judges them or each has its own."""
    at_once, one_by_one = table(), table()
    for _ in range(12):
        at_once.say("ana", "/keep")
        one_by_one.say("ana", "/keep")
        one_by_one.run()
    at_once.run()
    one_by_one.run()
    held = [canon.read(t.island.files()[FILE]) for t in (at_once, one_by_one)]
    assert [len(found) for found in held] == [len(held[0])] * 2 and 0 < len(held[0]) < 12
    assert len(at_once.island.files()[FILE]) == len(one_by_one.island.files()[FILE]) <= room.LARGEST_FILE
    assert at_once.findings() == one_by_one.findings() == []


def played(code: str, *steps: dict[str, Any], name: str = "shelf") -> tuple[Stage, list[str]]:
    law = with_rules({"120-odd.md": rule(120, "Odd", front=FRONT % name, code=code)})
    people = {"ana": {"active": True}, "bo": {"active": True}}
    stage = Stage({"given": {"players": people}, "when": list(steps)}, law, RULESET, HOST)
    return stage, stage.play()


def says(who: str, text: str, on: int = 1, **more: Any) -> dict[str, Any]:
    return {"by": who, "says": text, "on": on, **more}


def adopted(pull: int, changes: dict[str, str | None]) -> list[dict[str, Any]]:
    opened = {"by": "ana", "opens": {"pull": pull, "title": "A change", "changes": changes}}
    return [
        opened,
        *(says(*said, pull) for said in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve"))),
    ]


def test_the_same_words_many_times_over_are_as_many_bytes_as_are_written() -> None:
    """Three million of them, six times what a record may have."""
    stage, wrong = played(CODE % ('["a" * 4000] * 800', 0), says("ana", "/keep", refused="rule"))
    assert not wrong and "odd" in stage.world.notes.faulted


def test_what_is_too_deep_for_one_file_is_the_fault_of_the_rule_that_keeps_it() -> None:
    for depth in range(36, canon.DEPTH + 1):
        stage, _ = played(CODE % ("[1]", depth), says("ana", "/keep"), says("ana", "/keep"))
        stage.folding.close()
        kept = stage.world.records.keys("shelf")
        assert bool(kept) != ("odd" in stage.world.notes.faulted)


def test_a_collection_that_stays_in_its_file_when_no_rule_says_so_any_more_is_measured_there() -> None:
    loose = rule(120, "Odd", front=(FRONT % "chart").replace("files: {shelf: chart}\n", ""), code=DEEP)
    stage, wrong = played(DEEP, says("ana", "/keep"), name="chart")
    stage.folding.close()
    assert [*wrong, *filter(None, map(stage.step, adopted(12, {"120-odd.md": loose})))] == []
    for _ in range(20):
        stage.step(says("ana", "/keep"))
    stage.folding.close()
    assert "shelf" not in stage.world.book.one_file and "odd" in stage.world.notes.faulted
    assert largest(stage.folding.plan) <= room.LARGEST_FILE


def overfull() -> Stage:
    """A game in which an engine that reckoned worse, or a hand, has left a file too large."""
    stage, wrong = played(DEEP, says("ana", "/keep"))
    assert not wrong
    for place in range(60):
        stage.world.records.put("shelf", f"b{place}", {"x": [], "text": "a" * 90_000})
    stage.world.records.keep()
    stage.folding.close()
    assert stage.world.records.bytes_in_one_file("shelf") > room.LARGEST_FILE
    return stage


def test_a_file_that_is_too_large_keeps_no_other_law_from_landing() -> None:
    stage = overfull()
    assert [
        stage.step(step) for step in adopted(12, {"150-song.md": rule(1, "Song").replace("rule: 1\n", "rule: next\n")})
    ] == [None] * 5
    assert "song" in stage.world.book.documents


def test_a_law_that_makes_a_file_larger_which_is_too_large_does_not_land() -> None:
    stage = overfull()
    wide = rule(121, "Wide", front="state:\n  shelf: {lore: {type: string, default: '%s'}}\n" % ("a" * 1_000))
    found = [stage.step(step) for step in adopted(12, {"121-wide.md": wide})]
    assert "would not fit into a file" in (found[-1] or "") and "wide" not in stage.world.book.documents


def test_a_file_that_is_too_large_takes_no_more_and_is_emptied() -> None:
    stage = overfull()
    assert "would be larger" in (stage.step(says("ana", "/keep")) or "")
    assert stage.step(says("ana", "/clear")) is None
    assert stage.step(says("ana", "/keep")) is None


def test_nobody_makes_a_file_larger_than_the_referee_takes() -> None:
    """Not the engine itself either: what would do so is refused, and the next pass still has a file it can read."""
    stage = overfull()
    for place in range(40):
        stage.world.records.put("shelf", f"c{place}", {"x": [], "text": "a" * 90_000})
    stage.world.records.keep()
    before = stage.world.records.begin()
    stage.world.records.put("shelf", "d", {"x": [], "text": "a"})
    with pytest.raises(Exception, match="would not fit into a file"):
        room.check_growth(stage.world, "shelf")
    stage.world.records.undo(before)
    stage.world.records.remove("shelf", "c1")
    room.check_growth(stage.world, "shelf")


def test_the_same_world_gives_the_same_answer_whoever_asked_before() -> None:
    first, second = overfull().world, overfull().world
    first.records.bytes_in_one_file("shelf")
    for world in (first, second):
        with pytest.raises(WrongUse, match="kept in one file"):
            room.must_fit(world, "shelf", "b1")
