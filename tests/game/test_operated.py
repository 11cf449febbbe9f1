"""What whoever operates the game does beside play: another dice key, and a text taken out of the journal."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.dice import commitment
from engine.game.entries import Outcome
from engine.game.examples.example_stage import Stage
from engine.store import journal
from engine.store.digest import sha256
from tests.island import RULESET, texts

OLD, NEW = b"the old key", b"the new key"


@pytest.fixture
def stage() -> Stage:
    return Stage(
        {"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}, "when": []}, texts(), RULESET
    )


def happens(stage: Stage, kind: str, **more: Any) -> Outcome:
    common = {"id": f"{kind}/{len(stage.folding.plan.outcomes)}", "time": 0, "actor": None, "thread": None}
    return stage.folding.judge({"kind": kind, "seen_at": stage.now, **common, **more})  # type: ignore[typeddict-item]


def rotated(stage: Stage, key: bytes, revealed: bytes | None) -> Outcome:
    return happens(stage, "rotated", commitment=commitment(key), revealed=revealed and revealed.hex())


def committed(stage: Stage) -> str | None:
    return stage.world.notes.dice.get("commitment")


def announced(stage: Stage) -> str:
    return "\n".join(stage.world.moment.said)


def test_another_key_is_committed_to_and_the_old_one_revealed(stage: Stage) -> None:
    assert rotated(stage, OLD, None)["is"] == "done"
    assert committed(stage) == commitment(OLD)
    assert rotated(stage, NEW, OLD)["is"] == "done"
    assert committed(stage) == commitment(NEW)
    assert OLD.hex() in announced(stage)
    assert commitment(NEW) in announced(stage)
    assert stage.folding.entry["revealed"] == OLD.hex()


def test_a_key_that_is_not_the_one_that_was_committed_to_is_refused(stage: Stage) -> None:
    rotated(stage, OLD, None)
    assert rotated(stage, NEW, b"another key")["is"] == "refused"
    assert committed(stage) == commitment(OLD)


def test_a_key_that_was_lost_is_followed_by_another(stage: Stage) -> None:
    rotated(stage, OLD, None)
    assert rotated(stage, NEW, None)["is"] == "done"
    assert committed(stage) == commitment(NEW)
    assert OLD.hex() not in announced(stage)


def said(stage: Stage, text: str) -> dict[str, Any]:
    """The entry of what ana says."""
    stage.step({"by": "ana", "says": text})
    return dict(stage.folding.entry)


def redacted(stage: Stage, entry: dict[str, Any], followed: Any = None, **named: Any) -> Outcome:
    of = {"id": entry["id"], "hash": entry["hash"], "at": entry["at"]} | named
    return happens(stage, "redacted", entry=of, followed=followed or {"command": "dive"})


def kept(stage: Stage, entry: dict[str, Any]) -> dict[str, Any]:
    entries = journal.entries(stage.world.text(journal.path_of(entry["at"])) or "")
    return next(each for each in entries if each["id"] == entry["id"])


def test_of_a_text_that_is_taken_out_its_hash_is_left_and_what_followed_from_it(stage: Stage) -> None:
    before, entry, after = said(stage, "/give 0 shells to bo"), said(stage, "/dive"), said(stage, "/help")
    assert redacted(stage, entry)["is"] == "done"
    assert kept(stage, entry)["text"] == {"redacted": sha256("/dive"), "followed": {"command": "dive"}}
    assert kept(stage, entry)["hash"] == entry["hash"] == journal.link(before["hash"], kept(stage, entry))
    assert [kept(stage, each)["text"] for each in (before, after)] == ["/give 0 shells to bo", "/help"]
    assert entry["id"] in announced(stage)
    assert "/dive" not in announced(stage)


def test_what_is_taken_out_once_more_stays_as_it_is(stage: Stage) -> None:
    entry = said(stage, "/dive")
    redacted(stage, entry)
    assert redacted(stage, entry, {"command": "another"})["is"] == "done"
    assert kept(stage, entry)["text"]["followed"] == {"command": "dive"}


@pytest.mark.parametrize("wrong", [{"hash": "ab" * 32}, {"at": 0}])
def test_an_entry_that_is_nowhere_is_refused(stage: Stage, wrong: dict[str, Any]) -> None:
    entry = said(stage, "/dive")
    assert redacted(stage, entry, **wrong)["is"] == "refused"
    assert kept(stage, entry)["text"] == "/dive"


def test_an_entry_without_a_text_is_refused(stage: Stage) -> None:
    rotated(stage, OLD, None)
    assert redacted(stage, dict(stage.folding.entry))["is"] == "refused"


def test_in_a_replay_nothing_is_taken_out_that_has_been_already(stage: Stage) -> None:
    entry = said(stage, "/dive")
    named = {"id": entry["id"], "hash": entry["hash"], "at": entry["at"]}
    assert happens(stage, "redacted", entry=named)["is"] == "done"
    assert kept(stage, entry)["text"] == "/dive"


def test_a_day_of_which_a_text_was_taken_out_goes_on_behind_it(stage: Stage) -> None:
    before, path = said(stage, "hello"), journal.path_of(stage.now)
    secret = said(stage, "my secret is out")
    redacted(stage, secret)
    after = said(stage, "and on")
    stage.folding.close()
    (segment,) = stage.folding.plan.segments
    day = segment.added.get(path) or segment.files[path] or ""
    assert [entry["id"] for entry in journal.entries(day)][-4::3] == [before["id"], after["id"]]
    assert "my secret is out" not in day
    assert day == stage.world.text(path)
    assert len(day) == stage.world.length(path)


def test_what_a_day_grows_by_is_told_by_each_segment_once(stage: Stage) -> None:
    days = []
    for text in ("one", "two", "three"):
        said(stage, text)
        days.append(stage.world.text(journal.path_of(stage.now)) or "")
        stage.folding.close()
    added = [next(iter(segment.added.values())) for segment in stage.folding.plan.segments]
    assert "".join(added) == days[-1]
    assert [len("".join(added[: n + 1])) for n in range(3)] == [len(day) for day in days]
