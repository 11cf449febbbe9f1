"""What is forecast of a proposal is what follows, where no dice are thrown and nobody does anything."""

from __future__ import annotations

from typing import Any, Final

from engine.game import forecasting
from engine.game.examples.example_stage import Stage
from engine.game.words.registry import new_host
from tests.island import RULESET, rule, with_rules

HOST = new_host()
PEOPLE: Final = {name: {"active": True, "shells": 3} for name in ("ana", "bo", "cy")}
MONDAY: Final = 'schedule: [{cron: "0 6 * * 1", run: on_monday}]\n'
EACH: Final = """def on_monday():
    for player in active_players():
        record = get("players", player)
        put("players", player, record | {"shells": %s})
"""
LAW: Final = with_rules(
    {
        "120-doubling.md": rule(120, "Doubling", front=MONDAY, code=EACH % 'record["shells"] * 2'),
        "121-adding.md": rule(121, "Adding", front=MONDAY, code=EACH % 'record["shells"] + 1'),
    }
)
Steps = list[dict[str, Any]]


def played(*steps: dict[str, Any], law: dict[str, str] = LAW) -> Stage:
    stage = Stage({"given": {"players": PEOPLE}, "when": list(steps)}, law, RULESET, HOST)
    assert stage.play() == []
    return stage


def files_of(stage: Stage) -> dict[str, str]:
    stage.folding.close()
    files = dict(stage.world.files)
    for segment in stage.folding.plan.segments:
        segment.apply(files)
    return files


def test_an_amended_rule_has_the_rank_that_its_new_number_gives_it() -> None:
    """On the island it takes that of the proposal: of two rules with one hour it is the later then."""
    opened: Steps = [
        {"by": "ana", "opens": {"pull": 12, "title": "Twice", "changes": {"120-doubling.md": {"title": "Twice"}}}},
        {"by": "ana", "says": "/open", "on": 12},
    ]
    voted: Steps = [{"by": who, "says": "yay", "on": 12} for who in PEOPLE]
    ended: Steps = [{"by": "ana", "says": "/resolve", "on": 12}, {"clock": "2026-01-12T06:00:00Z"}]
    without, with_ = forecasting.pair(files_of(played(*opened)), "12", 1, 1, HOST)
    assert without["players", "ana", "shells"] == 3 * 2 + 1
    (found,) = {played(*opened, *voted, *ended).world.records.field("players", who, "shells") for who in PEOPLE}
    assert with_["players", "ana", "shells"] == found == (3 + 1) * 2


def test_a_rule_that_hears_of_changes_is_told_what_was_before_each_and_not_before_the_adoption() -> None:
    counting = rule(
        122,
        "Counting",
        front="state:\n  players:\n    score: {type: integer, default: 0}\non: {changed: count}\n",
        code="""def count(changed, before):
    if "bo" in changed.get("players", []):
        more = get("players", "bo")["shells"] - before["players"]["bo"]["shells"]
        put("players", "ana", get("players", "ana") | {"score": get("players", "ana")["score"] + more})
""",
    )
    gift = rule(
        1,
        "Gift",
        front="on: {enacted: give}\n",
        code="""def give(change, poll):
    if change["slug"] == "gift":
        put("players", "bo", get("players", "bo") | {"shells": 10})
""",
    ).replace("rule: 1\n", "rule: next\n")
    opened: Steps = [
        {"by": "ana", "opens": {"pull": 12, "title": "Gift", "changes": {"123-gift.md": gift}}},
        {"by": "ana", "says": "/open", "on": 12},
    ]
    voted: Steps = [{"by": who, "says": "yay", "on": 12} for who in PEOPLE]
    ended: Steps = [{"by": "ana", "says": "/resolve", "on": 12}, {"clock": "2026-01-12T06:00:00Z"}]
    law = {p: text for p, text in LAW.items() if "fishing" not in p and "doubling" not in p}
    law |= {"rules/island/122-counting.md": counting}
    _, with_ = forecasting.pair(files_of(played(*opened, law=law)), "12", 1, 1, HOST)
    found = played(*opened, *voted, *ended, law=law).world.records.field("players", "ana", "score")
    assert with_["players", "ana", "score"] == found


def test_a_number_that_only_one_law_has_is_no_difference_while_it_is_nothing() -> None:
    place = ("huts", "ana", "size")
    assert forecasting.effects({}, [({}, {place: 0}), ({}, {place: 0})]) == []
    (effect,) = forecasting.effects({}, [({}, {place: 0}), ({}, {place: 2})])
    assert (effect.collection, effect.key, effect.field, effect.runs) == (*place, ((None, 0), (None, 2)))


def test_nothing_is_foretold_of_what_a_rule_of_either_law_keeps_for_itself() -> None:
    """The status comment of the vote told it, and the page of the proposal."""
    front = (
        "state: {{players: {{luck: {{type: integer, default: 1{}}}, seen: {{type: object, default: {{n: 2}}{}}}}}}}\n"
    )
    code = """def on_monday():
    for p in active_players():
        luck = get("players", p)["luck"] + 1
        put("players", p, get("players", p) | {"luck": luck, "seen": {"n": luck}})
"""
    open_, kept = front.format("", ""), front.format(", told: false", ", told: false")
    texts = {name: rule(122, "Luck", front=MONDAY + name, code=code) for name in (open_, kept)}
    more = code.replace("+ 1", "+ 5")
    for before, after, told in ((kept, kept, False), (open_, kept, False), (kept, open_, False), (open_, open_, True)):
        law = {**LAW, "rules/island/122-luck.md": texts[before]}
        then = rule(122, "Luck", front=MONDAY + after, code=more)
        opened: Steps = [
            {"by": "ana", "opens": {"pull": 12, "title": "More luck", "changes": {"luck": then}}},
            {"by": "ana", "says": "/open", "on": 12},
        ]
        pair = forecasting.pair(files_of(played(*opened, law=law)), "12", 1, 1, HOST)
        found = forecasting.effects({}, [pair])
        assert {e.field for e in found if e.field != "shells"} == ({"luck", "seen.n"} if told else set())


def test_who_is_active_who_has_won_and_the_end_are_numbers_too() -> None:
    world = played().world
    world.patch("players", "cy", active=False)
    world.patch("game", "game", winners=["ana"], over="ana has won.")
    names = (forecasting.WON, forecasting.ENDED, "active")
    told = {place: n for place, n in forecasting.numbers(world).items() if place[2] in names}
    assert told == {
        ("players", "ana", "active"): 1,
        ("players", "bo", "active"): 1,
        ("players", "ana", forecasting.WON): 1,
        ("game", "game", forecasting.ENDED): 1,
    }
