"""The names of all words that the host lends to rules; what they do is the game room's."""

from typing import Final

WORDS: Final = frozenset(
    """
    get put remove keys find column next_key
    roll dice choose shuffle
    reply announce headline open_issue close_issue assign refuse
    ask tell rules call enact still_adoptable
    open_poll polls tally resolve withdraw stop
    here now hours days date set_timer cancel_timer
    active_players role
    sum floor ceil round_half_up exp sha256
    win end_game
    """.split()
)

# Those that change, draw or say something: not for answers to the referee and for prohibitions, which only read.
CHANGING: Final = frozenset(
    """
    put remove roll dice choose shuffle
    reply announce headline open_issue close_issue assign
    tell enact open_poll resolve withdraw stop set_timer cancel_timer
    win end_game
    """.split()
)

# What Starlark has for itself, or keeps for later: no code can read a parameter of that name.
OF_STARLARK: Final = frozenset(
    """
    and break continue def elif else for if in lambda load not or pass return
    as assert async await class del except finally from global import is nonlocal raise try while with yield
    None True False
    """.split()
)

# Questions that have been called otherwise: the old name -> the one of today.
RENAMED: Final = {
    "is_proposal": "proposal_number",
    "standing": "counted_ballots",
    "complete": "resolves_itself",
    "number_of": "rule_number",
}
