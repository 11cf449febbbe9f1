"""Accounts, tokens and who may do what."""

from dataclasses import dataclass
from typing import Final

BOT_LOGIN: Final = "github-actions[bot]"
BOT_ID: Final = 41_898_282  # the number GitHub's own bot has
ANYBODY: Final = 0  # whoever asks without a token
PERMISSIONS: Final = ("none", "read", "triage", "write", "maintain", "admin")


@dataclass
class Account:
    """`deleted` accounts are shown as GitHub's ghost; a login can change, the id cannot."""

    id: int
    login: str
    bot: bool = False
    deleted: bool = False


@dataclass(frozen=True)
class Token:
    """Whom a token stands for and what it may write."""

    account: int
    scopes: frozenset[str]


ALL_SCOPES: Final = frozenset({"contents", "issues", "pull_requests", "statuses", "workflows"})
BOT_SCOPES: Final = ALL_SCOPES - {"workflows"}  # what the workflow grants; nothing can grant `workflows`
