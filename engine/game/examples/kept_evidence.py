"""What examples said of a proposed law: they say it again as long as that law, and the one in force, are the same."""

import json
from collections.abc import Callable, Mapping, MutableMapping

from engine.game.world.world import Evidence, World
from engine.store.digest import sha256

Found = dict[str, list[str]]


class KeptEvidence:
    """Plays examples that were not played for these two laws before; hands what they came to, under its key, to `keep`.

    What was left `unplayed` is not kept: it hangs on how much time there was.
    """

    def __init__(self, known: Mapping[str, Found], play: Evidence, keep: Callable[[str, Found], None]) -> None:
        self.known, self.play, self.keep = dict(known), play, keep

    def __call__(self, world: World, texts: Mapping[str, str]) -> Found:
        key = key_of(world, texts)
        if key not in self.known:
            found = self.play(world, texts)
            if "unplayed" in found:
                return found
            self.known[key] = found
            self.keep(key, found)
        return {name: list(names) for name, names in self.known[key].items()}


def key_of(world: World, texts: Mapping[str, str]) -> str:
    """A digest of all that examples hang on: the ruleset, the law in force, and the one proposed."""
    laws = [sorted(world.law.texts.items()), sorted(texts.items())]
    return sha256(json.dumps([world.book.ruleset, *laws]))


def remember(known: MutableMapping[str, Found], key: str, found: Found, most: int) -> None:
    """Keeps the newest `most`."""
    known[key] = found
    while len(known) > most:
        del known[next(iter(known))]
