"""The hub's address, at which faults strike."""

import json
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.hub import server
from engine.hub.ground import Answer
from engine.hub.routes import Refused
from engine.hub.server import as_json
from tests.github.faults import ALTERED, ANSWERS, ANYWHERE, AROUND, BEFORE

if TYPE_CHECKING:
    from tests.github.hub import Hub


class Handler(server.Handler):
    server: "Server"

    def respond(self, request: str, carry_out: Callable[[], Answer]) -> None:
        fault = self.server.hub.faults.next(request, *ANYWHERE)
        if fault in BEFORE:
            self._nothing(fault)
        elif fault in ANSWERS:
            status, headers, data = as_json(Refused(*ANSWERS[fault]).reply)
            self.send(status, headers | self._more(fault), data)
        else:
            twice = fault == "doubled" and not request.startswith("GIT ")
            self._sent(
                fault, *self.carried_out(request, (lambda: (carry_out(), carry_out())[1]) if twice else carry_out)
            )

    def carried_out(self, request: str, carry_out: Callable[[], Answer]) -> Answer:
        def noted() -> Answer:
            hub = self.server.hub
            (hub.git_requests if request.startswith("GIT ") else hub.requests).append(request)
            return carry_out()

        return super().carried_out(request, noted)

    def _nothing(self, fault: str) -> None:
        """The request was never carried out; what comes back is silence, a closed connection, or somebody else's page."""
        if fault == "garbage":
            self.send(200, {"Content-Type": "text/html"}, b"<html>We'll be back soon.</html>")
            return
        if fault == "timeout":
            self.server.over.wait(self.server.hub.patience)
        self.close_connection = True

    def _more(self, fault: str) -> dict[str, str]:
        """What stands beside an answer that speaks of a limit."""
        if fault == "rate_limit":
            return {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(self.server.hub.clock() + 3_600)}
        return {"Retry-After": "1"} if fault == "secondary_limit" else {}

    def _sent(self, fault: str | None, status: int, headers: dict[str, str], data: bytes) -> None:
        """What happens to the answer on its way."""
        if fault == "lost_answer":
            status, headers, data = 502, {}, b""
        if fault == "late_answer":
            self.server.over.wait(self.server.hub.patience)
        if fault in ALTERED and isinstance(items := json.loads(data or b"{}"), list):
            data = json.dumps(ALTERED[fault](items)).encode()
        elif fault in (*ALTERED, *AROUND):
            status, headers, data = self._around(fault, status, headers, data)
        if fault == "cut":
            self.head(status, headers, len(data))
            self.wfile.write(data[: len(data) // 2])
            self.close_connection = True
        else:
            self.send(status, headers, data)

    def _around(self, fault: str, status: int, headers: dict[str, str], data: bytes) -> Answer:
        here = f"{self.server.hub.address}{self.path}"
        if fault == "next_is_itself":
            return status, {**headers, "Link": f'<{here}>; rel="next"'}, data
        if fault == "leads_to_itself":
            return 301, {"Location": here}, b"{}"
        return {"accepted": 202, "no_content": 204}.get(fault, status), headers, b"null" if fault == "null" else b""


class Server(server.Server):
    handler = Handler
    hub: "Hub"

    def __init__(self, hub: "Hub") -> None:
        super().__init__(hub)
        self.over = threading.Event()  # who makes others wait must not keep the hub open

    def server_close(self) -> None:
        self.over.set()
        super().server_close()
