"""`python -m tests.proof.zygote`: makes passes in processes of their own, each killed where it is told to be.

One line of JSON is one job: {api, repository, token, copy, kill}; the answer is {ended, effects}. The process forks for
each job, so that nothing is imported twice. A pass is killed by SIGKILL after so many side effects; null lets it live.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from engine.cli.wiring import waiting
from engine.forge.github import GitHubForge
from engine.forge.repository import GitRepository
from tests.staging import QUICK, referee_of

ON_THE_FORGE = (
    *("create_comment", "edit_comment", "create_issue", "update_issue"),
    *("add_labels", "remove_label", "react", "set_status"),
)
ON_THE_REPOSITORY = ("fetch", "fetch_pull", "commit", "push")
GAME, KEY = "crash", b"crash"


class Counted:
    """A port of which every side effect is written down, and which kills its process after so many."""

    def __init__(self, port: Any, names: tuple[str, ...], log: Log) -> None:
        self._port, self._names, self._log = port, names, log

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._port, name)
        if name not in self._names:
            return found

        def act(*arguments: Any, **more: Any) -> Any:
            self._log.reached()
            done = found(*arguments, **more)
            self._log.happened(name)
            return done

        return act


class Log:
    """The side effects so far, in a file: it outlives the process."""

    def __init__(self, place: Path, kill: int | None) -> None:
        self.place, self.kill, self.count = place, kill, 0
        place.write_text("")

    def reached(self) -> None:
        if self.kill == self.count:
            os.kill(os.getpid(), signal.SIGKILL)

    def happened(self, name: str) -> None:
        self.count += 1
        with self.place.open("a") as file:
            file.write(f"{name}\n")
        self.reached()


def make_pass(job: dict[str, Any], log: Log) -> None:
    forge = GitHubForge(job["api"], job["token"], job["repository"], pace=QUICK, sleep=lambda _: None)
    with GitRepository(f"{job['api']}/{job['repository']}.git", Path(job["copy"]), job["token"]) as repository:
        ports: list[Any] = [Counted(forge, ON_THE_FORGE, log), Counted(repository, ON_THE_REPOSITORY, log)]
        referee_of(*ports, dice=KEY, game=GAME, wait=waiting(quick=True)).run()


def in_a_process(job: dict[str, Any]) -> dict[str, Any]:
    place = Path(job["copy"]).with_suffix(".effects")
    process = os.fork()
    if process == 0:
        try:
            make_pass(job, Log(place, job["kill"]))
            os._exit(0)
        except BaseException as error:
            sys.stderr.write(f"{error!r}\n")
            os._exit(1)
    ended = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return {"ended": ended, "effects": place.read_text().split()}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(in_a_process(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
