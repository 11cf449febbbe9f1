"""Hashes: what ballots are bound to, and git's ids as git itself computes them."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.store.digest import blob_id, change_hash, sha256, tree_id
from engine.store.splice import stamp

RULE = "---\nrule: next\ntitle: Beer\n---\nSee [the quorum](311-quorum.md).\n"
RENUMBERED = stamp(RULE, 352, [{"enacted": 352}]).replace("311-quorum", "401-quorum")
FILES = {
    "credo/311-quorum.md": "a\n",
    "credo/cards/joker.md": "b\r\n",
    "credo.md": "",
    "credo-x/a": "c",
    "credo0": "ä\n",
    "a/b/c/d": "\n",
    "a.b": "a",
    "Ä": "é",
}

texts = st.one_of(st.none(), st.text("ab-:0", max_size=4), st.sampled_from([RULE, RENUMBERED, RULE + " "]))
changes = st.lists(st.tuples(st.text("ab-:0", max_size=3), texts, texts), max_size=4, unique_by=lambda item: item[0])
Change = tuple[str, str | None, str | None]


def law(items: list[Change]) -> list[str]:
    """The changes as law, in one order; absence is not emptiness."""
    return sorted(repr([RULE if part == RENUMBERED else part for part in item]) for item in items)


def test_sha256_is_that_of_the_bytes_in_utf8() -> None:
    assert sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert sha256("ä") == "33e6d73fee82904c8d7afb78de1154d1e8dc2a0edb08120e63df5b9385c2d9cc"


@given(changes, st.integers())
def test_the_order_of_the_changes_does_not_matter(items: list[Change], seed: int) -> None:
    assert change_hash(random.Random(seed).sample(items, len(items))) == change_hash(items)


@given(changes, changes)
def test_two_changes_have_one_hash_if_and_only_if_they_are_the_same_law(one: list[Change], other: list[Change]) -> None:
    assert (change_hash(one) == change_hash(other)) == (law(one) == law(other))


def test_renumbering_by_others_keeps_the_hash_and_white_space_changes_it() -> None:
    assert RENUMBERED != RULE
    assert change_hash([("beer", RULE, RENUMBERED)]) == change_hash([("beer", RENUMBERED, RULE)])
    assert change_hash([("beer", None, RULE)]) != change_hash([("beer", None, RULE + "\n")])
    assert change_hash([("beer", None, "")]) != change_hash([("beer", "", None)])
    assert change_hash([("beer", None, RULE)]) != change_hash([("ale", None, RULE)])


def test_a_text_cannot_pass_for_the_next_change() -> None:
    assert change_hash([("a", "b", "c"), ("d", "e", "f")]) != change_hash([("a", "b", "c1:d1:e1:f")])
    assert change_hash([("a", None, "-")]) != change_hash([("a", "-", None)])
    assert change_hash([("a", "b:c", "d")]) != change_hash([("a", "b", "c:d")])


def git(folder: Path, *words: str, said: str = "") -> str:
    """Runs git without anybody's configuration."""
    alone = {"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder)}
    done = subprocess.run(["git", *words], cwd=folder, input=said.encode(), capture_output=True, check=True, env=alone)
    return done.stdout.decode().strip()


def test_ids_are_those_of_git(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
        assert blob_id(text) == git(tmp_path, "hash-object", "--stdin", said=text)
    git(tmp_path, "add", "-A")
    assert tree_id(FILES) == git(tmp_path, "write-tree")


def test_the_empty_tree_has_its_known_id() -> None:
    assert tree_id({}) == "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


@given(st.permutations(list(FILES)), st.sampled_from(list(FILES)))
def test_a_tree_has_one_id_whatever_the_order_and_another_when_a_file_changes(order: list[str], path: str) -> None:
    assert tree_id({name: FILES[name] for name in order}) == tree_id(FILES)
    assert tree_id({**FILES, path: FILES[path] + "."}) != tree_id(FILES)


@pytest.mark.parametrize("text", ["", "a", "ä\n", "a\r\n"])
def test_one_blob_is_told_from_another(text: str) -> None:
    assert blob_id(text) != blob_id(text + " ")
