"""Collections kept in one file, also under another name than their own: written, read again, and never mixed up."""

from __future__ import annotations

from typing import Any

from engine.game.examples.example_stage import Stage
from engine.game.words.registry import new_host
from engine.game.world import stored
from engine.game.world.records import Records
from engine.game.world.world import World
from engine.store import canon
from tests.island import RULESET, rule, with_rules

REEFS = rule(
    120,
    "Reefs",
    front=(
        "files: {reefs: chart}\nstate: {reefs: {depth: {type: integer, minimum: 0, default: 1}}}\n"
        'records: {reefs: {"0,0": {depth: 3}}}\n'
        "commands: [{usage: /sound <place>, run: sound, help: Sound the depth.}]\n"
    ),
    code='def sound(player, place):\n    put("reefs", place, {"depth": 7})\n',
)
LAW = with_rules({"120-reefs.md": REEFS})
GIVEN = {"given": {"players": {"ana": {"active": True}, "bo": {"active": True}}}}


def written(stage: Stage) -> dict[str, Any]:
    """All files after what was played."""
    stage.folding.close()
    files: dict[str, Any] = dict(stage.world.files)
    for segment in stage.folding.plan.segments:
        files |= segment.whole(files)
    return {path: text for path, text in files.items() if text is not None}


def sounded() -> Stage:
    stage = Stage(GIVEN, LAW, RULESET)
    assert stage.step({"by": "ana", "says": "/sound 2,-1"}) is None
    return stage


def test_it_is_written_under_its_name_and_read_again() -> None:
    files = written(sounded())
    assert canon.read(files["state/chart.yaml"]) == {"0,0": {"depth": 3}, "2,-1": {"depth": 7}}
    assert not any(path.startswith("state/reefs") for path in files)
    assert dict(World(files, new_host()).records.items("reefs")) == {"0,0": {"depth": 3}, "2,-1": {"depth": 7}}


def test_it_stays_there_when_the_rule_is_repealed() -> None:
    stage = sounded()
    for step in (
        {"by": "ana", "opens": {"pull": 12, "title": "No reefs", "changes": {"120": None}}},
        {"by": "ana", "says": "/open", "on": 12},
        {"by": "ana", "says": "yay", "on": 12},
        {"by": "bo", "says": "yay", "on": 12},
        {"by": "ana", "says": "/resolve", "on": 12},
    ):
        stage.step(step)
    assert "reefs" not in stage.world.book.documents
    records = Records(written(stage))
    records.put("reefs", "5,5", {"depth": 1})
    assert list(records.files({})) == ["state/chart.yaml"]


def test_what_has_files_of_its_own_already_keeps_them() -> None:
    one = "state/reefs/old.yaml"
    records = Records({one: canon.emit({"depth": 1}), "state/engine.yaml": canon.emit({"outbox": {}})})
    records.put("reefs", "new", {"depth": 2})
    assert set(records.files({"reefs": "chart"})) == {"state/reefs/new.yaml"}


def test_no_other_collection_is_put_where_one_is_kept() -> None:
    records = Records(written(sounded()))
    records.put("chart", "x", {"a": 1})
    records.put("ships", "y", {"a": 1})
    assert set(records.files({"chart": "chart", "ships": "chart"})) == {"state/chart/x.yaml", "state/ships/y.yaml"}


def test_a_commit_by_hand_to_the_file_changes_that_collection() -> None:
    stage = sounded()
    text = canon.emit({"9,9": {"depth": 4}})
    happening = {"id": "administered/1", "kind": "administered", "time": stage.now, "commit": "c" * 40}
    stage.folding.judge({**happening, "files": {"state/chart.yaml": text}, "thread": None, "actor": None})
    assert dict(stage.world.records.items("reefs")) == {"9,9": {"depth": 4}}


def test_a_check_holds_it_to_the_law_of_that_collection() -> None:
    files = written(sounded())
    book = World(files, new_host()).book
    assert list(stored.problems(files, book)) == []
    wrong = {**files, "state/chart.yaml": canon.emit({"0,0": {"depth": -1}})}
    assert ["minimum" in problem.message for problem in stored.problems(wrong, book)] == [True]


def test_a_check_reads_on_where_the_notes_do_not_say_which_file_holds_what() -> None:
    files = written(sounded())
    book = World(files, new_host()).book
    notes = canon.read(files["state/engine.yaml"])
    for wrong in ([], {}, "chart", None):
        broken = {**files, "state/engine.yaml": canon.emit({**notes, "files": wrong})}
        assert not [problem for problem in stored.problems(broken, book) if problem.path == "state/players/ana.yaml"]
