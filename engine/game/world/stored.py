"""What is wrong with the files of state/: those that are no records, and records that break the law's constraints."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.game.world.engine_fields import misfit
from engine.game.world.records import PRIVATE
from engine.law.documents.fields import Violation
from engine.law.documents.problems import Problem
from engine.law.rulebook import Rulebook
from engine.store import canon, guard
from engine.store.records import GAME, JOURNAL, NOTES, STATE, is_path, key_of, path_of
from engine.store.told import Told

WHOLE = ("game", "engine")  # files that hold one record
# By whoever looks at the game, before any rule is asked.
_READ_FIRST = frozenset({"engine", "game", "timers"})


class Damaged(Told):
    """What every look at a game begins with cannot be read."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem}.", f"Restore it from the commit before: `git log -- {problem.path}` shows them.")


def must_be_sound(files: Mapping[str, str]) -> None:
    """Raises Damaged where the record of the game or the engine's notes, as far as there are any, are none."""
    for problem in problems({path: files[path] for path in (NOTES, GAME) if path in files}, None):
        raise Damaged(problem)


def problems(files: Mapping[str, str], book: Rulebook | None) -> Iterator[Problem]:
    """Every problem of `files` (path -> text) under the law in force, by path and line. The journal is not looked at.

    Without a law (None), only files that hold no records are named.
    """
    names = _names(files)
    for path in sorted(files):
        if path.startswith(STATE) and path.endswith(".yaml") and not path.startswith(JOURNAL):
            yield from _of_file(path, files[path], book, names)


def _names(files: Mapping[str, str]) -> dict[str, str]:
    """Name of a file -> the collection in it, where that is called otherwise."""
    try:
        kept = canon.shared(files.get(NOTES, "{}\n"))["files"]
        return {str(name): str(collection) for collection, name in kept.items()}
    except (guard.YamlProblem, KeyError, TypeError, AttributeError):
        return {}


def ruleset(files: Mapping[str, str]) -> str | None:
    """The name of the ruleset that `state/game.yaml` plays by; None where there is no game, or none that can be read."""
    try:
        game = canon.read(files.get(GAME, ""))
    except guard.YamlProblem:
        return None
    return str(game["ruleset"]) if isinstance(game, dict) and game.get("ruleset") else None


def _of_file(path: str, text: str, book: Rulebook | None, names: Mapping[str, str]) -> Iterator[Problem]:
    try:
        content = canon.shared(text)
    except guard.YamlProblem as error:
        yield Problem(path, error.line, error.message)
        return
    collection, key = key_of(path)
    several = path.count("/") == 1 and collection not in WHOLE
    collection = names.get(collection, collection) if several else collection
    found = _named(content, (), several, key)
    if found is None:
        yield Problem(path, 1, "this holds no record: a map of fields is wanted")
    elif not is_path(path):
        due = path_of(collection, key)
        what = f"that of {collection} {key} is {due}" if is_path(due) else "take it away"
        yield Problem(path, 1, f"no record has a file of this name: {what}")
    elif collection in _READ_FIRST and not several and (amiss := misfit(collection, content)):
        yield Problem(path, 1, amiss)
    elif book is not None and collection not in PRIVATE:
        for place, name, record in found:
            for violation in _violations(book, collection, record):
                yield _problem(path, text, place, f"{collection} {name}", violation, book)


def _named(
    content: Any, place: tuple[str, ...], several: bool, key: str
) -> list[tuple[tuple[str, ...], str, dict[str, Any]]] | None:
    """(place in the file, key, record) of each record; None if what stands there is none."""
    if not isinstance(content, dict):
        return None
    if not several:
        return [(place, key, content)]
    return (
        None if any(not isinstance(r, dict) for r in content.values()) else [((k,), k, r) for k, r in content.items()]
    )


def _violations(book: Rulebook, collection: str, record: Mapping[str, Any]) -> list[Violation]:
    """Fields of rules that are gone sleep, and nothing constrains them."""
    visible = book.schemas.fields(collection)
    return book.schemas.check(collection, {name: value for name, value in record.items() if name in visible})


def _problem(
    path: str, text: str, place: tuple[str, ...], record: str, violation: Violation, book: Rulebook
) -> Problem:
    document = book.documents.get(violation.slug)
    law = f"; {document.called} ({document.title}) forbids that" if document else ""
    where = ".".join(map(str, violation.path)) or "the record"
    line = _lines(text)[(*place, *violation.path)]
    return Problem(path, line, f"{where} of {record}: {violation.message}{law}")


@lru_cache(maxsize=1)  # all that is wrong with a file is told at once
def _lines(text: str) -> guard.Lines:
    size = len(text.encode())
    return guard.load_with_lines(text, max_bytes=size, max_depth=canon.DEPTH, max_nodes=size)[1]
