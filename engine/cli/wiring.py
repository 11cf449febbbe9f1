"""The only place that picks the real parts: the forge, the repository, the judge, the clock."""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import click

from engine.cli.addresses import is_loopback
from engine.store.told import Told

if TYPE_CHECKING:
    from engine.referee.beside import Beside

BOT = "github-actions[bot]"
KEY = "NOMIC_DICE_KEY"
_BY_HAND: Final = "by hand, `nomic referee --help` says what is needed"
_BY_NAME: Final = ".ghe.com"  # hosts whose interface is at a name of its own


@dataclass(frozen=True)
class Settings:
    """What a pass is told by its surroundings. Nothing of it ever reaches rule code."""

    api: str
    server: str
    repository: str
    token: str
    key: bytes
    bot: str
    copy: Path
    event: Path | None
    quick: bool
    secret: bool  # whether the key is one, and not what everybody can work out

    @property
    def url(self) -> str:
        return f"{self.server}/{self.repository}.git"


def api_of(environment: Mapping[str, str]) -> str:
    """Where GitHub's interface is. A setting that is empty is one left out; what belongs to another host than GitHub's own is
    looked for there, and no token for it sent elsewhere."""
    return environment.get("GITHUB_API_URL") or _interface(server_of(environment))


def server_of(environment: Mapping[str, str]) -> str:
    """Where its pages are, and its repositories; a `/` at the end is no part of it."""
    return environment.get("GITHUB_SERVER_URL", "").rstrip("/") or _pages(environment.get("GITHUB_API_URL", ""))


def _interface(server: str) -> str:
    """https://docs.github.com/enterprise-server/rest/using-the-rest-api/getting-started-with-the-rest-api, and GHE.com's."""
    protocol, _, host = server.partition("://")
    named = host.lower()
    return f"{protocol}://api.{host}" if named == "github.com" or named.endswith(_BY_NAME) else f"{server}/api/v3"


def _pages(api: str) -> str:
    """The contrary. Of an interface that tells not where the pages are, it is that host itself."""
    protocol, so, host = (api.rstrip("/") or "https://api.github.com").partition("://")
    named = host.lower()
    if named == "api.github.com" or (named.startswith("api.") and named.endswith(_BY_NAME)):
        host = host[len("api.") :]
    return f"{protocol}{so}{host.removesuffix('/api/v3')}"


def settings(environment: Mapping[str, str] | None = None, otherwise: str = _BY_HAND) -> Settings:
    """From the variables that Actions sets. Raises UsageError naming the one that is missing, and what there is `otherwise`."""
    given = dict(os.environ if environment is None else environment)
    for name in ("GITHUB_TOKEN", "GITHUB_REPOSITORY"):
        if not given.get(name):
            raise click.UsageError(f"{name} is not set. The workflow sets it; {otherwise}.")
    repository = given["GITHUB_REPOSITORY"]
    return Settings(
        api=api_of(given),
        server=server_of(given),
        repository=repository,
        token=given["GITHUB_TOKEN"].strip(),
        key=key_of(secret_key(given), repository),
        bot=given.get("NOMIC_BOT") or BOT,
        copy=_place_of_copy(given, f"nomic-{_short(repository)}"),
        event=Path(given["GITHUB_EVENT_PATH"]) if given.get("GITHUB_EVENT_PATH") else None,
        quick=given.get("NOMIC_QUICK") == "1",
        secret=bool(given.get(KEY)),
    )


def _place_of_copy(given: Mapping[str, str], name: str) -> Path:
    """Where the copy of the repository is. Everybody on a machine can write where temporary files are, and the settings of a copy
    that somebody else has made there would say whom git talks to. Raises UsageError for such a place.
    """
    if given.get("NOMIC_COPY"):
        return Path(given["NOMIC_COPY"])
    if given.get("RUNNER_TEMP"):
        return Path(given["RUNNER_TEMP"]) / name
    place = Path(tempfile.gettempdir()) / name
    with suppress(OSError):
        place.mkdir(mode=0o700)
    try:
        found = place.lstat()
    except OSError:  # nothing can be written there: whoever wants to says so
        return place
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & stat.S_IWOTH:
        raise click.UsageError(
            f"{place} is not yours alone: set NOMIC_COPY to a folder in which nobody else can write."
        )
    return place


def secret_key(environment: Mapping[str, str] | None = None) -> str:
    """The secret dice key; empty if there is none. Raises Told for one that is no text."""
    secret = (os.environ if environment is None else environment).get(KEY, "")
    try:
        secret.encode()
    except UnicodeEncodeError:
        remedy = "Set the secret to the text of the key, as `nomic new` or `nomic dice rotate` has written it."
        raise Told(f"{KEY} is not UTF-8 text.", remedy) from None  # what its bytes are is not told
    return secret


def key_of(secret: str, repository: str) -> bytes:
    """The dice key; without a secret it is public, and `doctor` says that this is not for play."""
    return secret.encode() if secret else hashlib.sha256(f"public dice of {repository}".encode()).digest()


def _short(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:12]


def waiting(*, quick: bool) -> Callable[[int], None]:
    """Before main is read again: longer each time, and not in step with whoever else is waiting."""
    return lambda attempt: time.sleep((100 + secrets.randbelow(400)) / (20_000 if quick else 1_000) * 2**attempt)


def clock(api: str) -> Callable[[], float] | None:
    """What the dates of answers are held against. A forge of this very machine may have a time of its own, as a table has."""
    try:
        host = urlsplit(api).hostname or ""
    except ValueError:  # it is no address, as the forge will say
        host = ""
    return None if is_loopback(host) else time.time


def board() -> Beside:
    """What draws the board beside the game: imported when there is something to draw, since most passes find nothing to do."""
    from engine.site.beside import BoardBeside  # noqa: PLC0415

    return BoardBeside()
