"""What the pages say of the game as it stands: the first page, a player's, the records, the map."""

from typing import Any, Final, TypedDict
from urllib.parse import quote, urlencode

from engine.game.exhibits import OpenPoll
from engine.game.owned import Poll, Tally, waited_for
from engine.game.replies import titles
from engine.law.display import Shown
from engine.site import cells, maps, tables, votes, words
from engine.site.filed import next_number
from engine.site.game import Game
from engine.store import splice
from engine.store.joined import joined
from engine.store.once import once

STANDING: Final = 10
NAMED: Final = 3
ENDS: Final = (".", "?", "!", "…")
LONGEST_SENTENCE: Final = 160
LONG: Final = 32
OPEN: Final = 20
MOST_VOTES: Final = 50
MOST_WAITED: Final = 12
NEW_RULE: Final = "---\nrule: next\ntitle: My rule\nby_hand: true\n---\nWhat shall be law.\n"


def headline(game: Game) -> str:
    """The state of the game in a sentence."""
    if game.game.get("over"):
        return f"The game is over. {game.won or 'Nobody'} won."
    paused = f"{'The game is paused. ' if game.paused_at is not None else ''}{game.won and f'{game.won} won. '}"
    if not game.players:
        return f"{paused}Nobody plays yet. The rules are in force, and the first place is free."
    count = len(open_polls(game))
    first = f"{words.in_words(count).capitalize()} {'vote is' if count == 1 else 'votes are'} open"
    urgent = "; ".join(_urgent(game))
    now = f"{first}{'; ' + urgent if urgent else ''}"
    return f"{paused}{now}{'' if now.endswith(ENDS) else '.'} {_next(game, quiet=not count)}".strip()


def _next(game: Game, *, quiet: bool) -> str:
    """What comes next; where nothing does and no vote is open, the first sentence of what the rules say of how things stand."""
    if game.law["due"]:
        return f"Next comes {game.calling(game.law['due'][0])}."
    said = votes.plain(str(game.law["stands"][0])) if quiet and game.law["stands"] else ""
    return words.short(said.partition(". ")[0].removesuffix(".") + "." if said else "", LONGEST_SENTENCE)


def _urgent(game: Game) -> list[str]:
    """What wants somebody: `hungry: Ur and Eridu`, and `open among judgments: May I?`, since votes are open, too."""
    found: dict[str, list[str]] = {}
    for collection, declared in game.shown.items():
        for key, record in game.records.get(collection, {}).items() if declared.badge else ():
            mark = cells.badge(declared.badge, record, key)
            if mark is not None and mark.urgent:
                apart = "" if declared.page == "records" else f" among {tables.titled(game, collection).lower()}"
                found.setdefault(mark.word + apart, []).append(cells.name(game, collection, record, key))
    return [f"{what}: {_some(names)}" for what, names in found.items()]


def _some(whole: list[str]) -> str:
    # a number alone is read as how many there are
    names = [f"number {name}" if name.isdecimal() else words.short(name, LONG) for name in whole]
    if len(names) > NAMED:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
    return joined(names)


class NamedPoll(TypedDict):
    """What a poll is called, its page, its thread; slug and title of the rules it is about."""

    number: int | None
    title: str
    link: str
    thread: str
    rules: list[tuple[str, str]]


class Open(NamedPoll):
    """An open poll, those who have to do with it by name, and what the law `says` of it: what it lacks, in `words`, and its tally."""

    key: str
    poll: Poll
    people: list[str]
    says: OpenPoll
    words: str
    count: Tally | None


@once
def open_polls(game: Game) -> list[Open]:
    """The polls that are open, the lowest number first, with what the law says of each."""
    return [_open(game, key) for key in game.open_polls]


def _open(game: Game, key: str) -> Open:
    says = told(game, key)
    words, count = says.get("words", ""), says["count"]
    own: NamedPoll = named(game, key)
    return {
        **own,
        "key": key,
        "poll": game.polls[key],
        "people": people(game, key),
        "says": says,
        "words": words,
        "count": count,
    }


def people(game: Game, key: str) -> list[str]:
    """What those are called who made a poll or vote in it."""
    count = told(game, key)["count"]
    return [game.login(str(each)) for each in (game.polls[key]["author"], *(count["electors"] if count else ()))]


def told(game: Game, key: str) -> OpenPoll:
    """What the law says of a poll."""
    return game.law["polls"].get(key, {"count": None})


def named(game: Game, key: str) -> NamedPoll:
    poll = game.polls[key]
    number = poll.get("number")
    subject = str(poll["subject"])
    rules = [splice.slug_of(path) for path in poll.get("paths") or () if str(path).endswith(".md")]
    return {
        "number": number,
        "title": titles.bare(subject, number) or subject,
        "link": f"proposals/{poll_page(game, key)}.html",
        "thread": game.thread(poll.get("thread")),
        "rules": [(slug, game.titles[slug]) for slug in rules if slug in game.titles],
    }


def poll_page(game: Game, key: str) -> str:
    number = game.polls[key].get("number")
    return str(number) if number else f"poll-{tables.page_name(key)}"


@once
def waits_for(game: Game, key: str) -> dict[str, None]:
    """Whose vote is missing in a poll, in order; nobody's, once the game is over."""
    return {} if game.game.get("over") else dict.fromkeys(waited_for(told(game, key)["count"]))


def waits(game: Game, key: str) -> list[str]:
    """What the first of them are called."""
    return [game.login(one) for one in list(waits_for(game, key))[:MOST_WAITED]]


def home(game: Game) -> dict[str, Any]:
    polls = open_polls(game)
    ranked = [name for name, each in game.shown.items() if each.order and game.records.get(name)]
    listed = ranked or (["players"] if game.players else [])
    return {
        "headline": headline(game),
        "now": game.now,
        "over": bool(game.game.get("over")),
        "polls": [each | {"waits": waits(game, each["key"])} for each in polls[:OPEN]],
        "more_polls": max(0, len(polls) - OPEN),
        "standings": [tables.table(game, name, 0, STANDING) for name in listed],
        "stands": game.law["stands"],
        "due": game.law["due"],
        "joining": joining(game),
        "next": next_number(game.law, game.game),
        "players": playing(game),
    }


def playing(game: Game) -> int:
    """How many take part at present."""
    return sum(bool(each.get("active")) for each in game.players.values())


def joining(game: Game) -> dict[str, Any]:
    """The three steps: a word to write, the talk, and a form of GitHub's with a new rule begun."""
    first = next((c for c in game.law["commands"] if c["joins"]), None)
    begun = urlencode({"filename": "my-rule.md", "value": NEW_RULE}, quote_via=quote)
    return {
        "first": first,
        "table": game.thread(game.table),
        "act": f"{game.address}/issues/new?template=1-join.yml" if game.address else "",
        "write": f"{game.address}/new/main/rules/{game.ruleset}?{begun}" if game.address else "",
    }


def player(game: Game, key: str) -> dict[str, Any]:
    """What awaits one, what one has, how one voted."""
    return {
        "login": game.login(key),
        "active": bool(game.players[key].get("active")),
        "awaits": awaits(game, key),
        "not_yet": not_yet(game, key),
        "has": [tables.record(game, name, key) for name in collections_of(game, key)],
        "votes": [(named(game, poll), choice, votes.came_out(game.polls[poll])) for poll, choice in cast(game, key)],
        "proposed": [(named(game, poll), votes.came_out(game.polls[poll])) for poll in proposed(game, key)],
        "in_all": in_all(game, key),
    }


def in_all(game: Game, key: str) -> tuple[int, int]:
    """(proposals, votes) of a player's, those that are too old to be shown among them."""
    return len(game.proposed.get(key, [])), len(game.cast.get(key, []))


def collections_of(game: Game, key: str) -> list[str]:
    """The collections of which a player's page shows the player's record."""
    return [
        name for name in tables.listed(game) if key in game.records[name] and (name in game.shown or name == "players")
    ]


def cast(game: Game, key: str) -> list[tuple[str, str]]:
    """(poll, choice) of a player's latest votes."""
    return game.cast.get(key, [])[:MOST_VOTES]


def proposed(game: Game, key: str) -> list[str]:
    """The latest polls of a player's own, the newest first."""
    return game.proposed.get(key, [])[-MOST_VOTES:][::-1]


def awaits(game: Game, key: str) -> list[dict[str, Any]]:
    """What a player is waited for: votes, decisions, and records addressed to them, with the words to write."""
    found = []
    for each in open_polls(game):
        where = {"thread": each["thread"], "link": each["link"]}
        if key in waits_for(game, each["key"]) and votes.may_vote(each["says"], key):
            found.append({"what": f"Vote on {_called(each)}", "words": votes.taken(each["says"], key), **where})
        if decides := votes.deciding(each["says"], key, game.now):
            found.append({"what": f"Decide {_called(each)}", "words": decides, **where})
    return found + _addressed(game, key)


def not_yet(game: Game, key: str) -> list[dict[str, Any]]:
    """The votes for which a player is waited for, and that would be refused as things stand, with why."""
    found = []
    for each in open_polls(game):
        if key in waits_for(game, each["key"]) and not votes.may_vote(each["says"], key):
            why = next(iter(votes.closed(each["says"], key).values()))
            found.append({"what": f"Vote on {_called(each)}", "why": why, "link": each["link"]})
    return found


def _called(poll: NamedPoll) -> str:
    return f"{poll['number']}, {poll['title']}" if poll["number"] else poll["title"]


def _addressed(game: Game, key: str) -> list[dict[str, Any]]:
    found = []
    for collection, name, ways, closed in game.addressed.get(key, ()):
        single, record = collection.removesuffix("s"), game.records[collection][name]
        sender = f", from {game.login(str(record['by']))}" if record.get("by") else ""
        thread = game.thread(game.table)
        where = {"thread": thread, "link": ""}
        found.append({"what": f"{words.named(single)} {name}{sender}", "words": ways, "closed": closed, **where})
    return found


def collections(game: Game) -> dict[str, Any]:
    listed = tables.listed(game)
    rows = [(name, tables.titled(game, name), len(game.records[name])) for name in listed]
    empty = [name for name, each in game.shown.items() if each.page == "records" and not game.records.get(name)]
    return {
        "shown": [row for row in rows if row[0] in game.shown or row[0] == "players"],
        "empty": [tables.titled(game, name) for name in empty],
        "rest": [row for row in rows if row[0] not in game.shown and row[0] != "players"],
    }


def collection(game: Game, name: str, page: int) -> dict[str, Any]:
    found = tables.table(game, name, page * tables.ROWS)
    pages = -(-found["all"] // tables.ROWS) or 1
    declared = game.shown.get(name, Shown(name))
    by = [slug for slug, rule in game.rules.items() if name in rule.show] or [
        s for s, r in game.rules.items() if name in r.state
    ]
    return found | {
        "page": page,
        "pages": [(place, tables.list_page(name, place)) for place in range(pages)],
        "by": [(slug, game.rules[slug].number, game.rules[slug].title) for slug in by],
        "mapped": declared.map is not None,
    }


def the_map(game: Game) -> dict[str, Any]:
    plane, named_places = maps.of(game)
    grounds = [name for name, each in game.shown.items() if each.map is not None and name in game.records]
    return {"plane": plane, "named": named_places, "tables": [tables.table(game, name, 0, 200) for name in grounds]}
