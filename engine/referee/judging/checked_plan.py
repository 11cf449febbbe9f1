"""What the child sends, looked at as a stranger's: only the game's own paths, only well-formed commits, only texts that fit."""

from collections.abc import Mapping
from typing import Any, Final

from engine.game.exhibits import BoardSight, PollBoard
from engine.game.plan import Plan, Segment
from engine.game.prospects.greeting import LONGEST_TITLE
from engine.referee.commits import snapshot
from engine.referee.ports import ForgeError
from engine.store import canon, seen
from engine.store.guard import YamlProblem
from engine.store.layout import OF_THE_GAME
from engine.store.records import JOURNAL, NOTES

LARGEST_FILE: Final = snapshot.LARGEST


class BadPlan(ForgeError):
    """The child sent something that is no plan: nothing of it is used."""


def checked(raw: Any, before: Mapping[str, str] = {}) -> Plan:
    """The plan, if it is one: only the game's own paths, only well-formed commits to merge. Raises BadPlan.

    `before` are the files it was made from.
    """
    try:
        segments = [Segment(**segment) for segment in raw["segments"]]
        plan = Plan(**{**raw, "segments": segments})
        days: dict[str, int] = {}
        for segment in segments:
            _check_segment(segment)
            _check_days(segment, before, days)
        for board in plan.boards.values():
            _check_board(board)
        _check_told(plan)
        if not all(isinstance(number, int) for number in [*plan.verdicts, *plan.roles]):
            raise ValueError("a thread or an account has no number")
        if plan.sight is not None and (
            not isinstance(plan.sight, dict) or not plan.sight.keys() >= BoardSight.__required_keys__
        ):
            raise ValueError("what is to be seen is no map of it all")
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise BadPlan(f"The judge's plan is not one: {error}", "Report this: it should not happen.") from None
    return plan


def _check_told(plan: Plan) -> None:
    """What became of what, and where: whoever answers goes by it, and the log tells it."""
    if not all(isinstance(told[name], str) for told in plan.outcomes for name in ("id", "is")):
        raise ValueError("an outcome does not say of what it is")
    if not all(type(each["comment"]) is int and isinstance(each["content"], str) for each in plan.reactions):
        raise ValueError("a reaction is to no comment")
    if not all(isinstance(key, str) for key in plan.polls):
        raise ValueError("a poll has no key")
    if not all(_is_number(thread) and type(at) is int for thread, at in plan.decided_at.items()):
        raise ValueError("a verdict falls at no time")


def _is_number(thread: str) -> bool:
    return thread.isascii() and thread.isdigit()


def _check_board(board: PollBoard) -> None:
    shown = [board["text"], board["state"], board["description"]]
    if not all(isinstance(text, str) and len(text) <= LARGEST_FILE for text in shown):
        raise ValueError("a board is no text")
    if len(str(board.get("title", ""))) > LONGEST_TITLE or not seen.all_seen(str(board.get("title", ""))):
        raise ValueError("a board has no title that fits")
    if board["head"] is not None and not _is_commit(str(board["head"])):
        raise ValueError("a board names no commit")


def _is_commit(name: str) -> bool:
    return len(name) in (40, 64) and all(c in "0123456789abcdef" for c in name)


def _check_segment(segment: Segment) -> None:
    if not isinstance(notes := segment.files.get(NOTES), str):
        raise ValueError("a segment leaves the engine's own notes out")
    for path, text in segment.files.items():
        parts = path.split("/")
        if not path.startswith(OF_THE_GAME) or not all(_harmless(p) for p in parts):
            raise ValueError(f"a path is not the game's: {path!r}")
        if text is not None and not isinstance(text, str):
            raise ValueError(f"{path} is no text")
        if text is not None and len(text.encode()) > LARGEST_FILE:
            raise ValueError(f"{path} is too large")
    for merge in segment.merges:
        if not _is_commit(str(merge["head"])):
            raise ValueError("a merge names no commit")
        if type(merge["thread"]) is not int:
            raise ValueError("a merge is of no thread")
    if not _is_map(notes):
        raise ValueError("the engine's own notes are none")
    if not isinstance(segment.title, str):
        raise ValueError("a segment has no title")


def _is_map(text: str) -> bool:
    try:
        return isinstance(canon.shared(text), dict)
    except YamlProblem:
        return False


def _check_days(segment: Segment, before: Mapping[str, str], days: dict[str, int]) -> None:
    """`days` are the bytes of those that segments before it have made longer."""
    for path, text in segment.added.items():
        if not path.startswith(JOURNAL) or path in segment.files or not all(map(_harmless, path.split("/"))):
            raise ValueError(f"a path is no day of the journal: {path!r}")
        if not isinstance(text, str):
            raise ValueError(f"what comes to {path} is no text")
        days[path] = days.get(path, len(before.get(path, "").encode())) + len(text.encode())
        if days[path] > LARGEST_FILE:
            raise ValueError(f"{path} is too large")


def _harmless(part: str) -> bool:
    """Git's own folder is one by other names too, where case does not count or names are shortened."""
    return part.lower() not in ("", ".", "..", ".git", "git~1") and seen.all_seen(part) and "\\" not in part
