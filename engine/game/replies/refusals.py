"""Refusals: each a code, a reason a newcomer understands, and what to do next."""

from collections.abc import Sequence
from typing import Any

from engine.game.owned import PollFacts, PollMatter
from engine.game.refusal import BrokenRule, Overtaken, Refusal
from engine.game.replies import moving
from engine.game.replies.failing import ENGINE_FAILED, mended_by, rule_failed, rule_named
from engine.game.replies.harmless import plain
from engine.game.replies.inert import inert, person
from engine.game.replies.lookups import WHO
from engine.game.replies.rescue_refusals import way_left
from engine.game.replies.somany import listed, people
from engine.game.replies.speech import takes_effect
from engine.law.documents.document import Document
from engine.law.joining import joining
from engine.law.rulebook import Rulebook
from engine.law.running.blame import RuleFault
from engine.store.joined import in_code


def _named(poll: PollMatter) -> str:
    if poll.get("number"):
        return f"proposal {poll['number']}"
    return f"the poll {inert(poll['subject'])}"


def broken_rule(book: Rulebook, slug: str) -> Refusal:
    name = rule_named(slug, book.documents.get(slug))
    return BrokenRule(
        slug,
        f"{name} is needed here and does not work: {plain(book.broken.get(slug, 'it failed'))}.",
        way_left(book)
        or "A proposal that amends or repeals it can still be adopted: then every active player has to say yay.",
    )


def wrong_key(committed: str) -> Refusal:
    return Refusal(
        "key",
        f"The key revealed is not the one whose SHA-256 is `{committed}`.",
        "Give the key the dice were thrown with.",
    )


def no_such_entry(id_: str) -> Refusal:
    return Refusal("entry", f"The journal has no entry {inert(id_)} with a text.", "Look it up in state/journal/.")


def fault(fault: RuleFault, document: Document | None) -> Refusal:
    return Refusal(
        "rule_fault",
        rule_failed(fault, document),
        f"Nothing was changed. {mended_by(document)}; until then, write it differently or leave it.",
    )


def engine_failed() -> Refusal:
    return Refusal(
        "engine",
        ENGINE_FAILED,
        "Nothing was changed. Whoever runs the game has a report of it; until it is mended, write it differently.",
    )


def bad_rule(problems: Sequence[str]) -> Refusal:
    shown = "\n".join(f"- {inert(p, 300)}" for p in problems[:20])
    return Refusal(
        "bad_rule",
        f"The changed rules cannot be law:\n{shown}\n",
        "Mend this in what you propose, and open the vote again.",
    )


def no_prose(why: str) -> Refusal:
    return Refusal("no_prose", f"That cannot be the text of a rule: {plain(why)}.", "Write it in plain words.")


def exists_already(name: str) -> Refusal:
    return Refusal(
        "stale",
        f"There is already a rule called `{name}`.",
        "Give the new rule another name, or amend the one there is.",
    )


def stale(name: str, by: int | None) -> Refusal:
    cause = f"was amended meanwhile by {by}" if by else "has changed meanwhile"
    remedy = "Update your branch from `main`, and it can go on. If you wrote it in a browser: close this one, and propose it anew."
    return Overtaken("stale", f"The rule `{name}` {cause}.", remedy)


def gone_meanwhile(name: str) -> Refusal:
    remedy = "Close this one. Whoever wants such a rule again proposes it as a new one."
    return Overtaken("stale", f"The rule `{name}` is not there any more: it was repealed meanwhile.", remedy)


def vote_too_old() -> Refusal:
    return Refusal(
        "too_old",
        "This vote is older than what is voted on now, so it does not count.",
        "Look at what it has become, and vote again.",
    )


def open_already(poll: PollMatter) -> Refusal:
    return Refusal(
        "open_already",
        f"Voting on {_named(poll)} is open already.",
        "Vote in its thread; what stands so far is in the status comment there.",
    )


def awaits_effect(poll: PollFacts) -> Refusal:
    return Refusal(
        "awaits_effect",
        f"{_named(poll).capitalize()} is adopted and {takes_effect(str(poll['awaits']))}: it is not voted on again.",
        "Propose what you want besides in a pull request of its own.",
    )


def decided(poll: PollMatter) -> Refusal:
    reason = f"{_named(poll).capitalize()} has been decided already: it is {poll['status']}."
    return Refusal("decided", reason, "A verdict is final. Propose it anew, in another pull request.")


def pull_is_closed(thread: int) -> Refusal:
    return Refusal("closed", f"Pull request #{thread} is closed.", "Reopen it first, then write it again.")


def pull_is_merged(thread: int) -> Refusal:
    """GitHub opens no merged one again."""
    remedy = "Propose what is still to be changed in a pull request of its own."
    return Refusal("closed", f"Pull request #{thread} is merged, and closed for good.", remedy)


def number_taken(number: int, poll: PollMatter) -> Refusal:
    return Refusal(
        "number_taken",
        f"The number {number} belongs to #{poll['thread']}, which is open.",
        "Wait for it, or take the next.",
    )


def poll_is_over(poll: PollMatter) -> Refusal:
    """What was withdrawn in a pull request may be opened there once more, and votes of before count no more then."""
    anew = "If its author puts it to the vote anew, vote again then. "
    remedy = anew if poll["status"] == "withdrawn" and poll.get("number") is not None else ""
    why = f"Voting on {_named(poll)} is closed: it is {poll['status']}."
    return Refusal("closed", why, f"{remedy}What is open for voting: `/status`.")


def nothing_to_stop(poll: PollMatter) -> Refusal:
    remedy = "An open poll is taken back with `withdraw`." if poll["status"] == "open" else "What is decided stays."
    return Refusal("closed", f"Nothing of {_named(poll)} waits to take effect: it is {poll['status']}.", remedy)


def nothing_to_vote_on(openers: Sequence[str], way: str) -> Refusal:
    """`way` is what remains where nothing can be voted on."""
    how = in_code(openers)
    remedy = (
        f"Its author opens the vote with {how}; vote again then." if how else way or "Wait until a vote is open here."
    )
    return Refusal("nothing_open", "No vote is open in this thread, so this does not count.", remedy)


def matter_above(poll: PollFacts) -> Refusal:
    return Refusal(
        "above",
        f"An immutable rule decides {_named(poll)}, and a mutable one cannot stop it.",
        "Its author may take it back." if poll["status"] == "open" else "What is decided stays.",
    )


def no_poll(key: str) -> Refusal:
    return Refusal("no_poll", f"There is no poll {inert(key)}.", "Write it in the thread of the poll you mean.")


def no_elector(world: Any, poll: PollFacts, voter: str, electors: Sequence[str], coming_back: str) -> Refusal:
    """`coming_back` is what an inactive player can do about it."""
    record = world.records.get("players", voter)
    if record is None:
        return Refusal(
            "no_player", f"{person(voter)} is not a player, so this vote does not count.", how_to_begin(world)
        )
    if not record.get("active"):
        return Refusal("inactive", "You are not an active player, so your vote does not count.", coming_back)
    who = f"These have one: {people(electors)}." if electors else "As things stand, nobody has one."
    return Refusal("no_elector", f"You have no vote on {_named(poll)}.", who)


def how_to_begin(world: Any) -> str:
    """The commands that make a player: how one becomes one is a matter of the law in force."""
    usages = [command.usage_text for command in joining(world.book)]
    told = "Join first: " + in_code(usages) + "." if usages else "Ask the players how to join."
    # Not all seats of a game that moved may ever be taken again, and others come to it.
    return f"{moving.hint('/confirm')} If you did not: {told[0].lower()}{told[1:]}" if world.notes.unconfirmed else told


def how_to_return(usages: Sequence[str], against: str) -> str:
    """`usages` make this player active again; `against`: what the law says where none does."""
    if usages:
        return "Become active first: " + in_code(usages) + "."
    return against or "Become active first: look in `/help` for how."


def no_player(world: Any, login: str) -> Refusal:
    return Refusal("no_player", f"{person(login)} is not a player.", how_to_begin(world))


def not_among(world: Any, usage: str, who: Sequence[str], key: str, coming_back: str) -> Refusal:
    """A command that is not for this person: `who` are the kinds of people whose it is, `coming_back` what the inactive can do."""
    record = world.records.get("players", key)
    named = [WHO[kind] for kind in who]
    if {"moderators", "administrators"}.isdisjoint(who):
        return no_player(world, key) if record is None else not_active(usage, coming_back)
    joining = (
        how_to_begin(world) if record is None and not {"active", "players"}.isdisjoint(who) else "Ask one of them."
    )
    return Refusal("role", f"Only {' and '.join(named)} can use `{usage}`.", joining)


def not_active(usage: str, coming_back: str) -> Refusal:
    return Refusal("inactive", f"Only active players can use `{usage}`, and you are not active now.", coming_back)


def bad_argument(name: str, value: str, wanted: str, usage: str, example: str | None = None) -> Refusal:
    shown = f". For instance {inert(example, 200)}." if example else ""
    return Refusal(
        "argument", f"{inert(value)} is not {wanted} (for `<{name}>`).", f"Write it like this: `{usage}`{shown}"
    )


def renamed(name: str, login: str) -> Refusal:
    return Refusal(
        "renamed",
        f"Who was {inert(name)} here is {inert(login)} on GitHub now, and {inert(name)} may be somebody else there.",
        f"Write {inert(login)} if you mean that player.",
    )


def too_long(longest: int) -> Refusal:
    return Refusal("too_long", f"A command may have {longest:,} characters.", "Shorten it and write it again.")


def odd_characters() -> Refusal:
    return Refusal(
        "characters", "There are invisible control characters in that.", "Type it again by hand, as plain text."
    )


def vote_on_the_table(polls: Sequence[PollFacts]) -> Refusal:
    where = [f"#{poll['thread']} {inert(poll['subject'], 60)}" for poll in polls if poll["thread"]]
    return Refusal(
        "not_here",
        "A vote counts in the thread of what is voted on; nothing is in this one.",
        f"Open for voting: {listed(where, 10, str)}." if where else "What is open for voting: `/status`.",
    )


def not_a_ballot(word: str, text: str) -> Refusal:
    """Whoever answers by e-mail may not know what is below the word."""
    mailed = " Sent by e-mail, it may have a quotation or your name below it." if "\n" in text.strip() else ""
    return Refusal(
        "not_a_ballot",
        f"{inert(text, 60)} is not counted as a vote.",
        f"Write only `{word}`, and the rest in another comment.{mailed}",
    )


def constraint(collection: str, key: str, field: str, message: str, document: Document | None) -> Refusal:
    lines = document.lines if document else {}
    line = f" in line {lines['state', collection, field]}" if ("state", collection, field) in lines else ""
    rule = f" {rule_named(document.slug, document)} forbids that{line}." if document else ""
    where = f"{field} of {collection} {key}" if field else f"{collection} {key}"
    return Refusal(
        "constraint", f"That would break the record: {plain(where)}: {plain(message)}.{rule}", "Nothing was changed."
    )


def too_large(what: str, most: int) -> Refusal:
    return Refusal(
        "too_large",
        f"{plain(what)} would be larger than {most:,} bytes, and would not fit into a file.",
        "Nothing was changed. Keep less in it.",
    )


def game_over(reason: str) -> Refusal:
    return Refusal("over", f"The game is over: {reason.rstrip('.')}.", "It can still be read.")


def paused() -> Refusal:
    return Refusal(
        "paused", "The game is paused by an administrator.", "Nothing is lost: write it again after `/resume`."
    )


def cannot_complete(fault: RuleFault, document: Document | None) -> str:
    failed = rule_failed(fault, document)
    return f"This poll cannot be resolved by itself now. {failed} {mended_by(document)}."


def held(refusal: Refusal) -> str:
    return f"This poll is complete and cannot be resolved yet. {refusal.text}"


def still_voted_on(refusal: Refusal) -> str:
    return f"This was closed, and the vote goes on all the same. {refusal.text}"


def why(refusal: Refusal) -> str:
    return _told("Not done.", refusal)


def why_no_vote_here(refusal: Refusal) -> str:
    """Of what counts for a rescue, which is told below, and not in the vote of the same thread."""
    return _told("Not counted in the vote.", refusal)


def _told(what: str, refusal: Refusal) -> str:
    return "\n\n".join(filter(None, (f"**{what}** {refusal.reason}", refusal.remedy, refusal.by)))
