"""What is nearly a command is answered with the one to write; two at once are told that one goes to a comment."""

from __future__ import annotations

import pytest

from tests.island import failures

GIVEN = "given: {players: {ana: {active: true, shells: 3}, bo: {active: true}}}\n"


def of(text: str, **more: str) -> list[str]:
    step = {"by": "ana", "says": text, **more}
    return failures(
        {"given": {"players": {"ana": {"active": True, "shells": 3}, "bo": {"active": True}}}, "when": [step]}
    )


TWO = ["/build\n/dive", "/rest\n\n/give 1 shell to bo", "/help\n/status", "/nonsense\n/build", "/council Why?\n/build"]


@pytest.mark.parametrize("text", TWO)
def test_two_commands_in_a_comment_are_none(text: str) -> None:
    assert of(text, refused="one command to a comment") == []


NEARLY = {
    "build": "/build",
    "Give 1 shell to bo": "/Give 1 shell to bo",
    "`/build`": "/build",
    "**/dive**": "/dive",
    "`build`": "/build",
    "/ build": "/build",
    "help": "/help",
}


@pytest.mark.parametrize("text", NEARLY)
def test_what_is_nearly_a_command_is_answered_with_the_command(text: str) -> None:
    assert of(text, refused=f"write: `{NEARLY[text]}`") == []


@pytest.mark.parametrize(
    "text", ["Let us build.", "hello", "I give up", "build\nmore", "/council What of\nthis, and /build?"]
)
def test_talk_stays_talk(text: str) -> None:
    assert of(text) == [] or of(text, ignored="true") == []
