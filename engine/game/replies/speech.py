"""What is announced and answered when something was done."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.game.owned import PollFacts, Tally
from engine.game.replies import failing, titles
from engine.game.replies.counts import votes, weighed
from engine.game.replies.harmless import plain
from engine.game.replies.inert import inert, person
from engine.game.replies.moments import is_time, when
from engine.game.replies.somany import rows
from engine.law.rulebook import Rulebook
from engine.law.running.blame import RuleFault
from engine.store.joined import joined

MOST_LINES: Final = 20
NEW: Final = object()  # in place of what was before: the record is new
GONE: Final = object()  # in place of what is after: the record is there no more
NO_TIME_TO_SAY: Final = "The rules take too long to say more here: `/status` asks them."
MERGED_BY_HAND: Final = "merged by hand"  # also the reason of such a poll, as it is kept


def _subject(poll: PollFacts) -> str:
    called = titles.bare(poll["subject"], poll.get("number"))
    name = f"Proposal {poll['number']}" if poll.get("number") else "The poll"
    return f"{name}, {inert(called)}," if called else name


def verdict(poll: PollFacts, count: Tally) -> str:
    later = f" It {takes_effect(str(poll['awaits']))}." if poll["awaits"] else ""
    word = f"decided, {inert(poll['outcome'])}" if poll["outcome"] else f"**{poll['status']}**"
    return (
        f"{_subject(poll)} is {word}: {votes(count)}{weighed(count)}, of {count['electorate']} who could vote.{later}"
    )


def takes_effect(occasion: str) -> str:
    """An occasion's name in words: `the_tide_turns` is when the tide turns."""
    return f"takes effect when {plain(occasion.replace('_', ' '))}"


def waiting(poll: PollFacts) -> str:
    """For a list of how things stand."""
    return f"#{poll['thread']} {inert(poll['subject'])}: {poll['status']}, {takes_effect(str(poll['awaits']))}."


def uncounted(where: str, subject: str, why: str) -> str:
    """For such a list: a poll that the rules cannot count."""
    return f"{where} {inert(subject)}: it cannot be counted at the moment. {plain(why)}"


def in_effect(poll: PollFacts) -> str:
    return f"{_subject(poll)} is in effect now."


def stranded(poll: PollFacts, why: str) -> str:
    return f"{_subject(poll)} was adopted and cannot take effect: {why}"


def told_no_more(occasion: str) -> str:
    """Why something that waited for an occasion is stranded."""
    when = plain(occasion.replace("_", " "))
    return overtaken(f"No rule in force tells any more when {when}.")


def overtaken(reason: str) -> str:
    """Why something adopted is stranded, and what can still be done: its verdict is final, whatever is pushed to it."""
    return f"{reason} To be voted on again, it has to be proposed anew, in another pull request."


def withdrawn(poll: PollFacts, reason: str) -> str:
    return f"{_subject(poll)} is **withdrawn**. {reason}"


def would_break(problems: Sequence[str]) -> str:
    shown = "\n".join(f"- {inert(p, 300)}" for p in problems[:20])
    return f"Weigh this before you vote: if it is adopted, these rules stop working:\n{shown}"


def examples_changed(broken: Sequence[str], altered: Sequence[str], unplayed: Sequence[str] = ()) -> str:
    # What is new or changed has never held: that it does not is the fault of the proposal and no effect of it.
    own, kept = [name for name in altered if name in broken], [name for name in altered if name not in broken]
    kinds = (
        ("no longer hold", "no longer holds", [name for name in broken if name not in own]),
        ("are new or changed", "is new or changed", kept),
        ("of the proposal's own do not hold", "of the proposal's own does not hold", own),
    )
    lines = [f"- {one}: {inert(name)}" for _, one, names in kinds for name in names]
    counts = [f"{len(names)} {one if len(names) == 1 else many}" for many, one, names in kinds if names]
    lines += [f"- was not played: {inert(name)}" for name in unplayed]
    left = f"{len(unplayed)} {'was' if len(unplayed) == 1 else 'were'} not played, since that would take too long"
    told = [f"{joined(counts)} if this is adopted"] if counts else []
    summary = f"Of the rules' examples, which bind nobody, {'; '.join([*told, *([left] if unplayed else [])])}."
    return f"<details><summary>{summary}</summary>\n\n" + "\n".join(lines) + "\n\n</details>"


def administrator_must_merge(poll: PollFacts, head: str, why: str) -> str:
    what = f"#{poll['thread']} as it was voted on, at {head[:10]}"
    return f"{_subject(poll)} is adopted, and an administrator must merge {what}: {plain(why)}."


def strayed(poll: PollFacts, head: str) -> str:
    return (
        f"**Do not merge #{poll['thread']} as it is.** It has other commits now than those with which {_subject(poll)} was adopted, "
        f"and nobody has voted on them. `git fetch origin {head} && git merge {head}` brings in what was adopted, and nothing else; "
        "for anything else its author proposes it anew."
    )


def closed_and_open() -> str:
    return _closed("its vote goes on all the same: it ends by the rules alone, and words here count as before")


def closed_in_a_pause() -> str:
    return _closed("its vote is not over: it ends by the rules alone, and goes on when the game does, which is paused")


def _closed(what: str) -> str:
    return (
        f"This issue was closed, and {what}. Whoever closed it may reopen it, so that it is found among what is open."
    )


def ballots_void(voters: Sequence[str]) -> str:
    return _void(voters, "vote again")


def ballots_void_in_a_pause(voters: Sequence[str]) -> str:
    return _void(voters, "vote again when the game goes on, which is paused")


def _void(voters: Sequence[str], what: str) -> str:
    who = ", ".join(f"@{v}" for v in voters)
    return f"New commits changed what is voted on, so the votes so far are void. Please {what}: {who}."


def cut_short() -> str:
    return "So much waits to be said that this is left out; the reaction tells whether it counted, the journal what it did."


def last_answer_today(answers: int) -> str:
    """Behind the last answer somebody who is no player gets in a day."""
    return f"Whoever is no player gets {answers} answers a day, and this was the last for now. Whoever has joined is always answered."


def merged_by_hand(poll: PollFacts) -> str:
    return f"{_subject(poll)} was {MERGED_BY_HAND}."


def merged_strayed(poll: PollFacts) -> str:
    return (
        f"{_subject(poll)} was {MERGED_BY_HAND}, with other commits than those that were adopted: "
        "nobody has voted on them, so look at what they bring."
    )


def corrected(who: str, place: str, before: object, after: object, reason: str) -> str:
    of = reason[:3].lower() == "of "
    why = f"because of: {inert(reason[3:], 400)}" if of else f"because: {inert(reason, 400)}"
    return f"{person(who)} corrected {inert(place)} from {inert(before)} to {inert(after)}, {why}"


def done(changes: Sequence[tuple[str, object, object]], timezone: str, opened: Sequence[str] = ()) -> str:
    """What a command changed, where its rule says nothing itself: (field of record, before, after), or a record that is `GONE` whole;
    `opened` are the subjects of the polls that it opened, each in an issue of its own."""

    def line(change: tuple[str, object, object]) -> str:
        what, before, after = change
        if after is GONE:
            return f"{inert(what)} is gone"
        was = "" if before is NEW else f"{_value(what, before, timezone)} → "
        return f"{inert(what)}: {was}{_value(what, after, timezone)}"

    begun_ = [f"- {inert(subject, 120)} is put to the vote, in an issue of its own" for subject in opened[:MOST_LINES]]
    return "\n".join(["Done.", *begun_, *rows(changes, MOST_LINES, line, "- ")])


def _value(what: str, value: object, timezone: str) -> str:
    """A moment as its date, by the name of the field and its size; all else in words."""
    if isinstance(value, int) and is_time(what.rsplit(" ", 1)[-1], value):
        return when(value, timezone)
    return "nothing" if value in (None, "", [], {}) else inert(_flat(value))


def _flat(value: object) -> object:
    """A list or a map as people write them: `ana, bo`, and `wood 3, gold 1`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_flat(item)}" for key, item in value.items())
    return ", ".join(str(_flat(item)) for item in value) if isinstance(value, list) else value


def paused(who: str) -> str:
    return f"{person(who)} paused the game. Nothing counts, and no period closes, until `/resume`."


def resumed(who: str, *, timers: bool = False) -> str:
    """`timers`: whether anything waits for a time, which people may have been told before the pause."""
    later = " What was to end at a certain time ends later now: a pause takes no time from anybody." if timers else ""
    return f"{person(who)} resumed the game.{later}"


def begun(commitment: str) -> str:
    """The first pass of a game that was made from a template."""
    return (
        "**The game is on.** Its clock begins now, and its dice are sealed: nobody can choose a roll. Of the key this is the "
        f"SHA-256, by which everything can be checked once it is revealed: `{commitment}`."
    )


def rotated(revealed: str | None, commitment: str) -> str:
    kept = "The old one was lost and cannot be revealed, so what was thrown with it can never be checked"
    told = f"The old one is `{revealed}`: whoever likes can make every throw so far again (`nomic dice show`)"
    return f"**The dice have a new key.** {kept if revealed is None else told}. Of the new one this is the SHA-256: `{commitment}`."


def redacted(entry: str) -> str:
    return f"The text of {inert(entry)} was taken out of the journal. What came of it stands."


def handler_failed(book: Rulebook, slug: str, occasion: str, failure: RuleFault, *, deaf: bool) -> str:
    """A rule that failed when it heard of an occasion; `deaf`: it took so long that it is not heard for a day."""
    failed = failing.rule_failed(failure, book.documents.get(failure.slug))
    heard = failing.rule_named(slug, book.documents.get(slug))
    rest = " For a day it is told nothing." if deaf else ""
    return (
        f"**A rule failed.** {failed} That was when {heard} heard of `{occasion}`: what it would have done about it is not "
        f"done, and all the rest is.{rest} A proposal that amends or repeals it mends this."
    )


def put_off(book: Rulebook, slug: str, function: str, why: str) -> str:
    """What the clock could not carry out, and that it is not forgotten."""
    named = failing.rule_named(slug, book.documents.get(slug))
    return (
        f"What {named} has to do now (`{function}`) could not be done. {why} It is tried again, at first within the hour, then "
        "once a day, and as soon as the law changes. If it never works, a proposal that amends or repeals the rule mends it."
    )


def too_much_at_once(book: Rulebook, slug: str) -> str:
    """More timers were due in an hour than it has room for; `slug` is the rule that set most of those left."""
    named = failing.rule_named(slug, book.documents.get(slug))
    return (
        f"More falls due in one hour than the game can do in it: what is left follows in the next hour. Most of it comes from {named}; "
        "a proposal that amends or repeals it mends it."
    )


def said_on_the_table(table: int) -> str:
    """Where a command was written elsewhere and all that its rule says is for everyone."""
    return f"Done: the table, #{table}, says what came of it."


def engine_commands(*, administers: bool) -> list[tuple[str, str]]:
    """(usage, help) of what is the engine's own in every game."""
    found = [
        ("/help [<word>]", "This list; with a word, all about the commands that have it: `/help buy`"),
        ("/status [<player>]", "How things stand, or what a player has."),
        ("/me", "What you have."),
        ("/rules", "The rules in force."),
        ("/rule <number>", "One rule, with its numbers and its words."),
        ("/rescue", "In a pull request, where the law lets nothing be changed any more: if all agree, it becomes law."),
    ]
    if administers:
        found += [
            ("/pause", "Stop the game: nothing counts, and no period closes."),
            ("/resume", "Go on."),
            ("/correct <collection> <key> <field> <value> because <reason>", "Put a record right, for all to see."),
        ]
    return found


def command_list(lines: Sequence[tuple[str, str]], joining: Sequence[str] = ()) -> str:
    """`joining` are the usages by which a reader who is no player becomes one."""
    begin = (
        f"You are not a player yet. Begin with {' or '.join(f'`{usage}`' for usage in joining)}.\n\n" if joining else ""
    )
    listed = "\n".join(f"- `{usage}` {text}".rstrip() for usage, text in lines)
    return f"{begin}What you can write:\n{listed}\n\nHow to vote: `/help vote`."


def status(title: str, lines: Sequence[str]) -> str:
    return f"{title}\n" + "\n".join(f"- {line}" for line in lines)


def no_status_of(slug: str, why: str) -> str:
    """A rule could not say how things stand."""
    return f"What {inert(slug)} has to say cannot be shown: {plain(why)}"


def ended(reason: str) -> str:
    """In `/status`, above what the rules say of themselves: they may go on about whose turn it is."""
    return f"The game is over: {reason.rstrip('.')}. This is how it stood when it ended:"


def game_over(reason: str) -> str:
    return f"**The game is over.** {reason}"


def won(players: Sequence[str], reason: str) -> str:
    return f"{', '.join(f'**{plain(p)}**' for p in players) or 'Nobody'} won: {reason}"


def won_in_vain(players: Sequence[str], reason: str) -> str:
    names = ", ".join(f"**{plain(p)}**" for p in players) or "Nobody"
    return f"{names} would have won, and by the rules none of them does: {reason}"


def enacted(number: int, title: str, because: str) -> str:
    return f"Rule {number}, {inert(title)}, is in force: {because}."
