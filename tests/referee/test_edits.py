"""Comments that were edited before anyone read them: what they have become counts, and nothing they command is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.referee.intake.questions import MOST
from engine.referee.ports import Denied, Gone, Rationed, Unreachable
from engine.referee.trouble import SHOWN_LATE
from tests.island import rule, with_rules
from tests.mishaps import touch_comment
from tests.referee.in_memory import Table
from tests.referee.stage import game

SONG = {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}


def edited(table: Table, who: str, comment: int, text: str) -> None:
    table.wait()
    table.island.model.edit_comment(table.island.id(who), comment, text)


def test_a_command_that_was_edited_before_it_was_read_is_not_carried_out() -> None:
    table = Table()
    edited(table, "ana", table.say("ana", "hello"), "/build")
    table.run()
    assert "state/huts.yaml" not in table.island.files()
    assert ["edited before I read it" in answer for answer in table.answers()[-1:]] == [True]


def touched(table: Table, comment: int) -> int:
    """GitHub dates a comment a second later, and nobody has edited it."""
    table.wait(1)
    touch_comment(table.island.model, comment)
    return comment


def voted(table: Table) -> tuple[int, int]:
    """The number of an open proposal, and bo's vote there."""
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    return number, table.say("bo", "yay", number)


def test_a_command_that_was_only_touched_is_carried_out() -> None:
    table = Table()
    touched(table, table.say("ana", "/build"))
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.findings() == []


@pytest.mark.parametrize("read_before", [False, True])
def test_a_vote_that_was_only_touched_is_as_it_was_written(read_before: bool) -> None:
    table = Table()
    number, vote = voted(table)
    written = table.island.clock.now
    if read_before:
        table.run()
    touched(table, vote)
    for _ in range(2):
        table.run()
        (ballot,) = table.read(f"state/polls/{number}.yaml")["ballots"]
        assert (ballot["voter"], ballot["choice"], ballot["edited"], ballot["at"]) == ("bo", "yay", False, written)
    assert table.findings() == []


def test_a_refused_vote_that_was_only_touched_is_refused_once() -> None:
    table = Table()
    number, _ = voted(table)
    vote = table.say("zoe", "yay", number)
    table.run()
    told = table.answers(number)
    assert any("/join" in each for each in told)
    touched(table, vote)
    table.run()
    assert table.answers(number) == told
    assert table.findings() == []


def test_one_that_was_edited_and_touched_was_edited() -> None:
    table = Table()
    number, vote = voted(table)
    edited(table, "bo", vote, "nay")
    touched(table, vote)
    table.run()
    (ballot,) = table.read(f"state/polls/{number}.yaml")["ballots"]
    assert (ballot["choice"], ballot["edited"]) == ("nay", True)


@pytest.mark.parametrize("answer", [Unreachable("502"), Gone("gone"), {}, "before the touch"])
def test_where_nobody_can_tell_who_touched_a_comment_it_was_edited(answer: object) -> None:
    table = Table()
    said = touched(table, table.say("ana", "/build"))
    table.say("bo", "/build")

    def told(number: int) -> object:
        if isinstance(answer, Exception):
            raise answer
        comment = table.island.model.comments[said]
        return {said: (comment.created_at, comment.created_at)} if answer else {}

    table.island.forge.never_edited = told  # type: ignore[assignment,method-assign]
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert any("edited before I read it" in answer for answer in table.answers())


def test_talk_that_was_edited_before_it_was_read_is_talk() -> None:
    table = Table()
    before = table.answers()
    edited(table, "ana", table.say("ana", "helo"), "hello")
    table.run()
    assert table.answers() == before


def test_a_vote_counts_as_what_it_has_become() -> None:
    table = Table()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    edited(table, "bo", table.say("bo", "yay", number), "nay")
    table.run()
    (ballot,) = table.read(f"state/polls/{number}.yaml")["ballots"]
    assert (ballot["voter"], ballot["choice"]) == ("bo", "nay")


def test_a_command_that_is_edited_after_it_was_done_is_not_done_again() -> None:
    table = Table()
    said = table.say("ana", "/give 1 shell to bo")
    table.run()
    edited(table, "ana", said, "/give 3 shells to bo")
    table.run()
    assert table.shells() == 4
    assert "An edit runs no command" in table.answers()[-1]


@pytest.mark.parametrize("on", ["the table", "what is voted on", "a pull request before the vote"])
def test_who_puts_a_refused_command_right_where_it_stands_is_told_each_time_that_an_edit_runs_none(on: str) -> None:
    """Nothing was said to that, and whoever did so waited."""
    table = Table()
    number = 1 if on == "the table" else table.island.propose("ana", "Song", SONG)
    if on == "what is voted on":
        table.say("ana", "/open", number)
    said = table.say("ana", "/giv 1 shell to bo", number)
    table.run()
    for times, text in enumerate(("/give 1 shells to bo", "/give 1 shell to bo"), start=1):
        edited(table, "ana", said, text)
        table.run()
        table.run()
        assert sum("An edit runs no command" in answer for answer in table.answers(number)) == times
    assert table.shells() == 5
    assert table.findings() == []


@pytest.mark.parametrize("text", ["never mind", "~~/give 1 shell to bo~~"])
def test_an_edit_that_is_no_command_is_let_be(text: str) -> None:
    table = Table()
    said = table.say("ana", "/giv 1 shell to bo")
    table.run()
    before = table.answers()
    edited(table, "ana", said, text)
    assert table.run().commits == []
    assert table.answers() == before


def opened(table: Table, body: str) -> int:
    table.wait()
    return table.island.model.open_thread(table.island.id("ana"), "Mine", body).number


def moderated(table: Table, number: int, body: str) -> None:
    table.wait()
    table.island.model.update_thread(table.island.id("owner"), number, body=body)


@pytest.mark.parametrize("text", ["/give 1 shell to bo", "### Command\n\ngive 1 shell to bo"])
@pytest.mark.parametrize("touched", ["at once", "a comment later"])
def test_an_issue_that_somebody_edited_before_it_was_read_runs_no_command(text: str, touched: str) -> None:
    table = Table()
    table.give_ana(3)
    number = opened(table, "I have shells to sell.")
    moderated(table, number, text)
    if touched == "a comment later":
        table.say("zoe", "Are they large?", number)
    table.run()
    assert table.shells() == 3
    assert any("edited before I read it" in answer for answer in table.answers(number))
    table.say("ana", "/give 1 shell to bo", number)
    table.run()
    assert table.shells() == 2
    assert table.findings() == []


def test_an_issue_that_was_only_commented_and_labelled_runs_its_command() -> None:
    table = Table()
    table.give_ana(3)
    number = opened(table, "/give 1 shell to bo")
    table.say("zoe", "Do!", number)
    table.island.model.add_labels(table.island.id("owner"), number, ["trade"])
    table.run()
    assert table.shells() == 2
    assert table.findings() == []


HERALD = rule(
    120,
    "Herald",
    front="on:\n  issue_opened: herald\n",
    code='def herald(issue):\n    if issue["body"].startswith("Hear"):\n        announce(issue["body"])\n',
)


def test_no_rule_acts_upon_an_issue_that_somebody_edited_before_it_was_read() -> None:
    table = Table(with_rules({"120-herald.md": HERALD}))
    quiet, loud = opened(table, "Good morning."), opened(table, "Hear: I won.")
    moderated(table, quiet, "Good evening.")
    moderated(table, loud, "Hear: I lost.")
    table.run()
    assert not any("Hear" in answer for answer in table.answers())
    assert [len(table.answers(number)) for number in (quiet, loud)] == [0, 1]


@pytest.mark.parametrize("error", [Gone("gone"), Denied("no such right")])
def test_where_nobody_can_tell_whether_it_was_edited_it_runs_no_command_and_the_game_goes_on(error: Exception) -> None:
    table = Table()
    number = opened(table, "/build")
    table.say("zoe", "Do!", number)
    table.say("bo", "/build")

    def unknown(number: int) -> int | None:
        raise error

    table.island.forge.edited_at = unknown  # type: ignore[method-assign]
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}


def flooded(table: Table, issues: int) -> list[int]:
    """Issues of a stranger's, each with a command and a word of hers below it, which dates the issue anew."""
    stranger = table.island.id("zoe")
    table.wait()
    numbers = [table.island.model.open_thread(stranger, "Mine", "/build").number for _ in range(issues)]
    for number in numbers:
        table.say("zoe", "So?", number)
    return numbers


def counted(table: Table, answer: Exception | None = None) -> list[int]:
    """The threads that are asked about from now on, each of which raises the answer, if there is one."""
    forge, asked = table.island.forge, []
    tell = forge.edited_at

    def edited_at(number: int) -> int | None:
        asked.append(number)
        if answer is not None:
            raise answer
        return tell(number)

    forge.edited_at = edited_at  # type: ignore[method-assign]
    return asked


def test_whoever_opens_issues_without_end_has_no_more_questions_asked_in_one_pass_than_there_is_time_for() -> None:
    table = Table()
    flooded(table, MOST + 5)
    number = opened(table, "/build")
    table.say("zoe", "Do!", number)
    table.say("bo", "/build")
    asked = counted(table)
    table.run()
    assert len(asked) == MOST
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    table.run()
    assert number in asked and len(asked) == len(set(asked))
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}, "bo": {"size": 1}}
    assert table.findings() == []


def test_while_such_questions_are_used_up_all_else_goes_on_and_one_is_asked_in_each_pass() -> None:
    table = Table()
    flooded(table, 3)
    number = opened(table, "/build")
    table.say("zoe", "Do!", number)
    table.say("bo", "/build")
    tell = table.island.forge.edited_at
    asked = counted(table, Rationed("GraphQL: its rate limit is used up"))
    table.run()
    assert len(asked) == 1
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    table.island.forge.edited_at = tell  # type: ignore[method-assign]
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}, "bo": {"size": 1}}
    assert table.findings() == []


def test_where_they_stay_used_up_nothing_is_run_and_whoever_wrote_it_is_told() -> None:
    table = Table()
    number = opened(table, "/build")
    table.say("zoe", "Do!", number)
    counted(table, Rationed("GraphQL: its rate limit is used up"))
    table.run()
    assert table.answers(number) == []
    table.wait(SHOWN_LATE)
    table.run()
    assert any("edited before I read it" in answer for answer in table.answers(number))
    assert table.findings() == []


def test_comments_are_asked_about_on_the_same_account() -> None:
    table = Table()
    flooded(table, MOST)
    touched(table, table.say("ana", "/build", opened(table, "Hello")))
    asked = counted(table)
    table.run()
    assert len(asked) == MOST - 1
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}


def test_over_the_wire_it_is_asked_once_and_only_where_it_matters(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        for number, (text, by) in enumerate((("/build", "ana"), ("Hello", "ana"), ("/build", "owner")), start=2):
            assert stage.people.open_issue("ana", "Mine", text if by == "ana" else "Hello").number == number
            stage.say("zoe", "So?", number)
        stage.hub.model.update_thread(stage.people.join("owner"), 4, body="/build")
        stage.run()
        asked = [request for request in stage.hub.requests if "graphql" in request]
        assert asked == ["POST /graphql"] * 2
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
        assert stage.findings() == []


def test_over_the_wire_one_question_tells_of_all_that_was_touched_in_a_thread(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        comments = [stage.say(who, "/build") for who in ("ana", "bo")]
        stage.say("ana", "hello")
        for comment in comments:
            touch_comment(stage.hub.model, comment)
        stage.run()
        assert [request for request in stage.hub.requests if "graphql" in request] == ["POST /graphql"]
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}, "bo": {"size": 1}}
        assert stage.findings() == []


@pytest.mark.parametrize("text", ["/give 1 shell to bo", "### Command\r\n\r\ngive 1 shell to bo"])
def test_a_known_issue_whose_text_is_edited_into_a_command_is_told_once_that_it_runs_none(text: str) -> None:
    table = Table()
    number = opened(table, "/giv 1 shell to bo")
    table.run()
    for edit in (text, f"{text}.", "never mind", text):
        moderated(table, number, edit)
        table.run()
        assert sum("An edit runs no command" in answer for answer in table.answers(number)) == 1
    assert table.shells() == 5
    assert table.findings() == []


def test_a_stranger_who_edits_commands_into_issues_without_end_is_answered_ten_times_a_day() -> None:
    """Nobody wrote anything anew, so nobody's answers were counted: whoever opened hundreds used up what GitHub lets the game say."""
    table, numbers = Table(), list[int]()
    model = table.island.model
    for _ in range(15):
        table.wait()
        numbers.append(model.open_thread(table.island.id("zoe"), "Hello", "hello").number)
    for text in ("hello", "/build", "/build twice"):
        for number in numbers:
            table.wait(1)
            model.update_thread(table.island.id("zoe"), number, body=text)
        table.run()
    told = [answer for number in numbers for answer in table.answers(number)]
    assert len(told) == 10 and sum("this was the last for now" in answer for answer in told) == 1, told
    assert table.findings() == []


def test_an_issue_that_is_closed_and_reopened_was_not_edited() -> None:
    table = Table()
    number = opened(table, "/giv 1 shell to bo")
    table.run()
    for state in ("closed", "open"):
        table.wait()
        table.island.model.update_thread(table.island.id("ana"), number, state=state)
        table.run()
    assert not any("An edit runs no command" in answer for answer in table.answers(number))


@pytest.mark.parametrize("text", ["yay!", "aye", "yay\u200b"])
def test_talk_that_is_edited_into_what_seems_a_vote_is_told_what_counts_as_one_and_has_no_thumb(text: str) -> None:
    table = Table()
    number = table.island.propose("ana", "Song", SONG)
    table.say("ana", "/open", number)
    said = table.say("bo", "I like songs", number)
    table.run()
    before = len(table.answers(number))
    edited(table, "bo", said, text)
    table.run()
    (told,) = table.answers(number)[before:]
    assert "`yay` or `nay`" in told or "invisible" in told
    assert [content for _, content in table.island.model.find_comment(said).reactions] in ([], ["confused"])
    assert table.read(f"state/polls/{number}.yaml")["ballots"] == []
    edited(table, "bo", said, "yay")
    table.run()
    assert [b["choice"] for b in table.read(f"state/polls/{number}.yaml")["ballots"]] == ["yay"]
    assert table.findings() == []
