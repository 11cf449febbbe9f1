"""The form of an example, checked before it is played: a misspelt key must not make a case that cannot fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.law.problems import meant

KEYS: Final = ("name", "ruleset", "now", "timezone", "roles", "scene", "given", "rolls", "when", "then")
# What a step does -> the keys it may have besides `by`, `refused`, `ignored` and `fails`.
STEPS: Final[dict[str, tuple[str, ...]]] = {
    "says": ("on", "label"),
    "opens": ("on",),
    "edits": ("to",),
    "deletes": (),
    "pushes": ("changes",),
    "retitles": ("to",),
    "rewrites": ("to",),
    "closes": (),
    "reopens": (),
    "clock": (),
    "checks": ("are",),
}
THREADS: Final[dict[str, tuple[str, ...]]] = {
    "pull": ("title", "body", "labels", "changes"),
    "issue": ("title", "body", "labels"),
}
NEEDS: Final = {"edits": "to", "retitles": "to", "rewrites": "to", "checks": "are"}
_ANYWHERE: Final = ("by", "refused", "ignored", "fails", *(key for keys in STEPS.values() for key in keys))
_BY_NOBODY: Final = ("clock", "checks")
_KINDS: Final = {"given": Mapping, "then": Mapping, "roles": Mapping, "when": list, "rolls": list}


def wrong_with(content: object) -> str:
    """The first thing that is wrong with the form of a case; empty if nothing is."""
    if not isinstance(content, Mapping):
        return "a case is a map with `when` and `then`"
    unknown = [key for key in content if key not in KEYS]
    if unknown:
        return f"unknown key {unknown[0]!r}; a case has {_listed(KEYS)}"
    for key, kind in _KINDS.items():
        if content.get(key) is not None and not isinstance(content[key], kind):
            return f"`{key}` must be a {'list' if kind is list else 'map'}"
    for place, step in enumerate(content.get("when") or [], start=1):
        wrong = _wrong_with_step(step)
        if wrong:
            return f"step {place}: {wrong}"
    return ""


def _wrong_with_step(step: object) -> str:
    if not isinstance(step, Mapping):
        return "a step is a map such as {by: ana, says: /help}"
    does = [name for name in STEPS if name in step]
    if len(does) != 1:
        odd = next((str(key) for key in step if key not in _ANYWHERE), "") if not does else ""
        told = f"unknown key {odd!r}{meant(odd, STEPS) or ';'} " if odd else ""
        return f"{told}a step has one of {_listed(tuple(STEPS))}"
    name = does[0]
    allowed = (name, *STEPS[name], *(() if name in _BY_NOBODY else ("by",)), "refused", "ignored", "fails")
    unknown = [key for key in step if key not in allowed]
    if unknown:
        return f"unknown key {unknown[0]!r}; beside `{name}` stand {_listed(allowed[1:])}"
    if name not in _BY_NOBODY and not step.get("by"):
        return "`by` must say who does it"
    if name in NEEDS and NEEDS[name] not in step:
        return f"`{name}` needs `{NEEDS[name]}`"
    return _wrong_with_thread(step["opens"]) if name == "opens" else ""


def _wrong_with_thread(opens: Any) -> str:
    kinds = [kind for kind in THREADS if isinstance(opens, Mapping) and kind in opens]
    if len(kinds) != 1:
        return "`opens` is a map with `pull` or `issue`, the number of the thread"
    kind = kinds[0]
    if not isinstance(opens[kind], int):
        return f"`{kind}` must be a number"
    unknown = [key for key in opens if key not in (kind, *THREADS[kind])]
    return f"unknown key {unknown[0]!r}; beside `{kind}` stand {_listed(THREADS[kind])}" if unknown else ""


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)
