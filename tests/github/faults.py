"""Faults on demand: each named, struck so many times, and counted."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

# An answer instead of the real one: status and message; nothing is done.
ANSWERS: Final[dict[str, tuple[int, str]]] = {
    "unauthorized": (401, "Bad credentials"),
    "forbidden": (403, "Resource not accessible by integration"),
    "locked": (403, "Unable to create comment because issue is locked."),
    "rate_limit": (403, "API rate limit exceeded"),
    "secondary_limit": (429, "You have exceeded a secondary rate limit"),
    "moved": (301, "Moved Permanently"),
    "missing": (404, "Not Found"),
    "gone": (410, "This was deleted"),
    "issues_off": (410, "Issues has been disabled in this repository."),
    "conflict": (409, "Conflict"),
    "invalid": (422, "Validation Failed"),
    "server_error": (500, "Server Error"),
    "bad_gateway": (502, "Server Error"),
    "unavailable": (503, "Service Unavailable"),
}
# What happens on the way: before the request has arrived, or after it was carried out (`doubled`: twice).
BEFORE: Final = ("timeout", "dropped", "garbage")
AFTER: Final = ("lost_answer", "late_answer", "cut", "doubled")
# Another answer than the one that was due, and nothing that says so; the request was carried out.
ALTERED: Final[dict[str, Callable[[list[object]], object]]] = {
    "null": lambda items: None,
    "as_map": lambda items: {},
    "strings": lambda items: ["x" for _ in items],
    "backwards": lambda items: items[::-1],
    "everything_twice": lambda items: items + items,
}
# And what stands around the answer; `next_is_itself` is a list that goes on with the same page.
AROUND: Final = ("empty", "accepted", "no_content", "next_is_itself", "leads_to_itself")
# What only a push can meet, and only in the repository itself.
PUSHES: Final = ("push_refused", "push_lost")
ANYWHERE: Final = (*ANSWERS, *BEFORE, *AFTER, *ALTERED, *AROUND)


@dataclass(eq=False)
class Waiting:
    """A fault that waits for `times` requests; it lets `spared` of those it could strike go by first."""

    name: str
    path: str
    times: int
    spared: int


@dataclass
class Faults:
    """`strike(name, times, path)`: the next so many requests whose `METHOD path` contains the text are struck.

    Requests of git are called `GIT /info/refs?service=...`, `GIT /git-upload-pack` and `GIT /git-receive-pack`.
    """

    waiting: list[Waiting] = field(default_factory=list)
    struck: Counter[str] = field(default_factory=Counter)

    def strike(self, name: str, times: int = 1, path: str = "", after: int = 0) -> None:
        """`after` so many requests of that kind have gone by unharmed."""
        if times:
            self.waiting.append(Waiting(name, path, times, after))

    def next(self, request: str, *names: str) -> str | None:
        """The fault that hits this request, if one is waiting for it; `names` limits which."""
        met = [f for f in self.waiting if f.path in request and (not names or f.name in names)]
        struck = next((fault for fault in met if fault.spared == 0), None)
        for fault in met:
            fault.spared = max(0, fault.spared - 1)
        if struck is None:
            return None
        struck.times -= 1
        if not struck.times:
            self.waiting.remove(struck)
        self.struck[struck.name] += 1
        return struck.name
