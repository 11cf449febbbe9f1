"""The first words of a new game: the table issue, and the README of its repository."""

from __future__ import annotations


def table(name: str) -> tuple[str, str]:
    """Title and body of the issue where commands are written that belong to no other thread."""
    body = (
        f"This is the table of {name}. Write your commands here as comments, one to a comment.\n\n"
        "`/help` shows what you can write. Proposals are pull requests, and votes are comments there."
    )
    return f"The table of {name}", body
