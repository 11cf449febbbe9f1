"""New issues that rules take up: what follows where a rule hears that one was opened."""

from typing import Final

from engine.game.consulting import asking, commands, forms
from engine.game.entries import Outcome
from engine.game.fold import commanded, nearly
from engine.game.owned import KnownThread
from engine.game.refusal import Refusal
from engine.game.replies import command_refusals, refusals
from engine.game.world import wishes
from engine.game.world.facts import thread_facts
from engine.game.world.world import World
from engine.store import seen

NEARLY_ONE: Final = ("nearly_a_command", "unknown_command")


def carry_out(world: World, text: str) -> Outcome:
    """What the text of a new issue does as a command. Raises Refusal, which says of what is nearly one where it is to be written."""
    try:
        return commanded.command(world, text)
    except Refusal as refusal:
        raise command_refusals.of_an_issue(refusal) if refusal.code in NEARLY_ONE else refusal from None


def tell(world: World, outcome: Outcome) -> Outcome:
    """Tells the rules of a new issue; `outcome` is what its text did as a command. Raises Refusal if they do what cannot be.

    While the game is paused none takes it up: whoever opened it is told so, unless no rule would have done anything.
    """
    paused = world.notes.paused_at is not None
    if not world.book.hearing("issue_opened") or world.game.get("over") or (paused and outcome["is"] != "ignored"):
        return outcome
    before = _traces(world)
    asking.tell(world, "issue_opened", thread_facts(world, world.moment.thread))
    if _traces(world) == before:
        return outcome
    if paused:
        raise refusals.paused()
    if world.moment.happening.get("edited"):
        raise command_refusals.edited_issue()
    return outcome | {"is": "done"}


def tell_of_edit(world: World, before: KnownThread) -> bool:
    """Tells once, where the text of an issue, or the description of a pull request, that was known before is edited into a command,
    that it runs none. True if it did.

    Who edited it is not told, and whoever does so without end makes nobody talk.
    """
    now = world.thread(world.moment.thread)
    is_open = before.get("state") == now.get("state") == "open"
    if not is_open or before.get("body") == now.get("body") or before.get("told_of_edit") or not now.get("author"):
        return False
    if not (forms.means_one(now["body"]) or commands.looks_like_one(forms.as_command(now["body"]))):
        return False
    world.patch("threads", str(world.moment.thread), told_of_edit=True)
    world.moment.answered = now["author"]
    wishes.reply(world, refusals.why(command_refusals.edited_since()))
    return True


def refuse_near_misses(world: World, outcome: Outcome, text: str) -> Outcome:
    """The outcome, where something came of it. Else raises Refusal for a command in the title, or nearly one in the text."""
    title = seen.spaced(world.moment.happening["facts"].get("title", "")).strip()
    if outcome["is"] != "ignored":
        return outcome
    nearly.refuse_a_title(world, title)
    nearly.refuse_what_is_none(world, seen.spaced(text))
    if refusal := nearly.of_a_quotation(world, seen.spaced(text)):
        raise command_refusals.of_an_issue(refusal)
    return outcome


def _traces(world: World) -> tuple[int, int, int]:
    """How much has been changed and said so far: more of it later means that a rule did something."""
    return len(world.records.touched), len(world.moment.replies), len(world.moment.said)
