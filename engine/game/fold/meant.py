"""Talk under a poll that seems to be meant as a vote: whoever writes it is told once what counts; other talk is let be."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.game.consulting import commands
from engine.game.entries import Outcome
from engine.game.fold import markup
from engine.game.happening import DONE, IGNORED
from engine.game.owned import OWN_CHOICES
from engine.game.proposals import ballot_words, polls, rescue
from engine.game.proposals.tally import ballot, default_ballot
from engine.game.refusal import Refusal
from engine.game.replies import command_refusals, lookups, poll_refusals, refusals, rescue_refusals
from engine.game.replies.rescue_refusals import way_left
from engine.game.world import wishes
from engine.game.world.facts import key_here, open_poll_here, poll_facts, poll_here
from engine.game.world.world import World
from engine.law import joining
from engine.store import seen

# What people write elsewhere to agree or to object; the field's own words, where a rule takes others in their place.
_LIKE_A_VOTE: Final = frozenset(OWN_CHOICES) | frozenset(
    "lgtm +1 -1 :+1: :-1: :thumbsup: :thumbsdown: 👍 👎 ✅ ❌ aye yes yea yeah yep yup no nope nah ok okay agree agreed approve "
    "approved accept accepted reject rejected disagree for against support oppose abstain abstained abstention ja nein oui non si".split()
)
_LETTERS: Final = frozenset("yn")  # in talk alone: as a command, one letter may be meant as anything
SHORTEST: Final = 3  # letters, of a word that may be a slip
MOST_WORDS: Final = 40  # that are looked at, of what a vote was edited into
_AROUND: Final = "~/!?:()[]<>-"  # such a word; whatever else may be is taken off any word


# How people begin who name their vote behind it: "I'd vote", "my vote on #12 is", "I change it to"; or "I" alone, before "agree".
_VOTING: Final = re.compile(
    r"(?:(?:i|i['’](?:m|d|ll)|i am|i will|i would) )?"
    r"(?:(?:(?:chang|switch)(?:e|ing|ed)? (?:(?:it|my vote) )?(?:in)?to|chang(?:e|ing|ed) my mind,?|(?:my )?vot(?:e|ing))"
    r"(?: on)?:?(?: #?[0-9]{1,9})?(?: is| goes)?(?: for| to| with)?:? )?",
    re.IGNORECASE,
)
_OWN: Final = re.compile(r"(?:i\b.*|my )vot", re.IGNORECASE)
# A vote that says what it is about, as somebody may write it on the table: `yay on #12`, `352: nay`.
_NAMING: Final = re.compile(
    r"(?:yay|nay)[,:]?(?: (?:on|for|to))?(?: proposal)? #?[0-9]{1,9}|(?:proposal )?#?[0-9]{1,9}[,:]? (?:yay|nay)",
    re.IGNORECASE,
)
# What Markdown makes a list or a heading of, and who is spoken to.
BEFORE: Final = re.compile(r"(?:(?:[-+*]|#{1,6}|[0-9]{1,9}[.)]|@[\w-]{1,39}(?:\[bot\])?[,:]?)[ \t]+)+")
# What GitHub shows otherwise than it is written, or not at all: remarks, tags, signs by name, what is struck out, boxes, links.
_MARKUP: Final = re.compile(
    r"<!--[^<]*-->|</?[a-z][^<>]*>|&#?\w{2,8};|~~[^~\n]+~~|\[[ x]\] (?=\S)|\[([^\[\]\n]*)\]\([^()\s]*\)", re.IGNORECASE
)
# What stands around a word and is no letter of it; with a question mark it is a question.
_SIGNS: Final = re.compile(r"^[^\w?]+|[^\w?]+$")
# How people say that their vote is to count no more: "I take back my yay", "please don't count my vote", "unvote".
_TAKING_BACK: Final = re.compile(
    r"/?(?:(?:please|sorry|hi|ok|okay|no|can|could|may|you|i|i['’](?:m|d|ll)|am|will|would|like|want|wish|have|to|hereby)[,.!]? )*"
    r"(?:unvot(?:e|ed|ing)|(?:(?:withdr[ae]w|retract|revok|rescind|cancel|remov|delet|undo|disregard|ignor)\w*|tak(?:e|ing)|took|"
    r"(?:don['’]t|do not) count)(?: back)? my (?:earlier |previous |last |old )?(?:vote|ballot|yay|nay))"
    r"(?: back| away)?,?(?: (?:here|please|on (?:this|#?[0-9]{1,9})))?",
    re.IGNORECASE,
)
MOST_ALIKE: Final = 4  # words such as `yes, yes`


def talk(world: World, text: str) -> Outcome:
    """The outcome of a comment that is no command: whoever seems to vote there is told once what counts."""
    record, thread = poll_here(world), world.records.get("threads", str(world.moment.thread))
    _refuse_a_likeness(world, text)
    if thread is None or len(text) > commands.LONGEST or not _seems_a_vote(world, text):
        return IGNORED
    if record is None and thread.get("kind") == "pull":
        return _told(world, thread, "told_to_wait", not_open(world).text)
    if record is not None and record["status"] == "open":
        return _told(world, thread, "told_how_to_vote", lookups.no_vote(text, _words(world)))
    return IGNORED


def shown(text: str) -> str:
    """What GitHub shows of a text, roughly: without what it does not show, and what is struck out."""
    return _MARKUP.sub(lambda found: found[1] or " ", text)


def names_its_matter(text: str) -> bool:
    return _NAMING.fullmatch(text) is not None


def only_told(world: World, outcome: Outcome) -> bool:
    """Whether nothing came of what was said last but that its writer was told, for once, what counts as a vote there, or that none is
    open yet."""
    if outcome != DONE or world.moment.happening["kind"] not in ("said", "edited"):
        return False
    thread = world.records.get("threads", str(world.moment.thread)) or {}
    return world.moment.writer in (*thread.get("told_how_to_vote", []), *thread.get("told_to_wait", []))


def _refuse_a_likeness(world: World, text: str) -> None:
    """Raises Refusal for what looks like a vote and is none: everybody who reads the thread would count it."""
    record = poll_here(world)
    word = next((word for word in _looks_like(text) if word != text.strip() and _is_one(world, word)), None)
    if word is None:
        return
    if record is None and world.thread(world.moment.thread).get("kind") == "pull":
        raise not_open(world)
    if record is not None and record["status"] == "open":
        raise refusals.not_a_ballot(word, text) if seen.is_plain(text) else refusals.odd_characters()


def _looks_like(text: str) -> Iterator[str]:
    """What a text looks like: without what is not seen in it, and without what GitHub does not show of it."""
    bare = seen.bared(text).strip()
    if len(bare) <= commands.LONGEST:
        yield bare
    if len(text) <= commands.LONGEST and (word := markup.read(text)):
        yield seen.bared(word).strip()


def tell_of_lost(world: World, choice: str) -> None:
    """Tells whoever has edited a vote into words that still seem to be one, or into a command, what has become of it:
    they stand for no `choice`.
    """
    text = world.moment.happening["text"].strip()
    if choice or not text or len(text) > commands.LONGEST:
        return
    words = _words(world)
    counting = {word.casefold() for word in words or OWN_CHOICES}
    said = [_bare(word.strip(_AROUND)) for word in text.split()[:MOST_WORDS]]
    said += [word.casefold() for word in _looks_like(text)]
    if _bare(text) in _LIKE_A_VOTE or not counting.isdisjoint(said):
        wishes.reply(world, lookups.vote_lost(text, words))
    elif commands.looks_like_one(text):
        wishes.reply(world, refusals.why(command_refusals.edited_since()))


def refuse_taking_back(world: World, text: str) -> None:
    """Raises Refusal for words that say of a vote which counts, or of what was said of a rescue, that it is taken back: nothing
    follows from them."""
    record, stands = open_poll_here(world), rescue.said_before(world)
    mine = [b for b in record["ballots"] if b["voter"] == world.moment.writer and b["choice"]] if record else []
    is_cast = any(not b["deleted"] for b in mine)
    if (
        not (is_cast or stands)
        or len(text) > commands.LONGEST
        or (text.startswith("/") and _begins_a_command(world, text))
    ):
        return
    said = _without(BEFORE, _bare(" ".join(shown(text).split())))
    if not _TAKING_BACK.fullmatch(said.rstrip("?! ")):
        return
    if not is_cast:
        raise rescue_refusals.rescue_not_taken_back(text, stands)
    raise poll_refusals.not_taken_back(text, ballot_words.commands_of(world, poll_facts(world, key_here(world))))


def no_vote_yet(world: World, text: str) -> str:
    """A vote in a pull request not open yet is answered, and one on the table while something is open; else it is just a word.

    Answered is one also in a thread that no pass takes up, as in a pull request that another workflow opens under the engine's name.
    """
    number = world.moment.thread
    if not default_ballot(text) and not (number == world.table and names_its_matter(text)):
        return ""
    if number == world.table:  # even where somebody has made a pull request of it
        if polls.open_polls(world):
            raise _counts_elsewhere(world)
    elif not world.thread(number):
        raise _counts_elsewhere(world)
    elif world.thread(number).get("kind") == "pull":
        raise not_open(world)
    return ""


def _counts_elsewhere(world: World) -> Refusal:
    if over := world.game.get("over"):
        return refusals.game_over(str(over))
    return refusals.vote_on_the_table([poll_facts(world, key) for key in polls.open_polls(world)])


def refuse_commanded(world: World, text: str) -> None:
    """Raises Refusal for a vote that is written as if it were a command: `/yay`, `/vote 352 nay`."""
    bare = " ".join(text.split()).removeprefix("/")
    voting = _VOTING.match(f"{bare} ")
    if (
        not text.startswith("/")
        or _begins_a_command(world, text)
        or "\n" in text.strip()
        or not _is_like_one(world, bare[voting.end() :] if voting else bare)
    ):
        return
    record, thread = poll_here(world), world.thread(world.moment.thread)
    if record is None and thread.get("kind") == "pull":
        raise not_open(world)
    if record is None or record["status"] != "open":
        raise _counts_elsewhere(world)
    raise command_refusals.vote_is_no_command(text, _words(world))


def _begins_a_command(world: World, text: str) -> bool:
    first = text.split()[0].casefold()
    return any(command.usage_text.split()[0].casefold() == first for _, command in world.book.commands)


def _words(world: World) -> list[str]:
    return ballot_words.words_of(world, poll_facts(world, key_here(world)))


def not_open(world: World) -> Refusal:
    """Why no vote counts in a pull request that is not open for voting."""
    if over := world.game.get("over"):
        return refusals.game_over(str(over))
    return refusals.nothing_to_vote_on(joining.openers(world.book), way_left(world.book))


def _told(world: World, thread: Mapping[str, Any], where: str, text: str) -> Outcome:
    told = thread.get(where, [])
    if world.moment.writer in told:
        return IGNORED
    more: Any = {where: [*told, world.moment.writer]}
    world.patch("threads", str(world.moment.thread), **more)
    wishes.reply(world, text)
    return DONE


def _seems_a_vote(world: World, text: str) -> bool:
    lines = [_without(BEFORE, line.strip()) for line in shown(text).splitlines() if line.strip()]
    if len(lines) > 1:
        return any(_is_one(world, line) for line in lines[:20])
    return any(_is_in_talk(world, _without(_VOTING, line)) or _names_a_vote(world, line) for line in lines)


def _names_a_vote(world: World, line: str) -> bool:
    """Whether somebody says what they vote, whatever they say of it behind: `I vote yay on #12`, `my vote is no because`."""
    found = _VOTING.match(line)
    word = line[found.end() :].split()[:1] if found and _OWN.match(found[0]) else []
    return bool(word) and _is_like_one(world, word[0])


def _without(beginning: re.Pattern[str], text: str) -> str:
    found = beginning.match(text)
    return text[found.end() :] if found else text


def _is_in_talk(world: World, text: str) -> bool:
    words = text.split()
    if 1 < len(words) <= MOST_ALIKE and all(_bare(word) in _LIKE_A_VOTE for word in words):
        return True
    each = dict.fromkeys((text, _SIGNS.sub("", text)))
    return any(_bare(one) in _LETTERS or _is_like_one(world, one) or is_a_slip(world, one) for one in each)


def is_a_slip(world: World, text: str) -> bool:
    """Whether it is one word that is nearly another which counts in the poll there: `jay`, `yey`, `nya`."""
    word = _bare(text)
    if len(word) < SHORTEST or not word.isalpha() or open_poll_here(world) is None:
        return False
    facts = poll_facts(world, key_here(world))
    return ballot_words.is_nearly_one(world, facts, word) and not _is_like_one(world, text)


def _is_like_one(world: World, text: str) -> bool:
    word = _bare(text)
    return word in _LIKE_A_VOTE or _is_one(world, word)


def _bare(text: str) -> str:
    return seen.bared(text).strip().strip(f".,;!*_`{seen.QUOTES}").casefold().rstrip("\ufe0f🏻🏼🏽🏾🏿")


def _is_one(world: World, word: str) -> bool:
    """Whether it is a vote here, or would be one where the engine alone says what is."""
    if open_poll_here(world) is None:
        return bool(default_ballot(word))
    return bool(ballot(world, poll_facts(world, key_here(world)), word))
