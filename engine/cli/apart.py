"""What runs the code of rules and has to start git beside it: done in a child that may take no more memory than a judge's.

Where memory ends Starlark ends its process, with a trace of its own on stderr: so nobody hears the child there.
"""

import os
import pickle
import signal
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar, cast

from engine.referee.judging import limits
from engine.store.told import Told

T = TypeVar("T")


def apart(act: Callable[[], T]) -> T:
    """What `act` returns or raises. Raises Told where its process ends before; where no memory is bounded, it is not apart."""
    if limits.in_use() is None:
        return act()
    hearing, saying = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(hearing)
        _say(saying, act)
    os.close(saying)
    try:
        with os.fdopen(hearing, "rb") as answer:
            said = answer.read()
    finally:
        os.kill(child, signal.SIGKILL)  # also where Ctrl-C comes, which the child does not hear
        os.waitpid(child, 0)
    try:
        returned, raised = pickle.loads(said)  # noqa: S301 - what another process of our own has just written
    except (EOFError, pickle.UnpicklingError):
        raise _ended() from None
    if raised is not None:
        raise raised
    return cast("T", returned)


def _say(saying: int, act: Callable[[], Any]) -> NoReturn:
    """In the child: what comes of it, as a whole or not at all."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        said = pickle.dumps((act(), None))
    except MemoryError:
        os._exit(1)
    except Exception as error:  # the parent's boundary tells what it is
        said = _raised(error)
    except BaseException:  # what Starlark's binding raises where memory ends
        os._exit(1)
    with os.fdopen(saying, "wb") as sink:
        sink.write(said)
    os._exit(0)


def _raised(error: Exception) -> bytes:
    """One that is made of something else than its words is told as they are: no other process could make it anew."""
    said = pickle.dumps((None, error))
    try:
        pickle.loads(said)  # noqa: S301 - what was just written
    except Exception:
        return pickle.dumps((None, Told(str(error), getattr(error, "remedy", ""))))
    return said


def _ended() -> Told:
    return Told(
        "The rules took more memory than passes have, or this machine has too little: it ended before it was done.",
        "If it ends so with 4 GB free, no pass has done what this journal tells: look where you have it from.",
    )
