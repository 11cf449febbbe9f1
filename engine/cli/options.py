"""What commands share: the kinds of options a new game is made with, and how a repository is named on GitHub."""

from __future__ import annotations

import re
from typing import Any, Final

import click


class Ruleset(click.ParamType[str]):
    """One of those that ship."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in _rulesets():
            self.fail(f"there is no ruleset {value!r}. {_told()}", param, ctx)
        return str(value)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        return _told()


class Timezone(click.ParamType[str]):
    """A name that the time zone database knows."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from engine.law.zones import BadZone, like_zone, zone  # noqa: PLC0415 - keeps `nomic --help` fast

        try:
            zone(value)
        except BadZone as error:
            near = like_zone(value)
            hint = f"Did you mean {' or '.join(near)}?" if near else "Names look like Europe/Berlin, or UTC."
            self.fail(f"{error}. {hint}", param, ctx)
        return str(value)


REPOSITORY: Final = re.compile(r"[A-Za-z0-9-]{1,39}/[\w.-]{1,100}", re.ASCII)
RULESET: Final = Ruleset()
TIMEZONE: Final = Timezone()


def _rulesets() -> list[str]:
    from engine.template import shipped  # noqa: PLC0415 - keeps `nomic --help` fast

    return shipped.rulesets()


def _told() -> str:
    return f"There are: {', '.join(_rulesets())}."
