"""What a poll's law takes for votes, found by trying: the field's own two words, else what the rules and the poll itself write out."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, Final

from engine.game.owned import OWN_CHOICES, PollFacts
from engine.game.proposals.tally import ballot
from engine.game.refusal import BrokenRule, Refusal
from engine.game.world.world import World
from engine.law.documents.profile import strings

LONGEST: Final = 40
MOST_TRIED: Final = 60
MOST: Final = 12
MOST_ALIKE: Final = 3
SLIPPED: Final = 0.66  # how much alike a word is to one that counts, if it is that one with a letter amiss


def words_of(world: World, poll: PollFacts) -> list[str]:
    """One word for each choice that was found, none where none was. Raises RuleFault, or Refusal if a rule is broken."""
    return list(choices_of(world, poll).values())[:MOST]


def choices_of(world: World, poll: PollFacts) -> dict[str, str]:
    """choice -> a word for it, of all that were found. Raises as `words_of`."""
    return _taken(world, poll, OWN_CHOICES) or _taken(world, poll, _candidates(world, poll))


def commands_of(world: World, poll: PollFacts) -> list[str]:
    """What is written like a command and counts as a vote: what takes one back, say, where the law has that said. Raises as `words_of`."""
    return list(said_by_command(world, poll).values())


def said_by_command(world: World, poll: PollFacts) -> dict[str, str]:
    """choice -> the word written like a command that stands for it. Raises as `words_of`."""
    return _taken(world, poll, [word for word in _candidates(world, poll) if word.startswith("/")])


def is_nearly_one(world: World, poll: PollFacts, word: str) -> bool:
    """Whether a word is one that stands for a choice, with a letter amiss: only what it resembles is tried. Raises as `words_of`."""
    candidates = [*OWN_CHOICES, *_candidates(world, poll)]
    near = get_close_matches(word, dict.fromkeys(each.casefold() for each in candidates), MOST_ALIKE, SLIPPED)
    return bool(_taken(world, poll, [each for each in candidates if each.casefold() in near]))


def _candidates(world: World, poll: PollFacts) -> list[str]:
    tried = islice(dict.fromkeys(_written_out(world, poll)), MOST_TRIED)
    return [word for word in tried if 0 < len(word) <= LONGEST and word == word.strip()]


def _taken(world: World, poll: PollFacts, words: Any) -> dict[str, str]:
    """choice -> the first of these words that stands for it."""
    found: dict[str, str] = {}
    for word in words:
        try:
            choice = ballot(world, poll, word)
        except BrokenRule:
            raise
        except Refusal:  # the rule says why that one is none
            continue
        if choice:
            found.setdefault(choice, word)
    return found


def _written_out(world: World, poll: PollFacts) -> Iterator[str]:
    """Texts of the poll's data, as the names of those who stand for something, and of the code that says what a vote is."""
    yield from _texts(poll["data"])
    for slug, _ in world.book.speaking_of("ballot"):
        yield from strings(world.book.documents[slug].code)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for part in [*value, *value.values()] if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _texts(part)
