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
