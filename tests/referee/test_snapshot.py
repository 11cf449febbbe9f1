"""What a pass reads of a commit: all that it needs at once, and what is over only when it is asked for."""

from __future__ import annotations

from engine.referee import snapshot
from tests.referee.in_memory import Table


def test_the_changes_of_open_polls_are_read_at_once_by_whatever_digit_their_hashes_begin() -> None:
    table = Table()
    for number in range(12):
        rule = f"---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing {number} songs.\n"
        thread = table.island.propose("ana", f"Songs {number}", {f"rules/island/songs{number}.md": rule})
        table.say("ana", "/open", thread)
    table.run()
    repository = table.island.repository
    files = snapshot.read_open(repository, snapshot.tree_of(repository, repository.fetch()))
    changes = {path for path in dict(files) if path.startswith(snapshot.CHANGES)}
    assert {path.removeprefix(snapshot.CHANGES)[0].isdigit() for path in changes} == {True, False}
    assert (len(changes), [*files.elsewhere]) == (12, [])
