"""What an example claims afterwards: partial, but what is named must hold exactly."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from engine.game.words.recorded import visible
from engine.game.world.described import document_facts
from engine.game.world.facts import poll_facts, poll_key
from engine.game.world.records import PRIVATE
from engine.game.world.world import World
from engine.law.documents.problems import meant
from engine.store.joined import in_code

MOST_NAMED: Final = 8


def claims_that_fail(stage: Stage, then: Mapping[str, Any]) -> list[str]:
    """One line for each claim that does not hold: where, expected, found."""
    wrong: list[str] = []
    for name, claim in then.items():
        special = _SPECIAL.get(name)
        wrong += special(stage, claim) if special else _records(stage.world, name, claim)
    return wrong


def _records(world: World, collection: str, claim: Mapping[str, Any]) -> list[str]:
    if collection in PRIVATE:
        return [f"{collection}: no such collection"]
    if not isinstance(claim, Mapping):
        return [f"{collection}: a claim of records is a map of them by key"]
    if collection == "game":
        return differences("game", claim, world.game)
    wrong = []
    for key, expected in claim.items():
        name = poll_key(world, key) if collection == "polls" else str(key)
        found = (
            poll_facts(world, name)
            if collection == "polls"
            else visible(world, collection, world.records.get(collection, name))
        )
        differing = differences(f"{collection} {key}", expected, found or None)
        wrong += differing if found else [f"{message}{_there(world, collection, name)}" for message in differing]
    return wrong


def _there(world: World, collection: str, name: str) -> str:
    """Which records there are in place of one that there is not, as the end of a sentence."""
    keys = world.records.keys(collection)
    listed = in_code(keys[:MOST_NAMED], ", ")
    return meant(name, keys) or (f"; there are {listed}" if keys else f"; there are no {collection}")


def differences(where: str, expected: Any, found: Any) -> list[str]:
    """Where what is found differs from what is named; maps are compared key by key, everything else whole."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        return [d for key, value in expected.items() for d in differences(f"{where}.{key}", value, found.get(str(key)))]
    if expected == found and isinstance(expected, bool) == isinstance(found, bool):
        return []
    return [f"{where}: expected {expected!r}, found {found!r}"]


def _rules(stage: Stage, claim: Mapping[str, Any]) -> list[str]:
    wrong = []
    documents = stage.world.book.documents
    by_number = {**documents, **{str(d.number): d for d in documents.values()}}
    for number, expected in claim.items():
        document = by_number.get(str(number))
        if expected is None and document is not None:
            wrong.append(f"rule {number}: expected it gone, found {document.title!r}")
        elif expected is None and not _was_there(stage, str(number)):
            wrong.append(f"rule {number}: there never was one{meant(str(number), stage.began)}")
        elif expected is None:
            continue
        elif document is None:
            wrong.append(f"rule {number}: expected, not found")
        else:
            told = document_facts(document)
            facts = {name: told.get(name, getattr(document, name, None)) for name in expected}
            wrong += differences(f"rule {number}", expected, facts)
    return wrong


def _was_there(stage: Stage, name: str) -> bool:
    """Whether a rule of that name was in force as the case began, was taken out for it, or may have come in it.

    After some step a number may be claimed to have been given to nothing.
    """
    given, steps = (stage.content.get("given") or {}).get("rules"), stage.content.get("when")
    return name in stage.began or name in str(given) or (bool(steps) and (name.isdigit() or name in str(steps)))


def _replies(stage: Stage, claim: Any) -> list[str]:
    """Each text must have been said, in this order, as part of what was said; one text is a list of one."""
    rest = list(stage.said)
    for wanted in claim if isinstance(claim, list) else [claim]:
        while rest and str(wanted).lower() not in rest[0].lower():
            rest.pop(0)
        if not rest:
            return [f"replies: expected {wanted!r} in order, found {stage.said!r}"]
        at = rest[0].lower().index(str(wanted).lower()) + len(str(wanted))
        rest[0] = rest[0][at:]
    return []


def _issues(stage: Stage, claim: Mapping[str, Any]) -> list[str]:
    wrong = []
    for name, expected in claim.items():
        wrong += differences(f"issue {name}", expected, _issue(stage.world, str(name)))
    return wrong


def _issue(world: World, name: str) -> Mapping[str, Any] | None:
    issue = world.records.get("issues", name)
    thread = world.records.get("threads", name)
    if issue is None and thread is not None and (tag := thread.get("tag")):
        issue = world.records.get("issues", tag)
    if issue is not None:
        return issue
    return None if thread is None else {**thread, "open": thread["state"] == "open", "assignee": thread.get("assignee")}


def _tally(stage: Stage, claim: Mapping[str, Any]) -> list[str]:
    wrong = []
    for key, expected in claim.items():
        name = poll_key(stage.world, key)
        found = tally(stage.world, name) if stage.world.records.get("polls", name) is not None else None
        there = "" if found else _there(stage.world, "polls", name)
        wrong += [f"{message}{there}" for message in differences(f"tally {key}", expected, found)]
    return wrong


_SPECIAL: Final[dict[str, Callable[[Any, Any], list[str]]]] = {
    "rules": _rules,
    "replies": _replies,
    "issues": _issues,
    "tally": _tally,
}
