"""What has become of the checks of a commit, read from GitHub's lists of runs, suites and statuses. Nothing is asked here."""

from typing import Final, Literal

from engine.forge import shapes
from engine.forge.shapes import Raw
from engine.referee.ports import CONTEXT

Verdict = Literal["passed", "failed", "pending"]

STATUSES: Final[dict[str, Verdict]] = {
    "success": "passed",
    "failure": "failed",
    "error": "failed",
    "pending": "pending",
}
HARMLESS: Final = ("success", "neutral", "skipped")  # conclusions of check runs that GitHub lets pass
WAITS: Final = "action_required"  # the conclusion of a workflow that nobody has let begin yet


def of_runs(runs: list[Raw]) -> Verdict:
    return worst([run_verdict(raw) for raw in newest(runs)])


def newest(runs: list[Raw]) -> list[Raw]:
    """Of each app's checks of one name the one that was begun last.

    GitHub itself leaves out the older ones of a suite alone. Where a workflow runs once more for the same commit, as when a pull
    request is reopened or gets another title, or a head comes back, there is another suite, and the older one stays as it was.
    """
    last = {(_app(raw), shapes.text(raw, "name")): raw for raw in sorted(runs, key=_id)}
    return list(last.values())


def waits(suites: list[Raw], runs: list[Raw]) -> bool:
    """Whether a workflow waits for somebody to let it begin, as one of a newcomer's pull request does: until then it has no runs.

    What waited before the last one that ran is not waited for.
    """
    ran = max((shapes.whole(suite, "id") for raw in runs if (suite := raw.get("check_suite"))), default=0)
    return any(_id(raw) > ran and raw.get("conclusion") == WAITS for raw in suites)


def run_verdict(raw: Raw) -> Verdict:
    if shapes.text(raw, "status") != "completed":
        return "pending"
    return "passed" if shapes.text_or_empty(raw, "conclusion") in HARMLESS else "failed"


def of_statuses(statuses: list[Raw]) -> Verdict:
    """By the newest status of each context but the engine's own."""
    others = [raw for raw in statuses if shapes.text(raw, "context") != CONTEXT]
    return worst([STATUSES.get(shapes.text(raw, "state"), "pending") for raw in others])


def worst(verdicts: list[Verdict]) -> Verdict:
    if "failed" in verdicts:
        return "failed"
    return "pending" if "pending" in verdicts else "passed"


def _id(raw: Raw) -> int:
    return shapes.whole(raw, "id")


def _app(raw: Raw) -> int:
    app = raw.get("app")
    return 0 if app is None else shapes.whole(app, "id")
