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
from tests.storms.season import Season, choice_of

ENDS: Final = Path(__file__).parent / "ends.yaml"
SEASONS: Final = range(8)


def main() -> None:
    into = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    blessed = {}
    for seed in SEASONS:
        texts = end_of(seed)
        blessed[str(seed)] = ends.digests(texts)
        if into is not None:
            (into / str(seed)).mkdir(parents=True, exist_ok=True)
            for name, text in texts.items():
                (into / str(seed) / f"{name}.txt").write_text(text, encoding="utf-8")
    if into is None:
        ENDS.write_text(canon.emit(blessed), encoding="utf-8")
    print(f"{len(blessed)} seasons: {into or 'blessed'}")


def end_of(seed: int) -> dict[str, str]:
    choice = choice_of(seed)
    season = Season(choice, law(choice.ruleset))
    season.play()
    season.clear_up()
    return ends.texts(season.island)


if __name__ == "__main__":
    main()
