"""A game in memory behind the hub's REST interface: every request of a pass is real, and any of them can be made to fail."""

from __future__ import annotations

import copy
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from engine.hub.accounts import BOT_ID
from engine.hub.threads import Thread
from engine.referee.answering.markers import marks
from engine.referee.passing import Referee, Report
from engine.referee.ports import Deletion, ForgeError
from tests.github.faults import Faults
from tests.github.hub import Hub
from tests.github.rest import Rest
from tests.github.shapes import Shapes
from tests.referee.in_memory import OnIsland
from tests.staging import ONCE, forge_of, referee_of
from tests.storms.island import Island

NOT_COMPARED = (
    "state/journal/",
    "state/engine.yaml",
    "state/threads/",
)  # they tell when a thing was seen, and ids of posts


class Scene(OnIsland):
    """An island served by a hub. `copied` gives another that has its own future."""

    def __init__(self, hub: Hub, island: Island) -> None:
        self.hub, self.island = hub, island
        self.serve()

    def copied(self) -> Scene:
        judge = self.island.judge  # holds no part of a game
        return Scene(self.hub, copy.deepcopy(self.island, {id(judge): judge}))

    def serve(self) -> None:
        hub, island = self.hub, self.island
        hub.model, hub.clock, hub.faults = island.model, island.clock, Faults()
        hub.shapes = Shapes(island.model, hub.address, hub.address)
        hub.rest = Rest(island.model, hub.shapes, island.store.commits.__contains__)
        hub.requests.clear()
        self.token = hub.bot_token()

    def propose(self, who: str, name: str, path: str = "", text: str = "") -> int:
        """A pull request for a new rule, or for the file at `path`, opened for voting."""
        self.wait()
        song = f"---\nrule: next\ntitle: {name}\nby_hand: true\n---\nWe sing {name}.\n"
        number = self.island.propose(who, name, {path or f"rules/island/200-{name}.md": text or song})
        self.say(who, "/open", number)
        return number

    def run(self, *, deleted: Deletion | None = None, hasty: bool = False) -> Report:
        """One pass, a minute later; a hasty one does not wait half a second for an answer."""
        self.wait()
        return self.referee(hasty).run(deleted)

    def referee(self, hasty: bool = False) -> Referee:
        forge = forge_of(self.hub, ONCE, self.token)
        if hasty:  # PyGithub takes whole seconds only, too long for so many cases
            forge._wire._requester._Requester__timeout = 0.3
        return referee_of(forge, self.island.repository, self.island.judge)

    def shown(self) -> Shown:
        return shown(self.island)


@dataclass
class Shown:
    """What is there in the end: records and law, and what everybody sees in each thread."""

    files: dict[str, str]
    threads: dict[str, list[Any]]


def shown(island: Island) -> Shown:
    model = island.model
    names = {t.number: _name(t) for t in model.threads.values()}
    files = {
        p: _unnumbered(_named(text, names))
        for p, text in island.files().items()
        if p.startswith(("rules/", "state/", "proposals/")) and not p.startswith(NOT_COMPARED)
    }
    threads: dict[str, list[Any]] = {}
    for thread in model.threads.values():
        posts = [c for c in model.comments_of(thread.number) if c.author == BOT_ID]
        seen = {
            "state": thread.state,
            "merged": thread.pull is not None and thread.pull.merged_at is not None,
            "labels": sorted(thread.labels),
            "assignees": thread.assignees,
            # That it was closed when this was said, no post says where it could not be closed at first.
            "said": Counter(
                _named(key, names) for post in posts for key in marks(post.body) if not key.startswith("close/")
            ),
            "status": [
                _drawn(_named(_unmarked(p.body), names))
                for p in posts
                if any(k.startswith("status/") for k in marks(p.body))
            ],
            "body": _named(_unmarked(thread.body), names),
        }
        threads.setdefault(_name(thread), []).append(seen)
    return Shown(files, threads)


def _name(thread: Thread) -> str:
    return next(iter(marks(thread.body)), thread.title)


def _named(text: str, names: dict[int, str]) -> str:
    """Threads by what they are: two that were opened in another order have exchanged their numbers."""
    return re.sub(r"(?<=#)\d+\b|(?<=number: )\d+\b|(?<=thread: )\d+\b", lambda m: names.get(int(m[0]), m[0]), text)


def _drawn(status: str) -> str:
    """How many could vote is as it was when the status was drawn last, at the end of whichever pass that was."""
    return re.sub(r"(?<= of )\d+(?= ha(?:s|ve) voted)", "ALL", status)


def _unnumbered(text: str) -> str:
    """The number of an issue of the engine's is noted along with the next thing that is worth a commit, sooner or later."""
    return re.sub(r"^(?:number|thread): (?:null|issue/.*)\n", "", text, flags=re.MULTILINE)


def _unmarked(body: str) -> str:
    return re.sub(r"<!-- nomic:.*?-->", "", body).strip()


NAMES = ((r"\b[0-9a-f]{40}\b", "SHA"), (r"(?<=/)[0-9]+\b", "N"), (r"(?<=labels/|rators/)[^/]+", "NAME"))


def form(request: str) -> str:
    """`POST /repos/owner/island/issues/7/labels` is a `POST issues/N/labels`."""
    short = request.replace("/repos/owner/island/", "")
    for pattern, name in NAMES:
        short = re.sub(pattern, name, short)
    return short


@dataclass(frozen=True)
class Undisturbed:
    """main before and after the busy pass, what is there in the end, and the places at which each request was asked."""

    before: str
    after: str
    shown: Shown
    places: dict[str, list[int]]


def settle(scene: Scene) -> None:
    """Passes until one has nothing to write and nothing to say; each of them ends well."""
    for _ in range(6):
        scene.hub.requests.clear()
        if not scene.run().commits and all(request.startswith("GET") for request in scene.hub.requests):
            return
    raise AssertionError("the passes do not come to rest")


def without_doubles(threads: dict[str, list[Any]]) -> dict[str, list[Any]]:
    """An issue can be closed, not deleted: of those with one mark the oldest stays open, and nothing is said in the rest."""
    for oldest, *others in threads.values():
        assert all(other["state"] == "closed" and not other["said"] for other in others)
    return {name: found[:1] for name, found in threads.items()}


def told(error: ForgeError) -> None:
    """One line of cause, one of remedy, and no secret in them."""
    for line in (error.cause, error.remedy):
        assert line.strip()
        assert "\n" not in line
        assert "token-" not in line
