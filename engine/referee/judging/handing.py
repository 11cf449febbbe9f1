"""Short messages between processes of ours, with descriptors that are handed over: all of one length, so that none runs into the next."""

import json
import os
import socket
from collections.abc import Sequence
from typing import Any, Final

LENGTH: Final = 256  # bytes
MOST: Final = 4  # descriptors with one message


def pair() -> tuple[socket.socket, socket.socket]:
    """Two ends, as every Unix has them."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)


def hand(line: socket.socket, message: Any, descriptors: Sequence[int] = ()) -> None:
    """Raises OSError, BrokenPipeError or ConnectionResetError where the other side has gone."""
    text = json.dumps(message).encode().ljust(LENGTH)
    sent = socket.send_fds(line, [text], descriptors)
    line.sendall(text[sent:])


def handed(line: socket.socket) -> tuple[Any, list[int]]:
    """The next message with its descriptors, once it is there; None where the other side has gone. Raises OSError."""
    text, descriptors = b"", list[int]()
    while len(text) < LENGTH:
        more, found, _, _ = socket.recv_fds(line, LENGTH - len(text), MOST)
        descriptors += found
        if not more:
            for descriptor in descriptors:
                os.close(descriptor)
            return None, []
        text += more
    return json.loads(text), descriptors
