"""In what kind of thread a command is written, if its help says that it is not on the table."""

import re
from typing import Final

ISSUE, PROPOSAL = "issue", "proposal"
_SAID: Final = {
    ISSUE: re.compile(r"\bin (?:its own|an|the) issue\b", re.IGNORECASE),
    PROPOSAL: re.compile(r"\bin (?:its|its own|the) thread\b", re.IGNORECASE),
}


def place(help: str) -> str:
    """ISSUE for one that is written in an open issue, PROPOSAL for one in the thread of a proposal, else nothing."""
    return next((where for where, said in _SAID.items() if said.search(help)), "")
