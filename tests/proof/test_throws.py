"""How a throw came about, found in the journal: under which key, how that is known, and what is said where it is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.forge.repository import GitRepository
from engine.game.dice import commitment, seed, thrown_again
from engine.game.owned import Drawn
from engine.referee import throws
from engine.referee.ports import ForgeError
from engine.referee.throws import Thrown
from engine.store import canon
from tests.proof.played import FRIDAY, KEY, Copy
from tests.proof.test_dice_command import FISHING

NEW = b"another key"
NOTES = "state/engine.yaml"


def found(game: Copy, name: str = FISHING, key: bytes | None = None) -> Thrown:
    with GitRepository(str(game.git.directory), game.directory / "looked-at") as repository:
        return throws.find(repository, name, key)


def rotated(game: Copy, revealed: str | None, outcome: str = "done", name: str = "rotated/1") -> None:
    """The key is changed after everything that was thrown, and the old one revealed, or lost."""
    entry = {"id": name, "kind": "rotated", "time": 1767970000, "outcome": {"is": outcome}, "revealed": revealed}
    notes = game.record(NOTES) | ({"dice": {"commitment": commitment(NEW)}} if outcome == "done" else {})
    game.commit({FRIDAY: game.text(FRIDAY) + canon.emit_dated([entry]), NOTES: canon.emit_dated(notes)})


def test_a_key_that_is_given_is_taken_if_its_hash_was_published(game: Copy) -> None:
    ours = found(game, key=KEY)
    assert (ours.committed, ours.key, ours.told_by) == (commitment(KEY), KEY, "given in NOMIC_DICE_KEY")
    for key in (NEW, None):
        assert (found(game, key=key).committed, found(game, key=key).key) == (commitment(KEY), None)


def test_where_no_hash_was_published_any_key_is_tried(game: Copy) -> None:
    for dice in ({"commitment": None}, None):
        notes = {name: value for name, value in (game.record(NOTES) | {"dice": dice}).items() if value is not None}
        game.commit({NOTES: canon.emit_dated(notes)})
        assert found(game, key=NEW).key == NEW
        assert found(game).key is None
        assert "no, it was not: not for play" in "\n".join(throws.told(found(game, key=NEW)))


def test_the_next_change_of_keys_reveals_the_key(game: Copy) -> None:
    rotated(game, KEY.hex())
    for key in (None, NEW, KEY):
        ours = found(game, key=key)
        assert (ours.committed, ours.key, ours.told_by) == (commitment(KEY), KEY, "revealed by rotated/1")


def test_a_change_of_keys_that_was_refused_reveals_nothing(game: Copy) -> None:
    rotated(game, NEW.hex(), "refused")
    assert (found(game).key, found(game).committed) == (None, commitment(KEY))
    rotated(game, KEY.hex(), name="rotated/2")
    assert (found(game).key, found(game).told_by) == (KEY, "revealed by rotated/2")


def test_of_two_changes_of_keys_the_next_one_is_meant(game: Copy) -> None:
    rotated(game, KEY.hex())
    rotated(game, NEW.hex(), name="rotated/2")
    assert (found(game).key, found(game).told_by) == (KEY, "revealed by rotated/1")


def test_a_key_that_was_lost_is_said_to_be(game: Copy) -> None:
    rotated(game, None)
    ours = found(game, key=KEY)
    assert (ours.key, ours.told_by) == (None, "lost")
    said = list(throws.told(ours))
    assert "key        was lost: these throws can never be made again" in said
    assert said[-1] == "1d6       : 4, in all 4, as the journal has it"


def test_a_change_of_keys_before_a_throw_says_nothing_of_its_key(game: Copy) -> None:
    earlier = {"id": "rotated/0", "kind": "rotated", "time": 1767900000, "outcome": {"is": "done"}, "revealed": "aa"}
    game.commit({FRIDAY: canon.emit_dated([earlier]) + game.text(FRIDAY)})
    assert (found(game, key=KEY).key, found(game, key=KEY).told_by) == (KEY, "given in NOMIC_DICE_KEY")


def building(game: Copy) -> str:
    return str(next(entry["id"] for entry in game.entries() if entry.get("text") == "/build"))


@pytest.mark.parametrize(
    ("name", "words"), [(lambda game: "comment/1", "no happening `comment/1`"), (building, "No dice were thrown")]
)
def test_what_was_not_thrown_is_explained(game: Copy, name: Callable[[Copy], str], words: str) -> None:
    with pytest.raises(ForgeError, match=words):
        found(game, name(game))


def test_a_throw_that_the_key_does_not_make_is_shown_beside_what_it_makes(game: Copy) -> None:
    ours = found(game, key=KEY)
    assert list(throws.told(ours))[-1] == "1d6       : 4, in all 4 (each is its remainder and 1)"
    forged = Thrown(ours.id, [{**roll, "faces": [2], "total": 2} for roll in ours.rolls], *_rest(ours))
    *_, result, last = throws.told(forged)
    assert result == "1d6       : 4, but the journal has 2, in all 2"
    assert "`nomic verify` says where" in last


def _rest(thrown: Thrown) -> tuple[str, str | None, bytes | None, str]:
    return thrown.game, thrown.committed, thrown.key, thrown.told_by


def test_what_was_chosen_and_shuffled_is_told_with_how_it_came_about(game: Copy) -> None:
    ours = found(game, key=KEY)
    rolls: list[Drawn] = [{"chosen": "bo", "of": 3}, {"shuffled": ["c", "a", "b"]}]
    stream = thrown_again(seed(KEY, ours.game, ours.id), rolls)
    (_, (place,)), (_, changed) = stream
    assert len(changed) == 2
    said = [line for line in throws.told(Thrown(ours.id, rolls, *_rest(ours))) if line.startswith(("choice", "shuff"))]
    assert said == [
        f"choice    : 'bo' of 3: the one with the number {place}, counted from 0",
        "shuffling : ['c', 'a', 'b']: from the last place to the second, each changed with the place drawn",
    ]
