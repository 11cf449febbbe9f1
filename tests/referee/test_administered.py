"""Which commit is the engine's to go on from, where the files it is told by are none."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.game.world.stored import Damaged
from engine.referee.commits import administered
from engine.referee.ports import ForgeError, Gone, Unreachable
from engine.store import canon
from engine.store.records import GAME, NOTES
from tests.begun import FIRST
from tests.proof.test_broken_files import BROKEN
from tests.referee.in_memory import Table

HEAD = "f" * 64
Changes = dict[str, str | None]


def since(table: Table) -> administered.Since:
    repository = table.island.repository
    return administered.since_last(repository, repository.fetch())


def notes(table: Table) -> str:
    return canon.emit({**table.read(NOTES), "head": HEAD})


def test_a_commit_whose_notes_end_with_the_entry_it_names_is_taken_for_the_engines() -> None:
    table = Table()
    made = table.by_hand({NOTES: notes(table)}, f"x\n\n{administered.trailer(HEAD)}\n")
    assert since(table).base == made, "which is why games have a key: see test_seals.py"


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("path", [NOTES, GAME])
def test_a_commit_without_notes_or_game_that_can_be_read_is_nobodys_to_go_on_from(
    path: str, broken: str | None
) -> None:
    table = Table()
    last = table.island.store.main
    changes: Changes = {NOTES: notes(table), path: broken}
    made = table.by_hand(changes, f"x\n\n{administered.trailer(HEAD)}\n")
    found = since(table)
    assert (found.base, [h["commit"] for h in found.happenings]) == (last, [] if path == NOTES else [made])
    assert found.restored[path] == table.island.store.commits[last].files[path]


def test_a_text_that_is_none_is_no_notes() -> None:
    table = Table()
    last = table.island.store.main
    text = notes(table)
    table.by_hand({NOTES: text}, f"x\n\n{administered.trailer(HEAD)}\n")
    store = table.island.store
    store.blobs[store.entry(text).blob] += b"\xff"
    assert since(table).base == last


@pytest.mark.parametrize("many", [1, administered.APART + 1])
def test_a_folder_in_the_place_of_the_notes_is_put_away_and_the_game_goes_on(many: int) -> None:
    table = Table()
    last = table.island.store.main
    table.by_hand({NOTES: None}, "Away")
    files: Changes = {f"{NOTES}/{number}": "x\n" for number in range(many)}
    table.by_hand(files, f"x\n\n{administered.trailer(HEAD)}\n")
    assert since(table).base == last
    table.say("ana", "/build")
    table.run()
    assert not [path for path in table.island.files() if path.startswith(f"{NOTES}/")]
    assert table.read("state/huts.yaml")["ana"] == {"size": 1}


def test_where_its_notes_cannot_be_had_at_the_moment_the_engines_last_commit_is_not_taken_for_a_hands() -> None:
    table = Table()
    table.say("ana", "/build")
    table.run()
    repository = table.island.repository
    read, notes, asked = repository.blobs, table.island.store.entry(table.island.files()[NOTES]).blob, list[str]()

    def once_missing(ids: Iterable[str], along: Iterable[str] = ()) -> dict[str, bytes]:
        wanted = [*ids]
        if notes in wanted and not asked:
            asked.append(notes)
            raise Gone(f"not our ref {notes}", "It was deleted or moved; go on without it.")
        return read(wanted, along)

    repository.blobs = once_missing  # type: ignore[method-assign]
    table.say("bo", "/build")
    with pytest.raises(Unreachable, match="not our ref"):
        table.run()
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}, "bo": {"size": 1}}
    assert not any("by hand" in answer for answer in table.answers())
    assert table.findings() == []


def begun(changes: Changes) -> Table:
    """A game whose first commit was made again by hand, with the words it had."""
    table = Table()
    store = table.island.store
    first = next(c for c in store.commits.values() if not c.parents)
    assert first.message == FIRST
    store.main = store.add([], {**first.files, **changes}, first.message, first.time, first.author)
    return table


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_game_begun_without_a_record_of_it_says_so_and_goes_on_when_it_is_mended_by_hand(broken: str | None) -> None:
    sound = Table().island.files()[GAME]
    table = begun({GAME: broken})
    with pytest.raises((Damaged, ForgeError)) as told:
        table.run()
    assert told.value.cause.startswith(f"{GAME}:") or f"{GAME} is missing" in told.value.cause
    table.by_hand({GAME: sound})
    table.run()
    assert {"ana", "bo"} <= {table.read(p)["login"] for p in table.island.files() if p.startswith("state/players/")}
    (found,) = table.findings()
    assert "no game can be read there: " in found and GAME in found


def test_notes_that_do_not_say_when_the_clock_began_begin_no_game_and_it_goes_on_when_they_are_mended() -> None:
    """Else every period since 1970 would be due."""
    table = begun({NOTES: "a: 1\n"})
    sound = next(c for c in Table().island.store.commits.values() if not c.parents).files[NOTES]
    before = table.island.store.main
    with pytest.raises(Damaged, match=f"{NOTES}:1: 'position' is a required property"):
        table.run()
    assert table.island.store.main == before
    table.by_hand({NOTES: sound})
    table.run()
    assert {"ana", "bo"} <= {table.read(p)["login"] for p in table.island.files() if p.startswith("state/players/")}
