"""What is nearly a command is answered with the one to write; two at once are told that one goes to a comment."""

from __future__ import annotations

import pytest

from engine.game.consulting.commands import nearest
from engine.game.examples.example_stage import Stage
from engine.game.fold.nearly import MOST_LINES
from tests.island import RULESET, failures, rule, texts, with_rules

GIVEN = "given: {players: {ana: {active: true, shells: 3}, bo: {active: true}}}\n"


def of(text: str, **more: str | bool) -> list[str]:
    step = {"by": "ana", "says": text, **more}
    return failures(
        {"given": {"players": {"ana": {"active": True, "shells": 3}, "bo": {"active": True}}}, "when": [step]}
    )


TWO = [
    "/help\n/me",
    "/status\n/me",
    "/rule 101\n/rule 102",
    "/build\n/status bo",
    "/build\n/dive",
    "/rest\n\n/give 1 shell to bo",
    "/help\n/status",
    "/nonsense\n/build",
    "/council Why?\n/build",
    "/shells\n/build",
    "/build\n/shells",
]


@pytest.mark.parametrize("text", TWO)
def test_two_commands_in_a_comment_are_none(text: str) -> None:
    assert of(text, refused="one command to a comment") == []


IN_WORDS = (
    "commands:\n  - {usage: 'Sail from (<x>,<y>)', arguments: {x: {type: integer}, y: {type: integer}}, run: sail}\n"
    "  - {usage: Mend my sail, run: mend}\n  - {usage: rest, run: mend}\n"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Sail from (1,2)\nMend my sail", "of its own: `Sail from (1,2)`, then `Mend my sail`."),
        ("Mend my sail\n/build", "of its own: `Mend my sail`, then `/build`."),
        ("/build\nmend  my sail", "of its own: `/build`, then `mend my sail`."),
        ("Hello all\nSail from (1,2)", "write: `Sail from (1,2)`"),
        ("Mend my sail\n\n-- \nana", "comment of its own. Sent by e-mail"),
        ("`Sail from ( 1 , 2 )`", "write: `Sail from ( 1 , 2 )`"),
        ("Sail from (1,2).", "write: `Sail from (1,2)`"),
        ('"mend my sail"', "write: `mend my sail`"),
        ("Hello all\nrest", None),
        ("Hello all\nMend my sail, please", None),
    ],
)
def test_commands_of_words_alone_are_answered_like_those_with_a_slash(text: str, said: str | None) -> None:
    """In Starfarers two moves in one comment were taken for talk, and one in backticks was answered with a line for anybody."""
    code = "def sail(player, x, y):\n    reply('gone')\n\ndef mend(player):\n    reply('mended')\n"
    law = with_rules({"120-sails.md": rule(120, "Sails", front=IN_WORDS, code=code)})
    step = {"by": "ana", "says": text, **({"ignored": True} if said is None else {"refused": said})}
    assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}, law) == []


def test_more_than_one_word_for_what_takes_one_is_said_to_be_that() -> None:
    """`Did you mean /lay <card>?` was all that one heard of `/lay 1 of clubs`, and it was what one had written."""
    front = "commands:\n  - {usage: /lay <card>, run: lay}\n  - {usage: /put <card> on <pile>, run: put_on}\n"
    code = "def lay(player, card):\n    reply(card)\n\ndef put_on(player, card, pile):\n    reply(card)\n"
    law = with_rules({"120-cards.md": rule(120, "Cards", front=front, code=code)})

    def told(text: str) -> str:
        return (
            Stage({"given": {"players": {"ana": {"active": True}}}}, law, RULESET).step({"by": "ana", "says": text})
            or ""
        )

    assert "`1 of clubs` is more than one word (for `<card>`)." in told("/lay 1 of clubs")
    assert "`the left one` is more than one word (for `<pile>`)." in told("/put ace on the left one")
    assert "`/lay` written like that" in told("/lay")
    assert "do not know `/put` written like that" in told("/put ace")


NEARLY = {
    "build": "/build",
    "Give 1 shell to bo": "/Give 1 shell to bo",
    "`/build`": "/build",
    "**/dive**": "/dive",
    "`build`": "/build",
    "/ build": "/build",
    "council: Shall we?": "/council Shall we?",
    "Give, 1 shell to bo": "/Give 1 shell to bo",
    "help": "/help",
    "@github-actions /build": "/build",
    "@github-actions[bot], /give 1 shell to bo": "/give 1 shell to bo",
    "- /dive": "/dive",
    '"/build"': "/build",
    "“/give 1 shell to bo”": "/give 1 shell to bo",
    "«build»": "/build",
    """'Council "Shall we?"'""": '/Council "Shall we?"',
    'Council "Shall we?"': '/Council "Shall we?"',
    "2. /help": "/help",
    "Hi! /build": "/build",
    "ok, please /give 1 shell to bo": "/give 1 shell to bo",
    "\U0001f389 /build": "/build",
    "<b>/build</b>": "/build",
    "<!-- a remark -->/build": "/build",
    "[/build](https://a.org)": "/build",
    "- [x] /build": "/build",
    "!build": "/build",
    ".give 1 shell to bo": "/give 1 shell to bo",
    "\\build": "/build",
}


@pytest.mark.parametrize("text", NEARLY)
def test_what_is_nearly_a_command_is_answered_with_the_command(text: str) -> None:
    assert of(text, refused=f"write: `{NEARLY[text]}`") == []


@pytest.mark.parametrize(
    "text", ["\ufeff/build", "/\u200bbuild", "\u2060/give 1 shell to bo", "\u202e/help", "/\xadhelp"]
)
def test_what_looks_like_a_command_behind_a_sign_that_is_not_seen_is_answered(text: str) -> None:
    assert of(text, refused="invisible") == []


def test_so_is_one_with_a_slash_of_full_width() -> None:
    for slash in "／⁄∕⧸╱":
        assert of(f"{slash}build", refused="write: `/build`") == []
    assert of("／council ｇｈｐ?", refused="`/council ｇｈｐ?`") == []  # word for word
    assert of("／ハイ", ignored=True) == []


@pytest.mark.parametrize(
    "text",
    [
        "Let us build.",
        "hello",
        "@bo build",
        "@bo /build makes a hut",
        "I give up",
        "build\nmore",
        "~~/build~~",
        "> /build",
        "Please, /build is what I meant",
        "I did /build",
        "!important",
        "...",
        "/council What of\nthis, and /build?",
    ],
)
def test_talk_stays_talk(text: str) -> None:
    assert of(text) == [] or of(text, ignored=True) == []


def test_a_command_without_what_belongs_to_it_is_answered_with_the_choices() -> None:
    assert of("/give 2 shells to", refused="`<player>` is one of ana, bo.") == []
    assert of("/council", refused="Did you mean `/council") == []


@pytest.mark.parametrize("title", ["/build", "/give 1 shell to bo"])
def test_a_command_in_the_title_of_an_issue_is_answered_with_where_commands_stand(title: str) -> None:
    opens = {"by": "ana", "opens": {"issue": 14, "title": title}}
    given = {"players": {"ana": {"active": True, "shells": 3}, "bo": {"active": True}}}
    for said in ("A title is not read as a command", f"a new issue whose text (not its title) begins with `{title}`"):
        assert failures({"given": given, "when": [{**opens, "refused": said}]}) == []
    assert failures({"given": given, "when": [{"by": "ana", "opens": {"issue": 14, "body": title}}]}) == []


@pytest.mark.parametrize("title", ["Council", "council:", "Give!"])
def test_whoever_opens_an_issue_by_the_name_of_a_command_is_told_where_commands_stand(title: str) -> None:
    name = title.strip(":!").lower()
    opens = {"by": "ana", "opens": {"issue": 14, "title": title, "body": "Shall we?"}}
    assert failures({"when": [{**opens, "refused": f"(not its title) begins with `/{name}`"}]}) == []
    for other in ("Councils", "A council", "Build"):
        step = {"by": "ana", "opens": {"issue": 14, "title": other, "body": "Shall we?"}}
        assert failures({"when": [step]}) == []


def test_a_command_without_its_slash_in_an_issue_is_told_so_whatever_blank_is_in_it() -> None:
    for text in ("give 1 shell to bo", "give\u00a01\u3000shell to bo"):
        step = {"by": "ana", "opens": {"issue": 14, "title": "Here", "body": text}, "refused": "`/give 1 shell to bo`"}
        assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}) == []


@pytest.mark.parametrize("text", ["Council: why?", "/counsil Why?"])
def test_what_is_nearly_a_command_in_a_new_issue_is_told_that_another_issue_may_be_needed(text: str) -> None:
    """Who wrote it as a comment, as was said, was refused there: only a new issue calls the council."""
    step = {"by": "ana", "opens": {"issue": 14, "title": "Here", "body": text}}
    for said in ("ouncil ", "a command that needs an issue of its own begins the text of a new one"):
        assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [{**step, "refused": said}]}) == []


ADVICE = "commands:\n  - {usage: /advice <text>, run: advise, help: 'Advise a councillor: /advice Be brief'}\n"


def test_a_slip_in_the_name_of_a_command_means_it_and_not_one_whose_help_says_the_word() -> None:
    law = with_rules({"120-advice.md": rule(120, "Advice", front=ADVICE, code="def advise(player, text):\n    pass\n")})
    for text in ("/councillor Shall we?", "/counsil Shall we?"):
        step = {"by": "ana", "says": text, "refused": "Did you mean `/council Shall we?`"}
        assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}, law) == []


def test_whoever_proposes_by_a_command_is_told_of_pull_requests_and_not_of_one_that_sounds_like_it() -> None:
    front = "commands:\n  - {usage: /choose <what>, run: choose, help: 'Choose: /choose a song'}\n"
    law = with_rules({"120-songs.md": rule(120, "Songs", front=front, code="def choose(player, what):\n    pass\n")})
    step = {"by": "ana", "says": "/propose songs", "refused": "Rules are changed by pull requests"}
    assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}, law) == []


BUY = (
    "commands:\n  - {usage: '/buy [<count>] hut|huts', arguments: {count: {type: integer, minimum: 1}}, run: buy, "
    "help: 'Buy huts, as many as you like: /buy 3 huts, or one: /buy hut.'}\n"
)


@pytest.mark.parametrize("text", ["/buy", "/buy 3", "/buy 0 huts", "/buy some huts", "/buy huts for bo"])
def test_whoever_writes_a_command_wrongly_is_shown_one_written_rightly(text: str) -> None:
    law = with_rules({"120-market.md": rule(120, "Market", front=BUY, code="def buy(player, count):\n    pass\n")})
    steps = [
        {"by": "ana", "says": text, "refused": "For instance `/buy 3 huts`."},
        {"by": "ana", "says": "/buy 3 huts"},
    ]
    case = {"given": {"players": {"ana": {"active": True, "shells": 3}}}, "when": steps}
    assert failures(case, law) == []


CLUBS = (
    "commands:\n  - {usage: /club found <name>, run: found, help: 'Found a club: /club found Reds'}\n"
    "  - {usage: /club join <kind> <name>, arguments: {kind: {type: choice, values: [full, guest]}}, run: join, "
    "help: 'Join a club: /club join guest Reds'}\n"
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "/club join",
            "`/club join <kind> <name>`? `<kind>` is one of full, guest. For instance `/club join guest Reds`.",
        ),
        ("/club found", "`/club found <name>`? For instance `/club found Reds`."),
    ],
)
def test_of_several_commands_that_begin_alike_the_one_that_was_meant_is_shown(text: str, meant: str) -> None:
    code = "def found(player, name):\n    pass\n\ndef join(player, kind, name):\n    pass\n"
    law = with_rules({"120-clubs.md": rule(120, "Clubs", front=CLUBS, code=code)})
    step = {"by": "ana", "says": text, "refused": f"Did you mean {meant}"}
    assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}, law) == []


ENTER = (
    "commands:\n  - {usage: enter the bazaar as a <trade>, arguments: {trade: {type: choice, values: [baker, smith]}}, "
    "who: anyone, run: enter}\n"
)


def test_whoever_begins_a_command_of_words_alone_is_told_what_may_stand_in_it() -> None:
    law = with_rules({"120-bazaar.md": rule(120, "Bazaar", front=ENTER, code="def enter(player, trade):\n    pass\n")})
    told = "like this: `enter the bazaar as a <trade>`. `<trade>` is one of baker, smith."
    step = {"by": "zoe", "says": "Enter the bazaar as smith", "refused": told}
    assert failures({"when": [step, {"by": "zoe", "says": "enter the bazaar as a smith"}]}, law) == []


SAIL = "commands:\n  - {usage: 'Sailing my boat to <place>', run: sail, help: 'Sail: Sailing my boat to Reef.'}\n"


@pytest.mark.parametrize(
    "text",
    [
        "Sailing my boat",
        "sailing my  boat",
        "`Sailing my boat to`",
        "Sailing my ship to Reef",
        "Sail my boat to Reef",
        "Sialing my boat to Reef",
        "sailing the boat to Reef",
    ],
)
def test_what_begins_like_a_command_of_words_alone_is_answered_with_how_to_write_it(text: str) -> None:
    law = with_rules({"120-sail.md": rule(120, "Sail", front=SAIL, code="def sail(player, place):\n    pass\n")})
    step = {"by": "ana", "says": text, "refused": "For instance `Sailing my boat to Reef`."}
    assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}, law) == []
    longest = "Sailing my boat ".ljust(80, "x")
    assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step | {"says": longest}]}, law) == []
    talk_of_it = ("Sailing is fun.", "Sailing", "Sailing on to the reef", "My boat is here", "Sailing past the boat")
    for words in (*talk_of_it, f"{longest}x"):
        talk = {"by": "ana", "says": words, "ignored": True}
        assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [talk]}, law) == []


GO = "commands:\n  - {usage: /go <place>, arguments: {place: {type: choice, values: [Marsh, Old City]}}, run: go}\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/go", "`<place>` is one of Marsh, Old City."),
        ("/go Mash", "`/go Marsh`"),
        ("/go x", "`/go Marsh`"),
        ("/go to the old city", "`/go Old City`"),
        ("/go OLD CTY", "`/go Old City`"),
        ("/go marshlands-in-the-south", "`/go Marsh`"),
    ],
)
def test_places_are_listed_before_the_mistake_and_a_wrong_one_is_answered_with_words_to_write(
    text: str, words: str
) -> None:
    law = with_rules({"120-go.md": rule(120, "Go", front=GO, code="def go(player, place):\n    reply(place)\n")})
    given = {"players": {"ana": {"active": True}}}
    assert failures({"given": given, "when": [{"by": "ana", "says": text, "refused": words}]}, law) == []


@pytest.mark.parametrize(("text", "command"), [("help!", "/help"), ("Status?", "/Status"), ("rules?", "/rules")])
def test_a_question_that_is_one_word_of_the_engines_is_answered_with_the_word(text: str, command: str) -> None:
    assert of(text, refused=f"write: `{command}`") == []


@pytest.mark.parametrize("text", ["Well then.\n/build", "I do it now:\n\n/give 1 shell to bo\n\nThanks!"])
def test_a_command_below_other_words_is_answered_with_the_command_alone(text: str) -> None:
    line = next(line for line in text.splitlines() if line.startswith("/"))
    assert of(text, refused=f"write: `{line}`") == []


@pytest.mark.parametrize(("lines", "is_told"), [(MOST_LINES, True), (MOST_LINES + 1, False)])
def test_it_is_not_looked_for_below_so_many_words_that_somebody_has_pasted_a_log(lines: int, is_told: bool) -> None:
    text = "\n".join(["Look at this."] * (lines - 1) + ["/build"])
    assert (of(text, ignored=True) == []) is not is_told


@pytest.mark.parametrize("text", ["As he said:\n> /build", "Like this:\n```\n/build\n```", "Paths:\n/usr/bin\n/etc"])
def test_a_command_that_is_quoted_below_other_words_is_talk(text: str) -> None:
    assert of(text, ignored=True) == []


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("/hlep", "/help"),
        ("/stauts", "/status"),
        ("/me please", "/me"),
        ("/ruls", "/rules"),
        ("/rescue me", "/rescue"),
        ("/rule about gifts", "/rule <number>"),
        ("/shells please", "/give"),
    ],
)
def test_a_word_of_the_engines_that_is_written_wrongly_is_answered_with_the_right_one(text: str, near: str) -> None:
    assert of(text, refused=f"Did you mean `{near}") == []


def test_of_many_commands_that_may_be_meant_three_are_named() -> None:
    front = "commands:\n" + "".join(f"  - {{usage: /sing{end} <what>, run: go}}\n" for end in "abcde")
    law = with_rules({"120-go.md": rule(120, "Go", front=front, code="def go(player, what):\n    pass\n")})
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, law, RULESET)
    assert nearest(stage.world, "/singo a song") == ["/singa <what>", "/singb <what>", "/singc <what>"]


STATUTE = "commands:\n  - {usage: '/statut <what>', run: go, help: What a statute says.}\n"


@pytest.mark.parametrize(("text", "near"), [("/statut", "/statut <what>"), ("/statu", "/status")])
def test_a_word_of_a_rules_goes_before_one_of_the_engines_only_where_it_is_written_in_full(
    text: str, near: str
) -> None:
    law = with_rules({"120-go.md": rule(120, "Go", front=STATUTE, code="def go(player, what):\n    pass\n")})
    step = {"by": "ana", "says": text, "refused": f"Did you mean `{near}"}
    assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}, law) == []


@pytest.mark.parametrize(("text", "near"), [("/pauze", "/pause"), ("/resum", "/resume"), ("/korrect x", "/correct")])
def test_what_administrators_alone_may_write_is_named_to_them_alone(text: str, near: str) -> None:
    """A player who wrote `/pauze` read "Did you mean `/pause`?", and was refused."""
    roles = {"ana": "administrator", "bo": "player"}
    case = {"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}, "roles": roles}
    stage = Stage({**case, "when": []}, texts(), RULESET)
    assert f"Did you mean `{near}" in (stage.step({"by": "ana", "says": text}) or "")
    assert near not in (stage.step({"by": "bo", "says": text}) or near).replace(text, "")


def test_a_word_that_administrators_write_is_talk_of_everybody_elses() -> None:
    roles = {"ana": "administrator", "bo": "player"}
    stage = Stage({"given": {"players": {}}, "roles": roles, "when": []}, texts(), RULESET)
    assert "If you meant it, write: `/pause`" in (stage.step({"by": "ana", "says": "pause"}) or "")
    assert stage.happen("said", "comment/900", "bo", 1, comment=900, text="pause")["is"] == "ignored"
    assert "Only an administrator" in (stage.step({"by": "bo", "says": "/pause"}) or "")


@pytest.mark.parametrize("text", ["/inactive", "/unactive"])
def test_nobody_is_led_to_the_contrary_of_what_they_wrote(text: str) -> None:
    """Starfarers asked whoever wrote `/inactive`: "Did you mean `/active`?"."""
    front = "commands:\n  - {usage: /active, run: go, help: Come back after you were made inactive.}\n"
    law = with_rules({"120-back.md": rule(120, "Back", front=front, code="def go(player):\n    pass\n")})
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, law, RULESET)
    assert "/active" not in (stage.step({"by": "ana", "says": text}) or "/active").replace(text, "")
    assert "Did you mean `/active`?" in (stage.step({"by": "ana", "says": "/aktive"}) or "")


CONSENT = "commands:\n  - {usage: /consent, run: go, help: Consent to a judgment.}\n  - {usage: /describe, run: go}\n"


@pytest.mark.parametrize(("text", "near"), [("/close", None), ("/consnet", "/consent"), ("/desc", "/describe")])
def test_nobody_is_asked_whether_they_meant_a_word_that_is_far_in_letters(text: str, near: str | None) -> None:
    """Frontier asked whoever wrote `/close`: "Did you mean `/consent`?"."""
    law = with_rules({"120-go.md": rule(120, "Go", front=CONSENT, code="def go(player):\n    pass\n")})
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, law, RULESET)
    told = stage.step({"by": "ana", "says": text}) or "Did you mean"
    assert ("Did you mean" in told) is (near is not None)
    assert near is None or f"Did you mean `{near}`?" in told


LEAVE = "commands:\n  - {usage: '/desert', run: go, help: Leave the island for good.}\n"


def test_a_word_that_begins_what_one_command_is_for_leads_to_it() -> None:
    law = with_rules({"120-go.md": rule(120, "Go", front=LEAVE, code="def go(player):\n    pass\n")})
    step = {"by": "ana", "says": "/leave", "refused": "Did you mean `/desert`?"}
    assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}, law) == []


@pytest.mark.parametrize("text", ["/propose a rule that all sing", "/amend 103", "/repeal gifts", "/new-rule"])
def test_whoever_tries_to_change_a_rule_by_a_command_is_told_how_it_is_done(text: str) -> None:
    assert of(text, refused="Rules are changed by pull requests") == []


ACCEPT = "commands:\n  - {usage: '/accept <offer>', arguments: {offer: {type: integer}}, run: take}\n"


def test_a_command_in_force_that_elsewhere_would_be_a_vote_is_no_vote() -> None:
    law = with_rules({"120-accept.md": rule(120, "Accept", front=ACCEPT, code="def take(player, offer):\n    pass\n")})
    step = {"by": "ana", "says": "/accept", "refused": "Did you mean `/accept <offer>`?"}
    assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}, law) == []


@pytest.mark.parametrize("way", ["far away", "FAR  Away", " far   away "])
def test_a_choice_of_several_words_is_one_however_they_are_spaced(way: str) -> None:
    front = "commands:\n  - {usage: /go <way>, arguments: {way: {type: choice, values: [far away, home]}}, run: go, help: x}\n"
    law = with_rules(
        {"120-ways.md": rule(120, "Ways", front=front, code='def go(player, way):\n    reply("To: " + way)\n')}
    )
    case = {"given": {"players": {"ana": {"active": True}}}, "when": [{"by": "ana", "says": f"/go {way}"}]}
    assert failures({**case, "then": {"replies": ["To: far away"]}}, law) == []


JOINING = [
    ("I want to join", True),
    ("How do I join?", True),
    ("I'd like to join Ur, please", True),
    ("join please", True),
]
STAYS = [("hello", False), ("A joint effort", False), ("Nice.\nI might join.", False)]


@pytest.mark.parametrize(("text", "told"), [*JOINING, *STAYS])
def test_whoever_is_no_player_and_says_on_the_table_that_they_would_join_is_told_how(text: str, told: bool) -> None:
    """Nobody answered, and who came by had left when somebody saw it."""
    step = {"by": "zoe", "says": text, **({"refused": "write it like this: `/join`"} if told else {"ignored": True})}
    assert failures({"given": {"players": {"ana": {"active": True}}}, "when": [step]}) == []


def test_players_and_other_threads_are_let_be_who_speak_of_joining() -> None:
    opens = {"by": "ana", "opens": {"issue": 14, "title": "Talk"}}
    steps = [opens, {"by": "zoe", "says": "I'd join", "on": 14, "ignored": True}]
    for step in (steps, [{"by": "ana", "says": "Who would join?", "ignored": True}]):
        assert failures({"given": {"players": {"ana": {"active": True}}}, "when": step}) == []
