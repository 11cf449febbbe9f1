"""Who is asking: the host, a player at a seat, a spectator, or somebody without a link. Secrets, and what proves a form ours."""

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from engine.store.digest import sha256
from engine.table.game import Game
from engine.table.not_done import NotDone

ONCE: Final = 60.0  # seconds
MOST_SEATS: Final = 100  # each is asked about whenever a page is made
MOST_SHOWN: Final = 200  # links that are shown again to whoever loads their page again
HOST, PLAYER, WATCHER, NOBODY = "host", "player", "watcher", "nobody"


class SeatTaken(NotDone):
    """The seat belongs to somebody already."""

    def __init__(self, name: str) -> None:
        remedy = "Choose another name. If the seat is yours and your link is lost, ask the host for a new one."
        super().__init__(f"The seat of {name} is taken.", remedy)


@dataclass(frozen=True)
class Asker:
    """`seat` is whom this one acts for, if anyone; the host may sit on every seat of this machine."""

    kind: str
    seat: str | None = None
    secret: str = ""

    @property
    def is_host(self) -> bool:
        return self.kind == HOST

    @property
    def looks(self) -> bool:
        return self.kind != NOBODY


class Seats:
    """The links of one game. Only hashes of the players' secrets are kept: a lost one is issued again, and the old one is void."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._entering, self._issuing = threading.Lock(), threading.Lock()
        self._once, self._until = "", 0.0
        self._shown: OrderedDict[tuple[str, str], str] = OrderedDict()
        kept = dict(game.notes.get("links", {}))
        fresh = {name: kept.get(name) or secrets.token_urlsafe(18) for name in (HOST, "invitation", WATCHER, "forms")}
        if fresh != kept:
            game.note("links", fresh)

    @property
    def links(self) -> dict[str, str]:
        return dict(self.game.notes["links"])

    @property
    def cookie(self) -> str:
        """Where a browser keeps the secret. It names the game: browsers tell addresses apart, and not ports, so that two tables of
        one machine share what they keep."""
        return f"nomic-{self.game.notes['game']}"

    @property
    def sits(self) -> str:
        """Where the host's browser keeps which seat was chosen."""
        return f"{self.cookie}-sits"

    def asker(self, secret: str, sits: str = "") -> Asker:
        """Who shows this secret; `sits` is the seat that the host has chosen."""
        links = self.links
        if _same(secret, links[HOST]):
            return Asker(HOST, self.game.seated(sits) or self.game.host, secret)
        if _same(secret, links[WATCHER]):
            return Asker(WATCHER, None, secret)
        hashed = sha256(secret)
        for seat, known in self.game.notes.get("seats", {}).items():
            if _same(hashed, known):
                return Asker(PLAYER, seat, secret)
        return Asker(NOBODY)

    def invites(self, secret: str) -> bool:
        return _same(secret, self.links["invitation"])

    def once(self) -> str:
        """A secret by which one enters as the host, once and soon. With what is handed to a browser everybody on the machine can see
        it run."""
        self._once, self._until = secrets.token_urlsafe(18), time.monotonic() + ONCE
        return self._once

    def redeemed(self, secret: str) -> str:
        """The host's own secret for that one; any other as it is."""
        with self._entering:
            if not self._once or not _same(secret, self._once):
                return secret
            self._once = ""
        return self.links[HOST] if time.monotonic() < self._until else secret

    def issue(self, seat: str, page: str = "") -> str:
        """A new secret for a seat; the one before opens nothing any more. For the same form of the same `page`, which a browser sends
        once more as it loads the answer again, the secret of before."""
        with self._issuing:
            known = self._shown_before(seat, page)
            if known:
                return known
            secret = secrets.token_urlsafe(18)
            self._noted("seats", seat, sha256(secret))
            if page:
                self._shown[seat, page] = secret
            while len(self._shown) > MOST_SHOWN:
                self._shown.popitem(last=False)
        return secret

    def _shown_before(self, seat: str, page: str) -> str:
        """The secret that this page was shown for that seat, if it opens it still; else nothing."""
        known = self._shown.get((seat, page), "")
        return known if known and _same(sha256(known), self.game.notes.get("seats", {}).get(seat, "")) else ""

    def renew(self, link: str) -> None:
        """Another link of this kind; who has come in by the old one and has a seat keeps it."""
        self._noted("links", link, secrets.token_urlsafe(18))

    def _noted(self, notes: str, name: str, value: str) -> None:
        """One of these notes is another; read and written at once, since two may be changed at one moment."""

        def write() -> None:
            self.game.notes[notes] = {**self.game.notes.get(notes, {}), name: value}

        self.game.act(write)

    def enter(self, name: str, page: str = "") -> tuple[str, str]:
        """(seat, secret) of somebody invited who gives this name on this page, or has given it there. Raises BadName, SeatTaken,
        and NotDone where all seats are taken."""
        with (
            self._entering
        ):  # two who give one name at one moment are two people, and the second is told that it is taken
            return self._enter(name.strip(), page)

    def _enter(self, name: str, page: str) -> tuple[str, str]:
        known = self.game.seated(name)
        if known is not None and (secret := self._shown_before(known, page)):
            return known, secret
        if known is not None and (known in self.game.notes.get("seats", {}) or known == self.game.host):
            raise SeatTaken(known)
        if known is None and len(self.game.seats) >= MOST_SEATS:
            remedy = "Look on by the spectators' link, or share a seat with a friend."
            raise NotDone(f"All {MOST_SEATS} seats at this table are taken.", remedy)
        seat = self.game.seat(name)
        return seat, self.issue(seat, page)

    def proof(self, asker: Asker) -> str:
        """What a form of ours carries, and nobody else can know."""
        key = self.links["forms"].encode()
        return hmac.new(key, f"{asker.kind}\n{asker.secret}".encode(), hashlib.sha256).hexdigest()

    def proves(self, asker: Asker, given: Any) -> bool:
        return isinstance(given, str) and _same(given, self.proof(asker))


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
