"""What the parts of a pass are told by where it runs."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import click
import pytest

from engine.cli import wiring
from engine.cli.operating import opened


@pytest.mark.parametrize("api", ["https://api.github.com", "https://github.example/api/v3", "http://[::1"])
def test_answers_of_a_forge_elsewhere_are_held_against_this_machines_clock(api: str) -> None:
    assert wiring.clock(api) is time.time


@pytest.mark.parametrize("api", ["http://127.0.0.1:8080", "http://localhost:1/api", "http://[::1]:9"])
def test_a_forge_on_this_machine_may_have_a_time_of_its_own(api: str) -> None:
    assert wiring.clock(api) is None


GIVEN = {"GITHUB_TOKEN": "t", "GITHUB_REPOSITORY": "owner/island"}


@pytest.mark.parametrize("server", ["", "https://github.com/", "https://github.com"])
def test_an_address_that_is_empty_is_one_left_out_and_a_slash_behind_it_no_part_of_it(server: str) -> None:
    """`nomic site` linked to `/owner/island`, and the doctor asked nobody."""
    given = {**GIVEN, "GITHUB_API_URL": "", "GITHUB_SERVER_URL": server, "NOMIC_COPY": "."}
    assert wiring.settings(given).url == "https://github.com/owner/island.git"
    assert wiring.settings(given).api == wiring.api_of({}) == "https://api.github.com"


@pytest.mark.parametrize(
    ("server", "api"),
    [
        ("https://github.com", "https://api.github.com"),
        ("https://github.example", "https://github.example/api/v3"),
        ("https://meadow.ghe.com", "https://api.meadow.ghe.com"),
        ("http://127.0.0.1:8352", "http://127.0.0.1:8352/api/v3"),
    ],
)
def test_who_says_one_address_of_two_has_the_token_sent_to_that_host_alone(server: str, api: str) -> None:
    """It went to github.com's own."""
    by_server = wiring.settings({**GIVEN, "GITHUB_SERVER_URL": server, "NOMIC_COPY": "."})
    by_api = wiring.settings({**GIVEN, "GITHUB_API_URL": api, "NOMIC_COPY": "."})
    for given in (by_server, by_api):
        assert (given.api, given.server) == (api, server)


def test_an_interface_that_does_not_tell_where_the_pages_are_sends_nobody_to_github() -> None:
    given = wiring.settings({**GIVEN, "GITHUB_API_URL": "http://127.0.0.1:8352/", "NOMIC_COPY": "."})
    assert given.server == "http://127.0.0.1:8352"


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the copy is made among everybody's temporary files."""
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    return wiring.settings(GIVEN).copy


def test_a_copy_among_everybodys_temporary_files_is_its_owners_alone(shared: Path) -> None:
    assert shared.stat().st_mode & 0o077 == 0
    assert wiring.settings(GIVEN).copy == shared


@pytest.mark.parametrize("how", ["a link", "open to all", "somebody else's"])
def test_one_that_somebody_else_may_have_made_is_not_used(
    how: str, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its settings would send git, and the token with it, wherever they say."""
    if how == "a link":
        shared.rename(tmp_path / "elsewhere")
        shared.symlink_to(tmp_path / "elsewhere")
    elif how == "open to all":
        shared.chmod(0o777)
    else:
        monkeypatch.setattr(wiring.os, "geteuid", lambda: 12_345)
    with pytest.raises(click.UsageError, match="NOMIC_COPY"):
        wiring.settings(GIVEN)
    assert wiring.settings({**GIVEN, "NOMIC_COPY": str(shared)}).copy == shared


def test_who_lacks_a_token_is_told_the_way_that_their_command_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    with pytest.raises(click.UsageError, match=r"GITHUB_TOKEN is not set\. .* --repository\."), opened(""):
        pass
    with pytest.raises(click.UsageError, match="nomic referee --help"):
        wiring.settings()
