"""The shelf: worked mechanics to begin a rule from, and how one is fitted to another ruleset."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.law.documents.document import parse
from engine.law.documents.fields import Schemas
from engine.store import rulefile
from engine.store.layout import folder_of
from engine.store.slugs import slug
from engine.store.splice import quoted
from engine.store.splice import slug_of as slug_of_path
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
_PURSES: Final = f"scenes:\n  three: {{players: {{ana: {{{_COIN}: 20}}, bo: {{{_COIN}: 10}}}}}}\n"
_OWN: Final = r"(?<=rules: \{)%s(?=:)"
_SAYS: Final = re.compile(r"  - \{by: \w+, says: \"?(/[a-z]+)")
_HISTORY: Final = re.compile(r"^history:\n(?:  .*\n)+", re.MULTILINE)


@dataclass(frozen=True)
class Home:
    """What the ruleset has that a rule from the shelf is meant for; the shelf's own if left out.

    `scenes` by name, `purses` are the fields of players in which something can be paid, `commands` the first words of what can be
    written, `claims` are the rules that the new one is to stand over, and it is `immutable` where it is to be of the higher class.
    """

    scenes: Collection[str] = ("three",)
    purses: Collection[str] = (_COIN,)
    commands: Collection[str] | None = None
    claims: Sequence[str] = ()
    immutable: bool = False


def text_of(name: str, title: str, coin: str = _COIN, home: Home = Home()) -> str:
    """The text of a new rule of that title, like the one on the shelf, paid in that field of players.

    What it needs and its ruleset lacks comes along: the scene its examples begin from, the field it is paid in. Steps of its
    examples that say what nobody can write there are left out, and where they name the rule itself they name the new one.
    """
    law = shipped.law(shipped.SHELF)
    path = next(path for path in law if re.fullmatch(rf".*/\d+-{re.escape(name)}\.md", path))
    text = _HISTORY.sub("", law[path], count=1)
    text = re.sub(r"^rule: .*$", "rule: next", text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^title: .*$", lambda _: f"title: {quoted(title)}", text, count=1, flags=re.MULTILINE)
    text = re.sub(_OWN % re.escape(name), f'"{slug(title)}"', text)
    if home.immutable:
        text = text.replace("\n---\n", "\nimmutable: true\n---\n", 1)
    if home.claims:
        text = text.replace("\n---\n", f"\noverrides: [{', '.join(home.claims)}]\n---\n", 1)
    if set(re.findall(r"^scene: (.*)$", text, re.MULTILINE)) - set(home.scenes):
        text = text.replace("\n---\n", f"\n{_scenes(law)}---\n", 1)
    elif needs_coin(text) and coin not in home.purses:
        text = text.replace("\n---\n", f"\n{_PURSES}---\n", 1)
    if needs_coin(text) and coin not in home.purses:
        text = _declared(text)
    if home.commands is not None:
        text = _sayable(text, home.commands)
    return text if coin == _COIN else re.sub(rf"\b{_COIN}\b", coin, text)


def smallest(ruleset: str) -> dict[str, str]:
    """path -> text of the law that a game of one's own begins with from nothing: what all on the shelf stands on, and shared code."""
    law = shipped.law(shipped.SHELF)
    return {
        path.replace(folder_of(shipped.SHELF), folder_of(ruleset), 1): text
        for path, text in law.items()
        if slug_of_path(path) not in WISHES
    }


def _declared(text: str) -> str:
    """The text with the field of players declared in which it is paid."""
    field = f"    {_COIN}: {{type: integer, minimum: 0, default: 0}}\n"
    if "\n  players:\n" in text:
        return text.replace("\n  players:\n", f"\n  players:\n{field}", 1)
    if "\nstate:\n" in text:
        return text.replace("\nstate:\n", f"\nstate:\n  players:\n{field}", 1)
    return text.replace("\n---\n", f"\nstate:\n  players:\n{field}---\n", 1)


def _sayable(text: str, commands: Collection[str]) -> str:
    """The text without steps that write a command nobody has."""
    own = re.findall(r"usage: \"?(/[a-z]+)", text)
    words = {*commands, *own}
    kept = [line for line in text.splitlines(keepends=True) if not (said := _SAYS.match(line)) or said[1] in words]
    return "".join(kept)


def coins(schemas: Schemas) -> list[str]:
    """The fields of players in which something can be paid: whole numbers that rules declare, and no rule's own bookkeeping."""
    untold = schemas.untold("players")
    return sorted(name for name in schemas.declared("players") - untold if schemas.is_integer("players", name))


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
