"""Titles are spelt without marks, and those without any stay as they are."""

from __future__ import annotations

import string

import pytest

from engine.store.slugs import slug


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Lampenöl", "lampenol"),
        ("Große Straße", "grosse-strasse"),
        ("GROẞ", "gross"),
        ("Çà et là: l’œuvre", "ca-et-la-l-oeuvre"),
        ("Øl på Ærø", "ol-pa-aero"),
        ("Łódź", "lodz"),
        ("Lampeno\u0308l", "lampenol"),
        ("Fish: 2 rights", "fish-2-rights"),
        ("Рыба", "rule"),
    ],
)
def test_a_new_file_is_called_by_its_title_without_marks(title: str, name: str) -> None:
    assert slug(title) == name


def test_of_a_title_of_plain_letters_those_and_digits_are_kept_and_made_small() -> None:
    assert slug(string.printable, 100) == f"{string.digits}{2 * string.ascii_lowercase}"


def test_a_name_is_cut_where_it_gets_too_long_and_never_ends_with_a_hyphen() -> None:
    assert [slug("One two three", most) for most in (7, 8, 9)] == ["one-two", "one-two", "one-two-t"]
