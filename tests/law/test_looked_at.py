"""Of what a function is handed it is known by its text at which fields it looks, and what else is there changes nothing indeed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.law.documents.document import parse
from engine.law.documents.looked_at import Fields, looked_at
from engine.law.running.blame import RuleFault
from engine.law.running.host import Host

LOOKING: dict[str, Fields | None] = {
    "    return 1\n": (),
    '    return a["x"]\n': ("x",),
    '    return a.get("x")\n': ("x",),
    '    return a.get("x", []) + [a["b"]]\n': ("b", "x"),
    '    return "x" in a and "y" not in a\n': ("x", "y"),
    '    return a == None or a["x"]\n': ("x",),
    '    return a == 1 or "x" != a\n': ("x",),
    "    return a != None\n": (),
    '    a["x"].append(1)\n    return a["x"]\n': ("x",),
    '    return [a["x"] for _ in range(2)]\n': ("x",),
    '    return (lambda n: n + a["x"])(1)\n': ("x",),
    '    def inner():\n        return a["x"]\n    return inner()\n': ("x",),
    # It may come to all that is there
    "    return a\n": None,
    "    return len(a)\n": None,
    "    return a or 1\n": None,
    "    return a == {}\n": None,
    "    return None == a\n": None,
    "    return [k for k in a]\n": None,
    "    b = a\n    return b\n": None,
    '    return a["x"] + len(a)\n': None,
    '    return a | {"x": 1}\n': None,
    '    return a["x" + "y"]\n': None,
    "    return a[0]\n": None,
    '    return a.get("x", 1, 2)\n': None,
    '    return a.get(*["x"])\n': None,
    '    return a.get("x", **{})\n': None,
    '    return a.get("x" + "y")\n': None,
    '    return a.pop("x")\n': None,
    '    return a.setdefault("x", 1)\n': None,
    '    get = a.get\n    return get("x")\n': None,
    '    return "x" in a["y"] or "x" in [a]\n': None,
    '    a["x"] = 1\n    return a["x"]\n': None,
    '    a["x"] += 1\n    return 1\n': None,
    '    a = {"x": 1}\n    return a["x"]\n': None,
    '    return [a["x"] for a in [{"x": 1}]]\n': None,
    '    return (lambda a: a["x"])({"x": 1})\n': None,
    '    for a in []:\n        pass\n    return a["x"]\n': None,
}
RULE = "---\nrule: 101\ntitle: Looks\n---\nWhat it looks at.\n\n```starlark\n{}```\n"
# Read as numbers, as truths and as texts they are another thing each
VALUES = st.sampled_from(
    [None, True, False, 0, 1, 1.0, -0.0, 0.0, "", "1", "a", [], [1], {}, {"x": 1}, {"z": 1, "a": 2}]
)
MAPS = st.dictionaries(st.sampled_from(["b", "x", "y", "q", "a b", "ä", ""]), VALUES, max_size=5)


@pytest.mark.parametrize("body", LOOKING)
def test_it_is_known_where_it_is_written_out(body: str) -> None:
    looks = looked_at(f"def f(a):\n{body}")
    assert looks.get("f") == (None if LOOKING[body] is None else (LOOKING[body],))


def test_of_each_that_it_is_handed_by_itself() -> None:
    code = 'def f(a, b, c = {}):\n    return a["x"] + len(b) + c["y"]\n'
    assert looked_at(code) == {"f": (("x",), None, ("y",))}
    assert looked_at('def f(a, *b, c, **d):\n    return [a["x"], b, c, d]\n') == {"f": (("x",),)}
    assert looked_at("def f(a, b):\n    return [a, b]\n") == {}


@pytest.mark.parametrize(
    "code",
    [
        "def f(*a):\n    return a\n\ndef g(**a):\n    return 1\n",
        "def f(a):\n    return 1\n\ndef f(a):\n    return a\n",
        "def f(a):\n    return 1\n\nf = len\n",
        'load("other", "f")\n\ndef f(a):\n    return 1\n',
        "def f(",
    ],
)
def test_of_others_it_is_not_told(code: str) -> None:
    assert looked_at(code) == {}


def _told(host: Host, body: str, value: dict[str, Any]) -> object:
    law = host.load([parse("rules/island/101-looks.md", RULE.format(f"def f(a):\n{body}"))], {})
    host.fresh()
    try:
        return repr(host.call(law, "looks", "f", value)), host.used
    except RuleFault as fault:
        return fault.why, host.used


@pytest.mark.parametrize("body", [body for body, fields in LOOKING.items() if fields is not None])
@given(MAPS, st.lists(MAPS, max_size=3))
def test_what_it_does_not_look_at_changes_nothing(
    body: str, value: dict[str, Any], others: list[dict[str, Any]]
) -> None:
    fields = LOOKING[body] or ()
    looked = {field: value[field] for field in fields if field in value}
    found = _told(Host({}), body, value)
    used = Host({})
    for other in others:
        rest = {field: held for field, held in other.items() if field not in fields}
        assert _told(used, body, rest | looked) == _told(used, body, looked | rest) == found
        _told(used, body, other)
    assert _told(used, body, value) == found
