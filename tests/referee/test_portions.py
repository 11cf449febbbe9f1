"""A flood of pull requests is read in portions: each pass gets further, what is voted on comes first, and nothing is misjudged."""

from __future__ import annotations

import pytest

from engine.referee.intake import portions
from tests.island import rule, with_rules
from tests.playthroughs.hub_stage import entries
from tests.referee.in_memory import Table
from tests.storms.memory import MemoryForge


def song(name: str, verses: int = 1) -> dict[str, str]:
    text = f"---\nrule: next\ntitle: {name}\nby_hand: true\n---\n" + f"We sing {name}.\n" * verses
    return {f"rules/island/900-{name}.md": text}


def flooded(count: int, verses: int = 1, *, spoken: bool = True) -> tuple[Table, list[int]]:
    """So many pull requests of a stranger, in each of which something is said."""
    table = Table()
    numbers = []
    for place in range(count):
        table.wait(5)
        numbers.append(table.island.propose("zoe", f"Song {place}", song(f"song-{place}", verses)))
        if spoken:
            table.say("zoe", "/open", numbers[-1])
    return table, numbers


def heads(table: Table, numbers: list[int]) -> list[int]:
    """Those whose commits have been read."""
    files = table.island.files()
    return [n for n in numbers if f"state/threads/{n}.yaml" in files and table.read(f"state/threads/{n}.yaml")["head"]]


@pytest.mark.parametrize("spoken", [True, False])
@pytest.mark.parametrize(("bound", "size"), [("MOST_HEADS", 4), ("MOST_READ", 4_000)])
def test_each_pass_gets_further_and_in_the_end_all_is_read(
    bound: str, size: int, spoken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was left is worth a commit as well if it is much: else each pass would read it anew until something counts."""
    monkeypatch.setattr(portions, bound, size)
    table, numbers = flooded(15, 60 if bound == "MOST_READ" else 1, spoken=spoken)
    outcomes, read = [], [0]
    while len(read) == 1 or read[-1] > read[-2]:
        outcomes += table.run().outcomes
        read.append(len(heads(table, numbers)))
    assert len(heads(table, numbers)) == len(numbers)
    assert 3 < len(read) < 20
    assert len([o for o in outcomes if o["is"] == "refused"]) == (len(numbers) if spoken else 0)
    assert table.findings() == []


def test_a_move_at_the_table_before_the_flood_counts_at_once_and_one_after_it_in_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(portions, "MOST_HEADS", 4)
    table = Table()
    before = table.say("bo", "/build")
    for place in range(12):
        table.say("zoe", "/open", table.island.propose("zoe", f"Song {place}", song(f"song-{place}")))
    after = table.say("bo", "/build")
    judged = [{o["id"]: o["is"] for o in table.run().outcomes} for _ in range(4)]
    assert judged[0][f"comment/{before}"] == "done"
    assert [f"comment/{after}" in found for found in judged].index(True) == 2


def test_what_is_voted_on_is_always_read_and_no_vote_counts_for_what_came_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(portions, "MOST_HEADS", 2)
    table = Table()
    pull = table.island.propose("ana", "A song", song("alba"))
    table.say("ana", "/open", pull)
    table.run()
    for place in range(7):
        table.say("zoe", "/open", table.island.propose("zoe", f"Song {place}", song(f"song-{place}")))
    table.say("bo", "yay", pull)
    table.wait()
    table.island.push("ana", pull, song("alba", 2))
    table.wait()
    for _ in range(5):
        table.run()
    poll = table.read(f"state/polls/{pull}.yaml")
    assert ([b["voter"] for b in poll["ballots"]], [r["voter"] for r in poll["refused"]]) == ([], ["bo"])
    assert table.findings() == []


def test_a_pass_asks_for_no_more_than_its_portion(monkeypatch: pytest.MonkeyPatch) -> None:
    """150 new heads, and an hour's requests are a thousand."""
    table, numbers = flooded(150, spoken=False)
    asked: list[int] = []
    pull = MemoryForge.pull
    monkeypatch.setattr(MemoryForge, "pull", lambda self, number: asked.append(number) or pull(self, number))
    table.run()
    assert len(asked) == portions.MOST_HEADS == len(heads(table, numbers))


@pytest.mark.parametrize("late", [False, True])
def test_what_a_whole_listing_finds_behind_the_end_of_the_inbox_takes_nothing_with_it(
    late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word in the thread that is decided stands behind the cut; what was said between the two is still read."""
    monkeypatch.setattr(portions, "MOST_HEADS", 4)
    table = Table()
    decided, other = (
        table.island.propose("ana", "Song", song("alba")),
        table.island.propose("bo", "Other", song("other")),
    )
    for number, who in ((decided, "ana"), (other, "bo")):
        table.say(who, "/open", number)
    table.say("ana", "yay", decided)
    table.run()
    table.say("bo", "yay", decided)
    table.say("ana", "/resolve", decided)
    for place in range(10):
        table.say("zoe", "/open", table.island.propose("zoe", f"Song {place}", song(f"song-{place}")))
    table.wait(600)
    between = [table.say("bo", "nay", other), table.say("bo", "/build")]
    table.by_hand({"docs.md": "Nothing of the game's.\n"})
    table.wait(3_000)
    if late:
        table.say("ana", "well done", decided)
    for _ in range(6):
        table.run()
    assert table.read(f"state/polls/{decided}.yaml")["status"] == "adopted"
    judged = {entry["id"]: entry["outcome"]["is"] for entry in entries(table.island.files())}
    assert [judged.get(f"comment/{comment}") for comment in between] == ["done", "done"]
    assert table.findings() == []


def test_a_commit_by_hand_is_judged_before_the_end_of_the_inbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portions, "MOST_HEADS", 4)
    table, numbers = flooded(10)
    table.give_ana(7)
    spoken = table.say("bo", "/build")
    for _ in range(6):
        table.run()
    assert table.shells() == 7
    assert len(heads(table, numbers)) == len(numbers)
    judged = [entry["id"] for entry in entries(table.island.files())]
    assert judged.count(f"comment/{spoken}") == 1
    assert len([id_ for id_ in judged if id_.startswith("commit/")]) == 1
    assert table.findings() == []


def flood(table: Table) -> None:
    """More pull requests than a pass reads, a word in each: the inbox ends before these."""
    for place in range(12):
        table.say("zoe", "hello", table.island.propose("zoe", f"Song {place}", song(f"song-{place}")))
    table.wait()


def say_nay_and_lose_it(table: Table, number: int, vote: int) -> None:
    """Bo says nay, in a new vote or in one that there is, and mo deletes it before it is read. Then all is read."""
    if vote:
        table.island.model.edit_comment(table.island.id("bo"), vote, "nay")
    else:
        vote = table.say("bo", "nay", number)
    table.wait()
    table.referee().run(table.deleted(vote, "mo"))
    for _ in range(5):
        table.run()


@pytest.mark.parametrize("read_before", [False, True], ids=["unread", "edited since it was read"])
def test_a_vote_that_a_moderator_deleted_unread_counts_also_where_the_inbox_ends_before_it(
    read_before: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portions, "MOST_HEADS", 4)
    table = Table()
    table.island.model.account("mo", "write")
    number = table.island.propose("ana", "Song", song("alba"))
    table.say("ana", "/open", number)
    vote = table.say("bo", "yay", number) if read_before else 0
    table.run()
    flood(table)
    say_nay_and_lose_it(table, number, vote)
    ballots = table.read(f"state/polls/{number}.yaml")["ballots"]
    assert [(b["voter"], b["choice"], b.get("removed_by")) for b in ballots] == [("bo", "nay", "mo")]
    assert table.findings() == []


def disputed(
    *between: tuple[str, str], monkeypatch: pytest.MonkeyPatch, edits: bool = False, law: dict[str, str] | None = None
) -> tuple[Table, int]:
    """Bo says yay behind the end of the inbox, then others say what is given, then bo says nay, which mo deletes unread.

    Where bo `edits`, that nay is what an older vote is edited into.
    """
    monkeypatch.setattr(portions, "MOST_HEADS", 4)
    table = Table(law)
    table.island.model.account("mo", "write")
    number = table.island.propose("ana", "Song", song("alba"))
    table.say("ana", "/open", number)
    table.say("ana", "yay", number)
    vote = table.say("bo", "yay", number) if edits else 0
    table.run()
    flood(table)
    table.say("bo", "yay", number)
    for who, text in between:
        table.wait()
        table.say(who, text, number)
    table.wait()
    say_nay_and_lose_it(table, number, vote)
    assert table.findings() == []
    return table, number


@pytest.mark.parametrize("edits", [False, True])
def test_an_older_vote_that_is_read_after_a_deleted_one_is_the_older_one_still(
    edits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, number = disputed(monkeypatch=monkeypatch, edits=edits)
    ballots = table.read(f"state/polls/{number}.yaml")["ballots"]
    assert [(b["voter"], b["choice"]) for b in ballots] == [("ana", "yay"), ("bo", "yay"), ("bo", "nay")]
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open", "one yay, one nay"


def test_a_deleted_vote_does_not_count_for_what_was_decided_before_it_was_said(monkeypatch: pytest.MonkeyPatch) -> None:
    table, number = disputed(("ana", "/resolve"), monkeypatch=monkeypatch)
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"


def test_a_deleted_vote_by_which_a_poll_is_complete_resolves_it_when_it_was_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = 'def all_agree(poll, tally):\n    return tally["nay"] > 0\n'
    ending = rule(
        120,
        "Ending",
        front="overrides: all\nanswers: {resolves_itself: all_agree, verdict: no}\n",
        code=code + '\ndef no(poll, tally):\n    return "rejected"\n',
    )
    table, number = disputed(monkeypatch=monkeypatch, law=with_rules({"120-ending.md": ending}))
    poll = table.read(f"state/polls/{number}.yaml")
    deciding = [e["id"] for e in entries(table.island.files()) if e["id"].startswith("lapsed/")]
    assert (poll["status"], deciding) == ("rejected", [f"lapsed/{number}/{poll['ballots'][-1]['at']}"])
    assert "said_later" not in table.read("state/engine.yaml")


def slow(table: Table, *numbers: int) -> list[int]:
    """From now on the commits of these take ten minutes to be brought; the numbers of those that were asked for."""
    asked: list[int] = []
    bring = table.island.repository.fetch_pull

    def fetch_pull(number: int, head: str) -> None:
        if number in numbers:
            asked.append(number)
            table.wait(600)
        bring(number, head)

    table.island.repository.fetch_pull = fetch_pull  # type: ignore[method-assign]
    return asked


@pytest.mark.parametrize("spoken", [True, False])
def test_a_few_that_take_as_long_as_a_run_may_last_are_read_one_in_a_pass(spoken: bool) -> None:
    """A run that takes too long is ended, and has written nothing: the next one would begin with the same."""
    table, numbers = flooded(4, spoken=spoken)
    asked = slow(table, *numbers)
    for place in range(1, 5):
        table.run()
        assert len(asked) == place
        assert len(heads(table, numbers)) == place
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert len(asked) == 4
    assert table.findings() == []


def test_where_they_are_voted_on_the_others_are_held_until_there_is_time_for_them() -> None:
    table = Table()
    numbers = [table.island.propose(who, "A song", song(f"song-{who}")) for who in ("ana", "bo")]
    for who, number in zip(("ana", "bo"), numbers, strict=True):
        table.say(who, "/open", number)
    table.run()
    for who, number in zip(("ana", "bo"), numbers, strict=True):
        table.wait()
        table.island.push(who, number, song(f"song-{who}", 2))
    asked = slow(table, numbers[0])
    table.run()
    assert asked == numbers[:1]
    then = table.island.model.thread(numbers[1]).pull
    assert then is not None
    assert table.read(f"state/threads/{numbers[1]}.yaml")["head"] != then.head
    assert table.read(f"state/threads/{numbers[1]}.yaml")["unread"]
    table.run()
    table.run()
    for number in numbers:
        pull = table.island.model.thread(number).pull
        assert pull is not None
        assert table.read(f"state/threads/{number}.yaml")["head"] == pull.head
        assert table.read(f"state/threads/{number}.yaml").get("unread") is None
        assert table.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert asked == numbers[:1]
    assert table.findings() == []
