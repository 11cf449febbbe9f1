"""A proposal's number is said once, though it stands in front of its title as well."""

from typing import Any

import pytest

from engine.game.replies import speech, titles


@pytest.mark.parametrize(
    ("subject", "number", "name"),
    [
        ("352 Cheaper farms", 352, "Cheaper farms"),
        ("#352: Cheaper farms", 352, "Cheaper farms"),
        ("3520 farms", 352, "3520 farms"),
        ("352.5 farms", 352, "352.5 farms"),
        ("352", 352, ""),
        ("351 Cheaper farms", 352, "351 Cheaper farms"),
        ("352 ways", None, "352 ways"),
    ],
)
def test_the_number_in_front_of_a_title_is_taken_off_if_it_is_its_own(subject: str, number: int, name: str) -> None:
    assert titles.bare(subject, number) == name


@pytest.mark.parametrize(
    ("title", "number", "left"),
    [
        ("Proposal 352: Songs", 352, "Songs"),
        ("WIP: 352 Songs", "352", "WIP: Songs"),
        ("Rule no. 352 Songs", 352, "Rule no. 352 Songs"),
        ("Proposal 352", 352, "Proposal 352"),
        ("Proposal 3520: Songs", 352, "Proposal 3520: Songs"),
        ("Songs of 352", 352, "Songs of 352"),
        ("C++ 1: Songs", "C++", "C++ 1: Songs"),
    ],
)
def test_the_number_that_somebody_says_in_other_words_is_taken_off(title: str, number: int | str, left: str) -> None:
    """A number of the law's own may be any text: it is looked for as it is written."""
    assert titles.unlabelled(title, number) == left


@pytest.mark.parametrize(
    ("subject", "number", "said"),
    [
        ("352 Cheaper farms", 352, "Proposal 352, `Cheaper farms`, is in effect now."),
        ("352", 352, "Proposal 352 is in effect now."),
        ("More boats?", None, "The poll, `More boats?`, is in effect now."),
    ],
)
def test_what_is_said_of_a_proposal_says_its_number_once(subject: str, number: int, said: str) -> None:
    poll: Any = {"subject": subject, "number": number}
    assert speech.in_effect(poll) == said
