"""No file of the engine needs one that needs it: at import time, within functions, or for the names of types alone."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


def circle(needs: dict[str, set[str]]) -> list[str]:
    """The files of one circle, or none."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_there_is_no_circle_of_files() -> None:
    graph = grimp.build_graph("engine", cache_dir=None)
    assert circle({name: set(graph.find_modules_directly_imported_by(name)) for name in graph.modules}) == []


@pytest.mark.parametrize(("needs", "found"), [({"a": {"b"}, "b": set()}, 0), ({"a": {"b"}, "b": {"c"}, "c": {"a"}}, 4)])
def test_a_circle_would_be_found(needs: dict[str, set[str]], found: int) -> None:
    assert len(circle(needs)) == found
