"""Rule files with something wrong in them: every problem at once, each with its line."""

from __future__ import annotations

import re

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.documents import document
from engine.law.documents.document import parse
from engine.law.documents.frontmatter import PROPERTIES
from engine.law.documents.problems import LawProblems
from engine.law.rulebook import read
from tests.island import RULESET, rule, texts

GOOD = "---\nrule: 101\ntitle: A rule\nby_hand: true\n---\nSo it is.\n"


def problems(text: str, path: str = "rules/x/101-a.md") -> list[str]:
    with pytest.raises(LawProblems) as caught:
        parse(path, text)
    return [str(p).removeprefix("rules/x/") for p in caught.value.problems]


def front(more: str, code: str = "") -> str:
    block = f"```starlark\n{code}```\n" if code else ""
    return f"---\nrule: 101\ntitle: A rule\n{more}---\nText.\n{block}"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (front("parametres: {}\n"), 4, "unknown key `parametres`; did you mean `parameters`? known are"),
        (front("x: {}\n"), 4, f"unknown key `x`; known are {', '.join(sorted(PROPERTIES))}"),
        (front("by_hand: perhaps\n"), 4, "must be true or false"),
        (front(f"state: {{huts: {{}}}}\nrecords:\n  huts:\n    {'é' * 34}: {{}}\n"), 7, "counts as 2 to 12"),
        (front("parameters: &a {x: 1}\n"), 4, "anchors"),
        (front("parameters: {x: 1}\nstate: *a\n"), 5, "anchors"),
        (front("title: Twice\n"), 4, "twice"),
        (
            front("adjusts: {standing: f}\n", "def f(a, p, b):\n    return a\n"),
            4,
            "the question `standing` is called `counted_ballots` now",
        ),
        (front("schedule:\n  - {cron: '* * * * *', run: f}\n", "def f():\n    pass\n"), 5, "once an hour"),
        (
            front("schedule:\n" + "  - {cron: '0 9 * * *', run: f}\n" * 61, "def f():\n    pass\n"),
            65,
            "no more than 60 entries of a schedule, and this has 61",
        ),
        (front("schedule:\n  - {every: week, run: f}\n", "def f():\n    pass\n"), 5, "`{every: week, from: "),
        (front("schedule:\n  - {cron: '60 8 * * 1', run: f}\n", "def f():\n    pass\n"), 5, "one number from 0 to 59"),
        (front("schedule:\n  - {cron: '0 99 * * *', run: f}\n", "def f():\n    pass\n"), 5, "day of the month 1-31"),
        (
            front("schedule:\n  - {cron: '0 9 * * *', run: f, timezone: Mars}\n", "def f():\n    pass\n"),
            5,
            "no time zone",
        ),
        (front("on: {joined: nobody}\n", "def f():\n    pass\n"), 4, "no function `nobody`"),
        (
            front("commands:\n  - {usage: /pick <choice>, run: f}\n", "def f(p, c):\n    pass\n"),
            5,
            "the choice `choice` needs `values`",
        ),
        (
            front(
                "commands:\n  - {usage: /pick <c>, run: f, arguments: {c: {type: choice}}}\n",
                "def f(p, c):\n    pass\n",
            ),
            5,
            "the choice `c` needs `values`",
        ),
        (front("state:\n  p:\n    x: {type: integer, pattern: x}\n"), 6, "`pattern` is not allowed"),
        (front("state:\n  p:\n    x: {type: integer, default: a}\n"), 6, "default does not fit"),
        (front("state:\n  engine:\n    x: {type: integer}\n"), 5, "keeps for itself"),
        (front("parameters: {roll: 3}\n"), 4, "word of the engine"),
        (front("documents: {card: {folder: cards, feilds: {}}}\n"), 4, "unknown key `feilds`; did you mean `fields`?"),
        (front("documents: {card: {folder: cards, x: {}}}\n"), 4, "unknown key `x`; known are folder, fields"),
        (front("commands:\n  - {usage: '/a [b', run: f}\n", "def f(p):\n    pass\n"), 5, "usage"),
        (front("", "def f():\n    while True:\n        pass\n"), 8, "`while`"),
        (front("", "def f(:\n"), 7, "not Starlark"),
        (
            front("", "def f():\n    pass\n\n```example\nname: x\n").removesuffix("```\n"),
            10,
            "the code has no end before it: a line of three backticks alone is missing",
        ),
        (front("", "import os\n"), 7, "`import`"),
        ("no front matter\n", 1, "front matter"),
        ("---\nrule: 101\n", 1, "no end"),
        ("---\n- a\n---\n", 2, "must be a map"),
        ("---\nrule: 102\ntitle: A\nby_hand: true\n---\n", 2, "102 here and 101 in the file name"),
        (GOOD.replace("So it is.", "So\x00it is."), 6, "NUL"),
    ],
)
def test_a_problem_is_named_with_its_line(text: str, line: int, words: str) -> None:
    found = problems(text)
    assert any(p.startswith(f"101-a.md:{line}: ") and words in p for p in found), found


def test_arguments_that_no_usage_has_are_told_in_order() -> None:
    arguments = ", ".join(f"{name}: {{type: text}}" for name in "gbfdhcea")
    found = problems(front(f"commands:\n  - {{usage: /sing, run: f, arguments: {{{arguments}}}}}\n"))
    assert [words.split(": ", 1)[1] for words in found] == [
        f"the argument `{c}` is not in the usage" for c in "abcdefgh"
    ]


def test_all_problems_come_at_once() -> None:
    text = front("wrong: 1\nworse: 2\nby_hand: 3\n")
    assert len(problems(text)) == 3


def test_what_cannot_be_read_is_read_once_and_told_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken rule was read anew with each law in which it stands, and with each that is tried."""
    text, read_for = front("read_once: {}\n"), list[str]()
    honest = document._Reading.document
    monkeypatch.setattr(document._Reading, "document", lambda self: (read_for.append(self.path), honest(self))[1])
    told: list[LawProblems] = []
    for path in ("rules/x/101-a.md", "rules/x/101-a.md", "rules/y/101-a.md"):
        with pytest.raises(LawProblems) as caught:
            parse(path, text)
        told.append(caught.value)
    assert read_for == ["rules/x/101-a.md", "rules/y/101-a.md"]
    assert told[0] is not told[1] and told[0].problems == told[1].problems != told[2].problems
    told[0].problems.clear()
    assert len(problems(text)) == 1


def test_a_parameter_that_the_prose_does_not_name_is_a_warning() -> None:
    document = parse("rules/x/101-a.md", front("parameters: {price: 12}\n"))
    assert [str(w) for w in document.warnings] == [
        "rules/x/101-a.md:4: the prose does not say 12 (the parameter `price`)"
    ]


@pytest.mark.parametrize(
    ("value", "prose", "said"),
    [
        ("-3", "Who is late loses 3 fish.", True),
        ("-3", "Who is late loses -3 fish.", True),
        ("-0.5", "Half, 0.5 of it, is lost.", True),
        ("3", "It costs 30 fish.", False),
        ("3", "It costs 1.3 or 3.5 fish.", False),
        ("3", "It costs 3.", True),
        ("3", "It costs 3, or 4.", True),
        ("1.5", "It costs 11.5 fish.", False),
        ("12000", "It costs 12,000 fish.", True),
        ("12000", "It costs 12000 fish.", True),
        ("2000", "It costs 12,000 or 2,000,000 fish.", False),
        ("3", "Three times at most.", True),
        ("-2", "Who is late loses two fish.", True),
        ("12", "It costs two, or twelve, fish.", True),
        ("7", "Who is seventh pays.", False),
        ("3", "It costs four.", False),
        ("1", "One may fish.", False),
        ("gold", "It is paid in golden coins.", True),
        ("true", "It may be.", True),
    ],
)
def test_the_prose_says_a_number_if_it_stands_there_by_itself_and_one_below_nothing_without_its_sign(
    value: str, prose: str, said: bool
) -> None:
    document = parse("rules/x/101-a.md", front(f"parameters: {{p: {value}}}\n").replace("Text.", prose))
    assert prose in document.prose and (document.warnings == ()) == said


def book_problems(texts: dict[str, str]) -> list[str]:
    return [str(p) for p in read("x", texts, new_host(), FIELDS)[1]]


def test_two_rules_with_one_number_or_one_slug_are_a_problem() -> None:
    other = GOOD.replace("A rule", "Another")
    assert "already that of" in book_problems({"rules/x/101-a.md": GOOD, "rules/x/101-b.md": other})[0]
    assert "slug `a`" in book_problems({"rules/x/101-a.md": GOOD, "rules/x/102-a.md": other.replace("101", "102")})[0]


def test_two_rules_that_give_a_field_different_types_are_both_named() -> None:
    one = front("state:\n  p:\n    x: {type: integer}\n")
    two = one.replace("101", "102").replace("integer", "string")
    found = book_problems({"rules/x/101-a.md": one, "rules/x/102-b.md": two})
    assert found == ["rules/x/102-b.md:6: `x` of p has another type here than in the rule `a`"]


@pytest.mark.parametrize(
    ("first", "second", "wrong"),
    [
        ("rule: 101", "rule: 102", "102-a.md:6: `x` of p has another type here than in the rule `b`"),
        ("rule: 9", "rule: 10", "10-a.md:6: `x` of p has another type here than in the rule `b`"),
        ("rule: 101", "rule: next", "a.md:6: `x` of p has another type here than in the rule `b`"),
        (
            "immutable: true\nrule: 102",
            "rule: 101",
            "101-a.md:6: `x` of p is a field of `b`, which is immutable",
        ),
    ],
)
def test_of_two_rules_the_field_is_the_one_with_the_lower_number_unless_the_other_is_immutable(
    first: str, second: str, wrong: str
) -> None:
    """Whatever they are called: the slug of the second comes first in the alphabet."""
    one = front("state:\n  p:\n    x: {type: integer}\n").replace("rule: 101", first)
    two = front("state:\n  p:\n    x: {type: string}\n").replace("rule: 101", second)
    number, other = (re.sub(r"\D*(\d*).*", r"\1", part, flags=re.DOTALL) for part in (first, second))
    found = book_problems({f"rules/x/{number}-b.md": one, f"rules/x/{other}{'-' * bool(other)}a.md": two})
    assert found == [f"rules/x/{wrong}"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("type: array, items: {type: integer, minimum: 0}", "items: {type: integer}"),
        ("type: object, additionalProperties: {type: integer, minimum: 0}", "additionalProperties: {type: integer}"),
        ("type: object, properties: {a: {type: integer, maximum: 3}}", "properties: {a: {type: integer}}"),
        ("type: object, default: {a: 1}, required: [a]", "required: []"),
        ("type: integer, told: false", "told: true"),
    ],
)
def test_no_rule_lifts_what_another_wants_of_a_field(first: str, second: str) -> None:
    one = front(f"state:\n  p:\n    x: {{{first}}}\n")
    two = one.replace("101", "102").replace(first, second)
    keyword = second.partition(":")[0]
    found = book_problems({"rules/x/101-a.md": one, "rules/x/102-b.md": two})
    assert found == [f"rules/x/102-b.md:6: `x` of p has another {keyword} here than in the rule `a`"]
    assert book_problems({"rules/x/101-a.md": one, "rules/x/102-b.md": one.replace("101", "102")}) == []


def test_a_rule_may_narrow_anothers_field() -> None:
    one = front("state:\n  p:\n    x: {type: integer, default: 5}\n")
    two = "---\nrule: 102\ntitle: B\nstate:\n  p:\n    x: {minimum: 3}\n---\nText.\n"
    book, found = read("x", {"rules/x/101-a.md": one, "rules/x/102-b.md": two}, new_host(), FIELDS)
    assert found == []
    assert [(v.field, v.slug) for v in book.schemas.check("p", {"x": 2})] == [("x", "b")]
    assert book.schemas.check("p", {"x": 3}) == []
    assert book.schemas.defaults("p") == {"x": 5}


def test_a_rule_that_loads_what_is_not_there_is_broken_and_alone() -> None:
    loader = front("on: {joined: f}\n", 'load("gone", "g")\n\ndef f(p):\n    g()\n')
    sound = front("on: {joined: f}\n", "def f(p):\n    pass\n").replace("101", "102")
    book, found = read("x", {"rules/x/101-a.md": loader, "rules/x/102-b.md": sound}, new_host(), FIELDS)
    assert list(book.broken) == ["a"]
    assert "it loads `gone`" in str(found[0])
    assert list(book.loaded.modules) == ["b"]


def test_rules_that_load_each_other_are_broken_and_named() -> None:
    one = front("on: {joined: f}\n", 'load("b", "g")\n\ndef f(p):\n    g(p)\n')
    two = front("on: {joined: g}\n", 'load("a", "f")\n\ndef g(p):\n    f(p)\n').replace("101", "102")
    book, _ = read("x", {"rules/x/101-a.md": one, "rules/x/102-b.md": two}, new_host(), FIELDS)
    assert set(book.broken) == {"a", "b"}


PAY = "---\nrule: 5\ntitle: Toll\ncommands:\n  - {usage: /pay, run: pay, help: Pay.}\n---\nPay.\n\n"


def test_code_in_a_block_that_nobody_runs_is_told_with_its_line() -> None:
    with pytest.raises(LawProblems) as caught:
        parse("rules/x/005-toll.md", PAY + "```python\ndef pay(player):\n    reply('x')\n```\n")
    (problem,) = caught.value.problems
    assert problem.message.startswith("the code has no function `pay`; the block of `python` in line 9 is prose")
    assert "a line of three backticks and `starlark`" in problem.message


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            "```Starlark\ndef pay(player):\n    reply('x')\n```\n",
            "; the block of `Starlark` in line 9 is prose to the game",
        ),
        ("```\ndef pay(player):\n    reply('x')\n```\n", "; the block in line 9 is prose to the game"),
        ("    def pay(player):\n        reply('x')\n", "; a `def` in the prose is prose to the game"),
        ("```starlark\ndef payy(player):\n    reply('x')\n```\n", "; did you mean `payy`?"),
        ("```starlark\ndef sing(player):\n    reply('x')\n```\n", ""),
        ("```\n/pay 3\n```\n", ""),
    ],
)
def test_where_a_function_is_missing_it_is_told_where_it_may_be(body: str, told: str) -> None:
    with pytest.raises(LawProblems) as caught:
        parse("rules/x/005-toll.md", PAY + body)
    (problem,) = caught.value.problems
    said = problem.message.removeprefix("the code has no function `pay`")
    assert said == told + (": code begins with a line of three backticks and `starlark`" if "prose" in told else "")


def test_an_example_may_say_that_it_is_yaml() -> None:
    code = "```starlark\ndef pay(player):\n    reply('x')\n```\n\n"
    for info, many in (("example", 1), ("yaml example", 1), ("yaml", 0), ("text example", 0)):
        found = parse("rules/x/005-toll.md", f"{PAY}{code}```{info}\nname: x\nwhen: []\nthen: {{}}\n```\n")
        assert len(found.examples) == many


def test_a_name_that_is_in_nothing_loaded_is_told_with_the_nearest() -> None:
    law = texts() | {"rules/library/coins.star": "def earn(player, n):\n    return n\n"}
    for name, end in (("earns", ", did you mean `earn`?"), ("give_points", "; there are earn")):
        law |= {"rules/island/120-toll.md": rule(120, "Toll", code=f'load("coins", "{name}")\n')}
        (problem,) = read(RULESET, law, new_host(), FIELDS)[1]
        assert problem.message == f"no code that is loaded here has a function `{name}`{end}"


@pytest.mark.parametrize(
    ("front", "told"),
    [
        ("rule: five", "rule: must be a whole number or `next`, and is 'five'"),
        ("rule: 5\ntitle: 3", "title: must be a text, and is 3"),
        (
            "rule: 5\ntitle: x\nparameters: {two words: 3}",
            "'two words' cannot stand here: letters, digits and _, no digit first",
        ),
        (
            "rule: 5\ntitle: x\noverrides: [One Vote]",
            "overrides: 'One Vote' cannot stand here: small letters, digits and -",
        ),
        ("rule: 5\ntitle: x\nhistory: 3", "history: must be a list, and is 3"),
        ("rule: 5\ntitle: x\non: {opened: [f]}", "on.opened: must be a text, and is ['f']"),
        (
            "rule: 5\ntitle: x\nstate: {players: {gold: {type: int}}}",
            "the field `gold`: `type` must be `string`, `integer`",
        ),
        ("rule: 5\ntitle: x\nstate: {players: {gold: {type: int}}}", "is 'int'; write `integer`"),
        ("rule: 5\ntitle: x\nstate: {game: {mayor: {type: player}}}", "is 'player'; write `string`"),
        ("rule: 5\ntitle: x\nstate: {players: {gold: {type: integer, min: 0}}}", "did you mean `minimum`?"),
        ("rule: 5\ntitle: x\nstate: {players: {gold: {type: integer, default: none}}}", "it must be a whole number"),
    ],
)
def test_a_front_matter_of_another_shape_is_told_in_words_of_ours(front: str, told: str) -> None:
    with pytest.raises(LawProblems) as caught:
        parse("rules/x/005-x.md", f"---\n{front}\n---\nSo it is.\n")
    assert any(told in problem.message for problem in caught.value.problems), caught.value.problems


def test_an_f_string_is_told_with_what_to_write() -> None:
    code = "```starlark\ndef pay(player):\n    reply(f'hello {player}')\n```\n"
    with pytest.raises(LawProblems) as caught:
        parse("rules/x/005-toll.md", PAY + code)
    (problem,) = caught.value.problems
    assert problem.message == 'rules cannot use an f-string: write "%s has %d" % (player, count)' and problem.line == 11


def test_what_is_wrong_with_the_code_is_told_beside_what_is_wrong_with_the_front_matter() -> None:
    with pytest.raises(LawProblems) as caught:
        parse("rules/island/101-a.md", front("comands: []\n", "def f():\n    while True:\n        pass\n"))
    assert sorted(p.line for p in caught.value.problems) == [4, 9]


@pytest.mark.parametrize("name", ["101-A.md", "101_a.md", "101 a.md", "101-a.b.md", "101-é.md", ".md"])
def test_a_files_name_has_letters_digits_and_hyphens_alone(name: str) -> None:
    assert f"{name}:1: a rule's file name has lower-case letters, digits and hyphens, and ends in .md" in problems(
        GOOD, f"rules/x/{name}"
    )


def test_a_document_has_no_file_name_that_windows_keeps_for_itself() -> None:
    card = "---\nname: A card\n---\nIt is blue.\n"
    kept = "cards/aux.md:1: Windows keeps this file name for itself: give the document another"
    assert problems(card, "rules/x/cards/aux.md") == [kept]
    assert parse("rules/x/cards/auks.md", card).kind == "cards"
    assert parse("rules/x/aux.md", GOOD).kind == "rule"  # its number is put in front


@pytest.mark.parametrize(
    ("one", "other", "is_wrong"),
    [
        ("files: {huts: homes}", "", False),
        ("files: {huts: homes}", "files: {sheds: barns}", False),
        ("files: {huts: homes}", "files: {sheds: homes}", True),
        ("files: {huts: homes}", "files: {huts: cabins}", True),
        ("files: {huts: homes}", "files: {huts: homes}", False),
        ("files: {huts: sheds}", "", True),
        ("files: {huts: huts}", "", False),
    ],
)
def test_two_collections_are_not_kept_in_one_file_nor_one_in_two(one: str, other: str, *, is_wrong: bool) -> None:
    states = (
        "state: {huts: {size: {type: integer, default: 1}}}",
        "state: {sheds: {size: {type: integer, default: 1}}}",
    )
    law = {
        f"rules/x/{number}-a{number}.md": rule(number, f"A {number}", front=f"{state}\n{file}\n")
        for number, state, file in zip((101, 102), states, (one, other), strict=True)
    }
    found = [
        str(problem) for problem in read("x", law, new_host(), FIELDS)[1] if "cannot be kept in" in problem.message
    ]
    assert bool(found) is is_wrong, found


@pytest.mark.parametrize("sign", ["\u200b", "\u034f", "\xad", "\u200d"])
def test_a_hidden_character_in_the_front_matter_is_told_where_it_stands(sign: str) -> None:
    text = f"---\nrule: 120\ntitle: Son{sign}gs\nby_hand: true\n---\nWe sing.\n"
    with pytest.raises(LawProblems) as raised:
        parse("rules/island/120-songs.md", text)
    told = f"there is a hidden character in the front matter (U+{ord(sign):04X})"
    assert [(problem.line, problem.message) for problem in raised.value.problems] == [(3, told)]


def test_what_joins_an_emoji_is_not_hidden_there() -> None:
    text = "---\nrule: 120\ntitle: 👩\u200d🌾 and\xa0more\nby_hand: true\n---\nWe sing.\n"
    assert parse("rules/island/120-songs.md", text).title.startswith("👩")


def test_what_is_wrong_in_one_line_is_told_in_the_order_of_the_text() -> None:
    """Else a refusal would read otherwise from process to process."""
    old = ["standing", "number_of", "complete", "is_proposal"]
    text = f"---\nrule: next\ntitle: Old\nanswers: {{{', '.join(f'{name}: a' for name in old)}}}\n---\nSo.\n"
    code = "\n```starlark\ndef a(*args):\n    pass\n```\n"
    with pytest.raises(LawProblems) as wrong:
        parse("rules/island/old.md", text + code)
    assert [problem.message.split("`")[1] for problem in wrong.value.problems] == old


def test_functions_are_known_by_their_names_however_they_are_written() -> None:
    code = 'TEXT = """\ndef none(a):\n"""\n\ndef one(a):\n    pass\n\ndef  two (a):\n    pass\n'
    document = parse("rules/island/120-a.md", f"---\nrule: 120\ntitle: A\n---\nSo.\n\n```starlark\n{code}```\n")
    assert document.functions == {"one": 12, "two": 15}


def test_a_function_is_named_where_it_first_begins() -> None:
    text = rule(120, "Songs", code="def sing(p):\n    pass\n\ndef dance(p):\n    pass\n\ndef sing(p):\n    pass\n")
    first = text.split("\n").index("def sing(p):") + 1
    assert parse("rules/island/120-songs.md", text).functions == {"sing": first, "dance": first + 3}


@pytest.mark.parametrize(("folder", "line"), [("sub", 2), ("rule", 1)])
def test_a_rule_in_a_folder_of_its_own_is_told_where_it_says_that_it_is_one(folder: str, line: int) -> None:
    """By its number; in a folder of that name it is one by where it lies."""
    with pytest.raises(LawProblems) as found:
        parse(f"rules/x/{folder}/108-a.md", "---\nrule: 108\ntitle: A\nby_hand: true\n---\nSo it is.\n")
    assert [(p.line, "directly in the ruleset's folder" in p.message) for p in found.value.problems] == [(line, True)]
