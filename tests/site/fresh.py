"""Boards of seasons that nobody has looked at: `python -m tests.site.fresh [RULESET ...]` plays one of each with seeds from the clock.

Of each, the board of every day is made, once from what was there and once anew; the last one is read by `sound`, and, where html5lib
and icalendar can be imported, by them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from typing import Any, Final

from engine.game.exhibits import SILENT
from engine.game.words.registry import new_host
from engine.law.running.host import Host
from engine.site.build import Board, Journal
from engine.site.game import Game
from engine.site.notes import Notes, digest
from engine.store import canon, journal
from engine.table.counsel_main import answer
from tests.site.sound import wrong_with
from tests.storms.evidence import Evidence
from tests.storms.laws import law
from tests.storms.season import Season, drawn

LAWS: Final = ("credo", "frontier", "assembly", "starfarers", "wayfarers", "island")
WEEKS: Final = 4
GONE, MARKUP = "words-that-are-gone", '<b onclick="x">&\'"'
DAYS: Final = "state/journal/"
ADDRESS: Final = "https://github.example/o/r"


def made(texts: Mapping[str, str], before: Notes, host: Host) -> tuple[Game, dict[str, str | None], Notes]:
    """The game, path -> text of its board, None where it is as before, and the notes for the next time."""
    days = {path: text for path, text in texts.items() if path.startswith(DAYS)}
    rest = {path: text for path, text in texts.items() if path not in days}
    now = Game(rest, SILENT).now
    told = {**SILENT, **answer({"files": rest, "now": now, "people": {}}, host)}
    game = Game(rest, told, (), ADDRESS)
    hashes = {path: digest(text) for path, text in days.items()}
    board = Board(game, Journal(hashes, days.__getitem__), before, "https://o.example/m")
    return game, dict(board.files()), board.notes


def marked(texts: Mapping[str, str]) -> dict[str, str]:
    """The same game, in whose journal all words are odd, and those that were edited or deleted since can be told."""
    days = {path: journal.entries(text) for path, text in sorted(texts.items()) if path.startswith(DAYS)}
    last = {e.get("comment"): e["id"] for day in days.values() for e in day if e["kind"] in ("edited", "deleted")}
    return {**texts, **{path: canon.emit([_marked(entry, last) for entry in day]) for path, day in days.items()}}


def _marked(entry: dict[str, Any], last: Mapping[Any, str]) -> dict[str, Any]:
    said = isinstance(entry.get("text"), str)
    if entry["kind"] in ("said", "edited") and last.get(entry.get("comment"), entry["id"]) != entry["id"]:
        outcome = entry["outcome"]
        told = {"reason": f"{outcome['reason']} {GONE}"} if isinstance(outcome.get("reason"), str) else {}
        return {**entry, "outcome": {**outcome, **told}} | ({"text": f"{entry['text']} {GONE}"} if said else {})
    return {**entry, "text": f"{entry['text']} {MARKUP}"} if said else entry


def wrong_at_the_end(texts: Mapping[str, str]) -> list[str]:
    """What is wrong with the board of these files."""
    game, pages, _ = made(marked(texts), Notes(), new_host())
    whole = {path: text or "" for path, text in pages.items()}
    again = made(marked(texts), Notes(), new_host())[1]
    found = wrong_with(whole, game) + [f"{path}: other bytes" for path in whole if again[path] != whole[path]]
    found += [f"{path}: tells what is gone" for path, text in whole.items() if GONE in text]
    found += [f"{path}: something is not escaped" for path, text in whole.items() if "<b onclick" in text]
    return found + _read_by_others(whole, game)


def _read_by_others(pages: Mapping[str, str], game: Game) -> list[str]:
    try:
        import html5lib
        import icalendar
    except ImportError:
        return []
    found = []
    for path, text in pages.items():
        parser = html5lib.HTMLParser()
        if path.endswith(".html"):
            parser.parse(text)
            found += [f"{path}: {place} {code}" for place, code, _ in parser.errors]
    events = icalendar.Calendar.from_ical(pages["calendar.ics"]).walk("VEVENT")
    return found + [f"calendar.ics: {len(events)} events"] * (len(events) != len(game.law["due"]))


def wrong_on_the_way(days: list[Mapping[str, str]]) -> list[str]:
    """Where a board that is made again after each day is not what a fresh one would be."""
    kept: dict[str, str | None] = {}
    notes, host, found = Notes(), new_host(), []
    for place, texts in enumerate(days):
        _, pages, notes = made(texts, notes, host)
        kept = {path: kept[path] if text is None else text for path, text in pages.items()}
        whole = made(texts, Notes(), host)[1]
        found += [f"{path}: otherwise after day {place}" for path in whole if kept[path] != whole[path]]
    return found


def season(ruleset: str, seed: int) -> list[Mapping[str, str]]:
    """The files at the end of each day of a season."""
    choice = drawn(seed, [ruleset], mischief=seed % 2 == 0)
    choice = type(choice)(seed, ruleset, min(choice.weeks, WEEKS), mood=choice.mood)
    played = Season(choice, law(ruleset))
    played.play()
    played.clear_up()
    evidence = Evidence(played.island, played.actors.ledger, played.start, played.edge.timezone)
    last = {commit.time // 86_400: commit.sha for commit in evidence.history}
    found = [evidence.files_at(sha) for _, sha in sorted(last.items())]
    return [texts for texts in found if "state/game.yaml" in texts and "state/engine.yaml" in texts]


def main(words: list[str]) -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.site.fresh", description=__doc__)
    asked.add_argument("rulesets", metavar="RULESET", nargs="*", help=f"one of {', '.join(LAWS)}; all if left out")
    rulesets = asked.parse_args(words).rulesets
    if unknown := sorted({*rulesets} - {*LAWS}):
        asked.error(f"there is no ruleset {unknown[0]}")
    wrong = 0
    for ruleset in rulesets or LAWS:
        seed = time.time_ns() // 1_000 % 10**7
        days = season(ruleset, seed)
        found = [*wrong_at_the_end(days[-1]), *wrong_on_the_way(days)]
        wrong += len(found)
        print(f"{ruleset} {seed}: {len(days)} days, {len(found)} wrong", *found[:10], sep="\n  ", flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
