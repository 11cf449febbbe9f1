"""The model of GitHub's behaviour, without a network."""

from __future__ import annotations

from typing import Any

import pytest

from engine.hub.accounts import BOT_ID
from engine.hub.model import Invalid, Missing
from engine.hub.threads import Pull
from tests.begun import START, Clock
from tests.github.model import Model


@pytest.fixture
def model(clock: Clock) -> Model:
    made = Model("commons", "game", clock)
    made.account("commons")
    return made


@pytest.fixture
def ana(model: Model) -> int:
    return model.account("ana").id


def pull(model: Model, author: int, head: str = "a" * 40, base: str = "main") -> int:
    return model.open_thread(author, "A proposal", "", pull=Pull(base, "branch", head, "commons/game")).number


def test_issues_and_pull_requests_share_one_sequence_of_numbers(model: Model, ana: int) -> None:
    first = model.open_thread(ana, "An issue", "").number
    assert [first, pull(model, ana), model.open_thread(ana, "Another", "").number] == [1, 2, 3]


def test_an_account_keeps_its_id_when_its_login_changes(model: Model, ana: int) -> None:
    model.accounts[ana].login = "anna"
    assert model.account("Anna").id == ana
    assert model.account("ana").id != ana


def test_since_is_on_the_time_of_the_last_change_and_includes_it(model: Model, ana: int, clock: Clock) -> None:
    number = model.open_thread(ana, "The table", "").number
    comment = model.comment(ana, number, "yay")
    clock.now += 100
    assert model.comments_since(START) == [comment]
    assert model.comments_since(START + 1) == []
    model.edit_comment(ana, comment.id, "nay")
    assert model.comments_since(START + 100) == [comment]
    assert model.comments_since(START + 101) == []


def test_an_edit_moves_updated_at_and_leaves_created_at(model: Model, ana: int, clock: Clock) -> None:
    number = model.open_thread(ana, "The table", "").number
    comment = model.comment(ana, number, "yay")
    clock.now += 5
    model.edit_comment(ana, comment.id, "nay")
    assert (comment.created_at, comment.updated_at, comment.body) == (START, START + 5, "nay")


def test_a_deleted_comment_is_in_no_list_and_moves_its_thread(model: Model, ana: int, clock: Clock) -> None:
    thread = model.open_thread(ana, "The table", "")
    comment = model.comment(ana, thread.number, "yay")
    clock.now += 7
    model.delete_comment(ana, comment.id)
    assert model.comments_of(thread.number) == model.comments_since(None) == []
    assert thread.updated_at == START + 7
    with pytest.raises(Missing):
        model.find_comment(comment.id)


def test_only_the_author_or_a_writer_changes_a_comment(model: Model, ana: int) -> None:
    comment = model.comment(ana, model.open_thread(ana, "The table", "").number, "yay")
    stranger = model.account("bo").id
    with pytest.raises(PermissionError):
        model.edit_comment(stranger, comment.id, "nay")
    with pytest.raises(PermissionError):
        model.delete_comment(stranger, comment.id)
    writer = model.account("cy", "write").id
    assert model.edit_comment(writer, comment.id, "nay").body == "nay"


@pytest.mark.parametrize("body", ["", " \n", "x" * 65_537])
def test_a_comment_holds_between_1_and_65536_characters(model: Model, ana: int, body: str) -> None:
    number = model.open_thread(ana, "The table", "").number
    with pytest.raises(Invalid):
        model.comment(ana, number, body)
    assert model.comment(ana, number, "x" * 65_536).body


def test_in_a_locked_conversation_only_people_with_write_access_say_something_new(model: Model, ana: int) -> None:
    number, owner = model.open_thread(ana, "Talk", "").number, model.account("commons").id
    said = model.comment(BOT_ID, number, "Hello").id
    with pytest.raises(PermissionError):
        model.lock(ana, number)
    model.lock(owner, number)
    for who in (ana, BOT_ID):
        with pytest.raises(PermissionError, match="locked"):
            model.comment(who, number, "And?")
    model.edit_comment(BOT_ID, said, "Good bye")
    model.add_labels(BOT_ID, number, ["over"])
    model.comment(owner, number, "That is enough.")
    model.lock(owner, number, locked=False)
    assert model.comment(ana, number, "And?").body == "And?"


def test_labels_appear_on_first_use_and_others_stay_when_one_goes(model: Model, ana: int) -> None:
    thread = model.open_thread(ana, "The table", "")
    model.add_labels(BOT_ID, thread.number, ["voting", "hot"])
    model.add_labels(BOT_ID, thread.number, ["hot"])
    assert set(model.labels) == {"voting", "hot"}
    model.add_labels(BOT_ID, thread.number, ["Voting"])
    assert thread.labels == ["voting", "hot"]
    model.remove_label(BOT_ID, thread.number, "voting")
    assert thread.labels == ["hot"]
    with pytest.raises(Missing):
        model.remove_label(BOT_ID, thread.number, "voting")


def test_who_cannot_be_assigned_is_left_out_without_a_word(model: Model, ana: int) -> None:
    thread = model.open_thread(ana, "The table", "")
    model.account("bo", "triage")
    model.account("cy")
    model.set_assignees(BOT_ID, thread.number, ["ana", "bo", "cy", "nobody"])
    assert {model.accounts[a].login for a in thread.assignees} == {"ana", "bo"}


def test_a_reaction_is_there_once_and_is_no_event(model: Model, ana: int) -> None:
    comment = model.comment(ana, model.open_thread(ana, "The table", "").number, "yay")
    told: list[str] = []
    model.listeners.append(lambda event, action, more: told.append(action))
    assert model.react(BOT_ID, comment.id, "eyes") == model.react(BOT_ID, comment.id, "eyes")
    assert told == []


def test_a_push_of_a_head_to_its_base_merges_the_pull_request_indirectly(model: Model, ana: int, clock: Clock) -> None:
    number, other = pull(model, ana), pull(model, ana, "b" * 40)
    clock.now += 9
    model.pushed("main", "f" * 40, lambda head, tip: head == "a" * 40, BOT_ID)
    merged, still = model.thread(number), model.thread(other)
    assert merged.pull is not None and still.pull is not None
    assert (merged.state, merged.pull.merged_at, merged.updated_at) == ("closed", START + 9, START + 9)
    assert (still.state, still.pull.merged_at) == ("open", None)


def test_neither_a_push_elsewhere_nor_a_closed_pull_request_is_a_merge(model: Model, ana: int) -> None:
    elsewhere, closed = pull(model, ana, base="next"), pull(model, ana)
    model.update_thread(ana, closed, state="closed")
    model.pushed("main", "f" * 40, lambda head, tip: True, BOT_ID)
    assert [t.pull.merged_at for n in (elsewhere, closed) if (t := model.thread(n)).pull] == [None, None]


def test_a_merged_pull_request_stays_closed(model: Model, ana: int) -> None:
    number = pull(model, ana)
    model.pushed("main", "f" * 40, lambda head, tip: True, BOT_ID)
    with pytest.raises(Invalid):
        model.update_thread(ana, number, state="open", title="Open again")
    assert model.thread(number).title != "Open again", "all of it is done, or nothing"


def test_every_change_is_told_under_githubs_name_for_it(model: Model, ana: int) -> None:
    told: list[tuple[str, str]] = []

    def listen(event: str, action: str, more: dict[str, Any]) -> None:
        told.append((event, action))

    model.listeners.append(listen)
    number = model.open_thread(ana, "The table", "").number
    comment = model.comment(ana, number, "yay")
    model.edit_comment(ana, comment.id, "nay")
    model.delete_comment(ana, comment.id)
    model.add_labels(ana, number, ["hot"])
    model.update_thread(ana, number, state="closed")
    model.update_thread(ana, number, state="open")
    model.head_moved(ana, pull(model, ana), "c" * 40)
    said = [("issue_comment", action) for action in ("created", "edited", "deleted")]
    issues = [("issues", action) for action in ("labeled", "closed", "reopened")]
    assert told == [("issues", "opened"), *said, *issues, ("pull_request", "opened"), ("pull_request", "synchronize")]
