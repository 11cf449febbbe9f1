"""The hub: one repository with its accounts and tokens, served on loopback, and the people who use it."""

import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Self

from engine.hub import pull_lists, pushes, repositories, reviews, talk
from engine.hub.accounts import ALL_SCOPES, BOT_ID, BOT_SCOPES, Token
from engine.hub.ground import Answer, Ground
from engine.hub.routes import Rest
from engine.hub.server import Server
from engine.hub.settings import must_be_open, routes
from engine.hub.shapes import Shapes

Event = tuple[str, dict[str, Any]]


class Hub(Ground):
    """`with Hub(directory, "owner", "name", clock) as hub:` serves until the end of the block.

    `events` are (name, payload) of everything people did, as Actions would be told; what the bot's token does is not in
    it, as on GitHub.
    """

    def __init__(self, directory: Path, owner: str, name: str, clock: Callable[[], int]) -> None:
        super().__init__(directory, owner, name, clock)
        self.events: list[Event] = []
        self.server = Server(self)
        self.shapes = Shapes(self.model, self.server.address, self.server.address)
        self.rest = Rest(self.model, self.shapes, self.git.has)
        own = routes(self.settings, self.git.head) + pull_lists.routes(self.git) + self.rest.routes
        self.rest.routes = own + talk.routes() + reviews.routes() + repositories.routes(self)
        self.rest.must_be_open = partial(must_be_open, self.settings, self.model)
        self.model.listeners.append(self._heard)
        self.model.account(owner)
        # The server looks that often whether it shall end: a hub of a test lives for less than a second.
        self._thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)

    @property
    def address(self) -> str:
        return self.server.address

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
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
    ) -> Answer:
        name = self.called(name)
        git = self.git if name == self.full_name else self.forks.get(name)
        if git is None:
            return 404, {}, b"not found"
        if path != "/git-receive-pack" or token is None:
            return git.serve(method, path, query, headers, body)
        return pushes.receive(self, name, git, body, token, lambda: git.serve(method, path, query, headers, body))
