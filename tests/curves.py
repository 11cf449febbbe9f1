"""Costs at 1, 2 and 4 times the size, in processor seconds: `make bench` shows them, a test holds how they grow."""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any, Final

from engine.game.fold.folding import fold
from engine.game.happening import Happening
from engine.game.plan import Limits
from tests.begun import START, begun

TABLE, COUNCIL = 1, 101
Case = tuple[dict[str, str], list[Happening]]


def entropy(id_: str) -> bytes:
    return id_.encode().ljust(32)[:32]


def said(number: int, account: int, text: str, thread: int = TABLE) -> Happening:
    actor = {"id": account, "login": f"p{account}", "role": "player"}
    common = {"thread": thread, "seen_at": START, "actor": actor, "comment": number, "text": text, "edited": False}
    return {"id": f"comment/{number}", "kind": "said", "time": START + 100 + number, **common}


def game(players: int) -> dict[str, str]:
    people = {f"p{i}": {"id": i, "login": f"p{i}", "active": True} for i in range(1, players + 1)}
    return begun(name="Curve", records={"players": people})


def council() -> dict[str, str]:
    """Three players; a council is open in an issue of its own."""
    files = game(3)
    learnt = {"id": "observed/council/1", "kind": "observed", "time": START + 90, "seen_at": START, "actor": None}
    for happening in (
        {**said(1, 1, "/council Shall we?"), "time": START + 60},
        {**learnt, "thread": None, "tag": "council/1", "number": COUNCIL},
        {**said(2, 1, "yay", COUNCIL), "time": START + 95},
    ):
        plan = fold(files, [happening], happening["time"], entropy)
        for segment in plan.segments:
            segment.apply(files)
    return files


def many(count: int, text: str, *, thread: int = TABLE, others: int = 0, each: bool = False) -> list[Happening]:
    """So many comments: of one player, or each of another, or of as many strangers, whose accounts begin there."""
    return [said(10 + i, others + i + 1 if others or each else 1, text, thread) for i in range(count)]


CURVES: Final[dict[str, Callable[[int], Case]]] = {
    "strangers that ask for help": lambda n: (game(3), many(n, "/help", others=1_000)),
    "ballots of one player": lambda n: (council(), many(n, "nay", thread=COUNCIL)),
    "votes that are refused": lambda n: (council(), many(n, "yay", thread=COUNCIL, others=1_000)),
    "talk in the thread of a poll": lambda n: (council(), many(n, "hm", thread=COUNCIL)),
    "commands of one player": lambda n: (game(3), many(n, "/build")),
    "players that each begin a timer": lambda n: (game(n), many(n, "/dive", each=True)),
    "newcomers": lambda n: (game(0), many(n, "/join", others=1_000)),
}


def seconds(case: Case) -> float:
    """What folding takes, in processor time: a busy machine does not distort it much."""
    files, inbox = case
    begun = time.process_time()
    plan = fold(files, inbox, START + 50_000, entropy, limits=Limits(examples=False))
    taken = time.process_time() - begun
    assert len(plan.outcomes) >= len(inbox)
    return taken


def exponent(small: float, large: float, times: int) -> float:
    """How a cost grows with the size: 1 is in proportion, 2 with its square."""
    return math.log(large / small) / math.log(times)


def measured(name: str, size: int) -> list[float]:
    return [seconds(CURVES[name](size * times)) for times in (1, 2, 4)]


def main() -> None:
    argparse.ArgumentParser(prog="python -m tests.curves", description=__doc__).parse_args()
    print(f"\n{'processor seconds at 250, 500 and 1,000':<58}")
    for name in CURVES:
        row: list[Any] = measured(name, 250)
        shown = " ".join(f"{taken:7.2f}" for taken in row)
        print(f"{name:<58} {shown}   exponent {exponent(row[0], row[2], 4):.2f} (budget 1.3)", flush=True)


if __name__ == "__main__":
    main()
