"""What a hub stands on: the repository and its forks, accounts and tokens."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from engine.hub.accounts import Token
from engine.hub.git_http import Answer as Answer
from engine.hub.git_http import Git, GitRequest
from engine.hub.model import Model
from engine.hub.routes import Rest


class Ground(ABC):
    """Everything but the server; `rest` and `git_request` answer its requests."""

    rest: Rest
    model_of: type[Model] = Model

    def __init__(self, directory: Path, owner: str, name: str, clock: Callable[[], int]) -> None:
        self.clock = clock
        self.model = self.model_of(owner, name, clock)
        self.git = Git(directory / f"{name}.git")
        self.forks: dict[str, Git] = {}
        self.directory = directory
        self.keep: Callable[[str], None] = lambda request: None  # done after each request, before it is answered
        self.tokens: dict[str, Token] = {}
        self.public = True  # else nobody reads without a token either

    @property
    def full_name(self) -> str:
        return f"{self.model.owner}/{self.model.name}"

    def called(self, name: str) -> str:
        """The repository or the fork of that name as it is written here, whatever the case of its letters; else the name itself."""
        return next((own for own in (self.full_name, *self.forks) if own.lower() == name.lower()), name)

    def done(self, request: str) -> None:
        """A request was carried out."""
        self.keep(request)

    @abstractmethod
    def git_request(self, name: str, asked: GitRequest, token: Token | None) -> Answer:
        """Answers a git request for the repository or a fork of it."""
