"""Everything that goes wrong, by name; and how what strikes a pass is set up before it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from engine.referee.ports import ForgeError
from tests.storms import arcs, mischief
from tests.storms.arcs import CONFLICT
from tests.storms.hands import Hands
from tests.storms.ledger import Said
from tests.storms.mood import EVEN, USUAL, Mood
from tests.storms.runs import EVICTED, FATES
from tests.storms.weather import Crash, Weather

Fault = Callable[[Weather, Hands, random.Random], None]


def crash(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.crash, weather.crash_after = chance.randrange(8), chance.random() < 0.5


def push_refused(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.refuse = True


def push_lost(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.lose = True


def api_error(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.error, weather.error_after = chance.randrange(9), chance.random() < 0.3


def rate_limit(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.page_size, weather.limit_at = 3, chance.choice((1, 1, 2))


def page_shift(weather: Weather, hands: Hands, chance: random.Random) -> None:
    """While the pages are read, someone edits a comment of the first one: all behind it move up."""
    weather.page_size = 3
    weather.moments.append((chance.randrange(1, 6), lambda: touch(hands, chance), ""))


def touch(hands: Hands, chance: random.Random) -> None:
    """An old vote is edited in the middle of a reading."""
    window = [s for s in hands.ledger.comments.values() if s.deleted_at is None and s.at > hands.now - 3_600]
    votes = [s for s in window if s.text.strip().lower() in ("yay", "nay") and s.author not in hands.ledger.gone]
    if votes:
        hands.island.weather.strike("page shifting while read")
        hands.edit(votes[0].id, "nay" if votes[0].text.strip().lower() == "yay" else "yay")


def stale(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.lag = chance.randrange(2, 16)


def unknown_head(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.hidden_heads = chance.choice((60, 600))


def no_permission(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.without = chance.choice(("contents", "issues", "issues", "statuses"))


def overlap(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.moments.append((chance.randrange(10), lambda: another_run(hands), "two runs overlapping"))


def another_run(hands: Hands) -> None:
    """A whole run in the middle of another; the weather is the other's."""
    weather = hands.island.weather
    kept = {name: value for name, value in vars(weather).items() if name != "struck"}
    weather.clear()
    try:
        hands.island.referee().run()
    except (Crash, ForgeError):
        pass
    finally:
        vars(weather).update(kept)


def moved(weather: Weather, hands: Hands, chance: random.Random) -> None:
    note = f"note {chance.randrange(1000)}\n"
    weather.moments.append((chance.randrange(10), lambda: hands.commit_by_hand({"notes.txt": note}), ""))


def unprocessable(weather: Weather, hands: Hands, chance: random.Random) -> None:
    weather.unprocessable = chance.randrange(4)


def edit_now(weather: Weather, hands: Hands, chance: random.Random) -> None:
    """A ballot is edited between two calls of a pass."""

    def act() -> None:
        votes = _votes(hands)
        if votes:
            said = chance.choice(votes)
            hands.edit(said.id, chance.choice(("yay", "nay", "hm")))

    weather.moments.append((chance.randrange(12), act, "vote edited while read"))


def delete_now(weather: Weather, hands: Hands, chance: random.Random) -> None:
    def act() -> None:
        votes = _votes(hands)
        if votes:
            hands.delete(chance.choice(votes).id)

    weather.moments.append((chance.randrange(12), act, "vote deleted while read"))


def push_now(weather: Weather, hands: Hands, chance: random.Random) -> None:
    def act() -> None:
        numbers = [n for n in hands.ledger.proposals if hands.island.model.threads[n].state == "open"]
        if numbers:
            arcs.louder(hands, chance.choice(numbers))

    weather.moments.append((chance.randrange(12), act, "head moved while read"))


def _votes(hands: Hands) -> list[Said]:
    """Those of the last days that are there."""
    window = [s for s in hands.ledger.comments.values() if s.deleted_at is None and s.at > hands.now - 3 * 86_400]
    return [s for s in window if s.text.strip().lower() in ("yay", "nay") and s.author not in hands.ledger.gone]


PASS: Final[dict[str, Fault]] = {
    "crash between two side effects": crash,
    "push refused": push_refused,
    "push applied, answer lost": push_lost,
    "API error": api_error,
    "rate limit in mid-page": rate_limit,
    "page shifting while read": page_shift,
    "stale read after write": stale,
    "mergeability unknown": unknown_head,
    "token without a permission": no_permission,
    "two runs overlapping": overlap,
    "hand edit on main": moved,
}
# What came later, and strikes where seasons are drawn: the others stay what they were.
MORE: Final[dict[str, Fault]] = {
    "answered 422": unprocessable,
    "vote edited while read": edit_now,
    "vote deleted while read": delete_now,
    "head moved while read": push_now,
}
ALL_OF_A_PASS: Final[dict[str, Fault]] = {**PASS, **MORE}
WEIGHED: Final = tuple(ALL_OF_A_PASS)
PEOPLE: Final = (
    "comment edited",
    "comment deleted",
    "head moved",
    "pull request closed",
    "pull request reopened",
    "account renamed",
    "account gone",
)
LAW: Final = (CONFLICT,)
CALENDAR: Final = ("daylight saving", "year's end", "leap day")
USUALLY: Final = (*FATES, EVICTED, *PASS, *PEOPLE, *LAW, *CALENDAR)  # without mischief
NAMES: Final = (*USUALLY, *MORE, *mischief.NAMES)


def brew(weather: Weather, hands: Hands, chance: random.Random, calm: frozenset[str], mood: Mood = EVEN) -> None:
    """Sets up none, one or some of the faults that strike passes."""
    for name in _drawn(chance, mood):
        draws = random.Random(chance.random())
        if name not in calm:
            ALL_OF_A_PASS[name](weather, hands, draws)


def _drawn(chance: random.Random, mood: Mood) -> list[str]:
    """Names of faults, each once; of those that a season favours more."""
    if mood == EVEN:
        return chance.sample(sorted(PASS), chance.choice(USUAL))
    names = sorted(ALL_OF_A_PASS, key=lambda name: chance.random() ** (1 / mood.weights.get(name, 1.0)), reverse=True)
    return names[: chance.choice(mood.skies)]
