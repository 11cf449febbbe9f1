"""The hub's address on loopback: REST and git, for programs that believe it is GitHub."""

from __future__ import annotations

import base64
import gzip
import json
import re
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from engine.hub.faults import ANSWERS
from engine.hub.routes import Call, Refused, Reply

if TYPE_CHECKING:
    from engine.hub.hub import Hub

GIT: Final = re.compile(
    r"/(?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?(?P<rest>/(?:info/refs|HEAD|objects/.*|git-[a-z]+-pack))"
)


class Server(ThreadingHTTPServer):
    """One hub's server; requests are answered one at a time, since the model has no locks of its own."""

    daemon_threads = True

    def __init__(self, hub: Hub) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.hub = hub
        self.lock = threading.Lock()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    """Sorts requests into git's and the REST interface's."""

    protocol_version = "HTTP/1.1"
    server: Server

    def _handle(self) -> None:
        split = urlsplit(self.path)
        body = self._body()
        if git := GIT.fullmatch(split.path):
            with self.server.lock:
                status, headers, data = self._git(git["name"], git["rest"], split.query, body)
            self._send(status, headers, data)
            return
        fault = self.server.hub.faults.next(f"{self.command} {split.path}")
        if fault == "timeout":
            time.sleep(self.server.hub.patience)
        if fault in ANSWERS and fault != "lost_answer":
            self._json(Refused(*ANSWERS[fault]).reply, fault)
            return
        with self.server.lock:
            self.server.hub.requests.append(f"{self.command} {split.path}")
            reply = self._rest(unquote(split.path), dict(parse_qsl(split.query)), body)
        if fault == "lost_answer":
            reply = Refused(*ANSWERS[fault]).reply
        self._json(reply, fault)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _handle

    def _rest(self, path: str, query: dict[str, str], body: bytes) -> Reply:
        token = self._token()
        known = self.server.hub.tokens.get(token)
        if known is None:
            return Refused(401, "Bad credentials").reply
        try:
            given = json.loads(body) if body else {}
        except ValueError:
            return Refused(400, "Problems parsing JSON").reply
        return self.server.hub.rest.answer(self.command, path, Call(known.account, known.scopes, query, given))

    def _token(self) -> str:
        scheme, _, value = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "basic":
            return base64.b64decode(value).decode().partition(":")[2]
        return value

    def _git(self, name: str, rest: str, query: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        writing = "git-receive-pack" in rest or "service=git-receive-pack" in query
        known = self.server.hub.tokens.get(self._token())
        if writing and known is None:
            return 401, {"WWW-Authenticate": 'Basic realm="hub"'}, b""
        if writing and known is not None and "contents" not in known.scopes:
            return 403, {}, b"Permission to the repository denied."
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
        self._send(reply.status, headers, data)

    def _send(self, status: int, headers: dict[str, str], data: bytes) -> None:
        self.send_response_only(status)
        self.send_header("Date", formatdate(self.server.hub.clock(), usegmt=True))
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """The hub is quiet: `requests` holds what was asked."""
