"""Comments that were touched since they were written, and edited by nobody: GitHub itself dates one later now and then."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.game.happening import Happening, said_at
from engine.game.proposals.tally import default_ballot
from engine.game.state import State
from engine.referee.intake.questions import NotTold, Questions
from engine.referee.ports import Denied, Forge, Gone, Unprocessable
from engine.store.marks import reached


class Touched:
    """The comments of one reading. What was touched is taken for edited until the judge says that something follows from it."""

    def __init__(self, forge: Forge, state: State, questions: Questions) -> None:
        self._forge, self._state, self._questions = forge, state, questions
        self._unedited: dict[int, Mapping[int, tuple[int, int]]] = {}
        self.came: set[str] = set()  # what came along with an issue from elsewhere: edited or not, it runs no command

    def learn(self, outcomes: Iterable[Mapping[str, Any]], inbox: list[Happening]) -> bool:
        """Takes for written as it is what nobody edited. True if there was any: then all is to be judged again.

        Of which nobody can tell, that stays edited: it is said so, and can be written anew.
        """
        followed = {str(outcome["id"]) for outcome in outcomes if outcome["is"] != "ignored"}
        doubtful = [h for h in inbox if h["id"] in followed and self._may_be_as_written(h)]
        as_written = [(h, written) for h in doubtful if (written := self._written(h)) is not None]
        no_news = {h["id"] for h, _ in as_written if h["kind"] == "edited"}
        inbox[:] = [h for h in inbox if h["id"] not in no_news]
        for happening, written in as_written:
            if happening["kind"] == "said":
                happening["said_at" if "said_at" in happening else "time"] = written
                del happening["edited"]
        if as_written:
            reached("comment touched and edited by nobody")
        return bool(as_written)

    def _written(self, happening: Happening) -> int | None:
        """When a comment was written, if it is as it was then; None if it was edited, or that cannot be told.

        An answer may lag behind the lists: one that knows an earlier touch alone tells nothing.
        """
        number = int(happening["thread"] or 0)
        if number not in self._unedited:
            self._unedited[number] = self._asked(number)
        written, touched = self._unedited[number].get(happening["comment"], (0, -1))
        return written if touched >= said_at(happening) else None

    def _asked(self, number: int) -> Mapping[int, tuple[int, int]]:
        try:
            return self._questions.ask(self._forge.never_edited, number)
        except (NotTold, Gone, Denied, Unprocessable):
            return {}

    def _may_be_as_written(self, happening: Happening) -> bool:
        """What is only read `again` is no edit anyway, and a vote that has become another surely was edited."""
        if happening["kind"] == "said":
            return bool(happening.get("edited")) and happening["id"] not in self.came
        if happening["kind"] != "edited" or happening.get("again"):
            return False
        poll = self._state.poll(self._state.key_of_poll(int(happening["thread"] or 0)))
        cast = [
            ballot["choice"]
            for ballot in (poll or {"ballots": []})["ballots"]
            if ballot["comment"] == happening["comment"]
        ]
        return default_ballot(happening["text"]) in (None, *cast) or not cast
