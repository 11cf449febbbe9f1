"""A word that is not the one it looks like is warned of, in what a rule says and in what it does."""

from __future__ import annotations

import pytest

from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.law.close_reading import letters
from engine.law.rulebook import read
from tests.island import rule


def told(text: str) -> list[str]:
    law = {"rules/x/120-songs.md": text}
    return [str(problem) for problem in letters.lookalikes(read("x", law, new_host(), FIELDS)[0])]


@pytest.mark.parametrize("word", ["y\u0430y", "n\u0430y", "play\u0435r", "\u039fpen", "resolv\u0435"])
def test_it_is_told_where_it_stands(word: str) -> None:
    text = rule(120, "Songs", code=f'def sing(poll, choice):\n    return choice == "{word}"\n')
    (line,) = told(text)
    number = next(place for place, each in enumerate(text.splitlines(), start=1) if word in each)
    odd = next(letter for letter in word if not letter.isascii())
    told_of = f"`{word}` is not the word it looks like: its `{odd}` is U+{ord(odd):04X}, of another alphabet"
    assert line == f"rules/x/120-songs.md:{number}: {told_of}"


def test_so_it_is_in_what_the_rule_says() -> None:
    assert len(told("---\nrule: 120\ntitle: S\u043engs\nby_hand: true\n---\nWe v\u043ete.\n")) == 2


@pytest.mark.parametrize("words", ["да и нет", "ΔT of 3 kΩ", "naïve Müller", "5 µs", "правило 120 о yay", "日本 yay"])
def test_other_alphabets_beside_plain_words_are_let_be(words: str) -> None:
    assert told(f"---\nrule: 120\ntitle: Songs\nby_hand: true\n---\n{words}.\n") == []


@pytest.mark.parametrize(
    ("prose", "line"),
    [
        ("<<<<<<< HEAD\nWe sing.\n=======\nWe hum.\n>>>>>>> hum\n", 6),
        ("We sing.\n=======\n>>>>>>> of old\n", 0),
        ("<<<<<<< is left\n", 0),
    ],
)
def test_what_git_has_left_of_a_conflict_is_told_in_prose_where_nothing_else_is_amiss(prose: str, line: int) -> None:
    """It was voted on, and became law, with both sides."""
    law = {"rules/x/120-songs.md": f"---\nrule: 120\ntitle: Songs\nby_hand: true\n---\n{prose}"}
    problems = list(letters.conflicts(read("x", law, new_host(), FIELDS)[0]))
    assert [problem.line for problem in problems] == ([line] if line else [])
    assert all("git could not merge" in str(problem) for problem in problems)
