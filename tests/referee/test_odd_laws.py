"""Rules that were adopted in good faith, or not, and meet what the engine keeps: polls, periods, files, occasions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.island import rule, with_rules
from tests.referee.in_memory import Table

SONG = {"rules/island/200-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}


def proposed(table: Table, who: str, title: str, changes: dict[str, str | None]) -> int:
    """Opened for voting, with a yay of each."""
    table.wait()
    number = table.island.propose(who, title, changes)
    for voter, words in ((who, "/open"), ("ana", "yay"), ("bo", "yay")):
        table.say(voter, words, number)
    table.run()
    return number


def adopted(table: Table, title: str, changes: dict[str, str | None]) -> int:
    number = proposed(table, "ana", title, changes)
    table.say("ana", "/resolve", number)
    table.run()
    assert poll(table, number)["status"] == "adopted"
    return number


def poll(table: Table, number: int) -> dict[str, Any]:
    return dict(table.read(f"state/polls/{number}.yaml"))


PETITIONS = rule(
    120,
    "Petitions",
    front="""state:
  petitions: {text: {type: string}}
commands:
  - {usage: /petition <text>, arguments: {text: {type: text}}, run: petition, help: P.}
  - {usage: /ballot, run: vote, help: V.}
""",
    code="""def petition(player, text):
    key = next_key("petitions")
    put("petitions", key, {"text": text})
    open_issue(key, "Petition: " + text, "Say yay here if you want it.")

def vote(player):
    open_poll("petition", here()["title"], thread = here()["number"])
""",
)


def petitioned(table: Table, tag: int) -> int:
    """The number of the issue that the rule opens with this tag."""
    for at in range(tag):
        table.say("bo", f"/petition Fish {at}")
        table.run()
    table.run()
    return max(table.island.model.threads)


def test_what_is_said_in_an_issue_tagged_as_a_pull_request_is_numbered_is_no_vote_there() -> None:
    table = Table(with_rules({"120-petitions.md": PETITIONS}))
    table.wait()
    number = table.island.propose("ana", "Songs", SONG)
    table.say("ana", "/open", number)
    table.say("ana", "yay", number)
    table.run()
    issue = petitioned(table, number)
    for who, words in (("bo", "yay"), ("ana", "yay"), ("ana", "/resolve")):
        table.say(who, words, issue)
    table.run()
    found = poll(table, number)
    assert found["thread"] == number
    assert [(b["voter"], b["deleted"]) for b in found["ballots"]] == [("ana", False)]
    assert table.findings() == []


def test_a_poll_in_such_an_issue_is_one_of_its_own() -> None:
    table = Table(with_rules({"120-petitions.md": PETITIONS}))
    number = adopted(table, "Songs", SONG)
    issue = petitioned(table, number)
    before = poll(table, number)
    table.say("bo", "/ballot", issue)
    table.run()
    assert poll(table, number) == before
    assert poll(table, issue)["status"] == "open"
    table.wait()
    table.island.model.update_thread(table.island.id("owner"), issue, state="closed")
    table.run()
    assert "closed, and its vote goes on" in table.answers(issue)[-1]
    assert poll(table, issue)["status"] == "open"
    assert table.findings() == []


def offers(file: str) -> str:
    front = f"""state:
  offers: {{size: {{type: integer, default: 0}}}}
{f"files: {{offers: {file}}}" if file else ""}
commands:
  - {{usage: /offer <name>, arguments: {{name: {{type: word}}}}, run: offer, help: O.}}
  - {{usage: /retract <name>, arguments: {{name: {{type: word}}}}, run: retract, help: R.}}
"""
    code = """def offer(player, name):
    put("offers", name, {"size": (get("offers", name) or {"size": 0})["size"] + 1})

def retract(player, name):
    remove("offers", name)
"""
    return rule(120, "Offers", front=front, code=code)


@pytest.mark.parametrize(
    ("first", "words", "then"),
    [
        ("offers", ["/offer a"], ["zoo"]),
        ("offers", ["/offer a"], ["market"]),
        ("", ["/offer a", "/retract a"], ["offers"]),
        ("", ["/offer a"], ["offers", "market"]),
    ],
)
def test_records_move_with_the_file_they_stand_in(first: str, words: list[str], then: list[str]) -> None:
    table = Table(with_rules({"120-offers.md": offers(first)}))
    for said in words:
        table.say("ana", said)
        table.run()
    for file in then:
        path = next(path for path in table.island.files() if path.endswith("-offers.md"))
        number = path.rpartition("/")[2].partition("-")[0]
        adopted(table, "Offers", {path: offers(file).replace("rule: 120", f"rule: {number}")})
    for name in ("b", "c", "b"):
        table.say("ana", f"/offer {name}")
        table.run()
    kept = {
        path: table.read(path) for path in table.island.files() if path.startswith(("state/offers", "state/market"))
    }
    kept |= {path: table.read(path) for path in table.island.files() if path == "state/zoo.yaml"}
    sizes = {"b": 2, "c": 1} | ({} if "/retract a" in words else {"a": 1})
    assert list(kept) == [f"state/{then[-1]}.yaml"]
    assert {name: record["size"] for name, record in kept[f"state/{then[-1]}.yaml"].items()} == sizes
    assert table.findings() == []


NOTES = rule(
    120,
    "Notes",
    front="on: {opened: mark}\ncommands: [{usage: /fake <n>, arguments: {n: {type: integer}}, run: fake, help: F.}]\n",
    code="""def mark(poll):
    put("polls", poll["key"], poll | {"data": poll["data"] | {"marked": True}})

def fake(player, n):
    put("polls", n, get("polls", n) | {"landed": True, "reason": "The king did it.", "roster": ["bo"]})
""",
)


def test_of_the_facts_of_a_poll_a_rule_keeps_its_data_alone() -> None:
    table = Table(with_rules({"120-notes.md": NOTES}))
    table.wait()
    long = "We sing and sing and sing.\n" * 4_600
    number = table.island.propose("bo", "Songs", {f"rules/island/20{n}-b{n}.md": song(n, long) for n in range(5)})
    table.say("bo", "/open", number)
    table.say("bo", f"/fake {number}")
    table.run()
    found = poll(table, number)
    assert found["data"] == {"marked": True}
    assert not {"landed", "reason", "roster", "changes", "body", "title"} & set(found)
    assert table.findings() == []


def song(number: int, words: str) -> str:
    return f"---\nrule: next\ntitle: Song {number}\nby_hand: true\n---\n{words}"


def test_since_when_votes_count_is_the_engines_own() -> None:
    since = rule(120, "Since", front="state: {polls: {since: {type: integer, default: 0}}}\n")
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Since", {"rules/island/120-since.md": since.replace("120", "next", 1)})
    table.say("ana", "/open", number)
    table.run()
    assert any("'since' of polls is the engine's own field" in answer for answer in table.answers(number))


TIDES = """def later(poll):
    return "the_tide_turns"

def turn(player):
    tell("the_tide_turns")

def only_one(poll):
    for n in range(1, 10):
        other = get("polls", n)
        if other != None and other["awaits"] != None and other["key"] != poll["key"]:
            stop(other["key"], "One change a tide.")

def again(poll):
    tell("the_tide_turns")
"""


def tides(heard: str) -> Table:
    """Songs and dances are adopted, and wait; then the tide turns."""
    front = f"""answers: {{takes_effect: later}}
commands: [{{usage: /tide, run: turn, help: T.}}]
on: {{took_effect: {heard}}}
"""
    table = Table(with_rules({"120-tides.md": rule(120, "Tides", front=front, code=TIDES)}))
    for what in ("songs", "dances"):
        adopted(
            table, what, {f"rules/island/200-{what}.md": f"---\nrule: next\ntitle: {what}\nby_hand: true\n---\nX.\n"}
        )
    table.say("ana", "/tide")
    table.run()
    table.run()
    return table


def test_a_change_that_is_stopped_when_another_takes_effect_does_not() -> None:
    table = tides("only_one")
    assert [poll(table, number).get("landed", False) for number in (2, 3)] == [True, False]
    assert poll(table, 3)["status"] == "withdrawn"
    assert not any("dances" in path for path in table.island.files() if path.startswith("rules/"))
    assert table.findings() == []


def test_an_occasion_told_again_while_a_change_lands_lands_each_once() -> None:
    table = tides("again")
    assert [poll(table, number)["landed"] for number in (2, 3)] == [True, True]
    told = "\n".join(table.answers())
    assert told.count("is in effect now") == 2
    assert "by hand" not in told
    assert table.findings() == []


def test_a_poll_that_another_closed_in_the_same_round_is_not_said_to_be_held_up() -> None:
    code = """def quick(was, poll, tally):
    return tally["yay"] >= 2 and get("players", "ana")["shells"] > 50

def wealth(player):
    put("players", "ana", get("players", "ana") | {"shells": 60})

def alone(poll, tally):
    for other in polls("proposal"):
        if other["key"] != poll["key"]:
            withdraw(other["key"], "Another was adopted.")
"""
    front = (
        "adjusts: {resolves_itself: quick}\ncommands: [{usage: /wealth, run: wealth, help: W.}]\non: {adopted: alone}\n"
    )
    table = Table(with_rules({"120-quick.md": rule(120, "Quick", front=front, code=code)}))
    numbers = [
        proposed(table, "ana", what, {f"rules/island/200-{what}.md": song(at, "La.\n")})
        for at, what in enumerate(("songs", "dances"))
    ]
    table.say("ana", "/wealth")
    table.run()
    table.run()
    assert [poll(table, number)["status"] for number in numbers] == ["adopted", "withdrawn"]
    assert not any("cannot be resolved yet" in answer for answer in table.answers(numbers[1])[-1:])
    assert "held" not in table.read("state/engine.yaml")
    assert table.findings() == []


WEDNESDAY = '{cron: "0 15 * * 3", run: %s}'
COUNCIL = rule(
    320,
    "Council",
    front=f"schedule: [{WEDNESDAY % 'decide'}]\n",
    code='def decide():\n    for poll in polls("proposal"):\n        resolve(poll["key"])\n',
)
EATING = """    for p in keys("players"):
        put("players", p, get("players", p) | {"shells": get("players", p)["shells"] - 1})
"""
HUNGER = rule(310, "Hunger", front=f"schedule: [{WEDNESDAY % 'eat'}]\n", code=f"def eat():\n{EATING}")
OWN = rule(
    310,
    "Hunger",
    front=f"schedule: [{WEDNESDAY % 'eat'}]\n",
    code=f'def eat():\n{EATING}    for poll in polls("proposal"):\n        resolve(poll["key"])\n',
)


@pytest.mark.parametrize("hunger", [HUNGER, OWN], ids=["another's period adopts it", "its own does"])
def test_a_period_whose_rule_gets_another_number_in_that_instant_is_not_closed_again(hunger: str) -> None:
    table = Table(with_rules({"320-council.md": COUNCIL, "310-hunger.md": hunger}))
    path = "rules/island/310-hunger.md"
    proposed(table, "ana", "Hunger in other words", {path: hunger.replace("So it is.", "So it is, on Wednesdays.")})
    before = table.shells()
    table.wait(3 * 86_400)
    table.run()
    table.run()
    assert path not in table.island.files()
    assert table.shells() == before - 1
    table.wait(7 * 86_400)
    table.run()
    assert table.shells() == before - 2
    assert table.findings() == []


def test_two_entries_for_one_function_that_meet_let_it_run_once() -> None:
    front = f'schedule: [{WEDNESDAY % "eat"}, {{cron: "0 15 7 * *", run: eat}}]\n'
    table = Table(with_rules({"310-hunger.md": rule(310, "Hunger", front=front, code=f"def eat():\n{EATING}")}))
    before = table.shells()
    table.wait(3 * 86_400)  # Wednesday, the seventh of January
    table.run()
    assert table.shells() == before - 1
    assert table.findings() == []


def test_the_help_of_a_command_and_its_choices_wake_nobody_and_hide_nothing() -> None:
    front = """commands:
  - usage: /evil <how>
    arguments: {how: {type: choice, values: ["@stranger", "<!-- x"]}}
    run: evil
    help: "@stranger <!-- x"
"""
    table = Table(
        with_rules({"120-evil.md": rule(120, "Evil", front=front, code="def evil(player, how):\n    pass\n")})
    )
    table.say("ana", "/help")
    table.say("ana", "/evil y")
    table.run()
    told = table.answers()[-1].partition("<!-- nomic:")[0]
    assert "`/evil <how>` @stranger" not in told
    assert "one of @stranger" not in told
    assert "<!--" not in told.replace("`<!-- x`", "")


OF_NOTHING = """def f(player):
    for i in range(40):
        reply(str([choose([None, {"chosen": 1}, [2]]), shuffle([None, [1], {"a": 2}])]))
"""
TOO_MUCH = """def f(player):
    roll("2d6")
    shuffle(list(range(200000)))
"""
TOO_OFTEN = """def f(player):
    for i in range(100000):
        roll("1d6")
"""
TOO_LONG = """def f(player):
    for i in range(300):
        choose(["x" * 30000, 1])
"""
HEARD = """def f(player):
    reply("It shows %d." % roll("1d6"))

def g(player):
    for i in range(20):
        dice("10000d6")
"""


@pytest.mark.parametrize("code", [OF_NOTHING, TOO_MUCH, TOO_OFTEN, TOO_LONG, HEARD])
def test_what_is_drawn_is_drawn_again_by_the_journal_be_it_nothing_or_more_than_that_can_hold(code: str) -> None:
    front = "commands:\n  - {usage: /draw, run: f, help: D.}\n" + ("on: {acted: g}\n" if "def g" in code else "")
    table = Table(with_rules({"120-lots.md": rule(120, "Lots", front=front, code=code)}))
    table.say("ana", "/draw")
    table.run()
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert table.findings() == []
