"""Time zones by name, and the names that were meant."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from engine.law.zones import BadZone, like_zone, zone


@pytest.mark.parametrize(
    ("name", "hours"), [("UTC", 0), ("Europe/Berlin", 1), ("America/New_York", -5), ("Etc/GMT+3", -3)]
)
def test_a_zone_is_found_by_its_name(name: str, hours: int) -> None:
    offset = datetime(2026, 1, 5, tzinfo=UTC).astimezone(zone(name)).utcoffset()
    assert offset is not None
    assert offset.total_seconds() == hours * 3_600


@pytest.mark.parametrize(
    "name",
    ["", "Europe", "Europe/", "/UTC", "Europe/Atlantis", "../zones", "Europe/../UTC", "zones.txt", "Europe//Berlin"],
)
def test_what_is_no_zone_is_none(name: str) -> None:
    with pytest.raises(BadZone, match="there is no time zone"):
        zone(name)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("Germany/Berlin", "Europe/Berlin"),
        ("the one of the capital of Germany/berlin", "Europe/Berlin"),
        ("Europe/Berln", "Europe/Berlin"),
        ("europe/paris", "Europe/Paris"),
    ],
)
def test_the_zone_that_was_meant_comes_first(written: str, meant: str) -> None:
    found = like_zone(written)
    assert found[0] == meant
    assert len(found) <= 3
    assert len(set(found)) == len(found)


def test_what_resembles_no_zone_gets_none() -> None:
    assert like_zone("xqzw") == []
