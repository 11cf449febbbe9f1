"""What an administrator is to merge by hand is what was voted on: whoever pushes other commits behind the vote is found out."""

from __future__ import annotations

import pytest

from tests.referee.in_memory import Table

ADOPTED: dict[str, str | None] = {"engine/new.py": "x = 1\n"}
OTHER: dict[str, str | None] = {"engine/new.py": "everything(mine)\n"}


def adopted() -> tuple[Table, int, str]:
    """The table, and a proposal about the program, with the head that was voted on."""
    table = Table()
    number = table.island.propose("ana", "New", ADOPTED)
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert (poll["status"], poll["landed"]) == ("adopted", False)
    return table, number, table.island.store.heads[number]


def push(table: Table, number: int, changes: dict[str, str | None]) -> None:
    table.wait()
    table.island.push("ana", number, changes)


def merge(table: Table, number: int) -> None:
    """The green button: whatever the pull request is by then."""
    table.wait()
    store = table.island.store
    head = store.heads[number]
    store.main = store.add(
        [store.main, head], store.commits[head].files, f"Merge #{number}", table.island.clock(), "owner"
    )
    table.island.model.pushed("main", store.main, table.island.repository.is_ancestor, table.island.id("owner"))


def test_the_commit_to_merge_is_named() -> None:
    table, number, head = adopted()
    assert any(
        f"an administrator must merge #{number} as it was voted on, at {head[:10]}" in a for a in table.answers()
    )


def test_commits_that_come_behind_the_vote_are_warned_of_in_the_pull_request_and_on_the_table() -> None:
    table, number, head = adopted()
    push(table, number, OTHER)
    table.run()
    table.run()
    for place in (number, 1):
        (warning,) = [answer for answer in table.answers(place) if "Do not merge" in answer]
        assert f"git merge {head}" in warning
    assert table.findings() == []


def test_they_get_no_green_mark_by_what_was_adopted_before_them() -> None:
    table, number, head = adopted()
    push(table, number, OTHER)
    table.run()
    merge(table, number)
    table.run()
    statuses = table.island.model.statuses
    assert head in statuses and table.island.store.heads[number] not in statuses


@pytest.mark.parametrize("read_before", [True, False])
def test_whoever_merges_them_all_the_same_is_told_that_nobody_voted_on_them(read_before: bool) -> None:
    table, number, _ = adopted()
    push(table, number, OTHER)
    if read_before:
        table.run()
    merge(table, number)
    table.run()
    assert any(
        "merged by hand, with other commits than those that were adopted" in answer for answer in table.answers()
    )
    assert table.findings() == []


def test_commits_that_change_nothing_of_it_are_nothing_to_be_warned_of() -> None:
    table, number, _ = adopted()
    push(table, number, ADOPTED)
    table.run()
    merge(table, number)
    table.run()
    said = "\n".join([*table.answers(), *table.answers(number)])
    assert "Do not merge" not in said and "was merged by hand." in said
    assert table.findings() == []
