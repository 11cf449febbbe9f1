"""The REST interface in use, route by route; what is not here is answered with 404, as GitHub does."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from subprocess import CalledProcessError
from typing import Any, Final
from urllib.parse import urlencode

from engine.hub import graphql, sent
from engine.hub.accounts import ANYBODY
from engine.hub.model import Invalid, Missing, Model, sayable
from engine.hub.shapes import Shapes
from engine.hub.threads import Thread

Json = Any
DOCS: Final = "https://docs.github.com/rest"


@dataclass(frozen=True)
class Call:
    """One request, with the account it is made for and what its token may write."""

    account: int
    scopes: frozenset[str]
    query: dict[str, str]
    body: Json
    parts: tuple[str, ...] = ()
    path: str = ""

    @property
    def changes(self) -> dict[str, Any]:
        """What a thread is to be from now on."""
        return {k: v for k, v in self.body.items() if k in ("title", "body", "state") and v is not None}

    @property
    def labels(self) -> Any:
        """GitHub takes a bare list as well as a map."""
        return self.body if isinstance(self.body, list) else self.body["labels"]


@dataclass(frozen=True)
class Reply:
    status: int
    body: Json = None
    headers: dict[str, str] = field(default_factory=dict)


class Refused(Exception):
    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.reply = Reply(status, {"message": message, "documentation_url": DOCS, "status": str(status)})


class Rest:
    """Answers requests for one repository."""

    def __init__(self, model: Model, shapes: Shapes, commits: Callable[[str], bool]) -> None:
        self.model, self.shapes, self.commits = model, shapes, commits
        self.routes = list(_ROUTES)

    def answer(self, method: str, path: str, call: Call) -> Reply:
        prefix = f"/repos/{self.model.owner}/{self.model.name}"
        try:
            for verb, pattern, handler in self.routes:
                found = re.fullmatch(pattern.replace("REPO", re.escape(prefix)), path)
                if verb == method and found:
                    if not path.endswith("/labels"):  # of which GitHub takes a bare list
                        sent.fits(call.body)
                    return handler(self, replace(call, parts=found.groups(), path=path))
            raise Refused(404, "Not Found")
        except Refused as refused:
            return refused.reply
        except Missing as error:
            return Refused(404, str(error)).reply
        except (Invalid, sent.UnfitFields) as error:
            return Refused(422, f"Validation Failed: {error}").reply
        except PermissionError as error:
            return Refused(403, str(error)).reply
        except (KeyError, TypeError, ValueError, CalledProcessError):
            return Refused(422, "Validation Failed").reply

    def query(self, call: Call) -> Reply:
        return Reply(200, graphql.answer(self.model, call.body, call.account))

    def repository(self, call: Call) -> Reply:
        open_to_all = {"has_issues": True, "has_pull_requests": True, "archived": False}
        return Reply(200, {**self.shapes.repository(), **open_to_all, "pull_request_creation_policy": "all"})

    def user(self, call: Call) -> Reply:
        if call.account == ANYBODY:
            raise Refused(401, "Requires authentication")
        if self.model.accounts[call.account].bot:
            raise Refused(403, "Resource not accessible by integration")
        return Reply(200, self.shapes.account(call.account))

    def user_named(self, call: Call) -> Reply:
        account = self.model.named(call.parts[0])
        if account is None:
            raise Refused(404, "Not Found")
        return Reply(200, self.shapes.account(account.id))

    def issues(self, call: Call) -> Reply:
        found = self.model.threads_since(_since(call))
        state = call.query.get("state", "open")
        shown = [t for t in found if state in ("all", t.state)]
        return self.page(call, _sorted(shown, call), self.shapes.thread)

    def open_issue(self, call: Call) -> Reply:
        need(call, "issues")
        labels, assignees = self.marked(call)
        thread = self.model.open_thread(call.account, sent.text(call.body, "title"), str(call.body.get("body") or ""))
        if labels:
            self.model.add_labels(call.account, thread.number, labels)
        if assignees:
            self.model.set_assignees(call.account, thread.number, assignees)
        return Reply(201, self.shapes.thread(thread))

    def marked(self, call: Call) -> tuple[list[str] | None, list[str] | None]:
        """Labels and assignees of a request, None where they stay; of who may not set them GitHub leaves them out without a word."""
        labels, assignees = call.body.get("labels"), call.body.get("assignees")
        found = None if labels is None else sent.labels(labels), None if assignees is None else list(assignees)
        return found if self.model.may(call.account, "triage") else (None, None)

    def issue(self, call: Call) -> Reply:
        return Reply(200, self.shapes.thread(self.model.thread(int(call.parts[0]))))

    def update_issue(self, call: Call) -> Reply:
        need(call, "issues")
        number = int(call.parts[0])
        if self.model.thread(number).author != call.account:
            self._may(call, "triage")
        labels, assignees = self.marked(call)
        thread = self.model.update_thread(call.account, number, **call.changes)
        if assignees is not None:
            self.model.set_assignees(call.account, number, assignees)
        if labels is not None:
            self.model.set_labels(call.account, number, labels)
        return Reply(200, self.shapes.thread(thread))

    def comments(self, call: Call) -> Reply:
        return self.page(call, self.model.comments_of(int(call.parts[0])), self.shapes.comment)

    def all_comments(self, call: Call) -> Reply:
        found = self.model.comments_since(_since(call))
        shown = _sorted(found, call) if "sort" in call.query else found
        return self.page(call, shown, self.shapes.comment)

    def add_comment(self, call: Call) -> Reply:
        need(call, "issues")
        return Reply(
            201, self.shapes.comment(self.model.comment(call.account, int(call.parts[0]), sent.text(call.body, "body")))
        )

    def comment(self, call: Call) -> Reply:
        return Reply(200, self.shapes.comment(self.model.find_comment(int(call.parts[0]))))

    def edit_comment(self, call: Call) -> Reply:
        need(call, "issues")
        sayable(sent.text(call.body, "body"))
        edited = self.model.edit_comment(call.account, int(call.parts[0]), sent.text(call.body, "body"))
        return Reply(200, self.shapes.comment(edited))

    def delete_comment(self, call: Call) -> Reply:
        need(call, "issues")
        self.model.delete_comment(call.account, int(call.parts[0]))
        return Reply(204)

    def react(self, call: Call) -> Reply:
        need(call, "issues")
        content, comment = sent.text(call.body, "content"), int(call.parts[0])
        if content not in sent.REACTIONS:
            raise Invalid("content is no reaction")
        status = 200 if (call.account, content) in self.model.find_comment(comment).reactions else 201
        id_ = self.model.react(call.account, comment, content)
        return Reply(status, self.shapes.reaction(call.account, content, id_))

    def may_label(self, call: Call) -> None:
        need(call, "issues")
        self._may(call, "triage")

    def add_labels(self, call: Call) -> Reply:
        self.may_label(call)
        return self.labelled(self.model.add_labels(call.account, int(call.parts[0]), sent.labels(call.labels)))

    def remove_label(self, call: Call) -> Reply:
        self.may_label(call)
        return self.labelled(self.model.remove_label(call.account, int(call.parts[0]), call.parts[1]))

    def labelled(self, thread: Thread) -> Reply:
        return Reply(200, [self.shapes.label(name) for name in thread.labels])

    def the_pull(self, call: Call) -> Thread:
        """The pull request of which the path has the number first. Raises Refused for an issue."""
        thread = self.model.thread(int(call.parts[0]))
        if thread.pull is None:
            raise Refused(404, "Not Found")
        return thread

    def pull(self, call: Call) -> Reply:
        return Reply(200, self.shapes.pull(self.the_pull(call)))

    def statuses(self, call: Call) -> Reply:
        sha = self.commit_there(call.parts[0])
        newest = {s.context: s for s in self.model.statuses.get(sha, [])}
        states = {s.state for s in newest.values()}
        state = "failure" if states & {"failure", "error"} else "success" if states == {"success"} else "pending"
        shown = [self.shapes.status(sha, s) for s in newest.values()]
        more = {
            "sha": sha,
            "total_count": len(shown),
            "repository": self.shapes.repository(),
            "commit_url": "",
            "url": "",
        }
        return Reply(200, {"state": state, "statuses": shown, **more})

    def set_status(self, call: Call) -> Reply:
        need(call, "statuses")
        self._may(call, "write")
        sha = self.commit_there(call.parts[0])
        given = call.body
        made = self.model.set_status(
            sha, sent.text(given, "state"), sent.text(given, "context"), str(given.get("description") or "")
        )
        return Reply(201, {**self.shapes.status(sha, made), "creator": self.shapes.account(call.account)})

    def no_checks(self, call: Call) -> Reply:
        """Nothing is run here over a commit."""
        self.commit_there(call.parts[0])
        return Reply(200, {"total_count": 0, call.parts[1].replace("-", "_"): []})

    def permission(self, call: Call) -> Reply:
        self._may(call, "write")
        account = self.model.named(call.parts[0])
        if account is None or account.bot:
            raise Refused(404, f"{call.parts[0]} is not a user")
        role = self.model.permission(account.id)
        coarse = {"maintain": "write", "triage": "read"}.get(role, role)
        return Reply(
            200,
            {"permission": coarse, "role_name": role, "user": {**self.shapes.account(account.id), "role_name": role}},
        )

    def commit_there(self, sha: str) -> str:
        if not self.commits(sha):
            raise Refused(422, f"No commit found for SHA: {sha}")
        return sha

    def _may(self, call: Call, least: str) -> None:
        """The right of the account itself, whatever its token may do."""
        if not self.model.may(call.account, least):
            raise Refused(403, "Must have admin rights to Repository.")

    def page(self, call: Call, items: list[Any], shape: Callable[[Any], Json] = lambda item: item) -> Reply:
        """One page with the links to the others; only what is on it is shaped."""
        size = min(100, max(1, int(call.query.get("per_page", "30"))))
        page = max(1, int(call.query.get("page", "1")))
        last = max(1, -(-len(items) // size))
        links = []
        if page < last:
            links += [("next", page + 1), ("last", last)]
        if page > 1:
            links += [("prev", page - 1), ("first", 1)]
        pages = [(name, urlencode({**call.query, "page": n})) for name, n in links]
        header = ", ".join(f'<{self.shapes.api}{call.path}?{query}>; rel="{name}"' for name, query in pages)
        shown = [shape(item) for item in items[(page - 1) * size : page * size]]
        return Reply(200, shown, {"Link": header} if header else {})


def need(call: Call, scope: str) -> None:
    """Raises Refused for a token that may not write this."""
    if scope not in call.scopes:
        raise Refused(403, "Resource not accessible by integration")


def _since(call: Call) -> int | None:
    since = call.query.get("since")
    return None if since is None else int(datetime.fromisoformat(since).timestamp())


def _sorted(items: list[Any], call: Call) -> list[Any]:
    key = "updated_at" if call.query.get("sort") == "updated" else "created_at"
    down = call.query.get("direction", "desc") == "desc"
    return sorted(items, key=lambda item: (getattr(item, key), item.id), reverse=down)


_ROUTES: Final[list[tuple[str, str, Callable[[Rest, Call], Reply]]]] = [
    ("POST", "/graphql", Rest.query),
    ("GET", "REPO", Rest.repository),
    ("GET", "/user", Rest.user),
    ("GET", r"/users/([^/]+)", Rest.user_named),
    ("GET", "REPO/issues", Rest.issues),
    ("POST", "REPO/issues", Rest.open_issue),
    ("GET", r"REPO/issues/(\d+)", Rest.issue),
    ("PATCH", r"REPO/issues/(\d+)", Rest.update_issue),
    ("GET", r"REPO/issues/(\d+)/comments", Rest.comments),
    ("POST", r"REPO/issues/(\d+)/comments", Rest.add_comment),
    ("GET", "REPO/issues/comments", Rest.all_comments),
    ("GET", r"REPO/issues/comments/(\d+)", Rest.comment),
    ("PATCH", r"REPO/issues/comments/(\d+)", Rest.edit_comment),
    ("DELETE", r"REPO/issues/comments/(\d+)", Rest.delete_comment),
    ("POST", r"REPO/issues/comments/(\d+)/reactions", Rest.react),
    ("POST", r"REPO/issues/(\d+)/labels", Rest.add_labels),
    ("DELETE", r"REPO/issues/(\d+)/labels/(.+)", Rest.remove_label),
    ("GET", r"REPO/pulls/(\d+)", Rest.pull),
    ("GET", r"REPO/commits/([0-9a-f]+)/status", Rest.statuses),
    ("GET", r"REPO/commits/([0-9a-f]+)/(check-(?:runs|suites))", Rest.no_checks),
    ("POST", r"REPO/statuses/([0-9a-f]+)", Rest.set_status),
    ("GET", r"REPO/collaborators/([^/]+)/permission", Rest.permission),
]
