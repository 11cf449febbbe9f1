"""`make bench`: the budgets, measured. Medians of wall-clock seconds; run it on a quiet machine."""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from engine.cli.playing import GAME, StillClock, Table
from engine.forge.repository import GitRepository
from engine.game.fold.folding import fold
from engine.referee.judging.child import ChildJudge
from engine.referee.judging.sweeping import seldom
from engine.referee.passing import Referee
from engine.referee.verify import verify
from tests.edge import stage as edge
from tests.github.hub import Hub
from tests.proof.long_games import lay, season, years
from tests.rulesets.texts import TEXTS
from tests.staging import begin, copy_of, forge_of, referee_of
from tests.storms.island import Island
from tests.villages import START, WEDNESDAY, seed
from tests.villages import world as villages

ROOT = Path(__file__).parents[1]


def measured(act: Callable[[], Any], times: int = 3) -> float:
    """Median seconds."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        act()
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def show(what: str, found: str, budget: str) -> None:
    print(f"{what:<58} {found:>22}   (budget {budget})", flush=True)


def world(count: int) -> dict[str, str]:
    return villages(count, GAME)


def hunger(count: int, budget: str) -> None:
    files = world(count)
    taken = measured(lambda: fold(files, [], WEDNESDAY, seed), 1 if count > 5_000 else 3)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    show(f"weekly hunger over {count:,} villages", f"{taken:.2f} s, {memory} MB so far", budget)


def said(number: int, player: int, text: str) -> dict[str, Any]:
    actor = {"id": player + 1, "login": f"p{player}", "role": "player"}
    common = {"thread": 1, "seen_at": START, "actor": actor, "comment": number, "text": text, "edited": False}
    return {"id": f"comment/{number}", "kind": "said", "time": START + number, **common}


def help_page() -> None:
    nomic = Path(sys.executable).parent / "nomic"
    taken = measured(lambda: subprocess.run([nomic, "--help"], capture_output=True, check=True), 5)
    show("nomic --help", f"{taken:.2f} s", "0.2 s")


class Bench:
    """A game on a hub, with the repository's copy kept between passes, as a table keeps it."""

    def __init__(self, count: int, folder: Path, before: Mapping[str, str] | None = None) -> None:
        self.clock = StillClock(START)
        self.hub = Hub(folder, "commons", "bench", self.clock)
        self.table = Table(self.hub, self.clock, folder, b"bench")
        if before:
            lay(folder / "bench.git", before, START - 1)
        files = world(count)
        for i in range(min(count, 20)):
            self.hub.model.accounts[i + 1] = type(self.hub.model.accounts[next(iter(self.hub.model.accounts))])(
                i + 1, f"p{i}"
            )
        begin(self.table.people, files, "commons")
        self.folder = folder

    def play(self) -> tuple[float, int, float, int]:
        """(seconds and requests of a pass with one vote, the same of an idle pass), in a process set up as the command's is."""
        seldom()
        with self.hub:
            token = self.hub.bot_token()
            forge = forge_of(self.hub, token=token)
            with copy_of(self.hub, self.folder / "copy", token) as repository:
                return self._votes(referee_of(forge, repository, ChildJudge(b"bench", GAME)))

    def _votes(self, referee: Referee) -> tuple[float, int, float, int]:
        text = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
        pull = self.table.people.open_pull("p0", "352 Songs", {"rules/credo/352-songs.md": text})
        self._say("p0", pull.number, "/open", referee)
        for player in range(1, 4):
            self._say(f"p{player}", pull.number, "yay", referee)
        votes, idles = [], []
        for player in range(4, 7):
            votes.append(self._say(f"p{player}", pull.number, "yay", referee))
            idles.append(self._timed(referee))
        slowest = max(votes, key=lambda v: v[1])
        vote, idle = statistics.median(v[0] for v in votes), statistics.median(i[0] for i in idles)
        return vote, slowest[1], idle, max(i[1] for i in idles)

    def _say(self, who: str, number: int, text: str, referee: Referee) -> tuple[float, int]:
        self.clock.now += 120
        self.table.people.comment(who, number, text)
        self.clock.now += 60
        return self._timed(referee)

    def _timed(self, referee: Referee) -> tuple[float, int]:
        before, begin = len(self.hub.requests), time.perf_counter()
        referee.run()
        return time.perf_counter() - begin, len(self.hub.requests) - before


def passes(count: int, budget: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        vote, vote_requests, idle, idle_requests = Bench(count, Path(folder)).play()
    show(f"a pass with one vote, {count:,} players", f"{vote:.2f} s, {vote_requests} requests", budget)
    show(f"an idle pass, {count:,} players", f"{idle:.2f} s, {idle_requests} requests", "3 requests")


def retention() -> None:
    """A pass over a journal of ten years, 55 entries a day."""
    with tempfile.TemporaryDirectory() as folder:
        none = Bench(10, Path(folder)).play()[0]
    before = years(START, 200_000)
    with tempfile.TemporaryDirectory() as folder:
        vote, requests, idle, _ = Bench(10, Path(folder), before).play()
    show(
        "a pass with one vote, 200,000 entries before", f"{vote:.2f} s, {requests} requests", f"{none:.2f} s with none"
    )
    show("an idle pass, 200,000 entries before", f"{idle:.2f} s", "not slower")


def proof() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bare = season(Path(folder), world(10), START, 10_000, 10)
        with GitRepository(str(bare), Path(folder) / "proof") as repository:
            begin, before = time.perf_counter(), time.process_time()
            found = verify(repository)
            taken, worked = time.perf_counter() - begin, time.process_time() - before
        assert found.findings == []
    show(f"nomic verify, {found.replayed:,} happenings", f"{taken:.1f} s ({worked:.1f} s of work)", "30 s")


def long_threads(proposals: int = 100, comments: int = 300) -> None:
    """All of them unread at once, as after a long outage; the game is in memory, the requests are real."""
    with tempfile.TemporaryDirectory() as folder, Hub(Path(folder), "owner", "island", StillClock(START)) as hub:
        hub.patience = 60.0
        law = {path: text for path, text in TEXTS.items() if path.startswith(("rules/credo/", "rules/library/"))}
        scene = edge.Scene(hub, Island(law, "credo", START))
        for n in range(8):
            scene.say(f"p{n}", f"/join village{n}")
        song = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
        threads = []
        for n in range(352, 352 + proposals):
            threads.append(scene.propose("p0", f"{n} Hymn", f"rules/credo/{n}-hymn{n}.md", song))
            if n % 10 == 0:
                edge.settle(scene)
        edge.settle(scene)
        for n in range(comments):
            for thread in threads:
                scene.wait(3)
                scene.island.say(f"p{n % 8}", thread, f"a thought, the {n}th")
        hub.requests.clear()
        begin = time.perf_counter()
        scene.run()
        taken = time.perf_counter() - begin
    what = f"reading {proposals} open proposals with {comments} comments each"
    show(what, f"{taken:.0f} s, {len(hub.requests)} requests", "400 requests")


def main(arguments: list[str]) -> None:
    from tests import figures  # noqa: PLC0415 - it measures what stands above

    given = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    given.add_argument("--json", action="store_true", help="the named figures alone, as JSON")
    given.add_argument("figures", nargs="*", metavar="FIGURE", help="with --json: only these")
    options = given.parse_args(arguments)
    if options.json:
        print(json.dumps(figures.figures(tuple(options.figures)), indent=2))
        return
    print(figures.table(figures.figures()), flush=True)
    help_page()
    hunger(1_000, "1 s")
    passes(10, "2 s, 6 requests")
    passes(10_000, "1.3 times that of 10 players")
    retention()
    long_threads()


if __name__ == "__main__":
    main(sys.argv[1:])
