"""What is shown to be written is shown whole, as long as a rule may make it: who copies half of it is refused again."""

from __future__ import annotations

from engine.game.replies import command_refusals

# As long as a usage or a help may be.
LONG = "/sail " + "far " * 48 + "go"


def test_what_a_rule_lets_one_write_is_shown_to_its_last_sign() -> None:
    assert len(LONG) == 200
    assert f"write: `{LONG}`" in command_refusals.write_it_so(LONG).remedy
    like = command_refusals.write_it_like(LONG, LONG.replace("far", "off")).remedy
    assert f"write it like this: `{LONG}`." in like
    assert f"For instance `{LONG.replace('far', 'off')}`." in like
    unknown = command_refusals.unknown_command("/sail", ["/sail <far>"], example=LONG)
    assert f"For instance `{LONG}`." in unknown.remedy


def test_without_an_example_none_is_spoken_of() -> None:
    assert "instance" not in command_refusals.write_it_like("/sail", None).remedy
    assert "instance" not in command_refusals.unknown_command("/sail on", ["/sail"]).remedy


def test_an_example_is_shown_for_the_command_that_was_meant_alone_and_not_twice() -> None:
    def remedy(text: str, nearest: list[str]) -> str:
        return command_refusals.unknown_command(text, nearest, example="/sail on").remedy

    assert "For instance `/sail on`." in remedy("/sail of", ["/sail <where>"])
    assert "instance" not in remedy("/sale", ["/sail <where>"])
    assert "instance" not in remedy("/sail of", ["/sail on"])
    assert "instance" not in remedy("/sail of", [])


def test_a_command_known_by_its_word_is_told_as_written_wrongly_and_its_choices_with_it() -> None:
    choices = [("where", ["Reef", "Bay"])]
    known = command_refusals.unknown_command("/Sail off", ["/sail <where>"], choices=choices)
    assert known.reason == "I do not know `/sail` written like that."
    assert "`<where>` is one of Reef, Bay." in known.remedy
    other = command_refusals.unknown_command("/sale off", ["/sail <where>"], choices=choices)
    assert other.reason == "I do not know the command `/sale off`."
    assert "Reef" not in other.remedy
    assert "Did you mean `/sail <where>`?" in other.remedy


def test_of_a_command_that_is_a_word_alone_it_is_said_that_nothing_stands_behind_it() -> None:
    """`I do not know /sail written like that. Did you mean /sail?` told nobody what was wrong."""
    alone = command_refusals.unknown_command("/Sail please", ["/sail"])
    assert alone.reason == "`/sail` is written alone, with nothing behind it."
    assert "Did you mean `/sail`?" in alone.remedy
    either = command_refusals.unknown_command("/sail please", ["/sail", "/sail <count> miles"])
    assert either.reason == "I do not know `/sail` written like that."


def test_only_the_first_of_many_lines_are_quoted_where_each_wants_a_comment() -> None:
    remedy = command_refusals.one_to_a_comment(["/a", "/b", "/c", "/d"]).remedy
    assert remedy == "Write each in a comment of its own: `/a`, then `/b`, then `/c`."
