"""Votes: whatever people write, edit and delete, each comment is counted, superseded or refused, and exactly once."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from engine.game.proposals import pulls
from engine.game.proposals.tally import tally
from tests.counting import identity_holds
from tests.island import RULESET, failures, rule, texts, with_rules
from tests.shares import tries

SONGS = '{108-songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"}'
OPENED = [
    {
        "by": "ana",
        "opens": {
            "pull": 12,
            "title": "Songs",
            "changes": {"108-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"},
        },
    },
    {"by": "ana", "says": "/open", "on": 12},
]
PEOPLE = {name: {"active": True} for name in ("ana", "bo", "cy", "di")}
VOTERS = st.sampled_from(["ana", "bo", "cy", "di", "stranger"])


def yays(*voters: str) -> list[dict[str, Any]]:
    return [{"by": voter, "says": "yay", "on": 12} for voter in voters]


WORDS = st.sampled_from(["yay", "nay", " YAY\n", "Nay", "maybe", "yay because", "/rest", "/wake", "/help"])


@st.composite
def seasons(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Comments, edits and deletions in a thread, in any order."""
    steps: list[dict[str, Any]] = []
    for number in range(draw(st.integers(0, 14))):
        kind = draw(st.sampled_from(["says", "says", "says", "edits", "deletes"]))
        gone = {s["deletes"] for s in steps if "deletes" in s}
        labels = [s for s in steps if s.get("label") not in {None, *gone}]
        if kind == "says" or not labels:
            steps.append({"by": draw(VOTERS), "says": draw(WORDS), "on": 12, "label": f"c{number}"})
        else:
            target = draw(st.sampled_from(labels))
            other = kind == "deletes" and draw(st.booleans())  # whoever may delete what others wrote
            step: dict[str, Any] = {"by": "moderator" if other else target["by"], kind: target["label"]}
            steps.append(step | ({"to": draw(WORDS)} if kind == "edits" else {}))
    return steps


@settings(max_examples=tries(60), deadline=None)
@given(seasons())
def test_the_identity_of_the_tally_holds_whatever_happens(steps: list[dict[str, Any]]) -> None:
    stage = Stage({"given": {"players": PEOPLE}, "when": OPENED + steps}, texts(), RULESET)
    stage.play()
    count = tally(stage.world, "12")
    assert identity_holds(count)
    assert count["yay"] + count["nay"] == count["cast"] == len(count["ballots"])
    assert len({b["voter"] for b in count["ballots"]}) == len(count["ballots"])
    assert {b["voter"] for b in count["ballots"]} <= set(count["electors"])


@settings(max_examples=tries(30), deadline=None)
@given(seasons())
def test_the_last_word_of_each_elector_counts(steps: list[dict[str, Any]]) -> None:
    """An oracle of its own: what each comment says in the end, newest act last."""
    steps = [s | {"says": "hello"} if str(s.get("says", "")).startswith("/") else s for s in steps]
    steps = [s | {"to": "hello"} if str(s.get("to", "")).startswith("/") else s for s in steps]
    stage = Stage({"given": {"players": PEOPLE}, "when": OPENED + steps}, texts(), RULESET)
    stage.play()
    said: dict[str, tuple[str, str]] = {}
    for step in steps:
        if "says" in step:
            said[step["label"]] = (step["by"], step["says"].strip().lower())
        elif "edits" in step and step["edits"] in said:
            before = said[step["edits"]][1]
            after = step["to"].strip().lower()
            known = before in ("yay", "nay", "")
            if known and before != (after if after in ("yay", "nay") else ""):
                said.pop(step["edits"])
                said[step["edits"]] = (step["by"], after if after in ("yay", "nay") else "")
            elif not known and after in ("yay", "nay"):
                said.pop(step["edits"])
                said[step["edits"]] = (step["by"], after)
        elif "deletes" in step and step["by"] != "moderator":
            said.pop(step["deletes"], None)
    expected: dict[str, str] = {}
    for by, word in said.values():
        if by in PEOPLE and word in ("yay", "nay"):
            expected[by] = word
    found = {b["voter"]: b["choice"] for b in tally(stage.world, "12")["ballots"]}
    assert found == expected


def test_new_commits_void_the_ballots_and_name_the_voters() -> None:
    assert not failures(
        f"""
        given: {{players: {{ana: {{active: true}}, bo: {{active: true}}, cy: {{active: true}}}}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: Songs, changes: {SONGS}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: yay, on: 12}}
          - {{by: ana, pushes: 12, changes: {{108-songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe shout.\\n"}}}}
          - {{by: ana, says: /resolve, on: 12, refused: yet}}
        then:
          tally: {{12: {{cast: 0, received: 2, refused: 2}}}}
          replies: ["@bo, @cy"]
          rules: {{108: null}}
        """
    )


@pytest.mark.parametrize("status", ["adopted", "rejected", "withdrawn"])
def test_commits_that_the_law_refuses_to_hear_of_void_no_vote_of_what_is_over(status: str) -> None:
    stage = Stage({"given": {"players": PEOPLE}, "when": [*OPENED, *yays("ana", "bo", "cy")]}, texts(), RULESET)
    assert not stage.play()
    stage.world.patch("polls", "12", status=status)
    ballots = stage.world.poll("12")["ballots"]
    stage.world.moment.happening = {
        "id": "head/12",
        "kind": "head",
        "thread": 12,
        "head": "f" * 40,
        "change": {"hash": "another", "paths": [], "files": {}, "problems": []},
    }
    pulls.keep_head(stage.world)
    assert stage.world.thread("12")["head"] == "f" * 40
    assert stage.world.poll("12")["ballots"] == ballots and len(ballots) == 3


def test_a_quorum_for_what_was_there_before_is_none_for_what_came() -> None:
    assert not failures(
        f"""
        given: {{players: {{ana: {{active: true}}, bo: {{active: true}}, cy: {{active: true}}}}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: Songs, changes: {SONGS}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: yay, on: 12}}
          - {{by: ana, pushes: 12, changes: {{108-songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe shout.\\n"}}}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: ana, says: /resolve, on: 12, refused: yet}}
        then:
          tally: {{12: {{cast: 1, received: 3, refused: 2}}}}
          rules: {{108: null}}
        """
    )


def test_a_push_that_changes_nothing_as_law_keeps_the_ballots() -> None:
    assert not failures(
        f"""
        given: {{players: {{ana: {{active: true}}, bo: {{active: true}}}}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: Songs, changes: {SONGS}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: ana, pushes: 12, changes: {{108-songs.md: "---\\nrule: 108\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"}}}}
        then:
          tally: {{12: {{cast: 1}}}}
        """
    )


def test_a_proposal_that_no_longer_fits_is_stale_and_stays_open() -> None:
    amended = "{103: {parameters: {luck: 1d8}}}"
    assert not failures(
        f"""
        given: {{players: {{ana: {{active: true}}, bo: {{active: true}}}}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: Luck, changes: {amended}}}}}
          - {{by: bo, opens: {{pull: 13, title: More luck, changes: {{103: {{parameters: {{luck: 1d10}}}}}}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: bo, says: /open, on: 13}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: ana, says: yay, on: 13}}
          - {{by: bo, says: yay, on: 13}}
          - {{by: ana, says: /resolve, on: 12}}
          - {{by: bo, says: /resolve, on: 13, refused: amended meanwhile by 108}}
        then:
          polls: {{12: {{status: adopted}}, 13: {{status: open}}}}
          rules: {{108: {{parameters: {{luck: 1d8}}, history: [{{enacted: 103}}, {{amended: 108}}]}}, 103: null}}
        """
    )


def test_who_is_no_player_or_rests_is_told_that_the_vote_does_not_count() -> None:
    assert not failures(
        f"""
        given: {{players: {{ana: {{active: true}}, cy: {{active: false}}}}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: Songs, changes: {SONGS}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: zed, says: yay, on: 12, refused: not a player}}
          - {{by: cy, says: yay, on: 12, refused: not an active player}}
        then:
          tally: {{12: {{yay: 0, received: 2, refused: 2}}}}
        """
    )


def test_a_closed_poll_takes_no_votes() -> None:
    assert not failures(
        f"""
        given: {{players: {{ana: {{active: true}}}}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: Songs, changes: {SONGS}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: ana, says: /resolve, on: 12}}
          - {{by: ana, says: nay, on: 12, refused: closed}}
        then:
          polls: {{12: {{status: adopted}}}}
        """
    )


def test_voting_and_changing_ones_vote_are_deeds_and_talk_is_none() -> None:
    front = "on: {acted: tell_all}\n"
    code = 'def tell_all(player):\n    reply("%s has acted." % player)\n'
    stage = Stage(
        {
            "given": {"players": PEOPLE},
            "when": [
                *OPENED,
                {"by": "bo", "says": "yay", "on": 12, "label": "vote"},
                {"by": "bo", "says": "so there", "on": 12, "label": "talk", "ignored": True},
                {"by": "bo", "edits": "vote", "to": "nay"},
                {"by": "bo", "edits": "vote", "to": " NAY"},
                {"by": "bo", "edits": "talk", "to": "so what"},
            ],
        },
        with_rules({"120-deeds.md": rule(120, "Deeds", front=front, code=code)}),
        RULESET,
    )
    assert stage.play() == []
    assert [said for said in stage.said if "bo has acted" in said] == ["bo has acted.", "bo has acted."]


def test_a_poll_that_is_complete_and_cannot_be_resolved_says_so_once_until_the_reason_is_another_and_a_day_has_passed() -> (
    None
):
    poor = (
        "def pay_the_council(poll, tally):\n"
        '    shells = get("players", "bo")["shells"]\n'
        "    if shells < 9:\n"
        '        refuse("bo has %d shells." % shells, "Wait.")\n'
    )
    law = with_rules({"120-fee.md": rule(120, "Fee", front="on: {adopted: pay_the_council}\n", code=poor)})
    given = {"players": {"ana": {"active": True, "shells": 9}, "bo": {"active": True, "shells": 4}}}
    start = [{"by": "ana", "says": "/council Shall we?"}] + [
        {"by": who, "says": "yay", "on": "council/1"} for who in ("ana", "bo")
    ]
    stage = Stage({"given": given, "when": start}, law, RULESET)
    assert stage.play() == []
    first = stage.world.records.get("outbox", "held/council/1")
    assert first is not None and "bo has 4 shells" in first["text"]
    later = [
        ("2026-01-05T18:00:00Z", "/give 1 shell to bo", first["text"]),
        ("2026-01-06T18:00:00Z", "/status", "bo has 5 shells"),
        ("2026-01-08T18:00:00Z", "/status", "bo has 5 shells"),
    ]
    at = []
    for clock, says, text in later:
        stage.step({"clock": clock})
        assert stage.step({"by": "ana", "says": says}) is None
        held = stage.world.records.get("outbox", "held/council/1") or {}
        assert text in held["text"]
        at.append(held["at"])
    assert at[0] == first["at"] < at[1] == at[2]
    assert stage.step({"by": "ana", "says": "/give 4 shells to bo"}) is None
    assert (stage.world.records.get("polls", "council/1") or {})["status"] == "adopted"
    assert stage.world.notes.held == {}


def test_an_issue_that_a_rule_takes_up_is_no_idle_talk() -> None:
    """Without a word of its own a happening makes no commit: what a rule did at it must count."""
    code = 'def note(issue):\n    if issue["labels"]:\n        put("huts", issue["author"], {"size": 1})\n'
    law = with_rules({"120-notes.md": rule(120, "Notes", front="on: {issue_opened: note}\n", code=code)})
    stage = Stage({"given": {"players": PEOPLE}}, law, RULESET)
    opened = {"by": "ana", "opens": {"issue": 13, "title": "A hut", "body": "Please.", "labels": ["hut"]}}
    talk = {"by": "bo", "opens": {"issue": 14, "title": "Hello", "body": "Nice."}, "ignored": True}
    assert stage.step(talk) is None
    assert stage.step(opened | {"ignored": True}) == "expected to be ignored, found done: "
    assert stage.folding.finish(stage.now).segments[-1].files["state/huts.yaml"] == "ana:\n  size: 1\n"


def test_the_end_of_a_poll_is_told_once_in_its_issue() -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, texts(), RULESET)
    for says, on in (("/council Shall we?", 1), ("yay", "council/1")):
        assert stage.step({"by": "ana", "says": says, "on": on}) is None
    told = [key for key, wanted in stage.world.records.items("outbox") if "is **adopted**" in wanted.get("text", "")]
    assert told == ["verdict/council/1"]
    assert (stage.world.records.get("outbox", "issue/council/1") or {})["open"] is False


def test_an_edit_that_leaves_the_choice_as_it_was_is_known_and_moves_nothing() -> None:
    stage = Stage({"given": {"players": PEOPLE}}, texts(), RULESET)
    for step in [
        *OPENED,
        {"by": "bo", "says": "yay", "on": 12, "label": "first"},
        {"by": "bo", "says": "nay", "on": 12},
        {"by": "bo", "edits": "first", "to": "YAY"},
    ]:
        stage.step(step)
    ballots = stage.world.records.get("polls", "12")["ballots"]
    assert [(b["choice"], b["edited"]) for b in ballots] == [("yay", True), ("nay", False)]
    assert tally(stage.world, "12")["choices"] == {"nay": 1}


def test_who_has_voted_very_often_edits_a_vote_instead() -> None:
    """Rules are handed all ballots whenever one more comes: so nobody makes them without end, and nobody's last word is lost."""
    votes = "\n".join(f"          - {{by: ana, says: {'nay' if n % 2 else 'yay'}, on: 101}}" for n in range(49))
    assert not failures(
        f"""
        given: {{players: {{ana: {{active: true}}, bo: {{active: true}}}}}}
        when:
          - {{by: ana, says: /council Shall we?}}
          - {{by: ana, says: nay, on: 101, label: mine}}
{votes}
          - {{by: ana, says: nay, on: 101, refused: Edit your last vote}}
          - {{by: bo, says: nay, on: 101}}
        then:
          tally: {{101: {{yay: 1, nay: 1, received: 52, superseded: 49, refused: 1}}}}
        """
    )


@pytest.mark.parametrize(
    "deed", ['put("players", "ana", get("players", "ana") | {"shells": 7})', "1 // 0", 'refuse("No.")']
)
def test_rules_hear_that_what_was_merged_by_hand_is_adopted_and_stop_it_by_nothing(deed: str) -> None:
    code = f"def hear(poll, tally):\n    {deed}\n"
    law = with_rules({"120-heralds.md": rule(120, "Heralds", front="on: {adopted: hear}\n", code=code)})
    stage = Stage({"given": {"players": PEOPLE}}, law, RULESET)
    song = {"108-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": song}})
    stage.step({"by": "ana", "says": "/open", "on": 12})
    before = int(stage.world.player("ana").get("shells", 0))
    merged = {**(stage.world.records.get("threads", "12") or {}), "state": "closed", "merged": True}
    facts = {name: merged[name] for name in ("kind", "title", "body", "labels", "base", "state", "merged")}
    stage.happen("thread", "thread/12/merged", None, 12, facts=facts)
    poll = stage.world.poll("12")
    assert (poll["status"], poll.get("reason"), poll["landed"]) == ("adopted", "merged by hand", True)
    assert stage.world.player("ana").get("shells", 0) == (7 if "shells" in deed else before)
