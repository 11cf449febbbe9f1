"""Values as words and as HTML for pages: times, numbers, Markdown that people wrote. Nothing here trusts what it is given."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import lru_cache, partial
from itertools import accumulate
from types import CodeType
from typing import Any, Final

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from engine.game.calendar import DAY, HOUR, local, stamp
from engine.game.owned import OWN_CHOICES, Tally
from engine.game.replies import hidden
from engine.site import HERE
from engine.store.counted import is_number
from engine.store.parser import TooTangled, parser

_READERS: Final = {
    (tables, breaks): parser({"html": False, "maxNesting": 20, "breaks": breaks})
    .enable("table" if tables else [])
    .disable("image")
    for tables in (True, False)
    for breaks in (True, False)
}
_TO_A_FILE: Final = re.compile(
    r'<a href="(?![a-z][a-z0-9+.-]*:|//|#)([^"]*)"[^>]*>(.*?)</a>', re.DOTALL | re.IGNORECASE
)
_RULE_FILE: Final = re.compile(r"(?:[^#?]*/)?(?:[0-9]+-)?([a-z0-9-]+)\.md(?:#.*)?")
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_UNREADABLE: Final = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 127, *range(0xD800, 0xE000), 0xFFFE, 0xFFFF])
_UNNAMED: Final = re.compile(r"<th( class=\"n\")?></th>")
_BLANK: Final = re.compile(r"\n[ \t]*\n")
_WORKS: Final = re.compile("[<>&'\"]")  # what is escaped in a page
LONGEST: Final = 100_000
MOST_CELLS: Final = 20_000  # of tables in a text: rows are filled up to the columns of the first, so little makes much
MINUTE: Final = 60
MOST_CHOICES, LONGEST_CHOICE = 4, 20


class Escaping(CodeGenerator):
    """Has what a template shows escaped by its environment: most of it is plain, which is seen sooner than it is escaped."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


class Pages(Environment):
    """Names in templates are first of all those of a mapping's entries: most of what pages are given are such."""

    code_generator_class = Escaping

    @staticmethod
    def escaped(value: Any) -> str:
        """As `markupsafe.escape` does it."""
        kind = type(value)
        if kind is str:
            return escape(value) if _WORKS.search(value) else str(value)
        return str(value) if kind is int or kind is Markup else escape(value)

    def getattr(self, obj: Any, attribute: str) -> Any:
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


class Compiled(BytecodeCache):
    """Templates are compiled once in a process, whichever board they are of."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self.known[bucket.key, bucket.checksum] = bucket.code


_COMPILED: Final = Compiled()


def environment(*folders: str) -> Environment:
    """Templates of these folders and of this room; whatever they are given is escaped."""
    found = Pages(
        loader=FileSystemLoader([*folders, str(HERE / "templates")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=_COMPILED,
    )
    filters = (markdown, spoken, inline, told, number, named, span, time_tag, hour_tag, roll_tag)
    called = (time_tag, stamp, counted, fields, short, fitting, tallied)
    found.filters |= {each.__name__: each for each in filters}
    found.globals |= {each.__name__: each for each in called}
    return found


def markdown(text: str, rule_page: Callable[[str], str] = lambda slug: "", *, breaks: bool = False) -> Markup:
    """Markdown of players as HTML: no HTML of their own but folds, no pictures, no hidden marks; tables can be scrolled by keys.

    Links to files lead nowhere here, but for those to rules: `rule_page` gives the address of one by its slug, or nothing.
    `breaks`: each line stays one.
    """
    plain = hidden.without(text)[:LONGEST]
    reader = _READERS[_cells(plain) <= MOST_CELLS, breaks]
    shown = "".join(map(partial(_folded, reader), hidden.folds(plain)))
    shown = re.sub(r' style="text-align:(\w+)"', lambda found: ' class="n"' if found[1] == "right" else "", shown)
    shown = _UNNAMED.sub(r"<td\1></td>", shown)  # a heading that says nothing is none
    shown = re.sub(r"<(/?)h[1-6]>", lambda found: f"<{found[1]}h4>", shown)
    shown = _TO_A_FILE.sub(lambda found: _led(found[2], rule_page(slug_in(found[1]))), shown)
    return Markup(shown)  # noqa: S704 - markdown-it escapes what people wrote


def spoken(text: str) -> Markup:
    """What stands in a comment, each line as one: so GitHub shows comments, other than files."""
    return markdown(text, breaks=True)


def _folded(reader: MarkdownIt, piece: tuple[str, str]) -> str:
    summary, inside = piece
    try:
        shown = str(reader.render(hidden.unfolded(inside)))
    except TooTangled:
        shown = f"<pre><code>{escape(inside)}</code></pre>"
    return f"<details><summary>{inline(summary)}</summary>{shown}</details>" if summary else shown


def inline(text: str) -> Markup:
    """The same of one paragraph, for where one stands already: most of all words in backticks."""
    shown = markdown(text).strip()
    alone = shown.startswith("<p>") and shown.endswith("</p>") and shown.count("<p>") == 1
    return Markup(shown[3:-4]) if alone else escape(text)  # noqa: S704 - as above


def _cells(text: str) -> int:
    """How many cells the tables of a text have at most, if it has any; a blank line ends each."""
    if "|" not in text:
        return 0
    parts = [part.split("\n") for part in _BLANK.split(text.replace("\r\n", "\n").replace("\r", "\n"))]
    return sum(len(lines) * max(line.count("|") for line in lines) for lines in parts)


def _led(words: str, address: str) -> str:
    return f'<a href="{escape(address)}">{words}</a>' if address else words


def slug_in(link: str) -> str:
    """Of a link to a rule's file: `../credo/341-allocation.md#x` is to `allocation`; empty for any other."""
    found = _RULE_FILE.fullmatch(link)
    return found[1] if found else ""


def dated(time: int, zone: str) -> datetime | None:
    """None for what is no time of the calendar: a rule keeps what it likes as a time, and years have four digits."""
    try:
        return local(time, zone)
    except (ValueError, OverflowError, OSError):
        return None


@lru_cache(maxsize=65_536)
def time_tag(time: int, zone: str, form: str = "full") -> Markup:
    """`full`: Tuesday 10 March 2026, 20:41; `day`: without the hour; `hour`: the hour alone; `short`: Tue 10 March 2026, 20:41.

    What is no time of the calendar is shown as the number that it is.
    """
    at = dated(time, zone)
    if at is None:
        return Markup("<span>{}</span>").format(number(time))
    hour = f"{at.hour:02}:{at.minute:02}"
    if form == "hour":
        shown = hour
    elif form == "short":
        shown = f"{at:%a} {at.day} {at:%B} {at.year}, {hour}"
    else:
        shown = f"{at:%A} {at.day} {at:%B} {at.year}{'' if form == 'day' else f', {hour} {at.tzname()}'}"
    return Markup(f'<time datetime="{stamp(time)}">{escape(shown)}</time>')  # noqa: S704 - escaped


def hour_tag(time: int, zone: str, day: str) -> Markup:
    """The hour of what stands below a day, which is one of UTC; with the weekday where it is another one in this zone."""
    at = dated(time, zone)
    if at is None or at.date().isoformat() == day:
        return time_tag(time, zone, "hour")
    return Markup(f'<time datetime="{stamp(time)}">{at:%a} {at.hour:02}:{at.minute:02}</time>')  # noqa: S704 - a time


def roll_tag(roll: Mapping[str, Any]) -> Markup:
    """A draw as `chronicle.shown_roll` gives it; not by a template, since a year of a large game has tens of thousands."""
    escaped = Pages.escaped
    faces = "".join([f" <b>{escaped(face)}</b>" for face in roll["faces"]])
    total = "" if roll["total"] is None else f" <span>= {escaped(roll['total'])}</span>"
    return Markup(f'<p class="roll"><span>{escaped(roll["dice"])}</span>{faces}{total}</p>')  # noqa: S704 - escaped


def readable(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return text.translate(_UNREADABLE)


def span(seconds: int) -> str:
    """How long something is: 18 hours, 3 days."""
    for size, name in ((2 * DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= size:
            unit = DAY if name == "day" else size
            return counted(seconds // unit, name)
    return "a moment"


def counted(count: int, one: str, many: str = "") -> str:
    return f"{number(count)} {one if count == 1 else many or one + 's'}"


def number(value: Any) -> str:
    """With a true minus, and a space between thousands."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return _whole(value)
    return str(value).replace("-", "−") if isinstance(value, float) else str(value)


@lru_cache(maxsize=65_536)
def _whole(value: int) -> str:
    return f"{value:,}".replace(",", "\N{NARROW NO-BREAK SPACE}").replace("-", "−")


def short(text: str, most: int) -> str:
    """What fits where there is room for so many characters."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def fitting(text: str, most: int) -> str:
    """The same in a drawing, where nothing wraps: for as much room as so many letters of common width take."""
    taken = list(accumulate(map(_breadth, text)))
    if not taken or taken[-1] <= most:
        return text
    return f"{text[: sum(end <= most - 1 for end in taken)].rstrip()}…"


def _breadth(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in ("W", "F"):
        return 2
    if letter in "fijlrt.,:;'|- ":
        return 0.6
    broad = 1.15 if letter > "\x7f" else 1
    return 1.7 if letter in "mwMW@%" else 1.3 if letter.isupper() else broad


def tallied(count: Tally) -> str:
    """`2 yay, 1 nay`; where a rule knows other choices, those with most votes."""
    choices = count["choices"]
    if not set(choices) - set(OWN_CHOICES):
        return ", ".join(f"{count[word]} {word}" for word in OWN_CHOICES)
    first = sorted(choices, key=lambda choice: (-choices[choice], choice))
    told = ", ".join(f"{number(choices[choice])} {short(choice, LONGEST_CHOICE)}" for choice in first[:MOST_CHOICES])
    return f"{told}, and {len(first) - MOST_CHOICES} more" if len(first) > MOST_CHOICES else told


def named(name: str) -> str:
    """`sawmills_of` -> `Sawmills of`."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def in_words(count: int) -> str:
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def fields(record: Mapping[str, Any]) -> list[tuple[str, str, bool]]:
    """(name, value, whether it is a number) of what a record says, maps taken apart; what says nothing is left out.

    Of two maps, such as what is given and what is wanted, each says for every value whose it is.
    """
    found: list[tuple[str, str, bool]] = []
    several = sum(isinstance(value, Mapping) for value in record.values()) > 1
    for name, value in record.items():
        if isinstance(value, Mapping):
            whose = f"{name} " if several else ""
            found += [(named(f"{whose}{k}"), number(v), is_number(v)) for k, v in value.items() if _says(v)]
        elif isinstance(value, list):
            if value and all(not isinstance(v, Mapping | list) for v in value):
                found.append((named(name), row(map(number, value)), False))
        elif _says(value):
            found.append((named(name), number(value), is_number(value)))
    return found


def told(value: Any) -> str:
    """A parameter of a rule, whatever it is: `timber: 20, iron: 2`, and what is inside of something in brackets."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_inside(item)}" for key, item in value.items()) or "nothing"
    if isinstance(value, list):
        return row(map(_inside, value)) or "nothing"
    if value is None:
        return "nothing"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def row(items: Iterable[str]) -> str:
    """One after the other; such as have a comma in them, like the places 0,1 and 1,1, apart by more than another one."""
    every = list(items)
    return ("; " if any("," in item and item[0] != "(" for item in every) else ", ").join(every)


def _inside(value: Any) -> str:
    return f"({told(value)})" if isinstance(value, Mapping | list) else told(value)


def _says(value: Any) -> bool:
    return value is not None and value is not False and value != "" and not isinstance(value, Mapping | list)
