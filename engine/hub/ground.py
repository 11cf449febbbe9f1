"""What a hub stands on: the repository and its forks, accounts, tokens, settings, faults, and what was asked of it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from pathlib import Path

from engine.hub.accounts import Token
from engine.hub.faults import Faults
from engine.hub.git_http import Answer as Answer
from engine.hub.git_http import Git
from engine.hub.model import Model
from engine.hub.routes import Rest
from engine.hub.settings import Settings


class Ground(ABC):
    """Everything but the server; `rest` and `git_request` answer its requests."""

    rest: Rest

    def __init__(self, directory: Path, owner: str, name: str, clock: Callable[[], int]) -> None:
        self.clock = clock
        self.model = Model(owner, name, clock)
        self.git = Git(directory / f"{name}.git")
        self.forks: dict[str, Git] = {}
        self.directory = directory
        self.faults = Faults()
        self.patience = 20.0
        self.before_push: Callable[[], None] | None = None  # done once, when the next push arrives
        self.keep: Callable[[str], None] = lambda request: None  # done after each request, before it is answered
        self.afterwards: list[tuple[str, Callable[[], object]]] = []
        self.tokens: dict[str, Token] = {}
        self.public = True  # else nobody reads without a token either
        self.requests: list[str] = []
        self.git_requests: list[str] = []
        self.settings = Settings()

    @property
    def full_name(self) -> str:
        return f"{self.model.owner}/{self.model.name}"

    def called(self, name: str) -> str:
        """The repository or the fork of that name as it is written here, whatever the case of its letters; else the name itself."""
        return next((own for own in (self.full_name, *self.forks) if own.lower() == name.lower()), name)

    def done(self, request: str) -> None:
        """A request was carried out: now is the time for what waited for it."""
        self.keep(request)
        due = [each for each in self.afterwards if each[0] in request]
        for each in due:
            self.afterwards.remove(each)
            each[1]()

    @abstractmethod
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
        """Answers a git request for the repository or a fork of it."""
