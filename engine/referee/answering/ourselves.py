"""Whether what the engine posts comes back under the name it is told to look for: else it would say everything again, without end."""

from collections.abc import Iterable, Mapping

from engine.game.owned import Wish
from engine.game.state import State
from engine.game.world.wishes import digest
from engine.referee import trouble
from engine.referee.answering.markers import marks
from engine.referee.ports import Account, Comment, Denied, Forge, ForgeError, Gone, Thread
from engine.store.marks import reached


class AnotherName(ForgeError):
    """The token posts as somebody else than the engine was told."""


def by(bot: str, author: Account | None) -> bool:
    return author is not None and author.login == bot


def is_own_issue(state: State, bot: str, thread: Thread) -> bool:
    """Whether the engine opened it: one that is known to be stays the engine's, under whatever name that goes on."""
    return by(bot, thread.author) or bool((state.thread(thread.number) or {}).get("tag"))


def is_own_comment(state: State, bot: str, comment: Comment) -> bool:
    """Whether the engine wrote it: so it did the status comment that is known, under whatever name that was."""
    if by(bot, comment.author):
        return True
    return (state.thread(comment.thread) or {}).get("status_comment") == comment.id


def post(forge: Forge, bot: str, number: int, body: str) -> None:
    """A new comment. Raises AnotherName if it is not the `bot` under whose name it stands."""
    must_be(bot, forge.create_comment(number, body).author)


def must_be(bot: str, author: Account | None) -> None:
    """Raises AnotherName for the author of what was just posted. None is one that GitHub did not name."""
    if author is not None and bot and author.login != bot:
        raise _another_name(author.login, bot)


def own_comments(forge: Forge, bot: str, number: int, wishes: Mapping[str, Wish]) -> list[Comment]:
    """Those of the `bot` in a thread. Raises AnotherName where one of the wishes was said there under another name of ours.

    Raises Unreachable where one of them may be what cannot be read there: it is not said again.
    """
    comments = forge.comments_of(number)
    for odd in trouble.unreadable(forge, number):
        if odd.text is None or marks(odd.text).keys() & wishes.keys():
            raise trouble.unread(odd)
    own = [comment for comment in comments if by(bot, comment.author)]
    must_not_stand_elsewhere(forge, bot, [comment for comment in comments if comment not in own], wishes)
    return own


def must_not_stand_elsewhere(
    forge: Forge, bot: str, posts: Iterable[Comment | Thread], wishes: Mapping[str, Wish]
) -> None:
    """Raises AnotherName where a wish stands in one of these posts, none of the `bot`'s, and it is this token that wrote it.

    Anybody can copy a mark, so GitHub is asked whose token it is.
    """
    authors = {post.author.login for post in posts if post.author is not None and _fulfils(post, wishes)}
    if authors and (ours := forge.login()) in authors:
        raise _another_name(str(ours), bot)


def doubtful(forge: Forge, bot: str, state: State, threads: Iterable[Thread]) -> list[Thread]:
    """The new threads with the mark of a wish, none of the `bot`'s, of which GitHub does not tell whether this token opened them.

    Raises AnotherName where it did. A copy of what the `bot` has said is a copy, whoever made it.
    """
    own = [thread for thread in threads if by(bot, thread.author)]
    wishes = {k: w for k, w in state.notes.outbox.items() if not any(_fulfils(thread, {k: w}) for thread in own)}
    strange = [t for t in threads if state.thread(t.number) is None and t not in own and _fulfils(t, wishes)]
    try:
        must_not_stand_elsewhere(forge, bot, strange, wishes)
    except AnotherName:
        raise
    except ForgeError as error:
        trouble.must_be_of_one(forge, error)
        reached("thread that may be ours under another name")
        return strange
    return []


def must_not_stand(forge: Forge, bot: str, number: int, key: str, refused: Denied | Gone) -> None:
    """Raises what was `refused`, an edit of the engine's own, if there is one in the thread under the name of the `bot`.

    GitHub may say of a comment that it is gone while it is there: another beside it would leave it to tell an old count.
    """
    if any(by(bot, comment.author) and key in marks(comment.body) for comment in forge.comments_of(number)):
        raise refused


def _fulfils(post: Comment | Thread, wishes: Mapping[str, Wish]) -> bool:
    return any(key in wishes and mark == digest(wishes[key]) for key, mark in marks(post.body).items())


def _another_name(login: str, bot: str) -> AnotherName:
    return AnotherName(
        f"What is said is posted by {login}, and this is told to look for posts of {bot}.",
        f"Set NOMIC_BOT to {login} where this runs, or leave NOMIC_BOT out if that is github-actions[bot].",
    )
