"""A game's folder read from disk: what git has of it, and nothing that lies elsewhere."""

from __future__ import annotations

from pathlib import Path

from engine.forge.folder import moved_at, no_texts, readme, texts


def test_of_a_link_the_place_it_names_is_read_and_no_file_of_this_machine(tmp_path: Path) -> None:
    secret, game = tmp_path / "secret", tmp_path / "game"
    secret.write_text("NOMIC_DICE_KEY=1234\n")
    (game / "rules" / "credo").mkdir(parents=True)
    (game / "state" / "journal" / "day.yaml").mkdir(parents=True)  # a folder that is called like a file
    (game / "rules" / "credo" / "101-farms.md").symlink_to(secret)
    (game / "state" / "villages").symlink_to(tmp_path)
    (game / "state" / "game.yaml").symlink_to("gone.yaml")
    (game / "state" / "journal" / "2026.yaml").symlink_to("/dev/zero")
    (game / "README.md").symlink_to(secret)
    assert texts(game) == {
        "rules/credo/101-farms.md": str(secret),
        "state/game.yaml": "gone.yaml",
        "state/villages": str(tmp_path),
    }
    assert (readme(game), moved_at(game)) == (str(secret), 0)


def test_what_is_no_text_is_read_with_signs_of_doubt_and_named(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "game.yaml").write_bytes(b"name: \xe9\n")
    (tmp_path / "state" / "huts.yaml").write_bytes("name: \ufffd\n".encode())
    assert texts(tmp_path) == {"state/game.yaml": "name: \ufffd\n", "state/huts.yaml": "name: \ufffd\n"}
    assert no_texts(tmp_path) == ["state/game.yaml"]
