"""What GitHub refuses, and what the network does: each an error with its remedy, and nothing half read."""

from __future__ import annotations

import socket
from collections.abc import Callable
from email.utils import formatdate

import pytest

from engine.forge import errors
from engine.forge.errors import Request
from engine.forge.github import GitHubForge
from engine.forge.wire import Pace
from engine.game.happening import SECONDS_SEEN
from engine.referee.ports import Deleted, Denied, ForgeError, Gone, Unprocessable, Unreachable
from tests.forge.fake_github import NOW, TOKEN, Asked, Told, Web, comment, issue

QUICK = Pace(between_requests=0, between_writes=0, timeout=1)


def failure(act: Callable[[], object]) -> ForgeError:
    with pytest.raises(ForgeError) as caught:
        act()
    error = caught.value
    assert error.cause
    assert error.remedy
    assert "\n" not in error.cause + error.remedy
    assert TOKEN not in error.cause + error.remedy
    return error


def said(status: int, message: str, **headers: str) -> Told:
    return Told({"message": message}, status, {name.replace("_", "-"): value for name, value in headers.items()})


def test_a_401_says_that_the_token_is_not_accepted(web: Web, forge: GitHubForge) -> None:
    web.script(said(401, "Bad credentials"))
    error = failure(lambda: forge.threads_since(None))
    assert isinstance(error, Denied)
    assert "token" in error.cause
    assert "GITHUB_TOKEN" in error.remedy
    assert len(web.asked) == 1


@pytest.mark.parametrize(
    ("act", "permission"),
    [
        (lambda forge: forge.threads_since(None), "issues: read"),
        (lambda forge: forge.create_comment(1, "x"), "issues: write` and `pull-requests: write"),
        (lambda forge: forge.set_status("a" * 40, "success", "x", "nomic/vote"), "statuses: write"),
        (lambda forge: forge.pull(1), "pull-requests: read"),
        (lambda forge: forge.checks("a" * 40), "checks: read"),
    ],
)
def test_a_403_names_the_permission_the_workflow_lacks(
    web: Web, forge: GitHubForge, act: Callable[[GitHubForge], object], permission: str
) -> None:
    web.script(said(403, "Resource not accessible by integration"))
    error = failure(lambda: act(forge))
    assert isinstance(error, Denied)
    assert permission in error.remedy
    assert len(web.asked) == 1


@pytest.mark.parametrize(
    "errors",
    [["User is blocked"], [{"resource": "IssueComment", "message": "User is blocked"}, {"code": "missing"}, 7]],
)
def test_what_is_wrong_with_what_was_sent_is_told_in_githubs_words(
    web: Web, forge: GitHubForge, errors: list[object]
) -> None:
    """As where somebody has blocked the account that answers them."""
    web.script(Told({"message": "Validation Failed", "errors": errors}, 422))
    error = failure(lambda: forge.create_comment(1, "x"))
    assert isinstance(error, Unprocessable)
    assert "(Validation Failed: User is blocked)" in error.cause


def test_a_403_names_the_permission_as_github_does(web: Web, forge: GitHubForge) -> None:
    web.script(said(403, "Resource not accessible by integration", X_Accepted_GitHub_Permissions="pull_requests=write"))
    assert "`pull-requests: write`" in failure(lambda: forge.add_labels(1, ["x"])).remedy


@pytest.mark.parametrize(
    ("status", "words", "remedy"),
    [
        (403, "Repository was archived so is read-only.", "unarchive"),
        (410, "Issues has been disabled in this repository.", "Features: Issues"),
        (410, "Issues are disabled for this repo", "Features: Issues"),
        (403, "Resource protected by organization SAML enforcement.", "Configure SSO"),
        (403, "the `x` organization has an IP allow list enabled, and your IP address is not permitted", "list"),
        (403, "Repository has been locked for migration.", "unlock"),
        (403, "Repository access blocked", "support.github.com"),
        (451, "Repository access blocked", "support.github.com"),
        (451, "", "support.github.com"),
        (403, "Sorry. Your account was suspended.", "support.github.com"),
    ],
)
def test_what_is_closed_to_everybody_is_no_lack_of_rights_and_nothing_is_gone(
    web: Web, forge: GitHubForge, status: int, words: str, remedy: str
) -> None:
    web.script(said(status, words))
    for act in (lambda: forge.threads_since(None), lambda: forge.comments_of(1), lambda: forge.create_comment(1, "x")):
        error = failure(act)
        assert isinstance(error, Denied)
        assert remedy in error.remedy and "permissions:" not in error.remedy


def test_a_locked_conversation_is_no_lack_of_rights(web: Web, forge: GitHubForge) -> None:
    web.script(said(403, "Unable to create comment because issue is locked."))
    with pytest.raises(Unprocessable) as caught:
        forge.create_comment(12, "yay")
    assert "Unlock" in caught.value.remedy


def test_a_conversation_that_is_full_is_no_lack_of_rights(web: Web, forge: GitHubForge) -> None:
    web.script(said(403, "Commenting is disabled on issues with more than 2500 comments"))
    with pytest.raises(Unprocessable) as caught:
        forge.create_comment(12, "yay")
    assert "/correct game game table" in caught.value.remedy


def test_an_account_that_is_blocked_is_no_locked_conversation(web: Web, forge: GitHubForge) -> None:
    web.script(said(403, "Repository access blocked"))
    assert isinstance(failure(lambda: forge.create_comment(12, "yay")), Denied)


def test_a_missing_repository_is_not_taken_for_an_empty_one(web: Web, forge: GitHubForge) -> None:
    web.script(said(404, "Not Found"))
    assert isinstance(failure(lambda: forge.threads_since(None)), Denied)
    assert isinstance(failure(lambda: forge.comments_since(None)), Denied)


@pytest.mark.parametrize(
    ("status", "kind"),
    [(404, Gone), (410, Deleted), (409, Unprocessable), (422, Unprocessable), (400, Unprocessable)],
)
def test_one_threads_error_is_told_from_the_servers(
    web: Web, forge: GitHubForge, status: int, kind: type[ForgeError]
) -> None:
    web.script(said(status, "no"))
    assert type(failure(lambda: forge.edit_comment(1, "x"))) is kind
    assert len(web.asked) == 1


def test_a_502_in_the_middle_of_a_list_gives_no_part_of_it(web: Web, forge: GitHubForge, slept: list[float]) -> None:
    link = {"Link": f'<{web.url}/repos/ana/island/issues?page=2>; rel="next"'}
    full = [comment(each, updated_at=f"2026-01-05T12:{each // 60:02}:{each % 60:02}Z") for each in range(1, 101)]
    web.script(Told(full, headers=link), said(502, "Bad gateway"))
    error = failure(lambda: forge.comments_since(None))
    assert isinstance(error, Unreachable)
    assert "502" in error.cause
    assert len(web.asked) == 1 + 4
    assert slept == [1, 2, 4]


def test_a_list_that_goes_on_by_a_cursor_does_not_end_with_its_first_page(web: Web, forge: GitHubForge) -> None:
    link = {"Link": f'<{web.url}/repositories/1/issues/comments?per_page=100&after=Y3Vyc29y%3D>; rel="next"'}
    full = [comment(each, updated_at=f"2026-01-05T12:{each // 60:02}:{each % 60:02}Z") for each in range(1, 101)]
    web.script(Told(full, headers=link), Told([comment(101, updated_at="2026-01-05T13:00:00Z")]))
    assert [each.id for each in forge.comments_since(None)] == list(range(1, 102))


def test_a_502_that_passes_is_not_noticed(web: Web, forge: GitHubForge) -> None:
    web.script(said(502, ""), said(503, "", Retry_After="7"), Told([issue()]))
    assert [thread.number for thread in forge.threads_since(None)] == [12]


@pytest.mark.parametrize("fault", [said(500, ""), said(502, "", Retry_After="1"), Told(comment(), cut=5), Told(hang=3)])
def test_a_comment_is_never_sent_twice(web: Web, forge: GitHubForge, slept: list[float], fault: Told) -> None:
    web.script(fault)
    assert isinstance(failure(lambda: forge.create_comment(12, "yay")), Unreachable)
    assert isinstance(failure(lambda: forge.create_issue("Hunger", "", [], None)), Unreachable)
    assert len(web.asked) == 2
    assert slept == []


def test_what_may_be_done_twice_is_tried_again(web: Web, forge: GitHubForge) -> None:
    web.script(said(500, ""), Told({}))
    forge.edit_comment(1, "x")
    assert len(web.asked) == 2


def test_a_short_rate_limit_is_waited_for_even_before_a_comment(
    web: Web, forge: GitHubForge, slept: list[float]
) -> None:
    limit = said(403, "API rate limit exceeded", X_RateLimit_Remaining="0", X_RateLimit_Reset=str(NOW + 30))
    web.script(limit, Told(comment(), 201))
    assert forge.create_comment(12, "yay").id == 345
    assert slept == [31]


def test_a_secondary_limit_is_waited_for_as_long_as_github_says(
    web: Web, forge: GitHubForge, slept: list[float]
) -> None:
    web.script(
        said(403, "You have exceeded a secondary rate limit.", Retry_After="20"),
        said(429, "Too many requests"),
        Told([]),
    )
    forge.threads_since(None)
    assert slept == [20, 60]


def test_who_is_told_to_have_posted_too_quickly_waits_and_lacks_no_permission(
    web: Web, forge: GitHubForge, slept: list[float]
) -> None:
    wrong = {"resource": "IssueComment", "code": "unprocessable", "message": "was submitted too quickly"}
    web.script(Told({"message": "Validation Failed", "errors": [wrong]}, 403), Told(comment(), 201))
    assert forge.create_comment(12, "yay").id == 345
    assert slept == [60]


def test_a_long_rate_limit_is_not_waited_for(web: Web, forge: GitHubForge, slept: list[float]) -> None:
    web.script(said(403, "API rate limit exceeded", X_RateLimit_Remaining="0", X_RateLimit_Reset=str(NOW + 1800)))
    error = failure(lambda: forge.threads_since(None))
    assert isinstance(error, Unreachable)
    assert "rate limit" in error.cause
    assert slept == []


def test_all_waits_of_a_pass_together_are_bounded(web: Web, forge: GitHubForge, slept: list[float]) -> None:
    web.script(said(429, "Too many requests"))
    for _ in range(5):
        failure(lambda: forge.threads_since(None))
    assert sum(slept) <= 120


@pytest.mark.parametrize("told", [Told([issue()], cut=9), Told(raw=b'[{"id": 1'), Told(raw=b"<html>"), Told(raw=b"")])
def test_an_answer_cut_short_is_no_answer(web: Web, forge: GitHubForge, told: Told) -> None:
    web.script(told)
    assert isinstance(failure(lambda: forge.threads_since(None)), Unreachable)


# What is cleared away while the stack is full fails, too, and is none of the answer's.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_answer_nested_too_deeply_is_no_answer(web: Web, forge: GitHubForge) -> None:
    web.script(Told(raw=b"[" * 100_000))
    assert isinstance(failure(lambda: forge.threads_since(None)), Unreachable)


def test_silence_ends_in_an_error(web: Web, slept: list[float]) -> None:
    pace = Pace(between_requests=0, between_writes=0, timeout=1, attempts=1)
    web.script(Told([], hang=3))
    forge = GitHubForge(web.url, TOKEN, "ana/island", pace=pace, sleep=slept.append)
    error = failure(lambda: forge.threads_since(None))
    assert isinstance(error, Unreachable)
    assert "in time" in error.cause


def test_nobody_listening_is_an_error(slept: list[float]) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        forge = GitHubForge(url, TOKEN, "ana/island", pace=QUICK, sleep=slept.append)
        error = failure(lambda: forge.threads_since(None))
    assert isinstance(error, Unreachable)
    assert "GITHUB_API_URL" in error.remedy


def test_a_server_without_tls_is_an_error(web: Web, slept: list[float]) -> None:
    forge = GitHubForge(web.url.replace("http:", "https:"), TOKEN, "ana/island", pace=QUICK, sleep=slept.append)
    error = failure(lambda: forge.threads_since(None))
    assert isinstance(error, Unreachable)
    assert "TLS" in error.cause


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_renamed_repository_is_not_followed(web: Web, forge: GitHubForge, status: int) -> None:
    web.answer = lambda asked: redirect(asked, web, status)
    error = failure(lambda: forge.threads_since(NOW))
    assert isinstance(error, Unreachable)
    assert "GITHUB_REPOSITORY" in error.remedy


def test_of_what_went_elsewhere_it_is_said_whether_it_is_a_thread_or_a_branch_that_was_renamed() -> None:
    thread, branch = (errors.transferred(Request("GET", path)) for path in ("issues/7", "branches/main/protection"))
    assert "it was transferred to another repository" in thread.cause
    assert ("the branch has another name by now" in branch.cause, branch.remedy) == (True, "Give it its name back.")


@pytest.mark.parametrize("status", [300, 304, 305])
def test_what_leads_nowhere_says_neither_that_a_thread_is_gone_nor_that_the_repository_is(
    web: Web, forge: GitHubForge, status: int
) -> None:
    web.answer = lambda asked: Told({}, status) if "issues" in asked.path else Told({"full_name": "ana/island"})
    for look in (lambda: forge.thread(7), lambda: forge.comments_of(7), lambda: forge.threads_since(NOW)):
        error = failure(look)
        assert type(error) is Unreachable
        assert f"GitHub answered {status}" in error.cause and "GITHUB_REPOSITORY" not in error.remedy


def redirect(asked: Asked, web: Web, status: int) -> Told:
    if "repositories" in asked.path:
        return Told([])
    return Told({}, status, {"Location": f"{web.url}/repositories/1/issues"})


@pytest.mark.parametrize(
    ("url", "repository"),
    [
        *(
            (url, "a/b")
            for url in ("ftp://x", "http://[::1", "https://x:y", "https://x:99999", "https://é..x", "https://")
        ),
        *(("https://x", name) for name in ("a", "a/b/c", "a/b?")),
    ],
)
def test_wrong_settings_are_refused_at_once(url: str, repository: str) -> None:
    with pytest.raises(ForgeError, match="GITHUB_"):
        GitHubForge(url, TOKEN, repository)


@pytest.mark.parametrize("token", [" ", "two\nlines", "tökén"])
def test_what_is_no_token_is_said_before_anything_is_asked(token: str) -> None:
    with pytest.raises(Denied, match="token"):
        GitHubForge("https://api.github.com", token, "ana/island")


def test_a_line_break_behind_the_token_is_none_of_it(web: Web, slept: list[float]) -> None:
    GitHubForge(web.url, f"{TOKEN}\n", "ana/island", pace=QUICK, sleep=slept.append).threads_since(None)
    assert web.asked[0].headers["Authorization"] == f"token {TOKEN}"


def test_certificates_that_are_not_there_are_no_mistake_of_ours(
    monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/nowhere")
    forge = GitHubForge("https://127.0.0.1:9", TOKEN, "ana/island", pace=QUICK, sleep=slept.append)
    assert "REQUESTS_CA_BUNDLE" in failure(lambda: forge.threads_since(None)).remedy


@pytest.mark.parametrize("date", ["", "yesterday"])
def test_an_unreadable_date_decides_nothing(web: Web, forge: GitHubForge, date: str) -> None:
    web.script(Told([], headers={"Date": date}))
    assert isinstance(failure(lambda: (forge.threads_since(None), forge.server_time())), Unreachable)


@pytest.mark.parametrize("year", [1999, 2199])
def test_an_answer_with_a_false_date_tells_no_time_where_others_do(web: Web, slept: list[float], year: int) -> None:
    forge = by_the_clock(web, slept)
    web.script(Told([], headers={"Date": f"Tue, 01 Jan {year} 00:00:00 GMT"}), Told([]))
    forge.threads_since(None)
    forge.comments_since(None)
    assert forge.server_time() == NOW


@pytest.mark.parametrize("year", [1999, 2199])
def test_where_all_of_them_are_dated_falsely_nothing_is_decided_and_both_clocks_are_named(
    web: Web, slept: list[float], year: int
) -> None:
    forge = by_the_clock(web, slept)
    web.script(*[Told([], headers={"Date": f"Tue, 01 Jan {year} 00:00:00 GMT"})] * 2)
    error = failure(lambda: (forge.threads_since(None), forge.server_time()))
    assert isinstance(error, Unreachable)
    assert f"{year}-01-01" in error.cause and "this machine's clock" in error.remedy


def test_nor_does_one_that_is_so_far_ahead_that_what_is_said_until_then_would_never_be_read(
    web: Web, slept: list[float]
) -> None:
    forge = by_the_clock(web, slept)
    ahead = formatdate(NOW + SECONDS_SEEN, usegmt=True)
    web.script(Told([], headers={"Date": ahead}), Told([]))
    forge.threads_since(None)
    forge.comments_since(None)
    assert forge.server_time() == NOW


def test_clocks_that_differ_by_minutes_hold_nothing_up(web: Web, slept: list[float]) -> None:
    forge = by_the_clock(web, slept, ahead=600)
    web.script(Told([]))
    forge.threads_since(None)
    assert forge.server_time() == NOW


def by_the_clock(web: Web, slept: list[float], ahead: int = 0) -> GitHubForge:
    return GitHubForge(web.url, TOKEN, "ana/island", pace=QUICK, sleep=slept.append, clock=lambda: NOW + ahead)
