"""A map of more places than an answer has room for says how many it leaves out, by names and by squares."""

from __future__ import annotations

from engine.game.replies import maps


def test_sixty_places_that_have_names_are_listed_and_the_others_are_counted() -> None:
    places: dict[str, list[str]] = {f"bay {place}": [] for place in range(60)} | {"port": ["ana"], "reef": []}
    lines = maps.named("Bays", places).splitlines()
    assert lines[:2] == ["**Bays, and where they are**", "- bay 0: nobody"]
    assert lines[60:] == ["- bay 59: nobody", "- and 2 more"]


def test_sixty_squares_are_listed_from_north_to_south_and_from_west_to_east() -> None:
    squares = {(x, y): ["ana"] if (x, y) == (0, 3) else ["bo"] for x in range(19, -1, -1) for y in (0, 1, 2, 3)}
    squares[5, 9] = []
    lines = [line for line in maps.plane(squares).splitlines() if line.startswith("- ")]
    assert lines[:2] == ["- 0, 3: ana", "- 1, 3: bo"]
    assert lines[20] == "- 0, 2: bo"
    assert lines[60:] == ["- and 20 more"]


def test_of_those_at_one_place_twenty_are_named() -> None:
    crowd = [f"p{place}" for place in range(21)]
    assert maps.named("Bays", {"port": crowd[:20]}).endswith(", p18, p19")
    assert maps.named("Bays", {"port": crowd}).endswith(", p18, p19 and 1 more")
