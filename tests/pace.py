"""How slow this machine is at this moment: limits in seconds are those of a machine on which the yardstick takes `YARD`.

A limit that holds on one machine says nothing on another: so whatever a test allows in seconds of the processor is
allowed `slowness()` times.
"""

from __future__ import annotations

import json
import time

YARD = 0.09  # seconds of the processor, on the machine that the limits were measured on while it was at rest
_RECORD = {"name": "Ur", "player": "ana", "farms": 3, "people": [1, 2, 3, 4], "at": "2026-01-05T12:00:00Z"}


def slowness() -> float:
    """At least 1: a quick machine is held to the same limits."""
    return max(1.0, min(_yardstick() for _ in range(3)) / YARD)


def _yardstick() -> float:
    begin = time.process_time()
    for number in range(6_000):
        text = json.dumps({**_RECORD, "farms": number}, sort_keys=True)
        sorted(json.loads(text).items(), key=str)
    return time.process_time() - begin
