"""What a pass reads of a commit: all that it needs at once, and what is over only when it is asked for."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from engine.referee.commits import snapshot
from engine.store.layout import CHANGES
from tests.referee.in_memory import Table


def test_the_changes_of_open_polls_are_read_at_once_by_whatever_digit_their_hashes_begin() -> None:
    table = Table()
    for number in range(12):
        rule = f"---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing {number} songs.\n"
        thread = table.island.propose("ana", f"Songs {number}", {f"rules/island/songs{number}.md": rule})
        table.say("ana", "/open", thread)
    table.run()
    repository = table.island.repository
    files = snapshot.read_open(repository, snapshot.tree_of(repository, repository.fetch()))
    changes = {path for path in dict(files) if path.startswith(CHANGES)}
    assert {path.removeprefix(CHANGES)[0].isdigit() for path in changes} == {True, False}
    assert (len(changes), [*files.elsewhere]) == (12, [])


def spoilt(path: str) -> Table:
    """A game in which a file is no text: every character of it is kept."""
    table = Table()
    table.by_hand({path: "a picture\n"})
    table.island.store.blobs[table.island.store.entry("a picture\n").blob] = b"\x89PNG\xff\n"
    return table


def test_a_picture_among_the_rules_is_no_rule_and_one_among_the_records_is_named() -> None:
    table = spoilt("rules/island/map.png")
    files = snapshot.read(table.island.repository, table.island.store.main)
    assert "rules/island/map.png" not in files and "rules/island/103-fishing.md" in files
    table = spoilt("state/players/map.yaml")
    with pytest.raises(snapshot.BadState, match="^state/players/map.yaml is not UTF-8 text"):
        snapshot.read(table.island.repository, table.island.store.main)


@pytest.mark.parametrize("more", [0, 1])
def test_as_much_text_is_read_as_one_file_may_hold(monkeypatch: pytest.MonkeyPatch, more: int) -> None:
    table, path = Table(), "rules/island/map.md"
    table.by_hand({path: "x" * (9_000 + more)})
    monkeypatch.setattr(snapshot, "LARGEST", 9_000)
    assert (path in snapshot.read(table.island.repository, table.island.store.main)) == (more == 0)


@pytest.mark.parametrize(("more", "taken"), [(0, True), (1, False)])
def test_a_file_of_a_game_has_eight_million_bytes_at_most(more: int, taken: bool) -> None:
    data = b"x" * (8_000_000 + more)
    with nullcontext() if taken else pytest.raises(snapshot.BadState, match="state/a.yaml is too large"):
        assert len(snapshot._text("state/a.yaml", data)) == len(data)
