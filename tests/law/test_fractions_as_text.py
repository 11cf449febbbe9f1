"""No rule shows a wrong number: fractions become text as in Python, wherever code makes text of them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.law.documents.document import parse
from engine.law.documents.fractions import written_well
from engine.law.documents.profile import Unfit, tree
from engine.law.running.host import Host
from engine.law.running.loading import Loading
from tests.island import rule
from tests.shares import tries

FRACTIONS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(-1e7, 1e7),
    st.integers(-30, 30).map(lambda n: 10.0**n),
    st.sampled_from([1e23, 9999999.999, 9.999999999e-9, 1e6, 1e-5, 2.0**53, -0.0, 5e-324, 1.7976931348623157e308]),
)
WAYS = ("str(x)", '"%s" % x', '"%s" % (x,)', '"{}".format(x)', '"{a}".format(a = x)', "repr(x)", '"".join([str(x)])')


def run(code: str, *args: object) -> object:
    """What the function `f` of a rule returns, in a host that lends no words."""
    host = Host({})
    document = parse("rules/x/1-one.md", rule(1, "One", code=code))
    loaded = Loading(host, {"one": document}, {}).run()
    assert loaded.broken == {}, loaded.broken
    return host.call(loaded, "one", "f", *args)


ALL_WAYS = "def f(x):\n    return [" + ", ".join(WAYS) + ', "%s" % [x], "%s of %d" % (x, 3), "%r" % {"a": x}]\n'


@given(FRACTIONS)
@settings(max_examples=tries(400), deadline=None)
def test_the_text_of_a_fraction_is_that_fraction(x: float) -> None:
    *plain, listed, beside, mapped = run(ALL_WAYS, x)  # type: ignore[misc]
    assert {float(text) for text in plain} == {x}
    if x and not 1e-5 <= abs(x) < 1e6:
        assert set(plain) == {repr(x)}
    assert float(beside.removesuffix(" of 3")) == x
    assert float(listed.strip('[]"')) == x
    assert float(mapped.removeprefix('{"a": ').strip('}"')) == x


@given(st.integers(-(10**17), 10**17), st.floats(-1e12, 1e12).filter(lambda x: x != -0.5))
@settings(max_examples=tries(100), deadline=None)
def test_whole_fractions_and_remainders_stay_what_they_were(n: int, x: float) -> None:
    code = 'def f(n, x):\n    return ["%d" % (n / 1), "%d and %s" % (n / 1, n), n % 7, (n % (x + 0.5)), "%f" % x]\n'
    whole, both, rest, left, fixed = run(code, n, x)  # type: ignore[misc]
    near = int(float(n))
    assert (whole, both, rest, fixed) == (str(near), f"{near} and {n}", n % 7, f"{x:f}")
    assert math.isclose(left, n % (x + 0.5), abs_tol=abs(x) + 1)


def test_a_text_is_filled_in_place_as_well() -> None:
    code = (
        'def f(x):\n    s, m = "%s", {"a": "%s and %s"}\n    s %= x\n    m["a"] %= x, 2\n'
        '    n = 7\n    n %= 4\n    return [s, m["a"], n]\n'
    )
    assert run(code, 1e23) == ["1e+23", "1e+23 and 2", 3]


def test_a_sum_of_money_in_fractions_is_not_rounded_away() -> None:
    assert run('def f(x):\n    return "You have %s." % x\n', 9999999.5) == "You have 9999999.5."


REWRITTEN = {
    '"%s" % x': 'percent__("%s" , x)',
    '("%s"  # 5 % of it\n % (x))': '(percent__("%s"  # 5 % of it\n , (x)))',
    '"%s %s" % (str(x), "ä" + "%d" % y)': 'percent__("%s %s" , (text__(x), "ä" + percent__("%d" , y)))',
    '"ä%s".format(x, *y, a = str(x), **z)': '"ä%s".format(shown__(x), *shown__(y), a = shown__(text__(x)), **shown__(z))',
    "x % 2 + 10 % y": "x % 2 + 10 % y",
    "(a + b) % c % d": "percent__(percent__((a + b) , c) , d)",
    "sorted(x, key = str)": "sorted(x, key = text__)",
    "[str for str in x]": "[str for str in x]",
    '"str(x) % y"': '"str(x) % y"',
    "lambda str: str": "lambda str: str",
    "s %= (x % y)": "s = percent__(s, ( (percent__(x , y))))",
    'm["a"] %= x, y': 'm["a"] = percent__(m["a"], ( x, y))',
    "m[f()] %= x": "m[f()] %= x",
}


@pytest.mark.parametrize("code", REWRITTEN)
def test_no_line_moves_and_no_remark_changes(code: str) -> None:
    assert written_well(code) == REWRITTEN[code]
    assert written_well(f"\n\n{code}\n") == f"\n\n{REWRITTEN[code]}\n"


def test_a_function_of_ones_own_that_is_called_str_is_left_alone() -> None:
    code = 'def str(x):\n    return "mine"\n\ndef f(x):\n    return str(x)\n'
    assert run(code, 1e23) == "mine"
    assert written_well('load("other", "str")\nstr(1)\n') == 'load("other", "str")\nstr(1)\n'


def test_names_of_the_engines_own_are_nobody_elses() -> None:
    for code in ("text__ = 1", "def percent__(a, b):\n    return a", "def f(x__):\n    return 1"):
        with pytest.raises(Unfit, match="engine's own"):
            tree(code)


def test_what_holds_itself_and_what_is_no_number_are_left_to_the_interpreter() -> None:
    code = 'def f(x):\n    l = [x]\n    l.append(l)\n    big = 1e300 * 1e300\n    return [str(l), "%s" % big]\n'
    assert run(code, 1.5) == ["[1.5, [...]]", "+inf"]
