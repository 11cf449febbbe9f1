"""A timer belongs to the rule that sets it: another may use the same name."""

from __future__ import annotations

from engine.game.examples.example_stage import Stage
from tests.island import RULESET, failures, rule, with_rules

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


def naming(number: int, name: str) -> str:
    front = f"commands: [{{usage: /{name} <called>, run: begin, help: x}}, {{usage: /no{name} <called>, run: stop, help: x}}]\n"
    code = "def begin(player, called):\n    set_timer(called, now() + hours(1), 'ring')\n\n"
    code += "def stop(player, called):\n    cancel_timer(called)\n\ndef ring():\n    announce('Rings.')\n"
    return rule(number, name, front=front, code=code)


def test_whoever_chose_the_name_beside_anothers_for_its_own_takes_nothing_from_it() -> None:
    law = with_rules({"120-ding.md": naming(120, "ding"), "121-dong.md": naming(121, "dong")})
    stage = Stage({"given": {"players": {"ana": {"active": True}}}, "when": []}, law, RULESET)

    def has(*steps: str) -> dict[str, str]:
        for text in steps:
            assert stage.step({"by": "ana", "says": text}) is None
        return {key: record["rule"] for key, record in stage.world.records.items("timers")}

    assert has("/dong t", "/dong t@ding", "/ding t") == {"t": "dong", "t@ding": "dong", "t@ding@ding": "ding"}
    assert has("/nodong t", "/ding t") == {"t@ding": "dong", "t@ding@ding": "ding"}
    assert has("/noding t", "/ding t") == {"t@ding": "dong", "t": "ding"}
    assert has("/noding t", "/dong t", "/dong t@ding@ding") == dict.fromkeys(("t", "t@ding", "t@ding@ding"), "dong")
    stage.step({"by": "ana", "says": "/ding t", "refused": ""})
    assert {record["rule"] for _, record in stage.world.records.items("timers")} == {"dong"}


def test_the_function_of_a_timer_may_be_written_with_a_blank_behind_its_name() -> None:
    code = CODE.format(name="ding", at=1).replace("def ring(", "def ring (")
    front = "commands:\n  - {usage: /ding, run: begin, help: x}\n  - {usage: /noding, run: stop, help: x}\n"
    case = f"given: {{players: {{ana: {{active: true}}}}}}\nwhen:\n  - {DING}\n  - {LATE}\nthen: {{replies: [ding rings]}}\n"
    assert failures(case, with_rules({"120-ding.md": rule(120, "ding", front=front, code=code)})) == []


def test_a_timer_whose_function_is_only_told_of_is_dropped() -> None:
    """In a remark, say, where the function was before."""
    code = CODE.format(name="ding", at=1)
    left = code.replace("def ring(player):\n", "# def ring(player):\n#") + "\ndef other(player):\n    pass\n"
    front = "commands:\n  - {usage: /ding, run: begin, help: x}\n  - {usage: /noding, run: stop, help: x}\n"
    stage = Stage(
        {"given": {"players": {"ana": {"active": True}}}},
        with_rules({"120-ding.md": rule(120, "ding", front=front, code=code)}),
        RULESET,
    )
    amended = rule(120, "ding", front=front.replace("run: begin", "run: other"), code=left.replace('"ring"', '"other"'))
    steps = [
        {"by": "ana", "says": "/ding"},
        {"by": "ana", "opens": {"pull": 12, "title": "Ding", "changes": {"120-ding.md": amended}}},
        *({"by": "ana", "says": text, "on": 12} for text in ("/open", "yay", "/resolve")),
        {"clock": "2026-01-05T18:30:00Z"},
    ]
    assert [stage.step(step) for step in steps] == [None] * len(steps)
    assert stage.world.records.keys("timers") == [] and stage.world.notes.owed == {}
