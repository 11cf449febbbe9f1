"""New rules that a hand brought into the law: each gets the number of its proposal, or the next, as if the engine had merged it."""

from collections.abc import Collection, Mapping
from typing import Final

from engine.game.proposals import landing, numbers
from engine.game.world import changes
from engine.game.world.world import World
from engine.law.documents.document import Document, parse
from engine.law.documents.problems import LawProblems
from engine.store import splice
from engine.store.layout import folder_of
from engine.store.marks import reached

UNDECIDED: Final = ("open", "adopted")


def number(world: World, paths: Collection[str], was: Mapping[str, Document]) -> list[str]:
    """Numbers those of these files that are rules in force and have no number; returns where they stand then.

    A file stays where it is if its name bears that number, or none, for the same hand may write it more than once. What a rule
    `was` before (slug -> document) keeps its number and pedigree.
    """
    _bring_together(world, paths)
    rules = [d for d in world.book.documents.values() if d.kind == "rule" and d.number is None and d.path in paths]
    if not rules:
        return []
    reached("new rule without a number by hand")
    folder, texts = folder_of(world.book.ruleset), dict(world.law.texts)
    names: dict[str, str] = {}
    found: set[int] = set()
    for rule in sorted(rules, key=lambda rule: rule.path):
        before = was.get(rule.slug)
        if before is not None and before.number is not None:
            given, history = before.number, before.history
        else:
            given = _given(world, rule.path, found)
            history = ({"enacted": given},)
        found.add(given)
        is_named = splice.number_of_name(rule.path) in (None, given)
        names[rule.slug] = rule.path.removeprefix(folder) if is_named else f"{given:03d}-{rule.slug}.md"
        texts[folder + names[rule.slug]] = splice.stamp(texts.pop(rule.path), given, history)
    landing.adopt_law(world, landing.relinked(world, texts, names))
    return [folder + name for name in names.values()]


def _given(world: World, path: str, found: Collection[int]) -> int:
    """The number of its proposal, else the one its file is named by, if that is nobody else's; else the next."""
    slug, named = splice.slug_of(path), splice.number_of_name(path)
    own = _of_its_proposal(world, slug)
    if own is not None and own not in found and not numbers.of_another(world, own, {slug}):
        return own
    if own is None and named is not None and named not in found and numbers.is_unused(world, named, slug):
        return named
    return numbers.give(world, found)


def _bring_together(world: World, paths: Collection[str]) -> None:
    """Of a proposal whose commits a hand puts on main one by one each says `next`: once the first is numbered, the others are
    about the same rule."""
    texts = dict(world.law.texts)
    for path, other in changes.shadowed(world, paths).items():
        known = world.book.documents.get(splice.slug_of(path))
        if path not in paths or known is None or known.number is None or not _is_unnumbered(path, texts[path]):
            continue
        if known.number == _of_its_proposal(world, known.slug):
            reached("new rule that a hand brings in several commits")
            texts[other] = splice.stamp(texts.pop(path), known.number, known.history)
    if len(texts) < len(world.law.texts):
        landing.adopt_law(world, texts)


def _is_unnumbered(path: str, text: str) -> bool:
    try:
        return parse(path, text).number is None
    except LawProblems:
        return False


def _of_its_proposal(world: World, slug: str) -> int | None:
    """The number of the proposal that is to enact this rule."""
    for _, poll in world.records.items("polls"):
        if poll["status"] not in UNDECIDED or poll.get("landed") or not numbers.is_borne(poll["number"]):
            continue
        files = changes.content(world, poll["change"])["files"]
        if changes.pairs(files, folder_of(world.book.ruleset)).get(slug, ("", ""))[0] is None:
            return int(poll["number"])
    return None
