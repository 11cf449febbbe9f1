"""Players' words quoted so that they do nothing: no mention, no command, no markup, one line."""

from __future__ import annotations

import re

from engine.store import seen

LONGEST = 120
_NAME = re.compile(r"[\w .:\[\]-]+")


def inert(text: object, longest: int = LONGEST) -> str:
    """A short code span holding the text; mentions and markup in it are dead."""
    flat = " ".join(seen.blanked(str(text)).replace("`", "'").split())
    return f"`{flat[: longest - 1] + '…' if len(flat) > longest else flat}`" if flat else "``"


def person(login: object) -> str:
    """A login in running text, without waking its owner; what no login can be (voters need not be people) is quoted."""
    return f"**{login}**" if _NAME.fullmatch(str(login)) else f"**{inert(login)}**"


def quoted(text: object) -> str:
    """What the engine or a rule said earlier, for a cell of a table: a code span without its marks, for it may hold players' words."""
    return inert(str(text).replace("**", "").replace("|", "/").replace("`", ""), 200)
