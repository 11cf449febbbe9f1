"""Passes whose push does not land: somebody was faster, or the server refuses. Nothing shows before main has moved."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.plan import Plan
from engine.referee.passing import ATTEMPTS
from engine.referee.ports import Comment, ForgeError, GaveUp, PushRefused, Unreachable
from tests.referee.in_memory import Table, judging
from tests.storms.memory import MemoryRepository
from tests.storms.ports import StormForge

SONG = {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"}


def test_a_pass_that_is_overtaken_reads_again_and_lands_by_itself() -> None:
    table = Table()
    table.say("ana", "/build")
    table.island.repository.before_push = lambda: table.by_hand({"notes.txt": "Theirs.\n"}) and None
    report = table.run()
    assert report.commits == [table.island.store.main], "what did not land is not told as made"
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.island.files()["notes.txt"] == "Theirs.\n"
    assert table.findings() == []


def overtaken(table: Table, waited: list[int], moves: int) -> None:
    """So many times somebody commits something right before the pass does."""

    def overtake() -> None:
        table.by_hand({"notes.txt": f"Theirs, {len(waited)}.\n"})
        table.island.repository.before_push = overtake if len(waited) < moves - 1 else None

    table.island.repository.before_push = overtake


@pytest.mark.parametrize(("moves", "lands"), [(5, True), (6, False)])
def test_a_pass_that_is_overtaken_six_times_gives_up_and_the_next_one_takes_it_up(moves: int, lands: bool) -> None:
    table, waited = Table(), list[int]()
    table.say("ana", "/build")

    overtaken(table, waited, moves)
    if lands:
        assert table.run(wait=waited.append).commits
    else:
        with pytest.raises(GaveUp, match="main moved each time"):
            table.run(wait=waited.append)
        assert "state/huts.yaml" not in table.island.files()
        table.run()
    assert waited == list(range(moves))
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.findings() == []


@pytest.mark.parametrize(("moves", "lands"), [(12, True), (30, False)])
def test_who_alone_can_tell_who_deleted_a_word_gives_up_much_later(moves: int, lands: bool) -> None:
    """So nobody takes a vote away by deleting much beside it, each of which has a run of its own."""
    table, waited = Table(), list[int]()
    said = table.say("ana", "hello")
    told = table.deleted(said, "owner")

    overtaken(table, waited, moves)
    referee = table.referee(wait=waited.append)
    if lands:
        assert referee.run(told).commits
    else:
        with pytest.raises(GaveUp):
            referee.run(told)
    assert waited == [min(attempt, 5) for attempt in range(moves)], "nor does it wait longer and longer"
    journal = "".join(text for path, text in table.island.files().items() if path.startswith("state/journal/"))
    assert (f"comment/{said}/deleted/by_another" in journal) == lands


@pytest.mark.parametrize("by", ["owner", "ana"])
def test_nor_is_it_lost_where_the_forge_is_in_trouble_for_a_moment(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, waited = Table(), list[int]()
    told = table.deleted(table.say("ana", "hello"), by)
    listed = type(table.island.forge).comments_since

    def failing(forge: StormForge, since: int | None) -> list[Comment]:
        if len(waited) < 3:
            raise Unreachable("GET issues/comments: no answer in time", "Later.")
        return listed(forge, since)

    monkeypatch.setattr(type(table.island.forge), "comments_since", failing)
    referee = table.referee(wait=waited.append)
    if by == "owner":
        assert referee.run(told).commits and waited == [0, 1, 2]
    else:
        with pytest.raises(Unreachable):
            referee.run(told)


class Remembering:
    """A judge that keeps every plan it has made."""

    def __init__(self) -> None:
        self.judge_of_this, self.plans = judging(), list[Plan]()

    def judge(self, *given: Any) -> Plan:
        self.plans.append(self.judge_of_this.judge(*given))
        return self.plans[-1]

    def prepare(self, *given: Any) -> None:
        self.judge_of_this.prepare(*given)

    def rest(self) -> None:
        self.judge_of_this.rest()


def test_what_is_judged_again_throws_the_same_dice() -> None:
    table = Table()
    table.wait(5 * 86_400)
    table.say("ana", "/build")
    table.island.repository.before_push = lambda: table.by_hand({"notes.txt": "Theirs.\n"}) and None
    judge = Remembering()
    table.run(judge)
    first, again = ([outcome["rolls"] for outcome in plan.outcomes if outcome["rolls"]] for plan in judge.plans)
    assert len(first[0]) == 2
    assert first == again


def test_nothing_is_said_of_what_did_not_land() -> None:
    table = Table()
    table.say("ana", "/build")
    before = table.answers()
    table.island.repository.refuse = "protected branch hook declined"
    with pytest.raises(ForgeError, match="refused the push"):
        table.run()
    assert table.answers() == before
    assert "state/huts.yaml" not in table.island.files()
    table.run()
    assert len(table.answers()) == len(before) + 1
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}


def test_a_verdict_whose_merge_is_refused_is_told_as_it_landed() -> None:
    """The push is redone without the merge; of the first try, by which the song was law, nobody ever hears."""
    table = Table()
    number = table.island.propose("ana", "Song", SONG)
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
    table.island.repository.refuse = "workflows may not be pushed"
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert (poll["status"], poll["landed"]) == ("adopted", False)
    assert any("an administrator must merge" in answer for answer in table.answers())
    assert "rules/island/108-song.md" not in table.island.files()
    assert table.findings() == []


def test_what_waits_for_a_merge_by_hand_has_not_landed_where_the_merge_goes_into_another_branch() -> None:
    table = Table()
    number = table.island.propose("ana", "Song", SONG)
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
    table.island.repository.refuse = "workflows may not be pushed"
    table.run()
    model = table.island.model
    model.retarget(table.island.id("ana"), number, "other")
    model.pushed("other", model.thread(number).pull.head, lambda one, other: one == other, table.island.id("owner"))
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert (poll["status"], poll["landed"]) == ("adopted", False)
    assert not any("merged by hand" in answer for answer in table.answers())
    assert table.findings() == []


def verdicts(monkeypatch: pytest.MonkeyPatch, many: int, refused: tuple[int, ...]) -> tuple[Table, list[bool]]:
    """So many proposals are adopted in one pass, and the merges of some are refused: the game, and which of all have landed."""
    table = Table()
    numbers = []
    for name in ("song", "dance", "feast", "walk", "swim", "race", "rest")[:many]:
        text = f"---\nrule: next\ntitle: {name}\nby_hand: true\n---\nWe have a {name}.\n"
        numbers.append(table.island.propose("ana", name, {f"rules/island/900-{name}.md": text}))
        table.say("ana", "/open", numbers[-1])
    for number in numbers:
        for who, words in (("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
            table.say(who, words, number)
    store, honest = table.island.store, MemoryRepository.push
    bad = {store.heads[numbers[each]] for each in refused}

    def push(repository: MemoryRepository, old: str, new: str) -> None:
        if bad & set(store.ancestors(new)):
            raise PushRefused("a file is too large")
        honest(repository, old, new)

    monkeypatch.setattr(MemoryRepository, "push", push)
    table.run()
    polls = [table.read(f"state/polls/{number}.yaml") for number in numbers]
    assert [poll["status"] for poll in polls] == ["adopted"] * many
    return table, [poll["landed"] for poll in polls]


@pytest.mark.parametrize("refused", [(0,), (1,), (2,), (0, 1, 2)])
def test_of_three_verdicts_in_one_pass_the_one_whose_merge_is_refused_is_left_out_alone(
    refused: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, landed = verdicts(monkeypatch, 3, refused)
    assert landed == [place not in refused for place in range(3)]
    assert table.findings() == []


def test_of_more_verdicts_than_a_pass_has_attempts_no_merge_lands_and_every_verdict_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each left out alone, the pass would give up, and so would every later one."""
    table, landed = verdicts(monkeypatch, ATTEMPTS + 1, tuple(range(ATTEMPTS + 1)))
    assert landed == [False] * (ATTEMPTS + 1)
    assert table.findings() == []


def test_of_the_words_in_which_a_merge_is_refused_a_bounded_part_is_kept() -> None:
    """They stand in the world and on the board, and whoever answers for the server chooses their length."""
    table = Table()
    number = table.island.propose("ana", "Song", SONG)
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
    words = "workflows may not be pushed, " * 1_000
    table.island.repository.refuse = words
    table.run()
    kept = str(table.read(f"state/threads/{number}.yaml")["unmergeable"])
    assert words.startswith(kept.strip()) and 300 < len(kept) <= 500
    assert table.findings() == []
