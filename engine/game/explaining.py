"""Why an example, or a question in a game, comes out as it does: who was asked, in which order, what each said, and who was not."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.game.catalogue import QUESTIONS
from engine.game.consulting import asking
from engine.game.examples.example_claims import claims_that_fail
from engine.game.examples.example_stage import Stage
from engine.game.proposals import polls
from engine.game.proposals.effect import NOW
from engine.game.proposals.tally import by_unanimity, default_ballot, default_electors, electorate, latest, tally
from engine.game.world.facts import poll_facts, poll_key, proposal_facts
from engine.game.world.world import Moment, World
from engine.law.close_reading.dangling import of_document
from engine.law.documents.document import Document
from engine.law.documents.mentioned import mentioned
from engine.law.documents.problems import meant
from engine.law.running.blame import line_of
from engine.law.running.host import Host

LONGEST: Final = 400  # characters: the ballots of a few voters, with what they weigh
QUIET: Final = ("status_lines", "poll_lines")


@dataclass(frozen=True)
class Asked:
    """One question put to the law, or one act that was looked at: (rule, function, answer) of each that was heard.

    `supposed`: only of what might be, such as a vote in which all say yay.
    """

    part: str
    name: str
    supposed: bool = False
    said: list[tuple[str, str, object]] = field(default_factory=list)


@dataclass(frozen=True)
class Hearing:
    """Gathers what rules say while a step is played."""

    world: World
    found: list[Asked] = field(default_factory=list)

    def hear(self, part: str, name: str, slug: str, function: str, answer: object) -> None:
        rank, what = self.world.book.order.index, (part, name, self.world.moment.supposed)
        # Whoever answers may ask something else over it: that was heard in between.
        last = next((asked for asked in reversed(self.found) if (asked.part, asked.name, asked.supposed) == what), None)
        if last is None or not _goes_on(last, rank(slug), rank):
            last = Asked(*what)
            self.found.append(last)
        last.said.append((slug, function, answer))

    def told(self) -> Iterator[str]:
        """Each question once, as it was answered last; what is only supposed, where it was asked of nothing else."""
        last: dict[tuple[str, str], Asked] = {}
        for asked in self.found:
            if asked.supposed <= last.get((asked.part, asked.name), asked).supposed:
                last[asked.part, asked.name] = asked
        for asked in last.values():
            if asked.name not in QUIET:
                yield from explained(self.world, asked)


def _goes_on(last: Asked, rank: int, of: Any) -> bool:
    """Whether a rule is asked the same thing after the last one: answers from the strongest, adjustments from the weakest."""
    before = of(last.said[-1][0])
    if last.part == "adjusts":
        return bool(before > rank)
    return bool(before < rank) and last.said[-1][2] is None


def explained(world: World, asked: Asked) -> Iterator[str]:
    """Lines about one question: every rule in turn, and those that were not reached."""
    book = world.book
    yield f"{_ASKED[asked.part]} {asked.name}{', of what is only supposed' if asked.supposed else ''}:"
    before: Document | None = None
    for slug, function, answer in asked.said:
        document = book.documents[slug]
        place = (
            "" if before is None else f", {_behind(before, document) if asked.part != 'adjusts' else 'weakest first'}"
        )
        yield f"  {document.called} by `{function}`, line {line_of(document, function)}{place}: {_shown(asked.part, answer)}"
        before = document
    reached = {slug for slug, _, _ in asked.said}
    owners: list[tuple[str, str]] = []
    if asked.part != "adjusts":
        owners = book.answering(asked.name) if asked.part == "answers" else book.forbidding(asked.name)
    for slug in [slug for slug, _ in owners if slug not in reached]:
        if before is not None:
            yield f"  {book.documents[slug].called}: passed over, {_behind(before, book.documents[slug])}"


def _behind(before: Document, after: Document) -> str:
    """Why one rule goes before another."""
    if bool(before.immutable) != bool(after.immutable):
        return f"behind `{before.slug}`, which is immutable"
    if _names(before.overrides, after):
        return f"behind `{before.slug}`, which overrides it"
    if _names(after.defers_to, before):
        return f"behind `{before.slug}`, to which it defers"
    if before.number is not None and after.number is not None and before.number < after.number:
        return f"behind `{before.slug}`, whose number is lower"
    if after.number is None:
        return f"behind `{before.slug}`: a rule without a number comes last"
    return f"behind `{before.slug}`, by what other rules claim"


def _names(claimed: tuple[int | str, ...], document: Document) -> bool:
    return "all" in claimed or document.slug in claimed or document.number in claimed


def _shown(part: str, answer: object) -> str:
    if answer is None and part != "adjusts":
        return "None, not mine"
    text = repr(answer)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


_ASKED: Final = {"answers": "question", "adjusts": "adjustment of", "forbids": "act"}


def explain(content: Mapping[str, Any], texts: Mapping[str, str], ruleset: str, host: Host) -> Iterator[str]:
    """Plays a case and tells of each step what came of it, and why. Raises what playing it raises."""
    stage = Stage(content, texts, ruleset, host)
    for place, step in enumerate(content.get("when") or [], start=1):
        hearing = Hearing(stage.world)
        stage.world.heard = hearing.hear
        wrong = stage.step(dict(step))
        stage.world.heard = None
        yield f"step {place}, {step}: {wrong or 'as it says'}"
        yield from (f"  {line}" for line in hearing.told())
    yield from claims_that_fail(stage, content.get("then") or {})


def explain_question(files: Mapping[str, str], question: str, about: Mapping[str, str], host: Host) -> Iterator[str]:
    """Asks the law of a running game, as it is and at its last moment, and tells who said what.

    `files` are its rules and records by path; `about` may name a `poll`, a `player` (or several) and a `text`. Raises Unasked for what the
    question needs and is not there, Refusal or RuleFault for what asking it raises.
    """
    world = World(files, host)
    _must_be_a_question(world, question)
    world.moment = Moment({"id": "why", "kind": "timer", "time": 0}, int(world.notes.position[0]))
    hearing = Hearing(world)
    values = (
        [_value(world, name, about) for name in QUESTIONS[question][0].split(", ")] if question in QUESTIONS else []
    )
    if question not in QUESTIONS and about.get("player"):
        values = [about["player"]]
    world.heard = hearing.hear
    answer = asking.ask_law(world, question, lambda: _default(world, question, values), *values)
    found = [asked for asked in hearing.found if asked.name == question]
    yield from [line for asked in found for line in explained(world, asked)] or [
        f"question {question}: no rule answers it."
    ]
    is_said = any(said is not None for asked in found for _, _, said in asked.said)
    yield f"the answer: {repr(answer) if is_said else 'the default'}"


def _default(world: World, question: str, values: list[Any]) -> object:
    """What holds where no rule answers, as the catalogue says: rules that adjust the answer are handed it."""
    match question:
        case "proposal_number":
            return values[0]["number"]
        case "rule_number":
            return (values[0]["was"] or values[0])["number"]
        case "electorate":
            return default_electors(world, values[0])
        case "ballot":
            return default_ballot(values[1])
        case "counted_ballots":
            return latest(values[1], electorate(world, values[0]))
        case "verdict":
            return by_unanimity(world, values[0]["key"])[1]
    return _SAME_FOR_ALL.get(question)


_SAME_FOR_ALL: Final[dict[str, object]] = {
    "quorum": True,
    "outcome": "",
    "resolves_itself": False,
    "law_goes_on": True,
    "takes_effect": NOW,
    "may_be_named": True,
    "status_lines": [],
    "poll_lines": [],
}


class Unasked(ValueError):
    """Something is missing for a question to be asked; the text says what."""


def _must_be_a_question(world: World, name: str) -> None:
    """Raises Unasked for a name under which neither the engine nor a rule asks, answers or adjusts anything."""
    documents = world.book.documents.values()
    known = {*QUESTIONS, *(each for d in documents for each in (*d.answers, *d.adjusts))}
    asked = [each for d in documents for each in of_document(d).asked]
    asked += [each for code in world.book.library.values() for each in mentioned(code).asked]
    if name not in known and not any(each.may_be(name) for each in asked):
        near = meant(name, known) or f"; the engine asks {', '.join(QUESTIONS)}, and rules ask more"
        raise Unasked(f"nobody asks `{name}`{near}")


def _no_poll(world: World, named: str) -> str:
    if not named:
        return "say which poll, by the number of its thread or its tag: --poll 12"
    # Where a hand has taken the record of one away, there are no facts.
    found = [poll for key in polls.open_polls(world) if (poll := poll_facts(world, key))]
    shown = ", ".join(f"{poll['thread'] or poll['key']}{_numbered(poll)}" for poll in found)
    return f"There is no poll {named}. " + (f"Open are: {shown}." if shown else "None is open.")


def _numbered(poll: Mapping[str, Any]) -> str:
    return f" (proposal {poll['number']})" if poll.get("number") else ""


def _value(world: World, name: str, about: Mapping[str, str]) -> object:
    if name in ("player", "players", "text"):
        option = name.removesuffix("s")
        if not about.get(option):
            raise Unasked(f"say which {option}: --{option}")
        return about[name] if name == option else re.split(r"[,\s]+", about[option].strip(", "))
    key = poll_key(world, about.get("poll", ""))
    poll = poll_facts(world, key)
    if not poll:
        raise Unasked(_no_poll(world, about.get("poll", "")))
    if name == "proposal":
        return proposal_facts(world, int(poll["thread"] or 0), poll["number"], world.poll(key)["change"])
    if name == "change" and not poll["changes"]:
        raise Unasked("that poll is about no rule")
    if name == "tally":
        return tally(world, key)
    return {"poll": poll, "ballots": poll["ballots"]}[name] if name != "change" else poll["changes"][0]
