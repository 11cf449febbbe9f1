"""The hub with all that a test does to GitHub: faults strike, settings are set, and what was asked of it is kept."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from engine.hub import hub, pushes
from engine.hub.accounts import BOT_ID, BOT_SCOPES, Token
from engine.hub.git_http import GitRequest
from engine.hub.ground import Answer
from tests.github.faults import PUSHES, Faults
from tests.github.model import Model
from tests.github.rest import Rest
from tests.github.server import Server
from tests.github.settings import REFUSAL, Settings, must_be_open, routes
from tests.github.shapes import Shapes

Event = tuple[str, dict[str, Any]]


class Hub(hub.Hub):
    """`events` are (name, payload) of everything people did, as Actions would be told; what the bot's token does is not in
    it, as on GitHub. `requests` and `git_requests` are what was asked.
    """

    model_of, server_of = Model, Server
    model: Model
    rest: Rest

    def __init__(self, directory: Path, owner: str, name: str, clock: Callable[[], int]) -> None:
        self.faults, self.settings = Faults(), Settings()
        self.patience = 20.0
        self.before_push: Callable[[], None] | None = None  # done once, when the next push arrives
        self.afterwards: list[tuple[str, Callable[[], object]]] = []
        self.events: list[Event] = []
        self.requests: list[str] = []
        self.git_requests: list[str] = []
        super().__init__(directory, owner, name, clock)
        self.shapes: Shapes = Shapes(self.model, self.address, self.address)
        known = self.rest.routes
        self.rest = Rest(self.model, self.shapes, self.git.has)
        own = {(verb, path): handler for verb, path, handler in self.rest.routes}
        self.rest.routes = routes(self.settings, self.git.head) + [
            (verb, path, own.get((verb, path), handler)) for verb, path, handler in known
        ]
        self.rest.must_be_open = partial(must_be_open, self.settings, self.model)
        self.model.listeners.append(self._heard)

    def bot_token(self, without: frozenset[str] = frozenset()) -> str:
        """A token such as a workflow gets."""
        return self.token(BOT_ID, BOT_SCOPES - without)

    def after(self, request: str, act: Callable[[], object]) -> None:
        """`act` is done once, right after the next request whose `METHOD path` contains the text was carried out."""
        self.afterwards.append((request, act))

    def done(self, request: str) -> None:
        super().done(request)
        due = [each for each in self.afterwards if each[0] in request]
        for each in due:
            self.afterwards.remove(each)
            each[1]()

    def _heard(self, event: str, action: str, told: dict[str, Any]) -> None:
        if told["actor"] != BOT_ID:
            self.events.append((event, self.shapes.payload(event, action, told)))

    def git_request(self, name: str, asked: GitRequest, token: Token | None) -> Answer:
        ask = partial(super().git_request, name, asked, token)
        known = self.called(name) in (self.full_name, *self.forks)
        pushes_here = known and asked.path == "/git-receive-pack"
        return self._pushed(asked.body, token, ask) if pushes_here and token is not None else ask()

    def _pushed(self, body: bytes, token: Token, ask: Callable[[], Answer]) -> Answer:
        fault = self.faults.next("PUSH", *PUSHES)
        if fault == "push_refused":
            return pushes.rejected(body, "protected branch hook declined")
        if token.account == BOT_ID and not self.settings.lets_the_workflow_push():
            return pushes.rejected(body, REFUSAL)
        if self.before_push is not None:
            act, self.before_push = self.before_push, None
            act()
        answer = ask()
        return (502, {}, b"") if fault == "push_lost" else answer
