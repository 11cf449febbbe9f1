"""Arithmetic that Starlark lacks, exact and the same on every machine."""

import decimal
import hashlib
import math
from fractions import Fraction

from engine.game.world.world import World
from engine.law.running.values import WrongUse

_CONTEXT = decimal.Context(prec=40)


def sum_(world: World, numbers: list[object]) -> int | float:
    """The sum of a list of numbers."""
    if not all(type(n) in (int, float) for n in numbers):
        raise WrongUse("sum: the list must hold numbers")
    whole = [n for n in numbers if isinstance(n, int)]
    broken = [n for n in numbers if isinstance(n, float)]
    return sum(whole) if not broken else math.fsum([*map(float, whole), *broken])


def floor(world: World, number: int | float) -> int:
    """The greatest whole number that is no greater."""
    return math.floor(number)


def ceil(world: World, number: int | float) -> int:
    """The least whole number that is no less."""
    return math.ceil(number)


def round_half_up(world: World, number: int | float) -> int:
    """The nearest whole number; a half goes up."""
    return math.floor(Fraction(number) + Fraction(1, 2))


def exp(world: World, number: int | float) -> float:
    """e to the power of a number, by decimal arithmetic: libm's differs between machines."""
    if number > 700:
        raise WrongUse("exp: the number is too large")
    return float(_CONTEXT.exp(decimal.Decimal(number)))


def sha256(world: World, text: str) -> str:
    """The SHA-256 of a text as 64 hexadecimal digits: whoever shows it first can show the text later, and no other."""
    return hashlib.sha256(text.encode()).hexdigest()
