"""The notation of throws: any text is a throw that can be written and thrown, or said not to be one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.game.dice import MOST_DICE, MOST_SIDES, BadThrow, Stream, Throw, parse
from tests.hostile.fuzz.looking import looked_at, texts

PIECES = [
    "d",
    "D",
    "1",
    "2",
    "6",
    "20",
    "0",
    "00",
    "+",
    "-",
    " ",
    "\n",
    "1000000",
    "9999999",
    "\u0661",
    "\u2212",
    "d6",
    "2d6",
    "2d6+1",
    "e",
    ".",
    "_",
    "x",
]
BLANKS = st.sampled_from(["", " ", "\t", "  "])


@looked_at(200)
@given(texts(PIECES, 8))
def test_any_text_is_a_throw_or_said_not_to_be_one(text: str) -> None:
    try:
        throw = parse(text)
    except BadThrow as error:
        assert len(str(error)) < 200
        return
    assert 1 <= throw.count <= MOST_DICE and 1 <= throw.sides <= MOST_SIDES
    assert parse(str(throw)) == throw


@looked_at(100)
@given(
    st.integers(1, MOST_DICE),
    st.integers(1, MOST_SIDES),
    st.integers(-999_999_999, 999_999_999),
    st.lists(BLANKS, min_size=5, max_size=5),
)
def test_a_throw_is_understood_however_it_is_spaced(count: int, sides: int, added: int, blanks: list[str]) -> None:
    one, two, three, four, five = blanks
    text = f"{one}{count}{two}{'dD'[len(one) % 2]}{three}{sides}{four}" + (
        f"{added:+d}".replace("+", f"+{five}") if added else ""
    )
    assert parse(text) == Throw(count, sides, added)
    assert parse(str(Throw(count, sides, added))) == Throw(count, sides, added)


@looked_at(50)
@given(st.binary(min_size=32, max_size=32), st.integers(1, 50), st.integers(1, MOST_SIDES))
def test_faces_are_those_of_the_dice_and_the_same_again(seed: bytes, count: int, sides: int) -> None:
    faces = Stream(seed).faces(Throw(count, sides))
    assert len(faces) == count and all(1 <= face <= sides for face in faces)
    assert Stream(seed).faces(Throw(count, sides)) == faces
