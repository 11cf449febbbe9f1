"""Boards of the island, made from files alone; and in a repository on disk, as `nomic site` reads it."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.game.exhibits import SILENT
from engine.game.fold.genesis import genesis
from engine.site.build import Board, Journal
from engine.site.game import Game
from engine.site.notes import Notes
from engine.store import canon, records
from tests import island

START = 1767607200
Records = Mapping[str, Mapping[str, Mapping[str, Any]]]


def player(login: str, number: int, **more: Any) -> dict[str, Any]:
    return {"active": True, "id": number, "login": login, "fish": 0, "shells": 0, **more}


def poll(number: int, status: str, **votes: str) -> dict[str, Any]:
    """A poll of ana's as it is written down, with these votes."""
    cast = {"at": START, "first": START, "deleted": False, "edited": False, "weight": 1}
    ballots = [{"voter": who, "choice": choice, "comment": 7, **cast} for who, choice in votes.items()]
    known = {"author": "ana", "change": None, "kind": "rule-change", "number": number, "opened_at": START + number}
    begun = {"tag": None, "electors": None, "quorum_at": None, "data": {}, "paths": [], "refused": []}
    return {**known, **begun, "ballots": ballots, "status": status, "subject": f"{number} Beer", "thread": number}


def files(held: Records, rules: Mapping[str, str | None] | None = None) -> dict[str, str]:
    """A game of the island with these rules added, and these records."""
    law = island.with_rules(rules or {})
    begun = genesis(law, ruleset="island", name="The island", game_id="toy", start=START, commitment="0" * 64)
    texts = {**law, **begun}
    for collection, rows in held.items():
        texts |= {records.path_of(collection, key): canon.emit(record) for key, record in rows.items()}
    return texts


def game(held: Records, rules: Mapping[str, str | None] | None = None, **more: Any) -> Game:
    return Game(files(held, rules), {**SILENT, **more.pop("law", {})}, **more)


def pages(of: Game, days: Mapping[str, str] | None = None, before: Notes | None = None) -> tuple[dict[str, str], Notes]:
    """path -> text of what had to be written, and the notes for the next time."""
    texts = dict(days or {})
    journal = Journal({path: str(hash(text)) for path, text in texts.items()}, texts.__getitem__)
    board = Board(of, journal, before or Notes())
    return {path: text for path, text in board.files() if text is not None}, board.notes


def committed(root: Path, texts: Mapping[str, str], time: int = START) -> None:
    """One more commit of these files in a repository."""
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(root)]
    if not (root / ".git").exists():
        subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True)
    for path, text in texts.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    env = {"GIT_AUTHOR_DATE": f"{time} +0000", "GIT_COMMITTER_DATE": f"{time} +0000", "PATH": "/usr/bin:/bin"}
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "x"], check=True, env=env)
