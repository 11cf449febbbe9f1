"""What a table has none of, as GitHub's JSON: locks, checks, and the events that start a workflow."""

from typing import Any

from engine.hub import shapes
from engine.hub.threads import Thread
from tests.github.model import Model, Suite

Json = dict[str, Any]
_ACTIONS = {"id": 15_368, "slug": "github-actions", "name": "GitHub Actions"}  # the number GitHub's own app has


class Shapes(shapes.Shapes):
    model: Model

    def thread(self, thread: Thread) -> Json:
        return {**super().thread(thread), "locked": thread.number in self.model.locked}

    def check_runs(self, sha: str, suite: Suite) -> list[Json]:
        """The part of GitHub's check runs that programs here read."""
        return [
            {
                "id": id_,
                "node_id": f"CR_{id_}",
                "name": name,
                "head_sha": sha,
                "status": "completed" if conclusion else "in_progress",
                "conclusion": conclusion,
                "check_suite": {"id": suite.id},
                "app": _ACTIONS,
            }
            for name, (id_, conclusion) in suite.runs.items()
        ]

    def check_suite(self, sha: str, suite: Suite) -> Json:
        """The same of a suite. One that nobody has let begin is over as GitHub has it, and has no runs."""
        conclusions = [conclusion for _, conclusion in suite.runs.values()]
        goes_on = None in conclusions
        told = (
            next((each for each in conclusions if each != "success"), "success") if conclusions else "action_required"
        )
        return {
            "id": suite.id,
            "node_id": f"CS_{suite.id}",
            "head_sha": sha,
            "status": "in_progress" if goes_on else "completed",
            "conclusion": None if goes_on else told,
            "latest_check_runs_count": len(conclusions),
            "app": _ACTIONS,
        }

    def payload(self, event: str, action: str, told: Json) -> Json:
        """A webhook's payload as Actions hands it to a run."""
        thread: Thread = told["thread"]
        found: Json = {"action": action, "repository": self.repository(), "sender": self.account(told["actor"])}
        if event == "pull_request":
            found |= {"number": thread.number, "pull_request": self.pull(thread)}
        else:
            found["issue"] = self.thread(thread)
        if "comment" in told:
            found["comment"] = self.comment(told["comment"])
        if "changes" in told:
            found["changes"] = told["changes"]
        return found
