"""What the engine keeps of the comments of a poll that it has judged, so that a whole listing can tell what is news."""

from engine.game.owned import Ballot
from engine.game.proposals import rescue
from engine.game.proposals.tally import default_ballot
from engine.game.world.facts import open_poll_here, poll_here
from engine.game.world.world import World
from engine.store import digest


def note_comment(world: World) -> None:
    """Keeps which comments of a thread with a poll were judged, so that a whole listing can tell what was never read."""
    happening = world.moment.happening
    if happening["kind"] not in ("said", "edited") or world.moment.thread is None:
        return
    record = poll_here(world)
    thread = world.records.get("threads", str(world.moment.thread))
    counted = open_poll_here(world) is not None or str(world.moment.thread) in rescue.begun(world)
    if not counted or thread is None:
        return
    judged = thread.get("judged", [])
    if happening["kind"] == "said" and happening["comment"] not in judged:
        world.patch("threads", str(world.moment.thread), judged=[*judged, happening["comment"]])
    _note_words(world, [] if record is None else record["ballots"], thread.get("words", {}))


def _note_words(world: World, ballots: list[Ballot], known: dict[str, str]) -> None:
    """Keeps what was read of a vote in words of the law's own: whether it was edited, nobody could tell by the word it stands for."""
    happening = world.moment.happening
    choice = next((b["choice"] for b in ballots if b["comment"] == happening["comment"]), None)
    words = {comment: read for comment, read in known.items() if comment != str(happening["comment"])}
    text = happening["text"] if isinstance(happening["text"], str) else ""  # a replay of what was too long to be a vote
    if choice and choice != default_ballot(text):
        words[str(happening["comment"])] = digest.sha256(text)
    if words != known:
        world.patch("threads", str(world.moment.thread), words=words)
