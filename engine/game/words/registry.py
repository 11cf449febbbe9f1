"""All words, in the order of docs/reference.md."""

from collections.abc import Callable

from engine.game.words import arithmetic, chance, ending, law, moment, polling, recorded, speech
from engine.game.words.at_once import AT_ONCE
from engine.game.words.checked import checked
from engine.law.running.host import Host

_ALL: tuple[Callable[..., object], ...] = (
    recorded.get,
    recorded.put,
    recorded.remove,
    recorded.keys,
    recorded.find,
    recorded.column,
    recorded.next_key,
    chance.roll,
    chance.dice,
    chance.choose,
    chance.shuffle,
    speech.reply,
    speech.announce,
    speech.headline,
    speech.open_issue,
    speech.close_issue,
    speech.assign,
    speech.refuse,
    law.ask,
    law.tell,
    law.rules,
    law.call,
    law.enact,
    law.still_adoptable,
    polling.open_poll,
    polling.polls,
    polling.tally,
    polling.resolve,
    polling.withdraw,
    polling.stop,
    moment.here,
    moment.now,
    moment.hours,
    moment.days,
    moment.date,
    moment.set_timer,
    moment.cancel_timer,
    moment.active_players,
    moment.role,
    arithmetic.sum_,
    arithmetic.floor,
    arithmetic.ceil,
    arithmetic.round_half_up,
    arithmetic.exp,
    arithmetic.sha256,
    ending.win,
    ending.end_game,
)


# They say the same in every world, and where there is none.
_RECKONING: tuple[Callable[..., object], ...] = (
    *(moment.hours, moment.days),
    *(arithmetic.sum_, arithmetic.floor, arithmetic.ceil, arithmetic.round_half_up, arithmetic.exp, arithmetic.sha256),
)
# They change nothing, and run no rule but one that only reads. What they tell they tell again as long as it is so.
_TELLING: tuple[Callable[..., object], ...] = (
    *(
        recorded.get,
        recorded.keys,
        recorded.find,
        recorded.column,
        recorded.next_key,
        law.rules,
        polling.polls,
        polling.tally,
    ),
    *(moment.here, moment.now, moment.date, moment.active_players, moment.role),
    *_RECKONING,
)


def new_host() -> Host:
    """A host that lends all words."""
    reckoning, telling = (frozenset(map(_name, words)) for words in (_RECKONING, _TELLING))
    return Host(words=WORDS, telling=telling, reckoning=reckoning, at_once=AT_ONCE)


def _name(word: Callable[..., object]) -> str:
    return word.__name__.rstrip("_")


WORDS: dict[str, Callable[..., object]] = {_name(word): checked(word) for word in _ALL}
