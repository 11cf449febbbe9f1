"""`python -m tests.storms.bless [FOLDER]`: accepts how the pinned seasons end; with a folder it writes there what stands at their ends.

The engine of another commit does the same, and `diff -r` of the two folders says what is otherwise.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from engine.store import canon
from tests.storms import ends
from tests.storms.laws import law
from tests.storms.season import Choice, Season, choice_of, drawn

ENDS: Final = Path(__file__).parent / "ends.yaml"
EVEN: Final = range(8)
UNRULY: Final = range(100, 108)  # with mischief, of any length and with any faults
UPHEAVED: Final = (204, 206)  # in which villages are turned over in every way there is


def pinned() -> dict[str, Choice]:
    """The seasons whose ends are blessed, by their names."""
    even = {f"even {seed}": choice_of(seed) for seed in EVEN}
    unruly = {f"unruly {seed}": drawn(seed, ["island"], mischief=True) for seed in UNRULY}
    return even | unruly | {f"upheaved {seed}": drawn(seed, ["island"], upheaval=True) for seed in UPHEAVED}


def main() -> None:
    into = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    blessed = {}
    for name, choice in pinned().items():
        texts = end_of(choice)
        blessed[name] = ends.digests(texts)
        if into is not None:
            (into / name).mkdir(parents=True, exist_ok=True)
            for part, text in texts.items():
                (into / name / f"{part}.txt").write_text(text, encoding="utf-8")
    if into is None:
        ENDS.write_text(canon.emit(blessed), encoding="utf-8")
    print(f"{len(blessed)} seasons: {into or 'blessed'}")


def end_of(choice: Choice) -> dict[str, str]:
    season = Season(choice, law(choice.ruleset))
    season.play()
    season.clear_up()
    return ends.texts(season.island)


if __name__ == "__main__":
    main()
