"""Plays a forecast's runs on a Dask cluster that is there already; each worker starts the same sealed children."""

import time
from typing import Any, Self

from engine.referee.judging.forecast import PATIENCE, Job, in_children
from engine.referee.ports import ForgeError

MISSING = "pip install --require-hashes --no-deps -r requirements-dask.lock"
TO_CONNECT = 10.0  # seconds


class Cluster:
    """`with Cluster("tcp://10.0.0.1:8786") as cluster:`. Raises ForgeError where Dask or the cluster is not there.

    Dask is no dependency of the engine's: without it all is played on this machine, with the same result.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client  # noqa: PLC0415 - an optional dependency
        except ImportError:
            raise ForgeError("Dask is not installed here.", f"{MISSING}, or leave --dask out.") from None
        try:
            self.client = Client(address, timeout=TO_CONNECT)
        except (OSError, ValueError) as error:
            raise ForgeError(f"No Dask cluster answers at {address}: {error}", "See that its scheduler runs.") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    @property
    def cores(self) -> int:
        return sum(self.client.nthreads().values()) or 1

    def play(self, jobs: list[Job], patience: float = PATIENCE) -> list[dict[str, Any]]:
        """What each job gives, in their order. Raises TimeoutError and ValueError, as the players of this machine do."""
        end = time.monotonic() + patience
        waiting = [self.client.submit(alone, job, patience, pure=False) for job in jobs]
        return [future.result(timeout=max(0.01, end - time.monotonic())) for future in waiting]


def alone(job: Job, patience: float) -> dict[str, Any]:
    """One job, on a worker."""
    return in_children([job], patience)[0]
