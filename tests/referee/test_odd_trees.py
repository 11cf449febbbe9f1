"""Trees on main that no editor makes: a file where a folder of the game's was, entries that are not what they say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.forge import repository
from engine.game.plan import Plan
from engine.referee import beside, redacting
from engine.referee.beside import Guarded
from engine.referee.commits import snapshot
from engine.referee.proof import stretch
from tests.referee.stage import Stage, game
from tests.referee.test_much_by_hand import bomb, listed, ordered, tree
from tests.shares import share, share_of_table
from tests.staging import forge_of, referee_of

Entry = tuple[str, str, str]
LINK, MODULE, FILE = "120000", "160000", "100644"


def blob(stage: Stage, content: bytes = b"x\n") -> str:
    return str(stage.hub.git.run("hash-object", "-w", "--stdin", given=content))


def pushed(stage: Stage, entries: list[Entry], under: str = "") -> None:
    """A commit by hand on main with these entries at its top, or in a folder there, instead of what bears their names."""
    git = stage.hub.git
    main = git.head() or ""
    names = {name for _, name, _ in entries}
    of = f"{main}:{under}" if under else main
    made = tree(git, ordered([*(e for e in listed(git, of) if e[1] not in names), *entries]))
    if under:
        made = tree(git, [(m, n, made if n == under else sha) for m, n, sha in listed(git, main)])
    who = f"o <o@x> {stage.clock.now} +0000"
    text = f"tree {made}\nparent {main}\nauthor {who}\ncommitter {who}\n\nx\n"
    tip = str(git.run("hash-object", "-t", "commit", "-w", "--stdin", given=text.encode()))
    git.move("refs/heads/main", tip)
    stage.hub.model.pushed("main", tip, git.reaches, stage.people._id("owner"))


def goes_on(stage: Stage) -> None:
    """Two passes, one of them on another machine, that take what is said."""
    stage.say("ana", "/build")
    stage.run()
    stage.say("bo", "/build")
    stage.elsewhere()
    stage.run()
    assert (stage.hub.git.file("main", "state/huts.yaml") or "").count("size: 1") == 2


@pytest.mark.parametrize(
    ("top", "mode"),
    share_of_table([[(top, mode) for mode in (FILE, LINK, MODULE)] for top in ("state", "rules", "proposals")], 3),
)
def test_what_is_put_in_place_of_a_folder_of_the_game_is_mended_and_accuses_nobody(
    tmp_path: Path, top: str, mode: str
) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        stage.song()
        stage.run()
        pushed(stage, [(mode, top, "1" * 40 if mode == MODULE else blob(stage))])
        if top == "rules":  # taken away by hand: then nothing else is in force
            stage.run()
        else:
            goes_on(stage)
        assert stage.findings() == []


@pytest.mark.parametrize(("under", "name"), [("rules", "island"), ("rules", "library"), ("rules/island", "cards")])
def test_a_file_in_place_of_a_folder_of_rules_is_told_and_put_back(tmp_path: Path, under: str, name: str) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        changes: dict[str, str | None] = {f"{under}/{name}": "x\n"}
        changes |= {path: None for path in stage.paths() if path.startswith(f"{under}/{name}/")}
        stage.clock.now += 60
        stage.by_hand(changes)
        stage.run()
        assert f"{under}/{name}" not in stage.paths()
        assert any(f"put back: `{under}/{name}`" in text for text in stage.answers())
        assert stage.findings() == []


@pytest.mark.parametrize(("place", "name"), [("state", "songs.yaml"), ("state", "huts.yaml"), ("rules", "song.md")])
def test_what_is_no_text_is_put_back_and_told(tmp_path: Path, place: str, name: str) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        pushed(stage, [(FILE, name, blob(stage, b"songs: {ana: {text: \xe9}}\n"))], place)
        goes_on(stage)
        assert any(f"{place}/{name}" in text and "no UTF-8 text" in text for text in stage.answers())
        assert stage.findings() == []


def test_a_file_of_the_game_that_is_a_folder_is_named_by_the_proof_and_put_back(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        goes_on(stage)
        before = stage.hub.git.file("main", "state/huts.yaml")
        pushed(stage, [(FILE, "huts.yaml", tree(stage.hub.git, [(FILE, "x", blob(stage))]))], "state")
        (finding,) = stage.findings()
        assert finding.startswith("state/huts.yaml: ") and "which no pass has judged" in finding
        stage.say("ana", "/help")
        stage.run()
        assert stage.hub.git.file("main", "state/huts.yaml") == before
        assert stage.findings() == []


class Drawing:
    """Draws one picture."""

    def drawn(self, before: Mapping[str, str], after: Mapping[str, str], plan: Plan) -> dict[str, str | None]:
        return {"board/map.svg": "<svg/>\n"}

    def recalled(self, before: Mapping[str, str], after: Mapping[str, str]) -> None: ...

    def added(self, key: str) -> str:
        return ""


@pytest.mark.parametrize("place", ["board", "README.md", "README.md, a folder that says it is a file"])
def test_what_nobody_can_read_where_the_board_stands_is_the_boards_trouble_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(beside, "MOST", 1_000)
    with game(tmp_path, "ana", "bo") as stage:
        drawing = Guarded(Drawing)
        monkeypatch.setattr(
            stage,
            "referee",
            lambda: referee_of(forge_of(stage.hub, token=stage.token), stage.repository, beside=drawing),
        )
        name, _, odd = place.partition(",")
        pushed(stage, [(FILE if odd else "40000", name, bomb(stage.hub.git))])
        stage.say("ana", "/fish")
        assert any("What is shown of the game was not drawn" in note for note in stage.run().held)
        goes_on(stage)


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (repository, stretch, snapshot):
        monkeypatch.setattr(module, "MOST_PATHS", 1_000)


@pytest.mark.usefixtures("bounded")
@pytest.mark.parametrize("place", share(["rules", "zz", "state", "rules/zz", "proposals", "state/zz"], 3))
def test_the_proof_reads_no_bomb_and_accuses_nobody_where_a_pass_put_it_back(tmp_path: Path, place: str) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        folder, _, name = place.rpartition("/")
        pushed(stage, [("40000", name, bomb(stage.hub.git))], folder)
        stage.say("ana", "/build")
        stage.run()
        stage.say("bo", "/build")
        stage.run()
        assert stage.findings() == []


@pytest.mark.usefixtures("bounded")
@pytest.mark.parametrize("place", ["rules/zz", "state/journal"])
def test_a_bomb_that_no_pass_has_put_back_yet_is_named_by_the_proof(tmp_path: Path, place: str) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        folder, _, name = place.rpartition("/")
        pushed(stage, [("40000", name, bomb(stage.hub.git))], folder)
        (found, *_) = stage.findings()
        assert (stage.hub.git.head() or "?")[:10] in found and "cannot be read: more than 1000 files" in found


@pytest.mark.usefixtures("bounded")
def test_a_text_is_taken_out_whatever_stands_beside_the_game(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        said = stage.say("ana", "/build")
        stage.run()
        pushed(stage, [("40000", "zz", bomb(stage.hub.git))])
        found = redacting.prepare(stage.repository, stage.repository.fetch(), f"comment/{said}")
        assert found.happening["kind"] == "redacted"


def test_so_it_is_where_somebody_has_named_an_entry_that_there_is_not(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        first = min(stage.hub.model.comments)
        stage.by_hand({"proposals/zz.md": "x\n"}, "By hand\n\nNomic-Entry: 0123abcd")
        stage.say("ana", "/build")
        stage.run()
        found = redacting.prepare(stage.repository, stage.repository.fetch(), f"comment/{first}")
        assert found.happening["id"] == f"redacted/comment/{first}"


def test_a_file_among_the_rules_that_is_a_folder_is_told_and_put_back(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        pushed(stage, [(FILE, "zz.md", tree(stage.hub.git, [(FILE, "a", blob(stage))]))], "rules")
        stage.say("ana", "/fish")
        assert any("rules/zz.md" in note and "it is no plain file" in note for note in stage.run().held)
        goes_on(stage)
        assert "rules/zz.md" not in stage.hub.git.run("ls-tree", "--name-only", "main", "rules/")
        assert stage.findings() == []


@pytest.mark.parametrize("under", share(["rules", ""], 2))
def test_a_name_with_slashes_is_in_no_folder_and_no_rule(tmp_path: Path, under: str) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        name = "island/104-x.md" if under else "rules/island/104-x.md"
        pushed(stage, [(FILE, name, blob(stage, b"---\nrule: 104\ntitle: X\n---\nX.\n"))], under)
        stage.say("ana", "/fish")
        told = stage.run().held
        assert any("its name is none that a file can have everywhere" in note for note in told) == bool(under)
        goes_on(stage)
        assert stage.findings() == []
