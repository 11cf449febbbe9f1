"""The journal in words, some days at a time, the newest first: told as the board tells it, without what was taken back since."""

from pathlib import Path
from typing import Any, Final

from engine.forge.still import StillRepository
from engine.game.calendar import from_stamp
from engine.game.replies import titles
from engine.game.replies.record import by_day
from engine.site import chronicle
from engine.store.layout import INDEX
from engine.store.records import JOURNAL
from engine.table.sight import Sight

DAYS: Final = 7
Day = tuple[int, list[dict[str, Any]]]


def days(directory: Path, sight: Sight, before: str) -> tuple[list[Day], str]:
    """Some days with what happened on them, and the day before which there are more (empty: none)."""
    with StillRepository(directory) as repository:
        listed = repository.files(sight.head, JOURNAL)
        every = chronicle.days(listed)
        wanted = [day for day in every if not before or day < before]
        shown, older = wanted[:DAYS], wanted[DAYS:]
        # What was said then may have been edited or deleted on any later day.
        later = sorted(path for day, paths in every.items() if shown and day >= shown[-1] for path in paths)
        found = repository.texts({path: listed[path] for path in later})
    texts = {path: found.get(path, "") for path in later}
    hidden = {comment: by for text in texts.values() for comment, by in chronicle.read(text).gone}
    titles = {slug: document.title for slug, document in sight.documents.items()}
    told = ((day, chronicle.told([texts[path] for path in every[day]], hidden, titles)) for day in shown)
    return [(from_stamp(day), entries[::-1]) for day, entries in told if entries], shown[-1] if older else ""


def decided(sight: Sight) -> dict[int, list[dict[str, Any]]]:
    """Day -> number, title, thread and status of what was decided on it, as the index of proposals lists it."""
    polls = {poll["number"]: poll for poll in sight.records.get("polls", {}).values() if poll.get("number")}
    return {
        from_stamp(day): [
            {
                "number": number,
                "title": titles.bare(str(poll["subject"]), number) if (poll := polls.get(number)) else "",
                "thread": poll["thread"] if poll else None,
                "status": status,
            }
            for number, status in found
        ]
        for day, found in by_day(sight.files.get(INDEX, "")).items()
    }
