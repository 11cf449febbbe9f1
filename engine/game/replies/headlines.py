"""The first line of a commit: what happened, in a few words that can be read anywhere and do nothing there."""

import re
from collections.abc import Sequence
from typing import Final

from engine.game.entries import Judged
from engine.game.owned import OWN_CHOICES
from engine.store.counted import counted

LONGEST: Final = 120  # characters of one of them, and of the whole before it is cut short
MOST: Final = 20  # in one happening
_ODD: Final = re.compile(r"[^\w .,:;'()+%→-]|_")
# A forge takes some words beside a number for an order, `fixes GH-12`; without the hyphen they are words.
_REFERENCE: Final = re.compile(r"(?i)\b(gh)-(?=[0-9])")


def clean(text: str) -> str:
    """Letters, digits, blanks and plain punctuation: no mention, no reference to a thread, no order to a workflow, no second line."""
    flat = " ".join(_ODD.sub(" ", _REFERENCE.sub(r"\1 ", str(text))).split())
    return flat if len(flat) <= LONGEST else flat[: LONGEST - 1].rstrip() + "…"


def command(who: str, word: str) -> str:
    """Of a command whose rule says nothing for the title: its own first word."""
    return clean(f"{who}: {word}")


def moved() -> str:
    return "The game moves from its table"


def proposed(who: str, thread: int) -> str:
    return clean(f"New commits of {who} in {thread}")


def vote(who: str, choice: str, about: object) -> str:
    return clean(f"{who} votes {choice} on {about}" if choice in OWN_CHOICES else f"{who} votes on {about}")


def decided(about: object, status: str) -> str:
    return clean(f"{about} is {status}")


def by_hand(paths: Sequence[str]) -> str:
    return f"By hand: {counted(len(paths), 'file')} changed"


def title(said: Sequence[str], outcomes: Sequence[Judged]) -> str:
    """The whole line: what fits of what was said, each once, and how much more there is; of refusals their number."""
    unlike = list(dict.fromkeys(said))
    refused = len([outcome for outcome in outcomes if outcome["is"] == "refused"])
    kept: list[str] = []
    while unlike[len(kept) :] and len("; ".join([*kept, unlike[len(kept)]])) <= LONGEST:
        kept.append(unlike[len(kept)])
    kept = kept or unlike[:1]
    more = [f"{len(unlike) - len(kept)} more"] if len(unlike) > len(kept) else []
    parts = [*kept, *more, *([f"{refused} refused"] if refused else [])]
    return "; ".join(parts) or "Notes"
