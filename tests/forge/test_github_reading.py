"""Reading GitHub: shapes, budgets of requests, and the clock."""

from __future__ import annotations

from typing import Any

import pytest

from engine.forge.github import GitHubForge
from engine.referee.ports import Account, Comment, Gone, Pull, Rationed, Thread, Unreachable
from tests.forge.fake_github import NOW, TOKEN, Asked, Told, Web, comment, issue, user

SHA = "a" * 40


def test_an_idle_pass_asks_twice_and_the_clock_asks_nothing(web: Web, forge: GitHubForge) -> None:
    assert forge.threads_since(NOW) == []
    assert forge.comments_since(NOW) == []
    assert forge.server_time() == NOW
    assert [str(asked) for asked in web.asked] == [
        "GET /api/v3/repos/ana/island/issues",
        "GET /api/v3/repos/ana/island/issues/comments",
    ]


def test_one_vote_costs_six_requests(web: Web, forge: GitHubForge) -> None:
    def answer(asked: Asked) -> Told:
        if asked.method == "POST":
            return Told(comment() if asked.path.endswith("comments") else {}, 201)
        return Told([comment()] if "comments" in asked.path else [issue()])

    web.answer = answer
    for thread in forge.threads_since(NOW):
        assert (thread.title, thread.author, thread.labels) == ("Beer", Account(7, "ana"), ("voting",))
    for each in forge.comments_since(NOW):
        assert forge.comments_of(each.thread) == [each]
        forge.react(each.id, "+1")
        forge.create_comment(each.thread, "counted")
    forge.set_status(SHA, "pending", "1 of 3", "nomic/vote")
    assert len(web.asked) == 6


def test_the_lists_are_asked_for_by_time_oldest_change_first(web: Web, forge: GitHubForge) -> None:
    forge.threads_since(NOW)
    assert web.asked[0].query == {
        "state": "all",
        "since": "2026-01-05T12:00:00Z",
        "sort": "updated",
        "direction": "asc",
        "per_page": "100",
        "page": "1",
    }
    forge.comments_since(None)
    assert "since" not in web.asked[1].query


def test_an_issue_is_read_without_a_further_request(web: Web, forge: GitHubForge) -> None:
    web.script(Told([issue(assignees=[user("bo", 8)], state="closed", body="Hi", updated_at="2026-01-05T12:00:01Z")]))
    assert forge.threads_since(None) == [
        Thread(
            12, "issue", "Beer", "Hi", Account(7, "ana"), "MEMBER", ("voting",), ("bo",), "closed", False, NOW, NOW + 1
        )
    ]
    assert len(web.asked) == 1


@pytest.mark.parametrize(("merged_at", "merged"), [(None, False), ("2026-01-05T12:00:00Z", True)])
def test_a_pull_request_in_the_list_of_issues_says_whether_it_is_merged(
    web: Web, forge: GitHubForge, merged_at: str | None, merged: bool
) -> None:
    web.script(Told(issue(pull_request={"merged_at": merged_at})))
    thread = forge.thread(12)
    assert (thread.kind, thread.merged) == ("pull", merged)


def test_bots_are_known_as_bots(web: Web, forge: GitHubForge) -> None:
    web.script(Told([comment(user=user("github-actions[bot]", 41898282, "Bot"))]))
    assert forge.comments_since(None)[0].author == Account(41898282, "github-actions[bot]", bot=True)


@pytest.mark.parametrize("gone", [None, user("ghost", 10137)])
def test_a_deleted_account_is_no_author(web: Web, forge: GitHubForge, gone: Any) -> None:
    web.script(Told([comment(user=gone, body=None)]))
    assert forge.comments_since(None) == [Comment(345, 12, None, "NONE", "", NOW, NOW)]


def test_a_pull_request_has_base_and_head(web: Web, forge: GitHubForge) -> None:
    raw = {"number": 12, "base": {"ref": "main"}, "head": {"sha": SHA}, "state": "open", "merged": False}
    web.script(Told(raw))
    assert forge.pull(12) == Pull(12, "main", SHA, "open", False)


def test_lone_surrogates_do_not_get_in(web: Web, forge: GitHubForge) -> None:
    web.script(Told([comment(body="\ud800x")]))  # JSON writes it as an escape
    assert forge.comments_since(None)[0].body == "\ufffdx"


def test_the_clock_asks_something_cheap_when_nothing_was_asked_before(web: Web, forge: GitHubForge) -> None:
    web.script(Told({}))
    assert forge.server_time() == NOW
    assert len(web.asked) == 1


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"permission": "write", "role_name": "maintain"}, "maintain"),
        ({"permission": "admin"}, "admin"),
        ({"permission": "read", "role_name": "gardener"}, "read"),
        ({"permission": "none", "role_name": ""}, "none"),
    ],
)
def test_a_permission_is_the_role_where_github_names_one(
    web: Web, forge: GitHubForge, raw: dict[str, str], expected: str
) -> None:
    web.script(Told(raw))
    assert forge.permission("ana") == expected


def test_an_app_has_no_permission_but_a_missing_repository_is_an_error(web: Web, forge: GitHubForge) -> None:
    web.script(Told({"message": "github-actions[bot] is not a user"}, 404), Told({"message": "Not Found"}, 404))
    assert forge.permission("github-actions[bot]") == "none"
    assert web.asked[0].path.endswith("/collaborators/github-actions%5Bbot%5D/permission")
    with pytest.raises(Gone):
        forge.permission("ana")


def status(context: str, state: str, identity: int = 1) -> dict[str, Any]:
    return {"id": identity, "context": context, "state": state}


def check(
    conclusion: str | None, identity: int = 1, name: str = "", suite: int = 1, app: int | None = 15_368
) -> dict[str, Any]:
    return {
        "id": identity,
        "name": name or f"check {identity}",
        "status": "completed" if conclusion else "in_progress",
        "conclusion": conclusion,
        "check_suite": {"id": suite},
        "app": None if app is None else {"id": app},
    }


def suite(conclusion: str | None, identity: int = 1) -> dict[str, Any]:
    return {"id": identity, "status": "completed" if conclusion else "queued", "conclusion": conclusion}


@pytest.mark.parametrize(
    ("statuses", "runs", "expected"),
    [
        ([], [], "passed"),
        ([status("nomic/vote", "failure")], [], "passed"),
        ([status("lint", "error")], [check("success")], "failed"),
        ([status("lint", "error")], [check(None)], "pending"),
        ([status("lint", "success")], [check("skipped"), check("neutral", 2)], "passed"),
        ([status("lint", "pending")], [check("success")], "pending"),
        ([], [check(None), check("timed_out", 2)], "failed"),
        ([], [check("success"), check(None, 2)], "pending"),
    ],
)
def test_checks_are_as_good_as_the_worst_of_them(
    web: Web, forge: GitHubForge, statuses: list[Any], runs: list[Any], expected: str
) -> None:
    listed(web, runs, statuses=statuses)
    assert forge.checks(SHA) == expected
    passed = all(run["conclusion"] in ("success", "skipped", "neutral") for run in runs)
    assert len(web.asked) == (3 if passed else 1)  # nothing else decides where a run has not passed


def listed(web: Web, runs: list[Any], suites: list[Any] | None = None, statuses: list[Any] | None = None) -> None:
    told = {"check-runs": {"check_runs": runs}, "check-suites": {"check_suites": suites or []}}
    web.answer = lambda asked: Told(told.get(asked.path.rpartition("/")[2], {"statuses": statuses or []}))


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ([check("cancelled", 1, "check", 1), check("success", 2, "check", 2)], "passed"),
        ([check("success", 2, "check", 2), check("failure", 1, "check", 1)], "passed"),
        ([check("success", 1, "check", 1), check("failure", 2, "check", 2)], "failed"),
        ([check("success", 1, "check", 1), check(None, 2, "check", 2)], "pending"),
        ([check("failure", 1, "check", 1, 7), check("success", 2, "check", 2, 8)], "failed"),
        ([check("failure", 1, "check", 1, None), check("success", 2, "check", 2)], "failed"),
        ([check("failure", 1, "other", 1), check("success", 2, "check", 2)], "failed"),
    ],
)
def test_of_a_check_that_ran_again_over_the_same_commit_the_newest_run_counts(
    web: Web, forge: GitHubForge, runs: list[Any], expected: str
) -> None:
    """As where a pull request was reopened, or got another title: GitHub lists both, each in a suite of its own."""
    listed(web, runs)
    assert forge.checks(SHA) == expected


@pytest.mark.parametrize(
    ("runs", "suites", "expected"),
    [
        ([], [suite("action_required")], "pending"),
        ([check("success", suite=1)], [suite("success"), suite("action_required", 2)], "pending"),
        ([check("success", suite=2)], [suite("action_required"), suite("success", 2)], "passed"),
        ([], [suite(None), suite("success", 2), suite("cancelled", 3)], "passed"),
    ],
)
def test_a_workflow_that_waits_to_be_let_begin_has_not_passed(
    web: Web, forge: GitHubForge, runs: list[Any], suites: list[Any], expected: str
) -> None:
    """So it is with what a newcomer proposes: it has no run until an administrator has approved it. Of other apps suites lie idle."""
    listed(web, runs, suites)
    assert forge.checks(SHA) == expected


@pytest.mark.parametrize(
    "raw",
    [
        {"number": 12},
        issue(user=user(number=True)),
        issue(title=None),
        issue(state="merged"),
        issue(labels=None),
        issue(updated_at="soon"),
        issue(user={"login": "ana"}),
        issue(user=user(number=10**18)),
        "thread",
    ],
)
def test_an_answer_of_another_form_decides_nothing(web: Web, forge: GitHubForge, raw: Any) -> None:
    web.script(Told(raw))
    with pytest.raises(Unreachable, match="not of GitHub's form"):
        forge.thread(12)


def test_the_token_travels_in_a_header_only(web: Web, forge: GitHubForge) -> None:
    forge.threads_since(None)
    assert web.asked[0].headers["Authorization"] == f"token {TOKEN}"
    assert TOKEN not in web.asked[0].path + str(web.asked[0].query)


def test_when_an_issue_was_edited_is_asked_of_the_other_interface(web: Web, forge: GitHubForge) -> None:
    def told(issue: object, **more: Any) -> Told:
        return Told({"data": {"repository": {"issue": issue}}, **more})

    def issue(edited: str | None, *brought: str) -> dict[str, Any]:
        return {"lastEditedAt": edited, "timelineItems": {"nodes": [{"createdAt": each} for each in brought]}}

    now, before = "2026-01-05T12:00:00Z", "2026-01-04T12:00:00Z"
    web.script(*map(told, (issue(None), issue(now), issue(None, now), issue(before, now), issue(now, before))))
    assert [forge.edited_at(5) for _ in range(5)] == [None, NOW, NOW, NOW, NOW]
    web.script(told(issue(now)), told(issue(None, now)))
    assert [forge.brought_at(5) for _ in range(2)] == [None, NOW]
    assert str(web.asked[0]) == "POST /api/graphql"
    assert web.asked[0].body["variables"] == {"owner": "ana", "name": "island", "number": 5}
    web.script(told(None, errors=[{"type": "NOT_FOUND"}]), Told({"data": None, "errors": [{"type": "FORBIDDEN"}]}))
    for _ in range(2):
        with pytest.raises(Gone):
            forge.edited_at(5)
    web.script(told({}))
    with pytest.raises(Unreachable):
        forge.edited_at(5)


def test_which_comments_nobody_edited_is_asked_of_it_in_one_request(web: Web, forge: GitHubForge) -> None:
    def told(number: object, edited: str | None) -> dict[str, Any]:
        times = {"createdAt": "2026-01-05T11:59:58Z", "updatedAt": "2026-01-05T12:00:00Z", "lastEditedAt": edited}
        return {"fullDatabaseId": number, **times}

    nodes = [told("4294967296", None), told(7, None), told("8", "2026-01-05T12:00:00Z"), None]
    web.script(Told({"data": {"repository": {"issueOrPullRequest": {"comments": {"nodes": nodes}}}}}))
    assert forge.never_edited(5) == {4294967296: (NOW - 2, NOW), 7: (NOW - 2, NOW)}
    assert web.asked[0].body["variables"] == {"owner": "ana", "name": "island", "number": 5}
    web.script(Told({"data": {"repository": {"issueOrPullRequest": {"comments": {"nodes": [told("x", None)]}}}}}))
    with pytest.raises(Unreachable):
        forge.never_edited(5)


@pytest.mark.parametrize(
    "said",
    [
        {"data": None, "errors": [{"message": "Something went wrong while executing your query."}]},
        {"errors": [{"type": "RATE_LIMITED", "message": "API rate limit exceeded"}]},
        {
            "errors": [
                {"type": "RATE_LIMIT", "code": "graphql_rate_limit", "message": "API rate limit already exceeded"}
            ]
        },
        {"data": {"repository": None}, "errors": [{"type": "INTERNAL"}, {"type": "NOT_FOUND"}]},
        {"data": {"repository": None}, "errors": "x"},
        {"data": None},
        [],
    ],
)
def test_an_answer_that_tells_of_a_failure_says_nothing_of_edits(web: Web, forge: GitHubForge, said: object) -> None:
    web.script(Told(said))
    with pytest.raises(Unreachable) as raised:
        forge.edited_at(5)
    assert isinstance(raised.value, Rationed) == ("RATE_LIMIT" in str(said))
