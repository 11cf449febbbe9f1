"""What is asked at a table and cannot be done: whoever asked reads why, on a page or in the terminal."""

from engine.store.told import Told


class NotDone(Told):
    """`status` is that of the answer."""

    def __init__(self, cause: str, remedy: str, status: int = 422) -> None:
        super().__init__(cause, remedy)
        self.status = status
