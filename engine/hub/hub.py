"""The hub: one repository with its accounts and tokens, served on loopback, and the people who use it."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engine.hub.accounts import ALL_SCOPES, BOT_ID, BOT_SCOPES, Token
from engine.hub.faults import PUSHES, Faults
from engine.hub.git_http import Git
from engine.hub.model import Model
from engine.hub.routes import Rest
from engine.hub.server import Server
from engine.hub.settings import REFUSAL, Settings, routes
from engine.hub.shapes import Shapes

Event = tuple[str, dict[str, Any]]


class Hub:
    """`with Hub(directory, "owner", "name", clock) as hub:` serves until the end of the block.

    `events` are (name, payload) of everything people did, as Actions would be told; what the bot's token does is not in
    it, as on GitHub.
    """

    def __init__(self, directory: Path, owner: str, name: str, clock: Callable[[], int]) -> None:
        self.clock = clock
        self.model = Model(owner, name, clock)
        self.git = Git(directory / f"{name}.git")
        self.forks: dict[str, Git] = {}
        self.directory = directory
        self.faults = Faults()
        self.patience = 20.0
        self.before_push: Callable[[], None] | None = None  # done once, when the next push arrives
        self.afterwards: list[tuple[str, Callable[[], object]]] = []
        self.tokens: dict[str, Token] = {}
        self.requests: list[str] = []
        self.git_requests: list[str] = []
        self.events: list[Event] = []
        self.server = Server(self)
        self.shapes = Shapes(self.model, self.server.address, self.server.address)
        self.rest = Rest(self.model, self.shapes, self.git.has)
        self.settings = Settings()
        self.rest.routes = routes(self.settings, self.git.head) + self.rest.routes
        self.model.listeners.append(self._heard)
        self.model.account(owner)
        # The server looks that often whether it shall end: a hub of a test lives for less than a second.
        self._thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)

    @property
    def address(self) -> str:
        return self.server.address

    @property
    def full_name(self) -> str:
        return f"{self.model.owner}/{self.model.name}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.server.shutdown()
        self.server.server_close()

    def bot_token(self, without: frozenset[str] = frozenset()) -> str:
        """A token such as a workflow gets."""
        return self.token(BOT_ID, BOT_SCOPES - without)

    def token(self, account: int, scopes: frozenset[str] = ALL_SCOPES) -> str:
        name = f"token-{account}-{len(self.tokens)}"
        self.tokens[name] = Token(account, scopes)
        return name

    def after(self, request: str, act: Callable[[], object]) -> None:
        """`act` is done once, right after the next request whose `METHOD path` contains the text was carried out."""
        self.afterwards.append((request, act))

    def done(self, request: str) -> None:
        """A request was carried out: now is the time for what waited for it."""
        due = [each for each in self.afterwards if each[0] in request]
        for each in due:
            self.afterwards.remove(each)
            each[1]()

    def _heard(self, event: str, action: str, told: dict[str, Any]) -> None:
        if told["actor"] != BOT_ID:
            self.events.append((event, self.shapes.payload(event, action, told)))

    def git_request(
        self,
        name: str,
        method: str,
        path: str,
        query: str,
        headers: Mapping[str, str],
        body: bytes,
        token: Token | None,
    ) -> tuple[int, dict[str, str], bytes]:
        """A git request; a push is looked at before, for faults and rights, and after, for what it does to pull requests."""
        git = self.git if name == self.full_name else self.forks.get(name)
        if git is None:
            return 404, {}, b"not found"
        if path != "/git-receive-pack":
            return git.serve(method, path, query, headers, body)
        fault = self.faults.next("PUSH", *PUSHES)
        if fault == "push_refused":
            return _rejected(body, "protected branch hook declined")
        if token is not None and token.account == BOT_ID and not self.settings.lets_the_workflow_push():
            return _rejected(body, REFUSAL)
        if self.before_push is not None:
            act, self.before_push = self.before_push, None
            act()
        before = git.head()
        reply = git.serve(method, path, query, headers, body)
        after = git.head()
        if after != before and after is not None and git is self.git:
            self.model.pushed("main", after, git.reaches, token.account if token else BOT_ID)
        return (502, {}, b"") if fault == "push_lost" else reply


def _rejected(body: bytes, words: str) -> tuple[int, dict[str, str], bytes]:
    """The server's own refusal of every reference of a push."""
    refs = re.findall(rb"[0-9a-f]{40} [0-9a-f]{40} (refs/[^\x00\n ]+)", body[:2_000])
    lines = [b"unpack ok\n", *(b"ng " + ref + b" " + words.encode() + b"\n" for ref in refs)]
    report = b"".join(_packet(line) for line in lines) + b"0000"
    banded = _packet(b"\x01" + report) + b"0000"
    sideband = b"side-band-64k" in body[:2_000]
    return 200, {"Content-Type": "application/x-git-receive-pack-result"}, banded if sideband else report


def _packet(data: bytes) -> bytes:
    return f"{len(data) + 4:04x}".encode() + data
