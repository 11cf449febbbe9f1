"""One field of all records, asked for again and again while they change, is what the records hold by then."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.game.world.records import Records
from engine.store import glance

KEYS = ("ana", "bo", "10", "9")
FIELDS = ("active", "login")
deeds = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from(KEYS), st.sampled_from([True, "ana", "on", None, 7])),
        st.tuples(st.sampled_from(["remove", "get"]), st.sampled_from(KEYS), st.none()),
        st.tuples(st.sampled_from(["begin", "undo", "keep"]), st.just(""), st.none()),
    ),
    max_size=20,
)
FILES = {
    "state/players/ana.yaml": "active: true\nlogin: Ana\n",
    "state/players/10.yaml": "active: false\n",
    "state/players/bo.yaml": "active: true\nlogin: 'on'\n",
    "state/huts/ana.yaml": "active: 1\n",
}


@given(deeds)
def test_a_column_is_what_the_records_hold(every: list[tuple[str, str, Any]]) -> None:
    records, points = Records(FILES), list[int]()
    for deed, key, value in every:
        if deed == "put":
            records.put("players", key, {"active": value, "login": key})
        elif deed == "remove":
            records.remove("players", key)
        elif deed == "get":
            records.get("players", key)
        elif deed == "begin":
            points.append(records.begin())
        elif points and deed == "undo":
            records.undo(points.pop())
        elif deed == "keep":
            records.keep()
            points.clear()
        for name in FIELDS:
            found = [*records.column("players", name).items()]
            assert found == [(key, (records.get("players", key) or {}).get(name)) for key in records.keys("players")]
        assert records.column("huts", "active") == {"ana": 1}


def test_while_nothing_changes_it_is_found_once(monkeypatch: Any) -> None:
    asked: list[str] = []
    look = glance.column

    def watched(texts: Any, name: str) -> Any:
        asked.append(name)
        return look(texts, name)

    monkeypatch.setattr(glance, "column", watched)
    records = Records(FILES)
    for _ in range(3):
        records.column("players", "active")
        records.column("players", "login")
    assert asked == ["active", "login"]
    records.put("huts", "bo", {"active": 2})
    records.column("players", "login")
    assert asked == ["active", "login"]
    records.put("players", "cy", {"active": True})
    assert [*records.column("players", "active")] == ["10", "ana", "bo", "cy"]
