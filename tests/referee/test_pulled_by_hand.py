"""An administrator's `git pull`: a merge that puts what was committed at home first, and the engine's commits beside it."""

from __future__ import annotations

import pytest

from engine.referee import redacting
from engine.referee.passing import Report
from engine.referee.ports import ForgeError
from engine.referee.verify import verify
from engine.store import canon, journal
from tests.begun import START
from tests.referee.in_memory import ANA, Table
from tests.storms.island import KEY

SONGS = {"rules/island/108-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}
NOTE = {"docs/note.md": "A note beside the game\n"}


class Home(Table):
    """A sealed table whose administrator has a clone at home."""

    def run(self, *args: object, **more: object) -> Report:
        return super().run(*args, **{"key": KEY, **more})  # type: ignore[arg-type]

    def at_home(self, onto: str, changes: dict[str, str]) -> str:
        """A commit of theirs on this one, not pushed yet."""
        self.wait()
        return self.island.store.add([onto], dict(changes), "At home", self.island.clock(), "owner")

    def pull(self, home: str, changes: dict[str, str]) -> str:
        """`git pull --no-rebase`: their commit is the first parent, and the merge holds main and what they changed."""
        self.wait()
        store = self.island.store
        files = {**store.commits[store.main].files, **changes}
        return store.add([home, store.main], dict(files), "Merge branch 'main'", self.island.clock(), "owner")

    def push(self, commit: str) -> None:
        self.island.store.main = commit

    def voters(self, number: int) -> list[tuple[str, str]]:
        return [(b["voter"], b["choice"]) for b in self.read(f"state/polls/{number}.yaml")["ballots"]]

    def by_hand_in_journal(self) -> list[str]:
        days = journal.entries(self.island.files()[journal.path_of(START)])
        return [str(e["commit"]) for e in days if e["kind"] == "administered"]

    def findings(self) -> list[str]:
        return verify(self.island.repository, None, [KEY]).findings


def test_what_players_said_before_a_pull_was_pushed_is_neither_lost_nor_taken_back() -> None:
    table = Home()
    number = table.island.propose("ana", "Songs", SONGS)
    table.say("ana", "/open", number)
    table.run()
    home = table.at_home(table.island.store.main, NOTE)
    table.say("ana", "/build")
    table.say("ana", "yay", number)
    table.run()
    table.say("bo", "/build")
    table.say("bo", "nay", number)
    table.push(table.pull(home, NOTE))
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}, "bo": {"size": 1}}
    assert table.voters(number) == [("ana", "yay"), ("bo", "nay")]
    assert table.by_hand_in_journal() == []
    assert table.findings() == []


def test_what_was_changed_at_home_is_in_force_as_the_merge_has_it_and_nothing_else_is() -> None:
    table = Home()
    changed = {ANA: canon.emit({**table.read(ANA), "shells": 17})}
    home = table.at_home(table.at_home(table.island.store.main, changed), NOTE)
    table.say("bo", "/build")
    table.run()
    made = table.pull(home, changed | NOTE)
    table.push(table.at_home(made, {"docs/more.md": "More\n"}))
    table.run()
    assert table.shells() == 17
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert table.by_hand_in_journal() == [made]
    assert table.findings() == []


def adopted(table: Home) -> tuple[str, str]:
    """Songs becomes law while a commit waits at home; that commit, and the engine's last."""
    number = table.island.propose("ana", "Songs", SONGS)
    table.say("ana", "/open", number)
    table.run()
    home = table.at_home(table.island.store.main, NOTE)
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.run()
    table.say("ana", "/resolve", number)
    table.run()
    assert any("songs" in path for path in table.island.files())
    return home, table.island.store.main


def test_the_proof_goes_along_what_the_engine_did_and_finds_a_commit_that_somebody_noted() -> None:
    table = Home()
    home, noted = adopted(table)
    table.push(table.pull(home, NOTE))
    for _ in range(2):
        table.say("bo", "/build")
        table.run()
    assert table.findings() == []
    assert verify(table.island.repository, noted, [KEY]).findings == []


def test_so_it_does_where_a_pull_brings_another_pull_with_it() -> None:
    table = Home()
    home, noted = adopted(table)
    other = table.at_home(home, {"docs/other.md": "Another\n"})
    table.push(table.pull(home, NOTE))
    table.push(table.pull(other, NOTE | {"docs/other.md": "Another\n"}))
    table.say("bo", "/build")
    table.run()
    assert table.findings() == []
    assert verify(table.island.repository, noted, [KEY]).findings == []


def test_what_was_never_judged_is_found_behind_a_pull_too() -> None:
    table = Home()
    home, _ = adopted(table)
    made = table.pull(home, {ANA: canon.emit({**table.read(ANA), "shells": 17})})
    table.push(made)
    (finding,) = table.findings()
    assert finding.startswith(f"{ANA}: shells is 17")
    assert made[:10] in finding


@pytest.mark.parametrize("which", [-1, -2, None])
def test_a_branch_with_a_copied_trailer_merged_by_hand_draws_no_proof_aside(which: int | None) -> None:
    """Whoever writes a pull request chooses the messages in it: they may name the last entry, an older one, or none."""
    table = Home()
    for _ in range(2):
        table.say("bo", "/build")
        table.run()
    days = journal.entries(table.island.files()[journal.path_of(START)])
    entry = "f" * 64 if which is None else str(days[which]["hash"])
    store, last = table.island.store, table.island.store.main
    side = store.add([last], {"docs/side.md": "Side\n"}, f"1 done\n\nNomic-Entry: {entry}\n", START, "eve")
    table.wait()
    table.push(store.add([last, side], {"docs/side.md": "Side\n"}, "Merge", table.island.clock(), "owner"))
    table.say("ana", "/build")
    table.run()
    assert table.findings() == []


@pytest.mark.parametrize("words", ["its own", "those of the last"])
def test_a_merge_that_puts_an_old_commit_first_and_has_words_of_the_engines_draws_no_proof_aside(words: str) -> None:
    """All that lay between the two was left out of the proof, and a commit in it that somebody had noted was not found."""
    table = Home()
    for _ in range(2):
        table.say("bo", "/build")
        table.run()
        old, noted = table.island.store.commits[table.island.store.main].parents[0], table.island.store.main
    store = table.island.store
    message = store.commits[old if words == "its own" else noted].message
    table.wait()
    made = store.add([old, noted], dict(store.commits[old].files), message, table.island.clock(), "owner")
    table.push(made)
    table.say("ana", "/build")
    table.run()
    assert table.read("state/huts.yaml")["bo"] == {"size": 1}  # what it did is an act of whoever pushed it
    for start in (None, noted):
        first, *_ = verify(table.island.repository, start, [KEY]).findings
        assert first.startswith(f"commit {made[:10]}: says it is the engine's")


@pytest.mark.parametrize("which", [0, -1, None, "genesis"])
@pytest.mark.parametrize("how", ["merged", "squashed", "rebased"])
def test_who_merges_by_hand_is_not_taken_for_a_forger_whatever_the_pull_request_is_called(
    which: int | str | None, how: str
) -> None:
    """GitHub puts its title below the first line of a merge, and the words of its commits below that of a squash.

    Rebased or brought forward, its commits stand on `main` word for word.
    """
    table = Home()
    table.say("bo", "/build")
    table.run()
    days = journal.entries(table.island.files()[journal.path_of(START)])
    entry = str(days[which]["hash"]) if isinstance(which, int) else which or "f" * 64
    store, last = table.island.store, table.island.store.main
    side = store.add([last], {"docs/side.md": "Side\n"}, "Side", START, "eve")
    first = {"merged": "Merge pull request #9 from eve/side", "squashed": "Side (#9)", "rebased": "Side"}[how]
    table.wait()
    words, parents = f"{first}\n\nNomic-Entry: {entry}\n", [last, side] if how == "merged" else [last]
    table.push(store.add(parents, {"docs/side.md": "Side\n"}, words, table.island.clock(), "owner"))
    assert table.findings() == []
    table.say("ana", "/build")
    table.run()
    assert table.findings() == []


def test_a_text_said_before_a_pull_can_be_taken_out_of_the_journal() -> None:
    table = Home()
    home, _ = adopted(table)
    said = table.say("bo", "/build")
    table.run()
    table.push(table.pull(home, NOTE))
    found = redacting.prepare(table.island.repository, table.island.store.main, f"comment/{said}")
    assert found.happening["entry"]["id"] == f"comment/{said}"


def test_what_takes_too_long_to_judge_again_is_not_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    made = table.say("ana", "/build")
    table.run()
    monkeypatch.setattr(redacting, "PATIENCE", 0.0)
    with pytest.raises(ForgeError, match=r"takes longer than 0 seconds") as told:
        redacting.prepare(table.island.repository, table.island.store.main, f"comment/{made}")
    assert "verify" not in told.value.remedy, "nothing is wrong with the game"
