"""Who holds the key can write whatever the engine would: that of a commit by hand is compared with the commit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.referee.commits import administered
from engine.referee.commits.administered import Since
from engine.referee.ports import CommitInfo
from engine.store import canon
from tests.referee.in_memory import ANA, Table

Told = dict[str, Any]


def cheated(table: Table, monkeypatch: pytest.MonkeyPatch, told: Told) -> str:
    """A pass of a referee that tells of a commit by hand what its operator likes; the text that it wrote of ana."""
    honest = administered.since_last

    def invented(*args: Any, **named: Any) -> Since:
        since = honest(*args, **named)
        happening: Any = {"kind": "administered", "time": table.island.clock(), **told}
        return Since(since.base, [happening], since.restored, since.left_out)

    with monkeypatch.context() as patch:
        patch.setattr(administered, "since_last", invented)
        assert table.run().commits
    return table.island.files()[ANA]


def rich(table: Table) -> str:
    return canon.emit({**table.read(ANA), "shells": 9_999})


def of(commit: str, text: str) -> Told:
    return {"id": f"commit/{commit}", "commit": commit, "files": {ANA: text}}


def test_a_commit_that_nobody_made_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    assert "9999" in cheated(table, monkeypatch, of("f" * 40, rich(table)))
    (found,) = table.findings()
    assert f"(commit/{'f' * 40}): tells of commit ffffffffff, which is not in the history of main (commit " in found
    assert found.startswith("state/journal/")


def test_another_text_than_was_committed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    made = table.give_ana(7)
    assert "9999" in cheated(table, monkeypatch, of(made, rich(table)))
    (found,) = table.findings()
    assert f"says what commit {made[:10]} made of {ANA}, and there it stands otherwise" in found


def test_a_commit_that_is_told_of_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    made = table.give_ana(7)
    text = table.island.files()[ANA]
    table.run()
    table.say("ana", "/give 5 shells to bo")
    table.run()
    assert table.shells() == 2
    assert "shells: 7" in cheated(table, monkeypatch, of(made, text))
    (found,) = table.findings()
    assert f"tells once more of what commit {made[:10]} brought" in found


@pytest.mark.parametrize("apart", [1, 200])
def test_what_was_committed_is_not(apart: int) -> None:
    """However many are judged as one, and whatever they take away."""
    table = Table()
    for shells in (7, 8):
        table.give_ana(shells)
    table.by_hand({"rules/island/104-gifts.md": None})
    table.by_hand({"proposals/9.md": "Words.\n"})
    table.wait()
    referee = table.referee()
    referee._apart = apart
    referee.run()
    assert table.shells() == 8
    assert table.findings() == []


@pytest.mark.parametrize("apart", [1, 2, 3, 4, 5])
def test_of_more_commits_than_are_judged_apart_the_last_has_brought_what_all_the_others_did(apart: int) -> None:
    paths = [f"state/players/p{n}.yaml" for n in range(6)]
    commits = [CommitInfo(str(n), (), "", n, "ana", "By hand") for n in range(6)]
    found = [administered.BroughtByHand(commit, law={path: None}) for commit, path in zip(commits, paths, strict=True)]
    together = administered._together(found, apart)
    assert [[*each.law] for each in together] == [*([path] for path in paths[: apart - 1]), paths[apart - 1 :]]
    assert together[-1].commit is commits[-1]
