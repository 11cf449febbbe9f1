"""Writes the record of a decided proposal among the files of the happening."""

import re
from collections.abc import Iterator

from engine.game.owned import PollFacts, Tally
from engine.game.replies import record
from engine.game.world.facts import poll_facts
from engine.game.world.world import World
from engine.store.layout import INDEX, decided_path

_LISTED = re.compile(r"^- \[(\d{3,5})\]\(", re.MULTILINE)


def write(world: World, key: str, count: Tally, *, quorum: bool) -> None:
    """proposals/NNN.md, for polls that are proposals. `quorum`: the law they were decided by has one."""
    stored = world.poll(key)
    world.moment.counted[key] = count
    change = stored["change"]
    if stored["number"] is None or not change:
        return
    facts = poll_facts(world, key)
    reason = str(stored.get("reason") or "")
    text = record.proposal(facts, count, world.now, stored["refused"], reason, change, quorum=quorum)
    keep(world, facts, text)


def keep(world: World, facts: PollFacts, text: str) -> None:
    """Puts the record of what was decided among the files, and its line into the list of all that was."""
    name = f"{facts['number']:03d}"
    world.moment.files[decided_path(facts["number"])] = text
    world.moment.decided.append((f"- [{name}](", record.row(facts, world.now)))


def index(world: World) -> dict[str, str | None]:
    """proposals/README.md with what was decided in this moment, by its path; nothing if nothing was."""
    if not world.moment.decided:
        return {}
    world.written[INDEX] = text = record.index(world.text(INDEX), dict(world.moment.decided))
    return {INDEX: text}


def listed(world: World) -> Iterator[int]:
    """The numbers of what was decided: of a rule that a rescue repealed nothing else has it."""
    yield from map(int, _LISTED.findall(world.text(INDEX) or ""))
