"""Whether the text of a new issue is its author's, asked for only where something would follow from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.game.happening import Happening
from engine.referee import trouble
from engine.referee.ports import Denied, Forge, ForgeError, Gone, Thread, Unprocessable
from engine.referee.trouble import PATIENCE
from engine.store.marks import reached

CODE: Final = "edited"


class Edits:
    """The new issues of one reading. One that was touched is taken for edited until the judge says that it matters."""

    def __init__(self, forge: Forge) -> None:
        self._forge = forge
        self._doubtful: dict[str, Thread] = {}

    def opened(self, happening: Happening, thread: Thread) -> Happening:
        """The happening, marked if the thread was touched since it was opened: a comment or a label does so as well."""
        if thread.kind == "issue" and thread.updated_at != thread.created_at:
            self._doubtful[happening["id"]] = thread
            return {**happening, "edited": True}
        return happening

    def learn(self, outcomes: Iterable[Mapping[str, Any]], inbox: Iterable[Happening]) -> bool:
        """Asks about those of the inbox that were refused for it, and takes the mark from those that were never edited.

        True if there was one: then all is to be judged again.
        """
        refused = [str(outcome["id"]) for outcome in outcomes if outcome.get("code") == CODE]
        asked = {id_: self._doubtful.pop(id_) for id_ in refused if id_ in self._doubtful}
        sound = {id_ for id_, thread in asked.items() if not self._was_edited(thread)}
        for happening in inbox:
            if happening["id"] in sound:
                del happening["edited"]
        return bool(sound)

    def _was_edited(self, thread: Thread) -> bool:
        try:
            at = self._forge.edited_at(thread.number)
        except (Gone, Denied, Unprocessable):
            return True
        except ForgeError as error:
            trouble.must_be_of_one(self._forge, error)
            if self._forge.server_time() - thread.created_at < PATIENCE:
                raise
            reached("edit that the forge does not tell")
            return True
        return at is not None and at <= thread.updated_at  # a later edit is not in what was read
