"""A rule from the shelf as it fits a ruleset: what makes it fit, what it lacks there, and how it could be had all the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.cli.check_files import found
from engine.cli.laid import Laid
from engine.game.catalogue import COMMANDS
from engine.game.examples.example_stage import Stage
from engine.game.examples.examples import UNPLAYABLE
from engine.game.proposals import proposing
from engine.game.replies.moments import may_be_time
from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.game.world.world import Moment, World
from engine.law.close_reading import silenced
from engine.law.documents.document import Document, parse
from engine.law.rulebook import Rulebook, read
from engine.law.running.host import Host
from engine.store import canon, splice
from engine.store.joined import in_code
from engine.store.layout import of_ruleset
from engine.store.records import GAME
from engine.template.shelf import Home, coins, needs_coin, text_of

_SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"

Fitted = tuple[str, list[str], list[str]]


@dataclass(frozen=True)
class _Place:
    """Where a rule from the shelf is to stand: its ruleset and what rules there are, its path, and what it is like."""

    like: str
    title: str
    coin: str
    ruleset: str
    path: str
    there: dict[str, str]
    home: Home
    book: Rulebook
    host: Host

    def text(self, claims: Sequence[str] = (), immutable: bool = False) -> str:
        """The rule, standing over others or of the higher class."""
        return text_of(self.like, self.title, self.coin, replace(self.home, claims=claims, immutable=immutable))

    def lacks(self, text: str) -> list[str]:
        """What keeps the rule from working here."""
        return _lacks(Laid({**self.there, self.path: text}, self.ruleset, self.path, self.path), self.host)

    def refusal(self, text: str) -> str:
        """Why it cannot be opened for voting here; empty where it can."""
        return _refused_at_open(self.ruleset, self.there, text, self.host)


def fitted(like: str, title: str, coin: str, ruleset: str, path: str, there: dict[str, str]) -> Fitted:
    """A rule like one on the shelf as it fits a ruleset: its text, what was done to make it fit, and what it still lacks."""
    host = new_host()
    place = _Place(like, title, coin, ruleset, path, there, *_home(ruleset, there, host), host)
    text = place.text()
    done = [_declares(place)] if needs_coin(text) and coin not in place.home.purses else []
    lacks = place.lacks(text)
    if lacks:
        rule = parse(path, text)
        text, did, lacks = (
            _over_others(place, rule)
            or _of_the_higher_class(place, rule)
            or (text, [], _out_of_reach(place, rule) + lacks)
        )
        return text, done + did, lacks
    refused = place.refusal(text)
    return text, done, [f"It cannot be opened for voting here: {refused}"] if refused else []


def next_number(ruleset: str, texts: Mapping[str, str], game: Mapping[str, Any]) -> int:
    """What a proposal would be called by in this law, where the `game` stands: a law may count otherwise than on from its last rule."""
    law, game = of_ruleset(ruleset, texts), game if game.get("ruleset") == ruleset else {}
    last = max((splice.number_of_name(path) or 0 for path in law), default=0)
    record = {**game, "ruleset": ruleset, "last_number": max(last, int(game.get("last_number") or 0))}
    world = World({**law, GAME: canon.emit(record)}, new_host())
    world.begin_limits()
    world.moment = Moment({"id": "number", "kind": "timer", "time": 0}, 0)
    return proposing.next_number(world)


def _declares(place: _Place) -> str:
    coin, purses = place.coin, place.home.purses
    others = f" To be paid in something else, give --coin with one of: {', '.join(purses)}." if purses else ""
    if coin in {*place.book.schemas.declared("players"), *FIELDS["players"]}:
        return f"`{coin}` is a field of players here, and nothing that they could pay in.{others}"
    return f"Players have no {coin} here, so the rule declares them, and nobody has any as yet.{others}"


def _over_others(place: _Place, rule: Document) -> Fitted | None:
    """The rule as it stands over the rules that would undo it, where that is enough; where none may claim that, how else."""
    rivals = _rivals(place.book, rule)
    for claims in [*([slug] for slug in rivals), rivals] if rivals else []:
        text = place.text(claims)
        if place.lacks(text):
            continue
        refused = place.refusal(text)
        if refused:
            return place.text(), [], [_only_by_amending(place.book, claims, refused)]
        return text, [f"It overrides {in_code(claims, ', ')}, after which it would say nothing."], []
    return None


def _of_the_higher_class(place: _Place, rule: Document) -> Fitted | None:
    """The rule as one of the higher class, where it works as that; where no new rule may be of it, how it becomes so."""
    above = _above(place.book, rule)
    settlers = sorted({other.slug for _, other in above})
    for claims in ([], settlers) if above else ():
        text, lower = place.text(claims, immutable=True), place.text(claims)
        if place.lacks(text):
            continue
        refused = place.refusal(text)
        if not refused:
            over = f" and overrides {in_code(claims, ', ')}" if claims else ""
            settled = in_code(sorted({question for question, _ in above}), ", ")
            told = f"It is `immutable`{over}: rules of that class come first where {settled} is asked."
            told += " Its adoption may take more votes for that."
            return text, [told], []
        if not place.refusal(lower):
            return lower, [], [*_out_of_reach(place, rule), _only_later(refused)]
    return None


def _only_later(refused: str) -> str:
    """Where no new rule may be of the higher class, and one that is there may become so."""
    return (
        "As it stands in the file it can be opened for voting and adopted, and it works, as its examples do, once it is of the higher class"
        f" (`immutable: true`). No new rule is that here: {refused}"
    )


def _only_by_amending(book: Rulebook, slugs: list[str], refused: str) -> str:
    """Where the rule would have to stand over others, and no rule may claim that: whose amendment does what it does."""
    those = " and ".join(f"rule {book.documents[slug].number} `{slug}`" for slug in slugs)
    there = " and ".join(book.documents[slug].path for slug in slugs)
    return (
        f"After {those} it says nothing, and no rule is opened for voting here that claims to stand over another"
        f" (`overrides`): {refused} What it does can be had by an amendment: propose one of {there}, with what stands in this file"
    )


def _refused_at_open(ruleset: str, there: dict[str, str], text: str, host: Host) -> str:
    """Why a rule of that text cannot be opened for voting although one that does nothing can be; empty where it can."""

    def opened(law: str) -> str:
        stage = Stage({"scene": "three"}, there, ruleset, host)
        stage.step({"by": "ana", "opens": {"pull": 12, "title": "900 Fresh", "changes": {"900-fresh.md": law}}})
        return stage.step({"by": "ana", "says": "/open", "on": 12}) or ""

    try:
        return "" if opened(_SONG) else opened(text).removeprefix("refused: ")
    except UNPLAYABLE:  # no scene of three, or nobody who may open
        return ""


def _home(ruleset: str, there: dict[str, str], host: Host) -> tuple[Home, Rulebook]:
    book = read(ruleset, there, host, FIELDS)[0]
    scenes = {scene for document in book.documents.values() for scene in document.scenes}
    usages = [*COMMANDS, *(c.usage_text for document in book.documents.values() for c in document.commands)]
    purses = [name for name in coins(book.schemas) if not may_be_time(name)]
    return Home(scenes, purses, {usage.split()[0] for usage in usages}), book


def _rivals(book: Rulebook, rule: Document) -> list[str]:
    """The rules that answer or adjust what this one does, and over which it can stand."""
    questions = {*rule.answers, *rule.adjusts}
    others = (d for d in book.documents.values() if questions & {*d.answers, *d.adjusts} and not d.immutable)
    return sorted(document.slug for document in others)


def _above(book: Rulebook, rule: Document) -> list[tuple[str, Document]]:
    """What the rule answers or adjusts and an immutable rule answers before it, and that rule."""
    return [
        (question, other)
        for question in sorted({*rule.answers, *rule.adjusts})
        for other in book.documents.values()
        if other.immutable and question in other.answers
    ]


def _out_of_reach(place: _Place, rule: Document) -> list[str]:
    return [
        f"`{question}` is settled by rule {other.number} `{other.slug}`, which is immutable: no rule of the lower class turns that"
        for question, other in _above(place.book, rule)
    ]


def _lacks(law: Laid, host: Host) -> list[str]:
    """What keeps the rule from working where it is laid, one line each."""
    told: dict[str, str] = {}
    for line, severe, _ in found(law, host, with_examples=True):
        place = ":".join(str(line).split(":")[:2])
        if severe:
            told.setdefault(place, str(line))  # of an example that fails its first step says why
    if told:  # what is said in vain is the likelier cause
        book = read(law.ruleset, law.texts, host, FIELDS)[0]
        vain = [str(problem) for problem in silenced.warnings(book) if problem.path == law.path]
        return vain + list(told.values())
    return []
