"""What is said of a rescue: that it has begun, what it waits for, and what came of it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.game.owned import PollFacts
from engine.game.replies.inert import inert, person
from engine.game.replies.moments import when
from engine.game.replies.somany import MOST_PEOPLE, listed, people

RULE_ASKED: Final = "No rule is asked."


class Consent(NamedTuple):
    """By whom a rescue landed, by name: who said yay, who was waited for and silent for so many `days`, over whose nay."""

    agreed: Sequence[str]
    silent: Sequence[str]
    objecting: Sequence[str]
    days: int

    def is_of_all(self) -> bool:
        return not self.silent and not self.objecting


def _people(names: Sequence[str]) -> str:
    return people(names) or "nobody"


def _woken(names: Sequence[str]) -> str:
    return listed(names, MOST_PEOPLE, "@{}".format)


def begun(thread: int, title: str, electors: Sequence[str], hours: int) -> str:
    return (
        f"**Somebody asks for a rescue**: #{thread}, {inert(title)}, is to become law although the rules may not allow it. "
        f"{RULE_ASKED} It does if each of these says `yay` there, {hours} hours pass, and no player says `nay` there: {_woken(electors)}."
    )


def asked(hours: int) -> str:
    return (
        f"This is to be rescued: say `yay` here if you agree, or `nay` if you object. {RULE_ASKED} Every active player has to agree, "
        f"and {hours} hours have to pass. New commits begin it anew; whoever closes the pull request ends it."
    )


class Awaited(NamedTuple):
    """What a rescue waits for: these people, by name, and until `earliest`, in a game's `timezone`; nothing lands in a pause."""

    waiting: Sequence[str]
    earliest: int | None
    timezone: str
    is_paused: bool

    def told(self) -> str:
        rest = f"It waits for {_people(self.waiting)}"
        if self.is_paused:
            return f"{rest}, and does not land while the game is paused."
        return rest + (f", and lands not before {when(self.earliest, self.timezone)}." if self.earliest else ".")


def counted(choice: str, ahead: Awaited) -> str:
    return f"{'An objection to' if choice == 'nay' else 'A yay for'} the rescue. {ahead.told()}"


def taken_back(who: str, ahead: Awaited, *, objects: bool) -> str:
    """`objects`: by what they said before that yay."""
    before = "their objection of before it stands again" if objects else "no yay of theirs from before it counts"
    return f"The yay of {person(who)} for the rescue is taken back, and {before}: who agrees says `yay` in a new comment. {ahead.told()}"


def anew(thread: int, voted: Sequence[str], hours: int) -> str:
    again = f" Please look again: {_woken(voted)}." if voted else ""
    return f"The rescue of #{thread} begins anew, with {hours} hours to go: new commits changed what is to become law.{again}"


def ended(thread: int) -> str:
    return f"The rescue of #{thread} is over: the pull request is closed."


def gave_way(thread: int, days: int) -> str:
    return (
        f"The rescue of #{thread} is over: it has waited for more than {days} days, and gives way to another one. "
        "Whoever still wants it writes `/rescue` there again."
    )


def held(thread: int, why: str, *, agreed: bool) -> str:
    how = "has everybody's consent and cannot land" if agreed else "cannot land as it is, whoever agrees"
    return f"The rescue of #{thread} {how}. {why}"


def line(thread: int, waiting: Sequence[str], earliest: int | None, timezone: str) -> str:
    time = f", not before {when(earliest, timezone)}" if earliest else ""
    return f"#{thread} is to be rescued{time}; waiting for {_people(waiting)}."


def landed(poll: PollFacts, consent: Consent) -> str:
    what = f"#{poll['thread']}, {inert(poll['subject'])}, is law as {poll['number']}, by rescue"
    if consent.is_of_all():
        return f"**{what}**: all agreed ({_people(consent.agreed)}), and nobody objected. No rule was asked."
    return f"**{what}**: {_consented(consent)}. No rule was asked."


def landed_here(poll: PollFacts, consent: Consent) -> str:
    how = "all agreed, and nobody objected" if consent.is_of_all() else _consented(consent)
    return f"This is law now, as {poll['number']}, by rescue: {how}."


def by_rescue(consent: Consent) -> str:
    """The reason in the record."""
    how = "and nobody objected" if consent.is_of_all() else _consented(consent).replace("**", "")
    return f"by /rescue: no rule was asked, {how}"


def _consented(consent: Consent) -> str:
    """Over whose nay first: in the record what is long is cut."""
    over = [f"over the nay of {_people(consent.objecting)}, silent for {consent.days} days since"]
    without = [f"without {_people(consent.silent)}, silent for {consent.days} days"]
    parts = [*(over if consent.objecting else []), *(without if consent.silent else [])]
    return "; ".join([*parts, f"with the yay of {_people(consent.agreed)}"])
