"""The story of a game as text: what people write, what is answered, how things stand."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.cli.playing import Table
from engine.cli.scenes import Scene
from engine.hub.accounts import BOT_ID
from engine.hub.threads import Thread
from engine.referee.passing import Report
from engine.store import canon

_MARK = re.compile(r"<!--.*?-->", re.DOTALL)


class Teller:
    """Tells scene after scene what became visible since the last."""

    def __init__(self, table: Table, tell: Callable[[str], None]) -> None:
        self.table, self.tell = table, tell
        self.told: dict[int, str] = {}

    def beginning(self) -> None:
        count = len([p for p in self.table.law() if p.endswith(".md")])
        self.tell(f"A new game of Credo: {count} rules, no players yet. #1 is the table.")

    def scene(self, scene: Scene, thread: int | None, report: Report) -> None:
        self.tell(f"\n{scene.at[:16].replace('T', ' ')}  {scene.story}")
        if scene.opens:
            self.tell(f"    {scene.who} opens pull request #{thread}: {scene.title}")
        elif scene.title:
            self.tell(f"    {scene.who} renames #{thread} to: {scene.title}")
        elif scene.says:
            self.tell(f"    {scene.who} in #{thread}: {scene.says}")
        self._answers()
        merged = [s for s in (report.plan.segments if report.plan else []) if s.merges]
        for segment in merged:
            rules = sorted(p.rsplit("/", 1)[-1] for p, text in segment.files.items() if p.startswith("rules/") and text)
            self.tell(f"    = merged into main: {', '.join(rules) or 'a rule is gone'}")

    def _answers(self) -> None:
        """What the referee posted or changed since it was looked at last."""
        posts = {c.id: (c.thread, c.body) for c in self.table.hub.model.comments.values() if c.author == BOT_ID}
        issues = {-t.number: (t.number, f"{t.title} ({t.state})") for t in self._own_issues()}
        for id_, (thread, body) in sorted({**issues, **posts}.items()):
            if self.told.get(id_) != body:
                self.told[id_] = body
                for line in _MARK.sub("", body).strip().splitlines():
                    if line.strip() and not line.startswith(("|---", "---")):
                        self.tell(f"    > #{thread} {line}")

    def _own_issues(self) -> list[Thread]:
        return [t for t in self.table.hub.model.threads.values() if t.author == BOT_ID]

    def end(self) -> None:
        """How things stand, read from the repository as anyone could."""
        git = self.table.hub.git
        self.tell("\nHow things stand, as committed in state/:")
        for path in git.run("ls-tree", "-r", "--name-only", "main", "state/players/").split("\n"):
            key = path.rsplit("/", 1)[-1].removesuffix(".yaml")
            player = canon.read(git.file("main", path) + "\n")
            self.tell(f"    {key}: {player['points']} points, {self._village(key)}")
        commits = git.run("rev-list", "--first-parent", "--count", "main")
        engine = canon.read(git.file("main", "state/engine.yaml") + "\n")
        self.tell(f"    {commits} commits on main, {engine['entries']} entries in the journal.")

    def _village(self, key: str) -> str:
        git = self.table.hub.git
        path = f"state/villages/{key}.yaml"
        if path not in git.run("ls-tree", "-r", "--name-only", "main", "state/villages/").split("\n"):
            return "no village any more"
        village = canon.read(git.file("main", path) + "\n")
        people = sum(village["population"].values())
        farms = f"{village['farms']} farm{'' if village['farms'] == 1 else 's'}"
        return f"{village['name']} with {people} people, {farms}, hunger {village['hunger']}"
