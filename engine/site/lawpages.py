"""What the pages of rules, proposals and judgments say."""

from typing import Any, Final

from engine.game.replies.record import by_day, read
from engine.law.documents.document import Document
from engine.site import cells, differences, forecasts, lawbook, pages, tables, votes, words
from engine.site.filed import next_number
from engine.site.game import Game
from engine.store.layout import INDEX

LONGEST_STANDING: Final = 10


def rules(game: Game, known: dict[str, list[lawbook.Version]]) -> dict[str, Any]:
    found = [(rule, lawbook.enforced(game.law["broken"], rule)[0]) for rule in game.rules.values()]
    return {
        "rules": [_entry(rule) | {"enforced": how} for rule, how in found],
        "others": [_entry(rule) | {"enforced": ""} for rule in game.others.values()],
        "repealed": sorted(slug for slug in known if slug not in game.rules | game.others),
    }


def _entry(rule: Document) -> dict[str, Any]:
    return {
        "number": rule.number,
        "slug": rule.slug,
        "title": rule.title,
        "immutable": bool(rule.immutable),
        "kind": rule.kind,
    }


def rule(
    game: Game, slug: str, known: dict[str, list[lawbook.Version]], precedents: dict[int, list[tuple[str, str]]]
) -> dict[str, Any]:
    """One rule that is in force."""
    found = (game.rules | game.others)[slug]
    how, why = lawbook.enforced(game.law["broken"], found)
    commands = [(c.usage_text, c.help) for c in found.commands]
    return {
        "rule": _entry(found),
        "prose": found.prose,
        "code": found.code,
        "parameters": [(name, words.told(value)) for name, value in found.parameters.items()],
        "commands": commands,
        "how": how,
        "why": why,
        "examples": lawbook.examples(found),
        "history": [(word, number) for each in found.history for word, number in each.items()],
        "pages": sorted({number for p in game.polls.values() if (number := p.get("number"))}),
        "versions": [(v.number, lawbook.page_of(slug, v.number)) for v in known.get(slug, []) if v.text is not None],
        "judgments": precedents.get(found.number or -1, []),
        "source": f"{game.address}/blob/main/{found.path}" if game.address else "",
        "edit": f"{game.address}/edit/main/{found.path}" if game.address else "",
    }


def version(game: Game, slug: str, found: lawbook.Version) -> dict[str, Any]:
    """A rule as a proposal left it."""
    now = game.law_files.get(slug)
    return {
        "slug": slug,
        "number": found.number,
        "text": found.text or "",
        "prose": lawbook.prose(found.text or ""),
        "repealed": found.text is None,
        "title": now.title if now else slug,
        "in_force": now is not None,
    }


def proposals(game: Game) -> dict[str, Any]:
    decided = [
        pages.named(game, key)
        | {
            "poll": poll,
            "came_out": votes.came_out(poll),
            "author": game.login(str(poll["author"])),
            "turnout": votes.turnout(read(votes.record_of(game, poll)), poll),
        }
        for key, poll in votes.decided(game)
    ]
    ages = sorted(
        (max([n for h in r.history for n in h.values()], default=0), r.number or 0, r.title, r.slug)
        for r in game.rules.values()
    )
    return {
        "open": [each | {"waits": pages.waits(game, each["key"])} for each in pages.open_polls(game)],
        "decided": decided[:200],
        "all": len(decided),
        "authors": [(game.login(who), many, yes) for who, many, yes in votes.by_author(game)],
        "together": [(game.login(a), game.login(b), alike, both) for a, b, alike, both in votes.together(game)],
        "longest": ages[:LONGEST_STANDING],
        "next": next_number(game.law, game.game),
        "over": bool(game.game.get("over")),
    }


def decided_by_day(game: Game) -> dict[str, list[dict[str, Any]]]:
    """Day -> what was decided on it, as the index of proposals lists it: the journal has only the word that brought it about."""
    polls = {poll["number"]: key for key, poll in game.polls.items() if poll.get("number")}
    nothing = {"title": "", "link": ""}
    return {
        day: [
            {**(pages.named(game, polls[number]) if number in polls else nothing), "number": number, "status": status}
            for number, status in found
        ]
        for day, found in by_day(game.files.get(INDEX, "")).items()
    }


def proposal(game: Game, key: str, hidden: frozenset[int] = frozenset()) -> dict[str, Any]:
    """One poll: how it stands or ended, ballots, what it changes. `hidden`: comments whose words are no longer there."""
    poll = game.polls[key]
    says = pages.told(game, key)
    # What is open again has a record of the time before.
    opened = poll["status"] == "open"
    filed = read("" if opened else votes.record_of(game, poll))
    changed = lawbook.changed(game, poll)
    before = {path: old for path, (old, _) in changed.items() if old is not None}
    return pages.named(game, key) | {
        "poll": poll,
        "came_out": votes.came_out(poll),
        "author": game.login(str(poll["author"])),
        "author_page": tables.link(game, "players", str(poll["author"])) if str(poll["author"]) in game.players else "",
        "count": says.get("count"),
        "words": says.get("words", ""),
        "waits": pages.waits(game, key) if opened else [],
        "funnel": filed.funnel or says.get("count"),
        "ballots": votes.fates(poll, says.get("count"), filed, hidden, game.login),
        "changes": differences.differences(before, {path: new for path, (_, new) in changed.items()}),
        "forecast": forecasts.shown(game, poll, game.forecasts.get(key)) if opened else None,
    }


def judgments(game: Game) -> dict[str, Any]:
    found = []
    for collection, key, record in lawbook.judgments(game):
        shown = tables.columns(game, collection)
        facts = [(cells.title(c), cells.cell(game, record, key, c)) for c in shown[1:]]
        title = cells.name(game, collection, record, key)
        badge = cells.badge(game.shown[collection].badge, record, key)
        found.append(
            {"anchor": lawbook.anchor(collection, key), "key": key, "title": title, "facts": facts, "badge": badge}
        )
    slugs = {file.number: slug for slug, file in reversed(game.law_files.items()) if file.kind == "rule"}
    by_rule = [(number, slugs.get(number, ""), named) for number, named in sorted(lawbook.precedents(game).items())]
    rows = [(number, game.titles.get(slug, ""), slug, named) for number, slug, named in by_rule]
    return {"judgments": found[:300], "all": len(found), "by_rule": rows}
