"""What those do who may, and what authors may do beside voting: threads locked, closed, rewritten, made something else; words of others
edited, posts of the engine's taken away. It is drawn beside all else, so that a season without it is the season it was."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from engine.hub.threads import Pull
from tests.storms import posts, scenarios
from tests.storms.actors import Actors
from tests.storms.island import TABLE
from tests.storms.ledger import Proposed
from tests.storms.plan import DAY, HOUR, WEEK, Script

OWNER: Final = "owner"
STRANGER: Final = "mallory"
USUAL: Final = 2  # deeds in a usual week
SELDOM: Final = 0.15  # how likely in such a week each of those is that came later
LATER: Final = (5, 60, HOUR, DAY)  # seconds until what was done is undone, or goes on
OF_LATE: Final = 6  # posts of the engine's, of which one is chosen
Deed = Callable[[Actors, list[int]], None]  # it notes in the list in which thread it was done


def week(script: Script, seed: int) -> None:
    chance = random.Random(f"{seed}/meddling/{script.number}")
    for _ in range(max(1, round(USUAL * script.density))):
        name = chance.choice(OFTEN)
        at, where = script.start + chance.randrange(WEEK), list[int]()
        _do(script, chance, at, name, where)
    beside = random.Random(f"{seed}/meddling beside/{script.number}")
    for name in BESIDE:
        if beside.random() < min(0.9, SELDOM * script.density):
            _do(script, beside, script.start + beside.randrange(WEEK), name, [])


def _do(script: Script, chance: random.Random, at: int, name: str, where: list[int]) -> None:
    deed, after = _DEEDS[name]
    script.add(at, name, _struck(name, deed, where))
    if after is not None:
        script.add(at + chance.choice(LATER), name, _then(after, where))


def _struck(name: str, deed: Deed, where: list[int]) -> Callable[[Actors], None]:
    def act(actors: Actors) -> None:
        deed(actors, where)
        if where:
            actors.island.fault_plan.strike(name)
            actors.touch(where[-1])

    return act


def _then(deed: Deed, where: list[int]) -> Callable[[Actors], None]:
    def act(actors: Actors) -> None:
        if where:
            deed(actors, where)
            actors.touch(where[-1])

    return act


def _proposal(actors: Actors, where: list[int]) -> int | None:
    """An open pull request, chosen and noted."""
    threads, elsewhere = actors.island.model.threads, actors.ledger.elsewhere
    found = [
        number for number in actors.ledger.proposals if threads[number].state == "open" and number not in elsewhere
    ]
    where.extend([actors.chance.choice(found)] if found else [])
    return where[-1] if where else None


def _issue(actors: Actors, where: list[int]) -> int | None:
    """One that the engine has opened."""
    found = [
        thread.number for thread in posts.issues(actors.island.model) if thread.number not in actors.ledger.elsewhere
    ]
    where.extend([actors.chance.choice(found)] if found else [])
    return where[-1] if where else None


def _lock(actors: Actors, where: list[int]) -> None:
    if actors.chance.random() < 0.4:
        where.append(TABLE)
    else:
        _proposal(actors, where)
    if where:
        actors.island.model.lock(actors.account(OWNER), where[-1])


def _unlock(actors: Actors, where: list[int]) -> None:
    actors.island.model.lock(actors.account(OWNER), where[-1], locked=False)


def _retarget(actors: Actors, where: list[int]) -> None:
    number = _proposal(actors, where)
    if number is not None:
        actors.island.model.retarget(actors.ledger.proposals[number].author, number, "dev")


def _target(actors: Actors, where: list[int]) -> None:
    actors.island.model.retarget(actors.ledger.proposals[where[-1]].author, where[-1], "main")


def _rewrite(actors: Actors, where: list[int]) -> None:
    number = _proposal(actors, where)
    if number is not None:
        author, what = actors.ledger.proposals[number].author, actors.chance.choice(("title", "body"))
        actors.island.model.update_thread(
            author, number, **{what: actors.chance.choice(("yay", "7 x", "\u200b", "/open"))}
        )


def _close(actors: Actors, where: list[int]) -> None:
    number = _issue(actors, where)
    if number is not None:
        actors.island.model.update_thread(actors.account(OWNER), number, state="closed")


def _open_again(actors: Actors, where: list[int]) -> None:
    if actors.chance.random() < 0.6:
        actors.island.model.update_thread(actors.account(OWNER), where[-1], state="open")


def _write_over(actors: Actors, where: list[int]) -> None:
    """The mark in it is gone, or no more at its end."""
    number = _issue(actors, where)
    if number is not None:
        model = actors.island.model
        text = actors.chance.choice(("It is over.", f"{model.threads[number].body}\n\nThanks!"))
        model.update_thread(actors.account(OWNER), number, body=text)


def _take_away(actors: Actors, where: list[int]) -> None:
    """A status comment, or what was told to all; what somebody was answered would be missed by whoever looks for it."""
    own = [c for c in posts.comments(actors.island.model) if c.thread not in actors.ledger.elsewhere]
    told = [c for c in own if not any(key.startswith("reply/") for key in posts.keys(c.body))][-OF_LATE:]
    if told:
        comment = actors.chance.choice(told)
        where.append(comment.thread)
        trace = actors.island.forge.trace(comment.id, actors.account(OWNER))
        actors.island.model.delete_comment(actors.account(OWNER), comment.id)
        actors.runs.event(actors.now, actors.chance, trace)


def _edit(actors: Actors, where: list[int]) -> None:
    """A vote of somebody's, turned by who may: it counts as changed."""
    late = [
        said for said in actors.ledger.comments.values() if said.deleted_at is None and said.at > actors.now - 3 * DAY
    ]
    votes = [s for s in late if s.text.strip().lower() in ("yay", "nay") and s.thread in actors.ledger.proposals]
    votes = [said for said in votes if said.author not in actors.ledger.gone]
    if votes:
        said = actors.chance.choice(votes)
        where.append(said.thread)
        text = "nay" if said.text.strip().lower() == "yay" else "yay"
        actors.island.model.edit_comment(actors.account(OWNER), said.id, text)
        said.versions.append((actors.now, text))


def _ask(actors: Actors, where: list[int]) -> None:
    number = actors.open_issue(STRANGER, "Hello", actors.chance.choice(("Hm", "/help", "yay")))
    where.extend([] if number is None else [number])


def _convert(actors: Actors, where: list[int]) -> None:
    """GitHub makes a pull request of an issue, under its number, for whoever asks for it by the interface."""
    number, store, model, changes = where[-1], actors.island.store, actors.island.model, scenarios.song(actors)
    thread = model.threads[number]
    if thread.pull is not None:
        return
    head = store.heads[number] = store.add([store.main], changes, "A song", actors.now, STRANGER)
    thread.pull = Pull("main", f"{STRANGER}-{number}", head, "owner/island")
    model.update_thread(thread.author, number, title="A song")
    pairs: dict[str, tuple[str | None, str | None]] = {path: (None, text) for path, text in changes.items()}
    actors.ledger.proposals[number] = Proposed(number, thread.author, [(actors.now, head)], pairs)
    actors.ledger.issues.pop(number, None)
    for who, text in ((STRANGER, "/open"), ("ana", "/open"), ("bo", "yay")):
        actors.say(who, number, text)


def _touch(actors: Actors, where: list[int]) -> None:
    """GitHub dates a comment later that nobody edited, as where it is hidden; no event tells of it."""
    late = [s for s in actors.ledger.comments.values() if s.deleted_at is None and s.at > actors.now - 3 * DAY]
    late = [s for s in late if len(s.versions) == 1 and s.thread not in actors.ledger.elsewhere and s.text[:1] in "/yn"]
    if late:
        said, model = actors.chance.choice(late), actors.island.model
        where.append(said.thread)
        comment = model.comments[said.id]
        comment.updated_at, comment.is_as_written = actors.now, True
        model.tell("issue_comment", "touched", model.threads[said.thread], actors.account(OWNER), comment=comment)


def _merge_elsewhere(actors: Actors, where: list[int]) -> None:
    """Into the branch that it was given another base for."""
    number, model = where[-1], actors.island.model
    pull = model.threads[number].pull
    if pull is not None and pull.base == "dev":
        model.pushed("dev", pull.head, lambda one, other: one == other, actors.account(OWNER))


def _at_once(actors: Actors, where: list[int]) -> None:
    """An issue that is closed in the second in which it is opened."""
    who = actors.chance.choice(("ana", "bo", STRANGER))
    number = actors.open_issue(who, "A question", actors.chance.choice(("Hm", "/help", "/judgment May I?")))
    if number is not None:
        where.append(number)
        actors.island.model.update_thread(actors.account(who), number, state="closed")


_DEEDS: Final[dict[str, tuple[Deed, Deed | None]]] = {
    "conversation locked by a hand": (_lock, _unlock),
    "base changed": (_retarget, _target),
    "proposal rewritten": (_rewrite, None),
    "issue of the engine's closed": (_close, _open_again),
    "issue of the engine's rewritten": (_write_over, None),
    "post of the engine's deleted": (_take_away, None),
    "vote edited by a moderator": (_edit, None),
    "issue made a pull request": (_ask, _convert),
    "comment dated later": (_touch, None),
    "merged into another branch": (_retarget, _merge_elsewhere),
    "issue closed as it is opened": (_at_once, None),
}
NAMES: Final = tuple(_DEEDS)
BESIDE: Final = NAMES[-3:]  # drawn beside the others, so that a season without them is the season it was
OFTEN: Final = NAMES[:-3]
