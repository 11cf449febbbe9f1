"""A proof of a game whose files somebody broke: it is told which, and ends in findings, never in a crash."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.referee import redacting, throws
from engine.referee.ports import ForgeError
from engine.store import canon, journal
from engine.store.records import GAME, JOURNAL, NOTES
from tests.begun import START
from tests.proof.played import ANA, Copy
from tests.proof.test_redact import redact
from tests.proof.test_tampering import saying
from tests.referee.in_memory import Table
from tests.storms.island import KEY

BROKEN = {
    "a list": "- 1\n",
    "a text": "gone\n",
    "a number": "7\n",
    "nothing": "",
    "no YAML": "a: [\n",
    "another map": "a: 1\n",
    "fields of other kinds": "position: later\nsemantics: [1]\ndice: 3\nopen_polls: 7\nruleset: [a]\n",
    "no file": None,
}


@pytest.mark.parametrize("path", [GAME, NOTES])
@pytest.mark.parametrize("how", BROKEN)
def test_a_file_that_holds_no_record_is_found_by_its_name(path: str, how: str) -> None:
    table = Table()
    table.by_hand({path: BROKEN[how]})
    assert [found.split(":")[0] for found in table.findings()] == [path]


@pytest.mark.parametrize(
    ("path", "how"),
    [(NOTES, "a list"), (NOTES, "no YAML"), (NOTES, "fields of other kinds"), (GAME, "a text"), (GAME, "no file")],
)
def test_where_the_engines_own_commit_was_made_again_with_it_the_proof_goes_on_to_what_came_later(
    path: str, how: str
) -> None:
    table, later = Table(), "rules/island/103-fishing.md"
    store = table.island.store
    last = store.commits[store.main]
    made = store.main = store.add(
        list(last.parents), {**last.files, path: BROKEN[how]}, last.message, last.time, last.author
    )
    table.by_hand({later: None})
    first, second, third = table.findings()
    assert first.startswith(f"{path}: ") and f"(commit {made[:10]} of nomic, with entry" in first
    assert second.startswith(f"commit {made[:10]}: no game can be read there: ") and path in second
    assert third.startswith(f"{later}: is missing (commit")


def test_a_change_that_was_voted_on_is_not_looked_at_where_the_ruleset_is_not_known() -> None:
    table = Table()
    number = table.island.propose("ana", "No gifts", {"rules/island/104-gifts.md": None})
    table.say("ana", "/open", number)
    table.run()
    table.by_hand({GAME: "- 1\n"})
    assert [found.split(":")[0] for found in table.findings()] == [GAME]


def test_a_journal_that_cannot_be_read_in_a_commit_that_says_it_is_the_engines_is_told(game: Copy) -> None:
    path = "state/journal/" + "/".join(["x" * 200] * 25)  # longer than any disk holds
    game.commit({path: "x\n"})
    sha = game.commit({"state/notes.txt": "x\n"}, f"1 done, 0 refused\n\nNomic-Entry: {'ab' * 32}\n", "nomic")
    game.commit({path: None})
    said = f"commit {sha[:10]}: says it is the engine's and ends with no entry of the journal: its journal cannot be read: "
    assert [found for found in game.findings() if found.startswith(said)]


def test_of_a_day_that_could_not_be_read_in_between_the_broken_link_is_told_and_nobody_is_accused() -> None:
    table = Table()
    day = max(path for path in table.island.files() if path.startswith(JOURNAL))
    text = table.island.files()[day]
    table.by_hand({day: "- [\n"})
    table.by_hand({day: text.replace("text: /join", "text: /leave", 1)})
    found = [each for each in table.findings() if each.startswith(f"{day}: entry")]
    assert [("was changed after it was written" in each, "put in" in each) for each in found] == [(True, False)]


@pytest.mark.parametrize(
    "written",
    [
        *({"kind": "upgraded", "semantics": odd} for odd in ("later", [1], {"a": 1}, None)),
        *({"kind": "rotated", "outcome": odd} for odd in ("done", ["done"], 1, None, {"is": ["done"]})),
        *({"text": {"redacted": "ab" * 32, "followed": odd}} for odd in ("x", 1, [1], {"a": 1}, {"a": [1]}, None)),
    ],
)
def test_an_entry_whose_fields_are_of_another_kind_is_found_by_its_name(written: dict[str, Any]) -> None:
    table = Table()
    day = journal.path_of(START)
    *others, last = journal.entries(table.island.files()[day])
    table.by_hand({day: canon.emit_dated([*others, last | written])})
    found = table.findings()
    assert found and all(each.startswith(f"{day}: entry {len(others) + 1} ({last['id']})") for each in found)


def rewritten(table: Table, place: int, entry: Mapping[str, Any]) -> None:
    """One entry of the journal is written anew by hand."""
    day = journal.path_of(START)
    entries = journal.entries(table.island.files()[day])
    table.by_hand({day: canon.emit_dated([entry if at == place else each for at, each in enumerate(entries)])})


ROLL: dict[str, Any] = {"throw": "2d6", "faces": [1, 2], "total": 3}


@pytest.mark.parametrize(
    "rolls", [3, "x", {"a": 1}, [1], [{}], [ROLL | {"throw": "two"}], [ROLL | {"faces": 3}], [{"chosen": 1, "of": 0}]]
)
def test_rolls_that_are_none_are_told_so_whoever_wants_to_see_how_they_came(rolls: object) -> None:
    table = Table()
    entry = journal.entries(table.island.files()[journal.path_of(START)])[1]
    rewritten(table, 1, entry | {"rolls": [ROLL]})
    assert throws.shown(table.island.repository, entry["id"], None)[-1].startswith("2d6       : 1, 2, in all 3")
    rewritten(table, 1, entry | {"rolls": rolls})
    with pytest.raises(ForgeError, match="not as the engine writes it"):
        throws.shown(table.island.repository, entry["id"], KEY)


@pytest.mark.parametrize(
    "rotated", [{"outcome": "done"}, {"outcome": {}}, {"outcome": {"is": "done"}, "revealed": "the key"}]
)
def test_a_change_of_keys_that_somebody_wrote_by_hand_is_told_so(rotated: dict[str, Any]) -> None:
    table = Table()
    entries = journal.entries(table.island.files()[journal.path_of(START)])
    rewritten(table, 1, entries[1] | {"rolls": [ROLL]})
    rewritten(table, 2, {"id": "rotated/1", "kind": "rotated"} | rotated)
    with pytest.raises(ForgeError, match="or of the dice after it, is not as the engine writes it"):
        throws.shown(table.island.repository, entries[1]["id"], KEY)


def test_another_entry_that_is_none_hides_no_throw() -> None:
    table = Table()
    entry = journal.entries(table.island.files()[journal.path_of(START)])[1]
    rewritten(table, 1, entry | {"rolls": [ROLL]})
    for place in (0, 2):
        rewritten(table, place, {"a": 1})
    assert throws.shown(table.island.repository, entry["id"], None)[0] == f"happening  {entry['id']}"


@pytest.mark.parametrize("change", ["ab" * 32, "later"])
def test_a_text_is_taken_out_also_where_the_file_of_a_change_is_gone(change: str) -> None:
    table = Table()
    entries = journal.entries(table.island.files()[journal.path_of(START)])
    rewritten(table, 0, entries[0] | {"change": change})
    found = redacting.prepare(table.island.repository, table.island.store.main, entries[1]["id"])
    assert found.happening["entry"]["id"] == entries[1]["id"]


@pytest.mark.parametrize("gone", ["at", "hash"])
def test_no_text_is_taken_out_of_an_entry_that_is_none(gone: str) -> None:
    table = Table()
    entry = journal.entries(table.island.files()[journal.path_of(START)])[1]
    rewritten(table, 1, {name: value for name, value in entry.items() if name != gone})
    with pytest.raises(ForgeError, match="cannot be judged again"):
        redacting.prepare(table.island.repository, table.island.store.main, entry["id"])


def test_where_a_text_was_taken_out_other_differences_are_found_all_the_same(game: Copy) -> None:
    assert redact(game, saying(game, "yay")).returncode == 0
    game.commit({NOTES: "a: [\n", ANA: game.text(ANA).replace("shells: 4", "shells: 17")})
    notes, ana = sorted(game.findings())
    assert notes.startswith(f"{NOTES}: ") and ana.startswith(f"{ANA}: shells is 17 and should be 4")
