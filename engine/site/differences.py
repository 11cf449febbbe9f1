"""What differs between two texts of rule files: words, code, examples and parameters, each for itself."""

from collections.abc import Mapping
from typing import Any

from engine.site import rewriting, words
from engine.site.rewriting import Line, Parts
from engine.store import rulefile, splice


def differences(before: Mapping[str, str], after: Mapping[str, str | None]) -> list[dict[str, Any]]:
    """By file: its name, the difference in words, code and examples, and the parameters that it changes (name, now, proposed)."""
    found, looks = [], rewriting.Looks()
    for path, text in after.items():
        old, new = _parts(before.get(path, "")), _parts(text or "")
        values = _parameters(old.front), _parameters(new.front)
        names = [*values[0], *(name for name in values[1] if name not in values[0])]
        found.append(
            {
                "path": path,
                "slug": splice.slug_of(path),
                "kind": "new" if path not in before else "repeal" if text is None else "amend",
                "words": _shown(old.prose, new.prose, looks),
                "code": _shown(old.code, new.code, looks),
                "examples": _shown(old.examples, new.examples, looks),
                "front": _shown(*_fronts(old.front, new.front), looks),
                "parameters": [
                    (n, now, then) for n in names if (now := values[0].get(n)) != (then := values[1].get(n))
                ],
            }
        )
    return found


def _parameters(front: str) -> dict[str, Any]:
    """All of them as they are told, lists and maps as texts."""
    found = rewriting.all_parameters(front)
    return {n: value if isinstance(value, int | float | str) else words.told(value) for n, value in found.items()}


def _parts(text: str) -> Parts:
    return rewriting.taken_apart(text) if text.startswith("---") and len(text) <= rulefile.LONGEST else Parts("", text)


def _shown(old: str, new: str, looks: rewriting.Looks) -> list[Line]:
    return [] if old.strip() == new.strip() else rewriting.difference(old, new, looks)


def _fronts(old: str, new: str) -> tuple[str, str]:
    """Both without what is shown elsewhere: parameters in a table, the number above, and the title, unless an amendment changes it."""
    changed = old and new and _title(old) != _title(new)
    hidden = ("parameters:", "history:", "rule:", *(() if changed else ("title:",)))
    return _without(old, hidden), _without(new, hidden)


def _title(front: str) -> list[str]:
    return [line.rstrip() for line in front.splitlines() if line.startswith("title:")]


def _without(front: str, hidden: tuple[str, ...]) -> str:
    lines, inside = [], False
    for line in front.splitlines():
        if not line[:1].isspace():
            inside = line.startswith(hidden)
        if not inside:
            lines.append(line)
    return "\n".join(lines)
