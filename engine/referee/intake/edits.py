"""Whether what people wrote is as they wrote it, asked for only where something would follow from it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.game.happening import Happening, said_at
from engine.game.state import State
from engine.referee.intake.questions import NotTold, Questions
from engine.referee.intake.touched import Touched
from engine.referee.ports import Denied, Forge, Gone, Thread, Unprocessable
from engine.referee.trouble import SHOWN_LATE
from engine.store.marks import reached

CODE: Final = "edited"


class Edits:
    """The new issues of one reading, and its comments. What was touched is taken for edited until the judge says that it matters."""

    def __init__(self, forge: Forge, state: State, questions: Questions) -> None:
        self._forge, self._state, self._questions = forge, state, questions
        self._touched = Touched(forge, state, questions)
        self._doubtful: dict[str, Thread] = {}
        self._new: set[int] = set()

    def opened(self, happening: Happening, thread: Thread) -> Happening:
        """The happening, marked if the thread was touched since it was opened: a comment or a label does so as well."""
        if thread.kind == "issue" and thread.updated_at != thread.created_at:
            self._doubtful[happening["id"]] = thread
            self._new |= {thread.number} - {self._state.table}
            return {**happening, "edited": True}
        return happening

    def learn(self, outcomes: Iterable[Mapping[str, Any]], inbox: list[Happening]) -> bool:
        """Takes for written as they are those of the inbox that were never edited, as far as it matters.

        True if there was one, or one that is left to a later pass: then all is to be judged again.
        """
        outcomes = [*outcomes]
        comments = self._touched.learn(outcomes, inbox)
        issues = self._learn_of_issues(outcomes, inbox)
        return self._learn_what_came_along(outcomes, inbox) or issues or comments

    def _learn_what_came_along(self, outcomes: Iterable[Mapping[str, Any]], inbox: list[Happening]) -> bool:
        """Takes for edited what was said in a new issue before that was brought here, where it may have been carried out before.

        True if there was any. It is asked about where something followed from a word in it; where nobody tells, it was opened here.
        """
        followed = {str(outcome["id"]) for outcome in outcomes if outcome["is"] == "done"}
        said = [h for h in inbox if h["kind"] == "said" and h["thread"] in self._new]
        asked = {int(h["thread"] or 0) for h in said if h["id"] in followed}
        self._new -= asked
        times = {number: self._brought_at(number) for number in sorted(asked)}
        came = [h for h in said if said_at(h) <= times.get(int(h["thread"] or 0), -1)]
        for happening in came:
            reached("comment that came along with its issue")
            happening["edited"] = True
        self._touched.came |= {happening["id"] for happening in came}
        return bool(came)

    def _brought_at(self, number: int) -> int:
        """-1 for an issue that was opened here, or of which nobody tells."""
        try:
            at = self._questions.ask(self._forge.brought_at, number)
        except (Gone, Denied, Unprocessable, NotTold):
            return -1
        return -1 if at is None else at

    def _learn_of_issues(self, outcomes: Iterable[Mapping[str, Any]], inbox: list[Happening]) -> bool:
        """Asks about those that were refused for it, and takes the mark from those that were never edited.

        Of which nobody can tell yet, those are left to a later pass, with what was said in them. True if there was one of
        either.
        """
        refused = [str(outcome["id"]) for outcome in outcomes if outcome.get("code") == CODE]
        asked = {id_: self._doubtful.pop(id_) for id_ in refused if id_ in self._doubtful}
        edited = {id_: self._was_edited(thread) for id_, thread in asked.items()}
        later = [asked[id_].number for id_, known in edited.items() if known is None]
        inbox[:] = [h for h in inbox if h["thread"] not in later or h.get("once")]
        for happening in inbox:
            if edited.get(happening["id"]) is False:
                del happening["edited"]
        return not all(edited.values())

    def _was_edited(self, thread: Thread) -> bool | None:
        """None where it may be told soon. Nobody waits for that: while nothing tells it, each new issue would be waited for."""
        try:
            at = self._questions.ask(self._forge.edited_at, thread.number)
        except (Gone, Denied, Unprocessable):
            return True
        except NotTold:
            if self._forge.server_time() - thread.created_at < SHOWN_LATE:
                reached("issue left to a later pass")
                return None
            reached("edit that the forge does not tell")
            return True
        return at is not None and at <= thread.updated_at  # a later edit is not in what was read
