"""What the parts of a pass are told by where it runs."""

from __future__ import annotations

import time

import pytest

from engine.cli import wiring


@pytest.mark.parametrize("api", ["https://api.github.com", "https://github.example/api/v3", "http://[::1"])
def test_answers_of_a_forge_elsewhere_are_held_against_this_machines_clock(api: str) -> None:
    assert wiring.clock(api) is time.time


@pytest.mark.parametrize("api", ["http://127.0.0.1:8080", "http://localhost:1/api", "http://[::1]:9"])
def test_a_forge_on_this_machine_may_have_a_time_of_its_own(api: str) -> None:
    assert wiring.clock(api) is None
