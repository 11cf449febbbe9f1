"""Votes in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def votes(count: Mapping[str, Any]) -> str:
    """2 yay, 1 nay: the field's two first, others in order of their names."""
    choices = sorted(count["choices"], key=lambda choice: (choice != "yay", choice != "nay", choice))
    return ", ".join(f"{count['choices'][choice]} {choice}" for choice in choices) or "no votes"
