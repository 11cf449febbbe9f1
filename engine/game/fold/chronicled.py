"""What the history of the repository tells: for each happening what its rules said for the title, else what kind of thing it was.

People are called by their keys, as rules call them: who was renamed would be two people in one title."""

from collections.abc import Sequence
from typing import Final

from engine.game.entries import Judged, Outcome
from engine.game.replies import headlines as said
from engine.game.world.facts import key_of_person, poll_here
from engine.game.world.world import World

_DOING: Final = frozenset(
    {"/correct", "/pause", "/resume", "/rescue", "/confirm"}
)  # of the engine's own; the others only tell


def headlines(world: World, outcome: Outcome) -> list[str]:
    """Of the happening just judged, never in words of a player's unless a rule chose them."""
    if outcome["is"] != "done":
        return []
    found = [*_vote(world, outcome), *world.moment.headlines, *_decided(world)]
    return found or _kind(world, outcome)


def title(told: Sequence[str], outcomes: Sequence[Judged]) -> str:
    """The subject of a commit: its headlines, and how many were refused."""
    return said.title(told, outcomes)


def _decided(world: World) -> list[str]:
    """What is law by now, and what is rejected, or is adopted and waits for somebody or something."""
    merged = [str(merge["thread"]) for merge in world.moment.merges]
    polls = {key: world.records.get("polls", key) for key in [*merged, *world.moment.counted]}
    found = []
    for key, poll in polls.items():
        number = poll and poll["number"]
        if key in merged:
            found.append(said.decided(number or f"#{key}", "law"))
        elif poll and number and poll["status"] in ("adopted", "rejected"):
            found.append(said.decided(number, poll["status"]))
    return found


def _vote(world: World, outcome: Outcome) -> list[str]:
    """Also of one over which something was decided, or of which a rule told something."""
    if not outcome.get("vote"):
        return []
    poll = poll_here(world)
    about = (poll["number"] or poll["kind"] if poll is not None else "") or "a poll"
    return [said.vote(world.moment.writer, str(outcome["vote"]), about)]


def _kind(world: World, outcome: Outcome) -> list[str]:
    happening = world.moment.happening
    kind = happening["kind"]
    if kind in ("period", "timer"):
        document = world.book.documents.get(str(happening.get("rule", "")))
        if document is None or "headline" in document.words:  # else it would have said what there is to say
            return []
        return [said.clean(document.title)]
    if kind == "administered":
        return [said.by_hand(sorted(happening.get("files") or {}))]
    if kind == "moved":
        return [said.moved()]
    if kind == "head":
        author = world.thread(happening["thread"]).get("author")
        who = key_of_person(world, author) if author else "somebody"
        return [said.proposed(who, int(happening["thread"] or 0))]
    if outcome.get("rule"):
        return _command(world, str(outcome["command"]), str(outcome["rule"]))
    done = str(outcome.get("command", ""))
    return [said.command(world.moment.writer, done)] if done in _DOING else []


def _command(world: World, run: str, slug: str) -> list[str]:
    document = world.book.documents.get(slug)
    usage = next((c.usage for c in document.commands if c.run == run), None) if document else None
    who = world.moment.writer if world.moment.happening.get("actor") else ""
    return [said.command(who, usage.literals[0].split("|")[0])] if usage else []
