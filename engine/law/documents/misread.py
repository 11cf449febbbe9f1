"""What to write in place of a line that no parser reads: for whoever writes rules as in another language."""

import re
from typing import Final

_BLOCK: Final = "what belongs to a block stands below it behind four blanks; `pass` does nothing"
_BELOW: Final = "the lines of one block begin one below the other"
# What the parser says -> what to do.
_SAID: Final = (
    ("expected an indented block", _BLOCK),
    ("unexpected indent", _BELOW),
    ("unindent does not match", _BELOW),
    ("inconsistent use of tabs", "indent with spaces"),
)
# What stands in the line, but for its texts and remarks -> what to write; the first that is found holds.
_WRITTEN: Final = tuple(
    (re.compile(sign), instead)
    for sign, instead in (
        (r"^\s*//", "a remark begins with `#`"),
        (r"^\s*(function|func|fun|fn|sub)\s+\w+", "a function begins with `def f(p):`"),
        (r"^\s*for\s*\(.*;", "a loop begins with `for i in range(3):`"),
        (r"^\s*(let|var|const|local)\s+\w+\s*=", "a name is only assigned: `a = 1`"),
        (r"\b(else\s+if|elseif|elsif)\b", "write `elif`"),
        (r"^\s*(if|elif|while|for)\b.*\bthen\s*:?\s*$", "a block begins behind a `:`"),
        (r"^\s*(if|else|for|while|def)\b.*\{\s*$", "blocks stand behind a `:`, indented, and not in braces"),
        (r"&&", "write `and`"),
        (r"\|\|", "write `or`"),
        (r"\+\+|--\s*$", "write `n += 1`"),
        (r"!(?!=)", "write `not`"),
        (r"\s\?\s.*:", "write `b if a else c`"),
        ("[\u201c-\u201f\u2018-\u201b\u00ab\u00bb]", "texts stand in straight quotation marks"),
        (r"\x00\w+\x00", 'a quotation mark within a text is written `\\"`'),
    )
)


def instead(said: str, line: str) -> str:
    """What to write, as the end of a sentence; empty where nothing is known. In `line`, each text is a sign of its own (NUL)."""
    of_place = next((what for sign, what in _SAID if sign in said), "")
    what = of_place or next((what for sign, what in _WRITTEN if sign.search(line)), "")
    return f"; {what}" if what else ""
