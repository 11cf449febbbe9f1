"""What people with the right to it did by hand: commits on main, and a newer engine."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.game.calendar import BEYOND
from engine.game.entries import Outcome
from engine.game.happening import DONE
from engine.game.proposals import effect, landing, polls, unnumbered
from engine.game.replies import handmade, refusals
from engine.game.world import changes, wishes
from engine.game.world.engine_fields import misfit
from engine.game.world.facts import login_of
from engine.game.world.records import PRIVATE, Place
from engine.game.world.world import World
from engine.store import canon, records
from engine.store.layout import LAW, change_path, folder_of
from engine.store.records import JOURNAL, STATE
from engine.store.splice import slug_of

LASTING: Final = {  # collection -> why no record of it goes
    "game": "no game goes on without it",
    "polls": "what was voted on stays on record. Leave that file as it is, and commit the rest again; to end a vote, write "
    "status: withdrawn there",
}

OVER: Final = (
    "what was decided there is not put to the vote again, since its thread is closed. Leave that file as it is, and commit "
    "the rest again: a rule can be set back without it"
)


def administered(world: World) -> Outcome:
    """A commit that is not the engine's: in force as it is, journaled, announced."""
    happening = world.moment.happening
    files: dict[str, str | None] = happening["files"]
    law, documents = {path: text for path, text in files.items() if path.startswith(LAW)}, world.book.documents
    if law:
        texts = {**world.law.texts, **{p: t for p, t in law.items() if t is not None}}
        landing.adopt_law(world, {p: t for p, t in texts.items() if law.get(p, t) is not None})
        world.recheck = False
    before = world.records.begin()
    for path, text in sorted(files.items()):
        if path.startswith(STATE) and not path.startswith(JOURNAL):
            _set(world, path, text, happening.get("records", {}).get(path))
    _must_be_whole(world, before)
    _follow_polls(world, before)
    numbered = unnumbered.number(world, law, documents)
    left_out, shadowed = happening.get("left_out", {}), changes.shadowed(world, law)
    wishes.announce(
        world,
        handmade.administered(happening["commit"], sorted(files), left_out, shadowed, _broken(world, law), numbered),
    )
    twins = _same_numbers(world, law)
    if twins:
        wishes.announce(world, handmade.same_numbers(twins))
    voters = _recast(world, before)
    if voters:
        wishes.announce(world, handmade.recast(voters))
    return DONE


def _same_numbers(world: World, law: Mapping[str, str | None]) -> dict[str, str]:
    """Path -> path of another rule of its number, for those rules of the game that are as the commit has them."""
    by_number: dict[int, list[str]] = {}
    for each in world.book.documents.values():
        if each.kind == "rule" and each.number is not None:
            by_number.setdefault(each.number, []).append(each.path)
    beside = {path: [other for other in paths if other != path] for paths in by_number.values() for path in paths}
    return {path: beside[path][0] for path in sorted(law) if beside.get(path)}


def _recast(world: World, before: int) -> dict[int, list[str]]:
    """Thread -> whose votes on what is voted on there are otherwise by it: to revert a pass takes away what it counted."""
    found = {}
    for place in world.records.changed_since(before):
        was = world.records.before(before, place) if place[0] == "polls" else None
        now = world.poll(place[1]) if was is not None else None
        if was is None or now is None or now["thread"] is None or (was["status"], now["status"]) != ("open", "open"):
            continue
        votes = [(ballot["voter"], ballot) for ballot in [*was["ballots"], *now["ballots"]]]
        voters = {who for who, ballot in votes if (ballot in was["ballots"]) != (ballot in now["ballots"])}
        if voters:
            found[now["thread"]] = sorted(login_of(world, who) for who in voters)
    return found


def _broken(world: World, law: Mapping[str, str | None]) -> dict[str, str]:
    """path -> why, for those of these files that are a rule of the game's and do not load."""
    mine = [p for p, text in law.items() if text is not None and p.startswith(folder_of(world.book.ruleset))]
    return {path: world.book.broken[slug_of(path)] for path in sorted(mine) if slug_of(path) in world.book.broken}


def _must_be_whole(world: World, before: int) -> None:
    """Raises Refusal for a record without what the engine keeps in it: the next happening would stumble over it."""
    for collection, key in world.records.changed_since(before):
        record = world.records.get(collection, key)
        wrong = LASTING.get(collection) if record is None else wrong_with(world, before, (collection, key))
        if wrong is not None:
            raise refusals.constraint(collection, key, "", wrong, None)


def _follow_polls(world: World, before: int) -> None:
    """The engine's own lists say what the polls do: one that is closed by hand is open no more, and what it adopted waits no more."""
    for collection, key in world.records.changed_since(before):
        if collection != "polls":
            continue
        status = world.poll(key)["status"]
        if (status == "open") != (key in world.notes.open_polls):
            polls.note_open(world, key)
        if status != "adopted":
            effect.forget(world, key)


def wrong_with(world: World, before: int, place: Place) -> str | None:
    """Why a record, as people with the right to it wrote it, cannot be; None where it can."""
    return misfit(place[0], world.records.get(*place) or {}) or _amiss(world, before, place)


def _amiss(world: World, before: int, place: Place) -> str | None:
    """What has the right shape and cannot be all the same."""
    collection = place[0]
    record, was = world.records.get(*place) or {}, world.records.before(before, place) or {}
    if collection == "timers" and record["at"] <= world.now and record["at"] != was.get("at"):
        return "its time is over already"
    if collection == "timers" and not record["at"] < BEYOND:
        return "its time is beyond the calendar: write it in seconds since 1970"
    if collection == "game":
        return _no_game(world, record, was)
    if collection == "polls" and record["status"] == "open" and _is_over(world, was):
        return OVER
    if collection == "players" and record.get("id") not in (None, was.get("id")):
        return _of_another(world, place[1], record["id"])
    change = record.get("change") if collection == "polls" else None
    if change is not None and change != was.get("change"):
        path = change_path(change)
        if path not in world.written and path not in world.files:
            return f"its change is in no file {path}"
    return None


def _is_over(world: World, was: Mapping[str, Any]) -> bool:
    """Whether a poll was ended where nobody can vote any more: all of it would count, and be carried out, a second time."""
    if was.get("status", "open") == "open":
        return False
    of_the_engines = world.records.get("issues", str(was["tag"])) or {"open": True}
    thread = world.records.get("threads", str(was["thread"])) or {}
    return bool(was.get("landed") or thread.get("state") == "closed" or not of_the_engines["open"])


def _no_game(world: World, record: Mapping[str, Any], was: Mapping[str, Any]) -> str | None:
    """Why this cannot be the game's own record."""
    if record["ruleset"] != was.get("ruleset"):
        return "a game keeps its ruleset: begin another with `nomic new`"
    table = record.get("table")
    if table not in (None, was.get("table")) and world.records.get("threads", str(table)) is None:
        return f"its table, #{table}, is no thread that the game knows: what is told to all would be told nowhere"
    return None


def _of_another(world: World, player: str, account: int) -> str | None:
    """That an account has another player already: whoever it is would act as one of the two, and the other's things were lost."""
    others = (key for key, record in world.records.items("players") if key != player and record.get("id") == account)
    other = next(others, None)
    return None if other is None else f"its id is the account of {other} already"


def _set(world: World, path: str, text: str | None, altered: Sequence[str] | None) -> None:
    """`altered` are the records, of a file that holds many, that were altered in it; None: whatever it holds.

    In the others stands what was there when the commit was made, and much may have become of them since.
    """
    collection, key = records.key_of(path)
    if collection in PRIVATE:
        return
    if path.count("/") > 1 or collection == "game":
        name = "game" if collection == "game" else key
        world.records.put(collection, name, None if text is None else canon.read(text))
        return
    collection = world.records.kept_in(collection)
    whole: dict[str, Any] = {} if text is None else canon.read(text)
    if collection in world.book.one_file:  # else it is a file that the collection has not, and takes nothing away
        for gone in [name for name in world.records.keys(collection) if name not in whole]:
            if altered is None or gone in altered:
                world.records.remove(collection, gone)
    for name, record in whole.items():
        if altered is None or name in altered:
            world.records.put(collection, name, record)


def upgraded(world: World) -> Outcome:
    """From here on the journal is to be read by a newer fold."""
    world.notes.semantics = world.moment.happening["semantics"]
    return DONE
