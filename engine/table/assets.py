"""The files that pages bring along, at an address that is another whenever one of them is.

So a browser keeps them, and asks for the page alone: what it opens connections for, at a full table, is what others wait for.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from engine.site import HERE as SITE

HERE: Final = Path(__file__).parent / "static"
FILES: Final = {
    "board.css": SITE / "board.css",
    "table.css": HERE / "table.css",
    "table.js": HERE / "table.js",
    "mark.svg": SITE / "static" / "mark.svg",
}
KEPT: Final = {"cache-control": "max-age=31536000, immutable"}


def address(files: Mapping[str, Path] = FILES) -> str:
    """Where they are, with a slash at its end."""
    whole = hashlib.sha256(b"\0".join(path.read_bytes() for path in files.values()))
    return f"/static/{whole.hexdigest()[:12]}/"


def answer(request: Request) -> Response:
    path = FILES.get(str(request.path_params["name"]))
    if path is None:
        return PlainTextResponse("There is no such file.", 404)
    return FileResponse(path, headers=KEPT)
