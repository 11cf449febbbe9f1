"""What runs the code of rules and has to start git beside it: done in a child that may take no more memory than a judge's.

Where memory ends Starlark ends its process, with a trace of its own on stderr: so nobody hears the child there.
"""

import os
import pickle
import signal
import traceback
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
    """In the child, which goes no further whatever comes of it: that is said as a whole or not at all."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        said = _come_of(act)
        with os.fdopen(saying, "wb") as sink:
            sink.write(said)
    finally:  # also where memory has ended: Starlark's binding raises what is no Exception
        os._exit(0)


def _come_of(act: Callable[[], Any]) -> bytes:
    try:
        return pickle.dumps((act(), None))
    except MemoryError:
        return b""
    except Exception as error:  # the parent's boundary tells what it is
        return _raised(error)


def _raised(error: Exception) -> bytes:
    """Of an error that no other process can be handed, or could make anew, what it says."""
    try:
        said = pickle.dumps((None, error))
        pickle.loads(said)  # noqa: S301 - what was just written
    except Exception:
        return pickle.dumps((None, _in_words(error)))
    return said


def _in_words(error: Exception) -> Exception:
    if isinstance(error, Told):
        return Told(error.cause, error.remedy)
    return RuntimeError("".join(traceback.format_exception(error)))


def _ended() -> Told:
    return Told(
        "The rules took more memory than passes have, or this machine has too little: it ended before it was done.",
        "If it ends so with 4 GB free, no pass has done what this journal tells: look where you have it from.",
    )
