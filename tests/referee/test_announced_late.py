"""What is announced long after it happened says when that was: after days without a pass the comment has another date."""

from __future__ import annotations

from engine.store import canon
from tests.island import rule, with_rules
from tests.referee.in_memory import Table

DAY = 86_400
BELL = {
    "160-bell.md": rule(
        160,
        "The bell",
        front='schedule: [{cron: "0 6 * * *", run: ring}]\n',
        code='def ring():\n    announce("It rings.")\n',
    )
}


def rung(table: Table, days: int) -> str:
    """The newest word on the table, so many days later."""
    table.wait(days * DAY)
    table.run()
    return table.answers()[-1]


def test_after_days_without_a_pass_each_announcement_says_when_it_was() -> None:
    said = rung(Table(with_rules(BELL)), 3)
    assert [part.split("<!--")[0].strip() for part in said.split("\n\n---\n\n")] == [
        "*Tue 2026-01-06 06:00 (UTC)*\n\nIt rings.",
        "*Wed 2026-01-07 06:00 (UTC)*\n\nIt rings.",
        "It rings.",
    ]


def test_it_is_told_by_the_games_own_clock() -> None:
    table = Table(with_rules(BELL))
    game = table.read("state/game.yaml")
    table.by_hand({"state/game.yaml": canon.emit({**game, "timezone": "Asia/Tokyo"})})
    assert "*Tue 2026-01-06 06:00 (Asia/Tokyo)*\n\nIt rings." in rung(table, 3)


def test_what_is_told_within_a_day_has_no_date_of_its_own() -> None:
    assert rung(Table(with_rules(BELL)), 1).split("<!--")[0].strip() == "It rings."


def test_what_happens_in_one_second_is_told_as_it_happened() -> None:
    """The table heard of rules by the letters of their names."""
    bells = {
        f"{number}-{slug}.md": rule(
            number,
            f"The {slug}",
            front='schedule:\n  - {cron: "0 6 * * *", run: second}\n  - {cron: "0 6 * * *", run: first}\n',
            code="".join(f'def {f}():\n    announce("{slug} {f}")\n\n' for f in ("first", "second")),
        )
        for number, slug in ((160, "gong"), (161, "bell"))
    }
    table = Table(with_rules(bells))
    said = rung(table, 1)
    assert [part.split("<!--")[0].strip() for part in said.split("\n\n---\n\n")] == [
        *("gong second", "gong first", "bell second", "bell first")
    ]
