"""Replaying the journal: entries are the inputs, so the fold must come to the same entries and the same files again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.game.entries import Entry, Failure, Outcome
from engine.game.fold.clock import RUNG, next_due
from engine.game.fold.folding import Folding
from engine.game.happening import Happening, position
from engine.game.own_notes import OwnNotes
from engine.game.owned import JournaledRolls, Merge
from engine.game.plan import COMPLETING, FULL, HEARING, RESCUING, Fault, Given, Limits
from engine.game.world.records import APART
from engine.store import canon, journal
from engine.store.records import JOURNAL

ChangesOf = Callable[[str], str | None]
WRITTEN_BY_THE_JOURNAL: Final = {
    ("engine", name) for name in ("head", "entries", "part", "position", "cursor", "rules")
}
SEEN: Final = APART["seen"]
OUTPUTS: Final = ("outcome", "rolls", "previous", "hash", "at")


@dataclass(frozen=True)
class ClosedSegment:
    """A segment as the replay leaves it: path -> text of what changed (None: removed), and what it merges."""

    files: dict[str, str | None]
    merges: list[Merge]


class Replay:
    """A replay under way, from the files of a commit on. `changes_of` gives a change by its hash."""

    def __init__(self, files: Mapping[str, str], changes_of: ChangesOf) -> None:
        self._folding = Folding(files, lambda id_: self._seed, {}, Limits(examples=False))
        self._changes_of = changes_of
        self._seed = b""

    def enter(self, entry: Entry, seed: bytes | None = None) -> Entry:
        """Judges an entry again and returns it as the replay writes it.

        Its faults are given, and so are its rolls unless there is a seed to throw them again. Raises what the fold
        raises when it is handed an entry that no fold has written.
        """
        folding = self._folding
        folding.faults = given_faults(entry["id"], entry["outcome"])
        folding.scripts = JournaledRolls(entry.get("rolls", [])) if seed is None else None
        folding.given = given(entry)
        self._seed = seed or b""
        folding.judge(happening_of(entry, self._changes_of))
        return folding.entry

    def due(self, entry: Entry) -> Happening | None:
        """What the clock owes first of all that stands no later than an entry; before what is none of the clock's own, up to it."""
        time, rank, order = position(happening_of(entry, lambda _: None))
        return next_due(self._folding.world, (time, rank, f"{order}\0" if entry["kind"] in RUNG else order))

    def followed(self, entry: Entry) -> dict[str, dict[str, Any]] | None:
        """What an entry changes: collection -> key -> the record afterwards (None: removed), texts of wishes by their hashes.

        None if it changes more than records: the law, files of proposals, what is merged.
        """
        self.close()
        world = self._folding.world
        law = world.law
        self.enter(entry)
        more = any(not path.startswith(JOURNAL) for path in world.moment.files)
        if world.law is not law or more or world.moment.merges:
            return None
        found: dict[str, dict[str, Any]] = {}
        for collection, key in world.records.dirty:
            if collection != SEEN and (collection, key) not in WRITTEN_BY_THE_JOURNAL:
                record = world.records.get(collection, key)
                found.setdefault(collection, {})[key] = (
                    journal.redacted(record) if collection == "outbox" and record else record
                )
        return found

    @property
    def ruleset(self) -> str:
        return str(self._folding.world.game["ruleset"])

    @property
    def notes(self) -> OwnNotes:
        """The engine's notes as they stand now."""
        return self._folding.world.notes

    @property
    def ended(self) -> bool:
        """Whether the last entry ended its segment by changing the law."""
        return bool(self._folding.plan.segments) and not self._folding.segment.entries

    def close(self) -> ClosedSegment:
        """Ends the segment here, and tells what changed since it was asked last."""
        folding, plan = self._folding, self._folding.plan
        if folding.segment.entries:
            folding.close()
        changed = [path for segment in plan.segments for path in (*segment.files, *segment.added)]
        files = {path: folding.known.get(path) for path in changed}
        merges = [merge for segment in plan.segments for merge in segment.merges]
        for done in (plan.segments, plan.outcomes, plan.reactions, plan.verdicts, plan.polls):
            done.clear()
        return ClosedSegment(files, merges)


def given_faults(id_: str, outcome: Outcome) -> dict[str, Fault]:
    """The faults that an outcome tells of and that hang on the machine, as the fold is handed them."""
    told = [fault for fault in [outcome.get("fault"), *outcome.get("faults", [])] if fault and fault.get("given")]
    found = {FULL + id_: Fault("", "", 0, "")} if outcome.get("full") else {}
    return found | {
        _phase(fault) + id_: Fault(
            fault["rule"], fault["function"], fault["line"], fault["why"], bool(fault.get("again"))
        )
        for fault in told
    }


def _phase(fault: Failure) -> str:
    if "handler" in fault:
        return f"{HEARING}{fault['handler']}/"
    if "rescue" in fault:
        return f"{RESCUING}{fault['rescue']}/"
    return COMPLETING if fault.get("completing") else ""


def given(entry: Entry) -> Given | None:
    """What is taken as it was written, because the text is not there: it was none of the game's business, or redacted."""
    text = entry.get("text")
    if not isinstance(text, dict):
        return None
    return Given(entry["outcome"], list(entry.get("rolls", [])), text.get("followed"))


def happening_of(entry: Entry, changes_of: ChangesOf) -> Happening:
    """The happening an entry records."""
    happening: Any = {name: value for name, value in entry.items() if name not in OUTPUTS}
    if "change" in entry:
        text = changes_of(entry["change"])
        content = canon.read(text) if text is not None else {"files": {}, "paths": [], "problems": []}
        happening["change"] = {"hash": entry["change"], "base": "", **content}
    found: Happening = happening
    return found
