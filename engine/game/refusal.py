"""A refusal is a value: a code for tests and logs, a reason a newcomer understands, and a remedy."""

# What the law says against a happening in so many words, and what only passes for a refusal: no handler's own failure.
BY_LAW = frozenset({"refused", "forbidden", "only_asked", "too_dear"})


class Refusal(Exception):
    """The whole happening is undone, and its author is told why and what to do next. `by`: the rule that says so, if one does."""

    def __init__(self, code: str, reason: str, remedy: str = "", *, by: str = "") -> None:
        super().__init__(reason)
        self.code, self.reason, self.remedy, self.by = code, reason, remedy, by

    @property
    def text(self) -> str:
        return f"{self.reason} {self.remedy}".strip()


class Overtaken(Refusal):
    """Another change of the same came first. An open poll can go on from there; what was adopted already cannot."""


class BrokenRule(Refusal):
    """A rule that would have to be asked does not work: which one."""

    def __init__(self, slug: str, reason: str, remedy: str) -> None:
        super().__init__("broken_rule", reason, remedy)
        self.slug = slug
