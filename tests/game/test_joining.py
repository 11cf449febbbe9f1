"""A stranger is told the command that makes a player, and no other that happens to be open to anyone."""

from __future__ import annotations

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.joining import joining
from engine.law.rulebook import read
from tests.island import RULESET, failures, rule, with_rules

CHEER = rule(
    141,
    "Cheers",
    front="commands: [{usage: /cheer, who: anyone, run: cheer}]\n",
    code='def cheer(player):\n    reply("Hooray!")\n',
)


def usages(law: dict[str, str]) -> list[str]:
    return [c.usage_text for c in joining(read(RULESET, law, new_host(), FIELDS)[0])]


def test_only_what_makes_a_player_is_named() -> None:
    law = with_rules({"141-cheers.md": CHEER})
    assert usages(law) == ["/join"]
    case = "when:\n  - {by: zoe, says: /build, refused: 'Join first: `/join`.'}\n"
    assert failures(case, law) == []


def test_what_is_loaded_or_called_on_the_way_counts() -> None:
    code = 'load("crew", "enlist")\ndef sign_on(player):\n    enlist(player)\n'
    sign_on = rule(142, "Crew", front="commands: [{usage: /sign on, who: anyone, run: sign_on}]\n", code=code)
    law = with_rules({"141-cheers.md": CHEER, "101-landing.md": None, "142-crews.md": sign_on})
    law["rules/library/crew.star"] = 'def enlist(player):\n    put("players", player, {"active": True})\n'
    assert usages(law) == ["/sign on"]


def test_where_none_is_seen_to_do_so_all_are_named() -> None:
    law = with_rules({"141-cheers.md": CHEER, "101-landing.md": None})
    assert usages(law) == ["/cheer"]


def test_whoever_is_inactive_is_told_the_command_that_makes_them_active() -> None:
    case = "given: {players: {ana: {active: false}}}\nwhen:\n  - {by: ana, says: /build, refused: 'active first: `/wake`.'}\n"
    assert failures(case, with_rules({})) == []


def test_the_command_that_makes_a_player_is_told_too_where_it_brings_back_who_was_one() -> None:
    code = 'def sit(player):\n    put("players", player, {"active": True})\n'
    sit = rule(144, "Seats", front="commands: [{usage: /sit, who: anyone, run: sit}]\n", code=code)
    case = (
        "given: {players: {ana: {active: false}}}\nwhen:\n  - {by: ana, says: /build, refused: 'active first: %s.'}\n"
    )
    assert failures(case % "`/sit`", with_rules({"101-landing.md": None, "144-seats.md": sit})) == []
    assert failures(case % "`/wake` or `/sit`", with_rules({"144-seats.md": sit})) == []


def test_where_no_command_does_so_the_list_of_all_is_named() -> None:
    case = "given: {players: {ana: {active: false}}}\nwhen:\n  - {by: ana, says: /build, refused: 'active first: look in `/help`'}\n"
    assert failures(case, with_rules({"101-landing.md": None})) == []


def test_a_command_that_fails_for_whoever_would_come_back_is_not_advised() -> None:
    """The only one that makes them active fails over a mistake of its own, which is nothing they could do better."""
    code = 'def back(player):\n    put("players", player, {}[player] | {"active": True})\n'
    law = with_rules(
        {
            "101-landing.md": None,
            "143-back.md": rule(143, "Back", front="commands: [{usage: /back, who: players, run: back}]\n", code=code),
        }
    )
    case = "given: {players: {ana: {active: false}}}\nwhen:\n  - {by: ana, says: /build, refused: 'active first: look in `/help`'}\n"
    assert failures(case, law) == []
    assert failures(case.replace("look in `/help`", "`/back`"), law) != []


def test_a_command_that_a_rule_forbids_by_the_name_of_its_rule_is_not_advised() -> None:
    winter = rule(
        120,
        "Winter",
        front="forbids: {landing.wake: no}\n",
        code='def no(player):\n    return "Nobody wakes in winter."\n',
    )
    case = (
        "given: {players: {ana: {active: true}, cy: {active: false}}}\n"
        "when: [{by: cy, says: /dive, refused: Nobody wakes in winter.}]\n"
    )
    assert failures(case, with_rules({"120-winter.md": winter})) == []
