"""A game with rules of one's own: a folder rules/NAME in the place of a ruleset that comes with the engine."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli.main import nomic
from engine.store import canon
from engine.table.folder import Folder
from engine.table.game import Beginning, Game, begin
from engine.template.beginning import BrokenRuleset
from tests.island import rule, texts
from tests.newgame.games import new
from tests.table.tables import Time

ISLAND = Path(__file__).parents[1] / "island" / "rules" / "island"
SONG = "---\nrule: 150\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of somebody's, with the island's rules, another, and the code they share."""
    shutil.copytree(ISLAND.parent, tmp_path / "mine" / "rules")
    folder = (tmp_path / "mine" / "rules" / "island").rename(tmp_path / "mine" / "rules" / "atoll-2")
    (folder / "150-songs.md").write_text(SONG)
    return folder


def law_of(own: Path) -> dict[str, str]:
    return {p.replace("/island/", "/atoll-2/"): t for p, t in texts().items()} | {"rules/atoll-2/150-songs.md": SONG}


def test_a_game_begins_with_rules_of_ones_own_and_with_nothing_else(own: Path, tmp_path: Path) -> None:
    done = new(tmp_path / "game", ruleset=str(own))
    assert done.exit_code == 0, done.output
    rules = (p for p in (tmp_path / "game" / "rules").rglob("*") if p.is_file())
    assert {p.relative_to(tmp_path / "game").as_posix(): p.read_text() for p in rules} == law_of(own)
    assert canon.read((tmp_path / "game" / "state" / "game.yaml").read_text())["ruleset"] == "atoll-2"
    checked = CliRunner().invoke(nomic, ["check", str(tmp_path / "game"), "--no-examples"])
    assert checked.output == "1 ruleset: 0 errors, 0 warnings.\n"


def test_who_begins_from_nothing_is_told_where_the_code_is_that_comes_with_the_engine(tmp_path: Path) -> None:
    own = tmp_path / "mine" / "rules" / "bank"
    own.mkdir(parents=True)
    code = 'load("purse", "gain")\n\ndef open_account(player):\n    put("players", player, {"active": True})\n    gain(player, "coins", 5)\n'
    front = (
        "state: {players: {coins: {type: integer}}}\ncommands: [{usage: /account, who: anyone, run: open_account}]\n"
    )
    (own / "101-bank.md").write_text(rule(101, "Bank", front=front, code=code))
    checked = CliRunner().invoke(nomic, ["check", str(own.parents[1])])
    refused = new(tmp_path / "game", ruleset=str(own)).exception
    assert isinstance(refused, BrokenRuleset) and checked.exit_code == 1
    named = refused.remedy.rpartition(": ")[2]
    assert f"what comes with the engine: {named}\n" in checked.output
    shutil.copytree(shlex.split(named)[0], own.parent / "library")
    assert CliRunner().invoke(nomic, ["check", str(own.parents[1])]).exit_code == 0
    assert new(tmp_path / "game", ruleset=str(own)).exit_code == 0


def test_a_table_plays_by_them_and_goes_on_when_the_folder_is_gone(own: Path, tmp_path: Path) -> None:
    folder, now = Folder(tmp_path / "game"), Time()
    with folder.held():
        begin(folder, Beginning(str(own), "Atoll", players=("ana", "bo"), clock="table"), now)
        with Game(folder, now) as game:
            game.seat("ana")
        shutil.rmtree(own.parents[1])
        with Game(folder, now) as game:
            game.act(lambda: game.people.comment("ana", 1, "/join"))
            game.move_clock(60)
            game.settle()
            assert game.git.file("main", "rules/atoll-2/150-songs.md") == SONG.strip()
            assert "active: true" in game.git.file("main", "state/players/ana.yaml")


@pytest.mark.parametrize("command", [["new", "game"], ["play", "game", "--no-browser"]])
@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("mine/atoll-2", "mine/atoll-2 cannot be a game's rules. Call it rules/NAME, in a folder of your own"),
        ("mine/rules/My Rules", "cannot be a game's rules"),
        ("mine/rules/library", "cannot be a game's rules"),
        ("mine/rules/empty", "There is no rule in "),
        ("mine/rules/odd", "rules/odd/101-odd.md is not UTF-8 text. Save it as UTF-8."),
        ("mine/rules/nowhere", "there is no ruleset"),
    ],
)
def test_a_folder_that_holds_no_rules_of_a_game_is_refused_with_what_to_do(
    command: list[str], at: str, told: str, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(own, "mine/atoll-2")
    shutil.copytree(own, "mine/rules/My Rules")
    Path("mine/rules/empty").mkdir()
    Path("mine/rules/odd").mkdir()
    Path("mine/rules/odd/101-odd.md").write_bytes(b"\xff")
    done = CliRunner().invoke(nomic, [*command, "--ruleset", at])
    assert done.exit_code == 2 and told in done.output and not Path("game").exists()


def test_rules_that_cannot_be_law_are_said_before_anything_is_laid_down(own: Path, tmp_path: Path) -> None:
    (own / "150-songs.md").write_text(SONG.replace("by_hand", "by_heart"))
    done = new(tmp_path / "game", ruleset=str(own))
    assert isinstance(done.exception, BrokenRuleset) and "150-songs.md:4: " in done.exception.cause
    assert f"nomic check {own.parents[1]}`" in done.exception.remedy
    with Folder(tmp_path / "table").held(), pytest.raises(BrokenRuleset):
        begin(Folder(tmp_path / "table"), Beginning(str(own)), Time())
    assert not (tmp_path / "game").exists() and not (tmp_path / "table").exists()


def test_who_begins_with_rules_by_which_nobody_can_join_is_told_so_at_once(tmp_path: Path) -> None:
    own = tmp_path / "mine" / "rules" / "songs"
    own.mkdir(parents=True)
    (own / "101-songs.md").write_text(SONG.replace("150", "101"))
    done, table = new(tmp_path / "game", ruleset=str(own)), Folder(tmp_path / "table")
    assert done.exit_code == 0, done.output
    beginning = begin(table, Beginning(str(own), "Songs", "UTC", ("ana",), "table"), Time())
    checked = CliRunner().invoke(nomic, ["check", str(own.parents[1]), "--no-examples"]).output
    for told in (done.output, "\n".join(beginning), checked):
        assert "rules/songs:1: nobody can become a player: give a rule a command" in told
        assert "rules/songs:1: no change of the rules can be put to the vote: give a rule a command" in told
