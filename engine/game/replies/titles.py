"""What a proposal is called beside its number, which stands in front of its title as well."""

import re


def bare(subject: str, number: int | None) -> str:
    """What a poll is about, without its own number in front; empty where its title is the number and nothing else."""
    return re.sub(rf"^\s*#?{number}(?:[:.,]?\s+|$)", "", subject).strip() if number else subject
