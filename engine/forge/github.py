"""The Forge port on GitHub's REST interface, 2 requests for an idle pass."""

import time
from collections.abc import Callable

from engine.forge.reading import ReadingForge
from engine.forge.wire import Pace, Wire
from engine.forge.writing import WritingForge

USUAL_PACE = Pace()
NO_WAITING = Pace(0.0, 0.0, pause=0.0)  # of a forge of one's own


class GitHubForge(ReadingForge, WritingForge):
    """`base_url` as in GITHUB_API_URL, `repository` as in GITHUB_REPOSITORY (owner/name).

    All waits for rate limits and after server errors together last at most `pace.patience` seconds. Answers that are
    dated otherwise than this machine's `clock` says tell no time, where there is one to go by.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        repository: str,
        *,
        pace: Pace = USUAL_PACE,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] | None = None,
    ) -> None:
        wire = Wire(base_url, token, repository, pace, sleep, clock)
        ReadingForge.__init__(self, wire)
        WritingForge.__init__(self, wire)
