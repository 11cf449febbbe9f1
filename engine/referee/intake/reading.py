"""From what the forge shows to an inbox: what is new since the cursor, each thing with an id it has forever."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from engine.game.happening import SECONDS_SEEN, Happening
from engine.game.owned import Inspected
from engine.game.state import State
from engine.referee import trouble
from engine.referee.answering.ourselves import by, doubtful, is_own_comment, is_own_issue
from engine.referee.answering.posts import Look, Posts
from engine.referee.answering.shown import facts_of
from engine.referee.intake import behind, checks, openings, portions, pulls, returning, swept
from engine.referee.intake.dating import Dating
from engine.referee.intake.edits import Edits
from engine.referee.intake.fetching import UNREAD, Fetching, waiting
from engine.referee.intake.holding import Holding
from engine.referee.intake.inbox import Reading
from engine.referee.intake.news import News
from engine.referee.intake.questions import Questions
from engine.referee.intake.rivals import WITH_OTHERS, Rivals, has_problem
from engine.referee.intake.roles import Roles
from engine.referee.intake.told_again import was_judged
from engine.referee.intake.traces import counts_otherwise, deleted, may_be_a_vote, never_judged, said
from engine.referee.intake.watching import Watching
from engine.referee.ports import (
    Comment,
    Deletion,
    Forge,
    ForgeError,
    Gone,
    Repository,
    Thread,
    Unprocessable,
    Unreadable,
)
from engine.store.marks import reached

LAG: Final = 30


@dataclass
class Reader:
    """Reads the forge once. `bot` is the login under which the engine writes."""

    forge: Forge
    repository: Repository
    state: State
    main: str
    bot: str
    deleted: Deletion | None = None
    _dating: Dating = field(default_factory=Dating)

    def __post_init__(self) -> None:
        self.cursor = self.state.notes.cursor
        self.seen = dict(self.state.notes.seen)
        self.since = max(0, self.cursor - SECONDS_SEEN)
        self.reading = Reading()
        self._later: list[Look] = []  # what is looked at in a quiet pass
        self.news = News(self.seen, self.since)
        self.roles = Roles(self.forge)
        self._fetching = Fetching(self.forge, self.repository, self.main, self._voting)
        self.edits = Edits(self.forge, self.state, Questions(self._fetching.must_be_of_one))
        self.holding = Holding(self.state, self.reading, self._fetching, self.add, self._withdraw, self.must_wait)
        self.checks = Watching(self.forge, self.state, self.reading, self.add, self._withdraw, self.holding)
        self._now = 0

    def read(self) -> Reading:
        """Raises Unreachable if anything was read in part only."""
        listed = self.forge.threads_since(self.since or None)
        held = self.holding.held().difference(thread.number for thread in listed)
        listed += self._fetching.alone(self.forge.odd(), held)
        threads = self._fetching.leave(listed, doubtful(self.forge, self.bot, self.state, listed))
        comments = self.forge.comments_since(self.since or None)
        self._fetching.alone(self.forge.odd())
        now = self._now = self.forge.server_time()
        self.reading.until = now - LAG
        self.reading.threads = {t.number: t for t in threads}
        self.posts = Posts(self.forge, self.state, self.bot, self.add, now)
        self.posts.find_twins(threads, comments)
        others = [c for c in comments if not self.mine(c)]
        self._dating = Dating(filter(self.news.is_new, others), comments, filter(self.news.is_edit, others))
        heads = self.reading.heads = self.repository.pull_heads()
        for thread in threads:
            self._thread(thread, now)
        for comment in comments:
            self._comment(comment, now)
        if self.deleted is not None:
            self._deleted(self.deleted, now)
        self._heads(heads, now)
        self.holding.look_at_issues(now)
        self.holding.hold_unshown(now)
        self._checks(now)
        return self.reading

    def look_further(self, *, quiet: bool) -> bool:
        """Looks up one thing that no list shows, in turns: in a `quiet` pass also what has no hurry. True if that was news.

        What cannot be had is no news: nothing hangs on it, and it has its turn again.
        """
        before, now = len(self.reading.inbox), self.forge.server_time()
        looks = [*self.posts.long_unseen(self.since), *(self._later if quiet else [])]
        if looks:
            try:
                looks[now % len(looks)]()
            except ForgeError as error:
                trouble.must_be_of_one(self.forge, error)
        return len(self.reading.inbox) > before

    def add(self, happening: Happening) -> None:
        """Takes a happening, unless it was seen. None is later than the reading: git lets anyone date a commit."""
        dated: Happening = {**happening, "time": min(happening["time"], self._now)}
        taken = portions.before(dated, self.reading.end)
        if happening["id"] not in self.seen and taken is not None:
            self.reading.inbox.append(taken)

    def _withdraw(self, kind: str, number: int) -> None:
        self.reading.inbox = [h for h in self.reading.inbox if h["kind"] != kind or h["thread"] != number]

    def mine(self, comment: Comment) -> bool:
        return is_own_comment(self.state, self.bot, comment)

    def _thread(self, thread: Thread, now: int) -> None:
        self.posts.thread(thread)
        facts, known = facts_of(thread), self.state.thread(thread.number)
        if is_own_issue(self.state, self.bot, thread):
            if known is None or {known.get("tag"), str(thread.number)}.isdisjoint(self.state.notes.open_polls):
                return
            facts = {"state": thread.state}  # all else of it is the engine's, whatever somebody makes of it
        common: Happening = {"thread": thread.number, "seen_at": now, "facts": facts}
        if known is None:
            actor = self.roles.actor(thread.author, thread.association, thread.body, thread.created_at)
            opened, *closed = openings.of(thread, {**common, "actor": actor}, self.since, self._dating.turned)
            for happening in [self.edits.opened(opened, thread), *closed]:
                self.add(happening)
        elif any(known.get(name) != value for name, value in facts.items()) and not self.news.is_over(thread):
            same = known.get("state") == facts["state"] and known.get("merged") == facts["merged"]
            time = self._dating.renamed(thread, self._voting(thread.number)) if same else self._dating.turned(thread)
            id_ = returning.thread(self.seen, thread.number, thread.updated_at, facts, self.cursor, time)
            merged: Happening = {**common, **(self._merged(thread, known.get("head")) if thread.merged else {})}
            self.add({"id": id_, "kind": "thread", "time": time, "actor": None, **merged})

    def _merged(self, thread: Thread, known: str | None) -> Happening:
        """Asked only of a proposal that is still to be decided, to take effect, or to be merged by hand: of others it does not matter."""
        poll, head = self.state.poll(str(thread.number)), self.reading.heads.get(thread.number, str(known))
        waits = swept.is_left(poll) or self._voting(thread.number) or str(thread.number) in self.state.notes.awaiting
        found = swept.how(self.repository, self.forge, self.main, thread.number, head, poll) if waits else {}
        return found if head == known else {**found, "head": head}

    def _voting(self, number: int) -> bool:
        return str(number) in [*self.state.notes.open_polls, *self.state.notes.rescues]

    def _heads(self, heads: Mapping[int, str], now: int) -> None:
        """New commits of open pull requests; one that is closed, or the engine's own account's, is not looked at."""
        opened = portions.open_pulls(heads, self.reading.threads, self.state.files)
        seen, level = self.reading.threads, portions.level(heads, self.main, self.state.files, self._voting)
        opened = [n for n in opened if n not in level and (n not in seen or not by(self.bot, seen[n].author))]
        portion, unread, held = portions.Portion(clock=self.forge.server_time, began=now), list[int](), list[int]()
        for number in portions.in_turn(opened, self._voting, self.reading.inbox, now):
            thread, head = self.reading.threads.get(number), heads[number]
            if (self.state.thread(number) or {}).get("head") == head:
                self._look_at_base(number, thread, now, portion)
            elif self._voting(number):
                with waiting(number, held):
                    self._fetching.must_have_time(head, portion.has_time())
                    self._head(number, head, thread, now)
                if number in held:
                    soon = head not in self._fetching.hidden or self.holding.may_wait(number, now)
                    unread += [number] if soon else []
                    self.holding.hold(number, "what it has become cannot be read", now)
            elif not portion.has_room():
                reached("as many new pull requests as one pass reads")
                unread.append(number)
            else:
                tries, change = self._fetching.tries, None
                with waiting(number, unread):
                    change = self._head(number, head, thread, now)
                portion.take(change, tries=self._fetching.tries - tries)
            if number not in unread and number not in held:
                self.holding.look_again(number, now, heads[number])
        if unread or portion.is_much():
            end = self.reading.end = portions.end_of(self.reading.inbox, unread)
            self.reading.inbox = portions.cut(self.reading.inbox, end)
            self.reading.until = self.reading.until if end is None else min(self.reading.until, end[0])

    def _look_at_base(self, number: int, thread: Thread | None, now: int, portion: portions.Portion) -> None:
        """What could not be read is looked for again like this."""
        if thread is None or not has_problem(self.state, number, "base", *UNREAD, *WITH_OTHERS):
            return
        look, lost = partial(self._retargeted, thread, now), has_problem(self.state, number, *UNREAD)
        if not self.reading.spoken_in(number):
            self._later.append(look)
        elif not lost or portion.has_room():
            portion.take(None, tries=int(lost))
            look()

    def must_wait(self, number: int, now: int) -> bool:
        """Whether a pull request that cannot be had may be had soon, by what was said in it."""
        return portions.waited(number, self.reading.inbox, self.reading.threads.get(number), now) < trouble.PATIENCE

    def _retargeted(self, thread: Thread, now: int) -> None:
        try:
            again = self.retargeted(thread.number, now)
        except Unreadable:
            return
        if again is not None:
            self.add({**again, "time": self._dating.renamed(thread, self._voting(thread.number))})

    def _head(self, number: int, head: str, thread: Thread | None, now: int) -> Inspected | None:
        """Takes a head that is news, and returns its change."""
        known, touched = (self.state.thread(number) or {}).get("head"), thread.updated_at if thread else None
        if returning.head(self.seen, number, known, head, touched) is None:
            return None
        pull, head = self._fetching.bring(number, head, self.reading.heads)
        if self._voting(number):
            before = f"head/{number}/{head}" in self.seen
            behind.must_be_sure(self._fetching, number, pull, known, head, seen_before=before)
        id_ = returning.head(self.seen, number, known, head, touched)
        if id_ is None or (pull is None and head not in self._fetching.hidden):
            return None
        change = self._inspected(number, "main" if pull is None else pull.base, head)
        if self._voting(number):
            touched = self._fetching.touched(number, now if thread is None else thread.updated_at, now)
            when = self._dating.pushed(number, touched, doubtful=True)
        else:
            when = {"time": now} if thread is None else self._came(thread, head)
        happening: Happening = {"id": id_, "kind": "head", "seen_at": now, "actor": None, **when}
        self.add({**happening, "thread": number, "head": head, "change": change})
        return change

    def _came(self, thread: Thread, head: str) -> Happening:
        """When a head came. Of one that cannot be read nothing more is known than when the pull request was touched."""
        if head not in self._fetching.refused:
            return self._pushed_at(thread, head)
        if self.state.thread(thread.number) is None:
            return {"time": thread.created_at}
        return self._dating.pushed(thread.number, thread.updated_at, doubtful=True)

    def _pushed_at(self, thread: Thread, head: str) -> Happening:
        """When a head came: of a pull request never seen before with its opening, unless its last commit is younger.

        What was written between the opening and that commit was about something else. Where votes were newly said, the
        last touch is asked for again: commits may have come since the threads were listed.
        """
        committed = self.repository.commit_info(head).time
        if self._dating.has_votes(thread.number):
            thread = replace(thread, updated_at=self._fetching.touched(thread.number, thread.updated_at, self._now))
        late = self._dating.touched_after_votes(thread)
        if self.state.thread(thread.number) is None:
            return {"time": thread.updated_at if late else max(thread.created_at, min(committed, thread.updated_at))}
        late = late or committed > self._dating.first(thread.number, thread.updated_at)
        return self._dating.pushed(thread.number, thread.updated_at, doubtful=late)

    def retargeted(self, number: int, now: int) -> Happening | None:
        """A pull request that is to be merged elsewhere than when it was judged. That is no new commit: it has to be asked.

        Raises Unreadable for one that cannot be had now.
        """
        head = str((self.state.thread(number) or {}).get("head") or "")
        try:
            pull = self._fetching.shown(number, head) if head else None
            base = pull.base if pull is not None else "main"
            if pull is not None and self._voting(number):
                behind.must_be_level(self._fetching, number, pull, head, self.reading.heads.get(number))
        except Unreadable:
            raise
        except (Gone, Unprocessable):
            return None
        same = (base != "main") == has_problem(self.state, number, "base")
        if same and not has_problem(self.state, number, *UNREAD, *WITH_OTHERS):
            return None
        if not self._fetching.again(number, head, readable=self._voting(number)):
            return None
        change = self._inspected(number, base, head)
        if same and change["hash"] == (self.state.thread(number) or {}).get("change"):
            return None
        named: Happening = {"id": f"head/{number}/{head}/{now}", "thread": number, "head": head, "change": change}
        return {**named, "kind": "head", "time": now, "seen_at": now, "actor": None}

    def _inspected(self, number: int, base: str, head: str) -> Inspected:
        others = {n: h for n, h in self.reading.heads.items() if n != number}
        ruleset = self.state.ruleset
        rivals = Rivals(self.state, self._fetching, self.repository, self.reading.heads, self.reading.threads)
        precedes = partial(rivals.precedes, number)
        inspect = partial(pulls.inspect, self.repository, self.main, base, head, others, ruleset, precedes)
        voting, hidden = self._voting(number), head in self._fetching.hidden
        patient = (voting and hidden) or ((voting or hidden) and self.must_wait(number, self._now))
        return self._fetching.inspected(number, head, inspect, ruleset, patient=patient)

    def _checks(self, now: int) -> None:
        for number, known in checks.watched(self.state):
            if self.reading.spoken_in(number):
                self.checks.look(number, now)
            elif known.get("checks") != "passed":  # before a verdict they are looked at again
                self._later.append(partial(self.checks.note, number, now))

    def _comment(self, comment: Comment, now: int, *, late: bool = False) -> None:
        if self.mine(comment):
            self.posts.comment(comment)
            return
        if not self._missing_thread(comment.thread, now) and now - comment.updated_at < trouble.SHOWN_LATE:
            return
        known = not self.news.is_new(comment) and not (late and never_judged(self.state, comment))
        if known and not self.news.is_edit(comment) and not counts_otherwise(self.state, comment):
            return
        found = self.said(comment, now)
        if known:
            del found["edited"]
            found |= {"kind": "edited", **returning.edit(self.seen, comment.id, comment.updated_at, found["text"])}
        elif late:
            found["late"] = True
        self.add({**found, "once": True} if late else found)

    def said(self, comment: Comment, now: int) -> Happening:
        """A comment as it reads now, as if it were newly said."""
        actor = self.roles.actor(comment.author, comment.association, comment.body, comment.updated_at)
        return said(comment, now, actor)

    def _deleted(self, told: Deletion, now: int) -> None:
        """The trace of a deleted comment, with who left it.

        A vote that somebody else deleted before it was read is read off the trace, or it could be taken away like that.
        """
        comment = told.comment
        recent = comment.updated_at >= self.since or never_judged(self.state, comment)
        if told.by_somebody_else and recent and may_be_a_vote(comment.body):
            self._comment(comment, now, late=True)
        happening = deleted(comment.thread, comment.id, now) | {"worth": True}  # told once: pages show it no more
        if told.by is not None:
            happening["actor"], happening["once"] = self.roles.unseen(told.by, now), True
        if told.by_somebody_else:  # a list may have shown before that it is gone, and not by whom
            happening["id"] += "/by_another"
        if not was_judged(self.repository, self.main, happening["id"], comment.created_at, now):
            self.add(happening)

    def _missing_thread(self, number: int, now: int) -> bool:
        """A comment may be listed before its thread is. False: it cannot be had now, and a later pass reads what is said there.

        That waits for `SHOWN_LATE` at most, for which it is sure to be listed again: then it is read like that.
        """
        if number in self.reading.threads or self.state.thread(number) is not None:
            return True
        thread = self._fetching.thread(number)
        if thread is None:
            return False
        self.reading.threads[number] = thread
        self._thread(thread, now)
        return True
