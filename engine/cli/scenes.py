"""A season that is told: a transcript of what people do, and when, with the words of the story. What follows from it is not in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.game.calendar import from_stamp
from engine.store import guard
from engine.template import shipped

SEASONS: Final = "seasons"
_KNOWN: Final = frozenset({"at", "story", "by", "says", "on", "opens", "retitles", "to", "fork"})


class BadSeason(Exception):
    """The file is no season that can be told."""


@dataclass(frozen=True)
class Scene:
    """One act of one person, or none where time only passes.

    `on` is a pull request by its nickname, else the table; `changes` are rules by name or slug to texts, pairs of old and new
    words, or None.
    """

    at: int
    story: str
    who: str = ""
    says: str = ""
    on: str = ""
    opens: str = ""
    title: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)
    fork: bool = False


@dataclass(frozen=True)
class Season:
    ruleset: str
    start: int
    scenes: tuple[Scene, ...]


def of_ruleset(ruleset: str) -> Season:
    return season((shipped.RULES / SEASONS / f"{ruleset}.yaml").read_text(encoding="utf-8"))


def season(text: str) -> Season:
    """Raises BadSeason."""
    try:
        content = guard.load(text, max_nodes=100_000)
        if not isinstance(content, Mapping) or not content.keys() >= {"ruleset", "now", "when"}:
            raise BadSeason("it has another form than a season's, in which `ruleset`, `now` and `when` stand")
        texts = content.get("texts", {})
        scenes = tuple(_scene(step, texts) for step in content["when"])
        return Season(str(content["ruleset"]), from_stamp(str(content["now"])), scenes)
    except guard.YamlProblem as error:
        raise BadSeason(str(error)) from None
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadSeason(f"it has another form than a season's: {error}") from None


def _scene(step: Mapping[str, Any], texts: Mapping[str, str]) -> Scene:
    unknown = sorted(set(step) - _KNOWN)
    if unknown:
        raise BadSeason(f"{', '.join(unknown)} cannot be told; a scene has {', '.join(sorted(_KNOWN))}")
    opened = step.get("opens", {})
    changes = {str(name): _text(how, texts) for name, how in opened.get("changes", {}).items()}
    return Scene(
        at=from_stamp(str(step["at"])),
        story=str(step.get("story", "")),
        who=str(step.get("by", "")),
        says=str(step.get("says", "")),
        on=str(step.get("retitles", step.get("on", ""))),
        opens=str(opened.get("pull", "")),
        title=str(step.get("to", opened.get("title", ""))),
        changes=changes,
        fork=bool(step.get("fork")),
    )


def _text(how: Any, texts: Mapping[str, str]) -> Any:
    """`=name` stands for one of the season's texts."""
    return texts[how[1:]] if isinstance(how, str) and how.startswith("=") else how
