"""What a rule says in vain: answers that an earlier rule always gives, adjustments that a later one sets anew, voters of a poll
that another rule names for all polls, leave to resolve what resolves itself."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.law.close_reading.going_on import ends
from engine.law.documents.document import Document
from engine.law.documents.problems import Problem
from engine.law.documents.profile import every_node, functions, nodes_of
from engine.law.reach import reaches
from engine.law.rulebook import Rulebook
from engine.law.running.blame import line_of

# What gives something else than None, whatever it is given.
_GIVING = frozenset(
    "active_players keys find rules polls tally now hours days date sorted list dict len str int bool".split()
)
_Set = tuple[str, bool, str]  # a key, whether it is set whatever it was, and to what if that is written out
_VOTERS = "Answer `electorate` for your polls, with {}"
_ANSWER = "Let that give None for what is not its own, or write {}"
_LATER = "To come after it, write {}, or amend that rule, as where the game lets none claim a rank"


def warnings(book: Rulebook) -> Iterator[Problem]:
    """One for each thing a rule says in vain, where the rule says it."""
    for vain in in_vain(book):
        yield vain.problem
    yield from _nobodys_voters(book)
    yield from _nobody_asks_leave(book)


@dataclass(frozen=True)
class InVain:
    """What is wrong, and the rule behind which it is said."""

    problem: Problem
    behind: str


def in_vain(book: Rulebook) -> Iterator[InVain]:
    yield from _never_asked(book)
    yield from _set_anew(book)


def _never_asked(book: Rulebook) -> Iterator[InVain]:
    """One for each answer of a rule that stands behind one that never gives None."""
    questions = {question for document in book.documents.values() for question in document.answers}
    for question in sorted(questions):
        first = None
        for slug, function in book.answering(question):
            document = book.documents[slug]
            if first is not None and not _on_purpose(book.documents[first[0]], document):
                other = book.documents[first[0]]
                place = f"line {line_of(other, first[1])} of {other.path}"
                message = (
                    f"`{question}` is never asked here: `{first[1]}` of `{first[0]}` goes before it and answers always ({place})"
                    f"{_way_out(document, other, _ANSWER)}"
                )
                yield InVain(document.doubt("answers", question, message=message), first[0])
            elif first is None and function in _always(document.code):
                first = (slug, function)


def _nobodys_voters(book: Rulebook) -> Iterator[Problem]:
    """One for each poll that is opened for some voters, where a rule answers for all polls who may vote."""
    for document in book.documents.values():
        lines = _naming_voters(document.code)
        ruling = next((found for found in book.answering("electorate") if _rules_it(book, document, found)), None)
        if not lines or ruling is None or ruling[0] == document.slug:
            continue
        other = book.documents[ruling[0]]
        message = (
            f"`electorate` of this poll is never looked at: `{ruling[1]}` of `{other.slug}` says who votes in every poll "
            f"(line {line_of(other, ruling[1])} of {other.path}){_way_out(document, other, _VOTERS)}"
        )
        for line in lines:
            yield document.warning(line, message)


def _rules_it(book: Rulebook, document: Document, answer: tuple[str, str]) -> bool:
    slug, function = answer
    return slug == document.slug or function in _always(book.documents[slug].code)


def _nobody_asks_leave(book: Rulebook) -> Iterator[Problem]:
    """One for each rule that forbids to resolve, where nobody can ask for it and polls of others resolve themselves."""
    if any(reaches(book, slug, command.run, "resolve") for slug, command in book.commands):
        return
    for document in book.documents.values():
        others = [found for found in book.answering("resolves_itself") if found[0] != document.slug]
        if "resolve" in document.forbids and others:
            slug, function = others[0]
            message = (
                f"`resolve`: nobody asks for it here, and what resolves itself asks nobody (`{function}` of `{slug}`): adjust "
                "`resolves_itself`, or `verdict`"
            )
            yield document.doubt("forbids", "resolve", message=message)


def _set_anew(book: Rulebook) -> Iterator[InVain]:
    """One for each adjustment that sets what a stronger rule, which comes after it, sets whatever it was."""
    questions = {question for document in book.documents.values() for question in document.adjusts}
    for question in sorted(questions):
        stronger: list[tuple[Document, str]] = []
        for slug, function in reversed(book.adjusting(question)):
            document = book.documents[slug]
            mine = _set_by(document.code).get(function, ())
            for other, its in (found for found in stronger if not _on_purpose(found[0], document)):
                for key in _set_otherwise(mine, _set_by(other.code).get(its, ())):
                    message = (
                        f"`{key}`, which `{function}` sets in `{question}`, is set anew by `{its}` of `{other.slug}`, which comes "
                        f"after it (line {line_of(other, its)} of {other.path}){_way_out(document, other, _LATER)}"
                    )
                    yield InVain(document.doubt("adjusts", question, message=message), other.slug)
            stronger.append((document, function))


def _on_purpose(other: Document, document: Document) -> bool:
    """Whether one of two rules says by name that the other one stands over it."""
    over, under = {*other.overrides}, {*document.defers_to}
    return bool(over & {document.slug, document.number} or under & {other.slug, other.number})


def _way_out(document: Document, other: Document, otherwise: str) -> str:
    """What to do about the other rule: `otherwise`, of what claims to stand over it, unless its class is the higher."""
    if other.immutable and not document.immutable:
        return ". That rule is immutable, and goes before this one"
    return f". {otherwise.format(f'`overrides: [{other.slug}]`')}"


def _set_otherwise(mine: Sequence[_Set], theirs: Sequence[_Set]) -> list[str]:
    """The keys that the second sets anew, unless both write them out alike."""
    both = [(one, other) for one in mine for other in theirs if one[0] == other[0] and other[1]]
    return sorted({one[0] for one, other in both if not one[2] or one[2] != other[2]})


@lru_cache(maxsize=1024)
def _set_by(code: str) -> Mapping[str, tuple[_Set, ...]]:
    """function -> the keys it writes into maps, each with whether that is without looking at what was there."""
    return {node.name: tuple(_written(node)) for node in functions(code)}


def _written(function: ast.FunctionDef) -> Iterator[_Set]:
    nodes = every_node(function)
    more = set(_added(nodes))
    for node in nodes:
        for key, value in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                read = (one.slice for one in every_node(value) if isinstance(one, ast.Subscript))
                seen = any(isinstance(one, ast.Constant) and one.value == key.value for one in read)
                what = repr(value.value) if isinstance(value, ast.Constant) else ""
                yield key.value, not seen and node not in more, what


def _added(nodes: list[ast.AST]) -> Iterator[ast.AST]:
    """Maps of lists that are added to others, such as a ballot beside those there are: these stay what they were."""
    for node in nodes:
        for side in (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else ():
            match side:
                case ast.List(elts=items):
                    yield from items
                case ast.ListComp(elt=item):
                    yield item


@lru_cache(maxsize=1024)
def _always(code: str) -> frozenset[str]:
    """The functions that give something else than None, whatever they are given, as far as the text shows it."""
    own = functions(code)
    giving = _GIVING - {node.name for node in own}
    try:
        sure = [n.name for n in own if ends(n.body) and all(_is_something(one, giving) for one in _returned(n))]
    except RecursionError:  # what is nested so deeply is not read as far as that
        return frozenset()
    return frozenset(sure)


def _returned(node: ast.FunctionDef) -> list[ast.expr | None]:
    return [one.value for one in every_node(node) if isinstance(one, ast.Return)]


def _is_something(node: ast.expr | None, giving: frozenset[str]) -> bool:
    match node:
        case ast.Constant(value=value):
            return value is not None
        case ast.IfExp(body=one, orelse=other):
            return _is_something(one, giving) and _is_something(other, giving)
        case ast.BoolOp(values=values):
            return all(_is_something(value, giving) for value in values)
        case ast.Call(func=ast.Name(id=word)):
            return word in giving
        case ast.Compare() | ast.UnaryOp() | ast.BinOp() | ast.List() | ast.ListComp() | ast.Dict():
            return True
    return False


@lru_cache(maxsize=1024)
def _naming_voters(code: str) -> tuple[int, ...]:
    """The lines (within the code) at which a poll is opened for voters that are named there."""
    calls = [node for node in nodes_of(code) if isinstance(node, ast.Call)]
    return tuple(node.lineno for node in calls if _names_voters(node))


def _names_voters(node: ast.Call) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="open_poll"), args=in_order, keywords=named):
            given = [*in_order[2:3], *(keyword.value for keyword in named if keyword.arg == "electorate")]
            return any(not (isinstance(value, ast.Constant) and value.value is None) for value in given)
    return False
