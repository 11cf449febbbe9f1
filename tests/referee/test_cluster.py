"""What a forecast asks of a cluster, where one is."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from engine.referee.judging.cluster import Cluster, alone
from engine.referee.judging.forecast import PATIENCE
from engine.referee.ports import ForgeError

JOBS: Any = ["first", "second"]


class Client:
    """A scheduler with these workers, which waits as long as it is told to."""

    workers: dict[str, int] = {"one": 3, "two": 2}
    made: list[Any] = []

    def __init__(self, address: str, timeout: float) -> None:
        if address == "nowhere":
            raise OSError("refused")
        self.made.append((address, timeout))

    def nthreads(self) -> dict[str, int]:
        return self.workers

    def submit(self, function: Any, job: str, patience: float, *, pure: bool) -> Any:
        assert function is alone and not pure
        return SimpleNamespace(result=lambda timeout: {"job": job, "patience": patience, "timeout": timeout})

    def close(self) -> None:
        self.made.append("closed")


@pytest.fixture(autouse=True)
def dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "made", [])
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client))


def test_each_job_is_a_task_of_its_own_and_all_of_them_have_the_same_time_together() -> None:
    with Cluster("tcp://here:1") as cluster:
        first, second = cluster.play(JOBS)
        late = cluster.play(JOBS, -1.0)
    assert [first["job"], second["job"]] == JOBS
    assert first["patience"] == PATIENCE and PATIENCE - 1 < second["timeout"] <= PATIENCE
    assert [each["timeout"] for each in late] == [0.01, 0.01]
    assert Client.made == [("tcp://here:1", 10.0), "closed"]


def test_there_is_a_core_for_each_thread_and_one_where_no_worker_has_come_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Cluster("tcp://here:1").cores == 5
    monkeypatch.setattr(Client, "workers", {})
    assert Cluster("tcp://here:1").cores == 1


def test_where_no_scheduler_answers_it_is_said_so() -> None:
    with pytest.raises(ForgeError, match="No Dask cluster answers at nowhere: refused"):
        Cluster("nowhere")
