"""A push lands, is overtaken, is refused, or nobody knows: each told from the others, also when the answer is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.forge.git_process import Done, Remote, transfer_error
from engine.forge.push import outcome
from engine.forge.repository import GitRepository
from engine.referee.ports import Denied, ForgeError, Moved, PushRefused, Unreachable
from tests.forge.fake_github import TOKEN, Told, Web, git

NOTHING = "0" * 40


@pytest.fixture
def repository(server: Path, tmp_path: Path) -> GitRepository:
    made = GitRepository(str(server), tmp_path / "copy")
    made.push(NOTHING, made.commit([], {"a": "1"}, "Begin", 1000))
    made.fetch()
    return made


def step(repository: GitRepository, old: str, text: str) -> str:
    return repository.commit([old], {"a": text}, text, 2000)


def hook(server: Path, name: str, script: str) -> None:
    place = server / "hooks" / name
    place.write_text(f"#!/bin/sh\n{script}\n")
    place.chmod(0o755)


def test_a_push_moves_main(repository: GitRepository, server: Path) -> None:
    old = repository.fetch()
    new = step(repository, old, "2")
    repository.push(old, new)
    assert git("rev-parse", "main", at=server) == new


def test_what_has_landed_already_lands_again(repository: GitRepository) -> None:
    old = repository.fetch()
    new = step(repository, old, "2")
    repository.push(old, new)
    repository.push(old, new)


def test_a_push_that_was_overtaken_says_so_and_changes_nothing(
    repository: GitRepository, server: Path, tmp_path: Path
) -> None:
    old = repository.fetch()
    with GitRepository(str(server), tmp_path / "other") as other:
        other.fetch()
        theirs = step(other, old, "theirs")
        other.push(old, theirs)
    with pytest.raises(Moved):
        repository.push(old, step(repository, old, "mine"))  # their commit is not known here: fetch first
    repository.fetch()
    with pytest.raises(Moved):
        repository.push(old, step(repository, old, "mine"))  # it is known now: no fast-forward
    assert git("rev-parse", "main", at=server) == theirs


def test_a_race_within_the_server_is_being_overtaken(repository: GitRepository, server: Path) -> None:
    old = repository.fetch()
    between = step(repository, old, "between")
    git("push", "--quiet", str(server), f"{between}:refs/heads/other", at=server.parent / "copy" / "copy.git")
    hook(server, "pre-receive", f"unset GIT_QUARANTINE_PATH; git update-ref refs/heads/main {between}")
    with pytest.raises(Moved):
        repository.push(old, step(repository, old, "mine"))


def test_a_refusal_comes_with_the_servers_words(repository: GitRepository, server: Path) -> None:
    old = repository.fetch()
    hook(server, "pre-receive", "echo 'GH013: Repository rule violations found' >&2; exit 1")
    with pytest.raises(PushRefused) as caught:
        repository.push(old, step(repository, old, "2"))
    assert str(caught.value) == "pre-receive hook declined; GH013: Repository rule violations found"
    assert git("rev-parse", "main", at=server) == old


def test_an_answer_that_was_lost_is_looked_up(
    repository: GitRepository, server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = repository.fetch()
    new = step(repository, old, "2")
    lose_answers(repository, monkeypatch, lambda: None)
    repository.push(old, new)
    assert git("rev-parse", "main", at=server) == new


def test_an_answer_that_was_lost_before_others_pushed_on_top_has_landed(
    repository: GitRepository, server: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = repository.fetch()
    new = step(repository, old, "2")

    def overtake() -> None:
        with GitRepository(str(server), tmp_path / "other") as other:
            other.push(other.fetch(), step(other, new, "on top"))

    lose_answers(repository, monkeypatch, overtake)
    repository.push(old, new)


def lose_answers(repository: GitRepository, monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]) -> None:
    real = repository._out

    def out(*arguments: str, **more: object) -> Done:
        done = real(*arguments, **more)  # type: ignore[arg-type]
        if arguments[0] != "push":
            return done
        then()
        return Done(128, b"", "fatal: the remote end hung up unexpectedly")

    monkeypatch.setattr(repository, "_out", out)


def test_a_push_that_never_arrived_is_unreachable(repository: GitRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    old = repository.fetch()
    new = step(repository, old, "2")
    real = repository._out
    cut = Done(128, b"", "fatal: early EOF")
    monkeypatch.setattr(repository, "_out", lambda *words, **more: cut if words[0] == "push" else real(*words, **more))
    with pytest.raises(Unreachable, match="early EOF"):
        repository.push(old, new)


def test_where_nobody_tells_what_became_of_a_push_it_may_have_landed(
    repository: GitRepository, server: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has pushed a new dice key keeps it then."""
    old = repository.fetch()
    new = step(repository, old, "2")
    lose_answers(repository, monkeypatch, lambda: None)
    real = repository._out
    closed = Done(128, b"", "fatal: unable to access 'https://x/': The requested URL returned error: 403")
    monkeypatch.setattr(
        repository, "_out", lambda *words, **more: closed if words[0] == "ls-remote" else real(*words, **more)
    )
    with pytest.raises(Unreachable, match="hung up"):
        repository.push(old, new)
    assert git("rev-parse", "main", at=server) == new


def test_a_lost_push_behind_somebody_elses_is_overtaken(
    repository: GitRepository, server: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = repository.fetch()
    new = step(repository, old, "mine")
    with GitRepository(str(server), tmp_path / "other") as other:
        other.push(other.fetch(), step(other, old, "theirs"))
    real = repository._out
    cut = Done(128, b"", "fatal: early EOF")
    monkeypatch.setattr(repository, "_out", lambda *words, **more: cut if words[0] == "push" else real(*words, **more))
    with pytest.raises(Moved):
        repository.push(old, new)


def test_a_push_that_takes_too_long_is_ended(server: Path, tmp_path: Path) -> None:
    with GitRepository(str(server), tmp_path / "copy") as repository:
        new = repository.commit([], {"a": "1"}, "m", 1)
    hook(server, "pre-receive", "sleep 5")
    with (
        GitRepository(str(server), tmp_path / "copy", timeout=0.5) as hasty,
        pytest.raises(Unreachable, match=r"0\.5 s"),
    ):
        hasty.push(NOTHING, new)


LINE = "!\tabc:refs/heads/main\t"


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ("[rejected] (fetch first)", "moved"),
        ("[rejected] (non-fast-forward)", "moved"),
        ("[rejected] (stale info)", "moved"),
        ("[remote rejected] (failed to update ref)", "moved"),
        ("[remote rejected] (cannot lock ref 'refs/heads/main': is at 1 but expected 2)", "moved"),
        ("[remote rejected] (protected branch hook declined)", "refused"),
        ("[remote rejected] (push declined due to repository rule violations)", "refused"),
        ("[remote rejected] (permission denied)", "refused"),
        (
            "[remote rejected] (refusing to allow a GitHub App to update workflow without `workflows` permission)",
            "refused",
        ),
        ("[remote failure] (remote failed to report status)", "unknown"),
        ("[remote rejected] (failure)", "unknown"),
        ("[remote rejected] (Internal Server Error)", "unknown"),
        ("[remote rejected] (unpacker error)", "unknown"),
    ],
)
def test_gits_words_are_told_apart(summary: str, expected: str) -> None:
    assert outcome(Done(1, f"To /x\n{LINE}{summary}\nDone\n".encode(), ""))[0] == expected


def test_a_server_that_could_not_write_the_reference_has_refused_nothing() -> None:
    err = "remote: Resolving deltas: 100% (2/2)\nremote: fatal error in commit_refs\nTo /x\n"
    assert outcome(Done(1, f"To /x\n{LINE}[remote rejected] (cannot be told)\nDone\n".encode(), err)) == ("unknown", "")


def test_objects_that_no_unpacker_takes_are_refused() -> None:
    err = "remote: fatal: fsck error in packed object\n"
    assert outcome(Done(1, f"To /x\n{LINE}[remote rejected] (unpacker error)\nDone\n".encode(), err))[0] == "refused"


def test_a_push_that_met_a_server_in_trouble_is_unreachable_and_no_refusal_of_the_merges(
    repository: GitRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = repository.fetch()
    new = step(repository, old, "2")
    real = repository._out
    cut = Done(1, f"To /x\n{LINE}[remote rejected] (failure)\n".encode(), "remote: fatal error in commit_refs\n")
    monkeypatch.setattr(repository, "_out", lambda *words, **more: cut if words[0] == "push" else real(*words, **more))
    with pytest.raises(Unreachable):
        repository.push(old, new)


def test_a_push_without_a_word_about_main_is_unknown() -> None:
    assert outcome(Done(128, b"", "fatal: early EOF")) == ("unknown", "")


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        (Told({}, 401), Denied),
        (Told({}, 403), Denied),
        (Told({}, 404), Denied),
        (Told({}, 302, {"Location": "/elsewhere.git/info/refs"}), Unreachable),
        (Told({}, 500), Unreachable),
        (Told({}, 502), Unreachable),
        (Told(raw=b"<html>\n</html>\n"), Unreachable),
    ],
)
def test_a_web_server_that_refuses_is_an_error_without_the_token(
    web: Web, tmp_path: Path, told: Told, kind: type[ForgeError]
) -> None:
    web.script(told)
    with GitRepository(f"{web.url}/ana/island.git", tmp_path / "copy", TOKEN) as repository:
        new = repository.commit([], {"a": "1"}, "m", 1)
        for act in (repository.fetch, repository.pull_heads, lambda: repository.push(NOTHING, new)):
            with pytest.raises(kind) as caught:
                act()
            assert TOKEN not in caught.value.cause + caught.value.remedy
            assert caught.value.remedy
    assert all(asked.headers["Authorization"].startswith("Basic ") for asked in web.asked)
    assert not any("elsewhere" in asked.path for asked in web.asked)


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        ("This repository was archived so it is read-only.", "unarchive"),
        ("Access to this repository has been disabled by GitHub staff.", "support.github.com"),
        ("Repository unavailable due to DMCA takedown.", "support.github.com"),
        ("Your account is suspended. Please check your email for details.", "support.github.com"),
        ("Write access to repository not granted.", "contents: write"),
    ],
)
def test_what_is_closed_to_everybody_wants_no_permission_of_a_workflow(words: str, remedy: str) -> None:
    url = "https://github.com/ana/archived-and-suspended.git/"
    told = f"remote: {words}\nfatal: unable to access '{url}': The requested URL returned error: 403\n"
    error = transfer_error("push", Done(128, b"", told))
    assert isinstance(error, Denied)
    assert remedy in error.remedy


def test_an_empty_answer_is_not_taken_for_a_list_without_pull_requests(web: Web, tmp_path: Path) -> None:
    web.script(Told(raw=b""))
    with GitRepository(f"{web.url}/x.git", tmp_path / "copy") as repository, pytest.raises(Unreachable):
        repository.pull_heads()


def test_nobody_listening_is_unreachable(tmp_path: Path) -> None:
    with GitRepository("http://127.0.0.1:9/x.git", tmp_path / "copy", TOKEN) as repository, pytest.raises(Unreachable):
        repository.fetch()


def test_the_token_is_kept_on_no_disk(server: Path, web: Web, tmp_path: Path) -> None:
    with GitRepository(f"{web.url}/x.git", tmp_path / "copy", TOKEN) as repository, pytest.raises(ForgeError):
        repository.fetch()
    secret = dict(Remote(f"{web.url}/x.git", TOKEN).settings()).popitem()[1].encode()
    files = [each.read_bytes() for each in (tmp_path / "copy").rglob("*") if each.is_file()]
    assert files
    assert not any(TOKEN.encode() in content or secret in content for content in files)


@pytest.mark.parametrize(
    "url",
    [
        "-x",
        "ext::sh -c x",
        "https://ana:pw@x/y",
        "ssh://x/y",
        "git://x/y",
        "git@x:y/z",
        "x:y",
        "file::x://y",
        "http://[x/y",
    ],
)
def test_other_urls_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match="git is not asked|address"):
        Remote(url)
