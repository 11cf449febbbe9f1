"""Votes are for what the pull request was when they were cast, also where nobody had read it then."""

from __future__ import annotations

import pytest

from tests.begun import START
from tests.island import rule, texts, with_rules
from tests.referee.in_memory import Table

PATH = "rules/island/900-song.md"


def song(words: str) -> dict[str, str | None]:
    return {PATH: f"---\nrule: next\ntitle: Song\nby_hand: true\n---\n{words}\n"}


def test_a_vote_before_commits_that_came_before_the_first_pass_does_not_count_for_them() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", song("We sing."))
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay")):
        table.say(who, words, number)
    table.wait()
    table.island.push("ana", number, song("Ana gets everything."))
    table.say("ana", "/resolve", number)
    table.run()
    assert f"state/polls/{number}.yaml" not in table.island.files()
    assert not any("song" in path for path in table.island.files() if path.startswith("rules/"))
    assert any("`/open`" in answer for answer in table.answers(number))


def test_votes_on_what_did_not_change_count_however_late_the_first_pass() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", song("We sing."))
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
    table.wait(90_000)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"


def test_a_vote_before_commits_that_came_in_the_same_pass_as_the_opening_does_not_count_for_them() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", song("We sing."))
    table.say("bo", "/rest")
    table.say("bo", "/wake")
    table.run()
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay")):
        table.say(who, words, number)
    table.wait()
    table.island.push("ana", number, song("Ana gets everything."))
    table.say("ana", "/resolve", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert poll["status"] == "open"
    assert [refused["voter"] for refused in poll["refused"]] == ["ana", "bo"]
    assert any(answer.count("older than what is voted on now") == 2 for answer in table.answers(number))


def test_a_vote_does_not_count_for_commits_that_came_while_the_pass_read_which_also_read_the_opening() -> None:
    """Between the list of threads and that of heads: what the list says of the last touch is older than the commits."""
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", song("We sing."))
    table.run()
    for who, words in (("ana", "/open"), ("bo", "yay"), ("ana", "yay")):
        table.say(who, words, number)

    def switch() -> None:
        table.island.push("ana", number, song("Ana gets everything."))

    table.island.fault_plan.moments.append((2, switch, "head moved while read"))
    table.run()
    table.say("ana", "/resolve", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert poll["status"] == "open"
    assert [refused["voter"] for refused in poll["refused"]] == ["bo", "ana"]


def test_a_vote_by_an_edit_does_not_count_for_commits_that_came_after_it_and_say_they_are_older() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", song("We sing."))
    vote = table.say("bo", "yay", number)
    table.run()
    table.say("ana", "/open", number)
    table.wait()
    table.island.model.edit_comment(table.island.id("bo"), vote, "nay")
    table.wait()
    island = table.island
    head = island.store.add([island.store.heads[number]], song("Ana gets everything."), "More", START, "ana")
    island.store.heads[number] = head
    island.model.head_moved(island.id("ana"), number, head)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert [ballot["voter"] for ballot in poll["ballots"]] == []


@pytest.mark.parametrize("talk", [False, True], ids=["the verdict last", "a word of talk last"])
def test_a_yay_given_to_new_commits_adopts_neither_them_nor_the_old_ones_where_one_pass_reads_both(talk: bool) -> None:
    table, number = opened_by_ana()
    table.say("ana", "yay", number)
    table.run()
    table.island.push("ana", number, song("We sing softly, as bo wished."))
    table.say("bo", "yay", number)
    table.say("ana", "/resolve", number)
    if talk:
        table.say("ana", "Thank you all.", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert (poll["status"], poll["ballots"]) == ("open", [])
    assert sorted(refused["voter"] for refused in poll["refused"]) == ["ana", "bo"]
    for who, text in (("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    table.run()
    assert "softly" in "".join(text for path, text in table.island.files().items() if path.endswith("-song.md"))
    assert table.findings() == []


def test_nor_where_the_poll_resolves_itself_and_talk_comes_after_the_last_vote() -> None:
    table, number = opened_by_ana(with_rules({COUNCILS: self_resolving()}))
    table.say("ana", "yay", number)
    table.run()
    table.island.push("ana", number, song("We sing softly, as bo wished."))
    table.say("bo", "yay", number)
    table.say("ana", "Thank you.", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"


def test_a_vote_opened_after_commits_of_unknown_time_counts_nothing_that_may_be_older() -> None:
    """The talk, the commits, `/open` and a vote came before any pass: what that vote was for, nobody can tell."""
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", song("We sing."))
    table.run()
    table.say("ana", "/open", number)
    table.say("bo", "yay", number)
    table.island.push("ana", number, song("We sing softly, as bo wished."))
    late = table.say("ana", "yay", number)
    table.say("ana", "Thank you.", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert poll["ballots"] == []
    assert late in [refused["comment"] for refused in poll["refused"]]


def opened_by_ana(law: dict[str, str] | None = None) -> tuple[Table, int]:
    table = Table(law)
    table.wait()
    number = table.island.propose("ana", "Song", song("We sing."))
    table.say("ana", "/open", number)
    table.run()
    return table, number


COUNCILS = next(path.rpartition("/")[2] for path in texts() if path.endswith("-councils.md"))


def self_resolving() -> str:
    """The island's rule of councils, for every poll."""
    text = texts()[f"rules/island/{COUNCILS}"]
    assert 'poll["kind"] == "council" and ' in text
    return text.replace('poll["kind"] == "council" and ', "").split("```example")[0]


NUMBERS = """def no(player, proposal):
    for path in proposal["paths"]:
        if int(path.split("/")[-1].split("-")[0]) < 100:
            return "Too low."
"""


def test_new_commits_over_which_the_law_fails_are_voted_on_all_the_same_and_nothing_older_is() -> None:
    table, number = opened_by_ana(
        with_rules({"121-numbers.md": rule(121, "Numbers", front="forbids: {open: no}\n", code=NUMBERS)})
    )
    table.say("bo", "yay", number)
    table.run()
    table.wait()
    odd = {PATH: None, "rules/island/nice-song.md": song("Everybody sings.")[PATH]}
    table.island.push("ana", number, odd)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert (poll["status"], poll["ballots"], poll["paths"]) == ("open", [], ["rules/island/nice-song.md"])
    assert any(
        "Rule 121 (Numbers) failed" in answer and "vote again: @bo" in answer for answer in table.answers(number)
    )
    for who, text in (("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    table.run()
    assert not any("song" in path for path in table.island.files() if path.startswith("rules/"))
    assert table.findings() == []


STRICT = rule(
    130,
    "Strict",
    front="on: {pull_changed: strict}\n",
    code='def strict(poll, part):\n    withdraw(poll["key"], part)\n',
)


def test_a_vote_before_a_new_title_in_the_same_pass_counts_whoever_speaks_behind_both() -> None:
    """Nobody knows when the title came: were it dated before the vote, whoever retitles could keep votes from being cast."""
    table = Table(with_rules({"130-strict.md": STRICT}))
    table.wait()
    number = table.island.propose("ana", "Song", song("We sing."))
    table.say("ana", "/open", number)
    table.run()
    table.say("bo", "yay", number)
    table.wait()
    table.island.model.update_thread(table.island.id("ana"), number, title="Another")
    table.say("ana", "hm", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert (poll["status"], poll["reason"], [ballot["voter"] for ballot in poll["ballots"]]) == (
        "withdrawn",
        "title",
        ["bo"],
    )
    assert table.findings() == []
