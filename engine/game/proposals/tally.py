"""Counting: who may vote, which ballots stand, and the tally with its identity.

Always `received + added == len(ballots) + superseded + refused`: every comment taken for a vote is counted, superseded by a
later one of the same voter, or refused, and each exactly once.
"""

from typing import cast

from engine.game.consulting import commands
from engine.game.consulting.asking import ask_law
from engine.game.owned import OWN_CHOICES, Ballot, PollFacts, Status, Tally
from engine.game.proposals import later, rank
from engine.game.refusal import Refusal
from engine.game.world.facts import active_players, poll_facts
from engine.game.world.memos import most_ways
from engine.game.world.world import World
from engine.law.running.blame import RuleFault
from engine.store import seen
from engine.store.marks import reached


def electorate(world: World, poll: PollFacts, voting: str = "") -> list[str]:
    """The keys of those who may vote in a poll (facts), in order. `voting`: somebody who is about to, and counts if they may."""
    return _electorate(world, poll, above=decided_above(world, poll), voting=voting)


def _electorate(world: World, poll: PollFacts, *, above: bool, voting: str = "") -> list[str]:
    def default() -> list[str]:
        return rank.electors(world, poll, voting) if above else default_electors(world, poll)

    # Whoever is named twice is one voter
    return list(dict.fromkeys(ask_law(world, "electorate", default, poll, above=above)))


def default_electors(world: World, poll: PollFacts) -> list[str]:
    """Who may vote in a poll (facts) where no rule says it."""
    electors = poll.get("electors")
    return list(electors) if electors is not None else active_players(world)


def tally(world: World, key: str) -> Tally:
    """The tally of a poll by its key."""
    poll = poll_facts(world, key)
    return _tally(world, poll, above=decided_above(world, poll))


def decided_above(world: World, poll: PollFacts) -> bool:
    """Whether a rule of the higher class decides a poll (facts): then that class alone says who votes and what counts."""
    if not poll or not rank.may_be_decided_above(world, poll):
        return False
    try:
        return rank.decides_above(world, poll, _tally(world, poll, above=True))
    except (Refusal, RuleFault):
        return True


def _tally(world: World, poll: PollFacts, *, above: bool) -> Tally:
    electors = _electorate(world, poll, above=above)
    received = later.said(world, poll["key"], poll["ballots"])
    standing = ask_law(world, "counted_ballots", lambda: latest(received, electors), poll, received, above=above)
    eligible = _voters(standing, electors)
    places = {b["comment"]: place for place, b in enumerate(received)}
    written = {(b["comment"], b["voter"]) for b in poll["ballots"]}
    standing = [_by_its_voter(b, written) for b in standing if b["voter"] in eligible and b["choice"]]
    standing.sort(key=lambda b: (b["first"], places.get(b["comment"], len(received))))
    return _kept(world, poll, standing, electors)


def _by_its_voter(ballot: Ballot, written: set[tuple[int, str]]) -> Ballot:
    """A rule that lets somebody vote as another did may copy that vote: the comment is not theirs, and they have written none."""
    return ballot if (ballot["comment"], ballot["voter"]) in written else cast(Ballot, {**ballot, "comment": None})


def _kept(world: World, poll: PollFacts, standing: list[Ballot], electors: list[str]) -> Tally:
    """The tally of the same poll, electors and ballots is the very same one: it is not to be changed."""
    ways = world.memos.tallies.setdefault(poll["key"], [])
    record = world.records.get("polls", poll["key"])
    refused = 0 if record is None else len(record["refused"])
    counted = repr((standing, refused))
    for of, as_counted, tallied in ways:
        if of is poll and as_counted == counted and tallied["electors"] == electors:
            return tallied
    found = counts(standing, poll["ballots"], electors, refused)
    ways.insert(0, (poll, counted, found))
    del ways[most_ways(len(standing)) :]
    world.host.texts.stays(found)
    return found


def knows_quorum(world: World) -> bool:
    """Whether any rule in force speaks of a quorum."""
    return bool(world.book.speaking_of("quorum"))


def quorum(world: World, poll: PollFacts, count: Tally) -> bool | None:
    """Whether the votes of a poll (facts) are a quorum; None if no rule knows one for such a poll, and none is needed."""
    adjusted = bool(world.book.adjusting("quorum"))
    met = ask_law(world, "quorum", lambda: adjusted or None, poll, count, above=decided_above(world, poll))
    return None if met is None else bool(met)


def ballot(world: World, poll: PollFacts, text: str) -> str:
    """The choice that a text stands for in a poll (facts), empty if none. Raises RuleFault, or Refusal if a rule is broken.

    Where the higher class decides, no other makes a yay or a nay of what is none. Of no text, and of a command of the higher
    class, no rule is asked: that is no vote.
    """
    if not text or commands.is_of_the_higher_class(world, text):
        return ""
    above, text = decided_above(world, poll), seen.composed(text)
    choice = ask_law(world, "ballot", lambda: default_ballot(text), poll, text, above=above)
    if choice or not above:
        return str(choice or "")
    more = str(ask_law(world, "ballot", lambda: "", poll, text) or "")
    return "" if default_ballot(more) else more


def default_ballot(text: str) -> str | None:
    word = text.strip().lower()
    return word if word in OWN_CHOICES else None


def latest(ballots: list[Ballot], electors: list[str]) -> list[Ballot]:
    """The default: of each voter the latest that is not deleted."""
    last: dict[str, Ballot] = {}
    eligible = _voters(ballots, electors)
    for ballot in ballots:
        if not ballot["deleted"] and ballot["choice"] and ballot["voter"] in eligible:
            last[ballot["voter"]] = ballot
    return list(last.values())


def _voters(ballots: list[Ballot], electors: list[str]) -> set[str]:
    """Those of the electors who wrote any of the ballots: of ten thousand few have."""
    return {ballot["voter"] for ballot in ballots}.intersection(electors)


def cast_in(ballots: list[Ballot], comment: int) -> Ballot | None:
    """The one of these that a comment is."""
    return next((ballot for ballot in ballots if ballot["comment"] == comment), None)


def placed(ballot: Ballot, among: list[Ballot]) -> list[Ballot]:
    """The ballots with one more where its time puts it, and not where its reading does.

    Of one second comments stand in the order in which they were written, and behind them what was edited then.
    """
    place = len(among)
    while place > 0 and _is_younger(among[place - 1], ballot):
        reached("vote read behind a younger one")
        place -= 1
    return [*among[:place], ballot, *among[place:]]


def _is_younger(one: Ballot, other: Ballot) -> bool:
    unedited = not one["edited"] and not other["edited"]
    return bool(
        one["at"] > other["at"] or (one["at"] == other["at"] and unedited and one["comment"] > other["comment"])
    )


def by_unanimity(world: World, key: str) -> tuple[Tally, Status]:
    """The verdict where the rule that would give it is broken and the poll mends it: whoever has a vote must say yay.

    Heads say it, whatever their votes weigh.
    """
    count = tally(world, key)
    said = {(ballot["voter"], ballot["choice"] == "yay") for ballot in count["ballots"]}
    agree = [(elector, True) in said and (elector, False) not in said for elector in count["electors"]]
    return count, "adopted" if agree and all(agree) else "open"


def decided_now(world: World, key: str, poll: PollFacts, count: Tally) -> Status:
    """The law's verdict on a tally of the poll (facts), whether it may be decided yet or not. Raises Refusal or RuleFault."""
    if world.moment.set_aside:
        return by_unanimity(world, key)[1]
    verdict: Status = ask_law(world, "verdict", lambda: by_unanimity(world, key)[1], poll, count)
    return verdict


def counts(standing: list[Ballot], received: list[Ballot], electors: list[str], refused: int) -> Tally:
    """A tally of what stands among what was received; `refused`: how many more were received that are no ballots.

    What stands beside them was added: with no comment, or once more by one of the same voter that stands already.
    """
    comments = {b["comment"] for b in standing}
    fallen = [i for i, b in enumerate(received) if b["comment"] not in comments]
    eligible = _voters(received, electors)
    superseded = [i for i in fallen if received[i]["voter"] in eligible]
    choices: dict[str, int] = {}
    for ballot in standing:
        choices[ballot["choice"]] = choices.get(ballot["choice"], 0) + ballot["weight"]
    return {
        "added": len(standing) - (len(received) - len(fallen)),
        "ballots": standing,
        "cast": sum(choices.values()),
        "choices": {choice: choices[choice] for choice in sorted(choices)},
        "electorate": len(electors),
        "electors": electors,
        "nay": choices.get("nay", 0),
        "received": len(received) + refused,
        "refused": len(fallen) - len(superseded) + refused,
        "superseded": len(superseded),
        "voters": len({b["voter"] for b in standing}),
        "yay": choices.get("yay", 0),
    }


def fresh_ballot(voter: str, choice: str, comment: int, at: int, ballots: list[Ballot]) -> Ballot:
    """A ballot as it is received; `first` is the time of this voter's first one in the poll."""
    earlier = [b["first"] for b in ballots if b["voter"] == voter]
    first = min(earlier) if earlier else at
    return {
        "at": at,
        "choice": choice,
        "comment": comment,
        "deleted": False,
        "edited": False,
        "first": first,
        "voter": voter,
        "weight": 1,
    }
