"""`nomic rule new`: a rule to begin from, fitted to the ruleset one is in, or told what it lacks there."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.cli import rules_on_disk
from engine.cli.check import command as check
from engine.cli.fitting import fitted
from engine.cli.rule import command as rule
from engine.game.examples.example_stage import Stage
from engine.game.examples.examples import cases_of_ruleset, play
from engine.game.words.registry import new_host
from engine.template import shipped
from engine.template.shelf import WISHES, text_of

ISLAND = Path(__file__).parents[1] / "island"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(rule, [str(a) for a in arguments])


def test_the_shelf_is_listed_as_what_one_wants_and_holds_what_it_lists() -> None:
    listed = run("shelf").output
    assert [name for name in WISHES if f"I want to {WISHES[name]}." not in listed] == []
    there = {Path(path).stem.partition("-")[2] for path in shipped.law(shipped.SHELF) if path.endswith(".md")}
    assert there == {*WISHES, "beginning", "proposals"}
    assert shipped.SHELF not in shipped.rulesets()


@pytest.mark.parametrize("like", WISHES)
def test_the_examples_of_a_rule_hold_under_whatever_name_it_is_taken_from_the_shelf(like: str) -> None:
    law = {path: text for path, text in shipped.law(shipped.SHELF).items() if not path.endswith(f"-{like}.md")}
    path = f"rules/{shipped.SHELF}/990-no.md"  # `no` is no text in YAML where it is not quoted
    law[path] = text_of(like, "No").replace("rule: next", "rule: 990", 1)
    cases = [case for case in cases_of_ruleset(law, shipped.SHELF) if case.path == path]
    assert cases and [str(f) for case in cases for f in play(case, law, shipped.SHELF, new_host())] == []


def test_a_rule_that_fits_is_ready_to_be_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", "Pick & pockets", "--like", "shop", "--ruleset", "credo")
    assert done.exit_code == 0 and "It fits the ruleset credo" in done.output, done.output
    (file,) = tmp_path.glob("*-pick-pockets.md")
    line = done.output.splitlines()[-1].partition("try it: nomic check ")[2]
    assert CliRunner().invoke(check, line.split()).output == "1 rule: 0 errors, 0 warnings.\n", line
    text = file.read_text()
    assert 'title: "Pick & pockets"' in text and "rule: next" in text and "history" not in text
    assert run("new", "Pick pockets", "--like", "shop", "--ruleset", "credo").exit_code == 2


def test_titles_in_letters_that_no_file_is_named_by_are_different_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second such rule was refused, whatever other title was given it."""
    monkeypatch.chdir(tmp_path)
    assert run("law", "inn").exit_code == 0
    for title, like in (("Песни", "shop"), ("銀行", "loan")):
        done = run("new", title, "--like", like, "--ruleset", "inn")
        assert done.exit_code == 0 and "It fits the ruleset inn" in done.output, done.output
    assert sorted(path.name for path in tmp_path.glob("rules/inn/*-rule*.md")) == ["103-rule-103.md", "104-rule-104.md"]


def test_what_a_full_disk_kept_from_being_written_is_written_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty file was left, and then there was a rule of that name already."""
    monkeypatch.chdir(tmp_path)
    whole = Path.write_text

    def full(at: str) -> None:
        def write(path: Path, text: str, **more: str) -> int:
            whole(path, "", **more)
            if path.name.endswith(at):
                raise OSError(errno.ENOSPC, "No space left on device")
            return whole(path, text, **more)

        monkeypatch.setattr(Path, "write_text", write)

    for at, words in (
        ("-proposals.md", ["law", "inn"]),
        ("lamps.md", ["new", "Lamps", "--like", "shop", "--ruleset", "inn"]),
    ):
        full(at)
        assert isinstance(run(*words).exception, OSError)
        monkeypatch.setattr(Path, "write_text", whole)
        done = run(*words)
        assert done.exit_code == 0, done.output
    assert CliRunner().invoke(check, []).output == "1 ruleset: 0 errors, 0 warnings.\n"


def test_what_a_rule_is_to_be_like_is_asked_for_with_what_there_is() -> None:
    done = run("new", "Forest", "--ruleset", "credo")
    assert done.exit_code == 2 and "Say with --like what it is to be like. There are: treasury, " in done.output


def test_the_number_of_a_file_is_the_next_one_of_the_game_also_where_some_were_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ISLAND / "rules", tmp_path / "rules")
    (tmp_path / "state").mkdir()
    (tmp_path / "state/game.yaml").write_text("id: game\nlast_number: 140\nname: Island\nruleset: island\n")
    assert "Written: rules/island/141-stall.md" in run("new", "Stall", "--like", "shop").output


def test_where_the_law_counts_otherwise_a_file_has_the_number_that_the_law_would_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Wayfarers, whose rules end with 115, it was 116; the page *Propose* and `/open` say 201."""
    monkeypatch.chdir(tmp_path)
    done = run("new", "Lamp oil", "--like", "shop", "--ruleset", "wayfarers")
    assert done.output.startswith("Written: 201-lamp-oil.md."), done.output


def test_what_a_ruleset_lacks_is_told_and_how_to_mend_it(tmp_path: Path) -> None:
    shutil.copytree(ISLAND / "rules", tmp_path / "rules")
    shutil.copytree(shipped.RULES / "library", tmp_path / "rules" / "library", dirs_exist_ok=True)
    done = run("new", "A stall", "--like", "shop", "--root", tmp_path)
    assert "Players have no points here, so the rule declares them" in done.output
    assert "give --coin with one of: fish, shells." in done.output and "It fits the ruleset island" in done.output
    (tmp_path / "rules" / "island" / "108-a-stall.md").unlink()
    done = run("new", "A stall", "--like", "shop", "--coin", "shells", "--root", tmp_path)
    assert "It fits the ruleset island" in done.output, done.output
    file = tmp_path / "rules" / "island" / "108-a-stall.md"
    assert "3 shells each" in file.read_text()
    assert CliRunner().invoke(check, [str(file)]).exit_code == 0


@pytest.mark.parametrize(
    ("ruleset", "coin", "purses"),
    [
        ("assembly", "points", "gold, score."),
        ("credo", "joined_at", "points."),
        ("starfarers", "points", "carbon, food, fuel, ore, science, trade_goods, vouchers."),
    ],
)
def test_nothing_is_paid_in_moments_and_in_what_a_rule_keeps_for_itself(ruleset: str, coin: str, purses: str) -> None:
    path = f"rules/{ruleset}/990-fresh.md"
    _, done, _ = fitted("shop", "Fresh", coin, ruleset, path, shipped.law(ruleset))
    assert done[0].endswith(f"give --coin with one of: {purses}")


def test_what_is_not_on_the_shelf_is_told() -> None:
    done = run("new", "War", "--like", "war")
    assert done.exit_code == 2 and "There are: treasury" in done.output


@pytest.mark.parametrize(
    ("ruleset", "like"), [("credo", "weighted-vote"), ("frontier", "weighted-vote"), ("assembly", "quadratic")]
)
def test_what_a_ruleset_would_undo_stands_over_what_undoes_it(ruleset: str, like: str) -> None:
    path = f"rules/{ruleset}/990-fresh.md"
    text, done, lacks = fitted(like, "Fresh", "points", ruleset, path, shipped.law(ruleset))
    assert lacks == [] and "overrides: [" in text and "It overrides" in done[-1]


@pytest.mark.parametrize("like", ["timelock", "election"])
def test_what_a_rule_of_the_higher_class_would_undo_is_of_it_where_a_new_rule_may_be(like: str) -> None:
    """The constitution of Starfarers says when a change takes effect, and anybody may propose to add to it."""
    law = shipped.law("starfarers")
    text, done, lacks = fitted(like, "Fresh", "points", "starfarers", "rules/starfarers/990-fresh.md", law)
    assert (
        lacks == [] and "\nimmutable: true\n" in text and done[-1].startswith("It is `immutable`: rules of that class")
    )


def test_where_no_new_rule_may_be_of_the_higher_class_it_is_said_how_one_becomes_so_and_that_way_leads_there() -> None:
    law = shipped.law("frontier")
    text, _, lacks = fitted("ranked-poll", "Fresh", "points", "frontier", "rules/frontier/990-fresh.md", law)
    assert "`ballot` is settled by rule 113" in lacks[0] and "its transmutation can be proposed" in lacks[-1]
    stage = Stage({"scene": "three"}, law, "frontier", new_host())
    for who, pull, changes in (("ana", 12, {"900-fresh.md": text}), ("bo", 13, {"fresh": {"immutable": True}})):
        stage.step({"by": who, "opens": {"pull": pull, "title": "Fresh", "changes": changes}})
        for by, says in ((who, "/open"), ("ana", "yay"), ("bo", "yay"), ("cy", "yay")):
            assert stage.step({"by": by, "says": says, "on": pull}) is None
    for by, says, on in (
        ("ana", "/rank red, green", None),
        *((p, "green > red", "ranked/1") for p in ("ana", "bo", "cy")),
    ):
        assert stage.step({"by": by, "says": says, **({"on": on} if on else {})}) is None
    poll = stage.world.records.get("polls", "ranked/1")
    assert poll and poll["outcome"] == "green wins"


@pytest.mark.parametrize("like", ["weighted-vote", "delegation", "timelock", "quadratic"])
def test_what_could_not_be_opened_there_since_it_overrides_is_told_to_be_an_amendment(like: str) -> None:
    text, _, lacks = fitted(
        like, "Fresh", "points", "wayfarers", "rules/wayfarers/990-fresh.md", shipped.law("wayfarers")
    )
    assert "overrides" not in text.partition("\n---\n")[0]
    (line,) = lacks
    assert (
        "`overrides` of itself" in line
        and "What it does can be had by an amendment" in line
        and "rules/wayfarers/1" in line
    )


def test_what_no_rule_may_say_is_told_before_it_is_put_to_the_vote() -> None:
    dry = "---\nrule: 991\ntitle: No shops\nforbids: {open: not_that}\n---\nNo rule sells.\n\n"
    dry += '```starlark\ndef not_that(player, proposal):\n    if [c for c in proposal["changes"] if "coin" in c["front"].get("parameters", {})]:\n'
    dry += '        return "Nothing is sold. Give it away."\n```\n'
    law = {**shipped.law("credo"), "rules/credo/991-no-shops.md": dry}
    assert fitted("map", "Fresh", "points", "credo", "rules/credo/992-fresh.md", law)[2] == []
    lacks = fitted("shop", "Fresh", "points", "credo", "rules/credo/992-fresh.md", law)[2]
    assert lacks == ["It cannot be opened for voting here: Nothing is sold. Give it away."]


def test_the_smallest_law_is_a_game_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rules that hold by themselves, to which mechanics off the shelf can be added before anybody plays."""
    monkeypatch.chdir(tmp_path)
    assert run("law", "inn").exit_code == 0
    assert CliRunner().invoke(check, []).output == "1 ruleset: 0 errors, 0 warnings.\n"
    for like in WISHES:
        added = run("new", f"My {like}", "--like", like)
        assert added.exit_code == 0 and "It fits the ruleset inn" in added.output, added.output
    assert CliRunner().invoke(check, []).output == "1 ruleset: 0 errors, 0 warnings.\n"


def test_from_the_smallest_law_people_join_and_change_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("law", "inn")
    texts = rules_on_disk.read(tmp_path)
    song = {"103-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}
    stage = Stage({}, texts, "inn", new_host())
    for by, says, on in (("ana", "/join", 1), ("bo", "/join", 1)):
        assert stage.step({"by": by, "says": says, "on": on}) is None
    stage.step({"by": "bo", "opens": {"pull": 12, "title": "Songs", "changes": song}})
    for by, says in (("bo", "/open"), ("bo", "yay"), ("ana", "yay"), ("bo", "/resolve")):
        assert stage.step({"by": by, "says": says, "on": 12}) is None
    assert stage.world.book.documents["songs"].number == 103


@pytest.mark.parametrize("name", ["credo", "library", "Inn", "a b"])
def test_a_law_of_ones_own_has_a_name_of_its_own(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("law", name).exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_law_that_is_there_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules" / "inn").mkdir(parents=True)
    told = run("law", "inn")
    assert told.exit_code == 2 and "stays as it is" in told.output
    empty = run("new", "Oil", "--like", "shop")
    assert empty.exit_code == 2 and "nomic rule law" in empty.output


def test_a_rule_needs_a_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for title in ("", " ", "\n", "two\nlines", "x" * 2_000):
        done = run("new", title, "--like", "shop", "--ruleset", "credo")
        assert done.exit_code == 2 and "title" in done.output, (title[:9], done)
    assert list(tmp_path.iterdir()) == []


def test_a_title_may_be_the_end_of_the_name_of_another_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", "Nomads", "--like", "shop", "--ruleset", "credo")  # beside `no-nomads`
    assert done.exit_code == 0, done.output
    assert run("new", "No nomads", "--like", "shop", "--ruleset", "credo").exit_code == 2


@pytest.mark.parametrize("coin", ["surname", "class", "suspended_until", "active", "login"])
def test_nobody_is_told_that_players_have_none_of_what_is_theirs_and_no_coin(coin: str) -> None:
    """Of `--coin surname` it was said that players have no surname here."""
    _, done, _ = fitted("shop", "Fresh", coin, "assembly", "rules/assembly/400-fresh.md", shipped.law("assembly"))
    assert done[0].startswith(f"`{coin}` is a field of players here, and nothing that they could pay in. To be paid in")


@pytest.mark.parametrize("coin", ["Gold:", "a b", "", "gold-coins"])
def test_what_no_field_can_be_called_is_no_coin(coin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", "Lamp oil", "--like", "shop", "--ruleset", "credo", "--coin", coin)
    assert done.exit_code == 2 and "small letters" in done.output
    assert list(tmp_path.iterdir()) == []
