"""What a change of the law would leave behind, for who opens it and for the voters."""

from collections.abc import Sequence

from engine.game.owned import PollFacts, Timer
from engine.game.replies.inert import inert
from engine.game.replies.moments import when
from engine.game.replies.somany import MOST_NAMED, listed, rows
from engine.game.replies.speech import MOST_LINES, waiting

_WEIGH = "Weigh this before you vote: if it is adopted,"


def would_strand(polls: Sequence[PollFacts]) -> str:
    """Adopted changes that wait for what no rule would tell then."""
    shown = "\n".join(f"- {waiting(poll)}" for poll in polls[:MOST_LINES])
    return f"{_WEIGH} no rule tells any more what these adopted changes wait for, and they cannot take effect:\n{shown}"


def would_leave_behind(
    lost: Sequence[tuple[Timer, bool]],
    fields: Sequence[tuple[str, list[str], int]],
    polls: Sequence[PollFacts],
    timezone: str,
) -> str:
    """What the clock would do no more, fields with how many records hold something in them, and votes that no rule would know."""

    def dropped(timer: Timer, is_there: bool) -> str:
        run, rule, due = inert(timer["run"]), inert(timer["rule"]), when(timer["at"], timezone)
        then = "takes other values, and fails" if is_there else "is gone, and nothing happens"
        return f"{run} of the rule {rule}, due {due}, {then} then"

    def hidden(of: tuple[str, list[str], int]) -> str:
        held = f"what {of[2]} of them hold{'s' if of[2] == 1 else ''} there"
        return f"no rule declares {listed(of[1], MOST_NAMED, inert)} of {inert(of[0])}, and {held} is out of sight"

    lines = [
        *rows(lost, MOST_NAMED, lambda one: dropped(*one), "- "),
        *rows(fields, MOST_NAMED, hidden, "- "),
        *rows(polls, MOST_NAMED, _unknown, "- "),
    ]
    return _WEIGH + "\n" + "\n".join(lines)


def left_behind(polls: Sequence[PollFacts]) -> str:
    """Votes that were opened after the change that has just become law, so that nobody was told of them."""
    return "Since the law changed:\n" + "\n".join(rows(polls, MOST_NAMED, _unknown, "- "))


def _unknown(poll: PollFacts) -> str:
    where = f"#{poll['thread']}, " if poll["thread"] else ""
    vote = f"a vote such as the open one in {where}{inert(poll['subject'])}" if where else inert(poll["subject"])
    return (
        f"no rule speaks any more of {vote}: it decides nothing until one does, and is over when its thread is closed"
    )
