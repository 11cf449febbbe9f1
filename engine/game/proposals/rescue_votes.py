"""What somebody says last of a rescue, what stands of them where they take that back, and who they are."""

from engine.game.owned import Rescue, RescueVote
from engine.game.world.facts import STRANGERS, login_of
from engine.game.world.world import World


def is_later(vote: RescueVote, other: RescueVote | None) -> bool:
    """Whether a vote was said after another one. Of one second what was edited, else the one that was written later."""
    return other is None or _place(vote) >= _place(other)


def _place(vote: RescueVote) -> tuple[int, bool, int]:
    return vote["at"], vote.get("edited", False), vote["comment"]


def placed(vote: RescueVote, before: RescueVote | None) -> RescueVote:
    """A vote in the place of the same person's before it: a yay remembers the objection that it ends."""
    if before is None or vote["choice"] != "yay":
        return vote
    objection = before if before["choice"] == "nay" else before.get("over")
    return vote if objection is None else {**vote, "over": objection}


def without(votes: dict[str, RescueVote], who: str) -> dict[str, RescueVote]:
    """The votes where somebody takes a yay back: an objection of theirs that it ended stands again, as it is still there."""
    rest = {w: v for w, v in votes.items() if w != who}
    objection = votes[who].get("over")
    return rest if objection is None else {**rest, who: objection}


def keys_of(world: World, rescue: Rescue) -> dict[str, str]:
    """Account id -> the key by which the person is known."""
    players, strangers = world.records.index("players"), world.records.index(STRANGERS)
    people = [*rescue["electors"], *rescue["votes"]]
    return {who: players.key_of(int(who)) or strangers.key_of(int(who)) or who for who in people}


def names_of(world: World, rescue: Rescue, people: list[str]) -> list[str]:
    """What they are called on the forge now: by that they are woken."""
    found = keys_of(world, rescue)
    return [login_of(world, found.get(who, who)) for who in people]
