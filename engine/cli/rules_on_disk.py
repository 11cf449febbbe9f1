"""The texts of a checkout's law, read from disk."""

from __future__ import annotations

from pathlib import Path

import click


def read(root: Path) -> dict[str, str]:
    """path -> text of everything under rules/. Fails with a remedy where there are no rules."""
    folder = root / "rules"
    if not folder.is_dir():
        raise click.UsageError(f"There is no folder rules/ in {root}. Run this in a game's repository, or give --root.")
    files = sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix in (".md", ".star"))
    return {p.relative_to(root).as_posix(): p.read_text(encoding="utf-8") for p in files}


def rulesets(texts: dict[str, str]) -> list[str]:
    """The names of the rulesets among these texts."""
    return sorted({p.split("/")[1] for p in texts if p.endswith(".md") and not p.startswith("rules/library/")})


def only(texts: dict[str, str]) -> str:
    """The one ruleset there is. Fails with a remedy if there are several."""
    found = rulesets(texts)
    if len(found) != 1:
        raise click.UsageError(f"Which ruleset? Give --ruleset, one of: {', '.join(found)}.")
    return found[0]
