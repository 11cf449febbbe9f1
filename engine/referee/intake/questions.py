"""What one reading asks about edits: it is bounded, and the forge counts such questions on an account of their own."""

from collections.abc import Callable
from typing import Final, TypeVar

from engine.referee.ports import Denied, ForgeError, Gone, Rationed, Unprocessable
from engine.store.marks import reached

MOST: Final = 30  # of one reading: whoever opens or edits without end has neither its time nor an hour's questions

T = TypeVar("T")


class NotTold(Exception):
    """The forge does not tell this now, and answers others."""


class Questions:
    """`must_be_of_one` raises the error of a forge that answers nothing else."""

    def __init__(self, must_be_of_one: Callable[[int, ForgeError], None]) -> None:
        self._must_be_of_one, self._left = must_be_of_one, MOST

    def ask(self, question: Callable[[int], T], number: int) -> T:
        """What the forge tells of a thread. Raises NotTold, and Gone, Denied and Unprocessable as the question does.

        Once the forge says that there were too many, none is asked any more.
        """
        if not self._left:
            reached("edit that is not asked for any more")
            raise NotTold
        self._left -= 1
        try:
            return question(number)
        except (Gone, Denied, Unprocessable):
            raise
        except ForgeError as error:
            self._must_be_of_one(number, error)
            if isinstance(error, Rationed):
                self._left = 0
            raise NotTold from error
