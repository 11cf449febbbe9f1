"""How often a pass on a new machine, as each run of the workflow is one, has git ask the server for something."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from engine.forge import copying
from engine.game.plan import Plan
from engine.referee.beside import Guarded
from engine.referee.passing import Referee
from tests.referee.stage import Stage, game
from tests.staging import forge_of, referee_of

KEY = b"the island's own key, which is a secret"


class Counting:
    """Draws how often it was asked to."""

    def drawn(self, before: Mapping[str, str], after: Mapping[str, str], plan: Plan) -> dict[str, str | None]:
        return {"README.md": f"{before.get('README.md', '')}I", "board/map.svg": "<svg/>\n"}

    def recalled(self, before: Mapping[str, str], after: Mapping[str, str]) -> None: ...

    def added(self, key: str) -> str:
        return ""


def asked(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What git asks the server for in a pass on another machine."""
    found, out = list[str](), copying.Copy._out

    def noted(copy: copying.Copy, word: str, *more: str, **given: object) -> object:
        found.append(word)
        return out(copy, word, *more, **given)  # type: ignore[arg-type]

    stage.elsewhere()
    with monkeypatch.context() as here:
        here.setattr(copying.Copy, "_out", noted)
        drawn = stage.run()
    assert drawn.held == []
    return found


def with_a_key(stage: Stage) -> Referee:
    forge = forge_of(stage.hub, token=stage.token)
    return referee_of(forge, stage.repository, dice=KEY, key=KEY, beside=Guarded(Counting))


def test_what_is_read_of_every_game_comes_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        monkeypatch.setattr(stage, "referee", lambda: with_a_key(stage))
        for _ in range(2):
            stage.say("ana", "/build")
            stage.run()
        stage.say("bo", "/build")
        # main; the law, the records, the newest day and what stands beside the game; the heads; what was decided
        assert asked(stage, monkeypatch) == ["fetch", "fetch", "ls-remote", "push"]
        assert stage.hub.git.file("main", "README.md") == "III"
        number = stage.song("bo")
        stage.run()
        stage.say("ana", "yay", number)
        # the same, and the changes that are voted on
        assert asked(stage, monkeypatch) == ["fetch", "fetch", "fetch", "ls-remote", "push"]
        assert stage.findings() == []


@pytest.mark.parametrize("largest", [1 << 14, 1 << 40])
def test_what_is_too_large_to_come_along_keeps_nothing_from_coming(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, largest: int
) -> None:
    with game(tmp_path, "ana", "bo") as stage:
        monkeypatch.setattr(stage, "referee", lambda: with_a_key(stage))
        stage.by_hand({"README.md": "".join(map(chr, range(0x4E00, 0x9FA5)))})
        stage.say("ana", "/build")
        stage.elsewhere()
        monkeypatch.setattr(stage.repository, "_largest_pack", largest)
        stage.run()
        assert (stage.hub.git.file("main", "state/huts.yaml") or "").count("size: 1") == 1
