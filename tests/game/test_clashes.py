"""A line that two commands fit is one too many: the later rule is told, with the name of the earlier."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.law.close_reading.clashes import forms_in, meet
from engine.law.documents.usage import BadUsage, parse_usage
from tests.game.test_declared import found
from tests.island import rule
from tests.shares import tries


def command(usage: str, run: str = "attempt", names: str = "", kinds: str = "") -> str:
    arguments = f", arguments: {{{kinds}}}" if kinds else ""
    front = f'commands:\n  - {{usage: "{usage}", run: {run}, help: x{arguments}}}\n'
    return rule(120, "Try", front=front, code=f"def {run}(player{names}):\n    pass\n")


CLASH = {
    "/build": ("", "", "`/build` of rule 105 `huts`"),
    "/BUILD": ("", "", "`/build` of rule 105 `huts`"),
    "/build|make": ("", "", "105"),
    "/build [<what>]": (", what", "", "105"),
    "/give <count> shells to <who>": (", count, who", "", "104"),
    "/give <what>": (", what", "what: {type: text}", "104"),
    "/give <n> shell to <a> <b>": (", n, a, b", "", ""),
    "/give <n> shells": (", n", "", ""),
    "/status": ("", "", "the engine's own"),
    "/help": ("", "", "the engine's own"),
    "/help me": ("", "", "the engine's own"),
    "/status of <whom>": (", whom", "", "the engine's own"),
    "/me": ("", "", ""),
    "/rule <what>": (", what", "what: {type: text}", ""),
    "/correct <a> <b> <c> <d> because <e>": (", a, b, c, d, e", "", "the engine's own"),
}


@pytest.mark.parametrize("usage", CLASH)
def test_a_usage_that_another_has_in_full_or_in_part_is_told(usage: str) -> None:
    names, kinds, other = CLASH[usage]
    problems = [p.message for p in found(command(usage, names=names, kinds=kinds))]
    assert [other in message and usage in message for message in problems] == ([True] if other else [])


def test_one_act_has_one_kind_of_parameters() -> None:
    (problem,) = found(command("/raise <height>", "build", ", height"))
    assert "a command of rule 105 `huts`" in problem.message and "runs a function `build` as well" in problem.message
    assert found(command("/raise", "build")) == []
    (problem,) = found(command("/vote", "vote"))
    assert "act of the engine's own" in problem.message


WORDS = st.sampled_from(["a", "b", "a|b", "<x>", "<t>", "<u>", "[a]", "[<x>]", "(", ",", ")"])
USAGES = st.lists(WORDS, min_size=1, max_size=4).map(lambda parts: " ".join(["/go", *parts]))
LINES = st.lists(st.sampled_from(["a", "b", "c", "(", ",", ")"]), max_size=5).map(
    lambda parts: " ".join(["/go", *parts])
)
KINDS = {"t": {"type": "text"}}
DECLARED = (("t", "text"),)


@given(USAGES, USAGES, LINES)
@settings(max_examples=tries(400), deadline=None)
def test_no_line_fits_two_usages_that_do_not_clash(one: str, other: str, line: str) -> None:
    try:
        first, second = parse_usage(one, KINDS), parse_usage(other, KINDS)
    except BadUsage:
        return
    if first.match(line) is not None and second.match(line) is not None:
        assert meet(forms_in(one, DECLARED), forms_in(other, DECLARED))


def test_of_many_clashes_fifty_are_told() -> None:
    for many, told in ((50, 50), (51, 50)):
        lines = "".join(f'  - {{usage: "/build|make{n}", run: attempt, help: x}}\n' for n in range(many))
        law = rule(120, "Try", front=f"commands:\n{lines}", code="def attempt(player):\n    pass\n")
        assert len([p for p in found(law) if "takes already" in p.message]) == told


@pytest.mark.parametrize(("begin", "told"), [("/x", "takes already"), ("/x ", "begin like")])
def test_however_many_commands_a_rule_has_the_last_one_is_looked_at(begin: str, told: str) -> None:
    """It would take the lines of others, if it claimed to stand over them."""
    usages = [*(f"{begin}{n}" for n in range(700)), "/build"]
    lines = "".join(f'  - {{usage: "{usage}", run: attempt, help: x}}\n' for usage in usages)
    law = rule(120, "Try", front=f"commands:\n{lines}", code="def attempt(player):\n    pass\n")
    assert told in [*found(law)][-1].message
