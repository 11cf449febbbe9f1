"""Issue forms made from the law: one to join, one to act, one to call for judgment, as far as there are commands for it.

The label of a form's first field is a command's beginning and its value the rest, or the value is a whole command; either
way what it sends is read by the engine as the command itself (`engine/game/consulting/forms.py`). A call for judgment has a second
field, whose heading and value are read as part of the question.
"""

from collections.abc import Iterator
from typing import Any, Final

from engine.game.consulting.forms import FIELD
from engine.law.documents.document import Command
from engine.law.documents.usage import type_of
from engine.law.joining import joining
from engine.law.rulebook import Rulebook
from engine.store import canon

FOLDER: Final = ".github/ISSUE_TEMPLATE"
NOTE: Final = (
    "# Made from the rules when the game began. A form only helps to write: each command works as a comment too.\n"
)
JUDGMENT: Final = "/judgment"


def forms(book: Rulebook) -> dict[str, str]:
    """path -> text of the forms for this law."""
    return {f"{FOLDER}/{name}.yml": NOTE + canon.emit(form) for name, form in _forms(book)}


def _forms(book: Rulebook) -> Iterator[tuple[str, dict[str, Any]]]:
    joins = joining(book)
    if joins:
        yield "1-join", _form("Join the game", "Become a player.", "Join", _joining(joins))
    yield "2-act", _form("Act", "Write any command of the game.", "Act", _any_command())
    judgment = next((c for _, c in book.commands if _words(c)[0] == JUDGMENT), None)
    if judgment is not None:
        fields = [_rest_of(judgment, "textarea"), _involved()]
        yield "3-judgment", _form("Call for judgment", "Ask how a rule is to be understood.", "Judgment", *fields)


def _form(name: str, description: str, title: str, *fields: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "description": description, "title": title, "body": list(fields)}


def _involved() -> dict[str, Any]:
    """Who else the dispute is about; what is written there follows the question, under this heading."""
    text = "Who else is involved in the dispute, and so is not to judge it. Leave it empty if nobody is."
    attributes = {"label": "Involved", "description": text, "placeholder": "@ana @bo"}
    return {"type": "input", "id": "involved", "attributes": attributes, "validations": {"required": False}}


def _joining(commands: list[Command]) -> dict[str, Any]:
    """The field of the one command; of several, all of them in words."""
    if len(commands) == 1:
        return _rest_of(commands[0], "input")
    usages = "; ".join(f"`{c.usage_text}` {c.help}".strip() for c in commands)
    return _field("input", FIELD, usages, placeholder=commands[0].usage_text)


def _rest_of(command: Command, kind: str) -> dict[str, Any]:
    """A field for what follows the command's first words; a choice of one where nothing follows them."""
    words = _words(command)
    label = " ".join(words[: words.index(next(w for w in words if w[0] in "<["))]) if _open(command) else ""
    if not label:
        attributes = {"label": FIELD, "description": command.help, "options": [command.usage_text], "default": 0}
        return {"type": "dropdown", "id": "command", "attributes": attributes, "validations": {"required": True}}
    name = command.usage.arguments_in_order[0]
    return _field(kind, label, command.help, placeholder=name.replace("_", " "))


def _any_command() -> dict[str, Any]:
    text = "One command, such as `/help`, which lists them all. It works as a comment too, in any issue."
    return _field("input", FIELD, text, placeholder="/help")


def _field(kind: str, label: str, description: str, *, placeholder: str) -> dict[str, Any]:
    attributes = {"label": label, "description": description, "placeholder": placeholder}
    return {"type": kind, "id": "command", "attributes": attributes, "validations": {"required": True}}


def _words(command: Command) -> list[str]:
    return command.usage_text.split()


def _open(command: Command) -> bool:
    """Whether the usage is words and then one argument: what is written in one field can be put behind them."""
    words = _words(command)
    names = command.usage.arguments_in_order
    if len(names) != 1 or words[-1].strip("[<>]") != names[0]:
        return False
    spec = command.arguments.get(names[0], {})
    return type_of(names[0], spec) in ("text", "word", "player", "players", "integer", "number")
