"""Who may use a command: players, active players, those with a role on GitHub, or anyone."""

from __future__ import annotations

import pytest

from tests.island import failures, rule, with_rules

CODE = 'def attempt(person):\n    reply("Done by %s." % person)\n'
PEOPLE = "given: {players: {ana: {active: true}, bo: {active: false}}}\nroles: {mo: moderator, ed: administrator}\n"
EVERYONE = ("ana", "bo", "mo", "ed", "zoe")


@pytest.mark.parametrize(
    ("who", "they"),
    [
        ("active", {"ana"}),
        ("players", {"ana", "bo"}),
        ("moderators", {"mo", "ed"}),
        ("administrators", {"ed"}),
        ("[active, moderators]", {"ana", "mo", "ed"}),
        ("[players, administrators]", {"ana", "bo", "ed"}),
        ("anyone", set(EVERYONE)),
    ],
)
def test_a_command_is_for_those_it_names_and_nobody_else(who: str, they: set[str]) -> None:
    front = f"commands:\n  - {{usage: /try, who: {who}, run: attempt, help: Try it.}}\n"
    law = with_rules({"120-try.md": rule(120, "Try", front=front, code=CODE)})
    steps = [f"  - {{by: {p}, says: /try{'' if p in they else ', refused: null'}}}" for p in EVERYONE]
    assert failures(f"{PEOPLE}when:\n" + "\n".join(steps) + "\n", law) == []


def test_what_is_for_players_and_officers_does_not_pose_as_a_way_to_join() -> None:
    front = "commands:\n  - {usage: /object, who: [players, moderators], run: attempt, help: Object.}\n"
    law = with_rules({"120-try.md": rule(120, "Try", front=front, code=CODE)})
    case = (
        PEOPLE
        + 'when:\n  - {by: zoe, says: /object, refused: "Only players and moderators can use `/object`. Join first: `/join`."}\n'
    )
    assert failures(case, law) == []


def test_officers_who_are_no_players_are_told_what_is_for_players() -> None:
    front = "commands:\n  - {usage: /try, run: attempt, help: Try it.}\n"
    law = with_rules({"120-try.md": rule(120, "Try", front=front, code=CODE)})
    assert failures(PEOPLE + "when: [{by: ed, says: /try, refused: not a player}]\n", law) == []


def test_what_is_for_officers_alone_says_whom_to_ask() -> None:
    front = "commands:\n  - {usage: /try, who: administrators, run: attempt, help: Try it.}\n"
    law = with_rules({"120-try.md": rule(120, "Try", front=front, code=CODE)})
    assert (
        failures(
            PEOPLE + "when: [{by: mo, says: /try, refused: Only administrators can use `/try`. Ask one of them.}]\n",
            law,
        )
        == []
    )


EXILE = rule(
    121,
    "Exile",
    front="forbids: {wake: not_for_exiles}\n",
    code='def not_for_exiles(player):\n    return "Exiles stay away." if player == "bo" else None\n',
)


@pytest.mark.parametrize(
    ("who", "remedy"), [("bo", "not active now. Exiles stay away."), ("cy", "Become active first: `/wake`.")]
)
def test_only_whom_it_brings_back_is_told_the_command_that_makes_one_active(who: str, remedy: str) -> None:
    case = (
        "given: {players: {ana: {active: true}, bo: {active: false}, cy: {active: false}}}\n"
        f'when:\n  - {{by: {who}, says: /build, refused: "{remedy}"}}\n'
        "  - {by: ana, says: /council Why?}\n"
        f'  - {{by: {who}, says: yay, on: council/1, refused: "{remedy.partition(". ")[2] or remedy}"}}\n'
        "then: {players: {bo: {active: false}, cy: {active: false}}}\n"
    )
    assert failures(case, with_rules({"121-exile.md": EXILE})) == []


RENAMED = "given: {players: {ana: {active: true, login: anna}, bo: {active: true, shells: 9}, cy: {active: true, login: bo2}}}\n"


def test_who_was_renamed_is_reached_by_the_name_github_shows_and_asked_about_by_the_old_one() -> None:
    assert not failures(
        RENAMED
        + """
when:
  - {by: bo, says: /give 1 shell to ana, refused: is `anna` on GitHub now}
  - {by: bo, says: /give 1 shell to Anna}
  - {by: bo, says: /give 1 shell to @bo2}
then: {players: {ana: {shells: 1}, cy: {shells: 1}, bo: {shells: 7}}}
"""
    )


def test_of_two_known_by_one_name_the_one_who_came_to_it_later_is_meant() -> None:
    assert not failures(
        """
given: {players: {ana: {active: true}, bo: {active: true, shells: 9}, cy: {active: true, login: ana}}}
when:
  - {by: bo, says: /give 1 shell to ana}
then: {players: {ana: {shells: 0}, cy: {shells: 1}}}
"""
    )


def test_whoever_has_no_vote_is_told_who_has_one() -> None:
    front = "commands: [{usage: /ask, run: ask_them}]\n"
    code = 'def ask_them(player):\n    open_poll("chat", "Why?", electorate = %s)\n'
    case = (
        "given: {players: {ana: {active: true}, bo: {active: true}}}\n"
        "when:\n  - {by: ana, says: /ask}\n  - {by: ana, says: yay, on: 101, refused: '%s'}\n"
    )
    for electors, told in (('["bo"]', "These have one: **bo**."), ("[]", "As things stand, nobody has one.")):
        law = with_rules({"130-chats.md": rule(130, "Chats", front=front, code=code % electors)})
        assert failures(case % told, law) == []
