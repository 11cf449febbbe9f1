"""GitHub's refusals in the port's words: one line of cause, one of remedy, never a token."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import requests

from engine.forge.closed import LEGAL, closed
from engine.referee.ports import Closed, Deleted, Denied, Exhausted, ForgeError, Gone, Mute, Unprocessable, Unreachable

LATER = "Nothing was decided; the next pass tries again."
FULL = (
    "If it is the table, open a new issue; an administrator writes in it "
    "`/correct game game table <number> because the old one is full`."
)
# The other answers of their hundred, such as 304, say nothing of where anything is.
ELSEWHERE = (301, 302, 303, 307, 308)
MISSING = "Add `{}` under `permissions:` of the workflow's job."
ADDRESS = re.compile(r"https?://(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d+)?(?:/\S*)?", re.ASCII | re.IGNORECASE)
TOKEN = "Set GITHUB_TOKEN to a token that is still valid for this repository."
NEEDED = (  # what the path (behind the repository's) and the method say about the permission GitHub asks for
    (r"statuses/", "POST", "statuses: write"),
    (r"commits/[^/]+/status", "GET", "statuses: read"),
    (r"commits/[^/]+/check-(?:runs|suites)", "GET", "checks: read"),
    (r"pulls/", "GET", "pull-requests: read"),
    (r"issues", "GET", "issues: read"),
    (r"issues", "", "issues: write` and `pull-requests: write"),
    (r"collaborators/", "GET", "metadata: read"),
    (r"graphql", "POST", "issues: read"),
)


def must_be_named(base_url: str, repository: str) -> None:
    """Raises ForgeError for settings under which nothing can be asked."""
    if not _is_address(base_url):
        raise ForgeError(
            "GITHUB_API_URL is no address.",
            "Set it, or GITHUB_SERVER_URL that it follows from, to one with https:// in front, or leave it out.",
        )
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository, re.ASCII):
        raise ForgeError("GITHUB_REPOSITORY is no name of a repository.", "Set it to one of the form owner/name.")


def _is_address(url: str) -> bool:
    try:
        return ADDRESS.fullmatch(url) is not None and urlsplit(url).port != 0
    except ValueError:  # of a port that is too large, or of brackets
        return False


@dataclass(frozen=True, slots=True)
class Request:
    """`path` begins behind /repos/{owner}/{name}/; `list_of_all` where a 404 can only mean the repository itself."""

    method: str
    path: str
    list_of_all: bool = False

    def __str__(self) -> str:
        return f"{self.method} {self.path or 'the repository'}"

    @property
    def is_of_one(self) -> bool:
        """Whether it asks for one thread, comment or branch, which can go away alone."""
        return re.match(r"(?:issues|pulls|issues/comments)/\d+|branches/", self.path) is not None


@dataclass(frozen=True, slots=True)
class HttpReply:
    """An HTTP answer; header names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: str

    def message(self) -> str:
        """GitHub's own words on one line of at most 200 characters: where a validation failed, what is wrong stands beside that."""
        try:
            answer = json.loads(self.body)
            said = [answer["message"], *_details(answer.get("errors"))]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return ""
        return " ".join(": ".join(map(str, said)).split())[:200]


def _details(errors: object) -> list[str]:
    listed = errors if isinstance(errors, list) else []
    told = [each.get("message") if isinstance(each, dict) else each for each in listed]
    return [each for each in told if isinstance(each, str)]


def is_rate_limit(reply: HttpReply) -> bool:
    """GitHub's documentation: 403 or 429, and nothing remaining, a Retry-After header, or words about a limit."""
    if reply.status not in (403, 429):
        return False
    said = reply.message().lower()
    spent = reply.headers.get("x-ratelimit-remaining") == "0"
    told = any(words in said for words in ("rate limit", "abuse", "submitted too quickly"))
    return reply.status == 429 or spent or "retry-after" in reply.headers or told


def refusal(request: Request, reply: HttpReply) -> ForgeError:
    """The error for a status that is no success."""
    said = reply.message()
    cause = f"{request}: GitHub answered {reply.status}" + (f" ({said})" if said else "")
    if is_rate_limit(reply):
        return Exhausted(f"{cause}: the rate limit is used up", LATER)
    if reply.status in (403, 410, LEGAL) and (shut := closed(said, reply.status)):
        return Closed(f"{cause}: {shut[0]}", shut[1])
    if reply.status == 401:
        return Denied(f"{cause}: the token is not accepted", TOKEN)
    if reply.status == 403 and re.search(r"\blocked\b", said, re.IGNORECASE):
        return Mute(f"{cause}: the conversation is locked", "Unlock it, or leave it as it is.")
    if reply.status == 403 and "commenting is disabled" in said.lower():
        return Mute(f"{cause}: the conversation is full", FULL)
    if reply.status == 403:
        return Denied(f"{cause}: the token lacks a permission", MISSING.format(permission(request, reply)))
    if reply.status == 404 and request.list_of_all:
        return Denied(f"{cause}: no such repository, or not for this token", "Check GITHUB_REPOSITORY and the token.")
    if reply.status in (404, 410):
        return (Gone if reply.status == 404 else Deleted)(cause, "It was deleted or moved; go on without it.")
    if 400 <= reply.status < 500 and reply.status != 408:
        return Unprocessable(cause, "This request can never succeed; correct what it asks for.")
    if reply.status in ELSEWHERE:
        return moved(str(request))
    return Unreachable(cause, LATER)


def permission(request: Request, reply: HttpReply) -> str:
    """The workflow permission that is missing: GitHub names it in a header, else the path tells."""
    named = reply.headers.get("x-accepted-github-permissions", "")
    if named:
        return named.split(";")[0].strip().replace("=", ": ").replace("_", "-")
    for pattern, method, name in NEEDED:
        if re.match(pattern, request.path) and method in ("", request.method):
            return name
    return "contents: write"


class Redirected(Unreachable):
    """Asked for one thread, comment or branch it may mean that this one went elsewhere; else the repository has another name."""


def moved(what: str) -> Redirected:
    """Redirects are not followed: their target may lose the query, and with it part of a list."""
    return Redirected(f"{what}: the repository has moved", "Set GITHUB_REPOSITORY to its new name.")


def transferred(request: Request) -> Gone:
    """The repository is where it was, so it is the thread that has gone elsewhere, or the branch that has another name."""
    if request.path.startswith("branches/"):
        return Gone(f"{request}: the branch has another name by now", "Give it its name back.")
    return Gone(f"{request}: it was transferred to another repository", "Go on without it.")


def broken(request: Request, error: requests.RequestException) -> Unreachable:
    """A transport error. Its own text is kept out: it may quote what was sent."""
    if isinstance(error, requests.exceptions.SSLError):
        return Unreachable(f"{request}: the TLS certificate was not accepted", "Check GITHUB_API_URL and the clock.")
    if isinstance(error, requests.exceptions.Timeout):
        return Unreachable(f"{request}: no answer in time", LATER)
    if isinstance(error, requests.exceptions.ConnectionError):
        return Unreachable(f"{request}: no connection to the server", f"Check GITHUB_API_URL and the network. {LATER}")
    return Unreachable(f"{request}: the answer was cut short ({type(error).__name__})", LATER)


def unready(request: Request, error: OSError) -> Unreachable:
    """This machine lacks what it was told to use, such as a file of certificates: nothing was sent."""
    return Unreachable(f"{request}: {error}", "Look at the variables that name certificates, as REQUESTS_CA_BUNDLE.")
