"""What is shown of polls: the one status comment of each, its labels, and the commit status.

A happening only wishes for a board to be shown anew; it is drawn once, from the world as it is at the end of the fold.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final

from engine.game.consulting import mending
from engine.game.consulting.status import OF_POLLS, rule_lines
from engine.game.exhibits import PollBoard
from engine.game.owned import OWN_CHOICES, Poll, Tally, Wish
from engine.game.plan import COMPLETING, DRAWING, Fault, board_of, is_of_drawing, of_happening
from engine.game.proposals import pulls
from engine.game.proposals.polls import open_polls
from engine.game.proposals.tally import decided_now, quorum, tally
from engine.game.prospects import greeting, recounts
from engine.game.prospects.outlook import outlook
from engine.game.refusal import Refusal
from engine.game.replies import board, halved, turned
from engine.game.world import sizes
from engine.game.world.facts import poll_facts, poll_key, renamed
from engine.game.world.key_order import ordered
from engine.game.world.records import PRIVATE, Place
from engine.game.world.transaction import supposing
from engine.game.world.wishes import OWN_LABELS, wish
from engine.game.world.world import World
from engine.law.documents.mentioned import weighs
from engine.law.running.blame import RuleFault

COUNTED: Final = "counted_ballots"
_QUOTED_CHECKS: Final = re.compile(r"""["']checks["']""")  # of a proposal or of a poll, as rules name them
MOST_KEPT: Final = 500  # voters
LARGEST_COUNT: Final = 100_000  # bytes of a count that is kept
MOST_COUNTS: Final = 30  # that are kept at a time
MOST_GREETED: Final = 10  # in one pass
MOST_REDRAWN: Final = 4  # of these, to follow the law: each may take a second
TOO_SLOW: Final = "The rules take too long to count it."
MOST_DEADLY: Final = 2  # boards that end the judge: each time all is judged once more


def want(world: World, since: int, *, new_law: bool) -> list[str]:
    """Wishes for the boards of the polls that a happening changed; of all open ones, if it changed who counts or what counts.

    So it does where all of a thread can be had again, as the board says that it cannot, and where it is called or described otherwise.
    What is said of pull requests before they are opened is drawn anew with a new law, with each number that is given, and as the game ends.

    Returns the keys of these polls.
    """
    places = world.records.changed_since(since)
    keys = [key for collection, key in places if collection == "polls"]
    keys += [key for key in _of_threads(world, places, since) if key not in keys]
    others = [key for key in open_polls(world) if key not in keys]
    if others and not (new_law or _matter_to_all(world, places, since)):
        others = _counted_otherwise(world, others, since, places)
    keys = [key for key in (*keys, *others) if world.records.get("polls", key) is not None]
    for key in keys:
        _want(world, key)
    if new_law or any(recounts.of_the_game(world, since, places, field) for field in ("last_number", "over")):
        greeting.want_anew(world)
    return keys


def _of_threads(world: World, places: Iterable[Place], since: int) -> list[str]:
    """Open polls in threads that are held no more, or in which rules may have something else against what is voted on."""
    told = [poll_key(world, place[1]) for place in places if place[0] == "threads" and _tells(world, place, since)]
    return [key for key in open_polls(world) if key in told]


def _tells(world: World, place: Place, since: int) -> bool:
    before, now = world.records.before(since, place) or {}, world.records.get(*place) or {}
    shown_again = bool(before.get("unread") and not now.get("unread"))
    return shown_again or is_reworded(world, before, now) or is_checked(world, before, now)


def is_checked(world: World, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a thread's (record) checks are others than they were, and a rule has a word of them."""
    if not before or before.get("checks") == now.get("checks"):
        return False
    return any(_QUOTED_CHECKS.search(code) for code in world.book.codes)


def is_reworded(world: World, before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether a thread (record) has other words, and a rule may have something against what is voted on in it by them."""
    ask = world.book.forbidding("open") or world.book.answering("proposal_number")
    return bool(ask and before) and any(before.get(part) != now.get(part) for part in ("title", "body"))


def _matter_to_all(world: World, places: Iterable[Place], since: int) -> bool:
    return (
        any(_matters_to_all(world, place, since) for place in places)
        or _may_weigh(world, places)
        or recounts.may_be_decided_otherwise(world, since, places)
    )


def _counted_otherwise(world: World, keys: Iterable[str], since: int, places: Iterable[Place]) -> list[str]:
    """Those of these polls whose count is another by something that changed elsewhere."""
    if not recounts.may_differ(world, since, places):
        return []
    return [key for key in keys if recounts.is_otherwise(world, key, standing(world, key))]


def _may_weigh(world: World, places: Iterable[Place]) -> bool:
    """Whether something changed that a rule may go by when it weighs votes, or says more of a poll."""
    if all(collection in PRIVATE or collection in ("polls", "timers") for collection, _ in places):
        return False
    book = world.book
    codes = [book.documents[slug].code for slug, _ in book.speaking_of(COUNTED)]
    codes += book.library.values() if codes else []
    return bool(book.speaking_of(OF_POLLS)) or any(map(weighs, codes))


def _matters_to_all(world: World, place: Place, since: int) -> bool:
    """Whether somebody came, went, took part again, or has another name; or the game was paused or resumed."""
    if place == ("engine", "paused_at"):
        return True
    if place[0] != "players":
        return False
    before, after = world.records.before(since, place) or {}, world.records.get(*place) or {}
    is_renamed = before.get("login", after.get("login")) != after.get("login")
    return is_renamed or bool(before.get("active")) != bool(after.get("active"))


def _decided_by(world: World, key: str) -> Tally | None:
    """The count by which a poll was decided, as long as its board waits to be shown: what followed may have changed who has a vote.

    None of an open poll, and of one for whose count there was no room.
    """
    if world.poll(key)["status"] == "open":
        return None
    wished = world.records.get("outbox", f"status/{key}")
    count = world.moment.counted.get(key)
    if count is None or not _has_room(world, key, count):
        return wished.get("count") if wished is not None and count is None else None
    return count


def _has_room(world: World, key: str, count: Tally) -> bool:
    """Whether a count can stand among the engine's notes until it is shown: all of them stand in one file."""
    if len(count["electors"]) > MOST_KEPT or sizes.written(count) > LARGEST_COUNT:
        return False
    others = (wish for name, wish in world.records.items("outbox") if name != f"status/{key}")
    return sum("count" in wish for wish in others) < MOST_COUNTS


def _want(world: World, key: str) -> None:
    poll = poll_facts(world, key)
    thread, tag = poll["thread"], poll["tag"]
    desired: Wish = {"thread": thread, "tag": tag, "since": world.moment.happening["id"]}
    if (counted := _decided_by(world, key)) is not None:
        desired["count"] = counted
    wish(world, f"status/{key}", **desired)
    found = standing(world, key)
    recounts.keep(world, key, found, is_open=poll["status"] == "open")
    labels = board.labels(poll, found, _verdict(world, key, found.count))
    shown = world.notes.labels
    if shown.get(key) != labels:
        rest = {k: v for k, v in shown.items() if k != key}
        world.notes.labels = {**rest, key: labels} if poll["status"] == "open" else rest
        wish(world, f"labels/{key}", thread=thread, tag=tag, own=OWN_LABELS, set=labels)


def _verdict(world: World, key: str, count: Tally | None) -> str:
    """What an open poll with votes would come to as it stands, of yays and nays; empty where the law cannot say.

    A rule that fails over it is none's trouble before somebody asks for the verdict; nor is one that has failed asked by each vote.
    One that ends the judge has ended it over the poll: what was done stands, as it does where the poll would have been complete.
    """
    if world.poll(key)["status"] != "open" or count is None or count["choices"].keys().isdisjoint(OWN_CHOICES):
        return ""
    asked = {slug for slug, _ in (*world.book.answering("verdict"), *world.book.adjusting("verdict"))}
    if any(slug in asked or noted.get("deadly") for slug, noted in world.notes.faulted.items()):
        return ""
    try:
        with world.moment.meanwhile(phase=COMPLETING):
            return str(mending.in_poll(world, key, partial(decided_now, world, key, poll_facts(world, key), count)))
    except (Refusal, RuleFault):
        return ""


def draw(
    world: World,
    keys: Iterable[str],
    now: int,
    faults: Mapping[str, Fault] = MappingProxyType({}),
    begin: Callable[[str], None] = lambda place: None,
) -> dict[str, PollBoard]:
    """key -> the board of each of these polls as of now. Nothing of the world is changed.

    Each has limits of its own; `begin` is told its place beforehand. Where one ended the judge, by these faults, no proposal is
    tried out for it, and no rule is asked where it did so again; where many did, none is tried out for the others either.
    What is voted on comes first; of what waits to be opened, the next pass draws what this one does not.
    """
    ended = _ended(faults)

    def drawn(key: str) -> PollBoard | None:
        place = board_of(key)
        begin(place)
        with drawing(world, now, place):
            world.begin_limits()
            return _board(world, key, _Trust(ended[place], many=len(ended) > MOST_DEADLY))

    polls, waiting = _parted(world, keys, now)
    found = {key: drawn(key) for key in (*polls, *waiting)}
    return {key: board for key, board in found.items() if board is not None}


def _ended(faults: Mapping[str, Fault]) -> Counter[str]:
    """Place of a board -> how often the judge ended over it."""
    found: Counter[str] = Counter()
    for at, fault in faults.items():
        if is_of_drawing(at):
            found[of_happening(at)] += 2 if fault.again else 1
    return found


@dataclass(frozen=True)
class _Trust:
    """What may be asked for a board whose drawing `ended` the judge so often, and that of `many` others too."""

    ended: int
    many: bool

    @property
    def too_slow(self) -> bool:
        return self.ended > 1

    @property
    def untried(self) -> bool:
        return self.ended > 0 or self.many


def drawing(world: World, now: int, place: str = DRAWING) -> AbstractContextManager[None]:
    """The world as of now, to look at: nothing of it is changed."""
    moment = world.moment
    return supposing(world, now=max(moment.now, now), happening={**moment.happening, "id": place})


def _parted(world: World, keys: Iterable[str], now: int) -> tuple[list[str], list[str]]:
    """Those that are voted on, or are law by rescue, and some of those that wait to be opened: of these first what nothing was said of yet.

    Of what was, each minute begins with another, so that none is left out for long.
    """
    listed = list(keys)
    polls = [key for key in listed if world.records.get("polls", key) is not None or _is_law(world, key)]
    waiting = [key for key in listed if key not in polls]
    shown = [key for key in waiting if (world.records.get("threads", key) or {}).get("status_comment")]
    fresh = [key for key in waiting if key not in shown]
    first = now // 60 % len(shown) if shown else 0
    return polls, [*fresh, *[*shown[first:], *shown[:first]][:MOST_REDRAWN]][:MOST_GREETED]


def _is_law(world: World, key: str) -> bool:
    """By rescue: it is said with nothing tried out, and once, as the pull request is closed from then on."""
    return "rescued" in (world.records.get("threads", key) or {})


def _board(world: World, key: str, trust: _Trust) -> PollBoard | None:
    if world.records.get("polls", key) is not None:
        found = board.Standing(trouble=TOO_SLOW) if trust.too_slow else foreseen(world, key, untried=trust.untried)
        if (counted := _decided_by(world, key)) is not None:
            found = replace(found, count=counted, trouble="")
        return _drawn(world, key, found, trust.too_slow)
    if world.records.get("threads", key) is None or (trust.many and not trust.ended and not _is_law(world, key)):
        return None  # the next pass draws it
    return greeting.drawn(world, key, too_slow=trust.untried)


def _drawn(world: World, key: str, found: board.Standing, too_slow: bool) -> PollBoard:
    poll = poll_facts(world, key)
    record = world.poll(key)
    pull = world.thread(poll["thread"])
    head = pull.get("voted") or pull.get("head")  # no word of what was adopted stands at what came after it
    changes = poll["changes"] if poll["status"] == "open" else []
    lines = [*turned.lines(changes), *halved.lines(changes)]
    lines += [] if too_slow else rule_lines(world, poll, OF_POLLS)
    lines += _called(world, record, found.count)
    text = board.status(poll, found, record, world.timezone, lines, by_hand=pulls.awaits_a_hand(world, record, pull))
    state, description = board.commit_status(poll, found)
    return {"text": text, "head": head, "state": state, "description": description}


def _called(world: World, record: Poll, count: Tally | None) -> list[str]:
    """Who of those that the board names is another on GitHub: two that have exchanged their names would be taken for each other."""
    named = {vote["voter"] for votes in (record["ballots"], record["refused"]) for vote in votes}
    logins = renamed(world)
    others = set(logins).intersection([*named, *(count["electors"] if count else ())])
    return [board.called([(key, logins[key]) for key in ordered(others)])] if others else []


def foreseen(world: World, key: str, *, untried: bool = False) -> board.Standing:
    """How a poll stands and, while it is open, what is missing. Where the law cannot say, its trouble does."""
    found = standing(world, key)
    if found.trouble or world.poll(key)["status"] != "open":
        return found
    try:
        return replace(found, ahead=outlook(world, key, untried=untried))
    except (Refusal, RuleFault) as error:
        world.moment.bear(error)
        return replace(found, trouble=str(error))


def standing(world: World, key: str) -> board.Standing:
    """The tally and whether it is a quorum, if the law knows one; of a closed poll, whether it came to have one."""
    poll = poll_facts(world, key)
    found = board.Standing()
    try:
        count = mending.in_poll(world, key, partial(tally, world, key))
        found = replace(found, count=count)
        met = mending.in_poll(world, key, partial(quorum, world, poll, count))
    except (Refusal, RuleFault) as error:
        world.moment.bear(error)
        return replace(found, trouble=str(error))
    closed = met is not None and poll["status"] != "open"
    return replace(found, quorum=poll["quorum_at"] is not None if closed else met)
