"""The engine's own commands, and what it answers to input of every kind."""

from __future__ import annotations

import pytest

from engine.game.catalogue import COMMANDS
from engine.game.examples.example_stage import Stage
from engine.game.fold import engine_commands
from engine.game.replies import speech
from tests.island import RULESET, failures, rule, texts, with_rules

ANA = "given: {players: {ana: {active: true, shells: 3}, bo: {active: true}}}\nroles: {ana: administrator}\n"


def test_help_lists_the_commands_in_force() -> None:
    assert not failures(
        ANA + "when:\n  - {by: zoe, says: /help}\nthen: {replies: [/build, /dive, /give <count> shell, /status]}\n"
    )


@pytest.mark.parametrize(("who", "sees"), [("ana", True), ("mo", False), ("bo", False), ("zoe", False)])
def test_only_administrators_are_shown_what_only_they_can_do(who: str, sees: bool) -> None:
    roles = {"ana": "administrator", "mo": "moderator"}
    stage = Stage({"given": {"players": {"bo": {"active": True}}}, "when": [], "roles": roles}, texts(), RULESET)
    assert stage.step({"by": who, "says": "/help"}) is None
    answer = "\n".join(stage.said)
    assert "`/status [<player>]`" in answer
    assert [word for word in ("/pause", "/resume", "/correct") if f"- `{word}" in answer] == (
        ["/pause", "/resume", "/correct"] if sees else []
    )


def test_status_names_who_must_still_vote() -> None:
    case = (
        "when:\n  - {by: ana, says: /council Why?}\n  - {by: ana, says: yay, on: 101}\n  - {by: ana, says: /status}\n"
    )
    assert not failures(ANA + case + "then: {replies: [waiting for **bo**]}\n")


def test_where_nobody_has_voted_status_names_no_choices() -> None:
    """They may be `guilty` and `innocent`."""
    case = "when:\n  - {by: ana, says: /council Why?}\n  - {by: ana, says: /status}\n"
    assert not failures(ANA + case + 'then: {replies: ["`Why?`: no votes; waiting for **ana**, **bo**"]}\n')


ODD = rule(
    140,
    "Odd",
    front="adjusts: {counted_ballots: odd}\n",
    code='def odd(counted, poll, ballots):\n    return [b | {"weight": 1 // 0} for b in counted]\n',
)


def test_status_counts_a_poll_as_its_board_does_where_it_mends_the_rule_that_fails_over_it() -> None:
    case = """
when:
  - {by: ana, opens: {pull: 12, title: 900 Odd no more, changes: {odd: null}}}
  - {by: ana, says: /open, on: 12}
  - {by: ana, says: yay, on: 12}
  - {by: bo, says: /status}
then: {replies: ["1 yay, 0 nay; waiting for **bo**"]}
"""
    assert not failures(ANA + case, with_rules({"140-odd.md": ODD}))


def test_of_a_poll_that_the_rules_cannot_count_status_says_so_and_tells_the_rest() -> None:
    failing = ODD.replace("for b in counted", "for b in [{}]")
    said = (
        "Players: 2, active: 2",
        "Why?`: it cannot be counted at the moment. odd, line 10",
        "Whither?`: it cannot",
        "Next, Fishing",
    )
    for told in said:
        case = f"""
when:
  - {{by: ana, says: /council Why?, fails: Odd}}
  - {{by: ana, says: /council Whither?}}
  - {{by: bo, says: /status}}
then: {{replies: ["{told}"]}}
"""
        assert not failures(ANA + case, with_rules({"140-odd.md": failing}))


def test_a_correction_needs_an_administrator_and_a_reason_and_is_told_to_all() -> None:
    assert not failures(
        ANA
        + """
when:
  - {by: bo, says: /correct players ana shells 9 because I can, refused: administrator}
  - {by: ana, says: /correct players ana shells 9, refused: because}
  - {by: ana, says: /correct players ana pearls 9 because of this, refused: no field}
  - {by: ana, says: /correct players ana shels 9 because of this, refused: "no field `shels` in `players` `ana` that could be corrected. Did you mean `shells`?"}
  - {by: ana, says: /correct players anna shells 9 because of this, refused: "no record `anna` in `players` that could be corrected. Did you mean `ana`?"}
  - {by: ana, says: /correct player ana shells 9 because of this, refused: "no collection `player` that could be corrected. Did you mean `players`?"}
  - {by: ana, says: /correct polls 1 status open because of this, refused: "no collection `polls` that could be corrected."}
  - {by: ana, says: /correct players ana shells -1 because of this, refused: Landing}
  - {by: ana, says: /correct players ana shells many because of this, refused: Landing}
  - {by: ana, says: /correct players ana shells 9 because a storm took six}
then:
  players: {ana: {shells: 9}}
  replies: [corrected, a storm took six]
"""
    )


@pytest.mark.parametrize(
    ("correction", "why"),
    [
        ("game game ruleset Island", "keeps its ruleset"),
        ("game game ruleset other", "keeps its ruleset"),
        ("players ana shells [1", "do not understand this correction"),
        ("timers bell/1 at 1", "over already"),
        ("timers bell/1 at 1767614820000", "seconds since 1970"),
        ("game game winners [3]", "is not of type"),
        ("game game timezone Berlin", "no time zone 'Berlin'; did you mean 'Europe/Berlin'?"),
    ],
)
def test_no_correction_makes_a_record_that_cannot_be(correction: str, why: str) -> None:
    bell = 'def ring():\n    pass\n\ndef bell(player):\n    set_timer("bell/1", now() + hours(1), "ring")\n'
    front = "commands:\n  - {usage: /bell, run: bell, help: A bell.}\n"
    law = with_rules({"140-bell.md": rule(140, "Bell", front=front, code=bell)})
    case = f"when:\n  - {{by: bo, says: /bell}}\n  - {{by: ana, says: '/correct {correction} because of this', refused: {why}}}\n"
    assert not failures(ANA + case + "  - {by: bo, says: /build}\n", law)


@pytest.mark.parametrize("key", ['"the long beach"', "“the long beach”"])
def test_a_record_whose_key_has_blanks_is_named_in_quotes_and_who_leaves_them_out_is_told(key: str) -> None:
    beaches = rule(140, "Beaches", front="state: {beaches: {sand: {type: integer, default: 1}}}\n")
    case = f"""
roles: {{ana: administrator}}
given:
  players: {{ana: {{active: true}}}}
  beaches: {{the long beach: {{sand: 3}}}}
when:
  - {{by: ana, says: /correct beaches the long beach sand 5 because it is, refused: "Did you mean `the long beach`? A key with a blank stands in quotes."}}
  - {{by: ana, says: '/correct beaches {key} sand 5 because it is'}}
then:
  beaches: {{the long beach: {{sand: 5}}}}
"""
    assert not failures(case, with_rules({"140-beaches.md": beaches}))


def test_a_value_in_quotes_may_say_because_itself() -> None:
    beaches = rule(140, "Beaches", front="state: {beaches: {sign: {type: string}}}\n")
    case = """
roles: {ana: administrator}
given:
  players: {ana: {active: true}}
  beaches: {long: {sign: Keep out}}
when:
  - {by: ana, says: '/correct beaches long sign "Keep out because of crabs" because it was said so because of rule 9'}
then:
  beaches: {long: {sign: Keep out because of crabs}}
  replies: ["because: `it was said so because of rule 9`"]
"""
    assert not failures(case, with_rules({"140-beaches.md": beaches}))


def test_a_correction_that_corrects_nothing_is_none_that_cannot_be() -> None:
    steps = [
        f"{{by: ana, says: /correct game game {what} because it is right}}" for what in ("ruleset island", "over null")
    ]
    assert not failures(ANA + "when:\n" + "".join(f"  - {step}\n" for step in steps))


def test_what_else_a_timer_holds_can_be_corrected_when_its_time_is_over_in_a_pause() -> None:
    bell = (
        'def ring(who):\n    pass\n\ndef bell(player):\n    set_timer("bell/1", now() + hours(1), "ring", who="bo")\n'
    )
    front = "commands:\n  - {usage: /bell, run: bell, help: A bell.}\n"
    law = with_rules({"140-bell.md": rule(140, "Bell", front=front, code=bell)})
    case = (
        "when:\n  - {by: bo, says: /bell}\n  - {by: ana, says: /pause}\n  - {clock: '2026-01-05T20:00:00Z'}\n"
        "  - {by: ana, says: '/correct timers bell/1 data {who: cy} because bo has gone'}\n"
    )
    assert not failures(ANA + case, law)


def test_a_pause_stops_people_and_clock_alike() -> None:
    assert not failures(
        ANA
        + """
when:
  - {by: bo, says: /dive}
  - {by: bo, says: /pause, refused: administrator}
  - {by: ana, says: /pause}
  - {by: bo, says: /build, refused: paused}
  - {clock: 2026-01-12T12:00:00Z}
  - {by: ana, says: /resume}
  - {clock: 2026-01-12T12:29:00Z}
  - {by: bo, says: /build}
then:
  players: {bo: {shells: 0, fish: 0}}
"""
    )


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("/biuld", "did you mean `/build`"),
        ("/give 2 shells to nobody", "is not a player"),
        ("/give several shells to bo", "a whole number (for"),
        ("/give 1234567890123456 shells to bo", "a whole number of at most 15 digits (for"),
        ("/give 0 shells to bo", "1 or more"),
        ("/build " + "x" * 5000, "4,000 characters"),
        ("/build \\u202e", "control characters"),
    ],
)
def test_every_wrong_input_is_answered(text: str, answer: str) -> None:
    step = f'when:\n  - {{by: bo, says: "{text}", refused: "{answer}"}}\n'
    assert not failures(ANA + step)


@pytest.mark.parametrize("text", ["hello", "> /build", "a/b", "//", "x" * 65_536, ""])
def test_talk_is_left_alone(text: str) -> None:
    assert not failures(ANA + f'when:\n  - {{by: bo, says: "{text}", ignored: true}}\n')


def test_after_the_end_only_reading_is_left() -> None:
    assert not failures(
        ANA.replace("bo: {active: true}}}", "bo: {active: true}}, game: {over: the tide came}}")
        + "when:\n  - {by: bo, says: /build, refused: the tide came}\n  - {by: bo, says: /help}\n"
    )


def test_a_misspelt_line_is_answered_with_the_line_put_right() -> None:
    assert not failures(
        ANA + "when:\n  - {by: ana, says: /giv 2 shels to bo, refused: 'mean `/give 2 shells to bo`'}\n"
    )


def test_a_line_that_cannot_be_put_right_is_answered_with_the_usage() -> None:
    assert not failures(ANA + "when:\n  - {by: ana, says: /give bo everything, refused: '/give <count>'}\n")


def test_a_known_command_written_otherwise_is_called_known() -> None:
    assert not failures(ANA + "when:\n  - {by: ana, says: /give, refused: 'I do not know `/give` written like that'}\n")


def test_a_stranger_who_asks_for_help_hears_how_to_begin_and_a_player_does_not() -> None:
    told = "You are not a player yet. Begin with `/join`."
    assert not failures(f"when:\n  - {{by: zoe, says: /help}}\nthen: {{replies: ['{told}']}}\n")
    assert failures(ANA + f"when:\n  - {{by: ana, says: /help}}\nthen: {{replies: ['{told}']}}\n")


def test_a_stranger_whose_word_is_like_no_command_hears_how_to_begin_and_a_player_does_not() -> None:
    told = "Join first: `/join`. All commands: `/help`."
    assert not failures(f"when:\n  - {{by: zoe, says: /enter, refused: '{told}'}}\n")
    assert failures(ANA + f"when:\n  - {{by: ana, says: /enter, refused: '{told}'}}\n")
    assert failures(f"when:\n  - {{by: zoe, says: /buidl, refused: '{told}'}}\n")  # who was near a command is told that


@pytest.mark.parametrize("text", ["yay", "Yay #12", "nay on #12", "yay for 108", "#12: yay", "Proposal 108 nay"])
def test_a_vote_on_the_table_is_shown_where_it_would_count(text: str) -> None:
    pull = "{by: ana, opens: {pull: 12, title: Songs, changes: {101: {title: Songs}}}}"
    opened = "{by: ana, says: /open, on: 12}"
    vote = f"{{by: bo, says: '{text}', refused: 'A vote counts in the thread of what is voted on'}}"
    assert not failures(ANA + f"when:\n  - {pull}\n  - {opened}\n  - {vote}\n")


def test_a_command_written_elsewhere_is_answered_there_though_its_rule_tells_the_table() -> None:
    shout = rule(
        140,
        "Shouts",
        front="commands: [{usage: /shout, who: anyone, run: shout}]\n",
        code='def shout(player):\n    announce("Hey!")\n',
    )
    case = """
when:
  - {by: ana, opens: {issue: 12, title: Talk}}
  - {by: ana, says: /shout, on: 12}
then: {replies: ["Done: the table, #1, says what came of it.", "Hey!"]}
"""
    assert not failures(case, with_rules({"140-shouts.md": shout}))


def test_a_vote_where_nothing_is_open_yet_is_answered() -> None:
    pull = "{by: ana, opens: {pull: 12, title: Songs, changes: {101: {title: Songs}}}}"
    votes = "{by: bo, says: yay, on: 12, refused: with `/open`}\n  - {by: bo, says: yay, ignored: true}"
    assert not failures(ANA + f"when:\n  - {pull}\n  - {votes}\n")


def test_a_command_whose_rule_says_nothing_is_answered_with_what_changed() -> None:
    case = "when:\n  - {by: bo, says: /rest}\nthen: {replies: ['`players bo active`: `true` → `false`']}\n"
    assert not failures(ANA + case)


def test_nor_does_the_answer_tell_what_the_engine_itself_counts() -> None:
    code = 'def propose(player):\n    open_poll("proposal", "Why?", thread = here()["number"])\n'
    found = rule(131, "Quiet", front="commands: [{usage: /propose it, run: propose}]\n", code=code)
    opens = {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"101": {"title": "Songs"}}}}
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, with_rules({"131-quiet.md": found}), RULESET)
    assert stage.step(opens) is None and stage.step({"by": "ana", "says": "/propose it", "on": 12}) is None
    assert stage.said[-1] == "Done."


def test_who_writes_the_first_word_of_a_command_rightly_is_told_how_it_goes_on() -> None:
    found = rule(
        131,
        "Giving up",
        front="commands: [{usage: /given <what>, run: lose}]\n",
        code="def lose(player, what):\n    reply(what)\n",
    )
    case = ANA + "when:\n  - {by: ana, says: /give away, refused: 'Did you mean `/give <count> shell'}\n"
    assert failures(case, with_rules({"131-giving-up.md": found})) == []


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("esat", "east"),  # nearly the same, with another beginning
        ("southwards we go", "south"),  # begins the same, and is not nearly the same
        ("the east", "east"),  # one of its words
        ("up", "north"),  # like none: the first
    ],
)
def test_who_writes_no_choice_is_shown_the_one_that_was_meant(written: str, shown: str) -> None:
    way = "{usage: /go <way>, arguments: {way: {type: choice, values: [north, east, south]}}, run: go}"
    found = rule(131, "Ways", front=f"commands: [{way}]\n", code="def go(player, way):\n    reply(way)\n")
    case = ANA + f"when:\n  - {{by: ana, says: /go {written}, refused: 'Write it like this: `/go {shown}`'}}\n"
    assert failures(case, with_rules({"131-ways.md": found})) == []


def test_each_stands_in_the_reference_where_no_rule_may_take_its_name_and_in_what_help_lists() -> None:
    listed = [usage for usage, _ in speech.engine_commands(administers=True)]
    in_reference, in_help = ({usage.split()[0] for usage in usages} for usages in (COMMANDS, listed))
    assert {*engine_commands._COMMANDS} <= in_reference <= in_help


def test_nobody_has_what_no_rule_declares_any_more() -> None:
    """It is kept for a rule that may come, and rules see nothing of it; `/status` went on to tell of it, and of what was untold before."""
    pearls = rule(
        140,
        "Pearls",
        front="state: {players: {pearls: {type: integer, default: 4}, dives: {type: integer, default: 5, told: false}}}\n",
    )
    stage = Stage(
        {"given": {"players": {"ana": {"active": True, "shells": 3}, "bo": {"active": True}}}, "when": []},
        with_rules({"140-pearls.md": pearls}),
        RULESET,
    )

    def told(says: str) -> str:
        assert stage.step({"by": "ana", "says": says}) is None
        return stage.said[-1]

    assert "pearls 4" in told("/status")
    assert "pearls: 4" in told("/status ana")
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 No pearls", "changes": {"pearls": None}}})
    for by, says in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        stage.step({"by": by, "says": says, "on": 12})
    assert "pearls" not in stage.world.book.documents
    assert "**ana** has shells 3\n" in told("/status")
    answer = told("/status ana")
    assert "shells: 3" in answer
    assert [word for word in ("pearls", "dives") if word in answer] == []


def test_nor_what_every_record_has_from_the_rule_that_has_just_come_into_force() -> None:
    front = (
        "state: {players: {rank: {type: integer, default: 0}, medal: {type: string, default: ''}}, game: {motto: {}}}\n"
        "on: {enacted: begin}\n"
    )
    code = 'def begin(change, poll):\n    put("players", "ana", get("players", "ana") | {"rank": 2})\n'
    ranks = rule(108, "Ranks", front=front, code=code)
    stage = Stage({"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}, texts(), RULESET)
    opens = {"pull": 12, "title": "108 Ranks", "changes": {"108-ranks.md": ranks}}
    for step in (
        {"opens": opens},
        {"says": "/open"},
        {"says": "yay"},
        {"by": "bo", "says": "yay"},
        {"says": "/resolve"},
    ):
        assert stage.step({"by": "ana", **({} if "opens" in step else {"on": 12}), **step}) is None
    assert "players ana rank" in "\n".join(stage.said)
    told = [line for text in stage.said for line in text.split("\n") if line.startswith("- `")]
    assert told == ["- `players ana rank`: `0` → `2`"]
