"""A rule that gives the clock more to do than an hour has room for: what is left follows later, and nobody's move waits for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pytest

from engine.game.consulting import pacing
from engine.game.dice import seed
from engine.game.fold.folding import fold
from engine.game.happening import Happening
from engine.game.plan import Plan
from engine.game.world import changes
from engine.store import journal
from tests.in_process import InProcessJudge
from tests.island import rule, with_rules
from tests.referee.in_memory import Table
from tests.storms.island import GAME, KEY

HOUR = 3_600
ROOM = 100  # light ones, in these tests
HOARD = """def hoard(player):
    for n in range(150):
        set_timer("a%d" % n, now() + 60, "again", n = n)

def again(n):
    set_timer("a%d" % int(n), now() + 60, "again", n = n)
"""
BELL = """def wind(player):
    set_timer("z", now() + hours(2), "ring")

def ring():
    announce("The bell rings.")
"""
TOIL = """def toil{0}():
    x = 0
    for n in range(1500000):
        x += n
    announce("Toil {0} is done.")

"""
COMMANDS = "commands:\n  - {{usage: /{0}, run: {0}, help: x}}\n"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "ROOM", ROOM * pacing.LIGHT)


def ringing(table: Table) -> int:
    """Timers that went off, or were moved, by the journal."""
    days = [text for path, text in table.island.files().items() if path.startswith("state/journal/")]
    return sum(entry["kind"] in ("timer", "period") for day in days for entry in journal.entries(day))


def hoarding() -> Table:
    table = Table(
        with_rules(
            {
                "160-hoard.md": rule(160, "Hoard", front=COMMANDS.format("hoard"), code=HOARD),
                "161-bell.md": rule(161, "Bell", front=COMMANDS.format("wind"), code=BELL),
            }
        )
    )
    table.say("bo", "/wind")
    table.say("ana", "/hoard")
    table.run()
    return table


def test_timers_without_end_keep_nobody_from_being_heard_nor_other_timers_from_going_off() -> None:
    table = hoarding()
    table.wait(4 * HOUR)
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}, (
        "one pass reads four hours of it, and the move after it"
    )
    assert 3 * ROOM < ringing(table) <= 5 * (ROOM + 10)
    said = table.answers()
    assert sum("More falls due in one hour" in text and "Rule 160" in text for text in said) == 1
    assert any("The bell rings." in text for text in said)
    assert table.findings() == []


def test_what_was_put_off_goes_when_its_rule_does() -> None:
    table = hoarding()
    path = next(p for p in table.island.files() if p.endswith("160-hoard.md"))
    table.by_hand({path: None})
    table.wait(3 * HOUR)
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert [p for p in table.island.files() if p.startswith("state/timers")] == []


class Slow:
    """A fuse of which each call into a rule burns a second."""

    burnt, is_low = 0.0, False

    def light(self) -> None:
        self.burnt += 1.0

    def quench(self) -> None: ...

    def grant(self) -> None: ...


class Judging(InProcessJudge):
    """A judge whose rules take long."""

    def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
        return fold(files, inbox, until, partial(seed, self.key, self.game), host=self.host, fuse=Slow())


def test_of_timers_that_take_long_by_no_steps_an_hour_has_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is native in Starlark, such as looking through a long text, counts as one step."""
    monkeypatch.setattr(pacing, "LONG", 20.0)
    table = hoarding()
    table.wait(4 * HOUR)
    table.say("bo", "/build")
    table.run(Judging(KEY, GAME))
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert 4 * 20 < ringing(table) <= 5 * 22
    assert any("The bell rings." in text for text in table.answers())
    assert table.findings() == [], "a replay is told when an hour was full, as its machine may be a quicker one"


def test_periods_that_take_more_than_an_hour_has_room_for_are_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pacing, "ROOM", 100)
    front = "schedule:\n" + "".join(f'  - {{cron: "{n} 0 * * *", run: toil{n}}}\n' for n in range(5))
    code = "".join(TOIL.format(n) for n in range(5))
    table = Table(with_rules({"160-toil.md": rule(160, "Toil", front=front, code=code)}))
    table.wait(12 * HOUR + 1_800)
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    done = sum(text.count("is done.") for text in table.answers())
    assert 2 <= done < 5
    assert any("More falls due in this hour" in text for text in table.answers())
    table.wait(12 * HOUR)
    table.say("bo", "/build")
    table.run()
    assert sum(text.count("is done.") for text in table.answers()) == 5
    assert table.findings() == []


FLOOD = """def flood(player):
    for n in range(30):
        open_poll("council", "Question %d of %d?" % (n, now()))

def issues(player):
    for n in range(250):
        open_issue("x/%d/%d" % (n, now()), "An issue", "Read it.")
"""


def test_polls_and_issues_without_end_are_refused_and_answers_come_before_them() -> None:
    front = "commands:\n  - {usage: /flood, run: flood, help: x}\n  - {usage: /issues, run: issues, help: x}\n"
    table = Table(with_rules({"160-flood.md": rule(160, "Flood", front=front, code=FLOOD)}))
    for words, said in (
        ("/flood", "Done"),
        ("/flood", "votes are open already that were begun by the same hand"),
        ("/issues", "Done"),
        ("/issues", "issues of the game are open already"),
    ):
        table.say("ana", words)
        table.run()
        assert said in table.answers()[-1], "in the very next pass, however many issues wait to be opened"
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert table.findings() == []


def test_a_law_has_an_end_for_play_and_for_proposals_and_may_shrink_again(monkeypatch: pytest.MonkeyPatch) -> None:
    code = 'def write(player):\n    enact("A rule of %d" % now(), "So it is.", "I say so")\n'
    table = Table(with_rules({"160-write.md": rule(160, "Write", front=COMMANDS.format("write"), code=code)}))
    now = sum(path.startswith("rules/island/") for path in table.island.files())
    monkeypatch.setattr(changes, "MOST_FILES", now + 1)
    for said in ("is in force", "more than"):
        table.say("ana", "/write")
        table.run()
        assert said in table.answers()[-1]
    more = table.island.propose("bo", "A song", {"rules/island/300-song.md": rule(300, "Song")})
    table.say("bo", "/open", more)
    table.run()
    assert any("more than" in text for text in table.answers(more))
    monkeypatch.setattr(changes, "MOST_FILES", now - 1)
    for title, law in (
        ("As many", {"rules/island/160-write.md": None, "rules/island/300-song.md": rule(300, "Song")}),
        ("Fewer", {"rules/island/300-song.md": None}),
    ):
        number = table.island.propose("bo", title, law)
        for who, words in (("bo", "/open"), ("bo", "yay"), ("ana", "yay"), ("bo", "/resolve")):
            table.say(who, words, number)
        table.run()
        assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
