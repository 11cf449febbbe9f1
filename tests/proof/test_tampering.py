"""What was done to a game is found and named: file, key, entry, commit. Real git, one kind of tampering at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.store import canon, journal
from tests.proof.played import ANA, DAY, FRIDAY, KEY, Copy, rechained

HUTS = "state/huts.yaml"
POLL = "state/polls/2.yaml"


def entry(game: Copy, id_: str) -> tuple[int, str]:
    """(place, `entry 5 (comment/9)`) of an entry by its id."""
    place = next(i for i, e in enumerate(game.entries()) if e["id"] == id_)
    return place, f"entry {place + 1} ({id_})"


def saying(game: Copy, text: str) -> str:
    return str(next(e["id"] for e in game.entries() if e.get("text") == text))


def in_day(
    game: Copy, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]], day: str = DAY
) -> dict[str, str]:
    """The day's file with its entries changed, as the content of a commit."""
    return {day: canon.emit_dated(change(canon.read(game.text(day))))}


def editing(change: Mapping[str, Callable[[str], str]]) -> Callable[[str, dict[str, str]], dict[str, str]]:
    """For a rewriting of history: these files changed wherever they are."""
    return lambda commit, files: {path: edit(files[path]) for path, edit in change.items() if path in files}


def test_an_untouched_game_is_proved_to_the_last_byte(game: Copy) -> None:
    proof = game.proof()
    assert proof.findings == []
    assert proof.replayed == proof.entries == len(game.entries())
    unsealed = "6 commits of the engine's bear no seal: made before there were any, or without a key"
    assert proof.notes == [unsealed, "the dice of 1 entry wait for their key to be revealed"]
    assert game.proof(given=(KEY,)).notes == [unsealed, "the dice of 1 entry were thrown again"]


def test_a_byte_of_state_that_somebody_committed(game: Copy) -> None:
    sha = game.commit({ANA: canon.emit_dated({**game.record(ANA), "shells": 17})})
    assert game.findings() == [
        f"{ANA}: shells is 17 and should be 4 (commit {sha[:10]} of eve, which no pass has judged)"
    ]


def test_a_record_put_in_and_one_taken_out(game: Copy) -> None:
    eve = canon.emit_dated({**game.record(ANA), "login": "eve", "id": 99})
    sha = game.commit({"state/players/eve.yaml": eve, "state/players/bo.yaml": None})
    assert game.findings() == [
        f"state/players/bo.yaml: is missing (commit {sha[:10]} of eve, which no pass has judged)",
        f"state/players/eve.yaml: does not follow from the journal (commit {sha[:10]} of eve, which no pass has judged)",
    ]


def test_a_byte_of_state_slipped_into_a_commit_of_the_engines(game: Copy) -> None:
    name = saying(game, "/build")
    where = game.ending_with(name)
    new = game.rewrite(editing({HUTS: lambda t: t.replace("size: 1", "size: 2")}), first=where)
    _, label = entry(game, name)
    assert game.findings()[0] == (
        f"{HUTS}: bo.size is 2 and should be 1 (commit {new[where][:10]} of nomic, with {label})"
    )


def test_a_rule_changed_in_a_commit_of_the_engines(game: Copy) -> None:
    path = "rules/island/103-fishing.md"
    where = game.commits()[-1]
    cheat = {path: game.text(path).replace("luck: 1d6", "luck: 9d6")}
    new = game.rewrite(lambda commit, files: cheat, first=where)
    found = game.findings()
    assert len(found) == 1
    assert found[0].startswith(f"{path}: line 7 is '  luck: 9d6' and should be '  luck: 1d6' (commit {new[where][:10]}")


def test_an_entry_removed(game: Copy) -> None:
    name = saying(game, "/give 99 shells to bo")
    sha = game.commit(in_day(game, lambda entries: [e for e in entries if e["id"] != name]))
    found = game.findings()
    assert f"{DAY}: the entry {name} was removed by commit {sha[:10]} of eve" in found
    assert all(f"commit {sha[:10]} of eve" in f for f in found)


def test_an_entry_rewritten(game: Copy) -> None:
    name = saying(game, "/give 99 shells to bo")
    _, label = entry(game, name)
    change = {"text": "/give 9 shells to bo"}
    sha = game.commit(in_day(game, lambda es: [{**e, **change} if e["id"] == name else e for e in es]))
    assert f"{DAY}: {label} was changed (text) by commit {sha[:10]} of eve" in game.findings()


def test_entries_reordered(game: Copy) -> None:
    place, _ = entry(game, saying(game, "/give 99 shells to bo"))
    next_one = game.entries()[place + 1]["id"]
    sha = game.commit(in_day(game, lambda es: [*es[:place], es[place + 1], es[place], *es[place + 2 :]]))
    assert game.findings() == [f"{DAY}: entry {place + 1} ({next_one}) was moved by commit {sha[:10]} of eve"]


def test_an_entry_put_in(game: Copy) -> None:
    place, _ = entry(game, saying(game, "/give 99 shells to bo"))
    forged = {**game.entries()[place], "id": "comment/9999"}
    sha = game.commit(in_day(game, lambda es: [*es[:place], forged, *es[place:]]))
    assert f"{DAY}: entry {place + 1} (comment/9999) was put in by commit {sha[:10]} of eve" in [
        f.replace("the entry comment/9999", f"entry {place + 1} (comment/9999)") for f in game.findings()
    ]


def test_an_entry_added_at_the_end(game: Copy) -> None:
    last = game.entries()[-1]
    forged = rechained([{**last, "id": "comment/9999"}], last["hash"])
    game.commit(in_day(game, lambda es: [*es, *forged], FRIDAY))
    assert f"{FRIDAY}: entry {len(game.entries())} (comment/9999): is in no commit of the engine's" in game.findings()


def test_a_day_that_cannot_be_read(game: Copy) -> None:
    sha = game.commit({FRIDAY: game.text(FRIDAY).replace("- actor", "- [actor", 1)})
    found = game.findings()
    assert found[0].startswith(f"{FRIDAY}:")
    assert "cannot be read" in found[0]
    assert any(f.startswith(f"{FRIDAY}: ") and sha[:10] in f for f in found)


def test_an_entry_rewritten_in_all_of_history(game: Copy) -> None:
    """Every commit holds the forged journal, as if it had always said so; only its hash does not."""
    name = saying(game, "/build")
    place, label = entry(game, name)
    where = game.ending_with(name)
    new = game.rewrite(editing({DAY: lambda t: t.replace("text: /build", "text: /rest", 1)}), first=where)
    assert game.findings() == [f"{DAY}: {label}: was changed after it was written (commit {new[where][:10]})"]


def test_an_entry_rewritten_and_the_chain_made_anew(game: Copy) -> None:
    """A forger who knows how to hash: then the commits name entries that the journal does not hold."""
    name = saying(game, "/give 99 shells to bo")
    _, label = entry(game, name)
    where = game.ending_with(saying(game, "/build"))

    def forge(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return rechained([{**e, "text": "/give 1 shell to bo"} if e["id"] == name else e for e in entries])

    sha = game.commit(in_day(game, forge))
    found = game.findings()
    assert f"{DAY}: the entry before it" not in found[0]
    assert any(label in f and f"was changed (hash, text) since commit {where[:10]}" in f for f in found)
    assert any(f"{sha[:10]} of eve" in f for f in found)


def test_a_roll_changed_everywhere_with_a_new_chain_is_found_once_the_key_is_out(game: Copy) -> None:
    """The whole history forged to the last hash, state and commits included: all that is left to tell is the key."""
    where = game.ending_with("period/fishing/fish_all/1767960000")
    forged = forged_roll(game)
    renamed = dict(zip((e["hash"] for e in game.entries()), (e["hash"] for e in forged), strict=True))

    def edit(commit: str, files: dict[str, str]) -> dict[str, str]:
        known = {e["hash"] for e in canon.read(files[FRIDAY])}
        lines = canon.emit_dated([e for old, e in zip(game_entries, forged, strict=True) if old["hash"] in known])
        engine = canon.read(files["state/engine.yaml"])
        bo = canon.read(files["state/players/bo.yaml"])
        return {
            FRIDAY: lines,
            "state/engine.yaml": canon.emit_dated({**engine, "head": renamed[engine["head"]]}),
            "state/players/bo.yaml": canon.emit_dated({**bo, "fish": 6}),
        }

    def message(commit: str, text: str) -> str:
        for old, made in renamed.items():
            text = text.replace(old, made)
        return text

    game_entries = game.entries()
    new = game.rewrite(edit, first=where, message=message)
    assert game.findings() == []
    _, label = entry(game, "period/fishing/fish_all/1767960000")
    found = game.findings(given=(KEY,))
    assert found == [
        f"{FRIDAY}: {label}: rolls[1].faces[0] is 6 and should be 4; rolls[1].total is 6 and should be 4 "
        f"(commit {new[where][:10]})"
    ]


def forged_roll(game: Copy) -> list[dict[str, Any]]:
    entries = game.entries()
    place, _ = entry(game, "period/fishing/fish_all/1767960000")
    rolls = [entries[place]["rolls"][0], {"faces": [6], "throw": "1d6", "total": 6}]
    before, after = entries[:place], [{**entries[place], "rolls": rolls}, *entries[place + 1 :]]
    return [*before, *rechained(after, before[-1]["hash"])]


def test_a_hand_made_commit_with_a_copied_trailer(game: Copy) -> None:
    head = game.record("state/engine.yaml")["head"]
    ours = game.commits()[-1]
    sha = game.commit(
        {ANA: canon.emit_dated({**game.record(ANA), "shells": 17})},
        f"1 done, 0 refused\n\nNomic-Entry: {head}\n",
        "nomic",
    )
    assert game.findings() == [
        f"commit {sha[:10]}: says it is the engine's with the entry of commit {ours[:10]}",
        f"{ANA}: shells is 17 and should be 4 (commit {sha[:10]} of nomic, which no pass has judged)",
    ]


def test_a_hand_made_commit_with_an_invented_entry(game: Copy) -> None:
    sha = game.commit(
        {ANA: canon.emit_dated({**game.record(ANA), "shells": 17})},
        f"1 done, 0 refused\n\nNomic-Entry: {'ab' * 32}\n",
        "nomic",
    )
    assert game.findings() == [
        f"commit {sha[:10]}: says it is the engine's and ends with no entry of the journal",
        f"{ANA}: shells is 17 and should be 4 (commit {sha[:10]} of nomic, which no pass has judged)",
    ]


def test_a_hand_made_commit_with_an_entry_of_its_own(game: Copy) -> None:
    """An entry that no comment ever was, chained and named as the engine would, with a record to match."""
    last = game.entries()[-1]
    forged = rechained([{**last, "id": "comment/9999", "text": "/build", "comment": 9999}], last["hash"])
    engine = {**game.record("state/engine.yaml"), "head": forged[0]["hash"]}
    changes = in_day(game, lambda es: [*es, *forged], FRIDAY) | {"state/engine.yaml": canon.emit_dated(engine)}
    sha = game.commit(changes, f"1 done, 0 refused\n\nNomic-Entry: {forged[0]['hash']}\n", "nomic")
    found = game.findings()
    assert len(found) == 1
    assert found[0].startswith(
        f"{FRIDAY}: entry {len(game.entries())} (comment/9999): outcome.command is 'give' and should be 'build'"
    )
    assert f"(commit {sha[:10]})" in found[0]


def test_a_commit_of_the_engines_that_changes_the_program(game: Copy) -> None:
    where = game.commits()[-1]
    new = game.rewrite(lambda commit, files: {".github/workflows/steal.yml": "on: push\n"}, first=where)
    assert game.findings() == [
        f"commit {new[where][:10]}: says it is the engine's and changes .github/workflows/steal.yml"
    ]


def test_a_ballots_text_changed_in_the_journal(game: Copy) -> None:
    name = next(e["id"] for e in game.entries() if e.get("text") == "yay")
    _, label = entry(game, name)
    sha = game.commit({DAY: game.text(DAY).replace("text: yay", "text: nay", 1)})
    assert f"{DAY}: {label} was changed (text) by commit {sha[:10]} of eve" in game.findings()


@pytest.mark.parametrize("followed", [{}, {"followed": {}}], ids=["as talk is", "as a redaction does"])
def test_a_vote_whose_text_is_taken_out_in_all_of_history_and_what_followed_with_it(
    game: Copy, followed: dict[str, Any]
) -> None:
    """The chain holds without texts, so not one hash has to be made anew."""
    name = saying(game, "yay")
    where, _ = entry(game, name)
    gone = {"text": {**journal.redacted({"text": "yay"})["text"], **followed}}

    def unsaid(text: str) -> str:
        return canon.emit_dated([{**e, **gone} if e["id"] == name else e for e in canon.read(text)])

    game.rewrite(editing({DAY: unsaid}), first=game.commits()[1])
    assert [e for e in game.entries() if e["id"] == name][0]["text"] == gone["text"]
    what = "no entry says so" if followed else "what followed from it"
    said = f"{DAY}: entry {where + 1} ({name}): its text was taken out, and {what}"
    assert [f for f in game.findings() if "its text was taken out" in f] == [said]
    assert game.findings(start=game.commits()[-2]) == [], "what was before that commit is taken as it is"


def test_a_ballot_changed_in_the_records(game: Copy) -> None:
    sha = game.commit({POLL: game.text(POLL).replace("choice: yay", "choice: nay", 1)})
    found = game.findings()
    assert found == [
        f"{POLL}: ballots[0].choice is 'nay' and should be 'yay' (commit {sha[:10]} of eve, which no pass has judged)"
    ]


def test_the_record_of_a_proposal_changed(game: Copy) -> None:
    sha = game.commit({"proposals/108.md": game.text("proposals/108.md").replace("**bo** | yay", "**bo** | nay")})
    (found,) = game.findings()
    assert found.startswith("proposals/108.md: line ")
    assert f"commit {sha[:10]} of eve" in found


def test_another_change_under_the_hash_that_was_voted_on(game: Copy) -> None:
    path = next(p for p in game.git.run("ls-tree", "-r", "--name-only", "main").split() if "proposals/changes/" in p)
    first = game.ending_with(saying(game, "/build"))
    game.rewrite(editing({path: lambda t: t.replace("We sing.", "Eve wins.")}), first=first)
    assert f"{path}: is not the change that was voted on under this hash" in game.findings()


def test_a_merge_made_without_the_head_that_was_voted_on(game: Copy) -> None:
    """The adoption squashed: the same files, without the proposer's commit."""
    where = next(c for c in game.commits() if " " in game.git.run("log", "-1", "--format=%P", c))
    head = game.git.run("log", "-1", "--format=%P", where).split()[1]
    entry_of_it = game.git.run("log", "-1", "--format=%(trailers:key=Nomic-Entry,valueonly)", where)
    label = next(f"entry {i + 1} ({e['id']})" for i, e in enumerate(game.entries()) if e["hash"] == entry_of_it)
    squashed = {where: game.git.run("log", "-1", "--format=%P", where).split()[:1]}
    new = rewrite_parents(game, squashed)
    assert game.findings() == [f"commit {new[where][:10]}: merges nothing and should merge {head[:10]}, with {label}"]


def rewrite_parents(game: Copy, parents: Mapping[str, list[str]]) -> dict[str, str]:
    new: dict[str, str] = {}
    for old in game.commits():
        given = parents.get(old, game.git.run("log", "-1", "--format=%P", old).split())
        if new or old in parents:
            new[old] = game._again(old, [new.get(p, p) for p in given], {}, lambda c, t: t)
    game.git.move("refs/heads/main", list(new.values())[-1])
    return new


def test_two_commits_squashed_into_one(game: Copy) -> None:
    """The adoption's own commit is gone from history; the next one holds what both did."""
    adoption = next(c for c in game.commits() if " " in game.git.run("log", "-1", "--format=%P", c))
    place, label = entry(game, saying(game, "/resolve"))
    new = game.rewrite(lambda commit, files: {}, first=adoption, drop=frozenset({adoption}))
    after = game.commits()[game.commits().index(new[adoption]) + 1]
    assert f"{label}: changed the law, and no commit of its own ends with it (commit {after[:10]})" in game.findings()


def test_a_commit_made_again_at_another_time(game: Copy) -> None:
    where = game.commits()[-1]
    tree, parent = game.git.run("log", "-1", "--format=%T %P", where).split()
    words = game.git.run("log", "-1", "--format=%B", where)
    stamp = {
        f"GIT_{r}_{p}": v
        for r in ("AUTHOR", "COMMITTER")
        for p, v in (("NAME", "nomic"), ("EMAIL", "n"), ("DATE", "1800000000 +0000"))
    }
    made = game.git.run("commit-tree", tree, "-p", parent, "-m", words, env=stamp)
    game.git.move("refs/heads/main", made)
    (found,) = game.findings()
    assert found.startswith(f"commit {made[:10]}: bears the time 1800000000 and should bear 1767")


def test_history_rewritten_before_a_commit_that_somebody_noted(game: Copy) -> None:
    noted = game.commits()[-2]
    game.rewrite(lambda commit, files: {"notes.txt": "x\n"}, first=game.commits()[1])
    assert game.findings(start=noted) == [
        f"commit {noted[:10]}: is not in the history of main; if it was once, that history was rewritten"
    ]


def test_what_was_done_before_the_commit_a_proof_begins_with_is_taken_as_it_is(game: Copy) -> None:
    where = game.ending_with(saying(game, "/build"))
    game.rewrite(editing({"state/game.yaml": lambda t: t.replace("Island", "Eve")}), first=where)
    (found,) = game.findings()
    assert "name is 'Eve' and should be 'Island'" in found
    later = game.commits()[-2]
    proof = game.proof(start=later[:12])
    assert proof.findings == []
    assert 0 < proof.replayed < proof.entries


def test_what_was_done_after_it_is_found(game: Copy) -> None:
    noted = game.commits()[2]
    sha = game.commit({ANA: canon.emit_dated({**game.record(ANA), "shells": 17})})
    assert game.findings(start=noted) == [
        f"{ANA}: shells is 17 and should be 4 (commit {sha[:10]} of eve, which no pass has judged)"
    ]
