"""What the forge showed at earlier moments: a replica that lags behind answers from here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engine.hub import threads
from engine.referee.ports import Comment, Thread
from tests.github.model import Model

T = TypeVar("T", Thread, Comment)


@dataclass
class Versions(Generic[T]):
    """key -> its versions, oldest first, each with the moment it came about; None for gone."""

    of: dict[int, list[tuple[int, T | None]]] = field(default_factory=dict)

    def note(self, key: int, now: int, value: T | None) -> None:
        self.of.setdefault(key, []).append((now, value))

    def at(self, moment: int) -> list[T]:
        """Everything as it was then, by key."""
        found = []
        for versions in self.of.values():
            value = next((value for time, value in reversed(versions) if time <= moment), None)
            if value is not None:
                found.append(value)
        return found


class Past:
    """Listens to a model and keeps every version of its threads and comments, in the port's form."""

    def __init__(
        self, model: Model, thread: Callable[[threads.Thread], Thread], comment: Callable[[threads.Comment], Comment]
    ) -> None:
        self.model, self._thread, self._comment = model, thread, comment
        self.threads: Versions[Thread] = Versions()
        self.comments: Versions[Comment] = Versions()
        model.listeners.append(self.hear)

    def hear(self, event: str, action: str, payload: dict[str, Any]) -> None:
        now = self.model.clock()
        thread = payload["thread"]
        self.threads.note(thread.number, now, self._thread(thread))
        comment = payload.get("comment")
        if comment is not None:
            self.comments.note(comment.id, now, None if action == "deleted" else self._comment(comment))
