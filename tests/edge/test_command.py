"""What an operator sees when a pass cannot be made: a cause, a remedy, an exit code; never a traceback or a token."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.island import rule
from tests.referee.stage import Stage, game

NOMIC = Path(sys.executable).parent / "nomic"
GAMBLES = rule(
    120,
    "Gambles",
    front="""commands:
  - {usage: /gamble, run: gamble, help: Throw and see.}
  - {usage: /boast, run: boast, help: Throw and be told why not.}
""",
    code="""def gamble(player):
    announce("%d" % roll("1d1000000"))

def boast(player):
    refuse("You have thrown %d." % roll("1d1000000"), "Throw again.")
""",
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with game(tmp_path_factory.mktemp("game"), "ana") as made:
        yield made


def nomic(
    stage: Stage, folder: Path, *more: str, key: str | bytes = "key", **others: str
) -> subprocess.CompletedProcess[str]:
    stage.clock.now += 60
    given: dict[str, str | bytes] = {
        "PATH": os.environ["PATH"],
        "GITHUB_TOKEN": stage.token,
        "GITHUB_REPOSITORY": stage.hub.full_name,
        "GITHUB_API_URL": stage.hub.address,
        "GITHUB_SERVER_URL": stage.hub.address,
        "NOMIC_COPY": str(folder),
        "NOMIC_QUICK": "1",
        "NOMIC_DICE_KEY": key,
        **others,
    }
    return subprocess.run([NOMIC, "referee", *more], env=given, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("fault", "path", "cause", "remedy"),
    [
        ("unauthorized", "GET", "the token is not accepted", "Set GITHUB_TOKEN"),
        ("forbidden", "/issues", "lacks a permission", "Add `issues: read`"),
        ("rate_limit", "GET", "the rate limit is used up", "the next pass tries again"),
        ("unavailable", "GET", "GitHub answered 503", "the next pass tries again"),
        ("missing", "/issues", "no such repository", "Check GITHUB_REPOSITORY"),
        ("unauthorized", "GIT", "could not read Username", "check the token"),
    ],
)
def test_one_line_of_cause_and_one_of_remedy(
    stage: Stage, tmp_path: Path, fault: str, path: str, cause: str, remedy: str
) -> None:
    stage.hub.faults.strike(fault, 100, path)
    main = stage.hub.git.head()
    done = nomic(stage, tmp_path)
    stage.hub.faults.waiting.clear()
    assert done.returncode == 1
    first, second = done.stderr.splitlines()
    assert first.startswith("Error: ")
    assert cause in first
    assert remedy in second
    assert "Traceback" not in done.stdout + done.stderr
    assert stage.token not in done.stdout + done.stderr
    assert stage.hub.git.head() == main


@pytest.mark.parametrize(
    ("name", "value", "remedy"),
    [
        ("GITHUB_REPOSITORY", "island", "owner/name"),
        ("GITHUB_API_URL", "api.github.com", "https://"),
        ("GITHUB_API_URL", "https://", "https://"),
    ],
)
def test_a_setting_that_is_none_is_no_bug(stage: Stage, tmp_path: Path, name: str, value: str, remedy: str) -> None:
    done = nomic(stage, tmp_path, **{name: value})
    first, second = done.stderr.splitlines()
    assert (done.returncode, first.startswith(f"Error: {name} is no ")) == (1, True)
    assert remedy in second


def test_a_key_that_is_no_text_is_no_bug_and_is_not_shown(stage: Stage, tmp_path: Path) -> None:
    done = nomic(stage, tmp_path, key=b"key\xff")
    first, second = done.stderr.splitlines()
    assert (done.returncode, first) == (1, "Error: NOMIC_DICE_KEY is not UTF-8 text.")
    assert "nomic dice rotate" in second


def test_settings_that_are_empty_are_those_left_out(stage: Stage, tmp_path: Path) -> None:
    assert nomic(stage, tmp_path, NOMIC_BOT="").returncode == 0


def test_what_could_not_be_said_is_told_and_is_no_failure(stage: Stage, tmp_path: Path) -> None:
    stage.say("ana", "/give 100 shells to ana")
    stage.hub.faults.strike("locked", 100, "POST /repos/owner/island/issues/1/comments")
    done = nomic(stage, tmp_path)
    stage.hub.faults.waiting.clear()
    assert done.returncode == 0
    assert "held back: #1: " in done.stdout
    assert nomic(stage, tmp_path).returncode == 0


def test_what_a_pass_has_decided_is_told_also_where_it_fails_as_it_answers(stage: Stage, tmp_path: Path) -> None:
    said = stage.say("ana", "/give 100 shells to ana")
    stage.hub.faults.strike("forbidden", 100, "POST /repos/owner/island/issues/1/comments")
    done = nomic(stage, tmp_path)
    stage.hub.faults.waiting.clear()
    assert done.returncode == 1 and "lacks a permission" in done.stderr
    assert f"comment/{said}: refused" in done.stdout and done.stdout.endswith("1 commit.\n")
    assert nomic(stage, tmp_path).returncode == 0


def test_no_roll_leaves_a_dry_run(stage: Stage, tmp_path: Path) -> None:
    """Else whoever may start one would take back what is not judged yet, and write it again until the dice please."""
    stage.by_hand({"rules/island/120-gambles.md": GAMBLES})
    thrown = [f"comment/{stage.say('ana', text)}" for text in ("/gamble", "/boast")]
    then = stage.clock.now + 7 * 86_400  # and the week's catch of fish is due
    printed = set()
    for key in ("key", "another", "a third"):
        stage.clock.now = then
        printed.add(nomic(stage, tmp_path, "--dry-run", key=key).stdout)
    assert len(printed) == 1, "what is printed does not depend on the key"
    (shown,) = printed
    assert all(name in shown for name in (*thrown, "period/"))
    assert '"rolls"' not in shown
    assert "You have thrown" in shown
