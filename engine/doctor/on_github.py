"""Checks of the repository's settings and runs, as GitHub shows them to the token that was given."""

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import partial
from typing import Any, Final

from engine.doctor.api import Web
from engine.doctor.case import Case, Finding, Unknown
from engine.forge import shapes
from engine.game.calendar import stamp
from engine.game.dice import commitment
from engine.referee.ports import WORKS_HERE, Thread
from engine.store.counted import counted
from engine.template.beginning import WORKFLOWS
from engine.template.steps import KEY_FILE, SECRET

REFEREE: Final = "referee.yml"
STARTS: Final = ("issue_comment", "issues", "schedule", "workflow_dispatch")  # what a pass is made for
LATE: Final = 26 * 3_600  # a schedule may be half a day late, and that is nobody's fault
LONG_WAIT: Final = 3_600  # a pass ends after 20 minutes, whatever it is at
APPROVAL: Final = "Settings, Actions, General, Require approval for all external contributors"
MANY_COMMENTS: Final = 2_000  # GitHub takes 2,500 in one issue, and then no more
# What lets an ordinary push pass: a review by a program is only asked for, and tags are no branches.
HARMLESS: Final = frozenset({"deletion", "non_fast_forward", "creation", "copilot_code_review", "tag_name_pattern"})
_RULES: Final = {
    "pull_request": "requires pull requests",
    "required_status_checks": "requires status checks",
    "required_linear_history": "requires a linear history, and an adoption is a merge",
    "required_signatures": "requires signed commits",
    "update": "lets nobody push",
    "merge_queue": "requires a merge queue",
}
_BY_COMMIT: Final = re.compile("max_.*|.*_pattern|.*_restriction")  # rules that let some commits pass, and others not
BY_HAND: Final = "workflow_dispatch"
DRY: Final = "Dry run"  # the `run-name` of the referee's workflow
_OLDER: Final = {
    "required_pull_request_reviews": "requires pull requests",
    "required_status_checks": "requires status checks",
    "restrictions": "lets only some push",
    "required_linear_history": "requires a linear history, and an adoption is a merge",
    "required_signatures": "requires signed commits",
    "lock_branch": "is locked",
}
# What the steps of `nomic new` say takes that file away once the secret is set.
_KEPT: Final = f"it is in the copy that you keep, or in .git/{KEY_FILE}, where `nomic new` made the game and left it"
_SECRETS: Final = ("actions/secrets", "actions/organization-secrets")  # the second: those that an organization shares
# What the referee's token has to be able to do -> a request that asks for that right and cannot succeed.
_RIGHTS: Final[dict[str, tuple[str, object]]] = {
    "contents: write": ("git/refs", {}),
    "issues: write": ("issues", {}),
    "pull-requests: write": ("pulls", {}),
    "statuses: write": (f"statuses/{'0' * 40}", {"state": "pending", "context": "nomic/vote"}),
}


def repository(case: Case) -> Iterator[Finding]:
    found = case.repository()
    if found is None:
        raise Unknown("the repository is not there, or not for this token")
    if found.get("default_branch") != "main":
        yield Finding(
            f"The default branch is {found.get('default_branch')}, and the game is on main.",
            "Settings, General, Default branch: main. Schedules and comments start workflows of that branch only.",
        )
    if found.get("archived"):
        yield Finding("The repository is archived: nobody can write in it.", "Settings, General: unarchive it.")
    if not found.get("has_issues", True):
        yield Finding("Issues are switched off: there is no table.", "Settings, General, Features: Issues.")
    if not found.get("has_pull_requests", True):
        yield Finding(
            "Pull requests are switched off: nobody can propose.", "Settings, General, Features: Pull requests."
        )


def folder(case: Case) -> Iterator[Finding]:
    """Whether the files looked at are those the game is played with."""
    found = case.asked().setting("branches/main")
    there = "" if found is None else shapes.text(shapes.member(found, "commit"), "sha")
    if found is None:
        yield Finding(
            "There is no branch main on GitHub.",
            "Push it: `git push -u origin main`. If it was renamed, give it its name back, and proposals follow: Settings, General, "
            "Default branch.",
        )
    elif case.commit and there != case.commit:
        yield Finding(
            f"This folder is at {case.commit[:10]}, and main on GitHub at {there[:10]}: what is said of files may be old.",
            "`git switch main`, `git pull --no-rebase`, and where you have commits of your own `git push`; then ask again.",
        )


def table(case: Case) -> Iterator[Finding]:
    if case.state.notes.waits:
        return  # the first pass opens it, under whatever number is free
    number = int(case.game.get("table") or 1)
    raw = case.asked().setting(f"issues/{number}")
    if raw is None:
        yield Finding(
            f"The table, issue #{number}, is not there.",
            "Open an issue. If it gets another number, an administrator writes in it "
            "`/correct game game table <number> because it is the table`.",
        )
    elif shapes.thread(raw).kind != "issue":
        yield Finding(
            f"#{number} is a pull request, and should be the table.",
            "Open an issue for the table; an administrator writes in it "
            "`/correct game game table <number> because it is the table`.",
        )
    elif raw.get("state") != "open" or raw.get("locked"):
        yield Finding(f"The table, issue #{number}, is closed or locked.", "Reopen and unlock it.")
    elif opener := _stranger(shapes.thread(raw)):
        yield Finding(
            f"The table, issue #{number}, was opened by {opener}, who does not work here and can close it or write over it.",
            "Open an issue for the table; an administrator writes in it "
            "`/correct game game table <number> because it is the table`.",
        )
    elif isinstance(raw.get("comments"), int) and raw["comments"] > MANY_COMMENTS:
        yield Finding(
            f"The table, issue #{number}, has {raw['comments']:,} comments; GitHub takes 2,500 in one issue.",
            "Open a new issue for the table; an administrator writes in it "
            "`/correct game game table <number> because the old one is full`.",
        )


def _stranger(thread: Thread) -> str:
    """Who opened it, if that is somebody who has no say in the repository; a program that did was let in by those who have."""
    author = thread.author
    return "" if author is None or author.bot or thread.association in WORKS_HERE else author.login


def token(case: Case) -> Iterator[Finding]:
    """What the workflow's own token may do. An operator's token says nothing about that."""
    web = case.asked()
    if not case.in_workflow:
        raise Unknown("the workflow's token is not this one: run the workflow `doctor` on GitHub")
    for right, (path, body) in _RIGHTS.items():
        if not web.may_write(path, body):
            yield Finding(
                f"The workflow's token lacks `{right}`.",
                f"It stands under `permissions:` in .github/workflows/{REFEREE}; an organization may forbid it in its settings.",
            )


def secret(case: Case) -> Iterator[Finding]:
    """Whether the dice are sealed, and the key at hand is the one they are sealed with."""
    promised = case.state.committed
    if case.state.notes.waits:
        return  # the first pass seals them, and makes sure that it has a key
    if promised is None:
        yield Finding(
            "The game has committed to no dice key: everyone can foresee the dice. This is not for play.",
            "`nomic dice rotate --lost` makes a key and commits to it.",
        )
        return
    if case.key:
        if commitment(case.key.encode()) != promised:
            around = commitment(case.key.strip().encode()) == promised
            yield Finding(
                f"The secret {SECRET} is not the key this game has committed to: no pass is made.",
                "It has a blank or a line break around it: put it there anew, without."
                if around
                else f"Put the right one there: {_KEPT}; if it is lost, `nomic dice rotate --lost`.",
            )
        return
    if case.in_workflow or not any(map(partial(_is_among, case.asked()), _SECRETS)):
        yield Finding(
            f"The secret {SECRET} is missing: no pass is made.",
            f"`gh secret set {SECRET}` asks for it: {_KEPT}; if it is lost, `nomic dice rotate --lost`.",
        )


def _is_among(web: Web, place: str) -> bool:
    listed = web.setting(place, per_page=100) or {"secrets": []}
    return SECRET in [shapes.text(each, "name") for each in shapes.items(listed, "secrets")]


def protection(case: Case) -> Iterator[Finding]:
    """What keeps the workflow's token from pushing to main. For that token there are no exceptions."""
    web = case.asked()
    for rule in web.settings("rules/branches/main"):
        kind = shapes.text(rule, "type")
        if kind in HARMLESS:
            continue
        which = " what breaks it" if _BY_COMMIT.fullmatch(kind) else ""
        yield Finding(
            f"A ruleset for main {_RULES.get(kind, f'has the rule {kind}')}: the workflow's token cannot push{which}.",
            "Settings, Rules, Rulesets: leave only the rules against deletion and force-push.",
        )
    yield from _older_protection(web)


def _older_protection(web: Web) -> Iterator[Finding]:
    found = web.setting("branches/main/protection") or {}
    for name, words in _OLDER.items():
        value = found.get(name)
        if value is None or (isinstance(value, dict) and value.get("enabled") is False):
            continue
        yield Finding(
            f"The protection of main {words}: the workflow's token cannot push.",
            "Settings, Branches: remove that rule; force-push and deletion may stay forbidden.",
        )


def actions(case: Case) -> Iterator[Finding]:
    """Whether workflows run at all, and with the actions that the referee's uses: all of them are GitHub's own."""
    found = case.asked().setting("actions/permissions") or {}
    if found.get("enabled") is False:
        yield Finding("Actions are switched off: no pass is made.", "Settings, Actions, General: allow actions.")
        return
    may = _allowed(case.asked(), str(found.get("allowed_actions") or "all"))
    used = re.findall(r"\buses: (\S+)", case.files.get(f"{WORKFLOWS}{REFEREE}", ""))
    refused = [action.partition("@")[0] for action in used if not may(action)]
    if refused:
        yield Finding(
            f"`{refused[0]}`, which {REFEREE} uses, may not run: no pass is made.",
            "Settings, Actions, General: allow actions created by GitHub.",
        )


def _allowed(web: Web, allowed: str) -> Callable[[str], bool]:
    """Which actions may run, by `owner/name/folder@version`."""
    if allowed != "selected":
        return lambda action: allowed != "local_only"
    chosen = web.setting("actions/permissions/selected-actions") or {}
    if chosen.get("github_owned_allowed"):
        return lambda action: True
    patterns = [str(pattern) for pattern in shapes.items({"patterns_allowed": [], **chosen}, "patterns_allowed")]
    return lambda action: any(fnmatchcase(name, p) for name in (action, _whole(action)) for p in patterns)


def _whole(action: str) -> str:
    """The same without the folder that it lies in."""
    place, _, version = action.partition("@")
    return f"{'/'.join(place.split('/')[:2])}@{version}"


def workflow(case: Case) -> Iterator[Finding]:
    """Whether GitHub knows the referee's workflow, and runs it."""
    listed = shapes.items(case.asked().setting("actions/workflows", per_page=100) or {"workflows": []}, "workflows")
    states = {shapes.text(each, "path"): shapes.text(each, "state") for each in listed}
    state = states.get(f".github/workflows/{REFEREE}")
    if state is None:
        yield Finding(f"GitHub knows no workflow {REFEREE} on main.", "Push .github/workflows to main.")
    elif state == "disabled_inactivity":
        yield Finding(
            "GitHub has switched the referee off, since nothing was committed for 60 days: no comment makes a pass, either.",
            f"`gh workflow enable {REFEREE}`, or Actions, referee, Enable.",
        )
    elif state != "active":
        yield Finding("The referee is switched off.", f"`gh workflow enable {REFEREE}`, or Actions, referee, Enable.")


def last_pass(case: Case) -> Iterator[Finding]:
    """A run that waited and was pushed out by a newer one tells nothing; one that takes too long ends by the same word."""
    listed = [run for run in _runs(case) if shapes.member(run, "conclusion") != "skipped"]
    runs = [run for run in listed if run["conclusion"] is not None]
    done = [run for run in runs if run["conclusion"] != "cancelled"]
    if not runs:
        yield Finding("No pass has been made yet.", f"`gh workflow run {REFEREE}`, or a comment on the table.")
    elif not done:
        yield Finding(
            f"None of the last runs came to its end, the newest of them of {shapes.text(runs[0], 'created_at')}.",
            f"Its page says what ended it; a pass may take 20 minutes: {shapes.text(runs[0], 'html_url')}",
        )
    elif done[0]["conclusion"] != "success":
        failed = next((n for n, run in enumerate(done) if run["conclusion"] == "success"), len(done))
        yield Finding(
            f"The last {counted(failed, 'pass', 'passes')} failed, the newest at {shapes.text(done[0], 'created_at')}.",
            f"Its log ends with the cause: {shapes.text(done[0], 'html_url')}",
        )
    elif (newer := listed[: listed.index(done[0])]) and case.now - shapes.moment(newer[-1], "created_at") > LONG_WAIT:
        yield _behind(newer)


def _behind(newer: list[dict[str, Any]]) -> Finding:
    """Of the runs after the last pass: none of them has come to its end."""
    if all(run["conclusion"] == "cancelled" for run in newer):
        return Finding(
            f"The last {counted(len(newer), 'run was', 'runs were')} cancelled, the newest of {shapes.text(newer[0], 'created_at')}, "
            "and no pass has been made since.",
            f"`gh workflow run {REFEREE}`, or a comment on the table, makes one. What nobody has cancelled, a workflow that a pull request "
            f"has brought along may have: have an administrator asked before any of those runs: {APPROVAL}.",
        )
    return Finding(
        f"Runs have waited since {shapes.text(newer[-1], 'created_at')}, and none has come to its end.",
        "Actions, with all workflows, shows what holds them up, as one that a pull request has brought along can: cancel it, "
        f"and have an administrator asked before any of those runs: {APPROVAL}.",
    )


def last_scheduled_run(case: Case) -> Iterator[Finding]:
    runs = _runs(case, event="schedule")
    newest = shapes.moment(runs[0], "created_at") if runs else None
    remedy = f"Any comment makes a pass, unless the workflow is switched off: `gh workflow enable {REFEREE}`."
    if newest is None:
        began = case.now if case.state.notes.waits else case.state.time or case.now
        if case.now - began > LATE:
            yield Finding("The schedule has never run: nothing happens by the clock alone.", remedy)
    elif case.now - newest > LATE:
        yield Finding(f"The schedule ran last at {stamp(newest)}, more than a day ago.", remedy)


def _runs(case: Case, **query: object) -> list[dict[str, Any]]:
    """The referee's runs, newest first. A pull request can bring a workflow of that name along, whose runs are no passes; and neither is
    one that somebody had made to look what a pass would do. Anybody can open an issue that is called like that."""
    found = case.asked().setting(f"actions/workflows/{REFEREE}/runs", per_page=100, **query)
    listed = shapes.items(found or {"workflow_runs": []}, "workflow_runs")
    passes = [run for run in listed if shapes.text(run, "event") in STARTS]
    return [run for run in passes if (run["event"], run.get("display_title")) != (BY_HAND, DRY)]
