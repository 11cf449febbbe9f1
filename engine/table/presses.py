"""A button pressed twice is one deed: what is sent again while the first is being done gets the answer of the first."""

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future

from starlette.responses import Response


class Presses:
    """What is being done, by all that was sent with it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._doing: dict[Hashable, Future[Response]] = {}

    def once(self, sent: Hashable, do: Callable[[], Response]) -> Response:
        """The answer of `do`, or of the same that somebody else is doing meanwhile."""
        with self._lock:
            known = self._doing.get(sent)
            if known is None:
                mine = self._doing[sent] = Future[Response]()
        return known.result() if known is not None else self._first(sent, do, mine)

    def _first(self, sent: Hashable, do: Callable[[], Response], mine: Future[Response]) -> Response:
        try:
            answer = do()
        except BaseException as error:
            mine.set_exception(error)
            raise
        else:
            mine.set_result(answer)
            return answer
        finally:
            with self._lock:
                del self._doing[sent]
