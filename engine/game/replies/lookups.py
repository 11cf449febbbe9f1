"""What is answered to who looks something up: a rule, a command, a player's records, the standings."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.game.owned import OWN_CHOICES, PollFacts
from engine.game.refusal import Refusal
from engine.game.replies.harmless import plain
from engine.game.replies.inert import inert
from engine.game.replies.inert import person as named
from engine.game.replies.moments import is_time, when
from engine.game.replies.somany import listed, people, rows
from engine.law.documents.document import Command
from engine.store.clipped import clipped

MOST: Final = 100
MOST_NUMBERS: Final = 12
MOST_NEAR: Final = 6
MOST_PLAYERS: Final = 20
LONGEST: Final = 6_000
_KINDS: Final = {
    "integer": "a whole number",
    "number": "a number",
    "player": "a player",
    "players": "one player or more",
}
WHO: Final = {  # the words of a command's `who`
    "active": "active players",
    "players": "players",
    "anyone": "anyone",
    "moderators": "moderators",
    "administrators": "administrators",
}


def rules(found: Sequence[tuple[int | None, str, bool]]) -> str:
    """(number, title, immutable) of each rule; one that has no number yet gets one as it is amended."""

    def line(rule: tuple[int | None, str, bool]) -> str:
        number, title, immutable = rule
        return f"{number or 'without a number'}: {plain(title)}{', immutable' if immutable else ''}"

    lines = rows(found, MOST, line, "- ")
    return "\n".join(["**The rules in force.** One of them: `/rule` and its number.", *lines])


def rule(number: int, title: str, prose: str, parameters: Mapping[str, Any], usages: Sequence[str], path: str) -> str:
    shown = clipped(prose, LONGEST)
    own = [f"Its numbers: {_values(parameters)}."] if parameters else []
    words = [f"What it lets you write: {', '.join(inert(usage) for usage in usages)}."] if usages else []
    return "\n\n".join(
        [f"**Rule {number}: {plain(title)}**", shown, *own, *words, f"The whole of it: {inert(path, 200)}"]
    )


def no_such_rule(number: int, near: Sequence[int]) -> Refusal:
    there = ", ".join(f"`/rule {n}`" for n in near)
    return Refusal("no_rule", f"There is no rule {number}.", f"Near it: {there}. All of them: `/rules`.")


def command(given: Command, number: int | None, title: str, parameters: Mapping[str, Any]) -> str:
    """What a command is for, what its arguments may be, who may use it, and the numbers of its rule."""
    about = [f"- `<{name}>`: {_bounds(spec)}" for name, spec in given.arguments.items() if _bounds(spec)]
    who = " and ".join(WHO.get(kind, kind) for kind in given.who)
    lines = [f"- for {who}", *about, f"- by rule {number} ({plain(title)})" if number else f"- by {plain(title)}"]
    lines += [f"- its numbers: {_values(parameters)}"] if parameters else []
    return "\n".join([f"{inert(given.usage_text, 300)} {given.help}".rstrip(), *lines])


def own_command(usage: str, about: str, *, administers: bool) -> str:
    """What a command of the engine's own is for. `administers`: it is the administrators'."""
    return "\n".join([f"{inert(usage)} {about}", *(["- for administrators"] if administers else [])])


def of_what_is_kept(counted: Sequence[str], *, mapped: bool) -> list[tuple[str, str]]:
    """(usage, help) of what the engine tells of what the rules in force keep. `counted` are what players have a number of."""
    found = [("/map", "Where everything is.")] if mapped else []
    if counted:
        first, *rest = counted
        likewise = f" Likewise: {', '.join(inert(f'/{name}') for name in rest)}." if rest else ""
        found.append((f"/{first}", f"Who has how much of it, most first.{likewise}"))
    return found


def how_to_vote(
    polls: Sequence[tuple[Mapping[str, Any], Sequence[str]]], *, paused: bool = False, over: bool = False
) -> str:
    """`polls` are those that are open, each with the words that count there: those of the first, and of whichever else has others."""
    words = polls[0][1] if polls else OWN_CHOICES
    there = ", ".join(_voted_on(poll, None if own == words else own) for poll, own in polls if poll["thread"])
    return "\n".join(
        [
            f"**How to vote.** Write {_either(words)}, the word alone, as a comment in the thread of what is voted on.",
            "- Your latest counts. A reaction, a review that approves, and a word with others beside it count for nothing.",
            "- The status comment there says who voted what, and what is still missing.",
            _is_open(there, paused=paused, over=over),
        ]
    )


def _is_open(there: str, *, paused: bool, over: bool) -> str:
    if over:
        return "- Nothing is voted on any more: the game is over."
    if not there:
        return "- Nothing is open for voting."
    return f"- Open for voting{', once the game goes on, which is paused' if paused else ''}: {there}."


def _voted_on(poll: Mapping[str, Any], others: Sequence[str] | None) -> str:
    told = f"#{poll['thread']} {inert(poll['subject'], 60)}"
    return told if others is None else f"{told} (there {_either(others)})"


def _either(words: Sequence[str]) -> str:
    return " or ".join(map(inert, words)) or "what the rules count as a vote (`/rules`)"


def no_such_command(about: str, nearest: Sequence[str], telling: Sequence[str] = ()) -> Refusal:
    """`telling` are the usages whose help has a word of it."""
    near = f"Did you mean {inert(nearest[0])}? " if nearest else ""
    if telling and not nearest:
        near = f"About it may be {', '.join(inert(usage) for usage in telling[:MOST_NEAR])}. "
    return Refusal("no_command", f"No command has {inert(about)} in it.", f"{near}All commands: `/help`.")


def person(login: str, active: bool, lines: Sequence[str]) -> str:
    begin = f"{named(login)}, {'active' if active else 'not active'}"
    return "\n".join([begin, *(f"- {line}" for line in lines)])


def told_to(login: str) -> str:
    """Before what the rules say to somebody else than the reader."""
    return f"What the rules tell {named(login)}:"


def no_map() -> Refusal:
    return Refusal(
        "no_map", "No rule in force says where anything is, so there is no map.", "How things stand: `/status`."
    )


def no_points(others: Sequence[str]) -> Refusal:
    """`others` show what players have in numbers instead."""
    shown = listed(others, MOST_NUMBERS, "`{}`".format)
    remedy = f"What players have in numbers: {shown}." if shown else "How things stand: `/status`."
    return Refusal("no_points", "Nobody has points in this game.", remedy)


def no_such_player(name: str, there: Sequence[str]) -> Refusal:
    return Refusal("no_player", f"{inert(name)} is no player.", f"Players: {people(there, MOST_PLAYERS) or 'nobody'}.")


def field(name: str, value: Any, timezone: str = "UTC") -> str:
    """A field of a record in words."""
    shown = when(value, timezone) if is_time(name, value) else _value(value)
    return f"{plain(name.replace('_', ' '))}: {shown}"


def due(what: str, time: int, timezone: str) -> str:
    """What the clock will do next of its own accord."""
    return f"Next, {plain(what)}: {when(time, timezone)}"


def own(login: str, numbers: Sequence[tuple[str, float]]) -> str:
    shown = rows(numbers, MOST_NUMBERS, lambda number: f"{plain(_words(number[0]))} {number[1]}")
    return f"{named(login)} has {', '.join(shown)}"


def balance(login: str, changes: Sequence[tuple[str, float, float]]) -> str:
    """What an act cost, and what is left: (field, before, after)."""
    shown = rows(changes, MOST_NUMBERS, lambda change: f"{plain(_words(change[0]))} {change[1]} → {change[2]}")
    return f"{named(login)}: {', '.join(shown)}."


def _words(name: str) -> str:
    return name.replace("_", " ")


def vote_missing(poll: PollFacts, words: Sequence[str]) -> str:
    where = f"#{poll['thread']}" if poll["thread"] else inert(poll["key"])
    return f"has not voted on {where}, {inert(poll['subject'])}: {_either(words)} there, the word alone"


def standings(name: str, found: Sequence[tuple[str, float]]) -> str:
    placed = list(enumerate(found, start=1))
    lines = rows(placed, MOST, lambda one: f"{one[0]}. {named(one[1][0])}: {one[1][1]}") or ["Nobody plays yet."]
    return "\n".join([f"**{plain(_words(name).capitalize())}**", *lines])


def no_vote(text: str, words: Sequence[str]) -> str:
    """To somebody who seems to have meant a vote; `words` are what counts as one, as far as they are known."""
    what = " or ".join(map(inert, words)) or "what the rules count as one (`/rules`)"
    return f"{inert(text, 60)} is not counted. If it was meant as a vote, write {what}, the word alone, in a comment of its own."


def vote_lost(text: str, words: Sequence[str]) -> str:
    """To somebody whose vote it was until the comment was edited."""
    return f"This edit takes your vote back. {no_vote(text, words)}"


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return _values(value)
    if isinstance(value, list):
        return ", ".join(_value(one) for one in value[:20])
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int | float) else plain(str(value)[:300])


def _values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{plain(name.replace('_', ' '))} {_value(value)}" for name, value in list(values.items())[:20])


def _bounds(spec: Mapping[str, Any]) -> str:
    parts = [f"one of {', '.join(map(plain, spec['values']))}"] if "values" in spec else []
    parts += [_KINDS[spec["type"]]] if spec.get("type") in _KINDS else []
    parts += [f"{spec['minimum']} or more"] if "minimum" in spec else []
    parts += [f"{spec['maximum']} or less"] if "maximum" in spec else []
    parts += [f"{spec['default']} if left out"] if spec.get("default") not in (None, "") else []
    return ", ".join(parts)
