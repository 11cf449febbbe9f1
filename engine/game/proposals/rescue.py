"""/rescue: the way out of a law that lets nothing be changed any more. It asks no rule; only who plays.

A pull request is rescued when every player who was active as it was asked for has said yay, three days have passed, and
none of the players objects. Accounts count here and not records, so no rule can put anybody in another's place. Whoever
has been silent for a fortnight, anywhere in the game, holds nothing up any more.
"""

from typing import Any, Final

from engine.game.calendar import DAY, HOUR
from engine.game.entries import Outcome
from engine.game.happening import DONE, said_at
from engine.game.owned import KnownThread, Rescue, RescueVote
from engine.game.proposals import crowd, expelled, rescued
from engine.game.proposals.rescue_votes import is_later, keys_of, names_of, placed, without
from engine.game.proposals.tally import default_ballot
from engine.game.refusal import Refusal
from engine.game.replies import change_refusals, refusals, rescue_refusals, rescues
from engine.game.world import changes
from engine.game.world.facts import thread_facts
from engine.game.world.wishes import announce
from engine.game.world.world import World
from engine.store import seen

COMMAND: Final = "/rescue"
PATIENCE: Final = 72 * HOUR
SILENCE: Final = rescued.SILENCE
GRAIN: Final = HOUR  # of the notes on who was there: else each word would be one


def begun(world: World) -> dict[str, Rescue]:
    """Number of the thread -> {by began since change electors players votes heard told}; people by account id, as text."""
    return world.notes.rescues


def notice(world: World) -> None:
    """Whoever does something is there, also where it is refused."""
    happening = world.moment.happening
    actor = happening.get("actor")
    if actor and not happening.get("again"):
        _hear_of(world, str(actor["id"]))


def hear(world: World) -> Outcome | None:
    """What a happening means for rescues, before any rule is asked; its outcome, None if it means nothing. Raises Refusal."""
    happening = world.moment.happening
    actor, text = happening.get("actor"), happening.get("text")
    if happening["kind"] == "said" and actor and isinstance(text, str):
        if text.strip().lower() == COMMAND and not happening.get("edited"):
            _begin(world)
            return {**DONE, "command": COMMAND}
        return _vote(world, text)
    if happening["kind"] == "edited" and isinstance(text, str):
        return _touched(world, default_ballot(text) or "")
    return _deleted(world) if happening["kind"] == "deleted" else None


def follow(world: World) -> bool:
    """After a happening: what it did to pull requests under rescue, and whether one can land now. True if anything came of it."""
    moved = False
    for thread, rescue in sorted(begun(world).items()):
        if _is_over(world, thread):
            _end(world, thread)
            announce(world, rescues.ended(int(thread)))
            moved = True
        elif world.thread(thread).get("change") != rescue["change"]:
            _anew(world, thread, rescue)
            moved = True
        elif _concerns(world, thread) and not missing(world, rescue) and world.notes.paused_at is None:
            moved = _land(world, thread, rescue) or moved
    return moved


def due(world: World, since: int) -> list[tuple[int, str]]:
    """(time, thread) of the moments, from `since` on, after which a rescue may land without anybody's doing.

    Of those of one rescue the first, and the first that is later: the one at `since` itself may have been judged.
    """
    found = []
    for thread, rescue in begun(world).items():
        moments = {rescue["since"] + PATIENCE, *(_heard(rescue, who) + SILENCE for who in _waited_for(rescue))}
        found += [(since, thread)] if since in moments else []
        found += [(min(later), thread) for later in [[at for at in moments if at > since]] if later]
    return found


def missing(world: World, rescue: Rescue) -> list[str]:
    """What a rescue still waits for: account ids, of those without a yay and of those who object; empty too early, too."""
    early = [""] if world.now < rescue["since"] + PATIENCE else []
    return early + [who for who in _waited_for(rescue) if world.now < _heard(rescue, who) + SILENCE]


def shift(world: World, paused: int) -> None:
    """After a pause that began at `paused` every rescue has as long to go as then; what came to be in it counts from now on."""

    def later(at: int) -> int:
        return at + world.now - max(at, paused)

    for thread, rescue in begun(world).items():
        _patch(
            world,
            thread,
            since=later(rescue["since"]),
            heard={who: later(at) for who, at in rescue["heard"].items()},
        )
    expelled.shift(world, later)
    world.moment.resumed = True


def said_before(world: World) -> str:
    """What whoever speaks has said of the rescue in this thread, empty if nothing counts."""
    rescue = begun(world).get(str(world.moment.thread))
    vote = rescue["votes"].get(_account(world)) if rescue is not None else None
    return vote["choice"] if vote is not None else ""


def lines(world: World) -> list[str]:
    """One line for each rescue, for /status."""
    return [
        rescues.line(
            int(thread), names_of(world, rescue, _waited_for(rescue)), _earliest(world, rescue), world.timezone
        )
        for thread, rescue in sorted(begun(world).items())
    ]


def _waited_for(rescue: Rescue) -> list[str]:
    votes = rescue["votes"]
    objecting = [who for who, vote in votes.items() if vote["choice"] == "nay"]
    return objecting + [who for who in rescue["electors"] if who not in votes]


def _earliest(world: World, rescue: Rescue) -> int | None:
    """When it can land at the soonest, None where that is past, or nobody can tell it as the time stands still."""
    at = rescue["since"] + PATIENCE
    return at if at > world.now and world.notes.paused_at is None else None


def _heard(rescue: Rescue, who: str) -> int:
    return max(int(rescue["since"]), int(rescue["heard"].get(who, 0)))


def _begin(world: World) -> None:
    thread, pull = str(world.moment.thread), world.thread(str(world.moment.thread))
    writer = _account(world)
    players = sorted(world.records.index("players").accounts() | expelled.with_a_say(world))
    _may_begin(world, thread, pull, writer in players)
    _make_room(world, writer, len(players))
    world.records.remove("outbox", f"close/{thread}")  # of a vote that was over before
    active = {str(record.get("id")) for _, record in world.records.items("players") if record.get("active")}
    rescue: Rescue = {
        "by": writer,
        "began": world.now,
        "since": world.now,
        "change": pull["change"],
        "electors": sorted({*active, writer} & set(players)),
        "players": players,
        "votes": {},
        "heard": {},
        "told": "",
    }
    world.notes.rescues = {**begun(world), thread: rescue}
    electors = names_of(world, rescue, rescue["electors"])
    announce(world, rescues.begun(int(thread), thread_facts(world, int(thread))["title"], electors, PATIENCE // HOUR))
    world.moment.told.append(rescues.asked(PATIENCE // HOUR))
    rescued.look(world, thread)


def _may_begin(world: World, thread: str, pull: KnownThread, is_player: bool) -> None:
    if not is_player:
        raise refusals.no_player(world, world.moment.writer)
    if world.notes.paused_at is not None:
        raise refusals.paused()
    if pull.get("kind") != "pull" or pull.get("state") != "open":
        raise rescue_refusals.rescue_elsewhere()
    if thread in begun(world):
        raise rescue_refusals.rescue_begun_already(int(thread))
    if not pull.get("change"):
        raise change_refusals.change_unknown(int(thread))
    rescued.must_be_law(world, changes.content(world, pull["change"]))


def _make_room(world: World, writer: str, people: int) -> None:
    """Raises Refusal where none can be made."""
    oldest = crowd.must_have_room_for_rescue(begun(world), writer, people, world.now)
    if oldest is not None:
        _end(world, oldest)
        announce(world, rescues.gave_way(int(oldest), crowd.LONG_BEGUN // DAY))


def _account(world: World) -> str:
    """Whoever speaks, by account id."""
    actor = world.moment.happening.get("actor")
    return str(actor["id"]) if actor else ""


def _must_not_be_nearly_one(world: World, rescue: Rescue | None, text: str) -> None:
    """A yay with more words around it is told so, unless there is a vote as well, which says so itself."""
    word = text.split(maxsplit=1)[0].strip(f".,;:!*_`{seen.QUOTES}") if text.strip() else ""
    nearly = default_ballot(word) if rescue is not None and not text.startswith(("/", ">")) else ""
    if rescue is not None and nearly and _account(world) in rescue["players"] and not _is_voted_on(world):
        raise refusals.not_a_ballot(nearly, text)


def _is_voted_on(world: World) -> bool:
    poll = world.records.get("polls", str(world.moment.thread))
    return poll is not None and poll["status"] == "open"


def _vote(world: World, text: str) -> Outcome | None:
    rescue, choice = begun(world).get(str(world.moment.thread)), default_ballot(text)
    if rescue is None or not choice:
        _must_not_be_nearly_one(world, rescue, text)
        return None
    happening = world.moment.happening
    who = _account(world)
    if who not in rescue["players"]:
        if _is_voted_on(world):
            return None  # it may be a vote there
        raise rescue_refusals.rescue_not_theirs()
    edited = happening.get("edited") or happening["kind"] == "edited"
    if edited and choice == "yay":
        if _is_voted_on(world):
            world.moment.told.append(rescue_refusals.rescue_edited().text)
            return None  # it is a vote there
        raise rescue_refusals.rescue_edited()
    if choice == "yay" and said_at(happening) < int(world.thread(str(world.moment.thread)).get("touched", 0)):
        raise refusals.vote_too_old()
    vote: RescueVote = {"choice": choice, "comment": happening["comment"], "at": said_at(happening)}
    if edited:
        vote["edited"] = True
    if not is_later(vote, rescue["votes"].get(who)):
        return DONE  # it was overtaken by what the same person said after it
    thread, votes = str(world.moment.thread), rescue["votes"]
    rescue = _patch(world, thread, votes={**votes, who: placed(vote, votes.get(who))})
    world.moment.told.append(rescues.counted(choice, _ahead(world, rescue)))
    return {**DONE, "vote": choice}


def _ahead(world: World, rescue: Rescue) -> rescues.Awaited:
    waiting, is_paused = names_of(world, rescue, _waited_for(rescue)), world.notes.paused_at is not None
    return rescues.Awaited(waiting, _earliest(world, rescue), world.timezone, is_paused)


def _touched(world: World, choice: str) -> Outcome | None:
    """An edit can make a yay a nay and take a yay back; whoever did it, no yay comes of it, which is told, and no nay goes by it.

    What is only read again, or was edited before the rescue began, objects to nothing.
    """
    happening = world.moment.happening
    thread, comment = str(world.moment.thread), happening.get("comment")
    rescue = begun(world).get(thread)
    if rescue is None:
        return None
    for who, vote in rescue["votes"].items():
        if vote["comment"] == comment and vote["choice"] == "yay" and choice != "yay":
            changed: RescueVote = {**vote, "choice": choice, "at": said_at(happening), "edited": True}
            rest = without(rescue["votes"], who)
            if happening["kind"] == "deleted" and not _account(world):
                _patch(world, thread, gone={**rescue.get("gone", {}), who: vote})
            left = _patch(world, thread, votes=rest | ({who: changed} if choice else {}))
            if not choice:
                name = names_of(world, rescue, [who])[0]
                world.moment.told.append(rescues.taken_back(name, _ahead(world, left), objects=who in rest))
            return DONE
    me, votes = _account(world), rescue["votes"].items()
    known = [v["choice"] for w, v in votes if v["comment"] == comment or (w == me and choice == "yay")]
    is_news = not happening.get("again") and happening["time"] >= rescue["began"]
    if choice and choice not in known and is_news and me in rescue["players"]:
        return _vote(world, choice)
    return None


def _deleted(world: World) -> Outcome | None:
    """Who deletes a yay of their own takes it back, and so does whoever nobody knows; what somebody else deleted stands."""
    rescue, who = begun(world).get(str(world.moment.thread)), _account(world)
    if rescue is not None and who:
        vote = rescue["votes"].get(who)
        if vote is None or vote["comment"] != world.moment.happening["comment"]:
            return _removed(world, rescue)
    return _touched(world, "")


def _removed(world: World, rescue: Rescue) -> Outcome | None:
    """Notes that somebody else deleted a yay: else it would go as soon as the thread is listed whole.

    If it has gone like that already, it is put back where nothing that was said since stands.
    """
    thread, comment = str(world.moment.thread), world.moment.happening["comment"]
    votes, gone = rescue["votes"], rescue.get("gone", {})
    back = {w: v for w, v in gone.items() if w != _account(world) and is_later(v, votes.get(w))}
    for who, vote in {**votes, **back}.items():
        if vote["comment"] == comment and vote["choice"] == "yay" and not vote.get("removed"):
            rescue = _patch(world, thread, votes={**votes, who: {**vote, "removed": True}})
            if votes.get(who) != vote:
                world.moment.told.append(rescues.counted("yay", _ahead(world, rescue)))
            return DONE
    return None


def _hear_of(world: World, who: str) -> None:
    """Notes, once an hour at most, that somebody who counts is there: as of its end, as whatever they say in it counts, too."""
    hour = -(-world.now // GRAIN) * GRAIN
    for thread, rescue in begun(world).items():
        if who in rescue["players"] and hour > rescue["heard"].get(who, 0):
            _patch(world, thread, heard={**rescue["heard"], who: hour})


def _anew(world: World, thread: str, rescue: Rescue) -> None:
    """New commits: what was said was said of something else."""
    voided = names_of(world, rescue, list(rescue["votes"]))
    void: dict[str, Any] = {name: {} for name in ("votes", "heard", "gone") if name in rescue}
    _patch(world, thread, change=world.thread(thread).get("change"), since=world.now, told="", **void)
    announce(world, rescues.anew(int(thread), voided, PATIENCE // HOUR))
    rescued.look(world, thread)


def _is_over(world: World, thread: str) -> bool:
    happening = world.moment.happening
    told = happening.get("facts", {}) if happening["kind"] == "thread" and str(world.moment.thread) == thread else {}
    return told.get("state") == "closed" or world.thread(thread).get("state") != "open"


def _concerns(world: World, thread: str) -> bool:
    """Where a pause ends, each may land by what was said in it: there may be no moment left at which that is looked at."""
    moment = world.moment
    return moment.happening["kind"] == "rescue" or moment.resumed or str(moment.thread) == thread


def _land(world: World, thread: str, rescue: Rescue) -> bool:
    try:
        rescued.land(world, int(thread), rescue, keys_of(world, rescue))
    except Refusal as refusal:
        return rescued.hold(world, thread, refusal, agreed=True)
    _end(world, thread)
    return True


def _end(world: World, thread: str) -> None:
    world.notes.rescues = {t: rescue for t, rescue in begun(world).items() if t != thread} or None


def _patch(world: World, thread: str, **fields: Any) -> Rescue:
    rescue: Any = {**begun(world)[thread], **fields}
    world.notes.rescues = {**begun(world), thread: rescue}
    found: Rescue = rescue
    return found
