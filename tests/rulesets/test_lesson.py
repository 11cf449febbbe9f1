"""The lesson of Credo, stepped through to its end: nothing in it is refused, the rule is adopted, and the journal holds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.rulebook import read
from engine.table import lesson, sight
from engine.table.folder import Folder
from engine.table.game import Beginning, Game, begin
from engine.table.serving import house
from engine.template import shipped
from tests.table.tables import Time


def test_what_the_lesson_says_and_changes_is_there() -> None:
    law = shipped.law("credo")
    book, _ = read("credo", law, new_host(), FIELDS)
    steps = lesson.lesson("credo")["steps"]
    assert [step["button"] for step in steps[-1:]] == [""] and all(step["deeds"] for step in steps[:-1])
    for deed in [deed for step in steps for deed in step["deeds"]]:
        if str(deed.get("says", "")).startswith("/") and deed["says"] != "/status":
            assert any(command.usage.match(deed["says"]) is not None for _, command in book.commands), deed
        for before, after in deed.get("rewrites", []):
            assert before in book.documents[deed["proposes"]].text and before != after


def test_who_lets_time_go_by_is_shown_what_came_of_it() -> None:
    """They were to see what the dice said, and were led past them to a page on which nothing was."""
    steps = lesson.lesson("credo")["steps"]
    (week,) = [place for place, step in enumerate(steps) if any("clock" in deed for deed in step["deeds"])]
    assert steps[week]["look"] == "/chronicle" and "look" not in steps[week + 1]


@pytest.mark.skipif(os.environ.get("NOMIC_BROWSER") != "all", reason="a minute; `make test-browser` runs it")
def test_the_lesson_ends_with_an_adopted_rule_of_ones_own_and_a_game_to_take_over(tmp_path: Path) -> None:
    folder, now, bugs = Folder(tmp_path / "lesson"), Time(), list[Exception]()
    begin(folder, Beginning(players=(lesson.LEARNER,), clock="table"), now)
    with Game(folder, now) as game, house(game, "", bugs.append, reachable=False) as whole:
        lesson.begin(game, "credo")
        while (step := lesson.step(game)) is not None and step.button:
            look, said = lesson.go_on(whole)
            assert look.startswith("/")
            if said is not None:
                comment = game.model.comments[said]
                assert not sight.was_refused(comment), (step.remark, sight.answers_to(game, said))
        assert step is not None and step.number == step.of
        assert bugs == [] and game.trouble is None
        found = whole.looking.sight()
        assert found.documents["farms"].parameters["price"] == 9
        pulls = [thread for thread in game.model.threads.values() if thread.pull is not None]
        assert [(pull.state, game.model.accounts[pull.author].login) for pull in pulls] == [("closed", lesson.LEARNER)]
        assert found.records["villages"][lesson.LEARNER]["farms"] == 8
        lesson.leave(game)
        assert lesson.step(game) is None
        verified = subprocess.run(
            [str(Path(sys.executable).parent / "nomic"), "verify", str(game.git.directory)],
            capture_output=True,
            text=True,
        )
        assert verified.returncode == 0, verified.stdout + verified.stderr
