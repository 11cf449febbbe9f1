"""What whoever writes a rule does about a failure of its code, by what Starlark says of it."""

import re
from typing import Final

_NEVER_CHANGES: Final = (
    "What stands outside of functions never changes: keep it in a record, with `put`. And texts never change."
)
# What is said -> what to do; the first that is found in it holds.
_ADVICE: Final = (
    (
        "not supported for types 'NoneType'",
        "There is None: `get` gives it where there is no such record. Test `== None` first.",
    ),
    ("and 'NoneType'`", "There is None: a record, a key or an argument that is not there. Test `== None` first."),
    ("type 'NoneType' has no", "There is None: `get` gives it where there is no such record. Test `== None` first."),
    ("not supported on type `NoneType`", "There is None: a fact or a record that is not there. Test `== None` first."),
    ("not supported on type 'NoneType'", "There is None: a fact or a record that is not there. Test `== None` first."),
    (
        "cannot be used as type",
        "There is None where a map is laid over it: `get` gives it where there is no such record. Test `== None` first.",
    ),
    ("values but expected 2", "A loop over a map has its keys: `.items()` has both."),
    ("parameter 'to_join' doesn't match", "Texts are joined: `[str(x) for x in l]` makes them."),
    ("expected 'int', actual 'float", "A whole number is wanted: `floor(n)`, `ceil(n)` and `n // 2` give one."),
    ("'+' not supported for types 'dict'", "Maps are laid over each other: `a | b`."),
    ("'+' not supported for types 'list'", "A list is added to a list: `l + [x]`."),
    ("'+' not supported for types 'bool'", "True is no number: `1 if x else 0`."),
    ("expected 'int', actual 'string", "Lists and texts have places, which are numbers; fields are those of a map."),
    ("Expected 'int', but got 'string", "Lists and texts have places, which are numbers; fields are those of a map."),
    ("'+' not supported for types 'int' and 'string'", 'A text is joined with a text: `str(n)`, or `"%d shells" % n`.'),
    ("'+' not supported for types 'string'", 'A text is joined with a text: `str(n)`, or `"%d shells" % n`.'),
    ("'cmp()' not supported", "What is compared is of two kinds: look at what `given` and the parameters hold."),
    ("'compare' not supported", "What is compared is of two kinds: look at what `given` and the parameters hold."),
    ("call stack overflow", "Functions call themselves or each other without end: `for i in range(n)` has one."),
    (
        "referenced before assignment",
        "A name that a function assigns is its own all through it: assign to another one.",
    ),
    ("`Immutable`", _NEVER_CHANGES),
    (": Immutable.", _NEVER_CHANGES),
    (
        "'format(%d)' not supported on type 'string'",
        "Texts are `%s`, and keys of records are texts, those that `next_key` gives as well.",
    ),
    (
        "Unsupported format character",
        '`%` knows `%s %d %r %x %f`, without widths and places. Two digits are `("0" + str(n))[-2:]`.',
    ),
    ("inside replacement field", "`format` knows `{name}` and `{}`, without widths and places."),
    (
        "type 'string' has no attribute",
        'A text has no fields: those of a player are in the record, `get("players", name)["shells"]`. It has no `center`, `ljust`, '
        "`rjust`, `zfill` and `casefold` either.",
    ),
    ("'[]' not supported for types 'int'", 'A number has no fields: those of a time are in `date(now())["year"]`.'),
    ("out of bound", "There are not so many: `if l:`, or `len(l)`, looks first."),
    ("Cannot parse", "`t.isdigit()` looks first; an argument of the type `integer` is a number already."),
    ("an empty iterable", "Of nothing there is neither: `max(l) if l else 0`."),
    ("mutates an iterable", "What is looped over stays as it is: loop over a copy, `list(l)`."),
    ("by zero", "Nothing is divided by 0: `if n != 0:` looks first."),
    ("'(iter)' not supported on type 'string'", "The letters of a text are `t.elems()`."),
    ("'(iter)' not supported on type 'int'", "A number is no list: `range(n)` counts from 0."),
    ("type 'dict' has no attribute", 'A field is read with its name in brackets: `record["shells"]`.'),
    (
        "type 'list' has no attribute",
        "Lists have no `sort`, `count`, `reverse` and `copy`: `sorted(l)`, `l[::-1]`, `list(l)`.",
    ),
    ("Key ':", "`format` knows `{name}` and `{}`, without widths and places."),
    (
        "' was not found",
        "The map has no such key: is it spelt so, and declared? `.get(key)` gives None in place of a failure.",
    ),
    ("notation must be a text", 'A throw is a text: `roll("1d6")`.'),
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


# Names that Python has and rules have not -> what rules have in their place.
_ELSEWHERE: Final = {
    "print": "`reply(text)` answers, `announce(text)` tells the table",
    "random": "chance comes by `roll`, `dice`, `choose` and `shuffle`",
    "randint": "chance comes by `roll`, `dice`, `choose` and `shuffle`",
    "round": "`round_half_up(number)` rounds, as do `floor` and `ceil`",
    "math": "`floor`, `ceil`, `round_half_up` and `exp` are there",
    "pow": "multiply",
    "set": "use a list, or a map with True for each",
    "isinstance": '`type(x) == "string"` tells kinds apart',
    "datetime": "`now()` gives the time, `date(time)` its fields",
    "time": "`now()` gives the time, `date(time)` its fields",
    "input": "what a player writes comes by the usage of a command",
    "open": "what is kept are records: `get` and `put`",
    "json": "records are maps: `get` and `put`",
    "map": "use a list in brackets: `[f(x) for x in l]`",
    "filter": "use a list in brackets: `[x for x in l if f(x)]`",
    "self": "a rule keeps nothing in its code: `get` and `put`",
    "amend": "no code changes a rule: what grows or ends by itself is kept in a record, such as a field of `game`",
    "repeal": "no code takes a rule away: what grows or ends by itself is kept in a record, such as a field of `game`",
    "next": "`l[0]` is the first of a list",
    "null": "it is `None`",
    "nil": "it is `None`",
    "divmod": "use `//` and `%`",
    "frozenset": "use a list, or a map with True for each",
    "copy": "`dict(m)` and `list(l)` are copies",
    "deepcopy": "`get` gives a copy each time; `dict(m)` and `list(l)` are copies",
    "format": '`"%s has %d" % (player, count)` puts texts together',
    "Exception": "use refuse(...), or fail(...) for a mistake of the rule's own",
    "eval": "what a player writes comes by the usage of a command",
    "exec": "what a player writes comes by the usage of a command",
    "callable": "code of documents is called by its name: `call(slug, function)`",
    "sleep": '`set_timer(name, now() + hours(8), "function")` calls a function later',
}
_PARSING: Final = "Parse error: "
# What Starlark cannot read and Python can -> what to write.
_UNREAD: Final = (
    ("unexpected string literal", "texts that stand behind each other are joined with `+`"),
    ("unexpected identifier '_", "a number is written without `_`"),
    ("tabs are not allowed", "indent with spaces"),
    ("invalid input `", "names have the letters a to z, digits and `_`; all else stands in a text or a remark"),
)
NOT_FOUND: Final = re.compile(r"Variable `(\w+)` not found(, did you mean `\w+`\?)?")


def foreign(failure: str) -> str:
    """What Starlark says of a name or a sign that it does not know; where Python knows it, with what to write."""
    unread = next((what for said, what in _UNREAD if said in failure), "")
    if failure.startswith(_PARSING) and unread:
        return f"{failure.removeprefix(_PARSING).partition(', expected one of')[0]}: {unread}"
    found = NOT_FOUND.search(failure)
    instead = _ELSEWHERE.get(found[1]) if found else None
    return NOT_FOUND.sub(f"rules have no `{found[1]}`: {instead}", failure) if found and instead else failure
