"""What rules say, which may hold players' words: as written if it only can be read, else with its power taken away.

A post may wake players by `@login` and nobody else, hold no HTML (so no mark of the engine's either), and not swallow what
follows it in the same comment.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from markdown_it.token import Token

from engine.game.replies.inert import inert
from engine.store.clipped import clipped
from engine.store.parser import TooTangled, parser

IsFriend = Callable[[str], bool]
LONGEST_TITLE: Final = 200
# CommonMark with the tables of GitHub: a bar ends a code span there.
_DEEPEST: Final = 20  # levels, below which nothing is read: a forge shows what stands there all the same
_MARKDOWN: Final = parser({"html": True, "maxNesting": _DEEPEST}).enable("table")
_SUSPECT: Final = re.compile(r"[<@&]|```|~~~")
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_MENTION: Final = re.compile(r"(?<![A-Za-z0-9_])@([A-Za-z0-9][A-Za-z0-9-]*)")
_NAMED: Final = re.compile(r"@([A-Za-z0-9-]*)(\\?)")
_LIVE: Final = re.compile(r"<(?=[A-Za-z/!?])|&(?=[#A-Za-z])")
_SPECIAL: Final = re.compile(r"[<>@&`~*|\\\[\]#\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_FENCE: Final = re.compile(r"`{3,}|~{3,}")
_NOTHING: Final = "\u200b"  # not seen, and in a code span not read either
_NOTE: Final = re.compile(r"\[\^[^\]\s]+\]:")
_BEFORE: Final = "before "
_INDENTED: Final = re.compile(r"^[ \t]+", re.MULTILINE)
_AFTERWARDS: Final = "\n\nafterwards"


def harmless(text: str, is_friend: IsFriend, *, behind: bool = False) -> str:
    """The text; if it is dangerous, with an unseen character where the danger is. `is_friend` tells whom it may mention.

    `behind`: it is put behind other words in their line, where what begins a block begins none.
    """
    seen = _CONTROLS.sub(" ", text)
    if not _SUSPECT.search(seen) or not _is_dangerous(seen, is_friend, behind):
        return seen
    tame = _FENCE.sub(lambda found: _NOTHING.join(found[0]), _LIVE.sub(lambda found: found[0] + _NOTHING, seen))
    tame = _NAMED.sub(lambda found: _named(found, is_friend), tame)
    return inert(seen, len(seen) + 1) if _is_dangerous(tame, is_friend, behind) else tame


def plain(text: object) -> str:
    """Words for running text: as they are if nothing in them means anything to Markdown, else quoted."""
    return inert(text, 300) if _SPECIAL.search(str(text)) else str(text)


def title(text: str, otherwise: str) -> str:
    """A title: one line of at most 200 characters, and not empty."""
    flat = " ".join(_CONTROLS.sub(" ", text).split())
    return clipped(flat, LONGEST_TITLE) or otherwise


def _named(found: re.Match[str], is_friend: IsFriend) -> str:
    safe = found[1] and not found[2] and is_friend(found[1])
    return found[0] if safe else f"@{_NOTHING}{found[0][1:]}"


def _is_dangerous(text: str, is_friend: IsFriend, behind: bool) -> bool:
    """By itself; behind a list, which goes on with what is indented; and behind words, if it is put there."""
    readings = dict.fromkeys((text, _INDENTED.sub("", text), *([f"{_BEFORE}{text}"] if behind else [])))
    return any(_has_power(reading, is_friend) for reading in readings)


def _has_power(text: str, is_friend: IsFriend) -> bool:
    try:
        tokens = _MARKDOWN.parse(text + _AFTERWARDS)
    except TooTangled:
        return True
    if [token.content for token in tokens[-2:-1]] != ["afterwards"] or tokens[-2].level != 1:
        return True
    if max(token.level for token in tokens) >= _DEEPEST - 1:
        return True
    spoken = list(_all(tokens))
    if any(token.type in ("html_block", "html_inline") for token in spoken):
        return True
    words = "\n".join(token.content for token in spoken if token.type in ("text", "text_special"))
    return _wakes(words, is_friend) or _is_dangerous_as_note(text, is_friend)


def _is_dangerous_as_note(text: str, is_friend: IsFriend) -> bool:
    """GitHub has notes below a text, which hold whatever a text holds; CommonMark takes what begins one for the address of a link.

    So beside one nothing is known to be code.
    """
    return bool(_NOTE.search(text)) and (bool(_LIVE.search(text)) or _wakes(text.replace("\\", ""), is_friend))


def _wakes(words: str, is_friend: IsFriend) -> bool:
    return any(not is_friend(login) for login in _MENTION.findall(words))


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or []
