"""The repository's referee.yml as it is, run by act against the hub: payload in; commit, answers and labels out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.hub.accounts import BOT_ID
from engine.store import journal
from tests.endtoend.runner import PROGRAM, ROOT, Runner
from tests.referee.stage import Stage, game
from tests.shares import only_whole

WEEK = 7 * 86_400


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with game(tmp_path / "hub", "ana", "bo") as made:
        yield made


@pytest.fixture
def runner(stage: Stage, tmp_path: Path) -> Runner:
    stage.people.commit("owner", {name: (ROOT / name).read_text() for name in PROGRAM}, "The program")
    return Runner(stage.hub, stage.clock, tmp_path, stage.token)


def status_comments(stage: Stage, number: int) -> list[str]:
    return [text for text in stage.answers(number) if f"nomic:status/{number}:" in text]


def test_a_vote_is_committed_answered_and_shown(stage: Stage, runner: Runner) -> None:
    number = stage.song("ana")
    assert runner.last_event().ok
    main = stage.hub.git.head()
    vote = stage.say("bo", "yay", number)
    assert runner.last_event().ok
    ballots = stage.read(f"state/polls/{number}.yaml")["ballots"]
    assert [(b["voter"], b["choice"], b["comment"]) for b in ballots] == [("bo", "yay", vote)]
    assert stage.hub.git.run("log", "-1", "--format=%P", "main") == main
    assert ["bo" in text and "yay" in text for text in status_comments(stage, number)] == [True]
    thread = stage.hub.model.thread(number)
    assert "open for voting" in thread.labels
    assert [status.context for status in stage.hub.model.statuses[thread.pull.head]] == ["nomic/vote"] * 2
    assert BOT_ID in {account for account, _ in stage.hub.model.find_comment(vote).reactions}
    assert stage.findings() == []


def test_an_adoption_merges_the_proposal_and_its_law(stage: Stage, runner: Runner) -> None:
    number = stage.song("ana", from_fork=True)
    stage.say("ana", "yay", number)
    stage.say("bo", "yay", number)
    assert runner.last_event().ok
    stage.say("ana", "/resolve", number)
    assert runner.last_event().ok
    thread = stage.hub.model.thread(number)
    assert (thread.state, thread.labels) == ("closed", ["adopted"])
    assert thread.pull.merged_at is not None
    assert "rules/island/108-songs.md" in stage.paths()
    assert len(status_comments(stage, number)) == 1
    assert stage.findings() == []


@only_whole
def test_a_refusal_is_answered_in_the_thread(stage: Stage, runner: Runner) -> None:
    stage.say("ana", "/give 1000 shells to bo")
    before = len(stage.answers())
    assert runner.last_event().ok
    assert len(stage.answers()) == before + 1
    assert stage.findings() == []


def test_a_vote_deleted_meanwhile_is_known_from_the_payload(stage: Stage, runner: Runner) -> None:
    number = stage.song("ana")
    vote = stage.say("bo", "yay", number)
    stage.run()
    stage.people.delete_comment("bo", vote)
    assert runner.last_event().ok
    assert [b["deleted"] for b in stage.read(f"state/polls/{number}.yaml")["ballots"]] == [True]


@only_whole
def test_who_deleted_a_vote_is_known_from_the_payload(stage: Stage, runner: Runner) -> None:
    number = stage.song("ana")
    vote = stage.say("bo", "yay", number)
    stage.people.delete_comment("owner", vote)
    assert runner.last_event().ok
    (ballot,) = stage.read(f"state/polls/{number}.yaml")["ballots"]
    assert (ballot["deleted"], ballot["removed_by"]) == (False, "owner")


def test_a_scheduled_run_closes_every_period_that_is_due(stage: Stage, runner: Runner) -> None:
    stage.clock.now += 2 * WEEK
    assert runner.run("schedule", {"schedule": "23 * * * *"}).ok
    days = [path for path in stage.paths() if path.startswith("state/journal/")]
    entries = [entry for day in days for entry in journal.entries(stage.hub.git.file("main", day) + "\n")]
    assert len([entry for entry in entries if entry["kind"] == "period"]) == 2
    assert stage.findings() == []


@only_whole
def test_a_dispatch_makes_a_pass(stage: Stage, runner: Runner) -> None:
    stage.say("ana", "/build")
    assert runner.run("workflow_dispatch", {"inputs": {"dry-run": "false"}}).ok
    assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}


@only_whole
def test_a_dry_run_prints_the_plan_and_changes_nothing(stage: Stage, runner: Runner) -> None:
    said = stage.say("ana", "/build")
    main, before = stage.hub.git.head(), len(stage.hub.requests)
    done = runner.run("workflow_dispatch", {"inputs": {"dry-run": "true"}})
    assert done.ok
    assert f"comment/{said}" in done.log
    assert stage.hub.git.head() == main
    assert [request.split()[0] for request in stage.hub.requests[before:]] == ["GET", "GET"]


def test_a_push_refused_once_fails_the_run_with_its_reason_and_the_next_run_heals(stage: Stage, runner: Runner) -> None:
    stage.say("ana", "/build")
    main = stage.hub.git.head()
    stage.hub.faults.strike("push_refused", path="PUSH")
    done = runner.last_event()
    assert not done.ok
    assert "Error: GitHub refused the push: protected branch hook declined" in done.log
    assert "`nomic doctor` names what keeps the token from pushing" in done.log
    assert "Traceback" not in done.log
    assert stage.hub.git.head() == main
    assert runner.run("schedule", {"schedule": "23 * * * *"}).ok
    assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert stage.findings() == []


def test_a_run_whose_main_moved_while_it_judged_heals_by_itself(stage: Stage, runner: Runner) -> None:
    said = stage.say("ana", "/give 1 shell to bo")
    stage.hub.before_push = lambda: stage.by_hand({"notes.txt": "Meanwhile.\n"})
    assert runner.last_event().ok
    assert "notes.txt" in stage.paths()
    assert len([text for text in stage.answers() if f"nomic:reply/comment/{said}:" in text]) == 1
    assert stage.findings() == []
