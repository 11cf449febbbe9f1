"""What GitHub says where no permission of a token's is missing, and somebody has to open a door: by its own words, with what to do."""

import re
from typing import Final

_CLOSED: Final = "the repository is closed"
_SUPPORT: Final = "Ask GitHub why: https://support.github.com."
LEGAL: Final = 451  # of a repository as a whole, and of nothing in it: nothing there was deleted
_WORDS: Final = (
    (r"\bissues (?:has|have|are) .*disabled", "issues are switched off", "Settings, General, Features: Issues."),
    (r"\brepository was archived\b", "the repository is archived", "Settings, General: unarchive it."),
    (
        r"\brepository (?:has been|is|was) locked\b",
        "the repository is locked, as while it is moved elsewhere",
        f"Have whoever moves it unlock it. {_SUPPORT}",
    ),
    (
        r"\bSAML (?:enforcement|SSO)\b",
        "the organization wants single sign-on of this token",
        "Authorize the token for that organization: Settings, Developer settings, Personal access tokens, Configure SSO.",
    ),
    (
        r"\bIP allow list\b",
        "the organization lets in other addresses alone",
        "Run this at an address on its list, or have this one added to it.",
    ),
    (
        r"\brepository access blocked\b|\brepository unavailable due to\b|\bdisabled by GitHub staff\b|\brepository \S+ is disabled\b",
        _CLOSED,
        _SUPPORT,
    ),
    (r"\baccount (?:is|was) suspended\b", "the account of this token is suspended", _SUPPORT),
)


def closed(said: str, status: int = 403) -> tuple[str, str] | None:
    """What keeps everybody out, and what to do about it; None where GitHub's words, and its status, tell of nothing like that."""
    for pattern, cause, remedy in _WORDS:
        if re.search(pattern, said, re.IGNORECASE):
            return cause, remedy
    return (_CLOSED, _SUPPORT) if status == LEGAL else None
