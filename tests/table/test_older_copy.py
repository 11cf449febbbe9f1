"""A copy of `hub.sqlite` that is older than the game: nobody is another for it, and nothing that counted counts otherwise."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.cli.main import nomic
from engine.store import canon, journal
from engine.table.game import Game
from engine.table.identity import Seats, SeatTaken
from tests.table.tables import Time, island, opened

SONGS = {"rules/island/108-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}
DANCES = {"rules/island/108-dances.md": "---\nrule: next\ntitle: Dances\nby_hand: true\n---\nWe dance.\n"}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    island(monkeypatch)
    return tmp_path / "game"


def said(game: Game, who: str, text: str, thread: int = 1) -> int:
    number = game.act(lambda: game.people.comment(who, thread, text)).id
    assert game.settle() is not None and game.trouble is None
    return number


def proposed(game: Game, who: str, changes: dict[str, str]) -> int:
    number = game.act(lambda: game.people.open_pull(who, "Songs", changes)).number
    said(game, who, "/open", number)
    return number


@contextmanager
def behind(place: Path, now: Time, later: Callable[[Game], None]) -> Iterator[Game]:
    """The game after something was done, opened with the `hub.sqlite` of before."""
    with opened(place, now) as game:
        said(game, "ana", "/join")
        said(game, "bo", "/join")
    shutil.copy(place / "hub.sqlite", place.parent / "copy.sqlite")
    with opened(place, now) as game:
        later(game)
        game.settle()
    for each in place.glob("hub.sqlite*"):
        each.unlink()
    shutil.copy(place.parent / "copy.sqlite", place / "hub.sqlite")
    with opened(place, now) as game:
        yield game


def entries(game: Game) -> list[dict[str, object]]:
    paths = game.git.run("ls-tree", "-r", "--name-only", "main", "state/journal/").split()
    return [entry for path in paths for entry in journal.entries(game.git.file("main", path) + "\n")]


def test_who_is_seated_next_is_nobody_who_had_a_seat(place: Path) -> None:
    def later(game: Game) -> None:
        game.seat("cy")
        said(game, "cy", "/join")

    with behind(place, Time(), later) as game:
        record = canon.read(game.git.file("main", "state/players/cy.yaml") + "\n")
        game.seat("dora")
        assert game.model.account("dora").id > record["id"]
        assert game.seats == ["ana", "bo", "cy", "dora"]
        assert game.model.account("cy").id == record["id"]
        said(game, "dora", "/join")
        assert canon.read(game.git.file("main", "state/players/cy.yaml") + "\n")["login"] == "cy"
        with pytest.raises(SeatTaken):
            Seats(game).enter("cy")


def test_what_is_said_next_has_a_number_of_its_own_and_counts(place: Path) -> None:
    def later(game: Game) -> None:
        for _ in range(3):
            said(game, "ana", "/build")

    with behind(place, Time(), later) as game:
        before = {entry["comment"] for entry in entries(game) if entry["kind"] == "said"}
        number = said(game, "bo", "/build")
        assert number not in before
        assert [e["outcome"] for e in entries(game) if e.get("comment") == number] != []


def test_an_open_proposal_stays_what_it_was_and_the_next_one_is_another(place: Path) -> None:
    def later(game: Game) -> None:
        said(game, "ana", "yay", proposed(game, "bo", SONGS))

    with behind(place, Time(), later) as game:
        thread = game.model.threads[2]
        assert thread.pull is not None and thread.author == game.model.account("bo").id
        assert (thread.pull.branch, thread.title, thread.state) == ("bo-2", "Songs", "open")
        game.settle()
        kinds = [e["kind"] for e in entries(game)]
        assert proposed(game, "ana", DANCES) == 3
        new = entries(game)[len(kinds) :]
        assert not [e for e in new if e.get("thread") == 2 and e["kind"] in ("head", "thread", "edited", "deleted")]
        poll = canon.read(game.git.file("main", "state/polls/2.yaml") + "\n")
        assert [(b["voter"], b["choice"]) for b in poll["ballots"]] == [("ana", "yay")]


def test_votes_that_were_cast_after_the_copy_decide(place: Path) -> None:
    def later(game: Game) -> None:
        proposed(game, "bo", SONGS)
        said(game, "ana", "yay", 2)

    with behind(place, Time(), later) as game:
        said(game, "bo", "yay", 2)
        said(game, "bo", "/resolve", 2)
        poll = canon.read(game.git.file("main", "state/polls/2.yaml") + "\n")
        assert poll["status"] == "adopted", poll
        assert game.model.threads[2].state == "closed"


def test_the_host_is_told_once_what_is_missing(place: Path) -> None:
    def later(game: Game) -> None:
        game.seat("cy")
        said(game, "cy", "/join")
        proposed(game, "bo", SONGS)

    with behind(place, Time(), later) as game:
        told = game.told_behind()
        assert told is not None
        cause, remedy = told
        assert "older" in cause and "#2" in cause and "cy" in cause and "\n" not in cause + remedy
        assert "Seats" in remedy
        assert game.told_behind() is None
    with opened(place, Time()) as game:
        assert game.told_behind() is None


def test_the_time_of_the_table_goes_on_from_where_the_game_is(place: Path) -> None:
    def later(game: Game) -> None:
        game.move_clock(14 * 86_400)
        said(game, "ana", "/build")

    with behind(place, Time(), later) as game:
        latest = max(int(str(entry["at"])) for entry in entries(game))
        assert game.clock() >= latest
        number = said(game, "bo", "/build")
        assert [e for e in entries(game) if e.get("comment") == number]


def test_a_game_whose_copy_lacks_nothing_is_opened_as_it_was(place: Path) -> None:
    with behind(place, Time(), lambda game: None) as game:
        assert game.told_behind() is None and game.seats == ["ana", "bo"]


def test_what_was_edited_deleted_and_closed_after_the_copy_is_so_still(place: Path) -> None:
    def later(game: Game) -> None:
        thread = proposed(game, "bo", SONGS)
        first, second = said(game, "ana", "yay", thread), said(game, "bo", "yay", thread)
        game.move_clock(60)
        game.act(lambda: game.people.edit_comment("ana", first, "nay"))
        game.act(lambda: game.people.delete_comment("bo", second))
        game.settle()
        game.act(lambda: game.people.open_issue("ana", "A letter", "Dear bo"))
        said(game, "ana", "/build", 3)
        game.act(lambda: game.people.close("ana", 3))
        said(game, "ana", "/build")

    with behind(place, Time(), later) as game:
        poll = game.git.file("main", "state/polls/2.yaml")
        assert [c.body for c in game.model.comments_of(2) if c.body in ("yay", "nay")] == ["nay"]
        assert (game.model.threads[3].title, game.model.threads[3].state) == ("A letter", "closed")
        count = len(entries(game))
        said(game, "bo", "/build")
        assert [e["kind"] for e in entries(game)[count:] if e["kind"] != "delivered"] == ["said"]
        assert game.git.file("main", "state/polls/2.yaml") == poll
        said(game, "bo", "/resolve", 2)
        assert "choice: nay" in game.git.file("main", "state/polls/2.yaml")


def test_a_terminal_says_beside_its_answer_that_what_is_kept_was_older(place: Path) -> None:
    now = Time()
    with opened(place, now) as game:
        said(game, "ana", "/join")
    shutil.copy(place / "hub.sqlite", place.parent / "copy.sqlite")
    with opened(place, now) as game:
        said(game, "ana", "/build")
    shutil.copy(place.parent / "copy.sqlite", place / "hub.sqlite")
    for times in (1, 0):
        found = CliRunner().invoke(nomic, ["say", "ana", "/build", "--game", str(place)])
        assert found.exit_code == 0 and found.stderr.count("is older than the game beside it") == times
        assert found.stdout.count("older") == 0
