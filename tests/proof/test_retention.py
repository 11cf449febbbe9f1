"""A journal of many years stays where it is: a pass reads the newest day, brings no other, and asks about no other."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.forge.repository import GitRepository
from engine.store import canon
from tests.begun import START, Clock, begun
from tests.github.hub import Hub
from tests.github.people import People
from tests.proof.long_games import lay, years
from tests.staging import begin, copy_of, forge_of, referee_of

TODAY = "state/journal/2026/01/05.yaml"


class Watched(GitRepository):
    """Keeps which blobs were read."""

    read: set[str] = set()

    def blobs(self, ids: Iterable[str], along: Iterable[str] = ()) -> dict[str, bytes]:
        found = super().blobs(ids, along)
        self.read = {*self.read, *found}
        return found


def test_a_pass_reads_of_the_journal_the_newest_day_alone(tmp_path: Path) -> None:
    clock = Clock()
    hub = Hub(tmp_path, "owner", "island", clock)
    people = People(hub)
    lay(tmp_path / "island.git", years(START, 2_000), START - 1)
    begin(people, begun())
    with hub:
        forge = forge_of(hub)
        for who, text in (("ana", "/join"), ("ana", "/build"), ("ana", "/build")):
            clock.now += 60
            people.comment(who, 1, text)
            clock.now += 60
            with copy_of(hub, tmp_path / "copy", made=Watched) as repository:
                referee_of(forge, repository, dice=b"").run()
                days = repository.tree(repository.fetch(), "state/journal")
                here = [path for path, entry in days.items() if entry.blob in repository._objects.sizes([entry.blob])]
                read = [path for path, entry in days.items() if entry.blob in repository.read]
            assert len(days) > 35
            # With the rest came what was the newest at the beginning, when nothing of today stood there.
            assert here in (["state/journal/2026/01/04.yaml", TODAY], [TODAY])
            assert set(read) <= {TODAY}
    assert canon.read(hub.git.file("main", "state/huts.yaml") + "\n") == {"ana": {"size": 2}}
