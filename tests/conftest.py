"""Settings for all tests: property tests have no deadline of their own, since machines differ."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from engine.template import shipped
from tests.pinned import rules
from tests.shares import tries

shipped.RULES = rules()

settings.register_profile("house", max_examples=tries(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
