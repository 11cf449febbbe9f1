"""A forecast is paired: what a proposal does not change is the same to the last point, and what it changes is told by name."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.cli.forecast import command
from engine.game.examples.example_stage import Stage
from engine.game.exhibits import SILENT
from engine.game.forecasting import dice, effects, numbers, pair
from engine.game.replies import foretelling
from engine.game.words.registry import new_host
from engine.referee.judging import bare
from engine.referee.judging.forecast import Forecast, forecast, in_children
from engine.referee.ports import ForgeError
from engine.site import forecasts
from engine.site.game import Game
from engine.store import canon
from tests import island
from tests.site.boards import START, committed, files, pages, player

FISHING = island.texts()["rules/island/103-fishing.md"]
NAME = "rules/island/103-fishing.md"
HELD = {"players": {"ana": player("ana", 1), "bo": player("bo", 2), "cy": player("cy", 3, active=False)}}


def proposing(after: str | None, before: str | None = FISHING, path: str = NAME) -> dict[str, str]:
    """A game with an open proposal of this change."""
    change = "c" * 64
    known: dict[str, Any] = {"author": "ana", "kind": "rule-change", "number": 108, "opened_at": START, "since": START}
    known |= {"ballots": [], "refused": [], "data": {}, "electors": None, "quorum_at": None, "tag": None, "thread": 5}
    poll = {**known, "change": change, "paths": [path], "status": "open", "subject": "108 Luck"}
    texts = files({**HELD, "polls": {"5": poll}})
    texts["state/engine.yaml"] = canon.emit({**canon.read(texts["state/engine.yaml"]), "open_polls": ["5"]})
    content = {"files": {path: [before, after]}, "paths": [path], "problems": []}
    return texts | {f"proposals/changes/{change}.yaml": canon.emit(content)}


def test_a_proposal_that_changes_nothing_shows_exactly_nothing_on_200_seeds() -> None:
    empty = proposing(FISHING.replace("On Fridays", "Each week, on Fridays"))
    host = new_host()
    runs = [pair(empty, "5", 4, seed, host) for seed in range(200)]
    assert effects({}, runs) == []
    assert len({json.dumps(sorted(a.items())) for a, _ in runs}) > 20, "the seeds are different worlds"


def test_what_a_proposal_changes_is_told_by_name_and_of_nobody_else() -> None:
    more = proposing(FISHING.replace("luck: 1d6", "luck: 1d6+1").replace("1d6 fish", "1d6+1 fish"))
    found = forecast(more, "5", 4, 6)
    rows = forecasts.rows(Game(more, SILENT), found)
    assert [(row.name, row.words, row.certain) for row in rows] == [
        ("ana", "more in 6 of 6 runs", True),
        ("bo", "more in 6 of 6 runs", True),
    ]
    assert {b - a for effect in found.effects for a, b in effect.runs} == {4}, "a fish a week, for the same dice"
    assert forecasts.headline(found, rows) == "In 4 weeks, something is different for ana, bo."


def test_of_whom_more_is_as_likely_as_less_a_page_says_neither() -> None:
    game = Game(proposing(None), SILENT)
    row = {
        "name": "ana",
        "field": "Fish",
        "now": "3",
        "without": "3",
        "with_": "3",
        "more": 3,
        "fewer": 3,
        "certain": False,
    }
    rows = [
        row | {"by": "", "dots": "", "words": ""},
        row | {"by": "", "dots": "", "words": "", "name": "bo", "more": 4},
    ]
    told = forecasts.filed(game, Forecast("5", 1, 6, ())) | {"rows": rows}
    shown = forecasts.shown(game, game.polls["5"], told)
    assert shown is not None and shown["by_name"] == [("Fish", "bo", "")]


@pytest.mark.parametrize("spoilt", ["at", "seeds", "weeks", "rows", "exact"])
@pytest.mark.parametrize("by", ["soon", None, [{"x": 1}]])
def test_of_a_forecast_that_somebody_has_written_by_hand_a_page_says_nothing(spoilt: str, by: object) -> None:
    game = Game(proposing(None), SILENT)
    told = forecasts.filed(game, Forecast("5", 1, 6, ()))
    assert forecasts.shown(game, game.polls["5"], told) is not None
    kept = {name: value for name, value in told.items() if name != spoilt}
    assert forecasts.shown(game, game.polls["5"], kept) is None
    if spoilt in ("at", "seeds", "rows"):
        assert forecasts.shown(game, game.polls["5"], {**told, spoilt: by}) is None


def test_the_result_is_the_same_over_any_number_of_children() -> None:
    gone = proposing(None)
    assert forecast(gone, "5", 2, 5, jobs=1).effects == forecast(gone, "5", 2, 5, jobs=2).effects != ()


def test_a_law_that_the_judge_can_load_can_be_foretold_under() -> None:
    """It takes more memory to load than its play has."""
    big = island.rule(
        120, "Big", front="on: {fished: hear}\n", code='X = ("a" * 10000) * 40000\n\ndef hear(told):\n    pass\n'
    )
    found = forecast(proposing(None) | {"rules/island/120-big.md": big}, "5", 1, 1)
    assert found.trouble == ""


def test_nothing_of_the_game_is_changed_or_learnt() -> None:
    texts = proposing(None)
    kept = dict(texts)
    forecast(texts, "5", 2, 1)
    assert texts == kept
    assert dice(0, "period/fishing/fish_all/1") != dice(1, "period/fishing/fish_all/1")


def test_what_a_rule_does_as_it_comes_into_force_is_foretold() -> None:
    gives = 'def give(change, poll):\n    record = get("players", poll["author"])\n    put("players", poll["author"], record | {"fish": record["fish"] + 50 + roll("1d6")})\n'
    gift = island.rule(120, "Presents", front="on: {enacted: give}\n", code=gives)
    found = forecast(proposing(gift, None, "rules/island/120-presents.md"), "5", 2, 20)
    assert {effect.key for effect in found.effects} == {"ana"}
    given = {(b or 0) - (a or 0) for effect in found.effects for a, b in effect.runs}
    assert given <= {51, 52, 53, 54, 55, 56} and len(given) > 2, (
        "with dice of the forecast's own, thrown in each run for itself"
    )


def test_what_a_rule_would_refuse_to_hear_of_is_not_foretold() -> None:
    gift = island.rule(
        120, "Presents", front="on: {enacted: no}\n", code='def no(change, poll):\n    refuse("Never.", "")\n'
    )
    found = forecast(proposing(gift, None, "rules/island/120-presents.md"), "5", 2, 1)
    assert not found.effects and "Never" in found.trouble


def test_that_somebody_wins_and_the_game_ends_by_the_clock_is_foretold() -> None:
    crowns = 'def crown():\n    win(["ana"], "Monday.")\n    end_game("Monday.")\n'
    law = island.rule(120, "Mondays", front='schedule: [{cron: "0 6 * * 1", run: crown}]\n', code=crowns)
    texts = proposing(law, None, "rules/island/120-mondays.md")
    found = forecasts.rows(Game(texts, SILENT), forecast(texts, "5", 2, 3))
    told = {(row.name, row.field, row.by) for row in found if row.certain}
    assert told == {("ana", "Games won", "1 more"), ("game", "Games ended", "1 more")}


def test_whom_it_makes_inactive_is_foretold() -> None:
    sends = 'def send(change, poll):\n    put("players", "bo", get("players", "bo") | {"active": False})\n'
    texts = proposing(
        island.rule(120, "Exile", front="on: {enacted: send}\n", code=sends), None, "rules/island/120-exile.md"
    )
    found = forecasts.rows(Game(texts, SILENT), forecast(texts, "5", 1, 3))
    assert ("bo", "Active", "1 fewer") in [(row.name, row.field, row.by) for row in found if row.certain]


@pytest.mark.parametrize(
    ("after", "before", "words"),
    [
        ("no rule", FISHING, "front matter"),
        (FISHING, "---\nanother\n", "meanwhile"),
        (FISHING.replace("minimum: 0", "minimum: 3"), FISHING, "fish"),  # nobody has as much now
    ],
)
def test_what_could_not_land_is_not_foretold(after: str, before: str, words: str) -> None:
    found = forecast(proposing(after, before), "5", 2, 1)
    assert not found.effects and words in found.trouble
    assert "cannot be foretold" in forecasts.headline(found, [])


def test_the_command_says_it_in_words_and_as_json(tmp_path: Path) -> None:
    committed(tmp_path, proposing(None))
    wanted = ["--root", str(tmp_path), "--seeds", "3", "--weeks", "2"]
    said = CliRunner().invoke(command, [*wanted, "--proposal", "108"], catch_exceptions=False).output
    assert "108 Luck: In 2 weeks, something is different for ana, bo." in said and "fewer in 3 of 3 runs" in said
    assert "nobody does anything" in said
    told = json.loads(CliRunner().invoke(command, [*wanted, "--json"], catch_exceptions=False).output)
    assert told[0]["proposal"] == 108 and len(told[0]["effects"][0]["runs"]) == 3
    assert CliRunner().invoke(command, [*wanted, "--proposal", "7"]).exit_code == 2


def test_the_proposals_page_shows_it_with_what_was_assumed_and_whether_things_moved_on() -> None:
    texts = proposing(None)
    found = forecast(texts, "5", 2, 2)
    game = Game(texts, SILENT)
    told = {"5": forecasts.filed(game, found)}
    page = pages(Game({**texts, "board/forecasts.yaml": canon.emit(told)}, SILENT))[0]["proposals/108.html"]
    assert (
        "something is different for ana, bo" in page
        and "fewer in 2 of 2 runs" in page
        and "nobody does anything" in page
    )
    assert "Since this was made" not in page
    old = {"5": {**told["5"], "law": "another"}}
    later = pages(Game({**texts, "board/forecasts.yaml": canon.emit(old)}, SILENT))[0]["proposals/108.html"]
    assert "Since this was made, the rules were changed" in later
    assert "nomic forecast --proposal 108" in pages(Game(texts, SILENT))[0]["proposals/108.html"]


def test_of_a_forecast_for_which_there_was_no_time_nothing_is_said_to_have_changed_since() -> None:
    """The page said that votes were cast since it was made, and what it assumed; the status comment did not."""
    texts = proposing(None)
    game = Game(texts, SILENT)
    late = {**forecasts.filed(game, Forecast("5", 8, 20, (), foretelling.LATE)), "votes": 99, "law": "another"}
    page = pages(Game({**texts, "board/forecasts.yaml": canon.emit({"5": late})}, SILENT))[0]["proposals/108.html"]
    assert "There was no time for a forecast in this pass" in page
    assert "Since this was made" not in page and "Assumed" not in page


def test_a_cluster_gives_the_same_forecast_and_without_dask_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed(tmp_path, proposing(None))
    asked = ["--root", str(tmp_path), "--seeds", "3", "--weeks", "2", "--json"]
    here = CliRunner().invoke(command, asked, catch_exceptions=False).output
    with monkeypatch.context() as gone:
        gone.setitem(sys.modules, "distributed", None)
        refused = CliRunner().invoke(command, [*asked, "--dask", "tcp://127.0.0.1:1"])
        assert isinstance(refused.exception, ForgeError) and "requirements-dask.lock" in refused.exception.remedy
    distributed = pytest.importorskip("distributed", reason="Dask is not installed: see requirements-dask.lock")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        assert CliRunner().invoke(command, [*asked, "--dask", address], catch_exceptions=False).output == here


def test_numbers_in_a_map_count_each_for_itself() -> None:
    front = "state: {players: {bag: {type: object, default: {}}}}\nby_hand: true\n"
    law = island.with_rules({"120-bags.md": island.rule(120, "Bags", front=front)})
    world = Stage(
        {"given": {"players": {"ana": {"bag": {"gold": 3, "full": True}}}}, "when": []}, law, island.RULESET
    ).world
    found = {place: value for place, value in numbers(world).items() if place[2].startswith("bag")}
    assert found == {("players", "ana", "bag.gold"): 3}


def test_what_takes_too_long_is_not_foretold_and_no_child_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = children(monkeypatch, "import time; time.sleep(60)")
    found = forecast(proposing(None), "5", 2, 2, jobs=2, patience=0.05)
    assert (found.effects, found.trouble) == ((), "It takes too long to play these weeks.")
    assert [child.returncode for child in begun] == [-9, -9]


def test_a_child_that_ends_before_it_hears_its_job_gives_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = children(monkeypatch, "import os; os.close(0); print(flush=True)", heard=True)
    with pytest.raises(EOFError):
        in_children([{"files": {"a": "x" * 1_000_000}}], 10.0)
    assert [child.returncode is not None for child in begun] == [True]


def test_where_the_machine_starts_no_more_children_those_that_it_started_are_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = children(monkeypatch, "import time; time.sleep(60)", most=1)
    with pytest.raises(BlockingIOError):
        in_children([{}, {}], 10.0)
    assert [child.returncode for child in begun] == [-9]


def children(
    monkeypatch: pytest.MonkeyPatch, code: str, *, most: int = 9, heard: bool = False
) -> list[subprocess.Popen[bytes]]:
    """Those that are begun instead of players of weeks: they run this; where they are `heard`, one line was said before."""
    made: list[subprocess.Popen[bytes]] = []

    def begun(module: str) -> subprocess.Popen[bytes]:
        if len(made) == most:
            raise BlockingIOError("no more processes")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        made.append(subprocess.Popen([sys.executable, "-I", "-S", "-c", code], **pipes))
        if heard:
            assert made[-1].stdout is not None
            made[-1].stdout.readline()
        return made[-1]

    monkeypatch.setattr(bare, "begun", begun)
    return made
