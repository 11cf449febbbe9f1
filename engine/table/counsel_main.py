"""The child that is asked what the law says of things as they stand: no key, no token, no environment, sealed like the judge.

It answers one question a line, as JSON, and keeps what it compiled between two of them. Nothing it is asked is written anywhere.
"""

import json
import mmap
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final, TypeVar, cast

from engine.game.consulting.asking import reading
from engine.game.consulting.status import rule_lines
from engine.game.exhibits import Ahead, Due, LawSays, OpenPoll, ShownCommand
from engine.game.fold import offered, shown
from engine.game.fold.sight import due
from engine.game.owned import OWN_CHOICES, PollFacts, waited_for
from engine.game.proposals.ballot_words import said_by_command, words_of
from engine.game.proposals.polls import open_polls
from engine.game.proposals.proposing import next_number
from engine.game.proposals.tally import ballot
from engine.game.prospect import Outlook
from engine.game.prospects import boards
from engine.game.refusal import Refusal
from engine.game.replies import board, speech
from engine.game.world.facts import key_of_person, kinds_of_person, poll_facts
from engine.game.world.records import PRIVATE
from engine.game.world.showing import Showing
from engine.game.world.world import Moment, World
from engine.law.documents.document import Command, Document
from engine.law.documents.prose import sentences
from engine.law.joining import joining, opening
from engine.law.reach import own_words
from engine.law.running.blame import RuleFault
from engine.law.running.host import TOO_LONG, Host
from engine.referee.intake.reading import LAG
from engine.referee.judging import limits
from engine.referee.judging.confined import confined
from engine.referee.judging.lines import CRUMB, OUT_OF_MEMORY, leave, say
from engine.table import tried

T = TypeVar("T")
ENOUGH: Final = 60.0  # seconds of processor time
LONGEST_SENTENCE: Final = 400  # characters
LARGEST: Final = 4_000_000  # bytes of a world for which memory is set aside


def main() -> None:
    """Answers until nobody asks any more."""
    host, _ = confined(LARGEST)
    settled, memory = False, None
    for line in sys.stdin.buffer:
        job = json.loads(line)
        memory = memory or mmap.mmap(job["memory"], CRUMB)
        host.watch = partial(leave, memory)  # whoever asks knows what ran, should it end the process
        try:
            if not settled:  # the law that the judge can load can be asked; a larger one later is for another child
                World(job["files"], host)
                limits.settle(LARGEST)
                settled = True
            host.fuse = fuse = limits.ProcessFuse(len(line))
            found: dict[str, Any] = {"answer": answer(job, host, fuse.renew)}
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        except Exception:  # the child's boundary: nothing may pass it as a traceback
            found = {"bug": traceback.format_exc()}
        leave(memory)  # nothing runs: who ends it now is no rule
        say(sys.stdout.buffer, found)
    os._exit(0)


def answer(job: Mapping[str, Any], host: Host, renew: Callable[[], None] = lambda: None) -> LawSays:
    """`files` are the game's, `now` is in seconds, `people` account ids by login, `opened` numbers of issues by tag,
    `places` open threads by the kind of command that is written there; `untried`: no proposal is tried out; `unasked`: rules with
    functions that are not run; `most`: seconds, beyond which only what pages cannot do without is asked;
    what takes long of polls takes nothing from the rest.

    Polls, duties and commands as plain data.
    """
    world, untried = World(job["files"], host), bool(job.get("untried"))
    _observe(world, job.get("opened", {}))
    world.moment = Moment({"id": "counsel", "kind": "timer", "time": job["now"]}, job["now"])
    unasked = dict.fromkeys(map(tuple, job.get("unasked", ())), (1, TOO_LONG))
    part = job.get("most", ENOUGH) / 4
    in_time = partial(Showing, unasked, host.fuse, clock=time.process_time)
    world.showing = in_time(part)
    keys = {login: key_of_person(world, {"id": id_, "login": login}) for login, id_ in job["people"].items()}
    stands = _after(renew, partial(rule_lines, world, ""))
    lines = {login: _after(renew, partial(_lines, world, key)) for login, key in keys.items()}
    world.showing = in_time(2 * part)
    found = {key: _after(renew, partial(_poll, world, key, keys.values(), untried)) for key in _in_turns(world)}
    polls = {key: found[key] for key in open_polls(world)}
    votes = {p["facts"]["thread"]: p["offered"] for p in polls.values() if p["facts"]["thread"] is not None}
    world.showing = in_time(part)
    return {
        "keys": keys,
        "kinds": {login: sorted(kinds_of_person(world, key)) for login, key in keys.items()},
        "stands": stands,
        "lines": lines,
        "polls": polls,
        "commands": _commands(world),
        "order": list(world.book.order),
        "broken": world.book.broken,
        "untold": {
            name: _untold(world, name) for name in {*world.book.schemas.collections(), *world.records.collections()}
        },
        "due": _coming(world),
        "addressed": _after(renew, partial(offered.addressed, world, world.table)),
        "refused": _after(renew, partial(tried.refused, world, keys)),
        "placed": _after(renew, partial(tried.placed, world, keys, job.get("places", {}))),
        "back": _after(renew, partial(tried.back, world, keys)),
        "back_by_vote": _after(renew, partial(tried.back_by_vote, world, keys, votes)),
        "next": _after(renew, partial(next_number, world)),
        "trouble": "",
    }


def _coming(world: World) -> list[Due]:
    """What the clock will do, with what is due by now and still to be judged: a pass judges what was due `LAG` seconds ago."""
    moment = world.moment
    world.moment = Moment({"id": "counsel", "kind": "timer", "time": world.now - LAG}, world.now - LAG)
    try:
        return due(world)
    finally:
        world.moment = moment


def _observe(world: World, opened: Mapping[str, int]) -> None:
    """A pass writes the number of an issue down with what it decides next, and the poll in it can be voted on before that."""
    for tag, number in opened.items():
        if (world.records.get("issues", tag) or {"number": 0})["number"] is None:
            world.moment = Moment({"id": "counsel", "kind": "observed", "time": 0, "tag": tag, "number": number}, 0)
            shown.observed(world)


def _after(renew: Callable[[], None], ask: Callable[[], T]) -> T:
    """Each question has as much time as a happening has."""
    renew()
    return ask()


def _untold(world: World, collection: str) -> list[str]:
    """The bookkeeping of rules, and what is kept of fields that no rule declares any more: nobody has anything of those."""
    schemas = world.book.schemas
    kept: set[str] = set()
    if collection not in PRIVATE:
        kept = kept.union(*(record for _, record in world.records.items(collection)))
    return sorted(schemas.untold(collection) | (kept - schemas.fields(collection)))


def _in_turns(world: World) -> list[str]:
    """Keys of the open polls: the first of each who opened one, then the second of each: there may be more than there is time for."""
    places: Counter[str] = Counter()
    turns: dict[str, int] = {}
    for key in open_polls(world):
        author = str(world.poll(key)["author"])
        turns[key], places[author] = places[author], places[author] + 1
    return sorted(turns, key=turns.__getitem__)


def _lines(world: World, key: str) -> list[str]:
    return [speech.NO_TIME_TO_SAY] if world.hurried else rule_lines(world, key)


def _poll(world: World, key: str, seats: Iterable[str], untried: bool) -> OpenPoll:
    """Where there is no time left: how it stands, which any vote must be told, and nothing that would follow from one."""
    hurried = world.hurried
    found = boards.standing(world, key) if hurried else boards.foreseen(world, key, untried=untried)
    words = board.IN_ITS_THREAD if hurried else board.what_is_missing(found, world.timezone)
    votes = _offered(world, key, found)
    facts = poll_facts(world, key)
    return {
        "facts": facts,
        "words": words,
        "offered": votes,
        "by_command": {} if hurried else _by_command(world, facts),
        "closed": {} if hurried else _closed(world, facts, votes, found, seats),
        "count": found.count,
        "ahead": _ahead(found.ahead),
    }


def _by_command(world: World, poll: PollFacts) -> dict[str, str]:
    try:
        with reading(world):
            return said_by_command(world, poll)
    except (Refusal, RuleFault):
        return {}


def _ahead(outlook: Outlook | None) -> Ahead | None:
    return None if outlook is None else cast(Ahead, {name: getattr(outlook, name) for name in Ahead.__annotations__})


def _closed(
    world: World, poll: PollFacts, votes: list[str], found: board.Standing, seats: Iterable[str]
) -> offered.Closed:
    """player -> word -> why it would be refused, of those who are waited for and of who sits there and is no elector; of who
    opened it, also what ends some polls."""
    ahead, electors = found.ahead, found.count["electors"] if found.count is not None else ()
    waited, others = waited_for(found.count), [key for key in seats if key not in electors]
    most = max(len(waited), offered.MOST_PEOPLE)  # whoever has a vote is tried before who has none
    closed = offered.closed(world, [*waited, *others][:most], votes, poll["thread"])
    if ahead is not None and ahead.word and ahead.blocks:
        for who in ahead.resolvers:
            why = offered.refusal(world, who, ahead.word, poll["thread"])
            closed |= {who: {**closed.get(who, {}), ahead.word: why}} if why else {}
    author = poll["author"]
    ends = [command.usage_text for slug, command in world.book.commands if tried.ends(world, slug, command)]
    if poll["thread"] is not None and world.records.get("players", author) is not None:
        refused = {word: offered.refusal(world, author, word, poll["thread"]) for word in ends}
        known = closed.get(author, closed.get(offered.OTHERS, {}))
        closed |= {author: {**{word: why for word, why in refused.items() if why}, **known}}
    return closed


def _offered(world: World, key: str, found: board.Standing) -> list[str]:
    """The words that this poll's law takes for votes, as far as they are found: and what others have cast."""
    poll, cast = poll_facts(world, key), list(found.count["choices"] if found.count is not None else ())
    try:
        with reading(world):
            known = {word: ballot(world, poll, word) for word in words_of(world, poll)}
            more = [word for word in cast if word not in known.values() and ballot(world, poll, word) == word]
    except (Refusal, RuleFault):
        return list(OWN_CHOICES)
    return [*known, *more]


def _commands(world: World) -> list[ShownCommand]:
    opens, joins = opening(world.book), joining(world.book)
    return [
        _command(world, slug, command, opens=(slug, command) in opens, joins=command in joins)
        for slug, command in world.book.commands
    ]


def _command(world: World, slug: str, command: Command, *, opens: bool, joins: bool) -> ShownCommand:
    document = world.book.documents[slug]
    return {
        "slug": slug,
        "rule": document.number,
        "title": document.title,
        "usage": command.usage_text,
        "arguments": {name: dict(command.arguments.get(name, {})) for name in command.usage.arguments_in_order},
        "who": list(command.who),
        "help": command.help,
        "opens": opens,
        "ends": tried.ends(world, slug, command),
        "joins": joins,
        "numbers": _numbers(document, own_words(world.book, slug, command.run)),
    }


def _numbers(document: Document, words: frozenset[str]) -> list[str]:
    """The sentences of the rule that say these numbers, where each is said once: a name such as `patience` would be a riddle."""
    read = [value for name, value in document.parameters.items() if name in words]
    said = [sentences(value, document.prose) for value in read if type(value) in (int, float)]
    return list(dict.fromkeys(one for (one, *more) in filter(None, said) if not more and len(one) <= LONGEST_SENTENCE))


if __name__ == "__main__":
    main()
