"""A game that waits in a template: its first pass opens the table, seals the dice and begins the clock, once there is a key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from engine.forge.repository import GitRepository
from engine.game.dice import commitment
from engine.hub.accounts import BOT_ID
from engine.referee import first
from engine.referee.passing import Report
from engine.referee.ports import Account
from engine.referee.verify import verify
from engine.store import canon
from tests.begun import START, Clock, begun
from tests.github.hub import Hub
from tests.github.people import People
from tests.in_process import InProcessJudge
from tests.mishaps import take_away
from tests.staging import copy_of, forge_of, referee_of

KEY = b"a long word that nobody knows"
LATER = START + 400 * 86_400  # the template is used a year after it was made


class Template:
    """A copy of the template on a hub, with one commit as GitHub makes it."""

    def __init__(self, folder: Path, hub: Hub, clock: Clock) -> None:
        self.folder, self.hub, self.clock, self.people = folder, hub, clock, People(hub)
        self.people.commit("owner", begun(waits=True), "Initial commit")

    def run(self, key: bytes | None) -> Report:
        self.clock.now += 60
        token = self.hub.bot_token()
        forge = forge_of(self.hub, token=token)
        with copy_of(self.hub, self.folder / "copy", token) as repository:
            public = b"what anybody could work out"
            judge = InProcessJudge(key or public, "g")
            return referee_of(forge, repository, judge, committed=commitment(key or public), key=key).run()

    def engine(self) -> dict[str, object]:
        return dict(canon.read(self.hub.git.file("main", "state/engine.yaml") + "\n"))

    def said(self) -> list[str]:
        return [comment.body for comment in self.hub.model.comments.values()]


@pytest.fixture
def template(tmp_path: Path) -> Iterator[Template]:
    clock = Clock(LATER)
    with Hub(tmp_path, "owner", "copy", clock) as hub:
        yield Template(tmp_path, hub, clock)


def test_without_a_key_the_table_says_what_to_do_once_and_nothing_is_decided(template: Template) -> None:
    before = template.hub.git.head()
    for _ in range(2):
        report = template.run(None)
        assert report.commits == [] and ["NOMIC_DICE_KEY" in note for note in report.held] == [True]
    assert template.hub.git.head() == before
    assert [thread.title for thread in template.hub.model.threads.values()] == ["The table of Island"]
    assert len(template.said()) == 1 and "New repository secret" in template.said()[0]


def test_a_copy_of_its_mark_by_somebody_else_does_not_keep_the_table_from_saying_so(template: Template) -> None:
    template.people.open_issue("owner", "The table")
    template.people.comment("stranger", 1, first.MARK)
    for _ in range(2):
        template.run(None)
    (said,) = (text for text in template.said() if text != first.MARK)
    assert "New repository secret" in said


@pytest.mark.parametrize("weak", [b"x", b" " * 40, b"ab" * 20, b"  password123456789  "])
def test_a_key_that_can_be_found_by_trying_begins_nothing(template: Template, weak: bytes) -> None:
    for _ in range(2):
        report = template.run(weak)
        assert report.commits == [] and "easy to guess" in report.held[0]
    assert len(template.said()) == 1 and "Update secret" in template.said()[0]
    assert template.run(KEY).commits != [] and any("**The game is on.**" in text for text in template.said())


def test_with_a_key_the_game_is_on_and_what_was_written_meanwhile_is_judged(template: Template) -> None:
    template.run(None)
    template.clock.now += 60
    template.people.comment("ana", 1, "/join")
    template.run(KEY)
    notes = template.engine()
    assert notes["dice"] == {"commitment": commitment(KEY)}
    assert "waits" not in notes
    assert any("**The game is on.**" in text for text in template.said())
    assert canon.read(template.hub.git.file("main", "state/players/ana.yaml") + "\n")["active"]
    days = template.hub.git.run("ls-tree", "-r", "--name-only", "main", "--", "state/journal/").split()
    kinds = [e["kind"] for d in days for e in canon.read(template.hub.git.file("main", d) + "\n")]
    assert "period" not in kinds, "the year in which nobody played is not caught up with"
    said = len(template.said())
    assert template.run(KEY).commits == [] and len(template.said()) == said


def _a_pull_request(template: Template) -> None:
    """As programs open one in each new repository of an account."""
    template.people.open_pull("renovate", "Configure Renovate", {"renovate.json": "{}\n"})


def _gone(template: Template) -> None:
    """Somebody has tried how issues work, and taken the first one away again; so it is with a discussion, which has a number, too."""
    for title in ("Test", "Does anybody play here?"):
        template.people.open_issue("owner", title)
    take_away(template.hub.model, 1)


def _a_dashboard(template: Template) -> None:
    """Other programs open an issue in each new repository, and write and close it as they please."""
    template.people.open_issue("renovate", "Dependency Dashboard", "Nothing is to be done.")


@pytest.mark.parametrize("before", [_a_pull_request, _gone, _a_dashboard])
def test_where_the_first_number_is_none_of_an_issue_of_ours_the_table_has_another(
    template: Template, before: Callable[[Template], None]
) -> None:
    """It was the pull request, or nowhere: what is told to all waited to be told to nobody. Or it was somebody's, to close and to rewrite."""
    before(template)
    template.run(None)
    number = max(template.hub.model.threads)
    template.run(None)
    assert max(template.hub.model.threads) == number
    assert template.hub.model.thread(number).title == "The table of Island"
    assert ["New repository secret" in said for said in template.said()] == [True]
    template.clock.now += 60
    template.people.comment("ana", number, "/join")
    template.run(KEY)
    assert canon.read(template.hub.git.file("main", "state/game.yaml") + "\n")["table"] == number
    told = [each.thread for each in template.hub.model.comments.values() if "**The game is on.**" in each.body]
    assert told == [number]
    assert template.run(KEY).commits == []
    with GitRepository(str(template.hub.git.directory), template.folder / "proof") as repository:
        assert verify(repository, None, [KEY]).findings == []


def test_of_two_tables_that_were_opened_at_once_the_first_stays_the_one(template: Template) -> None:
    for title in ("Hello", "And again"):
        template.people.open_issue("owner", title)
    take_away(template.hub.model, 1)
    template.run(None)
    (number,) = (thread.number for thread in template.hub.model.threads.values() if thread.author == BOT_ID)
    template.hub.model.open_thread(BOT_ID, template.hub.model.thread(number).title, "")
    template.run(None)
    assert [comment.thread for comment in template.hub.model.comments.values()] == [number]


def test_the_proof_of_a_game_from_a_template_holds(template: Template) -> None:
    template.run(KEY)
    template.clock.now += 60
    template.people.comment("ana", 1, "/join")
    template.run(KEY)
    template.clock.now += 8 * 86_400
    template.run(KEY)
    with GitRepository(str(template.hub.git.directory), template.folder / "proof") as repository:
        proof = verify(repository, None, [KEY])
    assert proof.findings == [] and proof.replayed == proof.entries > 0


def test_another_key_than_the_first_decides_nothing(template: Template) -> None:
    template.run(KEY)
    with pytest.raises(Exception, match="not the one the game has committed to"):
        template.run(b"another")


@pytest.mark.parametrize(
    ("association", "author", "is_one"),
    [
        ("OWNER", Account(7, "ana", False), True),
        ("COLLABORATOR", Account(7, "ana", False), True),
        ("COLLABORATOR", Account(8, "dashboard[bot]", True), False),
        ("CONTRIBUTOR", Account(9, "zoe", False), False),
        ("OWNER", None, False),
    ],
)
def test_only_people_who_work_here_open_a_table_for_the_game(
    association: str, author: Account | None, is_one: bool
) -> None:
    thread: Any = SimpleNamespace(association=association, author=author)
    assert first._is_of_the_house(thread) is is_one
