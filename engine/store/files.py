"""Files by path, of which some are brought only when somebody asks for them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

ONE_BY_ONE: Final = 3  # who asks for more is likely to ask for all that are likely

Bring = Callable[[list[str]], Mapping[str, str]]


class Files(dict[str, str]):
    """What is here, and the paths of what is `elsewhere`, some of them `likely` to be asked for. A copy has only what is here."""

    def __init__(
        self, here: Mapping[str, str], elsewhere: Iterable[str], bring: Bring, likely: Iterable[str] = ()
    ) -> None:
        super().__init__(here)
        self.elsewhere = dict.fromkeys(sorted(elsewhere))
        self._likely = dict.fromkeys(sorted(likely))
        self._bring, self._brought, self._asked = bring, dict[str, str](), 0

    def __contains__(self, path: object) -> bool:
        return super().__contains__(path) or path in self.elsewhere

    def __missing__(self, path: str) -> str:
        if path in self._brought or path not in self.elsewhere:
            return self._brought[path]
        self._asked += 1
        more = [] if self._asked <= ONE_BY_ONE else [each for each in self._likely if each not in self._brought]
        wanted = list(dict.fromkeys([path, *more]))
        self._brought |= self._bring(wanted)
        return self._brought[path]

    def get(self, path: str, default: Any = None) -> Any:
        try:
            return self[path]
        except KeyError:
            return default
