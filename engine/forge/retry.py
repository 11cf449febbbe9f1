"""When to ask again: never in a way that could post a comment twice, never for longer than the patience lasts."""

from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Self

from urllib3 import BaseHTTPResponse, Retry
from urllib3.connectionpool import ConnectionPool

from engine.forge.errors import HttpReply, is_rate_limit, moved
from engine.referee.ports import Unreachable

SECONDARY_WAIT = 60.0  # seconds; GitHub's documentation: wait at least a minute when no header says more


class OnlyConnecting(Retry):
    """urllib3 may try again to connect (nothing was sent yet), and nothing else; a redirect is an error.

    PyGithub follows a 301 without the query, which would turn `since` and `per_page` into their defaults.
    """

    def __init__(self, total: int = 2, **options: object) -> None:
        given = {"connect": 2, "read": False, "status": 0, "other": 0, "respect_retry_after_header": False, **options}
        super().__init__(total=total, **given)  # type: ignore[arg-type]  # urllib3 copies itself through keywords

    def is_retry(self, method: str, status_code: int, has_retry_after: bool = False) -> bool:
        return status_code == 301

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: BaseHTTPResponse | None = None,
        error: Exception | None = None,
        _pool: ConnectionPool | None = None,
        _stacktrace: TracebackType | None = None,
    ) -> Self:
        if response is not None and response.status == 301:
            raise moved(f"{method} {url}")
        return super().increment(method, url, response, error, _pool, _stacktrace)


def server_date(reply: HttpReply) -> int:
    """Seconds since the epoch of the Date header."""
    try:
        return int(parsedate_to_datetime(reply.headers["date"]).timestamp())
    except (KeyError, ValueError, TypeError, OverflowError) as error:
        raise Unreachable("GitHub's answer has no readable Date header", "Check what stands between.") from error


def wait_before_retry(reply: HttpReply, attempt: int, repeatable: bool, pause: float) -> float | None:
    """Seconds to wait before the same request may be sent again; None if it must not be.

    A request refused by a rate limit was not carried out, so any may be repeated; after a 5xx only a repeatable one.
    """
    if is_rate_limit(reply):
        return rate_limit_wait(reply)
    if repeatable and (reply.status >= 500 or reply.status == 408):
        return float(pause * 2**attempt)
    return None


def rate_limit_wait(reply: HttpReply) -> float:
    """Retry-After, else until the reset by the server's own clock (and a second more), else a minute."""
    after = reply.headers.get("retry-after", "")
    if after.isascii() and after.isdigit():
        return float(after)
    reset = reply.headers.get("x-ratelimit-reset", "")
    if reply.headers.get("x-ratelimit-remaining") == "0" and reset.isascii() and reset.isdigit():
        return float(max(0, int(reset) - server_date(reply)) + 1)
    return SECONDARY_WAIT
