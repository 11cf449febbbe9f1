"""What an issue form sends, read as the command it stands for.

GitHub turns each field of a form into `### Label`, a blank line and the value. Either the label is the beginning of a
command and the value the rest of it, or all of it once more, or the value is a whole command. The value is taken whole: it may
hold headings of its own. Anything else is what its writer wrote.
"""

import re
from typing import Final

from engine.game.consulting.commands import looks_like_one

FIELD: Final = "Command"  # the label of a field for whole commands
NOTHING: Final = "_No response_"
_FIELD = re.compile(r"### (?P<label>[^\n]+)\n\n(?P<value>.*)", re.DOTALL)


def as_command(body: str) -> str:
    """The command that the body of an issue is or, sent by a form, stands for; else the body as it is, without blank ends."""
    text = body.replace("\r\n", "\n").strip()
    found = _FIELD.fullmatch(text)
    if found is None:
        return text
    label, value = found["label"].strip(), found["value"].strip()
    value = "" if value == NOTHING else value
    if looks_like_one(label):
        return value if _begins_with(value, label) else f"{label} {value}".strip()
    return value if looks_like_one(value) or (value and label == FIELD) else text


def _begins_with(value: str, label: str) -> bool:
    """Whether somebody wrote all of the command, as the words beside the field show it, where the label says its beginning already."""
    words, first = value.casefold().split(), label.casefold().split()
    return words[: len(first)] == first


def means_one(body: str) -> bool:
    """Whether the body was sent from a field for whole commands: then it is meant as one, however it is written."""
    found = _FIELD.fullmatch(body.replace("\r\n", "\n").strip())
    return found is not None and found["label"].strip() == FIELD and found["value"].strip() != NOTHING
