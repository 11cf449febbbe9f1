"""Pull requests that share commits: who was first is voted on, and what is merged along was not decided."""

from __future__ import annotations

import pytest

from engine.hub.threads import Pull
from tests.island import rule, with_rules
from tests.referee.in_memory import Table

PATH = "rules/island/108-songs.md"
SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"


def with_head(table: Table, who: str, head: str) -> int:
    """A pull request whose newest commit is this one."""
    table.wait()
    number = max(table.island.model.threads) + 1
    table.island.store.heads[number] = head
    pull = Pull("main", f"{who}-{number}", head, "owner/island")
    return table.island.model.open_thread(table.island.id(who), "Mine", "", pull=pull).number


def proposed(table: Table, who: str) -> int:
    table.wait()
    number = table.island.propose(who, "Songs", {PATH: SONG})
    table.say(who, "/open", number)
    table.run()
    assert status(table, number) == "open"
    return number


def updated(table: Table, who: str, number: int) -> None:
    """The branch is updated from main: a merge of both."""
    table.wait()
    store = table.island.store
    store.heads[number] = store.add(
        [store.heads[number], store.main], dict(store.commits[store.main].files), "Update", table.island.clock(), who
    )
    table.island.model.head_moved(table.island.id(who), number, store.heads[number])


def status(table: Table, number: int) -> str:
    path = f"state/polls/{number}.yaml"
    return str(table.read(path)["status"]) if path in table.island.files() else ""


def adopt(table: Table, who: str, number: int) -> None:
    for voter in ("ana", "bo"):
        table.say(voter, "yay", number)
    table.say(who, "/resolve", number)
    for _ in range(3):
        table.run()
    assert status(table, number) == "adopted"


@pytest.mark.parametrize("read_between", [True, False])
def test_equal_heads_are_one_proposal_the_older(read_between: bool) -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Songs", {PATH: SONG})
    if read_between:
        table.run()
    copy = with_head(table, "bo", table.island.store.heads[number])
    table.say("bo", "/open", copy)
    table.run()
    assert status(table, copy) == ""
    assert any("same commit as an older pull request" in answer for answer in table.answers(copy))
    table.say("ana", "/open", number)
    table.run()
    adopt(table, "ana", number)
    assert status(table, copy) == ""
    assert table.findings() == []


def test_an_old_pull_request_that_takes_anothers_head_is_no_older_for_it() -> None:
    table = Table()
    table.wait()
    old = table.island.propose("bo", "Mine", {"rules/island/109-mine.md": SONG.replace("Songs", "Mine")})
    table.say("bo", "/open", old)
    number = proposed(table, "ana")
    assert status(table, old) == "open"
    table.wait()
    table.island.store.heads[old] = table.island.store.heads[number]
    table.island.model.head_moved(table.island.id("bo"), old, table.island.store.heads[old])
    table.run()
    assert (status(table, old), status(table, number)) == ("withdrawn", "open")
    updated(table, "ana", number)
    table.run()
    adopt(table, "ana", number)
    assert status(table, old) == "withdrawn"
    assert table.findings() == []


def test_one_closed_meanwhile_is_not_opened_beside_its_equal() -> None:
    table = Table()
    table.wait()
    first = table.island.propose("bo", "Mine", {PATH: SONG})
    table.run()
    table.island.model.update_thread(table.island.id("bo"), first, state="closed")
    table.run()
    second = with_head(table, "ana", table.island.store.heads[first])
    table.say("ana", "/open", second)
    table.run()
    table.island.model.update_thread(table.island.id("bo"), first, state="open")
    table.say("bo", "/open", first)
    table.run()
    assert (status(table, first), status(table, second)) == ("", "open")
    adopt(table, "ana", second)
    assert status(table, first) == ""


def test_one_made_from_the_first_commit_of_a_proposal_does_not_kill_it() -> None:
    table = Table()
    number = proposed(table, "ana")
    first = table.island.store.heads[number]
    table.wait()
    table.island.push("ana", number, {PATH: SONG.replace("We sing", "We all sing")})
    table.run()
    part = with_head(table, "bo", first)
    table.say("bo", "/open", part)
    table.run()
    for _ in range(2):
        updated(table, "ana", number)
        table.say("bo", "yay", number)
        table.run()
        assert status(table, number) == "open"
    assert not any("another open proposal" in answer for answer in table.answers(number))


def test_what_is_merged_along_is_not_adopted() -> None:
    table = Table()
    number = proposed(table, "ana")
    first = table.island.store.heads[number]
    table.wait()
    table.island.push("ana", number, {PATH: SONG.replace("We sing", "We all sing")})
    table.run()
    part = with_head(table, "bo", first)
    table.say("bo", "/open", part)
    table.run()
    assert status(table, part) == "open"
    table.say("ana", "nay", part)
    adopt(table, "ana", number)
    assert table.island.model.thread(part).pull.merged_at is not None
    assert status(table, part) == "withdrawn"
    assert not any("merged by hand" in answer for answer in [*table.answers(), *table.answers(part)])
    assert table.findings() == []


def test_nor_is_one_that_takes_the_very_head_of_another_while_that_is_merged() -> None:
    """Then the engine's own merge names its head, as a hand's does that means it."""
    table = Table()
    table.say("cy", "/join")
    table.run()
    number = proposed(table, "ana")
    table.wait()
    mine = table.island.propose("cy", "Dances", {PATH.replace("songs", "dances"): SONG.replace("Songs", "Dances")})
    table.say("cy", "/open", mine)
    table.run()
    for who, word in (("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, word, number)
    store, push = table.island.store, table.island.repository.push

    def switched(old: str, new: str) -> None:
        store.heads[mine] = store.heads[number]
        table.island.model.head_moved(table.island.id("cy"), mine, store.heads[number])
        push(old, new)

    table.island.repository.push = switched  # type: ignore[method-assign]
    table.run()
    table.island.repository.push = push  # type: ignore[method-assign]
    table.run()
    assert table.island.model.thread(mine).pull.merged_at is not None
    assert (status(table, number), status(table, mine)) == ("adopted", "withdrawn")
    assert table.findings() == []


LATER = rule(
    120,
    "Tides",
    front="answers: {takes_effect: later}\ncommands: [{usage: /tide, run: turn, help: Let the tide turn.}]\n",
    code="""
def later(poll):
    return "the_tide_turns" if poll["subject"] == "Songs" else "now"

def turn(player):
    tell("the_tide_turns")
""",
)


def test_what_is_merged_along_while_it_waits_takes_effect_all_the_same() -> None:
    """Else whoever proposed it could have it be no law any more, by a piece of another's proposal pushed over what was adopted."""
    table = Table(with_rules({"120-tides.md": LATER}))
    island = table.island
    waits = proposed(table, "ana")
    adopt(table, "ana", waits)
    table.wait()
    other = island.propose("bo", "Dances", {PATH.replace("songs", "dances"): SONG.replace("Songs", "Dances")})
    first = island.store.heads[other]
    island.push("bo", other, {PATH.replace("songs", "dances"): SONG.replace("Songs", "More dances")})
    table.say("bo", "/open", other)
    table.run()
    table.wait()
    island.store.heads[waits] = first
    island.model.head_moved(island.id("ana"), waits, first)
    table.run()
    adopt(table, "bo", other)
    assert island.model.thread(waits).pull.merged_at is not None
    table.wait()
    island.model.update_thread(island.id("ana"), waits, title="Songs of old")
    table.run()
    table.say("bo", "/tide")
    table.run()
    assert table.read(f"state/polls/{waits}.yaml")["landed"] is True
    assert [path for path in island.files() if path.startswith("rules/") and "songs" in path]
    assert not any("merged by hand" in answer for answer in [*table.answers(), *table.answers(waits)])
    assert table.findings() == []


def test_who_builds_on_another_later_stays_stacked_through_updates() -> None:
    table = Table()
    number = proposed(table, "ana")
    theirs = with_head(table, "bo", table.island.store.heads[number])
    table.island.push("bo", theirs, {"rules/island/109-more.md": SONG.replace("Songs", "More")})
    for _ in range(3):
        table.say("bo", "/open", theirs)
        table.run()
        assert status(table, theirs) == ""
        updated(table, "bo", theirs)
        table.run()
    assert table.answers(theirs)[-1].count("another open proposal") == 1


@pytest.mark.parametrize("becomes", ["adopted", "withdrawn"])
def test_what_was_built_on_another_can_be_opened_as_it_is_once_that_is_open_no_more(becomes: str) -> None:
    table = Table()
    number = proposed(table, "ana")
    theirs = with_head(table, "bo", table.island.store.heads[number])
    table.island.push("bo", theirs, {DANCES: DANCE})
    table.run()
    if becomes == "adopted":
        adopt(table, "ana", number)
    else:
        table.say("ana", "/close", number)
        table.run()
    assert status(table, number) == becomes
    table.say("bo", "/open", theirs)
    table.run()
    assert status(table, theirs) == "open"
    own = [DANCES] if becomes == "adopted" else [PATH, DANCES]
    assert table.read(f"state/polls/{theirs}.yaml")["paths"] == own
    adopt(table, "bo", theirs)
    assert table.findings() == []


DANCES = "rules/island/109-dances.md"
DANCE = SONG.replace("Songs", "Dances").replace("sing", "dance")
OTHERS = "rules/other/101-songs.md"
OF_BEFORE = "the game's own files as they were once"


def test_one_that_meets_main_in_two_places_is_told_to_update_and_touched_nothing_of_the_games() -> None:
    """Built on another, merged with main before that was adopted, and pushed to after it."""
    table = Table()
    store, old = table.island.store, table.island.store.main
    table.say("ana", "/build")
    table.run()
    main = store.main
    table.wait()
    first = store.add([old], {PATH: SONG}, "Songs", table.island.clock(), "ana")
    second = store.add([first], {DANCES: DANCE}, "Dances", table.island.clock(), "bo")
    merged = store.add([second, main], dict(store.commits[main].files), "Update", table.island.clock(), "bo")
    number, other = with_head(table, "ana", first), with_head(table, "bo", merged)
    table.say("ana", "/open", number)
    table.run()
    adopt(table, "ana", number)
    table.wait()
    table.island.push("bo", other, {DANCES: DANCE.replace("dance.", "dance well.")})
    table.say("bo", "/open", other)
    table.run()
    assert OF_BEFORE in table.answers(other)[-1]
    assert "not law" not in "".join(table.answers(other))
    updated(table, "bo", other)
    table.say("bo", "/open", other)
    table.run()
    adopt(table, "bo", other)
    assert table.findings() == []


def test_one_that_was_merged_with_main_and_kept_all_of_its_own_side_is_told_so() -> None:
    """As `git merge --strategy ours` does: it would take back what was played, though no commit of it touches that."""
    table = Table()
    table.wait()
    other = table.island.propose("ana", "Dances", {DANCES: DANCE})
    adopt(table, "bo", proposed(table, "bo"))
    store = table.island.store
    store.heads[other] = store.add([store.heads[other], store.main], {}, "Merge", table.island.clock(), "ana")
    table.island.model.head_moved(table.island.id("ana"), other, store.heads[other])
    table.say("ana", "/open", other)
    table.run()
    assert OF_BEFORE in table.answers(other)[-1]
    assert "the program" not in table.answers(other)[-1]
    assert status(table, other) == ""


def test_so_is_one_that_would_bring_back_rules_of_another_game_that_are_gone() -> None:
    table = Table()
    table.by_hand({OTHERS: SONG})
    table.run()
    table.wait()
    other = table.island.propose("ana", "Dances", {DANCES: DANCE})
    table.by_hand({OTHERS: None})
    table.run()
    store = table.island.store
    kept = {**store.commits[store.main].files, OTHERS: SONG, DANCES: DANCE}
    store.heads[other] = store.add([store.heads[other], store.main], kept, "Merge", table.island.clock(), "ana")
    table.island.model.head_moved(table.island.id("ana"), other, store.heads[other])
    table.say("ana", "/open", other)
    table.run()
    assert OF_BEFORE in table.answers(other)[-1]
    assert OTHERS in table.answers(other)[-1]
