"""What `docs/play-here.md` shows is done at a table of Credo, as it is written there but for the address and the secret."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli.main import nomic
from engine.table.folder import Folder
from engine.table.game import Beginning, Game, begin
from engine.table.house import House
from engine.table.identity import Seats
from tests.shares import WHOLE
from tests.table.tables import Time, served

PAGE = (Path(__file__).parents[2] / "docs" / "play-here.md").read_text()
SONGS = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
SHOWN = "127.0.0.1:8352"


@dataclass
class Table:
    """A game of Credo that is served: its folder, where it answers, and bo's secret."""

    game: Game
    house: House
    place: Path
    address: str
    secret: str

    def real(self, text: str) -> str:
        return text.replace(SHOWN, self.address).replace("SECRET", self.secret)

    def said(self) -> list[str]:
        """Everything on the table, oldest first."""
        return [comment.body for comment in self.game.model.comments.values() if comment.thread == 1]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    place = tmp_path_factory.mktemp("here") / "meadow"
    folder = Folder(place)
    with folder.held():
        now = Time()
        begin(folder, Beginning("credo", "meadow", "UTC", ("ana", "bo", "cy"), "table"), now)
        with Game(folder, now) as game, served(game, port=free()) as (house, enter):
            address = enter("").address.removeprefix("http://")
            folder.announce({"address": f"http://{address}", "secret": Seats(game).links["host"]})
            (place / "songs.md").write_text(SONGS)
            yield Table(game, house, place, address, house.seats.issue("bo"))


@pytest.fixture(scope="module")
def forked(table: Table) -> Table:
    """The table once bo has a fork with a branch, from which a pull request is open."""
    exec(table.real(block("python", "from github")), {"RULE": SONGS})  # noqa: S102 - it is our own page
    return table


def free() -> int:
    """A port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def block(language: str, holding: str) -> str:
    """The block of the page that has these words, without remarks."""
    found = [text for text in re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL) if holding in text]
    assert len(found) == 1, f"{len(found)} blocks have {holding}"
    return re.sub(r" {2,}# .*", "", found[0])


@pytest.mark.skipif(not WHOLE, reason="`make test-all` plays it: to open a proposal of Credo takes its time")
def test_the_terminal(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(table.place)
    lines = block("console", "nomic say").splitlines()
    steps = re.findall(r"\+\d[wdhm]|due", PAGE[PAGE.index("nomic clock  ") : PAGE.index("due where")] + "due")
    for line in [*lines, "nomic status ana", f"nomic clock {steps[3]}"]:
        done = CliRunner().invoke(nomic, shlex.split(line)[1:])
        assert done.exit_code == 0, f"{line}: {done.output}"
    assert len(lines) == 5 and steps == ["+1w", "+2d", "+3h", "+5m", "due"]
    assert any("Ur is founded" in said for said in table.said())


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_python_by_pygithub(forked: Table) -> None:
    asked = done(
        forked, f"curl -s -H 'Authorization: token SECRET' {SHOWN}/api/v3/repos/ana/meadow/pulls", forked.place
    )
    (pull,) = [pull for pull in json.loads(asked) if pull["user"]["login"] == "bo"]
    assert pull["title"].endswith("Songs") and pull["head"]["ref"] == "songs"


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_curl(table: Table) -> None:
    assert '"/status"' in done(table, block("console", "issues/1/comments -d"), table.place)


@pytest.mark.skipif(shutil.which("gh") is None, reason="there is no gh here")
def test_gh_through_a_socket(table: Table, tmp_path: Path) -> None:
    text = block("console", "gh api").replace("/tmp/", f"{tmp_path}/").replace("/join Ur", "/me")
    first, rest = text.split("\n", 1)
    assert first.startswith("socat UNIX-LISTEN:") and first.endswith(f"TCP:{SHOWN} &")
    with_socket(tmp_path / "meadow.sock", table.address)
    assert '"body":"/me"' in done(table, rest, tmp_path).replace(" ", "")


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_git(table: Table, tmp_path: Path) -> None:
    """By somebody who has no fork yet."""
    cy = replace(table, secret=table.house.seats.issue("cy"))
    told = block("console", "git clone").replace("bo:", "cy:").replace("/bo/", "/cy/")
    fork, clone, push, propose = told.splitlines()
    mine = "git config user.name cy && git config user.email cy@example.org"
    song = "git checkout -qb songs && echo 'La la.' > rules/credo/352-songs.md && git add -A && git commit -qm Songs"
    done(cy, f"{fork}\n{clone}\ncd meadow && {mine} && {song}\n{push}\n{propose}", tmp_path)
    (pull,) = [t.pull for t in table.game.model.threads.values() if t.author == table.game.model.account("cy").id]
    assert pull is not None and table.game.git.file(pull.head, "rules/credo/352-songs.md") == "La la."


def done(table: Table, script: str, where: Path) -> str:
    """What a shell prints for the lines."""
    ran = subprocess.run(
        ["sh", "-ec", table.real(script)], cwd=where, capture_output=True, text=True, timeout=120, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def with_socket(path: Path, address: str) -> None:
    """What `socat` does in that line: passes on what comes by the socket."""
    ready = threading.Event()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
        writer.close()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, port = address.split(":")
        there, to = await asyncio.open_connection(host, int(port))
        await asyncio.gather(pump(reader, to), pump(there, writer), return_exceptions=True)

    async def listen() -> None:
        server = await asyncio.start_unix_server(pass_on, path)
        ready.set()
        await server.serve_forever()

    threading.Thread(target=lambda: asyncio.run(listen()), daemon=True).start()
    assert ready.wait(10)
