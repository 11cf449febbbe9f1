"""The referee's ports while things go wrong: the hub's model, read late, in pages, in part or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from engine.forge import shapes
from engine.forge.listing import changed_since, whole_list
from engine.forge.wire import Answer
from engine.hub.model import Missing
from engine.referee.ports import Comment, Gone, Permission, Pull, Thread
from tests.github.model import Model
from tests.github.shapes import Shapes
from tests.storms.fault_plan import FaultPlan
from tests.storms.memory import MemoryForge, MemoryRepository
from tests.storms.past import Past
from tests.storms.store import Store

T = TypeVar("T", Thread, Comment)
HOME: Final = "https://forge.invalid"


class StormForge(MemoryForge):
    """The forge port. Where nothing goes wrong it answers as the model stands."""

    def __init__(self, model: Model, fault_plan: FaultPlan) -> None:
        super().__init__(model, fault_plan.watch)
        self.fault_plan = fault_plan
        self.past = Past(model, self._thread, self._comment)
        self.pages = Pages(model, fault_plan)
        self.elsewhere: set[int] = set()  # threads that are not in this repository any more
        self.deaf_to: set[int] = set()  # comments that no list shows: the canary

    def threads_since(self, since: int | None) -> list[Thread]:
        listed = self.fault_plan.listed_threads(self._threads_since(since), self.model.clock())
        return [thread for thread in listed if thread.number not in self.elsewhere]

    def comments_since(self, since: int | None) -> list[Comment]:
        listed = self.fault_plan.listed(self._comments_since(since), self.model.clock())
        return [comment for comment in listed if self._shows(comment)]

    def _shows(self, comment: Comment) -> bool:
        return comment.thread not in self.elsewhere and comment.id not in self.deaf_to

    def _threads_since(self, since: int | None) -> list[Thread]:
        self.fault_plan.read("threads")
        if self.fault_plan.page_size:
            return [shapes.thread(raw) for raw in changed_since(self.pages, "issues", since)]  # type: ignore[arg-type]
        if self.fault_plan.lag:
            late = [t for t in self.past.threads.at(self._then()) if t.updated_at >= (since or 0)]
            return self._late(late, super().threads_since(since))
        return super().threads_since(since)

    def _comments_since(self, since: int | None) -> list[Comment]:
        self.fault_plan.read("comments")
        if self.fault_plan.page_size:
            found = changed_since(self.pages, "issues/comments", since)  # type: ignore[arg-type]
            return [shapes.comment(raw) for raw in found]
        if self.fault_plan.lag:
            late = [c for c in self.past.comments.at(self._then()) if c.updated_at >= (since or 0)]
            return self._late(late, super().comments_since(since))
        return super().comments_since(since)

    def comments_of(self, number: int) -> list[Comment]:
        if number in self.elsewhere:
            raise Gone(f"#{number} is in another repository")
        self.fault_plan.deny("comments of a thread")
        return self.fault_plan.lacking([comment for comment in self._comments_of(number) if self._shows(comment)])

    def _comments_of(self, number: int) -> list[Comment]:
        self.fault_plan.read("comments of a thread")
        if self.fault_plan.page_size:
            found = whole_list(self.pages, f"issues/{number}/comments")  # type: ignore[arg-type]
            return [shapes.comment(raw, number) for raw in found]
        if self.fault_plan.lag:
            late = [c for c in self.past.comments.at(self._then()) if c.thread == number]
            return self._late(late, super().comments_of(number))
        return super().comments_of(number)

    def comment(self, comment: int) -> Comment:
        self.fault_plan.read("a comment")
        self.fault_plan.deny("a comment")
        found = super().comment(comment)
        if not self._shows(found):
            raise Gone(f"comment {comment} is in another repository")
        return self._one_late(found, self.past.comments.of.get(comment, []))

    def thread(self, number: int) -> Thread:
        self.fault_plan.read("a thread")
        if number in self.elsewhere:
            raise Gone(f"#{number} is in another repository")
        self.fault_plan.deny("a thread")
        try:
            return self._one_late(super().thread(number), self.past.threads.of.get(number, []))
        except Missing as error:
            raise Gone(str(error)) from None

    def edited_at(self, number: int) -> int | None:
        self.fault_plan.read("a thread")
        self.fault_plan.tell_of_edits()
        return super().edited_at(number)

    def brought_at(self, number: int) -> int | None:
        self.fault_plan.read("a thread")
        self.fault_plan.tell_of_edits()
        return super().brought_at(number)

    def never_edited(self, number: int) -> dict[int, tuple[int, int]]:
        self.fault_plan.read("a thread")
        self.fault_plan.tell_of_edits()
        return super().never_edited(number)

    def pull(self, number: int) -> Pull:
        self.fault_plan.read("a pull request")
        self.fault_plan.deny("a pull request")
        return super().pull(number)

    def permission(self, login: str) -> Permission:
        self.fault_plan.read("a permission")
        self.fault_plan.tell_of_a_role()
        return super().permission(login)

    def create_comment(self, number: int, body: str) -> Comment:
        made = super().create_comment(number, body)
        return super().create_comment(number, body) if self.fault_plan.is_doubled("create_comment") else made

    def create_issue(self, title: str, body: str, labels: Sequence[str], assignee: str | None) -> Thread:
        made = super().create_issue(title, body, labels, assignee)
        twice = self.fault_plan.is_doubled("create_issue")
        return super().create_issue(title, body, labels, assignee) if twice else made

    def _one_late(self, found: T, versions: Sequence[tuple[int, T | None]]) -> T:
        """One thing that is asked for by its number, as a replica shows it that lags behind."""
        then = self.model.clock() - self.fault_plan.old_ones
        late = next((each for time, each in reversed(versions) if time <= then), None)
        if not self.fault_plan.old_ones or late is None or late == found:
            return found
        self.fault_plan.strike("one thing shown as it was")
        return late

    def _then(self) -> int:
        return self.model.clock() - self.fault_plan.lag

    def _late(self, found: list[T], now: list[T]) -> list[T]:
        """What a replica shows that lags behind; it strikes where that is not what is there by now."""
        if {repr(item) for item in found} != {repr(item) for item in now}:
            self.fault_plan.strike("stale read after write")
        return found


class StormRepository(MemoryRepository):
    """The repository port: compare and swap, refused and lost pushes, heads that are not listed yet."""

    def __init__(self, store: Store, model: Model, fault_plan: FaultPlan) -> None:
        super().__init__(store, model, fault_plan.watch)
        self.fault_plan = fault_plan
        self.before = ""  # where main was before it was pushed to last
        self.heads_seen: dict[int, str] = {}

    def fetch(self) -> str:
        self.fault_plan.read("main")
        if self.fault_plan.old_main and self.before:
            self.fault_plan.old_main -= 1
            self.fault_plan.strike("main shown as it was")
            return self.before
        return super().fetch()

    def push(self, old: str, new: str) -> None:
        super().push(old, new)
        self.before = old

    def pull_heads(self) -> dict[int, str]:
        """While the forge has not looked at a new pull request, neither its head nor its mergeability is known."""
        self.fault_plan.read("heads")
        heads = super().pull_heads()
        if self.fault_plan.old_heads:
            self.fault_plan.old_heads -= 1
            late = {number: self.heads_seen.get(number, head) for number, head in heads.items()}
            if late != heads:
                self.fault_plan.strike("heads shown as they were")
            return late
        self.heads_seen = dict(heads)
        fresh = [
            n for n in heads if self.model.thread(n).created_at > self.model.clock() - self.fault_plan.hidden_heads
        ]
        if fresh:
            self.fault_plan.strike("mergeability unknown")
        return {n: head for n, head in heads.items() if n not in fresh}


class Pages:
    """The model's lists as GitHub gives them, a few items a page, for the algorithm that reads them whole.

    It stands for the adapter's connection: `read` is all that is asked of it.
    """

    def __init__(self, model: Model, fault_plan: FaultPlan) -> None:
        self.model, self.fault_plan = model, fault_plan
        self.shapes = Shapes(model, HOME, HOME)

    def read(self, path: str, *, list_of_all: bool = False, **query: Any) -> Answer:
        page = int(query["page"])
        self.fault_plan.page(page)
        items = self._list(path, query)
        size = self.fault_plan.page_size or 100
        last = max(1, -(-len(items) // size))
        links = {"next": page + 1, "last": last} if page < last else {}
        return Answer(items[(page - 1) * size : page * size], links)

    def _list(self, path: str, query: Mapping[str, Any]) -> list[dict[str, Any]]:
        since = shapes.moment(query, "since") if query.get("since") else None
        lists: dict[str, Callable[[], list[dict[str, Any]]]] = {
            "issues": lambda: [self.shapes.thread(t) for t in self.model.threads_since(since)],
            "issues/comments": lambda: [self.shapes.comment(c) for c in self.model.comments_since(since)],
        }
        if path in lists:
            return sorted(lists[path](), key=lambda raw: (shapes.moment(raw, "updated_at"), shapes.whole(raw, "id")))
        return [self.shapes.comment(c) for c in self.model.comments_of(int(path.split("/")[1]))]
