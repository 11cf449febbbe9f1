"""The fold as a whole: it may stop after any happening, what repeats is harmless, and the journal holds what went in."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.examples.example_stage import Stage
from engine.game.fold.folding import fold
from engine.game.plan import Limits
from engine.store import canon, journal
from tests.begun import begun
from tests.game.test_clock import START, game, seed
from tests.island import RULESET, rule, texts, with_rules
from tests.shares import tries

TEXTS = st.sampled_from(
    ["/join", "/build", "/dive", "hello", "/give 1 shell to ana", "/council Why?", "/rest", "/wake", "/nope"]
)


def inbox(said: list[tuple[int, str]]) -> list[dict[str, Any]]:
    found = []
    for place, (who, text) in enumerate(said):
        actor = {"id": who, "login": ["ana", "bo", "cy"][who - 1], "role": "player"}
        common = {"thread": 1, "seen_at": 0, "actor": actor, "comment": 100 + place, "text": text, "edited": False}
        found.append({"id": f"comment/{100 + place}", "kind": "said", "time": START + 90_000 * place, **common})
    return found


def apply(files: dict[str, str], plan: Any) -> dict[str, str]:
    after = dict(files)
    for segment in plan.segments:
        segment.apply(after)
    return after


@pytest.mark.parametrize(("later", "known"), [(899, 2), (900, 2), (901, 1)])
def test_what_was_judged_is_known_again_as_long_as_a_list_may_show_it_and_then_forgotten(
    later: int, known: int
) -> None:
    """Else a game's notes would grow with every word that was ever said."""
    first, second = inbox([(1, "/join"), (2, "/join")])
    second = {**second, "time": first["time"] + later}
    after = apply(game(), fold(game(), [first, second], START + 5_000, seed))
    assert [*canon.read(after["state/engine.yaml"])["seen"]] == ["comment/100", "comment/101"][-known:]


@settings(max_examples=tries(40))
@given(st.lists(st.tuples(st.integers(1, 3), TEXTS), max_size=12), st.integers(1, 5))
def test_a_pass_that_stops_and_goes_on_gives_the_same_bytes(said: list[tuple[int, str]], at_once: int) -> None:
    until = START + 30 * 86_400
    whole = apply(game(), fold(game(), inbox(said), until, seed))
    files, rest = game(), inbox(said)
    for _ in range(100):
        plan = fold(files, rest, until, seed, limits=Limits(happenings=at_once, examples=False))
        judged = {o["id"] for o in plan.outcomes}
        kept = apply(files, plan)
        # What was only ignored leaves no commit: the next pass reads it again, and so do we.
        if kept != files or not plan.more:
            rest = [h for h in rest if h["id"] not in judged]
            files = kept
        elif plan.more:
            at_once += 1
        if not plan.more:
            break
    assert without_position(files) == without_position(whole)


def without_position(files: dict[str, str]) -> dict[str, str]:
    """The journal may lack ignored happenings that were never worth a commit; the world may not differ."""
    return {
        p: t for p, t in files.items() if p.startswith("state/") and not p.startswith(("state/journal", "state/engine"))
    }


def test_the_same_happening_twice_in_one_inbox_is_judged_once() -> None:
    twice = [*inbox([(1, "/build")]), *inbox([(1, "/build")])]
    after = apply(game(), fold(game(), twice, START + 60, seed))
    assert canon.read(after["state/huts.yaml"]) == {"ana": {"size": 1}}


def test_an_idle_fold_has_no_segments() -> None:
    assert fold(game(), inbox([(1, "hello")]), START + 60, seed).segments == []


def test_an_entry_holds_what_went_in_and_what_came_out_and_is_chained() -> None:
    after = apply(game(), fold(game(), inbox([(1, "/dive"), (2, "/swim"), (1, "hello")]), START + 4 * 86_400, seed))
    days = sorted(p for p in after if p.startswith("state/journal/"))
    entries = [entry for day in days for entry in journal.entries(after[day])]
    previous = ""
    for entry in entries:
        assert entry["previous"] == previous
        assert entry["hash"] == journal.link(previous, entry)
        previous = entry["hash"]
    assert canon.read(after["state/engine.yaml"])["head"] == previous
    dive = entries[0]
    assert (dive["text"], dive["actor"]["login"], dive["outcome"]["is"]) == ("/dive", "ana", "done")
    assert [e["outcome"].get("code") for e in entries if e["id"] == "comment/101"] == ["unknown_command"]
    assert "text" not in entries[-1] or isinstance(entries[-1]["text"], dict) or entries[-1]["kind"] != "said"


def test_a_stranger_is_answered_ten_times_a_day_and_told_so() -> None:
    said = [(2, "/nope")] * 12
    close = [h | {"time": START + 60 * place} for place, h in enumerate(inbox(said))]
    close += [h | {"id": "comment/200", "comment": 200, "time": START + 86_400} for h in inbox([(2, "/nope")])]
    outbox = canon.read(apply(game(), fold(game(), close, START + 90_000, seed))["state/engine.yaml"])["outbox"]
    told = {key: wish["text"] for key, wish in outbox.items() if key.startswith("reply/")}
    assert list(told) == [f"reply/comment/{100 + place}" for place in range(10)] + ["reply/comment/200"]
    assert [key for key, text in told.items() if "the last for now" in text] == ["reply/comment/109"]


def by_hand(files: dict[str, str], count: int, words: str = "") -> list[Any]:
    """So many commits by hand, each of which says something else in one rule."""
    path = next(p for p in files if p.startswith("rules/") and p.endswith(".md"))
    found = []
    for place in range(count):
        text = {path: f"{files[path]}\nRemark {place}.{words}\n"}
        told = {"id": f"commit/{place:040x}", "kind": "administered", "time": START, "commit": f"{place:040x}"}
        found.append({**told, "files": text, "seen_at": START, "actor": None, "thread": None})
    return found


def held(plan: Any) -> int:
    return sum(len(text or "") for s in plan.segments for text in (*s.files.values(), *s.added.values()))


def test_many_changes_of_the_law_do_not_say_a_long_day_over_and_over_again() -> None:
    new = game()
    taken_back = [*by_hand(new, 1, " " + "z" * 800_000), by_hand(new, 2)[1]]
    files = apply(new, fold(new, taken_back, START, seed))
    assert max(len(text) for path, text in files.items() if path.startswith("state/journal/")) > 800_000
    plan = fold(files, by_hand(new, 42)[2:], START, seed)
    assert len(plan.segments) == 40 and not plan.more
    assert held(plan) < 3_000_000


@pytest.mark.parametrize("way", ["by hand", "enacted"])
def test_a_fold_ends_early_where_its_plan_is_large_and_what_is_left_gives_the_same_bytes(way: str) -> None:
    code = 'def write(player):\n    enact("Rule of %d" % here()["comment"], "So it is.", "I say so")\n'
    more = rule(120, "Write", front="commands:\n  - {usage: /write, run: write, help: It is so.}\n", code=code)
    people = {n: {"id": i, "login": n, "active": True} for i, n in enumerate(("ana", "bo"), start=1)}
    files = begun(with_rules({"120-write.md": more}), records={"players": people})
    told = by_hand(files, 12) if way == "by hand" else inbox([(1, "/write")] * 12)
    until = START + 12 * 90_000
    whole = fold(files, told, until, seed, limits=Limits(examples=False))
    after, rounds, more = dict(files), 0, True
    assert len(whole.segments) > 8
    while more:
        plan = fold(after, told, until, seed, limits=Limits(examples=False, written=held(whole) // 4))
        assert held(plan) < held(whole) // 2
        judged = {outcome["id"] for outcome in plan.outcomes}
        told, after, rounds = [h for h in told if h["id"] not in judged], apply(after, plan), rounds + 1
        more = plan.more
    assert rounds > 2
    assert after == apply(files, whole)


def test_so_it_does_where_no_law_changes_and_what_the_clock_owes_fills_the_journal() -> None:
    """One segment held all of a lost month, and the judge died of it over and over again before less was asked of it."""
    code = "def draw():\n    for i in range(50):\n        choose([1, 2, 3])\n"
    hourly = rule(120, "Draw", front='schedule:\n  - {cron: "0 * * * *", run: draw}\n', code=code)
    files = begun(with_rules({"120-draw.md": hourly}), records={"players": {"ana": {"id": 1, "login": "ana"}}})
    until = START + 60 * 3_600
    whole = fold(files, [], until, seed, limits=Limits(examples=False))
    assert len(whole.segments) == 1
    after, rounds, more = dict(files), 0, True
    while more:
        plan = fold(after, [], until, seed, limits=Limits(examples=False, written=held(whole) // 2))
        assert held(plan) < held(whole) // 2
        after, rounds, more = apply(after, plan), rounds + 1, plan.more
    assert rounds > 2
    assert after == apply(files, whole)


def test_how_much_a_day_of_the_journal_has_grown_is_reckoned_by_what_is_written() -> None:
    says = [{"by": "ana", "says": text} for text in ("/help", "/status", "/dive", "/help")]
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": says}, texts(), RULESET)
    assert stage.play() == []
    path = journal.path_of(stage.world.now, stage.world.notes.part or 1)
    assert stage.folding.told == stage.world.length(path) > 0


def test_what_a_new_rule_brings_and_nobody_changed_is_not_told_as_changed() -> None:
    """A record from before the rule has no such field until something else of it is written."""
    marks = rule(
        120,
        "Marks",
        front="state: {players: {marks: {type: integer, default: 0}}}\ncommands: [{usage: /earn, run: earn, help: x}]\n",
        code='def earn(player):\n    r = get("players", player)\n    put("players", player, r | {"shells": r["shells"] + 1})\n',
    )
    given = {"players": {"ana": {"active": True}}}
    stage = Stage({"given": given, "when": []}, with_rules({"120-marks.md": marks}), RULESET)
    assert stage.play() == []
    before = dict(stage.world.records.get("players", "ana") or {})
    stage.world.records.put("players", "ana", {name: value for name, value in before.items() if name != "marks"})
    assert stage.step({"by": "ana", "says": "/earn"}) is None
    assert "shells" in stage.said[-1] and "marks" not in stage.said[-1]
