"""The table's address: routes, who may pass the door, and the bounds of what is taken in. What a page says is not decided here."""

import errno
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from engine.hub import sent
from engine.store.told import Told
from engine.table import assets, deeds, filled, listings, pages, terminal
from engine.table.filled import LARGEST
from engine.table.house import House
from engine.table.identity import HOST, NOBODY, PLAYER
from engine.table.interface import GIT, PREFIX, Interface
from engine.table.interface import LARGEST as LARGEST_SENT
from engine.table.presses import Presses
from engine.table.visit import SEAT, Visit

BURST, A_SECOND = 30, 2.0  # deeds of one seat, or of one address without a link, at once and for how long on end
MOST_KNOWN: Final = 1_000
POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",  # with none at all browsers would say of our own forms no more than of anybody's
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
DISK: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
FOLDER: Final = (
    "It has to be where it was when the game was opened, with room on its disk. The host puts it back, or ends the game with Ctrl-C and "
    "opens it where it is now: what anyone was told is done is kept."
)
Handler = Callable[[Visit], Response]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
LOOKS: Final[dict[str, Handler]] = {
    "/": pages.your_move,
    "/act": pages.act,
    "/threads": listings.proposals,
    "/threads/{number:int}": pages.thread,
    "/issues": listings.issues,
    "/propose": pages.propose,
    "/rules": pages.rules,
    "/rules/{slug}": pages.rule,
    "/players": pages.players,
    "/chronicle": pages.chronicles,
    "/board/{path:path}": pages.board,
    "/pulse": pages.pulse,
    "/table": pages.table,
}
DOES: Final[dict[str, Handler]] = {
    "/say": deeds.say,
    "/act": deeds.act,
    "/edit": deeds.edit,
    "/react": deeds.react,
    "/issue": deeds.issue,
    "/retitle": deeds.retitle,
    "/state": deeds.state,
    "/propose": deeds.propose,
    "/propose/check": deeds.check,
    "/seat": deeds.sit,
    "/clock": deeds.clock,
    "/lesson": deeds.learn,
    "/seats": deeds.seats,
}


def application(house: House, report: Callable[[Exception], None]) -> Any:
    """The ASGI application of one game. `report` is told of what should not happen."""
    doors, clients = _Doors(house, report), Interface(house, report)
    routes = [
        Route("/static/{version}/{name}", assets.answer),
        Route("/api/v3/{rest:path}", clients.rest_call, methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
        Route("/terminal", _terminal(house, report), methods=["POST"]),
        Route("/enter/{secret}", doors.serve(deeds.door, anyone=True)),
        Route("/enter", doors.serve(deeds.enter, anyone=True, proves=False), methods=["POST"]),
        Route("/{owner}/{name}/info/refs", clients.git_call),  # one may be called board
        *(Route(path, doors.serve(handler)) for path, handler in LOOKS.items()),
        *(Route(path, doors.serve(handler), methods=["POST"]) for path, handler in DOES.items()),
        Route("/{owner}/{name}/{rest:path}", clients.git_call, methods=["GET", "POST"]),
        Route("/{rest:path}", doors.serve(_nowhere), methods=["GET", "POST"]),
    ]
    nowhere = doors.serve(_nowhere)

    async def no_route(request: Request, error: Exception) -> Response:
        """A line break in an address is matched by no route, not even by the last."""
        return await nowhere(request)

    return Bounded(Starlette(routes=routes, exception_handlers={404: no_route}), Rates(), partial(_seat, house))


def _terminal(house: House, report: Callable[[Exception], None]) -> Callable[[Request], Awaitable[Response]]:
    """For the terminals of whoever serves the game: they know the host's secret, which no page can send in this header."""

    def answer(secret: str, asked: Any) -> Response:
        if not house.seats.asker(secret).is_host or not isinstance(asked, dict):
            return JSONResponse({"cause": "That is not the host's secret.", "remedy": "Begin the game again."}, 403)
        try:
            return JSONResponse(terminal.do(house, asked))
        except deeds.REFUSALS as error:
            return JSONResponse({"cause": error.cause, "remedy": error.remedy}, 422)
        except Exception as failed:  # the same boundary as of the pages
            why = house.passes.installed.cause_of(failed)
            report(why)
            return JSONResponse(dict(zip(("cause", "remedy"), _told(why), strict=True)), 500)

    async def endpoint(request: Request) -> Response:
        try:
            asked = sent.read(await request.body())
        except ValueError:
            asked = None
        found: Response = await run_in_threadpool(answer, request.headers.get("x-nomic-secret", ""), asked)
        return found

    return endpoint


def _seat(house: House, scope: Scope) -> str:
    """Whose deed it is: of the seat that its link opens; empty for whoever has none, and for spectators, who share theirs."""
    request, seats = Request(scope), house.seats
    shown = (
        request.cookies.get(seats.cookie, ""),
        sent.secret(request.headers.get("authorization", "")),
        request.headers.get("x-nomic-secret", ""),
    )
    return next((f"{each.kind} {each.seat}" for each in map(seats.asker, shown) if each.kind in (HOST, PLAYER)), "")


def _nowhere(visit: Visit) -> Response:
    return visit.door("There is no such page", "Go back, or to your move.", status=404)


class _Doors:
    """Turns handlers of visits into endpoints."""

    def __init__(self, house: House, report: Callable[[Exception], None]) -> None:
        self.house, self.report, self.presses = house, report, Presses()

    def serve(
        self, handler: Handler, *, anyone: bool = False, proves: bool = True
    ) -> Callable[[Request], Awaitable[Response]]:
        """`anyone`: without a link, too; `proves`: a form must carry what only our pages know."""

        async def endpoint(request: Request) -> Response:
            try:
                form = await filled.read(request) if request.method == "POST" else {}
            except filled.NotUtf8 as error:
                return PlainTextResponse(str(error), 400)
            answer: Response = await run_in_threadpool(self._answer, handler, request, form, anyone, proves)
            return answer

        return endpoint

    def _answer(self, handler: Handler, request: Request, form: dict[str, str], anyone: bool, proves: bool) -> Response:
        cookies, seats = request.cookies, self.house.seats
        # the host's other tab may have changed seats since: a form is of the seat that its page was of
        asker = seats.asker(cookies.get(seats.cookie, ""), form.get(SEAT) or cookies.get(seats.sits, ""))
        here = request.url.path + (
            f"?{request.url.query}" if request.url.query and "said=" not in request.url.query else ""
        )
        parts = {name: str(value) for name, value in request.path_params.items()}
        visit = Visit(self.house, asker, here, dict(request.query_params), form, parts)
        try:
            if asker.kind == NOBODY and not anyone:
                return visit.door("This table is private", "Open the link that the host gave you.", status=403)
            if request.method == "POST" and not _is_ours(request):
                return visit.door("That was not sent from here", "Go back, and load the page again.", status=403)
            if request.method == "POST" and proves and not seats.proves(asker, form.get("proof")):
                return visit.door("This page was old", "Go back, load it again, and send it once more.", status=403)
            if request.method == "GET" or (asker.kind == NOBODY and not form.get("page")):
                return handler(visit)  # of those without a link only the page tells whether they are one person or two
            pressed = (request.url.path, asker.secret, asker.seat, frozenset(form.items()))
            return self.presses.once(pressed, lambda: handler(visit))
        except deeds.REFUSALS as error:
            return self._refusal(visit, error)
        except Exception as failed:  # the boundary of the pages: no traceback reaches anyone
            why = self.house.passes.installed.cause_of(failed)
            self.report(why)
            return PlainTextResponse(" ".join(_told(why)), 500)

    def _refusal(self, visit: Visit, error: Any) -> Response:
        """On a page; in plain words where the disk, say, lets none be made."""
        status = getattr(error, "status", 422)
        try:
            return visit.door(error.cause, error.remedy, status=status)
        except Exception as worse:  # the same boundary
            self.report(worse)
            return PlainTextResponse(f"{error.cause} {error.remedy}", status)


def _told(error: Exception) -> tuple[str, str]:
    """Cause and remedy; what has none is a bug."""
    if isinstance(error, Told):
        return error.cause, error.remedy
    if isinstance(error, OSError) and (error.filename or error.errno in DISK):  # which one, the host's terminal says
        return f"The game's folder cannot be read or written: {error.strerror}.", FOLDER
    return "This is a bug of nomic.", "The host finds a report in the terminal."


def _is_ours(request: Request) -> bool:
    """Whether the browser says that the form was on a page of this address. What says nothing is no browser.

    Where it knows the way to be safe it says so in a word of its own, and a proxy may have another address than this one. Else the
    address counts; that of a page which has it kept back is `null`.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin", "")
    if site is not None:
        return site in ("same-origin", "none")
    try:
        return not origin or urlsplit(origin).netloc == request.headers.get("host", "")
    except ValueError:  # an address that is none
        return False


class Rates:
    """A bucket for each seat, and for each address without one: it holds so many deeds, and fills up again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, whose: str) -> bool:
        now = self.clock()
        left, since = self.left.pop(whose, (float(BURST), now))
        left = min(float(BURST), left + (now - since) * A_SECOND)
        self.left[whose] = (max(0.0, left - 1.0), now)
        while len(self.left) > MOST_KNOWN:
            self.left.popitem(last=False)
        return left >= 1.0


class Bounded:
    """Headers on every answer; nothing too large, and not too much at once, gets in.

    Behind a proxy all come from one address: who has a seat is counted by it, so that nobody without a link uses up their deeds.
    """

    def __init__(self, inner: Any, rates: Rates, seat: Callable[[Scope], str]) -> None:
        self.inner, self.rates, self.seat = inner, rates, seat

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.inner(scope, receive, send)
            return
        seat = self.seat(scope)
        most = _most(scope["path"], seat)
        refused = self._refused(scope, seat, most)
        body = b"" if refused else await _whole(receive, most)
        if body is None:
            refused = _too_large(most)
        if refused is not None:
            await refused(scope, receive, _with_headers(send))
        else:
            await self.inner(scope, _again(body or b"", receive), _with_headers(send))

    def _refused(self, scope: Scope, seat: str, most: int) -> Response | None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > most:
            return _too_large(most)
        if scope["method"] != "GET" and not self.rates.allows(seat or str((scope.get("client") or ("",))[0])):
            words = "That is too much at once. Wait a few seconds and try again."
            return PlainTextResponse(words, 429, {"retry-after": "5"})
        return None


def _most(path: str, seat: str) -> int:
    """Bytes that are taken in there: forms are small, what who has a seat pushes or sends by an interface may be larger."""
    sent = path.startswith(f"{PREFIX}/") or GIT.fullmatch(path)
    return LARGEST_SENT if sent and seat else LARGEST


def _too_large(most: int) -> Response:
    return PlainTextResponse(f"That is too large to be taken: {most:,} bytes at most.", 413)


async def _whole(receive: Receive, most: int) -> bytes | None:
    """Everything that is sent, before anything is done with it; None if that is too much, or who sends it has gone."""
    found, more = bytearray(), True
    while more:
        message = await receive()
        found += message.get("body", b"")
        if len(found) > most or message["type"] == "http.disconnect":
            return None
        more = message.get("more_body", False)
    return bytes(found)


def _again(body: bytes, receive: Receive) -> Receive:
    """Hands on what was received whole, and then whatever else there is."""
    waiting = [body]

    async def received() -> MutableMapping[str, Any]:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return received


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            has = {name.lower() for name, _ in message["headers"]}
            if b"cache-control" not in has:
                own.append((b"cache-control", b"no-store"))
            message["headers"] = [*message["headers"], *own]
        await send(message)

    return sending
