"""What is shown of a game, field by field: the status comment of a thread, a thumb, what is due, what a board sees beside the records.

They are plain maps, since they come from the judge's process as JSON.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from engine.game.owned import Tally

Status = Literal["pending", "success", "failure"]


class Board(TypedDict):
    """The status comment of a thread, and the commit status on its `head`; `title` is what a pull request is to be called."""

    text: str
    head: str | None
    state: Status
    description: str
    title: NotRequired[str]


class Reaction(TypedDict):
    comment: int
    content: str


class Due(TypedDict):
    """What the clock will do: when, by which rule, and what kind of happening it will be."""

    at: int
    title: str
    slug: str
    what: str


class Counted(TypedDict):
    """An open poll's tally; None where the law cannot say."""

    count: Tally | None


class Declared(TypedDict):
    """What the rules in force say of collections: `show` is `law.display.Shown` as plain data."""

    titles: dict[str, str]
    show: dict[str, dict[str, Any]]
    one_file: dict[str, str]
    places: list[list[Any]]  # of each: collection, field, the values it can have


class Sight(Declared):
    """What a board is to show of the world beside its records."""

    due: list[Due]
    polls: dict[str, Counted]
