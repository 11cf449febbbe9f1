"""What the forge shows by now: an issue's number, an answer that stands, one that stands twice."""

from engine.game.entries import Outcome
from engine.game.happening import DONE, IGNORED
from engine.game.world import wishes
from engine.game.world.world import World


def observed(world: World) -> Outcome:
    """An issue the engine asked for has its number now."""
    happening = world.moment.happening
    tag, number = happening["tag"], happening["number"]
    issue = world.records.get("issues", tag)
    if issue is None or issue["number"] == number:
        return IGNORED
    world.patch("issues", tag, number=number)
    thread = {
        "kind": "issue",
        "title": issue["title"],
        "body": issue["body"],
        "labels": [],
        "state": "open",
        "tag": tag,
    }
    extra = {"author": None, "head": None, "change": None, "base": None, "merged": False}
    world.records.put("threads", str(number), {**extra, **thread})
    poll = world.records.get("polls", tag)
    if poll is not None and poll["tag"] == tag:
        world.patch("polls", tag, thread=number)
    return IGNORED


def delivered(world: World) -> Outcome:
    """What stood twice and is gone is worth a commit: until then each pass would ask for it again."""
    key = world.moment.happening["key"]
    awaited = key.startswith("twin/") and world.records.get("outbox", key) is not None
    wishes.delivered(world, world.moment.happening)
    return DONE if awaited and world.records.get("outbox", key) is None else IGNORED


def twice(world: World) -> Outcome:
    wishes.drop_twin(world, world.moment.happening)
    return IGNORED
