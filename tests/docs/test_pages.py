"""The pages say what is true: their rules run, their words exist, their commands are there."""

from __future__ import annotations

import inspect
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from engine.cli.main import COMMANDS
from engine.game.consulting.asking import REFEREE_QUESTIONS
from engine.game.examples import examples
from engine.game.words.registry import WORDS
from engine.law.documents.document import parse
from engine.law.documents.frontmatter import MEANINGS, PROPERTIES
from engine.template import shipped
from engine.template.shelf import WISHES
from tests.docs import reference
from tests.island import RULESET, with_rules

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").rglob("*.md"))]
TOLD = "".join((ROOT / "docs" / name).read_text() for name in ("rules.md", "howto.md"))
WHOLE = re.findall(r"^````markdown\n(.*?)^````$", TOLD, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", WHOLE, ids=lambda t: re.search(r"title: (.*)", t)[1])
def test_a_rule_on_the_page_is_whole_and_its_examples_hold(text: str) -> None:
    number = re.search(r"^rule: (\d+)", text, re.MULTILINE)
    assert number is not None
    path = f"{number[1]}-shown.md"
    assert parse(f"rules/island/{path}", text).warnings == ()
    law = with_rules({path: text})
    cases = examples.cases_of_rule(f"rules/island/{path}", text)
    assert cases
    assert [str(f) for case in cases for f in examples.play(case, law, RULESET)] == []


def test_the_reference_says_what_the_code_says() -> None:
    page = reference.PAGE.read_text()
    assert reference.written(page) == page, "write it anew: python -m tests.docs.reference"
    assert MEANINGS.keys() == PROPERTIES.keys()
    assert [w for w in sorted(WORDS) if f"`{w}(" not in page] == []
    assert [q for q in sorted(REFEREE_QUESTIONS) if f"`{q}(" not in page] == []
    assert [w for w, function in WORDS.items() if not inspect.getdoc(function)] == []


def test_the_questions_are_numbered_and_the_shelf_stands_on_the_page() -> None:
    howto = (ROOT / "docs" / "howto.md").read_text()
    assert [int(n) for n in re.findall(r"^## (\d+)\. \.\.\. ", howto, re.MULTILINE)] == list(range(1, 23))
    shown = dict(re.findall(r"^\| (.*) \| `nomic rule new .* --like (\S+)` \|$", howto, re.MULTILINE))
    assert shown == {wish: name for name, wish in WISHES.items()}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_commands_targets_and_links_exist(page: Path) -> None:
    text = page.read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert [t for t in re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE) if t not in targets] == []
    assert [c for c in re.findall(r"`nomic ([a-z]+)", text) if c not in COMMANDS] == []
    for link in re.findall(r"\]\(([^)#:]+)\)", re.sub(r"````.*?````", "", text, flags=re.DOTALL)):
        assert (page.parent / link).exists(), link


def test_the_front_page_begins_no_two_games_in_one_folder_and_names_every_ruleset() -> None:
    text = (ROOT / "README.md").read_text()
    begun = re.findall(r"^nomic (play|new) (\S+)(?:.* --ruleset (\w+))?", text, re.MULTILINE)
    kinds = {folder: {(how, ruleset) for how, name, ruleset in begun if name == folder} for _, folder, _ in begun}
    assert {folder: len(each) for folder, each in kinds.items()} == dict.fromkeys(kinds, 1)
    assert [ruleset for ruleset in shipped.rulesets() if ruleset not in text] == []


def test_make_play_takes_names_with_spaces() -> None:
    words = ["make", "--dry-run", "--no-print-directory", "play", "GAME=my game", "PLAYERS=ana, bo"]
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(words, cwd=ROOT, env=outside, capture_output=True, text=True, check=True)
    assert shlex.split(done.stdout.splitlines()[-1])[1:] == [
        "play",
        "my game",
        "--clock",
        "table",
        "--port",
        "8352",
        "--players",
        "ana, bo",
    ]
