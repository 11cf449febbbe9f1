"""One thing that GitHub fails to show each time stops nothing but what hangs on it; where nothing answers the pass ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.forge.github import GitHubForge
from engine.game.happening import SECONDS_SEEN
from engine.referee.ports import Denied, Exhausted, ForgeError, Unreachable
from engine.referee.trouble import PATIENCE
from tests.edge.stage import Scene, settle
from tests.edge.test_hidden_pulls import appear, hide, voted
from tests.mishaps import run_checks

FOREVER = 3_000
REPOSITORY = "/repos/owner/island"
EVERY = ("server_error", "garbage", "forbidden", "invalid", "conflict")


def fail(scene: Scene, path: str, how: str = "server_error", after: int = 0) -> None:
    scene.hub.faults.strike(how, FOREVER, f"{REPOSITORY}/{path}", after)


def attempt(scene: Scene) -> ForgeError | None:
    """A pass; the trouble it told of in the end, if any."""
    try:
        scene.run()
    except ForgeError as error:
        return error
    return None


def build(scene: Scene, *people: str) -> None:
    for who in people:
        scene.say(who, "/build")


def huts(scene: Scene) -> list[str]:
    return sorted(scene.read("state/huts.yaml"))


def council(scene: Scene) -> int:
    """A vote in an issue of its own that the next word of anybody decides."""
    scene.say("ana", "/council Shall we dance?")
    scene.run()
    number = max(scene.island.model.threads)
    for who in ("ana", "bo"):
        scene.say(who, "yay", number)
    scene.run()
    assert scene.read("state/polls/council/1.yaml")["status"] == "open"
    return number


# What waits to be said.


@pytest.mark.parametrize("fault", EVERY)
def test_a_thread_of_a_stranger_that_cannot_be_listed_stops_nobody_for_good(scene: Scene, fault: str) -> None:
    scene.wait()
    number = scene.island.model.open_thread(scene.island.id("zoe"), "hello", "x").number
    scene.say("zoe", "/buy now", number)
    fail(scene, f"issues/{number}", fault)
    attempt(scene)
    scene.wait(SECONDS_SEEN)
    for who in ("ana", "bo", "cy"):
        build(scene, who)
        attempt(scene)
        assert who in huts(scene)
    appear(scene)
    settle(scene)
    assert sum("nomic:reply/" in answer for answer in scene.answers(number)) == 1
    assert scene.findings() == []


def test_what_could_not_be_looked_up_is_not_said_twice(scene: Scene) -> None:
    """It was posted, and the answer to that was lost; since then nobody can tell whether it stands there."""
    number = scene.propose("ana", "alba")
    scene.run()
    scene.say("cy", "/give 1 shell to bo", number)
    scene.hub.faults.strike("lost_answer", 1, f"POST {REPOSITORY}/issues/{number}/comments")
    with pytest.raises(Unreachable):
        scene.run()
    said = len(scene.answers(number))
    fail(scene, f"issues/{number}/comments")
    for _ in range(3):
        scene.wait(SECONDS_SEEN)
        build(scene, "bo")
        attempt(scene)
    appear(scene)
    settle(scene)
    assert len(scene.answers(number)) == said


# What is to be decided.


@pytest.mark.parametrize("fault", [*EVERY, "missing"])
def test_votes_that_cannot_be_listed_decide_nothing_and_stop_nobody(scene: Scene, fault: str) -> None:
    number = voted(scene)
    fail(scene, f"issues/{number}/comments", fault)
    scene.say("ana", "/resolve", number)
    before = scene.island.store.main
    assert attempt(scene) is not None and scene.island.store.main == before
    scene.wait(PATIENCE)
    for who in ("bo", "cy"):
        build(scene, who)
        attempt(scene)
        assert who in huts(scene)
        scene.say("zoe", "/resolve", number)  # no word of anybody makes all wait anew
    poll = scene.read(f"state/polls/{number}.yaml")
    assert (poll["status"], [ballot["deleted"] for ballot in poll["ballots"]]) == ("open", [False] * 3)
    assert scene.read(f"state/threads/{number}.yaml")["unread"]
    appear(scene)
    settle(scene)
    assert scene.read(f"state/threads/{number}.yaml")["unread"] is None
    scene.say("ana", "/resolve", number)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert scene.findings() == []


@pytest.mark.parametrize("fault", ["server_error", "missing"])
def test_nor_do_those_of_a_vote_in_an_issue_of_its_own(scene: Scene, fault: str) -> None:
    number = council(scene)
    scene.hub.faults.strike(fault, FOREVER, f"GET {REPOSITORY}/issues/{number}/comments")
    scene.say("cy", "yay", number)
    assert attempt(scene) is not None
    scene.wait(PATIENCE)
    for who in ("bo", "cy"):
        build(scene, who)
        attempt(scene)
        assert who in huts(scene)
    poll = scene.read("state/polls/council/1.yaml")
    assert (poll["status"], len(poll["ballots"])) == ("open", 3)
    appear(scene)
    settle(scene)
    assert scene.read(f"state/threads/{number}.yaml")["unread"] is None
    assert scene.read("state/polls/council/1.yaml")["status"] == "adopted"
    assert f"cannot show all of #{number}" in "\n".join(scene.answers(number))
    assert scene.findings() == []


def test_a_check_that_nobody_has_let_begin_has_not_passed_and_of_one_made_again_the_last_counts(scene: Scene) -> None:
    """A newcomer's have to be approved by an administrator; a pull request that is reopened is checked once more."""
    number = scene.propose("ana", "canto", "engine/new.py", "x = 1\n")
    scene.run()
    head = scene.read(f"state/threads/{number}.yaml")["head"]
    for made, expected in (({}, "pending"), ({"check": "failure"}, "failed"), ({"check": "success"}, "passed")):
        run_checks(scene.island.model, head, made)
        scene.say("ana", "/status", number)
        scene.run()
        assert scene.read(f"state/threads/{number}.yaml").get("checks", "pending") == expected


@pytest.mark.parametrize("known", ["pending", "passed"])
@pytest.mark.parametrize("path", ["check-runs", "check-suites", "status"])
def test_checks_that_nobody_can_tell_are_not_passed_and_stop_nobody(scene: Scene, path: str, known: str) -> None:
    number = scene.propose("ana", "canto", "engine/new.py", "x = 1\n")
    scene.run()
    head = scene.read(f"state/threads/{number}.yaml")["head"]
    scene.island.model.set_status(head, "success" if known == "passed" else "pending", "tests", "")
    scene.say("ana", "/status", number)
    scene.run()
    for who in ("ana", "bo", "cy"):
        scene.say(who, "yay", number)
    scene.run()
    assert scene.read(f"state/threads/{number}.yaml").get("checks", "pending") == known
    fail(scene, f"commits/{head}/{path}")
    scene.say("ana", "/resolve", number)
    before = scene.island.store.main
    assert attempt(scene) is not None and scene.island.store.main == before
    scene.wait(PATIENCE)
    for who in ("bo", "cy"):
        build(scene, who)
        scene.run()
        assert who in huts(scene)
        scene.say("zoe", "/resolve", number)
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    appear(scene)
    settle(scene)
    scene.island.model.set_status(head, "success", "tests", "")
    scene.say("ana", "/resolve", number)
    scene.run()
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "adopted"
    assert scene.findings() == []


def test_a_held_one_whose_thread_fails_too_stops_nobody(scene: Scene) -> None:
    number = voted(scene)
    hide(scene, number)
    scene.say("ana", "/resolve", number)
    scene.wait(PATIENCE)
    scene.run()
    assert scene.read(f"state/threads/{number}.yaml")["unread"]
    fail(scene, f"issues/{number}")
    for who in ("bo", "cy"):
        scene.wait(SECONDS_SEEN)
        build(scene, who)
        attempt(scene)
        assert who in huts(scene)
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    appear(scene)
    settle(scene)
    assert scene.read(f"state/threads/{number}.yaml")["unread"] is None


def test_new_commits_in_a_thread_nobody_can_look_at_stop_nobody(scene: Scene) -> None:
    number = voted(scene)
    scene.wait()
    scene.island.push("ana", number, {"rules/island/200-alba.md": "---\nrule: next\ntitle: alba\n---\nOther.\n"})
    fail(scene, f"issues/{number}")
    scene.say("ana", "/resolve", number)
    build(scene, "cy")
    attempt(scene)
    scene.wait(PATIENCE)
    build(scene, "bo")
    attempt(scene)
    assert huts(scene) == ["bo", "cy"]
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert [b["deleted"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]] != [False] * 3


# Who acts, and what they wrote.


@pytest.mark.parametrize("fault", [*EVERY, "missing"])
def test_one_whose_role_cannot_be_told_stops_nobody_and_has_no_more_rights(scene: Scene, fault: str) -> None:
    scene.island.model.roles[scene.island.id("bo")] = "admin"
    fail(scene, "collaborators/bo/permission", fault)
    scene.say("bo", "/pause")
    build(scene, "bo")
    before = scene.island.store.main
    assert attempt(scene) is not None and scene.island.store.main == before
    scene.wait(PATIENCE)
    build(scene, "cy")
    assert attempt(scene) is None
    assert huts(scene) == ["bo", "cy"]
    assert "paused_at" not in scene.read("state/engine.yaml")
    assert scene.findings() == []


def paused(scene: Scene) -> bool:
    return "paused_at" in scene.read("state/engine.yaml")


@pytest.mark.parametrize("fault", [*EVERY, "missing"])
def test_an_administrator_whose_role_cannot_be_told_any_more_goes_on_as_one(scene: Scene, fault: str) -> None:
    scene.island.model.roles[scene.island.id("bo")] = "admin"
    scene.say("bo", "/pause")
    scene.run()
    fail(scene, "collaborators/bo/permission", fault)
    scene.say("bo", "/resume")
    assert attempt(scene) is not None and paused(scene)
    scene.wait(PATIENCE)
    assert attempt(scene) is None and not paused(scene)
    assert scene.findings() == []


@pytest.mark.parametrize("who", ["bo", "zoe"])
def test_who_is_told_to_be_an_administrator_no_more_is_none(scene: Scene, who: str) -> None:
    """Whether they play or not."""
    scene.island.model.roles[scene.island.id(who)] = "admin"
    scene.say(who, "/pause")
    scene.run()
    scene.island.model.roles[scene.island.id(who)] = "triage"
    scene.say(who, "/resume")
    scene.run()
    assert paused(scene)
    scene.hub.faults.strike("server_error", FOREVER, "/permission")  # the role last known goes on
    scene.say(who, "/resume")
    scene.wait(PATIENCE)
    scene.run()
    assert paused(scene)
    scene.hub.faults.waiting.clear()
    scene.island.model.roles[scene.island.id(who)] = "admin"
    scene.say(who, "/resume")
    scene.run()
    assert not paused(scene)
    assert scene.findings() == []


def test_where_edits_cannot_be_told_no_command_of_a_touched_issue_runs_and_nobody_is_stopped(scene: Scene) -> None:
    scene.wait()
    number = scene.island.model.open_thread(scene.island.id("ana"), "hello", "/build").number
    scene.say("bo", "nice", number)
    scene.hub.faults.strike("server_error", FOREVER, "graphql")
    build(scene, "bo")
    assert attempt(scene) is None
    assert huts(scene) == ["bo"] and scene.answers(number) == []
    scene.wait(PATIENCE)
    build(scene, "cy")
    assert attempt(scene) is None
    assert huts(scene) == ["bo", "cy"]
    assert "edited" in "\n".join(scene.answers(number))


def test_where_nobody_tells_of_edits_issues_that_come_one_after_another_stop_nobody(scene: Scene) -> None:
    scene.hub.faults.strike("server_error", FOREVER, "graphql")
    numbers = []
    for place in range(3):
        scene.wait(500)
        numbers.append(scene.island.model.open_thread(scene.island.id("zoe"), "hello", "/join").number)
        scene.say("zoe", "Nice.", numbers[-1])
        build(scene, "bo")
        assert any(note.startswith(f"#{numbers[-1]}: POST graphql") for note in scene.run().held)
        assert scene.read("state/huts.yaml") == {"bo": {"size": place + 1}}
    appear(scene)
    settle(scene)
    assert [len(scene.answers(number)) for number in numbers] == [1] * 3
    assert "edited" in scene.answers(numbers[0])[0] and "Welcome" in scene.answers(numbers[-1])[0]
    assert scene.findings() == []


def test_an_issue_whose_edits_are_told_late_is_judged_with_what_was_said_in_it(scene: Scene) -> None:
    scene.wait()
    number = scene.island.model.open_thread(scene.island.id("ana"), "hello", "/build").number
    scene.say("bo", "/build", number)
    scene.hub.faults.strike("server_error", 1, "graphql")
    scene.run()
    assert "state/huts.yaml" not in scene.island.files()
    scene.run()
    assert huts(scene) == ["ana", "bo"]
    assert scene.findings() == []


# What is answered.


@pytest.mark.parametrize(
    "error",
    [
        Unreachable("POST issues: GitHub answered 500", "The next pass tries again."),
        Exhausted("POST issues: GitHub answered 403: the rate limit is used up", "The next pass tries again."),
    ],
    ids=["trouble", "a limit of its own"],
)
def test_where_no_issue_can_be_opened_answers_are_given_all_the_same(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, error: Unreachable
) -> None:
    """GitHub has lower limits for some of what can be made: for issues some twenty in a minute, and for comments more."""

    def no(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr("engine.forge.github.GitHubForge.create_issue", no)
        for place in range(2):
            scene.say("ana", f"/council Shall we dance {place}?")
        for place in range(3):
            before = len(scene.answers(1))
            scene.say("bo", "/give 100 shells to ana")
            told = attempt(scene)
            assert told is not None and "What was decided stands" in told.remedy
            assert len(scene.answers(1)) > before, place
    settle(scene)
    assert sum(t.title.startswith("Shall we") or "dance" in t.title for t in scene.island.model.threads.values()) == 2


# What is trouble with all.


def spoken(scene: Scene) -> str:
    build(scene, "cy")
    return "collaborators/cy/permission"


def due(scene: Scene) -> str:
    number = voted(scene)
    scene.say("ana", "/resolve", number)
    return f"issues/{number}/comments"


def touched(scene: Scene) -> str:
    scene.wait()
    number = scene.island.model.open_thread(scene.island.id("ana"), "hello", "/build").number
    scene.say("bo", "nice", number)
    return "graphql"


def waiting_for_an_answer(scene: Scene) -> str:
    number = scene.propose("ana", "alba")
    scene.hub.faults.strike("locked", 1, f"POST {REPOSITORY}/issues/{number}/comments")
    scene.run()
    scene.wait(SECONDS_SEEN)
    build(scene, "bo")
    return f"issues/{number}"


def talked_about(scene: Scene) -> int:
    """The issue of a stranger, in which a player builds; another builds elsewhere."""
    scene.wait()
    number = scene.island.model.open_thread(scene.island.id("zoe"), "hello", "x").number
    scene.say("ana", "/build", number)
    build(scene, "bo")
    return number


def hidden_in_lists(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    listed = GitHubForge.threads_since
    monkeypatch.setattr(
        GitHubForge, "threads_since", lambda forge, since: [t for t in listed(forge, since) if t.number != number]
    )


@pytest.mark.parametrize("fault", EVERY)
def test_what_is_said_in_a_thread_that_nothing_shows_is_read_when_something_does(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    number = talked_about(scene)
    with monkeypatch.context() as late:
        hidden_in_lists(late, number)
        fail(scene, f"issues/{number}", fault)
        assert attempt(scene) is None
    assert huts(scene) == ["bo"]
    scene.hub.faults.waiting.clear()
    scene.run()
    assert huts(scene) == ["ana", "bo"]
    assert scene.findings() == []


@pytest.mark.parametrize("minutes", [1, 8, 14, 60])
@pytest.mark.parametrize("passes", [1, 4])
def test_what_is_said_where_nothing_shows_the_thread_is_not_lost_however_long_that_lasts(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, minutes: int, passes: int
) -> None:
    number = talked_about(scene)
    with monkeypatch.context() as late:
        hidden_in_lists(late, number)
        fail(scene, f"issues/{number}", EVERY[0])
        assert attempt(scene) is None
        for _ in range(passes):
            scene.wait(minutes * 60)
            build(scene, "cy")
            attempt(scene)
            assert "cy" in huts(scene)
    scene.hub.faults.waiting.clear()
    scene.run()
    assert huts(scene).count("ana") == 1
    assert [text for text in scene.answers(number) if "`huts ana size`" in text]
    assert scene.findings() == []


@pytest.mark.parametrize("how", ["server_error", "rate_limit", "secondary_limit"])
@pytest.mark.parametrize("made", [spoken, due, touched, waiting_for_an_answer])
def test_where_nothing_answers_any_more_nothing_is_decided(
    scene: Scene, made: Callable[[Scene], str], how: str
) -> None:
    asked = made(scene)
    scene.wait(PATIENCE)
    if how == "server_error":
        scene.hub.faults.strike(how, FOREVER, "GET", after=2)  # the two lists
        scene.hub.faults.strike(how, FOREVER, "graphql")
    else:
        scene.hub.faults.strike(how, FOREVER, asked)
    before = scene.island.store.main
    with pytest.raises(ForgeError) as raised:
        scene.run()
    assert isinstance(raised.value, Unreachable) and not isinstance(raised.value, Denied)
    assert scene.island.store.main == before
