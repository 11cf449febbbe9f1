"""An expression of two values, evaluated by the interpreter alone: no host, no profile."""

from __future__ import annotations

from typing import Final

import starlark

DIALECT: Final = starlark.Dialect.extended()
PLAIN: Final = starlark.Globals.standard()


def starlarks(code: str, a: float, b: float) -> object:
    module = starlark.Module()
    module["a"], module["b"] = a, b
    return starlark.eval(module, starlark.parse("x", code, DIALECT), PLAIN)
