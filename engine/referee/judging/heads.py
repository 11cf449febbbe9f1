"""Which heads a plan may name: those the referee itself read, now or in a pass before. The plan comes from a stranger."""

from collections.abc import Mapping

from engine.game.owned import KnownThread
from engine.game.plan import Plan, Segment
from engine.game.state import State
from engine.referee.judging.checked_plan import BadPlan
from engine.store import canon, records
from engine.store.guard import YamlProblem

REMEDY = "Nothing was written. Report this: it should not happen."


def check(plan: Plan, read: Mapping[int, str], state: State) -> None:
    """`read` are the heads of this reading, `state` what was before it. Raises BadPlan for a head from elsewhere."""
    for segment in plan.segments:
        for thread, head in _named(segment):
            if head != read.get(thread) and head not in _remembered(state, thread):
                raise BadPlan(f"The judge's plan names a head of #{thread} that nobody read: {head[:10]}.", REMEDY)


def _named(segment: Segment) -> list[tuple[int, str]]:
    """The heads it merges, and those it remembers: a head remembered now could be merged in the next pass."""
    found = [(int(merge["thread"]), str(merge["head"])) for merge in segment.merges]
    for path, text in segment.files.items():
        if path.startswith(records.folder("threads")) and text is not None:
            found += [(_number(path), head) for head in _heads(text)]
    return found


def _number(path: str) -> int:
    key = records.key_of(path)[1]
    if not (key.isascii() and key.isdigit()):
        raise BadPlan(f"The judge's plan remembers a thread without a number: {path}.", REMEDY)
    return int(key)


def _remembered(state: State, thread: int) -> list[str]:
    known = state.thread(thread)
    return [] if known is None else _both(known)


def _heads(text: str) -> list[str]:
    try:
        return _both(canon.shared(text))
    except (YamlProblem, AttributeError):
        raise BadPlan("The judge's plan remembers a thread in a form that cannot be read.", REMEDY) from None


def _both(thread: KnownThread) -> list[str]:
    """A pull request's head, and the one that was voted on if its change takes effect later."""
    return [str(head) for head in (thread.get("head"), thread.get("voted")) if head is not None]
