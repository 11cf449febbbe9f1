"""A first round with a teacher: remarks, and deeds that are done for real when the learner wants them. The game is like any other."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.site import rewriting
from engine.site.filed import next_number
from engine.store import guard
from engine.table import proposing, sight
from engine.table.game import Game
from engine.table.house import House
from engine.template import shipped

YOU: Final = "you"  # whoever learns, in the deeds of a lesson
LEARNER: Final = "ana"  # the seat of those who name none: of one called "you" all sentences would be wrong
NOTE: Final = "lesson"
PATIENCE: Final = 120.0


@dataclass(frozen=True)
class Step:
    """`number` of `of`, from 1; `look` is the page to look at meanwhile; without a button the lesson is over."""

    number: int
    of: int
    remark: str
    button: str
    look: str
    deeds: tuple[Mapping[str, Any], ...]
    stuck: bool = False  # something of it was refused: the answer says why


def lesson(ruleset: str) -> dict[str, Any]:
    """The lesson of a ruleset; an empty one if there is none."""
    path = shipped.RULES / "lessons" / f"{ruleset}.yaml"
    return dict(guard.load(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def begin(game: Game, ruleset: str) -> None:
    """The learner has the host's seat; the friends get theirs."""
    for friend in lesson(ruleset)["friends"]:
        game.seat(str(friend))
    game.note(NOTE, {"ruleset": ruleset, "at": 0, "thread": 0})


def leave(game: Game) -> None:
    """The learner takes over."""
    game.note(NOTE, None)


def step(game: Game) -> Step | None:
    """Where the lesson is; None if there is none, or it was left."""
    noted = game.notes.get(NOTE)
    if not noted:
        return None
    steps = lesson(noted["ruleset"])["steps"]
    at = min(int(noted["at"]), len(steps) - 1)
    found = steps[at]
    look = f"/threads/{noted['thread']}" if found.get("look") == "thread" else str(found.get("look") or "/")
    deeds, done = tuple(found["deeds"]), int(noted.get("done", 0))
    return Step(
        at + 1, len(steps), str(found["remark"]), str(found["button"]), look, deeds[done:], bool(noted.get("stuck"))
    )


def go_on(house: House) -> tuple[str, int | None]:
    """Does what the step is about; where to look now, and the comment that was answered, if there is one.

    What is refused stops the lesson there: it is tried again, or passed over.
    """
    game, now = house.game, step(house.game)
    if now is None or not now.button:
        return "/", None
    said = None
    for deed in now.deeds:
        made = _do(house, deed)
        house.passes.settle(PATIENCE)
        if made is not None and sight.was_refused(game.model.comments[made]):
            game.note(NOTE, {**game.notes[NOTE], "stuck": True})
            return now.look, made
        said = (made if deed.get("by") == YOU else None) or said
        game.note(NOTE, {**game.notes[NOTE], "done": int(game.notes[NOTE].get("done", 0)) + 1})
    return _onward(game, now), said


def pass_over(game: Game) -> str:
    """Goes on without what was refused; where to look now. Of a proposal all else is passed over: it tells of one that was adopted."""
    now = step(game)
    if now is None or not now.button:
        return "/"
    voted_on = any("proposes" in deed or deed.get("on") == "thread" for deed in now.deeds)
    return _onward(game, replace(now, number=now.of - 1) if voted_on else now)


def _onward(game: Game, now: Step) -> str:
    game.note(NOTE, {**game.notes[NOTE], "at": now.number, "done": 0, "stuck": False})
    following = step(game)
    return now.look if following is None or following.look == "/" else following.look


def _do(house: House, deed: Mapping[str, Any]) -> int | None:
    """The comment it was done by, if it was one."""
    game = house.game
    if "clock" in deed:
        game.move_clock(int(deed["clock"]))
        return None
    seat = game.host if deed["by"] == YOU else str(deed["by"])
    if "proposes" in deed:
        return _propose(house, seat, deed)
    thread = game.notes[NOTE]["thread"] if deed.get("on") == "thread" else house.looking.sight().table
    made = game.act(lambda: game.people.comment(seat, thread, str(deed["says"])))
    return made.id


def _propose(house: House, seat: str, deed: Mapping[str, Any]) -> int | None:
    seen = house.looking.sight()
    draft = proposing.blank(seen, str(deed["proposes"]))
    text = draft.before
    for before, after in deed["rewrites"]:
        text = text.replace(str(before), str(after))
    title = f"{next_number(seen.law, seen.game)} {deed['title']}"
    whole = replace(draft, title=title, parts=rewriting.Parts("", "", whole=text))
    command = next((str(c["usage"]) for c in seen.law["commands"] if c["opens"]), "")
    thread = proposing.opened(house.game, whole, seat, command)
    house.game.note(NOTE, {**house.game.notes[NOTE], "thread": thread})
    said = [comment.id for comment in sight.comments(house.game, thread) if comment.body == command]
    return said[-1] if said else None
