"""Where a table that is served at a host can be entered, from this machine and from the network; and that what answers on this
machine is asked directly.
"""

import contextlib
import ipaddress
import socket
from collections.abc import MutableMapping
from typing import Final

EVERY: Final = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - all of this machine's, and one of them
# Kept for documentation: nobody is there
NOWHERE: Final = {
    socket.AF_INET: "192.0.2.1",
    socket.AF_INET6: "2001:db8::1",
}
OURS: Final = ("127.0.0.1", "localhost", "::1")


def ask_directly(environment: MutableMapping[str, str]) -> None:
    """Where there is a proxy, none of it for this machine's own: it would look for them elsewhere, and be told their secrets."""
    if not any(value for name, value in environment.items() if name.lower() in ("http_proxy", "all_proxy")):
        return
    listed = (environment.get("no_proxy") or environment.get("NO_PROXY") or "").split(",")
    known = [each.strip() for each in listed if each.strip()]
    if "*" not in known:
        whole = ",".join([*known, *(each for each in OURS if each not in known)])
        environment.update({"no_proxy": whole, "NO_PROXY": whole})


def is_loopback(host: str) -> bool:
    """Whether nobody but this machine can enter there."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def here(host: str) -> str:
    """The host as it stands in a link for this machine's browser and terminals. Only there does what is served answer."""
    return _in_link("127.0.0.1" if host == "localhost" else EVERY.get(host, host))


def on_network(host: str) -> str:
    """The host as it stands in a link for others."""
    return _in_link(_own(family(host)) or EVERY[host]) if host in EVERY else here(host)


def family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _own(family: socket.AddressFamily) -> str:
    """This machine's address as its network sees it, or nothing; nothing is sent to find it out."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as tried:
        tried.connect((NOWHERE[family], 9))
        return str(tried.getsockname()[0])
    return ""


def _in_link(host: str) -> str:
    return f"[{host}]" if ":" in host else host
