"""What GitHub obeys in the words of a commit: once it is on `main`, an issue that it says it closes is closed, whatever that is."""

import re
from collections.abc import Iterable
from typing import Final

from engine.referee.ports import CommitInfo

# https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue
_CLOSING: Final = re.compile(
    r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s+"
    r"(?:(?:[\w.-]{1,100}/[\w.-]{1,100})?#|gh-|https?://[^\s/]{1,100}/[\w.-]{1,100}/[\w.-]{1,100}/(?:issues|pull)/)\d",
    re.IGNORECASE | re.ASCII,
)
_READ: Final = ("", "utf-8", "utf8")


def commits(own: Iterable[CommitInfo]) -> list[str]:
    """Those that would close an issue with their adoption, by the beginnings of their ids."""
    return [commit.sha[:10] for commit in own if _CLOSING.search(commit.message)]


def in_other_letters(own: Iterable[CommitInfo]) -> list[str]:
    """Those whose message says it is in another encoding than the one it is read in: in UTF-7 `+ACM-7` is `#7`."""
    return [commit.sha[:10] for commit in own if commit.encoding.lower() not in _READ]
