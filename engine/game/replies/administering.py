"""Why an administrator's command is refused."""

from __future__ import annotations

from engine.game.refusal import Refusal
from engine.game.replies.inert import inert


def administrators_only(command: str) -> Refusal:
    return Refusal("administrator", f"Only an administrator of the repository may use `{command}`.", "Ask one of them.")


def correct_usage() -> Refusal:
    usage = "/correct <collection> <key> <field> <value> because <reason>"
    return Refusal("argument", "I do not understand this correction.", f"Write it like this: `{usage}`")


def no_such_record(collection: str, key: str, field: str) -> Refusal:
    return Refusal(
        "no_record", f"There is no field {inert(field)} in {inert(collection)} {inert(key)}.", "Look in `state/`."
    )
