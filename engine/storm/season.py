"""A season: what people do, drawn from a seed, over weeks of the island's time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.store import canon
from engine.storm.faults import make_pass
from engine.storm.island import TABLE, Island

PEOPLE = ("ana", "bo", "cy", "di", "eve")
WORDS = ("yay", "nay", "Yay", " NAY\n", "yay!", "hm", "nay because I say so")


@dataclass
class Season:
    """Draws acts and passes. `votes` are the ids of comments that people meant as votes, by thread."""

    island: Island
    chance: random.Random
    struck: dict[str, int] = field(default_factory=dict)
    proposals: list[int] = field(default_factory=list)
    comments: list[tuple[int, str]] = field(default_factory=list)

    def play(self, weeks: int) -> None:
        end = self.island.clock.now + weeks * 7 * 86_400
        for login in PEOPLE[:3]:
            self.island.say(login, TABLE, "/join")
        while self.island.clock.now < end:
            self.island.clock.now += self.chance.choice((40, 300, 3_600, 30_000, 90_000))
            self.act()
            if self.chance.random() < 0.7:
                self.island.clock.now += self.chance.choice((5, 45, 600))
                make_pass(self.island, self.chance, self.struck)

    def act(self) -> None:
        acts: list[Callable[[str], None]] = [
            self.word,
            self.propose,
            self.vote,
            self.vote,
            self.vote,
            self.edit,
            self.delete,
        ]
        acts += [self.resolve, self.resolve, self.push, self.close, self.by_hand]
        self.chance.choice(acts)(self.chance.choice(PEOPLE))

    def word(self, who: str) -> None:
        texts = (
            "/join",
            "/build",
            "/dive",
            "/give 1 shell to ana",
            "/rest",
            "/wake",
            "/council Shall we?",
            "/nope",
            "hello",
        )
        self.island.say(who, TABLE, self.chance.choice(texts))

    def propose(self, who: str) -> None:
        island = self.island
        paths = sorted(p for p in island.files() if p.startswith(f"rules/{island.ruleset}/"))
        kind = self.chance.randrange(4)
        name = f"song-{len(island.model.threads)}"
        text = f"---\nrule: next\ntitle: {name}\nby_hand: true\n---\nWe sing {name}.\n"
        changes: dict[str, str | None] = {f"rules/{island.ruleset}/900-{name}.md": text}
        songs = [p for p in paths if "song-" in p]
        if kind == 0 and songs:
            changes = {self.chance.choice(songs): None}
        elif kind == 1:
            path = next(p for p in paths if p.endswith("-fishing.md"))
            luck = self.chance.choice(("1d4", "1d6", "2d6"))
            lines = [f"  luck: {luck}" if li.startswith("  luck:") else li for li in island.files()[path].split("\n")]
            changes = {path: "\n".join(lines)}
        number = island.propose(who, name, changes)
        self.proposals.append(number)
        if self.chance.random() < 0.9:
            island.say(who, number, "/open")

    def _open(self) -> int | None:
        recent = [n for n in self.proposals[-4:] if self.island.model.threads[n].state == "open"]
        return self.chance.choice(recent) if recent else None

    def vote(self, who: str) -> None:
        number = self._open()
        if number is not None:
            self.comments.append((self.island.say(who, number, self.chance.choice(WORDS)), who))

    def edit(self, who: str) -> None:
        if self.comments:
            id_, author = self.chance.choice(self.comments[-6:])
            if id_ in self.island.model.comments:
                self.island.model.edit_comment(self.island.id(author), id_, self.chance.choice(WORDS))

    def delete(self, who: str) -> None:
        if self.comments and self.chance.random() < 0.5:
            id_, author = self.chance.choice(self.comments[-6:])
            if id_ in self.island.model.comments:
                self.island.model.delete_comment(self.island.id(author), id_)

    def resolve(self, who: str) -> None:
        number = self._open()
        if number is not None:
            author = self.island.model.accounts[self.island.model.threads[number].author].login
            self.island.say(author, number, "/resolve")

    def push(self, who: str) -> None:
        number = self._open()
        if number is not None and self.chance.random() < 0.3:
            head = self.island.store.commits[self.island.store.heads[number]].files
            songs = [p for p in head if "/900-song-" in p]
            if songs:
                self.island.push(who, number, {songs[-1]: head[songs[-1]] + "Louder.\n"})

    def close(self, who: str) -> None:
        number = self._open()
        if number is not None and self.chance.random() < 0.3:
            self.island.model.update_thread(self.island.model.threads[number].author, number, state="closed")

    def by_hand(self, who: str) -> None:
        """An administrator changes the world, or something beside it, without asking the engine."""
        if self.chance.random() < 0.3:
            files = self.island.files()
            players = sorted(p for p in files if p.startswith("state/players/"))
            if not players or self.chance.random() < 0.5:
                self.island.commit_by_hand({"notes.txt": f"{self.chance.random()}\n"})
                return
            path = self.chance.choice(players)
            self.island.commit_by_hand(
                {path: canon.emit({**canon.read(files[path]), "shells": self.chance.randrange(20)})}
            )
