"""Why a comment that means a command is none: two at once, or one that is not written as it has to be."""

from collections.abc import Sequence

from engine.game.refusal import Refusal
from engine.game.replies.harmless import plain
from engine.game.replies.inert import inert


def edited_issue() -> Refusal:
    return Refusal(
        "edited",
        "The text of this issue was edited before I read it, or the issue came from elsewhere: then it runs no command.",
        "Write it once more, as a comment here.",
    )


def edited_comment() -> Refusal:
    return Refusal(
        "edited",
        "This comment was edited before I read it, or its issue came from elsewhere: then it runs no command.",
        "Write it once more, in another comment.",
    )


def edited_since() -> Refusal:
    """Of what was read, and answered, as it was before."""
    return Refusal(
        "edited", "An edit runs no command: what came of this before stands.", "Write it in another comment."
    )


def one_to_a_comment(lines: list[str]) -> Refusal:
    shown = ", then ".join(inert(line, 80) for line in lines[:3])
    return Refusal(
        "two_commands", "There is one command to a comment.", f"Write each in a comment of its own: {shown}."
    )


def more_below(line: str) -> Refusal:
    """For a command that would be one without the lines below it: whoever answers by e-mail may not know that they are there."""
    return Refusal(
        "unknown_command",
        f"{inert(line, 200)} has other lines below it, and was not carried out.",
        "Write it alone, in a comment of its own. Sent by e-mail, it may have a quotation or your name below it.",
    )


def write_it_so(line: str) -> Refusal:
    return Refusal(
        "nearly_a_command",
        "That is nearly a command, and was not carried out.",
        f"If you meant it, write: {inert(line, 200)}",
    )


def not_in_a_title(line: str) -> Refusal:
    """Whether the command needs an issue of its own is known to its rule alone, so both ways are named."""
    return Refusal(
        "nearly_a_command",
        "A title is not read as a command, so nothing was carried out.",
        f"Open a new issue whose text (not its title) begins with {inert(line, 200)}. "
        "A command that needs no issue of its own is written as a comment.",
    )


def of_an_issue(refusal: Refusal) -> Refusal:
    """Of the text of a new issue: what is to be written instead may be a comment, or nothing but such a text."""
    where = "That is written as a comment; a command that needs an issue of its own begins the text of a new one."
    return Refusal(refusal.code, refusal.reason, f"{refusal.remedy} {where}", by=refusal.by)


def not_where_it_is_described(line: str) -> Refusal:
    return Refusal(
        "nearly_a_command",
        f"{inert(line, 200)} was not read: the title and the description of a pull request are no comments.",
        "Write it as a comment in the pull request that it is about.",
    )


def write_it_like(usage: str, example: str | None, choices: Sequence[tuple[str, Sequence[str]]] = ()) -> Refusal:
    """For what begins like a command of words alone. `choices` as in what follows."""
    shown = _one_of(choices) + (f" For instance {inert(example, 200)}." if example else "")
    return Refusal(
        "nearly_a_command",
        "That is nearly a command, and was not carried out.",
        f"If you meant it, write it like this: {inert(usage, 200)}.{shown}",
    )


def _one_of(choices: Sequence[tuple[str, Sequence[str]]]) -> str:
    return "".join(f" `<{name}>` is one of {', '.join(map(plain, values))}." for name, values in choices)


def unknown_command(
    text: str,
    nearest: Sequence[str],
    unreadable: Sequence[str] = (),
    choices: Sequence[tuple[str, Sequence[str]]] = (),
    example: str | None = None,
    way: str = "",
    begin: str = "",
    overlong: tuple[str, str] | None = None,
) -> Refusal:
    """`choices`: what may stand for an argument of the one that was meant, where that can be listed; `example`: how it may be
    written; `way`: what is left where nothing can be voted on; `begin`: how a stranger joins; `overlong`: the argument that takes one word,
    and the words that were written for it."""
    remedy = f"Did you mean {inert(nearest[0])}?" if nearest else begin
    word = text.split()[0].lower()
    known = any(meant.lower().split()[0] == word for meant in nearest)
    reason = f"I do not know {inert(word)} written like that." if known else f"I do not know the command {inert(text)}."
    if known and {meant.lower() for meant in nearest if meant.lower().split()[0] == word} == {word}:
        reason = f"{inert(word)} is written alone, with nothing behind it."
    elif known and overlong is not None:
        reason = f"{inert(overlong[1], 60)} is more than one word (for `<{overlong[0]}>`)."
    lost = f" It may belong to a rule that cannot be read: {inert(unreadable[0], 300)}." if unreadable else ""
    remedy += _one_of(choices) if known else ""
    remedy += f" For instance {inert(example, 200)}." if example and known and example not in nearest[:1] else ""
    return Refusal("unknown_command", f"{reason}{lost}", f"{remedy} All commands: `/help`. {way}".strip())


def change_is_no_command(text: str, opening: Sequence[str]) -> Refusal:
    """`opening` are the usages that open a vote."""
    then = f", then write {' or '.join(inert(usage) for usage in opening)} in it" if opening else ""
    return Refusal(
        "unknown_command",
        f"I do not know the command {inert(text)}. Rules are changed by pull requests.",
        f"Make one that changes a file of the rules or adds one{then}. The rules in force: `/rules`.",
    )


def vote_is_no_command(text: str, words: Sequence[str]) -> Refusal:
    """`words` are what counts as a vote here."""
    what = " or ".join(map(inert, words)) or "what the rules count as one (`/rules`)"
    remedy = f"Write {what}, the word alone, in a comment of its own."
    return Refusal("vote", f"{inert(text, 60)} is not counted: a vote is no command.", remedy)
