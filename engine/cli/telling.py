"""The story of a game as text: what people write, what is answered, how things stand."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.cli.playing import Table
from engine.cli.scenes import Scene
from engine.game.calendar import stamp
from engine.game.exhibits import SILENT
from engine.game.replies import hidden
from engine.hub.accounts import BOT_ID
from engine.hub.threads import Thread
from engine.law.display import KEY
from engine.referee.passing import Report
from engine.site import cells, tables
from engine.site.game import Game
from engine.store.layout import LAW
from engine.store.records import JOURNAL, STATE

MOST_ROWS: Final = 20


class Teller:
    """Tells scene after scene what became visible since the last."""

    def __init__(self, table: Table, tell: Callable[[str], None]) -> None:
        self.table, self.tell = table, tell
        self.told: dict[int, str] = {}

    def beginning(self) -> None:
        count = len([p for p in self.table.law() if p.endswith(".md")])
        self.tell(f"A new game of {self.table.ruleset.capitalize()}: {count} rules, no players yet. #1 is the table.")

    def scene(self, scene: Scene, thread: int | None, report: Report) -> None:
        self.tell(f"\n{stamp(scene.at)[:16].replace('T', ' ')}  {scene.story}")
        if scene.opens:
            self.tell(f"    {scene.who} opens pull request #{thread}: {scene.title}")
        elif scene.title:
            self.tell(f"    {scene.who} renames #{thread} to: {scene.title}")
        elif scene.says:
            self.tell(f"    {scene.who} in #{thread}: {scene.says}")
        self._answers()
        merged = [s for s in (report.plan.segments if report.plan else []) if s.merges]
        for segment in merged:
            rules = sorted(p.rsplit("/", 1)[-1] for p, text in segment.files.items() if p.startswith(LAW) and text)
            self.tell(f"    = merged into main: {', '.join(rules) or 'a rule is gone'}")

    def _answers(self) -> None:
        """What the referee posted or changed since it was looked at last."""
        posts = {c.id: (c.thread, c.body) for c in self.table.hub.model.comments.values() if c.author == BOT_ID}
        issues = {-t.number: (t.number, f"{t.title} ({t.state})") for t in self._own_issues()}
        for id_, (thread, body) in sorted({**issues, **posts}.items()):
            if self.told.get(id_) != body:
                self.told[id_] = body
                for line in hidden.unfolded(hidden.without(body)).strip().splitlines():
                    if line.strip() and not line.startswith(("|---", "---")):
                        self.tell(f"    > #{thread} {line}")

    def _own_issues(self) -> list[Thread]:
        return [t for t in self.table.hub.model.threads.values() if t.author == BOT_ID]

    def end(self) -> None:
        """How things stand, read from the repository as anyone could: what the rules say is to be shown."""
        git = self.table.hub.git
        paths = git.run("ls-tree", "-r", "--name-only", "main", STATE, LAW).split("\n")
        files = {path: git.file("main", path) + "\n" for path in paths if not path.startswith(JOURNAL)}
        game = Game(files, SILENT)
        self.tell("\nHow things stand, as committed in state/:")
        for collection in tables.listed(game):
            for key, record in tables.ordered(game, collection)[:MOST_ROWS]:
                self.tell(f"    {collection}/{key}: {', '.join(_columns(game, collection, key, record))}")
        commits = git.run("rev-list", "--first-parent", "--count", "main")
        self.tell(f"    {commits} commits on main, {game.engine['entries']} entries in the journal.")


def _columns(game: Game, collection: str, key: str, record: Mapping[str, Any]) -> Iterator[str]:
    """`people 35`, of each column that has something to show and is not the key."""
    for column in tables.columns(game, collection):
        found = cells.cell(game, record, key, column)
        if column.field != KEY and found.kind in ("text", "number") and found != cells.NOTHING:
            yield f"{cells.title(column).lower()} {found.value}"
