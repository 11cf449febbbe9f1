"""The world as records: collections of plain maps by key, read from files when first asked for, changed in transactions.

Everything that changes goes through `put` and `remove`, so a happening that is refused leaves no trace.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, overload

from engine.game.owned import Issue, KnownThread, Poll, Timer, Wish
from engine.game.world.columns import Columns
from engine.game.world.key_order import KeysInOrder, ordered
from engine.game.world.sizes import KeptBytes, Sizes
from engine.game.world.waiting import bytes_of_wish
from engine.store import canon, glance, records
from engine.store.index import Index

Record = dict[str, Any]
# Notes of the engine that grow with what is new: entries by key, so that one more does not cost as much as all there are.
APART: Final = {name: f"engine/{name}" for name in ("answered", "mentioned", "roles", "seen", "strangers")}
PRIVATE: Final = frozenset({"engine", "outbox", "threads", "issues", "journal", *APART.values()})
Place = tuple[str, str]


class Records:
    """Collections over an unchanging set of files. `dirty` are the places changed since `settled` was called last."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._raw: dict[str, dict[str, str]] = {}
        self._live: dict[str, dict[str, Record]] = {}
        self._keys: dict[str, KeysInOrder] = {}
        self._undo: list[tuple[str, str, Record | None]] | None = None
        self._moves = 0  # how often anything was added to what can be undone, or undone
        self._were: tuple[tuple[int, int], dict[Place, Record | None]] | None = None
        self._waiting: int | None = None
        self._indexes: dict[str, Index] = {}
        self._sizes: dict[str, Sizes] = {}
        self._followed: dict[str, list[str]] = {}
        self._changes: dict[str, int] = {}
        self._columns = Columns(self.changes)
        self.kept = KeptBytes()  # how many bytes rules keep, and where
        # How collections stand on the disk: in one file, or in files of their own.
        self._in_one: dict[str, str] = {}
        self._in_many: dict[str, set[str]] = {}
        self.dirty: dict[Place, None] = {}
        self.touched: dict[Place, None] = {}
        apart, together = records.apart(files)
        for collection, paths in apart.items():  # there may be thousands of them
            self._find_apart(collection, {path: files[path] for path in paths})
        for path in sorted(together, key=lambda path: path != records.NOTES):  # they name others
            self._find_together(path, files[path])
        self.notes: Mapping[str, Any] = self._live.setdefault("engine", {})  # of the engine, as they stand

    def _find_apart(self, collection: str, files: Mapping[str, str]) -> None:
        texts = dict(zip(records.keys_of([*files]), files.values(), strict=True))
        self._raw[collection], self._live[collection], self._in_many[collection] = texts, {}, set(files)
        if collection not in PRIVATE:
            self.kept.found(collection, texts)

    def _find_together(self, path: str, text: str) -> None:
        """All records of a collection, or the notes."""
        collection, _ = records.key_of(path)
        if collection == "engine":
            whole = _map(canon.shared(text), path)
            self._live["outbox"] = dict(whole.pop("outbox", {}))
            self._live |= {place: dict(whole.pop(name, {})) for name, place in APART.items()}
            self._live["engine"] = whole
        elif collection == "game":
            self._live["game"] = {"game": canon.shared(text)}
        else:
            held = self.kept_in(collection)
            found = canon.shared(text)
            self._live[held] = dict(found) if isinstance(found, dict) else found
            self._in_one[held] = path
            if held not in PRIVATE and isinstance(found, dict):
                self.kept.found_together(held, found, text)

    @property
    def named_files(self) -> Mapping[str, str]:
        """collection -> name of the one file it is kept in, where that is not its own."""
        kept: Mapping[str, str] = self._live.get("engine", {}).get("files") or {}
        return kept

    # reading

    def kept_in(self, name: str) -> str:
        """The collection that a file directly below state/ holds."""
        return next((collection for collection, file in self.named_files.items() if file == name), name)

    # What the engine owns has fields of its own; any other collection's are the rules'.
    @overload
    def get(self, collection: Literal["polls"], key: str) -> Poll | None: ...  # type: ignore[overload-overlap]
    @overload
    def get(self, collection: Literal["threads"], key: str) -> KnownThread | None: ...  # type: ignore[overload-overlap]
    @overload
    def get(self, collection: Literal["issues"], key: str) -> Issue | None: ...  # type: ignore[overload-overlap]
    @overload
    def get(self, collection: Literal["outbox"], key: str) -> Wish | None: ...  # type: ignore[overload-overlap]
    @overload
    def get(self, collection: Literal["timers"], key: str) -> Timer | None: ...  # type: ignore[overload-overlap]
    @overload
    def get(self, collection: str, key: str) -> Record | None: ...
    def get(self, collection: str, key: str) -> Any:
        """The record itself, None if there is none: whoever is handed it must not change it."""
        live = self._live.get(collection)
        if live is None:
            return None
        found = live.get(key)
        if found is None and (unread := self._raw.get(collection)) and key in unread:
            found = live[key] = canon.shared(unread.pop(key))
        return found

    def keys(self, collection: str) -> list[str]:
        known = self._keys.get(collection)
        if known is None:
            every = {**self._raw.get(collection, {}), **self._live.get(collection, {})}
            known = self._keys[collection] = KeysInOrder(every)
        return known.all()

    def items(self, collection: str) -> Iterator[tuple[str, Record]]:
        for key in list(self.keys(collection)):
            record = self.get(collection, key)
            if record is not None:
                yield key, record

    def collections(self) -> list[str]:
        return sorted({c for c in (*self._raw, *self._live) if self.keys(c)})

    def index(self, collection: str) -> Index:
        """Who is who in a collection of accounts."""
        if collection not in self._indexes:
            self._indexes[collection] = Index(lambda name: self.column(collection, name))
        return self._indexes[collection]

    def field(self, collection: str, key: str, name: str) -> Any:
        """What a field of a record holds; None if it, or the record, is not there. Where a glance at the file is enough, it is not read."""
        text = self._raw.get(collection, {}).get(key)
        seen = None if text is None else glance.field(text, name)
        return (self.get(collection, key) or {}).get(name) if seen is None else seen

    def column(self, collection: str, name: str) -> dict[str, Any]:
        """The same of each record, by its key, in their order. Not to be changed."""
        return self._columns.of(collection, name, self._column)

    def _column(self, collection: str, name: str) -> dict[str, Any]:
        unread = self._raw.get(collection, {})
        seen = dict(zip(unread, glance.column(unread.values(), name), strict=True))
        found = {key: seen.get(key) for key in self.keys(collection)}
        return found | {key: (self.get(collection, key) or {}).get(name) for key, it in found.items() if it is None}

    def changes(self, collection: str) -> int:
        """How often a record of the collection was changed, or changed back: while it is the same number, nothing was."""
        return self._changes.get(collection, 0)

    def news(self, collection: str) -> list[str]:
        """The keys of the records that were changed, or changed back, since this was asked last: at first all of them."""
        if collection not in self._followed:
            self._followed[collection] = self.keys(collection)
        found, self._followed[collection] = self._followed[collection], []
        return found

    def waiting(self) -> int:
        """Bytes, about, of all that waits to be said, as it is written."""
        if self._waiting is None:
            self._waiting = sum(bytes_of_wish(key, wish) for key, wish in self.items("outbox"))
        return self._waiting

    def bytes_in_one_file(self, collection: str) -> int:
        """Bytes of all records of a collection as one file holds them. Raises canon.NotCanonical if they cannot stand in one."""
        if collection not in self._sizes:
            self._sizes[collection] = Sizes(self.keys(collection))
        return self._sizes[collection].whole(lambda key: self.get(collection, key))

    def measured(self, collection: str, key: str, size: int) -> None:
        """Somebody has found out how many bytes a record takes as it is."""
        self.kept.measured((collection, key), size, self.get(collection, key) or {})

    def bytes_beyond(self, bound: int) -> int:
        """How many bytes more all that rules keep takes than it may, or than it took when the happening began; 0 if it fits."""
        return max(0, self.kept.whole(self.get) - max(bound, self.kept.began))

    def stands_in_one_file(self, collection: str) -> bool:
        """Whether it does so on the disk, as it was written last."""
        return collection in self._in_one

    # changing

    def put(self, collection: str, key: str, record: Record | None) -> None:
        """Writes a whole record, or removes it (None); equal to what is there, it changes nothing. Raises canon.NotCanonical."""
        before = self.get(collection, key)
        after = None if record is None else canon.normal_beside(record, before)
        if not canon.alike(before, after):
            self.lay(collection, key, after)

    def lay(self, collection: str, key: str, record: Any) -> None:
        """Writes a record that was handed out here before, the very same: what follows from it may be known still."""
        if self._undo is not None:
            self._undo.append((collection, key, self.get(collection, key)))
            self._moves += 1
        self.dirty[(collection, key)] = None
        self.touched[(collection, key)] = None
        self._set(collection, key, record)

    def remove(self, collection: str, key: str) -> None:
        self.put(collection, key, None)

    def _set(self, collection: str, key: str, record: Record | None) -> None:
        live = self._live.setdefault(collection, {})
        self._changes[collection] = self._changes.get(collection, 0) + 1
        if collection == "outbox" and self._waiting is not None:
            self._waiting += bytes_of_wish(key, record) - bytes_of_wish(key, live.get(key))
        if collection in self._indexes:
            self._indexes[collection].changed(key, live.get(key), record)
        if collection in self._followed:
            self._followed[collection].append(key)
        if collection in self._sizes:
            self._sizes[collection].changed(key)
        if collection not in PRIVATE:
            self.kept.changed((collection, key), record)
        known, was_there = self._keys.get(collection), key in live
        if record is None:
            live.pop(key, None)
            if known is not None and was_there:
                known.remove(key)
        else:
            live[key] = record
            if known is not None and not was_there:
                known.add(key)

    # transactions

    def begin(self) -> int:
        """A savepoint: give it to `undo` to take back everything since."""
        if self._undo is None:
            self._undo = []
            self.kept.begins(self.get)
        return len(self._undo)

    def undo(self, savepoint: int) -> None:
        assert self._undo is not None
        self._moves += 1
        while len(self._undo) > savepoint:
            collection, key, before = self._undo.pop()
            self._set(collection, key, before)

    def changed_since(self, savepoint: int) -> list[Place]:
        """The places changed since a savepoint, each once, in the order of their first change."""
        return [*self.as_they_were(savepoint)]

    def before(self, savepoint: int, place: Place) -> Record | None:
        """The record as it was at a savepoint; None if there was none, or nothing about it has changed since."""
        return self.as_they_were(savepoint).get(place)

    def as_they_were(self, savepoint: int = 0) -> Mapping[Place, Record | None]:
        """Every place changed since a savepoint, or by the happening, with the record as it was then; in the order of its first change.

        Asked of each of ten thousand places, it is found once.
        """
        now = savepoint, self._moves
        if self._were is None or self._were[0] != now:
            found: dict[Place, Record | None] = {}
            for collection, key, was in (self._undo or [])[savepoint:]:
                found.setdefault((collection, key), was)
            self._were = now, found
        return self._were[1]

    def keep(self) -> None:
        """Ends the outermost transaction: what it changed stays."""
        self._undo, self._were = None, None

    def take_touched(self) -> dict[str, list[str]]:
        """collection -> keys changed since this was asked last, in order."""
        found: dict[str, list[str]] = {}
        for collection, key in self.touched:
            found.setdefault(collection, []).append(key)
        self.touched = {}
        return {c: ordered(found[c]) for c in sorted(found)}

    # writing

    def files(self, one_file: Mapping[str, str]) -> dict[str, str | None]:
        """path -> text of everything changed since this was asked last. `one_file`: collection -> name, as the law has it."""
        layout = self._layout(one_file)
        written: dict[str, str | None] = self._moved(layout)
        for collection, key in self.dirty:
            if collection in ("engine", "outbox") or collection in APART.values():
                continue
            if collection == "game":
                written[records.GAME] = canon.emit_dated(self.get("game", "game"))
            elif collection in layout:
                path = self._in_one[collection] = records.path_of(collection, key, layout[collection])
                if path not in written:
                    written[path] = canon.emit_dated(dict(self.items(collection)))
            else:
                written |= self._one(collection, key)
        self.dirty = {}
        return written

    def _one(self, collection: str, key: str) -> dict[str, str | None]:
        """A record in a file of its own."""
        path, record = records.path_of(collection, key), self.get(collection, key)
        self._raw.setdefault(collection, {})
        there = self._in_many.setdefault(collection, set())
        if record is None:
            there.discard(path)
            return {path: None}
        there.add(path)
        return {path: canon.emit_dated(record)}

    def _moved(self, layout: Mapping[str, str]) -> dict[str, str | None]:
        """The old files of collections that the law wants to stand otherwise; their records are to be written anew."""
        gone: dict[str, str | None] = {}
        for collection in sorted(c for c, path in self._in_one.items() if path != self._path_in_one(c, layout)):
            gone[self._in_one.pop(collection)] = None
            self.dirty |= dict.fromkeys((collection, key) for key in self.keys(collection))
        for collection in sorted(c for c, paths in self._in_many.items() if paths and c in layout):
            gone |= dict.fromkeys(sorted(self._in_many.pop(collection)))
            self.dirty[collection, ""] = None
        return gone

    @staticmethod
    def _path_in_one(collection: str, layout: Mapping[str, str]) -> str | None:
        return records.path_of(collection, "", layout[collection]) if collection in layout else None

    def _layout(self, one_file: Mapping[str, str]) -> dict[str, str]:
        """Under another name than its own a collection is laid out once: what has records stays where they are."""
        kept = self.named_files
        free = {c: name for c, name in one_file.items() if name not in kept.values() and c not in kept}
        named = {c: name for c, name in free.items() if c != name and not self._in_many.get(c) and self.keys(c)}
        if named:
            self.put("engine", "files", {**kept, **named})
        return {c: name for c, name in free.items() if c == name} | {**kept, **named}

    def engine_file(self) -> str:
        apart = {name: self._live.get(place, {}) for name, place in APART.items()}
        written = {name: entries for name, entries in apart.items() if entries or name == "seen"}
        return canon.emit_dated({**dict(self.items("engine")), **written, "outbox": dict(self.items("outbox"))})


def _map(found: Any, path: str) -> dict[str, Any]:
    """A copy of a file's map. What is anything else would be forgotten as if it were empty."""
    if not isinstance(found, dict):
        raise TypeError(f"{path} holds no map")
    return dict(found)
