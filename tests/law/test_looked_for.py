"""A function that does nothing without what it looks for is known by its text, and only one that does nothing indeed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.law.documents.document import parse
from engine.law.documents.looked_for import looked_for
from engine.law.documents.problems import LawProblems
from engine.law.documents.vocabulary import WORDS
from engine.law.running.host import Host
from tests.island import rule
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
    '    for p in changed.get("a", []) + changed.get("b", []):\n        stop()\n': {"a", "b"},
    '    if "a" not in changed or get("game"):\n        return\n    stop()\n': {"a"},
    '    if "a" not in changed and "b" not in changed:\n        return\n    stop()\n': {"a", "b"},
    '    if "a" in changed:\n        stop()\n    return\n    stop()\n': {"a"},
    # Something is done, or may be, in any case
    '    for p in changed.get("a", []) + changed.get("b", ()):\n        stop()\n': None,
    '    for p in changed.get("a", {}) + changed.get("b", {}):\n        stop()\n': None,
    '    for p in changed.get("a", []) - changed.get("b", []):\n        stop()\n': None,
    '    for p in changed.get("a", []) + keys("b"):\n        stop()\n': None,
    '    if "a" not in changed and get("game"):\n        return\n    stop()\n': None,
    '    if get("game") or "a" not in changed:\n        return\n    stop()\n': None,
    '    if "a" in changed:\n        return\n    stop()\n': None,
    '    if "a" not in changed:\n        return stop()\n    stop()\n': None,
    '    if "a" not in other:\n        return\n    stop()\n': None,
    "    return stop()\n": None,
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


def test_a_list_of_very_many_parts_is_read() -> None:
    items = " + ".join(['changed.get("huts", [])'] * 1_200)
    assert looked_for(f"def look(changed):\n    for hut in {items}:\n        stop()\n") == {"look": {"huts"}}


ASKS = '    put("players", "ana", {})'
TESTS = st.recursive(
    st.sampled_from(['"huts" in changed', '"players" not in changed', 'get("game")', "True", '"huts" in before']),
    lambda inner: st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda parts: f"({' '.join(parts)})"),
    max_leaves=4,
)
LISTS = st.one_of(
    st.sampled_from(
        [
            'changed.get("huts", [])',
            'changed.get("players", [])',
            "[1]",
            "[]",
            "changed",
            'changed.get("huts", ())',
            'changed.get("huts", {})',
        ]
    ),
    TESTS.map(lambda test: f'(changed.get("huts", []) if {test} else [])'),
)
STATEMENTS = st.one_of(
    TESTS.map(lambda test: f"if {test}:\n{ASKS}"),
    TESTS.map(lambda test: f"if {test}:\n    return"),
    TESTS.map(lambda test: f"if {test}:\n    pass\nelse:\n{ASKS}"),
    LISTS.map(lambda items: f"for one in {items}:\n{ASKS}"),
    st.tuples(LISTS, LISTS).map(lambda two: f"for one in {two[0]} + {two[1]}:\n{ASKS}"),
    st.just("return"),
)


@given(st.lists(STATEMENTS, min_size=1, max_size=4))
def test_where_none_of_them_changed_nothing_is_asked_and_nothing_done(statements: list[str]) -> None:
    lines = "\n".join(statements).splitlines()
    found = "def look(changed, before):\n" + "".join(f"    {line}\n" for line in lines)
    if (names := looked_for(found).get("look")) is not None:
        asked, host = listening()
        law = host.load([parse("rules/island/101-looking.md", rule(101, "Looking", code=found))], {})
        others = {name: ["ana"] for name in {"seals", "huts", "players"} - names}
        assert host.call(law, "looking", "look", others, {}) is None
        assert asked == []


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


def listening() -> tuple[list[str], Host]:
    """The words that are used in a host, where they do no more than to be noted."""
    asked: list[str] = []

    def noting(name: str) -> Callable[..., None]:
        return lambda *_given, **_named: asked.append(name)

    return asked, Host({name: noting(name) for name in WORDS})
