"""What is read again before a verdict: it counts as what it says by now and in its place, and is nobody's new deed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from engine.game.happening import Happening
from engine.game.plan import Limits, Plan, Segment
from engine.game.state import State
from engine.referee.intake.known_votes import KnownVotes, known_of
from engine.referee.intake.whole_thread import _is_to_be_read_again
from engine.referee.passing import LISTINGS
from engine.store import canon
from tests.in_process import InProcessJudge
from tests.island import rule, with_rules
from tests.referee.in_memory import Table
from tests.referee.test_edited_votes import counted, edited, opened
from tests.storms.island import GAME, KEY

SIGNS = rule(
    130,
    "Signs",
    front="state:\n  players: {signs: {type: integer, default: 0}}\n"
    "on: {seen: sign, voting: come_back}\ncommands: [{usage: /away, run: go_away, who: players}]\n",
    code='def sign(player):\n    put("players", player, dict(get("players", player), signs = get("players", player)["signs"] + 1))\n'
    'def come_back(player, poll, choice):\n    put("players", player, dict(get("players", player), active = True))\n'
    'def go_away(player):\n    put("players", player, dict(get("players", player), active = False))\n',
)
WATCHED = with_rules({"130-signs.md": SIGNS})


def signs(table: Table, who: str) -> int:
    return int(table.read(f"state/players/{who}.yaml")["signs"])


def playing(law: dict[str, str] | None = None) -> tuple[Table, int, int]:
    """Four players, a proposal open for voting, and bo's yay on it, which a pass has read."""
    table = Table(law)
    for who in ("cy", "di"):
        table.say(who, "/join")
    number = opened(table)
    vote = table.say("bo", "yay", number)
    table.run()
    return table, number, vote


@pytest.mark.parametrize("passes", ["in the pause", "after it", "at the verdict alone"])
def test_a_vote_edited_in_a_pause_counts_at_the_verdict_whenever_it_is_read(passes: str) -> None:
    table, number, vote = playing()
    for who, word in (("ana", "yay"), ("cy", "nay"), ("di", "yay")):
        table.say(who, word, number)
    table.run()
    table.say("owner", "/pause")
    edited(table, "bo", vote, "nay")
    if passes == "in the pause":
        table.run()
    table.say("owner", "/resume")
    if passes == "after it":
        table.run()
    table.say("ana", "/resolve", number)
    table.run()
    assert counted(table, number) == {"ana": "yay", "di": "yay", "bo": "nay", "cy": "nay"}
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"  # a tie
    assert table.findings() == []


@pytest.mark.parametrize("second", ["a pause", "a resume that is refused", "a resume after the verdict"])
def test_it_keeps_its_place_before_what_its_voter_said_since(second: str) -> None:
    table, number, vote = playing()
    table.say("owner", "/pause")
    table.run()
    edited(table, "bo", vote, "nay")
    table.run()
    table.say("owner", "/resume")
    table.run()
    for who, word in (("bo", "yay"), ("ana", "yay"), ("cy", "nay")):
        table.say(who, word, number)
    table.run()
    if second == "a pause":
        table.say("owner", "/pause")
        table.run()
        table.say("owner", "/resume")
    if second == "a resume that is refused":
        table.say("cy", "/resume")
    table.say("ana", "/resolve", number)
    if second == "a resume after the verdict":
        table.say("cy", "/resume")
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert [b["choice"] for b in poll["ballots"] if b["voter"] == "bo"] == ["nay", "yay"]
    assert poll["status"] == "adopted"
    assert table.findings() == []


def test_a_resume_after_the_verdict_does_not_put_a_vote_behind_it() -> None:
    table, number, vote = playing()
    table.say("owner", "/pause")
    table.run()
    edited(table, "bo", vote, "nay")
    table.run()
    table.say("owner", "/resume")
    for who, word in (("ana", "yay"), ("cy", "nay"), ("di", "yay")):
        table.say(who, word, number)
    table.run()
    table.say("ana", "/resolve", number)
    table.say("cy", "/resume")
    table.run()
    assert counted(table, number)["bo"] == "nay"
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"


def test_who_took_a_vote_back_is_not_seen_again_when_it_is_read_again() -> None:
    table, number, vote = playing(WATCHED)
    edited(table, "bo", vote, "let me think")
    table.run()
    before = signs(table, "bo")
    for who in ("ana", "cy", "di"):
        table.say(who, "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert signs(table, "bo") == before
    assert table.findings() == []


def test_who_went_away_since_does_not_come_back_by_a_vote_that_is_read_again() -> None:
    table, number, vote = playing(WATCHED)
    table.say("owner", "/pause")
    table.run()
    edited(table, "bo", vote, "nay")
    table.run()
    table.say("owner", "/resume")
    table.run()
    table.say("bo", "/away")
    for who in ("ana", "cy", "di"):
        table.say(who, "yay", number)
    table.run()
    table.say("ana", "/resolve", number)
    table.run()
    assert not table.read("state/players/bo.yaml")["active"]
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert table.findings() == []


@pytest.mark.parametrize(("texts", "then"), [(["nay"], "nay"), (["nay", "yay"], "yay"), (["nay", "hm"], "")])
@pytest.mark.parametrize("late", [True, False], ids=["back since a pass", "back in the pass of the verdict"])
def test_what_an_inactive_voter_edits_counts_once_they_are_back(texts: list[str], then: str, late: bool) -> None:
    table, number, vote = playing()
    table.say("bo", "/rest")
    table.run()
    for text in texts:
        edited(table, "bo", vote, text)
        table.run()
    assert counted(table, number) == {"bo": ""}
    table.say("bo", "/wake")
    if late:
        table.run()
    for who in ("ana", "cy", "di"):
        table.say(who, "yay", number)
    table.wait()
    table.say("ana", "/resolve", number)
    table.run()
    assert counted(table, number)["bo"] == then
    assert table.read(f"state/polls/{number}.yaml")["refused"] == []
    assert table.findings() == []


def test_the_refusal_of_what_is_read_again_is_not_told_again() -> None:
    table, number, vote = playing()
    table.say("bo", "/rest")
    table.run()
    edited(table, "bo", vote, "nay")
    table.run()
    told = len(table.answers(number))
    for _ in range(3):
        table.wait()
        table.say("ana", "/resolve", number)
        table.run()
    assert [text for text in table.answers(number)[told:] if "bo" in text.lower() and "active" in text] == []


@pytest.mark.parametrize("passes", ["one", "two"])
@pytest.mark.parametrize("word", ["yay", "nay"])
def test_a_vote_of_a_poll_that_was_withdrawn_is_none_in_the_next_one(word: str, passes: str) -> None:
    table, number, vote = playing()
    if word == "yay":
        edited(table, "bo", vote, "nay")
        table.run()
    table.say("owner", "/pause")
    table.run()
    edited(table, "bo", vote, word)
    table.run()
    table.say("owner", "/resume")
    table.run()
    table.say("ana", "/close", number)
    table.run()
    table.wait()
    table.island.model.update_thread(table.island.id("ana"), number, state="open")
    table.say("ana", "/open", number)
    if passes == "two":
        table.run()
    for who, choice in (("ana", "yay"), ("cy", "yay"), ("di", "nay")):
        table.say(who, choice, number)
    table.say("ana", "/resolve", number)
    table.run()
    assert counted(table, number) == {"ana": "yay", "cy": "yay", "di": "nay"}
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert table.findings() == []


@pytest.mark.parametrize("seconds", [-1, 0, 1])
def test_what_is_decided_before_the_next_poll_is_opened_there_is_looked_at_with_its_own_votes(seconds: int) -> None:
    """One pass may read how a motion is decided and how it is made again."""
    table, number, vote = playing()
    state = State(table.island.files())
    opened_at = int(state.time) + 60
    path = f"state/polls/{number}.yaml"
    anew = canon.emit({**table.read(path), "ballots": [], "opened_at": opened_at})
    plan = Plan(segments=[Segment(files={path: anew})], decided_at={str(number): opened_at + seconds})
    known = known_of(state, number, plan)
    assert [vote.comment for vote in known.votes] == ([] if seconds > 0 else [vote])


@pytest.mark.parametrize(("status", "are_read"), [("open", True), ("withdrawn", False)])
def test_under_a_rescue_the_votes_of_a_poll_that_is_open_there_are_known_and_of_one_that_is_over_none(
    status: str, are_read: bool
) -> None:
    table, number, vote = playing()
    files = dict(table.island.files())
    path, notes = f"state/polls/{number}.yaml", canon.read(files["state/engine.yaml"])
    poll = {**canon.read(files[path]), "status": status}
    rescue = {
        "by": "1",
        "began": poll["opened_at"] + 60,
        "since": poll["opened_at"] + 60,
        "change": None,
        "electors": [],
    }
    rescue |= {"players": [], "votes": {}, "heard": {}, "told": ""}
    files |= {path: canon.emit(poll), "state/engine.yaml": canon.emit({**notes, "rescues": {str(number): rescue}})}
    known = known_of(State(files), number, Plan())
    assert [each.comment for each in known.votes] == ([vote] if are_read else [])
    assert known.opened_at == poll["opened_at"] + (0 if are_read else 60)


@pytest.mark.parametrize("passes", ["one", "two"])
def test_what_was_taken_back_is_read_again_before_each_verdict_that_is_put_off(passes: str) -> None:
    """With cy's vote, edited in a pause, it is a tie at the first /resolve; at the second, with di's, too."""
    table = Table()
    for who in ("cy", "di", "ed", "fy"):
        table.say(who, "/join")
    number = opened(table)
    words = {"ana": "yay", "bo": "nay", "cy": "yay", "di": "yay", "ed": "yay"}
    votes = {who: table.say(who, word, number) for who, word in words.items()}
    table.run()
    table.say("owner", "/pause")
    table.run()
    edited(table, "cy", votes["cy"], "nay")
    table.run()
    table.say("owner", "/resume")
    table.say("di", "/rest")
    table.run()
    edited(table, "di", votes["di"], "nay")
    table.run()
    table.say("ana", "/resolve", number)
    if passes == "two":
        table.run()
    table.say("di", "/wake")
    table.say("fy", "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    assert counted(table, number) == words | {"cy": "nay", "di": "nay", "fy": "yay"}
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert table.findings() == []


DEADLINE = rule(
    120,
    "Deadline",
    front="overrides: all\nanswers: {resolves_itself: after_a_day}\n",
    code="def after_a_day(poll, tally):\n"
    '    return poll["kind"] == "proposal" and now() >= poll["opened_at"] + days(1)\n',
)


FIVE = {"ana": "yay", "bo": "yay", "cy": "yay", "di": "yay", "ed": "nay"}


def five() -> tuple[Table, int, dict[str, int]]:
    """Five have voted on a proposal with a deadline: the game, its number, and the comments that are votes."""
    table = Table(with_rules({"120-deadline.md": DEADLINE}))
    for who in ("cy", "di", "ed"):
        table.say(who, "/join")
    number = opened(table)
    votes = {who: table.say(who, word, number) for who, word in FIVE.items()}
    return table, number, votes


@pytest.mark.parametrize("passes", ["one", "two"])
def test_what_was_edited_in_a_pause_counts_where_the_poll_is_decided_as_the_game_goes_on(passes: str) -> None:
    table, number, votes = five()
    table.run()
    table.say("owner", "/pause")
    table.run()
    for who in ("bo", "cy"):
        edited(table, who, votes[who], "nay")
    if passes == "two":
        table.run()
    table.wait(2 * 86_400)
    table.say("owner", "/resume")
    table.run()
    assert counted(table, number) == FIVE | {"bo": "nay", "cy": "nay"}
    assert table.read(f"state/polls/{number}.yaml")["status"] == "rejected"
    assert table.findings() == []


@pytest.mark.parametrize("back", [True, False])
@pytest.mark.parametrize("taken_back", ["in a pause", "at rest"])
def test_all_that_was_taken_back_is_read_before_a_verdict_that_time_brings(
    taken_back: str, back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(with_rules({"120-deadline.md": DEADLINE}))
    others = ("ana", "di", "ed", "fy", "gus")
    for who in ("cy", *others[1:]):
        table.say(who, "/join")
    number = opened(table)
    votes = {who: table.say(who, "yay", number) for who in ("bo", "cy", *others)}
    pauses = taken_back == "in a pause"
    for who, word in [("owner", "/pause")] if pauses else [("bo", "/rest"), ("cy", "/rest")]:
        table.say(who, word)
    table.run()
    for who in ("bo", "cy"):
        edited(table, who, votes[who], "nay")
    table.run()
    for who, word in [("owner", "/resume")] if pauses else [("bo", "/wake"), ("cy", "/wake")] if back else []:
        table.say(who, word)
    table.run()
    table.wait(2 * 86_400)
    table.say("di", "/help")
    listed, comments_of = list[int](), table.island.forge.comments_of
    monkeypatch.setattr(
        table.island.forge, "comments_of", lambda thread: (listed.append(thread), comments_of(thread))[1]
    )
    table.run()
    assert len(listed) == 1
    read = "nay" if pauses or back else ""
    assert counted(table, number) == dict.fromkeys(others, "yay") | {"bo": read, "cy": read}
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert table.findings() == []


@pytest.mark.parametrize("said", ["yay", "/dive"])
@pytest.mark.parametrize("before", [0, 1, 20])
def test_so_it_does_where_something_of_before_the_resume_is_shown_after_it(before: int, said: str) -> None:
    """It is judged in the second in which the game goes on, in which what was edited is not read again yet."""
    table, number, votes = five()
    table.run()
    table.say("owner", "/pause")
    table.run()
    for who in ("bo", "cy"):
        edited(table, who, votes[who], "nay")
    table.run()
    table.wait(2 * 86_400)
    table.say("owner", "/resume")
    clock = table.island.clock
    resumed_at = clock.now
    table.wait(15)
    table.referee().run()
    clock.now, later = resumed_at - before, clock.now
    table.island.say("di", number if said == "yay" else 1, said)
    clock.now = later
    table.run()
    assert counted(table, number) == FIVE | {"bo": "nay", "cy": "nay"}
    assert table.read(f"state/polls/{number}.yaml")["status"] == "rejected"
    assert table.findings() == []


SONG = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"


class Restless(InProcessJudge):
    """Says of each verdict that it comes a second sooner than the time before."""

    times = 0

    def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
        plan = super().judge(files, inbox, until)
        self.times += 1
        plan.decided_at = {thread: at - self.times for thread, at in plan.decided_at.items()}
        return plan


def test_a_verdict_that_comes_sooner_each_time_does_not_keep_a_pass_from_its_end() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Song", {"rules/island/200-song.md": SONG})
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, text, number)
    judge = Restless(KEY, GAME, Limits(examples=False))
    table.run(judge)
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert judge.times == LISTINGS + 1


def test_what_no_pass_read_before_it_was_edited_in_a_pause_is_refused_as_a_vote_cast_in_it() -> None:
    table = Table()
    for who in ("cy", "di"):
        table.say(who, "/join")
    number = opened(table)
    vote = table.say("bo", "yay", number)
    table.say("owner", "/pause")
    edited(table, "bo", vote, "nay")
    table.say("owner", "/resume")
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert (poll["ballots"], [(r["voter"], r["choice"]) for r in poll["refused"]]) == ([], [("bo", "nay")])
    assert any("paused" in answer for answer in table.answers(number))
    assert table.findings() == []


@pytest.mark.parametrize(("before", "again"), [(-1, True), (0, False), (1, False), (2, True)])
def test_what_was_taken_back_is_read_again_unless_that_was_done_right_before_the_verdict(
    before: int, again: bool
) -> None:
    known = KnownVotes(decided_at=1_000, taken_back=frozenset({7}))

    def asked(comment: int, read: int) -> bool:
        inbox = [
            {"kind": "edited", "comment": read, "time": 1_000 - before},
            {"kind": "said", "comment": 7, "time": 1_000},
        ]
        reader: Any = SimpleNamespace(reading=SimpleNamespace(inbox=inbox))
        return _is_to_be_read_again(reader, comment, known)

    assert asked(7, 7) == again
    assert asked(7, 8), "another was read"
    assert not asked(8, 7), "nobody takes it back"
