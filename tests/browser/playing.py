"""A served game and a real browser: Debian's Chromium, driven by Playwright, where both are there."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.nomic import COMMAND

CHROMIUM = shutil.which("chromium")
WHOLE = os.environ.get("NOMIC_BROWSER") == "all"
PICTURES = Path(os.environ.get("NOMIC_SCREENSHOTS") or Path(__file__).parents[2] / ".screenshots")
PAGES = ("", "act", "threads", "threads/1", "issues", "propose", "rules", "players", "chronicle", "table")
SMALL = """() => [...document.querySelectorAll('button, .button, input, select, textarea, summary, .mast a, .index a')]
  .filter(e => e.offsetParent && e.type !== 'hidden' && e.type !== 'checkbox' && e.getBoundingClientRect().height < 43.5)
  .map(e => e.outerHTML.slice(0, 100))"""


@dataclass
class Served:
    """`nomic play` in a process of its own."""

    folder: Path
    words: tuple[str, ...]
    process: subprocess.Popen[str] | None = None
    link: str = ""
    said: list[str] = field(default_factory=list)

    def start(self) -> str:
        """The host's link, once it answers."""
        command = [
            *COMMAND,
            "play",
            str(self.folder),
            "--no-browser",
            "--port",
            "0",
            *self.words,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            found = re.search(r"http://127\S+", line)
            if found:
                self.link = found[0]
                return self.link
        raise AssertionError("".join(self.said))

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()

    @property
    def address(self) -> str:
        return self.link.partition("/enter/")[0]


@contextmanager
def browser() -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: `make test-browser` installs it")
    with sync.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield found
        finally:
            found.close()


def until(page: Any, holds: Any, seconds: float = 120.0) -> None:
    """Loads the page again until it holds: passes are made beside it."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, page.locator("main").inner_text()[:2_000]
        time.sleep(0.5)
        page.reload()


def picture(page: Any, name: str) -> None:
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def fits(page: Any) -> None:
    """No sideways scrolling, and nothing that is hard to hit with a thumb."""
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= page.viewport_size["width"], f"{page.url} is {width} px wide"
    assert page.evaluate(SMALL) == [], page.url


def serious(page: Any) -> list[str]:
    """What axe-core finds that is serious or critical."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page).response["violations"]
    return [
        f"{v['id']} at {page.url}: {v['nodes'][0]['html'][:200]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]
