"""A journal of many years stays where it is: a pass reads the newest day, brings no other, and asks about no other."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.forge.github import GitHubForge
from engine.forge.repository import GitRepository
from engine.game.fold.genesis import genesis
from engine.game.plan import Limits
from engine.hub.accounts import BOT_LOGIN
from engine.hub.hub import Hub
from engine.hub.people import People
from engine.referee.administered import trailer
from engine.referee.judge import InProcessJudge
from engine.referee.passing import Referee
from engine.store import canon
from tests.island import RULESET, texts
from tests.proof.long_games import lay, years
from tests.referee.stage import QUICK, START, Clock


class Watched(GitRepository):
    """Keeps which blobs were read."""

    read: set[str] = set()

    def blobs(self, ids: Iterable[str]) -> dict[str, bytes]:
        found = super().blobs(ids)
        self.read = {*self.read, *found}
        return found


def test_a_pass_reads_of_the_journal_the_newest_day_alone(tmp_path: Path) -> None:
    clock = Clock()
    hub = Hub(tmp_path, "owner", "island", clock)
    people, law = People(hub), texts()
    lay(tmp_path / "island.git", years(START, 2_000), START - 1)
    state = genesis(law, ruleset=RULESET, name="Island", game_id="g", start=START)
    people.commit("owner", {**law, **state}, f"Begin\n\n{trailer('')}\n")
    people.open_issue("owner", "The table")
    with hub:
        forge = GitHubForge(hub.address, hub.bot_token(), hub.full_name, pace=QUICK, sleep=lambda _: None)
        for who, text in (("ana", "/join"), ("ana", "/build"), ("ana", "/build")):
            clock.now += 60
            people.comment(who, 1, text)
            clock.now += 60
            url = f"{hub.address}/{hub.full_name}.git"
            with Watched(url, tmp_path / "copy", hub.bot_token()) as repository:
                Referee(forge, repository, InProcessJudge(b"", "g", Limits(examples=False)), BOT_LOGIN).run()
                days = repository.tree(repository.fetch(), "state/journal")
                here = [path for path, entry in days.items() if entry.blob in repository._objects.sizes([entry.blob])]
                read = [path for path, entry in days.items() if entry.blob in repository.read]
            assert len(days) > 35
            assert here == ["state/journal/2026/01/05.yaml"]
            assert set(read) <= set(here)
    assert canon.read(hub.git.file("main", "state/huts.yaml") + "\n") == {"ana": {"size": 2}}
