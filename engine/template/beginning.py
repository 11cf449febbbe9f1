"""Every file of a new game's repository, from a few choices; nothing is written here and no time is asked."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.game.consulting.commands import usages
from engine.game.fold.genesis import genesis
from engine.game.replies import welcome
from engine.game.words.registry import new_host
from engine.game.world.changes import declared_wrongly
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import ways
from engine.law.documents.problems import Problem
from engine.law.joining import joining, leading_to, opening
from engine.law.rulebook import Rulebook, read
from engine.law.running.host import Host
from engine.store.counted import counted
from engine.store.told import Told
from engine.template import forms, pins, shipped

PIN: Final = ".github/engine.txt"
LOCK: Final = ".github/engine.lock"
WORKFLOWS: Final = ".github/workflows/"
_IGNORED: Final = "/.venv/\n"
# Rule texts are judged by their bytes: nobody's editor shall change their line ends.
ATTRIBUTES: Final = "* text=auto eol=lf\n"


class BrokenRuleset(Told):
    """The ruleset itself has problems: no game can begin with it."""

    def __init__(self, problems: list[Problem], home: str, law: Mapping[str, str]) -> None:
        where = f" {shlex.quote(home)}" if home else ""
        shared = f" {shipped.where_shared_code_is()}" if shipped.lacks_shared_code(law) else ""
        super().__init__(
            f"The ruleset has {counted(len(problems), 'problem')}, the first: {problems[0]}.",
            f"`nomic check{where}` shows them all.{shared}",
        )


@dataclass(frozen=True)
class Choices:
    """What whoever begins a game decides. `start` in seconds, `commitment` the hash of the dice key, `owner` a login or empty.

    `engine` is the address the engine is had from, empty if an index has it.
    """

    ruleset: str
    name: str
    timezone: str
    game_id: str
    start: int
    commitment: str
    owner: str = ""
    engine: str = ""


def sound(ruleset: str, law: Mapping[str, str], host: Host, home: str = "") -> Rulebook:
    """The rules to begin with, read. Raises BrokenRuleset; `home` is the folder that they lie in, if they are somebody's own."""
    book, problems = read(ruleset, law, host, FIELDS)
    if found := [p for p in [*problems, *declared_wrongly(book)] if p.severity == "error"]:
        raise BrokenRuleset(found, home, law)
    return book


def doubts(ruleset: str, law: Mapping[str, str], home: str) -> list[str]:
    """What a game with rules of somebody's own would lack, a line each: a way to become a player, or to change them. Raises
    BrokenRuleset. Those that come with the engine lack nothing, and are not read for it."""
    return [f"{each} (warning)" for each in ways.warnings(sound(ruleset, law, new_host(), home))] if home else []


def files(choices: Choices, law: Mapping[str, str], version: str, home: str = "") -> dict[str, str]:
    """path -> text of the whole repository. Raises BrokenRuleset."""
    host = new_host()
    book = sound(choices.ruleset, law, host, home)
    state = genesis(
        law,
        ruleset=choices.ruleset,
        name=choices.name,
        game_id=choices.game_id,
        start=choices.start,
        timezone=choices.timezone,
        commitment=choices.commitment,
        host=host,
    )
    everywhere = {**shipped.same_in_every_game(), PIN: pins.pin(version, choices.engine)}
    return {**law, **state, **everywhere, **about(choices, book), "proposals/.gitkeep": ""}


def program() -> dict[str, str]:
    """The files that run the game, the pin left out. They belong to a version of the engine: `nomic upgrade` writes them anew."""
    return {p: t for p, t in shipped.same_in_every_game().items() if p.startswith(WORKFLOWS) or p == LOCK}


def about(choices: Choices, book: Rulebook) -> dict[str, str]:
    """The files that depend on the law and on whose game it is, written once."""
    made = forms.forms(book)
    joins = [command.usage_text for command in joining(book)]
    opens, decides = ([c.usage_text for _, c in found] for found in (opening(book), leading_to(book, "resolve")))
    listed = usages(book.commands)
    return {
        **made,
        "README.md": welcome.readme(
            choices.name,
            choices.ruleset,
            choices.timezone,
            joins,
            (opens, decides),
            listed,
            any("join" in path for path in made),
        ),
        ".github/CODEOWNERS": _code_owners(choices.owner),
        ".gitignore": _IGNORED,
        ".gitattributes": ATTRIBUTES,
    }


def _code_owners(owner: str) -> str:
    """Who is asked about changes of what runs the game; the law itself is everyone's."""
    who = f"/.github/ @{owner}\n" if owner else "# /.github/ @your-login\n"
    return f"# Who is asked before the program is changed. The rules have no owner: players vote on them.\n{who}"
