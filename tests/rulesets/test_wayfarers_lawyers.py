"""People who try to win Wayfarers by its letter: what each of them gets is nothing that the others did not agree to."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.examples.examples import Example, play
from engine.store import guard
from tests.rulesets.texts import HOST, TEXTS

BEGINNING = "given: {players: {ana: {active: true}, bo: {active: true}, cy: {active: true}}}"
WALKING = BEGINNING[:-1] + ", game: {round: 1, turn: 1, phase: movement, current: ana}}"
THROWN = BEGINNING[:-1] + ", game: {round: 1, turn: 1, phase: movement, current: ana, roll: 3}}"
PROPOSING = BEGINNING[:-1] + ", game: {round: 1, turn: 1, phase: rule-change, current: ana}}"
PULL = "- {by: ana, opens: {pull: 12, title: Longer, changes: {103: {parameters: {patience: 48}}}}}\n  - {by: ana, says: /open, on: 12}\n"
VOTING = f"{PROPOSING}\nwhen:\n  {PULL}"
NEW = 'x.md: "---\\nrule: next\\ntitle: X\\nby_hand: true\\n---\\nX.\\n"'
CAMP = "rules: {103: {parameters: {patience: 36, phases: [movement, rule-change, camp]}}}"
WAITING = (
    PROPOSING[:-1]
    + f", {CAMP}}}\nwhen:\n  {PULL}"
    + "".join(f"  - {{by: {p}, says: yay, on: 12}}\n" for p in ("ana", "bo", "cy"))
)
FAULTY = "---\\nrule: {n}\\ntitle: Bad\\non: {{{on}: fail}}\\n---\\nBad.\\n\\n```starlark\\ndef fail(*args):\\n    x = {{}}[1]\\n```\\n"
RUSH = "---\\nrule: 940\\ntitle: Rush\\ncommands: [{usage: /rush, run: rush}]\\nanswers: {verdict: sung, resolves_itself: at_once, takes_effect: from_now_on}\\n---\\nWho writes /rush in a pull request has it adopted.\\n\\n~~~starlark\\ndef rush(player):\\n    open_poll('song', 'A song', [player, 'bo'], thread = here()['number'])\\n\\ndef is_song(poll):\\n    return poll['kind'] == 'song'\\n\\ndef sung(poll, tally):\\n    return 'adopted' if is_song(poll) else None\\n\\ndef at_once(poll, tally):\\n    return True if is_song(poll) else None\\n\\ndef from_now_on(poll):\\n    return 'now' if is_song(poll) else None\\n~~~\\n"

CASES = {
    # Joining and leaving
    "whoever joins in mid-poll has no vote in it": VOTING
    + "  - {by: eve, says: /join}\n  - {by: eve, says: nay, on: 12, refused: not a player}\nthen: {tally: {12: {electorate: 3}}}",
    "whoever joins in mid-round has no turn in it": WALKING
    + "\nwhen:\n  - {by: bob, says: /join}\n  - {by: ana, says: /inactive}\n  - {by: bo, says: /inactive}\nthen: {game: {current: cy, round: 1}, players: {bob: null}}",
    "asking often is asking once": WALKING
    + "\nwhen:\n  - {by: eve, says: /join}\n  - {by: eve, says: /join, refused: asked already}\nthen: {requests: {eve: {}}}",
    "leaving and coming back in one round gives no second turn": WALKING
    + "\nwhen:\n  - {by: ana, says: /inactive}\n  - {by: ana, says: /active}\n  - {by: ana, says: /roll, refused: 'not your turn: bo'}\nthen: {game: {turn: 2}}",
    "being away when it would be one's turn loses it, and nothing else": WALKING
    + "\nwhen:\n  - {by: bo, says: /inactive}\n  - {by: ana, says: /inactive}\n  - {by: bo, says: /active}\n  - {by: ana, says: /active}\nthen: {game: {current: cy, turn: 2}}",
    "a proposer who runs away takes no vote along that all others gave": VOTING
    + "  - {by: bo, says: yay, on: 12}\n  - {by: cy, says: yay, on: 12}\n  - {by: ana, says: /inactive}\nthen: {polls: {12: {status: adopted}}, game: {current: bo, turn: 2}}",
    "a proposer who runs away before all have voted has lost": VOTING
    + "  - {by: cy, says: yay, on: 12}\n  - {by: ana, says: /inactive}\nthen: {polls: {12: {status: rejected}}}",
    "one who leaves in mid-poll is not missing, and no longer a player": VOTING
    + "  - {by: ana, says: yay, on: 12}\n  - {by: bo, says: yay, on: 12}\n  - {by: cy, says: /inactive}\nthen: {polls: {12: {status: adopted}}}",
    "coming back in mid-poll makes one's vote missing again": VOTING
    + "  - {by: cy, says: /inactive}\n  - {by: ana, says: yay, on: 12}\n  - {by: cy, says: /active}\n  - {by: bo, says: yay, on: 12}\nthen: {polls: {12: {status: open}}}",
    "a vote against by one who is away counts": VOTING
    + "  - {by: cy, says: /inactive}\n  - {by: ana, says: yay, on: 12}\n  - {by: cy, says: nay, on: 12}\nthen: {polls: {12: {status: rejected}}, players: {cy: {active: true}}}",
    "when the others leave, the last one adopts nothing": VOTING
    + "  - {by: ana, says: yay, on: 12}\n  - {by: bo, says: /inactive}\n  - {by: cy, says: /inactive}\nthen: {polls: {12: {status: open}}, rules: {103: {parameters: {patience: 36}}}}",
    "the last one left does not walk on alone": WALKING
    + "\nwhen:\n  - {by: bo, says: /inactive}\n  - {by: cy, says: /inactive}\n  - {by: ana, says: /inactive}\n  - {by: ana, says: /active}\n  - {by: ana, says: /roll, refused: is over}\nthen: {game: {turn: 1, phase: over}}",
    "nobody begins alone before the others have come": "when:\n  - {by: ana, says: /join}\n  - {by: ana, says: /start, refused: two players}\nthen: {game: {round: 0}}",
    "nobody begins twice": WALKING + "\nwhen:\n  - {by: bo, says: /start, refused: already}\nthen: {game: {turn: 1}}",
    "what a rule puts to the vote under another name changes rules by the votes of all alone": PROPOSING[:-1]
    + f', rules: {{940-rush.md: "{RUSH}"}}}}'
    + "\nwhen:\n  - {by: ana, opens: {pull: 12, title: Longer, changes: {103: {parameters: {patience: 48}}}}}\n  - {by: ana, says: /rush, on: 12}"
    + "\nthen: {polls: {12: {kind: song, status: rejected}}, rules: {103: {parameters: {patience: 36}}}}",
    # Throws and moves
    "a throw one dislikes is not thrown again": THROWN
    + "\nwhen:\n  - {by: ana, says: /roll, refused: thrown already}\nthen: {game: {roll: 3}}",
    "nor after leaving in the same turn": WALKING
    + "\nrolls: [1]\nwhen:\n  - {by: ana, says: /roll}\n  - {by: ana, says: /inactive}\n  - {by: ana, says: /active}\n  - {by: ana, says: /roll, refused: not your turn}\nthen: {game: {roll: null, current: bo}}",
    "nobody throws or moves for another": THROWN
    + "\nwhen:\n  - {by: bo, says: /move NNN, refused: not your turn}\n  - {by: bo, says: /roll, refused: not your turn}\nthen: {players: {bo: {y: 0}}}",
    "a path is not padded with nothing": THROWN
    + "\nwhen:\n  - {by: ana, says: /move NN0N, refused: not understand}\nthen: {players: {ana: {y: 0}}}",
    "a path does not go there and back": THROWN
    + "\nwhen:\n  - {by: ana, says: /move NSN, refused: detour}\nthen: {players: {ana: {y: 0}}}",
    "a circle is no path": BEGINNING[:-1]
    + ", game: {round: 1, turn: 1, phase: movement, current: ana, roll: 4}}\nwhen:\n  - {by: ana, says: /move NESW, refused: ends 0 away}\nthen: {game: {phase: movement}}",
    "steps across corners are two": THROWN
    + "\nwhen:\n  - {by: ana, says: /move NE NE NE, refused: 6 steps}\nthen: {players: {ana: {x: 0}}}",
    "nobody moves twice": THROWN
    + "\nrolls: [wood]\nwhen:\n  - {by: ana, says: /move NNN}\n  - {by: ana, says: /move NNN, refused: rule-change phase}\nthen: {players: {ana: {y: 3, known: ['0,3']}}}",
    "an edited command moves nobody": THROWN
    + "\nwhen:\n  - {by: ana, says: Wait., label: a, ignored: true}\n  - {by: ana, edits: a, to: /move NNN, refused: An edit runs no command}\nthen: {players: {ana: {y: 0}}, game: {phase: movement}}",
    "a deleted command is done all the same": THROWN
    + "\nrolls: [wood]\nwhen:\n  - {by: ana, says: /move NNN, label: a}\n  - {by: ana, deletes: a}\nthen: {players: {ana: {y: 3}}}",
    "nobody is credited with what was known": THROWN[:-1]
    + ", spaces: {'0,3': {resource: food, discovered_by: bo}}}\nwhen:\n  - {by: ana, says: /move NNN}\nthen: {spaces: {'0,3': {resource: food, discovered_by: bo}}, players: {ana: {known: []}}}",
    "passing through makes nothing known": THROWN
    + "\nrolls: [wood]\nwhen:\n  - {by: ana, says: /move NNN}\nthen: {spaces: {'0,1': null, '0,2': null, '0,3': {resource: wood}}}",
    "the origin gives nothing, from wherever one comes": THROWN.replace(
        "ana: {active: true}", "ana: {active: true, x: 2, y: -1}"
    )
    + "\nwhen:\n  - {by: ana, says: /move WWN}\nthen: {spaces: {'0,0': {resource: none, discovered_by: null}}, players: {ana: {known: []}}}",
    # Proposals and votes
    "nobody proposes before having moved": WALKING
    + f"\nwhen:\n  {PULL.replace('on: 12}', 'on: 12, refused: movement phase}')}then: {{polls: {{12: null}}}}",
    "nobody proposes in the turn of another": PROPOSING
    + "\nwhen:\n  - {by: bo, opens: {pull: 13, title: Mine, changes: {106: null}}}\n  - {by: bo, says: /open, on: 13, refused: not your turn}\nthen: {polls: {13: null}}",
    "nobody opens what another wrote": PROPOSING
    + "\nwhen:\n  - {by: bo, opens: {pull: 13, title: Mine, changes: {106: null}}}\n  - {by: ana, says: /open, on: 13, refused: pull request of bo}\nthen: {polls: {13: null}}",
    "two changes in one coat are two": PROPOSING
    + f"\nwhen:\n  - {{by: ana, opens: {{pull: 13, title: Two, changes: {{106: null, {NEW}}}}}}}\n  - {{by: ana, says: /open, on: 13, refused: A turn has one}}\nthen: {{polls: {{13: null}}}}",
    "a rule does not call itself the first": PROPOSING
    + '\nwhen:\n  - {by: ana, opens: {pull: 13, title: Top, changes: {top.md: "---\\nrule: next\\ntitle: Top\\nimmutable: true\\nby_hand: true\\n---\\nTop.\\n"}}}\n  - {by: ana, says: /open, on: 13, refused: immutable}\nthen: {polls: {13: null}}',
    "a number below the others is not for the taking": PROPOSING
    + '\nwhen:\n  - {by: ana, opens: {pull: 13, title: Low, changes: {001-low.md: "---\\nrule: 1\\ntitle: Low\\nby_hand: true\\n---\\nLow.\\n"}}}\n  - {by: ana, says: /open, on: 13}\n  - {by: ana, says: yay, on: 13}\n  - {by: bo, says: yay, on: 13}\n  - {by: cy, says: yay, on: 13}\nthen: {rules: {1: null, 201: {title: Low}}}',
    "commits behind the votes void them": VOTING
    + "  - {by: bo, says: yay, on: 12}\n  - {by: cy, says: yay, on: 12}\n  - {by: ana, pushes: 12, changes: {103: {parameters: {patience: 1}}}}\n  - {by: ana, says: yay, on: 12, refused: withdrawn}\nthen: {rules: {103: {parameters: {patience: 36}}}, game: {phase: rule-change}}",
    "a second proposal leaves the first without a verdict": VOTING
    + "  - {by: bo, says: yay, on: 12}\n  - {by: ana, opens: {pull: 13, title: World, changes: {106: {title: All}}}}\n  - {by: ana, says: /open, on: 13}\nthen: {polls: {12: {status: withdrawn}, 13: {status: open}}}",
    "two votes of one player are one": VOTING
    + "  - {by: ana, says: yay, on: 12}\n  - {by: ana, says: yay, on: 12}\n  - {by: ana, says: yay, on: 12}\nthen: {tally: {12: {yay: 1}}, polls: {12: {status: open}}}",
    "a yes with conditions is none": VOTING
    + "  - {by: bo, says: yay if I get wood, on: 12, refused: not counted}\nthen: {tally: {12: {cast: 0}}}",
    "a yes turned into a no in time is a no": VOTING
    + "  - {by: bo, says: yay, on: 12, label: b}\n  - {by: bo, edits: b, to: nay}\nthen: {polls: {12: {status: rejected}}}",
    "a yes that is deleted is missing": VOTING
    + "  - {by: bo, says: yay, on: 12, label: b}\n  - {by: bo, deletes: b}\n  - {by: ana, says: yay, on: 12}\n  - {by: cy, says: yay, on: 12}\nthen: {polls: {12: {status: open}}}",
    "a no is not bought back": VOTING
    + "  - {by: bo, says: nay, on: 12, label: b}\n  - {by: bo, deletes: b}\n  - {by: ana, says: /open, on: 12, refused: not your turn}\nthen: {polls: {12: {status: rejected}}, game: {current: bo}}",
    # Waiting
    "what was adopted and waits is not exchanged": WAITING
    + "  - {by: ana, pushes: 12, changes: {103: {parameters: {patience: 1, phases: [movement]}}}}\n  - {by: ana, says: /inactive}\nthen: {rules: {103: {parameters: {patience: 48}}}, game: {turn: 2}}",
    "what was adopted and waits is not voted on again": WAITING
    + "  - {by: ana, says: /open, on: 12, refused: camp phase}\n  - {by: ana, says: nay, on: 12, refused: adopted}\nthen: {polls: {12: {status: adopted}}}",
    "no throw of the turn after waits for another": WAITING
    + "  - {by: bo, says: /roll, refused: not your turn}\n  - {clock: 2026-01-07T00:00:00Z}\nthen: {game: {current: bo, turn: 2}, polls: {12: {landed: true}}}",
    "a change under which no turn could begin takes no effect, and the next turn begins": PROPOSING[:-1]
    + f', {CAMP}}}\nwhen:\n  - {{by: ana, opens: {{pull: 12, title: Bad, changes: {{bad.md: "{FAULTY.format(n="next", on="turn_began")}"}}}}}}\n  - {{by: ana, says: /open, on: 12}}\n'
    + "".join(f"  - {{by: {p}, says: yay, on: 12}}\n" for p in ("ana", "bo", "cy"))
    + "  - {by: ana, says: /inactive}\nthen: {polls: {12: {status: adopted, landed: false}}, rules: {201: null}, game: {current: bo, turn: 2}, replies: ['cannot take effect']}",
    "phases that are none are not begun with": PROPOSING[:-1]
    + f', {CAMP}}}\nwhen:\n  - {{by: ana, opens: {{pull: 12, title: Odd, changes: {{odd.md: "---\\nrule: next\\ntitle: Odd\\nadjusts: {{phases: none}}\\n---\\nOdd.\\n\\n```starlark\\ndef none(found):\\n    return 7\\n```\\n"}}}}}}\n  - {{by: ana, says: /open, on: 12}}\n'
    + "".join(f"  - {{by: {p}, says: yay, on: 12}}\n" for p in ("ana", "bo", "cy"))
    + "  - {by: ana, says: /inactive}\nthen: {polls: {12: {landed: true}}, game: {current: bo, turn: 2, phase: movement}}",
    "a rule that fails over every landing stops nobody, and is repealed": THROWN[:-1]
    + f', rules: {{201-bad.md: "{FAULTY.format(n=201, on="landed")}"}}}}\nrolls: [wood]\nwhen:\n  - {{by: ana, says: /move NNN, fails: Bad}}\n  - {{by: ana, opens: {{pull: 12, title: No, changes: {{201: null}}}}}}\n  - {{by: ana, says: /open, on: 12}}\n'
    + "".join(f"  - {{by: {p}, says: yay, on: 12}}\n" for p in ("ana", "bo", "cy"))
    + "then: {rules: {201: null}, game: {current: bo, turn: 2}}",
    "without resources one walks all the same": THROWN[:-1]
    + ", rules: {105: null}}\nwhen:\n  - {by: ana, says: /move NNN}\n  - {by: ana, says: /status}\nthen: {players: {ana: {y: 3}}}",
    "without company the rest goes on": THROWN[:-1]
    + ", rules: {115: null, 112: null, 111: null}}\nrolls: [wood]\nwhen:\n  - {by: ana, says: /move NNN}\n  - {by: ana, says: /status}\n  - {by: ana, says: /inactive}\nthen: {game: {current: bo}}",
    # Judgment
    "the mover does not judge": WALKING
    + '\nwhen:\n  - {by: ana, opens: {issue: 77, title: Q, body: "/judgment May I?"}}\n  - {by: ana, says: /judge Yes., on: 77, refused: "cy is"}\nthen: {judgments: {77: {judge: cy, rule: null}}}',
    "nobody judges where nobody asked": WALKING
    + "\nwhen:\n  - {by: cy, says: /judge I win., refused: No judgment}\nthen: {rules: {201: null}}",
    "a ruling brings no code": WALKING
    + '\nwhen:\n  - {by: ana, opens: {issue: 77, title: Q, body: "/judgment May I?"}}\n  - {by: cy, says: "/judge Yes.\\n~~~starlark\\nx = 1\\n~~~", on: 77, refused: code}\nthen: {rules: {201: null}}',
    "no rule gives one that is amended another number, to have it prevail": PROPOSING[:-1]
    + ', rules: {940-low.md: "---\\nrule: 940\\ntitle: Low\\nanswers: {rule_number: low}\\n---\\nLow.\\n\\n~~~starlark\\ndef low(change, poll):\\n    return 12\\n~~~\\n"}}\nwhen:\n'
    + f"  {PULL}"
    + "".join(f"  - {{by: {p}, says: yay, on: 12}}\n" for p in ("ana", "bo", "cy"))
    + "then: {rules: {103: {parameters: {patience: 48}}}}",
    "no rule refuses a vote as it hears of it": PROPOSING[:-1]
    + ", rules: {940-hush.md: \"---\\nrule: 940\\ntitle: Hush\\non: {voting: hush}\\n---\\nHush.\\n\\n~~~starlark\\ndef hush(player, poll, choice):\\n    refuse('Hush.', 'Be still.')\\n~~~\\n\"}}\nwhen:\n"
    + f"  {PULL}"
    + "  - {by: bo, says: nay, on: 12, fails: Hush}\nthen: {polls: {12: {status: rejected}}}",
    "a ruling has no rank": WALKING
    + '\nwhen:\n  - {by: ana, opens: {issue: 77, title: "x\\"\\noverrides: all", body: "/judgment May I\\"\\noverrides: all?"}}\n  - {by: cy, says: "/judge ---\\nimmutable: true\\n---\\nYes.", on: 77}\nthen: {rules: {201: {by_hand: true, immutable: false}}}',
    "a question is decided once": WALKING
    + '\nwhen:\n  - {by: ana, opens: {issue: 77, title: Q, body: "/judgment May I?"}}\n  - {by: cy, says: /judge No., on: 77}\n  - {by: cy, says: /judge Yes., on: 77, refused: rule 201}\nthen: {rules: {201: {text: No.}, 202: null}}',
    "a Judge keeps the question when the turn is over": WALKING
    + '\nwhen:\n  - {by: bo, opens: {issue: 77, title: Q, body: "/judgment May she?"}}\n  - {by: ana, says: /inactive}\n  - {by: cy, says: /judge No., on: 77}\nthen: {judgments: {77: {judge: cy, rule: 201}}}',
    "a question that no rule could hold is not asked, and the longest that is asked can be judged": WALKING
    + f"\nwhen:\n  - {{by: bo, opens: {{issue: 77, title: Q, body: {'z' * 30_000}, labels: [judgment]}}, refused: 4000 characters}}\n"
    + f"  - {{by: bo, opens: {{issue: 78, title: Q, body: {'z' * 4_000}, labels: [judgment]}}}}\n"
    + f"  - {{by: cy, says: /judge {'y' * 3_990}, on: 78}}\nthen: {{judgments: {{77: null, 78: {{rule: 201}}}}}}",
    "nobody comes to judge by driving the Judge away": WALKING
    + '\nwhen:\n  - {by: bo, opens: {issue: 77, title: Q, body: "/judgment May she?"}}\n  - {by: cy, says: /inactive}\n  - {by: ana, says: /judge Yes., on: 77, refused: "bo is"}\nthen: {judgments: {77: {judges: [cy, bo]}}}',
    "a flood of questions is dammed": WALKING
    + "\nwhen:\n"
    + "".join(f'  - {{by: bo, opens: {{issue: {n}, title: Q, body: "/judgment {n}?"}}}}\n' for n in (71, 72, 73))
    + '  - {by: bo, opens: {issue: 74, title: Q, body: "/judgment 74?"}, refused: 3 questions open}\nthen: {judgments: {74: null}}',
    "a judgment is repealed by all alone": PROPOSING[:-1]
    + ', rules: {201-x-201.md: "---\\nrule: 201\\ntitle: X\\nby_hand: true\\n---\\nX.\\n"}}\nwhen:\n  - {by: ana, opens: {pull: 12, title: No, changes: {201: null}}}\n  - {by: ana, says: /open, on: 12}\n  - {by: ana, says: yay, on: 12}\n  - {by: bo, says: yay, on: 12}\n  - {by: cy, says: nay, on: 12}\nthen: {rules: {201: {title: X}}}',
}


@pytest.mark.parametrize("name", CASES)
def test_what_they_get_is_what_the_others_agreed_to(name: str) -> None:
    content: dict[str, Any] = guard.load(CASES[name])
    assert [f.message for f in play(Example(name, 1, content), TEXTS, "wayfarers", HOST)] == []


def test_there_are_many_of_them() -> None:
    assert len(CASES) > 50
