"""Whatever one person writes, wherever and however often: the next pass ends, bo's move counts, and the journal replays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.hostile.table import Table
from tests.island import RULESET

PIECES = [
    "a", " ", "\n", "\t", "\x00", "\x1b[2J", "\u202e", "\u3000", "\U000e0001", "é", "'", '"', "\\", "\\Uffffffff",
    "---\n", "rule: next\n", "title: x\n", "by_hand: true\n", "a: 1\n", "a: &x [*x]\n", "- ", "{", "[", "%", "!a", "../", ".yaml/",
    "A", "yay", "nay", "@bo ", "<!-- nomic:reply/x:00000000 -->", "```starlark\n", "```\n", "1e999", "0x", ".nan",
]  # fmt: skip
ORDERS = [
    "", "/open", "/close", "/resolve", "/help", "/status", "/say ", "/announce ", "/motto ", "/no ", "/forbidden ", "/break ",
    "/issue ", "/shut ", "/enact ", "/ask ", "/drop ", "/assign ", "/later ", "/throw ", "/keep ", "/number ", "/give ", "/council ",
    "/correct players ana shells 3 because ", "yay ",
]  # fmt: skip
PLACES = [
    f"rules/{RULESET}/120-x.md", f"rules/{RULESET}/x.png", f"rules/{RULESET}/190-parrot.md", "rules/x", "rules/library/x.star",
    f"rules/{RULESET}/{'x' * 300}.md", f"rules/{RULESET}/a\nb.md", "state/x", "state/x.yaml",
    "state/players/ana.yaml", "state/players/Ana.yaml", "state/players/x.yaml", "state/players/bo.yaml/x.yaml", "state/kept/x.yaml",
    "state/game.yaml", "state/game.yaml/x.yaml", "state/engine.yaml", "state/polls/2.yaml", "state/polls/3.yaml", "state/timers/x.yaml",
    "state/threads/1.yaml", "state/journal/2026/01/05.yaml", "state/journal/x.yaml", "state/kept.yaml", "proposals/1.md",
    "proposals/changes/x.yaml", "docs/x.md", "engine/x.py",
]  # fmt: skip
texts = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from([1, 1, 1, 2, 40, 5_000])).map(lambda piece: piece[0] * piece[1]),
    max_size=6,
).map("".join)
words = st.tuples(st.sampled_from(ORDERS), texts).map(lambda parts: "".join(parts)[:65_536])
files = st.dictionaries(st.sampled_from(PLACES), st.one_of(st.none(), texts), min_size=1, max_size=4)
who = st.sampled_from(["ana", "stranger", "owner"])
acts = st.one_of(
    st.tuples(st.just("say"), who, words, st.integers(1, 4)),
    st.tuples(st.just("edit"), who, words, st.integers(0, 9)),
    st.tuples(st.just("issue"), who, texts, words),
    st.tuples(st.just("propose"), who, texts, files),
    st.tuples(st.just("commit"), st.just("owner"), st.integers(-(2**45), 2**45), files),
    st.tuples(st.just("vanish"), st.just("owner"), st.just(0), st.integers(1, 4)),
    st.tuples(st.just("pass"), st.just(""), st.just(0), st.just(0)),
)


@given(st.lists(acts, min_size=1, max_size=8))
@settings(max_examples=10, deadline=timedelta(seconds=60), suppress_health_check=[HealthCheck.too_slow])
def test_the_game_goes_on_whatever_one_person_writes(written: list[tuple[Any, ...]]) -> None:
    table = Table()
    for act in written:
        carry_out(table, *act)
    table.run()
    # A rule that wins the game, or forbids, is play; only that something is decided of bo's command matters then.
    wrong = [what for what in table.wrong() if not (what == "bo's next command is refused" and played(written))]
    assert wrong == []
    assert table.read("state/engine.yaml")["position"][0] <= table.island.clock()


def played(written: list[tuple[Any, ...]]) -> bool:
    return any(act[0] == "commit" for act in written)


def carry_out(table: Table, what: str, name: str, one: Any, other: Any) -> None:
    """One act; what the forge itself would refuse is not done."""
    island, model = table.island, table.island.model
    table.wait()
    by = island.id(name or "owner")
    if what == "say" and other in model.threads and one.strip():
        model.comment(by, other, one)
    elif what == "edit":
        mine = [c.id for c in model.comments.values() if c.author == by]
        if mine and one.strip():
            model.edit_comment(by, mine[other % len(mine)], one)
    elif what == "issue":
        model.open_thread(by, one[:256], other)
    elif what == "propose":
        island.propose(name, one[:256], other)
    elif what == "commit":
        store = island.store
        store.main = store.add([store.main], other, "By hand", one, "owner")
    elif what == "vanish" and other > 1 and other in model.threads and model.threads[other].pull is None:
        del model.threads[other]
        model.comments = {id_: c for id_, c in model.comments.items() if c.thread != other}
    elif what == "pass":
        table.run()
