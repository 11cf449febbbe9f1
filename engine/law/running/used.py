"""What rule code has used up of what one happening may use."""

from typing import Final, NamedTuple, Self

# A tick is a call or a turn of a loop; Starlark asks every 1,000 of them whether to go on.
TICKS_PER_CHECK: Final = 1_000
MAX_TICKS: Final = 20_000_000
MAX_WORDS: Final = 60_000  # what a happening may use in a game without players; whoever begins one may grant more


class Used(NamedTuple):
    """Ticks (calls and turns of loops), those of them that crossings took, and words; or as many as there may be."""

    ticks: int
    spare: int
    words: int

    def half_way_to(self, allowed: Self) -> Self:
        return self._replace(
            ticks=(self.ticks + allowed.ticks) // 2,
            spare=allowed.spare,
            words=(self.words + allowed.words) // 2,
        )

    def part_of(self, allowed: Self, whole: int) -> int:
        """How much of the rules' own ticks, or of the words if that is more: `whole` is all of it."""
        return max(whole * self.ticks // (allowed.ticks - allowed.spare), whole * self.words // allowed.words)

    def is_beyond(self, enough: Self) -> bool:
        return self.ticks > enough.ticks or self.words > enough.words

    def grown(self, other: Self, *, at_most: Self) -> Self:
        """As much as another, of each no more than `at_most`, and no less than this."""
        return type(self)(*(max(own, min(new, most)) for own, new, most in zip(self, other, at_most, strict=True)))
