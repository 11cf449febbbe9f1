"""What people did, asked of GitHub with as few requests as it takes; nothing is posted here."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, get_args
from urllib.parse import quote

from engine.forge import checks, edits, shapes
from engine.forge.checks import Verdict
from engine.forge.errors import LATER
from engine.forge.listing import changed_since, whole_list
from engine.forge.shapes import Malformed, Raw
from engine.forge.wire import Wire
from engine.game.calendar import stamp
from engine.referee.ports import Comment, Gone, Odd, Permission, Pull, Thread, Unreachable

FALSE = f"Set this machine's clock, or check what stands between. {LATER}"
Value = TypeVar("Value")
VIEWER = "query { viewer { login } }"


def understood(what: str, read: Callable[[], Value]) -> Value:
    """An answer of another shape than GitHub's means that something else has answered: nothing is known."""
    try:
        return read()
    except Malformed as error:
        raise Unreachable(f"{what}: an answer not of GitHub's form ({error})", LATER) from error


class ReadingForge:
    """The asking half of the Forge port."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._odd: list[Odd] = []

    def server_time(self) -> int:
        if self._wire.date is None:
            self._wire.read("", list_of_all=True)
        if self._wire.date is None and self._wire.false_date is not None:
            dated = stamp(self._wire.false_date)
            raise Unreachable(f"GitHub's answers are dated {dated}, which is far from this machine's clock", FALSE)
        if self._wire.date is None:
            raise Unreachable("GitHub's answers carry no Date header", "Check what stands between.")
        return self._wire.date

    def threads_since(self, since: int | None) -> list[Thread]:
        """One request unless more than 100 threads were changed."""

        def read() -> list[Thread]:
            listed = changed_since(self._wire, "issues", since, state="all")
            return self._readable(listed, shapes.thread, lambda raw: Odd(shapes.whole(raw, "number")))

        return understood("threads", read)

    def comments_since(self, since: int | None) -> list[Comment]:
        """One request unless more than 100 comments were changed."""

        def read() -> list[Comment]:
            listed = changed_since(self._wire, "issues/comments", since)
            return self._readable(
                listed, shapes.comment, lambda raw: Odd(shapes.thread_of(raw), shapes.whole(raw, "id"))
            )

        return understood("comments", read)

    def _readable(self, listed: list[Raw], read: Callable[[Raw], Value], named: Callable[[Raw], Odd]) -> list[Value]:
        """Without what cannot be read, of which note is taken. Raises Malformed for what cannot be named, either."""
        found = []
        for raw in listed:
            try:
                found.append(read(raw))
            except Malformed as error:
                why, body = f"an answer not of GitHub's form ({error})", raw.get("body")
                self._odd.append(replace(named(raw), why=why, text=body if isinstance(body, str) else None))
        return found

    def odd(self) -> list[Odd]:
        met, self._odd = self._odd, []
        return met

    def comments_of(self, number: int) -> list[Comment]:
        """One request up to 100 comments, else one for each further hundred and one more."""

        def read() -> list[Comment]:
            listed = whole_list(self._wire, f"issues/{number:d}/comments")
            named = partial(Odd, number)
            return self._readable(
                listed, partial(shapes.comment, number=number), lambda raw: named(shapes.whole(raw, "id"))
            )

        return understood(f"comments of #{number}", read)

    def comment(self, comment: int) -> Comment:
        path = f"issues/comments/{comment:d}"
        return understood(f"comment {comment}", lambda: shapes.comment(self._wire.read(path).data))

    def thread(self, number: int) -> Thread:
        return understood(f"#{number}", lambda: shapes.thread(self._wire.read(f"issues/{number:d}").data))

    def edited_at(self, number: int) -> int | None:
        """No list and no issue of the REST interface tells of it: `updated_at` moves with every comment and label."""
        raw = self._wire.ask(edits.ISSUE, number=number).data
        return understood(f"#{number}", lambda: edits.last_edited(raw, number))

    def brought_at(self, number: int) -> int | None:
        raw = self._wire.ask(edits.ISSUE, number=number).data
        return understood(f"#{number}", lambda: edits.brought(raw, number))

    def never_edited(self, number: int) -> dict[int, tuple[int, int]]:
        """One request, however many comments there are."""
        raw = self._wire.ask(edits.COMMENTS, number=number).data
        return understood(f"#{number}", lambda: edits.never_edited(raw, number))

    def login(self) -> str | None:
        """No request of the REST interface tells it to a workflow's own token."""
        raw = self._wire.ask(VIEWER).data
        try:
            return shapes.text(shapes.member(shapes.member(raw, "data"), "viewer"), "login")
        except Malformed:
            return None

    def pull(self, number: int) -> Pull:
        return understood(f"pull request #{number}", lambda: shapes.pull(self._wire.read(f"pulls/{number:d}").data))

    def checks(self, sha: str) -> Verdict:
        """Check runs, and where all of them passed (or there are none) what waits to run, and the statuses: "passed" if nothing
        says otherwise."""
        commit = f"commits/{quote(sha, safe='')}"

        def read() -> Verdict:
            runs = whole_list(self._wire, f"{commit}/check-runs", "check_runs")
            verdict = checks.of_runs(runs)
            if verdict != "passed":
                return verdict
            if checks.waits(whole_list(self._wire, f"{commit}/check-suites", "check_suites"), runs):
                return "pending"
            return checks.of_statuses(whole_list(self._wire, f"{commit}/status", "statuses"))

        return understood(f"checks of {sha}", read)

    def permission(self, login: str) -> Permission:
        """Also "none" for a login that is no user's: apps and bots have no role."""
        try:
            raw = self._wire.read(f"collaborators/{quote(login, safe='')}/permission").data
        except Gone as error:
            if "is not a user" in error.cause:
                return "none"
            raise
        return understood(f"permission of {login}", lambda: known_permission(raw))


def known_permission(raw: Any) -> Permission:
    """`role_name` tells maintain from write; a role of an organisation's own making falls back on `permission`."""
    for key in ("role_name", "permission"):
        if key == "role_name" and not (isinstance(raw, dict) and raw.get(key)):
            continue
        for name in get_args(Permission):
            if shapes.text(raw, key) == name:
                return name  # type: ignore[no-any-return]  # get_args knows no Literal
    raise Malformed("'permission' is none that GitHub knows")
