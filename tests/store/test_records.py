"""Where records live: paths that every file system takes, one for each key, and back."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.store.records import key_of, path_of

AWKWARD = ["", ".", "..", "/", "//", "a/", "/a", "a//b", "../a", "%", "%%", "%2E", "%2e", ".git", "con", "CON", "nul.x"]
names = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
    st.text("ab./%2EcCoOnN~-", max_size=8),
)
RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("ana", "state/villages/ana.yaml"),
        ("12", "state/villages/12.yaml"),
        ("hunger/ana", "state/villages/hunger/ana.yaml"),
        ("github-actions[bot]", "state/villages/github-actions%5Bbot%5D.yaml"),
        ("a b", "state/villages/a%20b.yaml"),
        ("ä", "state/villages/%C3%A4.yaml"),
        ("50%", "state/villages/50%25.yaml"),
        ("..", "state/villages/%2E..yaml"),
        (".git", "state/villages/%2Egit.yaml"),
        ("../../rules/a", "state/villages/%2E./%2E./rules/a.yaml"),
        ("", "state/villages/%.yaml"),
        ("a//b", "state/villages/a/%/b.yaml"),
        ("nul", "state/villages/%6Eul.yaml"),
        ("a.b_c-d", "state/villages/a.b_c-d.yaml"),
    ],
)
def test_a_key_has_one_readable_path(key: str, path: str) -> None:
    assert path_of("villages", key) == path
    assert key_of(path) == ("villages", key)


def test_a_collection_kept_in_one_file_has_one_path() -> None:
    assert path_of("map", "anything", "map") == "state/map.yaml"
    assert path_of("game", "game", "game") == "state/game.yaml"
    assert key_of("state/game.yaml") == ("game", "game")


@given(names)
def test_a_key_comes_back_from_its_path(key: str) -> None:
    assert key_of(path_of("things", key)) == ("things", key)


@given(names, names)
@example("%2E", ".")
@example("", "%")
@example("con", "%63on")
def test_two_keys_never_share_a_path(one: str, other: str) -> None:
    assert (path_of("things", one) == path_of("things", other)) == (one == other)


@given(names)
def test_no_path_leaves_its_folder_or_has_an_odd_part(key: str) -> None:
    parts = path_of("things", key).split("/")
    assert parts[:2] == ["state", "things"]
    for part in parts[2:]:
        assert re.fullmatch(r"[A-Za-z0-9._%-]+", part)
        assert not part.startswith(".")
        assert not RESERVED.fullmatch(part.removesuffix(".yaml"))
