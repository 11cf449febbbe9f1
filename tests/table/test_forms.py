"""From usages to forms and back: what a form writes is what the usage matches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.words.registry import new_host
from engine.law.documents.document import parse
from engine.law.documents.usage import parse_usage
from engine.table.counsel_main import answer
from engine.table.forms import forms, written
from engine.table.places import ISSUE, PROPOSAL
from engine.table.sight import Sight
from tests.begun import START, begun
from tests.island import texts, with_rules


@pytest.mark.parametrize(
    ("usage", "values", "words"),
    [
        ("/buy [<count>] farm|farms", {"count": "3"}, "/buy 3 farms"),
        ("/buy [<count>] farm|farms", {"count": "1"}, "/buy 1 farm"),
        ("/buy [<count>] farm|farms", {"count": ""}, "/buy farm"),
        ("/allocate <count> <endeavor> [from <source>]", {"count": "4", "endeavor": "farming"}, "/allocate 4 farming"),
        ("/give <count> point|points to <player>", {"count": "5", "player": "bo"}, "/give 5 points to bo"),
        ("/describe <text>", {"text": "By the\r\nsea "}, "/describe By the\nsea"),
        ("/tell <text> to <player>", {"text": "By the\r\nsea ", "player": "bo"}, "/tell By the sea to bo"),
        ("/dive", {}, "/dive"),
        ("/join <village>", {"village": "/join Ur"}, "/join Ur"),  # it founded `/join Ur`
        ("/join <village>", {"village": "/Join Ur by\r\nthe sea "}, "/Join Ur by\nthe sea"),
        ("/join <village>", {"village": "/joined"}, "/join /joined"),
        ("/party found <name>", {"name": "/party found The Reds"}, "/party found The Reds"),
        ("/party found <name>", {"name": "/party"}, "/party found /party"),
        ("/buy [<count>] farm|farms", {"count": "/buy 3 farms"}, "/buy 3 farms"),
        ("sing <what>", {"what": "sing a song"}, "sing sing a song"),  # may be meant: it has no slash
    ],
)
def test_a_form_writes_what_a_player_would(usage: str, values: dict[str, str], words: str) -> None:
    assert written(usage, values) == words


NUMBERS = st.integers(1, 999).map(str)


@given(st.data())
def test_what_a_form_writes_is_understood_as_that_command(data: st.DataObject) -> None:
    commands = [c for path, text in sorted(texts().items()) if path.endswith(".md") for c in parse(path, text).commands]
    command = data.draw(st.sampled_from(commands))
    values = {name: data.draw(NUMBERS) for name in command.usage.arguments_in_order}
    found = parse_usage(command.usage_text, command.arguments).match(written(command.usage_text, values))
    assert found == values


BENCH = """---
rule: 122
title: The bench
commands:
  - {usage: /judge <ruling>, arguments: {ruling: {type: text}}, who: players, run: judge, help: "As the Judge, in its own issue."}
  - {usage: /publish <text>, arguments: {text: {type: text}}, who: players, run: publish, help: "As the Judge, in its own issue."}
  - {usage: "/object [<why>]", arguments: {why: {type: text}}, who: players, run: object, help: "Object, in the issue of the question."}
  - {usage: /dry, who: players, run: dry}
---
Who has shells is the Judge, and does not object.

```starlark
def judge(player, ruling):
    if here()["number"] != 2:
        refuse("There is no question.", "Ask one.")
    if not get("players", player)["shells"]:
        refuse("You are not the *Judge*.", "Wait.")
    reply("So be it.")

def publish(player, text):
    judge(player, text)
    if "## Judgement" not in text:
        refuse("It has no sections.", "Write them.")

def object(player, why):
    if get("players", player)["shells"]:
        refuse("The Judge does not object.", "Wait.")
    reply("Noted.")

def dry(player):
    refuse("Nothing is wet.", "Dive.")
```
"""
USAGES = ("/judge <ruling>", "/publish <text>", "/object [<why>]")


def seen(*people: str, judge: str) -> Sight:
    """A question stands open in #2, and something else in #3."""
    players = {who: {"id": n, "login": who, "active": True, "shells": who == judge} for n, who in enumerate(people, 1)}
    threads = {str(n): {"kind": "issue", "title": "Question", "state": "open"} for n in (2, 3)}
    files = begun(with_rules({"122-bench.md": BENCH}), name="I", records={"players": players, "threads": threads})
    ids, places = {who: n for n, who in enumerate(people, 1)}, {ISSUE: [3, 2], PROPOSAL: []}
    job = {"files": files, "now": START, "people": ids, "places": places}
    return Sight(files, "", START, answer(job, new_host()), ids, {}, places)


def offered(sight: Sight, login: str) -> dict[str, tuple[tuple[int, ...], str]]:
    return {form.usage: (form.threads, form.refused) for form in forms(sight, login) if form.usage in USAGES}


def test_what_is_written_in_an_issue_is_offered_to_those_who_would_not_be_refused_there() -> None:
    """/judge, /overrule and /recuse had forms whoever asked; what lacks but the right words is nobody's to be kept from."""
    sight, everywhere = seen("ana", "bo", "cy", judge="bo"), (3, 2)
    judge = offered(sight, "bo")
    assert judge["/judge <ruling>"] == ((2,), "") and judge["/publish <text>"] == ((2,), "")
    assert judge["/object [<why>]"] == ((), "In #3: The Judge does not object.")
    for login in ("ana", "cy"):
        other = offered(sight, login)
        assert other["/judge <ruling>"] == ((), "In #3: There is no question.")
        assert other["/object [<why>]"] == (everywhere, "")


def test_words_that_would_be_refused_are_offered_to_no_seat_however_many_there_are() -> None:
    """The thirteenth and those after were offered what nobody had tried."""
    people = [f"p{n}" for n in range(40)]
    sight = seen(*people, judge="p39")
    assert offered(sight, "p0")["/publish <text>"] == ((), "In #3: There is no question."), "whatever the words are"
    refused = {login: form.refused for login in people for form in forms(sight, login) if form.usage == "/dry"}
    assert refused == dict.fromkeys(people, "Nothing is wet.")


DEALS = """---
rule: 123
title: Deals
state:
  deals:
    to: {type: string, default: ""}
commands:
  - {usage: /take <deal>, arguments: {deal: {type: integer}}, who: players, run: take}
  - {usage: /rob <player>, who: players, run: rob}
records: {deals: {1: {to: ana}, 2: {to: bo}, 3: {to: ana}}}
---
Who has shells is robbed, and takes what is offered.

```starlark
def take(player, deal):
    if get("deals", deal)["to"] != player:
        refuse("That is not yours.", "Wait.")
    if not get("players", player)["shells"]:
        refuse("You have nothing to pay with.", "Dive.")

def rob(player, other):
    if not get("players", other)["shells"]:
        refuse("There is nothing to be had.", "Wait.")
```
"""


@pytest.mark.parametrize(
    ("login", "deals", "others"),
    [
        ("ana", (("1", "2", "3"), "`/take 1`: You have nothing to pay with."), (("bo",), "")),
        ("bo", (("2",), ""), (("bo",), "")),
        ("cy", (("1", "2", "3"), "That is not yours."), (("bo",), "")),
    ],
)
def test_of_what_can_be_chosen_only_that_is_offered_which_would_not_be_refused(
    login: str, deals: tuple[tuple[str, ...], str], others: tuple[tuple[str, ...], str]
) -> None:
    """Somebody else's offer could be taken, and a ship that was elsewhere be attacked, as far as the page knew.

    Where each choice has a reason of its own against it, the one told is that of most, and says of which it is.
    """
    people = ("ana", "bo", "cy")
    players = {who: {"id": n, "login": who, "active": True, "shells": who == "bo"} for n, who in enumerate(people, 1)}
    deal = {"1": {"to": "ana"}, "2": {"to": "bo"}, "3": {"to": "ana"}}
    files = begun(with_rules({"123-deals.md": DEALS}), name="I", records={"players": players, "deals": deal})
    ids = {who: n for n, who in enumerate(people, 1)}
    law = answer({"files": files, "now": START, "people": ids}, new_host())
    found = {
        f.usage: (f.fields[0].choices, f.refused) for f in forms(Sight(files, "", START, law, ids), login) if f.fields
    }
    assert (found["/take <deal>"], found["/rob <player>"]) == (deals, others)


SALVES = """---
rule: 125
title: Salves
commands:
  - {usage: "/heal <player>", who: players, run: heal}
  - {usage: "/salve <player> [and <other>]", arguments: {player: {type: player}, other: {type: player}}, who: players, run: salve}
---
Nobody is healed, and who likes is salved.

```starlark
def heal(player, patient):
    if patient == player:
        refuse("You cannot do that to yourself.", "Ask somebody.")

def salve(player, one, other):
    reply("Done.")
```
"""


def test_one_can_be_aimed_at_oneself_where_that_would_not_be_refused() -> None:
    """Who had Bread in Frontier could not swap places with anybody, nor use any other item on themselves, by the form."""
    people = ("ana", "bo", "cy")
    players = {who: {"id": n, "login": who, "active": True} for n, who in enumerate(people, 1)}
    files = begun(with_rules({"125-salves.md": SALVES}), name="I", records={"players": players})
    ids = {who: n for n, who in enumerate(people, 1)}
    law = answer({"files": files, "now": START, "people": ids}, new_host())
    found = {f.usage: [each.choices for each in f.fields] for f in forms(Sight(files, "", START, law, ids), "bo")}
    assert found["/salve <player> [and <other>]"] == [("ana", "cy", "bo")] * 2
    assert found["/heal <player>"] == [("ana", "cy")]


def test_what_anyone_may_write_is_offered_to_players_too_but_for_what_makes_one_a_player() -> None:
    """`/map` of Wayfarers and of Starfarers was offered to strangers alone."""
    look = "---\nrule: 124\ntitle: The chart\ncommands: [{usage: /chart, who: anyone, run: look}]\n---\nA chart.\n\n```starlark\n"
    law = with_rules({"124-chart.md": f'{look}def look(person):\n    reply("Water.")\n```\n'})
    files = begun(law, name="I", records={"players": {"ana": {"id": 1, "login": "ana", "active": True}}})
    ids = {"ana": 1, "zoe": 2}
    sight = Sight(files, "", START, answer({"files": files, "now": START, "people": ids}, new_host()), ids)
    usages = {login: {form.usage for form in forms(sight, login)} for login in ids}
    assert "/chart" in usages["ana"] & usages["zoe"]
    assert "/join" in usages["zoe"] - usages["ana"]


ALIKE = """---
rule: 124
title: Clubs
commands:
  - {usage: /club found <name>, who: players, run: act}
  - {usage: /club leave, who: players, run: act}
  - {usage: "/trade [<count>] pearl|pearls", who: players, run: act}
  - {usage: "/trade [<count>] net|nets", who: players, run: act}
  - {usage: /ask for <thing> from <player>, who: players, run: act}
  - {usage: /ask <count> fish for <thing> from <player>, who: players, run: act}
  - {usage: /sing, who: players, run: act}
---
People meet.

```starlark
def act(player, name = "", count = 1, thing = "", player_ = ""):
    reply("Done.")
```
"""


def test_each_button_of_commands_that_begin_alike_says_which_one_it_is() -> None:
    """Five forms of Assembly had a button called *Party*, and two of Credo one called *Buy*."""
    law = with_rules({"124-clubs.md": ALIKE})
    files = begun(law, name="I", records={"players": {"ana": {"id": 1, "login": "ana", "active": True}}})
    sight = Sight(
        files, "", START, answer({"files": files, "now": START, "people": {"ana": 1}}, new_host()), {"ana": 1}
    )
    labels = {form.usage: form.label for form in forms(sight, "ana") if form.slug == "clubs"}
    assert labels == {
        "/club found <name>": "Club found",
        "/club leave": "Club leave",
        "/trade [<count>] pearl|pearls": "Trade pearls",
        "/trade [<count>] net|nets": "Trade nets",
        "/ask for <thing> from <player>": "Ask",
        "/ask <count> fish for <thing> from <player>": "Ask fish",
        "/sing": "Sing",
    }
