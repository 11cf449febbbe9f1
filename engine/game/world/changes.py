"""What a proposal would do to the law: the facts of its changes, whether it fits, and the texts that would follow.

A change is slug -> (text at the merge base, text at the head); texts are compared as law, so renumbering by others and a
rebase change nothing.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from engine.game.catalogue import KNOWN
from engine.game.owned import Amiss, Change, Content, Inspected
from engine.game.refusal import Refusal
from engine.game.replies import change_refusals, limit_refusals, refusals
from engine.game.world.described import as_it_is, described
from engine.game.world.memos import put_by
from engine.game.world.world import Law, World
from engine.law.close_reading import clashes, dangling
from engine.law.documents.document import parse
from engine.law.documents.problems import LawProblems, Problem
from engine.law.rulebook import Rulebook
from engine.law.running.texts import put_in_order
from engine.store import canon, splice
from engine.store.layout import LAW, LIBRARY, change_path, folder_of
from engine.store.marks import reached
from engine.store.once import once

MOST_FILES: Final = 2_000  # of the law
_NUMBERED = re.compile(r"rules/\S+|\d+")
Pair = tuple[str | None, str | None]


def kept_problems(text: str) -> list[Amiss]:
    """What is wrong with a change, from the text of its file: that stands last, behind what may be megabytes."""
    found: list[Amiss] = canon.read(f"problems:{text.rpartition(f'{chr(10)}problems:')[2]}")["problems"]
    return found


def content(world: World, hash_: str | None) -> Content:
    """The change of that hash as it was read: {files: {path: [base, head]}, paths, problems}."""
    if hash_ is None:
        return {"files": {}, "paths": [], "problems": []}
    kept = world.memos.changes.get(hash_)
    if kept is None:
        path = change_path(hash_)
        kept = world.memos.changes[hash_] = canon.shared(world.written.get(path) or world.files[path])
    return kept


def keep(world: World, change: Inspected, files: dict[str, str | None]) -> None:
    """Puts a change as it was read among these files, if it is in none. What is equal as law has one hash, so it is kept
    as it was read first: a replay has no other."""
    path = change_path(change["hash"])
    if path not in world.files and path not in files:
        content = {"files": change["files"], "paths": change["paths"], "problems": change["problems"]}
        world.written[path] = files[path] = world.written.get(path) or canon.emit(content)


def pairs(files: Mapping[str, Sequence[str | None]], folder: str) -> dict[str, Pair]:
    """Identity -> (base, head): a rule's identity is its slug, a library file's is `library/<slug>`, a document's has its folder."""
    found: dict[str, Pair] = {}
    paths: dict[str, str] = {}
    for path, (base, head) in sorted(files.items()):
        name = identity(path, folder)
        before, after = found.get(name, (None, None))
        found[name] = (base if base is not None else before, head if head is not None else after)
        if base is not None:
            paths[name] = path
    return {name: pair for name, pair in found.items() if not same_law(*pair) or _is_mended(paths.get(name, ""), *pair)}


def _is_mended(path: str, base: str | None, head: str | None) -> bool:
    """Whether what the engine writes into a rule is put right: a number by hand that is not its name's makes it unreadable."""
    if base is None or base == head or not path.endswith(".md"):
        return False
    try:
        parse(path, base)
    except LawProblems:
        return True
    return False


def identity(path: str, folder: str) -> str:
    if path.startswith(LIBRARY):
        return "library/" + splice.slug_of(path)
    below = path.removeprefix(folder)
    return "/".join([*below.split("/")[:-1], splice.slug_of(path)])


def _is_law(path: str, folder: str) -> bool:
    return path.startswith((folder, LIBRARY))


def same_law(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    return splice.as_law(one) == splice.as_law(other)


def texts_in_force(world: World) -> dict[str, tuple[str, str]]:
    """Identity -> (path, text) of everything the present law consists of."""
    return _in_force(world.law)


@once
def _identities(law: Law) -> dict[str, str]:
    """Path -> identity of each of its files, in force or not."""
    folder = folder_of(law.book.ruleset)
    return {path: identity(path, folder) for path in law.texts if _is_law(path, folder)}


@once
def _in_force(law: Law) -> dict[str, tuple[str, str]]:
    """Of two files by one name, which only a hand can leave, the first by path is in force, as in the rulebook."""
    names = _identities(law)
    return {names[path]: (path, law.texts[path]) for path in sorted(names, reverse=True)}


def shadowed(world: World, paths: Iterable[str]) -> dict[str, str]:
    """Path -> the path in force by its name, of every file of law that is not in force for that reason and goes by a name of these."""
    folder, force = folder_of(world.book.ruleset), texts_in_force(world)
    names = {identity(path, folder) for path in paths if _is_law(path, folder)}
    mine = {path: identity(path, folder) for path in sorted(world.law.texts) if _is_law(path, folder)}
    return {path: force[name][0] for path, name in mine.items() if name in names and force[name][0] != path}


def facts(world: World, hash_: str | None, *, kept: bool = False) -> list[Change]:
    """The changes of a proposal as rules see them; raises Refusal if a text cannot be read as a rule.

    `kept`: of what stands in a poll. There whoever asks is told something in any case: of a text that is no rule what its name says.
    """
    if hash_ is None:
        return []
    under = hash_, id(world.law)
    known = world.memos.changed.get(under)
    if known is None or known[0] is not world.law or (known[2] and not kept):
        found, bare = _facts(world, hash_, kept=kept)
        known = world.memos.changed[under] = (world.law, found, bare)
        world.host.texts.stays(found)
    return known[1]


def _facts(world: World, hash_: str, *, kept: bool) -> tuple[list[Change], bool]:
    """The changes, and whether one of their texts is no rule."""
    change = content(world, hash_)
    named = pairs(change["files"], folder_of(world.book.ruleset)).items()
    try:
        return [_fact(world, change, name, pair, kept=False) for name, pair in named], False
    except Refusal:
        if not kept:
            raise
        reached("poll about a text that is no rule")
        return [_fact(world, change, name, pair, kept=True) for name, pair in named], True


def _fact(world: World, change: Content, name: str, pair: Pair, *, kept: bool) -> Change:
    base, head = pair
    force = texts_in_force(world).get(name)
    after = None
    if head is not None:
        path, text = new_path(world, change, name), world.book.linked(head)
        # No class is left by what cannot be read.
        like = as_it_is(world, *force) if kept and force is not None else None
        after = as_it_is(world, path, text, like) if kept else described(world, path, text)
    before = _before(world, change, name, pair, force)
    was = as_it_is(world, *before, after) if before is not None else None
    if head is None:
        after = was or (as_it_is(world, _path_for(world, name), base) if base is not None else None)
    op = "enact" if base is None else "repeal" if head is None else "amend"
    if op == "amend" and was is not None and after is not None and was["immutable"] != after["immutable"]:
        op = "transmute"
    stands = was if before == force else as_it_is(world, *force, after) if force is not None else None
    if stands is not None and after is not None:  # number and pedigree are the engine's, whatever the head says
        after |= {owned: stands[owned] for owned in ("number", "history", "path") if owned in stands}
    found: Any = put_in_order({**(after or {}), "op": op, "was": was})
    fact: Change = found
    return fact


def _before(
    world: World, change: Content, name: str, pair: Pair, force: tuple[str, str] | None
) -> tuple[str, str] | None:
    """Path and text of what is changed: what is in force, or where that is the change itself by now, what it began from."""
    base, head = pair
    if not same_law(force[1] if force is not None else None, head):
        return force
    folder = folder_of(world.book.ruleset)
    began = (path for path, (old, _) in sorted(change["files"].items()) if old is not None)
    return None if base is None else (next(path for path in began if identity(path, folder) == name), base)


def _path_for(world: World, name: str) -> str:
    force = texts_in_force(world).get(name)
    if force is not None:
        return force[0]
    if name.startswith("library/"):
        return f"{LAW}{name}.star"
    return f"{folder_of(world.book.ruleset)}{name}.md"


def check_fit(world: World, content: Content) -> None:
    """Raises Refusal unless every text the proposal starts from is, as law, the text in force."""
    force = texts_in_force(world)
    for name, (base, _) in pairs(content["files"], folder_of(world.book.ruleset)).items():
        text = force[name][1] if name in force else None
        if same_law(text, base):
            continue
        if base is None and text is not None:
            raise refusals.exists_already(name)
        raise refusals.gone_meanwhile(name) if text is None else refusals.stale(name, _last_change(force.get(name)))


def _last_change(force: tuple[str, str] | None) -> int | None:
    if force is None or not force[0].endswith(".md"):
        return None
    try:
        history = parse(*force).history
    except LawProblems:
        return None
    return int(next(iter(history[-1].values()))) if history else None


def check_problems(world: World, content: Content) -> None:
    """Raises the Refusal of the first thing about the pull request that the engine cannot take."""
    for problem in [*content["problems"], *misplaced(content["paths"])]:
        raise change_refusals.change_problem(problem, folder_of(world.book.ruleset))


def misplaced(paths: Collection[str]) -> list[Amiss]:
    """Problems of where a proposal reaches: into code that is the engine's, or into rules and into the program at once."""
    shared = sorted(path for path in paths if path.startswith(LIBRARY))
    beyond = sorted(path for path in paths if not path.startswith(LAW))
    found: list[Amiss] = [{"code": "library", "paths": shared}] if shared else []
    return found + ([{"code": "mixed", "paths": beyond}] if 0 < len(beyond) < len(set(paths)) else [])


def beyond_the_law(content: Content) -> list[str]:
    """Paths that the engine never merges itself: the program and its workflows."""
    return [p for p in content["paths"] if not p.startswith(LAW)]


def applied(world: World, content: Content) -> Mapping[str, str]:
    """The texts of the whole law as the proposal would leave them, before numbers and links are set. Not to be changed.

    Of what it changes no second file is left by the same name: what is amended or repealed would stay in force by that one.
    """
    of = id(world.law), id(content)
    known = world.memos.applied.get(of)
    return (known or put_by(world.memos.applied, of, (world.law, content, _applied(world, content))))[2]


def _applied(world: World, content: Content) -> Mapping[str, str]:
    force, changed = texts_in_force(world), pairs(content["files"], folder_of(world.book.ruleset))
    texts = dict(world.law.texts)
    for path in [path for path, name in _identities(world.law).items() if name in changed]:
        del texts[path]
    for name, (_, head) in changed.items():
        if head is not None:
            path = force[name][0] if name in force else new_path(world, content, name)
            texts[path] = _numbered(world, path, world.book.linked(head))
    return texts


def _numbered(world: World, path: str, head: str) -> str:
    """The head's text with the number and the pedigree in force: others may have renumbered the rule since."""
    document = world.book.documents.get(splice.slug_of(path))
    if document is None or document.path != path or document.number is None:
        return head
    return splice.stamp(head, document.number, document.history)


def new_path(world: World, content: Content, name: str) -> str:
    """The path at the proposal's head of what it calls by that identity."""
    folder = folder_of(world.book.ruleset)
    heads = (str(path) for path, (_, head) in content["files"].items() if head is not None)
    return next(path for path in heads if identity(path, folder) == name)


def problems_of(world: World, texts: Mapping[str, str]) -> list[Problem]:
    """What would be wrong with these texts as law that is not wrong with the present law."""
    law = world.law_of(world.book.ruleset, texts)
    found = [*law.problems, *declared_wrongly(law.book), *_unread_examples(law.book, world.book)]
    return _new(found, [*world.law.problems, *declared_wrongly(world.book)])


def _unread_examples(book: Rulebook, present: Rulebook) -> list[Problem]:
    """What is wrong with the examples of rules that are new, or read otherwise than now."""
    there = {document.text for document in present.documents.values()}
    return book.unread_examples(but=there)


def _new(found: Sequence[Problem], present: Sequence[Problem]) -> list[Problem]:
    before = {_as_known(problem) for problem in present}
    return [p for p in found if _as_known(p) not in before and p.severity == "error"]


def _as_known(problem: Problem) -> tuple[str, str]:
    """A problem as it stays when rules get other numbers, and other places with them."""
    return splice.slug_of(problem.path), _NUMBERED.sub("", problem.message)


@once
def declared_wrongly(book: Rulebook) -> tuple[Problem, ...]:
    """What rules declare that leads nowhere, or that something else has already."""
    return (*dangling.problems(book, KNOWN), *clashes.problems(book, KNOWN))


def touches(world: World, hash_: str | None) -> set[str]:
    """The slugs of the rules that a proposal's change touches, readable or not."""
    found = pairs(content(world, hash_)["files"], folder_of(world.book.ruleset))
    return {name.rsplit("/", 1)[-1] for name in found}


def must_have_room(world: World, texts: Mapping[str, str]) -> None:
    """Raises Refusal for a law of more files than can be read for every comment; one that has fewer than now is let through."""
    if len(texts) <= MOST_FILES:
        return
    folder = folder_of(world.book.ruleset)
    many = sum(path.startswith(folder) for path in texts)
    if many > MOST_FILES and many > sum(path.startswith(folder) for path in world.law.texts):
        raise limit_refusals.rules_enough(MOST_FILES)


def must_load(world: World, content: Content, texts: Mapping[str, str]) -> list[str]:
    """Raises Refusal if a rule of the change does not load. Returns what else would break: that is for the voters to weigh."""
    must_have_room(world, texts)
    law = world.law_of(world.book.ruleset, texts)
    problems = _new([*law.problems, *_unread_examples(law.book, world.book)], world.law.problems)
    slips = _new(declared_wrongly(law.book), declared_wrongly(world.book))
    mine = _of_change(world, content, [*problems, *slips])
    if mine:
        raise refusals.bad_rule(mine)
    return [str(p) for p in problems]


def amiss_by_now(world: World, content: Content) -> list[str]:
    """What is wrong with a change that could be opened, by what has become law since: what it loads is gone, or its usage is
    another's. What takes long to find is told as it lands.
    """
    law = world.law_of(world.book.ruleset, applied(world, content))
    slips = _new(clashes.problems(law.book, KNOWN), clashes.problems(world.book, KNOWN))
    return _of_change(world, content, [*_new(law.problems, world.law.problems), *slips])


def _of_change(world: World, content: Content, problems: Iterable[Problem]) -> list[str]:
    """Those of its own rules, or about their files."""
    folder = folder_of(world.book.ruleset)
    own = set(pairs(content["files"], folder))
    named = [path for path in content["files"] if identity(path, folder) in own]
    return [str(p) for p in problems if identity(p.path, folder) in own or any(path in p.message for path in named)]
