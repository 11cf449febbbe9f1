"""What a pass commits beside the game: drawn between the marks, in the same commit, only when it changed, and it stops nobody."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from engine.game.plan import Plan
from engine.game.replies import foretelling
from engine.game.words.registry import new_host
from engine.referee.beside import Guarded
from engine.referee.judging.forecast_main import answer
from engine.site import beside, frontpage
from engine.site.beside import BoardBeside, measure
from engine.store import canon
from tests import island
from tests.referee.in_memory import Table
from tests.site.test_forecast import FISHING, NAME, proposing

SHOWN = island.rule(
    120,
    "Boats",
    front="show:\n  players:\n    columns: [fish, shells]\n    order: shells\n    map: {at: [fish, shells], size: fish}\n",
)
README = f"# Ours\n\n{frontpage.BEGIN}\nold\n{frontpage.END}\n\nWords of our own.\n"
LUCK = FISHING.replace("luck: 1d6", "luck: 1d6+1").replace("1d6 fish", "1d6+1 fish")


def play(jobs: list[dict[str, Any]], patience: float) -> list[dict[str, Any]]:
    return [json.loads(json.dumps(answer(job, new_host()))) for job in jobs]


def begun() -> BoardBeside:
    return BoardBeside(play=play)


@pytest.fixture
def table() -> Table:
    found = Table(island.with_rules({"120-boats.md": SHOWN}))
    found.by_hand({"README.md": README})
    return found


def head(table: Table) -> Any:
    return table.island.store.commits[table.island.store.main]


def test_the_readme_tells_how_things_stand_in_the_commit_of_the_pass(table: Table) -> None:
    table.give_ana(7)
    report = table.run(beside=Guarded(begun))
    readme = table.island.files()["README.md"]
    assert len(report.commits) == 1 and readme.startswith("# Ours\n\n<!-- board -->\n**")
    assert readme.endswith("\n<!-- /board -->\n\nWords of our own.\n") and "old" not in readme
    assert "| ana | 0 | 7 |" in readme and "![Map" in readme and "| Due |" in readme
    assert re.search(r"left it on \w{3} \d+ January 2026, ", readme)
    assert ElementTree.fromstring(table.island.files()["board/map.svg"]).tag.endswith("svg")
    assert table.findings() == []


def test_it_is_written_only_where_it_changed_and_a_pass_without_news_draws_nothing(table: Table) -> None:
    table.give_ana(7)
    table.run(beside=Guarded(begun))
    before = dict(table.island.files())
    asked: list[str] = []
    table.run(beside=Guarded(lambda: asked.append("begun") or begun()))
    assert not asked and dict(table.island.files()) == before
    table.say("ana", "/council a")
    table.run(beside=Guarded(begun))
    changed = {p for p, text in table.island.files().items() if before.get(p) != text}
    assert "board/map.svg" not in changed, "nobody moved"


def test_a_readme_without_the_marks_is_left_alone() -> None:
    table = Table()
    table.by_hand({"README.md": "# Ours\n"})
    table.give_ana(7)
    table.run(beside=Guarded(begun))
    assert table.island.files()["README.md"] == "# Ours\n" and "board/map.svg" not in table.island.files()


def test_whoever_draws_wrongly_stops_nobody_and_is_told_of(table: Table) -> None:
    def broken() -> BoardBeside:
        raise RuntimeError("no paint")

    table.give_ana(7)
    report = table.run(beside=Guarded(broken))
    assert report.commits and table.shells() == 7 and any("no paint" in held for held in report.held)


def test_the_status_comment_foretells_and_says_when_votes_came_since(table: Table) -> None:
    number = table.island.propose("ana", "108 Luck", {NAME: LUCK})
    table.say("ana", "/open", number)
    table.run(beside=Guarded(begun))
    said = next(text for text in table.answers(number) if "What it would change" in text)
    assert "always 8 more" in said and "**ana**" in said and "`1d6`, then `1d6+1`" in said and "Since this" not in said
    filed = table.island.files()["board/forecasts.yaml"]
    table.say("bo", "yay", number)
    table.run(beside=Guarded(begun))
    later = next(text for text in table.answers(number) if "What it would change" in text)
    assert "Since this was made, votes were cast" in later and table.island.files()["board/forecasts.yaml"] == filed
    table.island.push("ana", number, {NAME: LUCK.replace("1d6+1", "1d6+2")})
    table.run(beside=Guarded(begun))
    assert "`1d6+2`" in next(text for text in table.answers(number) if "What it would change" in text)


def polls(many: int) -> dict[str, str]:
    """A game with so many open proposals of the same change."""
    texts = proposing(LUCK)
    poll = canon.read(texts["state/polls/5.yaml"])
    for number in range(6, 5 + many):
        texts[f"state/polls/{number}.yaml"] = canon.emit({**poll, "number": number + 103, "thread": number})
    return texts


def test_forecasts_take_no_more_than_their_time_however_many_are_open() -> None:
    now, asked = [0.0], []

    def slow(jobs: list[dict[str, Any]], patience: float) -> list[dict[str, Any]]:
        asked.append(patience)
        now[0] += min(patience, 2.0)
        raise TimeoutError

    board = BoardBeside(clock=lambda: now[0], play=slow)
    plan = Plan(sight={"due": [], "polls": {}, "titles": {}, "show": {}, "one_file": {}, "places": []})
    board.drawn({}, polls(30), plan)
    assert now[0] <= beside.PATIENCE and asked == [5.0, 3.0, 1.0]
    assert "\n\nThere was no time for a forecast in this pass; `nomic forecast` takes" in board.added("5")
    assert "`nomic forecast --proposal 132` makes one" in board.added("29")


SIGHT = Plan(sight={"due": [], "polls": {}, "titles": {}, "show": {}, "one_file": {}, "places": []})


def test_what_the_others_left_no_time_for_is_foretold_by_a_later_pass() -> None:
    """It was filed as what there is no time for, and never tried again."""
    now = [0.0]

    def slow(jobs: list[dict[str, Any]], patience: float) -> list[dict[str, Any]]:
        now[0] += min(patience, 3.0)
        if patience < 3.0:
            raise TimeoutError
        return play(jobs, patience)

    texts, known, foretold = polls(2), "", []
    for _ in range(2):
        board = BoardBeside(clock=lambda: now[0], play=slow)
        known = board.drawn({"board/forecasts.yaml": known}, texts, SIGHT).get("board/forecasts.yaml") or known
        foretold.append([key for key in ("5", "6") if "What it would change" in board.added(key)])
    assert foretold == [["5"], ["5", "6"]]


def test_what_took_all_the_time_of_a_pass_is_tried_again_after_a_day_and_behind_the_others() -> None:
    now, asked, busy = [0.0], list[str](), [True]

    def fails(jobs: list[dict[str, Any]], patience: float) -> list[dict[str, Any]]:
        asked.append(jobs[0]["poll"])
        if busy[0]:
            raise TimeoutError
        return play(jobs, patience)

    def passed(texts: dict[str, str], known: str) -> str:
        board = BoardBeside(clock=lambda: now[0], play=fails)
        return board.drawn({"board/forecasts.yaml": known}, texts, SIGHT).get("board/forecasts.yaml") or known

    one, two = polls(1), polls(2)
    late = passed(one, "")
    busy[0] = False
    assert passed(one, late) == late and set(asked) == {"5"}, "not with every pass, which each would take longer"
    notes = canon.read(two["state/engine.yaml"])
    later = two | {"state/engine.yaml": canon.emit({**notes, "position": [notes["position"][0] + beside.AGAIN, 0, ""]})}
    asked.clear()
    assert foretelling.LATE not in passed(later, late)
    assert list(dict.fromkeys(asked)) == ["6", "5"]


def test_where_the_judge_could_not_tell_what_is_there_stays() -> None:
    board = BoardBeside(play=play)
    assert board.drawn({"README.md": README}, polls(1), Plan()) == {}


def test_what_stands_in_the_file_of_forecasts_is_not_trusted() -> None:
    texts = polls(1)
    for wrong in ("[]\n", "'5': 7\n", "'5': {rows: [{x: 1}]}\n", "{{{", "'5':\n  rows: 3\n"):
        board = BoardBeside(play=play)
        board.recalled({"board/forecasts.yaml": wrong}, texts)
        assert "No forecast was made" in board.added("5"), wrong


def test_a_larger_game_is_played_fewer_times_and_then_less_far() -> None:
    found = [measure(records) for records in (1, 50, 200, 1_000, 4_000, 20_000)]
    assert found[0] == (8, 20) and found[-1] == (0, 0)
    assert all(
        weeks * seeds * records <= beside.WORK for (weeks, seeds), records in zip(found, (1, 50, 200), strict=False)
    )
    assert [weeks for weeks, _ in found] == sorted((weeks for weeks, _ in found), reverse=True)


@given(st.text(alphabet="<>[](){}|`*_#@!\\&;:/.-+~ \n\t\u202ewht", max_size=40))
def test_what_players_wrote_is_shown_to_the_letter_in_markdown(text: str) -> None:
    shown = MarkdownIt("gfm-like", {"linkify": False, "html": True}).renderInline(str(frontpage.plain(text)))
    wanted = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    unescaped = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
    assert unescaped == wanted
    assert "|" not in str(frontpage.plain(text)).replace("\\|", "") and "@" not in str(frontpage.plain(text))


def _imports(words: Sequence[str]) -> str:
    said = subprocess.run([sys.executable, "-c", ";".join(words)], capture_output=True, text=True, check=True)
    return said.stdout


def test_a_pass_imports_no_templates_before_there_is_something_to_draw() -> None:
    words = ["import sys", "import engine.cli.referee, engine.cli.wiring, engine.referee.passing, engine.forge.github"]
    assert _imports([*words, "print('jinja2' in sys.modules)"]) == "False\n"
