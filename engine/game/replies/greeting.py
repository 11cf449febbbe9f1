"""What is said under a player's pull request that is not open for voting yet."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.game.owned import Change
from engine.game.refusal import Refusal
from engine.game.replies import halved, turned
from engine.game.replies.inert import inert
from engine.store.joined import in_code

MOST: Final = 20
HEADING: Final = "### Not open for voting yet"
_DOES: Final = {
    "enact": "a new {}",
    "amend": "amends {}",
    "repeal": "repeals {}",
    "transmute": "changes the class of {}",
}
_SHARED: Final = "piece of shared code"


class Brought(NamedTuple):
    """What a pull request brings: rules that were read, other paths, and whether that is all of it."""

    changed: Sequence[Change]
    others: Sequence[str]
    whole: bool = True


def rescued(number: int) -> str:
    """In the place of what stood there, once it became law without ever being opened."""
    return f"### Law now, as {number}, by rescue\n\nIt was not voted on, and no rule was asked: the table tells who agreed."


def unknown(why: str) -> str:
    return f"{HEADING}\n\nWhat would be refused cannot be said at the moment. {why}"


def reopened(opening: Sequence[str]) -> str:
    """Where the vote was withdrawn, as it was closed."""
    words = in_code(opening)
    again = f" Its author puts it to the vote anew by {words}; whoever voted votes again then." if words else ""
    return f"This is open again, and the vote is not: it was withdrawn.{again}"


def proposal(
    found: int | Refusal,
    title: str,
    what: Brought,
    opening: Sequence[str],
    way: str = "",
) -> str:
    """`found` is the number it would get, or what would be refused; `title` what it is called from now on, if that is new;
    `way` what remains where nothing can be voted on."""
    words = in_code(opening)
    parts = [HEADING, _what(what)]
    if isinstance(found, Refusal):
        again = f"Then its author writes {words} here." if words else ""
        after = " ".join(part for part in (found.remedy, found.by, again) if part)
        parts += [f"**It would be refused as it is.** {found.reason}", after]
    else:
        called = f" Its title is {inert(title, len(title) + 1)} now." if title else ""
        parts.append(f"It would be proposal **{found}**, and nothing in it would be refused.{called}")
        parts.append(
            f"**Next:** its author writes {words} here as soon as the rules let them, and it is put to the vote."
            if words
            else way
        )
    return "\n\n".join(part for part in parts if part)


def _what(what: Brought) -> str:
    changed, others, whole = what
    lines = [f"- {_change(change)}" for change in changed[:MOST]] + [f"- {inert(path)}" for path in others[:MOST]]
    left = max(len(changed) - MOST, 0) + max(len(others) - MOST, 0)
    more = [f"- and {left} more"] if left else []
    warned = [f"- {line}" for line in (*turned.lines(changed), *halved.lines(changed))]
    if not lines:
        return "It changes no rule." if whole else ""
    return "\n".join(["What it changes:", *lines, *more, *warned])


def _change(change: Change) -> str:
    """A document that rules declare is called by its kind, such as a card: it is no rule."""
    kind = _SHARED if change["kind"] == "library" else str(change["kind"])
    if change["op"] != "enact" and not change.get("number"):
        kind = f"the {kind}"
    what = _DOES.get(str(change["op"]), f"{change['op']} {{}}").format(kind)
    number = f" {change['number']}" if change["op"] != "enact" and change.get("number") else ""
    return f"{what}{number}: {inert(change['title'])}"
