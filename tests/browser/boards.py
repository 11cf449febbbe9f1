"""The board of each ruleset's played game, served on loopback for a browser; and its pictures for docs/gallery."""

from __future__ import annotations

import functools
import http.server
import re
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.browser.playing import browser
from tests.site.played import PLAYED, written

GALLERY: Final = Path(__file__).parents[2] / "docs" / "gallery"
FORETOLD: Final = "What it would change"  # an open proposal shows more than a decided one
TALLEST: Final = 1_100
WIDE: Final = 1_000


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing is printed."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def ended(folder: Path) -> str:
    """The moment that a board is of: its readers look at it then."""
    return re.findall(r'datetime="([^"]+)"', (folder / "index.html").read_text())[-1]


def kinds(folder: Path) -> dict[str, str]:
    """name -> path of one page of each kind that this board has: the largest, since it shows most."""
    found = {"home": "index.html"}
    for name in ("map", "records", "rulebook", "proposals", "judgments", "chronicle"):
        if f'href="{name}.html"' in (folder / "index.html").read_text():
            found[name] = f"{name}.html"
    for name, pattern in (
        ("player", "players/*.html"),
        ("collection", "records/*.html"),
        ("rule", "rules/*.html"),
        ("version", "rules/*.as-of-*.html"),
        ("proposal", "proposals/*.html"),
        ("day", "chronicle/*.html"),
    ):
        pages = sorted(
            folder.glob(pattern), key=lambda page: (FORETOLD not in page.read_text(), -page.stat().st_size, page.name)
        )
        found |= {name: str(pages[0].relative_to(folder))} if pages else {}
    return found


def photograph(folder: Path, rulesets: Iterable[str] = PLAYED) -> None:
    """A picture of each kind of page of each ruleset; the first pages in the dark and on a phone, too. Wants Pillow."""
    from io import BytesIO

    from PIL import Image

    def kept(data: bytes, name: str) -> None:
        image = Image.open(BytesIO(data)).convert("RGB")
        image = image.crop((0, 0, image.width, min(image.height, TALLEST)))
        image.quantize(40, dither=Image.Dither.NONE).save(folder / f"{name}.png", optimize=True)

    folder.mkdir(exist_ok=True)
    with browser() as chromium, TemporaryDirectory() as place:
        for ruleset in rulesets:
            out = written(ruleset, Path(place) / ruleset)
            with served(out) as address:
                for scheme, width, only in (("light", WIDE, ()), ("dark", WIDE, ("home",)), ("light", 375, ("home",))):
                    page = chromium.new_context(
                        viewport={"width": width, "height": 700}, color_scheme=scheme
                    ).new_page()
                    page.clock.set_fixed_time(ended(out))
                    page.clock.set_fixed_time(ended(out))
                    for name, path in kinds(out).items():
                        if not only or name in only:
                            page.goto(f"{address}/{path}")
                            more = "" if (scheme, width) == ("light", WIDE) else f"-{scheme}-{width}"
                            kept(page.screenshot(full_page=True), f"{ruleset}-{name}{more}")


if __name__ == "__main__":
    photograph(GALLERY, sys.argv[1:] or PLAYED)
