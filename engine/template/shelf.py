"""The shelf: worked mechanics to begin a rule from, and how one is fitted to another ruleset."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from engine.law.document import parse
from engine.law.fields import Schemas
from engine.store import rulefile
from engine.template import shipped

# What somebody wants to do -> the name of the mechanic that does it, which is the slug of its file in rules/shelf/.
WISHES: Final = {
    "treasury": "tax everyone and let the players spend it",
    "loan": "let players lend, and have debts collected",
    "bounty": "put a reward on a task",
    "shop": "sell something of which there is only so much",
    "timer": "let something happen some hours after a command",
    "election": "elect a leader, who has a veto",
    "ranked-poll": "let players put options in order",
    "weighted-vote": "let some votes count more than others",
    "auction": "sell to the highest sealed bid",
    "map": "have players walk about on a map",
    "delegation": "let players hand their vote to another",
    "timelock": "let changes take effect days later, with a veto until then",
    "quadratic": "let players pay for more votes, each dearer than the last",
}
_COIN: Final = "points"
_HISTORY: Final = re.compile(r"^history:\n(?:  .*\n)+", re.MULTILINE)


def text_of(name: str, title: str, coin: str = _COIN, *, scenes: Collection[str] = ()) -> str:
    """The text of a new rule of that title, like the one on the shelf, paid in that field of players.

    `scenes` are those its ruleset has: what its examples begin from and the ruleset lacks comes along.
    """
    law = shipped.law(shipped.SHELF)
    path = next(path for path in law if re.fullmatch(rf".*/\d+-{re.escape(name)}\.md", path))
    text = _HISTORY.sub("", law[path], count=1)
    text = re.sub(r"^rule: .*$", "rule: next", text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^title: .*$", lambda _: f"title: {_quoted(title)}", text, count=1, flags=re.MULTILINE)
    if set(re.findall(r"^scene: (.*)$", text, re.MULTILINE)) - set(scenes):
        text = text.replace("\n---\n", f"\n{_scenes(law)}---\n", 1)
    return text if coin == _COIN else re.sub(rf"\b{_COIN}\b", coin, text)


def slug_of(title: str) -> str:
    """The name of a rule's file, from its title."""
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in title.lower()).split()
    return "-".join(words)[:60].strip("-") or "rule"


def coins(schemas: Schemas) -> list[str]:
    """The fields of players in which something can be paid: whole numbers that rules declare."""
    return sorted(name for name in schemas.declared("players") if schemas.is_integer("players", name))


def needs_coin(text: str) -> bool:
    return bool(re.search(r"^  coin: ", text, re.MULTILINE))


def _scenes(law: Mapping[str, str]) -> str:
    """The scenes that the examples on the shelf begin from, as they are written there."""
    for path, text in law.items():
        if path.endswith(".md") and parse(path, text).scenes:
            front = rulefile.split(text).front
            found = re.search(r"^scenes:\n(?:  .*\n)+", front, re.MULTILINE)
            return found[0] if found else ""
    return ""


def _quoted(title: str) -> str:
    flat = " ".join(title.split())[:120]
    return '"' + flat.replace("\\", "\\\\").replace('"', '\\"') + '"'
