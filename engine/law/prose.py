"""Whether the words of a rule say what its parameters are: law and code must not drift apart."""

from __future__ import annotations

import re


def is_said(value: float | str, prose: str) -> bool:
    """Whether a parameter can be read there: a number as one of its own, since 30 does not say 3; -3 as 3, which somebody loses."""
    if isinstance(value, str):
        return value in prose
    return re.search(rf"(?<!\d)(?<!\d[.,]){re.escape(str(abs(value)))}(?!\d|[.,]\d)", prose) is not None
