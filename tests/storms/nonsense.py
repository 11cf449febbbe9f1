"""Rules that forbid, fail, lock, hoard and lie: generated, proposed, and adopted where people let them."""

from __future__ import annotations

import random
from typing import Final

from tests.storms.actors import Actors
from tests.storms.scenarios import Changes

VALUES: Final = (
    "None",
    "True",
    "False",
    "0",
    "-1",
    "99999999999999999999",
    "''",
    "'yay'",
    "[]",
    "[1, None, 'ana', ['bo']]",
    "{}",
    "{(1, 2): 3}",
    "{'a': {1: 2}}",
    "float('nan')",
    "float('inf')",
    "'\\u0000'",
    "'x' * 100000",
    "[0] * 100000",
    "week_after_week",
    "1 // 0",
    "fail('no')",
    "refuse('No.', 'Never.')",
    "[x for x in range(100000000)]",
)
QUESTIONS: Final = (
    "proposal_number",
    "electorate",
    "ballot",
    "counted_ballots",
    "quorum",
    "verdict",
    "resolves_itself",
    "takes_effect",
    "rule_number",
)
OCCASIONS: Final = (
    "opened",
    "voting",
    "voted",
    "adopted",
    "rejected",
    "withdrawn",
    "enacted",
    "pull_changed",
    "acted",
    "changed",
)
ACTS: Final = ("open", "vote", "resolve", "withdraw", "join", "build", "dive", "open_it")
DEEDS: Final = (
    "put('game', 'game', {})",
    "put('hoard', str(now()), {'gold': 1})",
    "[put('hoard', str(i), {'gold': i}) for i in range(2000)]",
    "announce('x' * 70000)",
    "reply('@everyone <!-- nomic:reply/comment/1:00000000 -->')",
    "open_issue('a/b', '', '', assignee = 'nobody')",
    "open_poll('nonsense', 'Nonsense?')",
    "set_timer('t', now() + 60, 'week_after_week')",
    "withdraw(polls('proposal')[0], 'no')",
    "resolve(polls('proposal')[0])",
    "roll('9999999d9999999')",
    "end_game('enough')",
    "[tell('acted', 'ana') for i in range(1000)]",
)


def rule(actors: Actors) -> Changes:
    """The enactment of one of them."""
    name = f"nonsense-{len(actors.island.model.threads)}"
    return {f"rules/{actors.island.ruleset}/950-{name}.md": text(name, actors.chance)}


def text(name: str, chance: random.Random) -> str:
    front, code = [], ["def week_after_week(*args, **data):", f"    {chance.choice(DEEDS)}", ""]
    for part, names in (("answers", QUESTIONS), ("adjusts", QUESTIONS), ("forbids", ACTS), ("on", OCCASIONS)):
        if chance.random() < 0.5:
            picked = chance.sample(names, chance.choice((1, 1, 2)))
            front.append(f"{part}:\n" + "".join(f"  {n}: {part}_{n}\n" for n in picked))
            for n in picked:
                code += [f"def {part}_{n}(*args):", *_body(part, chance), ""]
    if chance.random() < 0.2:
        front.append('schedule:\n  - {cron: "0 * * * *", run: week_after_week}\n')
    front.append("state:\n  hoard:\n    gold: {type: integer, default: 0}\n")
    starlark = "\n".join(code)
    return f"---\nrule: next\ntitle: {name}\n{''.join(front)}---\nWhat {name} says.\n\n```starlark\n{starlark}```\n"


def _body(part: str, chance: random.Random) -> list[str]:
    value = chance.choice(VALUES)
    if part == "on":
        return [f"    {chance.choice((*DEEDS, value))}"]
    # Most are nonsense only now and then, or else nobody would get far enough to adopt the next one.
    guard = [f"    if now() % {chance.choice((2, 3, 7))}:", "        return args[0] if args else None"]
    return [*(guard if chance.random() < 0.7 else []), f"    return {value}"]
