"""Passes on a hub: what people see, what stands in the repository, and what happens when something goes wrong."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from engine.referee.ports import Denied, ForgeError, Unreachable
from tests.referee.in_memory import Table
from tests.referee.stage import game


def test_an_adoption_is_one_commit_with_the_voted_head_and_everyone_can_see_it(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        number = stage.song("ana", from_fork=True)
        stage.say("ana", "yay", number)
        stage.say("bo", "YAY", number)
        stage.run()
        stage.say("ana", "/resolve", number)
        stage.run()
        head = stage.hub.model.thread(number).pull.head
        parents = stage.hub.git.run("log", "-1", "--format=%P", "main").split()
        assert parents[1] == head
        thread = stage.hub.model.thread(number)
        assert thread.state == "closed"
        assert thread.pull.merged_at is not None
        assert thread.labels == ["adopted"]
        assert stage.hub.model.statuses[head][-1].state == "success"
        assert "rules/island/108-songs.md" in stage.paths()
        assert "| **bo** | yay |" in stage.hub.git.file("main", "proposals/108.md")
        assert len([a for a in stage.answers(number) if "### Proposal 108" in a]) == 1
        assert stage.findings() == []


def test_a_proposal_put_right_and_opened_in_one_go_is_judged_as_it_was_opened(tmp_path: Path) -> None:
    """GitHub tells of a pull request only when it was last touched, and every comment touches it."""
    with game(tmp_path, "ana", "bo") as stage:
        wrong = {"rules/island/108-songs.md": "---\nrule: next\ntitel: Songs\nby_hand: true\n---\nWe sing.\n"}
        number = stage.people.open_pull("ana", "Song", wrong).number
        stage.say("ana", "/open", number)
        stage.run()
        stage.clock.now += 60
        stage.people.push("ana", number, {p: t.replace("titel", "title") for p, t in wrong.items()})
        stage.people.retitle("ana", number, "Songs")
        stage.say("ana", "/open", number)
        stage.say("ana", "yay", number)
        stage.say("bo", "yay", number)
        stage.run()
        poll = stage.read(f"state/polls/{number}.yaml")
        assert (poll["status"], poll["subject"]) == ("open", "Songs")
        assert [(b["voter"], b["choice"]) for b in poll["ballots"]] == [("ana", "yay"), ("bo", "yay")]
        assert stage.findings() == []


def test_a_push_to_an_open_proposal_comes_after_the_votes_that_may_be_older(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo", "cy") as stage:
        number = stage.song("ana")
        stage.run()
        stage.say("bo", "yay", number)
        stage.clock.now += 60
        text = "---\nrule: next\ntitle: songs\nby_hand: true\n---\nWe shout.\n"
        stage.people.push("ana", number, {"rules/island/108-songs.md": text})
        stage.say("ana", "Look again.", number)
        stage.run()
        assert [b["voter"] for b in stage.read(f"state/polls/{number}.yaml")["ballots"] if not b.get("void")] == []


def test_an_idle_pass_costs_two_requests_and_leaves_no_commit(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        stage.run()
        before, main = len(stage.hub.requests), stage.hub.git.head()
        stage.run()
        assert len(stage.hub.requests) - before == 2
        assert stage.hub.git.head() == main


def test_a_vote_costs_six_requests(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo", "cy", "di", "eve") as stage:
        number = stage.song()
        stage.run()
        stage.say("ana", "yay", number)
        stage.run()
        stage.say("bo", "yay", number)
        before = len(stage.hub.requests)
        stage.run()
        assert len(stage.hub.requests) - before <= 6


def test_a_refused_merge_is_left_to_an_administrator_and_noted_when_done(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        number = stage.song()
        stage.say("ana", "yay", number)
        stage.run()
        stage.say("ana", "/resolve", number)
        stage.hub.faults.strike("push_refused", path="PUSH")
        stage.run()
        stage.run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "adopted"
        assert any("an administrator must merge" in a and "hook declined" in a for a in stage.answers())
        stage.people.merge("owner", number)
        stage.run()
        stage.run()
        assert any("merged by hand" in a for a in stage.answers())
        assert stage.findings() == []


def test_a_push_whose_answer_is_lost_is_healed_and_nothing_is_said_twice(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        stage.say("ana", "/dive")
        stage.say("ana", "/build")
        stage.say("ana", "/give 1 shell to ana")
        stage.hub.faults.strike("push_lost", path="PUSH")
        with suppress(ForgeError):
            stage.run()
        stage.run()
        stage.run()
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
        assert len([a for a in stage.answers() if "shells now" in a]) == 1
        assert stage.findings() == []


def test_commits_by_hand_are_in_force_and_the_engines_own_files_are_put_back(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        player = stage.read("state/players/ana.yaml") | {"shells": 17}
        lines = "".join(f"{k}: {str(v).lower() if isinstance(v, bool) else v}\n" for k, v in player.items())
        stage.people.commit("owner", {"state/players/ana.yaml": lines, "state/engine.yaml": "head: x\n"}, "Mend")
        stage.say("ana", "/build")
        stage.run()
        assert stage.read("state/players/ana.yaml")["shells"] == 17
        assert stage.read("state/engine.yaml")["game"] == "g"
        assert any("by hand" in a for a in stage.answers())
        assert stage.findings() == []


def test_tampering_is_found_and_named(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        day = "state/journal/2026/01/05.yaml"
        text = stage.hub.git.file("main", day) + "\n"
        entry = stage.read("state/engine.yaml")["head"]
        forged = {day: text.replace("login: ana", "login: eva", 1)}
        stage.people.commit("owner", forged, f"1 done\n\nNomic-Entry: {entry}\n")
        assert any("was changed (actor) by commit" in f for f in stage.findings())


def test_a_vote_deleted_without_a_trace_is_missed_before_the_verdict(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        number = stage.song()
        stage.say("ana", "yay", number)
        vote = stage.say("bo", "yay", number)
        stage.run()
        stage.people.delete_comment("bo", vote)
        stage.say("ana", "/resolve", number)
        stage.run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "open"
        assert any("cannot be decided yet" in a for a in stage.answers(number))


def test_new_commits_void_votes_and_an_update_from_main_keeps_them(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        number = stage.song()
        stage.say("bo", "yay", number)
        stage.run()
        head = stage.hub.model.thread(number).pull.head
        main = stage.hub.git.head()
        merged = stage.hub.git.run("merge-tree", "--write-tree", head, main).splitlines()[0]
        names = {f"GIT_{r}_{p}": v for r in ("AUTHOR", "COMMITTER") for p, v in (("NAME", "a"), ("EMAIL", "a@b"))}
        updated = stage.hub.git.run("commit-tree", merged, "-p", head, "-p", main, "-m", "Update", env=names)
        stage.hub.git.move(f"refs/pull/{number}/head", updated)
        stage.hub.model.head_moved(stage.people.join("ana"), number, updated)
        stage.run()
        assert len(stage.read(f"state/polls/{number}.yaml")["ballots"]) == 1
        text = "---\nrule: next\ntitle: songs\nby_hand: true\n---\nWe shout.\n"
        stage.people.push("ana", number, {"rules/island/108-songs.md": text})
        stage.run()
        poll = stage.read(f"state/polls/{number}.yaml")
        assert poll["ballots"] == []
        assert [r["voter"] for r in poll["refused"]] == ["bo"]
        assert any("@bo" in a for a in stage.answers(number))


def test_accounts_are_known_by_number_whatever_they_are_called(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        stage.people.rename("ana", "anastasia")
        stage.say("anastasia", "/build")
        stage.run()
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
        assert stage.read("state/players/ana.yaml")["login"] == "anastasia"


def test_a_deleted_author_is_nobody(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        stage.say("zoe", "/join")
        stage.people.model.account("zoe").deleted = True
        stage.run()
        assert "state/players/zoe.yaml" not in stage.paths()


def test_a_closed_proposal_is_withdrawn_and_can_be_opened_again(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        number = stage.song()
        stage.run()
        stage.people.close("ana", number)
        stage.run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "withdrawn"
        stage.people.reopen("ana", number)
        stage.say("ana", "/open", number)
        stage.run()
        assert stage.read(f"state/polls/{number}.yaml")["status"] == "open"


@pytest.mark.parametrize(
    ("fault", "kind"),
    [("unauthorized", Denied), ("forbidden", ForgeError), ("bad_gateway", Unreachable), ("rate_limit", Unreachable)],
)
def test_a_read_that_fails_decides_nothing_and_says_why(tmp_path: Path, fault: str, kind: type[ForgeError]) -> None:
    with game(tmp_path, "ana") as stage:
        stage.say("ana", "/build")
        main = stage.hub.git.head()
        stage.hub.faults.strike(fault, times=10, path="GET")
        with pytest.raises(kind) as caught:
            stage.run()
        assert caught.value.cause
        assert caught.value.remedy
        assert stage.hub.git.head() == main
        stage.hub.faults.waiting.clear()
        stage.run()
        assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}


def test_a_post_whose_answer_is_lost_is_not_repeated(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        stage.say("ana", "/give 1 shell to ana")
        stage.hub.faults.strike("lost_answer", path="POST /repos/owner/island/issues/1/comments")
        with pytest.raises(ForgeError):
            stage.run()
        stage.run()
        stage.run()
        assert len([a for a in stage.answers() if "shells now" in a]) == 1


def test_an_unreachable_forge_is_a_cause_and_a_remedy(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        stage.hub.faults.strike("bad_gateway", times=99)
        with pytest.raises(Unreachable) as caught:
            stage.run()
        assert caught.value.remedy


def test_where_one_label_makes_way_for_another_what_counts_needs_no_thumb_and_what_does_not_count_has_one() -> None:
    table = Table()
    song = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
    pull = table.island.propose("ana", "Songs", {"rules/island/300-songs.md": song})
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay")):
        table.say(who, text, pull)
    for _ in range(2):
        table.run()
        table.wait(1_000)
    counts, does_not = table.say("bo", "nay", pull), table.say("zoe", "yay", pull)
    labels = set(table.island.model.thread(pull).labels)
    table.run()
    now = set(table.island.model.thread(pull).labels)
    assert labels - now and now - labels
    thumbs = [[thumb for _, thumb in table.island.model.comments[said].reactions] for said in (counts, does_not)]
    assert thumbs == [[], ["confused"]]


def test_who_is_only_told_what_counts_as_a_vote_gets_no_thumb_as_if_it_had_been_one() -> None:
    table = Table()
    song = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
    pull = table.island.propose("ana", "Songs", {"rules/island/300-songs.md": song})
    said = [table.say("bo", "LGTM", pull)]
    table.run()
    table.say("ana", "/open", pull)
    said += [table.say("bo", "LGTM", pull), table.say("bo", "yay", pull)]
    table.run()
    told = [answer for answer in table.answers(pull) if "No vote is open" in answer or "is not counted" in answer]
    assert len(told) == 2
    thumbs = [[thumb for _, thumb in table.island.model.comments[each].reactions] for each in said]
    assert thumbs == [[], [], ["+1"]]


def test_a_dry_run_tells_what_would_follow_and_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    table, read = Table(), list[str]()
    heads = table.island.repository.pull_heads
    monkeypatch.setattr(table.island.repository, "pull_heads", lambda: read.append("heads") or heads())
    table.say("ana", "/build")
    before, said = table.island.store.main, table.answers()
    report = table.run(dry_run=True)
    assert report.plan is not None and report.plan.outcomes[-1]["is"] == "done"
    assert (report.commits, table.island.store.main, table.answers(), read) == ([], before, said, ["heads"])
    (made,) = table.run().commits
    assert table.island.store.main == made and table.read("state/huts.yaml")["ana"] == {"size": 1}


def test_what_is_said_in_a_thread_that_is_not_listed_yet_is_judged_with_its_opening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    rule = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"
    number = table.island.propose("ana", "Songs", {"rules/island/108-songs.md": rule})
    table.say("ana", "/open", number)
    listed = table.island.forge.threads_since
    with monkeypatch.context() as late:
        late.setattr(
            table.island.forge, "threads_since", lambda since: [t for t in listed(since) if t.number != number]
        )
        report = table.run()
    assert [o["is"] for o in report.outcomes if o["id"].startswith("comment/")] == ["done"]
    assert table.read(f"state/polls/{number}.yaml")["status"] == "open"
