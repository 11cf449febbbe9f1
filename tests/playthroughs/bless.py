"""`python -m tests.playthroughs.bless [NAME]`: accepts what the transcripts give now. Read the diff before you commit it."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.playthroughs import demo, hub_stage, transcript


def main() -> None:
    for path in sorted([*transcript.HERE.glob("*.yaml"), *hub_stage.HERE.glob("*.yaml")]):
        if len(sys.argv) > 1 and path.stem not in sys.argv[1:]:
            continue
        wrong, texts = came_of(path)
        for message in wrong:
            print(f"{path.name}: {message}")
        folder = path.with_suffix("")
        folder.mkdir(exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        print(f"{path.stem}: blessed")
    if len(sys.argv) == 1 or "demo" in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            demo.STORY.write_text(demo.story(Path(folder) / "home", demo.HOME), encoding="utf-8")
        print("demo: blessed")


def came_of(path: Path) -> tuple[list[str], dict[str, str]]:
    """What went otherwise than told, and the texts to be blessed."""
    if path.parent == hub_stage.HERE:
        on_the_hub = hub_stage.played(path)
        return on_the_hub.wrong, hub_stage.outcome(on_the_hub)
    stage, wrong = transcript.played(path)
    return wrong, transcript.outcome(stage)


if __name__ == "__main__":
    main()
