"""`python -m tests.game.replies.bless`: accepts what is said now. Read the diff before you commit it."""

from __future__ import annotations

from tests.game.replies.samples import GOLDEN, golden


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, text in golden().items():
        (GOLDEN / name).write_text(text, encoding="utf-8")
        print(f"{name}: blessed")


if __name__ == "__main__":
    main()
