"""How the throws of a happening came about, told so that whoever reads it can make each of them again."""

import hashlib
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game.dice import Draw, commitment, seed, thrown_again
from engine.game.entries import Entry
from engine.game.fold import journaling
from engine.game.owned import Drawn
from engine.game.world import stored
from engine.referee.commits import snapshot
from engine.referee.ports import ForgeError, Repository
from engine.store import canon
from engine.store.records import JOURNAL, NOTES


@dataclass(frozen=True)
class Thrown:
    """A happening with its rolls, the game's id, and the key they were thrown with, where it is known.

    `committed` is the hash published of that key beforehand; `told_by` says how the key is known.
    """

    id: str
    rolls: list[Drawn]
    game: str
    committed: str | None
    key: bytes | None
    told_by: str


def shown(repository: Repository, name: str, given: bytes | None) -> list[str]:
    """The lines that are printed. Raises ForgeError, also where somebody wrote into the journal what is no throw, and Damaged."""
    try:
        return list(told(find(repository, name, given)))
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        cause = f"What the journal has of {name}, or of the dice after it, is not as the engine writes it."
        raise ForgeError(cause, "Run `nomic verify`: it says what was changed by hand.") from None


def find(repository: Repository, name: str, given: bytes | None) -> Thrown:
    """`name` is a happening's id; `given` is the present key, if whoever asks has it. Raises ForgeError, and Damaged."""
    main = repository.fetch()
    wanted = {p: e for p, e in repository.tree(main, "state", sizes=False).items() if p.startswith((JOURNAL, NOTES))}
    files = snapshot.texts(repository, wanted)
    stored.must_be_sound(files)
    if NOTES not in files:
        cause = f"{NOTES} is missing, and says for which game dice are thrown."
        raise ForgeError(cause, f"Restore it from the commit before: `git log -- {NOTES}` shows it.")
    engine = canon.read(files[NOTES])
    entries = [e for path in sorted(files) if path.startswith(JOURNAL) for e in journaling.read(files[path])]
    place = next((i for i, e in enumerate(entries) if e.get("id") == name), None)
    if place is None:
        raise ForgeError(f"The journal has no happening `{name}`.", "Look its id up in state/journal/.")
    entry = entries[place]
    if not entry.get("rolls"):
        raise ForgeError(f"No dice were thrown in {name}.", "Entries with throws have `rolls` in state/journal/.")
    committed, key, told_by = _key(entries[place:], engine, given)
    return Thrown(name, entry["rolls"], str(engine.get("game", "")), committed, key, told_by)


def _key(later: list[Entry], engine: Mapping[str, Any], given: bytes | None) -> tuple[str | None, bytes | None, str]:
    """The key in force before these entries: the next change of keys reveals it."""
    change = next((e for e in later if e.get("kind") == "rotated" and e["outcome"]["is"] == "done"), None)
    if change is None:
        committed = (engine.get("dice") or {}).get("commitment")
        fits = given is not None and committed in (None, commitment(given))
        return committed, given if fits else None, "given in NOMIC_DICE_KEY"
    revealed = change.get("revealed")
    if revealed is None:
        return None, None, "lost"
    key = bytes.fromhex(revealed)
    return commitment(key), key, f"revealed by {change['id']}"


def told(thrown: Thrown) -> Iterator[str]:
    """Lines to be printed. Where the key is not known, they say what is."""
    yield f"happening  {thrown.id}"
    yield f"game       {thrown.game}"
    if thrown.key is None:
        yield from _waiting(thrown)
        return
    secret = thrown.key.hex()
    yield f"key        {secret} ({thrown.told_by})"
    yield f"           its SHA-256 was published beforehand: {thrown.committed or 'no, it was not: not for play'}"
    root = seed(thrown.key, thrown.game, thrown.id)
    yield f"seed       {root.hex()} = HMAC-SHA256 of game, newline, happening, under the key:"
    named = f"{_quoted(thrown.game)} {_quoted(thrown.id)}"
    yield f"           printf '%s\\n%s' {named} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{secret}"
    shown, differs = -1, False
    for roll, (draws, found) in zip(thrown.rolls, thrown_again(root, thrown.rolls), strict=True):
        for draw in draws:
            if draw.block > shown:
                shown = draw.block
                yield from _block(root, shown)
            yield f"           {_draw(draw)}"
        yield f"{_named(roll)}: {_result(roll, found)}"
        differs = differs or found != roll.get("faces", found)
    if differs:
        yield f"What differs was changed by hand, in the journal or in {NOTES}: `nomic verify` says where, and by whom."


def _quoted(text: str) -> str:
    """As one word of a shell, always in quotes: whoever may commit by hand names the game."""
    quoted = shlex.quote(text)
    return quoted if quoted != text else f"'{text}'"


def _waiting(thrown: Thrown) -> Iterator[str]:
    if thrown.told_by == "lost":
        yield "key        was lost: these throws can never be made again"
    else:
        yield f"key        not revealed yet; its SHA-256 is {thrown.committed}"
    for roll in thrown.rolls:
        yield f"{_named(roll)}: {_written(roll)}, as the journal has it"


def _block(root: bytes, block: int) -> Iterator[str]:
    data = root + block.to_bytes(8, "big")
    yield f"block {block:<4} {hashlib.sha256(data).hexdigest()} = SHA-256 of the seed and the number of the block in 8 bytes:"
    yield f"           printf '{data.hex()}' | xxd -r -p | openssl dgst -sha256"


def _draw(draw: Draw) -> str:
    where = f"byte {draw.at}" if len(draw.taken) == 1 else f"bytes {draw.at} to {draw.at + len(draw.taken) - 1}"
    value = f"{where} of block {draw.block}: {draw.taken.hex()} = {draw.value}"
    if not draw.counts:
        return f"{value}, not below {draw.limit}: thrown away, or some numbers would come more often"
    return f"{value}; {draw.value} mod {draw.n} = {draw.value % draw.n}"


def _named(roll: Mapping[str, Any]) -> str:
    return f"{roll['throw']:<10}" if "throw" in roll else ("choice    " if "chosen" in roll else "shuffling ")


def _written(roll: Mapping[str, Any]) -> str:
    if "chosen" in roll:
        return f"{roll['chosen']!r} of {roll['of']}"
    if "shuffled" in roll:
        return f"{roll['shuffled']!r}"
    return f"{', '.join(str(f) for f in roll['faces'])}" + (f", in all {roll['total']}" if "total" in roll else "")


def _result(roll: Mapping[str, Any], found: list[int]) -> str:
    if "chosen" in roll:
        return f"{_written(roll)}: the one with the number {found[0]}, counted from 0"
    if "shuffled" in roll:
        return f"{_written(roll)}: from the last place to the second, each changed with the place drawn"
    if found != roll["faces"]:
        return f"{', '.join(str(f) for f in found)}, but the journal has {_written(roll)}"
    return f"{_written(roll)} (each is its remainder and 1)"
