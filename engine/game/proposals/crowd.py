"""How many polls may be open at once, and how many rescues.

Of each poll is asked after every happening, so without an end to them nobody would be heard. A rescue holds the accounts of
all who have a say in it, and all rescues stand in one file.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.game.calendar import DAY
from engine.game.owned import Rescue
from engine.game.replies import limit_refusals, rescue_refusals
from engine.game.world.world import World

MOST_OF_ONE: Final = 50  # opened by one person, or by the clock; of proposals, and of others
MOST: Final = 200  # with an issue of their own
MOST_RESCUES_OF_ONE: Final = 2  # begun by one account
MOST_RESCUES: Final = 24
FEW_RESCUES: Final = 3  # for which there is room, however many have a say in them
MOST_IN_RESCUES: Final = 30_000  # people, counted in each rescue: of one who voted 200 bytes are kept
LONG_BEGUN: Final = 28 * DAY  # whoever agrees or is silent has let it land long before


def must_have_room(world: World, opened: Sequence[str], author: str, tag: str | None, number: int | None) -> None:
    """Raises Refusal. `opened` are the keys of the polls that are open; one with this `tag`, if it has an issue of its own, and the
    `number` of a proposal, if it is one, is to be begun.

    Proposals are counted apart: what a rule has opened in somebody's name keeps no proposal of theirs from being opened.
    """
    if len(opened) < MOST_OF_ONE:
        return
    polls = [world.poll(key) for key in opened]
    alike = [poll for poll in polls if (poll["number"] is None) == (number is None)]
    if sum(poll.get("author") == author for poll in alike) >= MOST_OF_ONE:
        raise limit_refusals.polls_enough(MOST_OF_ONE)
    if tag is not None and sum(poll.get("tag") is not None for poll in polls) >= MOST:
        raise limit_refusals.polls_enough_of_all(MOST)


def must_have_room_for_rescue(begun: Mapping[str, Rescue], by: str, people: int, now: int) -> str | None:
    """The thread of the rescue that gives way to one of so many `people` begun `by` an account. Raises Refusal.

    Only one that has waited long gives way, so that neither a crowd of them can keep others from beginning for ever, nor
    one that has just begun be put aside.
    """
    if sum(rescue["by"] == by for rescue in begun.values()) >= MOST_RESCUES_OF_ONE:
        raise rescue_refusals.rescues_enough(MOST_RESCUES_OF_ONE)
    oldest = min(begun, key=lambda thread: (begun[thread]["began"], int(thread)), default=None)
    if oldest is None or _have_room(list(begun.values()), people):
        return None
    rest = [rescue for thread, rescue in begun.items() if thread != oldest]
    if now < begun[oldest]["began"] + LONG_BEGUN or not _have_room(rest, people):
        raise rescue_refusals.rescues_enough_of_all(len(begun))
    return oldest


def _have_room(begun: Sequence[Rescue], people: int) -> bool:
    """Whether one more, with so many people, fits beside these."""
    there = sum(len(rescue["players"]) for rescue in begun)
    return len(begun) < FEW_RESCUES or (len(begun) < MOST_RESCUES and there + people <= MOST_IN_RESCUES)
