from __future__ import annotations

import ast
import hashlib
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.dice import BadThrow, Stream, Throw, commitment, parse, seed, thrown_again

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("text", "throw"),
    [("2d6+1", Throw(2, 6, 1)), ("d20", Throw(1, 20)), (" 3D6 - 2 ", Throw(3, 6, -2)), ("12d12", Throw(12, 12))],
)
def test_throws_are_read(text: str, throw: Throw) -> None:
    assert parse(text) == throw


@pytest.mark.parametrize("text", ["", "d", "6", "0d6", "1d0", "99999d6", "1d99999999", "2d6+x", "2d6\n2d6", "２d6"])
def test_what_is_no_throw_is_refused(text: str) -> None:
    with pytest.raises(BadThrow):
        parse(text)


def test_the_same_seed_gives_the_same_faces_everywhere() -> None:
    stream = Stream(hashlib.sha256(b"known answer").digest())
    assert stream.faces(Throw(12, 6)) == [6, 2, 6, 6, 3, 4, 6, 6, 6, 1, 5, 1]
    assert stream.faces(Throw(5, 100)) == [55, 40, 83, 35, 99]


# key in hex, game, happening, throws, faces: computed with openssl by `independent` below and written down.
KNOWN = [
    ("6b6579", "island", "comment/1", ["2d6", "d20", "3d100"], [2, 2, 7, 68, 7, 40]),
    (
        "00" * 32,
        "credo",
        "period/fishing/fish_all/1767960000",
        ["12d6", "d1000000"],
        [5, 4, 2, 5, 5, 6, 5, 1, 6, 2, 5, 5, 142716],
    ),
    (
        "ff" * 64,
        "Spiel der Könige",
        "timer/dive/ana/1",
        ["40d256", "5d257", "d1"],
        [
            240,
            37,
            85,
            147,
            192,
            66,
            220,
            180,
            88,
            206,
            92,
            97,
            15,
            236,
            169,
            31,
            23,
            120,
            242,
            110,
            111,
            43,
            11,
            237,
            7,
            7,
            87,
            244,
            175,
            167,
            230,
            194,
            9,
            143,
            34,
            247,
            72,
            238,
            61,
            202,
            57,
            237,
            68,
            98,
            69,
            1,
        ],
    ),
]


def openssl(data: bytes, *words: str) -> bytes:
    done = subprocess.run(
        ["openssl", "dgst", "-sha256", "-binary", *words], input=data, capture_output=True, check=True
    )
    return done.stdout


def independent(key: str, game: str, happening: str, throws: list[str]) -> list[int]:
    """The faces by the words of docs/reliability.md and openssl alone."""
    seed = openssl(f"{game}\n{happening}".encode(), "-mac", "HMAC", "-macopt", f"hexkey:{key}")
    block, counter, faces = b"", 0, []
    for throw in throws:
        count, sides = (int(part or 1) for part in throw.split("d"))
        width = 1 if sides <= 256 else 2 if sides <= 65_536 else 3
        while count:
            if len(block) < width:
                block, counter = openssl(seed + counter.to_bytes(8, "big")), counter + 1
            value, block = int.from_bytes(block[:width], "big"), block[width:]
            if value < 256**width - 256**width % sides:
                faces.append(value % sides + 1)
                count -= 1
    return faces


@pytest.mark.parametrize(("key", "game", "happening", "throws", "faces"), KNOWN)
def test_the_key_the_game_and_the_happening_give_the_faces(
    key: str, game: str, happening: str, throws: list[str], faces: list[int]
) -> None:
    stream = Stream(seed(bytes.fromhex(key), game, happening))
    assert [face for throw in throws for face in stream.faces(parse(throw))] == faces
    assert independent(key, game, happening, throws) == faces


def test_a_key_is_committed_to_by_its_hash() -> None:
    assert (
        commitment(b"key")
        == openssl(b"key").hex()
        == "2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683"
    )


CHANCE = ("random", "numpy", "secrets", "uuid")


def chance(path: Path) -> set[str]:
    """The modules of Python's own chance that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        found |= {name.split(".")[0] for name in names}
    return found & set(CHANCE)


def test_nothing_in_the_engine_draws_from_pythons_own_chance() -> None:
    found = {p.relative_to(ROOT).as_posix(): chance(p) for p in (ROOT / "engine").rglob("*.py")}
    assert [p for p, names in found.items() if "random" in names] == []
    rooms = ("engine/store/", "engine/law/", "engine/game/", "engine/referee/")
    assert [p for p, names in found.items() if names and p.startswith(rooms)] == []


def test_a_thrown_happening_is_thrown_again_draw_by_draw() -> None:
    root = seed(b"key", "g", "comment/1")
    stream = Stream(root)
    rolls = [
        {"throw": "4d100+2", "faces": stream.faces(parse("4d100+2"))},
        {"chosen": "b", "of": 3},
        {"shuffled": ["x", "y", "z"]},
        {"throw": "d6", "faces": []},
    ]
    chosen = stream.below(3)
    swaps = [stream.below(3), stream.below(2)]
    last = stream.faces(parse("d6"))
    again = list(thrown_again(root, rolls))
    assert [found for _, found in again] == [rolls[0]["faces"], [chosen], swaps, last]
    draws = [draw for draws, _ in again for draw in draws]
    assert [d.value % d.n + 1 for d in again[0][0] if d.counts] == rolls[0]["faces"]
    assert [(d.block, d.at) for d in draws] == [(0, place) for place in range(len(draws))]


@given(st.binary(min_size=32, max_size=32), st.integers(2, 1000), st.integers(1, 50))
def test_every_face_is_on_the_die(seed: bytes, sides: int, count: int) -> None:
    assert all(1 <= face <= sides for face in Stream(seed).faces(Throw(count, sides)))


def chi_square(sides: int, count: int) -> float:
    """How far the faces of so many throws are from equally likely: 0 where each came as often as the others."""
    faces = Counter(Stream(b"chi-square".ljust(32)).faces(Throw(count, sides)))
    assert set(faces) <= set(range(1, sides + 1))
    expected = count / sides
    return sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1))


def deviations(chi: float, sides: int) -> float:
    """Standard deviations from what chance gives, by Wilson and Hilferty's approximation of chi-square by a normal."""
    free = sides - 1
    return float(((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / (2 / (9 * free)) ** 0.5)


def test_a_million_throws_of_dice_with_2_to_100_faces_are_fair() -> None:
    """99 dice: one in 15,000 would be beyond 4 deviations by chance alone, and so few or so even ones as -4 too."""
    found = {sides: deviations(chi_square(sides, 10_102), sides) for sides in range(2, 101)}
    assert {sides: d for sides, d in found.items() if abs(d) > 4} == {}
    assert abs(sum(found.values())) / len(found) ** 0.5 < 4


@pytest.mark.parametrize("sides", range(2, 101) if os.environ.get("NOMIC_DICE") == "all" else [6, 20, 100])
def test_a_million_throws_of_one_die_are_fair(sides: int) -> None:
    assert abs(deviations(chi_square(sides, 1_000_000), sides)) < 4


class Dealt(Stream):
    """Takes what it is dealt in place of bytes of a hash, and 0 when that is used up."""

    def __init__(self, *values: int) -> None:
        super().__init__(b"")
        self.values = list(values)
        self.taken = 0

    def _take(self, width: int) -> bytes:
        self.taken += 1
        return (self.values.pop(0) if self.values else 0).to_bytes(width, "big")


@pytest.mark.parametrize("n", [*range(1, 257), 257, 1_000, 32_769, 65_536])
def test_of_all_values_that_bytes_can_have_each_number_gets_equally_many(n: int) -> None:
    """Not a sample: every value of one byte, or of two. What is left over is thrown away, and less than half is left over."""
    values = 256 if n <= 256 else 65_536
    found: Counter[int] = Counter()
    for value in range(values):
        stream = Dealt(value)
        number = stream.below(n)
        if stream.taken == 1:
            found[number] += 1
    assert found == dict.fromkeys(range(n), values // n)
    assert 2 * sum(found.values()) > values


def test_what_is_left_over_is_thrown_away_and_the_next_bytes_are_taken() -> None:
    stream = Dealt(255, 252, 251)  # 252 is the largest multiple of 6 that a byte can reach
    assert stream.below(6) == 251 % 6
    assert stream.taken == 3


@pytest.mark.parametrize("sides", [3, 6, 100, 200])
def test_a_die_that_does_not_reject_would_not_pass(sides: int) -> None:
    """The same test on bytes taken modulo the faces: what the rejection is there for."""
    data = b"".join(hashlib.sha256(bytes([n % 256, n // 256 % 256, n // 65_536])).digest() for n in range(62_500))
    faces = Counter(byte % sides for byte in data)
    expected = len(data) / sides
    chi = sum((faces[face] - expected) ** 2 / expected for face in range(sides))
    assert deviations(chi, sides) > 4


@given(st.lists(st.integers()), st.binary(min_size=1, max_size=32))
def test_shuffling_keeps_every_item(items: list[object], seed: bytes) -> None:
    assert sorted(Stream(seed).shuffled(items), key=str) == sorted(items, key=str)
