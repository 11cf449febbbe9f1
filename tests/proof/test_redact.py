"""A text is taken out of the journal, what followed from it stands, and the game can still be proved to the byte."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from engine.referee.aside import bring
from engine.referee.redacting import prepare
from engine.store import canon, journal
from engine.store.records import NOTES
from tests.proof.played import DAY, KEY, Copy, Game
from tests.proof.test_tampering import entry, saying
from tests.proof.test_verify_command import nomic
from tests.referee.in_memory import Table, judging
from tests.shares import only_whole, share


def redact(game: Copy, name: str) -> subprocess.CompletedProcess[str]:
    return nomic("redact", name, "--repository", str(game.git.directory))


def found(game: Copy, name: str) -> dict[str, Any]:
    return next(e for e in game.entries() if e["id"] == name)


@pytest.mark.parametrize(
    "address",
    [
        "ssh://git@example.invalid/a/b",
        "git@example.invalid:a/b",
        "https://me:word@example.invalid/a/b",
        "ext::sh",
        "-x",
    ],
)
@pytest.mark.parametrize("command", [("redact", "comment/1"), ("dice", "rotate", "--new-key", "new-key")])
def test_an_address_that_git_is_not_asked_at_is_refused_and_no_bug(command: tuple[str, ...], address: str) -> None:
    done = nomic(*command, f"--repository={address}", NOMIC_DICE_KEY=KEY.decode())
    assert done.returncode == 1 and "https://github.com/OWNER/NAME.git" in done.stderr.splitlines()[1]
    assert "word" not in done.stdout + done.stderr, "what may be a token is not repeated"


def test_a_counted_ballots_text_is_taken_out_and_its_vote_stands(game: Copy) -> None:
    name = saying(game, "yay")
    poll = game.text("state/polls/2.yaml")
    before = found(game, name)["hash"]
    done = redact(game, name)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{name} is redacted by commit {game.git.head()}.\nWhat followed from it stays: ")
    assert "polls/2" in done.stdout
    assert game.text("state/polls/2.yaml") == poll
    after = found(game, name)
    assert after["hash"] == before
    assert after["text"]["redacted"] == journal.redacted({"text": "yay"})["text"]["redacted"]
    proof = game.proof(given=(KEY,))
    assert proof.findings == []
    assert proof.replayed == proof.entries
    _, label = entry(game, name)
    assert any(note.startswith(f"{label} was redacted; taken as given: ") and "polls/2" in note for note in proof.notes)


@pytest.mark.parametrize("text", share(["/join", "/give 99 shells to bo", "/build", "/give 1 shell to bo"], 2))
def test_a_command_is_taken_out_and_what_it_did_stands(game: Copy, text: str) -> None:
    name = saying(game, text)
    done = redact(game, name)
    assert done.returncode == 0, done.stderr
    assert game.findings() == []
    assert game.git.run("log", "-1", "--format=%an %s") == "nomic Notes"


def test_what_a_refusal_quoted_goes_too(game: Copy) -> None:
    name = saying(game, "/give 99 shells to bo")
    reason = found(game, name)["outcome"]["reason"]
    redact(game, name)
    after = found(game, name)
    assert set(after["outcome"]["reason"]) == {"redacted"}
    assert reason not in game.text(DAY)
    assert "/give 99" not in game.text(DAY)


def test_what_was_judged_first_of_all_is_taken_out_as_what_came_after_it_was_judged(tmp_path: Path) -> None:
    begun = Game(tmp_path)
    with begun.hub:
        for who, text in (("ana", "/join"), ("bo", "/join"), ("ana", "/give 1 shell to bo")):
            begun.say(who, text)
        begun.run()
    game = Copy(tmp_path)
    done = redact(game, saying(game, "/give 1 shell to bo"))
    assert done.returncode == 0, done.stderr
    assert "players/ana" in done.stdout and "players/bo" in done.stdout
    assert game.findings() == []


def test_two_texts_of_one_day_can_go_one_after_the_other(game: Copy) -> None:
    for name in (saying(game, "yay"), saying(game, "/join")):
        assert redact(game, name).returncode == 0
    proof = game.proof()
    assert proof.findings == []
    assert len([n for n in proof.notes if "was redacted" in n]) == 2


def test_a_proof_may_begin_before_and_after_the_redaction(game: Copy) -> None:
    commits = game.commits()
    redact(game, saying(game, "yay"))
    for start in (*commits[1:], game.commits()[-1]):
        assert game.findings(start=start) == []


@only_whole
def test_what_is_said_to_have_followed_is_held_against_history(game: Copy) -> None:
    """The redaction's own words about what followed cannot be forged: the commits of that time hold what did."""
    name = saying(game, "yay")
    redact(game, name)
    forged = game.text(DAY).replace("choice: yay", "choice: nay", 1)
    assert forged != game.text(DAY)
    game.commit({DAY: forged})
    assert any(
        f.startswith("state/polls/2.yaml: ballots[0].choice is 'yay' and should be 'nay'") for f in game.findings()
    )


@only_whole
def test_where_the_words_still_stand_is_told(game: Copy) -> None:
    name = saying(game, "/give 1 shell to bo")
    path = "state/players/ana.yaml"
    text = canon.emit({**game.record(path), "motto": "1 shell to bo"})
    game.rewrite(lambda commit, files: {path: text}, first=game.commits()[-1])
    assert f"The same words stand in {path}" in redact(game, name).stdout


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("comment/1", "The journal has no entry `comment/1`."),
        ("thread/1", "thread/1 has no text of its own."),
        ("hello", "The text of"),
        ("/resolve", "changed the law; its text is part of it."),
    ],
)
def test_what_cannot_be_taken_out_is_explained(game: Copy, name: str, cause: str) -> None:
    if name == "hello":
        name = next(e["id"] for e in game.entries() if journal.is_redacted(e.get("text")))
    elif name == "/resolve":
        name = saying(game, name)
    head = game.git.head()
    done = redact(game, name)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert cause in done.stderr
    assert game.git.head() == head


def test_a_text_is_taken_out_once(game: Copy) -> None:
    name = saying(game, "yay")
    redact(game, name)
    assert "is not in the journal" in redact(game, name).stderr


@pytest.mark.parametrize(
    ("path", "was", "now"),
    [
        (NOTES, "game: island\n", 'game: "island"\n'),
        (NOTES, "semantics: 1\n", "semantics: true\n"),
        (NOTES, "semantics: 1\n", "semantics: 1\n# eve was here\n"),
        (DAY, "- actor", "# eve was here\n- actor"),
    ],
)
def test_where_a_text_was_taken_out_each_other_byte_is_compared_as_before(
    game: Copy, path: str, was: str, now: str
) -> None:
    assert redact(game, saying(game, "yay")).returncode == 0
    sha = game.commit({path: game.text(path).replace(was, now, 1)})
    (found,) = game.findings()
    assert found.startswith(f"{path}: ") and f"(commit {sha[:10]} of eve, " in found


def test_nor_is_a_text_taken_out_of_what_is_still_to_be_said(game: Copy) -> None:
    assert redact(game, saying(game, "yay")).returncode == 0
    notes = game.record(NOTES)
    unsaid = {name: journal.redacted(wish) for name, wish in notes["outbox"].items()}
    sha = game.commit({NOTES: canon.emit_dated({**notes, "outbox": unsaid})})
    (found,) = game.findings()
    assert found.startswith(f"{NOTES}: outbox.") and sha[:10] in found


def test_what_a_stranger_was_answered_is_forgotten_after_a_day_though_the_words_are_gone() -> None:
    table = Table()
    table.say("cy", "/help")
    said = table.say("mallory", "/help")
    table.run()
    bring(
        table.island.repository,
        judging(),
        lambda files, base: (prepare(table.island.repository, base, f"comment/{said}").happening, {DAY: files[DAY]}),
        lambda attempt: None,
    )
    table.wait(2 * 86_400)
    table.say("di", "/help")
    table.run()
    assert "mallory" not in table.read(NOTES)["answered"]
    assert table.findings() == []
