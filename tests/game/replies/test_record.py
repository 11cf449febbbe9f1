"""The record of what was decided: what was changed is named there, each file once."""

from __future__ import annotations

from typing import cast

from engine.game.owned import PollFacts
from engine.game.replies import record


def test_files_beside_the_rules_are_named_and_rules_by_what_becomes_of_them() -> None:
    paths = ["engine/cli/main.py", "rules/island/120-songs.md"]
    poll = cast("PollFacts", {"changes": [], "paths": paths})
    told = record._changes(poll, "c" * 64).split("\n\n")
    assert told == ["- `engine/cli/main.py`", f"As it was judged: [`changes/{'c' * 12}`](changes/{'c' * 64}.yaml)"]
