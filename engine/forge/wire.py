"""One request to GitHub through PyGithub's requester: no lazy objects, so no request that nobody asked for."""

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import requests
from github import Auth, Github

from engine.forge.errors import (
    LATER,
    TOKEN,
    HttpReply,
    Redirected,
    Request,
    broken,
    must_be_named,
    refusal,
    transferred,
    unready,
)
from engine.forge.retry import OnlyConnecting, server_date, wait_before_retry
from engine.game.happening import SECONDS_SEEN
from engine.referee.ports import Denied, ForgeError, Unreachable
from engine.store.marks import reached

PER_PAGE = 100  # the most GitHub gives
GRAPHQL = "graphql"
# Seconds that GitHub's clock may be from this machine's. What is judged by a date further ahead puts the cursor, less what is
# read once more, behind what people say next: nobody would read that.
FARTHEST = SECONDS_SEEN - 300
LINK = re.compile(r'<([^<>]*)>;\s*rel="(\w+)"')
NUMBER = re.compile(r"[?&]page=(\d+)")


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds. The defaults keep GitHub's rules for writers; tests hand in zeros."""

    between_requests: float = 0.25
    between_writes: float = 1.0
    timeout: int = 15
    attempts: int = 4
    pause: float = 1.0  # before the second attempt, doubled before each further one
    patience: float = 120.0  # all waits of one pass together


@dataclass(frozen=True, slots=True)
class Answer:
    """A success: parsed JSON (None if empty) and the page numbers of its Link header, 0 where a page is named otherwise."""

    data: Any
    links: Mapping[str, int]


class Wire:
    """`path` is always relative to /repos/{owner}/{name}/ and already quoted."""

    def __init__(
        self,
        base_url: str,
        token: str,
        repository: str,
        pace: Pace,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] | None = None,
    ) -> None:
        must_be_named(base_url, repository)
        token = token.strip()  # a file that it was read from may end in a line break
        if not token:
            raise Denied("there is no token for GitHub", TOKEN)
        if not re.fullmatch("[!-~]+", token):
            raise Denied("there are characters in the token that none has", TOKEN)
        self._root = f"/repos/{repository}"
        self._pace = pace
        self._sleep = sleep
        self._waited = 0.0
        self._date: int | None = None
        self._clock = clock
        self.false_date: int | None = None
        self._requester = Github(
            auth=Auth.Token(token),
            base_url=base_url.rstrip("/"),
            lazy=True,
            per_page=PER_PAGE,
            timeout=pace.timeout,
            retry=OnlyConnecting(),
            user_agent="nomic-engine",
            seconds_between_requests=pace.between_requests,
            seconds_between_writes=pace.between_writes,
        ).requester

    @property
    def date(self) -> int | None:
        """The Date of the newest answer; it never goes back. One that is far from this machine's `clock` is a `false_date`."""
        return self._date

    def read(self, path: str, *, list_of_all: bool = False, **query: object) -> Answer:
        return self._send(Request("GET", path, list_of_all), query, None, repeatable=True)

    def ask(self, query: str, **variables: object) -> Answer:
        """A question to GitHub's GraphQL interface about this repository: `$owner` and `$name` are given."""
        owner, _, name = self._root.removeprefix("/repos/").partition("/")
        given = {"owner": owner, "name": name, **variables}
        return self._send(Request("POST", GRAPHQL), {}, {"query": query, "variables": given}, repeatable=True)

    def write(self, method: str, path: str, body: object = None, *, repeatable: bool) -> Answer:
        """`repeatable` if doing it twice is the same as doing it once."""
        return self._send(Request(method, path), {}, body, repeatable)

    def _send(self, request: Request, query: Mapping[str, object], body: object, repeatable: bool) -> Answer:
        for attempt in range(self._pace.attempts):
            last = attempt + 1 == self._pace.attempts
            try:
                reply = self._once(request, query, body)
                if 200 <= reply.status < 300:
                    return opened(request, reply)
                error: ForgeError = refusal(request, reply)
                wait = wait_before_retry(reply, attempt, repeatable, self._pace.pause)
            except Redirected as failure:
                error, wait = failure, None
            except Unreachable as failure:
                error, wait = failure, self._pace.pause * 2**attempt if repeatable else None
            if isinstance(error, Redirected) and request.is_of_one:
                self._send(Request("GET", ""), {}, None, repeatable=True)  # raises if the repository has moved
                raise transferred(request)
            if last or wait is None or not self._afford(wait):
                raise error
            self._sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    def _afford(self, wait: float) -> bool:
        if self._waited + wait > self._pace.patience:
            return False
        self._waited += wait
        return True

    def _once(self, request: Request, query: Mapping[str, object], body: object) -> HttpReply:
        url = f"{self._root}/{request.path}" if request.path else self._root
        if request.path == GRAPHQL:
            url = self._requester.graphql_url
        try:
            status, headers, text = self._requester.requestJson(request.method, url, dict(query), input=body)
        except requests.RequestException as error:
            raise broken(request, error) from None
        except OSError as error:
            raise unready(request, error) from None
        reply = HttpReply(status, {name.lower(): value for name, value in headers.items()}, text)
        if "date" in reply.headers:
            self._note(server_date(reply))
        return reply

    def _note(self, date: int) -> None:
        if self._clock is not None and abs(date - self._clock()) > FARTHEST:
            reached("answer with a false date")
            self.false_date = date
        else:
            self._date = max(self._date or 0, date)


def opened(request: Request, reply: HttpReply) -> Answer:
    links = {relation: _page(address) for address, relation in LINK.findall(reply.headers.get("link", ""))}
    if not reply.body:
        return Answer(None, links)
    try:
        return Answer(json.loads(reply.body), links)
    except (ValueError, RecursionError) as error:
        raise Unreachable(f"{request}: the answer is no whole JSON", LATER) from error


def _page(address: str) -> int:
    """Also a page that goes by a cursor is one: a list that has it does not end here."""
    found = NUMBER.search(address)
    return int(found[1]) if found else 0
