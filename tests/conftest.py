"""Settings for all tests: property tests have no deadline of their own, since machines differ."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

from engine.template import shipped
from tests.longest import pytest_collection_modifyitems as pytest_collection_modifyitems
from tests.pinned import rules
from tests.shares import tries

shipped.RULES = rules()

settings.register_profile("house", max_examples=tries(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

A_SWEEP = (
    50_000  # new objects: a tenth of the time of the tests went into looking for circles among all that was imported
)


def pytest_collection_finish() -> None:
    """What is here by now stays until the last test."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(A_SWEEP, 20, 100)
