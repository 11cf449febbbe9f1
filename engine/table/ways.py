"""A command in what rules and the referee say, such as `/buy 1 farm`, leads to its form, filled in as it stands there."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final
from urllib.parse import quote

from markupsafe import Markup

from engine.law.documents.usage import parse_usage
from engine.table import forms
from engine.table.forms import Form
from engine.table.sight import Sight

_SAID: Final = re.compile(r"<(?P<kept>a|pre)\b.*?</(?P=kept)>|<code>([^<]{1,300})</code>", re.DOTALL)


@dataclass(frozen=True)
class Ways:
    """Those of one seat at one moment; who has no seat, and a game that is over or paused, have none."""

    sight: Sight
    seat: str | None

    @cached_property
    def forms(self) -> Sequence[Form]:
        still = self.seat is None or self.sight.is_still
        every = [] if still else forms.forms(self.sight, self.seat or "")
        return [form for form in every if form.open and not form.where]  # where it is written has a form of its own

    def led(self, shown: Markup) -> Markup:
        """Markup in which the commands that this seat could write now are links. What is a link, or a block of code, stays."""
        return Markup(_SAID.sub(self._link, shown))  # noqa: S704 - escaped before

    def lead(self, shown: Markup) -> bool:
        return self.led(shown) != shown

    def _link(self, found: re.Match[str]) -> str:
        text = html.unescape(found[2] or "")
        form = self.filled(text) if text else None
        way = f"/act?write={quote(text)}#act-{form.id}-n" if form else ""
        return f'<a href="{way}">{found[0]}</a>' if way else found[0]

    def filled(self, text: str) -> Form | None:
        """The form that writes these words, or begins with them, its fields as they stand there."""
        first, known = text.split()[:1], self.sight.law["refused"].get(self.seat or "", {})
        there = [form for form in self.forms if form.usage.split()[0].casefold() == "".join(first).casefold()]
        for form in there if text not in known else ():
            usage = parse_usage(form.usage, self.sight.law["commands"][int(form.id[1:])]["arguments"])
            values = usage.match(text)
            if values is not None:
                return replace(form, fields=tuple(_with(field, values.get(field.name)) for field in form.fields))
        return next((form for form in there if form.fields and _begins(form) == text.casefold().split()), None)


def _with(field: forms.Field, value: str | None) -> forms.Field:
    """A field with what was written for it; of a choice only what can be chosen."""
    if value is None or (field.kind == "choice" and value not in field.choices):
        return field
    return replace(field, default=value)


def _begins(form: Form) -> list[str]:
    return re.split(r"[<\[]", form.usage, maxsplit=1)[0].casefold().split()
