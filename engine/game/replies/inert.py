"""Players' words quoted so that they do nothing: no mention, no command, no markup, one line."""

import re

from engine.store import seen
from engine.store.clipped import clipped

LONGEST = 120
_NAME = re.compile(r"[\w .:\[\]-]+")
# What a forge makes a link or a reference of, and a sign of stress where no word goes on.
_LIVE = re.compile(r"(?i)www\.|\bgh-[0-9]|(?<![^\W_])_|_(?![^\W_])")


def inert(text: object, longest: int = LONGEST) -> str:
    """A short code span holding the text; mentions and markup in it are dead. Truths are written as in records and in `/correct`."""
    said = str(text).lower() if isinstance(text, bool) else str(text)
    flat = " ".join(seen.blanked(said).replace("`", "'").split())
    return f"`{clipped(flat, longest)}`"


def person(login: object) -> str:
    """A login in running text, without waking its owner; what no login can be (voters need not be people) is quoted."""
    plain = _NAME.fullmatch(str(login)) and not _LIVE.search(str(login))
    return f"**{login}**" if plain else f"**{cell(login)}**"


def cell(text: object, longest: int = LONGEST) -> str:
    """The same for a cell of a table, where a bar ends a code span: what stood behind it would be alive."""
    return inert(str(text).replace("|", "/"), longest)


def quoted(text: object) -> str:
    """What the engine or a rule said earlier, for a cell of a table: a code span without its marks, for it may hold players' words."""
    return cell(str(text).replace("**", "").replace("`", ""), 200)
