"""A draw of the journal as it is shown: dice with their faces, what was chosen, the order things were shuffled into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

MOST_FACES: Final = 40
LONGEST: Final = 60


def shown(roll: Mapping[str, Any]) -> dict[str, Any]:
    """`dice` is what was done, `faces` what came, `total` the sum where there is one, else None."""
    for name in ("chosen", "shuffled"):
        if name in roll:
            found = roll[name]
            many = found if name == "shuffled" and isinstance(found, list) else [found]
            of = f" of {roll['of']}" if "of" in roll else ""
            return {"dice": f"{name}{of}", "faces": [_plain(one) for one in many[:MOST_FACES]], "total": None}
    return {
        "dice": str(roll.get("throw", "")),
        "faces": list(roll.get("faces") or ())[:MOST_FACES],
        "total": roll.get("total"),
    }


def _plain(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
