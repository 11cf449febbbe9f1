"""A game of Credo with as many villages as is wanted, and a week of it: nothing is imported here but what plays it."""

from __future__ import annotations

from typing import Final

from engine.game.calendar import from_stamp
from engine.game.fold.folding import fold
from engine.game.plan import Plan
from engine.game.words.registry import new_host
from tests.begun import START as START
from tests.begun import begun
from tests.pinned import rules

WEDNESDAY: Final = from_stamp("2026-01-07T15:00:30Z")


def seed(id_: str) -> bytes:
    return id_.encode().ljust(32)[:32]


def world(count: int, game: str = "bench") -> dict[str, str]:
    """The files of a game of Credo with so many players and villages."""
    players = {f"p{i}": {"id": i + 1, "login": f"p{i}", "active": True, "points": 500} for i in range(count)}
    villages = {
        f"p{i}": {"name": f"V{i}", "population": {"general": 80, "farming": 8}, "farms": 4, "hunger": -300}
        for i in range(count)
    }
    records = {"players": players, "villages": villages}
    law = _law()
    return begun(law, ruleset="credo", name="Bench", game=game, records=records, host=new_host())


def _law() -> dict[str, str]:
    folder = rules()
    paths = sorted(
        p for name in ("credo", "library") for p in (folder / name).rglob("*") if p.suffix in (".md", ".star")
    )
    return {f"rules/{p.relative_to(folder).as_posix()}": p.read_text(encoding="utf-8") for p in paths}


def week(files: dict[str, str]) -> Plan:
    """Until the hunger of the first Wednesday is over."""
    return fold(files, [], WEDNESDAY, seed)
