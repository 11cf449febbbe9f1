"""A year of Credo on a hub in memory: blessed to the byte, and its facts told one by one, from the records and the journal."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from engine.game.calendar import stamp
from engine.game.proposals.tally import tally
from engine.game.words.registry import new_host
from engine.game.world.world import World
from engine.referee.commits import administered
from engine.referee.verify import verify
from engine.store import canon
from tests.counting import identity_holds
from tests.playthroughs.hub_stage import HERE, HubStage, entries, outcome, played
from tests.shares import only_whole

BERLIN = ZoneInfo("Europe/Berlin")
NAME = "credo_year"


@dataclass(frozen=True)
class Commit:
    """A commit of the engine: the files before and after it, and the last entry of the journal in it."""

    before: dict[str, str]
    after: dict[str, str]
    entry: dict[str, Any]


class Year:
    """The stage after the year, and what the facts are read from."""

    def __init__(self, stage: HubStage) -> None:
        self.stage = stage
        self.files = stage.island.files()
        self.entries = entries(self.files)
        self.world = World(self.files, new_host())

    def get(self, collection: str, key: str) -> dict[str, Any]:
        found = self.world.records.get(collection, key)
        assert found is not None, f"{collection} {key}"
        return found

    def rule(self, slug: str) -> tuple[int, list[int]]:
        """A rule's number and the proposals it went through."""
        document = self.world.book.documents[slug]
        return document.number or 0, [n for step in document.history for n in step.values()]

    def periods(self, run: str) -> list[datetime]:
        """When something scheduled ran, by the clocks of Berlin."""
        found = [e["time"] for e in self.entries if e["kind"] == "period" and e["run"] == run]
        return [datetime.fromtimestamp(at, UTC).astimezone(BERLIN) for at in found]

    def commits(self) -> Iterator[Commit]:
        """The engine's commits, oldest first."""
        repository, store = self.stage.island.repository, self.stage.island.store.commits
        by_hash = {entry["hash"]: entry for entry in self.entries}
        for info in reversed(repository.first_parents(self.stage.island.store.main, 1_000_000)):
            entry = by_hash.get(administered.entry_of(info) or "")
            if entry is not None:
                yield Commit(store[info.parents[0]].files, store[info.sha].files, entry)


@pytest.fixture(scope="module")
def year() -> Year:
    return Year(played(HERE / f"{NAME}.yaml"))


def total(files: dict[str, str], collection: str, amount: Callable[[dict[str, Any]], int]) -> int:
    paths = [p for p in files if p.startswith(f"state/{collection}/")]
    return sum(amount(canon.read(files[p])) for p in paths)


def people(village: dict[str, Any]) -> int:
    return int(sum(village["population"].values()))


def hunger(village: dict[str, Any]) -> int:
    return int(village["hunger"])


def points(player: dict[str, Any]) -> int:
    return int(player["points"])


def test_everything_went_as_told_and_as_blessed(year: Year) -> None:
    assert year.stage.wrong == []
    for name, text in outcome(year.stage).items():
        blessed = (HERE / NAME / name).read_text(encoding="utf-8")
        diff = "".join(
            difflib.unified_diff(blessed.splitlines(True), text.splitlines(True), f"blessed {name}", "now", n=1)
        )
        assert not diff, f"{diff[:4000]}\nIf this is right: python -m tests.playthroughs.bless {NAME}"


@only_whole
def test_the_journal_proves_every_byte(year: Year) -> None:
    proof = verify(year.stage.island.repository)
    assert proof.findings == []
    assert proof.entries == len(year.entries) > 1_000


def test_thirty_proposals_have_a_number_each_and_a_record(year: Year) -> None:
    polls = [p for _, p in year.world.records.items("polls") if p["kind"] == "rule-change"]
    assert sorted(p["number"] for p in polls) == list(range(352, 382))
    assert Counter(p["status"] for p in polls) == {"adopted": 24, "rejected": 4, "withdrawn": 2}
    assert [p["number"] for p in polls if f"proposals/{p['number']}.md" not in year.files] == []


def test_of_every_poll_each_vote_is_counted_superseded_or_refused(year: Year) -> None:
    counts = [tally(year.world, key) for key in year.world.records.keys("polls")]
    assert [count for count in counts if not identity_holds(count)] == []


def test_the_law_went_where_the_votes_sent_it(year: Year) -> None:
    assert year.rule("farms") == (371, [328, 352, 371])
    assert year.world.book.documents["farms"].parameters["price"] == 12
    assert year.rule("quorum") == (360, [311, 359, 360])
    assert year.rule("songs") == (364, [353, 363, 364])
    assert year.rule("synthetics") == (366, [366])
    assert "fairs" not in year.world.book.documents
    assert "[farms](371-farms.md)" in year.files["rules/credo/364-songs.md"]
    assert "engine/nicer.py" in year.files


def test_a_third_was_a_quorum_for_one_vote_alone(year: Year) -> None:
    cast = {p["number"]: len(p["ballots"]) for _, p in year.world.records.items("polls") if p["number"]}
    assert cast[360] == 2 < 3 <= cast[361]


def test_hunger_came_every_week_once_at_three_by_the_clocks_of_berlin(year: Year) -> None:
    hunger = year.periods("hunger_strikes")
    assert {(at.hour, at.minute) for at in hunger} == {(15, 0)}
    assert {at.utcoffset().total_seconds() for at in hunger if at.utcoffset() is not None} == {3600.0, 7200.0}
    thursdays = [at.date() for at in hunger if at.isoweekday() == 4]
    assert [at.isoweekday() for at in hunger] == [3] * (len(hunger) - len(thursdays)) + [4] * len(thursdays)
    assert thursdays[0] == date(2026, 10, 15)
    weeks = [at.isocalendar()[:2] for at in hunger]
    assert len(weeks) == len(set(weeks)) == 53
    assert (2026, 53) in weeks and (2027, 1) in weeks


def test_the_nights_of_the_changing_clocks_have_one_page_each(year: Year) -> None:
    nights = year.periods("turn_the_page")
    assert Counter(at.date() for at in nights).most_common(1)[0][1] == 1
    assert len(nights) == (31 - 16) + 31 == year.get("calendar", "credo")["nights"]
    assert {at.strftime("%H:%M") for at in nights if at.date() != date(2026, 3, 29)} == {"02:30"}
    assert [at.strftime("%H:%M") for at in nights if at.date() == date(2026, 3, 29)] == ["03:00"]


def test_three_weeks_without_a_run_were_made_up_for_in_one_pass_and_in_order(year: Year) -> None:
    (commit,) = [c for c in year.commits() if joined("hal", c)]
    found = [e for e in year.entries if "2026-08-04" <= stamp(e["time"]) < "2026-08-24" and e["kind"] != "delivered"]
    runs = [e["run"] for e in found if e["kind"] == "period"]
    assert runs == ["hunger_strikes", "saw", "hunger_strikes", "saw", "hunger_strikes"]
    assert [e["time"] for e in found] == sorted(e["time"] for e in found)
    assert {stamp(e["seen_at"]) for e in found if "seen_at" in e} == {"2026-08-24T09:01:00Z"}
    assert canon.read(commit.after["state/villages/hal.yaml"])["hunger"] < 0


def joined(player: str, commit: Commit) -> bool:
    path = f"state/players/{player}.yaml"
    return path in commit.after and path not in commit.before


def test_people_food_and_points_are_conserved_when_people_move_and_goods_change_hands(year: Year) -> None:
    moves = [c for c in year.commits() if settled(c)]
    trades = [c for c in year.commits() if c.entry.get("outcome", {}).get("command") in ("accept", "give")]
    assert (len(moves), len(trades)) == (2, 5)
    for commit in [*moves, *trades]:
        for collection, amount in (("villages", people), ("villages", hunger), ("players", points)):
            before, after = total(commit.before, collection, amount), total(commit.after, collection, amount)
            assert before == after, (stamp(commit.entry["time"]), collection)


def settled(commit: Commit) -> bool:
    """Whether people moved: a migration became adopted."""
    changed = [
        p for p, text in commit.after.items() if p.startswith("state/polls/migration/") and text != commit.before.get(p)
    ]
    return any(canon.read(commit.after[p])["status"] == "adopted" for p in changed)


def test_who_leaves_a_hungry_village_takes_hunger_along(year: Year) -> None:
    commit = next(c for c in year.commits() if settled(c))
    before, after = (
        {k: canon.read(f[f"state/villages/{k}.yaml"]) for k in ("ana", "cy")} for f in (commit.before, commit.after)
    )
    assert before["cy"]["hunger"] > 20
    assert after["cy"]["hunger"] == before["cy"]["hunger"] - 20
    assert after["ana"]["hunger"] == before["ana"]["hunger"] + 20


def test_terms_were_kept_refused_left_to_lapse_or_could_not_be_paid(year: Year) -> None:
    moves = [year.get("polls", f"migration/{n}")["status"] for n in range(1, 6)]
    assert moves == ["adopted", "rejected", "withdrawn", "withdrawn", "adopted"]
    offers = [year.get("offers", str(n))["status"] for n in range(1, 6)]
    assert offers == ["accepted", "declined", "retracted", "accepted", "accepted"]
    told = [s for s in year.stage.story if "cannot be resolved yet" in s]
    assert len(told) == 2, "once when it was complete, and once more when the reason was another"


def test_nobody_ever_had_fewer_than_no_points(year: Year) -> None:
    for commit in year.commits():
        purses = [canon.read(t)["points"] for p, t in commit.after.items() if p.startswith("state/players/")]
        assert min(purses, default=0) >= 0, stamp(commit.entry["time"])


def test_kish_starved_in_part_and_lagash_died_out(year: Year) -> None:
    story = "\n".join(year.stage.story)
    assert re.search(r"Starved: Kish \(\d+ dead\)", story)
    assert "@gus, nobody lives in Lagash any more" in story
    commit = next(
        c for c in year.commits() if "state/villages/gus.yaml" in c.before and "state/villages/gus.yaml" not in c.after
    )
    player = canon.read(commit.after["state/players/gus.yaml"])
    assert (player["points"], player["active"]) == (0, False)


def test_motions_carry_after_a_working_day_and_end_by_a_deed_or_by_a_word(year: Year) -> None:
    first = year.get("polls", "inactive/1")
    assert first["status"] == "adopted"
    assert stamp(first["opened_at"]) == "2026-05-08T15:00:00Z"
    assert stamp(first["data"]["due"]) == "2026-05-11T15:00:00Z"
    assert [year.get("polls", f"inactive/{n}")["status"] for n in (2, 3)] == ["withdrawn", "withdrawn"]
    assert year.get("players", "di")["active"] and year.get("players", "fay")["active"]


def test_one_judgment_stands_and_one_was_overruled(year: Year) -> None:
    one, other = (year.get("judgments", key) for key in year.world.records.keys("judgments"))
    assert (one["judges"], one["status"], one["overruled_by"]) == (["ana"], "ruled", ["bo"])
    assert one["involved"] == ["eve", "bo", "di"]
    assert (other["judges"], other["judge"], other["status"]) == (["eve", "di"], "di", "ruled")
    assert other["ruling"].startswith("No.")


def test_an_account_stays_one_player_whatever_it_is_called(year: Year) -> None:
    logins = {key: record["login"] for key, record in year.world.records.items("players")}
    assert logins.pop("bo") == "robert"
    (key,) = [key for key, login in logins.items() if login == "bo"]
    assert key == f"bo-{year.get('players', key)['id']}"
    assert sorted(set(logins) - {key}) == ["ana", "cy", "di", "eve", "fay", "gus", "hal"]
    tie = next(p for _, p in year.world.records.items("polls") if p["number"] == 370)
    assert [b["voter"] for b in tie["ballots"]][-1] == key
    assert {"bo", key} <= {b["voter"] for b in tie["ballots"]}


def test_who_forfeits_is_gone_with_village_place_and_open_proposal(year: Year) -> None:
    assert year.get("players", "gus")["forfeited"]
    assert all(year.world.records.get(where, "gus") is None for where in ("villages", "map"))
    ruins = next(p for _, p in year.world.records.items("polls") if p["number"] == 379)
    assert ruins["status"] == "withdrawn"


def test_what_new_rules_brought_is_there(year: Year) -> None:
    assert year.get("villages", "di")["beer"] == 1
    assert year.get("villages", "ana")["happiness"] == 5
    assert year.get("villages", "cy")["population"]["fishing"] == 8
    sawn = [r["total"] for e in year.entries if e.get("run") == "saw" for r in e.get("rolls", [])]
    assert len(sawn) > 10
    assert year.get("villages", "ana")["lumber"] == sum(sawn)
    assert len(year.periods("draw")) == 22
