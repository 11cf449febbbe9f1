"""Posting to GitHub: what is sent, and what is left alone."""

from __future__ import annotations

import pytest

from engine.forge.github import GitHubForge
from engine.referee.ports import Gone
from tests.forge.fake_github import NOW, Told, Web, comment, issue

ROOT = "/api/v3/repos/ana/island"


def sent(web: Web) -> list[tuple[str, object]]:
    return [(str(asked).replace(ROOT, ""), asked.body) for asked in web.asked]


def test_a_new_comment_comes_back_with_its_id(web: Web, forge: GitHubForge) -> None:
    web.script(Told(comment(), 201))
    posted = forge.create_comment(12, "yay")
    assert (posted.id, posted.thread, posted.created_at) == (345, 12, NOW)
    assert sent(web) == [("POST /issues/12/comments", {"body": "yay"})]


def test_a_new_issue_comes_back_with_its_number(web: Web, forge: GitHubForge) -> None:
    web.script(Told(issue(13), 201))
    assert forge.create_issue("Hunger", "Ur is hungry", ["hunger"], "ana").number == 13
    wanted = {"title": "Hunger", "body": "Ur is hungry", "labels": ["hunger"], "assignees": ["ana"]}
    assert sent(web) == [("POST /issues", wanted)]


def test_an_update_sends_only_what_is_given(web: Web, forge: GitHubForge) -> None:
    web.script(Told({}))
    forge.update_issue(12, state="closed")
    forge.update_issue(12, title="", assignees=[])
    forge.update_issue(12)
    assert sent(web) == [
        ("PATCH /issues/12", {"state": "closed"}),
        ("PATCH /issues/12", {"title": "", "assignees": []}),
    ]


def test_labels_are_added_and_removed_one_by_one(web: Web, forge: GitHubForge) -> None:
    web.script(Told([{"name": "theirs"}, {"name": "a/b ü"}]), Told([]))
    assert forge.add_labels(12, ["a/b ü"]) == ("theirs", "a/b ü")
    assert forge.add_labels(12, []) == ()
    forge.remove_label(12, "a/b ü")
    labels = "/issues/12/labels"
    assert sent(web) == [(f"POST {labels}", {"labels": ["a/b ü"]}), (f"DELETE {labels}/a%2Fb%20%C3%BC", None)]


def test_a_label_that_is_not_there_is_as_good_as_removed(web: Web, forge: GitHubForge) -> None:
    web.script(Told({"message": "Label does not exist"}, 404), Told({"message": "Not Found"}, 404))
    forge.remove_label(12, "x")
    with pytest.raises(Gone):
        forge.remove_label(12, "x")


def test_a_comment_that_is_not_there_is_as_good_as_deleted(web: Web, forge: GitHubForge) -> None:
    web.script(Told(None, 204), Told({"message": "Not Found"}, 404))
    forge.delete_comment(345)
    forge.delete_comment(345)
    assert sent(web) == [("DELETE /issues/comments/345", None)] * 2


def test_to_delete_a_comment_is_tried_again_where_the_forge_fails_for_a_moment(web: Web, forge: GitHubForge) -> None:
    web.script(Told({}, 502), Told(None, 204))
    forge.delete_comment(345)
    assert sent(web) == [("DELETE /issues/comments/345", None)] * 2


def test_reactions_and_statuses_are_sent(web: Web, forge: GitHubForge) -> None:
    web.script(Told({}, 201))
    forge.react(345, "+1")
    forge.set_status("a" * 40, "success", "x" * 141, "nomic/vote")
    assert sent(web)[0] == ("POST /issues/comments/345/reactions", {"content": "+1"})
    path, body = sent(web)[1]
    assert path == f"POST /statuses/{'a' * 40}"
    assert body == {"state": "success", "description": "x" * 139 + "…", "context": "nomic/vote"}


def test_an_empty_answer_to_an_edit_is_fine(web: Web, forge: GitHubForge) -> None:
    web.script(Told(status=204))
    forge.edit_comment(345, "nay")
    assert sent(web) == [("PATCH /issues/comments/345", {"body": "nay"})]
