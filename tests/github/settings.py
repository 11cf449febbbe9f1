"""A repository's settings and runs as GitHub shows them: protection of branches, secrets by name, workflows, Actions.

Of the programs here only `nomic doctor` reads them.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from engine.hub.accounts import ANYBODY
from engine.hub.model import Model
from engine.hub.routes import Call, Refused, Reply, Rest
from engine.hub.shapes import stamp

# Rules that let an ordinary push pass.
HARMLESS: Final = frozenset({"deletion", "non_fast_forward", "creation", "copilot_code_review", "tag_name_pattern"})
REFUSAL: Final = "push declined due to repository rule violations"


@dataclass
class Run:
    """One run of the referee's workflow. `conclusion` None while it goes on; `created_at` in seconds; `title` is what `run-name` gives it."""

    event: str
    conclusion: str | None
    created_at: int
    title: str = "A comment"


@dataclass
class Settings:
    """`rules` are those of rulesets for main, `protection` the older form (None: not protected), `workflows` path -> state."""

    rules: list[dict[str, Any]] = field(default_factory=list)
    protection: dict[str, Any] | None = None
    secrets: list[str] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)  # secrets that an organization shares
    workflows: dict[str, str] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    actions: bool = True
    allowed_actions: str = "all"  # or "local_only", "selected"; then `selected` says which
    selected: dict[str, Any] = field(default_factory=dict)
    issues: bool = True
    pulls: bool = True
    archived: bool = False
    proposers: str = "all"  # who may open pull requests: everybody, or "collaborators_only"
    limit: str = ""  # who alone may write in it for a time, as "existing_users"
    branch: str = "main"  # what main is called by now: GitHub leads there from its old name

    def lets_the_workflow_push(self) -> bool:
        """Whether the workflow's token, for which there are no exceptions, may move main forward."""
        blocking = [rule for rule in self.rules if rule["type"] not in HARMLESS]
        reviews = (self.protection or {}).get("required_pull_request_reviews") is not None
        return not blocking and not reviews


def must_be_open(settings: Settings, model: Model, method: str, path: str) -> None:
    """Raises Refused for what nobody may ask, whatever rights they have: of pull requests there are numbers among the issues, too."""
    if settings.archived and method != "GET" and path != "/graphql":
        raise Refused(403, "Repository was archived so is read-only.")
    found = re.fullmatch(f"/repos/{model.owner}/{model.name}/issues(?:/([0-9]+).*)?", path)
    if (
        found
        and not settings.issues
        and not (found[1] and int(found[1]) in model.threads and model.threads[int(found[1])].pull)
    ):
        raise Refused(410, "Issues has been disabled in this repository.")


def routes(settings: Settings, head: Callable[[], str | None]) -> list[tuple[str, str, Callable[[Rest, Call], Reply]]]:
    """The routes of these settings; `head` gives the commit of main."""

    def branch(rest: Rest, call: Call) -> Reply:
        if settings.branch != "main":
            raise Refused(301, "Moved Permanently")
        guarded = settings.protection is not None or bool(settings.rules)
        commit = {"sha": head(), "url": f"{rest.shapes.base}/commits/{head()}"}
        return Reply(200, {"name": "main", "commit": commit, "protected": guarded})

    def limits(rest: Rest, call: Call) -> Reply:
        _administers(rest, call)
        until = stamp(rest.model.clock() + 86_400)
        return Reply(
            200, {"limit": settings.limit, "origin": "repository", "expires_at": until} if settings.limit else {}
        )

    def rules(rest: Rest, call: Call) -> Reply:
        return Reply(200, [{"ruleset_source_type": "Repository", "ruleset_id": 1, **rule} for rule in settings.rules])

    def protection(rest: Rest, call: Call) -> Reply:
        _administers(rest, call)
        if settings.branch != "main":
            raise Refused(404, "Branch not found")
        if settings.protection is None:
            raise Refused(404, "Branch not protected")
        return Reply(200, {"url": f"{rest.shapes.base}/branches/main/protection", **settings.protection})

    def secrets(rest: Rest, call: Call) -> Reply:
        return _secrets(rest, call, settings.secrets)

    def shared(rest: Rest, call: Call) -> Reply:
        return _secrets(rest, call, settings.shared)

    def workflows(rest: Rest, call: Call) -> Reply:
        shown = [_workflow(rest, n, path, state) for n, (path, state) in enumerate(settings.workflows.items(), start=1)]
        return Reply(200, {"total_count": len(shown), "workflows": shown})

    def runs(rest: Rest, call: Call) -> Reply:
        if f".github/workflows/{call.parts[0]}" not in settings.workflows:
            raise Refused(404, "Not Found")
        event = call.query.get("event")
        found = [_run(rest, n, run) for n, run in enumerate(settings.runs, start=1) if event in (None, run.event)]
        size = int(call.query.get("per_page", "30"))
        return Reply(200, {"total_count": len(found), "workflow_runs": found[::-1][:size]})

    def repository(rest: Rest, call: Call) -> Reply:
        has = {"has_issues": settings.issues, "has_pull_requests": settings.pulls}
        now = {"archived": settings.archived, "default_branch": settings.branch}
        now["pull_request_creation_policy"] = settings.proposers
        return Reply(200, {**rest.shapes.repository(), **has, **now})

    return [
        ("GET", "REPO", repository),
        ("GET", "REPO/interaction-limits", limits),
        ("GET", "REPO/branches/main", branch),
        ("GET", "REPO/rules/branches/main", rules),
        ("GET", "REPO/branches/main/protection", protection),
        ("GET", "REPO/actions/secrets", secrets),
        ("GET", "REPO/actions/organization-secrets", shared),
        *_actions(settings),
        ("GET", "REPO/actions/workflows", workflows),
        ("GET", r"REPO/actions/workflows/([\w.-]+)/runs", runs),
    ]


def _actions(settings: Settings) -> list[tuple[str, str, Callable[[Rest, Call], Reply]]]:
    """Whether workflows run here, and with whose actions."""

    def permissions(rest: Rest, call: Call) -> Reply:
        _administers(rest, call)
        allowed = {"allowed_actions": settings.allowed_actions} if settings.actions else {}
        return Reply(200, {"enabled": settings.actions, **allowed})

    def selected(rest: Rest, call: Call) -> Reply:
        _administers(rest, call)
        if settings.allowed_actions != "selected":
            raise Refused(409, "Conflict")
        none = {"github_owned_allowed": False, "verified_allowed": False, "patterns_allowed": []}
        return Reply(200, {**none, **settings.selected})

    return [
        ("GET", "REPO/actions/permissions", permissions),
        ("GET", "REPO/actions/permissions/selected-actions", selected),
    ]


def _secrets(rest: Rest, call: Call, names: list[str]) -> Reply:
    _administers(rest, call)
    shown = [
        {"name": name, "created_at": stamp(rest.model.clock()), "updated_at": stamp(rest.model.clock())}
        for name in names
    ]
    return Reply(200, {"total_count": len(shown), "secrets": shown})


def _administers(rest: Rest, call: Call) -> None:
    if call.account == ANYBODY:
        raise Refused(401, "Requires authentication")
    if rest.model.accounts[call.account].bot:
        raise Refused(403, "Resource not accessible by integration")
    if not rest.model.may(call.account, "admin"):
        raise Refused(404, "Not Found")


def _workflow(rest: Rest, number: int, path: str, state: str) -> dict[str, Any]:
    name = path.rpartition("/")[2].partition(".")[0]
    url = f"{rest.shapes.base}/actions/workflows/{number}"
    times = {"created_at": stamp(rest.model.clock()), "updated_at": stamp(rest.model.clock())}
    links = {"url": url, "html_url": f"{rest.shapes.page}/blob/main/{path}", "badge_url": f"{url}/badge.svg"}
    return {"id": number, "node_id": f"W_{number}", "name": name, "path": path, "state": state, **times, **links}


def _run(rest: Rest, number: int, run: Run) -> dict[str, Any]:
    """The part of GitHub's run that programs here read."""
    status = "completed" if run.conclusion else "in_progress"
    page = f"{rest.shapes.page}/actions/runs/{number}"
    told = {"event": run.event, "status": status, "conclusion": run.conclusion, "html_url": page}
    told |= {"display_title": run.title}
    return {"id": number, "run_number": number, "created_at": stamp(run.created_at), **told}
