"""What rules ask for again at whatever changes: not the whole map of Credo, and the record of the game once for each handler."""

from __future__ import annotations

from collections import Counter
from typing import Any
from unittest.mock import patch

from engine.game.examples.example_stage import Stage
from engine.game.words.registry import new_host
from engine.game.world.records import Records
from engine.law.running.host import Host
from tests.rulesets.texts import TEXTS

PLAYERS = {name: {"active": True} for name in ("ana", "bo", "cy")}


def test_of_a_map_of_many_places_none_is_read_as_somebody_is_put_to_work() -> None:
    places = {f"p{n}": {"x": n, "y": 0} for n in range(60)}
    villages = {"ana": {"name": "Ur", "population": {"general": 9}, "farms": 1}}
    given = {"players": {"ana": {"active": True}}, "villages": villages, "map": places | {"ana": {"x": -1, "y": 0}}}
    read, get = Counter[str](), Records.get

    def noting(records: Records, collection: Any, key: str) -> Any:
        read[collection] += 1
        return get(records, collection, key)

    stage = Stage({"given": given, "when": [{"by": "ana", "says": "/allocate 1 farming"}]}, TEXTS, "credo")
    with patch.object(Records, "get", noting):
        assert stage.play() == []
    assert read["villages"] > 0
    assert read["map"] < len(places)


def test_who_hears_of_a_change_of_the_players_in_a_turn_reads_the_game_once() -> None:
    turn = {"player": "ana", "number": 1, "round": 1}
    given = {"game": {"turn": turn, "turn_order": ["ana", "bo", "cy"]}, "players": PLAYERS}
    step = {"by": "bo", "says": "/inactive"}
    read, host = Counter[tuple[str, str, str]](), new_host()
    lend = Host._lend

    def noting(self: Host, name: str, word: Any) -> Any:
        def asked(world: Any, *args: Any, **named: Any) -> Any:
            if name == "get":
                read[*self._calls[-1][:2], str(args[0])] += 1
            return word(world, *args, **named)

        return lend(self, name, asked)

    with patch.object(Host, "_lend", noting):
        host = new_host()
    stage = Stage({"given": given, "when": [step]}, TEXTS, "assembly", host)
    assert stage.play() == []
    handled = {who: count for who, count in read.items() if who[:2] == ("one-turn", "turn_is_over")}
    assert handled == {("one-turn", "turn_is_over", "game"): 1}
