"""`nomic why`: who was asked, in which order and why so, what each answered, and who was passed over."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from engine.cli.check import command as check
from engine.cli.examples import command as examples
from engine.cli.why import command as why
from engine.game.examples.example_stage import Stage
from engine.store import guard
from tests.island import RULESET, rule, with_rules

ISLAND = Path(__file__).parents[1] / "island"
FRONT = "answers: {resolves_itself: when_all}\nadjusts: {electorate: the_rich}\nforbids: {council.call: x}\n"
CODE = """def when_all(poll, tally):
    return True

def the_rich(electors, poll):
    return [e for e in electors if get("players", e)["shells"] > 0]

def not_now(player, question):
    return "Not now." if question == "When?" else None
"""
CASE = """
```example
name: a council
given: {players: {ana: {active: true, shells: 1}, bo: {active: true}}}
when:
  - {by: ana, says: /council When?, refused: Not now}
  - {by: ana, says: /council Why?}
  - {by: ana, says: yay, on: 101}
then: {polls: {council/1: {status: rejected}}}
```
"""


def written(folder: Path, overrides: str = "") -> Path:
    front = FRONT.replace("council.call: x", "call_council: not_now") + overrides
    path = folder / "120-colours.md"
    path.write_text(rule(120, "Colours", front=front, code=CODE) + CASE)
    return path


def told(path: Path) -> str:
    done = CliRunner().invoke(why, ["--root", str(ISLAND), str(path)])
    assert done.exit_code == 0, done.output
    return done.output


def test_it_says_who_was_asked_what_they_said_and_who_was_passed_over(tmp_path: Path) -> None:
    said = told(written(tmp_path))
    assert "act call_council:\n    rule 120 `colours` by `not_now`, line 17: 'Not now.'" in said
    assert "adjustment of electorate:\n    rule 120 `colours` by `the_rich`, line 14: ['ana']" in said
    assert "rule 107 `councils` by `when_all_have_spoken`, line 17: False" in said
    assert "rule 120 `colours`: passed over, behind `councils`, whose number is lower" in said
    assert "polls council/1.status: expected 'rejected', found 'adopted'" in said


def test_who_overrides_is_asked_first_and_it_says_so(tmp_path: Path) -> None:
    said = told(written(tmp_path, "overrides: [councils]\n"))
    assert "rule 120 `colours` by `when_all`, line 12: True" in said
    assert "rule 107 `councils`: passed over, behind `colours`, which overrides it" in said


def test_the_check_warns_of_an_answer_that_nobody_will_ask_for(tmp_path: Path) -> None:
    path = written(tmp_path)
    done = CliRunner().invoke(check, ["--root", str(ISLAND), "--no-examples", str(path)])
    assert (
        ":4: `resolves_itself` is never asked here: `when_all_have_spoken` of `councils` goes before it" in done.output
    )
    path = written(tmp_path, "overrides: [councils]\n")
    done = CliRunner().invoke(check, ["--root", str(ISLAND), "--no-examples", str(path)])
    assert f"{path}:4: `resolves_itself` is never" not in done.output


def test_a_failing_example_prints_it(tmp_path: Path) -> None:
    done = CliRunner().invoke(examples, ["--root", str(ISLAND), str(written(tmp_path))])
    assert "rule 120 `colours`: passed over" in done.output and "0 of 1 examples hold" in done.output


def test_a_running_game_is_asked_now(tmp_path: Path) -> None:
    stage = Stage(guard.load(BEGUN), with_rules({}), RULESET)
    assert stage.play() == []
    stage.folding.close()
    files = dict(stage.folding.world.files)
    stage.folding.plan.segments[-1].apply(files)
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)

    def asked(*more: str) -> str:
        return CliRunner().invoke(why, ["--root", str(tmp_path), "--question", *more]).output

    assert "rule 102 `proposals` by `more_than_half`" in asked("quorum", "--poll", "council/1")
    assert "the answer: False" in asked("quorum", "--poll", "101")
    assert "no rule answers it" in asked("electorate", "--poll", "101")
    assert "say which poll" in asked("quorum")
    assert "There is no poll 108. Open are: 101, 12 (proposal 108)." in asked("quorum", "--poll", "108")
    (tmp_path / "state/polls/12.yaml").unlink()
    assert "There is no poll 12. Open are: 101." in asked("quorum", "--poll", "12")
    misspelt = CliRunner().invoke(why, ["--root", str(tmp_path), "--question", "elektorate"])
    assert misspelt.exit_code == 2 and "nobody asks `elektorate`; did you mean `electorate`?" in misspelt.output
    assert "nobody asks `weather`; the engine asks proposal_number, electorate, " in asked("weather")
    assert "--question" in CliRunner().invoke(why, []).output


BEGUN = """
given: {players: {ana: {active: true}}}
when:
  - {by: ana, says: /council Why?}
  - {by: ana, opens: {pull: 12, title: 108 Songs, changes: {songs.md: "---\\nrule: next\\ntitle: Songs\\nby_hand: true\\n---\\nSing.\\n"}}}
  - {by: ana, says: /open, on: 12}
"""


def test_a_file_that_is_no_rule_is_told_as_that_to_whoever_asks_why(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("hello\n")
    done = CliRunner().invoke(why, ["--root", str(ISLAND), str(tmp_path / "notes.md")])
    assert done.exit_code == 2 and "notes.md:1: a rule begins with front matter" in done.output


def test_words_that_no_example_has_are_answered_with_those_there_are(tmp_path: Path) -> None:
    path = written(tmp_path)
    done = CliRunner().invoke(why, ["--root", str(ISLAND), str(path), "--example", "a parliament"])
    assert done.exit_code == 2 and "There are:\n- a council" in done.output
    path.write_text(rule(120, "Colours"))
    done = CliRunner().invoke(why, ["--root", str(ISLAND), str(path)])
    assert done.exit_code == 2 and "has no example" in done.output
