"""The child that plays examples beside the judge's: no key, no token, no environment, sealed like it. It names those that hold.

It is told a law, and which examples of it. A rule that ends it, or one that takes too long, ends nothing else: what was not named by
then is played in the judge's own child, where it is known what ran.
"""

import json
import os
import sys

from engine.game.examples import examples
from engine.game.examples.evidence import MOST_OF_A_CASE, named
from engine.referee.judging.confined import confined, in_turn
from engine.referee.judging.lines import say
from engine.referee.judging.sweeping import seldom


def main() -> None:
    line = sys.stdin.buffer.readline()
    job, size = json.loads(line), len(line)
    seldom()
    host, fuse = confined(size)
    begins = in_turn(fuse, size)
    cases = named(job["texts"], job["ruleset"])
    for name in job["names"]:
        wrong, _ = examples.counted(cases[name], job["texts"], job["ruleset"], host, MOST_OF_A_CASE, begins)
        if not wrong:
            say(sys.stdout.buffer, {"held": name})
    os._exit(0)


if __name__ == "__main__":
    main()
