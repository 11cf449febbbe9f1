"""A function that does nothing without what it looks for is known by its text, and only one that does nothing indeed."""

from __future__ import annotations

import pytest

from engine.law.documents.document import parse
from engine.law.documents.looked_for import looked_for
from engine.law.documents.problems import LawProblems
from engine.law.documents.vocabulary import WORDS
from engine.law.running.host import Host
from tests.rulesets.texts import TEXTS

LOOKING: dict[str, set[str] | None] = {
    "    pass\n": set(),
    '    """In words."""\n': set(),
    '    for p in changed.get("players", []):\n        put("players", p, {})\n': {"players"},
    '    if "game" in changed:\n        end_game("So.")\n': {"game"},
    '    if ("game" in changed or "fish" in changed) and get("game")["over"]:\n        stop()\n': {"fish", "game"},
    '    for n in find("fish", "at", 1) if "fish" in changed else []:\n        stop()\n': {"fish"},
    '    if [p for p in changed.get("players", {}) if get("players", p)]:\n        stop()\n': {"players"},
    '    for p in changed.get("a", []):\n        stop()\n    for p in changed.get("b", ()):\n        stop()\n': {
        "a",
        "b",
    },
    # Something is done, or may be, in any case
    "    stop()\n": None,
    "    for p in players():\n        stop()\n": None,
    '    for p in changed.get("players", [1]):\n        stop()\n': None,
    '    for p in changed.get("players"):\n        stop()\n': None,
    '    for p in changed["players"]:\n        stop()\n': None,
    '    for p in other.get("players", []):\n        stop()\n': None,
    "    for p in changed.get(name(), []):\n        stop()\n": None,
    '    for p in "players" in changed:\n        stop()\n': None,
    '    if "players" not in changed:\n        stop()\n': None,
    '    if "players" in other:\n        stop()\n': None,
    '    if "players" in changed:\n        pass\n    else:\n        stop()\n': None,
    '    if get("game") and "players" in changed:\n        stop()\n': None,
    '    if "players" in changed or get("game"):\n        stop()\n': None,
    '    if "players" in changed in other:\n        stop()\n': None,
    '    for n in find("fish", "at", 1) if "fish" in changed else [1]:\n        stop()\n': None,
    '    if "players" in changed:\n        pass\n    stop()\n': None,
}


@pytest.mark.parametrize("body", LOOKING)
@pytest.mark.parametrize("taken", ["changed", "changed, before", "changed, before = None"])
def test_what_a_function_looks_for_is_known_where_it_does_nothing_without(body: str, taken: str) -> None:
    wanted = LOOKING[body]
    known = looked_for(f"def watch({taken}):\n{body}")
    assert known == ({} if wanted is None else {"watch": frozenset(wanted)})


@pytest.mark.parametrize("taken", ["", "a, changed", "changed, b, c", "changed, *more", "changed, **more", "*changed"])
def test_nothing_is_known_of_one_that_takes_something_else(taken: str) -> None:
    assert looked_for(f'def watch({taken}):\n    if "players" in changed:\n        stop()\n') == {}


def test_nothing_is_known_of_a_name_that_stands_for_several_things_or_of_what_is_no_code() -> None:
    assert looked_for("def watch(changed):\n    pass\n\ndef watch(changed):\n    stop()\n") == {}
    assert looked_for("def watch(changed):\n    pass\n\nwatch = stop\n") == {}
    assert looked_for("def watch(changed:\n") == {}


def unspeakable(*_: object) -> object:
    raise AssertionError("something was done")


@pytest.mark.parametrize("ruleset", ["credo", "frontier", "assembly", "starfarers", "wayfarers", "shelf"])
def test_of_every_ruleset_such_functions_do_nothing_where_something_else_changed(ruleset: str) -> None:
    library = {path[14:-5]: text for path, text in TEXTS.items() if path.startswith("rules/library/")}
    documents = []
    for path, text in TEXTS.items():
        if path.startswith(f"rules/{ruleset}/"):
            try:
                documents.append(parse(path, text))
            except LawProblems:  # no rule
                continue
    host = Host(dict.fromkeys(WORDS, unspeakable))
    loaded = host.load(documents, library)
    watching = [(d.slug, f, looked_for(d.code)) for d in documents for o, f in d.on.items() if o == "changed"]
    known = [(slug, function) for slug, function, names in watching if function in names]
    for slug, function in known:
        for args in ([{"elsewhere": ["1"]}, {}], [{"elsewhere": ["1"]}]):
            taken = next(d for d in documents if d.slug == slug).code.count(f"def {function}(changed, before)") + 1
            assert len(args) != taken or host.call(loaded, slug, function, *args) is None
        assert host.words_used == 0
    assert known or ruleset == "shelf"
