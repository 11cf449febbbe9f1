"""Time zones by name, and the names that were meant."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.law.documents.zones import BadZone, like_zone, zone


@pytest.mark.parametrize(
    ("name", "hours"), [("UTC", 0), ("Europe/Berlin", 1), ("America/New_York", -5), ("Etc/GMT+3", -3)]
)
def test_a_zone_is_found_by_its_name(name: str, hours: int) -> None:
    offset = datetime(2026, 1, 5, tzinfo=UTC).astimezone(zone(name)).utcoffset()
    assert offset is not None
    assert offset.total_seconds() == hours * 3_600


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Europe",
        "Europe/",
        "/UTC",
        "Europe/Atlantis",
        "../zones",
        "Europe/../UTC",
        "zones.txt",
        "Europe//Berlin",
        "europe/berlin",
        "leapseconds",
    ],
)
def test_what_is_no_zone_is_none(name: str) -> None:
    with pytest.raises(BadZone, match="there is no time zone"):
        zone(name)


def test_of_a_long_name_that_is_none_a_hundred_signs_are_said_again() -> None:
    for name, said in (("x" * 100, "x" * 100), ("x" * 101, "x" * 99 + "…")):
        with pytest.raises(BadZone, match=f"there is no time zone '{said}'$"):
            zone(name)


@given(st.text() | st.text("aE/_-+1", min_size=1).map(lambda text: text * 60))
@example("x" * 256)
@example("Europe/" * 1_000 + "Berlin")
@example("\ud800")
@example("\0")
def test_any_text_names_a_zone_or_none(name: str) -> None:
    with suppress(BadZone):
        assert zone(name).key == name


def test_whatever_lies_beside_the_zones_is_a_zone_or_none() -> None:
    """The package has lists and tables among its zones, and a file of leap seconds without any ending."""
    folder = Path(str(resources.files("tzdata").joinpath("zoneinfo")))
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    found = set()
    for name in names:
        with suppress(BadZone):
            found.add(zone(name).key)
    listed = set(resources.files("tzdata").joinpath("zones").read_text().split())
    assert found == listed
    assert {
        name for name in names - listed if (folder / name).is_file() and (folder / name).read_bytes()[:4] == b"TZif"
    } == set()


def test_a_long_name_that_is_none_is_told_in_part() -> None:
    with pytest.raises(BadZone) as told:
        zone("x" * 5_000)
    assert len(str(told.value)) < 200


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


def test_three_that_resemble_it_are_named() -> None:
    assert len(like_zone("Europe/Pari")) == 3


def test_what_resembles_no_zone_gets_none() -> None:
    assert like_zone("xqzw") == []
