"""The pages for players and operators, tried as someone new would: what they show is done on a hub, and comes true."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.template import shipped
from tests.newgame.games import Played, played
from tests.shares import only_whole

ROOT = Path(__file__).parents[2]
OPERATE = (ROOT / "docs" / "operate.md").read_text()
PLAY = (ROOT / "docs" / "play.md").read_text()
NOMIC = Path(sys.executable).parent / "nomic"
SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing before we vote.\n"
NUMBER = str(max(int(Path(p).name[:3]) for p in shipped.law("credo") if p.endswith(".md")) + 1)


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of every table with that first line. The page's 352 stands for the next number."""
    found = []
    for table in re.findall(rf"^\| {re.escape(head)} .*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE):
        found += [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return [[cell.replace("352", NUMBER) for cell in row] for row in found]


def code(cell: str) -> str:
    return re.search(r"`([^`]+)`", cell)[1]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    with played(tmp_path_factory.mktemp("page")) as made:
        yield made


def answered(game: Played, number: int = 1) -> str:
    assert game.run().returncode == 0
    return game.answers(number)


def test_what_a_player_writes_on_the_table_is_answered_as_the_page_says(game: Played) -> None:
    shown = rows(PLAY, "you write on the table")
    assert len(shown) == 10
    for written, _ in shown:
        game.say("ana", code(written))
    game.say("bo", "/join Kish")
    said = answered(game)
    at = 0
    for written, answer in shown:
        found = said.find(answer, at)
        assert found >= 0, f"{written} should have been answered: {answer}\n{said[at:]}"
        at = found


@only_whole
def test_a_rule_is_changed_as_the_page_says(game: Played) -> None:
    (ana, _, _), *_ = shown = rows(PLAY, "who")
    assert len(shown) == 7
    changes = {f"rules/credo/{NUMBER}-songs.md": SONG}
    number = game.people.open_pull(ana, code(shown[0][1]), changes, from_fork=True).number
    for who, does, then in shown:
        if does.startswith("calls it"):
            game.people.retitle(who, number, code(does))
            told = game.check(number)
            assert told.returncode == ("is red" in then), told.stdout
            assert then.partition(": ")[2] in told.stdout
            continue
        game.say(who, code(does), number)
    said = answered(game, number)
    (status,) = (c.body for c in game.hub.model.comments_of(number) if f"nomic:status/{number}:" in c.body)
    for _, does, then in shown:
        if "status comment" in then:
            assert f"**{code(then)}**" in status, status
        elif does.startswith("writes"):
            assert then in said, said
    assert game.hub.model.thread(number).pull.merged_at is not None


@only_whole
def test_a_pass_asks_as_often_as_the_operators_page_says(tmp_path: Path) -> None:
    shown = {kind: int(count) for kind, count in rows(OPERATE, "a pass with")}
    with played(tmp_path) as game:
        for who in ("ana", "bo", "cy", "di", "eve"):
            game.say(who, f"/join Village of {who}")
        changes = {f"rules/credo/{NUMBER}-songs.md": SONG}
        number = game.people.open_pull("ana", f"{NUMBER} Songs", changes, from_fork=True).number
        game.say("ana", "/open", number)
        game.say("bo", "yay", number)

        def requests() -> int:
            before = len(game.hub.requests)
            assert game.run().returncode == 0
            return len(game.hub.requests) - before

        requests()
        asked = {"nothing new": requests()}
        game.say("cy", "yay", number)
        asked["one vote"] = requests()
        game.say("ana", "/allocate 4 farming")
        asked["one command and its answer"] = requests()
        assert asked == shown


def test_the_forms_the_page_names_are_there(game: Played) -> None:
    for form in ("1-join", "2-act", "3-judgment"):
        assert f"*{game.form(form)['name']}*" in PLAY


def test_every_command_the_operators_page_shows_does_what_it_is_for(tmp_path: Path) -> None:
    lines = [line for block in re.findall(r"```console\n(.*?)```", OPERATE, re.DOTALL) for line in block.splitlines()]
    assert [line.split()[1] for line in lines] == ["new", "doctor", "verify", "check", "upgrade", "upgrade"]
    for line in lines:
        words = shlex.split(line)
        env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
        done = subprocess.run([NOMIC, *words[1:]], cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def test_the_workflows_the_page_lists_are_those_a_game_has() -> None:
    listed = [code(row[0]) for row in rows(OPERATE, "workflow")]
    there = sorted(Path(path).stem for path in shipped.same_in_every_game() if "/workflows/" in path)
    assert sorted(listed) == there
