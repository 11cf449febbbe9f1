"""What a comment says by now against what was made of it: gone, by whom, or with another word than the one that counts."""

from typing import Final

from engine.game.happening import Happening
from engine.game.owned import Person
from engine.game.proposals.tally import default_ballot
from engine.game.state import State
from engine.referee.answering.shown import put_down
from engine.referee.ports import Comment
from engine.store import digest

LONGEST_VOTE: Final = 200  # characters


def may_be_a_vote(text: str) -> bool:
    """A comment that the law may take for a vote: also one written like a command, as a way to take one's vote back."""
    return len(text.strip()) < LONGEST_VOTE


def looks_like_a_vote(text: str) -> bool:
    """One that is no command, as far as the law need not be asked."""
    return default_ballot(text) is not None or (may_be_a_vote(text) and not text.strip().startswith("/"))


def said(comment: Comment, now: int, actor: Person | None) -> Happening:
    """What somebody has written, as it reads now."""
    edited = comment.updated_at != comment.created_at
    what: Happening = {"kind": "said", "thread": comment.thread, "comment": comment.id, "text": put_down(comment.body)}
    when: Happening = {"time": comment.updated_at, "edited": edited, "seen_at": now, "actor": actor}
    return {"id": f"comment/{comment.id}", **what, **when}


def deleted(thread: int, comment: int, time: int) -> Happening:
    """A comment that is gone, nobody knows through whom."""
    common: Happening = {"thread": thread, "comment": comment, "actor": None, "seen_at": time}
    return {"id": f"comment/{comment}/deleted", "kind": "deleted", "time": time, **common}


def reads_otherwise(comment: Comment, choice: str, read: str | None) -> bool:
    """Whether a ballot is not what its comment says by now: of two edits within a second the lists show one.

    `read`: the hash of the words of the law's own in which it was cast, that are compared as they stand. What was taken
    back by an edit that could not be voted then may be a vote by now, in whatever words.
    """
    if read is not None:
        return digest.sha256(put_down(comment.body)) != read
    if not choice:
        return may_be_a_vote(comment.body)
    word = default_ballot(comment.body)
    return (word or "") != choice and (word is not None or default_ballot(choice) is not None)


def never_judged(state: State, comment: Comment) -> bool:
    """Whether an open poll knows nothing of a comment that was written while it was open, however long ago."""
    poll = state.poll(state.key_of_poll(comment.thread))
    if poll is None or poll["status"] != "open" or comment.created_at < poll["opened_at"]:
        return False
    known = {one["comment"] for one in (*poll["ballots"], *poll["refused"])}
    return comment.id not in known.union((state.thread(comment.thread) or {}).get("judged", []))


def words_read(state: State, comment: Comment) -> str | None:
    """What is kept of the words of a vote that are none of the default."""
    return (state.thread(comment.thread) or {}).get("words", {}).get(str(comment.id))


def counts_otherwise(state: State, comment: Comment) -> bool:
    """Whether an open poll counts a comment for another word than it says, though it was not touched since, as far as seconds tell.

    What was never edited, as far as they tell, is asked before the verdict alone: it may be the law that reads it otherwise.
    """
    if comment.updated_at == comment.created_at:
        return False
    poll = state.poll(state.key_of_poll(comment.thread))
    ballots = poll["ballots"] if poll is not None and poll["status"] == "open" else []
    known = next((ballot for ballot in ballots if ballot["comment"] == comment.id), None)
    return (
        known is not None
        and known["at"] == comment.updated_at
        and reads_otherwise(comment, known["choice"], words_read(state, comment))
    )
