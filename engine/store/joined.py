"""Several names as one part of a sentence."""

from collections.abc import Iterable, Sequence


def joined(names: Sequence[str], word: str = "and") -> str:
    """`ana`, `ana and bo`, `ana, bo and cy`; empty where there are none."""
    *first, last = names or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def in_code(words: Iterable[str], between: str = " or ") -> str:
    """Words that can be written as they stand: "`/open` or `/begin`"; empty where there are none."""
    return between.join(f"`{word}`" for word in words)
