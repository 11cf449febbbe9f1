"""A web server that answers as told and remembers what it was asked, and real git repositories on disk."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

NOW = 1_767_614_400
TOKEN = "ghs_very-secret"


@dataclass
class Asked:
    method: str
    path: str
    query: dict[str, str]
    body: Any
    headers: dict[str, str]

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


@dataclass
class Told:
    """`cut` bytes are kept back from the body although its length was announced; `hang` seconds pass first."""

    data: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int = 0
    hang: float = 0
    raw: bytes | None = None


@dataclass
class Web:
    """`answer` decides what each request gets; `asked` lists them all."""

    url: str
    asked: list[Asked] = field(default_factory=list)
    answer: Callable[[Asked], Told] = lambda asked: Told([])
    done: threading.Event = field(default_factory=threading.Event)

    def script(self, *answers: Told) -> None:
        """These answers in this order; the last one stays."""
        rest = list(answers)
        self.answer = lambda asked: rest.pop(0) if len(rest) > 1 else rest[0]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    web: Web

    def handle_any(self) -> None:
        parts = urlsplit(self.path)
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        asked = Asked(self.command, parts.path, dict(parse_qsl(parts.query)), body, dict(self.headers))
        self.web.asked.append(asked)
        self.give(self.web.answer(asked))

    def give(self, told: Told) -> None:
        self.web.done.wait(told.hang)
        body = told.raw if told.raw is not None else b"" if told.status == 204 else json.dumps(told.data).encode()
        self.send_response_only(told.status)
        headers = {"Date": formatdate(NOW, usegmt=True), "Content-Type": "application/json; charset=utf-8"}
        for name, value in {**headers, "Content-Length": str(len(body)), **told.headers}.items():
            self.send_header(name, value)
        with suppress(ConnectionError):  # the asker may have lost its patience
            self.end_headers()
            self.wfile.write(body[: len(body) - told.cut])
        self.close_connection = self.close_connection or told.cut > 0

    do_GET = do_POST = do_PATCH = do_DELETE = handle_any

    def log_message(self, *words: object) -> None:
        """Tests are quiet."""


def user(login: str = "ana", number: int = 7, kind: str = "User") -> dict[str, Any]:
    return {"login": login, "id": number, "type": kind}


def issue(number: int = 12, **more: Any) -> dict[str, Any]:
    return {
        "id": 1000 + number,
        "number": number,
        "title": "Beer",
        "body": None,
        "user": user(),
        "author_association": "MEMBER",
        "labels": [{"name": "voting"}],
        "assignees": [],
        "state": "open",
        "created_at": "2026-01-05T12:00:00Z",
        "updated_at": "2026-01-05T12:00:00Z",
        **more,
    }


def comment(identity: int = 345, **more: Any) -> dict[str, Any]:
    return {
        "id": identity,
        "issue_url": "https://api.github.com/repos/ana/island/issues/12",
        "user": user(),
        "author_association": "NONE",
        "body": "yay",
        "created_at": "2026-01-05T12:00:00Z",
        "updated_at": "2026-01-05T12:00:00Z",
        **more,
    }


def git(*arguments: str, at: Path, stdin: str | None = None, **more: str) -> str:
    """git as a person would run it, with a fixed identity."""
    who = {
        f"GIT_{role}_{what}": f"{what}@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    env = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, **more}
    done = subprocess.run(
        ["git", *arguments], cwd=at, env=env, input=stdin, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
