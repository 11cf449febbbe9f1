"""Fulfils the wishes of the pushed state: looks before it creates, marks what it posts, and stays within GitHub's limits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, zip_longest
from typing import Any, Final

from engine.game.owned import Wish
from engine.game.replies.titles import unlabelled
from engine.game.state import State
from engine.game.world.wishes import digest
from engine.law.documents.zones import zone_of
from engine.referee.answering.bodies import LARGEST, bodies, dated
from engine.referee.answering.markers import mark, marks
from engine.referee.answering.ourselves import must_not_stand, own_comments, post
from engine.referee.answering.own_issues import OwnIssues
from engine.referee.answering.shown import missing_labels, surplus_labels
from engine.referee.answering.wish_order import kind, place, said_at, turn
from engine.referee.ports import Deleted, Denied, Exhausted, Forge, ForgeError, Gone, Thread, Unprocessable, Unreachable
from engine.referee.trouble import against, mute_to
from engine.store.digest import sha256
from engine.store.marks import reached

MOST_WRITES: Final = 60
# That have their turn before the threads, so that these can speak of them; the others come last
FIRST_ISSUES: Final = 20
STANDS: Final = "What was decided stands; what is not said yet the next pass says."


@dataclass
class Outbox:
    """One answering: what was posted already comes from the reading, so nothing is asked twice."""

    forge: Forge
    state: State
    posted: Mapping[str, Mapping[str, int]]
    threads: Mapping[int, Thread]
    fresh: frozenset[str] = frozenset()
    bot: str = ""
    boards: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)  # of pull requests that lack what the law wants in front
    judged: Mapping[str, int] = field(default_factory=dict)  # the happenings of this pass, each with its place
    twin_comments: Sequence[int] = ()
    twin_issues: Sequence[int] = ()
    denied: Denied | None = None
    unreachable: Unreachable | None = None
    writes: int = 0
    held: list[str] = field(default_factory=list)
    _struck: bool = False  # the last write that was tried met the forge in trouble
    _listed: dict[int, dict[str, dict[str, int]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._own = OwnIssues(self.forge, self.state, self.bot, self._write, self._assigning)

    def deliver(self) -> None:
        """Fulfils what it can; what is left stays in the outbox for the next pass. Raises Unreachable and Denied."""
        self._drop_twins()
        wishes = {k: w for k, w in self.state.notes.outbox.items() if not self._seen(k, w)}
        issues = sorted((k for k in wishes if kind(k) == "issue"), key=turn)
        self._issues(issues[:FIRST_ISSUES], wishes)
        for thread, keys in self._by_thread(wishes):
            self._guarded(f"#{thread}", lambda t=thread, k=keys: self._spoken_in(t, {x: wishes[x] for x in k}))
        if not isinstance(self.unreachable, Exhausted):
            self._issues(issues[FIRST_ISSUES:], wishes)
        if self.denied is not None:
            raise self.denied
        if self.unreachable is not None:
            raise self.unreachable

    def _issues(self, keys: Iterable[str], wishes: Mapping[str, Wish]) -> None:
        """Trouble with issues ends their turn alone: answers can be given where none can be opened.

        So does a limit that is used up: GitHub grants fewer new issues than comments, and says of neither which it was.
        """
        try:
            for key in keys:
                self._guarded(key, partial(self._own.fulfil, key, wishes[key], self.posted, self.threads, self.fresh))
        except Unreachable as error:
            reached("issues that meet the forge in trouble")
            self.unreachable = self.unreachable or error
        self._struck = False

    def _drop_twins(self) -> None:
        for comment in self.twin_comments:
            self._guarded(f"comment {comment}", lambda c=comment: self._drop(c))
        for number in self.twin_issues:
            self._guarded(f"#{number}", lambda n=number: self._close(n))

    def _drop(self, comment: int) -> None:
        try:
            self._write(lambda: self.forge.delete_comment(comment))
        except Gone:  # somebody was quicker, or an earlier pass of ours
            reached("twin gone already")
            return

    def _seen(self, key: str, wanted: Wish) -> bool:
        return digest(wanted) in self.posted.get(key, {}) and kind(key) not in ("issue", "labels", "assign")

    def _guarded(self, what: str, act: Any) -> None:
        """One thread's permanent trouble is its own; a lack of rights may be, and is told when the others had their turn.

        So may be the forge's trouble with one thread, which it may have each time; with two in a row it has it with all.
        """
        if self.writes >= MOST_WRITES:
            return
        try:
            act()
        except (Gone, Unprocessable) as error:
            self.held.append(f"{what}: {error.cause}")
        except Denied as error:
            self.denied = self.denied or error
        except Unreachable as error:
            told = type(error)(f"{what}: {error.cause}", STANDS) if type(error) in (Unreachable, Exhausted) else error
            if self._struck:
                raise told from error
            self._struck, self.unreachable = True, self.unreachable or told

    def _by_thread(self, wishes: Mapping[str, Wish]) -> Iterable[tuple[int, list[str]]]:
        """The keys of each thread. Where something is new, in order; where nothing is, in another order each time.

        They take turns: however many there are in which nothing can be said, each other one is spoken in, now or soon.
        """
        groups: dict[int, list[str]] = {}
        for key in sorted(wishes, key=turn):
            if kind(key) != "issue":
                thread = place(key, wishes[key], self.state, self.posted)
                if thread is not None:
                    groups.setdefault(thread, []).append(key)
        new = {t: keys for t, keys in groups.items() if not self.fresh.isdisjoint(keys)}
        old = groups.keys() - new.keys()
        now = self.forge.server_time() if old else 0
        turns = [
            sorted(new, key=lambda thread: (turn(new[thread][0]), thread)),
            sorted(old, key=lambda thread: sha256(f"{now}/{thread}")),
        ]
        return [(thread, groups[thread]) for thread in chain(*zip_longest(*turns)) if thread is not None]

    def _spoken_in(self, number: int, wishes: Mapping[str, Wish]) -> None:
        try:
            self._thread(number, wishes)
        except Deleted:
            self._own.deleted(number)
            raise

    def _thread(self, number: int, wishes: Mapping[str, Wish]) -> None:
        """What is to be closed is closed first, and said to have been: so whoever reopens it finds it open."""
        closed, trouble = self._closed_first(number, wishes)
        spoken = {k: w for k, w in wishes.items() if kind(k) in ("reply", "verdict", "closing", "held", "table")}
        mute = mute_to(partial(self._comment, number, spoken, closed)) if spoken else None
        for wanted in (w for k, w in wishes.items() if kind(k) == "twin"):
            if wanted["comment"] not in self.twin_comments:
                self._drop(wanted["comment"])
        for key, wanted in wishes.items():
            stands = mute is None or self._status_comment(number, key) is not None
            if kind(key) == "status" and stands and self.writes < MOST_WRITES:
                mute = mute_to(partial(self._status, number, key, wanted)) or mute
        if trouble is not None:
            raise trouble
        if not closed and self.writes < MOST_WRITES:
            self._around(number, {kind(key): wanted for key, wanted in wishes.items()})
        if mute is not None:
            raise mute

    def _closed_first(self, number: int, wishes: Mapping[str, Wish]) -> tuple[str, ForgeError | None]:
        """The mark of the closing, empty where nothing is to be closed; and what the forge has against it, if anything."""
        key = next((key for key in wishes if kind(key) == "close"), "")
        if not key:
            return "", None
        around = {kind(key): wanted for key, wanted in wishes.items()}
        trouble = against(lambda: self._around(number, around))  # what is to be said is said all the same
        return mark(key, digest(wishes[key])) if trouble is None else "", trouble

    def _around(self, number: int, wanted: Mapping[str, Wish]) -> None:
        """Labels, title, closing and assignment, in one request where several change; labels that cannot be set hold nothing else up."""
        change: dict[str, Any] = self._titled(number) if "status" in wanted else {}
        trouble = None
        if "labels" in wanted:
            alone = "close" not in wanted
            trouble = against(lambda: change.update(self._labels(number, wanted["labels"], alone=alone)))
        if "close" in wanted and self._is_open(number):
            change["state"] = "closed"
        if "assign" in wanted:
            change["assignees"] = [wanted["assign"]["login"]]
        if change:
            self._assigning(lambda c: self.forge.update_issue(number, **c), change, "assignees")
        if trouble is not None:
            raise trouble

    def _titled(self, number: int) -> dict[str, Any]:
        """What its author called it meanwhile stays."""
        title = self.titles.get(str(number), "")
        now = self._now(number).title if title else ""
        bare = str((self.state.thread(number) or {}).get("unnumbered") or "")
        bare = bare if bare and now.endswith(f" {bare}") else now
        bare = unlabelled(bare, title.partition(" ")[0]) if title else ""
        return {"title": title} if bare and title != now and title.endswith(f" {bare}") else {}

    def _assigning(self, act: Callable[[dict[str, Any]], object], given: dict[str, Any], assignee: str) -> None:
        """Does without whom GitHub refuses to assign: what is said to them is to be read all the same."""
        try:
            self._write(lambda: act(given))
        except Unprocessable:
            if not given.get(assignee):
                raise
            if len(given) > 1 or assignee == "assignee":
                self._write(lambda: act({**given, assignee: None}))

    def _comment(self, number: int, spoken: Mapping[str, Wish], closed: str) -> None:
        """Answers of one pass in one thread are one comment, if they fit; those that are there already are left out.

        The mark of what was `closed` stands in the last of them, unless it stands there since an earlier pass.
        """
        shown = marks(closed)
        there = self._there(number, spoken, again=any(key not in self.fresh for key in shown))
        missing = {k: w for k, w in spoken.items() if digest(w) not in there.get(k, {})}
        ordered = sorted(missing, key=lambda k: said_at(k, missing[k], self.judged))
        now, zone = self.forge.server_time(), zone_of(self.state.game)
        answers = [(dated(k, missing[k], now, zone), mark(k, digest(missing[k]))) for k in ordered]
        if not any(digest_ in there.get(key, {}) for key, digest_ in shown.items()):
            answers[-1:] = [(text, own + closed) for text, own in answers[-1:]]
        for body in bodies(answers):
            if self.writes < MOST_WRITES:
                self._write(partial(post, self.forge, self.bot, number, body))

    def _status(self, number: int, key: str, wanted: Wish) -> None:
        text = self.boards.get(key.split("/", 1)[1])
        if text is None:  # it was not drawn in this pass: the next one draws it
            return
        body = f"{text[:LARGEST]}\n\n{mark(key, digest(wanted))}"
        comment = self._status_comment(number, key)
        if comment is None:
            there = self._there(number, {key: wanted}, again=self._may_stand(number)).get(key)
            if there is not None:
                reached("status found by listing its thread")
            if there is None:
                self._write(partial(post, self.forge, self.bot, number, body))
                return
            if digest(wanted) in there:
                return
            comment = min(there.values())
        at = comment
        try:
            self._write(lambda: self.forge.edit_comment(at, body))
        except (Gone, Denied) as error:  # someone deleted it, or nobody may edit what another name of ours wrote
            must_not_stand(self.forge, self.bot, number, key, error)
            self._write(partial(post, self.forge, self.bot, number, body))

    def _status_comment(self, number: int, key: str) -> int | None:
        """The id of the status comment, if the state or the reading knows it."""
        posted = self.posted.get(key)
        if posted:
            return min(posted.values())
        known = self.state.thread(number)
        return known.get("status_comment") if known is not None else None

    def _may_stand(self, number: int) -> bool:
        """Whether a status was wished for before, and given up, or lost, before its id was known."""
        return "status_comment" in (self.state.thread(number) or ())

    def _there(self, number: int, wishes: Mapping[str, Wish], *, again: bool = False) -> dict[str, dict[str, int]]:
        """Own posts in a thread: key -> digest -> comment.

        A wish of this very pass cannot be there yet, unless one like it was made `again`: nothing is asked.
        """
        if not again and all(key in self.fresh for key in wishes):
            return {}
        if number not in self._listed:
            found: dict[str, dict[str, int]] = {}
            for comment in own_comments(self.forge, self.bot, number, wishes):
                for key, digest_ in marks(comment.body).items():
                    found.setdefault(key, {}).setdefault(digest_, comment.id)
            self._listed[number] = found
        return self._listed[number]

    def exchanged(self) -> set[int]:
        """Threads in which a label of the engine's makes way for another, as far as was read: two requests, where one adds a label."""
        threads = {
            place(k, w, self.state, self.posted): w for k, w in self.state.notes.outbox.items() if kind(k) == "labels"
        }
        seen = {n: (w, self.threads[n].labels) for n, w in threads.items() if n is not None and n in self.threads}
        return {n for n, (wanted, has) in seen.items() if missing_labels(wanted, has) and surplus_labels(wanted, has)}

    def _labels(self, number: int, wanted: Wish, *, alone: bool) -> dict[str, list[str]]:
        """Adds labels of the engine's own, and takes off those it has no use for; what people chose stays.

        What was read may be old by now, so a whole set is never made of it: GitHub answers an addition with the labels that
        are there. A set of those is returned, to be set together with what else changes, where that saves a request.
        """
        has, added = self._now(number).labels, list[str]()
        missing = missing_labels(wanted, has)
        if missing:
            self._write(lambda: added.extend(self.forge.add_labels(number, missing)))
        surplus = surplus_labels(wanted, added if missing else has)
        if missing and surplus and (len(surplus) > 1 or not alone):
            return {"labels": [label for label in added if label not in surplus]}
        for label in surplus:
            self._write(lambda label=label: self.forge.remove_label(number, label))
        return {}

    def _now(self, number: int) -> Thread:
        return self.threads.get(number) or self.forge.thread(number)

    def _is_open(self, number: int) -> bool:
        thread = self.threads.get(number)
        return thread is None or thread.state == "open"

    def _close(self, number: int) -> None:
        if self._is_open(number):
            self._write(lambda: self.forge.update_issue(number, state="closed"))

    def _write(self, act: Any) -> None:
        self.writes += 1
        act()
        self._struck = False
