"""The child that plays the examples of a draft: no key, no token, no environment, sealed like the judge.

It is told the law as it would be and the file, and says of one example after the other what does not hold. Then it ends.
"""

import json
import os
import sys
from typing import Final

from engine.game.examples import examples
from engine.game.examples.example_stage import MOST_HAPPENINGS
from engine.referee.judging.confined import confined, in_turn
from engine.referee.judging.lines import say
from engine.store.clipped import clipped
from engine.table.counsel_main import LARGEST

LONGEST_NAME: Final = 120
LONGEST: Final = 1_000  # letters of what is told of one thing that does not hold
MOST_SHOWN: Final = 40  # things that do not hold: who reads that many has enough to mend


def main() -> None:
    job = json.loads(sys.stdin.buffer.readline())
    host, fuse = confined(LARGEST)
    begins = in_turn(fuse, LARGEST)
    for case in examples.cases_of_rule(job["path"], job["texts"][job["path"]]):
        wrong, _ = examples.counted(case, job["texts"], job["ruleset"], host, MOST_HAPPENINGS, begins)
        say(
            sys.stdout.buffer,
            {"failing": [_told(case, each) for each in wrong[:MOST_SHOWN]], "more": len(wrong[MOST_SHOWN:])},
        )
    os._exit(0)


def _told(case: examples.Example, wrong: str) -> str:
    """In bounds: a name of a thousand lines stands before each thing that does not hold, and there may be a thousand of those."""
    named = examples.Example(case.path, case.line, {"name": clipped(case.name, LONGEST_NAME)})
    return str(examples.FailedExample(named, clipped(wrong, LONGEST)))


if __name__ == "__main__":
    main()
