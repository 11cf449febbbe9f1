"""What people's clients do with a repository, through PyGithub: files, branches, forks, pull requests, reactions, labels."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from github import Auth, Github, GithubException
from github.Repository import Repository

from tests.github.hub import Hub
from tests.github.people import People

Client = Callable[..., Repository]


@pytest.fixture
def bo(hub: Hub, people: People) -> Github:
    auth = Auth.Token(hub.token(people.join("bo")))
    return Github(auth=auth, base_url=hub.address, retry=None, seconds_between_requests=0, seconds_between_writes=0)


def test_files_are_read_as_texts_and_folders_as_lists(hub: Hub, seen_by: Client) -> None:
    repo = seen_by()
    found = repo.get_contents("rules/one.md")
    assert not isinstance(found, list) and found.decoded_content == b"One.\n"
    root = repo.get_contents("")
    assert isinstance(root, list) and [(f.path, f.type) for f in root] == [("notes.txt", "file"), ("rules", "dir")]
    inside = repo.get_contents("rules")
    assert isinstance(inside, list) and [f.path for f in inside] == ["rules/one.md"]
    with pytest.raises(GithubException, match="404"):
        repo.get_contents("rules/two.md")


def test_a_proposal_is_made_from_a_fork_without_git(hub: Hub, bo: Github) -> None:
    parent = bo.get_repo(hub.full_name)
    fork = parent.create_fork()
    assert (fork.full_name, fork.fork) == ("bo/game", True)
    fork.create_git_ref("refs/heads/songs", parent.get_branch("main").commit.sha)
    fork.create_file("rules/songs.md", "Propose songs", "We sing.\n", branch="songs")
    pull = parent.create_pull(base="main", head="bo:songs", title="Songs", body="Let us sing.")
    assert [f.filename for f in pull.get_files()] == ["rules/songs.md"]
    written = fork.get_contents("rules/songs.md", ref="songs")
    assert not isinstance(written, list)
    fork.update_file("rules/songs.md", "Louder", "We sing loudly.\n", written.sha, branch="songs")
    assert hub.git.file(parent.get_pull(pull.number).head.sha, "rules/songs.md") == "We sing loudly."
    assert hub.git.run("rev-parse", f"refs/pull/{pull.number}/head") == parent.get_pull(pull.number).head.sha
    pull.edit(title="Songs for all", state="closed")
    assert (hub.model.threads[pull.number].title, hub.model.threads[pull.number].state) == ("Songs for all", "closed")


def test_a_fork_is_the_same_whatever_the_case_of_the_letters_it_is_named_by(hub: Hub, bo: Github) -> None:
    parent = bo.get_repo(hub.full_name)
    parent.create_fork()
    fork = bo.get_repo("BO/Game")
    assert fork.full_name == "bo/game"
    fork.create_git_ref("refs/heads/songs", str(hub.git.head()))
    pull = parent.create_pull(base="main", head="Bo:songs", title="Songs")
    assert pull.head.label == "bo:songs"
    bo.requester.requestJsonAndCheck(
        "PUT", "/repos/BO/GAME/contents/songs.md", input={"message": "Sing", "content": "V2U=", "branch": "songs"}
    )
    assert [f.filename for f in parent.get_pull(pull.number).get_files()] == ["songs.md"]


@pytest.mark.parametrize(
    "name", ["ä.md", 'say "so".md', "a\\b.md", "a\tb.md", ":(top)x.md", "what?.md", "50%.md", "*.md"]
)
def test_a_file_is_called_as_it_is(hub: Hub, bo: Github, name: str) -> None:
    parent = bo.get_repo(hub.full_name)
    fork = parent.create_fork()
    fork.create_git_ref("refs/heads/songs", str(hub.git.head()))
    made = fork.create_file(f"odd/{name}", "Sing", "We sing.\n", branch="songs")
    assert made["content"].path == f"odd/{name}"
    again = fork.update_file(f"odd/{name}", "Sing", "We sing loudly.\n", made["content"].sha, branch="songs")
    listed = fork.get_contents("odd", ref="songs")
    assert isinstance(listed, list) and [(f.name, f.sha) for f in listed] == [(name, again["content"].sha)]
    pull = parent.create_pull(base="main", head="bo:songs", title="Songs")
    assert [f.filename for f in pull.get_files()] == [f"odd/{name}"]


def test_a_branch_of_a_fork_begins_at_a_commit_that_main_got_after_the_fork_was_made(
    hub: Hub, bo: Github, people: People
) -> None:
    parent = bo.get_repo(hub.full_name)
    fork = parent.create_fork()
    people.commit(hub.full_name.partition("/")[0], {"notes.txt": "More.\n"}, "More")
    assert fork.create_git_ref("refs/heads/songs", str(hub.git.head())).object.sha == hub.git.head()
    with pytest.raises(GithubException, match="422"):
        fork.create_git_ref("refs/heads/dances", "0" * 40)


def test_nobody_writes_where_they_may_not(hub: Hub, bo: Github, seen_by: Client) -> None:
    parent = bo.get_repo(hub.full_name)
    before = hub.git.head()
    with pytest.raises(GithubException, match="404"):
        parent.create_file("rules/mine.md", "Mine", "Mine.\n")
    with pytest.raises(GithubException, match="404"):
        parent.create_git_ref("refs/heads/mine", str(before))
    parent.create_fork()
    other = Github(auth=Auth.Token(hub.token(People(hub).join("cy"))), base_url=hub.address, retry=None)
    with pytest.raises(GithubException, match="404"):
        other.get_repo("bo/game").create_file("rules/mine.md", "Mine", "Mine.\n")
    assert hub.git.head() == before
    with pytest.raises(GithubException, match="403"):
        seen_by().create_file(".github/workflows/x.yml", "Mine", "Mine.\n")


@pytest.mark.parametrize("path", ["../outside.md", "rules/../../x", ".git/config", "/etc/passwd"])
def test_a_path_stays_in_the_repository(hub: Hub, bo: Github, path: str) -> None:
    fork = bo.get_repo(hub.full_name).create_fork()
    with pytest.raises(GithubException):
        fork.create_file(path, "Out", "x")


def test_a_file_that_has_changed_meanwhile_is_not_overwritten(hub: Hub, bo: Github) -> None:
    fork = bo.get_repo(hub.full_name).create_fork()
    with pytest.raises(GithubException, match="409"):
        fork.update_file("notes.txt", "Mine", "Mine.\n", "0" * 40)
    with pytest.raises(GithubException, match="422"):
        fork.create_file("notes.txt", "Mine", "Mine.\n")


def test_branches_commits_reactions_labels_and_timeline_are_listed(hub: Hub, people: People, bo: Github) -> None:
    number = people.open_issue("commons", "A thread", labels=("hot",)).number
    comment = people.comment("bo", number, "Said")
    repo = bo.get_repo(hub.full_name)
    assert [b.name for b in repo.get_branches()] == ["main"]
    assert [c.sha for c in repo.get_commits()] == [hub.git.head()]
    assert repo.get_commit("main").sha == hub.git.head()
    assert [label.name for label in repo.get_labels()] == ["hot"]
    issue = repo.get_issue(number)
    assert [label.name for label in issue.get_labels()] == ["hot"]
    reaction = issue.get_comment(comment.id).create_reaction("heart")
    assert [r.content for r in issue.get_comment(comment.id).get_reactions()] == ["heart"]
    assert issue.get_comment(comment.id).delete_reaction(reaction.id)
    assert list(issue.get_comment(comment.id).get_reactions()) == []
    assert [event.event for event in issue.get_timeline()] == ["commented"]


def test_a_branch_pushed_by_git_becomes_a_pull_request(hub: Hub, bo: Github, tmp_path: Path) -> None:
    parent = bo.get_repo(hub.full_name)
    parent.create_fork()
    token = hub.token(hub.model.account("bo").id)
    url = f"{hub.address.replace('http://', f'http://bo:{token}@')}/bo/game.git"
    work = tmp_path / "work"
    subprocess.run(["git", "clone", "--quiet", url, str(work)], check=True)
    (work / "rules" / "songs.md").write_text("We sing.\n")
    git = ["git", "-C", str(work), "-c", "user.name=bo", "-c", "user.email=bo@example.org"]
    for words in (["checkout", "--quiet", "-b", "songs"], ["add", "--all"], ["commit", "--quiet", "-m", "Songs"]):
        subprocess.run([*git, *words], check=True)
    subprocess.run([*git, "push", "--quiet", "origin", "songs"], check=True)
    pull = parent.create_pull(base="main", head="bo:songs", title="Songs")
    assert [f.filename for f in pull.get_files()] == ["rules/songs.md"]


def test_titles_and_first_words_are_as_long_as_github_takes_them(hub: Hub, bo: Github) -> None:
    repo = bo.get_repo(hub.full_name)
    for title, body in (("x" * 257, ""), ("x", "y" * 65_537)):
        with pytest.raises(GithubException, match="422"):
            repo.create_issue(title, body)
    issue = repo.create_issue("x" * 256, "y" * 65_536)
    with pytest.raises(GithubException, match="422"):
        issue.edit(body="y" * 65_537)
    assert len(hub.model.threads) == 1


def test_reviews_are_kept_and_one_does_not_approve_of_oneself(hub: Hub, people: People, bo: Github) -> None:
    number = people.open_pull("ana", "A change", {"rules/one.md": "Two.\n"}).number
    pull = bo.get_repo(hub.full_name).get_pull(number)
    assert pull.create_review(event="APPROVE", body="LGTM").state == "APPROVED"
    begun = pull.create_review(body="Hm")
    assert begun.state == "PENDING"
    with pytest.raises(GithubException, match="pending"):
        pull.create_review(event="COMMENT", body="More")
    ana = Github(
        auth=Auth.Token(hub.token(people.join("ana"))),
        base_url=hub.address,
        retry=None,
        seconds_between_requests=0,
        seconds_between_writes=0,
    )
    hers = ana.get_repo(hub.full_name).get_pull(number)
    assert [(r.user.login, r.state, r.body) for r in hers.get_reviews()] == [("bo", "APPROVED", "LGTM")]
    assert [r.state for r in pull.get_reviews()] == ["APPROVED", "PENDING"]
    assert pull.get_review(begun.id).commit_id == pull.head.sha
    with pytest.raises(GithubException, match="404"):
        hers.get_review(begun.id)
    with pytest.raises(GithubException, match="own pull request"):
        hers.create_review(event="APPROVE")
    with pytest.raises(GithubException, match="blank"):
        hers.create_review(event="COMMENT", body=" ")
    assert hub.model.comments_of(number) == [], "it is no comment, so no vote"
