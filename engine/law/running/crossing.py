"""How values cross between Python and Starlark: as one JSON text for a call, which each side reads and writes by its own coder.

Value by value, as Starlark's binding does it, every number and name costs as much as a whole record does as one text. A value
whose text would not give back the very same (a map whose keys are no texts, a number beyond bounds, something nested deeply,
what is no data at all) crosses value by value still, with all its refusals.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

import starlark

from engine.law.documents import fractions
from engine.law.running.texts import SPREAD, Pieces, Text, Texts, joined
from engine.law.running.values import crossed

WORDS: Final = "@words"
_RULE: Final = "@rule"
NOTHING: Final = -1_999_999_999  # None on its way to Starlark: a small number is the quickest thing to hand over
DEEP: Final = 9  # of what crosses as a text; records are two or three
FRAMES: Final = 16  # what a crossing adds to a stack, at most
TICKS: Final = 8  # what it takes of a rule's steps, beside those for its values
_DECODE: Final = json.JSONDecoder().scan_once  # type: ignore[attr-defined] # of what Starlark has encoded, and of nothing else

# A walk over the value is cheaper than the binding's steps: numbers are those that every coder writes exactly.
_CODE: Final = f"""
_SCALARS = {{"string": 1, "bool": 1, "NoneType": 1, "float": 1}}
_HOLDERS = {{"dict": 1, "list": 1}}
_LARGE = {1 << 53}

def _plain(value, left):
    kind = type(value)
    if kind in _SCALARS:
        return True
    if kind == "int":
        return -_LARGE < value and value < _LARGE
    if left == 0:
        return False
    if kind == "list" or kind == "tuple":
        for item in value:
            if type(item) != "string" and not _plain(item, left - 1):
                return False
        return True
    if kind != "dict":
        return False
    for key in value:
        if type(key) != "string" or not _plain(value[key], left - 1):
            return False
    return True

def _decoded(text):
    return _joined(json.decode(text[1:])) if text[0] == "{SPREAD}" else json.decode(text)

def _joined(value):
    if type(value) == "list":
        return [_joined(item) if type(item) in _HOLDERS else item for item in value]
    if type(value) != "dict":
        return value
    keys, values = value["k"], value["v"]
    return {{keys[n]: _joined(item) if type(item) in _HOLDERS else item for n, item in enumerate(values)}}

def _across(word, by_value, args, named):
    if not _plain(args, {DEEP}) or not _plain(named, {DEEP}):
        return by_value(*args, **named)
    found = word(json.encode({{"args": args, "named": named}} if named else args))
    kind = type(found)
    if kind == "string":
        return _decoded(found)
    return None if kind == "int" and found == {NOTHING} else found

def whole(value):
    return type(value) == "int" and -_LARGE < value and value < _LARGE

def through(function, text):
    args, named = _decoded(text)
    found = function(*args, **named)
    kind = type(found)
    if (kind == "dict" or kind == "list" or kind == "tuple") and _plain(found, {DEEP}):
        return [json.encode(found)]
    return found
"""
_WORD: Final = """
def {name}(*args, **named):
    return _across(_{name}_of_text, _{name}_by_value, args, named)
"""
_WORD_AT_ONCE: Final = """
def _{name}_at_once(value):
    {body}

def {name}(*args, **named):
    found = _{name}_at_once(args[0]) if len(args) == 1 and not named else None
    return found if found != None else _across(_{name}_of_text, _{name}_by_value, args, named)
"""
_GATE: Final = """load("@words", "through")
load("@rule", _function = "{function}")
def call(text):
    return through(_function, text)
"""
Lent = tuple[Callable[[str], object], Callable[..., object]]


def words_module(
    lent: Mapping[str, Lent], at_once: Mapping[str, str], dialect: starlark.Dialect
) -> starlark.FrozenModule:
    """The words as functions of Starlark: of each word what takes a text, and what takes values.

    `at_once`: the bodies of functions of one value that know what some words come to, or return None.
    """
    module = starlark.Module()
    for name, (of_text, by_value) in lent.items():
        module.add_callable(f"_{name}_of_text", of_text)
        module.add_callable(f"_{name}_by_value", by_value)
    module.add_callable("_written", repr)
    words = [(_WORD_AT_ONCE if name in at_once else _WORD, name) for name in lent]
    code = _CODE + fractions.CODE + "".join(word.format(name=name, body=at_once.get(name)) for word, name in words)
    globals_ = starlark.Globals.extended_by([starlark.LibraryExtension.Json])
    starlark.eval(module, starlark.parse(WORDS, code, dialect), globals_)
    return module.freeze()


def first_line(names: Iterable[str]) -> str:
    """What brings the words into a rule's module."""
    return f"load({WORDS!r}, {', '.join(map(repr, [*names, *fractions.NAMES]))})"


def plain(value: object) -> object:
    """A word's answer as the value that it is."""
    return value.value if type(value) is Text else value


def answer(value: object, texts: Texts) -> object:
    """What a word gives back to `_across`."""
    if value is None:
        return NOTHING
    kind = type(value)
    if kind is Text or (kind is int and value != NOTHING):
        return value
    text = texts.of(value)
    return value if text is None else text


# out of Starlark


def handed(text: str) -> Any:
    """The arguments that a word was given: a list, or a map of `args` and `named`. Raises WrongUse."""
    found = _DECODE(text, 0)[0]
    if "\\u0000" in text:
        crossed(found)
    return found


class Returned(NamedTuple):
    """What came out of a rule: a value, or the text of one."""

    value: object
    is_text: bool = False

    def made(self) -> object:
        """The value, a new one where it came as a text. Raises WrongUse for what cannot be returned."""
        if not self.is_text:
            crossed(self.value)
            return self.value
        text = str(self.value)
        found: object = _DECODE(text, 0)[0]
        if "\\u0000" in text:
            crossed(found)
        return found

    @property
    def stays(self) -> bool:
        """Whether nobody can change it."""
        return self.is_text or type(self.value) not in (dict, list)


class Gates:
    """The functions of rules that take and give texts. Made for those through which more than single values pass."""

    def __init__(self, words: starlark.FrozenModule, options: starlark.EvalOptions, dialect: starlark.Dialect) -> None:
        self._words, self._options, self._dialect = words, options, dialect
        self._globals = starlark.Globals.standard()
        self._gates: dict[tuple[int, str], tuple[starlark.FrozenModule, starlark.FrozenModule | None]] = {}
        self._wide: set[tuple[int, str]] = set()

    def call(
        self,
        module: starlark.FrozenModule,
        function: str,
        args: tuple[object, ...],
        named: dict[str, object],
        given: Pieces | None,
    ) -> Returned:
        """What the function returns; `given` is the text of what it is handed, if there is one. Raises StarlarkError."""
        key = (id(module), function)
        if given is not None and (named or key in self._wide or any(type(one) in (dict, list) for one in args)):
            gate = self._gate(key, module)
            if gate is not None:
                value = gate.call_with(self._options, "call", joined(given)).value
                if type(value) is list and len(value) == 1 and type(value[0]) is str:
                    return Returned(value[0], is_text=True)
                return Returned(value)
        value = module.call_with(self._options, function, *args, **named).value
        if type(value) in (dict, list):
            self._wide.add(key)
        return Returned(value)

    def _gate(self, key: tuple[int, str], module: starlark.FrozenModule) -> starlark.FrozenModule | None:
        if key not in self._gates:
            self._gates[key] = (module, self._made(module, key[1]))
        return self._gates[key][1]

    def _made(self, module: starlark.FrozenModule, function: str) -> starlark.FrozenModule | None:
        """None for a function that no other module can load: one with a private name, or none at all."""
        if not (function.isascii() and function.isidentifier()) or function.startswith("_"):
            return None
        fresh = starlark.Module()
        found = {WORDS: self._words, _RULE: module}
        ast = starlark.parse("@gate", _GATE.format(function=function), self._dialect)
        try:
            starlark.eval_with(self._options, fresh, ast, self._globals, starlark.FileLoader(found.__getitem__))
        except starlark.StarlarkError:
            return None
        return fresh.freeze()
