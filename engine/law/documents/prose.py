"""Whether the words of a rule say what its parameters are: law and code must not drift apart."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

_LINK: Final = re.compile(r"\[([^\]\n]*)\]\([^)\n]*\)")
_BULLET: Final = re.compile(r"^[-*#>] ")
_BETWEEN: Final = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n(?=[-*|#>])")
# Not one, which is as often somebody.
_IN_WORDS: Final[dict[float, str]] = dict(
    enumerate("two three four five six seven eight nine ten eleven twelve".split(), 2)
)


def unsaid(parameters: Mapping[str, object], prose: str) -> Iterator[tuple[str, object]]:
    """(name, value) of the numbers and texts that cannot be read there."""
    for name, value in parameters.items():
        if isinstance(value, int | float | str) and not isinstance(value, bool) and not _is_said(value, prose):
            yield name, value


def sentences(value: float, prose: str) -> list[str]:
    """Those that say a number, each in one line, with the words of links alone."""
    bare = _LINK.sub(r"\1", prose)
    return [_BULLET.sub("", " ".join(one.split())) for one in _BETWEEN.split(bare) if _is_said(value, one)]


def _is_said(value: float | str, prose: str) -> bool:
    """A number as one of its own, since 30 does not say 3; -3 as 3, which somebody loses; 1000 as 1,000, and 3 as three, too."""
    if isinstance(value, str):
        return value in prose
    forms = map(re.escape, (str(abs(value)), f"{abs(value):,}"))
    digits = rf"(?<!\d)(?<!\d[.,])(?:{'|'.join(forms)})(?!\d|[.,]\d)"
    word = _IN_WORDS.get(abs(value))
    return re.search(digits if word is None else rf"{digits}|(?i:\b{word}\b)", prose) is not None
