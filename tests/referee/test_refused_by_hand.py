"""What people write by hand and the game cannot go on with: refused before any rule stumbles over it, and told on the table."""

from __future__ import annotations

import pytest

from engine.store import canon
from tests.referee.in_memory import ANA, Table


def test_a_refused_commit_by_hand_is_told_on_the_table_with_its_reason() -> None:
    table = Table()
    sha = table.by_hand({ANA: canon.emit({**table.read(ANA), "active": 3})})
    table.run()
    (told,) = [text for text in table.answers() if sha[:10] in text]
    assert f"put back: `{ANA}`" in told
    assert "3 is not of type 'boolean'" in told
    assert "Nothing was changed" in told
    assert table.read(ANA)["active"] is True
    assert table.findings() == []


def test_so_is_one_that_a_rule_refuses() -> None:
    table = Table()
    sha = table.give_ana(-5)
    (outcome,) = [o for o in table.run().outcomes if o["id"].startswith("commit/")]
    (told,) = [text for text in table.answers() if sha[:10] in text]
    assert outcome["reason"] in told
    assert "Rule 101" in told
    assert table.findings() == []


POLL = {
    "author": "ana",
    "ballots": [],
    "change": None,
    "data": {},
    "electors": None,
    "kind": "council",
    "number": None,
    "opened_at": 1767614820,
    "paths": [],
    "quorum_at": None,
    "refused": [],
    "status": "open",
    "subject": "Why?",
    "tag": "council/5",
    "thread": None,
}
SONGS = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
TIMER = {"at": 1767614820000, "rule": "huts", "run": "ring", "data": {}, "serial": 1}


@pytest.mark.parametrize(
    ("path", "record", "why"),
    [
        *(("state/polls/council/5.yaml", {**POLL, "electors": [who]}, "of type 'string'") for who in ({}, [], None, 1)),
        ("state/polls/council/5.yaml", {**POLL, "paths": [{}]}, "of type 'string'"),
        ("state/polls/council/5.yaml", {**POLL, "roster": [["ana"]]}, "of type 'string'"),
        ("state/timers/x.yaml", TIMER, "seconds since 1970"),
        ("state/game.yaml", {"winners": [{"ana": 1}]}, "of type 'string'"),
        *(("state/game.yaml", {"table": table}, "is no thread that the game knows") for table in (-1, 0, 77)),
    ],
)
def test_a_record_that_cannot_be_is_refused_and_no_rule_is_blamed_for_it(
    path: str, record: dict[str, object], why: str
) -> None:
    table = Table()
    before = table.read(path) if path in table.island.files() else {}
    table.by_hand({path: canon.emit({**before, **record})})
    (outcome,) = [o for o in table.run().outcomes if o["id"].startswith("commit/")]
    assert outcome["is"] == "refused"
    assert "fault" not in outcome
    assert why in outcome["reason"]
    assert "faulted" not in table.read("state/engine.yaml")
    assert table.findings() == []


def test_a_player_copied_by_hand_takes_nobodys_account() -> None:
    """Ana's next words would have been the copy's: her vote and her shells were there, and she could not use them."""
    table = Table()
    table.by_hand({"state/players/zoe.yaml": canon.emit(table.read(ANA))})
    (outcome,) = [o for o in table.run().outcomes if o["id"].startswith("commit/")]
    assert "its id is the account of ana already" in outcome["reason"]
    assert "state/players/zoe.yaml" not in table.island.files()
    table.say("ana", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.findings() == []


def test_a_player_can_be_given_another_name_by_hand() -> None:
    table = Table()
    table.by_hand({"state/players/zoe.yaml": canon.emit(table.read(ANA)), ANA: None})
    table.say("ana", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"zoe": {"size": 1}}
    assert table.findings() == []


@pytest.mark.parametrize("how", ["by hand", "/correct"])
def test_the_table_can_be_another_thread_that_is_there_and_no_other(how: str) -> None:
    """Else nothing that is told to all would be told anywhere, not even that."""
    table = Table()
    path = "state/game.yaml"
    other = table.island.model.open_thread(table.island.id("owner"), "The other table", "").number
    table.run()
    for number in (other + 5, other):
        if how == "by hand":
            table.by_hand({path: canon.emit({**table.read(path), "table": number})})
        else:
            table.say("owner", f"/correct game game table {number} because the old one is full")
        table.run()
    assert table.read(path)["table"] == other
    assert any("is no thread that the game knows" in answer for answer in table.answers())
    assert len(table.answers(other)) == 1
    assert table.findings() == []


def test_a_revert_that_takes_a_vote_along_is_told_what_to_leave_and_goes_through_without_it() -> None:
    table = Table()
    number = table.island.propose("ana", "Songs", {"rules/island/200-songs.md": SONGS})
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
    table.run()
    poll, rule = f"state/polls/{number}.yaml", "rules/island/108-songs.md"
    for reverted, remain in (({poll: None, rule: None}, True), ({rule: None}, False)):
        sha = table.by_hand(dict(reverted), "Revert what was adopted")
        table.run()
        (told,) = [text for text in table.answers() if sha[:10] in text]
        assert ("Leave that file as it is, and commit the rest again" in told) == remain
        assert (rule in table.island.files()) == remain
    assert table.findings() == []


@pytest.mark.parametrize("of", ["a pull request", "an issue"])
def test_a_revert_opens_no_vote_again_whose_thread_is_closed(of: str) -> None:
    """The same votes would count, and what was decided be carried out, a second time, where GitHub lets nobody reopen it."""
    table, tag = Table(), "2"
    if of == "a pull request":
        number = table.island.propose("ana", "Songs", {"rules/island/200-songs.md": SONGS})
        table.say("ana", "/open", number)
    else:
        table.say("ana", "/council Why?")
        table.run()
        number, tag = max(table.island.model.threads), "council/1"
    table.run()
    poll, before = f"state/polls/{tag}.yaml", dict(table.island.files())
    for who, words in (("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
    table.run()
    table.run()
    sha = table.by_hand({poll: before[poll]}, "Revert what was decided")
    table.run()
    (told,) = [text for text in table.answers() if sha[:10] in text]
    assert "not put to the vote again" in told
    assert "Leave that file as it is, and commit the rest again" in told
    table.say("bo", "nay", number)
    table.run()
    assert table.read(poll)["status"] == "adopted"
    assert sum("is **adopted**" in text for text in table.answers(number)) == 1
    assert table.findings() == []


def test_a_vote_whose_thread_is_open_again_is_open_again_by_a_revert() -> None:
    """Nothing of it has landed, and whoever likes can vote there: the votes of before are not counted for a second law."""
    table = Table()
    number = table.island.propose("ana", "Songs", {"rules/island/200-songs.md": SONGS})
    table.say("ana", "/open", number)
    table.run()
    poll = f"state/polls/{number}.yaml"
    before = table.island.files()[poll]
    for who, words in (("ana", "nay"), ("bo", "nay"), ("ana", "/resolve")):
        table.say(who, words, number)
    table.run()
    table.run()
    assert (table.read(poll)["status"], table.island.model.thread(number).state) == ("rejected", "closed")
    table.wait()
    table.island.model.update_thread(table.island.id("ana"), number, state="open")
    table.run()
    table.by_hand({poll: before}, "Revert what was decided")
    table.run()
    assert table.read(poll)["status"] == "open"
    assert table.findings() == []


def test_a_timer_that_waits_for_the_end_of_a_pause_is_changed_by_hand_and_none_is_set_to_a_time_that_is_over() -> None:
    table, timer = Table(), "state/timers/dive/ana.yaml"
    table.say("ana", "/dive")
    table.say("owner", "/pause")
    table.run()
    table.wait(3_600)
    assert table.read(timer)["at"] < table.island.clock()
    table.by_hand({timer: canon.emit({**table.read(timer), "data": {"player": "bo"}})})
    table.run()
    assert table.read(timer)["data"] == {"player": "bo"}
    at = table.read(timer)["at"]
    table.by_hand({timer: canon.emit({**table.read(timer), "at": at - 60})})
    (outcome,) = [o for o in table.run().outcomes if o["id"].startswith("commit/")]
    assert "its time is over already" in outcome["reason"]
    assert table.read(timer)["at"] == at
    assert table.findings() == []
