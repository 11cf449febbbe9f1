"""What commands share: the kinds of options a new game is made with, and how a repository is named on GitHub."""

import re
from pathlib import Path
from typing import Any, Final

import click

from engine.law.documents.zones import BadZone, like_zone, zone
from engine.template import rulesets, shipped


class Ruleset(click.ParamType[str]):
    """One of those that ship, by its name; or one of somebody's own, by its folder: its whole path."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in shipped.rulesets():
            return str(value)
        if not Path(value).is_dir():
            self.fail(f"there is no ruleset {value!r}. {_told()}", param, ctx)
        return self._own(str(Path(value).resolve()), param, ctx)

    def _own(self, folder: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            rulesets.law(folder)
        except rulesets.BadRuleset as error:
            self.fail(str(error), param, ctx)
        return folder

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        return _told()


class Timezone(click.ParamType[str]):
    """A name that the time zone database knows."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            zone(value)
        except BadZone as error:
            near = like_zone(value)
            hint = f"Did you mean {' or '.join(near)}?" if near else "Names look like Europe/Berlin, or UTC."
            self.fail(f"{error}. {hint}", param, ctx)
        return str(value)


REPOSITORY: Final = re.compile(r"[A-Za-z0-9-]{1,39}/[\w.-]{1,100}", re.ASCII)
BEGIN_WITH: Final = "The rules to begin with: a name, or a folder rules/NAME of your own."
RULESET: Final = Ruleset()
TIMEZONE: Final = Timezone()
root: Final = click.option(
    "--root", type=click.Path(exists=True, path_type=Path), help="The game's repository, if not this folder."
)
directory: Final = click.argument(
    "directory", metavar="[DIR]", type=click.Path(exists=True, file_okay=False, path_type=Path), default=Path()
)
timezone: Final = click.option(
    "--timezone", default="UTC", show_default=True, type=TIMEZONE, help="The time its periods follow."
)


def _told() -> str:
    return f"There are: {', '.join(shipped.rulesets())}; and a folder rules/NAME of your own."
