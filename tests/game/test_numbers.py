"""Whatever number a rule or a hand has driven up, the next one given is one that a file can bear, and nobody else's."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.proposals import numbers, proposal_record
from engine.game.refusal import Refusal
from engine.game.words.registry import new_host
from engine.store.splice import LARGEST_NUMBER
from tests.game.test_rescue import YAYS as RESCUING
from tests.game.test_rescue import asked, clock
from tests.island import RULESET, rule, with_rules

HOST = new_host()
PEOPLE: Final = {name: {"active": True} for name in ("ana", "bo", "cy")}
ENACTING = rule(
    140,
    "Judging",
    front='commands: [{usage: "/judge <number>", run: judge, arguments: {number: {type: integer}}, help: Judge.}]\n',
    code='def judge(player, number):\n    reply("number %d" % enact("A word", "So be it.", "it was asked", first = number))\n',
)
SONG, TUNE = (rule(1, title).replace("rule: 1\n", "rule: next\n") for title in ("Song", "Tune"))
Steps = list[dict[str, Any]]


def played(*steps: dict[str, Any], rules: dict[str, str] | None = None, **given: Any) -> Stage:
    law = with_rules({"140-judging.md": ENACTING, **(rules or {})})
    stage = Stage({"given": {"players": PEOPLE, **given}, "when": list(steps)}, law, RULESET, HOST)
    wrong = stage.play()
    assert not wrong, wrong
    return stage


def says(who: str, text: str, on: int = 1, **more: Any) -> dict[str, Any]:
    return {"by": who, "says": text, "on": on, **more}


def opened(pull: int, changes: dict[str, str | None]) -> Steps:
    return [
        {"by": "ana", "opens": {"pull": pull, "title": f"Number {pull}", "changes": changes}},
        says("ana", "/open", pull),
    ]


def voted(pull: int) -> Steps:
    return [*(says(who, "yay", pull) for who in PEOPLE), says("ana", "/resolve", pull)]


def adopted(pull: int, changes: dict[str, str | None]) -> Steps:
    return [*opened(pull, changes), *voted(pull)]


def number(stage: Stage, slug: str) -> int | None:
    assert not stage.world.book.unreadable
    return stage.world.book.documents[slug].number


@pytest.mark.parametrize(("rules", "free"), [({}, 141), ({"141-plain.md": rule(141, "Plain")}, 142)])
def test_after_the_highest_number_a_proposal_is_adopted_under_one_that_can_be_read(
    rules: dict[str, str], free: int
) -> None:
    stage = played(says("ana", f"/judge {LARGEST_NUMBER}"), *adopted(12, {"150-song.md": SONG}), rules=rules)
    assert number(stage, f"a-word-{LARGEST_NUMBER}") == LARGEST_NUMBER
    assert number(stage, "song") == free
    assert stage.world.poll("12")["number"] == stage.world.game["last_number"] == free


def test_a_rule_that_goes_with_a_new_one_takes_no_number_from_it() -> None:
    stage = played(*adopted(12, {"104-gifts.md": None, "150-song.md": SONG}))
    assert number(stage, "song") == stage.world.poll("12")["number"]


def test_after_the_highest_number_a_rule_is_amended() -> None:
    after = {"140-judging.md": ENACTING.replace("So it is.", "So it was.")}
    assert number(played(says("ana", f"/judge {LARGEST_NUMBER}"), *adopted(12, after)), "judging") == 141


def test_after_the_highest_number_several_new_rules_of_a_proposal_get_each_its_own() -> None:
    stage = played(says("ana", "/judge 99998"), *adopted(12, {"150-song.md": SONG, "151-tune.md": TUNE}))
    assert sorted([number(stage, "song") or 0, number(stage, "tune") or 0]) == [141, LARGEST_NUMBER]


def test_after_the_highest_number_a_rescue_lands_and_a_vote_after_it() -> None:
    steps = [*asked(changes={"140-judging.md": None}), *RESCUING, clock(8, 11), clock(21)]
    stage = played(says("ana", f"/judge {LARGEST_NUMBER}"), *steps, *adopted(13, {"151-tune.md": TUNE}))
    assert "judging" not in stage.world.book.documents
    assert stage.world.game["last_number"] == number(stage, "tune")


@pytest.mark.parametrize("first", [LARGEST_NUMBER + 1, 10**12])
def test_a_rule_that_enacts_beyond_the_highest_number_is_to_blame(first: int) -> None:
    stage = played(says("ana", f"/judge {first}", refused="rule"), *adopted(12, {"150-song.md": SONG}))
    assert set(stage.world.notes.faulted) == {"judging"}
    assert number(stage, "song") == 141


def test_the_highest_number_is_given_once() -> None:
    stage = played(says("ana", f"/judge {LARGEST_NUMBER}"), says("ana", f"/judge {LARGEST_NUMBER}", refused="rule"))
    assert set(stage.world.notes.faulted) == {"judging"}


@pytest.mark.parametrize("last", [LARGEST_NUMBER, LARGEST_NUMBER + 1, 10**15])
def test_a_game_whose_numbers_ran_out_goes_on(last: int) -> None:
    """As an engine without bounds, or a hand, has left it."""
    stage = played(game={"last_number": last})
    stage.world.patch("game", "game", last_number=last)
    for step in adopted(12, {"150-song.md": SONG}):
        assert stage.step(step) is None
    assert number(stage, "song") == stage.world.game["last_number"] == 141


def test_a_poll_whose_number_nobody_can_bear_lands_under_another() -> None:
    stage = played(*opened(12, {"150-song.md": SONG}))
    stage.world.patch("polls", "12", number=LARGEST_NUMBER + 1)
    stage.world.patch("game", "game", last_number=LARGEST_NUMBER + 1)
    for step in voted(12):
        assert stage.step(step) is None
    assert number(stage, "song") == stage.world.poll("12")["number"] == 141


def test_a_file_that_no_number_could_name_is_repealed() -> None:
    name = f"{LARGEST_NUMBER + 1}-song.md"
    broken = SONG.replace("next", str(LARGEST_NUMBER + 1))
    stage = played(rules={name: broken})
    stage.world.patch("game", "game", last_number=LARGEST_NUMBER + 1)
    assert stage.world.book.unreadable
    for step in adopted(12, {name: None})[:-1]:  # all say yay, which mends what is broken
        assert stage.step(step) is None
    assert not stage.world.book.unreadable


def test_a_law_that_numbers_every_proposal_with_the_highest_stops_nobody() -> None:
    counting = rule(
        139, "Counting", front="answers: {proposal_number: n}\n", code=f"def n(p):\n    return {LARGEST_NUMBER}\n"
    )
    first, second = adopted(12, {"150-song.md": SONG}), adopted(13, {"139-counting.md": None})
    stage = played(*first, *second, *adopted(14, {"151-tune.md": TUNE}), rules={"139-counting.md": counting})
    assert (number(stage, "song"), number(stage, "tune")) == (LARGEST_NUMBER, 142)


def test_a_law_that_gives_every_proposal_one_number_loses_the_record_of_none() -> None:
    counting = rule(139, "Counting", front="answers: {proposal_number: n}\n", code="def n(p):\n    return 150\n")
    first, second = adopted(12, {"150-song.md": SONG}), adopted(13, {"151-tune.md": TUNE})
    stage = played(*first, *second, rules={"139-counting.md": counting})
    assert [stage.world.poll(key)["number"] for key in ("12", "13")] == [150, 151]
    assert [*proposal_record.listed(stage.world)] == [150, 151]


def test_a_rule_made_by_play_takes_no_number_of_a_proposal_under_way() -> None:
    stage = played(*opened(12, {"150-song.md": SONG}), says("ana", "/judge 1"), *voted(12))
    assert (number(stage, "song"), number(stage, "a-word-142")) == (141, 142)


def test_a_number_that_a_hand_gave_a_rule_is_passed_over() -> None:
    by_hand = {"141-shell.md": rule(141, "Shell"), "143-pearl.md": rule(143, "Pearl")}
    stage = played(rules=by_hand)
    stage.world.patch("game", "game", last_number=140)
    for step in [*adopted(12, {"150-song.md": SONG}), *adopted(13, {"151-tune.md": TUNE})]:
        assert stage.step(step) is None
    assert (number(stage, "song"), number(stage, "tune")) == (142, 144)


def test_a_proposal_whose_number_was_given_by_hand_meanwhile_lands_under_the_next() -> None:
    stage = played(*opened(12, {"150-song.md": SONG}))
    law = {**stage.world.law.texts, "rules/island/141-shell.md": rule(141, "Shell")}
    stage.world.law = stage.world.law_of(RULESET, law)
    for step in voted(12):
        assert stage.step(step) is None
    assert (number(stage, "shell"), number(stage, "song")) == (141, 142)


def test_the_first_number_of_all_is_one() -> None:
    stage = played()
    stage.world.patch("game", "game", last_number=0)
    assert numbers.coming(stage.world) == 1


def test_where_every_number_is_given_it_is_said() -> None:
    stage = played()
    stage.world.patch("game", "game", last_number=LARGEST_NUMBER)
    with pytest.raises(Refusal, match="Every number"):
        numbers.must_come(stage.world, range(1, LARGEST_NUMBER + 1))


def test_a_rule_that_a_game_began_with_and_that_has_no_number_gets_that_of_its_first_amendment() -> None:
    law = with_rules({"songs.md": SONG.replace("Song", "Songs")})
    proposals = "rules/island/102-proposals.md"
    law[proposals] = law[proposals].replace("  rule_number: the_new_number\n", "")
    more = {"songs.md": SONG.replace("So it is.", "So it shall be.")}
    stage = Stage({"given": {"players": PEOPLE}, "when": adopted(12, more)}, law, RULESET, HOST)
    assert stage.play() == []
    assert number(stage, "songs") == stage.world.poll("12")["number"] == 108
    assert "rules/island/108-songs.md" in stage.world.law.texts


def test_several_rules_of_a_proposal_that_the_law_gives_one_number_get_each_its_own() -> None:
    amended = {"104-gifts.md": {"title": "Presents"}, "106-dives.md": {"title": "Deep dives"}}
    stage = played(*adopted(12, amended | {"150-song.md": SONG}))
    assert stage.world.poll("12")["number"] == 141
    assert [number(stage, slug) for slug in ("gifts", "dives", "song")] == [141, 142, 143]
    assert stage.world.game["last_number"] == 143


def test_a_new_rule_leaves_the_number_of_its_proposal_to_the_rule_that_the_law_gives_it() -> None:
    stage = played(*adopted(12, {"104-gifts.md": {"title": "Presents"}, "150-song.md": SONG}))
    assert [number(stage, slug) for slug in ("gifts", "song")] == [141, 142]


def test_a_rule_to_which_the_law_gives_another_rules_number_gets_the_next_unless_that_one_goes() -> None:
    """It was refused as the fault of each proposal that amends a rule, and no rule could be amended any more."""
    front, code = "overrides: all\nanswers: {rule_number: f}\n", "def f(change, poll):\n    return 104\n"
    law = {"149-mine.md": rule(149, "Mine", front=front, code=code)}
    stage = played(*adopted(12, {"106-dives.md": {"title": "Deep dives"}}), rules=law)
    assert [number(stage, slug) for slug in ("gifts", "dives")] == [104, 150]
    for step in adopted(13, {"104-gifts.md": None, "dives": {"title": "Dives"}}):
        assert stage.step(step) is None
    assert number(stage, "dives") == 104
