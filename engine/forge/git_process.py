"""One git command: a clean environment, no prompts, no hooks, no shell, and its words read for what went wrong."""

import base64
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from engine.forge.closed import closed
from engine.referee.ports import Closed, Denied, ForgeError, Gone, TooMuch, Unreachable

KEPT = (  # of the environment: how to find programs, proxies and certificates; nothing that steers git
    *("PATH", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO", "GIT_EXEC_PATH"),
    *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy"),
)
SETTINGS = (
    ("core.hooksPath", os.devnull),
    ("core.quotePath", "off"),
    ("core.fsmonitor", "false"),
    ("log.showSignature", "false"),
    ("credential.helper", ""),
    # A folder of ten thousand files is written whole for each that changes, and twice at that.
    ("core.compression", "1"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("http.followRedirects", "false"),
    ("protocol.version", "2"),
    ("fetch.recurseSubmodules", "false"),
    ("advice.pushUpdateRejected", "true"),
    ("safe.directory", "*"),  # a container's user need not own the directory; hooks are off
)
LATER = "Nothing was decided; the next pass tries again."
MAKE_ROOM = "Make room on this machine's disk, where the copy of the repository is. Nothing was decided."
LARGEST_PACK = 128 * 1024 * 1024  # bytes that what a stranger proposes may fill on disk


class NoAddress(ForgeError, ValueError):
    """That is no address from which a game's repository is read, or that can be given a token safely."""

    def __init__(self, cause: str) -> None:
        super().__init__(
            cause,
            "Give it as https://github.com/OWNER/NAME.git, http://, file:// or a path; the token is GITHUB_TOKEN.",
        )


@dataclass(frozen=True, slots=True)
class Remote:
    """Where the game's repository is. The token goes to that host alone, by the environment alone."""

    url: str
    token: str | None = None

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
        except ValueError:
            raise NoAddress("The repository's address cannot be read.") from None
        host = self.url.partition("/")[0]
        by_ssh = "://" not in self.url and ":" in host  # as git has it: git@host:owner/name
        if self.url.startswith("-") or by_ssh or "::" in host or "@" in parts.netloc:
            raise NoAddress(
                "The repository's address names a user, a program or a host without its protocol, or begins with a hyphen."
            )
        if self.protocol not in ("https", "http", "file"):
            raise NoAddress(f"The repository's address begins with {self.protocol}://, and git is not asked over that.")

    @property
    def protocol(self) -> str:
        return urlsplit(self.url).scheme or "file"

    @property
    def folder(self) -> Path | None:
        """Where it is on this machine, if it is there."""
        place = Path(urlsplit(self.url).path if "://" in self.url else self.url)
        return place if self.protocol == "file" and place.is_dir() else None

    def settings(self) -> tuple[tuple[str, str], ...]:
        origin = ("remote.origin.url", self.url)
        if not self.token or self.protocol == "file":
            return (origin,)
        secret = base64.b64encode(f"x-access-token:{self.token}".encode()).decode()
        host = urlsplit(self.url).netloc
        return (origin, (f"http.{self.protocol}://{host}/.extraHeader", f"Authorization: Basic {secret}"))


def environment(settings: Sequence[tuple[str, str]], **more: str) -> dict[str, str]:
    """`settings` reach git by GIT_CONFIG_*: the command line can be read by everyone on the machine."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    every = (*SETTINGS, *settings)
    numbered = {f"GIT_CONFIG_KEY_{at}": key for at, (key, _) in enumerate(every)}
    numbered |= {f"GIT_CONFIG_VALUE_{at}": value for at, (_, value) in enumerate(every)}
    return {
        **kept,
        "HOME": os.devnull,
        "LC_ALL": "C",
        "TZ": "UTC",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_PROTOCOL_FROM_USER": "0",
        "GIT_CONFIG_COUNT": str(len(every)),
        **numbered,
        **more,
    }


class NoRoom(Unreachable):
    """The disk is full, or takes nothing: no server, no clone and no copy is to blame."""


class TimedOut(Unreachable):
    """To try it again would take as long again."""


class TooOld(Unreachable):
    """This machine's git does not know what it is asked."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended; its output is bytes, for file names are."""

    code: int
    out: bytes
    err: str


def run(
    arguments: Sequence[str],
    directory: Path,
    env: Mapping[str, str],
    *,
    stdin: bytes = b"",
    timeout: float,
    largest_file: int | None = None,
) -> Done:
    """Ends the whole process group when the time is up (Unreachable), so no half-dead transfer stays behind."""
    process = start(["--git-dir", os.fspath(directory), *arguments], env)
    try:
        limit(process.pid, largest_file)
        out, err = process.communicate(stdin, timeout)
    except subprocess.TimeoutExpired:
        raise TimedOut(f"git {arguments[0]}: not done after {timeout:g} s", LATER) from None
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    done = Done(process.returncode, out, err.decode("utf-8", "replace"))
    if done.code == NOT_KNOWN:
        raise TooOld(f"git is too old: {first_words(done.err)}", "Install git 2.39 or newer.")
    return done


def start(arguments: Sequence[str], env: Mapping[str, str], errors: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """A git process with pipes for its streams, in a process group of its own."""
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(
            ["git", *arguments], stdin=pipe, stdout=pipe, stderr=errors, env=dict(env), start_new_session=True
        )
    except FileNotFoundError:
        raise Unreachable("git is not installed", "Install git 2.39 or newer.") from None


def limit(process: int, largest_file: int | None) -> None:
    """Bounds what the process and its children may write to one file; on Linux only, elsewhere time is the bound."""
    if largest_file is not None and sys.platform == "linux":
        resource.prlimit(process, resource.RLIMIT_FSIZE, (largest_file, largest_file))


NOT_KNOWN: Final = 129  # how git ends that is asked for what it does not know: it is too old
TOO_LARGE = re.compile(r"signal 25|file size limit|file too large", re.IGNORECASE)
NOT_ALLOWED = re.compile(
    r"error: 40[13]|authentication failed|could not read username|permission to \S+ denied|write access .*not granted",
    re.IGNORECASE,
)
NOT_FOUND = re.compile(
    r"error: 404|repository .*not found|not appear to be a git repository|no such file or dir", re.IGNORECASE
)
NO_REF = re.compile(r"couldn't find remote ref|not our ref|upload-pack: .*no such ref", re.IGNORECASE)
FULL = re.compile(
    r"^(?!remote:).*(?:no space left on device|out of diskspace|disk quota exceeded|read-only file system|couldn't write '.*\.lock')",
    re.I | re.M,
)
REDIRECTED = re.compile(r"unable to update url base|error: 30[1278]", re.IGNORECASE)


def transfer_error(what: str, done: Done) -> ForgeError:
    """The port's error for a fetch, push or ls-remote that failed as a whole."""
    cause = f"{what}: {first_words(done.err)}"
    if TOO_LARGE.search(done.err):
        return TooMuch(f"{what}: larger than a pull request may be", "Take the large files out of its history.")
    if NO_REF.search(done.err):
        return Gone(cause, "It was deleted or moved; go on without it.")
    if shut := closed(done.err):
        return Closed(f"{cause}: {shut[0]}", shut[1])
    if NOT_ALLOWED.search(done.err):
        return Denied(cause, "Add `contents: write` under `permissions:` of the workflow's job, and check the token.")
    if FULL.search(done.err):
        return NoRoom(cause, MAKE_ROOM)
    if REDIRECTED.search(done.err):
        return Unreachable(cause, "The repository has moved: set GITHUB_REPOSITORY to its new name.")
    if NOT_FOUND.search(done.err):
        return Denied(cause, "Check the repository's name and that the token may read it.")
    return Unreachable(cause, LATER)


def first_words(err: str) -> str:
    """git's own complaint on one line: its first `fatal:`, `error:` or `remote:` lines, 300 characters at most."""
    lines = [line.strip() for line in err.splitlines()]
    told = [line for line in lines if re.match(r"(fatal|error|remote|ERROR):", line)] or [
        line for line in lines if line
    ]
    return "; ".join(told)[:300] or "git gave no reason"
