"""The season that `nomic demo` plays: what people do, and when. Nothing in here knows what will follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Scene:
    """One act of one person, with the words the story tells it in.

    `on` is a pull request by its nickname, else the table; `changes` are file names to texts, or slugs to None; `rewrites`
    are slugs to replacements in the rule as it stands.
    """

    at: str
    who: str
    story: str
    says: str = ""
    on: str = ""
    opens: str = ""
    title: str = ""
    changes: Mapping[str, str | None] = field(default_factory=dict)
    rewrites: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    fork: bool = False


BREWERY = """---
rule: next
title: Breweries
parameters:
  grain: 10
state:
  villages:
    beer: {type: integer, minimum: 0, default: 0}
commands:
  - usage: /brew <count> barrel|barrels
    arguments: {count: {type: integer, minimum: 1, maximum: 20}}
    run: brew
    help: Brew beer from stored food.
---
A village with stored food may brew it: 10 of surplus make a barrel of beer, which is good for nothing else.

```starlark
load("villages", "village_of")

def brew(player, count):
    village = village_of(player)
    if -village["hunger"] < grain * count:
        refuse("A barrel takes %d of stored food, and %s has %d." % (grain, village["name"], max(0, -village["hunger"])))
    village["hunger"] += grain * count
    village["beer"] += count
    put("villages", player, village)
    reply("{name} has {beer} barrels of beer.".format(**village))
```

```example
name: twenty of surplus make two barrels, and not three
given:
  players: {ana: {active: true}}
  villages: {ana: {name: Ur, population: {general: 50}, hunger: -20}}
when:
  - {by: ana, says: /brew 3 barrels, refused: stored food}
  - {by: ana, says: /brew 2 barrels}
then:
  villages: {ana: {hunger: 0, beer: 2}}
```
"""
CHEAPER = (("price: 10", "price: 8"), ("10 points", "8 points"))

SEASON: tuple[Scene, ...] = (
    Scene("2026-01-05T09:00:00Z", "ana", "Ana is the first to come.", says="/join Ur"),
    Scene("2026-01-05T09:10:00Z", "bo", "Bo follows.", says="/join Eridu"),
    Scene("2026-01-05T09:30:00Z", "cy", "And Cy.", says="/join Kish"),
    Scene("2026-01-05T10:00:00Z", "zoe", "A stranger tries to buy a farm.", says="/buy farm"),
    Scene("2026-01-05T10:05:00Z", "bo", "Bo mistypes.", says="/bye farm"),
    Scene("2026-01-05T10:06:00Z", "bo", "Bo buys a farm.", says="/buy farm"),
    Scene("2026-01-05T10:07:00Z", "bo", "Somebody has to work on it.", says="/allocate 2 farming"),
    Scene("2026-01-05T10:20:00Z", "ana", "Ana buys one too.", says="/buy farm"),
    Scene("2026-01-05T10:21:00Z", "ana", "And sends people to the field.", says="/allocate 4 farming"),
    Scene(
        "2026-01-06T18:00:00Z",
        "ana",
        "Ana finds farms too dear, and proposes to change the price: one number of rule 328.",
        opens="cheaper",
        title="Cheaper farms",
        rewrites={"farms": CHEAPER},
    ),
    Scene("2026-01-06T18:01:00Z", "ana", "She opens it for voting.", says="/open", on="cheaper"),
    Scene(
        "2026-01-06T18:05:00Z",
        "ana",
        "The title has to begin with the number; the answer says which. She mends it.",
        on="cheaper",
        title="352 Cheaper farms",
    ),
    Scene("2026-01-06T18:06:00Z", "ana", "And opens it again.", says="/open", on="cheaper"),
    Scene("2026-01-06T18:10:00Z", "ana", "Ana votes.", says="yay", on="cheaper"),
    Scene("2026-01-06T19:00:00Z", "ana", "One of three is no quorum.", says="/resolve", on="cheaper"),
    Scene("2026-01-06T20:00:00Z", "bo", "Bo is against it ...", says="nay", on="cheaper"),
    Scene("2026-01-06T20:30:00Z", "ana", "... and a tie decides nothing.", says="/resolve", on="cheaper"),
    Scene("2026-01-06T21:00:00Z", "bo", "Bo thinks again: the later vote counts.", says="Yay", on="cheaper"),
    Scene(
        "2026-01-06T21:05:00Z",
        "cy",
        "Cy votes with a reason, which is no vote.",
        says="yay because I am poor",
        on="cheaper",
    ),
    Scene("2026-01-06T21:06:00Z", "cy", "Then the word alone.", says="nay", on="cheaper"),
    Scene(
        "2026-01-06T22:00:00Z",
        "ana",
        "Two to one: adopted. The very next farm costs less.",
        says="/resolve",
        on="cheaper",
    ),
    Scene("2026-01-06T22:10:00Z", "cy", "Cy profits all the same.", says="/buy farm"),
    Scene("2026-01-06T22:11:00Z", "cy", "Two hands for it.", says="/allocate 2 farming"),
    Scene("2026-01-07T16:00:00Z", "", "Wednesday, 15:00: hunger comes for the first time."),
    Scene("2026-01-08T08:00:00Z", "ana", "Ana's people are hungry. She buys what she can.", says="/buy 2 farms"),
    Scene("2026-01-08T08:05:00Z", "ana", "More hands.", says="/allocate 4 farming"),
    Scene(
        "2026-01-09T11:00:00Z",
        "bo",
        "Bo wants beer: a new rule, with its code and its example.",
        opens="beer",
        title="353 Breweries",
        changes={"353-breweries.md": BREWERY},
        fork=True,
    ),
    Scene("2026-01-09T11:05:00Z", "bo", "Open for voting.", says="/open", on="beer"),
    Scene("2026-01-09T12:00:00Z", "bo", "Bo votes.", says="yay", on="beer"),
    Scene("2026-01-09T13:00:00Z", "cy", "Cy too.", says="yay", on="beer"),
    Scene("2026-01-09T13:30:00Z", "bo", "Quorum and majority: breweries are law.", says="/resolve", on="beer"),
    Scene(
        "2026-01-09T14:00:00Z",
        "bo",
        "The new command works, and refuses: there is no surplus yet.",
        says="/brew 2 barrels",
    ),
    Scene(
        "2026-01-14T16:00:00Z", "", "A week later, hunger again, and those who could not feed their people bury some."
    ),
    Scene(
        "2026-01-15T09:00:00Z",
        "cy",
        "Cy proposes to repeal the farming rule.",
        opens="repeal",
        title="354 Fields without hands",
        changes={"farming": None},
    ),
    Scene("2026-01-15T09:01:00Z", "cy", "Open for voting.", says="/open", on="repeal"),
    Scene("2026-01-15T10:00:00Z", "ana", "Ana is against it.", says="nay", on="repeal"),
    Scene("2026-01-15T10:10:00Z", "bo", "So is Bo.", says="nay", on="repeal"),
    Scene("2026-01-15T10:20:00Z", "cy", "Cy is not.", says="yay", on="repeal"),
    Scene(
        "2026-01-15T11:00:00Z",
        "cy",
        "Rejected; the share of yays still earns its author points.",
        says="/resolve",
        on="repeal",
    ),
    Scene(
        "2026-02-02T09:00:00Z",
        "",
        "Nobody looks in for more than two weeks, and no run is started. One late run closes it all.",
    ),
    Scene("2026-02-02T10:00:00Z", "ana", "How do things stand?", says="/status"),
)
