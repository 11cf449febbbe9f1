"""The words as typed Starlark functions without bodies, made from their own annotations: what the type check goes by."""

import inspect
import re
from collections.abc import Callable
from typing import Final, is_typeddict

from engine.game import owned
from engine.game.words.registry import WORDS

_MAP: Final = "dict[str, Any]"


def stub() -> str:
    """Starlark text: one function for each word."""
    return "\n".join(_function(name, word) for name, word in WORDS.items())


def _function(name: str, word: Callable[..., object]) -> str:
    signature = inspect.signature(word)
    parameters = [_parameter(p) for p in list(signature.parameters.values())[1:]]
    return f"def {name}({', '.join(parameters)}) -> {_type(signature.return_annotation)}:\n    pass\n"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
    default = "" if parameter.default is inspect.Parameter.empty else f" = {parameter.default!r}"
    return f"{stars}{parameter.name}: {_type(parameter.annotation)}{default}"


def _type(annotation: object) -> str:
    """A Python annotation as Starlark writes it: what the engine owns is a map. A record that may be None is anything: rules know
    when it is there."""
    written = re.sub(r"[a-z_.]+\.(?=[A-Z])", "", inspect.formatannotation(annotation))  # without the names of modules
    written = re.sub(r"\b[A-Z]\w*", lambda name: _MAP if _is_owned(name[0]) else name[0], written)
    if "dict" in written and "None" in written:
        return "typing.Any"
    return re.sub(r"\b(Any|object)\b", "typing.Any", written)


def _is_owned(name: str) -> bool:
    return is_typeddict(getattr(owned, name, None))
