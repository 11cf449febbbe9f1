"""Frontier, whatever its players do: the order of play, votes, goods, harvests and claims against oracles of their own."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.game.calendar import stamp
from engine.game.examples.example_stage import Stage
from tests.rulesets.texts import HOST, TEXTS
from tests.shares import tries

NAMES = ["ana", "bo", "cy", "di"]
RESOURCES = ["wheat", "timber", "iron", "fish", "stock_options"]
PRODUCE = dict(zip(["Prairie", "Jungle", "Mountains", "Marsh", "City"], RESOURCES, strict=True))
BEGAN = re.compile(r"Round (\d+), turn (\d+): it is your turn, @?(\w+)")
QUICK = settings(max_examples=tries(25), deadline=None)


def begun(players: dict[str, dict[str, Any]], mover: str, **more: Any) -> Stage:
    """A game under way: the players stand in this order, and one of them moves."""
    turn = {"player": mover, "number": 1, "round": 1, **more.pop("turn", {})}
    given_ = {"players": players, "game": {"turn": turn, "turn_order": list(players)}}
    return Stage({"given": given_, **more}, TEXTS, "frontier", HOST)


def active(**more: Any) -> dict[str, Any]:
    return {"active": True, **more}


def record(stage: Stage, player: str) -> dict[str, Any]:
    found = stage.world.records.get("players", player)
    assert found is not None
    return found


def wait(stage: Stage, hours: int) -> None:
    stage.step({"clock": stamp(stage.now + hours * 3_600)})


def do(stage: Stage, by: str, *lines: str) -> None:
    for line in lines:
        assert stage.step({"by": by, "says": line}) is None


# The order of play

SOMEONE = st.sampled_from([*NAMES, "eve", "fay"])
DEED = st.sampled_from(
    [
        "/inactive",
        "/active",
        "/join",
        "/use Fish Oil on ana",
        "/use Fish Oil on di",
        "/forfeit for good",
        "leave",
        "pass",
        "pass",
        "wait",
    ]
)


class Watched:
    """A game with what was to be seen after each step: who is active, who stands in the order, and the latest round."""

    def __init__(self) -> None:
        self.stage = begun({name: active(items={"Fish Oil": 9}) for name in NAMES}, "ana")
        self.seen: list[tuple[set[str], int]] = []
        self.look()

    def step(self, who: str, deed: str) -> None:
        if deed == "wait":
            wait(self.stage, 20)
        elif deed == "leave":
            self.step(self.stage.world.game["turn"]["player"], "/forfeit for good")
        elif deed == "pass":
            mover = self.stage.world.game["turn"]["player"]
            self.step(mover, "/inactive")
            self.step(mover, "/active")
        else:
            self.stage.step({"by": who, "says": deed})
        self.look()

    def look(self) -> None:
        game, players = self.stage.world.game, dict(self.stage.world.records.items("players"))
        turn, order = game["turn"], game["turn_order"]
        playing = {p for p in order if players[p]["active"]}
        assert sorted(order) == sorted(p for p, r in players.items() if not r["forfeited"])
        assert turn["ended"] is (not playing)
        assert turn["ended"] or turn["player"] in playing
        self.seen.append((playing, turn["round"]))

    def turns(self) -> list[tuple[int, int, str]]:
        """(round, number, player) of every turn."""
        found = [BEGAN.search(line) for text in self.stage.said for line in text.split("\n")]
        return [(1, 1, "ana"), *((int(m[1]), int(m[2]), m[3]) for m in found if m)]

    def throughout(self, number: int) -> set[str]:
        """Who was active from before a round began until after the next one had begun."""
        first = next(i for i, (_, latest) in enumerate(self.seen) if latest >= number)
        last = next(i for i, (_, latest) in enumerate(self.seen) if latest > number)
        return set.intersection(*(playing for playing, _ in self.seen[max(0, first - 1) : last + 1]))


@settings(max_examples=tries(40), deadline=None)
@example([("ana", "pass"), *((who, "/inactive") for who in ("ana", "cy", "di")), ("bo", "leave"), ("ana", "/active")])
@example([("ana", "leave")] * 4 + [("eve", "/join"), ("eve", "wait"), ("eve", "wait"), ("eve", "pass")])
@given(st.lists(st.tuples(SOMEONE, DEED), max_size=24))
def test_nobody_has_two_turns_in_a_round_and_nobody_active_is_passed_over(deeds: list[tuple[str, str]]) -> None:
    game = Watched()
    for who, deed in deeds:
        game.step(who, deed)
    turns = game.turns()
    assert [number for _, number, _ in turns] == list(range(1, len(turns) + 1))
    assert max(Counter((round_, player) for round_, _, player in turns).values(), default=1) == 1
    assert [round_ for round_, _, _ in turns] == sorted(round_ for round_, _, _ in turns)
    for complete in range(1, game.seen[-1][1]):
        assert game.throughout(complete) <= {player for round_, _, player in turns if round_ == complete}


@QUICK
@given(st.sets(st.sampled_from(NAMES)), st.sampled_from(NAMES))
def test_the_next_mover_is_the_next_active_player_in_the_order(away: set[str], mover: str) -> None:
    stage = begun({name: {"active": name not in away or name == mover} for name in NAMES}, mover)
    do(stage, mover, "/inactive")
    at = NAMES.index(mover)
    following = [p for p in NAMES[at + 1 :] + NAMES[:at] if p not in away]
    turn = stage.world.game["turn"]
    assert (turn["ended"], turn["player"]) == ((False, following[0]) if following else (True, mover))
    passed = NAMES[at + 1 :] + NAMES[:at]
    passed = passed[: passed.index(following[0])] if following else []
    assert {p for p in NAMES if not record(stage, p)["landowner"]} == set(passed)


# Votes

VOTING = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(["yay", "yay", "nay", "/retract", "edit", "delete"])), max_size=16
)


@QUICK
@given(VOTING)
def test_a_vote_comes_out_as_counted_by_hand(deeds: list[tuple[str, str]]) -> None:
    stage = begun({name: active() for name in NAMES}, "ana")
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "No bots", "changes": {"309": None}}})
    stage.step({"by": "ana", "says": "/open", "on": 12})
    said: dict[str, list[tuple[str, str]]] = {
        name: [] for name in NAMES
    }  # what nobody edited: (label, word), the last stands
    votes: dict[str, str] = {}
    for place, (who, deed) in enumerate(deeds):
        if len(votes) == len(NAMES):
            break
        if deed in ("edit", "delete"):
            if who in votes:
                label, _ = said[who].pop()
                said[who] += [(label, "deleted")] if deed == "delete" else []
                stage.step(
                    {"by": who, "deletes": label} if deed == "delete" else {"by": who, "edits": label, "to": "!"}
                )
        elif deed != "/retract" or who in votes:
            said[who].append((f"c{place}", deed))
            assert stage.step({"by": who, "says": deed, "on": 12, "label": f"c{place}"}) is None
        votes = {p: words[-1][1] for p, words in said.items() if words and words[-1][1] in ("yay", "nay")}
    if len(votes) < len(NAMES):
        wait(stage, 36)
    yays = list(votes.values()).count("yay")
    poll = stage.world.records.get("polls", "12") or {}
    decided = "adopted" if 2 * yays > len(votes) else "rejected"
    assert poll["status"] == (
        decided if votes else "open"
    )  # who says nothing is inactive, and then it waits for somebody
    assert {p for p in NAMES if record(stage, p)["active"]} == set(votes)


# Goods

KINDS = ["wheat", "iron", "timber", "stock_options", "Axe", "Gold Flakes"]
GOODS = st.dictionaries(st.sampled_from(KINDS), st.integers(1, 4), max_size=2)
TRADE = st.tuples(st.permutations(NAMES[:3]), GOODS, GOODS, st.sampled_from(["accept", "accept", "decline", "none"]))


def written(goods: dict[str, int]) -> str:
    return " and ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in goods.items()) or "nothing"


def held(stage: Stage, name: str) -> Counter[str]:
    player = record(stage, name)
    return +Counter({**{r: player[r] for r in RESOURCES}, **player["items"]})


def holdings(stage: Stage) -> Counter[str]:
    """Everything there is, and how much of it is fresh. What nobody can have shows as an error."""
    total: Counter[str] = Counter()
    for name in NAMES[:3]:
        player = record(stage, name)
        fresh = Counter(player["fresh"])
        assert all(n <= player["items"].get(item, 0) for item, n in fresh.items())
        assert min([*(player[r] for r in RESOURCES), *player["items"].values()]) >= 0
        total.update({r: player[r] for r in RESOURCES})
        total.update(player["items"])
        total.update({f"fresh {item}": n for item, n in fresh.items()})
    return +total


@settings(max_examples=tries(40), deadline=None)
@given(st.lists(TRADE, max_size=8), st.sampled_from(["City", "Marsh"]))
def test_a_trade_moves_what_was_agreed_and_makes_or_loses_nothing(trades: list[tuple[Any, ...]], place: str) -> None:
    rich = {"wheat": 5, "iron": 3, "timber": 8, "items": {"Axe": 3, "Gold Flakes": 1}, "fresh": ["Axe", "Axe"]}
    players = {"ana": active(**rich), "bo": active(**rich), "cy": active(location=place, stock_options=4, **rich)}
    stage = begun(players, "ana")
    before = holdings(stage)
    for (giver, taker, _), gives, wants, answer in trades:
        if not gives and not wants:
            continue
        there = {p: held(stage, p) for p in (giver, taker)}
        stage.step({"by": giver, "says": f"/offer {written(gives)} for {written(wants)} to {taker}"})
        made = stage.world.game["offers_made"]
        assert there == {p: held(stage, p) for p in (giver, taker)}
        done = answer == "accept" and stage.step({"by": taker, "says": f"/accept {made}"}) is None
        if answer == "decline":
            stage.step({"by": taker, "says": f"/decline {made}"})
        able = Counter(gives) <= there[giver] and Counter(wants) <= there[taker]
        together = "cy" not in (giver, taker) or place == "City"
        assert done is (answer == "accept" and able and together)
        if done:
            there = {
                giver: +(there[giver] - Counter(gives) + Counter(wants)),
                taker: +(there[taker] - Counter(wants) + Counter(gives)),
            }
        assert there == {p: held(stage, p) for p in (giver, taker)}
        assert holdings(stage) == before


def test_of_equal_items_the_older_one_is_traded_first() -> None:
    stage = begun({"ana": active(items={"Axe": 2}, fresh=["Axe"]), "bo": active()}, "ana")
    do(stage, "ana", "/offer 1 axe for nothing to bo", "/offer 1 axe for nothing to bo")
    do(stage, "bo", "/accept 1", "/use Axe on bo", "/accept 2")
    assert (record(stage, "ana")["fresh"], record(stage, "bo")["fresh"]) == ([], ["Axe"])
    assert "made in this turn" in str(stage.step({"by": "bo", "says": "/use Axe on bo"}))


@QUICK
@given(st.integers(0, 20), st.integers(0, 12), st.integers(0, 3))
def test_what_is_crafted_costs_what_the_recipe_says(iron: int, timber: int, times: int) -> None:
    stage = begun({"ana": active(profession="Blacksmith", iron=iron, timber=timber), "bo": active()}, "ana")
    for _ in range(times):
        stage.step({"by": "ana", "says": "/craft Pickaxe"})
    made = min(times, iron // 6, timber // 3)
    player = record(stage, "ana")
    assert (player["iron"], player["timber"]) == (iron - 6 * made, timber - 3 * made)
    assert player["items"].get("Pickaxe", 0) == len(player["fresh"]) == made


# Harvests and claims


@QUICK
@given(
    st.sampled_from(list(PRODUCE)),
    st.integers(2, 12),
    st.lists(st.tuples(st.booleans(), st.booleans()), max_size=3),
    st.integers(0, 3),
    st.booleans(),
)
def test_a_harvest_is_what_the_dice_and_the_neighbours_leave(
    place: str, rolled: int, neighbours: list[tuple[bool, bool]], tools: int, claimed: bool
) -> None:
    """Neighbours are (in the same place, landowner); tools are those of the place."""
    tool = {"Jungle": "Axe", "Mountains": "Pickaxe", "Marsh": "Fishing Rod", "Prairie": "Hoe"}.get(place, "")
    tools = tools if tool else 0
    mine = active(location=place, effects=[{"item": tool}] * tools, claim=place if claimed else None, landowner=False)
    players = {"ana": mine, "bo": active(location="Desert")}
    for name, (here, lands) in zip(("cy", "di", "ed"), neighbours, strict=False):
        players[name] = active(location=place if here else "Desert", landowner=lands)
    dice = tools + claimed
    stage = begun(players, "bo", turn={"may_roll": ["ana"]}, rolls=[rolled, *([2 * dice] if dice else [])])
    do(stage, "ana", "/roll resources")
    others = 0 if place == "City" else sum(here and lands for here, lands in neighbours)
    expected = dict.fromkeys(RESOURCES, 0) | {PRODUCE[place]: max(2, rolled - others) + 2 * dice}
    after = record(stage, "ana")
    assert {r: after[r] for r in RESOURCES} == expected
    assert (after["landowner"], after["effects"]) == (True, [])


def keeps_claim(before: int, ends: list[str]) -> bool:
    """By hand, over the places where turns ended, the first `before` of them at the claim's, the Marsh."""
    history = ["Marsh"] * before + ends
    for now in range(before, len(history)):
        left = max(i for i in range(now + 1) if history[i] == "Marsh")
        rooted = [i for i in range(left + 1) if all(p == "Marsh" for p in history[i : left + 1])]
        if now - left >= 2 and left + 1 - rooted[0] < 4:
            return False
    return True


@QUICK
@example(4, ["City", "City", "City"])
@example(4, ["City", "Marsh", "City", "City"])
@given(st.integers(3, 5), st.lists(st.sampled_from(["Marsh", "City", "Desert"]), max_size=7))
def test_a_claim_is_lost_by_who_is_away_for_two_turns_and_was_not_there_for_four(before: int, ends: list[str]) -> None:
    stays = {"place": "Marsh", "turns": before}
    owner = active(location="Marsh", claim="Marsh", claim_upgrades=2, stayed=stays, items={"Stew": 9})
    stage = begun({"ana": owner}, "ana")
    for place in ends:
        do(stage, "ana", f"/use Stew on ana to {place}", "/inactive", "/active")
    after = record(stage, "ana")
    kept = keeps_claim(before, ends)
    assert (after["claim"], after["claim_upgrades"]) == (("Marsh", 2) if kept else (None, 0))


@QUICK
@given(st.lists(st.sampled_from(["Marsh", "City"]), max_size=7))
def test_a_claim_takes_three_turns_in_a_row_that_ended_there(ends: list[str]) -> None:
    stage = begun({"ana": active(items={"Stew": 9})}, "ana")
    for place in ends:
        do(stage, "ana", f"/use Stew on ana to {place}", "/inactive", "/active")
    refused = stage.step({"by": "ana", "says": "/claim"}) is not None
    assert refused is not (len(ends) >= 3 and len(set(ends[-3:])) == 1)


def test_the_first_upgrades_cost_more_each_time() -> None:
    price = {"timber": 20, "iron": 15, "wheat": 15}
    total = {name: count * sum(range(1, 9)) for name, count in price.items()}
    stage = begun({"ana": active(claim="City", **total), "bo": active()}, "ana")
    for times in range(1, 9):
        before = record(stage, "ana")
        do(stage, "ana", "/upgrade claim")
        after = record(stage, "ana")
        assert {name: before[name] - after[name] for name in price} == {n: times * c for n, c in price.items()}
    assert (after["claim_upgrades"], after["timber"], after["iron"], after["wheat"]) == (8, 0, 0, 0)


# Records and replies


def test_the_records_have_the_fields_the_game_names() -> None:
    stage = begun({"ana": active(), "bo": active()}, "ana")
    stage.step({"by": "ana", "opens": {"issue": 77, "title": "May I?", "body": "/judgment May I?"}})
    player = record(stage, "ana")
    expected: dict[str, Any] = {"active": True, "points": 0, "bio": "", "location": "City", "landowner": True}
    expected |= dict.fromkeys(RESOURCES, 0) | {"profession": None, "profession_round": 0}
    expected |= {"items": {}, "effects": [], "fresh": [], "claim": None, "claim_upgrades": 0}
    assert {name: player[name] for name in expected} == expected
    game = stage.world.game
    assert (game["turn_order"], game["winners"], game["over"]) == (["ana", "bo"], [], None)
    turn = {"player": "ana", "number": 1, "round": 1, "started_at": 0, "moved": False, "may_roll": []}
    assert {name: game["turn"][name] for name in turn} == turn
    judgment: dict[str, Any] = {
        "caller": "ana",
        "summary": "May I?",
        "involved": ["ana"],
        "judge": "bo",
        "judges": ["bo"],
    }
    judgment |= {"ruling": "", "status": "open", "opened_at": stage.now, "decided_at": None}
    found = stage.world.records.get("judgments", "77") or {}
    assert {name: found[name] for name in judgment} == judgment


def test_whoever_is_out_of_tries_is_not_asked_to_propose_again() -> None:
    stage = begun({"ana": active(), "bo": active()}, "ana")
    texts = ["We sing.", "We sing well.", "We sing loudly.", "We sing in the rain."]
    rules = [f"---\nrule: next\ntitle: Songs\nby_hand: true\n---\n{text}\n" for text in texts]
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": {"songs.md": rules[0]}}})
    for text in rules[1:]:
        stage.step({"by": "ana", "says": "/open", "on": 12})
        stage.said.clear()
        stage.step({"by": "ana", "pushes": 12, "changes": {"songs.md": text}})
    last = "\n".join(stage.said)
    assert last.index("is out") < last.index("it is your turn, @bo") < last.index("A rule-change is to be proposed")
    assert last.count("A rule-change is to be proposed") == 1


def test_who_has_a_vote_by_some_rule_and_is_away_already_is_not_sent_away_again() -> None:
    """A dictator who left for good was told, every 36 hours, to be inactive now, and to come back by voting."""
    dictator = (
        "---\nrule: 310\ntitle: Dictator\nadjusts: {electorate: bo_alone}\n---\nBo alone votes.\n\n```starlark\n"
        "def bo_alone(electors, poll):\n    return ['bo']\n```\n"
    )
    songs = {"songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}
    players = {"ana": active(), "bo": {"active": False, "forfeited": True}, "cy": active()}
    turn = {"player": "ana", "number": 1, "round": 1}
    given_ = {
        "players": players,
        "game": {"turn": turn, "turn_order": ["ana", "cy"]},
        "rules": {"310-dictator.md": dictator},
    }
    stage = Stage({"given": given_}, TEXTS, "frontier", HOST)
    for step in (
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": songs}},
        {"by": "ana", "says": "/open", "on": 12},
        {"clock": "2026-01-08T12:00:00Z"},
    ):
        assert stage.step(step) is None
    assert not any("inactive now" in said for said in stage.said)


def test_places_and_harvests_can_be_had_in_another_game_of_turns() -> None:
    """Assembly's rule on the order of play knows nothing of who may harvest."""
    taken = {
        slug: TEXTS[f"rules/frontier/{slug}.md"].partition("```example")[0] for slug in ("302-places", "305-harvest")
    }
    rules = {f"9{slug}.md": text.replace("\nrule: ", "\nrule: 9", 1) for slug, text in taken.items()}
    given: dict[str, Any] = {"scene": ["three", "songs"], "given": {"rules": rules}, "rolls": [7]}
    stage = Stage(given, TEXTS, "assembly", HOST)
    assert "a turn of yours in which your proposal was decided" in str(
        stage.step({"by": "ana", "says": "/roll resources"})
    )
    stage.step({"by": "ana", "opens": {"pull": 12, "title": "No songs", "changes": {"sample-songs": None}}})
    for by, says, on in (
        ("ana", "/open", 12),
        *((who, "yay", 12) for who in ("ana", "bo", "cy")),
        ("ana", "/roll resources", 1),
    ):
        assert stage.step({"by": by, "says": says, "on": on}) is None
    assert record(stage, "ana")["stock_options"] == 7
