"""What goes wrong and is nobody's bug: whoever asked is told the cause and a remedy."""


class Told(Exception):
    """One line of cause and one of remedy. Who does not catch it shows both, and no traceback."""

    def __init__(self, cause: str, remedy: str = "") -> None:
        super().__init__(cause)
        self.cause, self.remedy = cause, remedy
