"""What a rule says in vain is told where it says it: to what is always answered before, and to leave that nobody asks."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import shadowing, silenced
from engine.law.rulebook import Rulebook, read
from tests.island import RULESET, rule, with_rules

JURY = rule(
    130,
    "Juries",
    front="commands: [{usage: /accuse, run: accuse, help: Accuse.}]\n",
    code='def accuse(player):\n    open_poll("jury", "Guilty?", electorate = ["bo"])\n',
)


def warned(**rules: str) -> list[str]:
    book = book_of({f"rules/x/{name}.md": text for name, text in rules.items()})
    return [f"{problem.line}: {problem.message}" for problem in silenced.warnings(book)]


def book_of(law: dict[str, str], ruleset: str = "x") -> Rulebook:
    return read(ruleset, law, new_host(), FIELDS)[0]


def everyone(body: str, front: str = "") -> str:
    code = f"def all_of_us(poll):\n    {body}\n"
    return rule(120, "Everyone", front=f"{front}answers: {{electorate: all_of_us}}\n", code=code)


@pytest.mark.parametrize("body", ["return active_players()", 'return keys("players")', 'return sorted(["ana"])'])
def test_voters_of_a_poll_are_named_in_vain_where_a_rule_names_them_for_all(body: str) -> None:
    (said,) = warned(jury=JURY, everyone=everyone(body))
    assert warned(jury=JURY.replace("electorate = ", ""), everyone=everyone(body)) == [said]
    assert said.startswith("10: `electorate` of this poll is never looked at: `all_of_us` of `everyone`")
    assert "overrides: [everyone]" in said


def test_they_are_not_where_it_leaves_other_polls_alone() -> None:
    assert warned(jury=JURY, everyone=everyone('return active_players() if poll["kind"] == "law" else None')) == []
    assert warned(jury=JURY, everyone=everyone("return get('players', 'all')")) == []
    assert warned(jury=JURY.replace(', electorate = ["bo"]', ""), everyone=everyone("return active_players()")) == []


def test_a_function_of_ones_own_is_not_taken_for_the_word_it_is_called_like() -> None:
    own = everyone("return keys(1)").replace("```starlark\n", "```starlark\ndef keys(n):\n    return None\n\n")
    assert warned(jury=JURY, everyone=own) == []


def test_who_answers_before_it_is_looked_at() -> None:
    front = "overrides: [everyone]\nanswers: {electorate: ours}\ncommands:"
    jury = JURY.replace("commands:", front).replace(
        "```starlark\n", '```starlark\ndef ours(poll):\n    return ["bo"] if poll["kind"] == "jury" else None\n\n'
    )
    assert warned(jury=jury, everyone=everyone("return active_players()")) == []


def test_an_answer_behind_active_players_is_never_asked() -> None:
    other = everyone("return None").replace("120", "121").replace("Everyone", "Nobody")
    (said,) = warned(nobody=other, everyone=everyone("return active_players()"))
    assert "`electorate` is never asked here: `all_of_us` of `everyone` goes before it" in said


VETO = rule(
    131,
    "Veto",
    front="forbids:\n  resolve: vetoed\n",
    code='def vetoed(player, poll):\n    return "Vetoed."\n',
)
BY_ITSELF = rule(
    122, "By itself", front="answers: {resolves_itself: yes}\n", code="def yes(poll, tally):\n    return True\n"
)


def test_leave_to_resolve_is_given_in_vain_where_nobody_asks_for_it() -> None:
    law = with_rules({"131-veto.md": VETO, "122-by.md": BY_ITSELF})
    assert nobody_asks(law) == []
    silent = {path: text for path, text in law.items() if "resolve(" not in text}
    (said,) = nobody_asks(silent)
    assert "adjust `resolves_itself`, or `verdict`" in said


def nobody_asks(law: dict[str, str]) -> list[str]:
    found = [problem.message for problem in silenced.warnings(book_of(law, RULESET))]
    return [message for message in found if "nobody asks for it" in message]


PARAMETERS = {
    "fill": ("    fill()\n\ndef fill():\n    pass\n", "a function of this rule"),
    "gain": ('    gain(player, "points", gain)\n\nload("purse", "gain")\n', "what is loaded"),
    "mine": ('    mine(player)\n\nload("purse", mine = "gain")\n', "what is loaded"),
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_a_parameter_that_is_called_like_a_function_is_told(name: str) -> None:
    code, what = PARAMETERS[name]
    law = {"rules/x/1-slip.md": rule(1, "Slip", front=f"parameters:\n  {name}: 3\n", code=f"def f(player):\n{code}")}
    library = {"rules/library/purse.star": "def gain(player, what, count):\n    pass\n"}
    (problem,) = shadowing.warnings(book_of(law | library))
    assert f"the parameter `{name}` has the name of {what}" in problem.message and problem.line == 5
    assert (
        list(shadowing.warnings(book_of({path: text.replace("  " + name, "  price") for path, text in law.items()})))
        == []
    )


@pytest.mark.parametrize(
    ("code", "line", "told"),
    [
        ('def roll(player):\n    reply(str(roll("1d6")))\n', 11, "`roll` is a word of the engine"),
        ("now = 3\n\ndef f(player):\n    reply(str(now()))\n", 13, "`now` is a word of the engine"),
        ('def f(poll, tally):\n    return tally("12")\n', 11, "`tally` is a word of the engine"),
        (
            "def role(a, b = 1, *, c = 2):\n    return a\n\ndef f(player):\n    role()\n",
            14,
            "`role` is a word of the engine",
        ),
        (
            "def role(a, *, b):\n    return a\n\ndef f(player):\n    role(player)\n",
            14,
            "`role` is a word of the engine",
        ),
        (
            "def role(a, *, b = 1):\n    return a\n\ndef f(player):\n    role(1, 2, 3)\n",
            14,
            "`role` is a word of the engine",
        ),
        ("def f(player):\n    list = [1]\n    return list(list)\n", 12, "`list` is a function of the language"),
    ],
)
def test_the_call_of_a_word_that_the_rule_has_hidden_is_told(code: str, line: int, told: str) -> None:
    front = "parameters:\n  price: 3\n"
    (problem,) = shadowing.warnings(book_of({"rules/x/1-slip.md": rule(1, "Slip", front=front, code=code)}))
    assert told in problem.message and problem.line == line


@pytest.mark.parametrize(
    "code",
    [
        "def call(player):\n    reply(player)\n",
        'def f(poll, tally):\n    return tally["yay"]\n\ndef g(key):\n    return tally(key)\n',
        "def f(player):\n    return len([sum for sum in [1, 2]])\n",
        "def role(player):\n    return player\n\ndef f(player):\n    return role(player)\n",
        "def role(a, b = 1, *, c = 2):\n    return a\n\ndef f(player):\n    return role(player), role(player, 1, c = 2)\n",
        "def role(a, *, b):\n    return a\n\ndef f(player):\n    return role(player, b = 2)\n",
        "def role(*whom):\n    return whom\n\ndef f(player):\n    return role(player, player, player)\n",
    ],
)
def test_a_name_that_hides_a_word_nobody_calls_there_is_not_told(code: str) -> None:
    assert list(shadowing.warnings(book_of({"rules/x/1-fine.md": rule(1, "Fine", code=code)}))) == []


def test_a_parameter_that_hides_a_function_of_the_language_is_told() -> None:
    text = rule(1, "Slip", front="parameters:\n  len: 3\n", code="def f(player):\n    reply(str(len(player)))\n")
    (problem,) = shadowing.warnings(book_of({"rules/x/1-slip.md": text}))
    assert "the parameter `len` has the name of a function of the language" in problem.message


@pytest.mark.parametrize(
    ("code", "doubted"),
    [
        ("price = 3\n\ndef f(player):\n    reply(str(price))\n", True),
        ("luck, price = 1, 3\n\ndef f(player):\n    reply(str(price))\n", True),
        ("def f(player):\n    price = 3\n    reply(str(price))\n", False),
    ],
)
def test_a_parameter_that_the_code_sets_for_all_of_the_rule_is_told(code: str, doubted: bool) -> None:
    """The vote on it would have changed nothing."""
    text = rule(1, "Slip", front="parameters:\n  price: 2\n", code=code)
    found = [problem.message for problem in shadowing.warnings(book_of({"rules/x/1-slip.md": text}))]
    assert [message.partition(",")[0] for message in found] == [
        "the parameter `price` has the name of what the code sets to a value of its own"
    ] * doubted


def adding(number: int, title: str, value: str, front: str = "") -> str:
    code = f'def with_it(found, village):\n    return found | {{"grain": {value}}}\n'
    return rule(number, title, front=f"{front}adjusts: {{harvest: with_it}}\n", code=code)


def test_what_a_stronger_rule_sets_whatever_it_was_is_set_in_vain() -> None:
    (said,) = warned(fields=adding(121, "Fields", "2"), mills=adding(120, "Mills", "3"))
    assert (
        "`grain`, which `with_it` sets in `harvest`, is set anew by `with_it` of `mills`, which comes after it" in said
    )
    way = "`overrides: [mills]`, or amend that rule, as where the game lets none claim a rank"
    assert said.endswith(f". To come after it, write {way}")


def test_what_both_write_out_alike_is_not() -> None:
    """Whoever adds votes that weigh 1 was told that another rule lets each vote weigh 1."""
    assert warned(fields=adding(121, "Fields", "3"), mills=adding(120, "Mills", "3")) == []
    assert len(warned(fields=adding(121, "Fields", "len(found)"), mills=adding(120, "Mills", "len(found)"))) == 1


def test_nothing_is_said_in_vain_that_a_rule_stands_over_by_name() -> None:
    """Who had written `overrides: [fields]`, as they were told, was told to write `overrides: [mills]` there."""
    for front in ("overrides: [fields]\n", "overrides: [120]\n"):
        assert warned(fields=adding(120, "Fields", "2"), mills=adding(121, "Mills", "3", front)) == []
    yielding = adding(120, "Fields", "2", "defers_to: [mills]\n")
    assert warned(fields=yielding, mills=adding(121, "Mills", "3")) == []
    over_all = adding(121, "Mills", "3", "overrides: [all]\n")
    assert len(warned(fields=adding(120, "Fields", "2"), mills=over_all)) == 1
    nobody = everyone("return None").replace("120", "119").replace("Everyone", "Nobody")
    assert warned(nobody=nobody, everyone=everyone("return active_players()", "overrides: [nobody]\n")) == []


@pytest.mark.parametrize("value", ['found["grain"] + 1', '3 + 2 * found["grain"]'])
def test_what_it_sets_by_what_was_there_is_not(value: str) -> None:
    assert warned(fields=adding(120, "Fields", "2"), mills=adding(119, "Mills", value)) == []


def test_nor_is_what_nobody_else_sets() -> None:
    other = adding(119, "Mills", "3").replace("grain", "flour")
    assert warned(fields=adding(120, "Fields", "2"), mills=other) == []
    assert warned(fields=adding(120, "Fields", "2")) == []


@pytest.mark.parametrize(
    ("counted", "said"),
    [
        ("counted + [{'voter': 'mill', 'weight': 1}]", []),
        ("counted + [{'voter': m, 'weight': 1} for m in keys('mills')]", []),
        ("[{'voter': b['voter'], 'weight': 1} for b in counted]", ["weight"]),
        ("[b | {'weight': 1} for b in counted] + [{'voter': 'mill', 'weight': 2}]", ["weight"]),
    ],
)
def test_what_is_added_to_a_list_sets_nothing_anew_of_what_is_there(counted: str, said: list[str]) -> None:
    """A rule off the shelf was told so beside one that adds a ballot of a party, and to stand over it."""
    adjusting = "adjusts: {counted_ballots: with_mine}\n"
    code = "def with_mine(counted, poll, ballots):\n    return "
    one = rule(120, "Elders", front=adjusting, code=code + "[b | {'weight': 2} for b in counted]\n")
    other = rule(119, "Mills", front=adjusting, code=f"{code}{counted}\n")
    assert [message.split("`")[1] for message in warned(elders=one, mills=other)] == said
