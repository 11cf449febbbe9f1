"""How much of one thing is shown: as many as there is room for, and of more it is said how many they are."""

from __future__ import annotations

from typing import Any

from engine.game.replies import board, handmade, speech
from engine.game.replies.inert import inert


def test_what_somebody_wrote_is_quoted_up_to_120_signs() -> None:
    assert inert("x" * 120) == f"`{'x' * 120}`"
    assert inert("x" * 121) == f"`{'x' * 119}…`"


def test_of_what_a_command_changed_twenty_lines_are_told() -> None:
    changes = [(f"shells p{place}", 1, 2) for place in range(21)]
    assert len(speech.done(changes[:20], "UTC").splitlines()) == 21
    assert speech.done(changes, "UTC").splitlines()[20:] == ["- `shells p19`: `1` → `2`", "- and 1 more"]


def test_of_the_files_that_a_commit_changed_ten_are_named() -> None:
    paths = [f"p{place}" for place in range(11)]
    assert ", `p8`, `p9`.\n" in handmade.put_back("a" * 40, paths[:10], "")
    assert ", `p8`, `p9` and 1 more.\n" in handmade.put_back("a" * 40, paths, "")


def test_of_the_votes_received_the_last_two_hundred_are_shown() -> None:
    def shown(many: int) -> list[str]:
        votes = [
            {"voter": f"p{place}", "choice": "yay", "comment": place, "at": place, "edited": False, "deleted": True}
            for place in range(many)
        ]
        count: Any = {"ballots": [], "electors": []}
        record: Any = {"ballots": votes, "refused": []}
        return board._table(count, record).splitlines()

    assert [len(shown(200)), shown(200)[2].split(" |")[0]] == [202, "| **p0**"]
    assert shown(201)[2].startswith("| **p1** |")
    assert shown(201)[-1] == "1 earlier vote is not shown here."
    assert shown(202)[-1] == "2 earlier votes are not shown here."
