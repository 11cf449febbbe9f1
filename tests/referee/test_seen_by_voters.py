"""Whatever is pushed, dated, voted, edited and read in whatever order: a ballot counts only for what its author could have seen."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.store.layout import change_path
from tests.begun import START
from tests.referee.in_memory import Table
from tests.shares import tries

PATH = "rules/island/900-alba.md"
STEPS = st.sampled_from(
    ["push", "back-dated push", "future push", "old again", "/open", "ana", "bo", "edit", "talk", "/resolve", "pass"]
)


def song(verse: int) -> str:
    return f"---\nrule: next\ntitle: Alba\nby_hand: true\n---\nWe sing verse {verse}.\n"


@dataclass
class Scene:
    """A proposal of ana's, whose content is a number, and what it was when each comment was written last."""

    table: Table = field(default_factory=Table)
    verse: int = 0
    heads: list[tuple[str, int]] = field(default_factory=list)
    shown: dict[int, set[int]] = field(default_factory=dict)
    read: int = 0
    unread: list[int] = field(default_factory=list)
    pushed: bool = False
    hidden: bool = False
    last: int = 0

    def __post_init__(self) -> None:
        self.pull = self.table.island.propose("ana", "Alba", {PATH: song(0)})
        self.heads.append((self.table.island.store.heads[self.pull], 0))

    def step(self, what: str) -> None:
        """A push that says it is old, hidden by a later comment before any pass: nothing that GitHub shows tells of it."""
        self.table.wait(7)
        self.hidden = self.hidden or (self.pushed and what in ("ana", "bo", "edit", "talk", "/resolve", "/open"))
        self.pushed = what == "back-dated push" or (self.pushed and what != "pass")
        match what:
            case "push" | "back-dated push" | "future push":
                self.push({"push": 0, "back-dated push": -5_000, "future push": 5_000}[what])
            case "old again":
                self.point(*self.heads[0])
            case "edit":
                self.edit()
            case "pass":
                self.read_all()
            case "/open" | "talk" | "/resolve":
                self.table.say("ana", what, self.pull)
            case _:
                self.last = self.table.say(what, "yay", self.pull)
                self.shows(self.last)

    def shows(self, comment: int) -> None:
        self.shown[comment] = {self.verse}
        self.unread.append(comment)

    def read_all(self) -> None:
        """Between two passes that find the same, a branch may have gone away and come back unrecorded."""
        if self.read == self.verse:
            for comment in self.unread:
                self.shown[comment].add(self.read)
        self.table.run()
        self.read, self.unread = self.verse, []

    def push(self, dated: int) -> None:
        store, number = self.table.island.store, len(self.heads)
        time = max(START, self.table.island.clock() + dated)
        head = store.add([store.heads[self.pull]], {PATH: song(number)}, "More", time, "ana")
        self.heads.append((head, number))
        self.point(head, number)

    def point(self, head: str, verse: int) -> None:
        island = self.table.island
        island.store.heads[self.pull], self.verse = head, verse
        island.model.head_moved(island.id("ana"), self.pull, head)

    def edit(self) -> None:
        """The one who voted last makes it a nay: of what is shown now."""
        if self.last:
            island = self.table.island
            island.model.edit_comment(island.model.comments[self.last].author, self.last, "nay")
            self.shows(self.last)

    def misled(self) -> list[int]:
        """The comments that count for what their authors had not seen."""
        files = self.table.island.files()
        if self.hidden or f"state/polls/{self.pull}.yaml" not in files:
            return []
        poll = self.table.read(f"state/polls/{self.pull}.yaml")
        text = files[change_path(poll["change"])]
        counted = [ballot["comment"] for ballot in poll["ballots"]]
        return [c for c in counted if not any(f"verse {verse}." in text for verse in self.shown[c])]


@settings(max_examples=tries(40), deadline=None)
@given(st.lists(STEPS, min_size=4, max_size=14))
def test_no_ballot_counts_for_what_its_author_could_not_have_seen(steps: list[str]) -> None:
    scene = Scene()
    for step in ["/open", "pass", *steps, "pass", "pass"]:
        scene.step(step)
    assert scene.misled() == []


@settings(max_examples=tries(40), deadline=None)
@given(st.lists(STEPS, min_size=4, max_size=14))
def test_nor_where_it_was_opened_in_the_same_pass(steps: list[str]) -> None:
    scene = Scene()
    for step in [*steps, "pass", "pass"]:
        scene.step(step)
    assert scene.misled() == []
