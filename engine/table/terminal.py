"""What is done and asked from a terminal: the same deeds as from a page, answered as plain data."""

import shlex
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any, Final

from engine.game.calendar import stamp
from engine.game.exhibits import OpenPoll
from engine.game.owned import OWN_CHOICES
from engine.game.replies import hidden
from engine.game.replies.moments import when
from engine.hub.model import Invalid, Missing
from engine.referee.judging.installed import OUTDATED
from engine.site import rewriting
from engine.site.filed import next_number
from engine.store import splice
from engine.table import duties, proposing, sight, steps
from engine.table.game import NAME, BadName
from engine.table.house import House
from engine.table.not_done import NotDone

PATIENCE: Final = 300.0
LATE: Final = (  # a cause and a remedy
    "It is kept, and not judged yet: there is much to be judged.",
    "Open the game with `nomic play`: there it is judged to its end, however long that takes.",
)
Answer = dict[str, Any]


def do(house: House, asked: Mapping[str, Any]) -> Answer:
    """`asked` has `do` (a name of `DEEDS`) and its arguments, and the `game` if a terminal named it. Raises NotDone."""
    deed = DEEDS.get(str(asked.get("do")))
    if deed is None:
        raise NotDone("The terminal knows no such deed.", "It does: " + ", ".join(DEEDS) + ".")
    try:
        return deed(house, asked)
    except (Invalid, Missing) as error:
        raise NotDone(f"That cannot be done: {error}.", f"Look at `{_line(asked, 'status')}`.") from None


def _line(asked: Mapping[str, Any], words: str) -> str:
    """What is to be written in a terminal, with the game's folder where it had to be named."""
    game = str(asked.get("game") or "")
    return f"nomic {words}" + (f" --game {shlex.quote(game)}" if game else "")


def say(house: House, asked: Mapping[str, Any]) -> Answer:
    """`who`, `text`, and `thread` (the table if left out)."""
    seat = _seat(house, asked)
    thread = int(asked.get("thread") or house.looking.sight().table)
    text = str(asked["text"])
    if not text.strip():
        words = f'say {asked["who"]} "/status"'
        raise NotDone("There is nothing to say in that.", f"Write it in quotes: `{_line(asked, words)}`.")
    return _said(house, seat, thread, text)


def vote(house: House, asked: Mapping[str, Any]) -> Answer:
    """`who`, `number` of a proposal (or, after #, of its thread), and the `choice`."""
    seat, number = _seat(house, asked), str(asked["number"])
    polls = [poll["facts"] for poll in house.looking.sight().polls.values()]
    if number.startswith("#"):
        found = [facts for facts in polls if str(facts["thread"]) == number[1:]]
    else:
        found = [facts for facts in polls if str(facts.get("number")) == number]
    if not found:
        known = ", ".join(str(f.get("number") or f"#{f['thread']}") for f in polls)
        raise NotDone(
            f"{number} is not open for voting.",
            f"Open are: {known}." if known else f"Nothing is. What waits for whom: `{_line(asked, 'status')}`.",
        )
    thread, choice = found[0]["thread"], str(asked["choice"])
    if thread is None:
        raise NotDone(f"{number} has no thread yet.", "Try again in a moment: it is opened with the next pass.")
    offered = [
        word for poll in house.looking.sight().polls.values() if poll["facts"] in found for word in poll["offered"]
    ]
    if choice.strip().lower() not in offered and offered and set(offered) <= set(OWN_CHOICES):
        raise NotDone(f"{choice[:40]!r} is no vote here.", f"Vote {' or '.join(offered)}, the word alone.")
    return _said(house, seat, thread, choice)


def propose(house: House, asked: Mapping[str, Any]) -> Answer:
    """`who`, the `name` of a rule file, its `text` and the `folder` it lies in, and a `title` (the rule's own if left out). Opens it
    if it can be.

    Answered with the rule that it `amends`, which is in force and called like it; none of a new one.
    """
    seat, now = _seat(house, asked), house.looking.sight()
    slug, text = splice.slug_of(str(asked["name"])), str(asked["text"]).replace("\r\n", "\n")
    draft = proposing.blank(now, slug)
    number = next_number(now.law, now.game)
    title = proposing.one_line(str(asked.get("title") or f"{number} {rewriting.title_of(text) or slug}"))
    path = draft.path or proposing.path_of(now, _kind(now, asked, text), f"{number}-", slug)
    whole = proposing.Draft(draft.slug, title, rewriting.Parts("", "", whole=text), path, draft.before)
    if not whole.changed:
        raise NotDone(f"{path} says the same already.", "Change the file first.")
    found = proposing.checked(house.game, whole, seat)
    about = {"path": path, "amends": draft.path or None}
    if found.code:
        return {"opened": False, "refused": True, "answers": [found.reason, found.remedy], **about}
    thread = proposing.opened(house.game, whole, seat, found.command)
    trouble = _settled(house)
    said = [c for c in sight.comments(house.game, thread) if c.body == found.command]
    return {"opened": True, "thread": thread, **about, "title": title, **_answered(house, said[-1].id, trouble)}


def _kind(now: sight.Sight, asked: Mapping[str, Any], text: str) -> str:
    """Of which kind a new file is; nothing for a rule."""
    possible = proposing.kinds_of(now, text, str(asked.get("folder", "")))
    if len(possible) > 1:
        folders = " or ".join(proposing.kinds(now)[kind] for kind in possible)
        cause = f"{asked['name']} can be {proposing.either(possible)}, and does not say which."
        raise NotDone(
            cause, f"Lay it in a folder called {folders}, and propose it from there. A rule says `rule: next`."
        )
    return possible[0] if possible else ""


def status(house: House, asked: Mapping[str, Any]) -> Answer:
    """How things stand, for everyone, or for `who`."""
    trouble = _settled(house)
    now = house.looking.sight()
    seats = [_seat(house, asked)] if asked.get("who") else list(now.people)
    found = {seat: duties.duties(house.game, now, seat) for seat in seats}
    acts = {seat: [_act(house, duty) for duty in each] for seat, each in found.items()}
    return {
        "game": now.name,
        "over": now.game.get("over") or None,
        "won": now.won or None,
        "paused": now.paused_at is not None,
        "now": stamp(house.game.clock()),
        "here": when(house.game.clock(), now.zone),
        "waiting": {seat: [duty.title for duty in each] for seat, each in found.items()},
        "acts": acts,
        "lines": {seat: now.law["lines"].get(seat, []) for seat in seats},
        "votes": [_vote(poll) for poll in now.polls.values()],
        "due": [
            {"at": stamp(due["at"]), "here": when(due["at"], now.zone), "what": due["title"]} for due in now.law["due"]
        ],
        "trouble": trouble,
    }


def _vote(poll: OpenPoll) -> dict[str, Any]:
    """What is being voted on, how it stands, and what would come of it."""
    return {"thread": poll["facts"]["thread"], "title": duties.subject(poll["facts"]), "words": poll["words"]}


def _act(house: House, duty: duties.Duty) -> dict[str, Any]:
    """The thread where something that waits is done, and the words that do it; none where they are the player's own.

    No thread where what waits is a whole turn.
    """
    words = duty.words or tuple(form.usage for form in duty.forms if not form.refused)
    table = house.looking.sight().table if words else None
    return {"thread": duty.thread or table, "words": list(words)}


def clock(house: House, asked: Mapping[str, Any]) -> Answer:
    """Moves the table's time `by` +1w, +2d, +3h, +5m or to what is `due`; without it, only says what it is."""
    by, trouble, since = str(asked.get("by") or ""), list[str](), house.game.model.newest_id
    if by:
        if house.game.clock.kind != "table":
            raise NotDone("This game goes by the real time.", "Begin one with `nomic play FOLDER --clock table`.")
        house.game.move_clock(_seconds(house, by))
        trouble = _settled(house)
    now = house.game.clock()
    seen = house.looking.sight()
    brought = sight.brought(house.game, seen.table, since, house.game.model.newest_id) if by else []
    told = {"now": stamp(now), "here": when(now, seen.zone), "clock": house.game.clock.kind}
    return {**told, "brought": [hidden.without_lines(each) for each in brought], "trouble": trouble}


def _settled(house: House) -> list[str]:
    """Has everything until now judged; the cause why it is not, and what to do, where something keeps it from being."""
    made = house.passes.settle(PATIENCE)
    if not house.passes.outdated:
        return list(house.game.trouble or ()) if made else list(LATE)
    return [] if made and house.game.trouble is None else list(OUTDATED)


def _seconds(house: House, by: str) -> int:
    if by == steps.DUE:
        return house.looking.sight().until_due(house.game.clock())
    wrong = steps.wrong(by)
    if wrong:
        raise NotDone(wrong, steps.REMEDY)
    return steps.seconds(by)


def _seat(house: House, asked: Mapping[str, Any]) -> str:
    name = str(asked.get("who") or "")
    found = house.game.seated(name.removeprefix("@"))
    if found is None:
        near = get_close_matches(name, house.game.seats, 1)
        hint = f"Did you mean {near[0]}?" if near else _how_to_seat(house, name)
        raise NotDone(f"Nobody here is called {name[:40]!r}.", hint)
    return found


def _how_to_seat(house: House, name: str) -> str:
    if not NAME.fullmatch(name):
        return BadName(name).remedy
    if house.address:
        return "The host adds a seat on a page of the table, under *Seats …*."
    return f"`nomic play {shlex.quote(str(house.game.folder.path))} --players {name}` adds it."


def _said(house: House, seat: str, thread: int, text: str) -> Answer:
    number = house.game.act(lambda: house.game.people.comment(seat, thread, text)).id
    trouble = _settled(house)
    polled = any(poll["facts"]["thread"] == thread for poll in house.looking.sight().polls.values())
    standing = sight.standing(house.game, thread, foretold=False) if polled else ""
    return {"thread": thread, **_answered(house, number, trouble), "standing": standing}


def _answered(house: House, comment: int, trouble: list[str]) -> Answer:
    answers = [hidden.without_lines(each) for each in sight.answers(house.game, comment)]
    made = house.game.model.comments[comment]
    fate = {"refused": sight.was_refused(made), "done": house.looking.sight().was_done(made)}
    return {"comment": comment, **fate, "answers": answers, "trouble": trouble}


DEEDS: Final[dict[str, Callable[[House, Mapping[str, Any]], Answer]]] = {
    "say": say,
    "vote": vote,
    "propose": propose,
    "status": status,
    "clock": clock,
}
