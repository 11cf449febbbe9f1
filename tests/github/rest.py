"""The REST interface with what a table has none of: checks, issues from elsewhere, lists that are behind, what is closed to all."""

from collections.abc import Callable
from typing import Any

from engine.hub import routes
from engine.hub.routes import Call, Refused, Reply
from engine.hub.shapes import stamp
from engine.hub.threads import Comment, Thread
from tests.github.model import Model
from tests.github.shapes import Shapes


class Rest(routes.Rest):
    model: Model
    shapes: Shapes

    def __init__(self, model: Model, shapes: Shapes, commits: Callable[[str], bool]) -> None:
        super().__init__(model, shapes, commits)
        self.routes = [(verb, path, getattr(type(self), known.__name__)) for verb, path, known in self.routes]
        self.must_be_open: Callable[[str, str], None] = lambda *_: None  # raises Refused for what nobody may ask
        self.lag = 0  # seconds by which the lists are behind: what is younger is not in them yet

    def answer(self, method: str, path: str, call: Call) -> Reply:
        try:
            self.must_be_open(method, path)
        except Refused as refused:
            return refused.reply
        return super().answer(method, path, call)

    def page(self, call: Call, items: list[Any], shape: Callable[[Any], Any] = lambda item: item) -> Reply:
        latest = self.model.clock() - self.lag
        settled = [each for each in items if not isinstance(each, Comment | Thread) or each.created_at <= latest]
        return super().page(call, settled, shape)

    def marked(self, call: Call) -> tuple[list[str] | None, list[str] | None]:
        self.model.check_assignees(call.body.get("assignees"))
        return super().marked(call)

    def query(self, call: Call) -> Reply:
        """Of an issue also when it came here."""
        reply = super().query(call)
        found = ((reply.body.get("data") or {}).get("repository") or {}).get("issue")
        came = self.model.brought.get(int(call.body["variables"].get("number", 0))) if found else None
        if came is not None:
            found["timelineItems"]["nodes"].append({"createdAt": stamp(came)})
        return reply

    def no_checks(self, call: Call) -> Reply:
        """Those of every suite: what ran again is beside what it was before."""
        sha, which = self.commit_there(call.parts[0]), call.parts[1].replace("-", "_")
        suites = self.model.suites.get(sha, [])
        runs = [run for suite in suites for run in self.shapes.check_runs(sha, suite)]
        shown = runs if which == "check_runs" else [self.shapes.check_suite(sha, suite) for suite in suites]
        return Reply(200, {"total_count": len(shown), which: shown})
