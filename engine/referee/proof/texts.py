"""Texts that stand in the journal as hashes alone: what came to nothing, and what was taken out since.

The chain holds without them. So whoever makes a history anew could take any text out of it, a vote's too, and what followed.
"""

from engine.referee.proof.chain import Chain
from engine.referee.proof.findings import Proof, came_to, entry_name
from engine.store import journal


def check(chain: Chain, start: int, proof: Proof) -> None:
    """Finds texts that no engine leaves out, from a place on; notes those of which it cannot be known, as what is too long is no vote."""
    told, refused = _told(chain), 0
    for place, entry in enumerate(chain.entries[start:], start=start):
        if not journal.is_redacted(entry.get("text")):
            continue
        name, outcome = f"{chain.days[place]}: {entry_name(place, entry)}", came_to(entry)
        if place in chain.redacted:
            if told.get(str(entry.get("hash")), -1) < place:
                proof.find(f"{name}: its text was taken out, and no entry says so")
        elif outcome == "done":
            proof.find(f"{name}: its text was taken out, and what followed from it")
        refused += outcome == "refused" and place not in chain.redacted
    if refused:
        what = "1 refused text is" if refused == 1 else f"{refused} refused texts are"
        proof.note(f"{what} kept as a hash alone, being too long; taken as given: it was no vote")


def _told(chain: Chain) -> dict[str, int]:
    """The hashes of the entries of which another says that their text is taken out, with the place of the last that does."""
    found = (
        (place, entry.get("entry")) for place, entry in enumerate(chain.entries) if entry.get("kind") == "redacted"
    )
    return {str(named.get("hash")): place for place, named in found if isinstance(named, dict)}
