"""Life under Credo: villages, farms and hunger, trades, migrations, judgments, motions and rule-changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tests.storms import chores, scenarios
from tests.storms.actors import Actors
from tests.storms.island import TABLE
from tests.storms.plan import DAY, HOUR, Script

PEOPLE: Final = ("ana", "bo", "cy", "di")
NEWCOMERS: Final = {2: ("eve", "Mari"), 3: ("gus", "Susa")}
STARVELING: Final = "gus"  # nobody feeds this village, and so it dies
VILLAGES: Final = {"ana": "Ur", "bo": "Kish", "cy": "Uruk", "di": "Lagash"}
WORDS: Final = (
    "/buy farm",
    "/buy 2 farms",
    "/allocate 4 farming",
    "/allocate 6 farming",
    "/give 3 points to ana",
    "/rename New Kish",
    "/describe It rains.",
    "/roll 2d6",
    "/status",
    "/buy half farms",
    "a fine day",
)


def week(script: Script) -> None:
    """What happens in one week: trade and building, one rule-change, now and then a dispute or a migration."""
    if script.number == 0:
        for place, who in enumerate(PEOPLE):
            scenarios.command(script, script.start + 60 * place, who, f"/join {VILLAGES[who]}")
            _provide(script, who)
    if script.number in NEWCOMERS:
        who, village = NEWCOMERS[script.number]
        scenarios.command(script, script.start + HOUR, who, f"/join {village}")
        if who != STARVELING:
            _provide(script, who)
    scenarios.talk(script, PEOPLE, WORDS, 2 * script.times)
    for _ in range(script.times):
        if script.often(0.25):
            _rule_change(script)
        for likely, affair in ((0.3, _trade), (0.12, _migration), (0.15, _judgment), (0.05, _motion)):
            if script.often(likely):
                affair(script)
    chores.week(script, "gus")


def _provide(script: Script, who: str) -> None:
    """The administrator gives a village food for a year, and its overseer something to trade with."""
    for field, value in (("villages {} hunger", -9_000), ("players {} points", 90)):
        text = f"/correct {field.format(who)} {value} because the season is long"
        scenarios.command(script, script.start + 9 * HOUR, "owner", text)


def _rule_change(script: Script) -> None:
    contents = (
        scenarios.song,
        scenarios.song,
        scenarios.silence,
        scenarios.parameter("farms", "price", ("9", "11", "12")),
        scenarios.parameter("migration", "patience", ("2", "4", "5")),
        scenarios.broken,
    )
    at = script.some_time(0, 3)
    scenario = scenarios.proposal(script, at, PEOPLE, script.chance.choice(contents), _title, 3 * HOUR)
    script.add(
        at + 2 * HOUR, "open", scenario.with_number(lambda actors, number: _open_again(actors, number, scenario.author))
    )
    if script.often(0.3):
        chosen = [scenarios.parameter("farms", "price", values) for values in (("7", "8"), ("13", "14"))]
        scenarios.rivals(script, script.some_time(0, 3), PEOPLE, chosen, _title)


def _ordinal(actors: Actors) -> int:
    return int(actors.state.game["last_number"]) + 1


def _title(actors: Actors) -> str:
    return f"{_ordinal(actors)} A change"


def _open_again(actors: Actors, number: int, author: str) -> None:
    """Whose title had another number puts it right and opens the proposal again."""
    if actors.state.poll(str(number)) is None:
        actors.retitle(number, f"{_ordinal(actors)} A change")
        actors.say(author, number, "/open")


def _records(actors: Actors, collection: str) -> Mapping[str, dict[str, Any]]:
    return dict(actors.state.collection(collection))


def _trade(script: Script) -> None:
    """Food is offered and accepted."""
    at = script.some_time(0, 4)
    seller, buyer = script.chance.sample(PEOPLE, 2)
    scenarios.command(script, at + HOUR, seller, f"/offer {5 + script.number} food to {buyer} for 2 points")
    answer = script.chance.choice(("/accept", "/accept", "/decline"))

    def reply(actors: Actors) -> None:
        offers = _records(actors, "offers")
        mine = [number for number, offer in offers.items() if offer["to"] == buyer and offer["status"] == "open"]
        if mine:
            actors.say(buyer, TABLE, f"{answer} {max(mine, key=int)}")

    script.add(at + 5 * HOUR, "say", reply)


def _migration(script: Script) -> None:
    at = script.some_time(0, 4)
    source, target = script.chance.sample(PEOPLE, 2)
    scenarios.command(script, at, source, f"/move {3 + script.number} people to {target} for 1 points")
    for who, later in ((source, HOUR), (target, 2 * HOUR)):
        script.add(at + later, "vote", lambda actors, who=who: chores.vote_in_an_issue(actors, who, "migration/"))  # type: ignore[misc]


def _judgment(script: Script) -> None:
    """A dispute: whoever the law seats as Judge decides it."""
    at = script.some_time(0, 3)
    who = script.chance.choice(PEOPLE)
    script.add(
        at, "call for judgment", lambda actors: scenarios.done(actors.open_issue(who, "Dispute", "/judgment May I?"))
    )

    def judge(actors: Actors) -> None:
        cases = {number: case for number, case in _records(actors, "judgments").items() if case.get("status") == "open"}
        for number, case in cases.items():
            if case["judge"] in actors.people:
                actors.say(case["judge"], int(number), "/judge You may.")

    script.add(at + DAY, "judge", judge)
    if script.often(0.4):
        script.add(at + 2 * DAY, "overrule", _overrule)


def _overrule(actors: Actors) -> None:
    ruled = [number for number, case in _records(actors, "judgments").items() if case["status"] == "ruled"]
    if ruled:
        actors.say(actors.chance.choice(PEOPLE), int(ruled[-1]), "/overrule")


def _motion(script: Script) -> None:
    """Somebody is to be declared inactive, and comes back later."""
    at = script.some_time(0, 2)
    scenarios.command(script, at, "ana", "/motion inactive di")
    for who in ("ana", "bo", "cy"):
        script.add(at + HOUR, "vote", lambda actors, who=who: chores.vote_in_an_issue(actors, who, "inactive/"))  # type: ignore[misc]
    scenarios.command(script, at + 4 * DAY, "di", "/active")
