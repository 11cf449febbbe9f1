"""An adopted change that takes effect later, over passes on other machines: what was voted on is merged, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.game.test_effect import LATER
from tests.referee.stage import Stage, game

PATH = "rules/island/108-songs.md"
DANCES = "---\nrule: next\ntitle: songs\nby_hand: true\n---\nWe dance.\n"


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[tuple[Stage, int]]:
    """A proposal that is adopted and waits for the tide, after a pass; the next one is made elsewhere."""
    with game(tmp_path, "ana", "bo") as stage:
        stage.by_hand({"rules/island/120-tides.md": LATER})
        stage.run()
        number = stage.song()
        for who in ("ana", "bo"):
            stage.say(who, "yay", number)
        stage.say("ana", "/resolve", number)
        stage.run()
        stage.elsewhere()
        yield stage, number


def status(stage: Stage, number: int) -> str:
    return next(answer for answer in stage.answers(number) if answer.startswith("###"))


def tide(stage: Stage) -> None:
    stage.say("bo", "/tide")
    stage.run()


def test_until_then_it_is_open_and_says_so(waiting: tuple[Stage, int]) -> None:
    stage, number = waiting
    assert stage.hub.model.thread(number).state == "open"
    assert "adopted, takes effect when the tide turns" in status(stage, number)
    assert not any("songs" in path for path in stage.paths() if path.startswith("rules/"))


def test_it_is_merged_when_it_takes_effect(waiting: tuple[Stage, int]) -> None:
    stage, number = waiting
    tide(stage)
    assert "rules/island/108-songs.md" in stage.paths()
    assert stage.hub.model.thread(number).pull.merged_at is not None
    assert "takes effect" not in status(stage, number)
    assert stage.findings() == []


@pytest.mark.parametrize("force", [False, True])
def test_new_commits_meanwhile_change_nothing_of_it(waiting: tuple[Stage, int], force: bool) -> None:
    stage, number = waiting
    voted = stage.hub.model.thread(number).pull.head
    start = stage.hub.git.head() if force else None
    stage.people.push("ana", number, {PATH: DANCES}, start=start)
    stage.run()
    stage.elsewhere()
    tide(stage)
    assert "We sing songs." in stage.hub.git.file("main", "rules/island/108-songs.md")
    assert stage.hub.git.run("rev-list", "--parents", "-1", "main").split()[2:] == [voted]
    assert stage.findings() == []


def test_a_commit_by_hand_that_has_its_place_is_named_and_the_game_goes_on(waiting: tuple[Stage, int]) -> None:
    stage, number = waiting
    stage.by_hand({"rules/island/140-songs.md": DANCES.replace("next", "140")})
    stage.run()
    tide(stage)
    assert stage.read(f"state/polls/{number}.yaml")["landed"] is False
    assert any("cannot take effect" in answer for answer in stage.answers(number))
    assert stage.read("state/players/bo.yaml")["shells"] == 9
    assert stage.findings() == []
