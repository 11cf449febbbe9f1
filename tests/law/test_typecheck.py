"""What is wrong with rule code is found without running it, at the line of its own file."""

from __future__ import annotations

import pytest
import starlark

from engine.game.words.registry import new_host
from engine.game.words.stub import stub
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import rerolls, typecheck
from engine.law.documents.document import parse
from engine.law.rulebook import Rulebook, read
from engine.law.running.sources import Source, sources
from tests.island import rule, texts

PARAMETERS = "parameters:\n  price: 10\n"


def told(code: str, library: dict[str, str] | None = None, *, front: str = "") -> list[str]:
    return [str(p) for p in typecheck.warnings(of(code, library, front=front), stub())]


def rolled(code: str, library: dict[str, str] | None = None) -> list[str]:
    book = book_of({"rules/x/1-one.md": rule(1, "One", code=code)}, library or {})
    return [str(p) for p in rerolls.warnings(book)]


def book_of(rules: dict[str, str], library: dict[str, str]) -> Rulebook:
    law = rules | {f"rules/library/{slug}.star": text for slug, text in library.items()}
    return read("x", law, new_host(), FIELDS)[0]


def of(code: str, library: dict[str, str] | None = None, *, front: str = "") -> dict[str, Source]:
    return sources({"one": parse("rules/x/1-one.md", rule(1, "One", front=front, code=code))}, library or {})


def test_the_words_are_written_in_types_that_starlark_knows() -> None:
    typed = starlark.Globals.extended_by([starlark.LibraryExtension.Typing])
    assert starlark.parse("words", stub(), starlark.Dialect.extended()).typecheck(typed, {})[0] == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("roll(3)", "Expected type `str` but got `int`"),
        ('keys("players") + 1', "Binary operator `+` is not available on the types `list[str]` and `int`"),
        ('refuse("a", "b", "c")', "Too many positional arguments"),
        ('keyz("players")', "Variable `keyz` not found, did you mean `keys`?"),
        (
            'put("players", player, {}, collection = "players")',
            "A parameter is given twice, by its place and by its name",
        ),
        ("prize", "Variable `prize` not found, did you mean `price`?"),
    ],
)
def test_a_wrong_use_is_told_with_its_line(line: str, message: str) -> None:
    assert told(f"def f(player):\n    pass\n    {line}\n", front=PARAMETERS) == [f"rules/x/1-one.md:12: {message}"]


@pytest.mark.parametrize("name", ["from", "if", "class", "None"])
def test_a_parameter_called_like_a_word_of_starlark_keeps_nothing_else_from_being_told(name: str) -> None:
    found = told("def f(player):\n    prize\n", front=f"parameters:\n  {name}: 3\n  price: 10\n")
    assert found == ["rules/x/1-one.md:12: Variable `prize` not found, did you mean `price`?"]


def test_a_function_that_gives_something_back_on_some_ways_only_is_told_with_the_line_where_it_does() -> None:
    assert told("def f(player):\n    if player:\n        return 1\n", front=PARAMETERS) == [
        "rules/x/1-one.md:10: `f` gives something back in line 12, and nothing where it comes to its end: "
        "write `return None` there if that is meant"
    ]


def test_what_is_loaded_is_checked_as_well() -> None:
    library = {"two": "def add(a):\n    return [a]\n"}
    assert told('load("two", "add")\n\ndef f(player):\n    add(1, 2)\n', library) == [
        "rules/x/1-one.md:11: Too many positional arguments"
    ]


def test_shared_code_is_told_with_its_own_lines() -> None:
    assert told("def f(player):\n    pass\n", {"two": "def add(a):\n    roll(a, a)\n"}) == [
        "rules/library/two.star:2: Too many positional arguments"
    ]


def test_a_load_that_nobody_uses_is_told() -> None:
    assert told('load("two", "add")\n\ndef f(player):\n    pass\n', {"two": "def add(a):\n    pass\n"}) == [
        "rules/x/1-one.md:8: Unused `load` of `add`"
    ]


def test_a_circle_of_loads_ends() -> None:
    assert told('load("two", "a")\n\ndef f(p):\n    a()\n', {"two": 'load("one", "f")\n\ndef a():\n    f(1)\n'}) == []


def test_a_refusal_behind_a_roll_is_told_with_both_lines() -> None:
    code = 'def f(player):\n    found = roll("1d6")\n    if found < 3:\n        refuse("Too low.")\n'
    assert rolled(code) == [
        "rules/x/1-one.md:11: f: a refusal can follow the roll in line 9: "
        "who dislikes the roll can have another; refuse first"
    ]


def test_it_is_found_through_other_functions_and_files() -> None:
    library = {"luck": 'def luck():\n    return roll("1d6")\n', "pay": 'def pay(p):\n    refuse("No.")\n'}
    code = 'load("luck", "luck")\nload("pay", give = "pay")\n\ndef f(player):\n    luck()\n    give(player)\n'
    assert [line.split(": ")[0] for line in rolled(code, library)] == ["rules/x/1-one.md:13"]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("for p in player:\n        if p:\n            roll('1d6')\n            return\n    refuse('No.')", False),
        ("for p in player:\n        if p:\n            roll('1d6')\n        return\n    refuse('No.')", False),
        (
            "for p in player:\n        roll('1d6')\n        if p:\n            break\n        return\n    refuse('No.')",
            True,
        ),
        ("for p in player:\n        roll('1d6')\n        if p:\n            return\n    refuse('No.')", True),
        ("for p in player:\n        if p:\n            roll('1d6')\n        else:\n            refuse('No.')", True),
        ("if player:\n        roll('1d6')\n    else:\n        refuse('No.')", False),
        (
            "if player:\n        roll('1d6')\n    elif player == '':\n        pass\n    else:\n        refuse('No.')",
            False,
        ),
        ("if player:\n        roll('1d6')\n    else:\n        pass\n    refuse('No.')", True),
        ("if roll('1d6') > 3:\n        return\n    else:\n        refuse('No.')", True),
        ("if player:\n        return roll('1d6')\n    refuse('No.')", False),
        (
            "if player:\n        if roll('1d6') > 3:\n            return 1\n        else:\n            return 2\n    refuse('No.')",
            False,
        ),
        ("if player:\n        roll('1d6')\n        return 1\n    roll('1d6')\n    refuse('No.')", True),
    ],
)
def test_a_refusal_that_a_return_keeps_from_coming_behind_the_roll_is_left_alone(code: str, told: bool) -> None:
    """A tournament's `/strike` throws for the match of whoever writes it and is done, and refuses whoever has none."""
    assert (rolled(f"def f(player):\n    {code}\n") != []) == told


def test_who_refuses_first_and_rolls_then_is_left_alone() -> None:
    assert rolled('def f(player):\n    if player == "":\n        refuse("Who?")\n    roll("1d6")\n') == []


@pytest.mark.parametrize(
    "code",
    [
        'def g(player, quest):\n    get("quests", quest)\n    refuse("No.")\n',
        'def g(player, key):\n    quest = get("quests", key)\n    for quest in [quest]:\n        refuse("No.")\n',
    ],
)
def test_a_name_of_the_functions_own_is_no_mention_of_the_function_that_is_called_so(code: str) -> None:
    """A command `/solve <quest>` was said to refuse behind the roll of `/quest`, which it does not know."""
    assert rolled(f'def quest(player):\n    choose(["red", "blue"])\n\n{code}') == []


@pytest.mark.parametrize(
    "code",
    [
        'def g(player, found = luck()):\n    refuse("No.")\n',
        'def g(player):\n    [luck for luck in [1]]\n    luck()\n    refuse("No.")\n',
        'def g(player):\n    def h(luck):\n        luck\n    luck()\n    refuse("No.")\n',
    ],
)
def test_what_is_a_name_of_its_own_in_a_part_of_the_function_alone_is_found_in_the_rest(code: str) -> None:
    assert len(rolled(f'def luck():\n    return roll("1d6")\n\n{code}')) == 1


def test_the_island_has_nothing_to_tell() -> None:
    documents = {d.slug: d for d in (parse(p, t) for p, t in texts().items() if p.endswith(".md"))}
    library = {"shells": texts()["rules/library/shells.star"]}
    found = typecheck.warnings(sources(documents, library), stub())
    book = read("island", texts(), new_host(), FIELDS)[0]
    assert [str(p) for p in (*found, *rerolls.warnings(book))] == []
