"""A collection of records as a table of the page *Players*."""

from typing import Any, Final

from engine.site import words
from engine.table.sight import Sight

MOST_COLUMNS: Final = 40  # a wide table is scrolled within
MOST_ROWS: Final = 200


def table(sight: Sight, name: str) -> dict[str, Any]:
    """What any record says is a column, numbers to the right; `all` says how many there are, of which the first are shown."""
    rows = {
        key: words.fields(sight.told(name, record)) for key, record in list(sight.records[name].items())[:MOST_ROWS]
    }
    numeric: dict[str, bool] = {}
    for cells in rows.values():
        for column, _, is_number in cells:
            numeric[column] = numeric.get(column, True) and is_number
    columns = list(numeric.items())[:MOST_COLUMNS]
    shown = []
    for key, cells in rows.items():
        by_name = {column: value for column, value, _ in cells}
        of_player = key in sight.records.get("players", {})
        label = sight.login(key) if of_player else key
        shown.append((label, [(by_name.get(column, "–"), is_number) for column, is_number in columns]))
    return {
        "name": words.named(name),
        "first": "Who" if name == "players" else "Which",
        "columns": columns,
        "rows": shown,
        "all": len(sight.records[name]),
    }
