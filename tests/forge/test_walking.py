"""What differs between trees is read tree by tree: as git tells it, below some folders alone, and never beyond a bound."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.forge import copying
from engine.forge import repository as forge_repository
from engine.forge.plumbing import read_commit
from engine.forge.repository import GitRepository
from engine.forge.walking import Walk, parsed
from engine.referee.ports import TooMuch, Unprocessable
from tests.forge.fake_github import git
from tests.pace import within
from tests.shares import tries


@pytest.fixture
def writer(server: Path, tmp_path: Path) -> Iterator[GitRepository]:
    with GitRepository(str(server), tmp_path / "writer") as repository:
        yield repository


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "writer" / "copy.git"


NAMES = st.lists(st.sampled_from(["a", "b", "a.b", "a-b", "ä", "\udcff"]), min_size=1, max_size=3).map("/".join)
FILES = st.dictionaries(NAMES, st.text("xy", max_size=1), max_size=6)


def tidy(files: dict[str, str]) -> dict[str, str]:
    return {path: text for path, text in files.items() if not any(other.startswith(path + "/") for other in files)}


def told_by_git(raw: bytes) -> dict[str, tuple[tuple[str, str] | None, tuple[str, str] | None]]:
    """Path -> mode and blob, before and after, of what `git diff-tree -z --raw` puts out: `:old new blob blob X`, path, and again."""
    words = raw.decode("utf-8", "surrogateescape").split("\0")[:-1]
    told = {}
    for how, path in zip(words[::2], words[1::2], strict=True):
        old, new, before, after, _ = how.removeprefix(":").split()
        told[path] = (None if not int(old) else (old, before), None if not int(new) else (new, after))
    return told


@settings(max_examples=tries(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FILES, FILES, FILES)
def test_it_is_what_git_tells(
    writer: GitRepository, store: Path, one: dict[str, str], two: dict[str, str], three: dict[str, str]
) -> None:
    commits = [writer.commit([], dict(tidy(files)), "m", 1) for files in (one, two, three)]
    for old in commits[:2]:
        words = ["git", "diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames", old, commits[2]]
        out = subprocess.run(words, cwd=store, capture_output=True, check=True).stdout
        told = told_by_git(out)
        found = writer.changed_paths(old, commits[2])
        assert {p: tuple(e and (e.mode, e.blob) for e in pair) for p, pair in found.items()} == told
        assert list(found) == list(told)
    both = set(writer.changed_paths(commits[0], commits[2])) & set(writer.changed_paths(commits[1], commits[2]))
    own, alone = writer.own_changes([(commits[2], commits[:2]), (commits[1], commits[:1])], 100)
    assert set(own) == both
    assert alone == {path: after for path, (_, after) in writer.changed_paths(commits[0], commits[1]).items()}
    assert {path: e and e.blob for path, e in own.items()} == {
        path: e and e.blob for path, e in ((p, writer.tree(commits[2]).get(p)) for p in both)
    }


def bomb(store: Path, depth: int, width: int) -> str:
    """A commit of so many files as width to the power of depth."""
    blob = git("hash-object", "-w", "--stdin", at=store, stdin="x\n")
    tree = git("mktree", at=store, stdin="".join(f"100644 blob {blob}\tf{at}\n" for at in range(width)))
    for _ in range(depth - 1):
        tree = git("mktree", at=store, stdin="".join(f"040000 tree {tree}\td{at}\n" for at in range(width)))
    return git("commit-tree", tree, "-m", "x", at=store)


def test_trees_nested_in_trees_are_given_up_at_the_bound(writer: GitRepository, store: Path) -> None:
    first = writer.commit([], {"rules/1.md": "x"}, "m", 1)
    large = bomb(store, 12, 10)

    def looked_at() -> None:
        with pytest.raises(TooMuch, match="more than 1000 files"):
            writer.changed_paths(first, large, most=1000)
        with pytest.raises(TooMuch):
            writer.changed_paths(large, first, most=1000)
        with pytest.raises(TooMuch):
            writer.own_changes([(large, [first])], 1000)

    within(2, looked_at)


def test_a_few_changes_in_a_large_tree_are_few(writer: GitRepository, store: Path) -> None:
    writer.commit([], {}, "m", 1)
    large = bomb(store, 12, 10)
    more = writer.commit([large], {"d0/x": "x"}, "m", 1)
    assert list(writer.changed_paths(large, more, most=10)) == ["d0/x"]
    assert list(writer.own_changes([(more, [large])], 10)[0]) == ["d0/x"]


def test_the_bound_is_one_for_all_commits_together(writer: GitRepository) -> None:
    first = writer.commit([], {}, "m", 1)
    one, two = (writer.commit([first], {f"{n}{at}": "x" for at in range(6)}, "m", 2) for n in "ab")
    assert len(writer.own_changes([(one, [first])], 6)[0]) == 6
    with pytest.raises(TooMuch):
        writer.own_changes([(one, [first]), (two, [first])], 11)


def test_below_some_folders_nothing_else_is_read(writer: GitRepository, store: Path) -> None:
    first = writer.commit([], {"rules/1.md": "x", "state": "x", "zz": "x"}, "m", 1)
    large = bomb(store, 12, 10)
    mixed = writer.commit([large], {"rules/a/2.md": "y", "rules-old/3.md": "y", "state/game.yaml": "y"}, "m", 2)
    found = writer.difference(writer.commit_info(first), writer.commit_info(mixed), under=("rules/", "state/"))
    assert list(found) == ["rules/1.md", "rules/a/2.md", "state/game.yaml"]


def test_a_path_no_disk_can_hold_is_too_much(writer: GitRepository) -> None:
    first = writer.commit([], {}, "m", 1)
    deep = writer.commit([first], {"d/" * 2500 + "x": "x"}, "m", 2)
    with pytest.raises(TooMuch):
        writer.changed_paths(first, deep)


def test_folders_too_large_to_read_are_too_much(writer: GitRepository) -> None:
    wide = writer.commit([], {f"{at:0200d}": "x" for at in range(200)}, "m", 1)
    first = writer.commit([], {}, "m", 1)
    with pytest.raises(TooMuch, match="folders are too large"):
        writer.changed_paths(first, wide, most=10)


@pytest.mark.parametrize(
    "content", [b"x", b"100644 a", b"100644 a\0short", b"999999 a\0" + b"1" * 20, b"100644 \0" + b"1" * 20]
)
def test_what_is_no_tree_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(Unprocessable, match="cannot be read"):
        parsed(content)


def test_odd_modes_are_read_as_git_reads_them() -> None:
    modes = (b"100664", b"100755", b"100600", b"040000", b"40000", b"120000", b"160000", b"0", b"0100644")
    tree = parsed(b"".join(mode + b" %d\0" % at + b"1" * 20 for at, mode in enumerate(modes)))
    read = [mode for mode, _ in tree.values()]
    assert read == ["100644", "100755", "100644", "40000", "40000", "120000", "160000", "160000", "100644"]


def test_a_folder_that_is_a_file_is_said_to_be_none(writer: GitRepository) -> None:
    first = writer.commit([], {"a": "x"}, "m", 1)
    blob = writer.tree(first)["a"].blob
    with pytest.raises(Unprocessable, match="is none"):
        Walk(writer._objects, 10).differences([blob], writer.commit_info(first).tree)


def test_a_huge_commit_cannot_be_proposed_and_is_read_in_part(
    writer: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (copying, forge_repository):
        monkeypatch.setattr(module, "LARGEST_COMMIT", 1000)
    first = writer.commit([], {"a": "x"}, "m", 1)
    huge = writer.commit([first], {"a": "y"}, "word " * 3_000_000, 2)
    with pytest.raises(TooMuch):
        writer.own_commits(first, huge, 9)
    info = writer.commit_info(huge)
    assert (info.parents, info.time, len(info.message) < 1000) == ((first,), 2, True)
    assert writer.own_commits(first, huge, 9, in_part=True) == [info]
    assert writer.commit_info(first).message == "m"


def test_of_a_head_that_is_read_in_part_half_a_name_is_no_parent() -> None:
    head = b"tree " + b"1" * 40 + b"\nparent " + b"2" * 40 + b"\nparent " + b"3" * 17
    assert read_commit("4" * 40, head).parents == ("2" * 40,)


def test_the_parents_of_a_commit_are_those_that_git_reads() -> None:
    tree, parent, other = "1" * 40, "a" * 40, "3" * 40
    people = "author a <a@b> 1 +0000\ncommitter a <a@b> 2 +0000\n"
    told = read_commit("4" * 40, f"tree {tree}\nparent {parent}\n{people}parent {other}\n\nm\n".encode())
    assert (told.parents, told.time, told.message) == ((parent,), 2, "m\n")
    assert read_commit("4" * 40, f"tree {tree}\n{people}parent {other}\n\nm\n".encode()).parents == ()
    assert read_commit("4" * 40, f"tree {tree}\nparent {parent.upper()}\n{people}\nm\n".encode()).parents == (parent,)


def test_a_message_in_another_encoding_is_known_as_one() -> None:
    people = "author a <a@b> 1 +0000\ncommitter a <a@b> 2 +0000\n"
    several = "encoding utf-8\nencoding UTF-7\n"  # not every reader takes the first
    for header, told in (
        ("", ""),
        ("encoding UTF-7\n", "UTF-7"),
        ("gpgsig a\n encoding b\n", ""),
        (several, "utf-8 UTF-7"),
    ):
        assert read_commit("4" * 40, f"tree {'1' * 40}\n{people}{header}\nencoding c\n".encode()).encoding == told


def test_so_git_reads_them(store: Path, writer: GitRepository) -> None:
    first = writer.commit([], {"a": "x"}, "m", 1)
    tree = git("rev-parse", f"{first}^{{tree}}", at=store)
    people = "author a <a@b> 1 +0000\ncommitter a <a@b> 2 +0000\n"
    for above, below in (("", f"parent {first}\n"), (f"parent {first.upper()}\n", "")):
        text = f"tree {tree}\n{above}{people}{below}\nm\n"
        made = git("hash-object", "-t", "commit", "-w", "--stdin", at=store, stdin=text)
        assert list(writer.commit_info(made).parents) == git("rev-parse", f"{made}^@", at=store).split()
