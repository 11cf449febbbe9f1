"""An issue that was closed before any pass read it said what it said all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game.calendar import DAY
from tests.referee.stage import Stage, game

HUT = "state/huts.yaml"


def closed(stage: Stage, body: str, by: str = "ana") -> int:
    stage.clock.now += 60
    number = stage.people.open_issue("ana", "A thing", body).number
    stage.clock.now += 60
    stage.people.close(by, number)
    return number


@pytest.mark.parametrize("by", ["ana", "owner"])
def test_its_command_is_carried_out_and_answered_and_it_stays_closed(tmp_path: Path, by: str) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        number = closed(stage, "/build", by)
        stage.run()
        assert HUT in stage.paths()
        assert len(stage.answers(number)) == 1
        assert stage.read(f"state/threads/{number}.yaml")["state"] == "closed"
        assert stage.hub.model.thread(number).state == "closed"
        assert stage.findings() == []
        commits = stage.hub.git.head()
        stage.run()
        stage.run()
        assert len(stage.answers(number)) == 1
        assert stage.hub.git.run("log", "--format=%s", f"{commits}..main").count("\n") <= 1


def test_what_was_edited_first_is_told_to_be_written_anew(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        stage.clock.now += 60
        number = stage.people.open_issue("ana", "A thing", "Hello.").number
        stage.clock.now += 60
        stage.hub.model.update_thread(stage.people.join("ana"), number, body="/build")
        stage.people.close("ana", number)
        stage.run()
        assert HUT not in stage.paths()
        assert len(stage.answers(number)) == 1


def test_what_is_older_than_the_last_reading_is_none_of_the_game(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        now = stage.clock.now
        stage.clock.now -= 30 * DAY
        number = closed(stage, "/build")
        stage.clock.now = now
        stage.say("bo", "What was this?", number)
        stage.run()
        assert HUT not in stage.paths()
        assert stage.answers(number) == []
