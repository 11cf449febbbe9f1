"""What one look at the forge brings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.game.happening import Happening, Position
from engine.referee.ports import Thread

OF_PEOPLE: Final = ("opened", "head", "thread", "said", "edited")
SETTLED: Final = ("checks", "unread")


@dataclass
class Reading:
    """The inbox and where it `end`s, if that is before all there is; how far the clock may run; threads and heads seen."""

    inbox: list[Happening] = field(default_factory=list)
    end: Position | None = None
    until: int = 0
    threads: dict[int, Thread] = field(default_factory=dict)
    heads: dict[int, str] = field(default_factory=dict)

    def known_at(self, number: int) -> int:
        """When a thread that was not known before is told of; 0 if it is not. An issue's number comes last in its second."""
        made = [h for h in self.inbox if h["kind"] in ("opened", "observed")]
        at = [h["time"] + int(h["kind"] == "observed") for h in made if number in (h.get("thread"), h.get("number"))]
        return max(at, default=0)

    def settled_at(self, number: int) -> int:
        """When what the forge tells of a thread without a date is taken up, as it may decide there.

        A second before the first command that was newly said there, which may ask for the verdict; if there is none, after
        all that was newly done, as that may be a vote, or take one back.
        """
        commands = self._commands_in(number)
        return min(commands) - 1 if commands else self._after_all(number)

    def spoken_in(self, number: int) -> bool:
        """Whether something was newly written in a thread that is more than a vote."""
        return bool(self._commands_in(number))

    def _commands_in(self, number: int) -> list[int]:
        """When they were said."""
        said = [h for h in self._done_in(number) if h["kind"] == "said"]
        return [h["time"] for h in said if h["text"].lstrip().startswith("/")]

    def put_behind(self, decided_at: Mapping[str, int], since: int) -> bool:
        """Puts behind all that was newly done in a thread what was taken up before a command there, and decided at once.

        So nobody had asked for that verdict, and it goes by all that was said. False if there is nothing like that. Each time
        something is put off, and to the time of the reading at most: what would have to come after that is for the next
        pass. Nothing is judged before `since`.
        """
        early = [h for h in self.inbox if _decides(h, decided_at, since) and self._after_all(h["thread"]) > h["time"]]
        for happening in early:
            time = self._after_all(happening["thread"])
            self.inbox.remove(happening)
            if time <= happening["seen_at"] and (self.end is None or time < self.end[0]):
                self.inbox.append({**happening, "time": time})
        return bool(early)

    def _after_all(self, number: int | None) -> int:
        return max([self.until, *(h["time"] + 1 for h in self._done_in(number))])

    def _done_in(self, number: int | None) -> list[Happening]:
        return [h for h in self.inbox if h["kind"] in OF_PEOPLE and h["thread"] == number]


def _decides(happening: Happening, decided_at: Mapping[str, int], since: int) -> bool:
    """Whether something was decided first in its thread as soon as it was taken up that this is shown, or what its checks are."""
    settled = happening["kind"] in SETTLED and not happening.get("why")
    return settled and decided_at.get(str(happening["thread"])) == max(happening["time"], since)
