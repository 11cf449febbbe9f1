"""Whoever mends a rule that fails is not held up by it, wherever the mistake stands."""

from __future__ import annotations

import json

import pytest

from tests.island import failures, rule, with_rules

SUMS = rule(121, "Sums", code='def sum(tally):\n    return tally["{}"]\n')
LOADER = rule(
    120,
    "Halves",
    front="documents: {card: cards}\nadjusts: {quorum: half}\n",
    code='load("sums", "sum")\n\ndef half(quorum, poll, tally):\n    return quorum and sum(tally) > 0\n',
)
CARD = """---
name: Ace
adjusts: {quorum: held}
---
The highest.

```starlark
def held(quorum, poll, tally):
    return quorum and 1 // %d == 1
```
"""
LAW = with_rules({"120-halves.md": LOADER, "121-sums.md": SUMS.replace("{}", "nothing")})
OF_A_CARD = with_rules({"120-halves.md": LOADER, "121-sums.md": SUMS.replace("{}", "cast"), "cards/ace.md": CARD % 0})


def decided(changes: dict[str, str], law: dict[str, str], *, nay: bool = False) -> list[str]:
    """What is wrong with a vote of three about these changes that is to adopt them; or not, after a nay."""
    votes = [("ana", "yay"), ("bo", "yay"), ("cy", "nay" if nay else "yay")]
    said = "".join(f"  - {{by: {who}, says: {word}, on: 12}}\n" for who, word in votes)
    return failures(
        "given: {players: {ana: {active: true}, bo: {active: true}, cy: {active: true}}}\nwhen:\n"
        f"  - {{by: ana, opens: {{pull: 12, title: Mend, changes: {json.dumps(changes)}}}}}\n"
        f"  - {{by: ana, says: /open, on: 12}}\n{said}"
        f"  - {{by: ana, says: /resolve, on: 12{', refused: null' if nay else ''}}}\n"
        f"then: {{polls: {{12: {{status: {'open' if nay else 'adopted'}}}}}}}\n",
        law,
    )


MENDED: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "the rule that asks": ({"120-halves.md": LOADER.replace(" and sum(tally) > 0", "")}, LAW),
    "the rule that it loads": ({"121-sums.md": SUMS.replace("{}", "cast")}, LAW),
    "a document": ({"cards/ace.md": CARD % 1}, OF_A_CARD),
}


@pytest.mark.parametrize("where", MENDED)
def test_it_is_adopted_where_all_agree(where: str) -> None:
    assert decided(*MENDED[where]) == []


@pytest.mark.parametrize("where", MENDED)
def test_it_is_not_where_somebody_says_nay(where: str) -> None:
    assert decided(*MENDED[where], nay=True) == []


@pytest.mark.parametrize(("law", "who"), [(LAW, "Rule 120 (Halves)"), (OF_A_CARD, "The rule `ace`")])
def test_another_change_is_held_up_by_what_fails(law: dict[str, str], who: str) -> None:
    found = decided({"108-songs.md": rule(108, "Songs").replace("rule: 108", "rule: next")}, law)
    assert any(f"{who} failed" in wrong for wrong in found)
