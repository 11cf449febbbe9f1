"""What a game could have and has not: told beside what is wrong, and nothing of it is."""

from __future__ import annotations

from collections.abc import Iterator

from engine.doctor.case import Case, Finding
from engine.site.frontpage import BEGIN, END, README, has_place
from engine.store.records import GAME


def board(case: Case) -> Iterator[Finding]:
    """Whether the README has a place for the board: games that began before there was one have none."""
    if GAME in case.files and case.readme is not None and not has_place(case.readme):
        lines = f"`printf '\\n{BEGIN}\\n{END}\\n' >> {README}`"
        yield Finding(
            f"{README} has no place for the board, so none is drawn there.",
            f"Put a line `{BEGIN}` and below it a line `{END}` where it shall be, or at its end by {lines}, and push.",
        )
