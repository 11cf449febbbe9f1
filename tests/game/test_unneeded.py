"""Handlers of `changed` that look at other collections are called once at most, and all is as if they were each time."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any
from unittest.mock import patch

import pytest

from engine.game.consulting import asking
from engine.game.fold.folding import fold
from engine.game.plan import HEARING, Fault, Plan
from engine.law.running.host import Host
from tests.bench import START, said, seed, world

FILES = world(4)
TEXTS = [
    "/allocate 1 farming",
    "/buy 3 farms",
    "/give 5 points to p1",
    "/forfeit for good",
    "/allocate 9 lumber",
    "hello",
]
INBOX = [said(n, n % 4, TEXTS[n % len(TEXTS)]) for n in range(1, 40)]


def called(plan: Any) -> tuple[Plan, Counter[str]]:
    """What comes of it, and how often functions were called."""
    functions, call = Counter[str](), Host.call

    def noting(host: Host, loaded: Any, slug: str, function: str, /, *args: object, **named: object) -> object:
        functions[f"{slug}.{function}"] += 1
        return call(host, loaded, slug, function, *args, **named)

    with patch.object(Host, "call", noting):
        return plan(), functions


def test_what_comes_of_a_season_is_the_same() -> None:
    fast, _ = called(lambda: fold(FILES, INBOX, START + 9 * 86_400, seed))
    with patch.object(asking, "_is_nothing_to", lambda *_: False):
        slow, _ = called(lambda: fold(FILES, INBOX, START + 9 * 86_400, seed))
    assert asdict(fast) == asdict(slow)
    assert sum(segment.entries for segment in fast.segments) > len(INBOX)


@pytest.mark.parametrize(
    ("text", "heard", "spared"),
    [
        ("/allocate 1 farming", "planet.settle_new", "joining.look_who_came"),
        ("/give 5 points to p1", "joining.look_who_came", "planet.settle_new"),
    ],
)
def test_only_those_are_called_again_who_look_at_what_changed(text: str, heard: str, spared: str) -> None:
    _, functions = called(lambda: fold(FILES, [said(n, n % 4, text) for n in (2, 3, 4)], START + 5, seed))
    assert functions[heard] >= 3
    assert functions[spared] <= 1


def test_whoever_ended_the_process_is_told_of_whatever_changed() -> None:
    dead = {f"{HEARING}joining/comment/1": Fault("joining", "look_who_came", 9, "it ended the process")}
    plan = fold(FILES, [said(1, 3, "/allocate 1 farming")], START + 2, seed, faults=dead)
    assert "it ended the process" in str(plan.outcomes)
