"""Where the hub is known not to be GitHub yet. Each of these fails today; one that begins to pass must be moved out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import requests
from github.Repository import Repository

from engine.hub.accounts import BOT_LOGIN
from engine.hub.hub import Hub
from engine.hub.memory import MemoryForge, MemoryRepository, Store
from engine.hub.model import Model
from engine.hub.people import People
from engine.referee.ports import Gone
from tests.hub.conftest import START, Clock
from tests.hub.test_git import Clone
from tests.hub.test_rest import asked, post

Seen = Callable[..., Repository]


def deviates(reason: str) -> pytest.MarkDecorator:
    return pytest.mark.xfail(strict=True, reason=reason)


@pytest.fixture
def model(clock: Clock) -> Model:
    made = Model("commons", "game", clock)
    made.account("commons")
    return made


@deviates("the model's Missing leaves the port as it is")
def test_in_memory_a_thread_that_is_not_there_is_gone(model: Model) -> None:
    with pytest.raises(Gone):
        MemoryForge(model).thread(99)


@deviates("asking makes the account")
def test_in_memory_asking_for_a_role_makes_no_account(model: Model) -> None:
    before = len(model.accounts)
    MemoryForge(model).permission("nobody")
    assert len(model.accounts) == before


@deviates("the engine's own token counts as a writer")
def test_in_memory_a_bot_has_no_role(model: Model) -> None:
    assert MemoryForge(model).permission(BOT_LOGIN) == "none"


@deviates("labels are left out")
def test_in_memory_an_issue_is_opened_with_its_labels(model: Model) -> None:
    assert MemoryForge(model).create_issue("Hunger", "", ["hunger"], None).labels == ("hunger",)


@deviates("always passed")
def test_in_memory_a_failed_status_is_a_failed_check(model: Model) -> None:
    model.set_status("a" * 40, "failure", "tests", "No.")
    assert MemoryForge(model).checks("a" * 40) == "failed"


@deviates("any commit of the store can be fetched")
def test_in_memory_a_head_that_was_rewritten_is_gone(model: Model) -> None:
    store = Store()
    store.main = store.add([], {"a": "a\n"}, "Begin", START, "ana")
    old, new = (store.add([store.main], {"a": text}, "Head", START, "ana") for text in ("b\n", "c\n"))
    store.heads[1] = new
    with pytest.raises(Gone):
        MemoryRepository(store, model).fetch_pull(1, old)


@deviates("the links to other pages lead nowhere")
def test_pygithub_reads_past_the_first_page(seen_by: Seen, people: People) -> None:
    people.open_issue("ana", "First")
    for number in range(35):
        people.comment("ana", 1, f"{number}")
    assert len(list(seen_by().get_issue(1).get_comments())) == 35


@deviates("newest first, as issues are")
def test_comments_of_all_threads_come_oldest_first_unless_asked(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    ids = [people.comment("ana", 1, text).id for text in ("one", "two")]
    url = f"{hub.address}/repos/{hub.full_name}/issues/comments"
    assert [c["id"] for c in asked(hub, url).json()] == ids


@deviates("there is no such route")
@pytest.mark.parametrize(
    "path",
    [
        "rate_limit",
        "repos/commons/game/pulls",
        "repos/commons/game/pulls/1/files",
        "repos/commons/game/pulls/1/commits",
    ],
)
def test_other_reads_of_github_are_answered(hub: Hub, people: People, path: str) -> None:
    people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"})
    assert asked(hub, f"{hub.address}/{path}").status_code == 200


@deviates("always 401 without a token")
def test_a_public_repository_is_read_without_a_token(hub: Hub) -> None:
    assert requests.get(f"{hub.address}/repos/{hub.full_name}", timeout=5).status_code == 200


@deviates("a repetition is answered like the first")
def test_a_new_reaction_is_told_from_a_repeated_one(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    path = f"issues/comments/{people.comment('ana', 1, 'yay').id}/reactions"
    assert [post(hub, path, content="eyes").status_code for _ in range(2)] == [201, 200]


@deviates("rights of the account behind a token are not asked")
def test_a_stranger_closes_no_issue_of_others(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    token = hub.token(people.join("zoe"))
    headers = {"Authorization": f"Bearer {token}"}
    url = f"{hub.address}/repos/{hub.full_name}/issues/1"
    assert requests.patch(url, json={"state": "closed"}, headers=headers, timeout=5).status_code == 403


@deviates("rights of the account behind a token are not asked")
def test_a_stranger_pushes_nothing_to_main(hub: Hub, people: People, tmp_path: Path) -> None:
    before = hub.git.head()
    clone = Clone(hub, tmp_path / "work", hub.token(people.join("zoe")))
    clone.commit("rules/two.md", "Two.\n")
    clone.run("push", "origin", "HEAD:main", check=False)
    assert hub.git.head() == before


@deviates("paths of a push are not looked at")
def test_the_workflows_token_pushes_no_workflow(hub: Hub, tmp_path: Path) -> None:
    before = hub.git.head()
    clone = Clone(hub, tmp_path / "work", hub.bot_token())
    clone.commit(".github/workflows/own.yml", "on: push\n")
    clone.run("push", "origin", "HEAD:main", check=False)
    assert hub.git.head() == before


@deviates("only main is looked at after a push")
def test_a_push_to_a_branch_moves_the_head_of_its_pull_request(hub: Hub, people: People, tmp_path: Path) -> None:
    thread = people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"})
    assert thread.pull is not None
    clone = Clone(hub, tmp_path / "work", hub.bot_token())
    clone.run("checkout", "--quiet", thread.pull.branch)
    made = clone.commit("rules/two.md", "Two!\n")
    clone.run("push", "--quiet", "origin", f"HEAD:{thread.pull.branch}")
    assert thread.pull.head == made


@deviates("the refs of pull requests can be written")
def test_nobody_pushes_to_the_ref_of_a_pull_request(hub: Hub, people: People, tmp_path: Path) -> None:
    people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"})
    clone = Clone(hub, tmp_path / "work", hub.bot_token())
    clone.commit("rules/two.md", "Mine.\n")
    done = clone.run("push", "--force", "origin", "HEAD:refs/pull/1/head", check=False)
    assert done.returncode != 0
