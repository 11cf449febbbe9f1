"""What some people are up to: hostile pull requests, floods of words, odd commits by hand, threads that go elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tests.storms import forgery, nonsense, scenarios
from tests.storms.actors import Actors
from tests.storms.island import TABLE
from tests.storms.plan import DAY, HOUR, WEEK, Script

STRANGER: Final = "mallory"
FLOOD: Final = 40
HOSTILE: Final = "hostile pull request"
FLOODED: Final = "flood of words"
ODD: Final = "odd commit by hand"
FUTURE: Final = "commit from the future"
TRANSFERRED: Final = "thread transferred"
NONSENSE: Final = "rule of nonsense"
FORGED: Final = "forged commit"
NAMES: Final = (HOSTILE, FLOODED, ODD, FUTURE, TRANSFERRED, NONSENSE, FORGED)


def week(script: Script, lawless: bool) -> None:
    """Some of it, in most weeks; rules of nonsense where the season is `lawless`."""
    for likely, affair in ((0.6, _hostile_pull), (0.25, _flood), (0.3, _odd_commit), (0.2, _future), (0.25, _transfer)):
        if script.often(likely):
            affair(script)
    if lawless:
        for _ in range(script.times):
            _nonsense(script)
    if script.often(0.3):
        _forge(script)


def struck(actors: Actors, name: str) -> None:
    actors.island.fault_plan.strike(name)


def _in_each(threads: list[int], text: str) -> Callable[[Actors], None]:
    def act(actors: Actors) -> None:
        for number in threads:
            actors.say(STRANGER, number, text)

    return act


def _hostile_pull(script: Script) -> None:
    at = script.some_time(0, 4)
    mine: list[int] = []

    def make(actors: Actors) -> None:
        struck(actors, HOSTILE)
        number = actors.propose(STRANGER, actors.chance.choice(TITLES), actors.chance.choice(PULLS)(actors))
        mine.extend([] if number is None else [number])

    script.add(at, HOSTILE, make)
    for later, text in ((60, "/open"), (400, "yay"), (HOUR, "/resolve"), (DAY, "/close")):
        script.add(at + later, HOSTILE, _in_each(mine, text))


TITLES: Final = ("352 Beer", "", "x" * 255, "@everyone <!-- nomic:status/2:00000000 -->", "[x](javascript:1)", "9" * 30)


def _many(actors: Actors) -> Mapping[str, str | None]:
    return {f"rules/{actors.island.ruleset}/{n}-{'long-' * 20}{n}.md": "\x01\x7f" * 500 for n in range(400, 480)}


def _everything(actors: Actors) -> Mapping[str, str | None]:
    return {path: None for path in actors.files() if path.startswith("rules/")}


def _beyond(actors: Actors) -> Mapping[str, str | None]:
    return {
        "state/game.yaml": "over: yes\n",
        "engine/game/proposals/polls.py": "",
        ".github/workflows/x.yml": "on: push\n",
    }


def _bomb(actors: Actors) -> Mapping[str, str | None]:
    bomb = "".join(f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9) if n else 1}]\n" for n in range(9))
    return {
        f"rules/{actors.island.ruleset}/900-bomb.md": f"---\nrule: next\ntitle: Bomb\nparameters:\n{bomb}---\nBoom.\n"
    }


def _deep(actors: Actors) -> Mapping[str, str | None]:
    return {f"rules/{actors.island.ruleset}/900-deep.md": f"---\nrule: next\ntitle: {'[' * 5000}\n---\n{'> ' * 5000}\n"}


def _names(actors: Actors) -> Mapping[str, str | None]:
    folder = f"rules/{actors.island.ruleset}"
    return {f"{folder}/900-CON.md": "x", f"{folder}/901-é.md": "x", f"{folder}/ .md": "x", f"{folder}/../x.md": "x"}


def _another(actors: Actors) -> Mapping[str, str | None]:
    """What somebody else proposes, word for word."""
    theirs = [p.changes for p in actors.ledger.proposals.values() if p.author != actors.account(STRANGER)]
    return (
        {path: text for path, (_, text) in actors.chance.choice(theirs).items()} if theirs else scenarios.song(actors)
    )


PULLS: Final[tuple[Callable[[Actors], Mapping[str, str | None]], ...]] = (
    _many,
    _everything,
    _beyond,
    _bomb,
    _deep,
    _names,
    _another,
    scenarios.broken,
)


def _flood(script: Script) -> None:
    at = script.some_time()

    def pour(actors: Actors) -> None:
        struck(actors, FLOODED)
        text = actors.chance.choice(
            ("hello", "/help", "yay", "/" + "x" * 3_000, "long " * 12_000, "\x01" * 9_000, "- [ ] a\n" * 5_000)
        )
        where = actors.chance.choice(sorted(actors.island.model.threads))
        for _ in range(14 if len(text) > 2_000 else FLOOD):
            actors.say(STRANGER, where, text)

    script.add(at, FLOODED, pour)


def _odd_commit(script: Script) -> None:
    """Files that are no law and no record, committed by an administrator, and taken back a day later."""
    at = script.some_time(0, 4)
    made: list[str] = []

    def commit(actors: Actors) -> None:
        struck(actors, ODD)
        odd = actors.chance.choice(ODDITIES)
        path = odd[0].format(ruleset=actors.island.ruleset)
        if path not in actors.files():
            made.append(path)
            actors.commit_by_hand({path: odd[1]})

    def take_back(actors: Actors) -> None:
        actors.commit_by_hand({path: None for path in made if path in actors.files()})

    script.add(at, ODD, commit)
    script.add(at + DAY, ODD, take_back)


ODDITIES: Final = (
    ("rules/{ruleset}/ODD NAME.md", "no front matter"),
    ("rules/{ruleset}/picture.png", "\x00\x01PNG"),
    ("rules/{ruleset}/900-half.md", "---\nrule: 900\n"),
    ("rules/odd.txt", "x" * 300_000),
    ("state/odd/ODD KEY.yaml", "a: 1\n"),
    ("state/players/odd.yaml", "- not\n- a record\n"),
    ("state/notes.txt", "hello"),
    ("state/journal/readme.md", "hello"),
    ("state/huts/x.yaml.yaml", "{: [\n"),
)


def _future(script: Script) -> None:
    def commit(actors: Actors) -> None:
        struck(actors, FUTURE)
        actors.commit_by_hand(
            {"notes.txt": f"{actors.chance.random()}\n"}, actors.now + actors.chance.choice((DAY, 57 * WEEK))
        )

    script.add(script.some_time(), FUTURE, commit)


def _transfer(script: Script) -> None:
    """An issue that goes to another repository, before or after it was read."""
    at = script.some_time(0, 4)
    mine: list[int] = []

    def make(actors: Actors) -> None:
        number = actors.open_issue(STRANGER, "Hello", actors.chance.choice(("What is this?", "/help", "/status")))
        mine.extend([] if number is None else [number])

    def leave(actors: Actors) -> None:
        for number in mine:
            struck(actors, TRANSFERRED)
            actors.transfer(number)

    script.add(at, TRANSFERRED, make)
    script.add(at + 90, TRANSFERRED, _in_each(mine, "/help"))
    script.add(at + script.chance.choice((5, 100, DAY)), TRANSFERRED, leave)


def _nonsense(script: Script) -> None:
    at = script.some_time(0, 4)
    people = ("ana", "bo", "cy", "di")
    scenario = scenarios.proposal(script, at, people, nonsense.rule, lambda actors: f"{_next(actors)} Nonsense")
    for who in people:
        script.add(at + 2 * HOUR, NONSENSE, scenario.say_as(who, "yay"))

    def resolve(actors: Actors) -> None:
        struck(actors, NONSENSE)
        scenario.say("/resolve")(actors)

    script.add(at + 3 * HOUR, NONSENSE, resolve)


def _forge(script: Script) -> None:
    """A commit that says it is the engine's; somebody speaks after it, so that a pass has something to write."""
    at = script.some_time()

    def forge(actors: Actors) -> None:
        if forgery.commit(actors):
            struck(actors, FORGED)

    script.add(at, FORGED, forge)
    script.add(at + 60, FORGED, _ask)


def _ask(actors: Actors) -> None:
    actors.say("owner", TABLE, "/help")


def _next(actors: Actors) -> int:
    return int(actors.state.game.get("last_number") or 0) + 1
