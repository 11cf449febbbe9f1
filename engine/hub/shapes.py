"""The model's values as GitHub's JSON."""

from datetime import UTC, datetime
from typing import Any

from engine.hub.accounts import Account
from engine.hub.model import Model
from engine.hub.sent import REACTIONS
from engine.hub.threads import Comment, Status, Thread

Json = dict[str, Any]
_GHOST = Account(10_137, "ghost")


def stamp(time: int | None) -> str | None:
    return None if time is None else datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Shapes:
    """JSON for one repository; `api` and `web` are the addresses at which it is served."""

    def __init__(self, model: Model, api: str, web: str) -> None:
        self.model, self.api, self.web = model, api, web

    @property
    def base(self) -> str:
        return f"{self.api}/repos/{self.model.owner}/{self.model.name}"

    @property
    def page(self) -> str:
        return f"{self.web}/{self.model.owner}/{self.model.name}"

    def account(self, id_: int) -> Json:
        known = self.model.accounts[id_]
        shown = _GHOST if known.deleted else known
        url = f"{self.api}/users/{shown.login}"
        links = "followers following gists starred subscriptions organizations repos events received_events".split()
        return {
            "login": shown.login,
            "id": shown.id,
            "node_id": f"U_{shown.id}",
            "avatar_url": f"{self.web}/avatars/{shown.id}",
            "gravatar_id": "",
            "url": url,
            "html_url": f"{self.web}/{shown.login}",
            "type": "Bot" if shown.bot else "User",
            "site_admin": False,
            **{f"{name}_url": f"{url}/{name}" for name in links},
        }

    def label(self, name: str) -> Json:
        return {
            "id": self.model.labels[name],
            "node_id": f"LA_{self.model.labels[name]}",
            "url": f"{self.base}/labels/{name}",
            "name": name,
            "color": "ededed",
            "default": False,
            "description": None,
        }

    def thread(self, thread: Thread) -> Json:
        url = f"{self.base}/issues/{thread.number}"
        kind = "pull" if thread.pull else "issues"
        shown: Json = {
            "url": url,
            "repository_url": self.base,
            "labels_url": f"{url}/labels{{/name}}",
            "comments_url": f"{url}/comments",
            "events_url": f"{url}/events",
            "html_url": f"{self.page}/{kind}/{thread.number}",
            "id": thread.id,
            "node_id": f"I_{thread.id}",
            "number": thread.number,
            "title": thread.title,
            "user": self.account(thread.author),
            "labels": [self.label(name) for name in thread.labels],
            "state": thread.state,
            "locked": False,
            "assignee": self.account(thread.assignees[0]) if thread.assignees else None,
            "assignees": [self.account(id_) for id_ in thread.assignees],
            "milestone": None,
            "comments": len(self.model.comments_of(thread.number)),
            "created_at": stamp(thread.created_at),
            "updated_at": stamp(thread.updated_at),
            "closed_at": stamp(thread.closed_at),
            "author_association": self.model.association(thread.author),
            "active_lock_reason": None,
            "body": thread.body or None,
            "reactions": self._reactions(f"{url}/reactions", {}),
            "timeline_url": f"{url}/timeline",
            "state_reason": "completed" if thread.state == "closed" and not thread.pull else None,
        }
        if thread.pull:
            pull = f"{self.base}/pulls/{thread.number}"
            page = shown["html_url"]
            addresses = {"url": pull, "html_url": page, "diff_url": f"{page}.diff", "patch_url": f"{page}.patch"}
            shown["pull_request"] = addresses | {"merged_at": stamp(thread.pull.merged_at)}
        return shown

    def _reactions(self, url: str, reactions: dict[tuple[int, str], int]) -> Json:
        counts = {name: len([1 for _, content in reactions if content == name]) for name in REACTIONS}
        return {"url": url, "total_count": len(reactions), **counts}

    def reaction(self, who: int, content: str, id_: int) -> Json:
        """As if it were given now: when it was, nobody noted."""
        user, when = self.account(who), stamp(self.model.clock())
        return {"id": id_, "node_id": f"REA_{id_}", "user": user, "content": content, "created_at": when}

    def comment(self, comment: Comment) -> Json:
        url = f"{self.base}/issues/comments/{comment.id}"
        return {
            "url": url,
            "html_url": f"{self.page}/issues/{comment.thread}#issuecomment-{comment.id}",
            "issue_url": f"{self.base}/issues/{comment.thread}",
            "id": comment.id,
            "node_id": f"IC_{comment.id}",
            "user": self.account(comment.author),
            "created_at": stamp(comment.created_at),
            "updated_at": stamp(comment.updated_at),
            "author_association": self.model.association(comment.author),
            "body": comment.body,
            "reactions": self._reactions(f"{url}/reactions", comment.reactions),
            "performed_via_github_app": None,
        }

    def pull(self, thread: Thread) -> Json:
        """The part of GitHub's pull request that programs here read."""
        pull = thread.pull
        assert pull is not None
        shown = self.thread(thread)
        owner = pull.source.split("/")[0]
        head = {"label": f"{owner}:{pull.branch}", "ref": pull.branch, "sha": pull.head, "repo": None, "user": None}
        base = {
            "label": f"{self.model.owner}:{pull.base}",
            "ref": pull.base,
            "sha": "0" * 40,
            "repo": None,
            "user": None,
        }
        url = f"{self.base}/pulls/{thread.number}"
        more = {
            "url": url,
            "issue_url": shown["url"],
            "commits_url": f"{url}/commits",
            "merged": pull.merged_at is not None,
            "merged_at": stamp(pull.merged_at),
            "mergeable": None,
            "draft": False,
        }
        return {**shown, "head": head, "base": base, **more}

    def status(self, sha: str, status: Status) -> Json:
        return {
            "url": f"{self.base}/statuses/{sha}",
            "avatar_url": None,
            "id": status.id,
            "node_id": f"SC_{status.id}",
            "state": status.state,
            "description": status.description,
            "target_url": None,
            "context": status.context,
            "created_at": stamp(status.created_at),
            "updated_at": stamp(status.created_at),
        }

    def repository(self) -> Json:
        owner = next((a.id for a in self.model.accounts.values() if a.login == self.model.owner), None)
        full = f"{self.model.owner}/{self.model.name}"
        return {
            "id": 1,
            "name": self.model.name,
            "full_name": full,
            "private": False,
            "html_url": self.page,
            "url": self.base,
            "default_branch": "main",
            "owner": None if owner is None else self.account(owner),
        }
