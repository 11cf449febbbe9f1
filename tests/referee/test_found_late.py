"""What is found when a thread is listed whole before a verdict, or by the trace of a deletion: votes, once each, and no command."""

from __future__ import annotations

import pytest

from engine.game.proposals import rescue
from engine.referee.ports import Comment
from tests.island import rule, with_rules
from tests.playthroughs.hub_stage import entries
from tests.referee.in_memory import Table
from tests.referee.test_edited_votes import SONG, edited, opened, pushed

AHOY = """def ahoy(player):
    put("players", player, get("players", player) | {"shells": get("players", player)["shells"] + 1})
"""
GREETING = rule(109, "Greetings", front='commands: [{usage: "ahoy", run: ahoy}]\n', code=AHOY)
RETRACTED = """def retracted(poll, text):
    return "retracted" if text.strip().lower() == "/retract" else None
"""
RETRACTING = rule(109, "Retracting", front="answers: {ballot: retracted}\n", code=RETRACTED)


def unlisted(table: Table, comment: int) -> None:
    """The list of what is new does not show a comment yet."""
    whole = table.island.forge.comments_since

    def without(since: int | None) -> list[Comment]:
        return [found for found in whole(since) if found.id != comment]

    table.island.forge.comments_since = without  # type: ignore[method-assign]


def removed_unread(table: Table, comment: int) -> None:
    """A moderator deletes a comment that no pass has read, and the next pass is told of it."""
    table.island.model.account("mo", "write")
    table.referee().run(table.deleted(comment, "mo"))


def choices(table: Table, number: int) -> list[tuple[str, str]]:
    return [(b["voter"], b["choice"]) for b in table.read(f"state/polls/{number}.yaml")["ballots"]]


def test_a_command_judged_long_before_the_vote_began_is_not_carried_out_again_where_one_pass_opens_and_decides() -> (
    None
):
    table = Table(with_rules({"109-greetings.md": GREETING}))
    table.wait()
    number = table.island.propose("ana", "Song", SONG)
    table.run()
    said = [table.say("ana", "ahoy", number) for _ in range(3)]
    said.append(table.say("bo", "yay", number))
    table.run()
    shells = table.shells()
    for _ in range(2):
        table.wait(3_600)
        table.say("bo", "/help")
        table.run()
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert table.shells() == shells
    judged = [entry["id"] for entry in entries(table.island.files())]
    assert [judged.count(f"comment/{comment}") for comment in said] == [1, 1, 1, 1]
    assert table.findings() == []


def test_a_command_that_a_moderator_deleted_unread_is_not_carried_out() -> None:
    table = Table(with_rules({"109-greetings.md": GREETING}))
    number, shells = opened(table), table.shells()
    removed_unread(table, table.say("ana", "ahoy", number))
    table.run()
    assert table.shells() == shells


@pytest.mark.parametrize("removed", [True, False], ids=["deleted unread by a moderator", "not listed yet"])
def test_a_vote_that_the_law_writes_like_a_command_is_found_before_the_verdict(removed: bool) -> None:
    table = Table(with_rules({"109-retracting.md": RETRACTING}))
    number = opened(table)
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run()
    retracted = table.say("bo", "/retract", number)
    if removed:
        removed_unread(table, retracted)
    else:
        unlisted(table, retracted)
    table.say("ana", "/resolve", number)
    table.run()
    assert choices(table, number) == [("ana", "yay"), ("bo", "yay"), ("bo", "retracted")]
    assert table.findings() == []


def test_talk_edited_into_a_vote_that_no_list_has_shown_is_found_before_the_verdict() -> None:
    table = Table()
    table.say("cy", "/join")
    table.say("dan", "/join")
    table.run()
    number = opened(table)
    talk = table.say("cy", "I think about it", number)
    for who, word in (("ana", "yay"), ("bo", "yay"), ("dan", "nay")):
        table.say(who, word, number)
    table.run()
    edited(table, "cy", talk, "nay")
    unlisted(table, talk)
    table.say("ana", "/resolve", number)
    table.run()
    assert ("cy", "nay") in choices(table, number)
    assert table.read(f"state/polls/{number}.yaml")["status"] != "adopted"


@pytest.mark.parametrize("why", ["refused in a pause", "void by new commits"])
def test_so_is_a_vote_that_did_not_count_and_was_edited_into_a_new_one(why: str) -> None:
    table = Table()
    for who in ("cy", "di"):
        table.say(who, "/join")
    number = opened(table)
    if "pause" in why:
        table.say("owner", "/pause")
    vote = table.say("cy", "yay", number)
    table.run()
    if "pause" in why:
        table.say("owner", "/resume")
    else:
        pushed(table, number, "We shout.")
    table.run()
    for who, word in (("ana", "yay"), ("bo", "yay"), ("di", "nay")):
        table.say(who, word, number)
    table.run()
    edited(table, "cy", vote, "nay")
    unlisted(table, vote)
    table.say("ana", "/resolve", number)
    table.run()
    assert ("cy", "nay") in choices(table, number)
    poll = table.read(f"state/polls/{number}.yaml")
    assert (poll["status"], poll["refused"]) == ("open", [])
    assert table.findings() == []


def test_a_command_not_listed_yet_is_carried_out_once_it_is() -> None:
    table = Table()
    number = opened(table)
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run()
    shown = table.island.forge.comments_since
    command = table.say("bo", "/build", number)
    unlisted(table, command)
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert not any(entry["id"] == f"comment/{command}" for entry in entries(table.island.files()))
    table.island.forge.comments_since = shown  # type: ignore[method-assign]
    table.run()
    assert [e["outcome"].get("command") for e in entries(table.island.files()) if e["id"] == f"comment/{command}"] == [
        "build"
    ]
    assert table.findings() == []


@pytest.mark.parametrize("before", ["I think about it", "nay", None], ids=["talk", "a vote too early", "never read"])
def test_so_is_a_word_of_before_the_opening(before: str | None) -> None:
    table = Table()
    for who in ("cy", "dan"):
        table.say(who, "/join")
    table.run()
    table.wait()
    number = table.island.propose("ana", "Song", SONG)
    word = table.say("cy", before or "I think about it", number)
    if before is None:
        unlisted(table, word)
    table.run()
    table.say("ana", "/open", number)
    for who, choice in (("ana", "yay"), ("bo", "yay"), ("dan", "nay")):
        table.say(who, choice, number)
    table.run()
    edited(table, "cy", word, "nay ")
    unlisted(table, word)
    table.say("ana", "/resolve", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert ("cy", "nay") in choices(table, number)
    assert (poll["status"], poll["refused"]) == ("open", [])
    assert table.findings() == []


@pytest.mark.parametrize("before", [True, False], ids=["of before it was asked for", "of after"])
def test_so_is_talk_edited_into_an_objection_to_a_rescue(before: bool) -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", SONG)
    talk = table.say("bo", "hm", number) if before else 0
    table.run()
    table.say("ana", "/rescue", number)
    talk = talk or table.say("bo", "hm", number)
    for who in ("ana", "bo"):
        table.say(who, "yay", number)
    table.run()
    table.wait(rescue.PATIENCE - 600)
    table.say("ana", "/help")
    table.run()
    edited(table, "bo", talk, "nay")
    unlisted(table, talk)
    table.wait(900)
    table.run()
    said = table.read("state/engine.yaml")["rescues"][str(number)]["votes"][str(table.island.id("bo"))]
    assert (said["choice"], said["comment"]) == ("nay", talk)
    assert table.findings() == []


@pytest.mark.parametrize("word", ["/build", "yay"])
def test_what_the_lists_show_ten_minutes_late_is_judged_as_of_when_it_was_said(word: str) -> None:
    table = Table()
    number = opened(table)
    table.run()
    late = table.say("bo", word, number)
    shown = table.island.forge.comments_since
    unlisted(table, late)
    for _ in range(5):
        table.say("ana", "/help")
        table.run()
    table.island.forge.comments_since = shown  # type: ignore[method-assign]
    table.run()
    (entry,) = [entry for entry in entries(table.island.files()) if entry["id"] == f"comment/{late}"]
    assert entry["outcome"]["is"] == "done"
    assert table.findings() == []


def test_so_is_a_vote_of_before_a_rescue_began_in_its_thread() -> None:
    table = Table()
    table.say("cy", "/join")
    table.run()
    number = opened(table)
    table.run()
    unlisted(table, table.say("cy", "nay", number))
    table.say("ana", "/rescue", number)
    for who in ("ana", "bo"):
        table.say(who, "yay", number)
    table.run()
    table.wait(3_600)
    table.say("ana", "/resolve", number)
    table.run()
    assert ("cy", "nay") in choices(table, number)
    assert table.findings() == []


@pytest.mark.parametrize("why", ["no player yet", "the proposal changed"])
def test_a_vote_that_was_refused_long_ago_is_not_taken_for_one_that_no_pass_has_read(why: str) -> None:
    table = Table()
    if why == "the proposal changed":
        table.say("cy", "/join")
        table.run()
    number = opened(table)
    table.say("cy", "yay", number)
    table.run()
    if why == "the proposal changed":
        pushed(table, number, "We shout.")
    else:
        table.say("cy", "/join")
    table.run()
    table.wait(3_600)
    for who in ("ana", "bo"):
        table.say(who, "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert poll["status"] == "adopted"
    assert choices(table, number) == [("ana", "yay"), ("bo", "yay")]
    assert [refused["voter"] for refused in poll["refused"]] == ["cy"]
    assert table.findings() == []


def test_who_wrote_what_the_rule_of_ballots_failed_on_is_told_so_though_no_list_had_shown_it() -> None:
    """Once the poll is over it would be read as a command that nobody knows."""
    failing = 'def words(poll, text):\n    return {}["x"] if text.strip() == "/retract" else None\n'
    table = Table(with_rules({"109-words.md": rule(109, "Words", front="answers: {ballot: words}\n", code=failing)}))
    number = opened(table)
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run()
    unlisted(table, table.say("bo", "/retract", number))
    table.say("ana", "/resolve", number)
    table.run()
    assert any("Rule 109 (Words) failed" in answer for answer in table.answers(number))
    assert table.findings() == []
