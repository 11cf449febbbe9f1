"""The fold as a whole: it may stop after any happening, what repeats is harmless, and the journal holds what went in."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.fold.folding import fold
from engine.game.plan import Limits
from engine.store import canon, journal
from tests.game.test_clock import START, game, seed
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
        for path, text in segment.files.items():
            after.pop(path, None) if text is None else after.update({path: text})
    return after


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
