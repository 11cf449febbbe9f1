"""Words about the law itself: ask, tell, rules, call, enact, still_adoptable."""

from typing import Any, Final

from engine.game.catalogue import ALSO_OF_RULES, OCCASIONS, QUESTIONS
from engine.game.consulting import asking
from engine.game.proposals import effect, landing, numbers
from engine.game.prospects import trial
from engine.game.replies import refusals, speech
from engine.game.words.checked import MOST_KEY, OnlyRead, must_write
from engine.game.words.speech import LONGEST, must_have_room, sayable
from engine.game.world import changes, wishes
from engine.game.world.described import FACTS, document_facts
from engine.game.world.world import World
from engine.law.documents.mentioned import callables, takes
from engine.law.rulebook import Rulebook
from engine.law.running.blame import RuleFault
from engine.law.running.texts import Text
from engine.law.running.values import WrongUse
from engine.store import rulefile
from engine.store.counted import counted
from engine.store.layout import folder_of
from engine.store.once import once
from engine.store.splice import LARGEST_NUMBER, quoted

LONGEST_SLUG: Final = 60  # characters
MOST_CHOSEN: Final = 16  # names of facts, of which what is told is kept
ENTRY: Final = "front."  # before the name of an entry of the front matter
Facts = list[dict[str, Any]]


def ask(world: World, question: str, *args: object) -> object:
    """The answer of the law to a question between rules, or None."""
    if question in QUESTIONS:
        raise WrongUse(f"ask: {question!r} is the referee's own question, and no rule asks it")
    return asking.ask(world, question, *args)


def tell(world: World, occasion: str, *args: object) -> None:
    """Lets every rule know that something happened; adopted changes that waited for it take effect."""
    must_write(world, "tell")
    _must_be_of_rules(occasion, args)
    with world.host.ledger.telling():
        asking.tell(world, occasion, *args)
    effect.come(world, occasion)


def _must_be_of_rules(occasion: str, args: tuple[object, ...]) -> None:
    """Raises WrongUse for an occasion of the engine's: who hears of it would fail at what the engine never tells, and be blamed."""
    if occasion not in OCCASIONS:
        return
    if occasion not in ALSO_OF_RULES:
        raise WrongUse(f"tell: {occasion!r} is an occasion of the engine's, and no rule tells of it")
    if len(args) != 1 or not isinstance(args[0], str) or len(args[0]) > MOST_KEY:
        raise WrongUse(f"tell: {occasion!r} is told of one person, by name")


def rules(world: World, kind: str = "rule", only: list[str] | None = None) -> object:
    """Facts of the rules or documents in force, strongest first: a list. `only`: names of facts, such as `["slug", "front.commands"]`,
    where `front.` and a name is one entry of the front matter; all of them are long, so a rule that needs few asks for those.
    """
    names = FACTS if only is None else tuple(only)
    entries = frozenset(name.removeprefix(ENTRY) for name in names if str(name).startswith(ENTRY))
    if unknown := [name for name in names if name not in FACTS and not str(name).startswith(ENTRY)]:
        raise WrongUse(f"rules: only names facts of rules, and {unknown[0]!r} is none: {', '.join(FACTS)}")
    names = tuple(name for name in FACTS if name in names)
    told, chosen = _told(world.book), (kind, names, entries)
    if chosen not in told:
        if len(told) == MOST_CHOSEN:
            told.clear()
        facts = [_chosen(one, names, entries) for one in _facts(world.book).get(kind, [])]
        told[chosen] = Text.of(facts) or facts
    return told[chosen]


def _chosen(facts: dict[str, Any], names: tuple[str, ...], entries: frozenset[str]) -> dict[str, Any]:
    front = facts["front"]
    if entries and "front" not in names:
        names, front = (*names, "front"), {name: found for name, found in front.items() if name in entries}
    return {name: front if name == "front" else facts[name] for name in FACTS if name in names}


@once
def _facts(book: Rulebook) -> dict[str, Facts]:
    """By kind."""
    found: dict[str, Facts] = {}
    for document in book.ranked:
        found.setdefault(document.kind, []).append(document_facts(document))
    return found


@once
def _told(_: Rulebook) -> dict[tuple[object, ...], Facts | Text]:
    """By kind and names, as asked for of late: a rule may ask for the same a hundred times in a pass, and for thousands of choices."""
    return {}


def call(world: World, slug: str, function: str, *args: object) -> object:
    """What a function of a document in force returns."""
    if slug not in world.book.documents:
        raise WrongUse(f"call: nothing called {slug!r} is in force")
    document = world.book.documents[slug]
    if function not in callables(document.code):  # whoever calls it is mistaken, not that document
        raise WrongUse(f"call: {slug!r} has no function {function!r}")
    taken = takes(document.code).get(function)
    if taken is not None and not taken.take(len(args)):
        names = ", ".join(taken.names)
        raise WrongUse(f"call: {function!r} of {slug!r} takes ({names}), and is given {counted(len(args), 'value')}")
    if world.book.may_turn(world.host.running, slug):
        return asking.run(world, slug, function, *args)
    return _told_from_above(world, slug, function, args)


def _told_from_above(world: World, slug: str, function: str, args: tuple[object, ...]) -> object:
    """What a function of the higher class returns to a rule of the lower, which has nothing done by it: its rank would be lent else."""
    try:
        with asking.reading(world):
            return asking.run(world, slug, function, *args)
    except RuleFault as failure:
        if failure.met is not OnlyRead:
            raise
        why = f"{function!r} of {slug!r} changes something, and that rule is immutable: no mutable one has it done"
        raise WrongUse(f"call: {why}") from None


def enact(world: World, title: str, text: str, because: str, first: int = 1) -> int:
    """Makes a by-hand rule by play, such as a judgment; it gets the next free number from `first` on, up to 99999: it is returned.
    Numbers given later, of proposals too, come after it.

    Raises Refusal if the text, which a player may have written, cannot be that of such a rule.
    """
    must_write(world, "enact")
    must_have_room(world)
    if len(text) > LONGEST:
        raise WrongUse(f"enact: a rule made by play may have {LONGEST} characters")
    number = numbers.coming(world, first)
    if number is None:
        raise WrongUse(f"enact: there is no free number from {first} on; the largest is {LARGEST_NUMBER}")
    numbers.given(world, number)
    slug = _slug(title, number)
    front = f"---\nrule: {number}\ntitle: {quoted(title)}\nhistory:\n  - enacted: {number}\nby_hand: true\n---\n"
    path = f"{folder_of(world.book.ruleset)}{number:03d}-{slug}.md"
    whole = f"{front}{text.strip()}\n"
    if why := _no_prose(whole):
        raise refusals.no_prose(why)
    texts = {**world.law.texts, path: whole}
    changes.must_have_room(world, texts)
    problems = changes.problems_of(world, texts)
    if problems:
        raise WrongUse(f"enact: {problems[0]}")
    landing.adopt_law(world, texts)
    wishes.announce(world, speech.enacted(number, title, sayable(world, because, behind=True)))
    return number


def _no_prose(text: str) -> str:
    """Why a text is more than words, or nothing; empty if it is words alone."""
    try:
        parts = rulefile.split(text)
    except rulefile.RuleFileProblem as problem:
        return problem.message
    if any(block.language in rulefile.RUN for block in parts.blocks):
        return "there is code in it"
    return "" if parts.prose else "it says nothing"


def _slug(title: str, number: int) -> str:
    """With its number at the end, however long the title is: what is called alike is told apart by that."""
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in title.lower()).split()
    told = "-".join(words[:6])[: LONGEST_SLUG - len(f"-{number}")].rstrip("-")
    return f"{told}-{number}" if told else str(number)


def still_adoptable(world: World, changes: list[dict[str, Any]]) -> bool:
    """Would a rule-change still be adopted after these, if everyone said yay? Tried on a copy of the world."""
    if not all(isinstance(change, dict) for change in changes):
        raise WrongUse("still_adoptable: changes must be a list of changes, as rules are told of them")
    return trial.still_adoptable(world, [str(c.get("slug")) for c in changes])
