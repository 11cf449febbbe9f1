"""Checks of proposals that touch the program: as they are when it is decided, and not as they were when somebody spoke there."""

from __future__ import annotations

import pytest

from tests.island import rule, with_rules
from tests.referee.in_memory import Table

DAY = 86_400
BY_ITSELF = rule(
    120,
    "Checked",
    front="overrides: all\nanswers: {resolves_itself: after_a_day, verdict: checked}\n",
    code=(
        'def after_a_day(poll, tally):\n    return now() >= poll["opened_at"] + days(1)\n\n'
        'def checked(poll, tally):\n    return "adopted" if poll["checks"] == "passed" else "rejected"\n'
    ),
)


def proposed(table: Table, path: str, text: str = "x = 1\n") -> int:
    number = table.island.propose("ana", "A feature", {path: text})
    for who, words in (("ana", "/open"), ("ana", "yay"), ("bo", "yay")):
        table.say(who, words, number)
    return number


def checked(table: Table, number: int, state: str) -> None:
    table.island.model.set_status(table.island.store.heads[number], state, "tests", "")


def known(table: Table, number: int) -> str:
    return str(table.read(f"state/threads/{number}.yaml")["checks"])


@pytest.fixture
def table() -> Table:
    return Table(with_rules({"120-checked.md": BY_ITSELF}))


@pytest.mark.parametrize(
    ("state", "verdict"), [("success", "adopted"), ("failure", "rejected"), ("pending", "rejected")]
)
def test_what_resolves_itself_goes_by_the_checks_of_that_moment(table: Table, state: str, verdict: str) -> None:
    number = proposed(table, "engine/new.py")
    checked(table, number, "success")
    table.run()
    table.say("bo", "/status", number)
    table.run()
    assert known(table, number) == "passed"
    checked(table, number, state)
    table.wait(DAY)
    table.say("bo", "/help")
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == verdict
    assert table.findings() == []


def test_only_the_checks_of_what_is_decided_are_asked_for_once_more(table: Table) -> None:
    first = proposed(table, "engine/new.py")
    table.run()
    table.wait(DAY // 2)
    later = proposed(table, "engine/other.py")
    table.run()
    for number in (first, later):
        checked(table, number, "success")
        table.say("bo", "/status", number)
    table.run()
    assert [known(table, number) for number in (first, later)] == ["passed", "passed"]
    for number in (first, later):
        checked(table, number, "failure")
    table.wait(DAY // 2)
    table.say("bo", "/help")
    table.run()
    assert [table.read(f"state/polls/{n}.yaml")["status"] for n in (first, later)] == ["rejected", "open"]
    assert [known(table, number) for number in (first, later)] == ["failed", "passed"]


def test_of_a_proposal_of_rules_no_checks_are_asked_for(table: Table) -> None:
    song = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
    number = proposed(table, "rules/island/200-song.md", song)
    checked(table, number, "success")
    table.run()
    table.say("bo", "/status", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert "checks" not in table.read(f"state/threads/{number}.yaml")


@pytest.mark.parametrize(("state", "verdict"), [("success", "adopted"), ("failure", "rejected")])
def test_who_resolves_it_gets_the_verdict_of_the_checks_as_they_are_by_then(state: str, verdict: str) -> None:
    """They have changed since the last pass, and whoever asks for the verdict has seen how."""
    law = BY_ITSELF.replace("resolves_itself: after_a_day, ", "")
    table = Table(with_rules({"120-checked.md": law}))
    number = proposed(table, "engine/new.py")
    table.run()
    checked(table, number, state)
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == verdict
    assert table.findings() == []


# Of a poll that comes to be, and of other commits, in the pass that decides.

ON_DEMAND = BY_ITSELF.replace("resolves_itself: after_a_day, ", "")
BAD = "import os\nos.abort()\n"


@pytest.mark.parametrize("passes", [1, 2])
@pytest.mark.parametrize(("state", "verdict"), [("success", "adopted"), ("failure", "rejected")])
def test_a_poll_that_is_opened_and_decided_in_one_pass_goes_by_its_checks(
    passes: int, state: str, verdict: str
) -> None:
    table = Table(with_rules({"120-checked.md": ON_DEMAND}))
    number = proposed(table, "engine/new.py")
    checked(table, number, state)
    if passes == 2:
        table.run()
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == verdict
    assert known(table, number) == {"success": "passed", "failure": "failed"}[state]
    assert table.findings() == []


@pytest.mark.parametrize("passes", [1, 2])
def test_checks_that_passed_say_nothing_of_new_commits(passes: int) -> None:
    table = Table(with_rules({"120-checked.md": ON_DEMAND}))
    number = table.island.propose("ana", "A feature", {"engine/new.py": "x = 1\n"})
    checked(table, number, "success")
    table.say("ana", "/open", number)
    table.run()
    table.say("ana", "/status", number)
    table.run()
    assert known(table, number) == "passed"
    table.say("ana", "/close", number)
    table.run()
    table.run()
    table.wait(3_600)
    table.island.push("ana", number, {"engine/new.py": BAD})
    checked(table, number, "failure")
    table.wait()
    table.island.model.update_thread(table.island.id("ana"), number, state="open")
    table.say("ana", "/open", number)
    if passes == 2:
        table.run()
    for who, words in (("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "rejected"
    assert known(table, number) == "failed"
    assert table.findings() == []


@pytest.mark.parametrize("asks", [False, True])
def test_new_commits_in_an_open_poll_are_not_the_ones_that_were_checked(asks: bool) -> None:
    table = Table(with_rules({"120-checked.md": ON_DEMAND}))
    number = proposed(table, "engine/new.py")
    checked(table, number, "success")
    table.say("bo", "/status", number)
    table.run()
    table.say("bo", "/status", number)
    table.run()
    assert known(table, number) == "passed"
    table.wait()
    table.island.push("ana", number, {"engine/new.py": BAD})
    checked(table, number, "failure")
    if not asks:
        table.run()
        assert known(table, number) == "pending"
    table.say("bo", "/status", number)
    table.run()
    assert known(table, number) == "failed"
    assert table.findings() == []


@pytest.mark.parametrize(("state", "verdict"), [("success", "adopted"), ("failure", "rejected")])
def test_who_asks_for_the_verdict_over_new_commits_gets_it_by_theirs(state: str, verdict: str) -> None:
    table = Table(with_rules({"120-checked.md": ON_DEMAND}))
    number = proposed(table, "engine/new.py")
    table.run()
    table.wait()
    table.island.push("ana", number, {"engine/new.py": "x = 1\n", "engine/other.py": "y = 1\n"})
    checked(table, number, state)
    for who, words in (("ana", "/resolve"), ("bo", "/status")):
        table.say(who, words, number)
    table.run()
    assert known(table, number) == {"success": "passed", "failure": "failed"}[state]
    for who, words in (("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, words, number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == verdict
    assert table.findings() == []


ONCE_PASSED = rule(
    120,
    "Checked",
    front="overrides: all\nanswers: {resolves_itself: passed, verdict: majority}\n",
    code=(
        'def passed(poll, tally):\n    return poll["checks"] == "passed" and 2 * tally["voters"] > tally["electorate"]\n\n'
        "def majority(poll, tally):\n"
        '    return "open" if tally["yay"] == tally["nay"] else "adopted" if tally["yay"] > tally["nay"] else "rejected"\n'
    ),
)


@pytest.mark.parametrize("passes", [1, 2])
@pytest.mark.parametrize(("how", "status"), [("edit", "rejected"), ("new", "rejected"), ("delete", "open")])
def test_what_was_said_and_taken_back_before_they_passed_counts(how: str, status: str, passes: int) -> None:
    table = Table(with_rules({"120-checked.md": ONCE_PASSED}))
    table.say("cy", "/join")
    number = table.island.propose("ana", "A feature", {"engine/new.py": "x = 1\n"})
    table.say("ana", "/open", number)
    votes = {who: table.say(who, "yay", number) for who in ("ana", "bo")}
    table.run()
    table.wait()
    for who in ("ana", "bo"):
        if how == "edit":
            table.island.model.edit_comment(table.island.id(who), votes[who], "nay")
        elif how == "new":
            table.say(who, "nay", number)
        elif who == "bo":
            table.island.model.delete_comment(table.island.id(who), votes[who])
    if passes == 2:
        table.run()
    table.wait(300)
    checked(table, number, "success")
    table.say("cy", "/status", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    assert poll["status"] == status
    assert [ballot["deleted"] for ballot in poll["ballots"]].count(True) == (how == "delete")
    assert table.findings() == []


@pytest.mark.parametrize("who", ["cy", "zoe"])
@pytest.mark.parametrize("how", ["edit", "new"])
def test_so_does_what_was_said_behind_a_question(how: str, who: str) -> None:
    table = Table(with_rules({"120-checked.md": ONCE_PASSED}))
    table.say("cy", "/join")
    number = table.island.propose("ana", "A feature", {"engine/new.py": "x = 1\n"})
    table.say("ana", "/open", number)
    votes = {voter: table.say(voter, "yay", number) for voter in ("ana", "bo")}
    table.run()
    table.say(who, "/status", number)
    table.wait()
    for voter in ("ana", "bo"):
        if how == "edit":
            table.island.model.edit_comment(table.island.id(voter), votes[voter], "nay")
        else:
            table.say(voter, "nay", number)
    table.wait(300)
    checked(table, number, "success")
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "rejected"
    assert table.findings() == []


def test_who_asks_for_the_verdict_of_what_is_complete_gets_it_by_what_was_said_before() -> None:
    table = Table(with_rules({"120-checked.md": ONCE_PASSED}))
    table.say("cy", "/join")
    number = proposed(table, "engine/new.py")
    table.run()
    checked(table, number, "success")
    table.say("ana", "/resolve", number)
    for voter in ("ana", "bo"):
        table.say(voter, "nay", number)
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert table.findings() == []


LEADING = rule(
    120,
    "Checked",
    front="overrides: all\nanswers: {resolves_itself: lead, verdict: checked}\n",
    code=(
        'def lead(poll, tally):\n    return tally["yay"] - tally["nay"] >= 2\n\n'
        'def checked(poll, tally):\n    return "adopted" if poll["checks"] == "passed" else "rejected"\n'
    ),
)


@pytest.mark.parametrize("how", ["told", "found missing"])
def test_they_are_asked_where_a_vote_that_is_gone_lets_the_verdict_come_sooner(how: str) -> None:
    table = Table(with_rules({"120-checked.md": LEADING}))
    for who in ("cy", "di", "ed", "fy"):
        table.say(who, "/join")
    number = table.island.propose("ana", "A feature", {"engine/new.py": "x = 1\n"})
    checked(table, number, "success")
    table.say("ana", "/open", number)
    for who, choice in (("ana", "yay"), ("ed", "yay"), ("fy", "nay")):
        table.say(who, choice, number)
    nay = table.say("di", "nay", number)
    table.run()
    if how == "found missing":
        table.wait()
        table.island.model.delete_comment(table.island.id("di"), nay)
    for who in ("bo", "cy"):
        table.say(who, "yay", number)
    table.wait(20)
    table.referee().run(table.deleted(nay, "di") if how == "told" else None)
    table.run()
    assert (table.read(f"state/polls/{number}.yaml")["status"], known(table, number)) == ("adopted", "passed")
    assert table.findings() == []


@pytest.mark.parametrize(("state", "verdict"), [("success", "adopted"), ("failure", "rejected")])
def test_who_asked_for_the_verdict_and_is_read_late_gets_it_by_the_checks_as_they_are(state: str, verdict: str) -> None:
    """It is judged in the place of now, and stands before what was read already: so do the checks."""
    table = Table(with_rules({"120-checked.md": ON_DEMAND}))
    number = proposed(table, "engine/new.py")
    table.run()
    checked(table, number, state)
    asked = table.island.clock.now + 60
    table.wait(120)
    table.say("bo", "/help")
    table.run()
    now, table.island.clock.now = table.island.clock.now, asked
    table.say("ana", "/resolve", number)
    table.island.clock.now = now + 60
    table.run()
    assert table.read(f"state/polls/{number}.yaml")["status"] == verdict
    assert table.findings() == []
