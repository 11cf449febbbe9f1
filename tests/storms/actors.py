"""Everyone who plays: they act on the forge, write it into the ledger, and so cause events."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.game.state import State
from tests.storms.island import Island
from tests.storms.ledger import Ledger, Proposed, Said
from tests.storms.runs import Runs

CANARY: Final = 2


@dataclass
class Actors:
    """People are known by the name they began with; what they are called now is the forge's business."""

    island: Island
    runs: Runs
    ledger: Ledger = field(default_factory=Ledger)
    people: dict[str, int] = field(default_factory=dict)
    chance: random.Random = field(default_factory=lambda: random.Random(0))
    canary: bool = False

    @property
    def now(self) -> int:
        return self.island.clock.now

    def account(self, who: str) -> int:
        if who not in self.people:
            self.people[who] = self.island.id(who)
        return self.people[who]

    def login(self, who: str) -> str:
        return self.island.model.accounts[self.account(who)].login

    def is_gone(self, who: str) -> bool:
        return self.account(who) in self.ledger.gone

    def files(self) -> Mapping[str, str]:
        return self.island.files()

    @property
    def state(self) -> State:
        """What main says by now."""
        return State(self.files())

    # talking

    def say(self, who: str, number: int, text: str) -> int | None:
        if self.is_gone(who) or self._is_shut_out(who, number):
            return None
        id_ = self.island.model.comment(self.account(who), number, text).id
        self.ledger.comments[id_] = Said(id_, self.account(who), number, [(self.now, text)])
        self._sing(id_, text)
        self._event()
        return id_

    def _sing(self, id_: int, text: str) -> None:
        """The canary, where there is one: the second command is kept from the engine, as if it had lost it."""
        commands = [said for said in self.ledger.comments.values() if said.text.startswith("/")]
        if self.canary and text.startswith("/") and len(commands) == CANARY:
            self.island.forge.deaf_to.add(id_)

    def edit(self, id_: int, text: str) -> None:
        """To something that reads otherwise: of an edit to the same word nobody could say whether it is a new word."""
        said = self.ledger.comments[id_]
        reads_the_same = said.text.strip().lower() == text.strip().lower()
        may = said.author not in self.ledger.gone and said.thread not in self.island.model.locked
        if said.deleted_at is None and may and not reads_the_same:
            self.island.fault_plan.strike("comment edited")
            self.island.model.edit_comment(said.author, id_, text)
            said.versions.append((self.now, text))
            self._event()

    def delete(self, id_: int) -> None:
        said = self.ledger.comments[id_]
        may = said.author not in self.ledger.gone and said.thread not in self.island.model.locked
        if said.deleted_at is None and may:
            self.island.fault_plan.strike("comment deleted")
            told = self.island.forge.trace(id_, said.author)
            self.island.model.delete_comment(said.author, id_)
            said.deleted_at = self.now
            self.ledger.touch(said.thread, self.now)
            self.runs.event(self.now, self.chance, told)

    def open_issue(self, who: str, title: str, body: str) -> int | None:
        if self.is_gone(who):
            return None
        number = self.island.model.open_thread(self.account(who), title, body).number
        self.ledger.issues[number] = body
        self._event()
        return number

    def label(self, number: int, label: str) -> None:
        """A label of people's own; the engine has no business with it."""
        self.island.model.add_labels(self.island.id("owner"), number, [label])
        self.ledger.labels.setdefault(number, set()).add(label)
        self.ledger.touch(number, self.now)

    # proposing

    def propose(self, who: str, title: str, changes: Mapping[str, str | None]) -> int | None:
        if self.is_gone(who):
            return None
        base = self.files()
        number = self.island.propose(self.login(who), title, changes)
        pairs = {path: (base.get(path), text) for path, text in changes.items()}
        head = self.island.store.heads[number]
        self.ledger.proposals[number] = Proposed(number, self.account(who), [(self.now, head)], pairs)
        self._event()
        return number

    def push(self, number: int, changes: Mapping[str, str | None]) -> None:
        """New commits that change what is voted on."""
        if not self._stands(number):
            return
        proposed = self.ledger.proposals[number]
        self.island.fault_plan.strike("head moved")
        self.island.push(self._author(number), number, changes)
        for path, text in changes.items():
            before = proposed.changes.get(path, (self.files().get(path), None))[0]
            proposed.changes[path] = (before, text)
        proposed.heads.append((self.now, self.island.store.heads[number]))
        proposed.moves.append(self.now)
        self._event()

    def update_branch(self, number: int) -> None:
        """Merges main into the branch, as the button does; not where that would be a conflict."""
        proposed = self.ledger.proposals[number]
        store, main = self.island.store, self.island.store.main
        if not self._stands(number) or any(self.files().get(p) != one for p, (one, _) in proposed.changes.items()):
            return
        head = store.heads[number]
        theirs = {p: t for p, t in self.files().items() if p not in proposed.changes}
        gone = {p: None for p in store.commits[head].files if p not in self.files() and p not in proposed.changes}
        self.island.fault_plan.strike("head moved")
        store.heads[number] = store.add([head, main], {**theirs, **gone}, "Merge main", self.now, self._author(number))
        self.island.model.head_moved(proposed.author, number, store.heads[number])
        proposed.heads.append((self.now, store.heads[number]))
        self._event()

    def close(self, number: int) -> None:
        if self._stands(number):
            self.island.fault_plan.strike("pull request closed")
            self.island.model.update_thread(self.ledger.proposals[number].author, number, state="closed")
            self._event()

    def reopen(self, number: int) -> None:
        thread = self.island.model.threads[number]
        if thread.state == "closed" and thread.pull is not None and thread.pull.merged_at is None:
            self.island.fault_plan.strike("pull request reopened")
            self.island.model.update_thread(self.ledger.proposals[number].author, number, state="open")
            self._event()

    def retitle(self, number: int, title: str) -> None:
        self.island.model.update_thread(self.ledger.proposals[number].author, number, title=title)
        self.ledger.touch(number, self.now)

    # beyond the game

    def transfer(self, number: int) -> None:
        """A thread goes to another repository: here it is gone, with all that was written in it."""
        self.ledger.elsewhere.add(number)
        self.island.forge.elsewhere.add(number)
        self._event()

    def commit_by_hand(
        self, changes: Mapping[str, str | None], dated: int | None = None, message: str = "By hand"
    ) -> None:
        """`dated`: what its author's clock shows, if that is not the time."""
        self.island.fault_plan.strike("hand edit on main")
        before = self.files()
        self.island.commit_by_hand(changes, dated, message)
        changed = frozenset(path for path, text in changes.items() if before.get(path) != text)
        self.ledger.by_hand.append((self.island.store.main, changed))
        self._event()

    def merge_by_hand(self, number: int) -> None:
        """An administrator merges what the engine could not: the head's own files on top of main."""
        store, proposed = self.island.store, self.ledger.proposals[number]
        head = store.heads[number]
        changes = {path: store.commits[head].files.get(path) for path in proposed.changes}
        before = store.main
        store.main = store.add([before, head], changes, f"Merge #{number}", self.now, "owner")
        self.island.model.pushed("main", store.main, self.island.repository.is_ancestor, self.island.id("owner"))
        changed = self.island.repository.changed_paths(before, store.main)
        self.ledger.by_hand.append((store.main, frozenset(changed)))
        self._event()

    def rename(self, who: str, login: str) -> None:
        self.island.fault_plan.strike("account renamed")
        self.island.model.accounts[self.account(who)].login = login
        self._event()

    def leave_the_forge(self, who: str) -> None:
        """The account is deleted; what it wrote stays, without an author."""
        self.island.fault_plan.strike("account gone")
        self.island.model.accounts[self.account(who)].deleted = True
        self.ledger.gone.add(self.account(who))
        self._event()

    def _stands(self, number: int) -> bool:
        author = self.ledger.proposals[number].author
        return self.island.model.threads[number].state == "open" and author not in self.ledger.gone

    def _author(self, number: int) -> str:
        return self.island.model.accounts[self.ledger.proposals[number].author].login

    def _is_shut_out(self, who: str, number: int) -> bool:
        """Whether the conversation is locked, and who would speak there is none of those who may."""
        model = self.island.model
        return number in model.locked and not model.may(self.account(who), "write")

    def touch(self, number: int) -> None:
        """Something was done in a thread that leaves no comment."""
        self.ledger.touch(number, self.now)
        self._event()

    def _event(self) -> None:
        self.runs.event(self.now, self.chance)
