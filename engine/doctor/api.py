"""GitHub asked for a repository's settings and runs: what may not be seen is unknown, what is not there is None."""

import re
from typing import Any, Final

from engine.forge.reading import ReadingForge
from engine.forge.shapes import Malformed, Raw
from engine.referee.ports import Closed, Denied, Gone, Unprocessable

# What each repository has, if an empty list: where it seems not to be there, it is hidden.
_EVERYWHERE: Final = ("actions/secrets", "actions/permissions")
# A setting of a repository keeps workflows from opening pull requests, whatever they are granted; the referee opens none.
_OPENS_NONE: Final = "not permitted to create or approve pull requests"
_UNPROTECTED: Final = "branch not protected|branch not found|the branch has another name"


class Hidden(Exception):
    """This token may not see it; the text is GitHub's refusal."""


class Web(ReadingForge):
    """The asking half of the forge, and its settings. Nothing is written: see `may_write`."""

    def setting(self, path: str, **query: Any) -> Raw | None:
        """The map that GitHub answers; None for 404. Raises Hidden for 403, Malformed for what is no map, and ForgeError."""
        found = self._found(path, **query)
        if found is not None and not isinstance(found, dict):
            raise Malformed("a map expected")
        return found

    def settings(self, path: str) -> list[Any]:
        """The list that GitHub answers; an empty one for 404. Raises the same."""
        found = self._found(path)
        if found is not None and not isinstance(found, list):
            raise Malformed("a list expected")
        return found or []

    def _found(self, path: str, **query: Any) -> Any:
        try:
            return self._wire.read(path, **query).data
        except Gone as error:
            # Settings that one may not see are as if not there; of a branch GitHub says that it is not protected.
            unprotected = re.search(_UNPROTECTED, error.cause, re.IGNORECASE)
            if path in _EVERYWHERE or (path.endswith("/protection") and not unprotected):
                raise Hidden(error.cause) from None
            return None
        except Denied as error:
            raise Hidden(error.cause) from None

    def may_write(self, path: str, body: object) -> bool:
        """Whether the token has the right to a request that can never succeed, since what it sends is not enough for it.

        Raises Malformed where it is said to: then something else than GitHub has answered; and Closed where nobody may.
        """
        try:
            self._wire.write("POST", path, body, repeatable=True)
        except Closed:
            raise
        except Denied as error:
            return _OPENS_NONE in error.cause
        except (Unprocessable, Gone):
            return True
        raise Malformed("what nobody could mean is said to be done")
