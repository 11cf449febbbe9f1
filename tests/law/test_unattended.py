"""What the clock does refuses nobody: who writes it otherwise is told, since one player would keep it from all."""

from __future__ import annotations

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import unattended
from engine.law.rulebook import read
from tests.island import rule

PURSE = 'def spend(player, count):\n    refuse("Too little.")\n\ndef gain(player, count):\n    pass\n'


def told(code: str, front: str = "") -> list[str]:
    law = {
        "rules/library/purse.star": PURSE,
        "rules/x/120-rent.md": rule(120, "Rent", front=front, code='load("purse", "gain", "spend")\n\n' + code),
    }
    return [
        f"{p.line} {p.message.split(' and ')[0]}" for p in unattended.warnings(read("x", law, new_host(), FIELDS)[0])
    ]


def test_a_refusal_in_what_a_schedule_runs_is_told() -> None:
    every = 'schedule:\n  - {cron: "0 8 * * *", run: collect}\n'
    assert told('def collect():\n    spend("ana", 3)\n', every) == ["5 `collect` is run by the clock"]
    assert told('def collect():\n    gain("ana", -3)\n', every) == []


def test_a_refusal_in_what_a_timer_runs_is_told() -> None:
    lease = 'def lease(player):\n    spend(player, 3)\n    set_timer("lease", now() + days(7), "end")\n\ndef end():\n    {}\n'
    assert told(lease.format('refuse("Not yet.")')) == ["12 `end` is run by the clock"]
    assert told(lease.format("pass")) == []
