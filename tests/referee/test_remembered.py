"""What a pass remembers of the one before is what reading all of it anew would find, and what did not change is not read again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.forge.repository import GitRepository
from engine.referee.commits import remembered as remembering_it
from engine.referee.commits import snapshot
from engine.referee.commits.remembered import Remembered
from engine.referee.ports import Gone
from engine.store.told import Told
from tests.forge.fake_github import git
from tests.referee.in_memory import Table
from tests.shares import tries

PATHS = (
    *(
        "state/players/ana.yaml",
        "state/players/zoe.yaml",
        "state/players",
        "state/b.yaml",
        "state/b",
        "state/a-b/c.yaml",
    ),
    *("rules/island/new.md", "rules/island/new.md/odd.md", "rules", "proposals/README.md", "README.md"),
    *("state/journal/2026/01/05.yaml", "state/journal/2026/01/06.yaml", "state/game.yaml"),
)
CHANGES = st.dictionaries(st.sampled_from(PATHS), st.sampled_from([None, "{}\n", "a: 1\n", "b: 2\n"]), max_size=4)


class Watched(GitRepository):
    """Notes the blobs that are asked for."""

    asked: list[str]

    def blobs(self, ids: Iterable[str], along: Iterable[str] = ()) -> dict[str, bytes]:
        found = super().blobs(ids, along)
        self.asked += found
        return found


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Watched]:
    git("init", "--quiet", "--bare", "-b", "main", str(tmp_path / "server.git"), at=tmp_path)
    with Watched(str(tmp_path / "server.git"), tmp_path / "copy") as found:
        found.asked = []
        yield found


GAME = {path: text for path, text in Table().island.files().items() if text}
Read = tuple[list[tuple[str, str]], list[str]] | str


def anew(repository: GitRepository, commit: str) -> Read:
    try:
        files = snapshot.read_open(repository, snapshot.tree_of(repository, commit))
        return [*dict(files).items()], [*files.elsewhere]
    except Told as error:
        return str(error)


def remembering(remembered: Remembered, repository: GitRepository, commit: str) -> Read:
    try:
        remembered.turn(repository, commit)
        law = remembered.law(repository, ())
        assert law == snapshot.law(repository, snapshot.tree_of(repository, commit))
        files = remembered.read_open(repository)
        return [*dict(files).items()], [*files.elsewhere]
    except Told as error:
        return str(error)


@settings(max_examples=tries(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(CHANGES, min_size=1, max_size=4))
def test_it_is_what_reading_all_of_it_finds(repository: Watched, every: list[Mapping[str, str | None]]) -> None:
    commits = [repository.commit([], dict(GAME), "m", 1)]
    for changes in every:
        commits.append(repository.commit([commits[-1]], changes, "m", 1))
    remembered = Remembered()
    for commit in [*commits, commits[0], commits[-1]]:
        assert remembering(remembered, repository, commit) == anew(repository, commit)


def test_only_what_is_otherwise_is_read(repository: Watched) -> None:
    first = repository.commit([], dict(GAME), "m", 1)
    second = repository.commit([first], {"state/players/ana.yaml": "a: 1\n"}, "m", 1)
    remembered = Remembered()
    remembering(remembered, repository, first)
    repository.asked.clear()
    remembered.turn(repository, second)
    remembered.law(repository, ())
    files = remembered.read_open(repository)
    assert (files["state/players/ana.yaml"], len(repository.asked)) == ("a: 1\n", 1)


def test_where_what_was_read_last_is_gone_all_is_read(repository: Watched, tmp_path: Path) -> None:
    first = repository.commit([], dict(GAME), "m", 1)
    remembered = Remembered()
    remembering(remembered, repository, first)
    with GitRepository(str(tmp_path / "server.git"), tmp_path / "other") as other:
        second = other.commit([], {**GAME, "state/players/ana.yaml": "a: 1\n"}, "m", 1)
        assert remembering(remembered, other, second) == anew(other, second)
        with pytest.raises(Gone):
            remembered.turn(other, first)
        assert remembering(remembered, other, second) == anew(other, second)


def test_for_one_new_file_few_of_many_paths_are_looked_at(repository: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    villages = {f"state/villages/p{n}.yaml": "a: 1\n" for n in range(2_000)}
    first = repository.commit([], {**GAME, **villages}, "m", 1)
    second = repository.commit([first], {"state/villages/p1000b.yaml": "a: 2\n"}, "m", 1)
    remembered, placed, place = Remembered(), list[str](), remembering_it._place
    remembering(remembered, repository, first)
    monkeypatch.setattr(remembering_it, "_place", lambda path: placed.append(path) or place(path))
    assert remembering(remembered, repository, second) == anew(repository, second)
    assert 0 < len(placed) < 50
