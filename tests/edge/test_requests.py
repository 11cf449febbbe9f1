"""Each request of a pass fails in every way: the pass ends whole or changes nothing and says why, and the next one heals."""

from __future__ import annotations

import pytest

from engine.referee.ports import ForgeError
from tests.edge.stage import Scene, Undisturbed, settle, told, without_doubles
from tests.shares import share_of_table

# Every request that a pass makes, by its form; `test_a_pass_asks_nothing_else` holds the list to what is really asked.
READS = (
    "GET issues",
    "GET issues/comments",
    "GET pulls/N",
    "GET collaborators/NAME/permission",
    "GET commits/SHA/status",
    "GET commits/SHA/check-runs",
    "GET commits/SHA/check-suites",
    "GET issues/N/comments",
)
WRITES = (
    "POST issues",
    "PATCH issues/N",
    "POST issues/N/comments",
    "PATCH issues/comments/N",
    "POST issues/N/labels",
    "DELETE issues/N/labels/NAME",
    "POST issues/comments/N/reactions",
    "POST statuses/SHA",
)
REFUSED = ("unauthorized", "forbidden", "missing", "gone", "conflict", "invalid")
LATER = ("rate_limit", "secondary_limit", "server_error", "bad_gateway", "unavailable", "timeout", "dropped", "garbage")
DONE = ("lost_answer", "late_answer", "cut", "doubled")
TABLE = [
    [(request, fault) for fault in REFUSED + LATER + (DONE if request in WRITES else ())] for request in READS + WRITES
]
CASES = [case for row in TABLE for case in row]


def test_a_pass_asks_nothing_else(undisturbed: Undisturbed) -> None:
    assert sorted(undisturbed.places) == sorted(READS + WRITES)


def strike(scene: Scene, undisturbed: Undisturbed, request: str, fault: str) -> None:
    """One of the pass's requests of this form is struck; which one, differs from fault to fault."""
    places = undisturbed.places[request]
    scene.hub.faults.strike(fault, after=places[CASES.index((request, fault)) % len(places)])


@pytest.mark.parametrize(("request_", "fault"), share_of_table(TABLE, 10), ids=lambda value: value.replace("/", " "))
def test_the_pass_is_whole_or_says_why_and_the_next_one_heals(
    busy: Scene, undisturbed: Undisturbed, request_: str, fault: str
) -> None:
    scene = busy.copied()
    strike(scene, undisturbed, request_, fault)
    try:
        scene.run(hasty=fault in ("timeout", "late_answer"))
    except ForgeError as error:
        told(error)
        whole = request_ in WRITES  # the state is written before anything is said
        assert scene.island.store.main == (undisturbed.after if whole else undisturbed.before)
    assert scene.hub.faults.struck == {fault: 1}
    settle(scene)
    found = scene.shown()
    assert found.files == undisturbed.shown.files
    if (request_, fault) == ("POST issues", "doubled"):
        assert without_doubles(found.threads) == undisturbed.shown.threads
    else:
        assert found.threads == undisturbed.shown.threads
