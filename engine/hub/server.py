"""The hub's address on loopback: REST and git, for programs that believe it is GitHub."""

import gzip
import json
import re
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from engine.hub import sent
from engine.hub.accounts import ANYBODY, Token
from engine.hub.git_http import GitRequest
from engine.hub.ground import Answer, Ground
from engine.hub.routes import Call, Refused, Reply

GIT: Final = re.compile(
    r"/(?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?(?P<rest>/(?:info/refs|HEAD|objects/.*|git-[a-z]+-pack))"
)


class Handler(BaseHTTPRequestHandler):
    """Sorts requests into git's and the REST interface's."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave together: else the second waits 40 ms for the first to be acknowledged
    disable_nagle_algorithm = True
    server: "Server"

    def _handle(self) -> None:
        if not self.server.hub.public and self._known() is None:
            self._turn_away()
            return
        split, body = urlsplit(self.path), self._body()
        git = GIT.fullmatch(split.path)
        if git:
            request = f"GIT {git['rest']}?{split.query}"
            self.respond(request, lambda: self._git(git["name"], git["rest"], split.query, body))
        else:
            query = dict(parse_qsl(split.query))
            self.respond(f"{self.command} {split.path}", lambda: as_json(self._rest(unquote(split.path), query, body)))

    def respond(self, request: str, carry_out: Callable[[], Answer]) -> None:
        """What was done is kept before it is told."""
        self.send(*self.carried_out(request, carry_out))

    def carried_out(self, request: str, carry_out: Callable[[], Answer]) -> Answer:
        with self.server.lock:
            answer = carry_out()
            self.server.hub.done(request)
        return answer

    def _turn_away(self) -> None:
        """Nothing of what was sent is read, so nothing else can come on this connection."""
        reply = Refused(401, "Bad credentials").reply
        self.send(*as_json(replace(reply, headers={"WWW-Authenticate": 'Basic realm="hub"', "Connection": "close"})))
        self.close_connection = True

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _handle

    def _rest(self, path: str, query: dict[str, str], body: bytes) -> Reply:
        known = self._known()
        if known is None and "Authorization" not in self.headers and self.command == "GET":
            known = Token(ANYBODY, frozenset())
        if known is None:
            return Refused(401, "Bad credentials").reply
        try:
            given = sent.read(body)
        except ValueError:
            return Refused(400, "Problems parsing JSON").reply
        return self.server.hub.rest.answer(self.command, path, Call(known.account, known.scopes, query, given))

    def _known(self) -> Token | None:
        """Whom the token stands for; nobody, if it is none of the hub's."""
        return self.server.hub.tokens.get(sent.secret(self.headers.get("Authorization", "")))

    def _git(self, name: str, rest: str, query: str, body: bytes) -> Answer:
        writing = "git-receive-pack" in rest or "service=git-receive-pack" in query
        known = self._known()
        if writing and known is None:
            return 401, {"WWW-Authenticate": 'Basic realm="hub"'}, b""
        if writing and known is not None and "contents" not in known.scopes:
            return 403, {}, b"Permission to the repository denied."
        model = self.server.hub.model
        if (
            writing
            and known is not None
            and self.server.hub.called(name) == self.server.hub.full_name
            and not model.may(known.account, "write")
        ):
            return 403, {}, f"Permission to {name}.git denied to {model.accounts[known.account].login}.".encode()
        headers = {key.lower(): value for key, value in self.headers.items()}
        return self.server.hub.git_request(name, GitRequest(self.command, rest, query, headers, body), known)

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return self._chunks()
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        return gzip.decompress(raw) if self.headers.get("Content-Encoding") == "gzip" else raw

    def _chunks(self) -> bytes:
        found = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            found += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return found

    def send(self, status: int, headers: dict[str, str], data: bytes) -> None:
        self.head(status, headers, len(data))
        self.wfile.write(data)

    def head(self, status: int, headers: dict[str, str], length: int) -> None:
        self.send_response_only(status)
        self.send_header("Date", formatdate(self.server.hub.clock(), usegmt=True))
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """The hub is quiet."""


class Server(ThreadingHTTPServer):
    """One hub's server; requests are answered one at a time, since the model has no locks of its own."""

    daemon_threads = True
    handler: type[Handler] = Handler

    def __init__(self, hub: Ground) -> None:
        super().__init__(("127.0.0.1", 0), self.handler)
        self.hub = hub
        self.lock = threading.Lock()

    def handle_error(self, request: object, client_address: object) -> None:
        """Who does not wait for the answer is no error of the hub's."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # the socket, as it came

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


def as_json(reply: Reply) -> Answer:
    data = b"" if reply.body is None else json.dumps(reply.body).encode()
    return reply.status, {"Content-Type": "application/json; charset=utf-8", **reply.headers}, data
