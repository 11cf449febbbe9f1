"""What the referee says, posted to GitHub. Only what may be done twice is tried twice."""

from collections.abc import Sequence
from typing import Literal
from urllib.parse import quote

from engine.forge import shapes
from engine.forge.reading import understood
from engine.forge.wire import Wire
from engine.referee.ports import Comment, Gone, Thread
from engine.store.clipped import clipped

LONGEST_DESCRIPTION = 140  # of a commit status


class WritingForge:
    """The posting half of the Forge port."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def create_comment(self, number: int, body: str) -> Comment:
        """Sent once. If the answer is lost it raises Unreachable, though the comment may stand."""
        answer = self._wire.write("POST", f"issues/{number:d}/comments", {"body": body}, repeatable=False)
        return understood("the new comment", lambda: shapes.comment(answer.data, number))

    def edit_comment(self, comment: int, body: str) -> None:
        self._wire.write("PATCH", f"issues/comments/{comment:d}", {"body": body}, repeatable=True)

    def delete_comment(self, comment: int) -> None:
        """That it is gone already is as good."""
        try:
            self._wire.write("DELETE", f"issues/comments/{comment:d}", repeatable=True)
        except Gone:
            return

    def create_issue(self, title: str, body: str, labels: Sequence[str], assignee: str | None) -> Thread:
        """Sent once, like a comment. Who cannot be assigned is left out by GitHub without a word."""
        assignees = [] if assignee is None else [assignee]
        wanted = {"title": title, "body": body, "labels": list(labels), "assignees": assignees}
        answer = self._wire.write("POST", "issues", wanted, repeatable=False)
        return understood("the new issue", lambda: shapes.thread(answer.data))

    def update_issue(
        self,
        number: int,
        *,
        title: str | None = None,
        body: str | None = None,
        state: Literal["open", "closed"] | None = None,
        assignees: Sequence[str] | None = None,
        labels: Sequence[str] | None = None,
    ) -> None:
        """None leaves as it is; nothing to change asks nothing of GitHub. Assignees and labels are the whole sets."""
        sets = {"assignees": assignees, "labels": labels}
        texts = {"title": title, "body": body, "state": state}
        given = {key: value for key, value in texts.items() if value is not None}
        given |= {key: list(value) for key, value in sets.items() if value is not None}  # type: ignore[misc]
        if given:
            self._wire.write("PATCH", f"issues/{number:d}", given, repeatable=True)

    def add_labels(self, number: int, labels: Sequence[str]) -> Sequence[str]:
        """The other labels stay, and all are returned; a label the repository does not know is made."""
        if not labels:
            return ()
        answer = self._wire.write("POST", f"issues/{number:d}/labels", {"labels": list(labels)}, repeatable=True)
        return understood("the labels", lambda: shapes.labels(answer.data))

    def remove_label(self, number: int, label: str) -> None:
        """That the thread has no such label is as good."""
        try:
            self._wire.write("DELETE", f"issues/{number:d}/labels/{quote(label, safe='')}", repeatable=True)
        except Gone as error:
            if "label does not exist" not in error.cause.lower():
                raise

    def react(self, comment: int, content: str) -> None:
        """A reaction that is there already stays the only one."""
        self._wire.write("POST", f"issues/comments/{comment:d}/reactions", {"content": content}, repeatable=True)

    def set_status(self, sha: str, state: Literal["pending", "success", "failure"], text: str, context: str) -> None:
        wanted = {"state": state, "description": clipped(text, LONGEST_DESCRIPTION), "context": context}
        self._wire.write("POST", f"statuses/{quote(sha, safe='')}", wanted, repeatable=True)
