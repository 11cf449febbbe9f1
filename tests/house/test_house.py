"""The house in order: rooms, words, numbers, and what must not be in any file."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from engine.cli.main import COMMANDS
from engine.game.words.registry import WORDS
from engine.law.documents import vocabulary

ROOT = Path(__file__).parents[2]
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
TRACKED = [
    ROOT / name
    for name in subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )
    if name and (ROOT / name).is_file()
]
HOSTS = [b"py" + b"pi.org", b"python" + b"hosted.org", b"registry.npm" + b"js.org", b"deb.debi" + b"an.org"]


def test_no_file_names_a_package_registry() -> None:
    assert [p.name for p in TRACKED if any(host in p.read_bytes() for host in HOSTS)] == []


@pytest.mark.parametrize("room", ["game", "law", "referee"])
def test_every_part_of_a_room_has_its_place_among_the_imports_that_point_one_way(room: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each["name"] == f"Inside the {room}, imports point one way"]
    parts = {path.stem for path in (ROOT / "engine" / room).iterdir() if path.name[0] != "_"}
    assert {name.strip().removeprefix(f"engine.{room}.") for layer in layers for name in layer.split("|")} == parts


@pytest.mark.parametrize(("room", "within"), [("game", "game"), ("law", "law"), ("referee", "law")])
def test_every_part_of_a_room_is_drawn_in_the_architecture(room: str, within: str) -> None:
    drawn = (ROOT / "ARCHITECTURE.md").read_text().split(f"Inside `{within}`")[1].split("```")[1]
    parts = {path.stem for path in (ROOT / "engine" / room).iterdir() if path.name[0] != "_"}
    assert parts <= set(re.findall(r"\w+", drawn))


def test_every_room_is_drawn_in_the_architecture() -> None:
    drawn = (ROOT / "ARCHITECTURE.md").read_text().split("```")[1]
    assert {path.name for path in (ROOT / "engine").iterdir() if path.is_dir() and path.name[0] != "_"} <= set(
        re.findall(r"\w+", drawn)
    )


def test_nothing_is_tracked_that_nobody_reads() -> None:
    """Archives and the like get in by a careless `git add`."""
    large = [path.name for path in TRACKED if path.stat().st_size > 1_000_000]
    odd = [path.name for path in TRACKED if path.suffix in (".tar", ".gz", ".zip", ".sqlite", ".pyc", ".log")]
    assert large + odd == []


def test_no_half_of_a_merge_is_left_in_any_file() -> None:
    marks = re.compile(rb"^(<{7} |>{7} |={7}$)", re.MULTILINE)
    assert [p.name for p in TRACKED if marks.search(p.read_bytes())] == []


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/reliability.md", "docs/threat-model.md"])
def test_the_files_that_a_page_names_are_there(page: str) -> None:
    """Each stands in its room, or below it."""
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|md))(?:::\w+)?`", (ROOT / page).read_text())
    files = [path.relative_to(ROOT).as_posix() for path in TRACKED]
    assert named
    assert [name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in files)] == []


def test_every_folder_of_the_plan_is_there() -> None:
    for name in ("engine", "rules", "state", "proposals", "tests", ".github/workflows", "docs"):
        assert (ROOT / name).is_dir(), name


def test_the_engine_knows_no_rule_number() -> None:
    """Whole numbers from 200 to 399 look like rules; HTTP's status codes live where HTTP is spoken."""
    found = []
    for path in ENGINE:
        if path.parts[-2] in ("hub", "forge"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and type(node.value) is int and 201 <= node.value <= 399:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}")
    assert [f for f in found if not re.search(r": (255|256|300)$", f)] == []


def test_text_is_read_and_written_in_an_encoding_that_no_machine_chooses() -> None:
    """Where the machine's locale is another, what is left to it is misread, or a bug of ours."""
    found = []
    for path in ENGINE:
        calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        found += [f"{path.relative_to(ROOT)}:{call.lineno}" for call in calls if _leaves_encoding_open(call)]
    assert found == []


def _leaves_encoding_open(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    given = {word.arg: getattr(word.value, "value", None) for word in call.keywords}
    if "encoding" in given:
        return False
    if name in ("run", "Popen", "check_output"):
        return given.get("text") is True or given.get("universal_newlines") is True
    places = {"read_text": 1, "write_text": 2}
    modes = [str(getattr(each, "value", "")) for each in call.args[1:2]]
    is_open = isinstance(call.func, ast.Name) and name == "open" and "b" not in "".join(modes)
    return is_open or (name in places and len(call.args) < places[name])


@pytest.mark.parametrize("path", ENGINE, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_files_are_small_and_say_what_they_are_for(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= 350
    assert ast.get_docstring(ast.parse(text)) is not None or not text.strip()


def test_functions_fit_in_a_glance() -> None:
    long = []
    for path in ENGINE:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno > 60:
                long.append(f"{path.name}:{node.name}")
    assert long == []


# What GitHub has is called alike by who behaves like it and by who speaks to it; a game is shown on pages, and played at a table.
TWICE = ["Account", "Comment", "Game", "Pull", "Thread"]


def test_a_class_is_called_as_no_other() -> None:
    nodes = [node for path in ENGINE for node in ast.walk(ast.parse(path.read_text()))]
    names = sorted(node.name for node in nodes if isinstance(node, ast.ClassDef))
    assert [name for name, many in Counter(names).items() if many > 1] == TWICE


def test_the_vocabulary_is_what_the_host_lends() -> None:
    assert set(WORDS) == vocabulary.WORDS


def test_every_command_is_a_file_of_its_own() -> None:
    for name, (module, text) in COMMANDS.items():
        assert (ROOT / (module.replace(".", "/") + ".py")).is_file(), name
        assert text.endswith(".")


def test_the_ci_script_calls_the_tests_and_nothing_else() -> None:
    lines = [li for li in (ROOT / ".ci" / "run").read_text().splitlines() if li and not li.startswith("#")]
    assert [li for li in lines if "make" in li] == ["exec make test"]


def test_where_things_stand_in_a_game_is_said_in_two_modules() -> None:
    """Of records one of them says it, of law and proposals the other: their paths were written out in fifty places."""
    places = (
        "state/",
        "state/engine.yaml",
        "state/game.yaml",
        "rules/",
        "rules/library/",
        "proposals/",
        "proposals/changes/",
    )
    written = [
        f"{path.name}:{node.lineno}"
        for path in ENGINE
        if path.name not in ("layout.py", "records.py") or path.parent.name != "store"
        for node in _outside_of_sentences(ast.parse(path.read_text()))
        if node.value in places
    ]
    assert written == []


def _outside_of_sentences(tree: ast.AST) -> list[ast.Constant]:
    within = {id(part) for each in ast.walk(tree) if isinstance(each, ast.JoinedStr) for part in each.values}
    return [each for each in ast.walk(tree) if isinstance(each, ast.Constant) and id(each) not in within]


LATE = "from __future__ import annotations\n"


@pytest.mark.parametrize(
    "path", [p for p in ENGINE if LATE in p.read_text()], ids=lambda p: p.relative_to(ROOT).as_posix()
)
def test_annotations_are_read_late_only_where_they_name_what_is_not_there_yet(path: Path) -> None:
    text = path.read_text()
    words = [sys.executable, "-m", "ruff", "check", "--quiet", "--select", "F821", "--stdin-filename", str(path), "-"]
    found = subprocess.run(
        words, input=text.replace(LATE, ""), cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    assert found.returncode == 1 or "if TYPE_CHECKING:" in text, "take the line out: nothing needs it"
