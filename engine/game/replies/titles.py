"""What a proposal is called beside its number, which stands in front of its title as well."""

import re


def bare(subject: str, number: int | None) -> str:
    """What a poll is about, without its own number in front; empty where its title is the number and nothing else."""
    return re.sub(rf"^\s*#?{number}(?:[:.,]?\s+|$)", "", subject).strip() if number else subject


def unlabelled(title: str, number: int | str) -> str:
    """A title without the number that is to be put in front of it, where somebody has called it by that in other words: `Proposal 352:
    Songs`, `WIP: 352 Songs`. Where nothing else is left, as it is."""
    labels = r"(?:(?:proposal|proposed rule|rule|number|no|nr|pr)\b\W*)?"
    found = re.match(
        rf"(\W*(?:wip|draft)\b\W*)?{labels}\b{re.escape(str(number))}\b\W*(\w.*)", title, re.IGNORECASE | re.DOTALL
    )
    return f"{found[1] or ''}{found[2]}" if found else title
