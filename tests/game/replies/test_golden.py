"""What is said to players is what the golden files hold; `make bless` accepts what is said now."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType

import pytest

from engine.game.replies import (
    administering,
    change_refusals,
    command_refusals,
    handmade,
    leaving,
    limit_refusals,
    poll_refusals,
    refusals,
    rescue_refusals,
    speech,
)
from tests.game.replies.samples import GOLDEN, golden, refusal_samples, speech_samples

FILES = golden()


def said_by(module: ModuleType, returns: str) -> set[str]:
    """The public functions of a module that return this."""
    own = inspect.getmembers(module, lambda f: inspect.isfunction(f) and f.__module__ == module.__name__)
    return {name for name, f in own if name[0] != "_" and _returned(f) == returns}


def _returned(function: Callable[..., object]) -> str:
    return inspect.formatannotation(inspect.signature(function).return_annotation).rpartition(".")[2]


@pytest.mark.parametrize("name", sorted(FILES))
def test_what_is_said_is_what_was_blessed(name: str) -> None:
    assert FILES[name] == (GOLDEN / name).read_text(encoding="utf-8")


def test_every_refusal_has_a_sample() -> None:
    said = [
        said_by(room, "Refusal")
        for room in (
            change_refusals,
            command_refusals,
            limit_refusals,
            poll_refusals,
            refusals,
            rescue_refusals,
            administering,
        )
    ]
    assert set(refusal_samples()) == set().union(*said)


def test_every_speech_has_a_sample() -> None:
    assert set(speech_samples()) == said_by(speech, "str") | said_by(leaving, "str") | said_by(handmade, "str")


def test_every_refusal_has_a_code_a_reason_and_a_remedy() -> None:
    for refusal in refusal_samples().values():
        assert refusal.code.isidentifier()
        assert refusal.reason.rstrip().endswith((".", ")", "`"))
        assert refusal.remedy.rstrip().endswith((".", "`", "?"))
