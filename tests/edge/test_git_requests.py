"""Each request of git's fails in every way: nothing is decided and the reason is told, and the next pass heals."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.forge.repository import GitRepository
from engine.referee.ports import ForgeError
from tests.edge.stage import told
from tests.referee.stage import game
from tests.shares import share

READ, FETCH = "GIT /info/refs?service=git-upload-pack", "GIT /git-upload-pack?"
# The requests of a pass that reads a new proposal and writes, in their order.
REQUESTS = (
    ("reach main", READ),
    ("list main", FETCH),
    ("reach the heads", READ),
    ("list the heads", FETCH),
    ("reach the proposal", READ),
    ("list the proposal", FETCH),
    ("fetch the proposal", FETCH),
    ("reach for the push", "GIT /info/refs?service=git-receive-pack"),
    ("push", "GIT /git-receive-pack?"),
)
FAULTS = (
    *("unauthorized", "forbidden", "missing", "server_error", "bad_gateway", "unavailable"),
    *("dropped", "garbage", "lost_answer", "cut"),
)


@pytest.mark.parametrize("place", share(range(len(REQUESTS)), 4), ids=lambda place: REQUESTS[place][0])
def test_the_pass_changes_nothing_or_ends_and_the_next_one_heals(tmp_path: Path, place: int) -> None:
    with game(tmp_path, "ana") as stage:
        for fault in FAULTS[place % 2 :: 2]:  # each of them at one in two requests: real git takes its time
            number = stage.song("ana", fault.replace("_", "-"))
            main = stage.hub.git.head()
            stage.hub.faults.strike(fault, path="GIT", after=place)
            try:
                stage.run()
            except ForgeError as error:
                told(error)
                landed = REQUESTS[place][0] == "push" and fault in ("lost_answer", "cut")
                assert landed or stage.hub.git.head() == main, fault
            assert stage.hub.faults.struck[fault] == 1
            stage.run()
            assert stage.read(f"state/polls/{number}.yaml")["status"] == "open", fault
            assert len([a for a in stage.answers(number) if f"nomic:status/{number}:" in a]) == 1, fault
        assert stage.findings() == []


def test_the_list_is_what_a_pass_asks(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        stage.song("ana")
        stage.hub.git_requests.clear()
        stage.run()
        assert stage.hub.git_requests == [request for _, request in REQUESTS]


@pytest.mark.parametrize("path", ["GIT /git-upload-pack", "GIT /git-receive-pack"])
def test_a_server_that_says_nothing_is_not_waited_for_for_ever(tmp_path: Path, path: str) -> None:
    with game(tmp_path, "ana") as stage:
        main = stage.hub.git.head()
        stage.hub.patience = 3.0
        stage.say("ana", "/build")
        stage.hub.faults.strike("timeout", path=path)
        patient = stage.repository
        with GitRepository(
            f"{stage.hub.address}/{stage.hub.full_name}.git", tmp_path / "copy", stage.token, timeout=1.0
        ) as hasty:
            stage.repository = hasty
            with pytest.raises(ForgeError, match="not done after 1 s"):
                stage.run()
        assert stage.hub.git.head() == main
        stage.repository = patient
        stage.run()
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
