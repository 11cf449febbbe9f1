"""The hub's address on loopback: REST and git, for programs that believe it is GitHub."""

import gzip
import json
import re
import sys
import threading
from dataclasses import replace
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

from engine.hub import sent
from engine.hub.accounts import ANYBODY, Token
from engine.hub.faults import ANSWERS, ANYWHERE, BEFORE
from engine.hub.ground import Ground
from engine.hub.routes import Call, Refused, Reply

GIT: Final = re.compile(
    r"/(?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?(?P<rest>/(?:info/refs|HEAD|objects/.*|git-[a-z]+-pack))"
)


class Server(ThreadingHTTPServer):
    """One hub's server; requests are answered one at a time, since the model has no locks of its own."""

    daemon_threads = True

    def __init__(self, hub: Ground) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.hub = hub
        self.lock = threading.Lock()
        self.over = threading.Event()  # who makes others wait must not keep the hub open

    def handle_error(self, request: object, client_address: object) -> None:
        """Who does not wait for the answer is no error of the hub's."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # the socket, as it came

    def server_close(self) -> None:
        self.over.set()
        super().server_close()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    """Sorts requests into git's and the REST interface's."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave together: else the second waits 40 ms for the first to be acknowledged
    disable_nagle_algorithm = True
    server: Server

    def _handle(self) -> None:
        if not self.server.hub.public and self._known() is None:
            self._turn_away()
            return
        split = urlsplit(self.path)
        body = self._body()
        git = GIT.fullmatch(split.path)
        name = f"GIT {git['rest']}?{split.query}" if git else f"{self.command} {split.path}"
        fault = self.server.hub.faults.next(name, *ANYWHERE)
        if fault in BEFORE:
            self._nothing(fault)
        elif fault in ANSWERS:
            self._json(Refused(*ANSWERS[fault]).reply, fault)
        elif git:
            with self.server.lock:
                self.server.hub.git_requests.append(name)
                answer = self._git(git["name"], git["rest"], split.query, body)
                self.server.hub.done(name)
            self._send(*answer, fault)
        else:
            with self.server.lock:
                self.server.hub.requests.append(name)
                for _ in range(2 if fault == "doubled" else 1):
                    reply = self._rest(unquote(split.path), dict(parse_qsl(split.query)), body)
                self.server.hub.done(name)
            self._json(reply, fault)

    def _turn_away(self) -> None:
        """Nothing of what was sent is read, so nothing else can come on this connection."""
        reply = Refused(401, "Bad credentials").reply
        self._json(replace(reply, headers={"WWW-Authenticate": 'Basic realm="hub"', "Connection": "close"}), None)
        self.close_connection = True

    def _nothing(self, fault: str) -> None:
        """The request was never carried out; what comes back is silence, a closed connection, or somebody else's page."""
        if fault == "garbage":
            self._send(200, {"Content-Type": "text/html"}, b"<html>We'll be back soon.</html>")
            return
        if fault == "timeout":
            self.server.over.wait(self.server.hub.patience)
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

    def _git(self, name: str, rest: str, query: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
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
        return self.server.hub.git_request(name, self.command, rest, query, headers, body, known)

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

    def _json(self, reply: Reply, fault: str | None) -> None:
        data = b"" if reply.body is None else json.dumps(reply.body).encode()
        headers = {"Content-Type": "application/json; charset=utf-8", **reply.headers}
        if fault == "rate_limit":
            headers |= {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(self.server.hub.clock() + 3_600)}
        if fault == "secondary_limit":
            headers["Retry-After"] = "1"
        self._send(reply.status, headers, data, fault)

    def _send(self, status: int, headers: dict[str, str], data: bytes, fault: str | None = None) -> None:
        """`fault` is what happens to the answer on its way."""
        if fault == "lost_answer":
            status, headers, data = 502, {}, b""
        if fault == "late_answer":
            self.server.over.wait(self.server.hub.patience)
        self.send_response_only(status)
        self.send_header("Date", formatdate(self.server.hub.clock(), usegmt=True))
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if fault == "cut" else data)
        self.close_connection |= fault == "cut"

    def log_message(self, format: str, *args: object) -> None:
        """The hub is quiet: `requests` holds what was asked."""
