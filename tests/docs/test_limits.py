"""What the pages say that one may have or take at most is what the engine allows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.game.consulting import answers, asking, commands, pacing, status
from engine.game.plan import Limits
from engine.game.proposals import crowd, expelled, fallen, polls, rescue
from engine.game.replies.change_refusals import change_problem
from engine.game.words import checked, speech
from engine.game.world import changes, room, sizes, wishes, world
from engine.law.documents import profile, schedules
from engine.law.running import host, used
from engine.referee import ports, trouble
from engine.referee.answering import shown
from engine.referee.commits import administered, taken
from engine.referee.intake import portions, pulls
from engine.referee.judging import limits
from engine.site import beside
from engine.table.game import SOON
from engine.table.serving import MOST_AT_ONCE
from tests.storms.zoo import ONE_IN

DOCS = Path(__file__).parents[2] / "docs"


def n(number: int) -> str:
    return f"{number:,}"


HOUR, DAY, MB = 3_600, 86_400, 1_000_000
WORDS = {
    2: "two",
    4: "four",
    5: "five",
    8: "eight",
    10: "ten",
    50: "fifty",
    60: "sixty",
    200: "two hundred",
    300: "three hundred",
    3_000: "three thousand",
}
SAID = {
    "reference.md": [
        f"{profile.MAX_CODE // 1024} KB of code a rule",
        f"brackets {profile.MAX_NESTING} deep, all of it put together {profile.MAX_DEPTH:,} deep",
        f"nothing more than {profile.MOST_BLANKS} blanks to the right",
        f"{used.MAX_TICKS // 10**6} million steps",
        f"{n(used.MAX_WORDS)} words ({world.WORDS_A_PLAYER} more for each player) a happening",
        f"call each other {host.MAX_DEPTH} deep and settle within {asking.MOST_ROUNDS} rounds",
        f"A proposal has {pulls.MOST_COMMITS} commits at most, of which one joins {pulls.MOST_PARENTS} others "
        f"and all together {pulls.MOST_OF_PARENTS}",
        f"changes {pulls.MOST_FILES} files of the law with {n(pulls.MOST_TEXT)} bytes each",
        f"touches {n(pulls.MOST_PATHS)} files whose names have {n(pulls.MOST_OF_PATHS)} characters",
        f"all that it writes has {n(pulls.MOST_BYTES)} bytes",
        f"Of a refusal {WORDS[pulls.SHOWN]} files are named",
        f"`/status` tells {status.MOST_LINES} lines of rules",
        f"{crowd.MOST_RESCUES} rescues are under way at a time",
        f"A record may take {n(room.LARGEST_RECORD)} bytes",
        f"a collection in one file {n(room.LARGEST_FILE)}",
        f"all that rules keep together {n(sizes.LARGEST_KEPT)}",
        f"less than is left of {n(room.RESERVE)} more",
        f"the subject of a poll, {n(speech.LONGEST)} characters",
        f"all that is said in a happening {n(speech.MOST_AT_ONCE)} bytes",
        f"a name {checked.MOST_KEY} characters, those of all who have a vote in a poll {n(answers.MOST_OF_NAMES)}, "
        f"a choice {answers.LONGEST_CHOICE}, and what a rule adds to a ballot {n(answers.LARGEST_OWN)}",
        f"more than {n(wishes.TOO_MUCH)} bytes wait to be said",
        f"a poll takes {polls.MOST_BALLOTS} votes",
        f"has room for {WORDS[pacing.ROOM // pacing.WHOLE]} periods or timers that take all they may, "
        f"or {WORDS[pacing.ROOM // pacing.LIGHT]} light timers",
        f"A line is at most {status.LONGEST} characters",
    ],
    "play.md": [
        f"whoever is no player yet gets {WORDS[wishes.STRANGERS_ANSWERS]} answers a day",
        f"{rescue.PATIENCE // HOUR} hours have passed since",
        f"written nothing anywhere for {rescue.SILENCE // DAY} days",
        f"has a say for {expelled.LASTS // DAY} more days",
        f"more than {WORDS[crowd.MOST_RESCUES_OF_ONE]} rescues of their own",
        f"one that has waited for {crowd.LONG_BEGUN // DAY} days",
    ],
    "howto.md": [f"Texts have {n(speech.LONGEST)} characters at most", f"a rule has {schedules.MOST} of them at most"],
    "operate.md": [
        f"plays the next {beside.WEEKS} weeks with and without it, {beside.SEEDS} times",
        f"take at most {beside.PATIENCE:g} seconds ({SOON:g} at a table",
    ],
    "reliability.md": [
        f"of more than {n(commands.LONGEST)} characters that is no move",
        f"of the first post of a thread {n(shown.LONGEST_BODY)} characters are kept",
        f"a change is kept up to {pulls.MOST_WRITTEN / MB:g} MB",
        f"a commit by hand up to {taken.MOST_BYTES / MB:g} MB",
        f"A plan ends early at {Limits().written / MB:g} MB",
        f"the latest {fallen.MOST_REFUSED} of each voter and {n(fallen.MOST_REFUSED_OF_ALL)} in all",
        f"for {trouble.PATIENCE / 60:g} minutes at",
        f"plants one bug in {WORDS[ONE_IN]}",
        f"portions of {portions.MOST_HEADS} heads, {portions.MOST_READ // 10**6} million characters or "
        f"{WORDS[portions.MOST_SECONDS // 60]} minutes",
    ],
    "threat-model.md": [
        f"takes up to {WORDS[limits.SLOWEST]} times as long",
        f"beyond {wishes.MOST / MB:g} MB is taken back with it",
        f"no further than {n(administered.MOST_TOUCHED)} files",
        f"{administered.APART} are judged apart",
        f"{n(administered.IN_ALL)} are looked at commit by commit",
        f"reads no tree further than {n(ports.MOST_PATHS)} paths",
        f"all of it together is {sizes.LARGEST_KEPT / MB:g} MB at most",
        f"more than is left of {room.RESERVE / MB:g} MB more",
        f"the law has at most {n(changes.MOST_FILES)} files",
        f"A table answers {MOST_AT_ONCE} connections at once",
        f"{WORDS[crowd.MOST_OF_ONE]} polls of one hand, {WORDS[crowd.MOST]} with issues of their own, "
        f"{WORDS[wishes.MOST_ISSUES]} issues",
    ],
}


REFUSED = {
    "commits": [f"more than {pulls.MOST_COMMITS} commits"],
    "parents": [f"one joins {pulls.MOST_PARENTS} at most, and all together {pulls.MOST_OF_PARENTS}"],
    "size": [f"has {n(pulls.MOST_TEXT)} bytes at most", f"write {n(pulls.MOST_BYTES)}."],
    "files": [f"more than {pulls.MOST_FILES} files of the law", f"more than {n(pulls.MOST_PATHS)} in all"],
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_proposal_that_is_too_large_is_told_what_the_most_is(code: str) -> None:
    reason = change_problem({"code": code}).reason
    assert all(said in reason for said in REFUSED[code]), reason


@pytest.mark.parametrize(("page", "said"), [(page, said) for page, every in SAID.items() for said in every])
def test_a_limit_is_what_the_page_says(page: str, said: str) -> None:
    text = " ".join((DOCS / page).read_text(encoding="utf-8").split())
    assert re.search(rf"(?<![0-9,]){re.escape(said)}(?![0-9,]*[0-9])", text)
