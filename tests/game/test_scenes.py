"""Examples name rules by their slugs, and may begin from a scene that a rule of the ruleset sets."""

from __future__ import annotations

from tests.island import failures, rule, with_rules

VILLAGE = rule(
    120,
    "Village",
    front="scenes:\n  village:\n    players: {ana: {active: true, shells: 3}, bo: {active: true}}\n    huts: {ana: {size: 1}}\n",
)
LAW = with_rules({"120-village.md": VILLAGE})


def test_a_case_begins_from_a_scene_with_its_own_records_over_it() -> None:
    case = """
scene: village
given: {players: {ana: {shells: 1}}}
when: [{by: ana, says: /build}]
then: {players: {ana: {shells: 1}, bo: {shells: 0}}, huts: {ana: {size: 2}}}
"""
    assert failures(case, LAW) == []
    (found,) = failures(case.replace("scene: village", "scene: vilage"), LAW)
    assert "did you mean `village`?" in found


def test_rules_are_named_by_their_slugs_and_what_was_adopted_can_go_again() -> None:
    song = "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"
    steps = "".join(f"  - {{by: ana, says: {word}, on: %d}}\n" for word in ("/open", "yay", "/resolve"))
    case = f"""
given: {{players: {{ana: {{active: true}}}}, rules: {{huts: null, gifts: {{title: Presents}}}}}}
when:
  - {{by: ana, says: /build, refused: do not know}}
  - {{by: ana, opens: {{pull: 12, title: Songs, changes: {{121-songs.md: "{song}"}}}}}}
{steps % (12, 12, 12)}  - {{by: ana, opens: {{pull: 13, title: No songs, changes: {{songs: null}}}}}}
{steps % (13, 13, 13)}then: {{rules: {{songs: null, huts: null, gifts: {{title: Presents}}}}}}
"""
    assert failures(case) == []
    assert "did you mean `gifts`?" in failures("given: {rules: {gift: null}}\nwhen: []\n")[0]


def test_rules_lay_together_what_they_say_of_one_scene() -> None:
    pier = rule(121, "Pier", front="scenes:\n  village:\n    players: {bo: {fish: 2}}\n")
    case = "scene: village\nwhen: []\nthen: {players: {ana: {shells: 3}, bo: {fish: 2, active: true}}}\n"
    assert failures(case, {**LAW, **with_rules({"121-pier.md": pier})}) == []


def test_a_step_that_cannot_be_played_is_told_after_what_went_wrong_before_it() -> None:
    case = "given: {players: {ana: {}}}\nwhen: [{by: ana, says: /council Why?}, {by: ana, says: yay, on: council/1}]\n"
    first, second = failures(case)
    assert "step 1: refused" in first
    assert "step 2: cannot be played: there is no issue 'council/1'" in second


def test_of_two_rules_that_say_another_thing_of_one_scene_the_later_is_right_in_whatever_order_they_are_read() -> None:
    late, early = (
        rule(n, f"Pier {n}", front=f"scenes: {{village: {{players: {{bo: {{fish: {n}}}}}}}}}\n") for n in (122, 121)
    )
    law = {**with_rules({}), "rules/island/122-late.md": late, "rules/island/121-early.md": early}
    case = "scene: village\nwhen: []\nthen: {players: {bo: {fish: 122}}}\n"
    assert failures(case, law) == []
