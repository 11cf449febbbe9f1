"""What turns a village over: laws amended at random, repealed and taken off the shelf, crowds that come and go, rescues, corrections, pauses,
history replaced, words in what is decided. It is drawn beside all else and only where it is asked for: other seasons are what they were."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.store import canon
from tests.storms import scenarios, usages
from tests.storms.actors import Actors
from tests.storms.island import TABLE
from tests.storms.plan import DAY, HOUR, WEEK, Script

OWNER: Final = "owner"
PEOPLE: Final = ("ana", "bo", "cy", "di", "eve")
CROWD: Final = tuple(f"crowd{number}" for number in range(9))
USUAL: Final = 3  # affairs in a usual week
VALUES: Final = (
    "0",
    "1",
    "-1",
    "7",
    "true",
    "false",
    "none",
    "ana",
    "2026-11-30T00:00:00Z",
    "9" * 30,
    '""',
    "[]",
    "open",
)
LEAVING: Final = re.compile(r"/(forfeit|rest|inactive|leave)\b")
_HEAD: Final = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
Affair = Callable[[Script, random.Random, int], None]


def week(script: Script, seed: int) -> None:
    chance = random.Random(f"{seed}/upheaval/{script.number}")
    for _ in range(max(1, round(USUAL * script.density))):
        name = chance.choice(NAMES)
        _AFFAIRS[name](script, chance, script.start + chance.randrange(WEEK - DAY))


def _add(script: Script, at: int, name: str, act: Callable[[Actors], bool | None]) -> None:
    """It struck unless there was nothing to do it to, which it says by False."""

    def acted(actors: Actors) -> None:
        if act(actors) is not False:
            actors.island.fault_plan.strike(name)

    script.add(at, name, acted)


# laws


def _rules(actors: Actors) -> list[str]:
    folder = f"rules/{actors.island.ruleset}/"
    return sorted(path for path in actors.files() if path.startswith(folder) and path.endswith(".md"))


def _title(actors: Actors) -> str:
    return f"{int(actors.state.game.get('last_number') or 0) + 1} Upheaval {len(actors.island.model.threads)}"


def repeal(actors: Actors) -> scenarios.Changes | None:
    found = _rules(actors)
    return {actors.chance.choice(found): None} if found else None


def amendment(actors: Actors) -> scenarios.Changes | None:
    """A rule without one of its declarations, with a line of its code gone or another number in it, or under another name."""
    found = _rules(actors)
    if not found:
        return None
    path = actors.chance.choice(found)
    text = actors.files()[path]
    amended = actors.chance.choice((_undeclared, _undeclared, _shorter, _other_number))(text, actors.chance)
    if actors.chance.random() < 0.1:
        return {path: None, path.replace(".md", "-anew.md"): amended}
    return {path: amended} if amended != text else None


def _undeclared(text: str, chance: random.Random) -> str:
    """Without one of the blocks or lines of its front matter but for its number and title."""
    head = _HEAD.match(text)
    lines = head[1].splitlines(keepends=True) if head else []
    places = [place for place, line in enumerate(lines) if not line.startswith(("rule:", "title:", "history:"))]
    if head is None or not places:
        return text
    first = chance.choice(places)
    deep = len(lines[first]) - len(lines[first].lstrip())
    last = first + 1
    while last < len(lines) and len(lines[last]) - len(lines[last].lstrip()) > deep:
        last += 1
    return text[: head.start(1)] + "".join(lines[:first] + lines[last:]) + text[head.end(1) :]


def _shorter(text: str, chance: random.Random) -> str:
    """Without one line of its code."""
    lines, (first, last) = text.split("\n"), _code(text)
    inside = [place for place in range(first, last) if lines[place].startswith("    ")]
    if not inside:
        return text
    gone = chance.choice(inside)
    return "\n".join(lines[:gone] + lines[gone + 1 :])


def _code(text: str) -> tuple[int, int]:
    """From which line to which its first code goes."""
    lines = text.split("\n")
    first = next((place for place, line in enumerate(lines) if line == "```starlark"), 0)
    return first + 1, next((place for place in range(first + 1, len(lines)) if lines[place] == "```"), first + 1)


def _other_number(text: str, chance: random.Random) -> str:
    found = list(re.finditer(r"(?<![\w.:/-])\d+(?![\w.:/-])", text.partition("\n---\n")[2]))
    if not found:
        return text
    hit, start = chance.choice(found), len(text) - len(text.partition("\n---\n")[2])
    other = str(max(0, int(hit[0]) + chance.choice((-1, 1, 1, 10))))
    return text[: start + hit.start()] + other + text[start + hit.end() :]


def shelved(actors: Actors) -> scenarios.Changes | None:
    """A mechanic off the shelf, where this game has one."""
    found = sorted(path for path in actors.files() if re.fullmatch(r"rules/shelf/[^/]+\.md", path))
    if not found:
        return None
    path = actors.chance.choice(found)
    return {f"rules/{actors.island.ruleset}/{path.rpartition('/')[2]}": actors.files()[path]}


CONTENTS: Final = (amendment, amendment, repeal, shelved)


def _pushed_through(script: Script, name: str, at: int, content: scenarios.Content, author: str) -> scenarios.Scenario:
    """Proposed, opened, wanted by all, and resolved."""
    scenario = scenarios.Scenario(author)

    def make(actors: Actors) -> bool:
        changes = content(actors)
        scenario.number = None if changes is None else actors.propose(author, _title(actors), changes)
        return scenario.number is not None

    def open_it(actors: Actors) -> None:
        if scenario.number is not None:
            actors.retitle(scenario.number, _title(actors))
            actors.say(author, scenario.number, "/open")

    _add(script, at, name, make)
    script.add(at + 90, name, open_it)
    for place, who in enumerate(PEOPLE):
        script.add(at + HOUR + place, name, scenario.say_as(who, "yay"))
    script.add(at + 2 * HOUR, name, scenario.say("/resolve"))
    script.add(at + 3 * DAY, name, scenario.give_up)
    return scenario


def _law(script: Script, chance: random.Random, at: int) -> None:
    _pushed_through(script, LAW, at, chance.choice(CONTENTS), chance.choice(PEOPLE))


def _one_rule(script: Script, chance: random.Random, at: int) -> None:
    """Two that touch one rule: it is amended by one and repealed, or amended otherwise, by the other."""
    first: dict[str, str | None] = {}

    def one(actors: Actors) -> scenarios.Changes | None:
        first.update(amendment(actors) or {})
        return dict(first) or None

    def other(actors: Actors) -> scenarios.Changes | None:
        path = next((path for path in first if path in actors.files()), None)
        if path is None:
            return None
        repeals = actors.chance.random() < 0.5
        return {path: None if repeals else _other_number(actors.files()[path], actors.chance)}

    _pushed_through(script, ONE_RULE, at, one, chance.choice(PEOPLE))
    _pushed_through(script, ONE_RULE, at + chance.choice((1, 60, 1800)), other, chance.choice(PEOPLE))


def _by_hand(script: Script, chance: random.Random, at: int) -> None:
    """An administrator changes a rule, or takes a record away, with a commit; and perhaps puts it back."""
    before: dict[str, str | None] = {}

    def change(actors: Actors) -> bool:
        changes = actors.chance.choice((amendment, repeal, _without_a_record))(actors)
        if not changes:
            return False
        before.update({path: actors.files().get(path) for path in changes})
        actors.commit_by_hand(changes)
        return True

    def put_back(actors: Actors) -> None:
        if before:
            actors.commit_by_hand(before)

    _add(script, at, BY_HAND, change)
    if chance.random() < 0.7:
        script.add(at + chance.choice((5, 600, DAY)), BY_HAND, put_back)


def _without_a_record(actors: Actors) -> scenarios.Changes | None:
    found = _records(actors)
    return {actors.chance.choice(found): None} if found else None


def _records(actors: Actors) -> list[str]:
    return sorted(path for path in actors.files() if re.fullmatch(r"state/[a-z_]+/[^/]+\.yaml", path))


# people


def _crowd(script: Script, chance: random.Random, at: int) -> None:
    """Many join within a minute, some vote, and most are gone a few days later: by a command, or from GitHub."""

    def join(who: str) -> Callable[[Actors], bool | None]:
        def act(actors: Actors) -> bool | None:
            found = [c for c in usages.in_force(actors.files(), actors.island.ruleset) if "anyone" in c.who]
            text = usages.written(actors.chance.choice(found), actors.chance, PEOPLE) if found else "/join"
            return None if actors.say(who, TABLE, text) is not None else False

        return act

    def leave(who: str) -> Callable[[Actors], None]:
        def act(actors: Actors) -> None:
            ways = [c for c in usages.in_force(actors.files(), actors.island.ruleset) if LEAVING.match(c.usage_text)]
            if ways and actors.chance.random() < 0.7:
                actors.say(who, TABLE, usages.written(actors.chance.choice(ways), actors.chance, PEOPLE))
            elif not actors.is_gone(who):
                actors.leave_the_forge(who)

        return act

    for who in chance.sample(CROWD, chance.randint(3, len(CROWD))):
        _add(script, at + chance.randrange(60), CROWDED, join(who))
        script.add(at + HOUR + chance.randrange(60), CROWDED, _votes_anywhere(who))
        if chance.random() < 0.7:
            script.add(at + 2 * DAY + chance.randrange(60), CROWDED, leave(who))


def _votes_anywhere(who: str) -> Callable[[Actors], None]:
    def act(actors: Actors) -> None:
        found = [n for n in actors.ledger.proposals if actors.island.model.threads[n].state == "open"]
        if found:
            actors.say(who, actors.chance.choice(found), actors.chance.choice(("yay", "nay")))

    return act


def _late_words(script: Script, chance: random.Random, at: int) -> None:
    """Somebody writes in a pull request that is merged or closed."""

    def act(actors: Actors) -> bool:
        found = [n for n in actors.ledger.proposals if actors.island.model.threads[n].state == "closed"]
        if not found:
            return False
        number, who = actors.chance.choice(found), actors.chance.choice(PEOPLE)
        for text in actors.chance.sample(("yay", "nay", "/open", "/resolve", "/close", "/rescue", "hm"), 2):
            actors.say(who, number, text)
        return True

    for _ in range(3):
        _add(script, at + chance.randrange(DAY), LATE, act)


def _anew(script: Script, chance: random.Random, at: int) -> None:
    """Whatever was closed and not merged is opened anew, long after; and closed in the very second in which it was opened."""

    def act(actors: Actors) -> bool:
        threads = actors.island.model.threads
        found = [n for n, p in actors.ledger.proposals.items() if threads[n].state == "closed" and _is_there(actors, n)]
        if not found:
            return False
        number = actors.chance.choice(found)
        author = actors.ledger.proposals[number].author
        actors.reopen(number)
        for who in (who for who in PEOPLE if actors.account(who) == author):
            actors.say(who, number, "/open")
        if actors.chance.random() < 0.3:
            actors.close(number)
            actors.reopen(number)
        return True

    for _ in range(2):
        _add(script, at + chance.randrange(DAY), ANEW, act)


def _is_there(actors: Actors, number: int) -> bool:
    pull = actors.island.model.threads[number].pull
    known = number not in actors.ledger.elsewhere and actors.ledger.proposals[number].author not in actors.ledger.gone
    return known and pull is not None and pull.merged_at is None


def _replaced(script: Script, chance: random.Random, at: int) -> None:
    """The head of what is voted on is no descendant of what it was: one commit on today's main, around the minute of its landing."""
    scenario = _pushed_through(script, REPLACED, at, scenarios.song, chance.choice(PEOPLE))

    def act(actors: Actors) -> bool:
        return scenario.number is not None and replace_head(actors, scenario.number)

    _add(script, at + 2 * HOUR + chance.choice((-5, 0, 1, 20, 40, 60)), REPLACED, act)


def replace_head(actors: Actors, number: int) -> bool:
    """A forced push."""
    proposed, model = actors.ledger.proposals[number], actors.island.model
    if model.threads[number].state != "open" or proposed.author in actors.ledger.gone:
        return False
    store, changes = actors.island.store, dict(scenarios.song(actors))
    head = store.add([store.main], changes, "Anew", actors.now, model.accounts[proposed.author].login)
    store.heads[number] = head
    model.head_moved(proposed.author, number, head)
    proposed.changes = {path: (actors.files().get(path), text) for path, text in changes.items()}
    proposed.heads.append((actors.now, head))
    proposed.moves.append(actors.now)
    actors.touch(number)
    return True


def _at_the_last(script: Script, chance: random.Random, at: int) -> None:
    """Votes are edited there and back, or deleted, around the second of the resolution."""
    scenario = _pushed_through(
        script, AT_THE_LAST, at, chance.choice((scenarios.song, amendment)), chance.choice(PEOPLE)
    )

    def turn(actors: Actors) -> bool:
        mine = [said for said in actors.ledger.comments.values() if said.thread == scenario.number]
        votes = [said for said in mine if said.deleted_at is None and said.text in ("yay", "nay")]
        for said in actors.chance.sample(votes, min(2, len(votes))):
            if actors.chance.random() < 0.3:
                actors.delete(said.id)
            else:
                actors.edit(said.id, "nay" if said.text == "yay" else "yay")
        return bool(votes)

    for offset in chance.sample((-60, -1, 0, 1, 25, 50), 3):
        _add(script, at + 2 * HOUR + offset, AT_THE_LAST, turn)


# administrators


def _correct(script: Script, chance: random.Random, at: int) -> None:
    def act(actors: Actors) -> bool:
        found = _records(actors)
        if not found:
            return False
        path = actors.chance.choice(found)
        _, collection, file = path.split("/")
        record = canon.read(actors.files()[path])
        if not isinstance(record, Mapping) or not record:
            return False
        field, value = actors.chance.choice(sorted(record)), actors.chance.choice(VALUES)
        key = file.removesuffix(".yaml")
        actors.say(OWNER, TABLE, f"/correct {collection} {key} {field} {value} because it was wrong")
        return True

    for _ in range(3):
        _add(script, at + chance.randrange(DAY), CORRECTED, act)


def rescue(script: Script, chance: random.Random, at: int) -> None:
    """All agree, or all but one, and three days pass."""
    author = chance.choice(PEOPLE)
    scenario = scenarios.Scenario(author)

    def make(actors: Actors) -> bool:
        changes = actors.chance.choice((amendment, repeal, scenarios.song, shelved))(actors)
        scenario.number = None if changes is None else actors.propose(author, _title(actors), changes)
        return scenario.number is not None

    _add(script, at, RESCUED, make)
    script.add(at + 60, RESCUED, scenario.say("/rescue"))
    for who in (*PEOPLE, *CROWD):
        word = "nay" if chance.random() < 0.02 else "yay"
        script.add(at + HOUR + chance.randrange(HOUR), RESCUED, scenario.say_as(who, word))
    for days in (2, 4, 15):
        script.add(at + days * DAY, "sweep", lambda actors: actors.runs.sweep(actors.now, actors.chance))


def _pause(script: Script, chance: random.Random, at: int) -> None:
    """In it somebody writes, and what the clock owes comes due."""

    def act(text: str) -> Callable[[Actors], None]:
        return lambda actors: scenarios.done(actors.say(OWNER, TABLE, text))

    _add(script, at, PAUSED, act("/pause"))
    for _ in range(3):
        script.add(at + chance.randrange(DAY), PAUSED, _votes_anywhere(chance.choice(PEOPLE)))
    _add(script, at + chance.choice((60, HOUR, DAY, 4 * DAY)), PAUSED, act("/resume"))


def _moderated(script: Script, chance: random.Random, at: int) -> None:
    """What somebody said on the table or in a proposal is taken away by who may; a player is given a role, or loses it."""

    def act(actors: Actors) -> bool:
        model = actors.island.model
        if actors.chance.random() < 0.4:
            who = actors.account(actors.chance.choice(PEOPLE))
            model.roles[who] = actors.chance.choice(("read", "triage", "write", "maintain", "admin"))
            return True
        late = [s for s in actors.ledger.comments.values() if s.deleted_at is None and s.at > actors.now - DAY]
        late = [said for said in late if said.thread not in actors.ledger.elsewhere]
        if not late:
            return False
        said = actors.chance.choice(late)
        trace = actors.island.forge.trace(said.id, actors.account(OWNER))
        model.delete_comment(actors.account(OWNER), said.id)
        said.deleted_at = actors.now
        actors.ledger.touch(said.thread, actors.now)
        actors.runs.event(actors.now, actors.chance, trace)
        return True

    for _ in range(2):
        _add(script, at + chance.randrange(DAY), MODERATED, act)


LAW: Final = "law drawn and adopted"
ONE_RULE: Final = "one rule touched by two proposals"
BY_HAND: Final = "law or record changed by hand"
CROWDED: Final = "crowd that comes and goes"
LATE: Final = "words in what is closed"
ANEW: Final = "proposal opened anew"
REPLACED: Final = "head replaced by force"
AT_THE_LAST: Final = "vote changed as it is resolved"
CORRECTED: Final = "record corrected"
RESCUED: Final = "rescue"
PAUSED: Final = "pause over what is due"
MODERATED: Final = "comment deleted by a moderator"
_AFFAIRS: Final[dict[str, Affair]] = {
    LAW: _law,
    ONE_RULE: _one_rule,
    BY_HAND: _by_hand,
    CROWDED: _crowd,
    LATE: _late_words,
    ANEW: _anew,
    REPLACED: _replaced,
    AT_THE_LAST: _at_the_last,
    CORRECTED: _correct,
    RESCUED: rescue,
    PAUSED: _pause,
    MODERATED: _moderated,
}
NAMES: Final[Sequence[str]] = tuple(_AFFAIRS)
