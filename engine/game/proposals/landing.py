"""Landing: an adopted change becomes law. The engine sets numbers, history and links; every other byte is the head's."""

from collections.abc import Collection, Iterator, Mapping

from engine.game.consulting import owing
from engine.game.consulting.asking import ask_law, tell
from engine.game.owned import Change, Content, PollFacts
from engine.game.proposals import left_behind, numbers
from engine.game.proposals.tally import decided_above
from engine.game.replies import poll_refusals
from engine.game.world import changes
from engine.game.world.facts import poll_facts
from engine.game.world.records import PRIVATE
from engine.game.world.world import Law, World
from engine.law.reach import with_loaders
from engine.store import splice
from engine.store.layout import folder_of

OCCASIONS = {"enact": "enacted", "amend": "amended", "repeal": "repealed", "transmute": "transmuted"}


def land(world: World, key: str) -> list[Change]:
    """Puts a poll's change into force and tells the rules; returns the facts of the changes. Raises Refusal if it cannot."""
    if not numbers.is_borne(world.poll(key)["number"]):
        world.patch("polls", key, number=numbers.give(world))
    return put_in_force(world, key)


def put_in_force(world: World, key: str) -> list[Change]:
    """The same of a poll that has its number."""
    poll = poll_facts(world, key)
    content = changes.content(world, world.poll(key)["change"])
    changes.check_problems(world, content)
    changes.check_fit(world, content)
    landed = stamped(world, poll, content)
    changes.must_load(world, content, landed)
    before = world.book
    adopt_law(world, landed)
    facts = [renumbered(world, change) for change in poll["changes"]]
    for change in facts:
        tell(world, OCCASIONS[change["op"]], change, poll_facts(world, key))
    left_behind.tell_of_votes(world, before, poll["opened_at"])
    return facts


def stamped(world: World, poll: PollFacts, content: Content, *, asked: bool = True) -> dict[str, str]:
    """The texts of the new law, stamped and relinked; `asked`: the law says which numbers changed rules have."""
    texts = dict(changes.applied(world, content))
    moved: dict[str, str] = {}
    folder = folder_of(world.book.ruleset)
    where = {splice.slug_of(path): path for path in texts if path.startswith(folder) and "/" not in path[len(folder) :]}
    # Only these have numbers
    rules = {c["slug"]: c for c in poll["changes"] if c["kind"] == "rule" and c["slug"] in where}
    for slug, number in _numbers(world, poll, rules, asked=asked).items():
        path, name = where[slug], f"{number:03d}-{slug}.md"
        texts[folder + name] = splice.stamp(texts.pop(path), number, _history(rules[slug], poll))
        if folder + name != path:
            moved[slug] = name
    return relinked(world, texts, moved)


def relinked(world: World, texts: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    """The texts with links to rules of this game by the new names of their files (slug -> name). Beside it may lie other rulesets,
    with rules that are called alike."""
    folder = folder_of(world.book.ruleset)
    mine = {path for path in texts if names and path.startswith(folder) and path.endswith(".md")}
    return {path: splice.relink(text, names) if path in mine else text for path, text in texts.items()}


def _numbers(world: World, poll: PollFacts, rules: Mapping[str, Change], *, asked: bool) -> dict[str, int]:
    """slug -> the number of each of these rules. What the law gives to several of them the first has, and the others are numbered as
    new ones are; so is to which it gives a number that another rule has."""
    known = {slug: _number_of(world, change, poll, asked=asked) for slug, change in rules.items()}
    mine = {change["slug"] for change in poll["changes"]}
    given: dict[str, int] = {}
    for slug, number in known.items():
        if number is not None and number not in given.values() and not numbers.of_another(world, number, mine):
            given[slug] = number
    fresh = _fresh_numbers(world, poll, set(given.values()))
    return {slug: given[slug] if slug in given else next(fresh) for slug in known}


def _fresh_numbers(world: World, poll: PollFacts, given: Collection[int]) -> Iterator[int]:
    """The proposal's own number for the first new rule, unless another has it by now, or is `given` it; then the next ones."""
    own = number_of(poll)
    others = numbers.of_another(world, own, {change["slug"] for change in poll["changes"]})
    if numbers.is_borne(own) and own not in given and not others:
        yield own
    found = {own, *given}
    while True:
        number = numbers.give(world, found)
        found.add(number)
        yield number


def number_of(poll: PollFacts) -> int:
    """The number of a proposal's poll. Raises Refusal for any other: it does not land."""
    number = poll["number"]
    if number is None:
        raise poll_refusals.no_proposal(poll)
    return number


def _number_of(world: World, change: Change, poll: PollFacts, *, asked: bool) -> int | None:
    """The number of a rule that is not new; None if it never had one."""
    if change["op"] == "enact":
        return None
    was = change["was"] or change
    if not asked:
        return None if was["number"] is None else int(was["number"])
    above = decided_above(world, poll)
    number: int | None = ask_law(world, "rule_number", lambda: was["number"], dict(change), poll, above=above)
    return number


def _history(change: Change, poll: PollFacts) -> list[dict[str, int]]:
    """The pedigree so far with this proposal added; the engine owns it, whatever the head says."""
    force = change["was"]
    before = [dict(entry) for entry in force.get("history", ())] if force is not None else []
    word = {"enact": "enacted", "amend": "amended", "transmute": "transmuted"}[str(change["op"])]
    return [*before, {word: number_of(poll)}]


def renumbered(world: World, change: Change) -> Change:
    document = world.book.documents.get(str(change["slug"]))
    if document is None or change["op"] == "repeal":  # what is called so by now is something else
        return change
    return {**change, "number": document.number, "path": document.path}


def adopt_law(world: World, texts: Mapping[str, str]) -> None:
    """Swaps the law, completes the records under the new schemas, and notes which rules changed."""
    before = world.law
    world.law = world.law_of(world.book.ruleset, texts)
    _write_texts(world, before.texts, texts)
    forget_faults(world, before.texts, texts)
    world.notes.unheard = None
    owing.hasten(world)
    complete_records(world, before, world.law)
    first_records(world, before, world.law)


def _write_texts(world: World, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    for path in sorted({*before, *after}):
        if before.get(path) != after.get(path):
            world.moment.files[path] = after.get(path)


def forget_faults(world: World, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """A rule whose text changed, or that of code it loads, starts with a clean slate."""
    faulted = world.notes.faulted
    if faulted:
        texts = {splice.slug_of(p) for p in {*before, *after} if before.get(p) != after.get(p)}
        changed = with_loaders(world.book, texts)
        world.notes.faulted = {slug: fault for slug, fault in faulted.items() if slug not in changed} or None


def complete_records(world: World, before: Law, after: Law) -> None:
    """Writes every new field into every record with its default, so that a later change of the default is not retroactive."""
    for collection in world.records.collections():
        if collection in PRIVATE:
            continue
        new = after.book.schemas.fields(collection) - before.book.schemas.fields(collection)
        if new:
            defaults = after.book.schemas.defaults(collection)
            for key, record in world.records.items(collection):
                missing = {name: defaults[name] for name in new if name not in record}
                if missing:
                    world.records.put(collection, key, {**record, **missing})
    world.recheck = True


def first_records(world: World, before: Law, after: Law) -> None:
    """Adds the records that rules list and did not list before, where there are none yet: what is gone since stays so."""
    for slug, document in after.book.documents.items():
        known = before.book.documents.get(slug)
        for collection, records in document.records.items():
            listed = {} if known is None else known.records.get(collection, {})
            for key, record in records.items():
                if key not in listed and world.records.get(collection, str(key)) is None:
                    defaults = after.book.schemas.defaults(collection)
                    world.records.put(collection, str(key), {**defaults, **record})
