"""The form of an example, checked before it is played: a misspelt key must not make a case that cannot fail."""

from collections.abc import Mapping
from typing import Any, Final

from engine.law.documents.problems import meant
from engine.law.documents.zones import wrong_with_zone
from engine.store.joined import in_code

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
# Not collection -> key -> record: the game's own fields, and what a case may claim besides records.
ONE_RECORD: Final = "game"
REPLIES: Final = "replies"
BY_NAME: Final = {
    "issues": "{hunger: {open: true}}",
    "tally": "{council/1: {yay: 1}}",
    "rules": "{120: {title: Songs}}",
}
THREAD_NUMBERS: Final = ("on", "pushes", "retitles", "rewrites", "closes", "reopens", "checks")
NEEDS: Final = {"edits": "to", "retitles": "to", "rewrites": "to", "checks": "are"}
TEXTS: Final = ("by", "says", "to")
TABLE: Final = 1
CHECKS: Final = ("passed", "failed", "pending")
_ANYWHERE: Final = ("by", "refused", "ignored", "fails", *(key for keys in STEPS.values() for key in keys))
_BY_NOBODY: Final = ("clock", "checks")
_KINDS: Final = {"given": Mapping, "then": Mapping, "roles": Mapping, "when": list, "rolls": list}


def wrong_with(content: object) -> str:
    """The first thing that is wrong with the form of a case; empty if nothing is."""
    if not isinstance(content, Mapping):
        return "a case is a map with `when` and `then`"
    unknown = [key for key in content if key not in KEYS]
    if unknown:
        return f"unknown key {unknown[0]!r}; a case has {in_code(KEYS, ', ')}"
    for key, kind in _KINDS.items():
        if content.get(key) is not None and not isinstance(content[key], kind):
            return f"`{key}` must be a {'list' if kind is list else 'map'}"
    wrong = wrong_with_zone(str(content.get("timezone", "UTC"))) or _wrong_with_claims(
        content.get("given") or {}, content.get("then") or {}
    )
    if wrong:
        return wrong
    labels: set[str] = set()
    for place, step in enumerate(content.get("when") or [], start=1):
        wrong = _wrong_with_step(step) or _wrong_with_values(step, labels)
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
        return f"{told}a step has one of {in_code(STEPS, ', ')}"
    name = does[0]
    allowed = (name, *STEPS[name], *(() if name in _BY_NOBODY else ("by",)), "refused", "ignored", "fails")
    unknown = [key for key in step if key not in allowed]
    if unknown:
        return f"unknown key {unknown[0]!r}; beside `{name}` stand {in_code(allowed[1:], ', ')}"
    if name not in _BY_NOBODY and not step.get("by"):
        return "`by` must say who does it"
    if name in NEEDS and NEEDS[name] not in step:
        return f"`{name}` needs `{NEEDS[name]}`"
    return _wrong_with_thread(step["opens"]) if name == "opens" else ""


def _wrong_with_values(step: Mapping[str, Any], labels: set[str]) -> str:
    """`labels` are those that the steps before have given to comments; a new one is put to them."""
    for name in ("edits", "deletes"):
        if name in step and str(step[name]) not in labels:
            known = f"; there are {in_code(sorted(labels), ', ')}" if labels else ": `label: a` beside `says` gives one"
            return f"no comment before has the label {step[name]!r}{known}"
    if "label" in step:
        labels.add(str(step["label"]))
    for name in THREAD_NUMBERS:
        if name in step and not _is_thread(step[name], tagged=name == "on"):
            return f"`{name}` is the number of a thread{', or the tag of an issue' if name == 'on' else ''}"
    return _wrong_with_words(step) or _wrong_with_changes(step) or _wrong_with_changes(step.get("opens") or {})


def _wrong_with_words(step: Mapping[str, Any]) -> str:
    """What is written there is taken as a text; a number is one, as the vote `2`."""
    for name, value in [(name, step[name]) for name in TEXTS if name in step]:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return f"`{name}` must be a text: write it in quotes"
    if not isinstance(step.get("ignored", True), bool):
        return "`ignored` is `true`, or left out"
    if "refused" in step and step.get("ignored"):
        return "a step is `refused` or `ignored`, and not both"
    if step.get("are", "passed") not in CHECKS:
        return f"`are` is one of {in_code(CHECKS, ', ')}"
    return ""


def _is_thread(name: object, *, tagged: bool) -> bool:
    if isinstance(name, str):
        return tagged or (name.isascii() and name.isdigit())
    return isinstance(name, int) and not isinstance(name, bool) and name >= TABLE


def _wrong_with_changes(where: Mapping[str, Any]) -> str:
    changes = where.get("changes", {})
    if not isinstance(changes, Mapping):
        return "`changes` must be a map: file name -> its text, or null to repeal"
    odd = [name for name, text in changes.items() if text is not None and not isinstance(text, str | Mapping)]
    if odd:
        return f"`changes`: {odd[0]!r} must be the text of a rule, or null to repeal"
    if not isinstance(where.get("labels", []), list):
        return "`labels` must be a list"
    return ""


def _wrong_with_thread(opens: Any) -> str:
    kinds = [kind for kind in THREADS if isinstance(opens, Mapping) and kind in opens]
    if len(kinds) != 1:
        return "`opens` is a map with `pull` or `issue`, the number of the thread"
    kind = kinds[0]
    if not isinstance(opens[kind], int) or isinstance(opens[kind], bool):
        return f"`{kind}` must be a number"
    if opens[kind] <= TABLE:
        return f"`{kind}` must be a number above {TABLE}, which is the table's"
    unknown = [key for key in opens if key not in (kind, *THREADS[kind])]
    return f"unknown key {unknown[0]!r}; beside `{kind}` stand {in_code(THREADS[kind], ', ')}" if unknown else ""


def _wrong_with_claims(given: Mapping[str, Any], claims: Mapping[str, Any]) -> str:
    """The first thing that is wrong; empty if nothing is."""
    for name, records in given.items():
        if name == "scene":
            return "`scene` stands beside `given`, not in it"
        wrong = _wrong_with_records("given", str(name), records)
        if wrong:
            return wrong
    if isinstance(claims.get(REPLIES), Mapping):
        return f"then.{REPLIES} must be a list of texts"
    for name, such_as in BY_NAME.items():
        if not isinstance(claims.get(name, {}), Mapping):
            return f"then.{name} must be a map, such as {such_as}"
    return _wrong_with_records("then", "rules", claims["rules"]) if "rules" in claims else ""


def _wrong_with_records(where: str, name: str, records: object) -> str:
    if records is None and where == "given" and name in (ONE_RECORD, "players", "rules"):
        return ""
    if not isinstance(records, Mapping):
        return (
            f"{where}.{name} must be a map of {'fields' if name == ONE_RECORD else 'records'}, such as {_such_as(name)}"
        )
    if name == ONE_RECORD:
        return ""
    for key, record in records.items():
        if name == "rules" and where == "given" and isinstance(record, str):
            continue  # the text of a rule
        wrong = record is not None and not isinstance(record, Mapping)
        if wrong or any(not isinstance(field, str) for field in record or {}):
            return f"{where}.{name}.{key} must be a map of fields"
    return ""


def _such_as(name: str) -> str:
    examples = {ONE_RECORD: "{last_number: 7}", "players": "{ana: {active: true}}", "rules": "{120: {title: Songs}}"}
    return examples.get(name, "{ana: {count: 3}}")
