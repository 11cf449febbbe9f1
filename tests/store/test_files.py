"""Files that are elsewhere are brought as somebody asks for them: one by one at first, and then all that are likely to be asked for."""

from __future__ import annotations

from collections.abc import Mapping

from engine.store.files import ONE_BY_ONE, Files


def test_who_asks_for_more_than_a_few_is_brought_all_that_are_likely_and_nothing_twice() -> None:
    told: list[list[str]] = []

    def bring(paths: list[str]) -> Mapping[str, str]:
        told.append(paths)
        return {path: f"text of {path}" for path in paths}

    paths = [f"a/{n}.yaml" for n in range(ONE_BY_ONE + 3)]
    files = Files({"here.yaml": "here"}, [*paths, "b/unlikely.yaml"], bring, likely=reversed(paths))
    assert "a/0.yaml" in files and "c.yaml" not in files and files.get("c.yaml") is None
    assert [files[path] for path in ["here.yaml", *paths]] == ["here", *(f"text of {path}" for path in paths)]
    assert told == [*([path] for path in paths[:ONE_BY_ONE]), paths[ONE_BY_ONE:]]
    assert files["b/unlikely.yaml"] == "text of b/unlikely.yaml"
    assert told[-1] == ["b/unlikely.yaml"]
