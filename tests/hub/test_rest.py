"""The REST interface as PyGithub sees it: unchanged client, real HTTP."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import requests
from github import GithubException, UnknownObjectException
from github.Repository import Repository

from engine.hub.accounts import BOT_LOGIN
from tests.begun import START, Clock
from tests.github.hub import Hub
from tests.github.people import People

Seen = Callable[..., Repository]


def at(time: int) -> datetime:
    return datetime.fromtimestamp(time, UTC)


def test_the_repository_and_its_default_branch_are_told(seen_by: Seen) -> None:
    assert (seen_by().full_name, seen_by().default_branch) == ("commons/game", "main")


def test_issues_and_pull_requests_are_one_list_ordered_by_the_last_change(
    seen_by: Seen, people: People, clock: Clock
) -> None:
    people.open_issue("ana", "First")
    clock.now += 10
    people.open_pull("bo", "Second", {"rules/two.md": "Two.\n"})
    clock.now += 10
    people.comment("cy", 1, "hello")
    found = list(seen_by().get_issues(state="all", sort="updated", direction="asc", since=at(START)))
    assert [(i.number, i.pull_request is not None) for i in found] == [(2, True), (1, False)]
    assert [i.number for i in seen_by().get_issues(state="all", since=at(START + 11))] == [1]


def test_only_open_threads_are_listed_unless_asked(seen_by: Seen, people: People) -> None:
    people.open_issue("ana", "First")
    people.open_issue("ana", "Second")
    people.close("ana", 1)
    assert [i.number for i in seen_by().get_issues()] == [2]
    assert [i.number for i in seen_by().get_issues(state="closed")] == [1]


def test_an_issue_is_opened_with_labels_and_whoever_can_be_assigned(seen_by: Seen, people: People) -> None:
    people.join("bo", "triage")
    people.join("cy")
    made = seen_by().create_issue("Hunger", "Ur starves", labels=["hunger"], assignees=["bo", "cy"])
    assert (made.title, made.body, made.user.login, made.user.type) == ("Hunger", "Ur starves", BOT_LOGIN, "Bot")
    assert [label.name for label in made.labels] == ["hunger"]
    assert [who.login for who in seen_by().get_issue(made.number).assignees] == ["bo"]


def test_who_has_no_role_gives_no_labels_and_assigns_nobody(seen_by: Seen, hub: Hub, people: People) -> None:
    people.join("bo", "triage")
    strangers = seen_by(hub.token(people.join("cy")))
    made = strangers.create_issue("Hunger", labels=["hunger"], assignees=["bo", "cy"])
    made.edit(labels=["hunger"], assignees=["bo"])
    assert (made.labels, made.assignees) == ([], [])
    seen_by().get_issue(made.number).edit(assignees=["bo"])
    made.edit(assignees=[])
    assert [who.login for who in seen_by().get_issue(made.number).assignees] == ["bo"]


@pytest.mark.parametrize("labels", ["hunger", {"a": 1}, [5], [["a"]], [None], [{"id": 1}], ["a" * 51], [""]])
def test_with_labels_that_are_none_nothing_at_all_is_done(hub: Hub, people: People, labels: object) -> None:
    people.open_issue("ana", "First", labels=("kept",))
    header = {"Authorization": f"token {hub.bot_token()}"}
    where = f"{hub.address}/repos/{hub.full_name}/issues"
    for method, path, given in (
        ("POST", "", {"title": "Second", "labels": labels}),
        ("PATCH", "/1", {"title": "Changed", "labels": labels}),
        ("PUT", "/1/labels", {"labels": labels}),
        ("POST", "/1/labels", {"labels": labels}),
    ):
        said = requests.request(method, where + path, json=given, headers=header, timeout=30)
        assert said.status_code == 422, (method, path, said.text)
    assert [(t.title, t.labels) for t in hub.model.threads.values()] == [("First", ["kept"])]


def test_a_label_may_be_given_as_a_map_with_its_name(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    header = {"Authorization": f"token {hub.bot_token()}"}
    where = f"{hub.address}/repos/{hub.full_name}/issues/1/labels"
    assert requests.post(where, json=[{"name": "hunger"}], headers=header, timeout=30).status_code == 200
    assert hub.model.threads[1].labels == ["hunger"]


def test_an_issue_is_edited_closed_and_reopened(seen_by: Seen, people: People) -> None:
    people.open_issue("ana", "First")
    issue = seen_by().get_issue(1)
    issue.edit(title="Table", body="Play here", state="closed")
    again = seen_by().get_issue(1)
    assert (again.title, again.body, again.state) == ("Table", "Play here", "closed")
    issue.edit(state="open")
    assert seen_by().get_issue(1).closed_at is None


def test_a_comment_is_written_read_edited_and_deleted(seen_by: Seen, people: People, clock: Clock) -> None:
    people.open_issue("ana", "First")
    made = seen_by().get_issue(1).create_comment("hello")
    clock.now += 3
    made.edit("hello again")
    assert [c.body for c in seen_by().get_issue(1).get_comments()] == ["hello again"]
    found = seen_by().get_issue(1).get_comment(made.id)
    assert (found.created_at, found.updated_at) == (at(START), at(START + 3))
    found.delete()
    assert list(seen_by().get_issues_comments()) == []
    with pytest.raises(UnknownObjectException):
        seen_by().get_issue(1).get_comment(made.id)


def test_comments_of_all_threads_are_listed_since_a_time(seen_by: Seen, people: People, clock: Clock) -> None:
    people.open_issue("ana", "First")
    people.open_issue("ana", "Second")
    early = people.comment("bo", 1, "early")
    clock.now += 10
    people.comment("bo", 2, "late")
    found = seen_by().get_issues_comments(sort="updated", direction="asc", since=at(START + 10))
    assert [c.body for c in found] == ["late"]
    clock.now += 10
    people.edit_comment("bo", early.id, "edited")
    found = seen_by().get_issues_comments(sort="updated", direction="asc", since=at(START + 10))
    assert [c.body for c in found] == ["late", "edited"]


def test_a_list_is_read_to_its_last_page(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    for number in range(65):
        people.comment("ana", 1, f"{number}")
    url = f"{hub.address}/repos/{hub.full_name}/issues/1/comments"
    pages = [asked(hub, url, page=page).json() for page in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [30, 30, 5, 0]
    assert [c["body"] for page in pages for c in page] == [str(n) for n in range(65)]
    assert 'rel="next"' in asked(hub, url, page=2).headers["Link"]
    assert 'rel="next"' not in asked(hub, url, page=3).headers["Link"]
    assert len(asked(hub, url, per_page=1_000).json()) == 65
    for number in range(65, 120):
        people.comment("ana", 1, f"{number}")
    assert len(asked(hub, url, per_page=1_000).json()) == 100


def asked(hub: Hub, url: str, **query: object) -> requests.Response:
    return requests.get(url, params=query, headers={"Authorization": f"Bearer {hub.bot_token()}"}, timeout=5)  # type: ignore[arg-type]


def test_labels_are_added_and_removed_one_by_one(seen_by: Seen, people: People, hub: Hub) -> None:
    people.open_issue("ana", "First", labels=("mine",))
    issue = seen_by().get_issue(1)
    assert post(hub, "issues/1/labels", labels=["voting", "a/b c"]).status_code == 200
    issue.remove_from_labels("voting")
    issue.remove_from_labels("a/b c")
    assert [label.name for label in seen_by().get_issue(1).labels] == ["mine"]
    with pytest.raises(GithubException, match="Label does not exist"):
        issue.remove_from_labels("voting")


def test_a_reaction_is_a_receipt(seen_by: Seen, people: People, hub: Hub) -> None:
    people.open_issue("ana", "First")
    comment = people.comment("ana", 1, "yay")
    before = len(hub.events)
    made = seen_by().get_issue(1).get_comment(comment.id).create_reaction("eyes")
    assert (made.content, made.user.login) == ("eyes", BOT_LOGIN)
    assert len(hub.events) == before


def test_a_pull_request_tells_its_base_head_and_merge(seen_by: Seen, people: People, hub: Hub) -> None:
    opened = people.open_pull("ana", "Two", {"rules/two.md": "Two.\n"}, from_fork=True)
    assert opened.pull is not None
    pull = seen_by().get_pull(opened.number)
    assert (pull.base.ref, pull.head.sha, pull.merged, pull.mergeable) == ("main", opened.pull.head, False, None)
    people.merge("commons", opened.number)
    assert seen_by().get_pull(opened.number).merged
    assert seen_by().get_issue(opened.number).state == "closed"


def test_an_issue_is_no_pull_request(seen_by: Seen, people: People) -> None:
    people.open_issue("ana", "First")
    with pytest.raises(UnknownObjectException):
        seen_by().get_pull(1)


def test_nor_is_it_changed_as_one(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    url = f"{hub.address}/repos/{hub.full_name}/pulls/1"
    headers = {"Authorization": f"Bearer {hub.bot_token()}"}
    assert requests.patch(url, json={"title": "Second"}, headers=headers, timeout=5).status_code == 404
    assert hub.model.thread(1).title == "First"


def test_of_each_context_the_newest_status_counts(hub: Hub, people: People) -> None:
    sha = hub.git.head()
    post(hub, f"statuses/{sha}", state="failure", context="tests", description="No.")
    post(hub, f"statuses/{sha}", state="success", context="tests", description="Yes.")
    url = f"{hub.address}/repos/{hub.full_name}/commits/{sha}/status"
    assert asked(hub, url).json()["state"] == "success"
    post(hub, f"statuses/{sha}", state="pending", context="nomic/vote", description="1 of 3")
    found = asked(hub, url).json()
    assert (found["state"], found["total_count"]) == ("pending", 2)


def test_a_status_has_a_known_commit_and_a_short_text(hub: Hub) -> None:
    assert post(hub, f"statuses/{'0' * 40}", state="success", context="x").status_code == 422
    sha = hub.git.head()
    assert post(hub, f"statuses/{sha}", state="success", context="x", description="y" * 141).status_code == 422


def post(hub: Hub, path: str, token: str | None = None, **body: object) -> requests.Response:
    url = f"{hub.address}/repos/{hub.full_name}/{path}"
    headers = {"Authorization": f"Bearer {token or hub.bot_token()}"}
    return requests.post(url, json=body, headers=headers, timeout=5)


@pytest.mark.parametrize(
    ("role", "told"),
    [
        ("admin", "admin"),
        ("maintain", "write"),
        ("write", "write"),
        ("triage", "read"),
        ("read", "read"),
        ("none", "read"),
    ],
)
def test_a_role_is_told_coarsely_and_finely(hub: Hub, people: People, role: str, told: str) -> None:
    people.join("bo", role)
    url = f"{hub.address}/repos/{hub.full_name}/collaborators/bo/permission"
    found = asked(hub, url).json()
    assert (found["permission"], found["role_name"]) == (told, "read" if role == "none" else role)


def test_bots_and_nobody_have_no_role(hub: Hub) -> None:
    for login in ("nobody", BOT_LOGIN):
        url = f"{hub.address}/repos/{hub.full_name}/collaborators/{login}/permission"
        assert asked(hub, url).status_code == 404


def test_the_workflows_token_cannot_ask_who_it_is_but_a_persons_can(hub: Hub, people: People) -> None:
    ana = people.join("ana")
    url = f"{hub.address}/user"
    assert asked(hub, url).status_code == 403
    headers = {"Authorization": f"token {hub.token(ana)}"}
    assert requests.get(url, headers=headers, timeout=5).json()["id"] == ana


def test_a_token_without_a_permission_is_refused_and_changes_nothing(seen_by: Seen, hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    limited = seen_by(hub.bot_token(without=frozenset({"issues", "statuses"})))
    with pytest.raises(GithubException) as refused:
        limited.get_issue(1).create_comment("hello")
    assert refused.value.status == 403
    assert refused.value.data["message"] == "Resource not accessible by integration"
    assert hub.model.comments == {}


def test_a_wrong_token_is_not_accepted(hub: Hub) -> None:
    url = f"{hub.address}/repos/{hub.full_name}"
    answer = requests.get(url, headers={"Authorization": "Bearer wrong"}, timeout=5)
    assert (answer.status_code, answer.json()["message"]) == (401, "Bad credentials")


def test_a_deleted_account_is_shown_as_the_ghost_and_a_renamed_one_by_its_new_login(
    seen_by: Seen, people: People
) -> None:
    people.open_issue("ana", "First")
    bo = people.join("bo")
    people.comment("ana", 1, "one")
    people.comment("bo", 1, "two")
    people.model.account("ana").deleted = True
    people.rename("bo", "bob")
    authors = [(c.user.login, c.user.id) for c in seen_by().get_issue(1).get_comments()]
    assert authors == [("ghost", 10_137), ("bob", bo)]


def test_answers_carry_the_hubs_time(hub: Hub, clock: Clock) -> None:
    clock.now = START + 61
    answer = asked(hub, f"{hub.address}/repos/{hub.full_name}")
    assert answer.headers["Date"] == "Mon, 05 Jan 2026 12:01:01 GMT"


def test_labels_may_be_given_as_a_bare_list(seen_by: Seen, people: People) -> None:
    people.open_issue("ana", "First")
    seen_by().get_issue(1).add_to_labels("voting")
    assert [label.name for label in seen_by().get_issue(1).labels] == ["voting"]


def test_pygithub_reads_past_the_first_page(seen_by: Seen, people: People) -> None:
    people.open_issue("ana", "First")
    for number in range(35):
        people.comment("ana", 1, f"{number}")
    assert len(list(seen_by().get_issue(1).get_comments())) == 35


def test_comments_of_all_threads_come_oldest_first_unless_asked(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    ids = [people.comment("ana", 1, text).id for text in ("one", "two")]
    url = f"{hub.address}/repos/{hub.full_name}/issues/comments"
    assert [c["id"] for c in asked(hub, url).json()] == ids


def test_a_new_reaction_is_told_from_a_repeated_one(hub: Hub, people: People) -> None:
    people.open_issue("ana", "First")
    path = f"issues/comments/{people.comment('ana', 1, 'yay').id}/reactions"
    assert [post(hub, path, content="eyes").status_code for _ in range(2)] == [201, 200]
