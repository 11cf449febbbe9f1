"""A rule file that lies anywhere, laid into the law it is meant for: the game it lies in, the one here, or what comes with the engine."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from engine.cli import rules_on_disk, table_git
from engine.game.world import stored
from engine.store import splice
from engine.store.layout import folder_of
from engine.store.records import GAME
from engine.template import shipped

Texts = dict[str, str]


@dataclass(frozen=True)
class Laid:
    """`texts` is the law with the file in it, under `path`; `shown` is how whoever named it called it; `home` is where that law is.

    `amended` is the rule of that law in whose place it was laid, because it is called like it; empty for a new rule.
    """

    texts: Texts
    ruleset: str
    path: str
    shown: str
    home: Path | None = None
    amended: str = ""

    def told(self, line: object) -> str:
        """What is said of the file, with the name it was called by."""
        return str(line).replace(self.path, self.shown)

    def where(self) -> str:
        """Which law it was laid into."""
        if self.home is None:
            return f"{self.ruleset}, which comes with the engine"
        return f"{self.ruleset} in {table_git.git_of(self.home) or self.home / 'rules'}"


def laid(file: Path, root: Path | None, ruleset: str | None) -> Laid:
    """Raises UnicodeDecodeError if the file is no text, and wrong usage where it is not plain which law is meant."""
    home = root or game_of(file) or game_of(Path("rules").resolve())
    texts = _shipped() if home is None else rules_on_disk.read(home)
    inside = _name(file, home)
    if inside in texts and inside.count("/") > 1:
        return Laid(texts, inside.split("/")[1], inside, inside, home)
    name = ruleset_of(home, texts, ruleset)
    path = f"{folder_of(name)}{file.name}"
    slug = splice.slug_of(file.name)
    amended = [p for p in texts if p.startswith(folder_of(name)) and splice.slug_of(p) == slug]
    rest = {p: t for p, t in texts.items() if p not in amended}
    now = {**rest, path: file.read_text(encoding="utf-8")}
    return Laid(now, name, path, str(file), home, amended[0] if amended else "")


def game_of(path: Path) -> Path | None:
    """The folder with rules, or the table, that a file lies in, however deep."""
    for folder in path.resolve().parents:
        if any((folder / "rules").glob("*/*.md")) or table_git.of_table(folder) is not None:
            return folder
    return None


def law_here(root: Path | None) -> tuple[Path, Texts]:
    """The repository or table, and the law in it; that of the engine itself, unless a game is here or was named."""
    if root is None and not Path("rules").is_dir() and table_git.of_table(Path()) is None:
        return shipped.RULES.parent, _shipped()
    return root or Path(), rules_on_disk.read(root or Path())


def is_shipped(folder: Path) -> bool:
    """Whether that is where the rules lie that come with the engine."""
    return folder == shipped.RULES.parent


def must_be_there(ruleset: str | None, texts: Texts) -> None:
    known = rules_on_disk.rulesets(texts)
    if ruleset is not None and not known:
        raise click.UsageError(rules_on_disk.NONE)
    if ruleset is not None and ruleset not in known:
        raise click.UsageError(f"There is no ruleset {ruleset!r}. There are: {', '.join(known)}.")


def files_or_game(named: tuple[Path, ...], root: Path | None) -> tuple[tuple[Path, ...], Path | None]:
    """The files and the game that are meant: a game's folder alone is the game, as for the commands that take nothing else."""
    folder = named[0] if len(named) == 1 and root is None and named[0].is_dir() else None
    if folder is not None and ((folder / "rules").is_dir() or table_git.git_of(folder) is not None):
        return (), folder
    return named, root


def files_in(named: tuple[Path, ...]) -> Iterator[Path]:
    """The files named, and of folders those that may hold rules or examples."""
    for path in named:
        if path.is_dir():
            found = sorted(p for p in path.rglob("*") if p.suffix in (".md", ".yaml", ".yml") and p.is_file())
            if not found:
                raise click.UsageError(f"There is no rule in {path}: a rule is a `.md` file.")
            yield from found
        else:
            yield path


def _shipped() -> Texts:
    return {path: text for name in shipped.rulesets() for path, text in shipped.law(name).items()}


def _name(file: Path, home: Path | None) -> str:
    whole = file.resolve()
    return whole.relative_to(home.resolve()).as_posix() if home and whole.is_relative_to(home.resolve()) else ""


def ruleset_of(home: Path | None, texts: Texts, named: str | None) -> str:
    """The one named, else the one the game plays by, else the only one there is."""
    must_be_there(named, texts)
    record = None if home is None else rules_on_disk.played(home)
    played = None if record is None else stored.ruleset({GAME: record})
    return rules_on_disk.only(texts, named or played)
