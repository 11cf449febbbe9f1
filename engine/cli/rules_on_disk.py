"""The texts of a checkout, read from disk: its law and its records."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from engine.law.problems import Problem


class Unreadable(Exception):
    """Files that are no text."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.cause = str(problems[0])
        self.remedy = "Restore it from the history: `git log -- <file>`."


def read(root: Path) -> dict[str, str]:
    """path -> text of everything under rules/. Fails with a remedy where there are no rules, or one is no text."""
    texts, problems = look(root)
    if problems:
        raise Unreadable(problems)
    return texts


def look(root: Path) -> tuple[dict[str, str], list[Problem]]:
    """path -> text of everything under rules/, and what could not be read. Fails with a remedy where there are no rules."""
    folder = root / "rules"
    if not folder.is_dir():
        raise click.UsageError(
            f"There is no folder rules/ in {root.resolve()}. Run this in a game's repository, or give --root."
        )
    return _texts(root, (p for p in folder.rglob("*") if p.suffix in (".md", ".star")))


def state(root: Path) -> tuple[dict[str, str], list[Problem]]:
    """path -> text of every record under state/, without the journal, and what could not be read."""
    folder = root / "state"
    found = (p for p in folder.rglob("*.yaml") if p.relative_to(folder).parts[0] != "journal")
    return _texts(root, found)


def _texts(root: Path, files: Iterable[Path]) -> tuple[dict[str, str], list[Problem]]:
    texts, problems = {}, []
    for path in sorted(p for p in files if p.is_file()):
        name = path.relative_to(root).as_posix()
        try:
            texts[name] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            problems.append(Problem(name, error.object.count(b"\n", 0, error.start) + 1, "this is not UTF-8 text"))
    return texts, problems


def rulesets(texts: dict[str, str]) -> list[str]:
    """The names of the rulesets among these texts."""
    return sorted({p.split("/")[1] for p in texts if p.endswith(".md") and not p.startswith("rules/library/")})


def only(texts: dict[str, str], named: str | None = None) -> str:
    """The one named, else the one ruleset there is. Fails with a remedy if there are several."""
    found = [named] if named is not None else rulesets(texts)
    if len(found) != 1:
        raise click.UsageError(f"Which ruleset? Give --ruleset, one of: {', '.join(found)}.")
    return found[0]


def number(path: str) -> int:
    """The number that a rule's file is named with; nought if it has none."""
    head = path.rsplit("/", 1)[-1].partition("-")[0]
    return int(head) if head.isdecimal() else 0
