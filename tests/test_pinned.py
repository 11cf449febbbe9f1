"""What players adopt here cannot break the build: tests read the rules that the game began with."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.pinned import rules


def test_an_adopted_rule_is_not_what_tests_read(tmp_path: Path) -> None:
    def commit(files: dict[str, str]) -> None:
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text)
        who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
        subprocess.run(["git", "add", "--all"], cwd=tmp_path, check=True)
        subprocess.run(["git", *who, "commit", "--quiet", "-m", "x"], cwd=tmp_path, check=True)

    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    commit({"rules/credo/101-a.md": "before", "state/engine.yaml": "waits: true\n"})
    assert rules(tmp_path) == tmp_path / "rules"
    rules.cache_clear()
    commit({"rules/credo/101-a.md": "broken", "state/engine.yaml": "entries: 1\n"})
    assert (rules(tmp_path) / "credo" / "101-a.md").read_text() == "before"
