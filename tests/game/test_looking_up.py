"""What can be looked up, and what is answered to talk that seems to be a vote: by the engine, without knowing any ruleset."""

from __future__ import annotations

import pytest

from engine.game.consulting.commands import in_words
from engine.game.examples.example_stage import Stage
from tests.island import RULESET, failures, rule, texts, with_rules

GIVEN = {"players": {"ana": {"active": True, "shells": 3, "fish": 1}, "bo": {"active": True, "shells": 7}}}
SONG = {"108-song.md": rule(108, "Song").replace("rule: 108", "rule: next")}


def answer(text: str, by: str = "ana", law: dict[str, str] | None = None, **more: object) -> str:
    """What is said to it, refused or not."""
    stage = Stage({"given": GIVEN, **more}, law or texts(), RULESET)
    before = len(stage.said)
    refused = stage.step({"by": by, "says": text})
    return refused or "\n".join(stage.said[before:])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "/help give",
            [
                "`/give <count> shell|shells to <player>`",
                "for active players",
                "- `<count>`: a whole number, 1 or more",
            ],
        ),
        ("/help /build", ["`/build`", "by rule 105"]),
        ("/help dance", ["No command has `dance` in it", "All commands: `/help`"]),
        ("/help", ["/help [<word>]", "/rule <number>"]),
        ("/help rule", ["`/rule <number>` One rule"]),
        ("/help /me", ["`/me` What you have."]),
        ("/help `/status`", ["`/status [<player>]`"]),
        ("/help pause", ["`/pause` Stop the game", "- for administrators"]),
        ("/status bo", ["**bo**, active", "- shells: 7"]),
        ("/status @ANA", ["**ana**, active", "- shells: 3", "- fish: 1"]),
        ("/status nobody", ["`nobody` is no player", "**ana**, **bo**"]),
        ("/me", ["**ana**, active", "- shells: 3"]),
        ("/rules", ["- 101: Landing\n", "- 107: Councils"]),
        (
            "/rule 101",
            ["**Rule 101: Landing**", "Who lands gets 5 shells", "first shells 5", "`/join`", "101-landing.md"],
        ),
        ("/rule 99", ["There is no rule 99", "`/rule 101`"]),
        ("/shells", ["**Shells**\n1. **bo**: 7\n2. **ana**: 3"]),
    ],
)
def test_whoever_asks_is_answered(text: str, words: list[str]) -> None:
    said = answer(text)
    assert [word for word in words if word not in said] == [], said


@pytest.mark.parametrize("line", ["/status", "/status bo", "/help", "/help give", "/rule 101", "/shells", "/points"])
@pytest.mark.parametrize("below", ["yay", "\n> what do I have?"])
def test_what_stands_below_a_question_is_no_part_of_what_is_asked(line: str, below: str) -> None:
    said = answer(f"{line}\n{below}")
    assert f"`{line}` has other lines below it" in said, said


def test_a_stranger_who_asks_for_what_they_have_is_told_that_they_are_none() -> None:
    assert "Join first: `/join`" in answer("/me", by="zoe")


def test_what_is_no_number_of_players_is_an_unknown_command() -> None:
    for text in ("/active", "/login", "/id", "/pearls"):
        assert "do not know" in answer(text)


def test_a_rule_of_the_same_word_goes_first_but_for_numbers() -> None:
    front = "commands:\n  - {usage: /rule <words>, arguments: {words: {type: text}}, run: f}\n  - {usage: /shells, run: g}\n"
    code = 'def f(player, words):\n    reply("Ruled: " + words)\n\ndef g(player):\n    reply("By the sea.")\n'
    law = with_rules({"120-ruling.md": rule(120, "Ruling", front=front, code=code)})
    assert "Ruled: as I please" in answer("/rule as I please", law=law)
    assert "**Rule 101: Landing**" in answer("/rule 101", law=law)
    assert "By the sea." in answer("/shells", law=law)


def test_a_rule_is_found_by_a_number_it_had_before_it_was_amended() -> None:
    dives = texts()["rules/island/106-dives.md"].replace("rule: 106", "rule: 130", 1)
    assert "enacted: 106" in dives
    assert "**Rule 130: Dives**" in answer("/rule 106", law=with_rules({"106-dives.md": None, "130-dives.md": dives}))


def test_looking_up_works_in_a_game_that_is_over_or_paused() -> None:
    assert "Landing" in answer("/rule 101", roles={"ana": "administrator"})
    stage = Stage({"given": {**GIVEN, "game": {"over": "done"}}}, texts(), RULESET)
    assert stage.step({"by": "ana", "says": "/me"}) is None


def test_the_map_is_looked_up_in_a_game_that_stands_still_also_where_a_rule_draws_it() -> None:
    """As the pages for players say: in Wayfarers and Starfarers it was refused, for there `/map` is a rule's."""
    front = "state: {boats: {at: {type: string, default: '1,2'}}}\nshow: {boats: {map: {at: at}}}\ncommands: [{usage: /map, run: draw}]\n"
    law = with_rules(
        {"120-boats.md": rule(120, "Boats", front=front, code='def draw(player):\n    reply("A chart.")\n')}
    )
    given = {**GIVEN, "boats": {"gull": {}}}
    assert "A chart." in answer("/map", law=law, given=given)
    drawn = answer("/map", law=law, given={**given, "game": {"over": "done"}})
    assert "gull" in drawn and "over" not in drawn, drawn
    hidden = law | {
        "rules/island/120-boats.md": law["rules/island/120-boats.md"].replace("show: {boats: {map: {at: at}}}\n", "")
    }
    assert "The game is over" in answer("/map", law=hidden, given={**given, "game": {"over": "done"}})


def test_administrators_are_shown_their_commands_and_others_are_not() -> None:
    assert "/pause" in answer("/help", roles={"ana": "administrator"})
    assert "/pause" not in answer("/help")


def test_help_for_one_command_ends_with_what_the_rules_say_of_it_to_whoever_asks() -> None:
    front = "adjusts: {status_lines: prices}\n"
    code = """def prices(lines, player):
    shells = (get("players", player) or {"shells": 0})["shells"]
    return lines + ["A hut costs shells, and you have %d: `/build`." % shells, "It rains.", "`/builder` is nothing."]
"""
    law = with_rules({"120-prices.md": rule(120, "Prices", front=front, code=code)})
    said = answer("/help build", law=law)
    assert said.endswith("- A hut costs shells, and you have 3: `/build`."), said
    assert "A hut costs" not in answer("/help give", law=law)


def test_what_a_command_says_of_itself_wakes_nobody() -> None:
    front = 'commands:\n  - {usage: /shout, run: f, help: "Ask @stranger <b>now</b>."}\n'
    law = with_rules({"120-loud.md": rule(120, "Loud", front=front, code="def f(player):\n    pass\n")})
    said = answer("/help shout", law=law)
    assert "/shout" in said
    assert "@stranger" not in said
    assert "<b>" not in said


def test_what_a_rule_says_of_itself_wakes_nobody_and_holds_no_markup() -> None:
    law = with_rules({"120-loud.md": rule(120, "Loud", prose="Hear @stranger and <b>obey</b>.")})
    said = answer("/rule 120", law=law)
    assert "@stranger" not in said
    assert "<b>" not in said


@pytest.mark.parametrize(
    ("raw", "number"),
    [
        ("five", 5),
        ("An", 1),
        ("nineteen", 19),
        ("twenty", 20),
        ("Twenty-five", 25),
        ("ninety nine", 99),
        ("hundred", 100),
        ("zero", None),
        ("twenty ten", None),
        ("five twenty", None),
        ("five five", None),
        ("a hundred and one", None),
        ("", None),
    ],
)
def test_words_are_the_numbers_that_they_say(raw: str, number: int | None) -> None:
    assert in_words(raw) == number


@pytest.mark.parametrize(("wrong", "right"), [("/pauze", "/pause"), ("/corect a", "/correct"), ("/staus", "/status")])
def test_a_command_of_the_engines_that_is_misspelt_is_told_right(wrong: str, right: str) -> None:
    assert f"`{right}" in answer(wrong, roles={"ana": "administrator"})


@pytest.mark.parametrize(
    ("raw", "shells"), [("two", 2), ("a", 1), ("Three", 3), ("twenty-five", None), ("zero", None), ("many", None)]
)
def test_numbers_in_words_are_numbers(raw: str, shells: int | None) -> None:
    stage = Stage({"given": GIVEN}, texts(), RULESET)
    refused = stage.step({"by": "ana", "says": f"/give {raw} shells to bo"})
    assert (refused is None) == (shells is not None)
    assert (stage.world.records.get("players", "bo") or {})["shells"] == 7 + (shells or 0)


@pytest.mark.parametrize(("raw", "key"), [("3", "3"), ("+3", "3"), ("three", "3"), ("3.0", "3.0"), ("3.5", "3.5")])
def test_a_number_is_whole_where_it_is_written_so_and_finds_what_is_numbered(raw: str, key: str) -> None:
    front = "commands:\n  - {usage: /look at <number>, run: f, help: Look at it.}\n"
    law = with_rules(
        {"120-look.md": rule(120, "Look", front=front, code="def f(player, number):\n    reply(str(number))\n")}
    )
    assert answer(f"/look at {raw}", law=law) == key


@pytest.mark.parametrize(
    "text",
    ["<!-- a form's --> yay", "<b>yay</b>", "&nbsp;yay", "yay&nbsp;", "[yay](https://a.org)", "**yay**", "y<!-- -->ay"],
)
def test_what_everybody_reads_as_a_vote_and_is_none_is_refused_each_time(text: str) -> None:
    case = (
        "given: {players: {ana: {active: true}, bo: {active: true}}}\nwhen:\n"
        "  - {by: ana, says: /council Why?}\n"
        f"  - {{by: bo, says: {text!r}, on: 101, refused: is not counted as a vote}}\n"
        f"  - {{by: bo, says: {text!r}, on: 101, refused: is not counted as a vote}}\n"
        "then: {tally: {council/1: {yay: 0}}}\n"
    )
    assert failures(case) == []


@pytest.mark.parametrize(
    "text",
    ["LGTM", "yes", "+1", "aye", "👍", "**Agreed!**", "I like it\nyay", "👍🏽", "Yes."]
    + ["- yay", "## Nay", "@ana yay", "@ana, I vote yay", "1. yes", "So be it:\n- yay"]
    + ["y", "N.", "jay", "yayy", "Nya", "abstain", "I abstain", "I agree.", "I change my vote to nay", "My vote is yay"]
    + ["I'm voting nay!", "switching to yay", "I’d vote no", "my vote on #12 is nay", "I vote: aye"]
    + ["I vote yay on #12", "I'd vote no, because it costs too much", "my vote is yes for this one"]
    + ["- [x] yay", "~~nay~~ yay"]
    + [
        "(yay)",
        "|yay|",
        "\U0001f389 yay",
        "yes \U0001f389",
        "Aye\u3002",
        "+1 yes",
        "Yes, yes!",
        "changed my mind: nay",
    ],
)
def test_who_seems_to_vote_is_told_once_what_counts(text: str) -> None:
    case = (
        "given: {players: {ana: {active: true}, bo: {active: true}}}\nwhen:\n"
        "  - {by: ana, says: /council Why?}\n"
        f"  - {{by: bo, says: {text!r}, on: 101, ignored: true}}\n"
        f"  - {{by: bo, says: {text!r}, on: 101, ignored: true}}\n"
        "then:\n  replies: [write `yay` or `nay`]\n  tally: {council/1: {yay: 0, received: 0}}\n"
    )
    if "\n" in text:
        case = case.replace(repr(text), '"' + text.replace("\n", "\\n") + '"')
    assert failures(case) == []


@pytest.mark.parametrize(
    "text",
    [
        "What is that for?",
        "I am for it if it is cheaper.",
        "> yes",
        "yesterday",
        "ok then, later",
        "- cheaper",
        "@ana why?",
        "Thanks!",
        "x",
        "maybe",
        "Today",
        "I change it to five",
        "My vote is mine",
        "I agree with bo",
        "I am here",
        "voting",
        "~~yay~~",
        "<!-- yay -->",
        "yay?",
        ":)",
        "yes and no",
        "[ ]",
        "I changed my mind",
    ],
)
def test_plain_talk_is_let_be(text: str) -> None:
    case = (
        "given: {players: {ana: {active: true}, bo: {active: true}}}\nwhen:\n"
        "  - {by: ana, says: /council Why?}\n"
        f"  - {{by: bo, says: {text!r}, on: 101, ignored: true}}\n"
    )
    assert failures(case) == []


def test_what_a_rule_keeps_for_itself_is_in_no_answer() -> None:
    front = (
        "state: {players: {paces: {type: integer, default: 0, told: false}, dug: {type: integer, default: 0}}}\n"
        "commands:\n  - {usage: /walk, run: walk, help: Walk.}\n"
    )
    code = """def walk(player):
    mine = get("players", player)
    put("players", player, mine | {"paces": mine["paces"] + 4, "dug": mine["dug"] + 1})
    reply("Off you go.")
"""
    law = with_rules({"120-walks.md": rule(120, "Walks", front=front, code=code)})
    assert answer("/walk", law=law) == "Off you go.\n\n**ana**: dug 0 → 1."
    given = {"players": {"ana": {"active": True, "paces": 8, "dug": 2}, "bo": {"active": True}}}
    for text in ("/me", "/status ana", "/status"):
        said = answer(text, law=law, given=given)
        assert "dug" in said and "paces" not in said, said
    assert "do not know" in answer("/paces", law=law) and "Dug" in answer("/dug", law=law)


def test_nor_is_it_where_a_rule_answers_nothing_and_a_moment_is_told_as_one() -> None:
    front = (
        "state: {players: {paces: {type: integer, default: 0, told: false}, back_at: {type: integer, default: 0}}}\n"
        "commands:\n  - {usage: /walk, run: walk, help: Walk.}\n"
    )
    code = (
        'def walk(player):\n    put("players", player, get("players", player) | {"paces": 4, "back_at": now() + 60})\n'
    )
    law = with_rules({"120-walks.md": rule(120, "Walks", front=front, code=code)})
    assert answer("/walk", law=law) == "Done.\n- `players ana back_at`: `0` → Mon 2026-01-05 12:01 (UTC)"


BOATS = """
def ask_all(player):
    open_poll("chat", "Whither?")

def launch(player):
    put("boats", "3", {"name": "Gull", "crew": ""})

def sink(player):
    remove("boats", "3")
"""


def test_where_a_rule_answers_nothing_new_and_gone_records_and_votes_are_told_as_such() -> None:
    front = (
        "commands: [{usage: /ask, run: ask_all}, {usage: /launch, run: launch}, {usage: /sink, run: sink}]\n"
        "state: {boats: {name: {type: string, default: ''}, crew: {type: string, default: ''}}}\n"
    )
    law = with_rules({"120-boats.md": rule(120, "Boats", front=front, code=BOATS)})
    assert answer("/ask", law=law) == "Done.\n- `Whither?` is put to the vote, in an issue of its own"
    assert answer("/launch", law=law) == "Done.\n- `boats 3 name`: `Gull`"
    there = {**GIVEN, "boats": {"3": {"name": "Gull"}}}
    assert answer("/sink", law=law, given=there) == "Done.\n- `boats 3` is gone"


def test_where_nobody_has_points_it_is_said_what_players_have() -> None:
    said = answer("/points")
    assert "Nobody has points in this game" in said and "`/shells`" in said and "`/fish`" in said


def test_a_moment_that_has_not_come_is_not_told() -> None:
    law = with_rules(
        {"120-ban.md": rule(120, "Ban", front="state: {players: {gone_until: {type: integer, default: 0}}}\n")}
    )
    for until, told in ((0, False), (1_767_600_000, True)):
        given = {"players": {"ana": {"active": True, "gone_until": until}}}
        assert ("gone until" in answer("/me", law=law, given=given)) is told


def test_what_the_rules_tell_somebody_else_is_said_to_be_told_to_them() -> None:
    front = "adjusts: {status_lines: lines}\n"
    code = 'def lines(lines, player):\n    return lines + ["You are at sea."]\n'
    law = with_rules({"120-sea.md": rule(120, "Sea", front=front, code=code)})
    assert answer("/status bo", law=law).endswith("- What the rules tell **bo**:\n- You are at sea.")
    assert "What the rules tell" not in answer("/status ana", law=law)


PULL = "  - {by: ana, opens: {pull: 12, title: Diving, changes: {106: {commands: []}}}}\n"
PLAYERS = "given: {players: {ana: {active: true}, bo: {active: true}}}\nwhen:\n"


@pytest.mark.parametrize("text", ["LGTM", "+1", "I like it\nyay", "vote yay"])
def test_who_seems_to_vote_before_the_vote_is_open_is_told_once_and_again_what_counts_when_it_is(text: str) -> None:
    words = '"' + text.replace("\n", "\\n") + '"'
    case = (
        f"{PLAYERS}{PULL}  - {{by: bo, says: {words}, on: 12}}\n  - {{by: bo, says: {words}, on: 12, ignored: true}}\n"
    )
    opened = f"  - {{by: ana, says: /open, on: 12}}\n  - {{by: bo, says: {words}, on: 12}}\n"
    assert failures(case + "then: {replies: [No vote is open in this thread]}\n") == []
    assert failures(case + opened + "then: {replies: [write `yay` or `nay`]}\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "/vote yay",
        "/yay",
        "/vote 352 nay",
        "/Vote for yes",
        "/lgtm",
        "/vote: aye",
        "/I vote yay",
        "/change my vote to nay",
    ],
)
def test_a_vote_written_like_a_command_is_answered_with_the_words_that_count(text: str) -> None:
    council = "  - {by: ana, says: /council Why?}\n"
    assert failures(f"{PLAYERS}{council}  - {{by: bo, says: '{text}', on: 101, refused: Write `yay` or `nay`}}\n") == []
    assert failures(f"{PLAYERS}{council}  - {{by: bo, says: '{text}', refused: '#101'}}\n") == []
    assert failures(f"{PLAYERS}{PULL}  - {{by: bo, says: '{text}', on: 12, refused: with `/open`}}\n") == []


@pytest.mark.parametrize("text", ["/votes", "/vote", "/vote as you like", "/no way", "/y", "/n", "/jay"])
def test_what_only_begins_like_a_vote_is_an_unknown_command(text: str) -> None:
    council = "  - {by: ana, says: /council Why?}\n"
    assert failures(f"{PLAYERS}{council}  - {{by: bo, says: '{text}', on: 101, refused: do not know}}\n") == []


@pytest.mark.parametrize("text", ["yay", "/yay", "/vote nay"])
def test_once_the_game_is_over_nobody_is_told_to_vote_where_nothing_can_be_opened(text: str) -> None:
    """`Its author opens the vote with /open` stood there, which is refused then."""
    stage = Stage({"given": GIVEN}, texts(), RULESET)
    before: list[dict[str, object]] = [
        {"by": "ana", "says": "/council Why?"},
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": SONG}},
    ]
    assert [stage.step(step) for step in before] == [None, None]
    stage.world.patch("game", "game", over="done")
    for thread in (1, 12):
        step = {"by": "bo", "says": text, "on": thread, "refused": "The game is over: done."}
        assert stage.step(step) is None, thread
    assert stage.step({"by": "bo", "says": "LGTM", "on": 12}) is None
    assert "The game is over: done." in stage.said[-1] and "/open" not in stage.said[-1]


MAP = """show:
  huts: {map: {at: [x, y], of: sites}}
  players: {map: {at: realm}}
state:
  huts: {name: {type: string, default: ""}}
  sites: {x: {type: integer, default: 0}, y: {type: integer, default: 0}}
  players: {realm: {enum: [Shore, Reef], default: Shore}}
"""
PLACED = {
    "players": {"ana": {"active": True, "shells": 3, "realm": "Reef"}, "bo": {"active": True}},
    "huts": {"ana": {"name": "`Ur`"}, "bo": {"name": "Kish"}},
    "sites": {"ana": {"x": 2, "y": 1}, "bo": {"x": 0, "y": 0}},
}


def test_a_map_is_drawn_where_the_law_says_where_things_are() -> None:
    law = with_rules({"120-map.md": rule(120, "Map", front=MAP)})
    said = answer("/map", law=law, given=PLACED)
    assert "- Shore: bo\n- Reef: ana" in said
    assert "   1 .        .        Ur" in said and "   0 Kish" in said
    assert "- 2, 1: `'Ur' (ana)`" in said and "- 0, 0: Kish (bo)" in said
    assert "there is no map" in answer("/map")


def test_a_place_may_be_part_of_a_map_as_it_may_on_the_board() -> None:
    """The board drew it, and `/map` did not."""
    parts = MAP.replace("at: [x, y]", "at: [spot.x, spot.y]")
    sites = "sites: {x: {type: integer, default: 0}, y: {type: integer, default: 0}}"
    front = parts.replace(sites, "sites: {spot: {type: object, default: {}}}")
    spots = {"sites": {"ana": {"spot": {"x": 2, "y": 1}}, "bo": {"spot": {}}}}
    said = answer("/map", law=with_rules({"120-map.md": rule(120, "Map", front=front)}), given=PLACED | spots)
    assert "- 2, 1: `'Ur' (ana)`" in said and "Kish" not in said


def test_of_places_with_names_that_another_record_holds_all_are_told() -> None:
    law = with_rules(
        {"120-map.md": rule(120, "Map", front=MAP.replace("{at: [x, y], of: sites}", "{at: realm, of: players}"))}
    )
    said = answer("/map", law=law, given=PLACED)
    assert "**Huts, and where they are**\n- Shore: Kish (bo)\n- Reef: `'Ur' (ana)`" in said
    alone = PLACED | {"huts": {"ana": {"name": "Ur"}}}
    assert "**Huts, and where they are**\n- Shore: nobody\n- Reef: Ur (ana)" in answer("/map", law=law, given=alone)


def test_help_says_of_no_vote_that_it_is_open_while_none_counts() -> None:
    stage = Stage({"given": GIVEN, "roles": {"ana": "administrator"}}, texts(), RULESET)
    for text in ("/council Why?", "/help vote", "/pause", "/help vote", "/resume"):
        assert stage.step({"by": "ana", "says": text}) is None
    stage.world.patch("game", "game", over="done")
    assert stage.step({"by": "ana", "says": "/help vote"}) is None
    told = [
        line for said in stage.said for line in said.splitlines() if "for voting" in line or "voted on any more" in line
    ]
    assert told == [
        "- Open for voting: #101 `Why?`.",
        "- Open for voting, once the game goes on, which is paused: #101 `Why?`.",
        "- Nothing is voted on any more: the game is over.",
    ]


def test_help_lists_what_is_looked_up_of_what_the_law_keeps_and_tells_of_it() -> None:
    """`/map` and the like were answered and in no list, and of them `/help map` said that there is no such command."""
    law = with_rules({"120-map.md": rule(120, "Map", front=MAP)})
    said = answer("/help", law=law, given=PLACED)
    assert "- `/map` Where everything is." in said
    assert "- `/fish` Who has how much of it, most first. Likewise: `/shells`." in said
    assert answer("/help map", law=law, given=PLACED) == "`/map` Where everything is."
    for word in ("fish", "/shells"):
        assert "Who has how much of it" in answer(f"/help {word}", law=law)
    assert "Did you mean `/map`?" in answer("/mapp", law=law)


def test_what_the_law_does_not_keep_or_a_rule_answers_is_in_no_list_of_the_engines() -> None:
    assert "/map" not in answer("/help")
    front = "commands: [{usage: /map, run: f, help: Look about.}, {usage: /shells, run: f, help: Count.}]\n"
    own = rule(121, "Own", front=front, code='def f(player):\n    reply("Sand.")\n')
    law = with_rules({"120-map.md": rule(120, "Map", front=MAP), "121-own.md": own})
    said = answer("/help", law=law)
    assert "Where everything is." not in said and said.count("`/map`") == 1
    assert "- `/fish` Who has how much of it, most first." in said and said.count("`/shells`") == 1


@pytest.mark.parametrize("unknown", ["x", "y"])
def test_what_has_half_a_place_is_nowhere_on_the_map(unknown: str) -> None:
    law = with_rules({"120-map.md": rule(120, "Map", front=MAP.replace("type: integer", "type: [integer, 'null']"))})
    lost = PLACED | {"sites": {"ana": {"x": 2, "y": 1}, "bo": {"x": 0, "y": 0, unknown: None}}}
    said = answer("/map", law=law, given=lost)
    assert "- 2, 1: `'Ur' (ana)`" in said and "Kish" not in said


def test_what_stands_on_the_map_is_no_number_one_has() -> None:
    law = with_rules({"120-map.md": rule(120, "Map", front=MAP)})
    assert "**ana** has shells 3\n" in answer("/status", law=law, given=PLACED) + "\n"


def test_an_act_is_answered_with_what_it_cost_and_what_is_left() -> None:
    given = {"players": {"ana": {"active": True, "shells": 3}, "bo": {"active": True, "shells": 7}}}
    assert "**ana**: shells 3 → 1." in answer("/give 2 shells to bo", given=given)
    assert "→" not in answer("/give 9 shells to bo", given=given)


def test_how_things_stand_says_what_the_clock_will_do_next_in_the_games_time() -> None:
    tides = {
        "122-tides.md": rule(
            122, "Tides", front='schedule: [{cron: "0 6 * * 1", run: flood}]\n', code="def flood():\n    pass\n"
        )
    }
    said = answer("/status", law=with_rules(tides), timezone="Europe/Berlin")
    assert "- Next, Tides: Mon 2026-01-12 06:00 (Europe/Berlin)" in said


@pytest.mark.parametrize("text", ["/rule 104", "/rule #104", "/rules 104", "/rules #104", "/Rule  104", "/rule 104."])
def test_a_rule_is_looked_up_however_its_number_is_written(text: str) -> None:
    assert answer(text).startswith("**Rule 104:")


@pytest.mark.parametrize("text", ["/help vote", "/help how to vote", "/help voting", "/help yay", "/help /vote"])
def test_how_one_votes_can_be_looked_up(text: str) -> None:
    said = answer(text)
    assert "`yay` or `nay`, the word alone" in said and "in the thread of what is voted on" in said


def test_the_list_of_commands_says_where_voting_is_told() -> None:
    assert "`/help vote`" in answer("/help")


def test_a_word_that_no_command_has_leads_to_those_that_are_about_it() -> None:
    assert "About it may be `/build`" in answer("/help anything larger")


def test_times_are_no_standings() -> None:
    front = "state:\n  players:\n    fed_until: {type: integer, default: 0}\n    songs: {type: integer, default: 0}\n"
    said = answer("/points", law=with_rules({"120-fed.md": rule(120, "Fed", front=front)}))
    assert "`/songs`" in said and "fed" not in said
    assert "I do not know" in answer("/fed_until", law=with_rules({"120-fed.md": rule(120, "Fed", front=front)}))


def test_how_one_votes_is_told_with_the_words_that_the_law_counts() -> None:
    code = 'def word(answer, poll, text):\n    return "for" if text == "aye" else None\n'
    law = with_rules({"120-aye.md": rule(120, "Aye", front="adjusts: {ballot: word}\n", code=code)})
    opened = {"when": [{"by": "ana", "opens": {"pull": 12, "changes": SONG}}, {"by": "ana", "says": "/open", "on": 12}]}
    stage = Stage({"given": GIVEN, **opened}, law, RULESET)
    assert stage.play() == []
    assert stage.step({"by": "ana", "says": "/help vote"}) is None
    assert "Write `aye`, the word alone" in stage.said[-1]


def test_the_list_of_rules_says_which_are_immutable() -> None:
    law = with_rules({"120-crown.md": rule(120, "Crown", front="immutable: true\n")})
    assert "- 120: Crown, immutable" in answer("/rules", law=law)


def test_whoever_is_asked_after_is_told_which_votes_of_theirs_are_missing() -> None:
    people = {"ana": {"active": True}, "bo": {"active": True}, "cy": {"active": False}}
    stage = Stage({"given": {"players": people}}, texts(), RULESET)
    steps = (
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": SONG}},
        *({"by": "ana", "says": text, "on": 12} for text in ("/open", "yay")),
        *({"by": "bo", "says": text} for text in ("/council Shall we dance?", "/me")),
        *({"by": "ana", "says": text} for text in ("/status cy", "/status ana")),
    )
    assert [refused for step in steps if (refused := stage.step(step))] == []
    bo, cy, ana = stage.said[-3:]
    assert bo.count("has not voted on") == 2
    assert "has not voted on #12, `Songs`" in bo
    assert "has not voted on #101, `Shall we dance?`: `yay` or `nay` there" in bo
    assert "has not voted" not in cy
    assert ana.count("has not voted on") == 1
    assert "#101" in ana


GROUND = "show: {ground: {map: {at: key}}, boats: {map: {at: [x, y]}}}\nrecords: {ground: {found: {type: string}}, boats: {x: {type: integer}, y: {type: integer}}}\n"


def drawn(ground: list[str], *boats: tuple[int, int]) -> str:
    law = with_rules({"120-map.md": rule(120, "Map", front=GROUND)})
    at_sea = {f"b{place}": {"x": x, "y": y} for place, (x, y) in enumerate(boats)}
    return answer("/map", law=law, given={"ground": {key: {"found": "sand"} for key in ground}, "boats": at_sea})


def test_ground_is_drawn_where_its_keys_say_and_whoever_stands_on_it_there() -> None:
    said = drawn(["0,0", "1,0", "nowhere", "-1,-1"], (1, 0))
    assert [line.split() for line in said.split("\n")[3:5]] == [["0", ".", "-", "b0"], ["-1", "-", ".", "."]]
    assert "- 1, 0: b0" in said
    assert "nowhere" not in said and "- 0, 0" not in said


@pytest.mark.parametrize(
    ("x", "y", "whole"), [(14, 0, True), (15, 0, False), (0, 14, True), (0, 15, False), (0, 99, False)]
)
def test_a_map_wider_or_higher_than_a_comment_shows_is_listed_only(x: int, y: int, whole: bool) -> None:
    said = drawn(["0,0"], (x, y))
    assert ("```text" in said) is whole
    assert f"- {x}, {y}: b0" in said


@pytest.mark.parametrize(("length", "shown"), [(58, "yay " + "x" * 54), (62, "yay " + "x" * 55 + "…")])
def test_what_is_not_counted_is_quoted_as_far_as_shows_what_is_meant(length: int, shown: str) -> None:
    council = [{"by": "ana", "says": "/council Why?"}]
    stage = Stage({"given": GIVEN}, texts(), RULESET)
    for step in [*council, {"by": "bo", "says": "yay " + "x" * (length - 4), "on": 101}]:
        stage.step(step)
    assert f"`{shown}` is not counted" in stage.said[-1]


@pytest.mark.parametrize("text", ['"yay"', "“yay”", "«Nay»", "‘yay’", "„nay“"])
def test_whoever_puts_a_vote_into_quotation_marks_is_told_whatever_marks_their_phone_makes_of_them(text: str) -> None:
    stage = Stage({"given": GIVEN}, texts(), RULESET)
    for step in ({"by": "ana", "says": "/council Why?"}, {"by": "bo", "says": text, "on": 101}):
        stage.step(step)
    assert f"Write only `{text[1:-1]}`, and the rest in another comment." in stage.said[-1]


KEEPS = 'def keep(player):\n    put("players", player, get("players", player) | {values})\n    reply("Kept.")\n'


def keeping(fields: str, values: str, *asked: str) -> list[str]:
    """What is said to these, one after the other, where a rule has given ana fields with values."""
    front = f"state: {{players: {fields}}}\ncommands: [{{usage: /keep, run: keep, help: x}}]\n"
    law = with_rules({"120-keep.md": rule(120, "Keep", front=front, code=KEEPS.replace("{values}", values))})
    stage = Stage({"given": GIVEN}, law, RULESET)
    assert stage.step({"by": "ana", "says": "/keep"}) is None
    before = len(stage.said)
    assert [stage.step({"by": "ana", "says": text}) for text in asked] == [None] * len(asked)
    return stage.said[before:]


@pytest.mark.parametrize("moment", [10**11, 1_767_571_200_000, 10**17])
def test_what_is_no_time_of_the_calendar_is_told_as_the_number_that_it_is(moment: int) -> None:
    """Milliseconds, or a word for never, where a rule keeps a moment."""
    (said,) = keeping("{rested_until: {type: integer, default: 0}}", f'{{"rested_until": {moment}}}', "/me")
    assert f"- rested until: {moment}" in said


def test_standings_count_what_is_a_number() -> None:
    (said,) = keeping("{gold: {type: [integer, string], default: 0}}", '{"gold": "plenty"}', "/gold")
    assert said == "**Gold**\n1. **ana**: 0\n2. **bo**: 0"


@pytest.mark.parametrize("text", ["/me", "/status bo"])
def test_who_looks_somebody_up_is_answered_although_a_rule_fails_over_a_poll(text: str) -> None:
    broken = rule(120, "Broken", front="adjusts: {counted_ballots: bad}\n", code="def bad(*args):\n    return 1 // 0\n")
    stage = Stage({"given": GIVEN}, with_rules({"120-broken.md": broken}), RULESET)
    assert stage.step({"by": "ana", "says": "/council Why?", "fails": "by zero"}) is None
    outcome = stage.happen("said", "comment/9", "ana", 1, comment=9, text=text)
    assert outcome["is"] == "done"
    assert "- shells:" in stage.said[-1] and "has not voted" not in stage.said[-1]


def test_of_more_than_is_listed_it_is_said_how_much_there_is() -> None:
    """The first twenty players stood there as if they were all, and so did the first dozen of what one has."""
    crowd = {f"p{number:02}": {"active": True} for number in range(23)}
    assert "**p19** and 3 more." in answer("/status nobody", by="p00", given={"players": crowd})
    kept = "".join(f"    n{number:02}: {{type: integer, default: 1}}\n" for number in range(14))
    law = with_rules({"120-many.md": rule(120, "Many", front=f"state:\n  players:\n{kept}")})
    assert "n11 1, and 2 more" in answer("/status", law=law, given={"players": {"ana": {"active": True}}})


def test_of_many_open_votes_each_is_told_with_the_words_of_its_kind() -> None:
    """Those behind the twelfth were told like the first, whatever is voted on there."""
    tides = rule(
        120,
        "Tides",
        front="commands: [{usage: /tide <name>, arguments: {name: {type: word}}, run: ask}]\nanswers: {ballot: ebb_or_flow}\n",
        code=(
            'def ask(player, name):\n    open_poll("tide", name)\n\n'
            "def ebb_or_flow(poll, text):\n"
            '    return ({"ebb": "ebb", "flow": "flow"}.get(text) or "") if poll["kind"] == "tide" else None\n'
        ),
    )
    stage = Stage({"given": GIVEN}, with_rules({"120-tides.md": tides}), RULESET)
    asked = [*(f"/council Question{n}" for n in range(12)), "/tide Spring", "/tide Neap", "/council Last"]
    for text in (*asked, "/help vote"):
        assert stage.step({"by": "ana", "says": text}) is None
    (told,) = [line for line in stage.said[-1].splitlines() if line.startswith("- Open for voting")]
    assert "Spring` (there `ebb` or `flow`)" in told and "Neap` (there `ebb` or `flow`)" in told
    assert told.endswith(("`Last`.", "Last."))
