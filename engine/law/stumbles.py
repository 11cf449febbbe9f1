"""What whoever writes a rule does about a failure of its code, by what Starlark says of it."""

from __future__ import annotations

from typing import Final

# What is said -> what to do; the first that is found in it holds.
_ADVICE: Final = (
    (
        "not supported for types 'NoneType'",
        "There is None: `get` gives it where there is no such record. Test `== None` first.",
    ),
    ("and 'NoneType'`", "There is None: a record, a key or an argument that is not there. Test `== None` first."),
    ("type 'NoneType' has no", "There is None: `get` gives it where there is no such record. Test `== None` first."),
    ("'+' not supported for types 'string'", 'A text is joined with a text: `str(n)`, or `"%d shells" % n`.'),
    ("'cmp()' not supported", "What is compared is of two kinds: look at what `given` and the parameters hold."),
    ("'compare' not supported", "What is compared is of two kinds: look at what `given` and the parameters hold."),
    ("call stack overflow", "Functions call themselves or each other without end: `for i in range(n)` has one."),
    (
        "referenced before assignment",
        "A name that a function assigns is its own all through it: assign to another one.",
    ),
    ("`Immutable`", "What stands outside of functions never changes: keep it in a record, with `put`."),
    (": Immutable.", "What stands outside of functions never changes: keep it in a record, with `put`."),
    ("Unsupported format character", "`%` knows `%s %d %r %x %f`, without widths and places."),
    ("type 'dict' has no attribute", 'A field is read with its name in brackets: `record["shells"]`.'),
    (
        "type 'list' has no attribute",
        "Lists have no `sort`, `count`, `reverse` and `copy`: `sorted(l)`, `l[::-1]`, `list(l)`.",
    ),
    (
        "' was not found",
        "The map has no such key: is it spelt so, and declared? `.get(key)` gives None in place of a failure.",
    ),
    ("must be a text", "`str(n)` makes a text of anything."),
    (
        "missing a required argument: 'record'",
        'A record has a collection and a key: of the game it is `put("game", "game", {...})`.',
    ),
    ("the example gives", "That stands in `rolls`: they are the results in the order in which they are thrown."),
)


def advice(failure: str) -> str:
    """A sentence; empty where a failure speaks for itself."""
    return next((what for said, what in _ADVICE if said in failure), "")
