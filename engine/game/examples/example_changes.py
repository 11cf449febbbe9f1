"""Changes as examples write them: a file name or rule number to a new text, to null, or to a map laid over its front matter."""

from collections.abc import Mapping
from typing import Any

from engine.game.fold.genesis import merged
from engine.law.documents.problems import meant
from engine.store import canon, guard, rulefile, splice
from engine.store.layout import LAW, folder_of


def changed_files(texts: Mapping[str, str], ruleset: str, changes: Mapping[Any, Any]) -> dict[str, str]:
    """The texts with the changes made. Raises ValueError if a change names no rule."""
    result = dict(texts)
    for name, change in changes.items():
        path = _path(result, ruleset, str(name))
        if change is None:
            if result.pop(path, None) is None:
                raise ValueError(f"there is no rule {name} to take away")
        elif isinstance(change, Mapping):
            if path not in result:
                raise ValueError(f"there is no rule {name} to change in part; a new one needs its whole text")
            result[path] = _laid_over(result[path], change)
        else:
            result[path] = str(change)
    return result


def _path(texts: Mapping[str, str], ruleset: str, name: str) -> str:
    folder = folder_of(ruleset)
    if name.isdigit():
        for path in texts:
            if path.startswith(folder) and splice.number_of_name(path.rsplit("/", 1)[-1]) == int(name):
                return path
        raise ValueError(f"there is no rule {name}; a new one is named as its file, such as `{name}-songs.md`")
    if not name.endswith((".md", ".star")) and "/" not in name:
        return _of_slug(texts, folder, name)
    if "/" in name:
        return name if name in texts or not name.endswith(".md") or name.startswith(LAW) else folder + name
    return folder + name


def _of_slug(texts: Mapping[str, str], folder: str, slug: str) -> str:
    slugs = {splice.slug_of(path): path for path in texts if path.startswith(folder) and path.endswith(".md")}
    if slug not in slugs:
        raise ValueError(f"there is no rule {slug!r}{meant(slug, slugs)}")
    return slugs[slug]


def _laid_over(text: str, change: Mapping[str, Any]) -> str:
    """The rule's text with keys of its front matter replaced; maps are laid over maps."""
    parts = rulefile.split(text)
    front = merged(guard.load(parts.front), change)
    rest = text[text.index("\n---", 3) + 1 :]
    return f"---\n{canon.emit(front)}{rest}"
