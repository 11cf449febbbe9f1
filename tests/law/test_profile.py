"""What the parser tells of code before it runs."""

from __future__ import annotations

from engine.law.profile import strings


def test_the_texts_in_code_are_told_each_once_and_texts_that_are_added_also_as_one() -> None:
    code = '"""Doc."""\nA = "x" + \'y\' + "z"\nB = ["x", "a" "b", "p" + str(1) + "q"]\n\ndef f():\n    return "x"  # "no"\n'
    assert sorted(strings(code)) == ["Doc.", "ab", "p", "q", "x", "xyz", "y", "z"]
