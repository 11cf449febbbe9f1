from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game.dice import BadThrow, Stream, Throw, parse


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


@given(st.binary(min_size=32, max_size=32), st.integers(2, 1000), st.integers(1, 50))
def test_every_face_is_on_the_die(seed: bytes, sides: int, count: int) -> None:
    assert all(1 <= face <= sides for face in Stream(seed).faces(Throw(count, sides)))


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 12, 20, 100])
def test_faces_are_equally_likely(sides: int) -> None:
    """Chi-square with sides - 1 degrees of freedom: 5 standard deviations of it are allowed."""
    count = 20_000
    faces = Stream(b"chi-square".ljust(32)).faces(Throw(count, sides))
    expected = count / sides
    chi = sum((faces.count(face) - expected) ** 2 / expected for face in range(1, sides + 1))
    assert chi < (sides - 1) + 5 * (2 * (sides - 1)) ** 0.5


@given(st.lists(st.integers()), st.binary(min_size=1, max_size=32))
def test_shuffling_keeps_every_item(items: list[object], seed: bytes) -> None:
    assert sorted(Stream(seed).shuffled(items), key=str) == sorted(items, key=str)
