"""A rule file that lies anywhere is checked, and its examples are played, in the law it is meant for."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.cli.check import command as check
from engine.cli.examples import command as examples
from tests.island import rule

ISLAND = Path(__file__).parents[1] / "island"
CASE = "\n```example\nname: a try\ngiven: {players: {ana: {active: true}}}\nwhen:\n  - {by: ana, says: /try}\nthen: {replies: [&]}\n```\n"
TEXT = rule(
    120,
    "Try *this* & that",
    front="commands:\n  - {usage: /try, run: attempt, help: x}\n",
    code='def attempt(player):\n    reply("tried")\n',
)
TEXT = TEXT.replace("title: Try *this* & that", 'title: "Try *this* & that"').replace(
    "rule: 120", "rule: next"
) + CASE.replace("[&]", "[tried]")


def run(command: object, *arguments: object) -> Result:
    return CliRunner().invoke(command, [str(a) for a in arguments])


@pytest.fixture
def game(tmp_path: Path) -> Path:
    shutil.copytree(ISLAND / "rules", tmp_path / "game" / "rules")
    (tmp_path / "game" / "state").mkdir()
    (tmp_path / "game" / "state" / "game.yaml").write_text("ruleset: island\nname: Island\n")
    return tmp_path / "game"


@pytest.mark.parametrize("where", ["drafts/try.md", "rules/island/120-try.md", "try.md"])
def test_a_file_in_a_game_is_tried_in_that_game_from_any_folder(
    game: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = game / where
    path.parent.mkdir(exist_ok=True)
    path.write_text(TEXT.replace("rule: next", "rule: 120") if "120-" in where else TEXT)
    monkeypatch.chdir(game.parent)
    assert run(examples, path).output == "1 of 1 examples hold.\n"
    assert run(check, path).output.endswith("1 rule: 0 errors, 0 warnings.\n")


def test_a_file_outside_every_game_is_tried_in_the_one_named_or_where_one_is(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "try.md"
    path.write_text(TEXT)
    assert run(examples, "--root", game, path).output == "1 of 1 examples hold.\n"
    monkeypatch.chdir(game)
    assert run(check, path).output == "1 rule: 0 errors, 0 warnings.\n"


def test_a_file_for_a_ruleset_of_the_engines_own_is_tried_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "songs.md"
    path.write_text("---\nrule: next\ntitle: Songs *and* & dances\nby_hand: true\n---\nWe sing *&c.*\n")
    monkeypatch.chdir(tmp_path)
    assert run(check, "--ruleset", "wayfarers", path).output == "1 rule: 0 errors, 0 warnings.\n"
    assert "Give --ruleset, one of" in run(check, path).output
    assert run(examples, "--ruleset", "wayfarers", path).output == "0 of 0 examples hold.\n"


def test_what_is_wrong_is_told_under_the_name_the_file_was_called_by(game: Path) -> None:
    path = game / "try.md"
    path.write_text(TEXT.replace("usage: /try", "usage: /build").replace("[tried]", "[untried]"))
    done = run(check, path)
    assert done.exit_code == 1
    assert f"{path}:5: the usage `/build` can be a line" in done.output
    assert f"This was tried in the law of island in {game / 'rules'}." in done.output
    path.write_text(TEXT.replace("[tried]", "[untried]"))
    said = run(check, path).output
    assert f"{path}:15: a try: replies: expected 'untried'" in said
    assert f"what each answered: nomic why {path}" in said and "nomic why" not in done.output


@pytest.mark.parametrize("name", ["quorum.md", "311-quorum.md", "400-quorum.md"])
def test_a_file_called_like_a_rule_in_force_is_said_to_amend_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "---\nrule: next\ntitle: My own\nby_hand: true\n---\nEnough is enough.\n"
    (tmp_path / name).write_text(text)
    (tmp_path / "enough.md").write_text(text)
    monkeypatch.chdir(tmp_path)
    said = run(check, "--ruleset", "credo", "--no-examples", name).output
    line = f"{name} is called like rules/credo/311-quorum.md, amends it, and was tried in its place.\n"
    assert said.startswith(line), said
    assert "amends" not in run(check, "--ruleset", "credo", "--no-examples", "enough.md").output


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ('put("players", player, {"gold": 1})', "put: no rule declares the field `gold` of players; there are active,"),
        (
            'reply(get("players", player)["gold"])',
            "get: no rule declares the field `gold` of players; there are active,",
        ),
        ('get("oxen", player)', "get: no rule declares the collection `oxen`; there are game,"),
    ],
)
def test_who_names_what_nobody_declares_is_told_once_what_there_is(code: str, said: str, game: Path) -> None:
    path = game / "try.md"
    path.write_text(TEXT.replace('reply("tried")', f"{code}\n    {code}"))
    told = run(check, "--no-examples", path).output
    assert said in told
    assert (told.count("no rule declares"), told.count("there are")) == (2, 1)


def test_where_something_like_it_is_there_that_alone_is_told(game: Path) -> None:
    path = game / "try.md"
    path.write_text(TEXT.replace('reply("tried")', 'put("players", player, {"shels": 1})'))
    told = run(check, "--no-examples", path).output
    assert "`shels` of players; did you mean `shells`?\n" in told


@pytest.mark.parametrize("options", [[], ["--no-examples"]])
def test_examples_that_nobody_can_read_are_errors_of_the_file(game: Path, options: list[str]) -> None:
    path = game / "try.md"
    path.write_text(TEXT + "\n```example\n```starlark\n")
    checked = run(check, *options, path)
    assert checked.exit_code == 1 and f"{path}:" in checked.output
    assert "example: found character '`'" in checked.output and "1 rule: 1 error" in checked.output


def test_a_file_that_is_no_rule_by_its_name_is_not_said_to_be_right(tmp_path: Path) -> None:
    (tmp_path / "songs.txt").write_text(TEXT)
    (tmp_path / "songs.md").write_text(TEXT)
    alone = run(check, tmp_path / "songs.txt", "--root", ISLAND)
    assert alone.exit_code == 2 and "songs.txt was not looked at: a rule is a `.md` file." in alone.output
    both = run(check, tmp_path / "songs.txt", tmp_path / "songs.md", "--root", ISLAND)
    assert both.exit_code == 0 and "songs.txt was not looked at" in both.output, both.output
    assert "1 rule: 0 errors" in both.output


def test_code_that_no_example_runs_is_told_of(game: Path) -> None:
    """That a rule is well written says little while nobody has seen it at work."""
    path = game / "try.md"
    path.write_text(TEXT.removesuffix(CASE.replace("[&]", "[tried]")))
    done = run(check, path)
    assert "try.md:10: none of this code was run, for the rule has no example (warning)" in done.output
    assert done.output.endswith("1 rule: 0 errors, 1 warning.\n") and done.exit_code == 0
    assert run(check, "--no-examples", path).output == "1 rule: 0 errors, 0 warnings.\n"
    path.write_text(TEXT.replace("```example", "```yaml"))
    done = run(check, path)
    assert "has no example; the block of `yaml` in line" in done.output
    assert "is prose to the game: a case begins with a line of three backticks and `example` (warning)" in done.output
    path.write_text("---\nrule: next\ntitle: Words\nby_hand: true\n---\nBe kind.\n")
    assert run(check, path).output == "1 rule: 0 errors, 0 warnings.\n"
