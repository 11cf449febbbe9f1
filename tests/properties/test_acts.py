"""Whatever anyone writes, in any order, the law of Credo holds afterwards, and no rule fails."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.calendar import stamp
from engine.game.examples.example_stage import Stage
from engine.game.proposals.polls import open_polls
from engine.game.proposals.tally import tally
from tests.properties.credo import COUNTS, NAMES, PLAYERS, Step, act, must_hold, table, village
from tests.shares import WHOLE

PEOPLE = st.sampled_from([*NAMES, *NAMES, "zoe"])
SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing {}.\n"
CHANGES = (
    {"900-songs.md": SONG.format("aloud")},
    {328: {"parameters": {"price": 0}}},
    {327: None},
    {341: {"title": "Work"}},
    {348: None},
    {319: None},
    {346: None},
    {"900-songs.md": SONG.format("of ana")},
    {311: None},
)
COMMANDS = (
    "/join Somewhere",
    "/active",
    "/forfeit for good",
    "/rename A Better Place",
    "/describe It is quiet.",
    "/buy {count} farms",
    "/buy sawmill",
    "/allocate {count} farming",
    "/allocate {count} logging",
    "/allocate {count} general from farming",
    "/give {count} points to {other}",
    "/offer {count} food to {other} for 2 points",
    "/accept 1",
    "/decline 1",
    "/move {count} people to {other} for 1 points",
    "/motion inactive {other}",
    "/withdraw",
    "/open",
    "/close",
    "/resolve",
    "/judge Because.",
    "/overrule",
    "/judgment Is it?",
    "/roll 3d6",
    "/status",
    "/help",
)
VOTES = ("yay", "yay", "yay", "nay", "Nay ", "yay, why not")


@st.composite
def acts(draw: st.DrawFn) -> list[Step]:
    """Single acts and short stories. `on` may be `somewhere` (with a number to choose by) or the latest of a kind."""
    steps: list[Step] = []
    for number in range(draw(st.integers(1, 16))):
        steps += draw(st.sampled_from([single, single, campaign, campaign, dispute, motion, move, pause]))(draw, number)
    return steps


def single(draw: st.DrawFn, number: int) -> list[Step]:
    by, where = draw(PEOPLE), draw(st.integers(0, 30))
    kind = draw(st.sampled_from(["says", "says", "votes", "edits", "deletes"]))
    if kind == "says":
        text = draw(st.sampled_from(COMMANDS)).format(count=draw(COUNTS), other=draw(PEOPLE))
        return [{"by": by, "says": text, "on": "somewhere" if where % 3 == 0 else 1, "where": where}]
    if kind == "votes":
        return [
            {"by": by, "says": draw(st.sampled_from(VOTES)), "on": "somewhere", "where": where, "label": f"c{number}"}
        ]
    return [{"by": by, kind: where, "to": draw(st.sampled_from(VOTES))}]


def votes(draw: st.DrawFn, number: int, on: object) -> list[Step]:
    who = draw(st.lists(PEOPLE, max_size=5))
    return [
        {"by": by, "says": draw(st.sampled_from(VOTES)), "on": on, "label": f"v{number}-{place}"}
        for place, by in enumerate(who)
    ]


def campaign(draw: st.DrawFn, number: int) -> list[Step]:
    by, pull = draw(PLAYERS), 200 + number
    opened = {"pull": pull, "title": "proposed", "changes": draw(st.sampled_from(CHANGES))}
    steps: list[Step] = [{"by": by, "opens": opened}, {"by": by, "says": "/open", "on": pull}]
    if draw(st.booleans()):
        pushed = [{"by": by, "pushes": pull, "changes": {"900-songs.md": SONG.format("again")}}]
        steps += votes(draw, number, pull) + draw(st.sampled_from([[], pushed]))
    steps += votes(draw, number + 50, pull)
    return [
        *steps,
        {"by": by, "says": draw(st.sampled_from(["/resolve", "/resolve", "/resolve", "/close"])), "on": pull},
    ]


def dispute(draw: st.DrawFn, number: int) -> list[Step]:
    by, issue = draw(PEOPLE), 300 + number
    body = draw(
        st.sampled_from(["Is it?", "Is #200 in order, @bo?", "/judgment Is it?", "/judgment", "@ana @bo @cy @di?"])
    )
    steps: list[Step] = [{"by": by, "opens": {"issue": issue, "title": "Hm", "body": body, "labels": ["judgment"]}}]
    for _ in range(draw(st.integers(0, 2))):
        steps += [{"by": name, "says": "/judge So it is.", "on": issue} for name in NAMES]
        steps += [{"by": name, "says": "/overrule", "on": issue} for name in draw(st.permutations(NAMES))]
    return steps


def motion(draw: st.DrawFn, number: int) -> list[Step]:
    named = " ".join(draw(st.lists(PLAYERS, min_size=1, max_size=2)))
    steps: list[Step] = [{"by": draw(PEOPLE), "says": f"/motion inactive {named}", "on": 1}]
    return [*steps, *votes(draw, number, "inactive"), {"clock": draw(st.sampled_from([1, 80]))}]


def move(draw: st.DrawFn, number: int) -> list[Step]:
    by, other = draw(PLAYERS), draw(PLAYERS)
    says = (
        f"/move {draw(st.sampled_from([1, 10, 60]))} people to {other} for {draw(st.sampled_from([0, 5, 900]))} points"
    )
    voters = [{"by": name, "says": "yay", "on": "migration"} for name in (by, other)]
    return [{"by": by, "says": says, "on": 1}, *voters]


def pause(draw: st.DrawFn, number: int) -> list[Step]:
    return [{"clock": draw(st.sampled_from([1, 30, 80, 200]))}]


def play(stage: Stage, step: Step) -> None:
    """Fits a drawn step to what there is: threads, comments to edit, the ordinal that is next, hours from now."""
    if "clock" in step:
        act(stage, {"clock": stamp(stage.now + step["clock"] * 3600)})
        return
    fitted = with_comment(stage, step) if "edits" in step or "deletes" in step else with_thread(stage, step)
    if fitted is None:
        return
    try:
        act(stage, fitted)
    except ValueError as error:
        assert "there is no rule" in str(error)  # a change of a rule that is repealed by now cannot be written down


def with_comment(stage: Stage, step: Step) -> Step | None:
    """An edit or deletion of a comment there is, by whoever wrote it."""
    word = "edits" if "edits" in step else "deletes"
    labels = sorted(stage.labels)
    if not labels:
        return None
    name = labels[step[word] % len(labels)]
    return {"by": stage.labels[name][2], word: name, "to": step["to"]}


def with_thread(stage: Stage, step: Step) -> Step | None:
    if "opens" in step:
        number = int(stage.world.game.get("last_number") or 351) + 1
        return step | {"opens": step["opens"] | {"title": f"{number} {step['opens']['title']}"}}
    if step.get("on") == "somewhere":
        places = [1, *open_polls(stage.world), *stage.world.records.keys("judgments")]
        return step | {"on": places[step["where"] % len(places)]}
    if step.get("on") in ("inactive", "migration"):
        latest = open_polls(stage.world, step["on"])
        return step | {"on": latest[-1]} if latest else None
    return step


@settings(max_examples=200 if WHOLE else 12, deadline=None)
@given(acts())
def test_the_law_holds_whatever_is_done(steps: list[Step]) -> None:
    stage = table(
        {name: village(name, hunger=store) for name, store in zip(NAMES, (-900, -200, 0, 25), strict=True)}, points=150
    )
    for step in steps:
        play(stage, step)
        must_hold(stage)


@settings(max_examples=200 if WHOLE else 12, deadline=None)
@given(
    st.lists(
        st.tuples(
            PEOPLE,
            st.sampled_from(["says", "says", "says", "edits", "deletes"]),
            st.sampled_from(VOTES),
            st.integers(0, 30),
        ),
        max_size=25,
    )
)
def test_every_vote_is_received_once_however_often_it_is_changed(drawn: list[tuple[str, str, str, int]]) -> None:
    """What was received is counted from the comments alone: each that was ever a vote and nothing else, deleted or not."""
    stage = table({name: village(name) for name in NAMES})
    act(stage, {"by": "ana", "opens": {"pull": 12, "title": "352 Less", "changes": {347: None}}})
    assert act(stage, {"by": "ana", "says": "/open", "on": 12})["is"] == "done"
    comments: dict[str, dict[str, Any]] = {}
    for place, (by, kind, text, at) in enumerate(drawn):
        if kind == "says" or not comments:
            name = f"c{place}"
            comments[name] = {"by": by, "votes": [text]}
            act(stage, {"by": by, "says": text, "on": 12, "label": name})
            continue
        name = sorted(comments)[at % len(comments)]
        if kind == "edits" and not comments[name].get("gone"):
            comments[name]["votes"].append(text)
            act(stage, {"by": comments[name]["by"], "edits": name, "to": text})
        elif kind == "deletes":
            comments[name]["gone"] = True
            act(stage, {"by": comments[name]["by"], "deletes": name})
    must_hold(stage)
    count = tally(stage.world, "12")
    assert count["received"] == len([c for c in comments.values() if any(is_vote(v) for v in c["votes"])])
    standing = {
        c["by"] for c in comments.values() if is_vote(c["votes"][-1]) and not c.get("gone") and c["by"] != "zoe"
    }
    assert {b["voter"] for b in count["ballots"]} == standing
    assert count["yay"] + count["nay"] == len(standing)


def is_vote(text: str) -> bool:
    return text.strip().lower() in ("yay", "nay")
