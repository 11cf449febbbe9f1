"""Each word a rule may use, in a rule of a few lines on the island: what it gives, and what is a fault."""

from __future__ import annotations

import hashlib
import inspect

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.words import registry, speech
from engine.law.documents.vocabulary import WORDS
from engine.law.running.values import WrongUse
from tests.island import RULESET, failures, rule, with_rules

TRY = 'commands:\n  - {usage: "/try [<text>]", arguments: {text: {type: text, default: ""}}, run: attempt, help: Try it.}\n'
GIVEN = "given: {players: {ana: {active: true, shells: 3}, bo: {active: true, shells: 7}, cy: {active: false}}}\n"
RUNS = {
    "get": ('reply("%d" % get("players", "bo")["shells"])', "7"),
    "get of nothing": ('reply("none" if get("players", "zz") == None else "some")', "none"),
    "get of the game": ('reply(get("game")["ruleset"])', "island"),
    "put keeps what is the engine's": (
        'put("players", "bo", {"shells": 1})\n    reply(get("players", "bo")["login"])',
        "bo",
    ),
    "put fills in defaults": ('put("huts", "bo", {})\n    reply("%d" % get("huts", "bo")["size"])', "0"),
    "remove": ('put("huts", "bo", {})\n    remove("huts", "bo")\n    reply("%d left" % len(keys("huts")))', "0 left"),
    "keys, whole numbers by value": (
        'for k in ["10", "9", "b", "a"]:\n        put("huts", k, {})\n    reply(" ".join(keys("huts")))',
        "9 10 a b",
    ),
    "column": ('reply(" ".join(["%s=%s" % pair for pair in column("players", "login").items()]))', "ana=ana bo=bo"),
    "find": ('reply(" ".join(find("players", "active", True)))', "ana bo"),
    "roll": ('reply("%d" % roll("2d6+1"))', "8"),
    "dice": ('reply("%d" % len(dice("3d6")))', "3"),
    "choose": ('reply(choose(["only"]))', "only"),
    "shuffle": ('reply("".join(sorted(shuffle(["b", "a"]))))', "ab"),
    "announce": ('announce("hear me")', "hear me"),
    "headline": ('headline("ana tries it")\n    reply("ok")', "ok"),
    "open_issue and assign": ('open_issue("x/1", "T", "B")\n    assign("x/1", "bo")\n    reply("ok")', "ok"),
    "close_issue of none": ('close_issue("x/2")\n    reply("ok")', "ok"),
    "ask, nobody answers": ('reply("none" if ask("nothing") == None else "some")', "none"),
    "rules": ('reply(rules()[0]["title"])', "Landing"),
    "rules, only some facts": (
        'reply(" ".join(["%s=%s" % each for each in rules(only = ["title", "slug"])[0].items()]))',
        "slug=landing title=Landing",
    ),
    "call": ('reply("%s" % call("councils", "when_all_have_spoken", {"kind": "x"}, {}))', "False"),
    "enact": ('n = enact("A \\"fine\\" rule", "So be it.", "we like it")\n    reply("%d" % n)', "121"),
    "enact from a number on": ('reply("%d" % enact("A", "So be it.", "we like it", 301))', "301"),
    "open_poll and polls": ('k = open_poll("x", "Y?")\n    reply("%s %d" % (k, len(polls("x"))))', "x/1 1"),
    "tally": ('k = open_poll("x", "Y?")\n    reply("%d" % tally(k)["electorate"])', "2"),
    "resolve": ('k = open_poll("x", "Y?")\n    reply(resolve(k))', "open"),
    "withdraw": ('k = open_poll("x", "Y?")\n    withdraw(k, "no")\n    reply(get("polls", k)["status"])', "withdrawn"),
    "here": ('reply("%s %d %s" % (here()["kind"], here()["number"], here()["text"]))', "table 1 /try"),
    "now, hours, days": ('reply("%d" % (now() + hours(1) + days(1) - now()))', "90000"),
    "date": ('d = date(now())\n    reply("%d-%d %d" % (d["year"], d["month"], d["weekday"]))', "2026-1 1"),
    "set_timer and cancel_timer": (
        'set_timer("t", now(), "attempt", player = player, text = text)\n    cancel_timer("t")\n    reply("ok")',
        "ok",
    ),
    "active_players": ('reply(" ".join(active_players()))', "ana bo"),
    "role": ('reply(role("ana") + " " + role("bo"))', "administrator player"),
    "sum": ('reply("%d" % sum([1, 2, 3]))', "6"),
    "floor": ('reply("%d" % floor(-1.5))', "-2"),
    "ceil": ('reply("%d" % ceil(1.2))', "2"),
    "round_half_up": ('reply("%d %d" % (round_half_up(2.5), round_half_up(-2.5)))', "3 -2"),
    "exp": ('reply("%d %s" % (floor(1000000 * exp(1)), exp(700) > 0))', "2718281 True"),
    "sha256": ('reply(sha256("blue")[:8])', "16477688"),
    "next_key": (
        'reply(next_key("huts"))\n    put("huts", "9", {})\n    put("huts", "10", {})\n    put("huts", "x", {})\n    reply(next_key("huts"))',
        "11",
    ),
    "a key that is a whole number": (
        'put("huts", 6 / 2, {"size": 2})\n    reply("%s %s" % (get("huts", 3)["size"], get("huts", 6 / 2)["size"]))',
        "2 2",
    ),
    "set_timer with some of what is taken": (
        'set_timer("t", now(), "later", a = 1)\n    set_timer("u", now(), "any", b = 1)\n    reply("ok")\n\n'
        "def later(a, b = 2):\n    pass\n\ndef any(**data):\n    pass",
        "ok",
    ),
    "win of nobody": ('win([], "first")', "Nobody won: first"),
    "win of one who is named twice": ('win(["ana", "bo", "ana"], "first")', "**ana**, **bo** won: first"),
    "win and end_game": ('win(["ana"], "first")\n    end_game("it is done")', "it is done"),
    "tell": ('tell("nobody_hears")\n    reply("ok")', "ok"),
    "still_adoptable": ('reply("%s" % still_adoptable([]))', "True"),
}
FAULTS = {
    "the end for no reason": ('end_game(" ")', "end_game: say why the game is over"),
    "stop of what does not wait": ('stop(open_poll("x", "Y?"), "no")', "waits to take effect"),
    "a key too long for a file, though it has few letters": ('put("huts", "é" * 34, {})', "counts as 2 to 12"),
    "nothing as a key": ('put("huts", None, {})', "a key is a text or a whole number, and this is None"),
    "a truth as a key": ('put("huts", True, {})', "a key is a text or a whole number, and this is True"),
    "a list as a key": ('put("huts", ["ana"], {})', "a key is a text or a whole number, and this is a list"),
    "a map as a key": ('put("huts", {}, {})', "a key is a text or a whole number, and this is a map"),
    "a fraction as a key": ('put("huts", 1.5, {})', "a key is a text or a whole number, and this is 1.5"),
    "another record of the game": ('put("game", "more", {})', "the game has one record: put('game', 'game', ...)"),
    "nothing as a key to be removed": ('remove("huts", None)', "a key is a text or a whole number"),
    "nobody as an issue": ('assign(None, "ana")', "the tag of an issue nor the number of a thread"),
    "an unknown collection": ('get("pearls", "x")', "declares the collection"),
    "a private collection": ('get("engine", "dice")', "declares the collection"),
    "an unknown field of a column": ('column("players", "pearls")', "declares the field"),
    "an unknown field": ('find("players", "pearls", 1)', "declares the field"),
    "a player out of nothing": ('put("players", "ghost", {"active": True})', "can become a player"),
    "a bad throw": ('roll("six")', "not a throw"),
    "a wrong kind": ("roll(6)", "must be a text"),
    "too few arguments": ("roll()", "missing"),
    "an argument that is called as one of the engine's own": ('get("players", "ana", world = 1)', "argument 'world'"),
    "a name among the voters that would fill their board": (
        'open_poll("x", "y", electorate = ["ana", "n" * 201])',
        "electorate must be a name, of at most 200 characters",
    ),
    "data that are called so": ('open_poll("x", "y", world = 1)', "argument 'world'"),
    "a text where a whole number belongs": ('put("huts", "bo", {"size": "six"})', "size"),
    "an empty choice": ("choose([])", "empty"),
    "a choice nested deeper than the journal can hold": (
        "v = 1\n    for _ in range(37):\n        v = [v]\n    choose([v])",
        "nested too deeply",
    ),
    "an order of what is nested deeper than the journal can hold": (
        "v = 1\n    for _ in range(36):\n        v = [v]\n    shuffle([v])",
        "nested too deeply",
    ),
    "a poll written by hand": ('put("polls", "1", {"status": "adopted"})', "open_poll"),
    "a game taken away": ('remove("game", "game")', "cannot be removed"),
    "a poll taken away": ('remove("polls", "1")', "cannot be removed"),
    "a timer taken away": ('remove("timers", "t")', "cannot be removed"),
    "a huge exponent": ("exp(701)", "too large"),
    "a key that cannot be": ('put("huts", "", {})', "a key is"),
    "a function of the rule's own alone": (
        'set_timer("t", now(), "_later")\n\ndef _later():\n    pass',
        "own code alone",
    ),
    "a function that is not there": ('set_timer("t", now(), "nobody")', "no function"),
    "a function within another": (
        'set_timer("t", now(), "within")\n\ndef outer():\n    def within():\n        pass',
        "no function",
    ),
    "a timer that lacks something": (
        'set_timer("t", now(), "later")\n\ndef later(hut):\n    pass',
        "'later' takes (hut), and the timer gives ()",
    ),
    "a timer that gives it another name": (
        'set_timer("t", now(), "later", huts = "bo")\n\ndef later(hut, size = 1):\n    pass',
        "'later' takes (hut, size), and the timer gives (huts)",
    ),
    "a rule's name where a change belongs": ('still_adoptable(["landing"])', "list of changes"),
    "nothing where a change belongs": ("still_adoptable([None])", "list of changes"),
    "recursion through call": ('call("try", "attempt", player, text)', "deep"),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_word_does_what_the_page_says(name: str) -> None:
    code, said = RUNS[name]
    law = with_rules({"120-try.md": rule(120, "Try", front=TRY, code=f"def attempt(player, text):\n    {code}\n")})
    rolls = "rolls: [8]\n" if name == "roll" else ""
    case = f'{GIVEN}{rolls}roles: {{ana: administrator}}\nwhen:\n  - {{by: ana, says: /try}}\nthen: {{replies: ["{said}"]}}\n'
    assert failures(case, law) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_word_used_wrongly_is_the_rules_fault(name: str) -> None:
    code, said = FAULTS[name]
    body = f"def attempt(player, text):\n    {code}\n"
    law = with_rules({"120-try.md": rule(120, "Try", front=TRY, code=body)})
    case = f'{GIVEN}when:\n  - {{by: ana, says: /try, refused: "{said}"}}\n'
    assert failures(case, law) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("```starlark\\ndef f():\\n    return 1\\n```", "code"),
        ("~~~example\\nwhen: []\\n~~~", "code"),
        ("\\u202eesrever", "hidden"),
        ("   ", "says nothing"),
    ],
)
def test_only_words_become_a_rule_by_play_and_else_the_writer_is_told(text: str, why: str) -> None:
    code = f'def attempt(player, text):\n    enact("A", "{text}", "we like it")\n'
    law = with_rules({"120-try.md": rule(120, "Try", front=TRY, code=code)})
    assert failures(f"{GIVEN}when:\n  - {{by: ana, says: /try, refused: {why}}}\n", law) == []
    assert failures(f"{GIVEN}when:\n  - {{by: ana, says: /try, refused: failed at line}}\n", law) != []


def test_rules_made_by_play_with_one_long_title_are_two_rules() -> None:
    """Who asks the same long question twice would have had the rule that makes judgments law fail, and be blamed."""
    title = "What characteristically constitutes unquestionably overwhelming administrative responsibilities?"
    code = f'def attempt(player, text):\n    reply("as %d" % enact("{title}", text, "we like it"))\n'
    law = with_rules({"120-try.md": rule(120, "Try", front=TRY, code=code)})
    then = 'then: {replies: ["as 122"]}\n'
    assert (
        failures(f"{GIVEN}when:\n  - {{by: ana, says: /try one}}\n  - {{by: ana, says: /try two}}\n{then}", law) == []
    )


def test_the_rules_are_those_in_force_by_then_whoever_asked_before() -> None:
    code = (
        "def attempt(player, text):\n"
        "    before = rules()\n"
        '    before[0]["title"] = "mine alone"\n'
        '    enact("A song", "We sing.", "we like it")\n'
        '    told = [law["title"] for law in rules() if law not in before]\n'
        '    reply("%d more: %s; %d of them of no kind" % (len(rules()) - len(before), ", ".join(told), len(rules("none"))))\n'
    )
    law = with_rules({"120-try.md": rule(120, "Try", front=TRY, code=code)})
    then = 'then: {replies: ["1 more: Landing, A song; 0 of them of no kind"]}\n'
    assert failures(f"{GIVEN}when:\n  - {{by: ana, says: /try}}\n{then}", law) == []


def test_of_rules_as_many_facts_are_told_as_are_asked_for_and_each_as_it_is_among_all() -> None:
    """However many choices there are: only those of late are kept."""
    code = (
        "def attempt(player, text):\n"
        "    names = list(rules()[0])\n"
        "    choices = [names[:n] for n in range(len(names) + 1)] + [names[n:] for n in range(len(names))] + [[name] for name in names]\n"
        "    for names in choices + [[names[-1], names[0], names[0]]]:\n"
        "        if rules(only = names) != [{name: law[name] for name in names} for law in rules()]:\n"
        '            fail("not " + str(names))\n'
        '    reply("%d, %s" % (len(choices), rules("none", names)))\n'
    )
    law = with_rules({"120-try.md": rule(120, "Try", front=TRY, code=code)})
    assert failures(f"{GIVEN}when:\n  - {{by: ana, says: /try}}\nthen: {{replies: ['37, []']}}\n", law) == []


def test_of_the_front_matter_single_entries_are_told_as_they_are_in_the_whole() -> None:
    code = (
        "def attempt(player, text):\n"
        "    def front(law, names):\n"
        '        return {name: law["front"][name] for name in names if name in law["front"]}\n'
        "    whole = rules()\n"
        '    for names in [["commands"], ["title", "commands"], ["none"], ["commands", "commands"], [""], ["commands", "parameters"]]:\n'
        '        asked = ["front." + name for name in names]\n'
        '        if rules(only = asked) != [{"front": front(law, names)} for law in whole]:\n'
        '            fail("not " + str(names))\n'
        '        if rules(only = ["slug"] + asked) != [{"front": front(law, names), "slug": law["slug"]} for law in whole]:\n'
        '            fail("not slugs and " + str(names))\n'
        '        if rules(only = asked + ["front"]) != [{"front": law["front"]} for law in whole]:\n'
        '            fail("not all and " + str(names))\n'
        '    reply("the same")\n'
    )
    law = with_rules({"120-try.md": rule(120, "Try", front=TRY, code=code)})
    assert failures(f"{GIVEN}when:\n  - {{by: ana, says: /try}}\nthen: {{replies: [the same]}}\n", law) == []


def test_who_asks_for_a_fact_that_is_none_is_told_which_there_are() -> None:
    code = 'def attempt(player, text):\n    rules(only = ["slug", "name"])\n'
    law = with_rules({"120-try.md": rule(120, "Try", front=TRY, code=code)})
    refused = "rules: only names facts of rules, and 'name' is none: code, front, history,"
    assert failures(f'{GIVEN}when: [{{by: ana, says: /try, refused: "{refused}"}}]\n', law) == []


def test_a_whole_fraction_is_written_as_a_whole_number_where_the_field_is_one_and_nowhere_else() -> None:
    code = (
        "def attempt(player, text):\n"
        '    put("huts", "bo", {"size": 4 / 2, "height": 8 / 4})\n'
        '    hut = get("huts", "bo")\n'
        '    reply("%s and %s" % (hut["size"], hut["height"]))\n'
    )
    front = TRY + "state: {huts: {height: {type: number, default: 0}}}\n"
    law = with_rules({"120-try.md": rule(120, "Try", front=front, code=code)})
    case = f'{GIVEN}when:\n  - {{by: ana, says: /try}}\nthen: {{replies: ["2 and 2.0"]}}\n'
    assert failures(case, law) == []


def test_every_word_is_tried() -> None:
    code = " ".join(c for c, _ in [*RUNS.values(), *FAULTS.values()]) + " refuse("
    assert [word for word in sorted(WORDS) if f"{word}(" not in code] == []


@pytest.mark.parametrize(
    "word", ['put("huts", "x", {})', 'roll("1d6")', 'tell("x")', 'reply("x")', 'open_poll("x", "y")']
)
def test_prohibitions_only_read(word: str) -> None:
    law = with_rules(
        {"120-no.md": rule(120, "No", front="forbids:\n  build: no\n", code=f"def no(player):\n    {word}\n")}
    )
    assert failures(f"{GIVEN}when:\n  - {{by: ana, says: /build, refused: only read}}\n", law) == []


def test_documents_have_kinds_code_and_proposals_of_their_own() -> None:
    governs = rule(
        120,
        "Cards",
        front=TRY + "documents:\n  card: cards\n",
        code=(
            "def attempt(player, text):\n"
            '    for c in rules("card"):\n'
            '        reply("%s: %s" % (c["title"], call(c["slug"], "worth")))\n'
        ),
    )
    ace = '---\ntitle: Ace\n---\nThe highest.\n\n```starlark\ndef worth():\n    return \\"eleven\\"\n```\n'
    king = ace.replace("Ace", "King").replace("eleven", "four").replace('\\"', '"').replace("\\n", "\n")
    law = with_rules({"120-cards.md": governs, "cards/king.md": king})
    proposed = ace.replace("\n", "\\n")
    case = f"""
given: {{players: {{ana: {{active: true}}}}}}
when:
  - {{by: ana, says: /try}}
  - {{by: ana, opens: {{pull: 12, title: An ace, changes: {{cards/ace.md: "{proposed}"}}}}}}
  - {{by: ana, says: /open, on: 12}}
  - {{by: ana, says: yay, on: 12}}
  - {{by: ana, says: /resolve, on: 12}}
  - {{by: ana, says: /try}}
then:
  polls: {{12: {{status: adopted, number: 121}}}}
  replies: ["King: four", "Ace: eleven", "King: four"]
"""
    assert failures(case, law) == []


def test_words_that_are_taken_for_telling_write_nothing_draw_nothing_and_ask_no_rule_that_might() -> None:
    telling = registry.new_host().telling
    assert telling < set(registry.WORDS)
    bodies = {name: inspect.getsource(inspect.unwrap(registry.WORDS[name])) for name in registry.WORDS}
    acting = {name for name, body in bodies.items() if "must_write" in body or "_parse(" in body}
    assert acting.isdisjoint(telling)
    assert set(registry.WORDS) - acting - telling == {"ask", "call", "refuse", "still_adoptable"}


@pytest.mark.parametrize(
    "lent",
    ["pass", 'return "gone"', "gone = 5", "pass\n\ngone = [lend]"],
    ids=["named nowhere", "only in a text", "only within", "no function"],
)
def test_who_calls_a_function_that_a_document_does_not_have_is_to_blame(lent: str) -> None:
    told = "Rule 122 (Borrowers) failed at line 11: call: 'lenders' has no function 'gone'"
    front = "commands:\n  - {usage: /borrow, run: borrow, help: x}\n"
    law = with_rules(
        {
            "121-lenders.md": rule(121, "Lenders", code=f"def lend():\n    {lent}\n"),
            "122-borrowers.md": rule(
                122, "Borrowers", front=front, code='def borrow(player):\n    call("lenders", "gone", [player])\n'
            ),
        }
    )
    case = {
        "given": {"players": {"ana": {"active": True}}},
        "when": [{"by": "ana", "says": "/borrow", "refused": told}],
    }
    assert failures(case, law) == []


def test_what_no_text_can_carry_is_handed_over_by_value_and_answered_by_value() -> None:
    """Starlark's own coder does not keep numbers so large."""
    code = """def far(player):
    key = 1000000 * 1000000 * 1000000
    put("wrecks", key, {"depth": 3})
    put("wrecks", 7, {"depth": get("wrecks", key)["depth"] + floor(key + 4) - key})
"""
    front = "state: {wrecks: {depth: {type: integer, default: 0}}}\ncommands: [{usage: /far, run: far, help: x}]\n"
    law = with_rules({"120-wrecks.md": rule(120, "Wrecks", front=front, code=code)})
    case = "given: {players: {ana: {active: true}}}\nwhen: [{by: ana, says: /far}]\n"
    assert failures(case + 'then: {wrecks: {"1000000000000000000": {depth: 3}, "7": {depth: 7}}}', law) == []


@pytest.mark.parametrize("tag", ["hunger/ana", "a", "a/b/c", "hunger 2/ana", "漢" * 20])
def test_a_tag_is_words_joined_by_slashes(tag: str) -> None:
    assert speech.tag_of(tag) == tag


@pytest.mark.parametrize(
    "tag",
    ["", "/a", "a/", "a//b", "a/ b", "a /b", "a" * 121, "漢" * 100, "a/\u200b"],
    ids=lambda tag: f"{tag[:4]!a} of {len(tag)}",
)
def test_whatever_else_is_no_tag(tag: str) -> None:
    with pytest.raises(WrongUse, match="a tag is words joined by slashes"):
        speech.tag_of(tag)


@pytest.mark.parametrize("sealed", ["s61 ana/619694", "7 owl"])
def test_every_seal_is_a_text_though_it_has_many_figures_in_a_row(sealed: str) -> None:
    """Of three hundred texts one has a SHA-256 with nineteen figures in a row, and there the rule failed."""
    wanted = hashlib.sha256(sealed.encode()).hexdigest()
    code = f'def seal(player):\n    reply("It is " + sha256("{sealed}"))\n'
    law = with_rules({"130-seals.md": rule(130, "Seals", front="commands: [{usage: /seal, run: seal}]\n", code=code)})
    case = f"given: {{players: {{ana: {{active: true}}}}}}\nwhen: [{{by: ana, says: /seal}}]\nthen: {{replies: [It is {wanted}]}}\n"
    assert failures(case, law) == []


def test_a_text_of_nothing_but_many_figures_stays_one() -> None:
    long = "1234567890123456789012"
    code = f'def draw(player):\n    reply(type(choose(["{long}", "{long}"])) + choose(["{long}"]))\n'
    law = with_rules({"130-lots.md": rule(130, "Lots", front="commands: [{usage: /draw, run: draw}]\n", code=code)})
    case = f"given: {{players: {{ana: {{active: true}}}}}}\nwhen: [{{by: ana, says: /draw}}]\nthen: {{replies: [string{long}]}}\n"
    assert failures(case, law) == []


@pytest.mark.parametrize(("immutable", "winners"), [("", ["ana"]), ("immutable: true\n", ["ana", "bo"])])
def test_nobody_is_named_a_winner_whom_the_law_does_not_let_win_but_by_a_rule_of_the_higher_class(
    immutable: str, winners: list[str]
) -> None:
    crown = "commands: [{usage: /crown, run: one}, {usage: /crown all, run: both}]\n"
    code = 'def one(player):\n    win([player], "A crown.")\n\ndef both(player):\n    win(["ana", "bo"], "Crowns.")\n'
    one = "def one(players):\n    return len(players) < 2\n"
    law = with_rules(
        {
            "120-crowns.md": rule(120, "Crowns", front=crown + immutable, code=code),
            "121-one.md": rule(121, "One", front="answers: {may_be_named: one}\n", code=one),
        }
    )
    stage = Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}, law, RULESET)
    assert [stage.step({"by": "ana", "says": says}) for says in ("/crown all", "/crown")] == [None, None]
    assert stage.world.game["winners"] == winners
    refused = "**ana**, **bo** would have won, and by the rules none of them does: Crowns."
    assert (refused in stage.said[0]) == (not immutable)


@pytest.mark.parametrize(
    ("may", "winners"), [("len(get('game')['winners']) + len(players) < 3", []), ("'bo' not in players", ["ana", "cy"])]
)
def test_of_whom_nobody_would_win_together_nobody_wins_by_being_named_one_by_one(may: str, winners: list[str]) -> None:
    """Who may not win at all keeps no one else from it."""
    code = 'def each(player):\n    for one in ["ana", "bo", "cy"]:\n        win([one], "A crown.")\n'
    law = with_rules(
        {
            "120-crowns.md": rule(120, "Crowns", front="commands: [{usage: /crown, run: each}]\n", code=code),
            "121-few.md": rule(
                121, "Few", front="answers: {may_be_named: f}\n", code=f"def f(players):\n    return {may}\n"
            ),
        }
    )
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, law, RULESET)
    said = stage.step({"by": "ana", "says": "/crown"})
    assert ("name all who win together in one list" in str(said)) == (not winners)
    assert stage.world.game.get("winners", []) == winners
