"""Doubts about exactly once, each tried: answers that fill more than one comment, heads and checks that come back, payloads read again."""

from __future__ import annotations

from collections import Counter

from engine.game.state import State
from engine.game.world.wishes import digest
from engine.hub.accounts import BOT_LOGIN
from engine.referee.answering.markers import mark, marks
from engine.referee.answering.outbox import Outbox
from engine.store import canon
from tests.island import rule, with_rules
from tests.referee.in_memory import BOT_ID, Table
from tests.storms.island import TABLE

SHOUT = rule(
    110,
    "Shouting",
    front="commands:\n  - {usage: /shout <word>, arguments: {word: {type: word}}, run: shout, help: Shout.}\n",
    code='def shout(player, word):\n    reply("{}: {}".format(word, "A" * 5000))\n',
)
SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
LOUDER = SONG.replace("We sing.", "We sing louder.")
PATH = "rules/island/108-songs.md"


def answered(table: Table, thread: int = TABLE) -> Counter[str]:
    """How often each answer stands in a thread."""
    return Counter(key for body in table.answers(thread) for key in marks(body))


def test_answers_that_do_not_fit_in_one_comment_are_several_and_none_is_cut_off() -> None:
    table = Table(with_rules({"110-shouting.md": SHOUT}))
    said = [table.say("ana", f"/shout w{number:02}") for number in range(30)]
    table.run()
    table.run()
    assert {f"reply/comment/{id_}": 1 for id_ in said}.items() <= answered(table).items()
    whole = "\n".join(table.answers())
    assert [whole.count(f"w{number:02}: {'A' * 5000}\n") for number in range(30)] == [1] * 30
    assert len(table.answers()) == 1 + 3  # the welcome; 11 and 11 and 8 answers of 5,000 letters


def test_an_answer_worded_anew_and_posted_unheard_is_not_posted_again() -> None:
    """Of two posts under one key the younger is the wished one, and no reading shows either."""
    table = Table()
    wanted = {"thread": TABLE, "text": "Again: nobody has voted.", "at": table.island.clock()}
    for text, sign in (("Nobody has voted.", "00000000"), (wanted["text"], digest(wanted))):
        table.island.model.comment(BOT_ID, TABLE, f"{text}\n\n{mark('held/12', sign)}")
    engine = canon.emit({**table.read("state/engine.yaml"), "outbox": {"held/12": wanted}})
    before = table.answers()
    Outbox(
        table.island.forge, State({**table.island.files(), "state/engine.yaml": engine}), {}, {}, bot=BOT_LOGIN
    ).deliver()
    assert table.answers() == before


def proposed(table: Table) -> int:
    table.wait()
    number = table.island.propose("ana", "Songs", {PATH: SONG})
    table.say("ana", "/open", number)
    table.run()
    return number


def known(table: Table, number: int, name: str) -> object:
    return table.read(f"state/threads/{number}.yaml").get(name)


def test_a_head_that_comes_back_within_minutes_is_the_head_again() -> None:
    table = Table()
    number = proposed(table)
    store, model = table.island.store, table.island.model
    first = store.heads[number]
    table.wait()
    table.island.push("ana", number, {PATH: LOUDER})
    table.run()
    assert known(table, number, "head") == store.heads[number] != first
    table.wait()
    store.heads[number] = first  # the author takes the last commit back
    model.head_moved(table.island.id("ana"), number, first)
    table.say("bo", "yay", number)
    table.run()
    assert known(table, number, "head") == first
    assert table.findings() == []


def test_checks_that_fail_again_within_minutes_have_failed() -> None:
    table = Table()
    table.wait()
    number = table.island.propose("ana", "Program", {"engine/x.py": "x = 1\n"})
    table.say("ana", "/open", number)
    table.run()
    for found in ("failure", "success", "failure"):
        table.wait()
        table.island.model.set_status(table.island.store.heads[number], found, "ci", "")
        table.say("bo", "/status", number)  # a command in its thread: now its checks matter
        table.run()
        expected = {"failure": "failed", "success": "passed"}[found]
        assert known(table, number, "checks") == expected


def test_the_trace_of_a_deleted_comment_read_again_after_an_hour_changes_nothing() -> None:
    table = Table()
    number = proposed(table)
    vote = table.say("bo", "yay", number)
    table.run()
    table.wait()
    gone = table.island.forge.trace(vote, table.island.id("bo"))
    table.island.model.delete_comment(table.island.id("bo"), vote)
    table.wait()
    table.referee().run(gone)
    poll = table.read(f"state/polls/{number}.yaml")
    assert [b["deleted"] for b in poll["ballots"]] == [True]
    table.say("ana", "/build")
    table.run()
    table.wait(3_600)
    table.say("ana", "/build")
    table.referee().run(gone)
    assert table.read(f"state/polls/{number}.yaml") == poll
    assert table.findings() == []
