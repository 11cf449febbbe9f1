"""Polls about the higher class of rules that one of its own decides: no rule of the lower class has a part in who may vote and what counts.

Who is active is a matter of the lower class, too. So it is noted who was when such a poll was opened, or new commits made it one: each of
them has a day to vote, and whoever has voted stays in the electorate, whatever a rule makes of them. Others who are active may vote,
and count if they have. While the game is paused that day stands still. New commits that void the votes begin it anew. As it ends
the clock rings, if somebody loses their vote by that: the poll may be complete without them.
"""

from collections.abc import Iterable
from typing import Final

from engine.game.calendar import DAY
from engine.game.consulting.asking import is_answered_above
from engine.game.owned import Ballot, Poll, PollFacts, Tally
from engine.game.refusal import Refusal
from engine.game.world.facts import active_players
from engine.game.world.world import World
from engine.law.running.blame import RuleFault

TIME_TO_VOTE: Final = DAY


def is_about_the_higher_class(poll: PollFacts) -> bool:
    """Whether a poll (facts) is to change a rule that is immutable, or to make one so."""
    return any(change["immutable"] or (change["was"] or {}).get("immutable") for change in poll.get("changes") or [])


def may_decide_above(world: World) -> bool:
    """Whether any rule of the higher class gives verdicts at all."""
    return any(world.book.is_above(slug) for slug, _ in world.book.answering("verdict"))


def may_be_decided_above(world: World, poll: PollFacts) -> bool:
    """Whether a poll (facts) is one that such a rule may decide. No rule is asked."""
    return is_about_the_higher_class(poll) and may_decide_above(world)


def decides_above(world: World, poll: PollFacts, count: Tally) -> bool:
    """Whether a rule of the higher class gives the verdict on a poll (facts). One that fails at it does, too."""
    under_way = world.moment.ranking
    if poll["key"] in under_way:
        return True
    under_way.add(poll["key"])
    try:
        return is_answered_above(world, "verdict", poll, count)
    except (Refusal, RuleFault):
        return True
    finally:
        under_way.remove(poll["key"])


def note_roster(world: World, key: str) -> None:
    """Keeps who is active as a poll opens."""
    world.patch("polls", key, roster=active_players(world))


def electors(world: World, poll: PollFacts, voting: str) -> list[str]:
    """Who has a vote in such a poll if the higher class does not say so itself; `voting` is somebody about to vote."""
    record, active = world.records.get("polls", poll["key"]), active_players(world)
    roster = None if record is None else record.get("roster")
    if record is None or roster is None:
        return active
    voted = _voted(poll["ballots"])
    in_time = world.now - world.paused_for < _ends(record)
    standing = [player for player in roster if in_time or player in active or player in voted]
    return standing + [player for player in active if player not in roster and (player in voted or player == voting)]


def lapses(world: World, since: int, until: int | None) -> list[tuple[int, str]]:
    """(time, poll) of the ends of days to vote, from `since` to `until`, by which somebody who was waited for is so no more."""
    found = []
    for key in world.notes.open_polls:
        record = world.poll(key)
        if "roster" in record and since <= (at := _ends(record)) and (until is None or at <= until):
            standing = {*active_players(world), *_voted(record["ballots"])}
            found += [] if standing.issuperset(record["roster"]) else [(at, key)]
    return found


def shift(world: World, since: int) -> None:
    """After a pause that began at `since`, whoever had a day to vote has as long to go as before."""
    for key in world.notes.open_polls:
        record = world.poll(key)
        if "roster" in record:
            lost = world.now - max(since, _began(record))
            world.patch("polls", key, paused=record.get("paused", 0) + lost)


def _voted(ballots: Iterable[Ballot]) -> set[str]:
    return {ballot["voter"] for ballot in ballots if ballot["choice"] and not ballot["deleted"]}


def _ends(record: Poll) -> int:
    """When the day to vote ends."""
    return _began(record) + record.get("paused", 0) + TIME_TO_VOTE


def _began(record: Poll) -> int:
    """When what is voted on became what it is, and the day to vote began."""
    return max(record["opened_at"], record.get("since", 0))
