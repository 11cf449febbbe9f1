"""That the corpus measures: a case that is slow, large, deadly or answered otherwise is found, each with its own words."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.hostile.planted import PLANTED
from tests.hostile.test_doors import ROOT, found_wrong


@pytest.fixture(scope="module")
def planted() -> dict[str, dict[str, Any]]:
    command = [sys.executable, "-m", "tests.hostile.planted"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {one["case"]: one for one in map(json.loads, done.stdout.splitlines())}


def test_the_answer_it_must_get_is_nothing_wrong(planted: dict[str, dict[str, Any]]) -> None:
    assert list(planted) == list(PLANTED)
    assert found_wrong([planted["what it must be"]]) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("another code", "must be refused as unknown_command, and was refused as argument"),
        ("another word", "must say '/help'"),
        ("no refusal", "must be refused as unknown_command, and was done"),
        ("an offence beside it", "a mention of @stranger"),
        ("nothing of what must be shown", "must show 'Hello'"),
        ("an error", "KeyError: 'nobody'"),
        ("a death", "the process ended with -9"),
        ("an end without an answer", "the process ended with 0"),
        ("seconds of its own and of a process it starts", "seconds"),
        ("memory of its own", "bytes"),
        ("memory of a process it starts", "bytes"),
        ("a sleep", "the process ended with -14"),
    ],
)
def test_what_is_wrong_is_found(planted: dict[str, dict[str, Any]], name: str, words: str) -> None:
    (wrong,) = found_wrong([planted[name]])
    assert words in wrong
