"""GitHub's interface to the game, for whoever has a link: REST below /api/v3 and git, with the link's secret as the token."""

import re
import zlib
from collections.abc import Callable
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from engine.hub import sent
from engine.hub.accounts import ALL_SCOPES, ANYBODY, Token
from engine.hub.git_http import GitRequest
from engine.hub.routes import Call, Refused, Reply, Rest
from engine.hub.server import as_json
from engine.hub.shapes import Shapes
from engine.table import packed
from engine.table.house import House
from engine.table.identity import WATCHER

PREFIX: Final = "/api/v3"
GIT: Final = re.compile(
    r"/(?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?(?P<rest>/(?:info/refs|HEAD|objects/[0-9A-Za-z./-]+|git-[a-z]+-pack))"
)
LARGEST: Final = 8_000_000  # bytes of a request, as sent and unpacked
UNPACKED: Final = 250_000_000  # bytes of what is pushed with it: git takes seconds for them


class Interface:
    """The endpoints; what they answer is the hub's, with the addresses of the table."""

    def __init__(self, house: House, report: Callable[[Exception], None]) -> None:
        self.house, self.report = house, report
        hub = house.game.hub
        shapes = Shapes(hub.model, f"{house.address}{PREFIX}", house.address)
        self.rest = Rest(hub.model, shapes, hub.git.has)
        self.rest.routes = hub.rest.routes

    async def rest_call(self, request: Request) -> Response:
        body = await request.body()
        found: Response = await run_in_threadpool(self._guarded, self._answer, request, body)
        return found

    async def git_call(self, request: Request) -> Response:
        body = await request.body()
        found: Response = await run_in_threadpool(self._guarded, self._git, request, body)
        return found

    def _guarded(self, answer: Callable[[Request, bytes], Response], request: Request, body: bytes) -> Response:
        try:
            return answer(request, body)
        except Exception as error:  # the boundary of this interface
            self.report(self.house.passes.installed.cause_of(error))
            return _json(Refused(500, "Server Error").reply)

    def _token(self, request: Request) -> Token | None:
        """Whom the secret stands for; spectators may read. None: nobody."""
        asker = self.house.seats.asker(sent.secret(request.headers.get("authorization", "")))
        if asker.seat is not None:
            return Token(self.house.game.model.account(asker.seat).id, ALL_SCOPES)
        return Token(ANYBODY, frozenset()) if asker.kind == WATCHER else None

    def _answer(self, request: Request, body: bytes) -> Response:
        token, hub = self._token(request), self.house.game.hub
        if token is None or (token.account == ANYBODY and request.method != "GET"):
            return _json(Refused(401, "Bad credentials").reply)
        try:
            given = sent.read(body)
        except ValueError:
            return _json(Refused(400, "Problems parsing JSON").reply)
        path = str(request.scope["path"]).removeprefix(PREFIX)  # in `url` some letters are written as %3F and the like
        call = Call(token.account, token.scopes, dict(request.query_params), given)
        with hub.server.lock:
            reply = self.rest.answer(request.method, path, call)
            hub.done(f"{request.method} {path}")
        if request.method != "GET":
            self.house.passes.settle(0)
        return _json(reply)

    def _git(self, request: Request, body: bytes) -> Response:
        found, token, hub = GIT.fullmatch(request.url.path), self._token(request), self.house.game.hub
        if found is None:
            return Response("not found", 404)
        if token is None:
            return Response("", 401, {"WWW-Authenticate": 'Basic realm="the table"'})
        query = str(request.url.query)
        writing = "git-receive-pack" in found["rest"] or "service=git-receive-pack" in query
        if writing and not self._may_push(token, found["name"]):
            return Response("Push to a fork of your own, or propose it by a pull request.", 403)
        if request.headers.get("content-encoding") == "gzip":
            try:
                body = _unpacked(body)
            except OverflowError:
                return Response(f"That is too large to be taken: {LARGEST:,} bytes at most.", 413)
            except zlib.error:
                return Response("That is no gzip.", 400)
        if writing and packed.is_more(body, UNPACKED):
            return Response(f"That is too large to be taken: {UNPACKED:,} bytes at most, unpacked.", 413)
        headers = {name.lower(): value for name, value in request.headers.items() if name.lower() != "content-encoding"}
        with hub.server.lock:
            asked = GitRequest(request.method, found["rest"], query, headers, body)
            status, told, data = hub.git_request(found["name"], asked, token)
            hub.done(f"GIT {found['rest']}?{query}")
        if writing and request.method == "POST":
            self.house.passes.settle(0)
        return Response(data, status, told)

    def _may_push(self, token: Token, name: str) -> bool:
        model, hub = self.house.game.model, self.house.game.hub
        if token.account == ANYBODY:
            return False
        own = name.partition("/")[0].lower() == model.accounts[token.account].login.lower()
        return model.may(token.account, "write") if hub.called(name) == hub.full_name else own


def _unpacked(body: bytes) -> bytes:
    """What was sent as gzip. Raises OverflowError if it is more than is taken, and zlib.error."""
    stream = zlib.decompressobj(zlib.MAX_WBITS | 16)
    found = stream.decompress(body, LARGEST)
    if stream.unconsumed_tail:
        raise OverflowError
    return found


def _json(reply: Reply) -> Response:
    status, headers, data = as_json(reply)
    return Response(data, status, headers)
