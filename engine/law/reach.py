"""Which words a rule's function can come to, through the functions it calls, here and in what the rule loads."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from engine.law.documents.document import Document
from engine.law.documents.profile import WITHIN, Unfit, every_node, names_called, strings, tree
from engine.law.rulebook import Rulebook
from engine.store.once import once

ANY = "*"  # stands for collections whose names are not written out
Place = tuple[str, str]  # the slug of a rule or of shared code, and a function in it
# What has names of its own is not looked into
_HERE: Final = {**WITHIN, **dict.fromkeys((ast.FunctionDef, ast.Lambda, ast.ListComp, ast.DictComp), ())}
Look = Callable[[ast.AST], tuple[Any, ...]]


def reaches(book: Rulebook, slug: str, function: str, words: str | Iterable[str]) -> bool:
    """Whether the function of that rule may come to one of these host words. What cannot be parsed reaches nothing."""
    wanted = {words} if isinstance(words, str) else set(words)
    near = function in wanted or not wanted.isdisjoint(_in_sight(book, slug))
    return near and not wanted.isdisjoint(_reached(book, slug, function))


@once
def _in_sight(book: Rulebook, slug: str) -> frozenset[str]:
    """All names that a rule's code mentions anywhere, and what it comes to load."""
    return frozenset().union(*(_mentioned(code) for _, code in _codes(book, slug)))


@lru_cache(maxsize=1024)
def _mentioned(code: str) -> frozenset[str]:
    try:
        return names_called(code).union(name for _, name in loads(code).values())
    except Unfit:
        return frozenset()


@once
def _reached(book: Rulebook, slug: str, function: str) -> frozenset[str]:
    """The names of all that the function may come to."""
    return frozenset(name for _, name in _places(book, slug, function))


def own_words(book: Rulebook, slug: str, function: str) -> frozenset[str]:
    """The names that the function comes to within its own rule, host words among them."""
    return frozenset(name for at, name in _places(book, slug, function) if at == slug)


def puts(book: Rulebook, slug: str, function: str, collection: str) -> bool:
    """Whether the function of that rule may come to put a record into a collection, written there by its name."""
    return any(collection in found for found in _found(book, slug, function, _collection))


def reads(book: Rulebook, slug: str, function: str) -> frozenset[str]:
    """The collections whose records the function may come to read, `polls` among them; ANY where that is not written out."""
    return frozenset().union(*_found(book, slug, function, _source))


def says(book: Rulebook, slug: str, function: str, field: str, value: object) -> bool:
    """Whether the function of that rule may come to a record with this value in a field, both written there in so many words."""
    return any((field, value) in found for found in _found(book, slug, function, _pairs))


def names(book: Rulebook, slug: str, function: str, word: str) -> bool:
    """Whether the function of that rule may come to this text, written there by itself, or to what another rule answers."""
    return any({word, ANY} & found for found in _found(book, slug, function, _text))


def opens_here(book: Rulebook, slug: str, function: str) -> bool:
    """Whether the function of that rule may come to open a poll in a thread that is there: a proposal, not an issue of its own."""
    return any(_found(book, slug, function, _own_thread))


def kinds_opened_here(book: Rulebook, slug: str, function: str) -> frozenset[str]:
    """The kinds of polls that the function may come to open in a thread that is there, as far as they are written out."""
    return frozenset().union(*_found(book, slug, function, _kind_in_own_thread))


def _places(book: Rulebook, slug: str, function: str) -> tuple[Place, ...]:
    """The function, and everything it may come to, each once; words stand under the rule that uses them."""
    return _walked(slug, function, _codes(book, slug))


@once
def _codes(book: Rulebook, slug: str) -> tuple[tuple[str, str], ...]:
    """(slug, code) of a rule, and of all that it comes to load: nothing else says where its functions lead."""
    found, waiting = {}, [slug]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found[one] = _code(book, one)
            waiting += sorted(_loads(found[one]))
    return tuple(found.items())


@lru_cache(maxsize=4096)
def _walked(slug: str, function: str, codes: tuple[tuple[str, str], ...]) -> tuple[Place, ...]:
    known, waiting, seen = dict(codes), [(slug, function)], dict[Place, None]()
    while waiting:
        place = waiting.pop()
        if place not in seen:
            seen[place] = None
            waiting += [where for _, where in _meant(known.get(place[0], ""), *place)]
    return tuple(seen)


def with_loaders(book: Rulebook, slugs: Iterable[str]) -> set[str]:
    """These rules and this shared code, and all rules whose code comes to load one of them."""
    found = set(slugs)
    while more := {slug for slug in _slugs(book) - found if _loads(_code(book, slug)) & found}:
        found |= more
    return found


def loaded_from(documents: Iterable[Document], library: Mapping[str, str]) -> list[str]:
    """The shared code that one of these rules comes to load."""
    found: set[str] = set()
    waiting = [slug for d in documents if d.code for slug in _loads(d.code)]
    while waiting:
        slug = waiting.pop()
        if slug in library and slug not in found:
            found.add(slug)
            waiting += _loads(library[slug])
    return sorted(found)


def codes(book: Rulebook) -> list[str]:
    """The code of the rules in force, and the shared code that they come to load."""
    return [d.code for d in book.ranked] + [book.library[slug] for slug in loaded_from(book.ranked, book.library)]


def writes_out(book: Rulebook, text: str) -> bool:
    """Whether a rule in force has this text written out: in its code, among its parameters or in shared code that it comes to load.

    A rule that cannot be read may have any.
    """
    return bool(book.unreadable) or text in _written_out(book)


@once
def _written_out(book: Rulebook) -> frozenset[str]:
    given = [value for d in book.ranked for value in d.parameters.values() if isinstance(value, str)]
    return frozenset([*given, *(text for code in codes(book) for text in strings(code))])


def _slugs(book: Rulebook) -> set[str]:
    return {*book.documents, *book.library}


def _loads(code: str) -> set[str]:
    return {slug for slug, _ in loads(code).values()}


def functions(book: Rulebook, slug: str) -> list[str]:
    """The functions at the top level of a rule's or of shared code, in order."""
    every = (node.name for node in _statements(_code(book, slug)) if isinstance(node, ast.FunctionDef))
    return list(dict.fromkeys(every))


def mentions(book: Rulebook, slug: str, function: str) -> list[tuple[int, Place]]:
    """(line within the code, what is meant) of every name the function mentions, in the order of the text.

    A name that is not loaded is taken for one of the same file's: words are nobody's, and lead no further.
    """
    return _meant(_code(book, slug), slug, function)


def _meant(code: str, slug: str, function: str) -> list[tuple[int, Place]]:
    loaded = loads(code)
    return [(line, loaded.get(name, (slug, name))) for line, name in _bodies(code).get(function, ())]


def _code(book: Rulebook, slug: str) -> str:
    return book.documents[slug].code if slug in book.documents else book.library.get(slug, "")


@lru_cache(maxsize=1024)
def _bodies(code: str) -> Mapping[str, tuple[tuple[int, str], ...]]:
    """Function -> the names in it with their lines, without those of its own, which mean no function of the file."""
    found = {}
    for node in _statements(code):
        if isinstance(node, ast.FunctionDef):
            own = _own_names(node)
            around = _names(node.args)  # what a parameter has if it is left out is worked out outside
            names = around + [n for statement in node.body for n in _names(statement) if n.id not in own]
            found[node.name] = tuple((n.lineno, n.id) for n in sorted(names, key=lambda n: (n.lineno, n.col_offset)))
    return found


def _names(node: ast.AST) -> list[ast.Name]:
    return [n for n in every_node(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]


def _own_names(function: ast.FunctionDef) -> set[str]:
    """What is the function's own all through it: its parameters, and the names that it sets."""
    taken = {node.arg for node in every_node(function.args) if isinstance(node, ast.arg)}
    here = (node for statement in function.body for node in every_node(statement, _HERE))
    return taken.union(node.id for node in here if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))


def _found(book: Rulebook, slug: str, function: str, look: Look) -> Iterator[frozenset[Any]]:
    """What is looked for in all that the function may come to, place by place."""
    return (_seen(_code(book, at), look).get(name, frozenset()) for at, name in _places(book, slug, function))


@lru_cache(maxsize=4096)
def _seen(code: str, look: Look) -> Mapping[str, frozenset[Any]]:
    """Function -> what is found by looking at each node of it."""
    bodies = [(node.name, every_node(node)) for node in _statements(code) if isinstance(node, ast.FunctionDef)]
    return {name: frozenset(one for node in nodes for one in look(node)) for name, nodes in bodies}


def _source(node: ast.AST) -> tuple[str, ...]:
    """The collection that is read; ANY for one whose name is put together, and where other rules are asked."""
    match node:
        case ast.Call(func=ast.Name(id="get" | "keys" | "find" | "column"), args=[ast.Constant(value=str(name)), *_]):
            return (name,)
        case ast.Call(func=ast.Name(id="get" | "keys" | "find" | "column" | "ask" | "call")):
            return (ANY,)
        case ast.Call(func=ast.Name(id="polls" | "tally")):
            return ("polls",)
    return ()


def _collection(node: ast.AST) -> tuple[str, ...]:
    """The collection that a record is put into."""
    match node:
        case ast.Call(func=ast.Name(id="put"), args=[ast.Constant(value=str(name)), *_]):
            return (name,)
    return ()


def _own_thread(node: ast.AST) -> tuple[str, ...]:
    """Whether a poll is opened and its thread named."""
    match node:
        case ast.Call(func=ast.Name(id="open_poll"), args=in_order, keywords=named):
            if len(in_order) > 3 or any(keyword.arg == "thread" for keyword in named):
                return ("thread",)
    return ()


def _kind_in_own_thread(node: ast.AST) -> tuple[str, ...]:
    match node:
        case ast.Call(args=[ast.Constant(value=str(kind)), *_]) if _own_thread(node):
            return (kind,)
    return ()


def _text(node: ast.AST) -> tuple[str, ...]:
    """The text that is written out; ANY where other rules are asked."""
    match node:
        case ast.Constant(value=str(text)):
            return (text,)
        case ast.Call(func=ast.Name(id="ask" | "call")):
            return (ANY,)
    return ()


def _pairs(node: ast.AST) -> tuple[tuple[object, object], ...]:
    """The fields of a record whose value is written out."""
    if not isinstance(node, ast.Dict):
        return ()
    both = zip(node.keys, node.values, strict=True)
    return tuple((k.value, v.value) for k, v in both if isinstance(k, ast.Constant) and isinstance(v, ast.Constant))


@lru_cache(maxsize=1024)
def loads(code: str) -> Mapping[str, Place]:
    """Local name -> where it comes from."""
    found: dict[str, Place] = {}
    for statement in _statements(code):
        match statement:
            case ast.Expr(
                value=ast.Call(func=ast.Name(id="load"), args=[ast.Constant(value=str(slug)), *rest], keywords=renamed)
            ):
                found |= {str(n.value): (slug, str(n.value)) for n in rest if isinstance(n, ast.Constant)}
                found |= {str(k.arg): (slug, str(k.value.value)) for k in renamed if isinstance(k.value, ast.Constant)}
    return found


def _statements(code: str) -> list[ast.stmt]:
    try:
        return tree(code).body
    except Unfit:
        return []
