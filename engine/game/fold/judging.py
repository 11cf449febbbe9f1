"""One happening, judged: carried out whole, refused with a reason, or none of the game's business."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.game.consulting import asking, constraints, owing, pacing
from engine.game.consulting.hearing import failed
from engine.game.dice import Stream
from engine.game.entries import Failure, Outcome
from engine.game.fold import balance, handlers, noted, witness
from engine.game.happening import Happening
from engine.game.plan import COMPLETING, EXAMPLES, FULL, HEARING, RESCUING, Fault, Given
from engine.game.proposals import completing, rescue, unawaited
from engine.game.prospects import boards
from engine.game.refusal import Refusal
from engine.game.replies import handmade, refusals, speech
from engine.game.world import transaction, wishes
from engine.game.world.engine_fields import FIELDS
from engine.game.world.facts import key_of_person, open_poll_here
from engine.game.world.records import PRIVATE
from engine.game.world.world import Moment, World
from engine.law.running.blame import RuleFault
from engine.law.running.host import TOO_LONG
from engine.law.running.ledger import Tired
from engine.store.marks import reached

# So many rules are left out before whoever runs last is to blame: a happening has an end soon.
MOST_TIRED: Final = 4
# What is done in threads once the game is over, and no rule hears of: they would go on with it.
UNHEARD: Final = ("head", "thread", "edited", "deleted")


def is_heard(world: World, happening: Happening, faults: Mapping[str, Fault]) -> bool:
    """Whether anything can follow from a happening: what was found late is judged as a vote only."""
    if not happening.get("late") or happening["id"] in faults:
        return True
    begin(world, happening, b"", None)
    return handlers.could_be_a_vote(world)


def judge(
    world: World,
    happening: Happening,
    seed: bytes,
    script: list[Any] | None,
    faults: Mapping[str, Fault],
    given: Given | None = None,
) -> Outcome:
    """Judges one happening; afterwards the world holds what followed and nothing else.

    Where what a happening may use is used up, and mostly by another than who ran at the end, it is judged anew without that one.
    """
    tired: dict[tuple[str, str], int] = {}
    point, throws, since = transaction.savepoint(world), list(script or ()), pacing.burnt(world)
    while True:
        begin(world, happening, seed, script)
        world.moment.dead, world.moment.tired = _dead(HEARING, faults, happening["id"]), tired
        world.moment.stuck = _dead(RESCUING, faults, happening["id"])
        world.moment.unplayed = EXAMPLES + happening["id"] in faults
        try:
            with world.host.ledger.opened(by_whom=len(tired) < MOST_TIRED):
                return _judged(world, happening, faults, given, since)
        except Tired as burnt:
            reached("happening judged again without who used it up")
            transaction.undo(world, point)
            world.host.relieve()
            tired = {**tired, burnt.payer: burnt.line}
            if script is not None:
                script[:] = throws


def _judged(
    world: World, happening: Happening, faults: Mapping[str, Fault], given: Given | None, since: float
) -> Outcome:
    fault, of_polls = faults.get(happening["id"]), faults.get(COMPLETING + happening["id"])
    if given is not None and given.followed is not None:
        return _follow(world, given, given.followed)
    law, began, awaited = world.law, world.records.begin(), world.notes.awaiting
    heard = _of_rescues(world)
    outcome = _by_the_law(world, fault, of_polls, given, heard) if heard is None or _goes_on(world, heard) else heard
    if heard is not None and outcome["is"] == "ignored":
        outcome = heard
    if (fault is None or not fault.again) and _rescued(world) and outcome["is"] == "ignored":
        outcome = {"is": "done"}
    if world.law is not law or world.notes.awaiting != awaited:
        unawaited.strand(world)
    if happening["kind"] in ("period", "timer"):
        outcome = pacing.counted(world, outcome, since, full=FULL + happening["id"] in faults)
    world.moment.remarks += world.moment.told
    world.moment.faults += _untold(world)
    if world.moment.faults and given is None:
        outcome = outcome | {"faults": list(world.moment.faults)}
    if outcome["is"] == "done":
        _remember(world)
    noted.note_comment(world)
    wishes.flush(world)
    if fault is None or not fault.again:
        world.moment.polls = boards.want(world, began, new_law=world.law is not law)
    world.records.touched = {}
    world.records.keep()
    return outcome


def _dead(phase: str, faults: Mapping[str, Fault], id_: str) -> dict[str, RuleFault]:
    """The rules whose handlers, or the threads whose rescues, ended the process over this happening."""
    of_phase = [(key.split("/", 2), fault) for key, fault in faults.items() if key.startswith(phase)]
    return {name: as_failure(fault) for (_, name, happening), fault in of_phase if happening == id_}


def _untold(world: World) -> list[Failure]:
    """What was handed in and is told nowhere, as it was met in what was taken back, or in what was only supposed: a replay has to be
    handed it, or else it would run what ended the process."""
    moment = world.moment
    told = {name for fault in moment.faults for name in (fault.get("handler"), fault.get("rescue"))}
    dead: list[Failure] = [
        {**failed(f, given=True), "handler": slug} for slug, f in moment.dead.items() if slug not in told
    ]
    stuck: list[Failure] = [
        {**failed(f, given=True), "rescue": int(thread)}
        for thread, f in moment.stuck.items()
        if int(thread) not in told
    ]
    return dead + stuck


def _rescued(world: World) -> bool:
    """Whether a rescue came to something: it is law, or it turned out that it ends the judge, which is not to be found out anew."""
    faults = len(world.moment.faults)
    return rescue.follow(world) or len(world.moment.faults) > faults


def _of_rescues(world: World) -> Outcome | None:
    """What the engine's own way out makes of it, before any rule does: not even one that fails can be in its way."""
    rescue.notice(world)
    point = transaction.savepoint(world)
    try:
        return rescue.hear(world)
    except Refusal as refusal:
        transaction.undo(world, point)
        world.moment.moved = True  # a replay that could not read the words would ask the law
        return _refused(world, refusal, unasked=True)


def _goes_on(world: World, heard: Outcome) -> bool:
    """Whether the law has a say as well: a vote for a rescue is one in a poll, too, where one is open."""
    return "command" not in heard and heard["is"] == "done" and open_poll_here(world) is not None


def _by_the_law(
    world: World, fault: Fault | None, of_polls: Fault | None, given: Given | None, heard: Outcome | None
) -> Outcome:
    """`heard`: what it was for a rescue, which is so whatever the law says to it."""
    point = transaction.savepoint(world)
    try:
        return _carry_out(world, fault, of_polls, point, given)
    except Refusal as refusal:
        transaction.undo(world, point)
        return _refused(world, refusal, heard=heard)
    except RuleFault as failure:
        reached("rule failed at a happening")
        transaction.undo(world, point)
        return _failed(world, failure, fault, heard)


def _follow(world: World, given: Given, followed: dict[str, dict[str, Any]]) -> Outcome:
    """Writes down what followed from a happening whose text was taken out since."""
    transaction.savepoint(world)
    for collection, records in followed.items():
        for key, record in records.items():
            world.records.put(collection, key, record)
    world.memos.remembered.clear()  # what is written here came by none of the words that note when it is forgotten
    world.moment.rolls = list(given.rolls)
    world.records.touched = {}
    world.records.keep()
    return given.outcome.copy()


def begin(world: World, happening: Happening, seed: bytes, script: list[Any] | None) -> None:
    """From now on it is what is under way, with all that a happening may use."""
    last = world.notes.position
    now = max(happening["time"], last[0])
    world.host.context = world
    world.begin_limits()
    world.records.touched = {}
    world.moment = Moment(happening, now, thread=happening.get("thread"), stream=Stream(seed), script=script)
    actor = happening.get("actor")
    if actor:
        world.moment.writer = key_of_person(world, actor)


def _carry_out(
    world: World, fault: Fault | None, of_polls: Fault | None, point: transaction.Savepoint, given: Given | None
) -> Outcome:
    if fault is not None:
        raise as_failure(fault)
    _know_the_writer(world)
    world.moment.after_the_end = bool(world.game.get("over")) and world.moment.happening["kind"] in UNHEARD
    if given is not None and given.outcome["is"] == "refused":
        raise Refusal(given.outcome["code"], given.outcome["reason"], given.outcome.get("remedy", ""))
    outcome = handlers.act(world) if given is None else given.outcome.copy()
    asking.settle(world)
    constraints.check(world, point)
    if given is None and witness.seen(world) and outcome["is"] == "ignored":
        outcome = {"is": "done"}
    deed = outcome["is"] != "ignored" and not world.moment.only_shown
    if of_polls is not None or deed or _public_change(world, point):
        completing.resolve_complete(world, None if of_polls is None else as_failure(of_polls))
    if world.moment.failure is not None and given is None:
        told = failed(world.moment.failure, given=of_polls is not None)
        outcome = {**outcome, "fault": {**told, "completing": True}}
    if given is None and outcome.get("rule"):
        balance.tell(world, point)
    if outcome.get("command") and not world.moment.replies:
        _answer(world, point)
    world.moment.moved = outcome["is"] == "ignored" and _public_change(world, point)
    return outcome


def _answer(world: World, point: transaction.Savepoint) -> None:
    """The answer to a command whose rule gives none in the thread where it was written."""
    table = world.table
    if not world.moment.said:
        world.moment.replies.append(speech.done(_difference(world, point), world.timezone, _opened(world, point)))
    elif world.moment.thread != table and not _told_here(world, point):
        world.moment.replies.append(speech.said_on_the_table(table))


def _told_here(world: World, point: transaction.Savepoint) -> bool:
    """Whether something else will be said in the thread of the happening, such as a verdict."""
    wishes_now = [
        world.records.get(*place) or {} for place in world.records.changed_since(point.records) if place[0] == "outbox"
    ]
    return any(wish.get("thread") == world.moment.thread and "text" in wish for wish in wishes_now)


def _public_change(world: World, point: transaction.Savepoint) -> bool:
    """Talk completes no poll; to ask the law about each open one after each word would take most of a long reading."""
    return any(collection not in PRIVATE for collection, _ in world.records.changed_since(point.records))


def _difference(world: World, point: transaction.Savepoint) -> list[tuple[str, object, object]]:
    """(field of record, before, after) of everything public that changed: the answer where a rule gives none.

    Of a record that is new only what is in it, of one that is gone that it is.
    """
    found: list[tuple[str, object, object]] = []
    for place in world.records.changed_since(point.records):
        if place[0] in PRIVATE or place[0] in ("polls", "timers"):
            continue
        before, after = world.records.before(point.records, place), world.records.get(*place)
        untold = world.book.schemas.untold(place[0]) | (FIELDS["game"].keys() if place[0] == "game" else set())
        if after is not None:
            defaults = world.book.schemas.defaults(place[0])  # which a rule that has just come into force brings
            changed = _fields(None if before is None else defaults | before, defaults | after)
            found += [(" ".join((*place, name)), was, now) for name, was, now in changed if name not in untold]
        elif before is not None and not before.keys() <= untold:
            found.append((" ".join(place), before, speech.GONE))
    return found


def _fields(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> Iterator[tuple[str, object, object]]:
    """(name, before, after) of what changed."""
    if before is None:
        yield from ((name, speech.NEW, value) for name, value in after.items() if value not in (None, "", [], {}))
    else:
        names = {**before, **after}
        yield from ((n, before.get(n), after.get(n)) for n in names if before.get(n) != after.get(n))


def _opened(world: World, point: transaction.Savepoint) -> list[str]:
    """The subjects of the polls that were opened, each in an issue that is to be opened for it."""
    places = [place for place in world.records.changed_since(point.records) if place[0] == "polls"]
    new = [world.records.get(*place) or {} for place in places if world.records.before(point.records, place) is None]
    return [poll["subject"] for poll in new if poll.get("status") == "open" and poll["thread"] is None]


def _know_the_writer(world: World) -> None:
    """Logins change hands and roles change; the numeric id tells who it is."""
    actor = world.moment.happening.get("actor")
    if not actor:
        return
    key = world.moment.writer
    record = world.records.get("players", key)
    if record is not None and record.get("login") != actor["login"]:
        world.patch("players", key, login=actor["login"])
    role = actor.get("role")  # none where nobody asked for it: what was known last goes on
    if role is not None:
        world.set_entry("roles", key, None if role == "player" else role)


def _remember(world: World) -> None:
    """Who is behind a stranger's key, so that a rule may make a player of them later."""
    actor, key = world.moment.happening.get("actor"), world.moment.writer
    if actor and world.records.get("players", key) is None:
        world.set_entry("strangers", key, {"id": actor["id"], "login": actor["login"]})
    else:
        world.set_entry("strangers", key, None)


def _refused(world: World, refusal: Refusal, *, unasked: bool = False, heard: Outcome | None = None) -> Outcome:
    """`unasked`: without a question to the law, since an answer to one has killed the judge. `heard`: what it was for a rescue."""
    world.recheck = False
    world.moment.replies, world.moment.remarks = [], []
    writer = world.moment.writer
    if world.records.get("players", writer) is not None or world.entry("roles", writer):
        _know_the_writer(world)  # else the name, or the role, that they had before would come back with the refusal
    handlers.after_refusal(world, refusal, unasked=unasked)
    if not unasked and witness.seen(world):
        world.moment.moved = True
    votes_are_void = world.moment.happening["kind"] == "head" and bool(world.moment.replies)
    why = refusals.why if heard is None else refusals.why_no_vote_here
    if world.moment.happening.get("actor") or votes_are_void:
        wishes.reply(world, why(refusal))
    elif world.moment.happening["kind"] == "administered":
        commit, files = world.moment.happening["commit"], world.moment.happening["files"]
        wishes.announce(world, handmade.put_back(commit, sorted(files), refusals.why(refusal)))
    elif world.moment.happening["kind"] in ("period", "timer"):
        owing.put_off(world, world.moment.happening, refusal.reason)
    return {"is": "refused", "code": refusal.code, "reason": refusal.reason, "remedy": refusal.remedy}


def _failed(world: World, failure: RuleFault, fault: Fault | None, heard: Outcome | None) -> Outcome:
    """`fault`: the failure was handed in, since it depends on the machine; a replay has to be handed it too."""
    world.recheck = False
    document = world.book.documents.get(failure.slug)
    refusal = refusals.fault(failure, document) if failure.slug else refusals.engine_failed()
    if failure.slug in world.book.documents:
        transaction.note_fault(world, failure, kills=fault is not None or failure.why == TOO_LONG)
    again = fault is not None and fault.again
    outcome = _refused(world, refusal, unasked=again, heard=heard)
    return outcome | {"fault": failed(failure, given=fault is not None) | ({"again": True} if again else {})}


def as_failure(fault: Fault) -> RuleFault:
    return RuleFault(fault.rule, fault.function, fault.line, fault.why)
