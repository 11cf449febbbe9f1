"""Pull requests that do not hold still: closed, reopened, retargeted, rewritten, from a fork that is gone, merged by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.hub.accounts import BOT_ID
from engine.hub.threads import Pull
from tests.edge.stage import Scene, settle
from tests.mishaps import delete_fork
from tests.referee.stage import game

SONG = "---\nrule: next\ntitle: alba\nby_hand: true\n---\nWe sing alba.\n"
PATH = "rules/island/200-alba.md"


def proposed(scene: Scene, *votes: str) -> int:
    """A proposal with these votes on it."""
    number = scene.propose("ana", "alba", PATH, SONG)
    scene.run()
    for who in votes:
        scene.say(who, "yay", number)
    scene.run()
    return number


def status(scene: Scene, number: int) -> str:
    return str(scene.read(f"state/polls/{number}.yaml")["status"])


def said(scene: Scene, number: int, words: str) -> bool:
    return any(words in answer for answer in scene.answers(number))


@pytest.mark.parametrize(
    "when", ["GET /repos/owner/island/issues/comments", "GET /repos/owner/island/issues/2/comments"]
)
def test_closed_while_the_pass_reads_it_is_adopted_all_the_same_or_withdrawn(scene: Scene, when: str) -> None:
    number = proposed(scene, "ana", "bo")
    scene.say("ana", "/resolve", number)
    model = scene.island.model
    scene.hub.after(when, lambda: model.update_thread(scene.island.id("ana"), number, state="closed"))
    scene.run()
    settle(scene)
    assert status(scene, number) == "adopted"
    assert model.thread(number).labels == ["adopted"]
    assert scene.findings() == []


def test_closed_and_reopened_between_two_passes_nothing_has_happened(scene: Scene) -> None:
    number = proposed(scene, "bo")
    model = scene.island.model
    for state in ("closed", "open"):
        scene.wait()
        model.update_thread(scene.island.id("ana"), number, state=state)
    settle(scene)
    assert status(scene, number) == "open"
    assert [b["voter"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]] == ["bo"]


def test_closed_in_passing_and_reopened_it_says_that_its_vote_is_not_open_again(scene: Scene) -> None:
    """Nothing was said, and whoever had voted took it that all went on."""
    number = proposed(scene, "ana", "bo")
    for state in ("closed", "open"):
        scene.wait()
        scene.island.model.update_thread(scene.island.id("ana"), number, state=state)
        scene.run()
    assert said(scene, number, "This is open again, and the vote is not") and said(scene, number, "`/open`")
    scene.say("ana", "/open", number)
    scene.run()
    settle(scene)
    assert status(scene, number) == "open"
    assert len([answer for answer in scene.answers(number) if "This is open again" in answer]) == 1
    assert scene.findings() == []


def test_retargeted_before_it_is_opened_it_is_refused_and_mended_by_targeting_main(scene: Scene) -> None:
    scene.wait()
    number = scene.island.propose("ana", "alba", {PATH: SONG})
    scene.island.model.retarget(scene.island.id("ana"), number, "other")
    scene.say("ana", "/open", number)
    scene.run()
    assert said(scene, number, "Change its base branch to `main`")
    scene.wait()
    scene.island.model.retarget(scene.island.id("ana"), number, "main")
    scene.say("ana", "/open", number)
    scene.run()
    assert status(scene, number) == "open"
    assert scene.findings() == []


def test_retargeted_after_the_votes_it_does_not_land(scene: Scene) -> None:
    number = proposed(scene, "ana", "bo")
    scene.wait()
    scene.island.model.retarget(scene.island.id("ana"), number, "other")
    scene.say("ana", "/resolve", number)
    scene.run()
    settle(scene)
    assert status(scene, number) == "withdrawn"
    assert "rules/island/108-alba.md" not in scene.island.files()
    assert said(
        scene, number, "It has become something that cannot be voted on: It wants to be merged into another branch"
    )
    assert not said(scene, number, "New commits")
    scene.wait()
    scene.island.model.update_thread(scene.island.id("ana"), number, state="open")
    scene.island.model.retarget(scene.island.id("ana"), number, "main")
    scene.say("ana", "/open", number)
    scene.run()
    assert status(scene, number) == "open"
    assert scene.findings() == []


def test_one_that_brings_main_into_another_branch_is_no_news_to_each_pass(scene: Scene) -> None:
    """What a pass commits is the newest commit of such a pull request: it was told so anew, by a commit, and so on without end."""
    model, store = scene.island.model, scene.island.store
    number = max(model.threads) + 1
    pull = Pull("stable", "main", store.main, "owner/island")
    model.open_thread(scene.island.id("ana"), "To the stable branch", "", pull=pull)

    def follow() -> int:
        store.heads[number] = pull.head = store.main
        return len(scene.run().commits)

    assert [follow() for _ in range(4)] == [1, 0, 0, 0]
    assert said(scene, number, "another branch than `main`")
    scene.say("ana", "/open", number)
    scene.run()
    assert "another branch than `main`" in scene.answers(number)[-1]


def test_merged_into_another_branch_it_is_not_adopted(scene: Scene) -> None:
    """By whoever may write there, such as a moderator who does not look where it goes: no rule of it is in force."""
    number = proposed(scene, "ana")
    scene.wait()
    scene.island.model.retarget(scene.island.id("ana"), number, "other")
    scene.island.model.update_thread(scene.island.id("owner"), number, state="closed")
    scene.island.model.thread(number).pull.merged_at = scene.island.clock()
    scene.run()
    settle(scene)
    assert status(scene, number) == "withdrawn"
    assert said(scene, number, "another branch than `main`")
    assert not any("merged by hand" in answer for answer in scene.answers())
    assert scene.findings() == []


def test_whoever_opens_one_that_was_merged_already_is_not_told_to_reopen_it(scene: Scene) -> None:
    """GitHub reopens no merged one: it was said to do so, by whoever had pressed the green button too early."""
    scene.wait()
    number = scene.island.propose("ana", "alba", {PATH: SONG})
    scene.run()
    scene.island.model.update_thread(scene.island.id("owner"), number, state="closed")
    scene.island.model.thread(number).pull.merged_at = scene.island.clock()
    scene.say("ana", "/open", number)
    settle(scene)
    assert said(scene, number, "is merged, and closed for good")
    assert not said(scene, number, "Reopen it")


def test_rewritten_while_the_pass_reads_it_the_new_head_is_voted_on(scene: Scene) -> None:
    number = scene.propose("ana", "alba", PATH, SONG)
    store = scene.island.store
    old = store.heads[number]

    def rewrite() -> None:
        head = store.add([store.main], {PATH: SONG.replace("alba", "aubade")}, "Again", scene.island.clock(), "ana")
        store.heads[number] = head
        del store.commits[old]  # nobody can fetch it any more
        scene.island.model.head_moved(scene.island.id("ana"), number, head)

    scene.hub.after(f"GET /repos/owner/island/pulls/{number}", rewrite)
    scene.run()
    assert scene.read(f"state/threads/{number}.yaml")["head"] == store.heads[number]
    assert status(scene, number) == "open"
    assert scene.findings() == []


def test_rewritten_behind_the_verdict_what_was_voted_on_is_law(scene: Scene) -> None:
    number = proposed(scene, "ana", "bo")
    scene.say("ana", "/resolve", number)
    evil = {PATH: SONG.replace("We sing", "Ana owns")}
    scene.hub.after("GET /repos/owner/island/issues/2/comments", lambda: scene.island.push("ana", number, evil))
    scene.run()
    settle(scene)
    assert status(scene, number) == "adopted"
    assert "We sing" in scene.island.files()["rules/island/108-alba.md"]
    assert scene.findings() == []


def test_each_pass_on_a_machine_of_its_own_opens_counts_retargets_and_merges(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:

        def run() -> None:
            stage.elsewhere()
            assert stage.run().held == []

        number = stage.song("ana")
        run()
        for who in ("ana", "bo"):
            stage.say(who, "yay", number)
            run()
        stage.people.retarget("ana", number, "other")
        stage.say("ana", "/resolve", number)
        run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "withdrawn"
        for base in ("other", "main"):
            stage.people.retarget("ana", number, base)
        run()
        stage.people.reopen("ana", number)
        stage.say("ana", "/open", number)
        run()
        for who in ("ana", "bo"):
            stage.say(who, "yay", number)
        stage.say("ana", "/resolve", number)
        run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "adopted"
        assert stage.hub.model.thread(number).pull.merged_at is not None
        assert stage.findings() == []


@pytest.mark.parametrize("kept", [True, False])
def test_rewritten_behind_the_verdict_of_a_pass_elsewhere_it_is_merged_or_voted_on_anew(
    tmp_path: Path, kept: bool
) -> None:
    """Where what was voted on is gone, nothing was decided yet, and nobody can tell if the commits came before the verdict."""
    with game(tmp_path, "ana", "bo") as stage:
        number = stage.song("ana")
        for who in ("ana", "bo"):
            stage.say(who, "yay", number)
        stage.run()
        stage.say("ana", "/resolve", number)
        git, text = stage.hub.git, "---\nrule: next\ntitle: songs\nby_hand: true\n---\nAna owns all.\n"
        head = stage.hub.model.thread(number).pull.head

        def rewrite() -> None:
            stage.people.push("ana", number, {"rules/island/108-songs.md": text}, start=git.head())
            if not kept:
                (git.directory / "objects" / head[:2] / head[2:]).unlink()

        stage.hub.after(f"GET /repos/owner/island/issues/{number}/comments", rewrite)
        stage.elsewhere()
        stage.run()
        stage.run()
        poll = stage.read(f"state/polls/{number}.yaml")
        assert (poll["status"], poll.get("landed")) == (("adopted", True) if kept else ("open", None))
        assert ("rules/island/108-songs.md" in stage.paths()) == kept
        assert not kept or "We sing" in stage.hub.git.file("main", "rules/island/108-songs.md")
        assert kept or sorted(refused["voter"] for refused in poll["refused"]) == ["ana", "bo"]
        assert stage.findings() == []


def test_from_a_fork_that_is_deleted_it_is_withdrawn_since_github_closes_it(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        number = stage.song("ana", from_fork=True)
        stage.say("bo", "yay", number)
        stage.run()
        delete_fork(stage.people, "ana")
        stage.run()
        poll = stage.read(f"state/polls/{number}.yaml")
        assert (poll["status"], poll["reason"]) == ("withdrawn", "The pull request was closed.")
        assert stage.findings() == []


def test_from_a_fork_that_nobody_may_see_any_more_it_is_adopted_and_merged(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        number = stage.song("ana", from_fork=True)
        stage.run()
        stage.hub.forks.clear()
        for who in ("ana", "bo"):
            stage.say(who, "yay", number)
        stage.say("ana", "/resolve", number)
        stage.run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "adopted"
        assert stage.hub.model.thread(number).pull.merged_at is not None
        assert stage.findings() == []


def test_merged_by_an_administrator_before_the_verdict_it_is_in_force_and_said_so(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        number = stage.song("ana")
        stage.say("bo", "nay", number)
        stage.run()
        stage.people.merge("owner", number)
        for _ in range(3):
            stage.run()
        poll = stage.read(f"state/polls/{number}.yaml")
        assert (poll["status"], poll["reason"]) == ("adopted", "merged by hand")
        assert "rules/island/108-songs.md" in stage.paths()
        assert any("merged by hand" in answer for answer in stage.answers())
        (status,) = [answer for answer in stage.answers(number) if answer.startswith("### Proposal")]
        assert "adopted (merged by hand)" in status.splitlines()[0]
        assert stage.hub.model.thread(number).labels == ["adopted"]
        assert stage.findings() == []


def test_a_branch_merged_by_hand_without_a_proposal_is_in_force_and_announced(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        git, main = stage.hub.git, stage.hub.git.head()
        side = git.commit([main], {PATH: SONG, "notes.txt": "x\n"}, "A side branch", "owner", stage.clock())
        merged = git.commit([main, side], {PATH: SONG, "notes.txt": "x\n"}, "Merge it", "owner", stage.clock())
        git.move("refs/heads/main", merged)
        for _ in range(2):
            stage.run()
        stage.say("ana", "/build")
        stage.run()
        assert PATH in stage.paths()
        assert any("by hand" in answer for answer in stage.answers())
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
        assert stage.findings() == []


@pytest.mark.parametrize("word", ["yay", "Nay"])
def test_a_vote_in_one_that_the_engines_account_opened_is_told_where_votes_count(scene: Scene, word: str) -> None:
    """Another workflow proposes under the same name; no pass takes that up, and nobody opens a vote in it."""
    number = proposed(scene)
    island = scene.island
    scene.wait()
    head = island.store.add([island.store.main], {"README.md": "Bumped\n"}, "Bump", island.clock(), "owner")
    bumped = island.model.open_thread(BOT_ID, "Bump", "", pull=Pull("main", "bump", head, "owner/island")).number
    island.store.heads[bumped] = head
    scene.say("bo", word, bumped)
    settle(scene)
    assert said(scene, bumped, "A vote counts in the thread of what is voted on")
    assert said(scene, bumped, f"#{number}")
    assert scene.read(f"state/polls/{number}.yaml")["ballots"] == []
    assert scene.findings() == []


def test_new_commits_in_a_pause_ask_for_votes_when_the_game_goes_on(scene: Scene) -> None:
    """Whoever voted at once was refused."""
    number = proposed(scene, "bo")
    scene.say("owner", "/pause")
    scene.run()
    scene.wait()
    scene.island.push("ana", number, {PATH: SONG + "And again.\n"})
    settle(scene)
    assert said(scene, number, "Please vote again when the game goes on, which is paused: @bo.")
    scene.say("owner", "/resume")
    settle(scene)
    scene.say("bo", "nay", number)
    settle(scene)
    assert [b["choice"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]] == ["nay"]
    assert scene.findings() == []
