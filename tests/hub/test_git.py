"""git itself against the hub: clone, fetch, push, and what a push does to pull requests."""

from __future__ import annotations

import base64
import os
import subprocess
from pathlib import Path

import pytest

from engine.hub.git_http import GitRequest
from tests.github.hub import Hub
from tests.github.people import People


class Clone:
    """A working copy, with a token in git's environment as the workflow has it."""

    def __init__(self, hub: Hub, folder: Path, token: str | None = None, name: str = "") -> None:
        self.hub, self.folder, self.token = hub, folder, token
        self.url = f"{hub.address}/{name or hub.full_name}.git"
        subprocess.run(["git", "clone", "--quiet", self.url, str(folder)], check=True, env=self.env(), timeout=20)

    def env(self) -> dict[str, str]:
        who = {
            f"GIT_{r}_{p}": v for r in ("AUTHOR", "COMMITTER") for p, v in (("NAME", "t"), ("EMAIL", "t@example.org"))
        }
        base = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", **who}
        if self.token is None:
            return base
        secret = base64.b64encode(f"x-access-token:{self.token}".encode()).decode()
        header = {"GIT_CONFIG_KEY_0": "http.extraHeader", "GIT_CONFIG_VALUE_0": f"Authorization: Basic {secret}"}
        return base | {"GIT_CONFIG_COUNT": "1", **header}

    def run(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        command = ["git", "-C", str(self.folder), *words]
        return subprocess.run(command, check=check, env=self.env(), capture_output=True, text=True, timeout=20)

    def commit(self, path: str, text: str) -> str:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text)
        self.run("add", "--all")
        self.run("commit", "--quiet", "-m", "More")
        return self.run("rev-parse", "HEAD").stdout.strip()


@pytest.fixture
def clone(hub: Hub, tmp_path: Path) -> Clone:
    return Clone(hub, tmp_path / "work", hub.bot_token())


def test_anyone_clones_and_sees_what_is_on_main(hub: Hub, tmp_path: Path) -> None:
    clone = Clone(hub, tmp_path / "anonymous")
    assert (clone.folder / "rules" / "one.md").read_text() == "One.\n"


def test_a_repository_is_found_without_the_ending_too(hub: Hub, clone: Clone) -> None:
    listed = clone.run("ls-remote", f"{hub.address}/{hub.full_name}", "refs/heads/main").stdout
    assert listed.split()[0] == hub.git.head()


def test_heads_of_pull_requests_are_listed_and_fetched_forks_included(hub: Hub, people: People, clone: Clone) -> None:
    threads = [
        people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"}),
        people.open_pull("bo", "Three", {"rules/three.md": "Three.\n"}, from_fork=True),
    ]
    heads = [thread.pull.head for thread in threads if thread.pull]
    listed = clone.run("ls-remote", "origin", "refs/pull/*/head").stdout.split()
    assert listed == [heads[0], "refs/pull/1/head", heads[1], "refs/pull/2/head"]
    clone.run("fetch", "--quiet", "origin", "refs/pull/2/head")
    assert clone.run("show", "FETCH_HEAD:rules/three.md").stdout == "Three.\n"


def test_a_branch_of_a_fork_lies_in_the_fork_alone(hub: Hub, people: People, clone: Clone, tmp_path: Path) -> None:
    people.open_pull("bo", "Three", {"rules/three.md": "Three.\n"}, from_fork=True)
    branches = clone.run("ls-remote", "--heads", "origin").stdout.split()
    assert branches[1::2] == ["refs/heads/main"]
    fork = subprocess.run(
        ["git", "ls-remote", "--heads", f"{hub.address}/bo/game.git"],
        env=clone.env(), capture_output=True, text=True, check=True, timeout=20,
    )  # fmt: skip
    assert fork.stdout.split()[1::2] == ["refs/heads/bo-1"]


def test_a_push_moves_main(hub: Hub, clone: Clone) -> None:
    made = clone.commit("rules/two.md", "Two.\n")
    clone.run("push", "--quiet", "origin", "HEAD:main")
    assert hub.git.head() == made


def test_what_git_packs_after_a_push_is_packed_when_the_push_is_answered(hub: Hub, clone: Clone) -> None:
    """It would go on writing into a folder that is taken away with its table."""
    hub.git.run("config", "gc.autoPackLimit", "1")
    hub.git.run("config", "receive.unpackLimit", "1")
    for number in range(3):
        for place in range(200):
            (clone.folder / "rules" / f"{number}-{place}.md").write_text(f"{number} {place}\n" * 200)
        clone.commit("rules/two.md", f"{number}\n")
        clone.run("push", "--quiet", "origin", "HEAD:main")
    assert len(list((hub.git.directory / "objects" / "pack").glob("*.pack"))) == 1


def test_a_push_that_contains_a_head_merges_its_pull_request(hub: Hub, people: People, clone: Clone) -> None:
    opened = people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"})
    other = people.open_pull("bo", "Three", {"rules/three.md": "Three.\n"})
    clone.run("fetch", "--quiet", "origin", f"refs/pull/{opened.number}/head")
    clone.run("merge", "--quiet", "--no-ff", "-m", "Adopt", "FETCH_HEAD")
    clone.run("push", "--quiet", "origin", "HEAD:main")
    assert opened.pull is not None and other.pull is not None
    assert (opened.state, opened.pull.merged_at) == ("closed", hub.clock())
    assert (other.state, other.pull.merged_at) == ("open", None)


def test_who_pushes_late_is_told_to_fetch_first(hub: Hub, people: People, clone: Clone) -> None:
    theirs = people.commit("commons", {"notes.txt": "Theirs.\n"}, "Theirs")
    clone.commit("rules/two.md", "Two.\n")
    done = clone.run("push", "--porcelain", "origin", "HEAD:main", check=False)
    assert done.returncode != 0
    assert "fetch first" in done.stdout
    assert hub.git.head() == theirs


@pytest.mark.parametrize("kind", ["none", "without contents"])
def test_a_push_without_the_right_changes_nothing(hub: Hub, tmp_path: Path, kind: str) -> None:
    token = None if kind == "none" else hub.bot_token(without=frozenset({"contents"}))
    clone, before = Clone(hub, tmp_path / "limited", token), hub.git.head()
    clone.commit("rules/two.md", "Two.\n")
    done = clone.run("push", "origin", "HEAD:main", check=False)
    assert done.returncode != 0
    assert hub.git.head() == before


def test_someone_may_push_first(hub: Hub, people: People, clone: Clone) -> None:
    hub.before_push = lambda: people.commit("commons", {"notes.txt": "Theirs.\n"}, "Theirs") and None
    clone.commit("rules/two.md", "Two.\n")
    done = clone.run("push", "--porcelain", "origin", "HEAD:main", check=False)
    assert done.returncode != 0
    assert hub.git.file("main", "notes.txt") == "Theirs."
    assert hub.before_push is None


def test_a_refused_push_gives_the_servers_words(hub: Hub, clone: Clone) -> None:
    before = hub.git.head()
    clone.commit("rules/two.md", "Two.\n")
    hub.faults.strike("push_refused")
    done = clone.run("push", "--porcelain", "origin", "HEAD:main", check=False)
    assert "[remote rejected] (protected branch hook declined)" in done.stdout
    assert hub.git.head() == before
    clone.run("push", "--quiet", "origin", "HEAD:main")
    assert hub.git.head() != before


def test_a_push_whose_answer_is_lost_has_landed_all_the_same(hub: Hub, clone: Clone) -> None:
    made = clone.commit("rules/two.md", "Two.\n")
    hub.faults.strike("push_lost")
    assert clone.run("push", "origin", "HEAD:main", check=False).returncode != 0
    assert hub.git.head() == made
    assert hub.faults.struck == {"push_lost": 1}


def test_new_commits_move_the_head_a_fetch_finds(hub: Hub, people: People, clone: Clone) -> None:
    number = people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"}).number
    head = people.push("ana", number, {"rules/two.md": "Two!\n"})
    assert clone.run("ls-remote", "origin", f"refs/pull/{number}/head").stdout.split()[0] == head
    thread = hub.model.thread(number)
    assert thread.pull is not None and thread.pull.head == head


def test_a_push_to_a_branch_moves_the_head_of_its_pull_request(hub: Hub, people: People, tmp_path: Path) -> None:
    thread = people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"})
    assert thread.pull is not None
    clone = Clone(hub, tmp_path / "work", hub.bot_token())
    clone.run("checkout", "--quiet", thread.pull.branch)
    made = clone.commit("rules/two.md", "Two!\n")
    clone.run("push", "--quiet", "origin", f"HEAD:{thread.pull.branch}")
    assert thread.pull.head == made


def test_nobody_pushes_to_the_ref_of_a_pull_request(hub: Hub, people: People, tmp_path: Path) -> None:
    people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"})
    clone = Clone(hub, tmp_path / "work", hub.bot_token())
    clone.commit("rules/two.md", "Mine.\n")
    done = clone.run("push", "--force", "origin", "HEAD:refs/pull/1/head", check=False)
    assert done.returncode != 0


def test_a_push_to_a_fork_moves_the_head_of_its_pull_request(hub: Hub, people: People, tmp_path: Path) -> None:
    thread = people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"}, from_fork=True)
    assert thread.pull is not None
    clone = Clone(hub, tmp_path / "work", hub.token(people.join("ana")), f"ana/{hub.model.name}")
    clone.run("checkout", "--quiet", thread.pull.branch)
    made = clone.commit("rules/two.md", "Two!\n")
    clone.run("push", "--quiet", "origin", f"HEAD:{thread.pull.branch}")
    assert thread.pull.head == made
    assert hub.git.run("rev-parse", f"refs/pull/{thread.number}/head") == made
    assert [event["action"] for _, event in hub.events][-1] == "synchronize"


@pytest.mark.parametrize("protocol", ["", "version=1", "version=2", "version=3"])
@pytest.mark.parametrize("service", ["git-upload-pack", "git-receive-pack", "git-upload-archive", ""])
def test_what_is_answered_without_gits_own_program_is_what_that_would_answer(
    hub: Hub, service: str, protocol: str
) -> None:
    git, kind = hub.git, f"application/x-{service}-request"
    listed = b"0014command=ls-refs\n0015agent=git/2.39.00010000" if protocol else b"0000"
    for method, path, query, body in (
        ("GET", "/info/refs", f"service={service}", b""),
        ("GET", "/info/refs", f"service={service}", b""),  # told from what was told before
        ("GET", "/info/refs", service, b""),
        ("GET", "/HEAD", "", b""),
        ("POST", f"/{service}", "", listed),
        ("POST", f"/{service}", "", b"no packet"),
    ):
        headers = {"git-protocol": protocol} | ({"content-type": kind} if method == "POST" else {})
        asked = GitRequest(method, path, query, headers, body)
        assert git.serve(asked) == git.by_cgi(asked), asked


def test_what_is_told_of_references_is_never_told_from_before(hub: Hub, people: People) -> None:
    def told(protocol: str) -> bytes:
        return hub.git.serve(
            GitRequest("GET", "/info/refs", "service=git-upload-pack", {"git-protocol": protocol}, b"")
        )[2]

    before, able = told("version=1"), told("version=2")
    people.commit("owner", {"a": "b\n"}, "More")
    assert told("version=1") != before
    assert told("version=2") == able
    assert (hub.git.head() or "").encode() in told("version=1")


def test_every_branch_of_a_push_is_looked_at_however_many_there_are(hub: Hub, clone: Clone) -> None:
    head = clone.commit("a.txt", "a\n")
    many = [f"{head}:refs/heads/{'long' * 20}-{n}" for n in range(40)]
    clone.run("push", "--quiet", "origin", *many, "HEAD:main")
    assert hub.git.head() == head
    path = ".github/workflows/x.yml"
    other = clone.commit(path, "on: push\n")
    pushed = clone.run("push", "origin", *[f"{other}:{each.partition(':')[2]}" for each in many], check=False)
    assert "refusing to allow" in pushed.stderr
    assert set(hub.git.branches().values()) == {head}


@pytest.mark.parametrize(
    "name", ["n" * 300, "/etc/passwd", "../../HEAD", "main.lock", "a" * 200 + "/" + "b" * 200, "\xff\x01", " ", "-n"]
)
def test_what_no_branch_is_called_is_none_and_stops_no_push(hub: Hub, name: str) -> None:
    head = str(hub.git.head())
    (hub.git.directory / "refs/heads/main.lock").write_text(f"{head}\n")  # git is at it
    assert hub.git.head(name) is None
    line = f"{'0' * 40} {head} refs/heads/{name}\0report-status\n".encode()
    sent = {"content-type": "application/x-git-receive-pack-request"}
    body = f"{len(line) + 4:04x}".encode() + line + b"0000"
    hub.git_request(hub.full_name, GitRequest("POST", "/git-receive-pack", "", sent, body), hub.tokens[hub.bot_token()])
    assert hub.git.head() == head


def test_of_many_branches_git_is_asked_at_once(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    run = hub.git.run
    monkeypatch.setattr(hub.git, "run", lambda *words, **more: (asked.append(words[0]), run(*words, **more))[1])
    lines = [f"{'0' * 40} {'1' * 40} refs/heads/n{n}\n".encode() for n in range(500)]
    body = b"".join(f"{len(line) + 4:04x}".encode() + line for line in lines) + b"0000"
    sent = {"content-type": "application/x-git-receive-pack-request"}
    hub.git_request(hub.full_name, GitRequest("POST", "/git-receive-pack", "", sent, body), hub.tokens[hub.bot_token()])
    assert asked == ["for-each-ref"] * 2


@pytest.mark.parametrize("body", [b"", b"0000", b"zzzz", b"0004", b"0001", b"00ffshort", b"\xff\xfe", b"+0a0"])
def test_what_is_no_push_moves_nothing(hub: Hub, body: bytes) -> None:
    before, token = hub.git.branches(), hub.tokens[hub.bot_token()]
    sent = {"content-type": "application/x-git-receive-pack-request"}
    hub.git_request(hub.full_name, GitRequest("POST", "/git-receive-pack", "", sent, body), token)
    assert hub.git.branches() == before


@pytest.mark.parametrize(
    ("complaint", "raised"),
    [
        ("fatal: sha1 file 'index.people.lock' write error. Out of diskspace", OSError),
        ("fatal: unable to write loose object file: No space left on device", OSError),
        ("error: unable to create temporary file: Read-only file system", OSError),
        ("fatal: bad object HEAD", subprocess.CalledProcessError),
    ],
)
def test_what_git_fails_at_for_want_of_a_disk_is_told_as_the_disks(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaint: str, raised: type[Exception]
) -> None:
    """Who proposed something, or began a game, while the disk was full was told of a bug of nomic."""
    failing = tmp_path / "bin" / "git"
    failing.parent.mkdir()
    failing.write_text(f'#!/bin/sh\necho "{complaint}" >&2\nexit 128\n')
    failing.chmod(0o755)
    monkeypatch.setenv("PATH", f"{failing.parent}:{os.environ['PATH']}")
    with pytest.raises(raised) as told:
        hub.git.run("hash-object", "-w", "--stdin")
    if isinstance(told.value, OSError):
        assert told.value.filename == str(hub.git.directory) and told.value.strerror


def packet(line: str) -> bytes:
    return f"{len(line) + 4:04x}{line}".encode()


@pytest.mark.parametrize("only", ["sparse:oid=%s", "combine:blob:none+sparse:oid=%s"])
def test_nobody_chooses_by_patterns_what_to_fetch(hub: Hub, only: str) -> None:
    """Of a handful of folders within folders git then looks at each of millions of paths, while all others wait."""
    blob = hub.git.run("rev-parse", "main:notes.txt")
    asked = [packet(f"want {hub.git.head()}\n"), packet(f"filter {only % blob}\n"), packet("done\n")]
    body = packet("command=fetch\n") + b"0001" + b"".join(asked) + b"0000"
    sent = {"content-type": "application/x-git-upload-pack-request", "git-protocol": "version=2"}
    told = hub.git_request(hub.full_name, GitRequest("POST", "/git-upload-pack", "", sent, body), None)[2]
    assert b"not supported" in told and b"packfile" not in told


@pytest.mark.parametrize("way", ["main^{/.}", "main~0", "main^0", "main@{0}", ":/Begin", "main:", "a..main"])
def test_what_leads_from_a_branch_to_a_commit_is_the_name_of_neither(hub: Hub, way: str) -> None:
    """By `^{/...}` git looks for a message that fits a pattern, and with some patterns it is never done."""
    assert hub.git.head(way) is None and hub.git.commit_called(way) is None and not hub.git.has(way)
    head = str(hub.git.head())
    assert {hub.git.commit_called(name) for name in ("main", head, head[:9], "heads/main")} == {head}
    assert hub.git.has(head) and hub.git.has(head[:9])


def test_what_a_person_pushes_is_not_looked_through_for_workflows(
    hub: Hub, people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be more than git is ever done with, and they may push workflows."""
    monkeypatch.setattr(hub.git, "touches", lambda *_: pytest.fail("looked through"))
    clone = Clone(hub, tmp_path / "work", hub.token(people.join("commons")))
    made = clone.commit(".github/workflows/own.yml", "on: push\n")
    clone.run("push", "--quiet", "origin", "HEAD:main")
    assert hub.git.head() == made


@pytest.mark.parametrize("lasting", [True, False])
def test_what_is_written_is_on_the_disk_where_it_has_to_last(hub: Hub, tmp_path: Path, *, lasting: bool) -> None:
    """By itself git leaves files to the machine, and writes down what leads to them: where the power fails, it leads nowhere."""
    hub.git.lasting, told = lasting, tmp_path / "told"
    hub.git.run("hash-object", "-w", "--stdin", given=b"new", env={"GIT_TRACE2_EVENT": str(told)})
    assert ("hardware-flush" in told.read_text()) is lasting
