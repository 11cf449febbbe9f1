"""What is done from a page: each deed is somebody's, is kept, judged by a pass, and answered on the page it came from."""

import secrets
from collections.abc import Callable
from typing import Final

from starlette.responses import Response

from engine.game.calendar import DAY, HOUR
from engine.hub.keeping import NotKept
from engine.hub.model import Invalid, Missing
from engine.hub.sent import REACTIONS
from engine.hub.threads import Comment
from engine.site.filed import next_number
from engine.table import lesson, offers, pages, proposing, sight
from engine.table.forms import written
from engine.table.game import BadName
from engine.table.identity import Asker, SeatTaken
from engine.table.not_done import NotDone
from engine.table.visit import YEAR, Visit

CHANGED: Final = (
    "This proposal was changed while your page stood open. Nothing was said about it: it might have been a vote.",
    "Look at what it proposes now, in its thread, and say it again.",
)


def _seat(visit: Visit) -> str:
    if visit.asker.seat is None:
        raise NotDone("You look on, and do not play.", "Ask the host for an invitation.", 403)
    return visit.asker.seat


def _number(visit: Visit, name: str) -> int:
    text = visit.form.get(name, "")
    if not (text.isascii() and text.isdigit()) or len(text) > 11:
        raise NotDone("That is no thread of this game.", "Go back, and load the page again.")
    return int(text)


def _done(visit: Visit, do: Callable[[], Comment | None], back: str = "") -> Response:
    """`back`: where one goes on, if that is not where the form stood."""
    try:
        comment = visit.game.act(do)
    except (Invalid, Missing, PermissionError) as error:
        raise NotDone(f"That cannot be done: {error}.", "Go back, and load the page again.") from None
    visit.house.passes.settle()
    return visit.go(back or visit.back, None if comment is None else comment.id)


def _must_be_as_seen(visit: Visit, thread: int) -> None:
    """Raises NotDone where a thread proposes something else by now than its page showed."""
    if visit.form.get("seen", visit.text_of(thread)) != visit.text_of(thread):
        raise NotDone(*CHANGED)


def _words(visit: Visit) -> str:
    """What was written in the box. Raises NotDone where that is nothing."""
    text = visit.form.get("text", "").replace("\r\n", "\n")
    if not text.strip():
        raise NotDone("There is nothing to say in that.", "Go back, and write something first.")
    return text


def say(visit: Visit) -> Response:
    seat, thread, text = _seat(visit), _number(visit, "thread"), _words(visit)

    def do() -> Comment:
        _must_be_as_seen(visit, thread)
        return visit.game.people.comment(seat, thread, text)

    return _done(visit, do)


def act(visit: Visit) -> Response:
    """A form of a command, as the words that it stands for: on the table, or in the issue that was chosen."""
    seat = _seat(visit)
    thread = _number(visit, "thread") if "thread" in visit.form else visit.sight.table
    values = {name.removeprefix("f-"): value for name, value in visit.form.items() if name.startswith("f-")}
    text = written(visit.form.get("usage", "")[:500], values)
    return _done(visit, lambda: visit.game.people.comment(seat, thread, text))


def edit(visit: Visit) -> Response:
    seat, comment = _seat(visit), _number(visit, "comment")
    takes_away = visit.form.get("deed") == "delete"

    def do() -> None:
        found = visit.game.model.find_comment(comment)
        if found.author != visit.game.model.account(seat).id:
            raise PermissionError("these are somebody else's words")
        if takes_away:
            visit.game.people.delete_comment(seat, comment)
        else:
            _must_be_as_seen(visit, found.thread)
            visit.game.people.edit_comment(seat, comment, _words(visit))

    talk = f"{visit.back.partition('#')[0]}#talk"
    return _done(visit, do, talk if takes_away else "")  # there are no such words any more


def react(visit: Visit) -> Response:
    seat, comment, content = _seat(visit), _number(visit, "comment"), visit.form.get("content", "")
    if content not in REACTIONS:
        raise NotDone("There is no such reaction.", "Use the button.")

    def do() -> None:
        visit.game.model.react(visit.game.model.account(seat).id, comment, content)

    return _done(visit, do)


def issue(visit: Visit) -> Response:
    seat, title = _seat(visit), " ".join(visit.form.get("title", "").split())[:200]
    if not title:
        raise NotDone("An issue needs a title.", "Say in a few words what it is about.")
    body = visit.form.get("body", "").replace("\r\n", "\n")[:60_000]
    number = visit.game.act(lambda: visit.game.people.open_issue(seat, title, body).number)
    visit.house.passes.settle()
    return visit.go(f"/threads/{number}")


def retitle(visit: Visit) -> Response:
    seat, thread = _seat(visit), _number(visit, "thread")
    title = " ".join(visit.form.get("title", "").split())[:200]

    def do() -> None:
        if visit.game.model.thread(thread).author != visit.game.model.account(seat).id:
            raise PermissionError("that is somebody else's proposal")
        if not title:
            raise NotDone("A proposal needs a title.", "Go back, and say in a few words what it is about.")
        visit.game.people.retitle(seat, thread, title)

    return _done(visit, do)


def state(visit: Visit) -> Response:
    """A pull request is closed, or open once more."""
    seat, thread = _seat(visit), _number(visit, "thread")
    deed = {"close": visit.game.people.close, "reopen": visit.game.people.reopen}.get(visit.form.get("deed", ""))
    if deed is None:
        raise NotDone("A pull request is closed or opened.", "Use the button.")
    found = visit.game.model.threads.get(thread)
    if found is None or found.pull is None or not offers.may_turn(visit, found):
        raise NotDone("That is no proposal of yours.", "Ask its author.", 403)
    return _done(visit, lambda: deed(seat, thread))


def propose(visit: Visit) -> Response:
    """Checks a draft; where nothing stands in its way and it shall be opened, opens it, once its warnings were shown.

    It can be made without that, for later.
    """
    seat = _seat(visit)
    draft = proposing.drafted(visit.sight, visit.form)
    why = visit.form.get("why", "")[:10_000]
    if not draft.changed or not draft.title.strip():
        return pages.drafting(visit, draft, None, why, "Nothing is changed yet.")
    if draft.unclear:
        return pages.drafting(visit, draft, None, why, draft.unclear)
    command = ""
    if visit.form.get("do") != "make":
        found = proposing.checked(visit.game, draft, seat, next_number(visit.sight.law, visit.sight.game))
        if found.code or visit.form.get("do") != "open" or proposing.heed(found) != visit.form.get("heeded", ""):
            return pages.drafting(visit, draft, found, why, played=proposing.rehearsed(visit.sight, draft, found))
        command = found.command
    number = proposing.opened(visit.game, draft, seat, command, why)
    visit.house.passes.settle()
    return visit.go(f"/threads/{number}")


def check(visit: Visit) -> Response:
    """The same, for the script of the page: only what would be said."""
    seat = _seat(visit)
    draft = proposing.drafted(visit.sight, visit.form)
    ready = draft.changed and draft.title.strip() and not draft.unclear
    found = (
        proposing.checked(visit.game, draft, seat, next_number(visit.sight.law, visit.sight.game)) if ready else None
    )
    played = proposing.rehearsed(visit.sight, draft, found)
    return visit.fragment("checked.html", **pages.checking(draft, found, draft.unclear, played))


def sit(visit: Visit) -> Response:
    """The host takes another seat at this machine."""
    seat = visit.game.seated(visit.form.get("seat", ""))
    if not visit.asker.is_host or seat is None:
        raise NotDone("Only the host changes seats.", "Use the link of your own seat.", 403)
    answer = visit.go(visit.back)
    visit.sit(answer, seat)
    return answer


def clock(visit: Visit) -> Response:
    if not visit.asker.is_host or visit.game.clock.kind != "table":
        raise NotDone("The clock is not yours to move.", "Ask the host.", 403)
    by = visit.form.get("by", "")
    # where another tab was there first, what this one's button says has been done, and what comes after it is another thing
    shown = _number(visit, "due") if "due" in visit.form else None
    steps = {"1h": HOUR, "1d": DAY, "due": visit.sight.until_due(visit.game.clock(), shown)}
    if by not in steps:
        raise NotDone("The clock has no such step.", "Use one of its buttons.")
    since = visit.game.model.newest_id
    visit.game.move_clock(steps[by])
    visit.house.passes.settle()
    until = visit.game.model.newest_id
    path, _, asked = visit.back.partition("#")[0].partition("?")  # what was new there before is new no more
    kept = "&".join(each for each in asked.split("&") if each and not each.startswith(("said=", "brought=")))
    there = f"{path}{'?' if kept else ''}{kept}"
    if not sight.brought(visit.game, visit.sight.table, since, until):
        return visit.go(there)
    return visit.go(f"{there}{'&' if kept else '?'}brought={since}-{until}#brought")


def learn(visit: Visit) -> Response:
    """The next step of the lesson, or the end of it."""
    if not visit.asker.is_host:
        raise NotDone("The lesson is not yours.", "Ask the host.", 403)
    with visit.house.teaching:
        answer = _learn(visit)
    visit.sit(answer, visit.game.host)
    return answer


def _learn(visit: Visit) -> Response:
    if visit.form.get("do") == "leave":
        lesson.leave(visit.game)
        return visit.go("/")
    now = lesson.step(visit.game)
    if now is not None and visit.form.get("at", str(now.number)) != str(now.number):
        return visit.go(now.look)  # pressed twice: what the second one meant was done by the first
    passed = visit.form.get("do") == "skip"
    return visit.go(*((lesson.pass_over(visit.game), None) if passed else lesson.go_on(visit.house)))


def seats(visit: Visit) -> Response:
    """Links issued and voided, and seats added, by the host."""
    if not visit.asker.is_host:
        raise NotDone("Only the host issues links.", "Ask whoever began the game.", 403)
    form, links = visit.form, visit.house.seats
    if form.get("renew") in ("invitation", "watcher"):
        links.renew(form["renew"])
        return visit.go("/table")
    if form.get("add"):
        there = visit.game.seated(form["add"].strip())
        if there is not None:
            raise NotDone(f"The seat of {there} is there already.", "Issue a link for it, or add one by another name.")
        visit.game.seat(form["add"].strip())
        return visit.go("/table")
    seat = visit.game.seated(form.get("issue", ""))
    if seat is None or seat == visit.game.host:
        raise NotDone("There is no such seat to issue a link for.", "Add it first.")
    return pages.table(visit, (seat, f"{visit.house.address}/enter/{links.issue(seat, form.get('page', ''))}"))


def door(visit: Visit) -> Response:
    """A link was opened: of a seat, of the host, for spectators, or the invitation."""
    secret = visit.house.seats.redeemed(visit.parts["secret"])
    asker = visit.house.seats.asker(secret)
    if asker.looks and visit.asker.looks and asker.secret != visit.asker.secret:
        return _seated_already(visit, asker)
    if asker.looks:
        return _enter(visit, visit.go("/"), secret)
    if visit.house.seats.invites(secret):
        return _invited(visit, secret, f"Play {visit.sight.name}", "Give the name under which you play.")
    return visit.door("This link opens nothing", "Ask the host for a new one.", status=404)


def _invited(visit: Visit, secret: str, *words: str, status: int = 200) -> Response:
    """The form for a name, with the one that was refused. Who has a place here is told what becomes of it."""
    seat = visit.asker.seat
    if seat is not None:
        words = (
            *words,
            f"In this browser you are {seat}. If you take another seat, only the link of {seat} leads back to it.",
        )
    given = visit.form.get("name", "")[:39]
    return visit.door(*words, status=status, invitation=secret, page=secrets.token_urlsafe(8), given=given)


def _seated_already(visit: Visit, other: Asker) -> Response:
    """Who has a place is asked first: others may write links to theirs, and what is said next would be said in their name."""
    mine, theirs = (asker.seat or "a spectator" for asker in (visit.asker, other))
    title = f"You are here as {mine}"
    line = f"This link opens the place of {theirs}. If you take it in this browser, only your own link leads back to yours."
    return visit.door(title, line, take=other.secret, proof=visit.proof)


def _take(visit: Visit) -> Response:
    secret = visit.form["take"]
    if not visit.house.seats.proves(visit.asker, visit.form.get("proof")) or not visit.house.seats.asker(secret).looks:
        raise NotDone("This page was old.", "Open the link once more.", 403)
    return _enter(visit, visit.go("/"), secret)


def enter(visit: Visit) -> Response:
    """Somebody invited takes a seat, and is shown the link that leads back to it; who had a place already takes another."""
    if "take" in visit.form:
        return _take(visit)
    if not visit.house.seats.invites(visit.form.get("invitation", "")):
        raise NotDone("This invitation is no longer good.", "Ask the host for a new one.", 403)
    try:
        seat, secret = visit.house.seats.enter(visit.form.get("name", ""), visit.form.get("page", ""))
    except (BadName, SeatTaken) as error:
        return _invited(visit, visit.form["invitation"], error.cause, error.remedy, status=422)
    link = f"{visit.house.address}/enter/{secret}"
    lines = (
        f"The seat of {seat} is yours.",
        "This link leads back to it from any machine. Keep it, and give it to nobody.",
    )
    return _enter(visit, visit.door(f"Welcome, {seat}", *lines, link=link), secret)


def _enter(visit: Visit, answer: Response, secret: str) -> Response:
    answer.set_cookie(visit.house.seats.cookie, secret, max_age=YEAR, httponly=True, samesite="lax")
    return answer


REFUSALS: Final = (NotDone, NotKept)
