"""Why a question comes out as it does: who was asked, who stands behind whom and why, what each said, and who was passed over."""

from __future__ import annotations

import pytest

from engine.game import explaining
from engine.game.catalogue import QUESTIONS
from engine.game.consulting.answers import SHAPES
from engine.game.examples.example_stage import Stage
from engine.game.explaining import Unasked, explain, explain_question
from engine.game.words.registry import new_host
from tests.begun import begun
from tests.island import RULESET, rule, with_rules

ASKING = rule(
    110,
    "Asking",
    front="documents: {card: cards}\ncommands:\n  - {usage: /look, run: look, help: How is it?}\n",
    code='def look(player):\n    reply(str(ask("mood")))\n',
)
CARD = "---\nname: Ace\nanswers: {mood: ace}\n---\nText.\n\n```starlark\ndef ace():\n    return None\n```\n"
FAR = {"110-asking.md": ASKING}


def mood(number: int, name: str, answer: str = "None", front: str = "", part: str = "answers") -> str:
    parameter = "before" if part == "adjusts" else ""
    code = f"def {name}({parameter}):\n    return {answer}\n"
    return rule(number, name.capitalize(), front=f"{front}{part}: {{mood: {name}}}\n", code=code)


def lines(rules: dict[str, str], what: str = "question mood:") -> list[str]:
    """What is told of that question, without the places in the code."""
    content = {"given": {"players": {"ana": {"active": True}}}, "when": [{"by": "ana", "says": "/look"}]}
    told = [line.strip() for line in explain(content, with_rules(FAR | rules), RULESET, new_host())]
    rest = told[told.index(what) + 1 :]
    end = next((at for at, line in enumerate(rest) if line.endswith(":")), len(rest))
    return rest[:end]


ONE, TWO = "rule 120 `one` by `one`, line 9", "rule 121 `two` by `two`, line 9"


@pytest.mark.parametrize(
    ("one", "two", "told"),
    [
        ("", "", "behind `one`, whose number is lower"),
        ("", "overrides: [120]\n", "behind `two`, which overrides it"),
        ("", "overrides: one\n", "behind `two`, which overrides it"),
        ("", "overrides: all\n", "behind `two`, which overrides it"),
        ("defers_to: [121]\n", "", "behind `two`, to which it defers"),
        ("defers_to: two\n", "", "behind `two`, to which it defers"),
        ("", "immutable: true\n", "behind `two`, which is immutable"),
        ("immutable: true\n", "", "behind `one`, which is immutable"),
    ],
)
def test_who_is_asked_later_is_told_why(one: str, two: str, told: str) -> None:
    found = lines({"120-one.md": mood(120, "one", front=one), "121-two.md": mood(121, "two", front=two)})
    assert [line.endswith(": None, not mine") for line in found] == [True, True]
    assert "behind" not in found[0]
    assert told in found[1]


def test_a_document_without_a_number_comes_last() -> None:
    found = lines({"120-one.md": mood(120, "one"), "cards/ace.md": CARD})
    assert "behind `one`: a rule without a number comes last" in found[1]


def test_who_asks_another_question_over_its_answer_is_told_in_its_place() -> None:
    asking = mood(121, "two", 'ask("weather")').replace("answers: {mood: two}", "answers: {mood: two, weather: rain}")
    asking = asking.replace("def two", 'def rain():\n    return "rain"\n\ndef two')
    found = lines({"120-one.md": mood(120, "one"), "121-two.md": asking, "122-three.md": mood(122, "three", "'dry'")})
    assert [line.split(" by ")[0] for line in found[:2]] == ["rule 120 `one`", "rule 121 `two`"]
    assert found[1].endswith(": 'rain'")
    assert found[2:] == ["rule 122 `three`: passed over, behind `two`, whose number is lower"]


def test_who_is_passed_over_after_an_answer_is_told_with_the_reason() -> None:
    found = lines({"120-one.md": mood(120, "one", "'merry'"), "121-two.md": mood(121, "two", "'sad'")})
    assert found == [found[0], "rule 121 `two`: passed over, behind `one`, whose number is lower"]
    assert found[0].endswith(": 'merry'")


def test_who_adjusts_is_asked_from_the_weakest_on_and_none_is_an_answer_there() -> None:
    law = {
        "120-one.md": mood(120, "one", "before + '!'", part="adjusts"),
        "121-two.md": mood(121, "two", "None", part="adjusts"),
        "122-three.md": mood(122, "three", "'sad'"),
    }
    law["120-one.md"] = mood(120, "one", "str(before) + '!'", part="adjusts")
    found = lines(law, "adjustment of mood:")
    assert [line.partition(" by ")[0] for line in found] == ["rule 121 `two`", "rule 120 `one`"]
    assert found[0].endswith(": None")
    assert found[1].endswith(", weakest first: 'None!'")


def test_an_answer_is_shown_up_to_four_hundred_characters() -> None:
    for length, end in ((398, "x'"), (399, "x...")):
        assert lines({"120-one.md": mood(120, "one", f"'x' * {length}")})[0].endswith(end)


def asked(question: str, **about: str) -> list[str]:
    records = {"players": {"ana": {"id": 1, "login": "ana", "active": True}}}
    law = with_rules(FAR | {"120-one.md": mood(120, "one", "'merry'")})
    return list(explain_question(begun(law, records=records), question, about, new_host()))


def test_a_question_is_asked_of_a_game_as_it_stands() -> None:
    found = asked("mood")
    assert found[0] == "question mood:"
    assert found[-1] == "the answer: 'merry'"
    with pytest.raises(Unasked, match="nobody asks `whether`"):
        asked("whether")


@pytest.mark.parametrize(
    ("question", "about", "words"),
    [
        ("quorum", {}, "say which poll"),
        ("status_lines", {}, "say which player: --player"),
        ("status_lines", {"player": ""}, "say which player: --player"),
        ("quorum", {"poll": "99"}, "There is no poll 99. None is open."),
        ("ballot", {"poll": "99", "text": "yay"}, "There is no poll 99"),
    ],
)
def test_what_a_question_needs_and_is_not_there_is_told(question: str, about: dict[str, str], words: str) -> None:
    with pytest.raises(Unasked, match=words):
        asked(question, **about)


def test_one_about_several_players_is_asked_with_their_names() -> None:
    names = "answers: {may_be_named: names}\n", "def names(players):\n    return players\n"
    law = with_rules({"120-names.md": rule(120, "Names", front=names[0], code=names[1])})
    files = begun(law, records={"players": {"ana": {"id": 1, "login": "ana", "active": True}}})
    told = list(explain_question(files, "may_be_named", {"player": "ana, bo"}, new_host()))
    assert told[1].endswith(": ['ana', 'bo']")
    with pytest.raises(Unasked, match="say which player: --player"):
        asked("may_be_named")


def test_a_rule_that_adjusts_what_no_rule_answers_is_handed_the_default() -> None:
    """It was handed None: of each ruleset's `status_lines` it was said that a rule fails, which does not."""
    adds = rule(
        120, "One", front="adjusts: {status_lines: mine}\n", code="def mine(lines, p):\n    return lines + [p]\n"
    )
    records = {"players": {"ana": {"id": 1, "login": "ana", "active": True}}}
    told = list(
        explain_question(
            begun(with_rules({"120-one.md": adds}), records=records), "status_lines", {"player": "ana"}, new_host()
        )
    )
    assert told[-1] == "the answer: ['ana']", told


@pytest.mark.parametrize(
    "question", [name for name in QUESTIONS if name != "outcome"]
)  # to say nothing is no answer to it
def test_each_question_has_a_default_that_could_be_an_answer(question: str) -> None:
    fishing = with_rules({})["rules/island/103-fishing.md"].replace("1d6", "2d6")
    begin = {"by": "ana", "opens": {"pull": 12, "title": "Fish", "changes": {"103-fishing.md": fishing}}}
    content = {
        "given": {"players": {"ana": {"active": True}}},
        "when": [begin, {"by": "ana", "says": "/open", "on": 12}],
    }
    stage = Stage(content, with_rules({}), RULESET)
    assert stage.play() == []
    about = {"poll": "12", "player": "ana", "text": "yay"}
    values = [explaining._value(stage.world, name, about) for name in QUESTIONS[question][0].split(", ")]
    answer = explaining._default(stage.world, question, values)
    assert SHAPES[question](answer) == answer


def test_a_question_that_only_shared_code_asks_is_one() -> None:
    law = with_rules({})
    law["rules/library/luck.star"] = 'def luck(player):\n    return ask("luck", player)\n'
    records = {"players": {"ana": {"id": 1, "login": "ana", "active": True}}}
    found = [*explain_question(begun(law, records=records), "luck", {"player": "ana"}, new_host())]
    assert found == ["question luck: no rule answers it.", "the answer: the default"]


def test_a_question_of_a_rules_own_is_asked_about_the_player_who_is_named() -> None:
    law = with_rules(
        {
            "120-one.md": rule(
                120, "one", front="answers: {tax: of}\n", code="def of(player):\n    return player + '!'\n"
            )
        }
    )
    records = {"players": {"ana": {"id": 1, "login": "ana", "active": True}}}
    found = [*explain_question(begun(law, records=records), "tax", {"player": "ana"}, new_host())]
    assert found[-1] == "the answer: 'ana!'"


def test_of_a_question_that_asks_another_only_its_own_answers_are_told() -> None:
    asking = mood(120, "one", 'ask("zest")').replace("{mood: one}", "{mood: one, zest: two}")
    law = with_rules(FAR | {"120-one.md": asking.replace("def one", 'def two():\n    return "merry"\n\ndef one')})
    records = {"players": {"ana": {"id": 1, "login": "ana", "active": True}}}
    told = list(explain_question(begun(law, records=records), "mood", {}, new_host()))
    assert len([line for line in told if "rule 120" in line]) == 1, told
    assert told[-1] == "the answer: 'merry'"


def test_what_is_only_supposed_is_told_as_that_and_not_in_place_of_what_was_asked() -> None:
    lasting = rule(
        120,
        "Lasting",
        front="forbids: {open: must_last}\nanswers: {proposal_number: one_of_ours}\n",
        code="def must_last(player, proposal):\n    return None if still_adoptable(proposal['changes']) else 'It would be the last.'\n"
        "def one_of_ours(proposal):\n    return proposal['number']\n",
    )
    songs = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
    content = {
        "given": {"players": {"ana": {"active": True}}},
        "when": [
            {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"songs.md": songs}}},
            {"by": "ana", "says": "/open", "on": 12},
            {"by": "ana", "says": "yay", "on": 12},
            {"by": "ana", "says": "/resolve", "on": 12},
        ],
        "then": {"polls": {"12": {"status": "adopted", "number": 121}}},
    }
    told = list(explain(content, with_rules({"120-lasting.md": lasting}), RULESET, new_host()))
    opened, resolved = (told.index(line) for line in told if "/open" in line or "/resolve" in line)
    at_the_opening, at_the_end = (told[a:b] for a, b in ((opened, resolved), (resolved, len(told))))
    number = at_the_opening.index("  question proposal_number:")
    assert at_the_opening[number + 1].endswith(": 121")
    assert "  question verdict, of what is only supposed:" in at_the_opening
    assert "  question verdict:" in at_the_end
