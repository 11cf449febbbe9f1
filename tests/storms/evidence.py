"""What the oracle looks at: the ledger of what people did, and what stands in the repository and on the forge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from engine.game.state import State
from engine.referee.ports import CommitInfo
from engine.store import canon, journal
from engine.store.records import JOURNAL, NOTES, folder
from tests.storms.island import Island
from tests.storms.ledger import Ledger, Proposed, Said
from tests.storms.runs import LATEST

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
        days = sorted(p for p in self.files if p.startswith(JOURNAL))
        return [entry for day in days for entry in journal.entries(self.files[day])]

    @cached_property
    def engine(self) -> Record:
        found: Record = canon.read(self.files[NOTES])
        return found

    @cached_property
    def game(self) -> Record:
        return dict(self.state.game)

    @cached_property
    def state(self) -> State:
        return State(self.files)

    @cached_property
    def polls(self) -> dict[str, Record]:
        return self._collection("polls")

    @cached_property
    def issues(self) -> dict[str, Record]:
        """Those of the engine's, by tag."""
        return self._collection("issues")

    @cached_property
    def players(self) -> dict[str, Record]:
        return self._collection("players")

    def _collection(self, name: str) -> dict[str, Record]:
        return {
            key: record for key, record in self.state.collection(name) if isinstance(record, dict)
        }  # others nobody has judged yet

    def thread_of(self, poll: Record) -> int | None:
        """Where a poll is voted on: a pull request, or an issue of the engine's once it has a number."""
        number = poll["thread"] or (self.issues.get(poll["tag"]) or {}).get("number")
        return None if number is None else int(number)

    def electors(self, poll: Record) -> list[str]:
        """Who may vote: those the poll names, else all who are active and are not what it is about."""
        if poll["electors"] is not None:
            return list(poll["electors"])
        named = poll["data"].get("named", [])
        return [key for key, player in self.players.items() if player["active"] and key not in named]

    def files_at(self, sha: str) -> Mapping[str, str]:
        return self.island.store.commits[sha].files

    @cached_property
    def history(self) -> list[CommitInfo]:
        """Main from its first commit to its last."""
        return list(self.island.repository.first_parents(self.island.store.main, 1_000_000))[::-1]

    @cached_property
    def merges(self) -> list[tuple[str, str, str]]:
        """(commit, the engine's commit before it, the merged head) of all that the engine merged.

        What people committed between the two is in force from when it is judged, which is after what came before it.
        """
        made = [commit for commit in self.history if commit.author == "nomic"]
        return [(now.sha, last.sha, head) for last, now in pairwise(made) for head in now.parents[1:]]

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
        """Account id -> when it became a player: its last `/join` before its record stands in a commit.

        Whose record never does is none, as where a law changed by hand makes nobody a player any more.
        """
        shown = {account: commit.time for commit in reversed(self.history) for account in self._accounts_at(commit.sha)}
        done = [e for e in self.entries if e["outcome"].get("command") == "join" and e["outcome"]["is"] == "done"]
        return {e["actor"]["id"]: e["time"] for e in done if e["time"] <= shown.get(e["actor"]["id"], 0)}

    @cached_property
    def conflicts(self) -> int:
        """How often a proposal was resolved, and what it changes had been changed by another meanwhile."""
        return len([e for e in self.entries if e["kind"] == "said" and e["outcome"].get("code") == "stale"])

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
        shown = {text for commit in self.history for text in self._players_at(commit.sha)}
        records = map(canon.shared, shown)
        return {record["id"] for record in records if isinstance(record, dict) and not record["active"]}

    @cached_property
    def lost(self) -> set[int]:
        """Accounts that were players in a commit and are none in the next, as where somebody takes a record away by hand."""
        ids = [self._accounts_at(commit.sha) for commit in self.history]
        return {account for before, after in pairwise(ids) for account in before - after}

    def active_about(self, moment: int) -> tuple[int, int]:
        """How many players were active in the last of the engine's commits before a moment, and in the first from then on."""
        made = [commit for commit in self.history if commit.author == "nomic"]
        place = next((i for i, commit in enumerate(made) if commit.time >= moment), len(made) - 1)
        before, after = (self._players_at(made[i].sha) for i in (max(place - 1, 0), place))
        return _active(before), _active(after)

    def _accounts_at(self, sha: str) -> set[int]:
        records = map(canon.shared, self._players_at(sha))
        return {record["id"] for record in records if isinstance(record, dict) and "id" in record}

    def _players_at(self, sha: str) -> list[str]:
        return [text for path, text in self.files_at(sha).items() if path.startswith(folder("players"))]

    @cached_property
    def accused(self) -> bool:
        """Whether somebody moved that others be declared inactive."""
        return any(said.versions[0][1].startswith("/motion") for said in self.ledger.comments.values())

    def moved_at(self, proposed: Proposed, decided: int | None) -> int | None:
        """When what was decided on came to be as it is; None where commits came that may have been seen after the verdict."""
        if decided is None:
            return max(proposed.moves, default=0)
        heads = {head for _, _, head in self.merges}
        landed = [at for at, head in proposed.heads if head in heads]
        if landed:
            return proposed.moved_before(landed[-1])
        moved = proposed.moved_before(decided)
        return moved if moved <= decided - LATEST else None

    def decided_at(self, poll: Record) -> int | None:
        """When a proposal was decided, by its public record."""
        text = self.files.get(f"proposals/{poll['number']:03d}.md") if poll.get("number") else None
        if text is None or poll["status"] == "open":
            return None
        from engine.game.calendar import from_stamp  # noqa: PLC0415

        return from_stamp(text.split("**, ", 1)[1][:20])


def _active(players: Iterable[str]) -> int:
    return sum(bool(record["active"]) for record in map(canon.read, players))


def vote_in(text: str) -> str | None:
    """The oracle's own reading of a comment: the word alone, in any letters."""
    word = text.strip().lower()
    return word if word in ("yay", "nay") else None


def there(said: Said, ledger: Ledger) -> bool:
    """Whether a comment is still to be read, and its author to be known."""
    return said.deleted_at is None and said.author not in ledger.gone and said.thread not in ledger.elsewhere


def last_words(votes: list[Said]) -> list[Said]:
    """Somebody's last vote. Either of two: with an edit in the same second as a newer comment, as the forge does not say which was
    later; and where a vote was edited there and back, as a pass may never have read what it said between."""
    return [said for said in votes if said in _latest([one if one is said else _in_its_place(one) for one in votes])]


def _in_its_place(said: Said) -> Said:
    """As it was when it first was the vote that it is now."""
    first = next(place for place, (_, text) in enumerate(said.versions) if vote_in(text) == vote_in(said.text))
    return replace(said, versions=said.versions[: first + 1])


def _latest(votes: list[Said]) -> list[Said]:
    last = max((said.at for said in votes), default=0)
    latest = [said for said in votes if said.at == last]
    unedited = [said for said in latest if len(said.versions) == 1]
    return [said for said in latest if said not in unedited[:-1]]
