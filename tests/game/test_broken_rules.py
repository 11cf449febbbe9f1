"""A broken rule does not freeze the game: whoever needs it is told, and a proposal that mends it can be adopted."""

from __future__ import annotations

from tests.island import failures, rule, with_rules

THREE = "{ana: {active: true}, bo: {active: true}, cy: {active: true}}"
FAULTY = rule(120, "Faulty", front="on:\n  changed: fail\n", code='def fail(changed):\n    x = {}["nothing"]\n')
LOADER = rule(
    99,
    "Loader",
    front="answers:\n  verdict: never\n",
    code='load("gone", "x")\n\ndef never(poll, tally):\n    return None\n',
)


def test_a_rule_that_faults_is_named_with_its_line_and_nothing_changes() -> None:
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, says: /dive, refused: "Rule 120 (Faulty) failed at line 11"}}
        then:
          players: {{ana: {{shells: 0}}}}
        """,
        with_rules({"120-faulty.md": FAULTY}),
    )


def test_a_faulty_rule_can_be_repealed_by_all() -> None:
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, says: /dive, refused: failed}}
          - {{by: ana, opens: {{pull: 12, title: Away with it, changes: {{120: null}}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: yay, on: 12}}
          - {{by: ana, says: /dive}}
        then:
          polls: {{12: {{status: adopted}}}}
          rules: {{120: null}}
        """,
        with_rules({"120-faulty.md": FAULTY}),
    )


def test_one_nay_keeps_it() -> None:
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, says: /dive, refused: failed}}
          - {{by: ana, opens: {{pull: 12, title: Away with it, changes: {{120: null}}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: cy, says: nay, on: 12}}
        then:
          polls: {{12: {{status: open}}}}
        """,
        with_rules({"120-faulty.md": FAULTY}),
    )


def test_a_rule_that_does_not_load_still_claims_its_questions() -> None:
    songs = '{108-songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nWe sing.\\n"}'
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: Songs, changes: {songs}}}}}
          - {{by: ana, says: /open, on: 12}}
          - {{by: ana, says: yay, on: 12}}
          - {{by: bo, says: yay, on: 12}}
          - {{by: ana, says: /resolve, on: 12, refused: Rule 99}}
          - {{by: bo, opens: {{pull: 13, title: Mend, changes: {{99: null}}}}}}
          - {{by: bo, says: /open, on: 13}}
          - {{by: ana, says: yay, on: 13}}
          - {{by: bo, says: yay, on: 13}}
          - {{by: cy, says: yay, on: 13}}
          - {{by: ana, says: /resolve, on: 12}}
        then:
          polls: {{12: {{status: adopted}}, 13: {{status: adopted}}}}
        """,
        with_rules({"099-loader.md": LOADER}),
    )


def test_repealing_what_others_load_is_said_before_the_vote() -> None:
    assert not failures(
        f"""
        given: {{players: {THREE}}}
        when:
          - {{by: ana, opens: {{pull: 12, title: No shells, changes: {{rules/library/shells.star: null}}}}}}
          - {{by: ana, says: /open, on: 12}}
        then:
          replies: [stop working, 104-gifts.md]
        """
    )
