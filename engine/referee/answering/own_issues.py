"""Issues of the engine's own: opened once, kept as they are wished for, and opened once more where one is gone."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Literal

from engine.game.owned import Wish
from engine.game.state import State
from engine.game.world.wishes import digest
from engine.referee import trouble
from engine.referee.answering.all_threads import AllThreads
from engine.referee.answering.bodies import LARGEST
from engine.referee.answering.markers import mark, marks
from engine.referee.answering.ourselves import by, must_be, must_not_stand_elsewhere
from engine.referee.answering.wish_order import Posted, number
from engine.referee.ports import Deleted, Forge, Gone, Thread
from engine.store.marks import reached


class OwnIssues:
    """One answering's. `write` carries out one request, `assigning` one that may have to do without an assignee."""

    def __init__(
        self,
        forge: Forge,
        state: State,
        bot: str,
        write: Callable[[Any], None],
        assigning: Callable[[Callable[[dict[str, Any]], object], dict[str, Any], str], None],
    ) -> None:
        self.forge, self.state, self.bot = forge, state, bot
        self._write, self._assigning = write, assigning
        self._all = AllThreads(forge)
        self._again: set[str] = set()  # that were opened once more

    def fulfil(
        self, key: str, wanted: Wish, posted: Posted, threads: Mapping[int, Thread], fresh: Collection[str]
    ) -> None:
        """Opens it or changes it: one of a `fresh` wish cannot stand there yet under a number that nobody heard of."""
        at = number(str(wanted["tag"]), self.state, posted) or (None if key in fresh else self._found(key))
        if at is None:
            self._open(key, wanted)
            return
        known = at
        assignees = [wanted["assignee"]] if wanted["assignee"] else []
        state: Literal["open", "closed"] = "open" if wanted["open"] else "closed"
        thread = threads.get(at)
        if thread is not None and marks(thread.body).get(key) == digest(wanted):
            return  # also where somebody has closed or reopened it since
        change = {"title": wanted["title"], "body": _body(key, wanted), "state": state, "assignees": assignees}
        try:
            self._assigning(lambda c: self.forge.update_issue(known, **c), change, "assignees")
        except Gone as error:
            if not isinstance(error, Deleted) and not trouble.is_gone(self.forge, known):
                raise
            self._anew(key, wanted)

    def deleted(self, thread: int) -> None:
        """Something was to be said in a thread that somebody deleted. If it was one of these, and is not over, it is opened anew.

        One that was transferred may come back with all that was said in it.
        """
        tag = str((self.state.thread(thread) or {}).get("tag") or "")
        issue = self.state.issue(tag)
        if issue is not None and issue["number"] == thread and issue["open"]:
            what: Wish = {"title": issue["title"], "body": issue["body"], "labels": issue["labels"], "assignee": None}
            self._anew(f"issue/{tag}", {"tag": tag, "open": True, **what})

    def _anew(self, key: str, wanted: Wish) -> None:
        """Unless that was done already, and no pass has noted its number yet."""
        if key not in self._again and self._found(key) is None:
            reached("deleted issue opened anew")
            self._again.add(key)
            self._open(key, wanted)

    def _open(self, key: str, wanted: Wish) -> None:
        """One that is over before it was ever opened is opened too, and closed."""
        made: list[Thread] = []
        opened: Wish = {**wanted, "open": True}
        create = partial(self.forge.create_issue, wanted["title"], _body(key, opened), wanted["labels"])
        self._assigning(lambda who: made.append(create(who["assignee"])), {"assignee": wanted["assignee"]}, "assignee")
        must_be(self.bot, made[0].author)
        if not wanted["open"]:
            reached("issue over before it was opened")
            body = _body(key, wanted)
            self._write(lambda: self.forge.update_issue(made[0].number, body=body, state="closed"))

    def _found(self, key: str) -> int | None:
        """An issue that was opened although nobody heard of it: it carries the mark."""
        marked = [thread for thread in self._all.now() if key in marks(thread.body)]
        for thread in marked:
            if by(self.bot, thread.author):
                reached("issue found by its mark")
                return thread.number
        wishes = self.state.notes.outbox
        must_not_stand_elsewhere(self.forge, self.bot, marked, {key: wishes[key]} if key in wishes else {})
        return None


def _body(key: str, wanted: Wish) -> str:
    """Its mark is written along with its state: whoever reads the one knows that the other was so."""
    return f"{wanted['body'][:LARGEST]}\n\n{mark(key, digest(wanted))}"
