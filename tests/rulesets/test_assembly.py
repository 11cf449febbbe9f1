"""Assembly, whatever its players do: parties, gold and the order of play against oracles of their own, and people who try to win
by the letter."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.calendar import stamp
from engine.game.examples import examples
from engine.game.examples.example_stage import Stage
from engine.game.proposals.tally import tally
from engine.game.world.engine_fields import FIELDS
from engine.law.rulebook import read
from engine.store import canon, guard
from tests.playthroughs.transcript import HERE as GAMES
from tests.rulesets.texts import HOST, TEXTS
from tests.shares import tries

HERE = Path(__file__).parent
LAWYERS = HERE / "lawyers" / "assembly.yaml"
CASES = examples.cases_of_file(LAWYERS.name, LAWYERS.read_text(encoding="utf-8"))
NAMES = ["ana", "bo", "cy", "di", "ed", "flo", "gus"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.content["name"])
def test_who_tries_to_win_by_the_letter_finds_no_hole(case: examples.Example) -> None:
    assert [f.message for f in examples.play(case, TEXTS, "assembly", HOST)] == []


def test_the_blessed_game_uses_and_refuses_every_command() -> None:
    book = read("assembly", TEXTS, HOST, FIELDS)[0]
    steps: list[dict[str, Any]] = guard.load((GAMES / "assembly_winter.yaml").read_text(), max_nodes=100_000)["when"]
    written = [(str(s.get("says") or (s.get("opens") or {}).get("body") or ""), "refused" in s) for s in steps]
    used: Counter[tuple[str, bool]] = Counter()
    for _, command in book.commands:
        for text, refused in written:
            used[command.usage_text, refused] += command.usage.match(text) is not None
    missing = [
        (c.usage_text, refused)
        for _, c in book.commands
        for refused in (False, True)
        if not used[c.usage_text, refused]
    ]
    assert missing == []


def test_the_blessed_game_is_two_rounds_of_seven_and_ends_by_a_finding() -> None:
    found: dict[str, Any] = canon.read((GAMES / "assembly_winter" / "records.yaml").read_text())
    game = found["game"]["game"]
    assert game["winners"] == ["gus"]
    assert game["turn"]["round"] == 2
    assert sorted(found["opinions"]) == ["320.1", "328.1", "328.2"]
    assert found["opinions"]["328.1"]["overruled"]
    assert found["judgments"]["71"]["opinion_id"] == "328.2"
    assert sorted(found["parties"]) == ["blues"]
    assert found["players"]["flo"]["suspended_until"] == 0
    statuses = Counter(p["status"] for p in found["polls"].values() if p["kind"] == "rule-change")
    assert statuses["adopted"] > 4
    assert statuses["rejected"] > 2


# A game of seven in which anything is done, in any order

WHO = st.sampled_from([*NAMES, "mover", "mover", "zoe"])
DEED = st.sampled_from(
    [
        *[
            "/party found Reds",
            "/party found Blues",
            "/party join reds",
            "/party join blues",
            "/party leave",
            "/party rename Greens",
        ],
        *[
            "/party pay 3 to ana and 2 to blues",
            "/party pay 1 to bo",
            "/swap with di",
            "/swap with ana",
            "/class DOG",
            "/class Cowboy",
        ],
        *[
            "/inactive",
            "/active",
            "/forfeit for good",
            "/join Zweig",
            "/debate",
            "/vote-now",
            "/consent",
            "/impasse",
            "/overrule",
        ],
        *[
            "open",
            "open",
            "all yay",
            "all yay",
            "yay",
            "nay",
            "delete",
            "edit",
            "party yay",
            "party yay",
            "wait",
            "judgment",
            "opinion",
            "rewrite",
        ],
    ]
)
OPINION = (
    "/opinion\n## Disagreement\na\n## Judgement\nb\n## Justification\nc\n## Consequences\nd\n## Relevant rules\n316"
)


class Table:
    """A game under way, with hands for every deed."""

    def __init__(self) -> None:
        players = {p: {"active": True, "surname": f"S{p}", "gold": 150} for p in NAMES}
        members = ["di", "ed", "flo"]
        parties = {"blues": {"name": "Blues", "members": members, "established": True, "treasury": 9}}
        for member in members:
            players[member] = players[member] | {"party": "blues"}
        game = {"turn": {"player": "ana", "number": 1, "round": 1}, "turn_order": list(NAMES)}
        self.stage = Stage({"given": {"players": players, "parties": parties, "game": game}}, TEXTS, "assembly", HOST)
        self.pull, self.issue, self.labels = 20, 70, 0

    def get(self, collection: str) -> dict[str, dict[str, Any]]:
        return dict(self.stage.world.records.items(collection))

    def mover(self) -> str:
        return str(self.stage.world.game["turn"]["player"])

    def say(self, who: str, text: str, on: int = 1) -> None:
        self.labels += 1
        self.stage.step({"by": who, "says": text, "on": on, "label": str(self.labels)})

    def do(self, who: str, deed: str) -> None:
        who = self.mover() if who == "mover" else who
        act = getattr(self, f"_{deed.replace(' ', '_')}", None)
        if act is not None:
            act(who)
        else:
            self.say(
                who,
                deed,
                self.pull
                if deed in ("/debate", "/vote-now")
                else self.issue
                if deed in ("/impasse", "/overrule")
                else 1,
            )

    def _open(self, who: str) -> None:
        self.pull += 1
        text = f"---\nrule: next\ntitle: Song {self.pull}\nby_hand: true\n---\nWe sing.\n"
        self.stage.step(
            {"by": who, "opens": {"pull": self.pull, "title": "Song", "changes": {f"song{self.pull}.md": text}}}
        )
        self.say(who, "/open", self.pull)

    def _yay(self, who: str) -> None:
        self.say(who, "yay", self.pull)

    def _nay(self, who: str) -> None:
        self.say(who, "nay", self.pull)

    def _all_yay(self, who: str) -> None:
        for player in NAMES:
            self.say(player, "yay", self.pull)

    def _party_yay(self, who: str) -> None:
        for key, poll in self.get("polls").items():
            if poll["kind"] == "party" and poll["status"] == "open":
                for player in NAMES:
                    self.stage.step({"by": player, "says": "yay", "on": key})

    def _delete(self, who: str) -> None:
        self.stage.step({"by": who, "deletes": str(self.labels)} if self.labels else {"by": who, "says": "hm"})

    def _edit(self, who: str) -> None:
        self.stage.step(
            {"by": who, "edits": str(self.labels), "to": "nay"} if self.labels else {"by": who, "says": "hm"}
        )

    def _rewrite(self, who: str) -> None:
        if self.pull > 20:
            self.stage.step({"by": who, "rewrites": self.pull, "to": f"text {self.labels}"})

    def _wait(self, who: str) -> None:
        self.stage.step({"clock": stamp(self.stage.now + 20 * 3_600)})

    def _judgment(self, who: str) -> None:
        self.issue += 1
        self.stage.step({"by": who, "opens": {"issue": self.issue, "title": "Q", "body": "/judgment May I?"}})

    def _opinion(self, who: str) -> None:
        judge = (self.get("judgments").get(str(self.issue)) or {}).get("judge") or who
        self.say(judge, OPINION, self.issue)


def faults(table: Table) -> list[str]:
    """What of Assembly's promises does not hold at this moment."""
    players, parties, game = table.get("players"), table.get("parties"), table.stage.world.game
    found = []
    for slug, party in parties.items():
        if len(party["members"]) > 3 or len(set(party["members"])) != len(party["members"]):
            found.append(f"{slug} has the members {party['members']}")
        if [m for m in party["members"] if players[m]["party"] != slug]:
            found.append(f"members of {slug} are elsewhere")
        if party["established"] and (len(party["members"]) < 3) != (party["short_since"] is not None):
            found.append(f"{slug} is short and does not know it, or the other way round")
    astray = [
        p
        for p, r in players.items()
        if r["party"] is not None and p not in parties.get(r["party"], {"members": []})["members"]
    ]
    order = game["turn_order"]
    if astray or order != sorted(order, key=lambda p: (players[p]["surname"].lower(), p)):
        found.append(f"astray: {astray}; the order is {order}")
    for key, poll in table.get("polls").items():
        count = tally(table.stage.world, key)
        people = [b["voter"] for b in count["ballots"] if not b["voter"].startswith("party:")]
        if poll["status"] == "open" and (len(set(people)) != len(people) or any(p not in players for p in people)):
            found.append(f"poll {key} counts {people}")
    return found


@settings(max_examples=tries(25), deadline=None)
@given(st.lists(st.tuples(WHO, DEED), max_size=30))
def test_parties_the_order_and_votes_are_in_order_whatever_is_done(deeds: list[tuple[str, str]]) -> None:
    table = Table()
    for who, deed in deeds:
        table.do(who, deed)
        assert faults(table) == []
        failed = [o for o in table.stage.folding.plan.outcomes if "fault" in o]
        assert failed == []


@settings(max_examples=tries(25), deadline=None)
@given(st.lists(st.tuples(WHO, DEED), max_size=30))
def test_gold_comes_from_wages_alone_and_goes_nowhere_but_into_classes_and_dissolved_parties(
    deeds: list[tuple[str, str]],
) -> None:
    table = Table()

    def all_gold() -> int:
        held = sum(r["gold"] for r in table.get("players").values())
        return held + sum(p["treasury"] for p in table.get("parties").values())

    for who, deed in deeds:
        before, parties = all_gold(), table.get("parties")
        decided = Counter(p["status"] for p in table.get("polls").values() if p["kind"] == "rule-change")
        table.do(who, deed)
        after = Counter(p["status"] for p in table.get("polls").values() if p["kind"] == "rule-change")
        wages = after["adopted"] + after["rejected"] > decided["adopted"] + decided["rejected"]
        gone = [s for s in parties if s not in table.get("parties")]
        if not wages and not deed.startswith("/class") and not gone:
            assert all_gold() == before, (who, deed)
        assert all_gold() <= before or wages
        assert min(r["gold"] for r in table.get("players").values()) >= 0


def test_nobody_is_asked_for_anything_more_where_the_game_is_over() -> None:
    given: dict[str, Any] = {"players": {"bo": {"score": 195}}, "rules": {"opinions": None}}
    begun: dict[str, Any] = {"scene": ["three", "songs"], "roles": {"adm": "administrator"}, "given": given}
    asked = [
        {"by": "bo", "opens": {"issue": 77, "title": "Stuck", "body": "/judgment Can ana go on?"}},
        {"by": "cy", "says": "/judge Both.", "on": 77},
        {"by": "cy", "says": "/impasse", "on": 77},
    ]
    voted = [
        {"by": "ana", "opens": {"pull": 12, "title": "No songs", "changes": {"sample-songs": None}}},
        {"by": "ana", "says": "/open", "on": 12},
        *({"by": who, "says": word, "on": 12} for who, word in (("ana", "yay"), ("cy", "yay"), ("bo", "nay"))),
    ]
    for won in (voted, [{"by": "adm", "says": "/correct players bo score 200 because they had them"}]):
        stage = Stage(begun, TEXTS, "assembly", HOST)
        assert [stage.step(step) for step in asked + won] == [None] * len(asked + won)
        assert stage.said[-1].endswith("**The game is over.** bo reached 200 points.")
        assert stage.step({"by": "ana", "says": "/status"}) is None
        assert not [
            words for words in ("/consent", "waits for", "Your move", "has to propose") if words in stage.said[-1]
        ]


@pytest.mark.parametrize("name", ["changing-votes", "second-thoughts"])
def test_the_rule_on_changed_votes_counts_in_a_transmutation_where_it_is_immutable_whatever_it_is_called(
    name: str,
) -> None:
    text = TEXTS["rules/assembly/310-changing-votes.md"].partition("```example")[0]
    text = text.replace("title: Changing votes\n", "title: Changing votes\nimmutable: true\n", 1)
    rules = {"changing-votes": None, f"310-{name}.md": text}
    stage = Stage({"scene": "three", "given": {"rules": rules}}, TEXTS, "assembly", HOST)
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Transmute", "changes": {"115": {"immutable": False}}}})
    stage.step({"by": "ana", "says": "/open", "on": 12})
    stage.step({"clock": stamp(stage.now + 86_400)})  # the time to debate
    for word in ("yay", "nay", "yay", "nay"):
        assert stage.step({"by": "bo", "says": word, "on": 12}) is None
    assert "You have changed this vote 3 times already" in str(stage.step({"by": "bo", "says": "yay", "on": 12}))


@pytest.mark.parametrize("name", ["judgment", "bench"])
def test_no_opinion_is_due_where_the_rule_on_judgment_is_immutable_whatever_it_is_called(name: str) -> None:
    """It could write nothing that this rule keeps, and nothing would ever be decided."""
    text = TEXTS["rules/assembly/211-judgment.md"].partition("```example")[0]
    text = text.replace("title: Judgment\n", "title: Judgment\nimmutable: true\n", 1)
    rules = {"judgment": None, f"211-{name}.md": text}
    stage = Stage({"scene": "three", "given": {"rules": rules}}, TEXTS, "assembly", HOST)
    stage.step({"by": "bo", "opens": {"issue": 77, "title": "Hm", "body": "/judgment May she?"}})
    assert stage.step({"by": "cy", "says": "/judge She may.", "on": 77}) is None
    assert stage.world.records.get("judgments", "77")["status"] == "ruled"  # type: ignore[index]
