"""What an open poll has before it, as plain data: how it stands, what would turn it, when and by whom it can be resolved."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Turn:
    """So many more votes of this kind, and the poll would come out otherwise than it stands. `word` is how one votes so."""

    choice: str
    votes: int
    outcome: str
    word: str


@dataclass(frozen=True)
class Outlook:
    """An open poll's prospects.

    `outcome` and those of the `turns` are adopted, rejected, open, tied or no_quorum, and of turns also by_whose, where the votes of some
    would do something else than those of others; `called` is what a rule would call it as it stands,
    such as `red wins` (None: the rule that would cannot say yet). Times are seconds since the epoch:
    from `at` on it can be resolved, or it resolves by itself then, with the votes there are (None: now, or no hour is sure);
    `not_before` with all votes cast, or as soon as something happens. `only`: it resolves by itself if enough vote with one of these
    words, and not if they vote otherwise. `word` is the command to write, `resolvers` are players' keys.
    `obstacle` is the law's own reason why nobody can resolve it at this moment; `blocks` are reasons why it could not land. `winners`
    are who has won once it is in force, and `over` whether the game is; `untried`: to find that out takes too long. `voteless`: what the
    law has against every vote that was tried just now, though people may vote. `ended`: why the game is over already; then nothing else
    is foreseen.
    """

    outcome: str
    called: str | None = ""
    turns: tuple[Turn, ...] = ()
    by_itself: bool = False
    only: tuple[str, ...] = ()
    resolvers: tuple[str, ...] = ()
    anyone: bool = False
    word: str = ""
    at: int | None = None
    not_before: int | None = None
    obstacle: str = ""
    blocks: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    over: bool = False
    untried: bool = False
    voteless: str = ""
    ended: str = ""
