"""The five commands the engine itself knows: /help, /status, and the administrators' /correct, /pause, /resume."""

import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from engine.game.consulting import commands
from engine.game.consulting.asking import tell_safely
from engine.game.consulting.constraints import check_record
from engine.game.consulting.status import rule_lines
from engine.game.fold import administered, clock, looking_up, moved, places
from engine.game.owned import OWN_CHOICES, Tally, waited_for
from engine.game.proposals import rank, rescue
from engine.game.proposals.polls import open_polls
from engine.game.replies import administering, lookups, moving, refusals, speech
from engine.game.replies.counts import votes
from engine.game.replies.harmless import plain
from engine.game.replies.inert import inert
from engine.game.replies.somany import people
from engine.game.world import wishes
from engine.game.world.facts import active_players, is_player, poll_facts, role_of
from engine.game.world.records import PRIVATE
from engine.game.world.world import World
from engine.law.documents.zones import wrong_with_zone
from engine.law.joining import joining
from engine.store import guard

MOST_DUE: Final = 6
MOST_WAITED: Final = 20
MOST_REASONS: Final = 20  # places at which the reason of a correction may begin
_ADMINISTRATORS: Final = frozenset({"/correct", "/pause", "/resume"})
# A key with blanks in it stands in quotes, which a phone may write its own way.
_CORRECT = re.compile(
    r"/correct\s+(\S+)\s+(?:[\"“”]([^\"“”\n]*\s[^\"“”\n]*)[\"“”]|(\S+))\s+(\S+)\s+(.+\s+because\s+.+)",
    re.IGNORECASE | re.DOTALL,
)
_BECAUSE = re.compile(r"\s+because\s+", re.IGNORECASE)


def is_one(text: str) -> bool:
    """Whether the text is a command of the engine's own."""
    word = _word(text)
    return word in _COMMANDS and word in ("/correct", text.strip().lower())


def may_use(world: World, word: str) -> bool:
    """Whether a command of the engine's own is anything for whoever writes."""
    return word not in _ADMINISTRATORS or role_of(world, world.moment.writer) == "administrator"


def run(world: World, text: str) -> bool:
    """Runs the engine's own command the text is. False if it is none."""
    if is_one(text):
        _COMMANDS[_word(text)](world, text)
        return True
    if moved.confirms(world, text):
        return True
    answer = looking_up.first(world, text)
    if answer is None and text.startswith("/"):
        answer = (
            looking_up.last(world, text) if commands.match(world, text) is None else _of_what_stands_still(world, text)
        )
    if answer is not None:
        wishes.reply(world, commands.spoken(world, answer))
    return answer is not None


def _of_what_stands_still(world: World, text: str) -> str | None:
    """The map as the engine draws it, where a rule has a command of that name and no rule's is heard: it is looked up all the same."""
    if world.notes.paused_at is None and not world.game.get("over"):
        return None
    return places.shown(world) if text.strip().lower() == places.WORD else None


def _word(text: str) -> str:
    return text.split(maxsplit=1)[0].lower() if text else ""


def _help(world: World, text: str) -> None:
    """The commands in force; whoever is no player yet is told first how to become one."""
    told = [
        (usage, commands.spoken(world, help_, behind=True)) for usage, help_ in commands.usages(world.book.commands)
    ]
    lines = told + looking_up.of_what_is_kept(world)
    lines += speech.engine_commands(administers=role_of(world, world.moment.writer) == "administrator")
    stranger = not is_player(world)
    begin = [command.usage_text for command in joining(world.book)] if stranger else []
    listed = speech.command_list(lines, begin)
    waits = stranger and world.notes.unconfirmed  # one of these seats may be the reader's
    wishes.reply(world, f"{moving.hint(moved.WORD)}\n\n{listed}" if waits else listed)


def _status(world: World, text: str) -> None:
    game = world.game
    lines = [f"Players: {len(world.records.keys('players'))}, active: {len(active_players(world))}."]
    if world.notes.paused_at is not None:
        lines.append("The game is paused.")
    over = game.get("over")
    lines += [speech.ended(over)] if over else []
    lines += looking_up.owned(world)
    lines += [] if over else _goes_on(world)
    lines += rule_lines(world, world.moment.writer)
    lines += [f"Rule `{slug}` does not work: {plain(why)}" for slug, why in sorted(world.book.broken.items())]
    wishes.reply(world, speech.status(f"**{game.get('name') or world.book.ruleset}**", lines))


def _goes_on(world: World) -> list[str]:
    """What people can still do, and what the clock will."""
    lines = [_poll_line(world, key) for key in open_polls(world)]
    lines += [speech.waiting(poll_facts(world, key)) for key in world.notes.awaiting]
    lines += rescue.lines(world)
    return lines + [lookups.due(due["title"], due["at"], world.timezone) for due in clock.upcoming(world)[:MOST_DUE]]


def _poll_line(world: World, key: str) -> str:
    """How a poll stands, by what its board goes; where a rule fails over it, that is told, and of the others all the same."""
    poll = poll_facts(world, key)
    where = f"#{poll['thread']}" if poll["thread"] else inert(key)
    count = looking_up.count_of(world, key)
    if isinstance(count, Exception):
        return speech.uncounted(where, poll["subject"], str(count))
    missing = people(waited_for(count), MOST_WAITED)
    waiting = f"; waiting for {missing}" if missing else ""
    return f"{where} {inert(poll['subject'])}: {_counted(count)}{waiting}."


def _counted(count: Tally) -> str:
    """Whatever the choices are called; where they are the field's own two, both are named. What they are is not seen of no votes."""
    own = set() < count["choices"].keys() <= set(OWN_CHOICES)
    return f"{count['yay']} yay, {count['nay']} nay" if own else votes(count)


def _administrator(world: World, command: str) -> None:
    """By the role GitHub tells now, which is noted before; where it fails to tell one, by the one last known."""
    if world.moment.happening.get("actor") is None or role_of(world, world.moment.writer) != "administrator":
        raise administering.administrators_only(command)


def _correct(world: World, text: str) -> None:
    """Changes one field of one record, with a reason that everyone can read."""
    _administrator(world, "/correct")
    found = _CORRECT.fullmatch(text.strip())
    if found is None:
        raise administering.correct_usage()
    collection, in_quotes, plain_key, field, rest = found.groups()
    key = in_quotes or plain_key
    record = _correctable(world, collection, key, field)
    before, (after, reason) = record[field], _value_and_reason(rest)
    changed, point = {**record, field: after}, world.records.begin()
    world.records.put(collection, key, changed)
    check_record(world, collection, key, changed)
    wrong = administered.wrong_with(world, point, (collection, key)) if changed != record else None
    if (collection, field) == ("game", "timezone") and wrong is None:
        wrong = wrong_with_zone(after)
    if wrong:
        raise refusals.constraint(collection, key, field, wrong, None)
    wishes.announce(world, speech.corrected(world.moment.writer, f"{collection} {key} {field}", before, after, reason))


def _correctable(world: World, collection: str, key: str, field: str) -> Mapping[str, Any]:
    """The record that has that field. Raises Refusal, which says what of it is not there."""
    open_to_all = {*world.book.schemas.collections(), "timers"} - {*PRIVATE, "polls"}
    if collection not in open_to_all:
        raise administering.no_such_record([collection], open_to_all)
    record = world.records.get(collection, key)
    if record is None:
        raise administering.no_such_record([collection, key], world.records.keys(collection))
    if field not in record or field == "id":
        raise administering.no_such_record([collection, key, field], record.keys() - {"id"})
    return record


def _value_and_reason(text: str) -> tuple[Any, str]:
    """What stands before the first `because` that is not part of the value, as one in quotes is, and what stands behind it."""
    for word in islice(_BECAUSE.finditer(text), MOST_REASONS):
        try:
            return guard.load(text[: word.start()]), text[word.end() :]
        except guard.YamlProblem:
            continue
    raise administering.correct_usage()


def _pause(world: World, text: str) -> None:
    _administrator(world, "/pause")
    if world.notes.paused_at is not None:
        raise administering.already_paused(world.notes.paused_at, world.timezone)
    world.notes.paused_at = world.now
    wishes.announce(world, speech.paused(world.moment.writer))


def _resume(world: World, text: str) -> None:
    """Timers have as long to go as when the pause began; periods that fell into it do not happen."""
    _administrator(world, "/resume")
    since = world.notes.paused_at
    if since is None:
        raise administering.not_paused()
    clock.shift_timers(world, world.now - since)
    rescue.shift(world, since)
    rank.shift(world, since)
    world.notes.paused_at = None
    world.notes.resumed_at = world.now
    wishes.announce(world, speech.resumed(world.moment.writer, timers=bool(world.records.keys("timers"))))
    tell_safely(world, "resumed", since)


_COMMANDS: Final[dict[str, Callable[[World, str], None]]] = {
    "/help": _help,
    "/status": _status,
    "/correct": _correct,
    "/pause": _pause,
    "/resume": _resume,
}
