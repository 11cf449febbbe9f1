from __future__ import annotations

from engine.game.examples import evidence
from engine.game.words.registry import new_host
from engine.game.world.world import World
from tests.begun import begun
from tests.island import texts


def world() -> World:
    law = texts()
    return World(begun(law, name="I", start=0), new_host())


def test_a_new_price_breaks_the_old_example_and_only_that() -> None:
    law = texts()
    path = "rules/island/101-landing.md"
    changed = {**law, path: law[path].replace("first_shells: 5", "first_shells: 6")}
    assert evidence.of_change(world(), changed) == (["landing: a newcomer has five shells"], [])


def test_an_example_rewritten_with_the_rule_is_altered_and_holds() -> None:
    law = texts()
    path = "rules/island/101-landing.md"
    text = law[path].replace("first_shells: 5", "first_shells: 6").replace("{shells: 5,", "{shells: 6,")
    assert evidence.of_change(world(), {**law, path: text}) == ([], ["landing: a newcomer has five shells"])
