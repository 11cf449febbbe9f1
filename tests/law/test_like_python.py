"""What docs/reference.md promises: texts, lists, maps and truths come out as in Python, but for what stands there."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.law.documents.document import parse
from engine.law.running.host import Host
from engine.law.running.loading import Loading
from tests.island import rule

TEXTS: Final = [
    "",
    "a",
    "Ab cD",
    "straße",
    "İstanbul",
    "été noël",
    "one,two,,three",
    "  x  y ",
    "a\tb\nc\r\nd",
    "\u00a0nb ",
    "\u3000w",
] + ["日本 語", "😀😀b😀", "aaa", "abcabc", "123", "٣", "-5", "O'Neil", "\\n", "Σς", "they're bill's", "2nd floor"]
LISTS: Final = [[], [1], [3, 1, 2], ["b", "a"], [1, 1, 2], [[2], [1]], [None], [1.5, 1], ["é", "a", "É"], [-1, 0]]
OF_TEXTS: Final = """
t.upper() ; t.lower() ; t.title() ; t.capitalize() ; t.strip() ; t.lstrip() ; t.rstrip() ; t.strip("a ") ; t.split() ; t.split(",")
t.split("a", 1) ; t.split(None, 1) ; t.rsplit("a", 1) ; t.rsplit() ; t.splitlines() ; t.splitlines(True) ; t.partition("a")
t.rpartition(",") ; t.find("b", 2) ; t.find("a", 1, 3) ; t.rfind("a") ; t.find("語") ; t.rfind("") ; t.count("aa") ; t.count("")
t.replace("a", "bb", 1) ; t.replace("", "-") ; t.startswith(("a", "x")) ; t.endswith("c") ; t.removeprefix("a") ; t.removesuffix("c")
t.isalpha() ; t.isalnum() ; t.isspace() ; t.isupper() ; t.islower() ; len(t) ; t[0:1] ; t[-1:] ; t[::-1] ; t[::2] ; t[-3:-1] ; t[5:2]
t * 2 ; t * -1 ; t + "é" ; t < "b" ; t >= "é" ; "a" in t ; "aa" not in t ; "%s" % t ; "<{0} {0}>".format(t) ; "-".join([t, t])
t.join(["1", "2", "3"]) ; bool(t) ; t or "z" ; sorted([t, "b", "É", "A"]) ; max([t, "b"]) ; t.index("a") if "a" in t else -1
"""
OF_LISTS: Final = """
sorted(t) ; sorted(t, reverse = True) ; sorted(t, key = lambda x: 0, reverse = True) ; max(t, key = lambda x: 1) if t else 0 ; t[::-1]
t[-5:5] ; t[5:1:-2] ; t + t ; t * 2 ; t * -1 ; 1 in t ; [2] in t ; t == list(t) ; [x for x in t if x] ; [p for p in enumerate(t, 5)]
list(zip(t, t[1:])) ; list(reversed(t)) ; all(t) ; any(t) ; {str(len(t)): t} ; {"b": t, "a": 2} | {"b": 3} ; {"a": 1}.get("b", t)
{"a": 1, "b": 2} == {"b": 2, "a": 1} ; dict([("a", 1)], b = 2) ; len({1: 1} | {1.0: 2}) ; [k for k in {"b": 1, "a": t}] ; (1, 2) < (1, 3)
int(-1.9) ; int("+12") ; int("1f", 16) ; int(True) ; str(123456789012345678) ; -7 // 2 ; 7 % -3 ; -5 >> 1 ; list(range(5, 0, -2))
"%s of %d" % (None, 3) ; "%x" % 255 ; (lambda x, y = 2: x * y)(3) ; [x + y for x in [1, 2] for y in [10, 20] if x != y]
"""
DONE: Final = """
l.append(9) ; l.extend([8]) ; l.insert(1, 7) ; l.insert(-1, 7) ; l.insert(99, 7) ; l.clear() ; l.pop() if l else 0 ; l.pop(0) if l else 0
l.remove(1) if 1 in l else 0 ; m.setdefault("a", 3) ; m.setdefault("b", 3) ; m.pop("b") ; m.pop("z", 4) ; m.update({"c": 1}) ; m.clear()
"""
OTHERWISE: Final = {  # what it comes to here, and in Python
    "True == 1": (False, True),
    "[True] == [1]": (False, True),
    "'%s' % ['a']": ('["a"]', "['a']"),
    "'%r' % 'a'": ('"a"', "'a'"),
    "str({'a': 'b'})": ('{"a": "b"}', "{'a': 'b'}"),
    "'a\\x0bb\\u2028c'.splitlines()": (["a\x0bb\u2028c"], ["a", "b", "c"]),
    "'½'.isdigit()": (True, False),
    "'\\x1fa'.strip()": ("\x1fa", "a"),
    "'ﬁne'.title()": ("FIne", "Fine"),
}
FAIL: Final = (  # which do not in Python
    *('True + 1', 'max([True, 0])', 'sorted([True, 0])', 'int(" 12 ")', 'float(" 1 ")', 'int("٣")', '"%5s" % "a"', '"%02d" % 3', '"%.2f" % 1.5'),
    *('"%(a)s" % {"a": 1}', '"%i" % 3', '"%c" % "a"', '"{:>5}".format("a")', '"{:.2f}".format(1.5)', '"{a[0]}".format(a = [1])', '[1].count(1)'),
    *('[1].copy()', '[1].sort()', '[1].reverse()', '{"a": 1}.copy()', '[1] < [None] or [None] < [None, 1]'),
    *(f'"a".{name}()' for name in ("casefold", "swapcase", "expandtabs", "encode", "isdecimal", "isnumeric", "isascii", "isidentifier")),
    *('"a".isprintable()', '"a".center(3)', '"a".ljust(3)', '"a".rjust(3)', '"a".zfill(3)', '"a".translate({})', '"a".format_map({})'),
)  # fmt: skip


def run(body: str, *args: Any) -> Any:
    host = Host({})
    document = parse("rules/x/1-one.md", rule(1, "One", code=f"def f(t):\n    {body}\n"))
    loaded = Loading(host, {"one": document}, {}).run()
    return "broken" if loaded.broken else host.call(loaded, "one", "f", *args)


def plain(value: Any) -> Any:
    """As it leaves a rule: tuples are lists."""
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return {key: plain(one) for key, one in value.items()} if isinstance(value, dict) else value


def pieces(lines: str) -> list[str]:
    return [piece.strip() for line in lines.strip().splitlines() for piece in line.split(" ; ")]


CASES = [(code, TEXTS) for code in pieces(OF_TEXTS)] + [(code, LISTS) for code in pieces(OF_LISTS)]


@pytest.mark.parametrize(("code", "values"), CASES, ids=[code for code, _ in CASES])
def test_it_comes_out_as_in_python(code: str, values: list[Any]) -> None:
    for value in values:
        assert run(f"return [{code}]", value) == [plain(eval(code, {"t": value}))], value  # noqa: S307 - our own text


@pytest.mark.parametrize("code", pieces(DONE))
def test_what_is_done_to_a_list_or_a_map_is_done_as_in_python(code: str) -> None:
    for value in LISTS:
        theirs: dict[str, Any] = {"l": list(value), "m": {"b": 1}}
        given = eval(code, theirs)  # noqa: S307 - our own text
        body = f'l, m = list(t), {{"b": 1}}\n    given = {code}\n    return [l, m, given]'
        assert run(body, value) == plain([theirs["l"], theirs["m"], given])


@pytest.mark.parametrize("code", OTHERWISE)
def test_what_the_reference_says_is_otherwise_is(code: str) -> None:
    here, there = OTHERWISE[code]
    assert (run(f"return {code}", 0), eval(code)) == (here, there)  # noqa: S307 - our own text


@pytest.mark.parametrize("code", FAIL)
def test_what_the_reference_says_is_not_there_fails(code: str) -> None:
    try:
        assert run(f"return [{code}]", 0) == "broken"
    except Exception as error:
        assert "one, line 9" in str(error)
