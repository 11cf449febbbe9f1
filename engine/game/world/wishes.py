"""The outbox: what the forge should show, as wishes by key; a later wish replaces an earlier one of the same key."""

from collections.abc import Mapping
from typing import Any, Final, Unpack

from engine.game.calendar import DAY
from engine.game.entries import Happening
from engine.game.own_notes import ToldNote
from engine.game.owned import Wish
from engine.game.replies import limit_refusals, speech
from engine.game.replies.inert import inert
from engine.game.replies.mentions import sparing
from engine.game.world.facts import is_player, key_of_person, login_of, poll_facts
from engine.game.world.waiting import bytes_of_text
from engine.game.world.world import World
from engine.store import canon, journal
from engine.store.digest import sha256
from engine.store.marks import reached

STRANGERS_ANSWERS: Final = 10  # to one account in a day
# Bytes of what waits to be said, as they are written: beyond the first answers are short, beyond the second
# there are none but the reaction. Only a flood comes so far; without an end to it the engine's notes would fit in no file.
MUCH: Final = 1_000_000
TOO_MUCH: Final = 3_000_000
MOST: Final = 5_000_000  # what a single happening brings about may go beyond the second, and no farther than this
MOST_ISSUES: Final = 300  # open at once
LONGEST_WHY: Final = 1_000  # characters of why something waits, which a rule may have chosen
SHORT_WHY: Final = 100  # the same where too much waits to be said already
LONGEST_VERDICTS: Final = 4_000  # characters of several that wait to be told of one thread
TOLD_AS_IS: Final = 200  # characters of what was told last; of a longer text a hash is enough
OWN_LABELS: Final = ["open for voting", "has quorum", "passing", "failing", "tied", "adopted", "rejected", "withdrawn"]


def wish(world: World, key: str, **desired: Unpack[Wish]) -> None:
    wanted: Any = desired
    world.records.put("outbox", key, wanted)


def reply(world: World, text: str) -> None:
    """An answer in the thread of the happening; where there is no thread, a word on the table."""
    if world.moment.thread is None:
        announce(world, text)
    else:
        world.moment.replies.append(text)


def announce(world: World, text: str) -> None:
    world.moment.said.append(text)


def flush(world: World) -> None:
    """Turns what the happening said into wishes."""
    moment = world.moment
    id_ = moment.happening["id"]
    left = _answers_left(world) if moment.replies or moment.remarks else 0
    if left:
        last = [speech.last_answer_today(STRANGERS_ANSWERS)] if left == 1 else []
        text = _bounded(world, _sparing(world, "\n\n".join(moment.replies + moment.remarks + last)))
        if text:
            wish(world, f"reply/{id_}", thread=moment.thread, text=text, at=moment.now, **_addressee(world))
    if moment.said:
        text = _bounded(world, _sparing(world, "\n\n".join(moment.said)))
        if text:
            wish(world, f"table/{id_}", text=text, at=moment.now)


def _sparing(world: World, text: str) -> str:
    """Wakes nobody who was woken within a day by another happening: GitHub tells them once, and the name is read all the same."""
    here: dict[str, bool] = {}

    def may_wake(login: str) -> bool:
        name = login.lower()
        if name not in here:
            last = world.entry("mentioned", name)
            here[name] = last is None or last <= world.now - DAY
            if here[name]:
                world.remember("mentioned", name, world.now, world.now - DAY + 1)
        return here[name]

    return sparing(text, may_wake)


def _bounded(world: World, text: str) -> str:
    """What is said as long as there is not too much to say already: cut short early where somebody's comment is the cause."""
    waiting = world.records.waiting()
    if waiting <= (MUCH if world.moment.happening.get("actor") else TOO_MUCH) and waiting + bytes_of_text(text) <= MOST:
        return text
    return speech.cut_short() if waiting <= TOO_MUCH else ""


def _answers_left(world: World) -> int:
    """How many answers whoever is answered may still have, this one included; counts it. Only those of strangers are counted, from
    the first one on for a day, so that nobody can make the engine talk without end."""
    whom = world.moment.happening.get("actor") or world.moment.answered
    key = key_of_person(world, whom) if whom else ""
    if not whom or world.records.get("players", key) is not None:
        return STRANGERS_ANSWERS + 1
    told = world.entry("answered", key)
    if told is None or told["since"] <= world.now - DAY:
        told = {"since": world.now, "times": 0}
    if told["times"] < STRANGERS_ANSWERS:
        world.remember("answered", key, {**told, "times": told["times"] + 1}, world.now - DAY + 1)
    return int(STRANGERS_ANSWERS - told["times"])


def _addressee(world: World) -> dict[str, Any]:
    actor = world.moment.happening.get("actor")
    stranger = bool(actor) and not is_player(world)
    return {"to": actor and actor["login"], "stranger": stranger}


def issue(world: World, tag: str, **fields: Any) -> None:
    """An issue the engine keeps: opened under its tag, or updated."""
    known = world.records.get("issues", tag) or {
        "tag": tag,
        "number": None,
        "title": tag,
        "body": "",
        "assignee": None,
        "open": True,
        "labels": [],
    }
    wanted = {**known, "open": True, **fields}
    if wanted == world.records.get("issues", tag):
        return
    if wanted["open"] and not _is_open(world, tag):
        _must_have_room(world)
    world.records.put("issues", tag, wanted)
    login = login_of(world, wanted["assignee"]) if wanted["assignee"] else None
    wish(world, f"issue/{tag}", **{**wanted, "assignee": login})


def _is_open(world: World, tag: str) -> bool:
    known = world.records.get("issues", tag)
    return known is not None and known["open"]


def _must_have_room(world: World) -> None:
    """Raises Refusal where an issue would be one too many: each has to be opened on the forge, and waits its turn there."""
    if len(world.records.keys("issues")) < MOST_ISSUES:
        return
    if sum(issue["open"] for _, issue in world.records.items("issues")) >= MOST_ISSUES:
        raise limit_refusals.issues_enough(MOST_ISSUES)


def close_issue(world: World, tag: str, text: str) -> None:
    known = world.records.get("issues", tag)
    if known is None or not known["open"]:
        return
    if text:
        wish(world, f"closing/{tag}", tag=tag, thread=known["number"], text=text, at=world.now)
    issue(world, tag, open=False)


def number_of(world: World, tag: str) -> int | None:
    issue = world.records.get("issues", tag)
    return issue and issue["number"]


def assign(world: World, tag: str, player: str) -> None:
    """Assigns an issue of the engine (by tag) or any thread (by number). What is closed stays so."""
    known = world.records.get("issues", tag)
    if known is not None:
        issue(world, tag, assignee=player, open=known["open"])
        return
    thread = world.records.get("threads", tag)
    if thread is not None:
        world.patch("threads", tag, assignee=player)
        wish(world, f"assign/{tag}", thread=int(tag), login=login_of(world, player), at=world.now)


def poll_closed(world: World, key: str, text: str) -> None:
    poll = poll_facts(world, key)
    if poll["tag"]:
        close_issue(world, poll["tag"], "")
    elif str(poll["thread"]) in world.notes.rescues or poll["thread"] == world.table:
        reached("thread left open that is not the vote's alone")
    elif poll["status"] == "withdrawn" and _has_been_changed(world, poll["thread"]):
        reached("withdrawn for what it is now")
    elif poll["status"] in ("rejected", "withdrawn") and world.thread(poll["thread"]).get("state") != "closed":
        wish(world, f"close/{poll['thread']}", thread=poll["thread"], at=world.now)
    decided(world, key, poll["thread"], poll["tag"], text)
    held_no_more(world, key)


def _has_been_changed(world: World, thread: int | None) -> bool:
    """Whether its pull request has just been changed: its author is at work on it, and may put it to the vote again. GitHub lets
    nobody reopen what was closed, once its branch was pushed over."""
    return world.moment.happening["kind"] in ("head", "thread") and world.moment.thread == thread


def decided(world: World, key: str, thread: int | None, tag: str | None, text: str) -> None:
    """Says how a vote ended; and how the one before it in the same place did, where nobody could be told of that yet."""
    waiting = world.records.get("outbox", f"verdict/{key}")
    both = f"{waiting['text']}\n\n{text}" if waiting else text
    told = both if len(both) <= LONGEST_VERDICTS else text
    wish(world, f"verdict/{key}", thread=thread, tag=tag, text=told, at=world.now)


def held_no_more(world: World, key: str) -> None:
    """Forgets that a complete poll could not be resolved: it is over, or what is voted on became something else."""
    world.notes.held = {k: told for k, told in world.notes.held.items() if k != key} or None


def is_news(world: World, last: ToldNote | None, text: str) -> bool:
    """Whether to say something that lasts: once, and again when it is another, but not twice in a day."""
    return last is None or (last["text"] not in (text, _kept(text)) and last["at"] <= world.now - DAY)


def as_told(world: World, text: str) -> ToldNote:
    """What is kept of something said now, for `is_news`."""
    return {"text": _kept(text), "at": world.now}


def _kept(text: str) -> str:
    return text if len(text) <= TOLD_AS_IS else sha256(text)


def brief(world: World, why: str) -> str:
    """A reason no longer than it is kept: a rule may give one as long as a page for each poll and each timer there is.

    What is cut short is quoted: it may be cut within words that are code, and do nothing for that alone.
    """
    most = LONGEST_WHY if world.records.waiting() <= TOO_MUCH else SHORT_WHY
    return why if len(why) <= most else inert(why, most)


def held(world: World, key: str, text: str) -> None:
    """Says why a complete poll cannot be resolved."""
    told, text = world.notes.held, brief(world, text)
    if is_news(world, told.get(key), text):
        world.notes.held = {**told, key: as_told(world, text)}
        tell_in_poll(world, key, text)


def tell_in_poll(world: World, key: str, text: str) -> None:
    """Says why it comes to nothing for now, where a poll is; another word of the kind takes its place until then."""
    poll = poll_facts(world, key)
    wish(world, f"held/{key}", thread=poll["thread"], tag=poll["tag"], text=text, at=world.now)


def delivered(world: World, happening: Happening) -> None:
    """A wish was seen fulfilled: it leaves, unless it has been replaced by another since."""
    key = happening["key"]
    wanted = world.records.get("outbox", key)
    if wanted is None or happening.get("digest") not in (None, digest(wanted)):
        return
    if key.startswith("status/") and wanted.get("thread") is not None and happening.get("comment"):
        world.patch("threads", str(wanted["thread"]), status_comment=happening["comment"])
    world.records.remove("outbox", key)


def give_up_status(world: World, thread: str) -> None:
    """Nothing is to be said of a pull request any more. What was wished for may stand there, under an id that nobody saw."""
    if world.records.get("outbox", f"status/{thread}") is None:
        return
    world.records.remove("outbox", f"status/{thread}")
    if world.thread(thread).get("status_comment") is None:
        world.patch("threads", thread, status_comment=None)


def drop_twin(world: World, happening: Happening) -> None:
    """Of what stands twice on the forge one is to go: an issue is closed, a comment taken away."""
    number, comment = happening["number"], happening.get("comment")
    if comment is None:
        reached("issue opened twice")
        wish(world, f"close/{number}", thread=number)
        return
    wish(world, f"twin/{comment}", thread=number, comment=comment, at=world.now)
    thread = world.records.get("threads", str(number))
    if thread is not None and thread.get("status_comment") == comment:
        reached("known status is the twin")
        world.patch("threads", str(number), status_comment=None)


def digest(wanted: Mapping[str, object]) -> str:
    """Eight digits that tell one wish of a key from a later one, its texts taken by their hashes."""
    return sha256(canon.emit(journal.hashed(wanted)))[:8]
