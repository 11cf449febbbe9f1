"""A thread listed whole, before something is decided in it: what the reading of the changes alone did not show."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from engine.game.happening import Happening, said_at
from engine.game.plan import Plan
from engine.referee import trouble
from engine.referee.intake.inbox import OF_PEOPLE
from engine.referee.intake.known_votes import KnownVote, KnownVotes, known_of
from engine.referee.intake.reading import Reader
from engine.referee.intake.traces import deleted, may_be_a_vote, reads_otherwise, words_read
from engine.referee.ports import Comment, ForgeError, Gone, Unreachable, Unreadable
from engine.store.marks import reached

ASKED: Final = 20  # comments that a list lacks, each asked for by its number
MAY_DECIDE: Final = (*OF_PEOPLE, "checks", "unread")


def whole_thread(reader: Reader, number: int, plan: Plan, *, once_more: bool) -> list[Happening]:
    """What a whole listing of a thread shows that was not known: ballots deleted without a trace, votes never read, another base.

    `once_more`: what else it hangs on was looked at in this very pass.
    """
    now, known = reader.forge.server_time(), known_of(reader.state, number, plan)
    reader.holding.decided_at[number] = known.decided_at
    listed = _all_of_it(reader, number, known, now)
    if listed is None:
        return []
    reader.checks.before_verdict(number, now, known, _before_all(reader))
    here = [] if once_more else _as_it_is_now(reader, number, now)
    here += _of_votes(reader, number, listed, known, now)
    here += _of_talk(reader, number, listed, known, now)
    return here


def _all_of_it(reader: Reader, number: int, known: KnownVotes, now: int) -> dict[int, Comment] | None:
    """What people wrote there, by the numbers of comments. None where nothing is known: the poll is held."""
    comments = _listed(reader, number, now)
    if comments is None:
        return None
    listed = _not_older(reader, number, {c.id: c for c in comments if not reader.mine(c)}, known, now)
    if listed is None:
        return None
    shown = _shown_by_number(reader, number, [v for v in known.votes if v.comment not in listed], now)
    return None if shown is None else listed | shown


def _of_votes(
    reader: Reader, number: int, listed: Mapping[int, Comment], known: KnownVotes, now: int
) -> Iterator[Happening]:
    """Votes that are gone, and those that read otherwise than they were read."""
    before, waiting = _before_all(reader), _waiting(reader)
    for vote in known.votes:
        comment = listed.get(vote.comment)
        if comment is None:
            gone: Happening = {**deleted(number, vote.comment, before), "seen_at": now}
            if not vote.gone and not _told(reader.reading.inbox, gone):
                reached("ballot deleted without a trace")
                yield gone
        elif vote.comment in waiting and not _is_to_be_read_again(reader, vote.comment, known):
            continue
        elif not _is_older(comment, vote) and reads_otherwise(comment, vote.choice, words_read(reader.state, comment)):
            reached("ballot that reads otherwise before the verdict")
            yield from _edits(reader, comment, now, vote, known)


def _of_talk(
    reader: Reader, number: int, listed: Mapping[int, Comment], known: KnownVotes, now: int
) -> Iterator[Happening]:
    """What was read and was no vote, and what nobody has read yet, where it may be one by now."""
    waiting, votes = _waiting(reader), {vote.comment for vote in known.votes}
    judged = set((reader.state.thread(number) or {}).get("judged", []))
    for id_ in sorted((judged | _touched(listed, known)) - votes - waiting):
        comment = listed.get(id_)
        if comment is not None and _is_news(reader, comment):
            reached("talk edited into a vote before the verdict")
            yield {**_edit(reader, comment, now), "late": True}
    yield from _edited_meanwhile(reader, listed.values(), now)
    taken = votes | judged | known.refused | waiting
    for comment in listed.values():
        fresh = comment.id not in taken and f"comment/{comment.id}" not in reader.seen
        if fresh and _may_be_late(reader, comment, known) and may_be_a_vote(comment.body):
            reached("vote found before the verdict")
            yield {**reader.said(comment, now), "late": True}  # a vote, or nothing before a list shows it


def _waiting(reader: Reader) -> set[int]:
    """The comments of which something is still to be judged."""
    return {happening["comment"] for happening in reader.reading.inbox if "comment" in happening}


def _not_older(
    reader: Reader, number: int, listed: dict[int, Comment], known: KnownVotes, now: int
) -> dict[int, Comment] | None:
    """What is `listed`, and listed once more where that shows a vote as it was before an edit that was read: it lags behind.

    None where nothing is known: the poll is held.
    """
    if not any(_is_older(listed.get(vote.comment), vote) for vote in known.votes):
        return listed
    reached("list that lags behind what was read")
    again = _listed(reader, number, now)
    if again is None:
        return None
    newest = [max(listed.get(c.id, c), c, key=lambda each: each.updated_at) for c in again if not reader.mine(c)]
    return {comment.id: comment for comment in newest}


def _is_older(comment: Comment | None, vote: KnownVote) -> bool:
    """Whether a vote is shown as it was before what counts, which was read since: then it is that which its comment says."""
    return comment is not None and bool(vote.choice) and comment.updated_at < vote.at


def _shown_by_number(reader: Reader, number: int, unlisted: Iterable[KnownVote], now: int) -> dict[int, Comment] | None:
    """What the list left out and is there all the same. None where nothing is known of one: the poll is held.

    One list may lack what the next one has, and so may one 404 be wrong: what neither shows has to be left out once more.
    Only the newest few are asked for; of the others the second list is believed, unless it lacks what is there itself.
    """
    doubtful = [vote.comment for vote in unlisted if not vote.gone]
    asked = sorted(doubtful, reverse=True)[:ASKED]
    found = _asked_for(reader, number, asked, now)
    if found is None or len(found) == len(doubtful):
        return found
    again = _listed(reader, number, now)
    if again is None:
        return None
    shown = {comment.id: comment for comment in again}
    if not found.keys() <= shown.keys() and not shown.keys() >= set(doubtful).difference(asked):
        reached("poll held as lists leave out what is there")
        lacking = Unreachable(f"#{number}: the list of its comments leaves some out", "The next pass looks again.")
        reader.holding.wait_or_hold(number, lacking, now)
        return None
    return found | {id_: shown[id_] for id_ in doubtful if id_ in shown}


def _asked_for(reader: Reader, number: int, asked: Iterable[int], now: int) -> dict[int, Comment] | None:
    """Those of these comments that are there, each by its number. None where nothing is known of one: the poll is held."""
    found: dict[int, Comment] = {}
    for comment in asked:
        try:
            shown = reader.forge.comment(comment)
        except Gone:
            continue
        except ForgeError as error:
            reached("poll held as one of its comments cannot be had")
            reader.holding.wait_or_hold(number, error, now)
            return None
        if shown.thread == number:
            reached("vote that a list left out")
            found[comment] = shown
    return found


def _is_to_be_read_again(reader: Reader, comment: int, known: KnownVotes) -> bool:
    """Whether this pass takes a vote back that is not read again yet right before the verdict.

    What is read in the second before it may itself bring it in that second: without end it would be read a second earlier.
    """
    read = [h["time"] for h in reader.reading.inbox if h["kind"] == "edited" and h["comment"] == comment]
    return comment in known.taken_back and not any(0 <= known.decided_at - at <= 1 for at in read)


def _as_it_is_now(reader: Reader, number: int, now: int) -> list[Happening]:
    """A base other than what was judged. Of a pull request that cannot be had nothing is decided until it can."""
    try:
        retargeted = reader.retargeted(number, now)
    except Unreadable as error:
        reached("poll held as its pull request cannot be had")
        reader.holding.wait_or_hold(number, error, now)
        return []
    return [] if retargeted is None else [{**retargeted, "time": reader.state.time}]


def _touched(listed: Mapping[int, Comment], known: KnownVotes) -> set[int]:
    """What was last written once the vote was open, whenever it was begun: talk of before may have been edited into a vote."""
    return {id_ for id_, comment in listed.items() if comment.updated_at >= known.opened_at}


def _may_be_late(reader: Reader, comment: Comment, known: KnownVotes) -> bool:
    """Whether what no pass has read was written once the vote was open, or is of before and was edited then."""
    opened = known.opened_at
    return comment.created_at >= opened or (comment.updated_at >= opened and reader.news.is_new(comment))


def _is_news(reader: Reader, comment: Comment) -> bool:
    """Whether a comment that was no vote has been edited since, which no list has shown yet."""
    if comment.updated_at < reader.since or not may_be_a_vote(comment.body):
        return False
    return reader.news.is_edit(comment)


def _edited_meanwhile(reader: Reader, listed: Iterable[Comment], now: int) -> list[Happening]:
    """What was edited after it was said as the inbox has it: the list that was read first lagged behind, and the clock may decide
    between the two."""
    read: dict[int, int] = {}
    for happening in reader.reading.inbox:
        if happening["kind"] in ("said", "edited"):
            comment = happening["comment"]
            read[comment] = max(said_at(happening), read.get(comment, 0))
    newer = [comment for comment in listed if comment.updated_at > read.get(comment.id, comment.updated_at)]
    if newer:
        reached("edit of what is read in the same pass")
    return [_edit(reader, comment, now) for comment in newer]


def _before_all(reader: Reader) -> int:
    """A second before anything that may decide and is still to be judged, or the last that was."""
    done = [h["time"] for h in reader.reading.inbox if h["kind"] in MAY_DECIDE]
    return min([reader.state.time, *(time - 1 for time in done)])


def _told(inbox: Iterable[Happening], gone: Happening) -> bool:
    """Whether this very pass was told of the deletion, and by whom: that, too, is then judged before the verdict."""
    for happening in inbox:
        if happening["kind"] == "deleted" and happening["comment"] == gone["comment"]:
            happening["time"] = min(happening["time"], gone["time"])
            return True
    return False


def _listed(reader: Reader, number: int, now: int) -> list[Comment] | None:
    """The comments of a thread; none, if the thread itself is gone as well. None where nothing is known of them: it is held."""
    try:
        return trouble.every_comment(reader.forge, number)
    except ForgeError as error:
        if isinstance(error, Gone) and trouble.is_gone(reader.forge, number):
            return []
        reached("poll held as its comments cannot be listed")
        reader.holding.wait_or_hold(number, error, now)
        return None


def _edits(reader: Reader, comment: Comment, now: int, vote: KnownVote, known: KnownVotes) -> list[Happening]:
    """What a ballot reads otherwise by. Of what was taken back and edited since, that edit is judged at its own time first.

    Else the vote would stand where it is only read again: right before the verdict, and over what its voter said since.
    """
    if vote.choice or vote.at >= comment.updated_at:
        return [_edited(reader, comment, now, vote, known)]
    reached("vote edited once more after it was taken back")
    return [_edit(reader, comment, now), _edited(reader, comment, now, replace(vote, at=comment.updated_at), known)]


def _edited(reader: Reader, comment: Comment, now: int, vote: KnownVote, known: KnownVotes) -> Happening:
    """An edit that no list has shown. It has a name of its own, as one of the same second may have been judged.

    What was judged already is only read `again`, as is what was never edited, as far as seconds tell: of that the law may
    read another word than the default. What was taken back then, as it could not be voted, is judged anew as late as can
    be before the verdict, when it may be that it can.
    """
    read = _edit(reader, comment, now)
    read["id"] += f"/{now}"
    if not vote.choice:
        read["time"] = max(read["time"], known.decided_at - 1)
        read["id"] += f"/{read['time']}"  # it may be read so before more than one verdict
        if read["time"] < known.decided_at:
            read["ahead"] = True
    if not read["edited"] or vote.at >= comment.updated_at:
        read["again"] = True
    return read


def _edit(reader: Reader, comment: Comment, now: int) -> Happening:
    """An edit, by what the comment says now."""
    return {**reader.said(comment, now), "id": f"comment/{comment.id}/{comment.updated_at}", "kind": "edited"}
