"""A rule that an administrator's commit left unreadable: the game goes on, and a vote mends it, or does away with it."""

from __future__ import annotations

import pytest

from engine.game.plan import Limits
from tests.in_process import InProcessJudge
from tests.referee.in_memory import Table
from tests.storms.island import GAME, KEY

FRONT = "---\nrule: 107\ntitle: Councils\n"
BROKEN = {
    "no front matter": "no front matter\n",
    "no text at all": "",
    "YAML that is none": "---\nrule: 107\ntitle: [\n---\nSo it is.\n",
    "another number than its name": "---\nrule: 108\ntitle: Councils\n---\nSo it is.\n",
    "a word nobody knows": f"{FRONT}gold: 1\n---\nSo it is.\n",
    "a function that is not there": f"{FRONT}on: {{joined: f}}\n---\nSo it is.\n",
    "code that is none": f"{FRONT}---\nSo it is.\n\n```starlark\ndef f(:\n```\n",
}


class Law(Table):
    """Played with the examples of what is proposed, as by the real judge."""

    def pass_(self) -> None:
        assert self.run(InProcessJudge(KEY, GAME, Limits(happenings=2_000))).held == []

    def broken(self, text: str) -> tuple[str, str]:
        """(path, text before) of the rule that is broken by hand."""
        (path,) = [p for p in self.island.files() if p.endswith("/107-councils.md")]
        good = self.island.files()[path]
        self.by_hand({path: text})
        self.pass_()
        return path, good

    def proposed(self, changes: dict[str, str | None], *votes: str) -> str:
        """What the game says in the end of a proposal of bo's that is opened and voted on."""
        number = self.island.propose("bo", "What I want", changes)
        self.pass_()
        self.say("bo", "/open", number)
        self.pass_()
        for who in votes:
            self.say(who, "yay", number)
        self.pass_()
        return "\n".join(self.answers(number))

    def rule(self) -> list[str]:
        return [text for path, text in self.island.files().items() if path.endswith("-councils.md")]


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_vote_of_all_mends_a_rule_that_cannot_be_read(broken: str) -> None:
    game = Law()
    path, good = game.broken(broken)
    assert "is **adopted**" in game.proposed({path: good}, "ana", "bo")
    assert ["def call_council" in text for text in game.rule()] == [True]
    game.say("bo", "/council Shall we dance?")
    game.pass_()
    assert any(thread.title == "Shall we dance?" for thread in game.island.model.threads.values())
    assert game.findings() == []


def test_also_where_nothing_but_its_number_is_wrong() -> None:
    game = Law()
    (path,) = [p for p in game.island.files() if p.endswith("/107-councils.md")]
    game.broken(game.island.files()[path].replace("rule: 107", "rule: 106"))
    good = game.island.files()[path].replace("rule: 106", "rule: 107")
    assert "is **adopted**" in game.proposed({path: good}, "ana", "bo")
    assert ["def call_council" in text for text in game.rule()] == [True]
    assert game.findings() == []


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_and_one_does_away_with_it(broken: str) -> None:
    game = Law()
    path, _ = game.broken(broken)
    assert "is **adopted**" in game.proposed({path: None}, "ana", "bo")
    assert game.rule() == []
    assert game.findings() == []


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_not_all_are_not_enough_and_what_else_is_proposed_is_answered(broken: str) -> None:
    game = Law()
    path, good = game.broken(broken)
    assert "is **adopted**" not in game.proposed({path: good}, "ana")
    answers = game.proposed({"rules/island/songs.md": "---\nrule: next\ntitle: Songs\n---\nSing.\n"}, "ana", "bo")
    assert "is **adopted**" not in answers
    assert "councils" in answers
    assert "every active player has to say yay" in answers
    assert game.findings() == []


def test_a_proposal_of_before_it_was_broken_is_told_to_begin_anew() -> None:
    game = Law()
    (path,) = [p for p in game.island.files() if p.endswith("/107-councils.md")]
    good = game.island.files()[path]
    number = game.island.propose("bo", "What I want", {path: good + "\nMore.\n"})
    game.broken(BROKEN["no front matter"])
    game.say("bo", "/open", number)
    game.pass_()
    assert "Update your branch" in "\n".join(game.answers(number))
    assert game.findings() == []


def test_the_table_is_told_that_it_is_broken_and_of_one_that_works_it_is_not() -> None:
    """As where the signs of a conflict were left in it, or what stands for a large file."""
    law = Law()
    path, good = law.broken("<<<<<<< HEAD\n")
    told = f"Broken as it is, and without effect until a vote or a commit mends it: `{path}` ("
    assert told in law.answers()[-1]
    law.by_hand({path: good.replace("```starlark\n", "```starlark\nx = y\n")})
    law.pass_()
    assert told in law.answers()[-1]
    assert "not found" in law.answers()[-1]
    law.by_hand({path: good})
    law.pass_()
    assert "It is in force" in law.answers()[-1]
    assert "Broken" not in law.answers()[-1]
    assert law.findings() == []


def test_a_second_file_of_code_by_the_name_of_another_is_told_and_ends_no_pass() -> None:
    """It is no rule, and has no number that the second could have."""
    law, path = Law(), "rules/library/shells.star"
    code = law.island.files()[path]
    law.by_hand({path: None, "rules/library/1-shells.star": code})
    law.pass_()
    law.by_hand({path: code})
    law.pass_()
    assert f"Not in force, by the name of another rule: `{path}`" in law.answers()[-1]
    assert law.findings() == []
