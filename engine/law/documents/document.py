"""A rule document: one Markdown file read into what it declares, says and does, with every position kept."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final

from engine.law.documents import cases, fields, frontmatter, profile, schedules, unread, vocabulary
from engine.law.documents.problems import LawProblems, Problem, meant
from engine.law.documents.prose import unsaid
from engine.law.documents.usage import BadUsage, Usage, parse_usage, type_of
from engine.law.documents.zones import BadZone, zone
from engine.store import guard, records, rulefile, seen, splice

Lines = Mapping[tuple[str | int, ...], int]
_KEY = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,200}")


@dataclass(frozen=True)
class Command:
    """What a player may write, and the function it calls."""

    usage: Usage
    usage_text: str
    arguments: Mapping[str, Mapping[str, Any]]
    who: tuple[str, ...]
    run: str
    help: str


@dataclass(frozen=True, eq=False)
class Document:
    """A rule, or a document of another kind (without number). `lines` gives the line of each key of the front matter."""

    path: str
    kind: str
    slug: str
    number: int | None
    title: str
    text: str = field(repr=False)
    immutable: bool | None = None
    history: tuple[Mapping[str, int], ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    state: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    records: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    scenes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    documents: Mapping[str, str] = field(default_factory=dict)
    document_fields: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    commands: tuple[Command, ...] = ()
    on: Mapping[str, str] = field(default_factory=dict)
    schedule: tuple[Mapping[str, str], ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    adjusts: Mapping[str, str] = field(default_factory=dict)
    forbids: Mapping[str, str] = field(default_factory=dict)
    overrides: tuple[int | str, ...] = ()
    defers_to: tuple[int | str, ...] = ()
    by_hand: bool = False
    show: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    prose: str = ""
    code: str = ""
    code_line: int = 1
    blocks: tuple[rulefile.Block, ...] = field(default=(), repr=False)
    words: frozenset[str] = frozenset()
    front: Mapping[str, Any] = field(default_factory=dict)
    lines: Lines = field(default_factory=dict, repr=False)
    warnings: tuple[Problem, ...] = ()

    @property
    def called(self) -> str:
        """How checks name it; one that is only proposed has no number."""
        return f"rule {self.number} `{self.slug}`" if self.number else f"`{self.slug}`"

    @cached_property
    def functions(self) -> dict[str, int]:
        """The functions of its code, each with the line of the file where it first begins."""
        begun: dict[str, int] = {}
        for function in profile.functions(self.code):
            begun.setdefault(function.name, self.code_line + function.lineno - 1)
        return begun

    @cached_property
    def examples(self) -> tuple[tuple[int, Any], ...]:
        """(line, example) of each. Raises LawProblems where they cannot be read."""
        return cases.read(self.path, self.blocks)

    def line_of(self, *path: str | int) -> int:
        """The line of a key of the front matter."""
        return self.lines.get(path, 1)

    def warning(self, line: int, message: str) -> Problem:
        """A warning of a line of the code, counted from its first."""
        return Problem(self.path, self.code_line + line - 1, message, "warning")

    def doubt(self, *path: str | int, message: str) -> Problem:
        """A warning of a key of the front matter."""
        return Problem(self.path, self.line_of(*path), message, "warning")


def parse(path: str, text: str) -> Document:
    """Reads a rule file. Raises LawProblems with everything that is wrong with it."""
    found = _read(path, text)
    if isinstance(found, Document):
        return found
    raise LawProblems(found)


@lru_cache(maxsize=4096)
def _read(path: str, text: str) -> Document | tuple[Problem, ...]:
    """The document, or what is wrong with it: each law to come would read what cannot be read once more."""
    try:
        return _Reading(path, text).document()
    except LawProblems as error:
        return tuple(error.problems)


class _Reading:
    """One file being read: problems are gathered, not thrown one by one."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.problems: list[Problem] = []
        self.blocks: tuple[rulefile.Block, ...] = ()
        self.lines: Lines = {}
        folder = path.split("/")[2:-1]
        self.kind = folder[0] if folder else "rule"

    def document(self) -> Document:
        parts = self._parts()
        self.blocks = parts.blocks
        code, code_line = self._code_block()
        defined, words = self._code(code, code_line)
        front = self._front(parts)
        self._name(front)
        commands = self._commands(front)
        self._functions(front, defined, parts.prose)
        self._schedule(front)
        self._state(front)
        self._kinds(front)
        self._records(front)
        self._parameters(front)
        self._fail()
        return self._made(front, parts, code, code_line, commands, words)

    def problem(self, where: int | tuple[str | int, ...], message: str) -> None:
        """At a line of the file, or at a key of the front matter."""
        self.problems.append(Problem(self.path, where if isinstance(where, int) else self._line(where), message))

    def _fail(self) -> None:
        if self.problems:
            raise LawProblems(sorted(self.problems, key=lambda p: p.line))

    def _parts(self) -> rulefile.RuleFile:
        try:
            return rulefile.split(self.text)
        except rulefile.RuleFileProblem as error:
            raise LawProblems([Problem(self.path, error.line, error.message)]) from None

    def _front(self, parts: rulefile.RuleFile) -> dict[str, Any]:
        if (hidden := seen.first_hidden(parts.front)) is not None:
            line = parts.front_line + parts.front.count("\n", 0, hidden)
            self.problem(line, f"there is a hidden character in the front matter (U+{ord(parts.front[hidden]):04X})")
        try:
            front, self.lines = guard.load_with_lines(parts.front, parts.front_line)
        except guard.YamlProblem as error:
            raise LawProblems([Problem(self.path, error.line, error.message)]) from None
        for where, message in frontmatter.problems(front, self.kind):
            self.problem(where, message)
        self._fail()
        found: dict[str, Any] = front
        return found

    def _line(self, path: tuple[str | int, ...]) -> int:
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def _code_block(self) -> tuple[str, int]:
        code = [b for b in self.blocks if b.language == "starlark"]
        if len(code) > 1:
            self.problem(code[1].line, "a rule has one block of code at most")
        return (code[0].text, code[0].line) if code else ("", 1)

    def _name(self, front: Mapping[str, Any]) -> None:
        name = self.path.rsplit("/", 1)[-1]
        if not re.fullmatch(r"[a-z0-9-]+\.md", name):
            self.problem(1, "a rule's file name has lower-case letters, digits and hyphens, and ends in .md")
        # A rule's begins with its number.
        if self.kind != "rule" and re.fullmatch(rf"{records.KEPT_BY_WINDOWS}\.md", name):
            self.problem(1, "Windows keeps this file name for itself: give the document another")
        if self.kind == "rule" and self.path.count("/") > 2:  # nobody would number it, or write its history
            self.problem(1, "rules lie directly in the ruleset's folder, and no folder of documents is called `rule`")
        number = splice.number_of_name(self.path)
        if self.kind == "rule" and number is not None and front.get("rule") not in (number, "next"):
            both = f"the number is {front.get('rule')} here and {number} in the file name"
            self.problem(("rule",), f"{both}; of a new rule write `rule: next`")

    def _code(self, code: str, code_line: int) -> tuple[list[str], frozenset[str]]:
        try:
            return [function.name for function in profile.functions(code)], profile.names_called(code)
        except profile.Unfit as error:
            for line, message in error.problems[:20]:
                self.problem(code_line + line - 1, f"{message}{unread.fence(code, line)}")
            return [], frozenset()

    def _commands(self, front: Mapping[str, Any]) -> list[Command]:
        found = []
        for place, entry in enumerate(front.get("commands", [])):
            arguments = entry.get("arguments", {})
            where = ("commands", place, "usage")
            try:
                usage = parse_usage(entry["usage"], arguments)
            except BadUsage as error:
                self.problem(where, f"usage: {error}")
                continue
            for name in sorted(set(arguments) - set(usage.arguments_in_order)):
                self.problem(where, f"the argument `{name}` is not in the usage")
            for name in dict.fromkeys([*arguments, *usage.arguments_in_order]):
                spec = arguments.get(name, {})
                if type_of(name, spec) == "choice" and "values" not in spec:
                    self.problem(where, f"the choice `{name}` needs `values`")
            who, help_ = entry.get("who", "active"), entry.get("help", "")
            whose = (who,) if isinstance(who, str) else tuple(who)
            found.append(Command(usage, entry["usage"], arguments, whose, entry["run"], help_))
        return found

    def _functions(self, front: Mapping[str, Any], defined: Collection[str], prose: str) -> None:
        for part in ("answers", "adjusts"):
            for old in [name for name in front.get(part, {}) if name in vocabulary.RENAMED]:
                self.problem((part, old), f"the question `{old}` is called `{vocabulary.RENAMED[old]}` now")
        if any(p.line for p in self.problems) and not defined:
            return
        for where, name in frontmatter.named(front):
            if name not in defined:
                why = meant(name, defined) or unread.code(self.blocks, prose)
                self.problem(where, f"the code has no function `{name}`{why}")

    def _schedule(self, front: Mapping[str, Any]) -> None:
        entries = front.get("schedule", [])
        if len(entries) > schedules.MOST:
            message = f"a rule has no more than {schedules.MOST} entries of a schedule, and this has {len(entries)}"
            self.problem(("schedule", schedules.MOST), message)
            return
        for place, entry in enumerate(entries):
            if wrong := schedules.wrong_with(entry):
                self.problem(("schedule", place, wrong[0]), wrong[1])
            self._zone(entry.get("timezone"), place)

    def _zone(self, name: str | None, place: int) -> None:
        """A zone nobody knows would stop the clock of the whole game."""
        try:
            zone(name or "UTC")
        except BadZone as error:
            self.problem(("schedule", place, "timezone"), str(error))

    def _state(self, front: Mapping[str, Any]) -> None:
        for collection, declared in front.get("state", {}).items():
            if collection in RESERVED:
                self.problem(("state", collection), f"`{collection}` is a name the engine keeps for itself")
            for name, schema in declared.items():
                for message in fields.check_field(schema):
                    self.problem(("state", collection, name), _of_field(name, message))

    def _kinds(self, front: Mapping[str, Any]) -> None:
        for kind, where in front.get("documents", {}).items():
            for name, schema in where.get("fields", {}).items() if isinstance(where, Mapping) else ():
                if name in frontmatter.PROPERTIES or name == "name":
                    self.problem(("documents", kind), f"`{name}` is a word of every front matter")
                for message in fields.check_field(schema):
                    self.problem(("documents", kind, "fields", name), _of_field(name, message))

    def _records(self, front: Mapping[str, Any]) -> None:
        """First records, and collections kept in one file: what the engine keeps, and people, come about otherwise."""
        kept = RESERVED | MADE_BY_PLAY
        for part in ("records", "files"):
            for collection in [name for name in front.get(part, {}) if name in kept]:
                self.problem((part, collection), f"`{collection}` is not for a rule to lay out")
        for collection, laid in front.get("records", {}).items():
            for key in [key for key in laid if not _KEY.fullmatch(key) or not records.fits(key)]:
                self.problem(("records", collection, key), records.A_KEY)
        for collection, name in front.get("files", {}).items():
            if name in kept:
                self.problem(("files", collection), f"`{name}` is the name of something else that is kept")

    def _parameters(self, front: Mapping[str, Any]) -> None:
        for name in front.get("parameters", {}):
            if name in vocabulary.WORDS:
                self.problem(("parameters", name), f"`{name}` is a word of the engine: give the parameter another name")

    def _made(
        self,
        front: Mapping[str, Any],
        parts: rulefile.RuleFile,
        code: str,
        code_line: int,
        commands: list[Command],
        words: frozenset[str],
    ) -> Document:
        number = front.get("rule")
        same = {name: front[name] for name in _SAME if name in front}
        kinds = {k: w if isinstance(w, Mapping) else {"folder": w} for k, w in front.get("documents", {}).items()}
        return Document(
            title=str(front.get("title") or front["name"]),
            documents={kind: str(where["folder"]) for kind, where in kinds.items()},
            document_fields={kind: where.get("fields", {}) for kind, where in kinds.items()},
            extra=frontmatter.own_fields(front) if self.kind != "rule" else {},
            path=self.path,
            kind=self.kind,
            slug=splice.slug_of(self.path),
            number=number if isinstance(number, int) else None,
            text=self.text,
            history=tuple(front.get("history", ())),
            schedule=tuple(front.get("schedule", ())),
            overrides=_numbers(front.get("overrides", [])),
            defers_to=_numbers(front.get("defers_to", [])),
            commands=tuple(commands),
            prose=parts.prose,
            code=code,
            code_line=code_line,
            blocks=parts.blocks,
            words=words,
            front=front,
            lines=self.lines,
            warnings=tuple(self._drift(front, parts.prose)),
            **same,
        )

    def _drift(self, front: Mapping[str, Any], prose: str) -> Iterator[Problem]:
        """Law and code must not drift apart: every parameter's value is to be read in the prose."""
        for name, value in unsaid(front.get("parameters", {}), prose):
            message = f"the prose does not say {value} (the parameter `{name}`)"
            yield Problem(self.path, self._line(("parameters", name)), message, "warning")


def _of_field(name: str, message: str) -> str:
    """What is wrong with a field's schema, with the field's name."""
    rest = message.removeprefix("the field")
    return message if rest == message else f"the field `{name}`{rest}"


_SAME: Final = "immutable parameters state records files scenes on answers adjusts forbids by_hand show".split()
MADE_BY_PLAY: Final = frozenset({"players", "polls", "game"})
RESERVED: Final = frozenset({"engine", "outbox", "threads", "issues", "journal", "timers", "rules"})


def _numbers(claim: Any) -> tuple[int | str, ...]:
    return tuple(claim) if isinstance(claim, list) else (claim,)
