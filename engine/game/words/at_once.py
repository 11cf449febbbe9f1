"""What words of arithmetic come to where all numbers are whole, said in Starlark: so nothing has to cross.

Each is the body of a function of the one `value` that the word is given, and None where the word itself must be asked. That both
say the same is held by a property test.
"""

from collections.abc import Mapping
from typing import Final

from engine.game import calendar

_AS_IT_IS: Final = "return value if whole(value) else None"
_SUM: Final = """
    total = 0
    for number in value if type(value) == "list" else [None]:
        if not whole(number):
            return None
        total += number
    return total
"""
AT_ONCE: Final[Mapping[str, str]] = {
    "sum": _SUM,
    "floor": _AS_IT_IS,
    "ceil": _AS_IT_IS,
    "round_half_up": _AS_IT_IS,
    "hours": f"return value * {calendar.HOUR} if whole(value) else None",
    "days": f"return value * {calendar.DAY} if whole(value) else None",
}
