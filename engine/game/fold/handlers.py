"""What each kind of happening does. The registry is the table at the end: one function for one kind."""

from collections.abc import Callable
from functools import partial
from typing import Final

from engine.game.consulting import asking, commands, forms, mending
from engine.game.entries import Outcome
from engine.game.fold import (
    administered,
    commanded,
    engine_commands,
    greeted,
    issues,
    meant,
    moved,
    nearly,
    operated,
    ringing,
    shown,
)
from engine.game.happening import DONE, IGNORED, said_at
from engine.game.owned import Ballot
from engine.game.proposals import fallen, later, polls, pulls
from engine.game.proposals.tally import ballot, cast_in, default_ballot, electorate, placed
from engine.game.refusal import Refusal
from engine.game.replies import command_refusals, refusals
from engine.game.world import transaction, wishes
from engine.game.world.facts import key_here, open_poll_here, poll_facts
from engine.game.world.world import World
from engine.law.running.blame import RuleFault
from engine.store import seen
from engine.store.marks import reached
from engine.store.seen import is_letter


def act(world: World) -> Outcome:
    """Carries out the happening of the moment. Raises Refusal or RuleFault."""
    return _ACTS[world.moment.happening["kind"]](world)


def could_be_a_vote(world: World) -> bool:
    """Whether what was found late is one, for the poll in its thread or for a rescue. Else nothing follows from it, and it is
    judged when a list shows it."""
    text = world.moment.happening["text"].strip()
    if default_ballot(text) or not text or not world.moment.happening.get("actor"):
        return bool(default_ballot(text))
    try:
        return not _is_no_ballot(world, text) and bool(_ballot(world, text))
    except (Refusal, RuleFault):
        return True


def _said(world: World) -> Outcome:
    happening = world.moment.happening
    text = happening["text"].strip()
    if not happening.get("actor") or not text:
        return IGNORED
    choice = "" if _is_no_ballot(world, text) else mending.in_thread(world, partial(_ballot, world, text))
    if choice:
        edited = bool(happening.get("edited"))
        return mending.in_thread(world, partial(_vote, world, choice, edited=edited))
    if happening.get("edited"):
        return _edited_unread(text)
    return commanded.command(world, text)


def _edited_unread(text: str) -> Outcome:
    """What was edited before it was read runs no command: others may have read something else there."""
    if commands.looks_like_one(text):
        raise command_refusals.edited_comment()
    return IGNORED


def _is_no_ballot(world: World, text: str) -> bool:
    """Whether a text is a command of the engine's or of the higher class, which no other rule takes for a vote."""
    return engine_commands.is_one(text) or commands.is_of_the_higher_class(world, text)


def _ballot(world: World, text: str) -> str:
    """The choice a comment stands for, empty if it is no ballot or there is no poll in its thread."""
    key = key_here(world)
    poll = world.records.get("polls", key)
    if len(text) > commands.LONGEST:
        return ""
    if poll is None:
        return meant.no_vote_yet(world, text)
    facts = poll_facts(world, key)
    choice = ballot(world, facts, text)
    if choice:
        return str(choice)
    first = text.split()[0].strip(f".,;:!*_`{seen.QUOTES}")
    if poll["status"] == "open" and first != text and not text.startswith(("/", ">")):
        nearly = ballot(world, facts, first)
        if nearly:
            raise refusals.not_a_ballot(first, text)
    return ""


def _vote(world: World, choice: str, *, edited: bool) -> Outcome:
    happening = world.moment.happening
    commanded.not_paused_or_over(world)
    key = key_here(world)
    polls.vote(world, key, choice, happening["comment"], said_at(happening), edited=edited)
    later.note(world, key, said_at(happening))
    asking.tell(world, "acted", world.moment.writer)
    return {"is": "done", "vote": choice}


def after_refusal(world: World, refusal: Refusal, *, unasked: bool) -> None:
    """A vote that does not count is kept with its reason, so that the tally can be checked; a thread is known all the same.

    `unasked`: what a vote is, the law is not asked.
    """
    happening = world.moment.happening
    if happening["kind"] == "opened":
        _note_thread(world)  # else it would be new, and refused, whenever anything happens in it: our own answer, say
    if happening["kind"] == "head":
        pulls.keep_head(world)
    if happening["kind"] == "thread":
        pulls.tell_of_closing(world, refusal)
    if happening["kind"] not in ("said", "edited") or world.moment.thread is None:
        return
    key, record = key_here(world), open_poll_here(world)
    if record is None:
        return
    text = happening["text"]
    if not isinstance(text, str):  # a replay of what was too long to be a vote
        return
    choice = default_ballot(text.strip()) if unasked else _received_as(world, key, text.strip())
    if happening["kind"] == "edited":
        known = cast_in(record["ballots"], happening["comment"])
        if known is not None:
            fallen.take_back(world, key, known)
            world.moment.moved = True
            return
    if choice:
        fallen.refuse_ballot(world, key, happening["comment"], choice, refusal)


def _received_as(world: World, key: str, text: str) -> str:
    if len(text) > commands.LONGEST:
        return ""
    try:
        return ballot(world, poll_facts(world, key), text)
    except (Refusal, RuleFault):
        return default_ballot(text) or ""


def _opened(world: World) -> Outcome:
    """A new thread. What a person writes in the body of an issue is a comment like any other, and so is what a form sends.

    Where the body was edited before it was read, nothing follows from it: an edit never runs a command.
    """
    happening = world.moment.happening
    facts = happening["facts"]
    number = str(happening["thread"])
    if world.records.get("threads", number) is not None:
        return IGNORED
    author = happening.get("actor")
    _note_thread(world)
    if not author or facts.get("state") != "open":
        return IGNORED
    if facts["kind"] != "issue":
        nearly.refuse_in_a_pull(world, facts.get("title", ""), facts.get("body", ""))
        return IGNORED
    happening.setdefault("text", facts["body"])
    text, meant = forms.as_command(facts["body"]), forms.means_one(facts["body"])
    if meant and is_letter(text[0]) and commands.match(world, text) is None:
        text = f"/{text}"  # forgotten, or else the answer says what there is
    is_one = meant or commands.looks_like_one(text) or commands.match(world, text) is not None
    if is_one and happening.get("edited"):
        raise command_refusals.edited_issue()
    outcome = IGNORED if happening.get("edited") or not text else issues.carry_out(world, text)
    return issues.refuse_near_misses(world, issues.tell(world, outcome), text)


def _note_thread(world: World) -> None:
    happening = world.moment.happening
    actor = happening.get("actor")
    author = {"id": actor["id"], "login": actor["login"]} if actor else None
    record = {**happening["facts"], "author": author, "head": None, "change": None}
    world.records.put("threads", str(happening["thread"]), record)


def _edited(world: World) -> Outcome:
    """An edit never runs a command; of a ballot it is a vote at the time of the edit."""
    happening = world.moment.happening
    key, record = key_here(world), open_poll_here(world)
    if record is None:
        return _edited_into_a_command(world)
    known = cast_in(record["ballots"], happening["comment"])
    if known is None:
        return _edited_into_a_vote(world, key)
    return _read_again(world, key, known) if happening.get("again") else _ballot_edited(world, key, known)


def _edited_into_a_vote(world: World, key: str) -> Outcome:
    reached("comment edited into a vote")
    choice = _choice_of(world, key)
    if not choice:
        return _edited_into_none(world)
    return _vote(world, choice, edited=True) if world.moment.happening.get("actor") else IGNORED


def _edited_into_none(world: World) -> Outcome:
    happening = world.moment.happening
    outcome, text = _edited_into_a_command(world), happening["text"].strip()
    return meant.talk(world, text) if happening.get("actor") and not happening.get("again") and text else outcome


def _edited_into_a_command(world: World) -> Outcome:
    """Whoever puts a refused command right where it stands would wait for an answer. What is only read again was told."""
    happening = world.moment.happening
    if happening.get("actor") and not happening.get("again") and commands.looks_like_one(happening["text"].strip()):
        raise command_refusals.edited_since()
    return IGNORED


def _ballot_edited(world: World, key: str, known: Ballot) -> Outcome:
    at = said_at(world.moment.happening)
    try:
        choice, refusal = _becomes(world, key, known)
    except RuleFault:
        if fallen.is_taken_back(known, at):
            return IGNORED  # it was told when it was read first
        raise
    if choice == known["choice"] and (not refusal or fallen.is_taken_back(known, at)):
        reached("vote edited to the same")
        return _retouched(world, key, known, at)
    _rewrite(world, key, {**known, "choice": choice, "edited": True, "at": at}, refusal)
    if not refusal:
        asking.tell(world, "acted", known["voter"])
        meant.tell_of_lost(world, choice)
    return DONE


def _read_again(world: World, key: str, known: Ballot) -> Outcome:
    """What was judged at its time, and told, may count otherwise by now: that is nobody's deed."""
    try:
        choice, refusal = _becomes(world, key, known)
    except RuleFault:
        if fallen.is_taken_back(known, known["at"]):
            return IGNORED
        raise
    except Refusal:
        return IGNORED
    if choice == known["choice"]:
        return IGNORED
    _rewrite(world, key, {**known, "choice": choice, "edited": True}, refusal)
    return DONE


def _rewrite(world: World, key: str, changed: Ballot, refusal: Refusal | None) -> None:
    """Puts a ballot in the place of what it was; who cast it is told if it is none any more."""
    _put_in_place(world, key, changed)
    asking.tell(world, "comment_edited", changed["voter"], poll_facts(world, key), changed)
    if refusal and not world.moment.replies:
        wishes.reply(world, refusals.why(refusal))
    polls.look_for_quorum(world, key)


def _put_in_place(world: World, key: str, changed: Ballot) -> None:
    rest = [b for b in world.poll(key)["ballots"] if b["comment"] != changed["comment"]]
    world.patch("polls", key, ballots=placed(changed, rest))


def _choice_of(world: World, key: str) -> str:
    """What the law takes the words of this moment for; what is longer than any command is no vote."""
    text = world.moment.happening["text"].strip()
    return "" if len(text) > commands.LONGEST else ballot(world, poll_facts(world, key), text)


def _becomes(world: World, key: str, known: Ballot) -> tuple[str, Refusal | None]:
    """What a vote is edited into. What cannot be voted now is no vote, with what there is against it: what it was before, its comment
    does not say any more. It is judged anew before the verdict."""
    point = transaction.savepoint(world)
    try:
        choice = _choice_of(world, key)
        if choice not in ("", known["choice"]):
            commanded.not_paused_or_over(world)
            polls.must_be_free_to_vote(world, poll_facts(world, key), known["voter"], choice)
    except Refusal as refusal:
        if refusal.code in fallen.NO_VOTERS:
            raise
        transaction.undo(world, point)
        return "", refusal
    return choice, None


def _retouched(world: World, key: str, known: Ballot, at: int) -> Outcome:
    """An edit that leaves the choice as it was: the ballot keeps its place and time, and rules may ask whether it was edited.

    None hears of it if its voter has no vote by now: so it pays nothing. What is no vote any more stands where it was edited
    last: else it would be read before the verdict as if nobody had read that.
    """
    if known["edited"]:
        if not known["choice"] and known["at"] < at:
            _put_in_place(world, key, {**known, "at": at})
        return IGNORED
    ballots, changed = world.poll(key)["ballots"], known | {"edited": True}
    world.patch("polls", key, ballots=[changed if b == known else b for b in ballots])
    if known["voter"] in electorate(world, poll_facts(world, key), voting=known["voter"]):
        asking.tell(world, "comment_edited", known["voter"], poll_facts(world, key), changed)
    return DONE


def _deleted(world: World) -> Outcome:
    if open_poll_here(world) is None:
        return IGNORED
    return (
        DONE
        if fallen.mark_deleted(world, key_here(world), world.moment.happening["comment"], world.moment.writer)
        else IGNORED
    )


def _rescue(world: World) -> Outcome:
    """Time has passed: what follows from it is looked at after every happening."""
    return IGNORED


_ACTS: Final[dict[str, Callable[[World], Outcome]]] = {
    "administered": administered.administered,
    "upgraded": administered.upgraded,
    "rotated": operated.rotated,
    "moved": moved.moved,
    "redacted": operated.redacted,
    "period": ringing.period,
    "timer": ringing.timer,
    "rescue": _rescue,
    "resumed": ringing.resumed,
    "lapsed": ringing.lapsed,
    "opened": _opened,
    **greeted.ACTS,
    "unmergeable": pulls.unmergeable,
    "unread": pulls.unread,
    "said": _said,
    "edited": lambda world: mending.in_thread(world, partial(_edited, world)),
    "deleted": _deleted,
    "observed": shown.observed,
    "delivered": shown.delivered,
    "twice": shown.twice,
}
