"""Trying a changed law on the world and taking it back: would any rule-change still be adopted, and the game go on?

An imagined proposal, a new rule in plain words and the only one open, is opened, voted for by everyone who may and resolved
with the commands there are, written as the law wants them. What stands in its way only at some hours, for some days or of
one author is no lock, and a law that nothing could be adopted under already is not held against the law of tomorrow.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from engine.game.consulting import asking, commands
from engine.game.owned import KnownThread, Status
from engine.game.proposals import landing, polls
from engine.game.proposals.tally import electorate, fresh_ballot, tally
from engine.game.prospects.attempt import MOST_TRIES, Attempt
from engine.game.prospects.imagined_proposal import ImaginedProposal, latest_comment
from engine.game.refusal import Refusal
from engine.game.replies.failing import rule_failed
from engine.game.replies.lock import LANDING, stood_in_the_way
from engine.game.world import changes, transaction
from engine.game.world.facts import active_players, author_of, poll_facts
from engine.game.world.transaction import supposing
from engine.game.world.world import World
from engine.law.documents import profile
from engine.law.reach import reaches
from engine.law.running.blame import RuleFault
from engine.law.running.used import Used
from engine.store.clipped import clipped

FEW_TRIES: Final = 20  # where the present law has failed already
LONGEST_WHY: Final = 300
_OF_POLLS: Final = ("open_poll", "resolve", "withdraw", "stop")
MOST_DECIDED: Final = 5  # polls that are open beside this thread's


def still_adoptable(world: World, slugs: list[str]) -> bool:
    """Whether, after the change of this thread's pull request, a rule-change could be adopted with every vote a yay."""
    thread = world.thread(world.moment.thread)
    if world.moment.trial or not thread.get("change"):
        return True
    if not changes.touches(world, thread["change"]) & set(slugs):
        return True
    texts = changes.applied(world, changes.content(world, thread["change"]))
    host, before = world.host, world.host.used
    enough, took = before.half_way_to(host.allowed), before
    try:
        for after in (True, False):
            obstacle = ""
            for tried in (texts, None):
                # Each with as much as there was: no law passes because to try it takes all there is.
                host.ticks, host.spare, host.words_used = before
                met = _obstacle(world, tried, enough, after=after)
                took = took.grown(host.used, at_most=enough)
                if met is None:
                    world.moment.obstacle = obstacle
                    return tried is not None
                obstacle = met
        return True
    finally:
        host.ticks, host.spare, host.words_used = took


def _obstacle(world: World, texts: Mapping[str, str] | None, enough: Used, *, after: bool) -> str | None:
    """What keeps everything from being adopted under these texts (None: the present law); None if nothing does.

    Nothing of the trial stays.

    `after`: once this thread's proposal was opened, as far as the law lets it be, and adopted, and all else that was voted on
    rejected; for that turn is over then, and what has to begin another has begun it or never will. Otherwise as all is now:
    that counts where after it nothing could be adopted under the present law either.
    """
    with supposing(world, reading=0, trial=True):
        if after:
            _put_to_the_vote(world)
            _decide_all(world, str(world.moment.thread))
        written = _written(world, texts) if texts is not None else []
        if texts is not None:
            try:
                adopt(world, texts)
            except (Refusal, RuleFault) as error:
                return stood_in_the_way(LANDING, _why(world, error))
        else:
            with suppress(Refusal, RuleFault), transaction.whole(world):
                asking.settle(world)
        if world.game.get("over"):  # a game that was won is no lock
            return None
        attempt = Attempt(world, written, MOST_TRIES if after else FEW_TRIES)
        if ImaginedProposal(world, attempt, enough).succeeds():
            return None
        return stood_in_the_way(attempt.stage, _why(world, attempt.met.get(attempt.stage)))


def _why(world: World, met: Refusal | RuleFault | None) -> str:
    if isinstance(met, RuleFault):
        return rule_failed(met, world.book.documents.get(met.slug))
    return (
        ""
        if met is None
        else " ".join(filter(None, (commands.spoken(world, clipped(met.text, LONGEST_WHY), behind=True), met.by)))
    )


def _put_to_the_vote(world: World) -> None:
    """This thread's proposal is opened by its author, with the command that is usual, unless it is open or cannot be."""
    key, author = str(world.moment.thread), author_of(world, world.thread(world.moment.thread))
    none: dict[str, list[str]] = {"broken": [], "altered": []}
    world.moment.happening = {**world.moment.happening, "evidence": none}
    attempt = Attempt(world, [])
    for line, _ in attempt.lines("open_poll", hasty=True):
        if key not in polls.open_polls(world):
            attempt.writes(author, line)


def _decide_all(world: World, key: str) -> None:
    """This thread's poll is adopted, if there was one, and others are rejected. Rules hear of it under the present law."""
    others = [other for other in polls.open_polls(world) if other != key][:MOST_DECIDED]
    for other in others:
        decide(world, other, "rejected")
    if world.records.get("polls", key) is not None:
        _all_say_yay(world, key)
        decide(world, key, "adopted")


def _all_say_yay(world: World, key: str) -> None:
    """Whoever may vote and has not does: what rules pay for it is there to pay with in the next turn."""
    known, said = world.poll(key)["ballots"], latest_comment(world)
    with suppress(Refusal, RuleFault):
        missing = [e for e in electorate(world, poll_facts(world, key)) if e not in [b["voter"] for b in known]]
        players = [e for e in missing if world.records.get("players", e) is not None]
        more = [fresh_ballot(voter, "yay", said + place, world.now, []) for place, voter in enumerate(players, start=1)]
        world.patch("polls", key, ballots=[*known, *more])


def decide(world: World, key: str, verdict: Status) -> None:
    """A poll is closed with this verdict, and the rules hear of it under the present law."""
    with suppress(Refusal, RuleFault), transaction.whole(world):
        world.patch("polls", key, status=verdict)
        polls.note_open(world, key)
        asking.tell(world, verdict, poll_facts(world, key), tally(world, key))


def _written(world: World, texts: Mapping[str, str]) -> list[object]:
    """The texts and parameters written out in the rules that these texts bring or change."""
    found: list[object] = []
    book = world.law_of(world.book.ruleset, texts).book
    for slug, document in book.documents.items():
        known = world.book.documents.get(slug)
        if known is None or (known.code, known.front) != (document.code, document.front):
            bare = [one for one in document.commands if not one.usage.arguments_in_order]
            found += [*profile.strings(document.code), *document.parameters.values()]
            found += [one.usage_text for one in bare if not reaches(book, slug, one.run, _OF_POLLS)]
    return [text for text in found if isinstance(text, str | int | float)]


def numbered(world: World, key: str) -> Mapping[str, str]:
    """The law of tomorrow, with the numbers that a poll's change will have where the law can say them: its rules may look at them."""
    content = changes.content(world, world.poll(key)["change"])
    try:
        return landing.stamped(world, poll_facts(world, key), content)
    except (Refusal, RuleFault):
        return changes.applied(world, content)


def adopt(world: World, texts: Mapping[str, str]) -> None:
    """The law of tomorrow, with what its rules do when they hear that it is in force."""
    thread = world.moment.thread
    record = world.thread(thread)
    facts = changes.facts(world, record["change"])
    landing.adopt_law(world, texts)
    poll = poll_facts(world, str(thread)) or _as_poll(world, record)
    with suppress(Refusal, RuleFault), transaction.whole(world):  # what fails would not land
        for change in facts:
            asking.tell(world, landing.OCCASIONS[change["op"]], landing.renumbered(world, change), poll)
        asking.settle(world)


def _as_poll(world: World, thread: KnownThread) -> dict[str, object]:
    """What the poll about this thread's proposal would be, as rules see it, before it is opened."""
    none: dict[str, object] = {"tag": None, "quorum_at": world.now, "data": {}, "awaits": None, "checks": "pending"}
    voters = active_players(world)
    whole = none | {"key": str(world.moment.thread), "thread": world.moment.thread, "kind": "rule-change"}
    whole |= {"number": world.game.get("last_number"), "subject": thread.get("title"), "title": thread.get("title")}
    whole |= {"author": author_of(world, thread), "opened_at": world.now, "status": "adopted", "electors": voters}
    said = latest_comment(world)
    ballots = [fresh_ballot(voter, "yay", said + place, world.now, []) for place, voter in enumerate(voters, start=1)]
    return whole | {"ballots": ballots, "changes": [], "paths": [], "body": thread.get("body", "")}
