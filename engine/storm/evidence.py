"""What the oracle looks at: the ledger of what people did, and what stands in the repository and on the forge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.store import canon, journal
from engine.storm.island import Island
from engine.storm.ledger import Ledger, Said

Record = dict[str, Any]
LAG = 60  # what was done so shortly before a verdict may have been seen after it


@dataclass
class Evidence:
    """Files are those of main after the season; times are seconds since the epoch."""

    island: Island
    ledger: Ledger
    start: int
    timezone: str

    @cached_property
    def files(self) -> Mapping[str, str]:
        return self.island.files()

    @cached_property
    def entries(self) -> list[Record]:
        """The journal, oldest first."""
        days = sorted(p for p in self.files if p.startswith("state/journal/"))
        return [entry for day in days for entry in journal.entries(self.files[day])]

    @cached_property
    def engine(self) -> Record:
        return dict(canon.read(self.files["state/engine.yaml"]))

    @cached_property
    def polls(self) -> dict[str, Record]:
        return self._collection("polls")

    @cached_property
    def players(self) -> dict[str, Record]:
        return self._collection("players")

    def _collection(self, name: str) -> dict[str, Record]:
        paths = sorted(p for p in self.files if p.startswith(f"state/{name}/"))
        records = [canon.read(self.files[p]) for p in paths]
        return {p.removeprefix(f"state/{name}/").removesuffix(".yaml"): r for p, r in zip(paths, records, strict=True)}

    @cached_property
    def judged(self) -> dict[int, list[Record]]:
        """Comment -> the entries about it."""
        found: dict[int, list[Record]] = {}
        for entry in self.entries:
            if isinstance(entry.get("comment"), int) and entry["kind"] in ("said", "edited", "deleted"):
                found.setdefault(entry["comment"], []).append(entry)
        return found

    @cached_property
    def joined(self) -> dict[int, int]:
        """Account id -> when it became a player."""
        done = [e for e in self.entries if e["outcome"].get("command") == "join" and e["outcome"]["is"] == "done"]
        return {e["actor"]["id"]: e["time"] for e in reversed(done)}

    @cached_property
    def paused(self) -> bool:
        return any(said.text.startswith("/pause") for said in self.ledger.by(self.island.id("owner")))

    def steady(self, account: int) -> bool:
        """Whether an account has been an active player ever since it joined: by its own words, and in every commit."""
        words = ("/rest", "/forfeit", "/motion")
        return (
            account in self.joined
            and account not in self.at_rest
            and not any(text.startswith(words) for said in self.ledger.by(account) for _, text in said.versions)
        )

    @cached_property
    def at_rest(self) -> set[int]:
        """Accounts that some commit shows as inactive players."""
        shown = {
            text
            for commit in self.island.repository.first_parents(self.island.store.main, 1_000_000)
            for path, text in self.island.store.commits[commit.sha].files.items()
            if path.startswith("state/players/")
        }
        records = [canon.read(text) for text in shown]
        return {record["id"] for record in records if not record["active"]}

    @cached_property
    def accused(self) -> bool:
        """Whether somebody moved that others be declared inactive."""
        return any(said.versions[0][1].startswith("/motion") for said in self.ledger.comments.values())

    def decided_at(self, poll: Record) -> int | None:
        """When a proposal was decided, by its public record."""
        text = self.files.get(f"proposals/{poll['number']:03d}.md") if poll.get("number") else None
        if text is None or poll["status"] == "open":
            return None
        from engine.game.calendar import from_stamp  # noqa: PLC0415

        return from_stamp(text.split("**, ", 1)[1][:20])


def vote_in(text: str) -> str | None:
    """The oracle's own reading of a comment: the word alone, in any letters."""
    word = text.strip().lower()
    return word if word in ("yay", "nay") else None


def there(said: Said, gone: set[int]) -> bool:
    return said.deleted_at is None and said.author not in gone
