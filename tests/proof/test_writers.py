"""Several passes at once: whoever comes second starts again from the new main, and nothing is lost or done twice."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.forge.repository import GitRepository
from engine.hub.git_http import GitRequest
from engine.referee.verify import verify
from engine.store import canon, journal
from tests.begun import Clock, begun
from tests.github.hub import Hub
from tests.github.people import People
from tests.island import rule, with_rules
from tests.proof.crashing import Zygote
from tests.proof.zygote import GAME
from tests.shares import WHOLE
from tests.staging import begin

WRITERS = ("ana", "bo", "cy", "di")
EACH = 15 if WHOLE else 3
COUNT = rule(
    110,
    "Counting",
    front="""state:
  players:
    count: {type: integer, default: 0}
commands:
  - {usage: /count, run: count_one, help: Count one more.}
""",
    code="""def count_one(player):
    put("players", player, get("players", player) | {"count": get("players", player)["count"] + 1})
""",
)


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    clock = Clock()
    hub = Hub(tmp_path, "owner", "writers", clock)
    people = People(hub)
    law = with_rules({"110-counting.md": COUNT})
    players = {who: {"id": people.join(who), "login": who, "active": True} for who in WRITERS}
    begin(people, begun(law, name="Writers", game=GAME, records={"players": players}))
    with hub:
        yield hub


def entries(hub: Hub) -> list[dict[str, Any]]:
    days = hub.git.run("ls-tree", "-r", "--name-only", "main", "state/journal/").split()
    return [entry for day in days for entry in journal.entries(hub.git.file("main", day) + "\n")]


def test_of_four_writers_at_once_every_happening_lands(hub: Hub, tmp_path: Path) -> None:
    """Each says something and makes a pass, and does so again and again, in processes of their own and with copies of their own."""
    people, lock, ended = People(hub), threading.Lock(), Counter[int]()

    def write(who: str) -> None:
        zygote = Zygote()
        for _ in range(EACH):
            with lock:
                hub.clock.now += 31  # type: ignore[attr-defined]
                people.comment(who, 1, "/count")
            done = zygote.run(hub, tmp_path / f"copy-{who}")["ended"]
            with lock:
                ended[done] += 1
        zygote.close()

    threads = [threading.Thread(target=write, args=(who,)) for who in WRITERS]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    hub.clock.now += 60  # type: ignore[attr-defined]
    last = Zygote()
    assert last.run(hub, tmp_path / "copy-ana")["ended"] == 0
    last.close()
    counts = {who: canon.read(hub.git.file("main", f"state/players/{who}.yaml") + "\n")["count"] for who in WRITERS}
    assert counts == dict.fromkeys(WRITERS, EACH)
    landed = Counter(e["id"] for e in entries(hub) if e["outcome"].get("command") == "count_one")
    assert len(landed) == len(WRITERS) * EACH
    assert set(landed.values()) == {1}
    assert set(ended) <= {0, 1}  # done, or given up and said so; never anything else
    said = Counter(c.body.split("<!--")[1] for c in hub.model.comments.values() if "<!-- nomic:reply" in c.body)
    assert [mark for mark, times in said.items() if times > 1] == []
    with GitRepository(str(hub.git.directory), tmp_path / "proof") as repository:
        assert verify(repository).findings == []


def test_a_pass_that_has_to_give_up_says_so_and_fails(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, serve, moved = People(hub), hub.git_request, Counter[str]()

    def moving(name: str, asked: GitRequest, token: Any) -> Any:
        if asked.path == "/git-receive-pack":
            moved["push"] += 1
            people.commit("owner", {"notes.txt": f"{moved['push']}\n"}, "Note")
        return serve(name, asked, token)

    monkeypatch.setattr(hub, "git_request", moving)
    hub.clock.now += 60  # type: ignore[attr-defined]
    people.comment("ana", 1, "/count")
    hub.clock.now += 60  # type: ignore[attr-defined]
    env = {
        "PATH": os.environ["PATH"],
        "GITHUB_TOKEN": hub.bot_token(),
        "GITHUB_REPOSITORY": hub.full_name,
        "GITHUB_API_URL": hub.address,
        "GITHUB_SERVER_URL": hub.address,
        "NOMIC_COPY": str(tmp_path / "copy"),
        "NOMIC_QUICK": "1",
    }
    nomic = Path(sys.executable).parent / "nomic"
    done = subprocess.run([nomic, "referee"], env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert done.stderr == (
        "Error: main moved each time this pass wanted to write.\nNothing is lost: the next pass takes it up.\n"
    )
    assert moved["push"] == 6
    assert [e for e in entries(hub) if e["kind"] == "said"] == []
    monkeypatch.undo()
    again = subprocess.run([nomic, "referee"], env=env, capture_output=True, text=True, timeout=120, check=False)
    assert again.returncode == 0
    assert "done" in again.stdout
    assert [e["outcome"]["command"] for e in entries(hub) if e["kind"] == "said"] == ["count_one"]
