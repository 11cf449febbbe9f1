"""Talk under a poll that seems to be meant as a vote: whoever writes it is told once what counts; other talk is let be."""

from __future__ import annotations

from typing import Any, Final

from engine.game.consulting import commands
from engine.game.proposals.tally import ballot
from engine.game.replies import lookups
from engine.game.world import wishes
from engine.game.world.facts import poll_facts, poll_key
from engine.game.world.world import World

# What people write elsewhere to agree or to object.
_LIKE_A_VOTE: Final = frozenset(
    "lgtm +1 -1 :+1: :-1: :thumbsup: :thumbsdown: 👍 👎 ✅ ❌ aye yes yea yeah yep no nope nah ok okay agree agreed approve "
    "approved accept accepted reject rejected disagree for against ja nein oui non si".split()
)


def talk(world: World, text: str) -> dict[str, Any]:
    """The outcome of a comment that is no command: whoever seems to vote there is told once what counts."""
    key = poll_key(world, world.moment.thread)
    record, thread = world.records.get("polls", key), world.records.get("threads", str(world.moment.thread))
    if record is None or record["status"] != "open" or thread is None or len(text) > commands.LONGEST:
        return {"is": "ignored"}
    told = thread.get("told_how_to_vote", [])
    if world.moment.writer in told or not _seems_a_vote(world, key, text):
        return {"is": "ignored"}
    world.patch("threads", str(world.moment.thread), told_how_to_vote=[*told, world.moment.writer])
    facts = poll_facts(world, key)
    wishes.reply(world, lookups.no_vote(text, [word for word in ("yay", "nay") if ballot(world, facts, word)]))
    return {"is": "done"}


def _seems_a_vote(world: World, key: str, text: str) -> bool:
    word = text.strip().strip(".,;!*_`\"'").casefold().rstrip("\ufe0f🏻🏼🏽🏾🏿")
    if word in _LIKE_A_VOTE:
        return True
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    facts = poll_facts(world, key)
    return len(lines) > 1 and any(ballot(world, facts, line) for line in lines[:20])
