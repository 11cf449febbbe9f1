"""What people do under any rules: a proposal from its first commit to its resolution, votes and second thoughts, idle talk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tests.storms.actors import Actors
from tests.storms.island import TABLE
from tests.storms.plan import DAY, HOUR, Script

VOTES: Final = (
    "yay",
    "yay",
    "yay",
    "yay",
    "yay",
    "yay",
    "Yay",
    " YAY\n",
    "yay\n",
    "nay",
    "NAY",
    "nay",
    "yay because",
    "hm",
)
CONFLICT: Final = "two adopted proposals in conflict"
Changes = Mapping[str, str | None]
# What a proposal would change, drawn when it is made; None: there is nothing to change.
Content = Callable[[Actors], Changes | None]


@dataclass
class Scenario:
    """One proposal as it goes: its number once there is one, and the votes cast for it."""

    author: str
    number: int | None = None
    votes: list[int] = field(default_factory=list)

    def say(self, text: str) -> Callable[[Actors], None]:
        """The author writes in the pull request."""
        return self.say_as(self.author, text)

    def say_as(self, who: str, text: str) -> Callable[[Actors], None]:
        return lambda actors: None if self.number is None else done(actors.say(who, self.number, text))

    def vote(self, who: str) -> Callable[[Actors], None]:
        def act(actors: Actors) -> None:
            if self.number is not None:
                id_ = actors.say(who, self.number, actors.chance.choice(VOTES))
                self.votes += [] if id_ is None else [id_]

        return act

    def give_up(self, actors: Actors) -> None:
        """What is still open a day later, the author takes back."""
        if self.number is not None and actors.island.model.threads[self.number].state == "open":
            actors.say(self.author, self.number, "/resolve" if actors.chance.random() < 0.2 else "/close")

    def with_number(self, act: Callable[[Actors, int], None]) -> Callable[[Actors], None]:
        return lambda actors: None if self.number is None else act(actors, self.number)

    def with_a_vote(self, act: Callable[[Actors, int], None]) -> Callable[[Actors], None]:
        return lambda actors: act(actors, actors.chance.choice(self.votes)) if self.votes else None


def done(_: object) -> None:
    """What was said has an id that nobody needs."""


def proposal(
    script: Script, at: int, people: Sequence[str], content: Content, title: Callable[[Actors], str], delay: int = 0
) -> Scenario:
    """Made, opened, voted on within a day or three, and resolved; often with a change of mind on the way."""
    chance = script.chance
    scenario = Scenario(chance.choice(people))

    def make(actors: Actors) -> None:
        changes = content(actors)
        if changes is not None:
            scenario.number = actors.propose(scenario.author, title(actors), changes)

    script.add(at, "propose", make)
    opened = at + chance.choice((0, 30, 90, HOUR))
    script.add(opened, "open", scenario.say("/open"))
    poll = opened + chance.choice((40, 400, 5 * HOUR)) + delay
    for who in chance.sample(people, chance.randint(len(people) - 1, len(people))):
        poll += chance.choice((0, 0, 0, 3, 15, 300))
        script.add(poll, "vote", scenario.vote(who))
    _second_thoughts(script, scenario, people, poll)
    script.add(poll + chance.choice((10, 3 * HOUR, DAY)), "resolve", scenario.say("/resolve"))
    script.add(poll + DAY + HOUR, "close", scenario.give_up)
    return scenario


def rivals(
    script: Script, at: int, people: Sequence[str], contents: Sequence[Content], title: Callable[[Actors], str]
) -> None:
    """Proposals that change the same words, each adopted by everyone: the later ones come too late."""
    for place, content in enumerate(contents):
        scenario = Scenario(script.chance.choice(people))

        def make(actors: Actors, scenario: Scenario = scenario, content: Content = content) -> None:
            changes = content(actors)
            if changes is not None:
                scenario.number = actors.propose(scenario.author, title(actors), changes)

        def open_it(actors: Actors, scenario: Scenario = scenario) -> None:
            if scenario.number is not None:
                actors.retitle(scenario.number, title(actors))
                actors.say(scenario.author, scenario.number, "/open")

        script.add(at + place, CONFLICT, make)
        script.add(at + HOUR + 600 * place, CONFLICT, open_it)
        for who in people:
            script.add(at + 5 * HOUR + 60 * place, CONFLICT, scenario.say_as(who, "yay"))
        script.add(at + 6 * HOUR + 20 * place, CONFLICT, scenario.say("/resolve"))
        script.add(at + 2 * DAY, CONFLICT, scenario.give_up)


def _second_thoughts(script: Script, scenario: Scenario, people: Sequence[str], after: int) -> None:
    """People vote again, edit and delete votes; authors push, update, close and reopen."""
    chance = script.chance

    def around() -> int:
        return after + chance.choice((-30, 0, 5, 700, 2 * HOUR))

    for _ in range(chance.choice((0, 0, 1, 2))):
        script.add(around(), "vote", scenario.vote(chance.choice(people)))
    if script.often(0.4):
        script.add(around(), "comment edited", scenario.with_a_vote(lambda h, id_: h.edit(id_, h.chance.choice(VOTES))))
    if script.often(0.3):
        script.add(around(), "comment deleted", scenario.with_a_vote(lambda h, id_: h.delete(id_)))
    if script.often(0.2):
        script.add(around(), "head moved", scenario.with_number(louder))
    if script.often(0.2):
        script.add(around(), "head moved", scenario.with_number(lambda h, n: h.update_branch(n)))
    if script.often(0.12):
        at = around()
        script.add(at, "pull request closed", scenario.with_number(lambda h, n: h.close(n)))
        script.add(at + HOUR, "pull request reopened", scenario.with_number(lambda h, n: h.reopen(n)))
        script.add(at + HOUR + 60, "open", scenario.say("/open"))
    if script.often(0.3):
        script.add(around(), "label", scenario.with_number(lambda h, n: h.label(n, h.chance.choice(("nice", "help")))))


def louder(actors: Actors, number: int) -> None:
    """Another word in one of the texts that the proposal brings."""
    changes = actors.ledger.proposals[number].changes
    written = sorted(path for path, (_, text) in changes.items() if text is not None)
    if written:
        text = changes[written[0]][1] or ""
        actors.push(number, {written[0]: text.replace("\n---\n", "\n---\nIndeed. ", 1)})


def talk(script: Script, people: Sequence[str], texts: Sequence[str], count: int) -> None:
    """Commands and chatter on the table, some of them twice in a moment."""
    for _ in range(count):
        at, who, text = script.some_time(), script.chance.choice(people), script.chance.choice(texts)
        script.add(at, "say", lambda h, who=who, text=text: done(h.say(who, TABLE, text)))  # type: ignore[misc]
        if script.often(0.15):
            script.add(at + 3, "say", lambda h, who=who, text=text: done(h.say(who, TABLE, text)))  # type: ignore[misc]


def command(script: Script, at: int, who: str, text: str) -> None:
    script.add(at, "say", lambda h: done(h.say(who, TABLE, text)))


def song(actors: Actors) -> Changes:
    """A new rule that is kept by hand."""
    name = f"song-{len(actors.island.model.threads)}"
    ruleset = actors.island.ruleset
    return {f"rules/{ruleset}/900-{name}.md": f"---\nrule: next\ntitle: {name}\nby_hand: true\n---\nWe sing {name}.\n"}


def silence(actors: Actors) -> Changes | None:
    """The repeal of a song."""
    songs = sorted(p for p in actors.files() if p.startswith("rules/") and "-song-" in p)
    return {actors.chance.choice(songs): None} if songs else None


def parameter(slug: str, name: str, values: Sequence[str]) -> Content:
    """An amendment of one number of a rule; two of them at once are in conflict."""

    def content(actors: Actors) -> Changes | None:
        path = next((p for p in actors.files() if p.endswith(f"-{slug}.md")), None)
        if path is None:
            return None
        text, value = actors.files()[path], actors.chance.choice(values)
        lines = [f"  {name}: {value}" if line.startswith(f"  {name}:") else line for line in text.split("\n")]
        return {path: "\n".join(lines)} if "\n".join(lines) != text else None

    return content


def broken(actors: Actors) -> Changes:
    """A rule that cannot work, which nobody may be able to open."""
    path, text = next(iter(song(actors).items()))
    return {path: f"{text}\n```starlark\ndef sing(:\n```\n".replace("by_hand: true\n", "")}
