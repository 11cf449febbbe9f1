"""Games that once came out otherwise where the same deeds were read late: as found, each with what was wrong."""

from __future__ import annotations

import pytest

from tests.island import rule, texts, with_rules
from tests.proof.test_late_or_punctual import AFTER_A_DAY, HOUR, PLAYERS, SONG, Deed, Played, song

DAYS = with_rules({"120-days.md": AFTER_A_DAY})
NUMBERED = rule(
    122,
    "Numbers",
    front="forbids: {open: unnumbered}\n",
    code='def unnumbered(player, proposal):\n    if not proposal["title"][:1].isdigit():\n        refuse("The title has no number.", "Write one in front.")\n',
)
ASKING = rule(
    130,
    "Asking",
    front="commands: [{usage: /ask, run: ask}, {usage: /answer, run: answer}]\n",
    code='def ask(player):\n    open_poll("question", "what?", thread = here()["number"])\n\n'
    'def answer(player):\n    if resolve(get("polls", here()["number"])["key"]) == "open":\n        refuse("not yet", "wait")\n',
)
LATER_NO = rule(
    121,
    "No",
    front="overrides: all\nanswers: {resolves_itself: later, verdict: no, quorum: yes}\n",
    code='def later(poll, tally):\n    return now() >= poll["opened_at"] + days(2)\n\n'
    'def no(poll, tally):\n    return "rejected"\n\ndef yes(poll, tally):\n    return True\n',
)


def deed(kind: str, who: str = "ana", thread: int = 2, which: int = 0, gap: int = 60) -> Deed:
    return Deed(kind, who, thread, which, gap)


VOTES = [deed("vote", who) for who in PLAYERS]
BUILT = deed("build", "bo", gap=HOUR)
CASES: dict[str, tuple[dict[str, str], list[Deed], list[Deed]]] = {
    "withdrawn, reopened an hour later, and voted on again": (
        texts(),
        [],
        [deed("withdraw"), deed("reopen", gap=HOUR), deed("open", gap=HOUR), deed("vote", "bo", gap=HOUR)],
    ),
    "withdrawn, reopened, and under rescue": (
        texts(),
        [],
        [deed("withdraw"), BUILT, deed("reopen", gap=HOUR), deed("rescue", "bo"), deed("push", thread=3), *VOTES],
    ),
    "under rescue, closed, and reopened": (
        texts(),
        [deed("withdraw"), BUILT, deed("reopen", gap=HOUR), BUILT, deed("rescue", "bo"), *VOTES],
        [deed("close", gap=HOUR), deed("build", "cy", gap=HOUR), deed("reopen", gap=HOUR)],
    ),
    "another pull request reopened where a vote is complete by its time": (
        DAYS,
        [deed("vote", who) for who in PLAYERS[:3]],
        [
            deed("close", thread=3),
            deed("vote", "di", thread=3, gap=20 * HOUR),
            deed("reopen", thread=3, gap=6 * HOUR),
            deed("vote", "di", which=1, gap=HOUR),
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_read_late_comes_to_the_same(name: str) -> None:
    punctual, late = (Played(CASES[name][0], often).play(*CASES[name][1:]) for often in (True, False))
    assert late.shown() == punctual.shown()
    assert late.island.model.threads[2].state == punctual.island.model.threads[2].state


@pytest.mark.parametrize("often", [True, False])
def test_a_vote_that_is_rejected_does_not_end_the_rescue_beside_it(often: bool) -> None:
    game = Played(with_rules({"121-days.md": LATER_NO}), often)
    game.say("ana", 2, "/rescue", 60)
    game.read()
    for who in PLAYERS:
        game.say(who, 2, "yay", 60)
    game.read()
    for text, gap in (("/build", 50 * HOUR), ("/rest", 25 * HOUR)):
        game.say("bo", 1, text, gap)
        if often:
            game.pass_by(None)
    for _ in range(3):
        game.island.clock.now += 24 * HOUR
        game.read()
    assert [path for path in game.island.files() if "-song" in path]


@pytest.mark.parametrize("often", [True, False])
def test_the_title_that_the_engine_gives_decides_no_vote(often: bool) -> None:
    game = Played({**DAYS, "rules/island/122-numbers.md": NUMBERED}, often)
    game.read()
    game.read()
    game.say("ana", 2, "/open", HOUR)
    game.read()
    for who in PLAYERS[:3]:
        game.say(who, 2, "yay", 60)
    game.read()
    game.island.clock.now += 86_400 - 20 - 180
    game.island.propose("bo", "Song 7", {song(7): SONG.format(7)})
    for _ in range(2 if often else 0):
        game.pass_by(None)
    game.say("di", 2, "nay", 2 * HOUR)
    game.read()
    game.read()
    assert ("di", "nay") in game.shown()["state/polls/2.yaml"][2]


@pytest.mark.parametrize("often", [True, False])
def test_what_is_asked_again_in_a_thread_is_not_closed_by_the_answer_before(often: bool) -> None:
    game = Played(with_rules({"130-asking.md": ASKING}), often)
    thread = game.island.model.open_thread(game.island.id("bo"), "A question", "what?").number
    game.read()
    for who, text in [("ana", "/ask"), *[(who, "nay") for who in PLAYERS], ("ana", "/answer"), ("ana", "/ask")]:
        game.say(who, thread, text, 60)
        if often:
            game.pass_by(None)
    game.read()
    game.read()
    assert game.shown()[f"state/polls/{thread}.yaml"][0] == "open"


@pytest.mark.parametrize("often", [True, False])
def test_a_pull_request_is_meant_for_main_from_when_it_was_and_not_from_what_was_said_last(often: bool) -> None:
    game = Played(texts(), often)
    model, ana = game.island.model, game.island.id("ana")
    game.island.clock.now += 60
    model.retarget(ana, 3, "other")
    game.read()
    game.island.push("ana", 3, {song(3): SONG.format("3 b")})
    game.read()
    game.island.clock.now += HOUR
    model.retarget(ana, 3, "main")
    for who, text in (("", ""), ("ana", "/open"), ("bo", "yay")):
        if text:
            game.say(who, 3, text, HOUR)
        if often:
            game.pass_by(None)
    game.read()
    game.read()
    assert game.shown()["state/polls/3.yaml"] == ("open", None, [("bo", "yay")])


def test_an_issue_that_a_rule_opened_stays_as_people_put_it() -> None:
    game = Played(texts(), True)
    for _ in range(3):
        game.say("bo", 1, "/build", 60)
        game.read()
    palace = next(number for number, thread in game.island.model.threads.items() if thread.title == "A palace")
    for state in ("closed", "open", "closed"):
        game.island.clock.now += HOUR
        game.island.model.update_thread(game.island.id("owner"), palace, state=state)
        game.read()
        assert game.island.model.threads[palace].state == state
