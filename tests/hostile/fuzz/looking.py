"""How long is looked, and the texts that are looked at: pieces that mean something to a reader among pieces that do not."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

MORE = int(os.environ.get("NOMIC_FUZZ", "0"))
ODD = [
    "\0",
    "\x07",
    "\x1b[2J",
    "\x85",
    "\u200b",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\ud800",
    "\U0001f3dd",
    "\u0430",
    "\uff0f",
    "e\u0301",
]


def looked_at(examples: int) -> Callable[[Any], Any]:
    """So many examples, the same each time; with NOMIC_FUZZ that many, and others each time."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(max_examples=MORE or examples, derandomize=not MORE, deadline=None, suppress_health_check=slow)


def texts(pieces: Sequence[str], most: int = 12) -> st.SearchStrategy[str]:
    """Texts of these pieces; one in three has odd characters in it, long runs of a piece, or anything else."""
    piece = st.sampled_from(list(pieces))
    anything = st.text(st.characters(codec=None, exclude_categories=()), max_size=6)
    run = st.tuples(piece, st.integers(2, 400)).map(lambda pair: pair[0] * pair[1])
    tame = st.lists(piece, max_size=most)
    wild = st.lists(st.one_of(piece, st.sampled_from(ODD), anything, run), max_size=most)
    return st.one_of(tame, tame.map(list), wild).map("".join)


def readable(most: int = 12) -> st.SearchStrategy[str]:
    """Texts that can be written down as UTF-8."""
    return st.text(st.characters(codec="utf-8"), max_size=most)


def values(leaves: st.SearchStrategy[Any] | None = None) -> st.SearchStrategy[Any]:
    """What JSON can hold."""
    scalar = st.one_of(st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(), st.text(max_size=8))
    leaf = scalar if leaves is None else st.one_of(leaves, scalar)
    return st.recursive(
        leaf, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=5), v, max_size=3), max_leaves=6
    )
