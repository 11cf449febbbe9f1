"""Where records live: paths that every file system takes, one for each key, and back."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.store.records import apart, fits, is_path, key_of, keys_of, path_of

AWKWARD = [
    "a.yaml/b",
    "a",
    "A",
    "a./b",
    "a/b",
    "a.yaml",
    "a.YAML/b",
    "!a",
    "%41",
    "",
    ".",
    "..",
    "/",
    "//",
    "a/",
    "/a",
    "a//b",
    "../a",
    "%",
    "%%",
    "%2E",
    "%2e",
    ".git",
    "con",
    "CON",
    "nul.x",
]
names = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=10),
    st.text("abA./%!2EcCoOnN~- ", max_size=8),
    st.lists(st.sampled_from(["a", "A", ".", ".yaml", "/", "!", "%2E", "con", "Lpt1"]), max_size=6).map("".join),
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
        ("../../rules/a", "state/villages/%2E%2E/%2E%2E/rules/a.yaml"),
        ("", "state/villages/%.yaml"),
        ("a//b", "state/villages/a/%/b.yaml"),
        ("nul", "state/villages/%6Eul.yaml"),
        ("a.b_c-d", "state/villages/a.b_c-d.yaml"),
        ("MaryAnn", "state/villages/!mary!ann.yaml"),
        ("!a", "state/villages/%21a.yaml"),
        ("CON", "state/villages/!c!o!n.yaml"),
        ("ana.yaml/x", "state/villages/ana%2Eyaml/x.yaml"),
        ("ana./x", "state/villages/ana%2E/x.yaml"),
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
        assert re.fullmatch(r"[a-z0-9._%!A-F-]+", part)
        assert not part.startswith(".")
        assert not RESERVED.fullmatch(part.removesuffix(".yaml"))


@given(names, names)
@example("Ana", "ana")
@example("ana.yaml/x", "ana")
@example("a./b", "a/b")
@example("a.YAML/b", "a")
def test_no_two_keys_meet_on_any_disk(one: str, other: str) -> None:
    first, second = (path_of("things", key).casefold() for key in (one, other))
    assert (first == second) == (one == other)
    assert not first.startswith(f"{second}/")
    assert first.isascii()


@given(names)
def test_windows_takes_every_part_as_it_is(key: str) -> None:
    for part in path_of("things", key).split("/"):
        assert not re.search(r'[<>:"|?*\\ ]', part)
        assert not part.endswith(".")
        assert not RESERVED.fullmatch(part)


@pytest.mark.parametrize("name", ["%FF", "%ED%A0%80", "a%C3", "!a%FF", "%E2%82/x"])
def test_what_stands_for_no_text_is_read_as_it_is_and_is_the_path_of_no_record(name: str) -> None:
    path = f"state/things/{name}.yaml"
    assert key_of(path) == ("things", name)
    assert not is_path(path)
    assert key_of(path_of("things", name)) == ("things", name), "which has another path"


@given(names)
def test_where_a_record_is_written_is_its_path(key: str) -> None:
    assert is_path(path_of("things", key))


def test_a_path_that_no_disk_can_hold_does_not_fit() -> None:
    assert fits("a" * 200) and not fits("a" * 201) and not fits("A" * 101)
    assert not fits("/".join(["a" * 20] * 50))
    most = "/".join(["a" * 199] * 5)
    assert len(f"{most}a") == 1_000 and fits(f"{most}a") and not fits(f"{most}/a")


FOLDERS = ("state/", "state/a/", "state/b/", "state/a/c/", "state/journal/2026/", "state//", "rules/credo/", "")
ENDS = (".yaml", ".yaml", ".md", "")
listed = st.lists(
    st.tuples(st.sampled_from(FOLDERS), names, st.sampled_from(ENDS)).map("".join), max_size=12, unique=True
)


@given(listed)
@example(["state/a/1.yaml", "state/b/2.yaml", "state/a/%25.yaml", "state/a/3.md", "state/c.yaml"])
def test_of_many_files_each_is_sorted_as_it_is_alone(paths: list[str]) -> None:
    mine = [p for p in paths if p.startswith("state/") and p.endswith(".yaml") and not p.startswith("state/journal/")]
    found, together = apart(paths)
    assert together == [path for path in mine if path.count("/") == 1]
    several = [path for path in mine if path.count("/") > 1]
    assert sorted(path for there in found.values() for path in there) == sorted(several)
    for collection, there in found.items():
        assert there == [path for path in several if key_of(path)[0] == collection]
        assert keys_of(there) == [key_of(path)[1] for path in there]
