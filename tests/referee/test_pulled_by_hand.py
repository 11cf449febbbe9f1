"""An administrator's `git pull`: a merge that puts what was committed at home first, and the engine's commits beside it."""

from __future__ import annotations

from engine.referee.passing import Report
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
