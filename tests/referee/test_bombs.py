"""Pull requests made to be large from little: each is refused in words, and everybody else's moves count in the same pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.forge import copying, repository
from engine.forge.git_process import run
from engine.referee.verify import verify
from tests.referee.stage import Stage, game

SONG = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
KEY = b"key"
WHO = "eve <eve@example.org> 1767614400 +0000"


def proposed(stage: Stage, head: str) -> int:
    """A pull request with this very head."""
    number = stage.people.open_pull("eve", "A song", {"rules/island/108-a.md": SONG}).number
    stage.hub.git.move(f"refs/pull/{number}/head", head)
    stage.hub.model.head_moved(stage.people.join("eve"), number, head)
    stage.say("eve", "/open", number)
    stage.say("ana", "/build")
    return number


def commit(stage: Stage, tree: str, parents: list[str], words: str = "x") -> str:
    people = [f"author {WHO}", f"committer {WHO}"]
    lines = [f"tree {tree}", *(f"parent {each}" for each in parents), *people, "", f"{words}\n"]
    return stage.hub.git.run("hash-object", "-t", "commit", "-w", "--stdin", given="\n".join(lines).encode())


@pytest.mark.parametrize("much", ["words", "parents"])
def test_a_huge_commit_by_hand_stops_no_pass_and_accuses_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, much: str
) -> None:
    """Whoever has the key looks for its seals in all that was committed since, also behind merges."""
    for module in (copying, repository):
        monkeypatch.setattr(module, "LARGEST_COMMIT", 2_000)
    with game(tmp_path, "ana", "bo") as stage:
        stage.say("ana", "/build")
        stage.run(key=KEY)
        git = stage.hub.git
        main = git.head() or ""
        parents, words = ([main] * 60, "x") if much == "parents" else ([main], "word " * 1_000)
        pushed(stage, commit(stage, git.run("rev-parse", f"{main}^{{tree}}"), parents, words))
        stage.say("bo", "/build")
        stage.run(key=KEY)
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}, "bo": {"size": 1}}
        assert verify(stage.repository, None, [KEY]).findings == []


def pushed(stage: Stage, head: str) -> None:
    """A commit by hand that becomes main."""
    stage.hub.git.move("refs/heads/main", head)
    stage.hub.model.pushed("main", head, stage.hub.git.reaches, stage.people.join("owner"))


def nested(stage: Stage, depth: int, width: int) -> str:
    git = stage.hub.git
    blob = git.run("hash-object", "-w", "--stdin", given=b"x\n")
    tree = git.run("mktree", given="".join(f"100644 blob {blob}\tf{at}\n" for at in range(width)).encode())
    for _ in range(depth - 1):
        tree = git.run("mktree", given="".join(f"040000 tree {tree}\td{at}\n" for at in range(width)).encode())
    listed = git.run("ls-tree", "main") + f"\n040000 tree {tree}\tzz\n"
    return commit(stage, git.run("mktree", given=listed.encode()), [git.head() or ""])


def refused(stage: Stage, number: int, reason: str) -> None:
    """In one pass, in which another's move counts."""
    stage.run()
    assert f"state/polls/{number}.yaml" not in stage.paths()
    assert reason in "\n".join(stage.answers(number))
    assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert stage.findings() == []


def test_a_thousand_million_files_of_ten_trees_are_too_many(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "eve") as stage:
        refused(stage, proposed(stage, nested(stage, 9, 10)), "more than 3,000 in all")


def test_so_they_are_where_the_next_commit_takes_them_back(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "eve") as stage:
        git = stage.hub.git
        main = git.head() or ""
        song = git.commit([main], {"rules/island/108-a.md": SONG}, "x", "eve", stage.clock())
        head = commit(stage, git.run("rev-parse", f"{song}^{{tree}}"), [nested(stage, 9, 10)])
        refused(stage, proposed(stage, head), "more than 3,000 in all")


def test_a_commit_of_nine_branches_is_refused(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "eve") as stage:
        git = stage.hub.git
        main = git.head() or ""
        sides = [git.commit([main], {f"rules/island/108-{n}.md": SONG}, n, "eve", stage.clock()) for n in "abcdefghi"]
        head = commit(stage, git.run("rev-parse", f"{sides[0]}^{{tree}}"), sides)
        refused(stage, proposed(stage, head), "join more branches")


def test_commits_of_very_many_parents_start_no_process_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with game(tmp_path, "ana", "eve") as stage:
        git = stage.hub.git
        head = main = git.head() or ""
        song = git.commit([main], {"rules/island/108-a.md": SONG}, "x", "eve", stage.clock())
        tree = git.run("rev-parse", f"{song}^{{tree}}")
        for _ in range(20):
            head = commit(stage, tree, [head, *[main] * 100])
        number = proposed(stage, head)
        started: list[str] = []
        monkeypatch.setattr(copying, "run", lambda *a, **k: started.append(a[0][0]) or run(*a, **k))
        stage.run()
        assert len(started) < 20
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "open"
