"""The repository port over real git: reading, building, and what a pull request may bring."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.forge import git_process, plumbing
from engine.forge.building import IDENTITY
from engine.forge.repository import HUGE, GitRepository
from engine.referee.ports import Gone, TooMuch, TreeEntry, Unreachable
from tests.forge.fake_github import git
from tests.pace import of_all, within
from tests.shares import tries

NOBODY = "1" * 40
NOTHING = "0" * 40


@pytest.fixture
def writer(server: Path, tmp_path: Path) -> Iterator[GitRepository]:
    with GitRepository(str(server), tmp_path / "writer") as repository:
        yield repository


@pytest.fixture
def reader(server: Path, tmp_path: Path) -> Iterator[GitRepository]:
    """A partial clone, as over the network."""
    with GitRepository(server.as_uri(), tmp_path / "reader") as repository:
        yield repository


def begin(writer: GitRepository, **more: str) -> str:
    first = writer.commit([], {"state/game.yaml": "round: 1\n", "rules/1-one.md": "One.\n", **more}, "Begin", 1000)
    writer.push(NOTHING, first)
    return first


def texts(repository: GitRepository, commit: str) -> dict[str, str]:
    tree = repository.tree(commit)
    blobs = repository.blobs(entry.blob for entry in tree.values())
    return {path: blobs[entry.blob].decode() for path, entry in tree.items()}


def test_what_is_pushed_can_be_fetched_and_read(writer: GitRepository, reader: GitRepository) -> None:
    first = begin(writer)
    assert reader.fetch() == first
    assert texts(reader, first) == {"state/game.yaml": "round: 1\n", "rules/1-one.md": "One.\n"}


def test_a_folder_of_the_tree_is_read_alone(writer: GitRepository) -> None:
    first = begin(writer, **{"rules-old/x.md": "x"})
    assert list(writer.tree(first, "rules")) == ["rules/1-one.md"]
    assert list(writer.tree(first, "rules/")) == ["rules/1-one.md"]
    assert writer.tree(first, "nowhere") == {}
    entry = writer.tree(first, "state")["state/game.yaml"]
    assert (entry.mode, entry.size) == ("100644", len("round: 1\n"))


def test_blobs_come_when_they_are_asked_for_and_in_one_fetch(
    writer: GitRepository, reader: GitRepository, tmp_path: Path
) -> None:
    old = begin(writer, **{f"state/{at}.yaml": f"{at}\n" for at in range(700)})
    new = writer.commit([old], {f"state/{at}.yaml": f"new {at}\n" for at in range(700)}, "Next", 2000)
    writer.push(old, new)
    assert reader.fetch() == new
    packs = tmp_path / "reader" / "copy.git" / "objects" / "pack"
    before = len(list(packs.glob("*.pack")))
    entries = reader.tree(new, "state")
    assert {entry.size for entry in entries.values()} == {HUGE}
    assert len(list(packs.glob("*.pack"))) == before
    assert len(reader.blobs(entry.blob for entry in entries.values())) == 701
    assert len(list(packs.glob("*.pack"))) == before + 1
    assert all(entry.size < 10 for entry in reader.tree(new, "state").values())


def test_a_difference_has_the_sizes_of_files_not_read_before(writer: GitRepository, reader: GitRepository) -> None:
    old = begin(writer)
    new = writer.commit([old], {"state/game.yaml": "round: 22\n"}, "Next", 2000)
    writer.push(old, new)
    reader.fetch()
    before, after = reader.changed_paths(old, new)["state/game.yaml"]
    assert (before and before.size, after and after.size) == (9, 10)


def test_large_batches_do_not_lock_up(writer: GitRepository) -> None:
    first = begin(
        writer, **{f"big/{at}.txt": f"{at} " * 50_000 for at in range(20)}, **{f"s/{at}": f"{at}" for at in range(2000)}
    )
    sizes = [len(content) for content in writer.blobs(entry.blob for entry in writer.tree(first).values()).values()]
    assert sum(sizes) == sum(entry.size for entry in writer.tree(first).values())


def test_the_same_arguments_give_the_same_commit_everywhere(
    writer: GitRepository, reader: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ([], {"b.txt": "ü\n", "a/c.txt": ""}, "Title\n\nText\n", 1_767_614_400)
    one = writer.commit(*arguments)
    for name, value in {
        "TZ": "Asia/Tokyo",
        "GIT_AUTHOR_NAME": "eve",
        "GIT_COMMITTER_DATE": "5 +0000",
        "LANG": "de_DE",
    }.items():
        monkeypatch.setenv(name, value)
    assert reader.commit(*arguments) == one
    info = reader.commit_info(one)
    assert (info.author, info.time) == ("nomic <nomic@nomic.invalid>", 1_767_614_400)
    assert (info.parents, info.message) == ((), "Title\n\nText\n")


def test_no_account_of_the_forge_is_shown_as_who_wrote_what_the_engine_commits() -> None:
    """GitHub knows the account of `NAME@users.noreply.github.com`, and of whatever address one has confirmed. Top-level names in
    `.invalid` belong to nobody (RFC 2606)."""
    assert IDENTITY.endswith(".invalid>")


def test_a_commit_of_git_itself_has_the_same_id(writer: GitRepository, tmp_path: Path) -> None:
    mine = writer.commit([], {"a/b.txt": "x\n", "c": "y"}, "Hello\n", 1000)
    store = tmp_path / "writer" / "copy.git"
    who = {
        "GIT_AUTHOR_NAME": "nomic",
        "GIT_AUTHOR_EMAIL": "nomic@nomic.invalid",
        "GIT_AUTHOR_DATE": "@1000 +0000",
    }
    who |= {key.replace("AUTHOR", "COMMITTER"): value for key, value in who.items()}
    tree = git("cat-file", "-p", mine, at=store).splitlines()[0].removeprefix("tree ")
    assert git("commit-tree", tree, "-m", "Hello", at=store, **who) == mine


NAMES = st.lists(st.sampled_from(["a", "b", "ä b", 'q"\\', "n\nl", "\udcff", "-x"]), min_size=1, max_size=3).map(
    "/".join
)
CHANGES = st.dictionaries(NAMES, st.one_of(st.none(), st.text("xyzü\n", max_size=5)), max_size=5)


@settings(max_examples=tries(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(CHANGES, min_size=1, max_size=3))
def test_a_chain_of_commits_holds_what_was_written_last(
    writer: GitRepository, chain: list[dict[str, str | None]]
) -> None:
    files: dict[str, str] = {}
    parents: list[str] = []
    for at, changes in enumerate(chain):
        tidy = {path: text for path, text in changes.items() if not clashes(path, {**files, **changes})}
        parents = [writer.commit(parents, tidy, "m", 1000 + at)]
        files = {path: text for path, text in {**files, **tidy}.items() if text is not None}
    assert texts(writer, parents[0]) == files


def clashes(path: str, others: dict[str, str | None]) -> bool:
    return any(other.startswith(path + "/") or path.startswith(other + "/") for other in others)


def test_a_file_may_give_way_to_a_folder_of_its_name(writer: GitRepository) -> None:
    first = writer.commit([], {"a": "x"}, "m", 1)
    second = writer.commit([first], {"a": None, "a/b": "y"}, "m", 2)
    assert texts(writer, second) == {"a/b": "y"}


@pytest.mark.parametrize("path", ["", "/etc/passwd", "a/../b", "./a", "a//b", ".git/config", "a/.GIT/x", "a\0b"])
def test_a_path_that_leaves_the_tree_is_refused(writer: GitRepository, path: str) -> None:
    with pytest.raises(ValueError, match="not a path"):
        writer.commit([], {path: "x"}, "m", 1)


def test_ten_thousand_files_are_written_within_two_seconds(writer: GitRepository) -> None:
    first = begin(writer)
    changes = {f"state/villages/p{at}.yaml": f"name: {at}\nfarms: {at % 7}\n" for at in range(10_000)}
    within(2, lambda: writer.commit([first], changes, "Hunger", 2000), of_all)


def test_nothing_is_ever_checked_out(writer: GitRepository, tmp_path: Path) -> None:
    begin(writer)
    writer.fetch()
    assert sorted(each.name for each in (tmp_path / "writer").iterdir()) == ["copy.git", "view.git"]


def test_differences_have_both_sides_and_no_renames(writer: GitRepository) -> None:
    first = begin(writer)
    second = writer.commit(
        [first], {"rules/1-one.md": None, "rules/2-one.md": "One.\n", "state/game.yaml": "2"}, "m", 2
    )
    changed = writer.changed_paths(first, second)
    one = TreeEntry("100644", writer.tree(first)["rules/1-one.md"].blob, 5)
    assert changed["rules/1-one.md"] == (one, None)
    assert changed["rules/2-one.md"] == (None, one)
    before, after = changed["state/game.yaml"]
    assert before is not None
    assert after is not None
    assert (before.size, after.size) == (9, 1)
    assert len(changed) == 3


def test_history_is_read_in_order(writer: GitRepository) -> None:
    first = begin(writer)
    side = writer.commit([first], {"rules/2.md": "2"}, "side", 1500)
    second = writer.commit([first], {"state/game.yaml": "2"}, "second", 2000)
    merge = writer.commit([second, side], {"rules/2.md": "2"}, "merge", 3000)
    assert writer.commit_info(merge).parents == (second, side)
    assert [each.message for each in writer.first_parents(merge, 9)] == ["merge", "second", "Begin"]
    assert [each.sha for each in writer.first_parents(merge, 2)] == [merge, second]
    assert [each.sha for each in writer.own_commits(second, merge, 9)] == [merge, side]
    assert [each.sha for each in writer.own_commits(first, merge, 1)] == [merge]
    assert writer.merge_base(second, side) == first
    assert writer.is_ancestor(side, merge)
    assert not writer.is_ancestor(merge, side)


def test_histories_without_a_common_root_have_no_merge_base(writer: GitRepository) -> None:
    one, other = writer.commit([], {"a": "1"}, "m", 1), writer.commit([], {"b": "1"}, "m", 1)
    assert writer.merge_base(one, other) is None


def test_what_is_not_there_is_gone(writer: GitRepository) -> None:
    first = begin(writer)
    for read in (
        lambda: writer.tree(NOBODY),
        lambda: writer.commit_info(NOBODY),
        lambda: writer.first_parents(NOBODY, 1),
        lambda: writer.own_commits(first, NOBODY, 1),
        lambda: writer.changed_paths(first, NOBODY),
        lambda: writer.merge_base(first, NOBODY),
        lambda: writer.is_ancestor(NOBODY, first),
        lambda: writer.blobs([NOBODY]),
        lambda: writer.blobs([first]),
        lambda: writer.commit([NOBODY], {"a": "b"}, "m", 1),
        lambda: writer.fetch_pull(7, NOBODY),
    ):
        with pytest.raises(Gone):
            read()


@pytest.mark.parametrize("commit", ["main", "--all", "", "a" * 39, "A" * 40])
def test_only_whole_ids_reach_the_command_line(writer: GitRepository, commit: str) -> None:
    with pytest.raises(ValueError, match="not a commit id"):
        writer.tree(commit)
    with pytest.raises(ValueError, match="not a commit id"):
        writer.push(NOTHING, commit)
    with pytest.raises(ValueError, match="not a commit id"):
        writer.blobs(["a" * 40, commit])
    with pytest.raises(ValueError, match="not a commit id"):
        writer.blobs(["a" * 39, "b" * 41])


def test_of_ids_each_is_asked_for_once() -> None:
    assert plumbing.checked_ids(["b" * 40, "a" * 40, "b" * 40]) == ["b" * 40, "a" * 40]


def test_a_server_without_main_says_so(reader: GitRepository) -> None:
    with pytest.raises(Gone, match="There is no branch `main`") as gone:
        reader.fetch()
    assert "If the branch was renamed, give it its name back" in gone.value.remedy, "as whoever renames it in mid-game"


def propose(server: Path, tmp_path: Path, base: str, files: dict[str, str], number: int = 12) -> str:
    """A contributor's commit, as GitHub keeps it under refs/pull."""
    with GitRepository(str(server), tmp_path / f"fork{number}") as fork:
        fork.fetch()
        head = fork.commit([base], files, "Propose", 1500)
        git(
            "push",
            "--quiet",
            "--no-thin",
            str(server),
            f"{head}:refs/pull/{number}/head",
            at=tmp_path / f"fork{number}" / "copy.git",
        )
    return head


def test_a_pull_request_is_listed_fetched_and_compared(
    writer: GitRepository, reader: GitRepository, server: Path, tmp_path: Path
) -> None:
    first = begin(writer)
    head = propose(server, tmp_path, first, {"rules/352-beer.md": "Beer.\n"})
    reader.fetch()
    assert reader.pull_heads() == {12: head}
    reader.fetch_pull(12, head)
    _, after = reader.changed_paths(first, head)["rules/352-beer.md"]
    assert after is not None
    assert reader.blobs([after.blob]) == {after.blob: b"Beer.\n"}


def test_a_head_that_was_replaced_is_gone(
    writer: GitRepository, reader: GitRepository, server: Path, tmp_path: Path
) -> None:
    first = begin(writer)
    old = propose(server, tmp_path, first, {"rules/a.md": "a"})
    git("update-ref", "-d", "refs/pull/12/head", at=server)
    propose(server, tmp_path, first, {"rules/a.md": "b"})
    git("prune", "--expire=now", at=server)
    reader.fetch()
    with pytest.raises(Gone, match="no longer"):
        reader.fetch_pull(12, old)


def test_a_merge_of_a_fetched_head_can_be_pushed_from_a_partial_clone(
    writer: GitRepository, reader: GitRepository, server: Path, tmp_path: Path
) -> None:
    first = begin(writer, **{"rules/2-two.md": "Two.\n"})
    back = writer.commit([first], {"rules/2-two.md": "Zwei.\n"}, "Change", 1100)
    writer.push(first, back)
    head = propose(server, tmp_path, back, {"rules/2-two.md": "Two.\n", "rules/3.md": "x" * (1 << 21)})
    now = reader.fetch()
    reader.fetch_pull(12, head)
    merge = reader.commit([now, head], {"rules/2-two.md": "Two.\n", "state/game.yaml": "round: 2\n"}, "Adopt", 2000)
    reader.push(now, merge)
    assert git("rev-parse", "main", at=server) == merge
    assert git("merge-base", "--is-ancestor", head, "main", at=server) == ""
    assert git("fsck", "--strict", "--no-dangling", at=server) == ""


def test_a_file_too_large_to_fetch_is_listed_as_huge(writer: GitRepository, server: Path, tmp_path: Path) -> None:
    first = begin(writer)
    noise = os.urandom(3 << 20).hex()  # 6 MB that do not compress below 3
    head = propose(server, tmp_path, first, {"rules/big.md": noise, "rules/small.md": "s"})
    with GitRepository(server.as_uri(), tmp_path / "poor", largest_pack=1 << 20) as poor:
        poor.fetch()
        poor.fetch_pull(12, head)
        sizes = {path: after and after.size for path, (_, after) in poor.changed_paths(first, head).items()}
        assert sizes == {"rules/big.md": HUGE, "rules/small.md": 1}


def test_a_pull_request_too_large_to_read_is_too_much(writer: GitRepository, server: Path, tmp_path: Path) -> None:
    first = begin(writer)
    head = propose(server, tmp_path, first, {f"rules/{at}.md": os.urandom(200_000).hex() for at in range(10)})
    with GitRepository(server.as_uri(), tmp_path / "poor", largest_pack=1 << 20) as poor:
        poor.fetch()
        with pytest.raises(TooMuch, match="larger"):
            poor.fetch_pull(12, head)


def test_a_head_that_was_replaced_by_one_too_large_to_read_is_gone_all_the_same(
    writer: GitRepository, server: Path, tmp_path: Path
) -> None:
    first = begin(writer)
    old = propose(server, tmp_path, first, {"rules/a.md": "a"})
    git("update-ref", "-d", "refs/pull/12/head", at=server)
    propose(server, tmp_path, first, {f"rules/{at}.md": os.urandom(200_000).hex() for at in range(10)})
    git("prune", "--expire=now", at=server)
    with GitRepository(server.as_uri(), tmp_path / "poor", largest_pack=1 << 20) as poor:
        poor.fetch()
        with pytest.raises(Gone, match="no longer"):
            poor.fetch_pull(12, old)


def test_links_submodules_and_strange_names_are_shown_as_they_are(writer: GitRepository, tmp_path: Path) -> None:
    first = begin(writer)
    store = tmp_path / "writer" / "copy.git"
    blob = writer.tree(first)["rules/1-one.md"].blob
    lines = [f"120000 blob {blob}\tlink", f"160000 commit {NOBODY}\tmodule", f"100755 blob {blob}\trun me"]
    listing = "\0".join([*lines, f"100644 blob {blob}\tn\nl", ""])
    tree = git("mktree", "-z", "--missing", at=store, stdin=listing)
    strange = git("commit-tree", tree, "-m", "x", at=store)
    shown = {path: (entry.mode, entry.size) for path, entry in writer.tree(strange).items()}
    assert shown == {"link": ("120000", 5), "module": ("160000", 0), "run me": ("100755", 5), "n\nl": ("100644", 5)}
    assert set(writer.changed_paths(first, strange)) == {*shown, "rules/1-one.md", "state/game.yaml"}


def test_a_copy_in_a_place_that_cannot_be_is_an_error(server: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(Unreachable) as caught, GitRepository(str(server), tmp_path / "file" / "x") as repository:
        repository.fetch()
    assert "writable" in caught.value.remedy


def test_a_copy_whose_reader_died_reads_on(writer: GitRepository) -> None:
    first = begin(writer)
    assert texts(writer, first)
    writer.close()
    assert texts(writer, first)


def test_hooks_and_settings_of_the_machine_are_not_used(
    writer: GitRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".gitconfig").write_text('[alias]\n\tfetch = !false\n[url "/nowhere"]\n\tinsteadOf = /\n')
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    hook = tmp_path / "writer" / "copy.git" / "hooks" / "pre-push"
    first = begin(writer)
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    writer.push(first, writer.commit([first], {"a": "b"}, "m", 2))


@pytest.mark.parametrize("left", ["refs/remotes/origin/main.lock", "objects/pack/tmp_pack_Ab12"])
def test_what_a_git_left_that_was_ended_in_the_middle_is_taken_away_once_none_can_be_at_it(
    writer: GitRepository, server: Path, tmp_path: Path, left: str
) -> None:
    first, place = begin(writer), tmp_path / "kept"
    with GitRepository(server.as_uri(), place, timeout=5.0) as before:
        assert before.fetch() == first
    writer.push(first, second := writer.commit([first], {"state/game.yaml": "round: 2\n"}, "Next", 1001))
    file = place / "copy.git" / left
    file.touch()
    with GitRepository(server.as_uri(), place, timeout=5.0) as at_once:
        if left.endswith(".lock"):
            with pytest.raises(Unreachable):
                at_once.fetch()
        assert file.exists()
    os.utime(file, (1_000_000_000, 1_000_000_000))
    with GitRepository(server.as_uri(), place, timeout=5.0) as later:
        assert later.fetch() == second
        assert not file.exists()


def test_a_git_that_does_not_know_what_it_is_asked_is_too_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk was blamed, or the repository."""
    (tmp_path / "git").write_text("#!/bin/sh\necho 'error: unknown option initial-branch' >&2\nexit 129\n")
    (tmp_path / "git").chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    monkeypatch.setenv("PATH", environment["PATH"])
    with pytest.raises(Unreachable, match="unknown option") as told:
        git_process.run(["init"], tmp_path, environment, timeout=10)
    assert told.value.remedy == "Install git 2.39 or newer."
