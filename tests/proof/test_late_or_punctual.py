"""The same deeds at the same times, read one by one or all at once, come to the same law and the same votes.

What nobody can know later is read by both when it comes: what a comment said before it was edited, when a branch was
pushed to, when a thread was closed, who deleted a comment.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hub.model import Invalid
from engine.referee.intake.reading import LAG
from engine.referee.ports import Deletion
from engine.referee.verify import verify
from engine.store import canon
from tests.begun import START
from tests.island import RULESET, rule, texts, with_rules
from tests.referee.in_memory import judging
from tests.shares import WHOLE, tries
from tests.staging import referee_of
from tests.storms.island import TABLE, Island

HOUR: Final = 3600
PLAYERS: Final = ("ana", "bo", "cy", "di")
SONG: Final = "---\nrule: next\ntitle: Song {0}\nby_hand: true\n---\nWe sing the song {0}.\n"
AFTER_A_DAY: Final = rule(
    120,
    "Days",
    front="overrides: all\nanswers: {resolves_itself: after_a_day}\n",
    code='def after_a_day(poll, tally):\n    return now() >= poll["opened_at"] + days(1)\n',
)
GAPS: Final = (60, 60, 300, HOUR, HOUR, 6 * HOUR, 6 * HOUR, 73 * HOUR, 15 * 24 * HOUR)
VOTES: Final = ("yay", "nay", "well")
# What has no time that GitHub tells, or is delivered on GitHub by a pass: both games read just before and after it.
# Whether a vote or a rescue may begin hangs on whether a pass has closed what was decided.
KNOWN_AT_ONCE: Final = ("delete", "push", "withdraw", "close", "reopen", "open", "rescue")
KINDS: Final = (
    *("vote",) * 9,
    *("edit",) * 6,
    *("resolve",) * 4,
    *("pause", "rest", "open") * 2,
    *("rescue", "build", "delete", "push", "withdraw", "close", "reopen"),
)


@dataclass(frozen=True)
class Deed:
    """`which` chooses among comments or words; `gap` are the seconds before it."""

    kind: str
    who: str
    thread: int
    which: int
    gap: int


DEEDS: Final = st.builds(
    Deed,
    kind=st.sampled_from(KINDS),
    who=st.sampled_from(PLAYERS),
    thread=st.sampled_from((2, 2, 2, 3)),
    which=st.integers(0, 7),
    gap=st.sampled_from(GAPS),
)


@dataclass
class Said:
    """A word in a proposal; `read` if both games have certainly read it as it is."""

    who: str
    thread: int
    comment: int
    text: str
    read: bool = False


class Played:
    """A game of four, of whom ana has two proposals. With `often`, a pass comes after each deed."""

    def __init__(self, law: dict[str, str], often: bool) -> None:
        self.island, self.often = Island(law, RULESET, START), often
        self.said: list[Said] = []
        self.pushes, self.paused = 0, False
        for login in PLAYERS:
            self.say(login, TABLE, "/join", 60)
        for number in (2, 3):
            self.island.propose("ana", f"Song {number}", {song(number): SONG.format(number)})
        self.say("ana", 2, "/open", 60)
        self.read()

    def play(self, deeds: list[Deed], together: list[Deed]) -> Played:
        """The first are read one by one in any case. At the end the game goes on, and days go by."""
        for deed in deeds:
            self.do(deed, at_once=True)
        for deed in together:
            self.do(deed, at_once=deed.kind in KNOWN_AT_ONCE)
        if self.paused:
            self.do(Deed("pause", "ana", 2, 0, HOUR), at_once=False)
        self.do(Deed("resolve", "ana", 2, 0, HOUR), at_once=False)
        for _ in range(5):
            self.say("zoe", TABLE, "Good day.", 4 * 24 * HOUR)
            self.read()
        return self

    def do(self, deed: Deed, at_once: bool) -> None:
        if deed.kind in KNOWN_AT_ONCE:
            self.read()
        self.island.clock.now += deed.gap
        told = ACTS[deed.kind](self, deed)
        if at_once or self.often:
            self.pass_by(told)
        if at_once:
            self.mark()

    def read(self) -> None:
        """Both games read here."""
        self.pass_by(None)
        self.mark()

    def pass_by(self, told: Deletion | None) -> None:
        """Passes until nothing is left to do. The clock does not show that there were any."""
        then = self.island.clock.now
        self.island.clock.now = then + LAG + 1
        while referee_of(self.island.forge, self.island.repository, judging()).run(told).commits:
            told = None
        self.island.clock.now = then

    def mark(self) -> None:
        for one in self.said:
            one.read = True

    def say(self, who: str, thread: int, text: str, gap: int = 0) -> None:
        self.island.clock.now += gap
        self.said.append(Said(who, thread, self.island.say(who, thread, text), text))

    def known(self, deed: Deed) -> Said | None:
        """What somebody said in the proposal, and is read as it stands."""
        known = [one for one in self.said if one.thread == deed.thread and one.read and one.text in VOTES]
        return known[deed.which % len(known)] if known else None

    def turn(self, deed: Deed, state: str) -> None:
        with suppress(Invalid):
            self.island.model.update_thread(self.island.id("ana"), deed.thread, state=state)

    def shown(self) -> dict[str, Any]:
        """The law and the world, of each poll what became of it, and by which votes; and what is under rescue."""
        found: dict[str, Any] = {}
        for path, text in self.island.files().items():
            if path.startswith("state/polls/"):
                poll = canon.read(text)
                votes = [(b["voter"], b["choice"]) for b in poll["ballots"] if not b["deleted"]]
                found[path] = (poll["status"], poll.get("reason"), sorted(votes))
            elif path == "state/engine.yaml":
                found["rescues"] = sorted(canon.read(text).get("rescues") or {})
            elif path.startswith(("rules/", "state/players", "state/huts")):
                found[path] = text
        return found


def song(number: int) -> str:
    return f"rules/island/{number}00-song.md"


def vote(game: Played, deed: Deed) -> None:
    game.say(deed.who, deed.thread, VOTES[deed.which % len(VOTES)])


def edit(game: Played, deed: Deed) -> None:
    said = game.known(deed)
    if said is not None:
        said.text, said.read = VOTES[(VOTES.index(said.text) + 1 + deed.which % 2) % len(VOTES)], False
        game.island.model.edit_comment(game.island.id(said.who), said.comment, said.text)


def delete(game: Played, deed: Deed) -> Deletion | None:
    """By whoever wrote it or by the owner, and the event tells so."""
    said = game.known(deed)
    if said is None:
        return None
    game.said.remove(said)
    by = game.island.id("owner" if deed.which % 3 == 0 else said.who)
    told = game.island.forge.trace(said.comment, by)
    game.island.model.delete_comment(by, said.comment)
    return told


def push(game: Played, deed: Deed) -> None:
    game.pushes += 1
    game.island.push("ana", deed.thread, {song(deed.thread): SONG.format(f"{deed.thread} anew, {game.pushes}")})


def pause(game: Played, deed: Deed) -> None:
    game.say("owner", TABLE, "/resume" if game.paused else "/pause")
    game.paused = not game.paused


def rest(game: Played, deed: Deed) -> None:
    game.say(deed.who, TABLE, "/rest" if deed.which % 2 else "/wake")


Act = Callable[[Played, Deed], "Deletion | None"]
ACTS: Final[dict[str, Act]] = {
    "vote": vote,
    "edit": edit,
    "delete": delete,
    "push": push,
    "pause": pause,
    "rest": rest,
    "open": lambda game, deed: game.say("ana", deed.thread, "/open"),
    "resolve": lambda game, deed: game.say("ana", deed.thread, "/resolve"),
    "rescue": lambda game, deed: game.say(deed.who, deed.thread, "/rescue"),
    "withdraw": lambda game, deed: game.say("ana", deed.thread, "/close"),
    "build": lambda game, deed: game.say(deed.who, TABLE, "/build"),
    "close": lambda game, deed: game.turn(deed, "closed"),
    "reopen": lambda game, deed: game.turn(deed, "open"),
}


@settings(max_examples=tries(25), deadline=None, derandomize=not WHOLE)  # `make test-all` looks for new ones
@given(
    days=st.booleans(),
    deeds=st.lists(DEEDS, min_size=2, max_size=8),
    together=st.lists(DEEDS, min_size=3, max_size=12),
)
def test_many_deeds_come_to_the_same_whether_read_one_by_one_or_at_once(
    days: bool, deeds: list[Deed], together: list[Deed]
) -> None:
    law = with_rules({"120-days.md": AFTER_A_DAY}) if days else texts()
    punctual, late = (Played(law, often).play(deeds, together) for often in (True, False))
    assert late.shown() == punctual.shown()
    assert verify(late.island.repository).findings == verify(punctual.island.repository).findings == []
