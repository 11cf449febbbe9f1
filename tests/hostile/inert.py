"""What the engine says must do nothing but be read: no stranger is woken, no markup works, no mark is forged.

Written against CommonMark and tables as GitHub renders them, and not with the engine's own filter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.referee.answering.markers import marks

_MARKDOWN = MarkdownIt("commonmark", {"html": True, "maxNesting": 200}).enable("table")
_TAIL = re.compile(r"\n\n((?:<!-- nomic:[^\s<>]+:[0-9a-f]{8} -->)+)\Z")
_MENTION = re.compile(r"(?<![A-Za-z0-9_/`])@([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_END = "The end of it all."
# The one fold that the engine makes itself: nothing in its summary is anybody else's.
_FOLD = re.compile(
    r"^<details><summary>Of the rules' examples, which bind nobody, [a-z0-9 ,;']+\.</summary>\n\n(.*?)\n\n</details>$",
    re.MULTILINE | re.DOTALL,
)


def offences(body: str, friends: Iterable[str]) -> list[str]:
    """What is wrong with a post of the engine's. `friends` are the logins that it may mention."""
    tail = _TAIL.search(body)
    text = _FOLD.sub(r"\1", body[: tail.start()] if tail else body)
    found = [] if tail else ["it ends without a mark"]
    if tail and len(marks(body)) != tail[1].count("<!--"):
        found.append("the engine takes a mark in the text for its own")
    found += [f"HTML: {t.content[:60]!r}" for t in _tokens(text) if t.type in ("html_block", "html_inline")]
    known = {login.lower() for login in friends}
    noted = text.replace("[^", "(^")  # GitHub has notes below a text, which CommonMark takes for addresses
    read = (*_tokens(text), *_tokens(noted))
    words = "\n".join(t.content for t in read if t.type in ("text", "text_special"))
    found += [f"a mention of @{m}" for m in _MENTION.findall(words) if m.lower() not in known]
    if _CONTROLS.search(text):
        found.append(f"a control character: {_CONTROLS.search(text)!r}")
    last = _MARKDOWN.parse(f"{text}\n\n{_END}")[-3:]
    if [t.type for t in last] != ["paragraph_open", "inline", "paragraph_close"] or last[1].content != _END:
        found.append("what follows it is swallowed")
    return found + (["it is too long for GitHub"] if len(body) > 65_536 else [])


def is_title(title: str) -> bool:
    """GitHub takes 1 to 256 characters; a line break or a control character has no place in it."""
    return len(title.strip()) > 0 and len(title) <= 256 and "\n" not in title and not _CONTROLS.search(title)


def _tokens(text: str) -> Iterator[Token]:
    for token in _MARKDOWN.parse(text):
        yield token
        yield from token.children or []
