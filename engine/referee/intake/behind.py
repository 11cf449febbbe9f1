"""Where git is behind what GitHub says of a pull request: what is voted on is not decided until both know the same commits."""

from engine.referee import trouble
from engine.referee.intake.fetching import Fetching
from engine.referee.ports import Pull, Unreadable
from engine.store.marks import reached

REMEDY = "The next pass tries again."


def must_be_sure(
    fetching: Fetching, number: int, pull: Pull | None, known: str | None, head: str, *, seen_before: bool
) -> None:
    """Raises Unreadable where it is not sure that other commits are, or are not, those of a pull request.

    Git names some that it does not deliver: votes may have been given to them. Or it shows some that were `seen_before` and
    taken back, while GitHub names those that are known.
    """
    if seen_before and pull is not None and pull.head == known != head:
        reached("git shows older commits than GitHub")
        fetching.hidden.add(head)
        raise Unreadable(f"git shows older commits of #{number} than GitHub", REMEDY)
    if pull is None and head != known and head not in fetching.hidden and not trouble.is_gone(fetching.forge, number):
        reached("head that git names and does not deliver")
        fetching.hidden.add(head)
        raise Unreadable(f"the newest commits of #{number} cannot be fetched", REMEDY)


def must_be_level(fetching: Fetching, number: int, pull: Pull, known: str, listed: str | None) -> None:
    """Raises Unreadable where GitHub names other commits than git does, which is asked once more, or git does not deliver those known."""
    if pull.state != "open":
        return
    if pull.head not in (known, listed) and fetching.repository.pull_heads().get(number) != pull.head:
        reached("git does not show the newest commits")
        raise Unreadable(f"git does not show the newest commits of #{number} yet", REMEDY)
    if pull.head == known and not fetching.again(number, known):
        reached("git does not deliver what was voted on")
        raise Unreadable(f"git does not deliver the commits of #{number}", REMEDY)
