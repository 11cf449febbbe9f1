"""Pull requests that are to become law by the agreement of all, whatever the rules say: how they stand, and whom they wait for."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.game.owned import OWN_CHOICES, Rescue
from engine.table.sight import Sight

COMMAND: Final = "/rescue"


@dataclass(frozen=True)
class ShownRescue:
    """Logins of those who have agreed, who object, and who are still to say something; `players` may say yay or nay."""

    thread: int
    since: int
    agreed: tuple[str, ...]
    objecting: tuple[str, ...]
    waiting: tuple[str, ...]
    players: frozenset[str]


def rescues(sight: Sight) -> dict[int, ShownRescue]:
    """Those under way, by thread. Who has no seat here is not told."""
    return {
        int(thread): _rescue(sight, int(thread), noted) for thread, noted in sorted(sight.state.notes.rescues.items())
    }


def _rescue(sight: Sight, thread: int, noted: Rescue) -> ShownRescue:
    choices = {who: vote["choice"] for who, vote in noted["votes"].items()}

    def logins(people: Iterable[str]) -> tuple[str, ...]:
        known = set(people)
        return tuple(login for login, account in sight.people.items() if str(account) in known)

    agreed, objecting = ([who for who, choice in choices.items() if choice == word] for word in OWN_CHOICES)
    waiting = (who for who in noted["electors"] if who not in choices)
    players = frozenset(logins(noted["players"]))
    return ShownRescue(thread, noted["since"], logins(agreed), logins(objecting), logins(waiting), players)
