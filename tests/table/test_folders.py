"""Which folders a game begins in, and that one which could not begin is none."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli.at_table import ask
from engine.cli.main import nomic
from engine.cli.play import NO_TEACHER, OVER
from engine.hub import keeping
from engine.hub.own_git import OfAnother
from engine.store.told import Told
from engine.table import folder as folders
from engine.table import serving
from engine.table.folder import Folder, Foreign, Taken
from engine.table.game import BadName, Beginning, Game, begin
from engine.template import shipped
from engine.template.beginning import BrokenRuleset
from tests.island import RULESET, rule, with_rules
from tests.shares import share
from tests.table.tables import PLAYERS, Time, island, joined, opened, served


@pytest.mark.parametrize("name", ["letter.txt", ".git", "rules", "locks", "hub"])
def test_a_folder_of_something_else_is_left_as_it_is(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    tmp_path.chmod(0o755)
    found = CliRunner().invoke(nomic, ["play", str(tmp_path), "--no-browser", "--port", "0"])
    assert isinstance(found.exception, Foreign) and name in found.exception.cause
    assert [each.name for each in tmp_path.iterdir()] == [name]
    assert tmp_path.stat().st_mode & 0o777 == 0o755


OLD = '#!/bin/sh\necho "error: unknown option initial-branch=main" >&2\nexit 129\n'


def test_with_a_git_that_is_too_old_it_is_said_and_begins_later_as_if_nothing_had_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was called a bug, and the folder could not be used any more."""
    island(monkeypatch)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").write_text(OLD)
    (tmp_path / "bin" / "git").chmod(0o755)
    with monkeypatch.context() as older:
        older.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
        with pytest.raises(Told, match="unknown option") as told, opened(tmp_path / "game", Time()):
            raise AssertionError("nothing is open")
        assert told.value.remedy == "Install git 2.39 or newer."
    with opened(tmp_path / "game", Time()) as game:
        assert game.settle() is not None and game.trouble is None


def test_where_the_port_is_taken_nothing_has_begun(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        words = ["play", str(tmp_path / "game"), "--no-browser", "--port", str(taken.getsockname()[1])]
        found = CliRunner().invoke(nomic, words)
    assert found.exit_code == 2 and "Name another with --port" in found.output
    assert not (tmp_path / "game" / "hub.sqlite").exists()
    Folder(tmp_path / "game").look()


@pytest.mark.parametrize(("folder", "named"), [("game", ["--name", "so \udcff it is"]), ("g\udcffme", [])])
def test_where_the_name_of_the_game_cannot_be_written_nothing_has_begun(
    tmp_path: Path, folder: str, named: list[str]
) -> None:
    found = CliRunner().invoke(nomic, ["play", str(tmp_path / folder), "--no-browser", "--port", "0", *named])
    assert found.exit_code == 2 and "--name" in found.output
    assert not (tmp_path / folder / "hub.sqlite").exists()
    Folder(tmp_path / folder).look()


def test_of_names_one_of_which_is_none_nobody_is_seated_and_no_folder_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty folder stayed, in which `nomic new` then made no game; and in a game those before it had their seats."""
    island(monkeypatch)
    words = ["--no-browser", "--port", "0", "--players", "zoe,-x"]
    refused = CliRunner().invoke(nomic, ["play", str(tmp_path / "none"), *words])
    assert isinstance(refused.exception, BadName) and not (tmp_path / "none").exists()
    with opened(tmp_path / "game", Time()):
        pass
    assert isinstance(CliRunner().invoke(nomic, ["play", str(tmp_path / "game"), *words]).exception, BadName)
    with opened(tmp_path / "game", Time()) as game:
        assert "zoe" not in game.seats


def test_of_rules_with_which_no_game_can_begin_no_folder_is_left_and_nothing_is_said_of_code_that_is_there(
    tmp_path: Path,
) -> None:
    rules = tmp_path / "house" / "rules"
    (rules / "mine").mkdir(parents=True)
    (rules / "mine" / "101-begin.md").write_text(
        '---\nrule: 101\ntitle: A\n---\nA.\n\n```starlark\nload("x", "y")\n```\n'
    )
    words = ["play", str(tmp_path / "game"), "--no-browser", "--port", "0", "--ruleset", str(rules / "mine")]
    lacking = CliRunner().invoke(nomic, words).exception
    assert isinstance(lacking, BrokenRuleset) and "copy there what comes with the engine" in lacking.remedy
    (rules / "library").mkdir()
    (rules / "library" / "x.star").write_text("z = 1\n")
    there = CliRunner().invoke(nomic, words).exception
    assert isinstance(there, BrokenRuleset) and there.remedy == f"`nomic check {tmp_path / 'house'}` shows them all."
    assert not (tmp_path / "game").exists()


def test_a_folder_that_was_moved_while_it_was_held_is_looked_for_no_more(tmp_path: Path) -> None:
    with Folder(tmp_path / "game").held():
        (tmp_path / "game").rename(tmp_path / "elsewhere")
    assert [path.name for path in tmp_path.iterdir()] == ["elsewhere"]


def test_what_was_killed_while_it_began_begins_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    folder = Folder(tmp_path / "game")
    chosen = Beginning(RULESET, "Island", "UTC", PLAYERS, "table")
    with folder.held():
        with monkeypatch.context() as killed:
            killed.setattr(keeping.Keeper, "save", _killed)
            with pytest.raises(KeyboardInterrupt):
                begin(folder, chosen, Time())
        folder.look()
        assert folder.base.is_file() and keeping.named(folder.base) is None
        begin(folder, chosen, Time())
        with Game(folder, Time()) as game:
            assert game.settle() is not None and game.trouble is None


LEFT = ("game.git/refs/heads/main.lock", "game.git/packed-refs.lock", "game.git/index.people.lock")
LEFT_IN_COPIES = (
    "copy/copy.git/refs/remotes/origin/main.lock",
    "copy/copy.git/config.lock",
    "copy/copy.git/objects/info/commit-graphs/commit-graph-chain.lock",
    "copy/view.git/HEAD.lock",
)


@pytest.mark.parametrize("left", [*share(LEFT, 3), *share(LEFT_IN_COPIES, 3)])
def test_a_machine_that_stopped_while_git_wrote_does_not_end_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    island(monkeypatch)
    monkeypatch.setattr(folders, "OUTLIVES", 0.0)
    place = tmp_path / "game"
    with opened(place, Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        assert game.settle() is not None
    assert (place / left.split(".git")[0]).with_suffix(".git").is_dir()
    (place / left).parent.mkdir(parents=True, exist_ok=True)
    (place / left).touch()
    with opened(place, Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/build"))
        assert game.settle() is not None and game.trouble is None
    assert not (place / left).exists()


@pytest.mark.parametrize("copy", ["view", "drafts"])
def test_nor_does_one_that_stopped_while_a_page_was_made_keep_pages_from_being_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copy: str
) -> None:
    """For ten minutes none could be: so long such a lock might have been another's."""
    island(monkeypatch)
    monkeypatch.setattr(folders, "OUTLIVES", 0.0)
    draft = {"title": "104 Songs", "prose": "We sing.", "do": "check"}
    with joined(tmp_path) as (_, _, me):
        me.look("/propose")
        assert "Would be accepted" in me.send("/propose", **draft)
    left = [tmp_path / "game" / copy / "copy.git" / name for name in ("config.lock", "refs/remotes/origin/main.lock")]
    for each in left:
        each.parent.mkdir(parents=True, exist_ok=True)
        each.touch()
    with opened(tmp_path / "game", Time()) as game, served(game) as (house, enter):
        game.act(lambda: game.people.comment("ana", 1, "/build"))
        assert game.settle() is not None
        me = enter(house.seats.links["host"])
        me.look("/propose")
        assert "Would be accepted" in me.send("/propose", **draft)
    assert not any(each.exists() for each in left)


def test_a_disk_without_locks_is_no_mistake_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", none)
    with pytest.raises(Told) as told, Folder(tmp_path / "game").held():
        pass
    assert "cannot be locked: No locks available" in told.value.cause and "another disk" in told.value.remedy


def test_locks_in_a_folder_that_is_no_game_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "OUTLIVES", 0.0)
    lock = tmp_path / "mine.git" / "HEAD.lock"
    lock.parent.mkdir()
    lock.touch()
    with Folder(tmp_path).held():
        assert lock.exists()


def _killed(keeper: keeping.Keeper) -> None:
    raise KeyboardInterrupt


def test_what_is_chosen_for_a_game_that_began_otherwise_is_said_to_be_for_a_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    place = tmp_path / "our game"
    with opened(place, Time()):
        pass
    monkeypatch.setattr(serving, "serve", lambda *_: None)

    def said(*words: str) -> list[str]:
        done = CliRunner().invoke(nomic, ["play", str(place), "--no-browser", "--port", "0", *words])
        assert done.exit_code == 0, done.output
        return done.output.splitlines()

    last = ["", f"The game is kept. `nomic play '{place}'` goes on with it."]
    goes_on = "is for a new game. This one goes on as it began, with"
    assert said("--ruleset", "frontier", "--timezone", "Asia/Kathmandu", "--name", "Wald", "--clock", "real") == [
        f"Hint: --ruleset {goes_on} {RULESET}.",
        f"Hint: --name {goes_on} Island.",
        f"Hint: --timezone {goes_on} UTC.",
        f"Hint: --clock {goes_on} table.",
        *last,
    ]
    assert said("--clock", "table", "--name", "Island", "--players", "ana") == last
    assert said("--tutorial") == [NO_TEACHER, *last], "nobody came, and nothing was said"
    assert said() == last


def test_whoever_opens_a_game_that_is_over_is_told_so_and_where_another_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`The game is on`, it said, and with --ruleset that this one goes on as it began."""
    front = "commands:\n  - {usage: /finish, run: finish, help: End it.}\n"
    ends = rule(120, "The end", front=front, code='def finish(player):\n    end_game("All is done.")\n')
    monkeypatch.setattr(shipped, "law", lambda ruleset: with_rules({"120-end.md": ends}))
    monkeypatch.setattr(serving, "serve", lambda *_: None)
    for word, is_over in (("/join", False), ("/finish", True)):
        with opened(tmp_path / "game", Time()) as game:
            game.act(lambda word=word: game.people.comment("ana", 1, word))
            assert game.settle() is not None
        said = CliRunner().invoke(nomic, ["play", str(tmp_path / "game"), "--no-browser", "--port", "0"]).output
        assert (OVER in said.splitlines()) is is_over, said


def test_a_browser_is_started_with_a_link_that_is_not_the_hosts_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    opened_there: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened_there.append)
    monkeypatch.setattr(serving, "serve", lambda served, host, port, report, ready: ready())
    place = tmp_path / "game"
    with opened(place, Time()):
        pass
    done = CliRunner().invoke(nomic, ["play", str(place), "--port", "0"])
    (link,) = [line.strip() for line in done.output.splitlines() if "/enter/" in line]
    (first,) = opened_there
    assert first.rpartition("/")[0] == link.rpartition("/")[0] and first != link


def test_nobody_is_sent_to_a_process_that_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`served` was announced by what serves no more: killed, or ended by Ctrl-C; who has the folder now serves nothing."""
    island(monkeypatch)
    place, announced = Folder(tmp_path / "game"), {"address": "http://127.0.0.1:9", "secret": "s"}
    with opened(place.path, Time()):
        place.announce(announced)
        assert place.served() == announced
    assert place.served() is None
    place.announce(announced)
    with place.held():
        with pytest.raises(Taken) as told, place.held():
            pass
        assert told.value.remedy == "Wait until that one has ended, or end it."
        place.announce(announced)  # it has died a moment ago, and somebody else has the folder
        with pytest.raises(Taken) as refused:
            ask(place.path, {"do": "status"})
    assert refused.value.remedy == "Wait until that one has ended, or end it."


def test_whoever_ends_a_game_that_cannot_be_written_is_told_what_is_there_and_what_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was said that what was done last is kept with the next thing that is done: there is no next one in that process."""
    island(monkeypatch)
    with pytest.raises(keeping.NotKept) as told:
        _play_until_it_is_full(tmp_path / "game")
    assert told.value.remedy.startswith("Make room on the disk.") and "next thing" not in told.value.remedy
    assert "what anyone was told is done is there" in told.value.remedy
    with opened(tmp_path / "game", Time()) as again:
        assert [comment.body for comment in again.model.comments.values()] == ["/join"]


def _play_until_it_is_full(place: Path) -> None:
    with opened(place, Time()) as game:
        game.act(lambda: game.people.comment("ana", 1, "/join"))
        (pages,) = game.keeper.base.execute("PRAGMA page_count").fetchone()
        game.keeper.base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(keeping.NotKept, match="full"):
            game.act(lambda: game.people.comment("bo", 1, "lost " * 5_000))


def test_a_game_that_belongs_to_another_user_is_not_opened_and_it_is_said_how_to_take_it_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that was copied with its owner. It was said to be on, and each page that git's files were broken."""
    island(monkeypatch)
    with opened(tmp_path / "my game", Time()):
        pass
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    with pytest.raises(OfAnother) as told, opened(tmp_path / "my game", Time()):
        pass
    assert "belongs to another user" in told.value.cause
    assert f"chown -R \"$(id -u)\" '{tmp_path}/my game'" in told.value.remedy


@pytest.mark.parametrize("there", [True, False])
def test_where_no_game_began_a_folder_of_somebodys_own_stays_and_one_made_for_it_goes(
    tmp_path: Path, there: bool
) -> None:
    place = tmp_path / "game"
    if there:
        place.mkdir()
    with pytest.raises(KeyboardInterrupt), Folder(place).held():
        raise KeyboardInterrupt
    assert place.is_dir() is there


def test_of_many_strange_things_in_a_folder_the_first_by_name_is_told(tmp_path: Path) -> None:
    for number in range(30, 0, -1):
        (tmp_path / f"letter-{number:02}.txt").touch()
    with pytest.raises(Foreign, match="letter-01"):
        Folder(tmp_path).look()
