"""A timer belongs to the rule that sets it: another may use the same name."""

from __future__ import annotations

from tests.island import failures, rule, with_rules

CODE = """def begin(player):
    set_timer("t", now() + hours({at}), "ring", player = player)

def stop(player):
    cancel_timer("t")

def ring(player):
    announce("{name} rings")
"""


def ringing(number: int, name: str, at: int) -> str:
    front = f"commands:\n  - {{usage: /{name}, run: begin, help: x}}\n  - {{usage: /no{name}, run: stop, help: x}}\n"
    return rule(number, name, front=front, code=CODE.format(name=name, at=at))


LAW = with_rules({"120-ding.md": ringing(120, "ding", 1), "121-dong.md": ringing(121, "dong", 2)})


def rung(*steps: str) -> list[str]:
    """What was announced, as far as it can be told from one claim."""
    lines = "".join(f"  - {step}\n" for step in steps)
    case = f"given: {{players: {{ana: {{active: true}}}}}}\nwhen:\n{lines}then: {{replies: [nothing of the kind]}}\n"
    (found,) = failures(case, LAW)
    return [word for word in ("ding rings", "dong rings") for _ in range(found.count(word))]


DING, DONG, NO_DING, NO_DONG = (f"{{by: ana, says: /{word}}}" for word in ("ding", "dong", "noding", "nodong"))
NOON, ONE, TWO, LATE = (f"{{clock: 2026-01-05T{hour}:30:00Z}}" for hour in (12, 13, 14, 18))


def test_both_ring() -> None:
    assert rung(DING, DONG, LATE) == ["ding rings", "dong rings"]
    assert rung(DONG, DING, LATE) == ["ding rings", "dong rings"]


def test_each_rule_cancels_its_own_alone() -> None:
    assert rung(DING, DONG, NO_DING, LATE) == ["dong rings"]
    assert rung(DING, DONG, NO_DONG, LATE) == ["ding rings"]


def test_setting_it_again_replaces_ones_own_also_when_the_others_is_gone() -> None:
    assert rung(DING, DONG, ONE, DONG, LATE) == ["ding rings", "dong rings"]
    assert rung(DING, DONG, ONE, DING, NO_DONG, LATE) == ["ding rings", "ding rings"]
    assert rung(DING, DONG, ONE, DONG, NO_DONG, LATE) == ["ding rings"]
