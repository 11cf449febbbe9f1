"""Whoever writes a rule is told in its examples what to do about a failure, and not what players do about it; and once."""

from __future__ import annotations

import pytest

from tests.island import failures, rule, with_rules

FRONT = "parameters: {price: 2}\nstate: {game: {pot: {type: integer, default: 0}}}\ncommands:\n  - {usage: /try, run: attempt, help: x}\n"
STUMBLES = {
    'get("players", "nobody")["shells"]': "Test `== None` first.",
    '2 < get("players", "nobody")': "Test `== None` first.",
    '"You have " + price': "`str(n)`",
    'price + " shells"': "`str(n)`",
    '"x" < price': "of two kinds",
    "attempt(player)": "Functions call themselves or each other without end",
    "SEEN.append(player)": "keep it in a record, with `put`",
    '"%.2f" % 2.5': "without widths and places",
    '"%02d" % price': '`("0" + str(n))[-2:]`',
    'get("players", player).shells': '`record["shells"]`',
    "[2, 1].sort()": "`sorted(l)`",
    'get("players", player)["shelz"]': "is it spelt so, and declared?",
    "reply(price)": "`str(n)` makes a text of anything",
    'put("game", {"pot": 1})': '`put("game", "game", {...})`',
    'choose(["red", "blue"])': "That stands in `rolls`",
    '-get("players", "nobody")': "Test `== None` first.",
    'get("players", "nobody") | {"active": True}': "None where a map is laid over it",
    'for who, record in get("players", player):\n        pass': "`.items()` has both",
    '", ".join([1, 2])': "`[str(x) for x in l]`",
    'reply("Entry %d" % next_key("huts"))': "keys of records are texts",
    "range(2.5)": "A whole number is wanted",
    '{"a": 1} + {"b": 2}': "`a | b`",
    "[1] + 2": "`l + [x]`",
    "True + 1": "`1 if x else 0`",
    '"abc"["a"]': "fields are those of a map",
    '[1]["a"]': "fields are those of a map",
    '"{:2d}".format(3)': "without widths and places",
    "roll(6)": '`roll("1d6")`',
    "player.shells": '`get("players", name)["shells"]`',
    '"7".zfill(3)': "no `center`, `ljust`, `rjust`, `zfill` and `casefold`",
    '"{:.2f}".format(1.5)': "without widths and places",
    'now()["year"]': '`date(now())["year"]`',
    "[][0]": "`if l:`",
    '"abc"[3]': "`if l:`",
    'int("many")': "an argument of the type `integer`",
    "max([])": "`max(l) if l else 0`",
    "min([])": "`max(l) if l else 0`",
    "5 // (price - 2)": "`if n != 0:`",
    "5 / (price - 2)": "`if n != 0:`",
    "5 % (price - 2)": "`if n != 0:`",
    '[letter for letter in "abc"]': "`t.elems()`",
    "[p for p in price]": "`range(n)`",
    "[SHELLS.pop(p) for p in SHELLS]": "keep it in a record, with `put`",
    'put("players", player, "shells")': "record must be a map",
    'hours("8")': "n must be a number",
}
STEPS = "given: {players: {ana: {active: true}}}\nrolls: [green]\nwhen:\n  - {by: ana, says: /try}\n"


def law(*lines: str) -> dict[str, str]:
    body = "".join(f"    {line}\n" for line in lines)
    return with_rules(
        {
            "120-try.md": rule(
                120, "Try", front=FRONT, code=f"SEEN = []\nSHELLS = {{'a': 1}}\n\ndef attempt(player):\n{body}"
            )
        }
    )


@pytest.mark.parametrize("code", STUMBLES)
def test_a_failure_comes_with_what_to_do_about_it(code: str) -> None:
    said = failures(STEPS, law(code))[0]
    assert said.startswith("step 1: refused: Rule 120 (Try) failed at line ") and STUMBLES[code] in said
    assert "It takes a proposal" not in said


@pytest.mark.parametrize(("words", "holds"), [("sealed", False), ("failed", True)])
def test_an_example_means_no_refusal_by_a_name_in_code_that_failed(words: str, *, holds: bool) -> None:
    """`refused: sealed` held, where the rule could refuse nothing: it fell over `player.sealed`."""
    case = STEPS.replace("rolls: [green]\n", "").replace("/try}", f'/try, refused: "{words}"}}')
    assert (failures(case, law('refuse(get("players", player).sealed)')) == []) is holds


def test_what_is_looped_over_changes_in_a_copy() -> None:
    code = law('seen = {"a": 1}', "for one in seen:", "    seen.pop(one)")
    assert "`list(l)`" in failures(STEPS, code)[0]


def test_a_function_may_call_itself_as_deep_as_the_reference_says() -> None:
    code = (
        "def deep(n):\n    return 0 if n < 2 else 1 + deep(n - 1)\n\ndef attempt(player):\n    reply(str(deep(200)))\n"
    )
    case = STEPS.replace("rolls: [green]\n", "") + 'then: {replies: ["199"]}\n'
    assert failures(case, with_rules({"120-try.md": rule(120, "Try", front=FRONT, code=code)})) == []


def test_no_letter_of_a_text_is_changed() -> None:
    assert "texts never change" in failures(STEPS, law('seen = "abc"', 'seen[0] = "x"'))[0]


def test_what_a_function_assigns_is_its_own_before_it_has_done_so() -> None:
    assert "assign to another one" in failures(STEPS, law("reply(str(price))", "price = 3"))[0]


def test_a_failure_that_comes_again_is_told_by_the_step_it_was_first_at() -> None:
    again = f"{STEPS}  - {{by: ana, says: /try, refused: Dive}}\n  - {{by: ana, says: /try}}\n"
    first, second, third, *_ = failures(again.replace("rolls: [green]\n", ""), law('reply("x" + price)'))
    assert "failed at line 16" in first
    assert second == "step 2: expected a refusal with 'Dive', found 'the failure of step 1'"
    assert third == "step 3: refused: the failure of step 1"


def test_that_a_rule_fails_can_be_what_an_example_shows_by_any_of_its_words() -> None:
    for words in ("failed at line", "It takes a proposal"):
        case = STEPS.replace("rolls: [green]\n", "").replace("/try}", f"/try, refused: {words}}}")
        assert failures(case, law('reply("x" + price)')) == []


def test_a_failure_that_comes_where_a_claim_is_looked_at_has_its_advice_too() -> None:
    front = "adjusts: {counted_ballots: weigh}\n"
    code = 'def weigh(counted, poll, ballots):\n    return [b for e in poll["electors"] for b in counted]\n'
    case = (
        "given: {players: {ana: {active: true}}}\nwhen:\n"
        "  - {by: ana, opens: {pull: 12, title: 108 Gifts, changes: {gifts: {title: Presents}}}}\n"
        "  - {by: ana, says: /open, on: 12}\nthen: {tally: {12: {yay: 0}}}\n"
    )
    said = failures(case, with_rules({"120-try.md": rule(120, "Try", front=front, code=code)}))
    assert said[-1].startswith("cannot be played: try, line ") and said[-1].endswith("Test `== None` first.")


OPENED = (
    "given: {players: {ana: {active: true}, bo: {active: true}}}\nwhen:\n"
    "  - {by: ana, opens: {pull: 12, title: 108 Gifts, changes: {gifts: {title: Presents}}}}\n"
    "  - {by: ana, says: /open, on: 12}\n"
)


def asked(part: str, question: str, code: str) -> dict[str, str]:
    front = f"{part}: {{{question}: f}}\noverrides: all\n"
    return with_rules({"120-try.md": rule(120, "Try", front=front, code=code)})


@pytest.mark.parametrize(
    ("part", "question", "code"),
    [
        ("adjusts", "electorate", "def f(electors, poll):\n    return None\n"),
        ("adjusts", "electorate", "def f(electors, poll):\n    reply('Hi')\n    return electors\n"),
        ("answers", "resolves_itself", "def f(poll, tally):\n    return tally.yay\n"),
        ("answers", "quorum", "def f(poll, tally):\n    return tally['yeas'] > 1\n"),
    ],
)
def test_a_rule_that_fails_over_a_poll_is_told_of_at_the_step(part: str, question: str, code: str) -> None:
    told = failures(OPENED, asked(part, question, code))
    assert [each for each in told if each.startswith("step 2: a rule failed over it: Rule 120 (Try) failed at line ")]
    assert failures(OPENED.replace("on: 12}", "on: 12, fails: Try}"), asked(part, question, code)) == []


@pytest.mark.parametrize(("first", "second"), [("", ""), (", fails: Try", ""), (", fails: Try", ", fails: Try")])
def test_a_poll_over_which_a_rule_fails_at_each_step_is_told_of_once(first: str, second: str) -> None:
    more = OPENED.replace("on: 12}", f"on: 12{first}}}") + f"  - {{by: bo, says: yay, on: 12{second}}}\n"
    told = failures(more, asked("answers", "resolves_itself", "def f(poll, tally):\n    return tally.yay\n"))
    assert [each[:42] for each in told] == ([] if first else ["step 2: a rule failed over it: Rule 120 (T"])


def test_a_failure_that_the_clock_comes_to_is_told_of() -> None:
    front = "schedule: [{cron: '0 0 * * *', run: g}]\nanswers: {resolves_itself: f}\noverrides: all\n"
    code = "def g():\n    announce('Midnight.')\n\ndef f(poll, tally):\n    return now() >= 1767657600 and tally.yay\n"
    case = OPENED + "  - {clock: 2026-01-06T00:00:01Z}\n"
    (told,) = failures(case, with_rules({"120-try.md": rule(120, "Try", front=front, code=code)}))
    assert told.startswith("step 3: a rule failed over it: Rule 120 (Try) failed at line ")


def test_a_rule_by_which_nothing_could_be_decided_is_told_of_at_the_end() -> None:
    code = "def f(poll, tally):\n    return True if tally['yay'] > 1 else 'open'\n"
    (told,) = failures(OPENED, asked("answers", "verdict", code))
    assert told.startswith(
        "at the end: a rule failed over the poll 12: try, line 10: its answer to verdict must be adopted"
    )
    withdrawn = OPENED + "  - {by: ana, closes: 12}\n"
    assert failures(withdrawn, asked("answers", "verdict", code)) == []


def test_a_line_of_the_status_that_fails_is_told_of() -> None:
    law_ = asked("adjusts", "status_lines", "def f(lines, player):\n    return lines + 3\n")
    case = "given: {players: {ana: {active: true}}}\nwhen:\n  - {by: ana, says: /status}\n"
    (told,) = failures(case, law_)
    assert told.startswith("step 1: a rule failed over it: ") and "`l + [x]`" in told
