"""What `load` finds under a name: the code of a rule, or else that which rules share."""

from __future__ import annotations

from engine.law.documents.document import parse
from engine.law.running.sources import sources
from tests.island import rule

SHARED = {"songs": "SHARED = True\n", "tides": "SHARED = True\n"}


def test_a_rule_goes_before_shared_code_of_its_name_if_it_has_any() -> None:
    documents = {
        "songs": parse("rules/x/120-songs.md", rule(120, "Songs", code="OWN = True\n")),
        "tides": parse("rules/x/121-tides.md", rule(121, "Tides", front="by_hand: true\n")),
    }
    assert {slug: source.path for slug, source in sources(documents, SHARED).items()} == {
        "songs": "rules/x/120-songs.md",
        "tides": "rules/library/tides.star",
    }
