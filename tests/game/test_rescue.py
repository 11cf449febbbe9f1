"""/rescue: no game is locked for good, and nobody takes one over by the way out."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from engine.game.owned import RescueVote
from engine.game.proposals import rescue_votes
from engine.game.words.registry import new_host
from tests.begun import START
from tests.island import RULESET, rule, texts, with_rules
from tests.shares import tries
from tests.storms.nonsense import QUESTIONS

HOST = new_host()
PEOPLE: Final = {name: {"active": name != "di"} for name in ("ana", "bo", "cy", "di")}
LOCK: Final = rule(
    140, "Lock", front="forbids: {open: no, vote: no, open_it: no}\n", code='def no(*args):\n    return "No."\n'
)
LAW: Final = with_rules({"140-lock.md": LOCK})
DAY: Final = 86_400
Steps = list[dict[str, Any]]


def says(by: str, text: str, on: int = 12, **more: Any) -> dict[str, Any]:
    return {"by": by, "says": text, "on": on, **more}


def asked(by: str = "ana", author: str = "ana", changes: Any = None) -> Steps:
    """A pull request that repeals the lock, and the wish that it be rescued."""
    change = {"140-lock.md": None} if changes is None else changes
    return [{"by": author, "opens": {"pull": 12, "title": "Unlock", "changes": change}}, says(by, "/rescue")]


def clock(day: int, hour: int = 12) -> dict[str, Any]:
    return {"clock": f"2026-01-{day:02d}T{hour:02d}:00:00Z"}


YAYS: Final = [says(who, "yay") for who in ("ana", "bo", "cy")]


def played(steps: Steps, law: dict[str, str] | None = None, people: dict[str, Any] | None = None, **more: Any) -> Stage:
    stage = Stage({"given": {"players": people or PEOPLE}, "when": steps, **more}, law or LAW, RULESET, HOST)
    wrong = stage.play()
    assert not wrong, wrong
    return stage


def is_free(stage: Stage, slug: str = "lock") -> bool:
    return slug not in stage.world.book.documents


def looked_at(stage: Stage) -> list[int]:
    """The times at which the clock asked whether it can land."""
    ids = [outcome["id"].split("/") for outcome in stage.folding.plan.outcomes]
    return [int(id_[2]) for id_ in ids if id_[0] == "rescue"]


def test_it_lands_when_all_agree_and_three_days_have_passed() -> None:
    stage = played([*asked(), *YAYS, clock(8, 11)])
    assert not is_free(stage)
    stage.step(clock(8, 12))
    stage.step(clock(8, 13))
    assert is_free(stage)
    assert stage.folding.entry["id"].startswith("rescue/12/")
    assert any("by rescue" in text for text in stage.said)
    assert stage.world.game["last_number"] == 141
    (filed,) = [s.files["proposals/141.md"] or "" for s in stage.folding.plan.segments if "proposals/141.md" in s.files]
    assert "by /rescue: no rule was asked, and nobody objected" in filed and "- Quorum" not in filed
    assert any("all agreed (**ana**, **bo**, **cy**), and nobody objected" in text for text in stage.said)
    assert any("72 hours" in text for text in stage.said)
    assert [m["thread"] for s in stage.folding.plan.segments for m in s.merges] == [12]


def test_it_lands_in_the_same_second_in_which_a_period_closes() -> None:
    bell = rule(141, "Bell", front='schedule: [{cron: "0 * * * *", run: ring}]\n', code="def ring():\n    pass\n")
    stage = played([*asked(), *YAYS, clock(8, 13)], LAW | {"rules/island/141-bell.md": bell})
    assert is_free(stage)
    assert looked_at(stage) == [START + 3 * DAY]


def test_the_clock_looks_at_it_only_when_somebodys_time_is_over() -> None:
    """Three days after it began, and a fortnight after who is missing was last heard of."""
    quiet = {path: text for path, text in LAW.items() if "fishing" not in path}  # no period comes between
    stage = played([*asked(), *YAYS[:2], says("cy", "Hm.", 1, ignored=True), clock(30)], quiet)
    assert is_free(stage)
    assert looked_at(stage) == [START + 3 * DAY, START + 14 * DAY]


def test_an_ordinary_vote_opens_again_afterwards() -> None:
    song = {"141-song.md": rule(141, "Song").replace("rule: 141", "rule: next")}
    after = [{"by": "bo", "opens": {"pull": 13, "title": "Song", "changes": song}}, says("bo", "/open", 13)]
    stage = played([*asked(), *YAYS, clock(9), *after])
    assert (stage.world.records.get("polls", "13") or {})["status"] == "open"


@pytest.mark.parametrize("who", ["bo", "cy"])
def test_every_active_player_has_to_agree(who: str) -> None:
    stage = played([*asked(), *[yay for yay in YAYS if yay["by"] != who], clock(12)])
    assert not is_free(stage)
    stage.step(says(who, "yay"))
    assert is_free(stage)


def test_whoever_was_silent_for_a_fortnight_holds_nothing_up() -> None:
    stage = played([*asked(), *YAYS[:2], clock(18)])
    assert not is_free(stage)
    stage.step(clock(20))
    assert is_free(stage)


def test_a_word_anywhere_keeps_one_in() -> None:
    stage = played([*asked(), *YAYS[:2], clock(15), says("cy", "Hm.", 1, ignored=True), clock(28)])
    assert not is_free(stage)
    stage.step(clock(30))
    assert is_free(stage)


def test_a_word_that_is_refused_keeps_one_in_as_well() -> None:
    """Whoever objects with more words than count is told so, and is there."""
    stage = played([*asked(), *YAYS[:2], clock(15), says("cy", "nay, never", refused="not counted"), clock(28)])
    assert not is_free(stage)
    stage.step(clock(30))
    assert is_free(stage)


@pytest.mark.parametrize("last", [says("cy", "Hm.", 1, ignored=True), says("cy", "nay")], ids=["talk", "nay"])
def test_the_fortnight_of_silence_begins_with_the_last_word_and_not_with_one_of_the_day_before(last: Any) -> None:
    first = [says("cy", "Hm.", 1, ignored=True), clock(6, 10), {"clock": "2026-01-06T11:01:00Z"}, last]
    stage = played([*asked(), *YAYS[:2], *first, clock(20, 11)])
    assert not is_free(stage)
    stage.step(clock(20, 12))
    assert is_free(stage)


@pytest.mark.parametrize("who", ["bo", "di"])
def test_any_player_can_object_active_or_not(who: str) -> None:
    stage = played([*asked(), *YAYS, says(who, "nay"), clock(12)])
    assert not is_free(stage)
    stage.step(says(who, "yay"))
    assert is_free(stage)


def test_strangers_newcomers_and_administrators_have_no_say() -> None:
    nays = [says(who, "nay", refused="not a player when") for who in ("eve", "zoe", "adm")]
    late = [{"by": "eve", "says": "/join"}, *nays]
    assert is_free(played([*asked(), *YAYS, *late, clock(9)], roles={"adm": "administrator"}))
    for who in ("zoe", "adm"):
        refused = asked(who)
        refused[1]["refused"] = "not a player"
        played(refused, roles={"adm": "administrator"})


def test_a_strangers_pull_request_can_be_rescued() -> None:
    assert is_free(played([*asked(author="zoe"), *YAYS, clock(9)]))


def test_a_push_begins_it_anew() -> None:
    push = {"by": "ana", "pushes": 12, "changes": {"104-gifts.md": None}}
    stage = played([*asked(), *YAYS, clock(7), push, clock(9)])
    assert not is_free(stage)
    stage = played([*asked(), *YAYS, clock(7), push, *YAYS, clock(9), clock(11)])
    assert is_free(stage) and is_free(stage, "gifts")


def test_closing_the_pull_request_ends_it() -> None:
    stage = played([*asked(), *YAYS])
    facts = {
        "kind": "pull",
        "title": "Unlock",
        "body": "",
        "labels": [],
        "state": "closed",
        "base": "main",
        "merged": False,
    }
    stage.happen("thread", "thread/12/1", None, 12, facts={**facts, "tag": None})
    stage.step(clock(12))
    assert not is_free(stage) and stage.world.notes.rescues == {}


def test_edits_and_deletions_make_no_yay_and_take_no_nay_away() -> None:
    labelled = [says("ana", "yay"), says("bo", "yay", label="b"), says("cy", "hm", label="c", ignored=True)]
    edited = {"by": "cy", "edits": "c", "to": "yay", "refused": "A yay to a rescue that was edited does not count."}
    stage = played([*asked(), *labelled, edited, clock(9)])
    assert not is_free(stage)
    gone = [*labelled, says("cy", "yay"), {"by": "bo", "deletes": "b"}, clock(9)]
    assert not is_free(played([*asked(), *gone]))
    nay = [*YAYS, says("di", "nay", label="d"), {"by": "zoe", "deletes": "d"}, clock(9)]
    assert not is_free(played([*asked(), *nay]))


def test_whoever_deletes_anothers_yay_does_not_take_it_away() -> None:
    yays = [*YAYS[:2], says("cy", "yay", label="c")]
    assert is_free(played([*asked(), *yays, {"by": "zoe", "deletes": "c"}, clock(9)]))


def test_talk_that_is_edited_into_an_objection_is_one() -> None:
    talk = says("di", "hm", label="d", ignored=True)
    stage = played([*asked(), *YAYS, talk, {"by": "di", "edits": "d", "to": "nay"}, clock(9)])
    assert not is_free(stage)
    assert [vote["choice"] for vote in stage.world.notes.rescues["12"]["votes"].values()].count("nay") == 1
    assert is_free(played([*asked(), *YAYS, talk, {"by": "zoe", "says": "hm", "on": 12, "ignored": True}, clock(9)]))


def test_of_a_comment_that_was_edited_before_it_was_read_a_nay_counts_and_a_yay_does_not() -> None:
    """Nobody knows what it said when it was written, nor who made it say this."""
    agreed = [*asked(), *YAYS[:2]]
    stage = played([*agreed, says("cy", "hm", ignored=True)])
    late = dict(stage.world.moment.happening) | {"id": "comment/7000", "comment": 7_000, "edited": True}
    stage.folding.judge(late | {"text": "yay"})
    assert stage.folding.entry["outcome"]["code"] == "edited"
    stage.step(clock(9))
    assert not is_free(stage)
    stage = played([*agreed, YAYS[2]])
    stage.folding.judge(late | {"text": "nay"})
    assert stage.folding.entry["outcome"]["vote"] == "nay"
    stage.step(clock(9))
    assert not is_free(stage)


@pytest.mark.parametrize(("seconds", "comment"), [(1, 7_000), (0, 1)])
def test_an_older_yay_that_is_read_late_takes_no_objection_back(seconds: int, comment: int) -> None:
    """Lists of comments can leave one out for a time; of one second the comment that was written later counts."""
    stage = played([*asked(), *YAYS, says("bo", "nay")])
    late = dict(stage.world.moment.happening)
    late |= {"id": f"comment/{comment}", "comment": comment, "text": "yay", "time": late["time"] - seconds}
    stage.folding.judge(late)
    stage.step(clock(9))
    assert not is_free(stage)
    stage.step(says("bo", "yay"))
    assert is_free(stage)


def test_one_player_alone_or_none_active_can_rescue_and_the_inactive_can_object() -> None:
    alone = {"ana": {"active": True}, "bo": {"active": False}}
    asleep = {"ana": {"active": False}, "bo": {"active": False}}
    for people in (alone, asleep):
        assert is_free(played([*asked(), YAYS[0], clock(9)], people=people))
        assert not is_free(played([*asked(), YAYS[0], says("bo", "nay"), clock(9)], people=people))


def test_it_waits_while_an_administrator_pauses_the_game() -> None:
    pause = [says("adm", "/pause", 1), clock(9), says("adm", "/resume", 1), clock(10)]
    stage = played([*asked(), *YAYS, clock(6), *pause], roles={"adm": "administrator"})
    assert not is_free(stage)
    stage.step(clock(12))
    assert is_free(stage)


def test_what_cannot_be_rescued_is_refused_with_a_reason() -> None:
    nowhere = [says("ana", "/rescue", 1, refused="open pull request")]
    played(nowhere)
    for changes in ({"engine/x.py": "X = 1\n"}, {}):
        program = asked(changes=changes)
        program[1]["refused"] = "changes rules"
        played(program)
    played([*asked(), says("bo", "/rescue", refused="begun already")])


def test_what_cannot_be_law_is_told_at_once_and_lands_once_it_is_mended() -> None:
    """Nobody waits three days to hear of a slip of the pen."""
    slip = LOCK.replace("def no(*args):", "def no(*args:")
    stage = played(asked(changes={"140-lock.md": slip}))
    assert [text for text in stage.said if "cannot land" in text and "140-lock.md:9" in text]
    for step in [{"by": "ana", "pushes": 12, "changes": {"140-lock.md": slip + " "}}, *YAYS]:
        assert stage.step(step) is None
    told = [text for text in stage.said if "cannot land as it is, whoever agrees" in text]
    assert len(told) == 2, "of what was pushed it is said, too"
    for step in [{"by": "ana", "pushes": 12, "changes": {"140-lock.md": None}}, *YAYS, clock(9)]:
        assert stage.step(step) is None
    assert is_free(stage)


def test_what_is_no_law_by_then_is_told_and_lands_when_it_fits() -> None:
    stage = played([*asked(changes={"140-lock.md": LOCK.replace("No.", "Never.")}), *YAYS])
    stage.folding.world.law = stage.world.law_of(
        RULESET, {**stage.world.law.texts, "rules/island/140-lock.md": LOCK.replace("So it", "So")}
    )
    stage.step(clock(9))
    assert "Never." not in stage.world.book.documents["lock"].text
    assert any("has everybody's consent and cannot land" in text for text in stage.said)


def test_a_vote_under_way_in_the_same_pull_request_is_over() -> None:
    gifts = {"104-gifts.md": None}
    steps = [
        {"by": "ana", "opens": {"pull": 12, "title": "No gifts", "changes": gifts}},
        says("ana", "/open"),
        says("bo", "/rescue"),
    ]
    stage = played([*steps, *YAYS, clock(9)], texts())
    poll = stage.world.records.get("polls", "12") or {}
    assert is_free(stage, "gifts") and (poll["status"], poll["landed"]) == ("adopted", True)
    assert len(poll["ballots"]) == 3


BODIES: Final = (
    'refuse("No.")',
    "1 // 0",
    'end_game("So there.")',
    'put("players", "bo", {"active": False})',
    'remove("players", "cy")',
    "[put('players', p, {'active': False}) for p in keys('players')]",
    "[put('players', p, {'active': True}) for p in keys('players') + ['zoe']]",
    "[cancel_timer(t) for t in keys('timers')]",
    'set_timer("again", now() + 60, "late")',
    "[withdraw(p['key'], 'No.') for p in polls('proposal')]",
    "open_poll('trap', 'A trap', thread = here()['number'])",
)
OCCASIONS: Final = (
    "acted", "changed", "voted", "voting", "opened", "enacted", "repealed", "withdrawn", "pull_changed",
    "comment_deleted", "issue_opened", "adopted",
)  # fmt: skip
ANSWERS: Final = ('"No."', "None", "[]", "0", "1 // 0", '"rejected"', '["zoe"]', "{}[1]", "99999")
ACTS: Final = ("open", "vote", "resolve", "withdraw", "open_it", "resolve_it", "join", "rest", "wake")


ENDING: Final = rule(
    141,
    "Ending",
    front="state: {game: {waiting: {type: boolean, default: false}}}\non: {changed: go_on}\n"
    "commands: [{usage: /finish, run: finish, help: End it.}]\n",
    code="""def finish(player):
    put("game", "game", get("game") | {"waiting": True})
    end_game("Enough.")

def go_on(changed):
    if get("game")["waiting"] and not get("game")["over"]:
        put("game", "game", get("game") | {"waiting": False})
""",
)


def test_what_waited_while_the_game_was_over_goes_on_with_it() -> None:
    steps = [says("bo", "/finish", 1), *asked(), *YAYS, clock(8)]
    stage = played(steps, with_rules({"140-lock.md": LOCK, "141-ending.md": ENDING}))
    assert stage.world.game.get("over") is None
    assert not stage.world.game["waiting"]


def test_rules_hear_of_what_lands_after_the_end_whatever_it_waited_for() -> None:
    """Here for GitHub, which takes the merge as its title is changed."""
    stage = played(
        [says("bo", "/finish", 1), *asked(), *YAYS], with_rules({"140-lock.md": LOCK, "141-ending.md": ENDING})
    )
    stage.world.patch("threads", "12", unmergeable="conflict")
    assert stage.step(clock(8)) is None and stage.world.game["over"]
    stage.world.patch("threads", "12", unmergeable=None)
    stage.step({"by": "ana", "retitles": 12, "to": "Unlock it"})
    assert stage.world.game.get("over") is None
    assert not stage.world.game["waiting"]


@st.composite
def locks(draw: st.DrawFn) -> dict[str, str]:
    """Rules that forbid, fail, end, and lie about who plays."""
    found = {}
    for number in range(140, 140 + draw(st.integers(1, 4))):
        front, code = "", ""
        for place in range(draw(st.integers(1, 4))):
            kind = draw(st.sampled_from(["answers", "adjusts", "forbids", "on", "schedule", "commands"]))
            if kind in ("answers", "adjusts", "forbids"):
                what = draw(st.sampled_from(ACTS if kind == "forbids" else QUESTIONS))
                body = f"return {draw(st.sampled_from(ANSWERS))}"
            else:
                what, body = draw(st.sampled_from(OCCASIONS)), draw(st.sampled_from(BODIES))
            line = {
                "schedule": f'schedule: [{{cron: "0 * * * *", run: f{place}}}]\n',
                "commands": f"commands: [{{usage: /rescue, run: f{place}, who: anyone}}, {{usage: yay, run: f{place}, who: anyone}}]\n",
            }.get(kind, f"{kind}: {{{what}: f{place}}}\n")
            if f"{kind}:" not in front:
                front += line
                code += f"def f{place}(*args):\n    {body}\n\n"
        found[f"{number}-l{number}.md"] = rule(number, f"L{number}", front=front, code=code + "def late():\n    pass\n")
    return found


@settings(max_examples=tries(12), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(locks())
def test_no_game_is_locked_for_good(rules: dict[str, str]) -> None:
    talk = [says("bo", "/wake", 1), says("zoe", "Hello!", 1), says("ana", "/rest", 1), says("cy", "yay", 1)]
    steps = [
        *talk,
        *asked(changes=dict.fromkeys(rules)),
        says("zoe", "nay"),
        *YAYS,
        *talk[1:2],
        clock(8, 11),
        clock(21),
    ]
    stage = Stage({"given": {"players": PEOPLE}, "when": steps}, with_rules(dict(rules)), RULESET, HOST)
    stage.play()
    assert not set(stage.world.book.documents) & {name.split("-")[1].removesuffix(".md") for name in rules}
    assert stage.world.game.get("over") is None


@pytest.mark.parametrize("before", ["nothing", "nay"])
def test_what_is_agreed_to_in_a_pause_lands_when_the_game_goes_on(before: str) -> None:
    objection = [says("cy", "nay")] if before == "nay" else []
    steps = [*asked(), *YAYS[:2], *objection, clock(9), says("adm", "/pause", 1), clock(11), says("cy", "yay")]
    stage = played(steps, roles={"adm": "administrator"})
    assert not is_free(stage)
    assert "and does not land while the game is paused." in stage.said[-1]
    stage.step(says("adm", "/resume", 1))
    assert is_free(stage)


def test_what_was_objected_to_in_a_pause_does_not() -> None:
    steps = [*asked(), *YAYS, clock(6), says("adm", "/pause", 1), clock(11), says("cy", "nay")]
    stage = played([*steps, says("adm", "/resume", 1), clock(16)], roles={"adm": "administrator"})
    assert not is_free(stage)


def test_no_answer_names_a_time_that_is_past() -> None:
    stage = played([*asked(), *YAYS[:1], clock(10), says("bo", "yay"), says("ana", "/status", 1)])
    assert "It waits for **cy**." in "".join(stage.said)
    assert "#12 is to be rescued; waiting for **cy**." in stage.said[-1]


@pytest.mark.parametrize(
    "place",
    [
        [{"by": "ana", "opens": {"issue": 12, "title": "Unlock"}}],
        [*asked()[:1], {"by": "ana", "closes": 12}],
        [*asked()[:1], {"by": "ana", "closes": 12}, {"by": "ana", "reopens": 12}, {"by": "ana", "closes": 12}],
    ],
    ids=["an issue", "closed", "closed again"],
)
def test_no_rescue_begins_where_no_open_pull_request_is(place: Steps) -> None:
    stage = played([*place, says("ana", "/rescue", refused="in an open pull request")])
    assert stage.world.notes.rescues in (None, {})


def test_a_yay_with_more_words_is_told_to_be_none_where_its_writer_has_a_say() -> None:
    stage = played([*asked(), says("bo", "yay, please", refused="yay"), says("zoe", "yay, please", ignored=True)])
    assert not stage.world.notes.rescues["12"]["votes"]


@pytest.mark.parametrize(("choice", "told"), [("nay", "Say `yay` in a new comment"), ("yay", "Delete the comment")])
def test_who_says_that_what_they_said_is_taken_back_is_told_that_it_stands_and_how_it_is(
    choice: str, told: str
) -> None:
    """It went by in silence, and the nay held the rescue up."""
    taken_back = f"I withdraw my {choice}"
    stage = played(
        [*asked(), says("bo", choice), says("bo", taken_back, refused=told), says("cy", taken_back, ignored=True)]
    )
    assert list(stage.world.notes.rescues["12"]["votes"].values())[0]["choice"] == choice


def test_of_two_votes_in_one_second_one_that_was_edited_is_the_later() -> None:
    plain: RescueVote = {"choice": "yay", "at": 5, "comment": 9}
    edited: RescueVote = {"choice": "nay", "at": 5, "comment": 1, "edited": True}
    assert rescue_votes.is_later(edited, plain) and not rescue_votes.is_later(plain, edited)
    assert rescue_votes.is_later(plain, None) and rescue_votes.is_later(plain, {**plain, "comment": 8})
    assert not rescue_votes.is_later(plain, {**plain, "comment": 10})


def test_whoever_is_known_by_no_record_any_more_is_called_by_the_number() -> None:
    stage = played(asked())
    gone = {**stage.world.notes.rescues["12"], "electors": ["987654321"]}
    assert rescue_votes.names_of(stage.world, gone, ["987654321", "5"]) == ["987654321", "5"]


def test_who_has_renamed_an_account_is_woken_by_the_name_that_it_has() -> None:
    """By the other one somebody else might be."""
    stage = played([])
    stage.world.patch("players", "bo", login="bo-now")
    for step in asked():
        assert stage.step(step) is None
    told = next(text for text in stage.said if "asks for a rescue" in text)
    assert "@bo-now" in told and "@bo," not in told


def test_whose_consent_and_whose_nay_it_was_is_told_in_the_order_of_names_whoever_spoke_first() -> None:
    """Within a pass votes stand as they came, and sorted once they are written."""
    nays = [says(who, "nay") for who in ("cy", "bo")]
    yays = [says(who, "yay") for who in ("di", "ana")]
    people = {**PEOPLE, "di": {"active": True}}
    stage = played([*asked(), *nays, *yays, clock(20), clock(21)], people=people)
    assert is_free(stage)
    (told,) = [text for text in stage.said if "by rescue" in text and "No rule was asked" in text]
    assert "over the nay of **bo**, **cy**" in told and "with the yay of **ana**, **di**" in told
