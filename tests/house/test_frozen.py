"""What is made once in the pure rooms stays as it was made; what is filled or moved on while it is used is named here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ENGINE = Path(__file__).parents[2] / "engine"
FILLED = {
    *(
        "law/running/host.py: Host",
        "law/running/kept.py: Course",
        "law/running/ledger.py: Ledger",
        "law/running/texts.py: _Lasting",
    ),
    *("game/dice.py: Stream", "game/dice.py: Recording", "game/examples/evidence.py: Patience"),
    *("game/plan.py: Plan", "game/plan.py: Segment", "game/prospects/imagining.py: Imagined"),
    *(
        "game/world/memos.py: Memos",
        "game/world/showing.py: Showing",
        "game/world/world.py: Growing",
        "game/world/world.py: Moment",
        "game/world/world.py: World",
    ),
    *(
        "referee/commits/administered.py: BroughtByHand",
        "referee/answering/all_threads.py: AllThreads",
        "referee/intake/fetching.py: Fetching",
    ),
    *("referee/intake/inbox.py: Reading", "referee/answering/outbox.py: Outbox", "referee/intake/portions.py: Portion"),
    *("referee/passing.py: Report", "referee/passing.py: Referee", "referee/intake/reading.py: Reader"),
    *("referee/proof/chain.py: Chain", "referee/proof/findings.py: Proof", "referee/proof/history.py: History"),
    *("referee/proof/keys.py: DiceKeys", "referee/proof/stretch.py: WalkAlongMain", "referee/judging/spare.py: Child"),
    "referee/judging/workers.py: ChildWorkers",
}


def test_only_what_is_filled_can_be_changed() -> None:
    assert {name for name, options in _dataclasses() if not options.get("frozen")} == FILLED


def _dataclasses() -> Iterator[tuple[str, dict[str, object]]]:
    for room in ("store", "law", "game", "referee"):
        for file in sorted((ENGINE / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                for decorator in node.decorator_list if isinstance(node, ast.ClassDef) else ():
                    called = decorator if isinstance(decorator, ast.Call) else None
                    if ast.unparse(called.func if called else decorator) == "dataclass":
                        options = {key.arg: ast.literal_eval(key.value) for key in (called.keywords if called else ())}
                        yield f"{file.relative_to(ENGINE)}: {node.name}", options
