"""A rule's numbers that a proposal would make something else: adopted, they would fail at each use, if the code still reckons with them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.game.owned import Change
from engine.game.replies.inert import inert
from engine.store.counted import is_number

MOST: Final = 10
_KINDS: Final = {bool: "true or false", str: "a text", list: "a list", dict: "a map", type(None): "nothing"}


def lines(changes: Sequence[Change]) -> list[str]:
    """One sentence for each; `changes` are facts of rules, each with what it `was`."""
    told = [
        f"In {inert(change['title'])}, {found}."
        for change in changes
        if change["op"] != "repeal"
        for found in turned(parameters(change.get("was")), parameters(change))
    ]
    more = [f"And {len(told) - MOST} more like that."] if len(told) > MOST else []
    return told[:MOST] + more


def turned(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    """`hands` was a number and would be a text. Within maps as well, where nothing in place of a number takes a thing out."""
    for name, was, now in _pairs(before, after):
        if is_number(was) and not is_number(now):
            yield f"{inert(name)} was a number, {inert(was)}, and would be {_KINDS.get(type(now), 'none')}, {inert(now)}"


def _pairs(before: Mapping[str, Any], after: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Any, Any]]:
    for name, was in before.items():
        if name not in after or (within and after[name] is None):
            continue
        now, path = after[name], f"{within}{name}"
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            yield from _pairs(was, now, f"{path}.")
        else:
            yield path, was, now


def parameters(facts: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Those of a rule, by its facts; none where there is no rule, or they are no map."""
    found = ((facts or {}).get("front") or {}).get("parameters")
    return found if isinstance(found, Mapping) else {}
