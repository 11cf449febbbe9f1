"""What was changed since a point, and what was there before, is told alike however often it is asked, and soon where it is much."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.game.words.registry import new_host
from engine.game.world import transaction
from engine.game.world.world import World
from tests.begun import begun
from tests.pace import within

MANY = 20_000
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from("abc"), st.integers(0, 2)),
        st.tuples(st.just("mark"), st.none(), st.none()),
        st.tuples(st.just("back"), st.integers(0, 5), st.none()),
        st.tuples(st.just("take"), st.none(), st.none()),
    ),
    max_size=40,
)


def world() -> World:
    found = World(begun(), new_host())
    found.records.begin()
    return found


WORLD = world()


@given(DEEDS)
def test_points_to_which_it_is_taken_back_lie_within_each_other(deeds):
    """Against whole copies of what there was."""
    here, records = WORLD, WORLD.records
    first = transaction.savepoint(here)
    records.take_touched()
    marks = []
    for deed, which, value in deeds:
        if deed == "put":
            records.put("huts", which, {"size": value})
        elif deed == "take":
            records.take_touched()
        elif deed == "mark" or not marks:
            marks.append((transaction.savepoint(here), dict(records.items("huts")), [*records.touched]))
        else:
            point, there, touched = marks[which % len(marks)]
            del marks[which % len(marks) + 1 :]
            transaction.undo(here, point)
            assert (dict(records.items("huts")), [*records.touched]) == (there, touched)
        for point, there, _ in marks:
            changed = [key for _, key in records.changed_since(point.records)]
            assert {key for key in "abc" if there.get(key) is not records.get("huts", key)} <= {*changed}
            assert [records.before(point.records, ("huts", key)) for key in changed] == [there.get(k) for k in changed]
    transaction.undo(here, first)


def test_of_everything_that_a_happening_has_changed_it_is_soon_told_what_it_was() -> None:
    """A rule that pays all players at once, while something is voted on."""
    records = world().records
    for number in range(MANY):
        records.put("huts", str(number), {"size": 1})

    def told() -> list[object]:
        return [records.before(0, place) for place in records.changed_since(0)]

    assert within(1.0, told) == [None] * MANY
