"""What is said of commits by hand, which whoever may push puts beside those of the game."""

from collections.abc import Mapping, Sequence

from engine.game.replies.harmless import harmless, plain
from engine.game.replies.inert import inert
from engine.game.replies.somany import MOST_NAMED, listed


def administered(
    commit: str,
    paths: Sequence[str],
    left_out: Mapping[str, str],
    shadowed: Mapping[str, str],
    broken: Mapping[str, str],
    numbered: Sequence[str],
) -> str:
    """`left_out`: path -> why it could not be taken. `shadowed`: path -> the path by the same name that is in force. `broken`:
    path -> why no code of it runs. `numbered`: where rules stand that said no number."""
    by_hand = f"Commit `{commit[:10]}` changed the game by hand"
    taken = (
        f"{by_hand}: {_some(paths)}. It is in force, and in the journal." if paths or not left_out else f"{by_hand}."
    )
    odd = [f"{inert(path)} ({harmless(why, lambda _: False, behind=True)})" for path, why in left_out.items()]
    hidden = [f"{inert(path)} (beside {inert(other)}, which is)" for path, other in shadowed.items()]
    useless = [f"{inert(path)} ({plain(why)})" for path, why in broken.items()]
    taken += f" Numbered, since it said `rule: next`: {_some(numbered)}." if numbered else ""
    taken += (
        f" Broken as it is, and without effect until a vote or a commit mends it: {_some_of(useless)}."
        if useless
        else ""
    )
    taken += f" Not in force, by the name of another rule: {_some_of(hidden)}. Take one of them away." if hidden else ""
    return f"{taken} Left out and put back: {_some_of(odd)}." if odd else taken


def recast(voters: Mapping[int, Sequence[str]]) -> str:
    """`voters`: thread -> whose votes there are otherwise than they were cast."""
    where = [
        f"those of {listed(who, MOST_NAMED, lambda v: f'@{v}')} in #{thread}" for thread, who in sorted(voters.items())
    ]
    return f"That commit changed votes: {_some_of(where)}. To have a vote stand as it was cast, its voter writes it again there."


def same_numbers(twins: Mapping[str, str]) -> str:
    """`twins`: path of a rule -> the path of another one that bears its number. Both are in force."""
    which = _some_of([f"{inert(path)} ({inert(other)} has it as well)" for path, other in sorted(twins.items())])
    return f"By that commit two rules bear one number, and both are in force: {which}. Give one of them another number."


def put_back(commit: str, paths: Sequence[str], why: str) -> str:
    """`why`: the reason and the remedy of a refusal."""
    return (
        f"Commit `{commit[:10]}` wanted to change the game by hand, and all of it is put back: {_some(paths)}.\n\n{why}"
    )


def _some(paths: Sequence[str]) -> str:
    return listed(paths, MOST_NAMED, inert)


def _some_of(shown: Sequence[str]) -> str:
    return listed(shown, MOST_NAMED, str)
