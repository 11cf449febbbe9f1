"""Any one rule of a shipped ruleset can be repealed, and no other rule then writes a field that nobody declares, or offers what is no
more; and any can be transmuted, and who hears of amendments hears of that."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from engine.game.examples.example_stage import Stage
from engine.law.documents.document import Document, parse
from engine.law.documents.profile import tree
from engine.template import shipped

Field = tuple[str, str]


def documents(ruleset: str) -> list[Document]:
    law = shipped.law(ruleset)
    return [
        parse(path, law[path]) for path in sorted(law) if path.startswith(f"rules/{ruleset}/") and path.endswith(".md")
    ]


def written(document: Document) -> Iterator[Field]:
    """The fields that its code puts by name into a collection that it names."""
    for node in ast.walk(tree(document.code)):
        match node:
            case ast.Call(func=ast.Name(id="put"), args=[ast.Constant(value=str(collection)), _, record]):
                yield from ((collection, field) for field in fields_of(record))


def fields_of(record: ast.expr) -> Iterator[str]:
    """The keys of a map, and of what is laid over one."""
    match record:
        case ast.BinOp(left=below, right=above):
            yield from (*fields_of(below), *fields_of(above))
        case ast.Dict(keys=keys):
            yield from (key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str))


def is_careful(document: Document, field: str, owner: Document) -> bool:
    """It looks first whether the field is there, or is taken for broken with the rule that it loads from."""
    looks = f'"{field}" in ' in document.code or f'"{field}" not in ' in document.code
    return looks or f'load("{owner.slug}"' in document.code


@pytest.mark.parametrize("ruleset", sorted(shipped.rulesets()))
def test_who_writes_a_field_that_one_other_rule_declares_looks_whether_it_is_there(ruleset: str) -> None:
    law = documents(ruleset)
    owners: dict[Field, list[Document]] = {}
    for document in law:
        for collection, fields in document.state.items():
            for field in fields:
                owners.setdefault((collection, field), []).append(document)
    careless = [
        f"{document.slug} writes {field} of {collection}, which {owners[collection, field][0].slug} alone declares"
        for document in law
        for collection, field in written(document)
        if (owned := owners.get((collection, field), [])) and document not in owned and len(owned) == 1
        if not is_careful(document, field, owned[0])
    ]
    assert careless == []


@pytest.mark.parametrize("ruleset", sorted([*shipped.rulesets(), shipped.SHELF]))
def test_who_hears_that_a_rule_is_amended_hears_as_well_that_one_is_transmuted(ruleset: str) -> None:
    deaf = [d.slug for d in documents(ruleset) if d.on.get("transmuted") != d.on.get("amended")]
    assert deaf == []


@pytest.mark.parametrize(
    ("repealed", "helps"),
    [
        (
            (),
            "What helps: farms (`/buy 1 farm`), people who work on them (`/allocate`, before you buy), or surplus from another village. ",
        ),
        (("farms",), "What helps: surplus from another village. "),
        (("allocation",), "What helps: farms (`/buy 1 farm`), or surplus from another village. "),
        (("surplus", "allocation"), "What helps: farms (`/buy 1 farm`). "),
        (("farms", "surplus"), ""),
    ],
)
def test_a_hungry_village_is_told_what_helps_and_nothing_that_was_repealed(
    repealed: tuple[str, ...], helps: str
) -> None:
    villages = {"ana": {"name": "Ur", "population": {"general": 50}}}
    given = {"players": {"ana": {"active": True}}, "villages": villages, "rules": dict.fromkeys(repealed)}
    stage = Stage({"now": "2026-01-07T14:00:00Z", "given": given}, shipped.law("credo"), "credo")
    assert stage.step({"clock": "2026-01-07T15:00:00Z"}) is None
    (told,) = [wish["body"] for _, wish in stage.world.records.items("outbox") if "is hungry" in wish.get("title", "")]
    assert told.partition("on Wednesday at 15:00.\n\n")[2] == f"{helps}All you can write: `/help`."
