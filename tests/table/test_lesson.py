"""The lesson goes on when what it is about was done, and waits where something was refused."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.cli.main import nomic
from engine.table import lesson, serving, sight
from engine.table.folder import Folder
from engine.table.game import Game
from engine.table.serving import house
from tests.table.tables import Time, island, opened, served

STEPS: dict[str, Any] = {
    "friends": ["bo"],
    "steps": [
        {"remark": "Join.", "button": "Join", "deeds": [{"by": "bo", "says": "/join"}, {"by": "you", "says": "/join"}]},
        {"remark": "Give.", "button": "Give", "deeds": [{"by": "you", "says": "/give 99 shells to bo"}]},
        {"remark": "The end.", "button": "", "deeds": []},
    ],
}


def test_a_lesson_waits_where_something_is_refused_and_does_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    monkeypatch.setattr(lesson, "lesson", lambda ruleset: STEPS)
    with (
        opened(tmp_path / "game", Time(), players=("you",)) as game,
        house(game, "", lambda error: None, reachable=False) as whole,
    ):
        lesson.begin(game, "island")
        game.act(lambda: game.people.comment("you", 1, "/join"))
        _, said = lesson.go_on(whole)
        now = lesson.step(game)
        assert said is not None and sight.was_refused(game.model.comments[said]), "joined already"
        assert now is not None and (now.number, now.stuck, len(now.deeds)) == (1, True, 1), "bo does not join again"
        lesson.pass_over(game)
        now = lesson.step(game)
        assert now is not None and (now.number, now.stuck, len(now.deeds)) == (2, False, 1)
        lesson.go_on(whole)
        now = lesson.step(game)
        assert now is not None and (now.number, now.stuck) == (2, True)
        lesson.pass_over(game)
        now = lesson.step(game)
        assert now is not None and (now.number, now.button) == (3, "")


def test_what_whoever_learns_has_said_is_shown_where_a_friend_has_the_last_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    both = {"remark": "Join.", "button": "Join", "deeds": [{"by": who, "says": "/join"} for who in ("you", "bo")]}
    monkeypatch.setattr(lesson, "lesson", lambda ruleset: {**STEPS, "steps": [both, STEPS["steps"][-1]]})
    with (
        opened(tmp_path / "game", Time(), players=("you",)) as game,
        house(game, "", lambda error: None, reachable=False) as whole,
    ):
        lesson.begin(game, "island")
        _, said = lesson.go_on(whole)
        assert said is not None and game.model.accounts[game.model.comments[said].author].login == "you"


def test_whoever_goes_on_without_a_step_of_the_proposal_is_not_told_that_it_is_law(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who voted nay, resolved it and went on read "Your rule is law", and bought at the old price."""
    island(monkeypatch)
    voted = {
        "remark": "It is open.",
        "button": "Vote",
        "deeds": [{"by": "you", "says": "/give 9 shells", "on": "thread"}],
    }
    law = {"remark": "Your rule is law.", "button": "Use it", "deeds": [{"by": "you", "says": "/join"}]}
    monkeypatch.setattr(lesson, "lesson", lambda ruleset: {**STEPS, "steps": [voted, law, STEPS["steps"][-1]]})
    with (
        opened(tmp_path / "game", Time(), players=("you",)) as game,
        house(game, "", lambda error: None, reachable=False) as whole,
    ):
        lesson.begin(game, "island")
        game.note(lesson.NOTE, {**game.notes[lesson.NOTE], "thread": 1})
        lesson.go_on(whole)
        now = lesson.step(game)
        assert now is not None and now.stuck
        lesson.pass_over(game)
        now = lesson.step(game)
        assert now is not None and now.remark == "The end."


def test_whoever_presses_twice_does_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine a step was done as often as it was pressed, and a proposal opened twice could not be voted on."""
    island(monkeypatch)
    deeds = [{"by": "bo", "says": "/join"}], [{"by": "you", "says": "/join"}]
    steps = [{"remark": f"Step {n}.", "button": "On", "deeds": each} for n, each in enumerate(deeds)]
    monkeypatch.setattr(lesson, "lesson", lambda ruleset: {**STEPS, "steps": [*steps, STEPS["steps"][-1]]})
    with opened(tmp_path / "game", Time(), players=("you",)) as game, served(game) as (whole, enter):
        lesson.begin(game, "island")
        me = enter(whole.seats.links["host"])
        given = dict(re.findall(r'name="(at|proof)" value="(\w+)"', me.look("/")))

        def press(_: int) -> int:
            return me.session.post(f"{me.address}/lesson", data={**given, "do": "next"}, timeout=60).status_code

        with ThreadPoolExecutor(3) as fingers:
            assert set(fingers.map(press, range(3))) == {200}
        now = lesson.step(game)
        assert now is not None and (now.number, now.stuck) == (2, False)
        assert [c.body for c in game.model.comments.values() if c.body == "/join"] == ["/join"]


@pytest.mark.parametrize(("named", "learner"), [((), "ana"), (("--players", "zed"), "zed")])
def test_who_learns_has_a_seat_with_a_name_and_nobody_else_gets_one_when_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: tuple[str, ...], learner: str
) -> None:
    monkeypatch.setattr(serving, "serve", lambda *given: None)
    for words in (named, ()):
        begun = ["play", str(tmp_path / "game"), "--tutorial", "--no-browser", "--port", "0", *words]
        done = CliRunner().invoke(nomic, begun)
        assert done.exit_code == 0, done.output
        folder = Folder(tmp_path / "game")
        with folder.held(), Game(folder, Time()) as game:
            assert (game.host, [*game.seats]) == (learner, [learner, "bo", "cy"])


def test_an_answer_stands_above_the_lesson_so_that_one_goes_on_from_it_to_the_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By keys one was at the answer, and the next step of the lesson lay twenty-seven strokes away."""
    island(monkeypatch)
    monkeypatch.setattr(lesson, "lesson", lambda ruleset: STEPS)
    with opened(tmp_path / "game", Time(), players=("you",)) as game, served(game) as (whole, enter):
        lesson.begin(game, "island")
        me = enter(whole.seats.links["host"])
        me.look("/")
        page = me.send("/lesson", at="1", do="next")
        assert me.there.endswith("#said") and -1 < page.find('id="said"') < page.find('class="lesson"')
