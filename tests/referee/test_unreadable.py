"""Pull requests whose commits cannot be had: judged once, and told so; and none of them holds up another, or the game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.forge.repository import GitRepository
from engine.referee.intake import portions
from engine.referee.ports import ForgeError, Gone, TooMuch, Unreachable, Unreadable
from engine.referee.trouble import PATIENCE
from tests.referee.in_memory import Table
from tests.referee.stage import Stage, game

SONG = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    with game(tmp_path, "ana", "bo", "eve") as stage:
        yield stage


def pull(stage: Stage, files: dict[str, str | None] | None = None) -> int:
    return stage.people.open_pull("eve", "A song", files or {"rules/island/108-a.md": SONG}).number


class Broken:
    """A server that cannot deliver some references, and lists them; or that can be asked for nothing at all."""

    def __init__(self, stage: Stage, patch: pytest.MonkeyPatch) -> None:
        self.numbers: set[int] = set()
        self.asked: list[int] = []
        self.down, self.tries = False, 0
        bring, listed = GitRepository._bring, GitRepository._ls_remote

        def broken(repository: GitRepository, what: str, *words: str, **more: object) -> None:
            found = [n for n in self.numbers if any(f"refs/pull/{n}/head" in word for word in words)]
            self.asked += found
            if found and self.tries != 0:
                self.tries -= 1
                raise Unreachable("remote: aborting due to possible repository corruption", "Later.")
            bring(repository, what, *words, **more)  # type: ignore[arg-type]

        def asked(repository: GitRepository, *patterns: str) -> str:
            if self.down and self.asked:
                raise Unreachable("ls-remote: gone away", "Later.")
            return listed(repository, *patterns)

        patch.setattr(GitRepository, "_bring", broken)
        patch.setattr(GitRepository, "_ls_remote", asked)

    def breaks(self, *numbers: int, tries: int = -1) -> None:
        self.numbers, self.tries, self.asked = set(numbers), tries, []


@pytest.fixture
def broken(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Broken:
    return Broken(stage, monkeypatch)


def test_one_too_large_to_fetch_is_judged_once_and_told_so(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage.repository, "_largest_pack", 1 << 20)
    number = pull(stage, {f"rules/island/{at}-a.md": os.urandom(200_000).hex() for at in range(200, 210)})
    stage.say("eve", "/open", number)
    stage.say("ana", "/build")
    stage.run()
    assert "too large" in "\n".join(stage.answers(number))
    assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert stage.read(f"state/threads/{number}.yaml")["head"] == stage.hub.model.thread(number).pull.head
    stage.hub.requests.clear()
    stage.hub.git_requests.clear()
    stage.run()
    assert not any(f"/pulls/{number}" in request for request in stage.hub.requests)
    assert len(stage.hub.git_requests) <= 4
    assert stage.findings() == []


def test_a_flood_that_cannot_be_read_is_read_in_portions(
    stage: Stage, broken: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portions, "MOST_HEADS", 3)
    numbers = [pull(stage) for _ in range(7)]
    broken.breaks(*numbers)
    stage.say("ana", "/build")
    tried = []
    for _ in range(4):
        broken.asked.clear()
        stage.run()
        tried.append(len(set(broken.asked)))
    assert tried == [3, 3, 1, 1]  # a pass without news looks again for one
    assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}


def test_one_that_git_cannot_deliver_stops_nobody_and_is_told_so(stage: Stage, broken: Broken) -> None:
    number = pull(stage)
    stage.say("eve", "/open", number)
    other = stage.song("ana")
    broken.breaks(number)
    stage.run()
    assert "could not be had" in "\n".join(stage.answers(number))
    assert stage.read(f"state/polls/{other}.yaml")["status"] == "open"
    assert stage.findings() == []


def test_it_is_read_when_something_is_said_in_it_once_it_can_be(stage: Stage, broken: Broken) -> None:
    number = pull(stage)
    broken.breaks(number)
    stage.run()
    broken.breaks()
    stage.say("eve", "/open", number)
    stage.run()
    assert stage.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert stage.findings() == []


def test_a_fetch_that_failed_once_is_tried_again(stage: Stage, broken: Broken) -> None:
    number = pull(stage)
    stage.say("eve", "/open", number)
    broken.breaks(number, tries=1)
    stage.run()
    assert stage.read(f"state/polls/{number}.yaml")["status"] == "open"


def test_where_nothing_answers_nothing_is_decided(stage: Stage, broken: Broken) -> None:
    number = pull(stage)
    stage.say("eve", "/open", number)
    main = stage.hub.git.head()
    broken.breaks(number)
    broken.down = True
    with pytest.raises(ForgeError, match="gone away"):
        stage.run()
    assert stage.hub.git.head() == main


def voted_on(stage: Stage, broken: Broken) -> int:
    """A proposal with a vote, new commits that cannot be had, and a vote that may be for these."""
    number = stage.song("eve")
    stage.run()
    stage.say("ana", "yay", number)
    stage.run()
    stage.clock.now += 60
    stage.people.push("eve", number, {"rules/island/108-songs.md": SONG})
    broken.breaks(number)
    stage.say("ana", "/build")
    stage.say("bo", "yay", number)
    stage.run()
    return number


def test_what_is_voted_on_is_not_judged_by_what_cannot_be_read_yet(stage: Stage, broken: Broken) -> None:
    number = voted_on(stage, broken)
    poll = stage.read(f"state/polls/{number}.yaml")
    assert (poll["status"], [ballot["voter"] for ballot in poll["ballots"]]) == ("open", ["ana"])
    assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}
    broken.breaks()
    stage.run()
    poll = stage.read(f"state/polls/{number}.yaml")
    assert poll["status"] == "open"
    assert stage.read(f"state/threads/{number}.yaml")["head"] == stage.hub.model.thread(number).pull.head
    assert stage.findings() == []


def test_it_holds_nothing_up_for_ever(stage: Stage, broken: Broken) -> None:
    number = voted_on(stage, broken)
    stage.clock.now += PATIENCE
    stage.say("bo", "/build")
    stage.run()
    assert stage.read(f"state/polls/{number}.yaml")["status"] == "withdrawn"
    assert "could not be had" in "\n".join(stage.answers(number))
    assert sorted(stage.read("state/huts.yaml")) == ["ana", "bo"]
    assert stage.findings() == []


def test_what_was_voted_on_lands_although_what_was_pushed_since_cannot_be_had(stage: Stage, broken: Broken) -> None:
    number = stage.song("eve")
    stage.run()
    head = stage.hub.model.thread(number).pull.head
    stage.people.push("eve", number, {"rules/island/108-songs.md": SONG})
    broken.breaks(number)
    stage.elsewhere()
    stage.repository.fetch()
    stage.repository.fetch_pull(number, head)
    assert stage.repository.commit_info(head).sha == head
    with pytest.raises(Unreadable):
        stage.repository.fetch_pull(number, stage.hub.model.thread(number).pull.head)


def test_objects_that_cannot_be_read_are_its_own_fault_where_main_can_be(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = pull(stage)
    stage.say("eve", "/open", number)
    stage.say("ana", "/build")
    head, read = stage.hub.model.thread(number).pull.head, GitRepository.own_commits

    def corrupt(repository: GitRepository, base: str, tip: str, limit: int) -> object:
        if tip == head:
            raise Unreachable("git: fatal: bad object", "Later.")
        return read(repository, base, tip, limit)

    monkeypatch.setattr(GitRepository, "own_commits", corrupt)
    stage.run()
    assert "could not be had" in "\n".join(stage.answers(number))
    assert stage.read("state/huts.yaml") == {"ana": {"size": 1}}


@pytest.mark.parametrize("size", ["too large", "not to be had"])
@pytest.mark.parametrize("voted", [True, False])
def test_one_rewritten_while_it_is_fetched_to_what_cannot_be_had_stops_nobody(*, voted: bool, size: str) -> None:
    table = Table()
    number = table.island.propose("ana", "A song", {"rules/island/200-a.md": SONG})
    table.say("ana", "/open", number)
    if voted:
        table.run()
        table.wait()
        table.island.push("ana", number, {"rules/island/200-b.md": SONG})
    bring, asked = table.island.repository.fetch_pull, list[str]()

    def fetch_pull(of: int, head: str) -> None:
        asked.append(head)
        if len(asked) == 1:
            table.island.push("ana", number, {"rules/island/200-c.md": SONG})
            raise Gone("its head is another", "")
        if head == asked[1]:
            raise TooMuch("too large", "") if size == "too large" else Unreadable("corrupt", "")
        bring(of, head)

    table.island.repository.fetch_pull = fetch_pull  # type: ignore[method-assign]
    before = table.say("bo", "/build")
    assert f"comment/{before}" in [outcome["id"] for outcome in table.run().outcomes]
    table.wait(PATIENCE)
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert table.read(f"state/threads/{number}.yaml")["head"] == asked[1] != asked[0]
    assert table.findings() == []
