"""A rescue through real passes: it is counted, listed whole before it lands, merged, told, and replays alike."""

from __future__ import annotations

import pytest

from engine.game.plan import Limits
from engine.game.proposals import rescued as landing_of_rescues
from engine.law.running.blame import RuleFault
from engine.referee.judging.child import ChildJudge
from engine.referee.ports import Denied
from tests.game.test_effect import LATER
from tests.island import rule, with_rules
from tests.referee.in_memory import Table
from tests.referee.test_edited_votes import edited
from tests.storms.island import GAME, KEY

LOCK = rule(140, "Lock", front="forbids: {open: no, vote: no}\n", code='def no(*args):\n    return "No."\n')
SONG = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
THREE_DAYS = 72 * 3_600


def rescued(*, missed: str = "") -> tuple[Table, int]:
    """Ana and bo agree; what bo says last may be missed by the reading until the thread is listed whole."""
    table = Table(with_rules({"140-lock.md": LOCK}))
    number = table.island.propose("ana", "Unlock", {"rules/island/140-lock.md": None})
    table.say("ana", "/rescue", number)
    table.run()
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run()
    if missed:
        table.say("bo", missed, number)
    table.wait(THREE_DAYS)
    table.run()
    return table, number


def test_it_lands_by_the_clock_and_is_merged_and_told() -> None:
    table, number = rescued()
    table.run()
    assert "rules/island/140-lock.md" not in table.island.files()
    pull = table.island.model.thread(number).pull
    assert pull is not None and pull.merged_at is not None
    assert any("by rescue" in text for text in table.answers())
    assert any("by rescue" in text for text in table.answers(number))
    assert table.findings() == []


def test_that_it_is_law_is_told_in_its_status_although_nothing_could_be_written_before_it_was_seen_to_be_merged() -> (
    None
):
    table = Table(with_rules({"140-lock.md": LOCK}))
    number = table.island.propose("ana", "Unlock", {"rules/island/140-lock.md": None})
    for who, text in (("ana", "/rescue"), ("ana", "yay"), ("bo", "yay")):
        table.say(who, text, number)
    table.run()
    table.wait(THREE_DAYS)
    table.island.fault_plan.without = "issues"
    with pytest.raises(Denied):
        table.run()
    table.island.fault_plan.clear()
    for _ in range(2):
        table.wait(60)
        table.run()
    (status,) = [text for text in table.answers(number) if f"nomic:status/{number}:" in text]
    assert "by rescue" in status.split("\n", 1)[0] and table.findings() == []


def test_its_record_is_listed_and_keeps_its_number_whatever_a_hand_makes_of_the_last_one() -> None:
    """Of a repealed rule nothing else had the number: the record of another proposal would have been written over it."""
    table, _ = rescued()
    table.run()
    (path,) = [path for path in table.island.files() if path.startswith("proposals/1")]
    given = int(path[len("proposals/") : -len(".md")])
    assert f"- [{given}]({given}.md) `Unlock`" in table.island.files()["proposals/README.md"]
    before = table.island.files()[path]
    table.say("owner", f"/correct game game last_number {given - 1} because it was so yesterday")
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
    for who, word in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, word, number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["number"] == given + 1
    assert table.island.files()[path] == before
    assert table.findings() == []


def test_an_objection_holds_it() -> None:
    table, _ = rescued(missed="nay")
    table.run()
    assert "rules/island/140-lock.md" in table.island.files()
    assert table.findings() == []


def voted_on_and_rescued() -> tuple[Table, int]:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
    table.say("ana", "/open", number)
    table.say("ana", "/rescue", number)
    table.run()
    return table, number


def test_a_yay_in_a_pause_is_told_to_count_for_the_rescue_and_not_in_the_vote() -> None:
    table, number = voted_on_and_rescued()
    table.say("owner", "/pause")
    table.say("bo", "yay", number)
    table.run()
    answer = table.answers(number)[-1]
    assert "**Not counted in the vote.** The game is paused" in answer
    assert "A yay for the rescue." in answer
    assert "Not done" not in answer
    assert table.read(f"state/polls/{number}.yaml")["ballots"] == []
    assert len(table.read("state/engine.yaml")["rescues"][str(number)]["votes"]) == 1
    assert table.findings() == []


def test_a_yay_that_was_edited_counts_in_the_vote_and_not_for_the_rescue() -> None:
    table, number = voted_on_and_rescued()
    comment = table.say("bo", "yea", number)
    table.wait()
    table.island.model.edit_comment(table.island.id("bo"), comment, "yay")
    table.run()
    assert [b["voter"] for b in table.read(f"state/polls/{number}.yaml")["ballots"]] == ["bo"]
    assert table.read("state/engine.yaml")["rescues"][str(number)]["votes"] == {}
    assert "A yay to a rescue that was edited does not count." in "\n".join(table.answers(number))
    assert table.findings() == []


@pytest.mark.parametrize("voted_on", [True, False])
@pytest.mark.parametrize("first", ["hm", "nay"])
def test_whoever_edits_what_was_read_into_a_yay_is_told_that_it_is_none_for_the_rescue(
    first: str, voted_on: bool
) -> None:
    if voted_on:
        table, number = voted_on_and_rescued()
    else:
        table = Table()
        table.wait()
        number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
        table.say("ana", "/rescue", number)
    comment = table.say("bo", first, number)
    table.run()
    before = len(table.answers(number))
    edited(table, "bo", comment, "yay")
    table.run()
    table.run()
    told = "A yay to a rescue that was edited does not count."
    assert [told in answer for answer in table.answers(number)[before:]] == [True]
    table.say("bo", "yay", number)
    table.run()
    before = len(table.answers(number))
    edited(table, "bo", comment, "Yay")
    table.run()
    assert table.answers(number)[before:] == []
    assert table.findings() == []


def test_who_objected_and_is_silent_since_holds_nothing_up_by_an_edit_that_was_read() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
    table.say("ana", "/rescue", number)
    table.run()
    table.say("ana", "yay", number)
    objection = table.say("bo", "nay", number)
    table.run()
    table.wait()
    table.island.model.edit_comment(table.island.id("bo"), objection, "fine, do as you like")
    table.run()
    for _ in range(15):
        table.wait(86_400)
        table.run()
    assert [path for path in table.island.files() if "song" in path]
    assert table.findings() == []


DEADLY = {"memory": '["a" * 1000 for i in range(100000000)]', "time": "[j for i in range(9999) for j in range(99999)]"}


def late(code: str) -> str:
    return f"---\nrule: next\ntitle: Late\non: {{acted: f}}\n---\nWe.\n\n```starlark\nX = {code}\n\ndef f(p):\n    pass\n```\n"


def child() -> ChildJudge:
    return ChildJudge(KEY, GAME, Limits(examples=False))


def agreed_on(code: str) -> tuple[Table, int]:
    """A rescue that everybody agrees to, and that is to land with the next pass."""
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Late", {"rules/island/200-late.md": late(code)})
    table.say("ana", "/rescue", number)
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run(child())
    table.wait(THREE_DAYS)
    return table, number


@pytest.mark.parametrize("what", DEADLY)
def test_a_rescue_whose_rule_kills_the_judge_is_held_and_the_game_goes_on(what: str) -> None:
    table, number = agreed_on(DEADLY[what])
    table.say("bo", "/dive")
    judge = child()
    table.run(judge)
    held = [text for text in table.answers() if "cannot land" in text]
    assert len(held) == 1
    assert "The rule `late` failed" in held[0]
    table.say("bo", "thank you", number)
    table.say("bo", "/dive")
    table.wait(3_600)
    report = table.run()  # in this very process: were it tried again, no test would come to its end
    assert [found["is"] for found in report.outcomes if found.get("command") == "dive"] == ["done"]
    assert len([text for text in table.answers() if "cannot land" in text]) == 1
    assert not judge.bugs
    assert table.findings() == []


def test_a_rescue_that_killed_the_judge_lands_once_it_is_mended() -> None:
    table, number = agreed_on(DEADLY["memory"])
    table.run(child())
    assert not [path for path in table.island.files() if "late" in path]
    table.island.push("ana", number, {"rules/island/200-late.md": late('"a"')})
    table.run()
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run()
    table.wait(THREE_DAYS)
    table.run(child())
    assert [path for path in table.island.files() if "late" in path]
    assert table.findings() == []


def test_a_rule_that_fails_as_a_rescue_lands_holds_it_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise RuleFault("late", "f", 3, "it cannot")

    table, _ = agreed_on('"a"')
    table.say("bo", "/dive")
    monkeypatch.setattr(landing_of_rescues.constraints, "check_records", fail)
    table.run()
    assert any("cannot land. The rule `late` failed at line 3" in text for text in table.answers())
    assert not [path for path in table.island.files() if "late" in path]


@pytest.mark.parametrize("is_read", [True, False])
@pytest.mark.parametrize("voted_on", [True, False])
def test_a_yay_that_a_moderator_deletes_stands_until_it_lands(voted_on: bool, is_read: bool) -> None:
    table = Table()
    table.island.model.account("mo", "write")
    table.wait()
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
    if voted_on:
        table.say("ana", "/open", number)
    table.say("ana", "/rescue", number)
    table.run()
    table.say("ana", "yay", number)
    vote = table.say("bo", "yay", number)
    if is_read:
        table.run()
    table.referee().run(table.deleted(vote, "mo"))
    table.wait(THREE_DAYS)
    table.run()
    assert [path for path in table.island.files() if "song" in path]
    assert table.findings() == []


def test_a_yay_that_its_author_deletes_is_taken_back() -> None:
    table, number = voted_on_and_rescued()
    table.say("ana", "yay", number)
    vote = table.say("bo", "yay", number)
    table.run()
    table.referee().run(table.deleted(vote, "bo"))
    table.wait(THREE_DAYS)
    table.run()
    assert [path for path in table.island.files() if "song" in path and path.startswith("rules")] == []
    assert table.findings() == []


@pytest.mark.parametrize(("by", "since", "lands"), [("mo", "", True), ("mo", "nay", False), ("bo", "", False)])
def test_so_it_does_where_it_is_found_gone_before_it_is_told_who_deleted_it(by: str, since: str, lands: bool) -> None:
    table = Table()
    table.island.model.account("mo", "write")
    table.wait()
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
    for who, words in (("ana", "/rescue"), ("ana", "yay")):
        table.say(who, words, number)
    vote = table.say("bo", "yay", number)
    table.run()
    table.wait(THREE_DAYS)
    told = table.deleted(vote, by)
    table.run()  # this lists the thread whole, as the rescue could land
    if since:
        table.say("bo", since, number)
        table.run()
    table.referee().run(told)
    table.wait(3_600)
    table.run()
    assert bool([path for path in table.island.files() if "song" in path]) == lands
    assert table.findings() == []


def test_a_vote_taken_back_before_a_rescue_began_objects_to_nothing_where_the_poll_is_open() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
    table.say("ana", "/open", number)
    table.run()
    vote = table.say("bo", "yay", number)
    table.run()
    table.say("owner", "/pause")
    table.run()
    edited(table, "bo", vote, "nay")
    table.run()
    table.say("owner", "/resume")
    table.run()
    table.wait()
    table.say("ana", "/rescue", number)
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run()
    table.wait(THREE_DAYS)
    table.run()
    assert [path for path in table.island.files() if "song" in path]
    assert table.findings() == []


@pytest.mark.parametrize("when", ["while it is open", "after it is over", "after the rescue began"])
def test_a_vote_of_a_poll_that_is_over_objects_to_nothing(when: str) -> None:
    """Unless it becomes an objection after the rescue began: that is said then."""
    table = Table()
    table.say("cy", "/join")
    table.wait()
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
    table.say("ana", "/open", number)
    table.run()
    vote = table.say("bo", "yay", number)
    table.say("bo", "/rest")
    table.run()
    if when == "while it is open":
        edited(table, "bo", vote, "nay")
        table.run()
    table.say("ana", "/close", number)
    table.run()
    table.say("cy", "/fish")
    table.run()
    if when == "after it is over":
        edited(table, "bo", vote, "nay")
        table.run()
    table.wait(3_600)
    table.island.model.update_thread(table.island.id("ana"), number, state="open")
    table.say("ana", "/rescue", number)
    table.say("ana", "yay", number)
    table.say("cy", "yay", number)
    table.run()
    if when == "after the rescue began":
        edited(table, "bo", vote, "nay")
        table.run()
    table.wait(THREE_DAYS)
    table.run()
    lands = [path for path in table.island.files() if "song" in path and path.startswith("rules/")]
    assert bool(lands) == (when != "after the rescue began")
    assert table.findings() == []


@pytest.mark.parametrize(("word", "how"), [("nay", "over the nay of"), ("", "without")])
def test_who_was_silent_and_over_whose_nay_it_landed_is_told_and_written_down(word: str, how: str) -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
    for who, text in (("ana", "/rescue"), ("ana", "yay"), *([("bo", word)] if word else [])):
        table.say(who, text, number)
    table.run()
    table.wait(15 * 86_400)
    table.run()
    record = next(text for path, text in table.island.files().items() if path.startswith("proposals/1"))
    for told in (table.answers()[-1], table.answers(number)[-1], record):
        assert f"{how} bo, silent for 14 days" in told.replace("**", "")
        assert "nobody objected" not in told
        assert "all agreed" not in told
    assert ("1 yay, 1 nay; 2 cast." if word else "1 yay; 1 cast.") in record
    assert table.findings() == []


@pytest.mark.parametrize("pushed_to", [False, True])
def test_what_was_adopted_and_waits_to_take_effect_waits_no_more_once_it_is_rescued(pushed_to: bool) -> None:
    table = Table(with_rules({"120-tides.md": LATER}))
    table.wait()
    path = "rules/island/200-song.md"
    number = table.island.propose("ana", "Song", {path: SONG})
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    table.run()
    if pushed_to:
        table.wait()
        table.island.push("ana", number, {path: SONG.replace("sing", "shout")})
        table.run()
    for who, text in (("ana", "/rescue"), ("ana", "yay"), ("bo", "yay")):
        table.say(who, text, number)
    table.run()
    table.wait(THREE_DAYS)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert (poll["status"], poll["landed"], poll["reason"]) == ("adopted", True, "rescued")
    assert any("### Proposal 121: adopted\n" in answer for answer in table.answers(number))
    table.say("bo", "/tide")
    table.run()
    assert table.read(f"state/polls/{number}.yaml") == poll
    assert not any("by hand" in answer for answer in table.answers())
    assert [path for path in table.island.files() if "song" in path] == ["rules/island/122-song.md"]
    assert table.findings() == []


@pytest.mark.parametrize("again", [False, True], ids=["one yay", "two of them"])
@pytest.mark.parametrize("how", ["deleted", "edited", "deleted by a moderator", "kept"])
def test_who_takes_a_yay_back_objects_again_if_they_did_before(how: str, again: bool) -> None:
    """Of somebody who is not waited for: else the yay that is missing would hold it up."""
    table = Table(with_rules({"140-lock.md": LOCK}))
    table.island.model.account("mo", "write")
    table.say("cy", "/join")
    table.say("cy", "/rest")
    table.run()
    number = table.island.propose("ana", "Unlock", {"rules/island/140-lock.md": None})
    table.say("ana", "/rescue", number)
    table.run()
    for who, word in (("ana", "yay"), ("bo", "yay"), ("cy", "nay"), ("cy", "yay")):
        said = table.say(who, word, number)
    table.run()
    if again:
        said = table.say("cy", "yay", number)
        table.run()
    table.wait(60)
    if how == "edited":
        edited(table, "cy", said, "Sorry, that was for another thread.")
    elif how != "kept":
        table.referee().run(table.deleted(said, "mo" if "moderator" in how else "cy"))
    table.wait(THREE_DAYS)
    table.run()
    lands = how in ("kept", "deleted by a moderator")
    assert ("rules/island/140-lock.md" not in table.island.files()) == lands
    assert table.findings() == []


@pytest.mark.parametrize("how", ["deleted", "edited"])
@pytest.mark.parametrize("first", ["yay", "nay"])
def test_who_takes_the_younger_of_two_votes_back_is_told_whom_it_waits_for(first: str, how: str) -> None:
    table, number = voted_on_and_rescued()
    for who, word in (("ana", "yay"), ("bo", first), ("bo", "yay")):
        said = table.say(who, word, number)
    table.run()
    if how == "edited":
        edited(table, "bo", said, "Sorry, that was for another thread.")
        table.run()
    else:
        table.referee().run(table.deleted(said, "bo"))
    what = "no yay of theirs from before it counts" if first == "yay" else "their objection of before it stands again"
    told = [answer for answer in table.answers(number) if f"**bo** for the rescue is taken back, and {what}" in answer]
    assert len(told) == 1 and "It waits for **bo**" in told[0]
    table.say("bo", "yay", number)
    table.wait(THREE_DAYS)
    table.run()
    assert [path for path in table.island.files() if "song" in path and path.startswith("rules")]
    assert table.findings() == []


@pytest.mark.parametrize("path", ["engine/words.py", ".github/workflows/referee.yml", ""])
def test_what_was_pushed_over_it_and_is_no_change_of_rules_does_not_land(path: str) -> None:
    """The merge would be shown, and nothing of it be there: the engine merges no program."""
    table = Table(with_rules({"140-lock.md": LOCK}))
    island = table.island
    number = island.propose("ana", "Unlock", {"rules/island/140-lock.md": None})
    table.say("ana", "/rescue", number)
    table.run()
    table.wait()
    head = island.store.add([island.store.main], {path: "1\n"} if path else {}, "Other", island.clock(), "ana")
    island.store.heads[number] = head
    island.model.head_moved(island.id("ana"), number, head)
    table.run()
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run()
    table.wait(THREE_DAYS)
    table.run()
    pull = island.model.thread(number).pull
    assert pull is not None and pull.merged_at is None
    assert "cannot land as it is, whoever agrees. There is no change of rules here" in table.answers()[-1]
    assert table.findings() == []
