"""`python -m tests.playthroughs.bless [NAME]`: accepts what the transcripts give now. Read the diff before you commit it."""

from __future__ import annotations

import sys

from tests.playthroughs.transcript import HERE, outcome, played


def main() -> None:
    for path in sorted(HERE.glob("*.yaml")):
        if len(sys.argv) > 1 and path.stem not in sys.argv[1:]:
            continue
        stage, wrong = played(path)
        for message in wrong:
            print(f"{path.name}: {message}")
        folder = HERE / path.stem
        folder.mkdir(exist_ok=True)
        for name, text in outcome(stage).items():
            (folder / name).write_text(text, encoding="utf-8")
        print(f"{path.stem}: blessed")


if __name__ == "__main__":
    main()
