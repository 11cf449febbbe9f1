"""From usages to forms and back: what a form writes is what the usage matches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.law.document import parse
from engine.law.usage import parse_usage
from engine.table.forms import written
from tests.island import texts


@pytest.mark.parametrize(
    ("usage", "values", "words"),
    [
        ("/buy [<count>] farm|farms", {"count": "3"}, "/buy 3 farms"),
        ("/buy [<count>] farm|farms", {"count": "1"}, "/buy 1 farm"),
        ("/buy [<count>] farm|farms", {"count": ""}, "/buy farm"),
        ("/allocate <count> <endeavor> [from <source>]", {"count": "4", "endeavor": "farming"}, "/allocate 4 farming"),
        ("/give <count> point|points to <player>", {"count": "5", "player": "bo"}, "/give 5 points to bo"),
        ("/describe <text>", {"text": "By the\r\nsea "}, "/describe By the\nsea"),
        ("/tell <text> to <player>", {"text": "By the\r\nsea ", "player": "bo"}, "/tell By the sea to bo"),
        ("/dive", {}, "/dive"),
    ],
)
def test_a_form_writes_what_a_player_would(usage: str, values: dict[str, str], words: str) -> None:
    assert written(usage, values) == words


NUMBERS = st.integers(1, 999).map(str)


@given(st.data())
def test_what_a_form_writes_is_understood_as_that_command(data: st.DataObject) -> None:
    commands = [c for path, text in sorted(texts().items()) if path.endswith(".md") for c in parse(path, text).commands]
    command = data.draw(st.sampled_from(commands))
    values = {name: data.draw(NUMBERS) for name in command.usage.arguments_in_order}
    found = parse_usage(command.usage_text, command.arguments).match(written(command.usage_text, values))
    assert found == values
