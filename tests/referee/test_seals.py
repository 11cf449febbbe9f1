"""Whoever can push can write like the engine; only what is sealed with the game's key is taken for its own."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest

from engine.game.dice import commitment, seed
from engine.referee.aside import bring
from engine.referee.commits import administered, seals
from engine.referee.ports import CommitInfo, ForgeError
from engine.referee.verify import verify
from engine.store import canon
from tests.referee.in_memory import Table, judging
from tests.referee.stage import game
from tests.storms.island import GAME, KEY

HUTS = "state/huts.yaml"


class Sealed(Table):
    """A table whose passes hold the key."""

    def run(self, *args: object, **more: object):  # type: ignore[no-untyped-def]
        return super().run(*args, **{"key": KEY, **more})  # type: ignore[arg-type]

    def build(self) -> str:
        """Bo builds; the commit that says so."""
        self.say("bo", "/build")
        (made,) = self.run().commits
        return str(made)

    def info(self, commit: str) -> CommitInfo:
        return self.island.repository.commit_info(commit)

    def invented(self, parents: list[str], message: str, like: str) -> str:
        """A commit by hand with every file as in `like`, pushed."""
        self.wait()
        store = self.island.store
        files = store.commits[like].files
        gone = dict.fromkeys(store.commits[parents[0]].files)
        store.main = store.add(parents, {**gone, **files}, message, self.island.clock(), "owner")
        return store.main

    def sealing(self) -> tuple[list[str], list[str]]:
        proof = verify(self.island.repository, None, [KEY])
        return proof.findings, [note for note in proof.notes if "seal" in note]


def forged(table: Sealed) -> dict[str, str]:
    """The files as the engine would write them, had bo built once more: judged rightly, and never said."""
    aside = Sealed.__new__(Sealed)
    aside.__dict__.update(table.__dict__)
    store = table.island.store
    main = store.main
    made = table.build()
    files = dict(store.commits[made].files)
    store.main = main
    return files


def test_what_a_pass_commits_is_sealed_and_taken_for_its_own() -> None:
    table = Sealed()
    made = table.info(table.build())
    assert administered.is_sealed(made, [KEY])
    assert not administered.is_sealed(made, [b"another"])
    assert administered.since_last(table.island.repository, made.sha, [KEY]).base == made.sha
    assert table.sealing() == ([], ["the seals of 2 commits were checked"])


def test_a_commit_that_holds_what_the_engine_would_write_is_not_taken_for_its_own() -> None:
    table = Sealed()
    last = table.build()
    files = forged(table)
    head = canon.read(files["state/engine.yaml"])["head"]
    changes = {p: t for p, t in files.items() if table.island.files().get(p) != t}
    made = table.by_hand(dict(changes), f"1 done, 0 refused\n\n{administered.trailer(head)}\n")
    assert administered.is_ours(table.island.repository, table.info(made)), "without a key nobody can tell"
    found = administered.since_last(table.island.repository, made, [KEY])
    assert found.base == last
    assert set(found.happenings[0]["files"]) == {HUTS}
    table.say("ana", "/build")
    table.run()
    journal = "".join(text for path, text in table.island.files().items() if path.startswith("state/journal/"))
    assert f"id: commit/{made}" in journal, "what it did is an act of theirs, in the open"
    assert any(made[:10] in finding for finding in table.sealing()[0])


@pytest.mark.parametrize("sealed", [True, False])
def test_an_old_state_committed_again_with_its_own_message_is_not_taken_for_a_new_one(sealed: bool) -> None:
    table = Sealed()
    old = table.build()
    new = table.build()
    message = table.info(old).message
    made = table.invented([new], message if sealed else message.split("Nomic-Seal")[0], old)
    assert administered.since_last(table.island.repository, made, [KEY]).base == new
    table.say("ana", "/build")
    table.run()
    assert table.read("state/engine.yaml")["entries"] > 4
    assert table.read(HUTS)["ana"] == {"size": 1}


def test_a_merge_that_puts_an_old_commit_first_does_not_bring_the_old_state_back() -> None:
    table = Sealed()
    old = table.build()
    new = table.build()
    made = table.invented([old, new], "Go on from there", old)
    assert [c.sha for c in table.island.repository.first_parents(made, 2)] == [made, old]
    found = administered.since_last(table.island.repository, made, [KEY])
    assert found.base == new
    assert [happening["commit"] for happening in found.happenings] == [made]
    table.say("ana", "/build")
    table.run()
    then = table.island.store.commits[new].files
    for day in (path for path in then if path.startswith("state/journal/")):
        assert table.island.files()[day].startswith(then[day]), "nothing that was judged is forgotten"
    assert f"id: commit/{made}" in "".join(table.island.files()[p] for p in then if p.startswith("state/journal/"))


@pytest.mark.parametrize("first", ["what was lost", "what went on"])
def test_where_main_was_set_back_a_merge_of_what_was_lost_takes_nothing_back_that_was_judged_since(first: str) -> None:
    table = Sealed()
    before = table.island.store.main
    lost = table.build()
    table.island.store.main = before
    table.say("ana", "/build")
    (new,) = table.run().commits
    parents = [lost, new] if first == "what was lost" else [new, lost]
    made = table.invented(parents, "Merge what was lost", new)
    found = administered.since_last(table.island.repository, made, [KEY])
    assert (found.base, found.happenings) == (new, [])
    table.build()
    assert table.read(HUTS) == {"ana": {"size": 1}, "bo": {"size": 2}}
    assert table.sealing()[0] == []


@pytest.mark.parametrize("kept", [1, 3])
def test_a_history_that_was_made_anew_is_put_back_by_force_from_a_clone_that_has_the_old_one(kept: int) -> None:
    """What a squash, a rebase or a filter leaves bears no seal that holds; what was said since is judged anew."""
    table = Sealed()
    for _ in range(3):
        table.build()
    store, old = table.island.store, table.island.store.main
    line = table.island.repository.first_parents(old, 100)[::-1]
    store.main = line[kept - 1].sha
    for commit in line[kept:]:
        table.invented([store.main], f"{commit.message}\n", commit.sha)
    table.say("ana", "/build")
    (first, *_) = table.run().commits
    assert table.sealing()[0] != []
    assert verify(table.island.repository, first, [KEY]).findings == [], "what came after it is proved from it on"
    store.main = old
    table.run()
    assert table.read(HUTS) == {"ana": {"size": 1}, "bo": {"size": 3}}
    assert table.sealing()[0] == []


def test_a_game_begun_without_seals_is_sealed_from_the_next_commit_on() -> None:
    table = Table()
    table.give_ana(5)
    old = table.island.store.main
    table.say("bo", "/build")
    table.run(key=KEY)
    made = table.island.repository.commit_info(table.island.store.main)
    assert made.parents == (old,)
    assert administered.is_sealed(made, [KEY])
    assert table.shells() == 5
    proof = verify(table.island.repository, None, [KEY])
    assert proof.findings == []
    assert any("bear no seal" in note for note in proof.notes)


def test_a_game_without_a_key_goes_on_without_seals() -> None:
    table = Table()
    table.say("bo", "/build")
    table.run()
    assert seals.of(table.island.repository.commit_info(table.island.store.main)) == []
    assert table.findings() == []


def test_a_sealed_game_decides_nothing_without_its_key() -> None:
    table = Sealed()
    table.build()
    main = table.island.store.main
    table.say("bo", "/build")
    with pytest.raises(ForgeError, match="sealed, and the key is not at hand"):
        table.run(key=None)
    assert table.island.store.main == main


def test_one_byte_of_what_is_sealed_breaks_the_seal() -> None:
    right = seals.seal(b"key", "tree", ["a", "b"], "entry")
    others = [(b"kez", "tree", ["a", "b"], "entry"), (b"key", "tref", ["a", "b"], "entry")]
    others += [
        (b"key", "tree", ["b", "a"], "entry"),
        (b"key", "tree", ["a"], "entry"),
        (b"key", "tree", ["a", "b"], "e"),
    ]
    assert len({right, *(seals.seal(*other) for other in others)}) == 6


def test_no_seed_that_the_child_may_ask_for_is_the_key_of_seals() -> None:
    """The child is given the seed of any happening it names. A text with a line break is never the one the key is made from."""
    own = hmac.new(b"key", b"nomic seal", hashlib.sha256).digest()
    assert seals.seal(b"key", "t", ["p"], "e") == hmac.new(own, b"t\np\ne", hashlib.sha256).hexdigest()
    assert all(seed(b"key", game, name) != own for game in ("", "nomic seal", GAME) for name in ("", "nomic seal"))


def test_a_changed_seal_and_one_left_out_are_found_by_who_has_the_key() -> None:
    table = Sealed()
    table.build()
    store = table.island.store
    commit = table.info(table.build())
    for message, told in (
        (commit.message.replace(seals.of(commit)[0], "0" * 64), "its seal is not"),
        (commit.message.split("Nomic-Seal")[0], "bears no seal"),
    ):
        files = store.commits[commit.sha].files
        store.main = store.add(list(commit.parents), dict(files), message, commit.time, "nomic")
        findings, _ = table.sealing()
        assert [told in finding for finding in findings] == [True]
        waiting = verify(table.island.repository)
        assert ("bears no seal" in told) == bool(waiting.findings)


def rotated(table: Table, new: bytes, *, lost: bool = False) -> str:
    """What `nomic dice rotate` brings into the game."""
    happening = {"id": "rotated/x", "kind": "rotated", "commitment": commitment(new), "seen_at": table.island.clock()}
    if not lost:
        happening["revealed"] = KEY.hex()
    keys = [] if lost else [KEY]
    return bring(table.island.repository, judging(), lambda files, base: (happening, {}), lambda n: None, keys, [new])


@pytest.mark.parametrize("lost", [False, True])
def test_a_rotation_is_sealed_with_the_new_key_and_what_was_before_can_be_checked_by_all(lost: bool) -> None:
    table, new = Sealed(), b"the next key"
    table.build()
    made = rotated(table, new, lost=lost)
    assert administered.since_last(table.island.repository, made, [new]).base == made
    table.say("bo", "/build")
    (last,) = table.run(key=new).commits
    assert table.info(last).parents == (made,)
    known = {"the seals of 2 commits were checked", "the seals of 2 commits wait for their key to be revealed"}
    proof = verify(table.island.repository)
    assert proof.findings == []
    told = {note for note in proof.notes if "seal" in note}
    assert told == ({"the seals of 4 commits wait for their key to be revealed"} if lost else known)
    proof = verify(table.island.repository, None, [new])
    assert proof.findings == []
    assert "the seals of 2 commits wait for their key to be revealed" in proof.notes or not lost


@pytest.mark.parametrize("back", [False, True])
def test_where_a_key_is_lost_what_was_committed_by_hand_is_judged_with_the_new_one(back: bool) -> None:
    table, lost, new = Sealed(), b"the key that is lost", b"the next key"
    rotated(table, lost)
    table.say("bo", "/build")
    table.run(key=lost, committed=commitment(lost))
    before = table.island.files()
    table.by_hand({"README.md": "Ours.\n", "state/engine.yaml": "head: nothing\n"})
    table.give_ana(99)
    if back:
        table.by_hand({"state/players/ana.yaml": before["state/players/ana.yaml"]})
    for key in (None, b"another"):
        with pytest.raises(ForgeError) as refused:
            table.run(key=key, committed=commitment(key or KEY))
        assert "NOMIC_DICE_KEY" in refused.value.remedy
    made = rotated(table, new, lost=True)
    assert table.info(made).parents != (table.island.store.main,)
    report = table.run(key=new, committed=commitment(new))
    by_hand = [o["is"] for o in report.outcomes if o["id"].startswith("commit/")]
    assert by_hand == (["done", "done"] if back else ["done"])
    assert table.shells() == (5 if back else 99)
    assert table.island.files()["README.md"].startswith("Ours."), "what is not the game's stays as it is"
    assert table.read("state/engine.yaml")["entries"] > 2
    assert table.findings() == []


def test_a_game_without_a_key_that_was_stopped_by_a_false_seal_is_given_one() -> None:
    table, new = Table(), b"the next key"
    store, head = table.island.store, table.island.store.main
    notes = canon.emit({**table.read("state/engine.yaml"), "head": "f" * 64})
    words = f"1 done\n\n{administered.trailer('f' * 64)}\n{seals.TRAILER}: {'0' * 64}\n"
    store.main = store.add([head], {"state/engine.yaml": notes}, words, table.island.clock(), "owner")
    table.give_ana(99)
    with pytest.raises(ForgeError, match="the key is not at hand"):
        table.run()
    rotated(table, new, lost=True)
    table.run(key=new, committed=commitment(new))
    assert table.shells() == 99


def test_a_pass_that_still_has_the_old_key_decides_nothing_and_takes_no_rotation_back() -> None:
    table = Sealed()
    table.build()
    made = rotated(table, b"the next key")
    table.say("bo", "/build")
    with pytest.raises(ForgeError, match="not the one the game has committed to"):
        table.run(committed=commitment(KEY))
    assert table.island.store.main == made


def test_what_is_sealed_with_a_revealed_key_is_no_longer_the_engines() -> None:
    table, new = Sealed(), b"the next key"
    table.build()
    made = rotated(table, new)
    store = table.island.store
    files = dict(store.commits[made].files)
    files["state/huts.yaml"] = "bo: {size: 3}\n"
    bare = store.add([made], files, "x", table.island.clock(), "owner")
    seal = seals.seal(KEY, table.info(bare).tree, [made], "f" * 64)
    forged = f"1 done\n\n{administered.trailer('f' * 64)}\n{seals.TRAILER}: {seal}\n"
    store.main = store.add([made], files, forged, table.island.clock(), "owner")
    assert administered.is_sealed(table.info(store.main), [KEY])
    assert administered.since_last(table.island.repository, store.main, [new]).base == made


def test_with_real_git_what_is_pushed_is_sealed_and_what_was_made_beside_is_not_pushed(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:

        def run() -> str:
            stage.clock.now += 60
            referee = stage.referee()
            referee.key = b"key"
            return referee.run().commits[-1]

        number = stage.song("ana")
        for who in ("ana", "bo"):
            stage.say(who, "yay", number)
        run()
        stage.say("ana", "/resolve", number)
        last = run()
        assert stage.hub.git.head() == last
        merged = [stage.repository.commit_info(c) for c in stage.hub.git.run("rev-list", "--merges", "main").split()]
        assert [len(commit.parents) for commit in merged] == [2]
        assert administered.is_sealed(merged[0], [b"key"])
        stage.elsewhere()
        assert administered.since_last(stage.repository, stage.repository.fetch(), [b"key"]).base == last
        assert verify(stage.repository, None, [b"key"]).findings == []
