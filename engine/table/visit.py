"""One visit to a page: who asks, for what, and what every page shows around its own words."""

import shlex
from collections.abc import Container, Mapping
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from jinja2 import Environment
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse, Response

from engine.game.owned import OWN_CHOICES
from engine.referee.judging.installed import OUTDATED
from engine.site import words
from engine.table import assets, duties, lesson, pointers, sight
from engine.table.duties import Duty
from engine.table.game import Game
from engine.table.house import House
from engine.table.identity import Asker
from engine.table.sight import Sight
from engine.table.ways import Ways

HERE: Final = Path(__file__).parent
NAV: Final = (
    ("/", "Your move"),
    ("/act", "Act"),
    ("/threads", "Proposals"),
    ("/propose", "Propose"),
    ("/issues", "Judgments"),
    ("/rules", "Rulebook"),
    ("/players", "Players"),
    ("/chronicle", "Chronicle"),
    ("/board/", "Board"),
)
SHOWN: Final = 3
SHOWN_OF_WORDS: Final = 200
YEAR: Final = 52 * 7 * 86_400  # how long a browser keeps what it is told, in seconds
SEAT: Final = "sits"  # of a form: the seat whose page it is on


def environment(threads: Container[int]) -> Environment:
    """Templates in which the numbers of these threads lead there."""
    found = words.environment(str(HERE / "templates"))
    found.filters |= pointers.filters(threads)
    found.globals["static"] = assets.address()
    return found


@dataclass
class Visit:
    """`query` and `form` are what was sent with it, texts by name; `parts` what stands in the path."""

    house: House
    asker: Asker
    path: str
    query: Mapping[str, str]
    form: Mapping[str, str]
    parts: Mapping[str, str]

    @cached_property
    def sight(self) -> Sight:
        return self.house.looking.sight()

    @property
    def game(self) -> Game:
        return self.house.game

    @cached_property
    def waiting(self) -> dict[str, list[Duty]]:
        """What awaits each seat."""
        return {seat: duties.duties(self.game, self.sight, seat) for seat in self.sight.people}

    @cached_property
    def ways(self) -> Ways:
        return Ways(self.sight, self.asker.seat)

    @property
    def mark(self) -> str:
        """Another one whenever what pages show may be another."""
        with self.game.hub.server.lock:
            return f"{self.game.git.head()}-{self.game.model.newest_id}-{self.trouble is not None}-{self.house.passes.busy}"

    @property
    def trouble(self) -> tuple[str, str] | None:
        """What keeps things from being judged, or may: cause and remedy."""
        return OUTDATED if self.house.passes.outdated else self.game.trouble

    @property
    def tab(self) -> str:
        return duties.tab(self.sight.name, self.asker.seat, self.waiting, self.sight.now)

    @property
    def back(self) -> str:
        """Where a form says that one came from: a page of ours, or the first one."""
        return local(self.form.get("back", "/"))

    def page(self, template: str, here: str = "", status: int = 200, *, called: str = "", **more: Any) -> Response:
        """`called`: the page's own part of its title, if that is not its name among all. `more` may say where its forms
        lead `back` to, if that is not where it is itself.

        A page that a form was answered with does not load itself again: that would send the form again.
        """
        shown = {
            "sight": self.sight,
            "asker": self.asker,
            "now": self.game.clock(),
            "nav": NAV,
            "here": here,
            "seats": list(self.sight.people),
            "waiting": self.waiting,
            "clock_moves": self.asker.is_host and self.game.clock.kind == "table",
            "proof": self.proof,
            "back": self.path,
            "trouble": self.trouble,
            "outdated": self.house.passes.outdated,
            "said": self.said,
            "brought": self.brought,
            "lesson": lesson.step(self.game),
            "judging": self.house.passes.busy,
            "tab": self.tab,
            "called": called or ("" if here == "/" else dict(NAV).get(here, "")),
            "mark": "" if self.form else self.mark,
            "table": self.sight.table,
            "repository": shlex.quote(str(self.game.git.directory)),
            "ruleset": shlex.quote(str(self.game.notes.get("rules") or self.sight.ruleset)),
            "name_of": self.sight.login,
            "text_of": self.text_of,
            "ways": self.ways,
        }
        return HTMLResponse(self.house.templates.get_template(template).render(shown | more), status)

    def fragment(self, template: str, **more: Any) -> Response:
        return HTMLResponse(self.house.templates.get_template(template).render(more))

    def door(self, title: str, *lines: str, status: int = 200, **more: Any) -> Response:
        """A page for whoever is not in yet, and for what went wrong."""
        empty = dict.fromkeys(("invitation", "link", "take", "given"), "")
        shown = {"title": title, "lines": lines, "name": self.sight.name, "inside": self.asker.looks, **empty}
        shown["back"] = self.back if "back" in self.form else ""
        return HTMLResponse(self.house.templates.get_template("door.html").render(shown | more), status)

    def go(self, where: str, said: int | None = None) -> Response:
        """To another page; after a deed at the answer to it, or where the page's own words begin: who has no mouse goes on from there."""
        path, _, at = where.partition("#")
        path = path if said is None else f"{path.partition('?')[0]}?said={said}"
        at = at or ("said" if said is not None else "main" if self.form else "")
        answer = RedirectResponse(f"{path}{'#' if at else ''}{at}", HTTPStatus.SEE_OTHER)
        if self.asker.is_host and SEAT in self.form:  # this tab goes on at the seat that its form was of
            self.sit(answer, str(self.asker.seat))
        return answer

    def sit(self, answer: Response, seat: str) -> None:
        """The host's browser remembers that it sits there."""
        answer.set_cookie(self.house.seats.sits, seat, max_age=YEAR, httponly=True, samesite="lax")

    @property
    def proof(self) -> Markup:
        """What every form carries: that it is ours, and whose page it stands on."""
        value = self.house.seats.proof(self.asker)
        hidden = Markup('<input type="hidden" name="{}" value="{}">')
        return hidden.format("proof", value) + hidden.format(SEAT, self.asker.seat or "")

    def text_of(self, number: int) -> str:
        """The commit that a thread proposes; nothing where it is no proposal."""
        thread = self.game.model.threads.get(number)
        return thread.pull.head if thread is not None and thread.pull is not None else ""

    @property
    def said(self) -> dict[str, Any] | None:
        """What this one has just said, with the answer."""
        number = self.query.get("said", "")
        known = number.isascii() and number.isdigit() and len(number) < 12
        comment = self.game.model.comments.get(int(number)) if known else None
        mine = comment is not None and self.asker.seat is not None
        if comment is None or not mine or comment.author != self.sight.people.get(self.asker.seat or ""):
            return None
        return self.answered(comment)

    @property
    def brought(self) -> list[str]:
        """What the clock has just brought about, where its button led here."""
        numbers = [each for each in self.query.get("brought", "").split("-") if each.isascii() and each.isdigit()]
        if len(numbers) != len(("since", "until")) or max(map(len, numbers)) > len("100000000000"):
            return []
        return sight.brought(self.game, self.sight.table, int(numbers[0]), int(numbers[1]))

    def answered(self, comment: Any) -> dict[str, Any]:
        answers = sight.answers(self.game, comment.id)
        fate = {"refused": sight.was_refused(comment), "done": self.sight.was_done(comment)}
        whole = f"/threads/{comment.thread}#comment-{comment.id}" if len(comment.body) > SHOWN_OF_WORDS else ""
        # Then nothing would be heard
        mends = fate["refused"] and self._is_command(comment.body) and not self.sight.over
        again = comment.body if mends else ""
        shown = {"text": comment.body[:SHOWN_OF_WORDS], "whole": whole, "answers": answers, "thread": comment.thread}
        standing = self._standing(comment.thread) if fate["done"] and not answers else ""
        return {**shown, "again": again, "standing": standing, "came": self._came(comment, answers, **fate), **fate}

    def _standing(self, thread: int) -> str:
        """How a vote stands that nothing more was said of; on its own page, which begins with that, where it is said."""
        found = sight.standing(self.game, thread, foretold=False)
        return (
            "It counts, as the status below says."
            if found and self.path.partition("?")[0] == f"/threads/{thread}"
            else found
        )

    def _is_command(self, text: str) -> bool:
        return text.lstrip().startswith("/") or self.sight.is_command(text)

    def _came(self, comment: Any, answers: list[str], *, refused: bool, done: bool) -> str:
        """What came of a comment, in a word. What a status comment tells of has no thumb, and nor has talk that was answered."""
        offered = [word for poll in self.sight.polls.values() for word in poll["offered"]]
        is_deed = self._is_command(comment.body) or comment.body.strip().casefold() in (*OWN_CHOICES, *offered)
        if refused:
            return "Refused"
        return "Done" if done or (answers and is_deed) else "Answered" if answers else "Said"

    @property
    def recent(self) -> list[dict[str, Any]]:
        """The last few answers to this seat, newest first."""
        account = self.sight.people.get(self.asker.seat or "")
        with self.game.hub.server.lock:
            mine = [c for c in self.game.model.comments.values() if c.author == account][-12:]
        shown = [self.answered(comment) for comment in reversed(mine)]
        return [each for each in shown if each["answers"] or each["refused"]][:SHOWN]


def local(address: str) -> str:
    """A path of ours, or the first page for anything that leads elsewhere."""
    try:
        split = urlsplit(address)
    except ValueError:  # an address that is none
        return "/"
    own = not split.scheme and not split.netloc and split.path.startswith("/") and not address.startswith(("//", "/\\"))
    return address if own and address.isprintable() else "/"
