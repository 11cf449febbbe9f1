"""A table's game is read by whoever has a link, wherever on the machine it answers: nobody else finds it behind the pages."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from engine.table.game import Game
from engine.table.house import House
from tests.table.tables import Time, island, opened, served


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Game, House, str]]:
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        with opened(tmp_path_factory.mktemp("private") / "game", Time()) as game, served(game) as (house, enter):
            yield game, house, enter("").address


def git(*words: str, config: tuple[str, ...] = ()) -> int:
    settings = [word for each in config for word in ("-c", each)]
    env = {"PATH": "/usr/bin:/bin", "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_GLOBAL": "/dev/null"}
    return subprocess.run(["git", *settings, *words], env=env, capture_output=True, timeout=60, check=False).returncode


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


READS = ("/api/v3/repos/{}/issues", "/repos/{}/issues", "/{}.git/info/refs?service=git-upload-pack", "/{}/HEAD")
KEYS: tuple[dict[str, str], ...] = (
    {},
    bearer("wrong"),
    {"Authorization": "Basic %%%"},
    {"Authorization": "Basic /w=="},
)


@pytest.mark.parametrize("path", READS)
def test_nobody_reads_the_game_behind_its_pages_without_a_link(table: tuple[Game, House, str], path: str) -> None:
    game, _, pages = table
    for address in (game.hub.address, pages):
        for key in KEYS:
            found = requests.get(address + path.format(game.hub.full_name), headers=key, timeout=30)
            assert found.status_code in ((401,) if address == game.hub.address else (401, 403, 404)), (address, key)
            assert "Island" not in found.text and "refs/heads" not in found.text


def test_nothing_is_asked_or_cloned_behind_the_pages_without_a_link(
    table: tuple[Game, House, str], tmp_path: Path
) -> None:
    game, _, pages = table
    for address in (game.hub.address, pages):
        assert git("clone", "-q", f"{address}/{game.hub.full_name}.git", str(tmp_path / "copy")) != 0
    asked = requests.post(f"{game.hub.address}/graphql", json={"query": "{viewer{login}}"}, timeout=30)
    assert asked.status_code == 401
    bomb = {"content-encoding": "gzip"}
    assert requests.post(f"{game.hub.address}/graphql", data=b"no gzip", headers=bomb, timeout=30).status_code == 401


def test_the_table_itself_goes_on_reading_it(table: tuple[Game, House, str]) -> None:
    game, _, _ = table
    said = game.act(lambda: game.people.comment("ana", 1, "/help"))
    assert game.settle() is not None and game.trouble is None
    assert any(f"/{said.id}:" in each.body for each in game.model.comments.values())


def test_whoever_has_a_link_reads_and_spectators_write_nothing(table: tuple[Game, House, str], tmp_path: Path) -> None:
    game, house, pages = table
    comments = f"{pages}/api/v3/repos/{game.hub.full_name}/issues/1/comments"
    keys = {"watcher": house.seats.links["watcher"], "bo": house.seats.issue("bo")}
    for who, secret in keys.items():
        assert requests.get(comments, headers=bearer(secret), timeout=30).status_code == 200, who
        header = (f"http.extraHeader=Authorization: Bearer {secret}",)
        place = str(tmp_path / who)
        assert git("clone", "-q", f"{pages}/{game.hub.full_name}.git", place, config=header) == 0, who
        assert git("-C", place, "push", "-q", "origin", "HEAD:refs/heads/mine", config=header) != 0, who
    assert requests.post(comments, json={"body": "I"}, headers=bearer(keys["bo"]), timeout=30).status_code == 201
    for method, path, given in (("POST", "/1/comments", {"body": "I"}), ("PATCH", "/1", {"title": "I"})):
        url = f"{pages}/api/v3/repos/{game.hub.full_name}/issues{path}"
        assert requests.request(method, url, json=given, headers=bearer(keys["watcher"]), timeout=30).status_code == 401
