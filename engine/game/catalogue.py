"""What the engine itself asks the rules, tells them of and lets them forbid: name -> (parameters, what it is about).

The checks of declarations go by these tables, and so does the reference in docs/reference.md.
"""

from typing import Final

from engine.law.close_reading.dangling import Known

Table = dict[str, tuple[str, str]]

QUESTIONS: Final[Table] = {
    "proposal_number": (
        "proposal",
        "the number this pull request gets as a proposal; `refuse` in it keeps it from being opened. Else, or if it was used, the next",
    ),
    "electorate": ("poll", "the voters, a list of names. Else the poll's `electors`, else all active players"),
    "ballot": (
        "poll, text",
        "the choice a comment stands for, a text, or False where it is no vote. Else `yay` or `nay`, the word alone",
    ),
    "counted_ballots": (
        "poll, ballots",
        "the ballots that count, each with its `weight`. Else the latest of each voter that is not deleted",
    ),
    "quorum": ("poll, tally", "whether enough have voted. Else True"),
    "verdict": ("poll, tally", "`adopted`, `rejected` or `open`. Else adopted if every elector said yay, else open"),
    "outcome": (
        "poll, tally",
        "how it came out, or would as things stand, in words of the rule, such as `red wins`. Else the verdict's own word",
    ),
    "resolves_itself": (
        "poll, tally",
        "whether to resolve it now, unasked; asked after everything that is more than talk. Else False",
    ),
    "law_goes_on": (
        "poll",
        "of an imagined proposal that was adopted: whether another can follow, as `still_adoptable` wants to know. Else True",
    ),
    "takes_effect": (
        "poll",
        "`now`, or the name of an occasion that a rule will tell: players read it as words. Else `now`",
    ),
    "rule_number": (
        "change, poll",
        "the number of a rule that is changed; of several with one number the others get the next, and so does one with the number of "
        "another rule in force. Else it keeps its number",
    ),
    "may_be_named": ("players", "whether these, a list of names, may be named winners by `win`. Else True"),
    "status_lines": ("player", "lines for `/status`, a list of texts; who asks need be no player. Else none"),
    "poll_lines": ("poll", "lines for a poll's status comment, a list of texts. Else none"),
}

OCCASIONS: Final[Table] = {
    "issue_opened": ("issue", "somebody has opened an issue; `issue` is what `here()` gives"),
    "opened": ("poll", "a poll has been opened"),
    "voting": ("player, poll, choice", "somebody is about to vote, before the electorate is asked"),
    "voted": ("player, poll", "a vote has been counted, before the quorum is looked at"),
    "quorum_reached": ("poll, tally", "enough have voted, for the first time"),
    "adopted": ("poll, tally", "a poll is adopted; told under the law it was counted by, before its change lands"),
    "rejected": ("poll, tally", "a poll is rejected"),
    "withdrawn": ("poll", "a poll is withdrawn, or its adopted change was stopped before it took effect"),
    "enacted": ("change, poll", "a new rule is in force; told under the new law"),
    "amended": ("change, poll", "a rule was changed; told under the new law"),
    "repealed": ("change, poll", "a rule is gone; told under the new law"),
    "transmuted": ("change, poll", "a rule went from one class to the other; told under the new law"),
    "took_effect": ("poll", "an adopted change that had waited is in force"),
    "stranded": ("poll, why", "an adopted change that had waited cannot land"),
    "held": ("poll, why", "a poll is complete and cannot be resolved"),
    "pull_changed": ("poll, what", "its `commits`, `title` or `body` (the description) are other than before"),
    "comment_edited": ("player, poll, ballot", "a ballot was edited"),
    "comment_deleted": ("player, poll, ballot", "a ballot was deleted by its voter, or nobody knows by whom"),
    "comment_removed": (
        "player, poll, ballot",
        'a ballot was deleted by somebody else, `ballot["removed_by"]`: it stands',
    ),
    "resumed": ("since", "the game goes on after a pause that began then; timers have been moved by as long as it was"),
    "acted": ("player", "somebody did something that counted"),
    "seen": ("player", "a player did anything at all, talk and what was refused too"),
    "changed": (
        "records, before",
        "after whatever changed records: collection -> keys. A function with a second parameter is told what the records "
        "were before the happening: collection -> key -> record, or None where there was none",
    ),
}

# Of these occasions rules tell as well, by the name of somebody; all others are the engine's alone to tell.
ALSO_OF_RULES: Final = frozenset({"acted"})

ACTS: Final[Table] = {
    "open": ("player, proposal", "to open a pull request for voting"),
    "vote": ("player, poll, choice", "to cast a vote"),
    "resolve": (
        "player, poll",
        "to have a poll decided, by whoever asks for it; what resolves itself asks nobody: adjust `resolves_itself`",
    ),
    "withdraw": ("player, poll", "to take a poll back"),
}

# The commands that the engine itself knows. Only `/correct` has words behind it.
COMMANDS: Final = {
    "/help": "The commands in force.",
    "/status": "How things stand.",
    "/correct <collection> <key> <field> <value> because <reason>": "Change one field of one record (administrators).",
    "/pause": "Let nothing but reading happen (administrators).",
    "/resume": "Go on after a pause (administrators).",
    "/rescue": "In a pull request, where the law lets nothing be changed any more: if all agree, it becomes law.",
}


def _given(table: Table) -> dict[str, tuple[str, ...]]:
    return {name: tuple(parameters.split(", ")) for name, (parameters, _) in table.items()}


# What the engine answers before any rule is looked for. So it does `/rule` with a number, beside which a rule may have a text.
LOOKUPS: Final = ("/help <text>", "/status <text>")

KNOWN: Final = Known(_given(QUESTIONS), _given(OCCASIONS), _given(ACTS), (*COMMANDS, *LOOKUPS))
