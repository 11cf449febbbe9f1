"""The commits of one pull request, brought here and looked at. What cannot be had of one stops no other."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from engine.game.owned import Inspected
from engine.referee import trouble
from engine.referee.intake import pulls
from engine.referee.ports import (
    Denied,
    Forge,
    ForgeError,
    Gone,
    Odd,
    Pull,
    Repository,
    Thread,
    TooMuch,
    Unprocessable,
    Unreachable,
    Unreadable,
)
from engine.store.marks import reached

UNREAD: Final = ("unreadable", "failing")  # of what is looked at again, since it may be read another time
FAILS: Final = "the engine fails at what it changes ({}), report this"


@contextmanager
def waiting(number: int, unread: list[int]) -> Iterator[None]:
    """What cannot be read yet joins the `unread`."""
    try:
        yield
    except Unreadable:
        reached("what is voted on cannot be read yet")
        unread.append(number)


@dataclass
class Fetching:
    """`refused` has the heads that are judged without being read: head -> code of the problem.

    `voting` says whether a pull request is voted on. `troubles` are with one thread alone: for operators.
    """

    forge: Forge
    repository: Repository
    main: str
    voting: Callable[[int], bool]
    refused: dict[str, str] = field(default_factory=dict)
    hidden: set[str] = field(default_factory=set)  # heads of pull requests that the forge does not show
    troubles: dict[int, ForgeError] = field(default_factory=dict)
    tries: int = 0
    _unshown: set[int] = field(default_factory=set)

    def thread(self, number: int) -> Thread | None:
        """A thread that no list shows. None where it cannot be had now, which is asked once in a reading."""
        if number in self._unshown:
            return None
        try:
            return self.forge.thread(number)
        except Gone:
            pass  # it may be there later: what was said in it waits
        except ForgeError as error:
            self.must_be_of_one(number, error)
        self._unshown.add(number)
        return None

    def leave(self, threads: Sequence[Thread], doubted: Sequence[Thread]) -> list[Thread]:
        """The threads without those that are left to a later reading, with what is said in them, as if they were not shown yet."""
        self._unshown.update(thread.number for thread in doubted)
        return [thread for thread in threads if thread.number not in self._unshown]

    def alone(self, odd: Collection[Odd], held: Collection[int] = ()) -> list[Thread]:
        """Threads that a list shows otherwise than any is, and those `held`, as far as they can be read where each is asked for alone."""
        threads = {each.thread for each in odd if each.comment is None}.union(held)
        comments = {each.thread: f"comment {each.comment}: {each.why}" for each in odd if each.comment is not None}
        self.troubles |= {number: Unreachable(cause) for number, cause in comments.items()}
        return [thread for number in sorted(threads) if (thread := self.thread(number)) is not None]

    @property
    def unshown(self) -> list[int]:
        """Threads that are there, and cannot be read now."""
        return sorted(self._unshown & self.troubles.keys())

    def must_be_of_one(self, number: int, error: ForgeError) -> None:
        """Takes note of trouble with one thread. Raises the error of a forge that answers nothing else."""
        trouble.must_be_of_one(self.forge, error)
        self.troubles[number] = error

    def bring(self, number: int, head: str, heads: dict[int, str]) -> tuple[Pull | None, str]:
        """The pull request with its commits here, or its head among the refused, and the head it has; None if it is gone.

        A head may be rewritten between its being listed in `heads` and being fetched, and one answer may be wrong: there is a
        second look.
        """
        self.tries += 1
        for _ in range(2):
            pull = None
            try:
                pull = self.shown(number, head)
                self.repository.fetch_pull(number, head)
            except (TooMuch, Unreadable) as error:
                reached("head that cannot be had")
                self.refused[head] = "size" if isinstance(error, TooMuch) else "unreadable"
                return pull, head
            except (Gone, Unprocessable):
                now = self.repository.pull_heads().get(number, head)
                if now != head:
                    reached("head rewritten while it was fetched")
                    heads[number] = head = now  # also where it cannot be had: it is judged as that, under this name
            else:
                return pull, head
        return None, head

    def must_have_time(self, head: str, has_time: bool) -> None:
        """Raises Unreadable where others took all the time there was: then it is not the fault of this one."""
        if not has_time:
            reached("no time left for what is voted on")
            self.hidden.add(head)
            raise Unreadable("there was no time to bring its commits", "The next pass does.")

    def shown(self, number: int, head: str) -> Pull:
        """A pull request. Raises Unreadable for one that cannot be shown although other things can; else nothing is known.

        One that is voted on and said to be gone while its thread is there is only not shown; so is one of which nobody may
        know, as far as that is of it alone, and what is voted on where the question is refused.
        """
        try:
            return self.forge.pull(number)
        except Gone as error:
            if not self.voting(number) or trouble.is_gone(self.forge, number):
                raise
            reached("pull request that is gone, and its thread is not")
            self.hidden.add(head)
            raise Unreadable(error.cause, error.remedy) from error
        except (Unreachable, Denied, Unprocessable) as error:
            if isinstance(error, Unprocessable) and not self.voting(number):
                raise
            try:
                self.forge.thread(number)
            except Gone:
                raise
            except ForgeError:
                self.must_be_of_one(number, error)
            reached("pull request that the forge does not show")
            self.troubles[number] = error
            self.hidden.add(head)
            raise Unreadable(error.cause, error.remedy) from error

    def touched(self, number: int, listed: int, now: int) -> int:
        """When a thread was touched last, asked now: what was `listed` may be older than commits that came while we read.

        One wrong answer is asked again. Where there is none, or only one says it is gone, at the latest now: no vote counts for what
        it may not have been given to.
        """
        gone = 0
        for _ in range(2):
            try:
                return max(listed, self.forge.thread(number).updated_at)
            except Gone:
                gone += 1
            except ForgeError as error:
                self.must_be_of_one(number, error)
        return listed if gone > 1 else max(listed, now)

    def again(self, number: int, head: str, *, readable: bool = True) -> bool:
        """Whether a head that was read before could be brought. Raises Unreadable where it must be `readable`: it will be."""
        try:
            self.repository.fetch_pull(number, head)
        except (Gone, Unprocessable) as error:
            if isinstance(error, Unreadable) and readable:
                raise
            return False
        return True

    def inspected(
        self, number: int, head: str, inspect: Callable[[], Inspected], ruleset: str, *, patient: bool
    ) -> Inspected:
        """Its change. Raises Unreadable for a `patient` one that may be readable soon, and whatever is not its own fault."""
        code = self.refused.get(head)
        for _ in range(0 if code else 2):
            try:
                return inspect()
            except (Gone, Unprocessable, Unreachable):  # its own fault only if the server and `main` still answer
                self.repository.pull_heads()
                self.repository.merge_base(self.main, self.main)
            except (ForgeError, MemoryError):
                raise
            except Exception as error:  # a mistake of the engine's: whoever likes could end every pass to come by it
                reached("pull request that the engine fails at")
                self.troubles[number] = ForgeError(FAILS.format(trouble.mistake(error)), "The next pass looks again.")
                code = "failing"
        code = self.refused[head] = code or "unreadable"
        if patient and code in UNREAD:
            raise Unreadable(
                "the commits of a pull request that is voted on cannot be read", "The next pass tries again."
            )
        return pulls.unread(code, ruleset)
