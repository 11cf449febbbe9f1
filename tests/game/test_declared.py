"""What a rule declares is looked at: a name that leads nowhere is told at its line with the nearest one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.words.registry import new_host
from engine.game.world.changes import declared_wrongly
from engine.game.world.engine_fields import FIELDS
from engine.law import reach
from engine.law.close_reading import clashes, dangling
from engine.law.documents.problems import Problem
from engine.law.rulebook import read
from engine.law.running.host import Host
from tests.island import RULESET, failures, rule, with_rules

HOST = new_host()
TRY = 'commands:\n  - {usage: "/try", run: attempt, help: Try it.}\n'


def found(*rules: str) -> list[Problem]:
    texts = with_rules({f"{120 + place}-r{120 + place}.md": text for place, text in enumerate(rules)})
    book, problems = read(RULESET, texts, HOST, FIELDS)
    return [p for p in problems if p.severity == "error"] + [*declared_wrongly(book)]


def test_the_island_declares_nothing_wrongly() -> None:
    assert found() == []


WRONG = {
    "answers: {quorun: f}": ("def f(poll, tally):\n    return True\n", "nobody asks `quorun`; did you mean `quorum`?"),
    "adjusts: {electorat: f}": ("def f(e, poll):\n    return e\n", "did you mean `electorate`?"),
    "on: {lended: f}": ("def f(player):\n    pass\n", "nothing tells of `lended`; did you mean `landed`?"),
    "on: {opend: f}": ("def f(poll):\n    pass\n", "did you mean `opened`?"),
    "forbids: {bild: f}": ("def f(player):\n    pass\n", "no command runs `bild`; did you mean `build`?"),
    "forbids: {hats.build: f}": ("def f(player):\n    pass\n", "runs `build`; did you mean `huts.build`?"),
    "forbids: {huts.bild: f}": (
        "def f(player):\n    pass\n",
        "`huts` has no command that runs `bild`; did you mean `huts.build`?",
    ),
    "forbids: {council: f}": (
        "def f(player, question):\n    pass\n",
        "no command runs `council`, but `/council <question>` runs `call_council`",
    ),
    "overrides: [hut]": ("", "no rule `hut` is in force; did you mean `huts`?"),
    "defers_to: [999]": ("", "no rule 999 is in force"),
    "records: {huts: {a: {sise: 2}}}": ("", "no rule declares the field `sise` of huts; did you mean `size`?"),
    "records: {hats: {a: {}}}": ("", "no rule declares the collection `hats`; did you mean `huts`?"),
    "records: {hats: {a: {size: 2}}}": ("", "no rule declares the collection `hats`; did you mean `huts`?"),
    "files: {hats: hats}": ("", "no rule declares the collection `hats`; did you mean `huts`?"),
    "answers: {quorum: f}": (
        "def f(poll):\n    return True\n",
        "`f` takes (poll), and `quorum` gives 2 values: poll, tally",
    ),
    "adjusts: {quorum: f}": (
        "def f(poll, tally):\n    return True\n",
        "`quorum` gives 3 values: the answer so far, poll, tally",
    ),
    "on: {voted: f}": ("def f(player):\n    pass\n", "`f` takes (player), and `voted` gives 2 values: player, poll"),
    "on: {opened: f}": ("def f():\n    pass\n", "`f` takes nothing, and `opened` gives 1 value"),
    "forbids: {give: f}": ("def f(player):\n    pass\n", "`give` gives 3 values"),
    "forbids: {vote: f}": (
        "def f(player):\n    pass\n",
        "`f` takes (player), and `vote` gives 3 values: player, poll, choice",
    ),
    "forbids: {gifts.give: f}": ("def f(player):\n    pass\n", "`gifts.give` gives 3 values"),
    'schedule: [{cron: "0 6 * * 1", run: f}]': ("def f(x):\n    pass\n", "`f` takes (x), and the clock gives nothing"),
    'schedule: [{cron: "0 6 */31 * 1#2", run: f}]': (
        "def f():\n    pass\n",
        "'0 6 */31 * 1#2' never comes: no year has such a day",
    ),
    TRY: ("def attempt():\n    pass\n", "`attempt` takes nothing, and the usage"),
}


def test_of_commands_of_two_rules_that_run_functions_of_one_name_it_is_said_whose_is_meant() -> None:
    raft = rule(
        120, "Raft", front=TRY.replace("/try", "/raft").replace("attempt", "build"), code="def build(p):\n    pass\n"
    )
    (problem,) = found(raft, rule(121, "Calm", front="forbids: {raft: f}\n", code="def f(p):\n    pass\n"))
    assert "no command runs `raft`, but `/raft` runs `r120.build`" in problem.message


def test_a_collection_without_a_field_is_declared_by_nobody() -> None:
    (problem,) = found(rule(120, "Slip", front="state: {hats: {}}\n", code="def f():\n    return keys('hats')\n"))
    assert "keys: no rule declares the collection `hats`; did you mean `huts`?" in problem.message


CARDS = rule(120, "Cards", front="documents: {card: {folder: cards, fields: {cost: {type: integer}}}}\n")


@pytest.mark.parametrize(
    ("documents", "why"),
    [
        ("{tile: cards}", "the folder `cards` holds the documents of the kind `card` already"),
        ("{card: tiles}", "the kind `card` is declared already, with another folder or other fields"),
        ("{card: cards}", "the kind `card` is declared already, with another folder or other fields"),
        ("{rule: tiles}", "`rule` is what the law itself is called: give the kind another name"),
        ("{tile: rule}", "`rule` is what the law itself is called: give the folder another name"),
        ("{tile: library}", "`library` is what the law itself is called: give the folder another name"),
        ("{library: tiles}", "`library` is what the law itself is called: give the kind another name"),
    ],
)
def test_a_kind_of_documents_that_something_else_has_already_is_told(documents: str, why: str) -> None:
    (problem,) = found(CARDS, rule(121, "Slip", front=f"documents: {documents}\n"))
    assert (problem.path, problem.line, problem.message) == ("rules/island/121-r121.md", 4, why)


def test_two_rules_may_declare_a_kind_alike_and_each_another() -> None:
    alike = CARDS.replace("rule: 120", "rule: 121")
    assert found(CARDS, alike, rule(122, "Tiles", front="documents: {tile: tiles}\n")) == []


@pytest.mark.parametrize("front", WRONG)
def test_a_declaration_that_leads_nowhere_is_told_with_what_was_meant(front: str) -> None:
    code, why = WRONG[front]
    (problem,) = found(rule(120, "Slip", front=front.rstrip("\n") + "\n", code=code))
    assert why in problem.message
    assert problem.path == "rules/island/120-r120.md" and problem.line == 4 + (front == TRY)


ASKS = 'def attempt(player):\n    tell("raining", player, 3)\n    ask("weather", player)\n'


@pytest.mark.parametrize(
    ("front", "takes", "asks", "why"),
    [
        ("answers: {weather: f}", "", ASKS, "`f` takes nothing, and `weather` gives 1 value"),
        ("adjusts: {weather: f}", "found", ASKS, "`f` takes (found), and `weather` gives 2 values"),
        ("on: {raining: f}", "player", ASKS, "`f` takes (player), and `raining` gives 2 values"),
        ("adjusts: {weather: f}", "found, player", ASKS, ""),
        ("adjusts: {weather: f}", "found, *more", ASKS, ""),
        (
            "answers: {weather: f}",
            "",
            ASKS + '    ask("weather")\n',
            "`f` takes nothing, and `weather`, as asked by rules/island/120-r120.md, gives 1 value",
        ),
        (
            "on: {raining: f}",
            "player, hours",
            ASKS + '    tell("raining", player)\n',
            "`f` takes (player, hours), and `raining`, as told by rules/island/120-r120.md, gives 1 value",
        ),
        ("on: {raining: f}", "player, hours = 1", ASKS + '    tell("raining", player)\n', ""),
        ("answers: {weather: f}", "", ASKS + '    ask("weather", *[player])\n', ""),
        ("answers: {weather: f}", "", ASKS + '    ask("weat" + "her", player)\n', ""),
        ("answers: {weather: f}", "", ASKS + "    question = ask\n", ""),
        (
            "answers: {weather: f}",
            "a, b",
            ASKS.replace("weather", "wind") + '    ask("weather")\n',
            "`f` takes (a, b), and `weather` gives nothing",
        ),
    ],
)
def test_what_rules_ask_each_other_gives_as_many_values_as_it_is_asked_with(
    front: str, takes: str, asks: str, why: str
) -> None:
    """Nothing is said where one of those who ask gives what is not written out, or might mean another question."""
    slip = rule(121, "Slip", front=f"{front}\n", code=f"def f({takes}):\n    return None\n")
    problems = [problem.message for problem in found(rule(120, "Asks", front=TRY, code=asks), slip)]
    assert problems == ([why] if why else [])


def test_of_times_that_never_come_a_rules_first_is_told_and_such_a_rule_in_force_is_read() -> None:
    entries = "".join(f'  - {{cron: "{minute} 3 */31 * 1#2", run: f}}\n' for minute in range(60))
    text = rule(120, "Never", front=f"schedule:\n{entries}", code="def f():\n    pass\n")
    assert len(found(text)) == 1
    book, problems = read(RULESET, with_rules({"120-never.md": text}), HOST, FIELDS)
    assert problems == [] and len(book.documents["never"].schedule) == 60
    often = 'schedule: [{cron: "0 6 29 2 *", run: f}, {cron: "0 6 31 * 5L", run: f}, {cron: "0 6 LW * *", run: f}]\n'
    assert found(rule(120, "Rare", front=often, code="def f():\n    pass\n")) == []


def test_what_shared_code_would_tell_is_told_with_where_that_is_until_a_rule_loads_it() -> None:
    heard = rule(120, "Heard", front="on: {paid: f}\n", code="def f(player):\n    pass\n")
    shared = 'def pay(player):\n    tell("paid", player)\n'
    loads = rule(121, "Pays", front=TRY, code='load("wages", "pay")\n\ndef attempt(player):\n    pay(player)\n')
    law = with_rules({"120-heard.md": heard}) | {"rules/library/wages.star": shared}
    (problem,) = declared_wrongly(read(RULESET, law, HOST, FIELDS)[0])
    assert problem.message.endswith("tells of `paid`: `wages` of the library does, and no rule in force loads that")
    assert declared_wrongly(read(RULESET, law | {"rules/island/121-pays.md": loads}, HOST, FIELDS)[0]) == ()


CODE = {
    'put("players", player, {"shels": 1})': "declares the field `shels` of players; did you mean `shells`?",
    'put("players", player, get("players", player) | {"shels": 1})': "did you mean `shells`?",
    'put("hutz", player, {})': "declares the collection `hutz`; did you mean `huts`?",
    'get("player", player)': "did you mean `players`?",
    'find("huts", "sise", 2)': "did you mean `size`?",
    'set_timer("t", now(), later)': 'set_timer wants the name of the function, in quotes: "later"',
}


@pytest.mark.parametrize("line", CODE)
def test_a_slip_in_the_code_is_told_at_its_line(line: str) -> None:
    code = f"def attempt(player):\n    {line}\n\ndef later():\n    pass\n"
    (problem,) = found(rule(120, "Slip", front=TRY, code=code))
    assert CODE[line] in problem.message and problem.line == 11


OWN_NAMES = {
    "a function called like no word any more": 'def before(a, b):\n    return a < b\n\ndef attempt(player):\n    reply(str(before("ana", player)))\n',
    "a function of its own": 'def keys(text):\n    return text.split(" ")\n\ndef attempt(player):\n    reply(str(keys("a b c")))\n',
    "a parameter": 'def all_of(find):\n    return find("hats", "size", 1)\n\ndef attempt(player):\n    all_of(len)\n',
    "what is assigned": 'def attempt(player):\n    remove = len\n    remove("hats")\n',
    "what is loaded": 'load("shells", get = "move")\n\ndef attempt(player):\n    get("ana", "bo", 1)\n',
}


@pytest.mark.parametrize("code", OWN_NAMES.values(), ids=OWN_NAMES)
def test_what_a_rule_calls_by_a_name_of_its_own_is_no_word(code: str) -> None:
    assert found(rule(120, "Own", front=TRY, code=code)) == []


def test_a_field_that_only_running_shows_is_told_when_it_is_put() -> None:
    code = 'def attempt(player):\n    field = "shel" + "s"\n    put("players", player, {field: 1})\n'
    law = with_rules({"120-slip.md": rule(120, "Slip", front=TRY, code=code)})
    case = "given: {players: {ana: {active: true}}}\nwhen:\n  - {by: ana, says: /try, refused: 'line 12'}\n"
    assert failures(case, law) == []
    assert failures(case.replace("line 12", "did you mean"), law) == []


OWN = {
    "a question between rules": ("answers: {tax: f}", "def f(player):\n    return 1\n", 'ask("tax", player)'),
    "an occasion between rules": ("on: {dusk: f}", "def f(player):\n    pass\n", 'tell("dusk", player)'),
    "a name in a constant": ("on: {dusk: f}", "def f(player):\n    pass\n", "tell(DUSK, player)"),
    "a name put together": ("on: {at_dusk: f}", "def f(player):\n    pass\n", 'tell("at_" + player, player)'),
    "another name put together": ("on: {at_dusk: f}", "def f(player):\n    pass\n", 'tell("at_%s" % player, player)'),
    "a name nobody can foresee": ("on: {dusk: f}", "def f(player):\n    pass\n", "tell(player)"),
}


@pytest.mark.parametrize("case", OWN)
def test_what_rules_ask_and_tell_each_other_is_known(case: str) -> None:
    front, code, asking = OWN[case]
    asks = rule(121, "Asks", front=TRY, code=f'DUSK = "dusk"\n\ndef attempt(player):\n    {asking}\n')
    assert found(rule(120, "Answers", front=front + "\n", code=code), asks) == []
    assert found(rule(120, "Answers", front=front + "\n", code=code)) != []


def test_an_act_that_two_rules_have_is_forbidden_by_the_rule_it_is_of() -> None:
    other = rule(
        120,
        "Sheds",
        front="commands:\n  - {usage: /shed, run: build, help: x}\n",
        code='def build(player):\n    reply("a shed")\n',
    )
    no = 'def no(player):\n    return "Not on sand."\n'
    (problem,) = found(other, rule(121, "Sand", front="forbids: {build: no}\n", code=no))
    assert "say `huts.build` or `r120.build`" in problem.message
    sand = rule(121, "Sand", front="forbids: {r120.build: no}\n", code=no)
    assert found(other, sand) == []
    case = """
given: {players: {ana: {active: true}}}
when:
  - {by: ana, says: /shed, refused: Not on sand}
  - {by: ana, says: /build}
then: {huts: {ana: {size: 1}}}
"""
    assert failures(case, with_rules({"120-r120.md": other, "121-sand.md": sand})) == []


def test_a_proposal_that_declares_wrongly_is_not_opened_and_what_follows_from_it_elsewhere_stops_nobody() -> None:
    slip = rule(120, "Slip", front="on: {lended: f}\n", code="def f(player):\n    pass\n").replace("\n", "\\n")
    case = f"""
given: {{players: {{ana: {{active: true}}}}}}
when:
  - {{by: ana, opens: {{pull: 12, title: A slip, changes: {{120-slip.md: "{slip}"}}}}}}
  - {{by: ana, says: /open, on: 12, refused: "did you mean 'landed'"}}
"""
    assert failures(case) == []
    hears = with_rules(
        {
            "120-ears.md": rule(120, "Ears", front="on: {dusk: f}\n", code="def f():\n    pass\n"),
            "121-dusk.md": rule(121, "Dusk", front=TRY, code='def attempt(player):\n    tell("dusk")\n'),
        }
    )
    case = """
given: {players: {ana: {active: true}}}
when:
  - {by: ana, opens: {pull: 12, title: No dusk, changes: {121: null}}}
  - {by: ana, says: /open, on: 12}
  - {by: ana, says: yay, on: 12}
  - {by: ana, says: /resolve, on: 12}
  - {by: ana, opens: {pull: 13, title: Ears, changes: {120: {title: Big ears}}}}
  - {by: ana, says: /open, on: 13}
  - {by: ana, says: yay, on: 13}
  - {by: ana, says: /resolve, on: 13}
then: {polls: {13: {status: adopted}}}
"""
    assert failures(case, hears) == []


def test_code_that_is_nested_without_end_is_looked_at_as_far_as_it_goes() -> None:
    maps = " | ".join(["{}"] * 900)
    sums = " + ".join(['"a"'] * 900)
    code = f'def attempt(player):\n    put("huts", player, {maps})\n    tell({sums})\n'
    assert found(rule(120, "Deep", front=TRY, code=code)) == []
    elifs = "".join(f"    elif player == {n}:\n        return True\n" for n in range(900))
    code = f"def f(poll, tally):\n    player = 0\n    if poll:\n        return False\n{elifs}    else:\n        return True\n"
    found(rule(120, "Deep", front="answers: {quorum: f}\n", code=code))


@given(st.lists(st.lists(st.sampled_from([*WRONG]), unique=True, max_size=3), min_size=2, max_size=5))
@settings(max_examples=25, deadline=None)
def test_what_is_found_of_a_law_does_not_depend_on_the_laws_looked_at_before(laws: list[list[str]]) -> None:
    def told(front: list[str], host: Host) -> list[str]:
        slips = [
            rule(120 + n, f"R{n}", front=one.rstrip("\n") + "\n", code=WRONG[one][0]) for n, one in enumerate(front)
        ]
        files = {f"{120 + n}-r{n}.md": text for n, text in enumerate(slips)}
        book, problems = read(RULESET, with_rules(files), host, FIELDS)
        return [*map(str, problems), *map(str, declared_wrongly(book))]

    one_host = new_host()
    one_after_the_other = [told(front, one_host) for front in laws]
    for front, found_before in zip(laws, one_after_the_other, strict=True):
        dangling._found.cache_clear()
        clashes._of.cache_clear()
        reach._walked.cache_clear()
        assert told(front, new_host()) == found_before


def test_what_is_forbidden_by_the_word_of_a_command_is_told_what_that_command_runs() -> None:
    commands = "".join(
        f"  - {{usage: {usage}, run: {run}, help: x}}\n" for usage, run in (("/swim", "f"), ("/plunge", "g"))
    )
    code = "def f(player):\n    pass\n\ndef g(player):\n    pass\n\ndef no(player):\n    return None\n"
    (told,) = found(rule(120, "Sea", front=f"commands:\n{commands}forbids: {{plunge: no}}\n", code=code))
    assert str(told).endswith("no command runs `plunge`, but `/plunge` runs `g`")
