"""Titles are spelt without marks, and those without any stay as they are."""

from __future__ import annotations

import string

import pytest

from engine.site import rewriting
from engine.store.unmarked import unmarked
from engine.template.shelf import slug_of


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
    assert (rewriting.slug(title), slug_of(title)) == (name, name)


def test_a_title_of_plain_letters_is_only_made_small() -> None:
    assert unmarked(string.printable) == string.printable.lower()
