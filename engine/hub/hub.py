"""The hub: one repository with its accounts and tokens, served on loopback, and the people who use it."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Self

from engine.hub import pull_lists, pushes, repositories, reviews, talk
from engine.hub.accounts import ALL_SCOPES, BOT_ID, BOT_SCOPES, Token
from engine.hub.git_http import GitRequest
from engine.hub.ground import Answer, Ground
from engine.hub.routes import Rest
from engine.hub.server import Server
from engine.hub.shapes import Shapes


class Hub(Ground):
    """`with Hub(directory, "owner", "name", clock) as hub:` serves until the end of the block."""

    server_of: type[Server] = Server

    def __init__(self, directory: Path, owner: str, name: str, clock: Callable[[], int]) -> None:
        super().__init__(directory, owner, name, clock)
        self.server = self.server_of(self)
        self.shapes = Shapes(self.model, self.server.address, self.server.address)
        self.rest = Rest(self.model, self.shapes, self.git.has)
        own = pull_lists.routes(self.git) + self.rest.routes
        self.rest.routes = own + talk.routes() + reviews.routes() + repositories.routes(self)
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

    def bot_token(self) -> str:
        """A token such as a workflow gets."""
        return self.token(BOT_ID, BOT_SCOPES)

    def token(self, account: int, scopes: frozenset[str] = ALL_SCOPES) -> str:
        name = f"token-{account}-{len(self.tokens)}"
        self.tokens[name] = Token(account, scopes)
        return name

    def git_request(self, name: str, asked: GitRequest, token: Token | None) -> Answer:
        name = self.called(name)
        git = self.git if name == self.full_name else self.forks.get(name)
        if git is None:
            return 404, {}, b"not found"
        if asked.path != "/git-receive-pack" or token is None:
            return git.serve(asked)
        return pushes.receive(self, name, git, asked.body, token, lambda: git.serve(asked))
