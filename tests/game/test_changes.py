"""What rules are told of a change: enough to see everything it would do."""

from __future__ import annotations

import json

import pytest

from engine.game.examples.example_stage import Stage
from engine.game.refusal import Refusal
from engine.game.world import changes
from engine.game.world.memos import MOST_LAWS
from tests.island import RULESET, failures, rule, texts, with_rules

GIVEN = "given: {players: {ana: {active: true}}}\n"
STRICT = rule(
    120,
    "Strict",
    front="forbids:\n  open: no_new_commands\n",
    code="""def no_new_commands(player, proposal):
    for change in proposal["changes"]:
        before = change["was"]["front"] if change["was"] else {}
        if change["front"].get("commands") != before.get("commands"):
            return "It changes what can be written."
        if "rule" in change["front"] or "history" in change["front"]:
            return "The engine's own are shown."
    return None
""",
)


def test_a_rule_sees_the_whole_front_matter_before_and_after() -> None:
    case = GIVEN + (
        "when:\n"
        "  - {by: ana, opens: {pull: 12, title: Diving, changes: {106: {commands: []}}}}\n"
        "  - {by: ana, says: /open, on: 12, refused: what can be written}\n"
        "  - {by: ana, opens: {pull: 13, title: Divers, changes: {106: {title: Divers}}}}\n"
        "  - {by: ana, says: /open, on: 13}\n"
    )
    assert failures(case, with_rules({"120-strict.md": STRICT})) == []


def test_the_front_matter_always_has_parameters_and_by_hand() -> None:
    ask = "commands:\n  - {usage: /try, run: attempt, help: Try it.}\n"
    code = (
        "def attempt(player):\n"
        '    fronts = [r["front"] for r in rules() if r["number"] == 121]\n'
        '    reply("%s %s" % (fronts[0]["parameters"], fronts[0]["by_hand"]))\n'
    )
    law = with_rules({"120-try.md": rule(120, "Try", front=ask, code=code), "121-plain.md": rule(121, "Plain")})
    assert failures(GIVEN + 'when: [{by: ana, says: /try}]\nthen: {replies: ["{} True"]}\n', law) == []


def test_in_examples_too_what_is_touched_beside_the_law_belongs_to_the_change() -> None:
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, texts(), RULESET)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Nothing", "changes": {}}})
    stage.step({"by": "ana", "opens": {"pull": 13, "title": "A bot", "changes": {"engine/bot.py": "BOT = 1\n"}}})
    hashes = [(stage.world.records.get("threads", number) or {})["change"] for number in ("12", "13")]
    assert hashes[0] != hashes[1]


SHARED = (
    GIVEN
    + """when:
  - {by: ana, opens: {pull: 12, title: Shells, changes: {CHANGES}}}
  - {by: ana, says: /open, on: 12, refused: REFUSED}
then: {polls: {12: null}}
"""
)
SONG = '"---\\nrule: next\\ntitle: Song\\nby_hand: true\\n---\\nWe sing.\\n"'


@pytest.mark.parametrize("change", ['"def move():\\n    pass\\n"', "null"])
def test_code_that_rules_share_is_not_changed_by_proposal(change: str) -> None:
    case = SHARED.replace("CHANGES", f"rules/library/shells.star: {change}, 120-song.md: {SONG}")
    assert failures(case.replace("REFUSED", "into your own rule")) == []


@pytest.mark.parametrize("path", ["engine/bot.py", ".github/workflows/x.yml", "docs/map.svg"])
def test_rules_and_the_program_are_two_proposals(path: str) -> None:
    case = SHARED.replace("CHANGES", f'{path}: "X = 1\\n", 120-song.md: {SONG}')
    assert failures(case.replace("REFUSED", "two proposals")) == []


def test_each_text_that_a_proposal_starts_from_is_compared_with_the_law() -> None:
    law = texts()
    gifts, huts = (next(path for path in law if slug in path) for slug in ("gifts", "huts"))
    world = Stage({"given": {"players": {}}}, law, RULESET).world
    sound: list[str | None] = [law[gifts], None]
    changes.check_fit(world, {"files": {gifts: sound, huts: [law[huts], None]}, "paths": [], "problems": []})
    stale: list[str | None] = [law[huts].replace("hut", "house"), None]
    with pytest.raises(Refusal, match="The rule `huts` was amended meanwhile"):
        changes.check_fit(world, {"files": {gifts: sound, huts: stale}, "paths": [], "problems": []})


@pytest.mark.parametrize("after", ["We hum.", None])
def test_of_a_rule_that_was_repealed_meanwhile_nobody_is_told_to_bring_the_branch_up_to_date(after: str | None) -> None:
    songs = rule(150, "Songs", prose="We sing.")
    world = Stage({"given": {"players": {}}}, texts(), RULESET).world
    files: dict[str, list[str | None]] = {
        "rules/island/150-songs.md": [songs, after and rule(150, "Songs", prose=after)]
    }
    with pytest.raises(Refusal, match="it was repealed meanwhile") as refused:
        changes.check_fit(world, {"files": files, "paths": [], "problems": []})
    assert "Update your branch" not in refused.value.remedy


def test_of_a_rule_whose_name_a_document_takes_over_its_own_number_is_told() -> None:
    kinds = rule(120, "Kinds", front="documents: {card: cards}\n")
    crier = rule(
        121,
        "Crier",
        front="on: {repealed: cry}\n",
        code='def cry(change, poll):\n    announce("%s %s is gone." % (change["kind"], change["number"]))\n',
    )
    card = json.dumps({"104-gifts.md": None, "cards/gifts.md": "---\nname: Gifts\n---\nA card.\n"})
    case = (
        "given: {players: {ana: {active: true}}}\n"
        f"when:\n  - {{by: ana, opens: {{pull: 12, title: Gifts, changes: {card}}}}}\n"
        "  - {by: ana, says: /open, on: 12}\n  - {by: ana, says: yay, on: 12}\n  - {by: ana, says: /resolve, on: 12}\n"
        "then: {polls: {12: {status: adopted}}, replies: [rule 104 is gone.]}\n"
    )
    assert failures(case, with_rules({"120-kinds.md": kinds, "121-crier.md": crier})) == []


def test_every_file_of_what_is_changed_goes_and_all_else_stays_in_its_order() -> None:
    law = with_rules({"120-strict.md": STRICT, "121-strict.md": STRICT, "122-plain.md": rule(122, "Plain")})
    stage = Stage({"given": {}}, law, RULESET)
    folder = f"rules/{RULESET}/"
    files = {f"{folder}120-strict.md": [STRICT, None], f"{folder}next-new.md": [None, rule(123, "New")]}
    found = changes.applied(stage.world, {"files": files, "paths": [*files], "problems": []})
    left = [path for path in stage.world.law.texts if "strict" not in path]
    assert [*found] == [*left, f"{folder}next-new.md"]
    assert all(found[path] == law[path] for path in left)


def test_the_law_that_a_change_would_make_is_made_once_and_anew_under_another_law() -> None:
    """A proposal that is tried is looked at a dozen times, and each time all of the law was laid out and read."""
    stage = Stage({"given": {"players": {"ana": {"active": True}}}}, texts(), RULESET)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"120-songs.md": rule(120, "Songs")}}})
    stage.step({"by": "ana", "opens": {"pull": 13, "title": "Tales", "changes": {"121-tales.md": rule(121, "Tales")}}})
    world = stage.world
    songs, tales = [changes.content(world, (world.records.get("threads", key) or {})["change"]) for key in ("12", "13")]
    after = changes.applied(world, songs)
    law = world.law_of(RULESET, after)
    assert changes.applied(world, songs) is after and world.law_of(RULESET, after) is law
    assert "songs" in law.book.documents and "tales" not in law.book.documents
    assert world.law_of("none", after).book.documents == {}
    world.law = law
    both = world.law_of(RULESET, changes.applied(world, tales)).book.documents
    assert {"songs", "tales"} <= both.keys()


def test_few_laws_to_come_are_held() -> None:
    world = Stage({"given": {"players": {"ana": {"active": True}}}}, texts(), RULESET).world
    for n in range(3 * MOST_LAWS):
        law = with_rules({"120-songs.md": rule(120, f"Songs {n}")})
        assert world.law_of(RULESET, law).book.documents["songs"].title == f"Songs {n}"
    assert len(world.memos.laws) == MOST_LAWS
