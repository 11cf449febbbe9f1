"""The form of examples: what is misspelt is told, so that no case passes by saying nothing."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.game.examples.example_form import STEPS, wrong_with
from engine.game.examples.example_stage import UNHEARD
from tests.island import failures, rule, with_rules


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (3, "a case is a map"),
        ({"name": "x", "then_": {}}, "unknown key 'then_'; a case has `name`"),
        ({"when": {"by": "ana"}}, "`when` must be a list"),
        ({"then": ["x"]}, "`then` must be a map"),
        ({"rolls": 3}, "`rolls` must be a list"),
        ({"timezone": "Mars"}, "there is no time zone 'Mars'"),
        ({"timezone": "Europe/Berln"}, "there is no time zone 'Europe/Berln'; did you mean `Europe/Berlin`?"),
        ({"timezone": ["UTC"]}, "there is no time zone"),
        ({"then": {"replies": {"ana": "x"}}}, "then.replies must be a list of texts"),
        ({"then": {"issues": "hunger"}}, "then.issues must be a map, such as {hunger: {open: true}}"),
        ({"then": {"tally": ["yay"]}}, "then.tally must be a map, such as {council/1: {yay: 1}}"),
    ],
)
def test_a_case_has_its_keys_and_kinds(content: object, says: str) -> None:
    assert says in wrong_with(content)


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("/help", "a step is a map"),
        ({"by": "ana"}, "a step has one of `says`, `opens`"),
        ({"by": "ana", "says": "/help", "deletes": "a"}, "a step has one of"),
        ({"by": "ana", "says": "/help", "refuses": "points"}, "unknown key 'refuses'; beside `says` stand `on`"),
        ({"says": "/help"}, "`by` must say who does it"),
        ({"by": "ana", "edits": "a"}, "`edits` needs `to`"),
        ({"checks": 12}, "`checks` needs `are`"),
        ({"checks": "songs", "are": "passed"}, "`checks` is the number of a thread"),
        ({"checks": 12, "are": "success"}, "`are` is one of `passed`, `failed`, `pending`"),
        ({"by": "ana", "says": "yay", "on": -4}, "`on` is the number of a thread, or the tag of an issue"),
        ({"by": "ana", "says": "hello", "ignored": "no"}, "`ignored` is `true`, or left out"),
        ({"by": "ana", "says": "hello", "refused": "no", "ignored": True}, "`refused` or `ignored`, and not both"),
        ({"by": "ana", "says": None}, "`says` must be a text: write it in quotes"),
        ({"by": "ana", "says": True, "on": 12}, "`says` must be a text: write it in quotes"),
        ({"by": ["ana"], "says": "/help"}, "`by` must be a text: write it in quotes"),
        ({"by": "ana", "retitles": 12, "to": ["x"]}, "`to` must be a text: write it in quotes"),
        ({"by": "ana", "opens": {"pull": True}}, "`pull` must be a number"),
        ({"by": "ana", "opens": {"issue": 1}}, "`issue` must be a number above 1, which is the table's"),
        ({"by": "ana", "closes": True}, "`closes` is the number of a thread"),
        ({"by": "ana", "says": "yay", "on": 1.5}, "`on` is the number of a thread, or the tag of an issue"),
        ({"by": "ana", "clock": "2026-01-07T15:00:00Z"}, "unknown key 'by'"),
        ({"by": "ana", "opens": 12}, "`opens` is a map with `pull` or `issue`"),
        ({"by": "ana", "opens": {"pull": "twelve"}}, "`pull` must be a number"),
        ({"by": "ana", "opens": {"issue": 12, "changes": {}}}, "unknown key 'changes'; beside `issue` stand"),
    ],
)
def test_a_step_says_one_thing_and_nothing_it_does_not_know(step: Any, says: str) -> None:
    found = wrong_with({"when": [{"by": "ana", "says": "/help"}, step]})
    assert found.startswith("step 2: ")
    assert says in found


STEPS_OF_EVERY_KIND = [
    {"by": "ana", "says": "yay", "on": 12, "label": "a", "refused": "points"},
    {"by": "ana", "opens": {"pull": 12, "title": "Beer", "body": "", "labels": [], "changes": {"beer.md": None}}},
    {"by": "ana", "opens": {"issue": 13, "title": "Who?", "body": "", "labels": ["judgment"]}},
    {"by": "ana", "edits": "a", "to": "nay"},
    {"by": "ana", "deletes": "a"},
    {"by": "ana", "pushes": 12, "changes": {}, "ignored": True},
    {"by": "ana", "retitles": 12, "to": "Songs"},
    {"by": "ana", "rewrites": 12, "to": "We sing."},
    {"by": "ana", "closes": 12},
    {"by": "ana", "reopens": 12},
    {"clock": "2026-01-07T15:00:00Z", "refused": "x"},
    {"checks": 12, "are": "passed"},
]


def test_whatever_may_be_written_is_let_through() -> None:
    assert {name for step in STEPS_OF_EVERY_KIND for name in step} >= set(STEPS)
    assert wrong_with({"name": "all of them", "when": STEPS_OF_EVERY_KIND}) == ""
    assert wrong_with({"name": "nothing", "when": None}) == ""


@pytest.mark.parametrize("said", ["yaay", "well", "I say yay"])
def test_what_nobody_takes_for_a_vote_is_told_unless_that_is_meant(said: str) -> None:
    case = (
        "given: {players: {ana: {active: true}, bo: {active: true}}}\nwhen:\n  - {by: ana, says: /council Why?}\n"
        f"  - {{by: bo, says: {said}, on: council/1MEANT}}\n  - {{by: bo, says: yay, on: council/1}}\n"
    )
    assert failures(case.replace("MEANT", ", ignored: true")) == []
    assert failures(case.replace("MEANT", "")) == [f"step 2: {UNHEARD}"]


def test_a_step_that_does_nothing_known_is_told_by_its_key() -> None:
    assert "step 1: unknown key 'sayz'; did you mean `says`? a step has one of" in str(
        wrong_with({"when": [{"by": "ana", "sayz": "x"}]})
    )
    assert "step 1: a step has one of" in str(wrong_with({"when": [{"by": "ana", "to": "x"}]}))


def test_a_time_that_is_none_is_told_with_how_to_write_one() -> None:
    for case in ("now: noon\n", "when:\n  - {clock: tomorrow}\n"):
        (said,) = told(case)
        assert "is no time: write it as 2026-01-05T12:00:00Z" in said


def test_time_that_would_go_back_is_told() -> None:
    case = "when:\n  - {clock: 2026-01-07T12:00:00Z}\n  - {clock: 2026-01-06T12:00:00Z}\n"
    assert failures(case) == ["step 2: cannot be played: it is 2026-01-07T12:00:00Z already, and no time comes back"]


def test_one_text_is_claimed_whole_to_have_been_said_and_not_letter_by_letter() -> None:
    case = "given: {players: {ana: {active: true}}}\nwhen:\n  - {by: ana, says: /council Why?}\nthen:\n  replies: "
    assert failures(f"{case}Done") == failures(f"{case}[Done]") == []
    assert "replies: expected 'enoD' in order" in failures(f"{case}enoD")[0]


def test_a_record_that_is_not_there_is_told_with_those_that_are() -> None:
    given = "given: {players: {ana: {active: true}, bo: {active: true}}}\n"
    assert failures(f"{given}then: {{players: {{anna: {{shells: 0}}}}}}")[0].endswith("found None; did you mean `ana`?")
    assert failures(f"{given}then: {{players: {{zoe: {{shells: 0}}}}}}")[0].endswith(
        "found None; there are `ana`, `bo`"
    )
    assert failures(f"{given}then: {{huts: {{zoe: {{size: 0}}}}}}")[0].endswith("found None; there are no huts")
    assert failures(f"{given}then: {{players: {{zoe: null}}}}") == []
    tallied = f"{given}when: [{{by: ana, says: /council Why?}}]\nthen: {{tally: {{council: {{yay: 0}}}}}}"
    assert failures(tallied)[0].endswith("found None; did you mean `council/1`?")


def test_what_is_given_of_another_kind_than_its_field_is_told_before_a_rule_is_blamed_for_it() -> None:
    (said,) = failures("given: {players: {ana: {active: true, shells: many}}}\n")
    assert said == "given: players ana: `shells` must be a whole number, and is 'many'"
    assert failures("given: {players: {ana: {active: true, shells: -3}}}\nthen: {players: {ana: {shells: -3}}}\n") == []


def told(case: str) -> list[str]:
    try:
        return failures(case)
    except ValueError as error:
        return [str(error)]


def test_a_rule_that_never_was_is_not_gone() -> None:
    assert failures("then: {rules: {hutz: null}}\n") == ["rule hutz: there never was one; did you mean `huts`?"]
    assert failures("given: {rules: {huts: null}}\nthen: {rules: {900: null}}\n") == ["rule 900: there never was one"]
    assert failures("then: {rules: {huts: null}}\n") == ["rule huts: expected it gone, found 'Huts'"]


WHOLE: dict[str, Any] = {
    "name": "x",
    "now": "2026-01-05T12:00:00Z",
    "given": {
        "players": {"ana": {"active": True, "shells": 5}},
        "huts": {"ana": {"size": 1}},
        "rules": {"gifts": {"title": "Gifts"}},
        "game": {"last_number": 7},
    },
    "rolls": [3],
    "when": [
        {"by": "ana", "says": "/help", "on": 12, "label": "a"},
        {"by": "ana", "opens": {"pull": 12, "title": "B", "labels": [], "changes": {"121-b.md": None}}},
        {"by": "ana", "edits": "a", "to": "nay"},
        {"by": "ana", "pushes": 12, "changes": {"huts": {"title": "Sheds"}}},
        {"by": "ana", "retitles": 12, "to": "S"},
        {"clock": "2026-01-07T15:00:00Z"},
        {"checks": 12, "are": "passed"},
    ],
    "then": {
        "players": {"ana": {"shells": 5}},
        "rules": {"gifts": {"title": "Gifts"}},
        "replies": ["x"],
        "issues": {"hunger": {"open": True}},
        "tally": {"council/1": {"yay": 1}},
    },
}
OTHERS = [3, "x", ["x"], {"x": 3}, None, True, {"x": {"y": [1]}}, [[1]], 1.5, [None], {"x": None}]
# What Python says of a value that is of another shape than its code expects.
PYTHON = re.compile(
    r"object|NoneType|attribute|subscript|unhashable|argument|iterable|unpack|sequence|__|concatenat|played: '[^']*'$|Error"
)


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for name, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*way, name)
        yield from places(item, (*way, name))


@pytest.mark.parametrize("way", list(places(WHOLE)), ids=str)
def test_whatever_stands_in_the_wrong_shape_is_told_in_words_of_ours(way: tuple[Any, ...]) -> None:
    for other in OTHERS:
        case = copy.deepcopy(WHOLE)
        where = case
        for name in way[:-1]:
            where = where[name]
        where[way[-1]] = other
        assert not any(PYTHON.search(message) for message in failures(case)), other


def test_a_scene_in_the_wrong_place_and_a_label_that_no_comment_has_are_told() -> None:
    assert "stands beside `given`" in failures({"given": {"scene": "three"}, "when": [], "then": {}})[0]
    assert "`label: a` beside `says`" in failures({"when": [{"by": "ana", "edits": "b", "to": "x"}], "then": {}})[0]
    said = {"by": "ana", "says": "/help", "label": "a"}
    assert "there are `a`" in failures({"when": [said, {"by": "ana", "deletes": "b"}], "then": {}})[0]


def test_texts_are_looked_for_in_order_and_more_than_one_may_stand_in_one_answer() -> None:
    case = "given: {players: {ana: {active: true}}}\nwhen: [{by: ana, says: /help}, {by: ana, says: /status}]\n"
    assert failures(case + "then: {replies: [/build, /dive, 'Players: 1']}\n") == []
    for wrong in ("/dive, /build", "'Players: 1', /build"):
        assert "expected '/build' in order" in failures(case + f"then: {{replies: [{wrong}]}}\n")[0]


@pytest.mark.parametrize("case", ["given: {players: {ana: {active: true}}}\n", "name: x\nwhen: []\nthen: {}\n"])
def test_a_case_in_which_nothing_is_done_and_nothing_claimed_does_not_hold(case: str) -> None:
    """It was told to hold, and nothing in it could have failed."""
    (said,) = failures(case)
    assert said.startswith("it has neither `when`")


@pytest.mark.parametrize(
    ("collection", "record", "lacks"),
    [
        ("timers", "bell/1: {at: 1800000000}", "'rule' is a required property"),
        ("issues", "hunger: {open: true}", "is a required property"),
        ("polls", "9: {status: open}", "is a required property"),
        (
            "timers",
            "bell/1: {at: soon, rule: 105-building, run: ring, data: {}, serial: 1}",
            "at: 'soon' is not of type",
        ),
    ],
)
def test_half_a_record_of_the_engines_is_told_with_what_it_lacks(collection: str, record: str, lacks: str) -> None:
    told = failures(f"given: {{{collection}: {{{record}}}}}\nwhen:\n  - {{by: zoe, says: hello, ignored: true}}\n")
    assert len(told) == 1 and f"given: {collection} {record.partition(':')[0]} is no whole record" in told[0]
    assert lacks in told[0] and "Let a step bring it about" in told[0]


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z", "9999-12-31T23:00:00Z"])
@pytest.mark.parametrize("begins", [True, False])
def test_a_clock_at_the_bounds_of_the_calendar_is_told(time: str, begins: bool) -> None:
    step = "{by: zoe, says: hello, ignored: true}" if begins else f"{{clock: '{time}'}}"
    told = failures((f"now: '{time}'\n" if begins else "") + f"when:\n  - {step}\n")
    assert len(told) == 1 and f"'{time}' is beyond the clock of an example, which goes from 1970 to 2999" in told[0]


def test_a_clock_that_runs_through_too_much_ends_early_with_the_reason() -> None:
    hourly = rule(140, "Bell", front="schedule:\n  - {cron: '0 * * * *', run: ring}\n", code="def ring():\n    pass\n")
    told = failures("when:\n  - {clock: '2999-12-31T23:00:00Z'}\n", with_rules({"140-bell.md": hourly}))
    assert len(told) == 1 and "it takes more than 10,000 happenings: let less time pass" in told[0]


def test_a_push_to_what_no_step_has_opened_is_told() -> None:
    told = failures("when:\n  - {by: ana, pushes: 12}\n")
    assert [one.partition("step 1: ")[2] for one in told] == [
        "cannot be played: no step before opens the pull request 12"
    ]


def test_what_is_said_while_the_clock_runs_is_claimed_in_the_order_in_which_it_was_said() -> None:
    """It was sorted by the letters of rules and functions, so a claim that held was told not to."""
    front = (
        "schedule:\n  - {cron: '0 6 6 * *', run: b}\n  - {cron: '0 6 7 * *', run: a}\n  - {cron: '0 6 7 * *', run: c}\n"
    )
    code = "".join(f"def {f}():\n    announce('hear {f}')\n\n" for f in "abc")
    law = with_rules({"120-bells.md": rule(120, "Bells", front=front, code=code)})
    case = {"when": [{"clock": "2026-01-09T06:00:00Z"}], "then": {"replies": ["hear b", "hear a", "hear c"]}}
    assert failures(case, law) == []


@pytest.mark.parametrize(
    "step",
    [
        "{by: ana, closes: 12, ignored: true}",
        "{by: ana, reopens: 12, ignored: true}",
        "{by: ana, retitles: 12, to: Songs, ignored: true}",
        "{by: ana, rewrites: 12, to: A song, ignored: true}",
        "{checks: 12, are: passed}",
    ],
)
def test_what_is_done_to_a_thread_that_no_step_has_opened_is_told(step: str) -> None:
    """Nothing came of it, and the case passed whatever it was meant to show."""
    told = failures(f"when:\n  - {step}\n")
    assert [one.partition("step 1: ")[2] for one in told] == ["cannot be played: no step before opens the thread 12"]


def test_a_thread_that_is_no_issue_of_the_engines_is_claimed_among_issues() -> None:
    """A pull request, or an issue that somebody opened: whether it is open, its labels, whose it is."""
    steps = (
        "when: [{by: ana, opens: {pull: 12, title: Songs, changes: {106: {title: Divers}}}}, {by: ana, closes: 12}]\n"
    )
    assert failures(steps + "then: {issues: {12: {title: Songs, open: false, assignee: null}, 13: null}}\n") == []
    (told,) = failures(steps + "then: {issues: {12: {open: true}}}\n")
    assert "issue 12" in told and "true" in told.lower()
