"""Why an administrator's command is refused."""

from collections.abc import Collection, Sequence
from difflib import get_close_matches

from engine.game.refusal import Refusal
from engine.game.replies.inert import inert
from engine.game.replies.moments import when


def administrators_only(command: str) -> Refusal:
    return Refusal("administrator", f"Only an administrator of the repository may use `{command}`.", "Ask one of them.")


def already_paused(since: int, timezone: str) -> Refusal:
    return Refusal("paused", f"The game is paused already, since {when(since, timezone)}.", "`/resume` lets it go on.")


def not_paused() -> Refusal:
    return Refusal("not_paused", "The game is not paused: it goes on.", "`/pause` stops it.")


def correct_usage() -> Refusal:
    usage = "/correct <collection> <key> <field> <value> because <reason>"
    return Refusal("argument", "I do not understand this correction.", f"Write it like this: `{usage}`")


def no_such_record(place: Sequence[str], known: Collection[str]) -> Refusal:
    """`place` is collection, key and field, as far as the first that is not there; `known` are those that are in its stead."""
    *within, name = place
    what = ("collection", "record", "field")[len(within)]
    of = f" in {' '.join(map(inert, within))}" if within else ""
    near = "".join(f"Did you mean {inert(one)}? " for one in get_close_matches(name, sorted(known), 1))
    begun = sorted(key for key in known if key.startswith(f"{name} ")) if what == "record" else []
    if begun:
        near = f"Did you mean {inert(begun[0])}? A key with a blank stands in quotes. "
    return Refusal(
        "no_record", f"There is no {what} {inert(name)}{of} that could be corrected.", f"{near}Look in `state/`."
    )
