"""What awaits somebody: votes, rescues, things addressed to them, decisions, issues that were given to them; most urgent first."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from engine.game.exhibits import OpenPoll
from engine.game.owned import OWN_CHOICES, PollFacts, waited_for
from engine.game.replies import hidden, titles
from engine.hub.accounts import BOT_ID
from engine.hub.git_http import Git
from engine.hub.threads import Comment, Thread
from engine.site import votes, words
from engine.store import records
from engine.table import rescues
from engine.table.forms import Form, forms, named
from engine.table.game import Game
from engine.table.sight import Sight, answers_to, comments, tag_of, threads, was_refused

Records = Mapping[str, Mapping[str, Any]]
URGENT, NOW, LATER = 0, 1, 2
TAKE, WAIT = "Take your place", "Wait for your place"
MOST: Final = 12  # on a page, the most urgent first
BEGINS: Final = 4_000  # characters of an issue's first words; all of them stand in its thread


@dataclass(frozen=True)
class Duty:
    """`kind` names the part of the page that shows it; `since` is when it began to wait; `words` are what buttons write,
    `closed` why others would be refused."""

    kind: str
    title: str
    since: int
    rank: int = NOW
    thread: int | None = None
    poll: OpenPoll | None = None
    words: tuple[str, ...] = ()
    closed: Mapping[str, str] = field(default_factory=dict)
    forms: tuple[Form, ...] = ()
    record: dict[str, Any] = field(default_factory=dict)
    body: str = ""

    @property
    def offered(self) -> tuple[str, ...]:
        """The words, and the usages of forms, that its card has."""
        return (*self.words, *(form.usage for form in self.forms))


def duties(game: Game, sight: Sight, login: str) -> list[Duty]:
    """Everything that waits for this person, and can be done with the forms beside it."""
    saving = _rescues(sight, login)
    if sight.over:
        return saving
    key = sight.key(login)
    if sight.player(login) is None:
        joining = tuple(form for form in forms(sight, login) if form.joins)
        asked = all(form.refused for form in joining)  # also where no rule has such a command
        return [Duty("join", f"{WAIT if asked else TAKE} in the game", sight.now, forms=joining)]
    found = [
        *saving,
        *_again(sight, login),
        *_back(sight, login),
        *_polls(sight, key),
        *_addressed(sight, key),
        *_given(game, sight, login),
        *turns(sight, key),
    ]
    return sorted([*found, *_asked(sight, login, found)], key=lambda duty: (duty.rank, duty.since, duty.title))


def _again(sight: Sight, login: str) -> list[Duty]:
    """For who is on the list of players and inactive: to join once more, where that would not be refused."""
    joining = tuple(form for form in forms(sight, login) if form.joins and not form.refused)
    return [Duty("again", "Begin again", sight.now, LATER, forms=joining)] if joining else []


def _back(sight: Sight, login: str) -> list[Duty]:
    """For who is inactive: what brings one back with nothing more to be written, and the votes that do."""
    back, votes = sight.law["back"].get(login, ()), sight.law["back_by_vote"].get(login, {})
    found = tuple(form for form in forms(sight, login) if form.usage in back and not form.joins)
    ways = [Duty("back", "Come back", sight.now, LATER, forms=found)] if found else []
    for poll in sight.polls.values():
        facts, title = poll["facts"], f"Come back with a vote on {subject(poll['facts'])}"
        if words := votes.get(str(facts["thread"])):
            ways.append(Duty("back", title, facts["opened_at"], LATER, facts["thread"], poll, tuple(words)))
    return ways


def _asked(sight: Sight, login: str, found: Sequence[Duty]) -> list[Duty]:
    """Words that a line of the status names to this person, where it says something else to everyone: whom a pirate attacked, and whose
    consent all wait for. What a line is for this person alone, such as what something costs, asks for nothing."""
    lines, others = sight.law["lines"].get(login, ()), [_begins(line) for line in sight.law["stands"]]
    asking = [line for line in lines if line not in sight.law["stands"] and _begins(line) in others]
    offered = {word for duty in found for word in duty.offered}
    words = [word for word in named(forms(sight, login), asking) if word not in offered] if asking else []
    body = "\n\n".join(line for line in asking if any(f"`{word}`" in line for word in words))
    return [Duty("asked", "Others wait for your word", sight.now, words=tuple(words), body=body)] if words else []


def _begins(line: str) -> list[str]:
    return line.split()[:3]


def turns(sight: Sight, key: str) -> list[Duty]:
    """The move of whoever has it, as far as the records say: a map in that of the game with the `player` and the `number` of a turn
    that has not `ended`, the player as the game's `current` while its `phase` is not `over`, or `current: true` in the player's own."""
    kept = [value for value in sight.game.values() if isinstance(value, dict) and isinstance(value.get("number"), int)]
    mine = [turn for turn in kept if turn["number"] > 0 and turn.get("player") == key and not turn.get("ended")]
    named = sight.game.get("current") == key and sight.game.get("phase") != "over"
    if not mine and not named and (sight.records.get("players", {}).get(key) or {}).get("current") is not True:
        return []
    since = next((turn["started_at"] for turn in mine if isinstance(turn.get("started_at"), int)), sight.now)
    return [Duty("turn", "It is your turn", since or sight.now, LATER)]


def _polls(sight: Sight, key: str) -> list[Duty]:
    found = []
    for poll in sight.polls.values():
        facts, count = poll["facts"], poll["count"]
        name, offered = subject(facts), tuple(votes.taken(poll, key))
        if votes.may_vote(poll, key) and key in waited_for(count):
            found.append(Duty("vote", f"Vote on {name}", facts["opened_at"], NOW, facts["thread"], poll, offered))
        if word := votes.deciding(poll, key, sight.now):
            since = facts["quorum_at"] or facts["opened_at"]
            found.append(Duty("decide", f"Decide {name}", since, LATER, facts["thread"], poll, tuple(word)))
    return found


def under_way(sight: Sight, login: str) -> list[tuple[str, int]]:
    """What this person proposed that is being voted on: title and thread."""
    mine = [poll["facts"] for poll in sight.polls.values() if poll["facts"]["author"] == sight.key(login)]
    return [(subject(facts), facts["thread"]) for facts in mine if facts["number"] and facts["thread"] is not None]


def asked_for(game: Game, sight: Sight, login: str) -> list[tuple[str, int]]:
    """What this person asked to have opened for voting, before the referee has judged it: title and thread."""
    opening = {c["usage"].casefold() for c in sight.law["commands"] if c["opens"]}
    voted = {poll["facts"]["thread"] for poll in sight.polls.values()}
    mine = [t for t in threads(game) if t.state == "open" and t.pull is not None and t.number not in voted]
    return [(thread.title, thread.number) for thread in mine if _asks(game, sight, thread, login, opening)]


def _asks(game: Game, sight: Sight, thread: Thread, login: str, opening: Set[str]) -> bool:
    own = [c for c in comments(game, thread.number) if c.author == sight.people[login]]
    return bool(own) and own[-1].body.strip().casefold() in opening and not _is_judged(game, sight, own[-1])


def _is_judged(game: Game, sight: Sight, comment: Comment) -> bool:
    return was_refused(comment) or sight.was_done(comment) or bool(answers_to(game, comment.id))


def _rescues(sight: Sight, login: str) -> list[Duty]:
    waited = [each for each in rescues.rescues(sight).values() if login in each.waiting]
    return [
        Duty(
            "rescue",
            f"Agree to the rescue of #{each.thread}, or object",
            each.since,
            NOW,
            each.thread,
            words=OWN_CHOICES,
        )
        for each in waited
    ]


def subject(facts: PollFacts) -> str:
    """What a poll is about, its number in front once; in quotes if it has none, since it may be a question."""
    number, bare = facts["number"], titles.bare(facts["subject"], facts["number"])
    return f"{number}, {bare}" if number and bare else facts["subject"] if number else f"“{facts['subject']}”"


def _addressed(sight: Sight, key: str) -> list[Duty]:
    """Open records that are addressed `to` this player, with the words that would take them as things stand."""
    found = []
    for collection, name, ways, closed in sight.law["addressed"]:
        record = sight.records.get(collection, {}).get(name) or {}
        if record.get("to") == key:
            by = next((field for field in ("by", "from") if record.get(field)), "")
            sender = f", from {sight.login(str(record[by]))}" if by else ""
            title = f"{words.named(collection.removesuffix('s'))} {name}{sender}"
            titled = ("to", by)
            told = {field: v for field, v in sight.told(collection, record).items() if field not in titled}
            found.append(Duty("addressed", title, sight.now, words=tuple(ways), closed=closed, record=told))
    return found


def _given(game: Game, sight: Sight, login: str) -> list[Duty]:
    """Issues that are this person's. Whom GitHub lets nobody assign, who never spoke there and has no role, the law knows all the same."""
    polled = {poll["facts"]["thread"] for poll in sight.polls.values()}
    there = [t for t in threads(game) if t.state == "open" and t.pull is None and t.number not in polled]
    mine = [t for t in there if _is_of(sight, t, login) and _is_due(game, sight, t, login)]
    return [_issue(game, sight, thread, login) for thread in mine]


def _is_of(sight: Sight, thread: Thread, login: str) -> bool:
    whose = sight.assignee(thread)
    return whose == sight.key(login) if whose else sight.people[login] in thread.assignees


def _is_due(game: Game, sight: Sight, thread: Thread, login: str) -> bool:
    undecided = _is_undecided(game, sight, thread, sight.key(login))
    return undecided or not _is_answered(game, sight, thread, sight.people[login])


def _is_answered(game: Game, sight: Sight, thread: Thread, account: int) -> bool:
    """Whether whose it is has done there what was to be done. Issues of the law's own are closed by it when they are over.

    What was done before the issue was theirs was something else: who joins in overruling a Judge may be the next one. And whoever looks
    something up decides nothing.
    """
    own = [c for c in comments(game, thread.number) if c.author == account] if thread.author != BOT_ID else []
    commands = [c for c in own if sight.is_command(c.body) and not was_refused(c)]
    deeds = [c for c in commands if sight.was_done(c) or answers_to(game, c.id)]
    return bool(deeds) and deeds[-1].created_at >= _given_at(game.git, sight.head, thread.number)


def _is_undecided(game: Game, sight: Sight, thread: Thread, key: str) -> bool:
    """Whether rules keep of the issue that it is `open` and whose it is: one word may not be enough."""
    kept = kept_of(thread, of_issues(game, sight))
    return any(record.get("status") == "open" and key in record.values() for record in kept)


def of_issues(game: Game, sight: Sight) -> list[Records]:
    """Collections in which rules keep something of issues, by their numbers or by the tags of the law's own."""
    issues = {str(t.number) for t in threads(game) if t.pull is None and t.number != sight.table}
    return [
        rows
        for name, rows in sight.records.items()
        if name != "polls" and issues.issuperset(k for k in rows if k.isdigit())
    ]


def kept_of(thread: Thread, collections: Sequence[Records]) -> list[Mapping[str, Any]]:
    keys = (str(thread.number), tag_of(thread))
    return [rows[key] for rows in collections for key in keys if key in rows]


@lru_cache(maxsize=256)
def _given_at(git: Git, head: str, number: int) -> int:
    """When the law last gave an issue to somebody else than before; 0 if it never did."""
    path = records.path_of("threads", str(number))
    return int(git.run("log", "-1", "--format=%ct", "-G^assignee:", head, "--", path) or 0)


def _issue(game: Game, sight: Sight, thread: Thread, login: str) -> Duty:
    begins = hidden.without(thread.body)[:BEGINS]
    given = 0 if thread.author == BOT_ID else _given_at(game.git, sight.head, thread.number)
    body = "\n\n".join(filter(None, (begins, _told_of(game, thread.number, login))))
    return Duty("issue", thread.title, given or thread.created_at, URGENT, thread.number, body=body)


def _told_of(game: Game, thread: int, login: str) -> str:
    """What the referee said last in a thread that names this person, as whom it has made the Judge, and what to write."""
    name = re.compile(rf"(?<![\w-]){re.escape(login)}(?![\w-])", re.IGNORECASE)
    said = [hidden.without(c.body).strip() for c in comments(game, thread) if c.author == BOT_ID]
    return next((text[:BEGINS] for text in reversed(said) if name.search(text)), "")


def headline(login: str, waiting: list[Duty], able: Sequence[str], *, playing: bool) -> str:
    """The sentence a seat's page begins with; `able`: where rules name to this person what may be written: others may wait for it, or
    a term runs."""
    if not playing:
        return f"Welcome, {login}. {WAIT if waiting and waiting[0].title.startswith(WAIT) else TAKE}."
    if not waiting:
        return f"{login}, {'no vote and no turn' if able else 'nothing'} awaits you."
    verb = "thing awaits" if len(waiting) == 1 else "things await"
    return f"{login}, {words.in_words(len(waiting))} {verb} you."


def tab(name: str, login: str | None, waiting: dict[str, list[Duty]], now: int) -> str:
    """The title of the tab: whose move it is, and since when; the one who looks comes first."""
    if login is not None and waiting.get(login):
        since = min(duty.since for duty in waiting[login])
        return f"({len(waiting[login])}) Your move, {words.span(now - since)} – {name}"
    others = [seat for seat, found in waiting.items() if found and found[0].kind not in ("join", "again", "back")]
    if not others:
        return name
    since = min(duty.since for seat in others for duty in waiting[seat])
    return f"{' and '.join(others[:2]) if len(others) <= 2 else f'{len(others)} players'}, {words.span(now - since)} – {name}"
