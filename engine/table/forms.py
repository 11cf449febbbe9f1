"""From a command's usage to a form, and from what was filled in back to the words a player would write."""

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.law.documents.usage import may_be_a_record, type_of
from engine.table import places
from engine.table.sight import Sight

_PIECE: Final = re.compile(r"(\s+)|<([a-z_][a-z0-9_]*)>|([\[\]])|([^\s<>\[\]]+)")
_CODE: Final = re.compile("`([^`]+)`")
NOTHING: Final = "nothing"
LONGEST: Final = 60_000  # as of any comment at a table


@dataclass(frozen=True)
class Field:
    """One argument: `kind` is number, text, long, choice or NOTHING, which can be chosen of no `choices`; `must` that it is not empty."""

    name: str
    kind: str
    must: bool
    default: str = ""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True)
class Form:
    """A command in force, as a form. `joins`: that it makes a player of a stranger.

    `numbers`: what its rule says of those that it reckons with.
    `begins`: the word of one that is no form here, since its help says that a new issue begins with it; else nothing.
    `where`: its help says that it is written in an open ISSUE or in the thread of a PROPOSAL, so that has to be chosen
    among the `threads` in which it would not be refused.
    `lacks`: of which records there is none that it could be about, such as `offer`; else nothing.
    `label` is what its button says, which is more than the `verb` where several begin with that.
    `refused`: why it would be refused as things stand, where that is known without asking anything more.
    """

    id: str
    usage: str
    help: str
    rule: int | None
    slug: str
    title: str
    verb: str
    fields: tuple[Field, ...]
    numbers: tuple[str, ...]
    joins: bool = False
    begins: str = ""
    where: str = ""
    threads: tuple[int, ...] = ()
    lacks: str = ""
    refused: str = ""
    label: str = ""

    @property
    def open(self) -> bool:
        """Whether it can be filled in as things stand."""
        return not (self.lacks or self.refused or (self.where and not self.threads))


def forms(sight: Sight, login: str) -> list[Form]:
    """The commands that this person may write and that need no thread of their own, in the order of the usages."""
    kinds = set(sight.law["kinds"].get(login, ["anyone"]))
    found = [
        _form(sight, login, place, command)
        for place, command in enumerate(sight.law["commands"])
        if _is_for(command, kinds) and not command["opens"] and not command["ends"]
    ]
    told = [replace(form, label=_label(form, found)) for form in found]
    return sorted(told, key=lambda form: (form.usage.split()[0], form.rule or 0, form.usage))


def _label(form: Form, found: Sequence[Form]) -> str:
    """What its button says: of several that begin with one word also the first word that none of the others has."""
    others = [other for other in found if other.verb == form.verb and other.usage != form.usage]
    said = {word for other in others for word in _own(other)}
    more = next((word for word in _own(form) if word not in said), "") if others else ""
    return f"{form.verb} {more}".strip()


def _own(form: Form) -> list[str]:
    """The words of a usage that stand in it as they are written, without the first; of `farm|farms` the last."""
    return [word.split("|")[-1] for word in form.usage.split()[1:] if word.replace("|", "").isalpha()]


def _is_for(command: Mapping[str, Any], kinds: set[str]) -> bool:
    """By what makes a player of `anyone` one joins: who plays needs it no more, but perhaps who lost all and is inactive."""
    has_joined = command.get("joins") and "active" in kinds
    return bool(set(command["who"]) & (kinds - {"anyone"} if has_joined else kinds))


def _form(sight: Sight, login: str, place: int, command: Mapping[str, Any]) -> Form:
    usage = str(command["usage"])
    fields = tuple(
        _field(sight, login, name, spec, must=not _optional(usage, name)) for name, spec in command["arguments"].items()
    )
    verb, where = usage.split()[0].removeprefix("/"), places.place(str(command["help"]))
    fields, why = _left(usage, fields, sight.law["refused"].get(login, {}), login)
    threads, why = _threads(sight, login, usage, where) if where else ((), why)
    begins = beginning(command)
    return Form(
        f"c{place}",
        usage,
        str(command["help"]),
        command["rule"],
        str(command["slug"]),
        str(command["title"]),
        verb[:1].upper() + verb[1:],
        fields,
        () if command.get("joins") else tuple(command["numbers"]),  # who is no player yet cannot know what they are of
        bool(command.get("joins")),
        begins,
        where,
        threads,
        next((field.name for field in fields if field.kind == NOTHING), ""),
        "" if begins else why,  # on the table it would be refused
    )


def _threads(sight: Sight, login: str, usage: str, where: str) -> tuple[tuple[int, ...], str]:
    """The threads in which a command would not be refused, as far as that is known; where there is none, why not in the newest."""
    shut = sight.law["placed"].get(login, {}).get(usage, {})
    there = [number for number in sight.places.get(where, ()) if number != sight.table]
    left = tuple(number for number in there if str(number) not in shut)
    return left, "" if left or not there else f"In #{there[0]}: {shut[str(there[0])]}"


def _left(
    usage: str, fields: tuple[Field, ...], refused: Mapping[str, str], login: str
) -> tuple[tuple[Field, ...], str]:
    """The fields with the choices that would not be refused; why it would be refused on the table, if it would whatever is chosen:
    what is said of others says more than what is said of oneself.
    """
    words = {
        choice: written(usage, {each.name: choice}) for each in fields if len(fields) == 1 for choice in each.choices
    }
    left = tuple(choice for choice, word in words.items() if word not in refused)
    if words and not left:
        return fields, _against_all(
            [(word, refused[word]) for choice, word in words.items() if choice != login or len(words) == 1]
        )
    return tuple(replace(each, choices=left) for each in fields) if words else fields, refused.get(usage, "")


def _against_all(told: Sequence[tuple[str, str]]) -> str:
    """Of what is `told` against each of some words, the reason against most of them; against which, where it is not against all."""
    reasons = [reason for _, reason in told]
    word, reason = max(told, key=lambda one: reasons.count(one[1]))
    return reason if reasons.count(reason) == len(reasons) else f"`{word}`: {reason}"


def beginning(command: Mapping[str, Any]) -> str:
    """The word of a command whose help says that it stands at the beginning of a new issue; nothing for any other."""
    return str(command["usage"]).split()[0] if "new issue" in str(command["help"]).lower() else ""


def _field(sight: Sight, login: str, name: str, spec: Mapping[str, Any], *, must: bool) -> Field:
    kind = type_of(name, spec)
    default = "" if spec.get("default") in (None, "") else str(spec["default"])
    if must and may_be_a_record(name, spec) and f"{name}s" in sight.law["untold"]:
        rows = _rows(sight, name, str(spec.get("whose", "")), sight.key(login))
        return Field(name, "choice" if rows else NOTHING, must, default, tuple(rows))
    if kind in ("integer", "number"):
        return Field(name, "number", must, default, (), spec.get("minimum"), spec.get("maximum"))
    if kind == "choice":
        return Field(name, "choice", must, default, tuple(str(value) for value in spec["values"]))
    if kind == "player":
        others = [sight.login(key) for key in sight.records.get("players", {}) if key != sight.key(login)]
        own = [login] if sight.player(login) is not None else []  # last: most is meant for somebody else
        return Field(name, "choice", must, default, (*others, *own)) if others else Field(name, "text", must, default)
    return Field(name, "long" if kind == "text" else "text", must, default)


def _rows(sight: Sight, name: str, whose: str, by: str) -> list[str]:
    """The keys of the collection whose records an argument is named for: `<offer>` for `offers`. Open ones, if they tell.

    `whose` is the field of a record that names who may take it, if the rule says so.
    """
    rows = sight.records.get(f"{name}s", {})
    theirs = {key: record for key, record in rows.items() if not whose or record.get(whose) == by}
    return [key for key, record in theirs.items() if record.get("status", "open") == "open"]


def _optional(usage: str, name: str) -> bool:
    return any(f"<{name}>" in part for part in re.findall(r"\[[^\]]*\]", usage))


def named(there: Iterable[Form], lines: Iterable[str]) -> list[str]:
    """The words of those commands that are whole as their usage stands, would not be refused, and are named in these lines."""
    said = {word for line in lines for word in _CODE.findall(line)}
    return [
        form.usage
        for form in there
        if form.usage in said and not (form.fields or form.refused or form.where or form.begins)
    ]


def written(usage: str, values: Mapping[str, str]) -> str:
    """The words that a filled-in form stands for: of `farm|farms` the one that fits the number, optional parts where they are filled.

    A text at the end keeps its lines. Who puts all of the command into a box, as the help above it shows it, means it once.
    """
    begins = list(itertools.takewhile(lambda word: word[0] not in "<[", usage.casefold().split()))
    for value in values.values() if usage.startswith("/") else ():
        if value.casefold().split()[: len(begins)] == begins:
            return value.replace("\r\n", "\n").strip()[:LONGEST]
    found: list[str] = []
    optional: list[str] | None = None
    wanted, last = False, ""
    pieces = _PIECE.findall(usage)
    for place, (space, argument, bracket, word) in enumerate(pieces, start=1):
        if bracket == "[":
            optional, wanted = [], False
        elif bracket == "]":
            found += optional if optional and wanted else []
            optional = None
        else:
            filled = str(values.get(argument, "")).replace("\r\n", "\n")
            filled = filled.strip() if place == len(pieces) else " ".join(filled.split())
            text = " " if space else _choice(word, last) if word else filled
            if argument:
                last, wanted = text, wanted or bool(text)
            (found if optional is None else optional).append(text)
    return re.sub(r" +", " ", "".join(found)).strip()[:LONGEST]


def _choice(word: str, number: str) -> str:
    options = [option for option in word.split("|") if option] or [word]
    several = number not in ("", "1") and len(options) > 1 and options[1].startswith(options[0][:2])
    return options[1] if several else options[0]
