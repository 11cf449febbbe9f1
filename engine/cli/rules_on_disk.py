"""The texts of a game, read from disk: its law and its records, from a checkout or from the git of a table."""

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import click

from engine.cli import table_git
from engine.forge.still import StillRepository
from engine.law.documents.problems import Problem
from engine.store.layout import CHANGES, LIBRARY
from engine.store.records import GAME, JOURNAL
from engine.store.told import Told

NO_TEXT = "this is not UTF-8 text"
NONE = (
    "There is no rule here, a `.md` file in rules/NAME: `nomic rule law NAME` writes the smallest law, to begin from."
)


class NoTexts(Told):
    """Files that are no text."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(str(problems[0]), "Restore it from the history: `git log -- <file>`.")


def read(root: Path) -> dict[str, str]:
    """path -> text of everything under rules/. Fails with a remedy where there are no rules, or one is no text."""
    texts, problems = look(root)
    if problems:
        raise NoTexts(problems)
    return texts


def look(root: Path) -> tuple[dict[str, str], list[Problem]]:
    """path -> text of everything under rules/, and what could not be read. Fails with a remedy where there are no rules."""
    if not (root / "rules").is_dir() and table_git.git_of(root) is None:
        raise click.UsageError(
            f"There is no folder rules/ in {root.resolve()}. Run this in a game's repository or at a table, or give --root."
        )
    return _below(root, "rules", ".md", ".star")


def state(root: Path) -> tuple[dict[str, str], list[Problem]]:
    """path -> text of every record under state/, without the journal, and what could not be read."""
    return _below(root, "state", ".yaml")


def game(root: Path) -> dict[str, str]:
    """path -> text of all that the law is asked of: rules, records, and what is proposed. Fails as `read` does."""
    texts = read(root)
    for found, problems in (state(root), _below(root, CHANGES, ".yaml")):
        if problems:
            raise NoTexts(problems)
        texts |= found
    return texts


def played(root: Path) -> str | None:
    """The text of the game's record; None where no game is played."""
    if (git := table_git.git_of(root)) is not None:
        return _committed(git, GAME, ".yaml")[0].get(GAME)
    place = root / GAME  # whether it is text is said where the records are read
    return place.read_text(encoding="utf-8", errors="replace") if place.is_file() else None


def _below(root: Path, under: str, *suffixes: str) -> tuple[dict[str, str], list[Problem]]:
    """path -> text of the files with these suffixes there, without the journal, and what could not be read."""
    if (git := table_git.git_of(root)) is not None:
        return _committed(git, under, *suffixes)
    found = (path for path in (root / under).rglob("*") if path.suffix in suffixes)
    return _texts(root, (path for path in found if not path.relative_to(root).as_posix().startswith(JOURNAL)))


def _committed(git: Path, under: str, *suffixes: str) -> tuple[dict[str, str], list[Problem]]:
    """What `main` has there, without the journal."""
    with StillRepository(git) as repository:
        listed = repository.files(repository.commit("main", "HEAD"), under)
        wanted = {p: i for p, i in listed.items() if PurePosixPath(p).suffix in suffixes and not p.startswith(JOURNAL)}
        found = repository.texts(wanted)
    return found, [Problem(path, 1, NO_TEXT) for path in sorted(wanted.keys() - found.keys())]


def _texts(root: Path, files: Iterable[Path]) -> tuple[dict[str, str], list[Problem]]:
    texts, problems = {}, []
    for path in sorted(p for p in files if p.is_file()):
        name = path.relative_to(root).as_posix()
        try:
            texts[name] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            problems.append(Problem(name, error.object.count(b"\n", 0, error.start) + 1, NO_TEXT))
    return texts, problems


def rulesets(texts: dict[str, str]) -> list[str]:
    """The names of the rulesets among these texts."""
    inside = (p for p in texts if p.endswith(".md") and p.count("/") > 1 and not p.startswith(LIBRARY))
    return sorted({p.split("/")[1] for p in inside})


def stray(texts: dict[str, str]) -> list[Problem]:
    """Files of rules/ that lie in no ruleset, where nothing reads them; a README may."""
    found = sorted(p for p in texts if p.count("/") == 1 and PurePosixPath(p).stem.lower() != "readme")
    return [Problem(path, 1, "lies in no ruleset, so it is no rule: put it into rules/NAME/") for path in found]


def only(texts: dict[str, str], named: str | None = None) -> str:
    """The one named, else the one ruleset there is. Fails with a remedy if there are several."""
    found = [named] if named is not None else rulesets(texts)
    if not found:
        raise click.UsageError(NONE)
    if len(found) != 1:
        raise click.UsageError(f"Which ruleset? Give --ruleset, one of: {', '.join(found)}.")
    return found[0]
