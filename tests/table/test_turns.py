"""Whose turn it is, for the page that says what awaits somebody, and for the tab."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.store import canon
from engine.table import duties, terminal
from engine.table.sight import Sight
from engine.template import shipped
from tests.island import RULESET, rule, with_rules
from tests.table.tables import Time, island, joined, opened, served, under

NOW = 1_767_571_200
TURN = {"player": "ana", "number": 3, "ended": False, "started_at": NOW - 7_200}


def seen(game: dict[str, Any], **players: dict[str, Any]) -> Sight:
    files = {"state/game.yaml": canon.emit({"id": "game", "ruleset": "island", "name": "Island", **game})}
    files |= {"state/engine.yaml": canon.emit({})}
    ids = enumerate(players.items(), 1)
    files |= {f"state/players/{key}.yaml": canon.emit({"id": id_, **record}) for id_, (key, record) in ids}
    return Sight(files, "0" * 40, NOW, {"keys": {}}, dict.fromkeys(players, 1))


def waiting(sight: Sight) -> dict[str, list[duties.Duty]]:
    return {login: duties.turns(sight, login) for login in ("ana", "bo")}


@pytest.mark.parametrize(
    "sight",
    [
        seen({"turn": TURN}, ana={"active": True}, bo={"active": True}),
        seen({"watch": {"player": "ana", "number": 1}}, ana={}, bo={}),
        seen({}, ana={"current": True}, bo={"current": False}),
        seen({"current": "ana", "phase": "movement"}, ana={}, bo={}),
    ],
)
def test_the_turn_awaits_whoever_has_it_and_nobody_else(sight: Sight) -> None:
    found = waiting(sight)
    assert [duty.title for duty in found["ana"]] == ["It is your turn"] and found["bo"] == []
    assert duties.tab("Island", "ana", found, NOW).startswith("(1) Your move")
    assert duties.tab("Island", "bo", found, NOW).startswith("ana, ")


def test_the_tab_says_since_when_it_is_a_turn() -> None:
    found = waiting(seen({"turn": TURN}, ana={}, bo={}))
    assert found["ana"][0].since == NOW - 7_200
    assert "2 hours" in duties.tab("Island", "bo", found, NOW)


def test_the_tab_names_nobody_who_may_begin_again_when_they_like() -> None:
    """It is nobody else's matter, and nothing waits for it: as with who may come back."""
    again = duties.Duty("again", "Begin again", NOW - 60, duties.LATER)
    vote = duties.Duty("vote", "Vote on songs", NOW - 60)
    assert duties.tab("Island", "bo", {"ana": [again], "bo": []}, NOW) == "Island"
    assert duties.tab("Island", "bo", {"ana": [vote, again], "bo": []}, NOW) == "ana, 1 minute – Island"


@pytest.mark.parametrize(
    "game",
    [
        {},
        {"turn": TURN | {"ended": True}},
        {"turn": TURN | {"number": 0}},
        {"turn": TURN | {"player": ""}},
        {"turn": "ana"},
        {"turn": {"player": "ana"}},
        {"turn_order": ["ana", "bo"]},
        {"current": "ana", "phase": "over"},
        {"current": ""},
    ],
)
def test_where_it_is_nobodys_turn_nothing_awaits_anybody(game: dict[str, Any]) -> None:
    assert waiting(seen(game, ana={"current": 1}, bo={})) == {"ana": [], "bo": []}


def test_whoever_has_capitals_in_the_name_has_a_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    players = ("Ana", "BO-b", "cy")
    with opened(tmp_path / "game", Time(), players=players) as game, served(game) as (house, enter):
        me = enter(house.seats.links["host"])
        for seat in players:
            me.look("/")
            me.send("/seat", seat=seat, back="/")
            assert "Take your place" in me.look("/")
            me.send("/act", usage="/join")
            assert "Take your place" not in me.look("/") and f"{seat}, " in me.page
        assert [c["usage"] for c in house.looking.sight().law["commands"] if c["joins"]] == ["/join"]
        assert house.looking.sight().records["players"].keys() == set(players)


def command(usage: str, *who: str, **more: Any) -> dict[str, Any]:
    told = {"usage": usage, "who": list(who), "slug": "s", "rule": 1, "title": "T", "help": "", "numbers": []}
    return {**told, "arguments": {}, "opens": False, "ends": False, "joins": False, **more}


def test_what_a_record_says_of_times_is_told_as_times_and_what_programs_read_is_not() -> None:
    sight = replace(seen({}), law={"keys": {}, "untold": {"loans": ["serial"]}})
    record = {"id": "1", "due": NOW, "asked_at": NOW, "paid_at": 0, "serial": 7, "terms": {"until": NOW, "gold": 3}}
    due = "Mon 2026-01-05 00:00 (UTC)"
    assert sight.told("loans", record) == {"due": due, "asked_at": due, "terms": {"until": due, "gold": 3}}


def test_what_is_called_like_a_field_of_players_is_told_as_words() -> None:
    sight = replace(seen({}, ana={"trade_goods": 2}), law={"keys": {}, "untold": {}})
    assert sight.told("offers", {"gives": "trade_goods", "by": "a_b"}) == {"gives": "trade goods", "by": "a_b"}


def test_what_one_has_stands_in_one_order_in_whichever_the_files_are_read() -> None:
    """The ship stood above the player after a move, and below before it."""
    files = {f"state/{name}/ana.yaml": canon.emit({"size": 2}) for name in ("boats", "players", "awnings")}
    own = replace(seen({}), files={**seen({}).files, **files}, law={"keys": {}, "untold": {}}).own("ana")
    assert [name for name, _ in own] == ["players", "awnings", "boats"]


def test_an_administrator_who_does_not_play_is_offered_a_place_and_not_what_administrators_write() -> None:
    commands = [
        command("/object to <person>", "administrators", arguments={"person": {}}),
        command("/greet <name>", "anyone", arguments={"name": {}}),
        command("/enter <name>", "anyone", arguments={"name": {}}, joins=True),
    ]
    law = {
        "keys": {},
        "kinds": {"zoe": ["anyone", "administrators"]},
        "commands": commands,
        "refused": {},
        "addressed": [],
    }
    sight = Sight(seen({}).files, "0" * 40, NOW, law, {"zoe": 1})
    (duty,) = duties.duties(None, sight, "zoe")  # type: ignore[arg-type]
    assert duty.title == "Take your place in the game" and [form.usage for form in duty.forms] == ["/enter <name>"]


def test_where_no_rule_makes_anybody_a_player_it_is_said_and_nothing_is_promised(tmp_path: Path) -> None:
    """Of rules of one's own that were begun from nothing: "what you write here is the command that makes you one", and no box."""
    only = rule(101, "Begin")
    with (
        under({f"rules/{RULESET}/101-begin.md": only}),
        opened(tmp_path / "game", Time()) as game,
        served(game) as (house, enter),
    ):
        page = enter(house.seats.links["host"]).look("/")
        assert "Welcome, ana. Wait for your place." in page
        assert "No rule in force has a command that makes anyone a player" in page and "--ruleset" in page
        assert "What you write here" not in page
        assert "--ruleset" not in enter(house.seats.issue("bo")).look("/"), "that is for whoever began the game"


def test_an_issue_awaits_whom_the_law_gave_it_though_they_have_no_role_and_never_spoke_there(tmp_path: Path) -> None:
    front = (
        "commands:\n"
        "  - {usage: /appoint <player>, arguments: {player: {type: player}}, run: appoint}\n"
        "  - {usage: /warn <player>, arguments: {player: {type: player}}, run: warn}\n"
        "  - {usage: /decide, run: decide}\n"
    )
    code = (
        'def appoint(by, player):\n    assign(here()["number"], player)\n'
        'def warn(by, player):\n    open_issue("warning/" + player, "Beware", "The sea rises.", player)\n'
        'def decide(by):\n    reply("So be it.")\n'
    )
    law = with_rules({"120-judges.md": rule(120, "Judges", front=front, code=code)})
    with under(law), opened(tmp_path / "game", Time()) as game, served(game) as (house, enter):
        ana, bo = enter(house.seats.links["host"]), enter(house.seats.issue("bo"))
        for each in (ana, bo):
            each.look("/")
            each.send("/act", usage="/join")
        ana.look("/")
        ana.send("/issue", title="May I?", body="I ask.")
        ana.send("/say", thread="2", text="/appoint bo")
        assert "May I?" in bo.look("/") and "bo, one thing awaits you." in bo.page
        ana.send("/act", usage="/warn <player>", f__player="bo")
        assert "The sea rises." in bo.look("/") and "bo, two things await you." in bo.page
        assert "awaits you" not in ana.look("/").replace("nothing awaits you", "")
        bo.look("/threads/2")
        assert "So be it." in bo.send("/say", thread="2", text="/decide")
        assert "bo, one thing awaits you." in bo.look("/"), (
            "what was decided is done, and what the law has not closed is not"
        )


def test_an_issue_awaits_its_judge_until_it_is_decided_however_much_they_did_there(tmp_path: Path) -> None:
    """Whose ruling counted in Assembly only with an opinion was told that nothing awaited them, and the next turn waited for it.

    An offer that has the number of the issue by chance says nothing of it.
    """
    front = (
        "state:\n  questions:\n    judge: {type: string}\n    status: {type: string}\n"
        "  offers:\n    to: {type: string}\n    status: {type: string}\n"
        "records: {offers: {1: {to: bo, status: open}, 2: {to: bo, status: open}}}\n"
        "commands:\n"
        "  - {usage: /appoint <player>, arguments: {player: {type: player}}, run: appoint}\n"
        "  - {usage: /rule, run: rule}\n"
        "  - {usage: /publish, run: publish}\n"
    )
    code = (
        'def appoint(by, player):\n    assign(here()["number"], player)\n'
        '    put("questions", here()["number"], {"judge": player, "status": "open"})\n'
        'def rule(by):\n    reply("Noted. Now say why.")\n'
        'def publish(by):\n    put("questions", here()["number"], {"judge": by, "status": "ruled"})\n'
    )
    law = with_rules({"120-judges.md": rule(120, "Judges", front=front, code=code)})
    with under(law), opened(tmp_path / "game", Time()) as game, served(game) as (house, enter):
        ana, bo = enter(house.seats.links["host"]), enter(house.seats.issue("bo"))
        for each in (ana, bo):
            each.look("/")
            each.send("/act", usage="/join")
        ana.look("/issues")
        ana.send("/issue", title="May I?", body="I ask.")
        for browser, word, awaits in ((ana, "/appoint bo", True), (bo, "/rule", True), (bo, "/publish", False)):
            browser.look("/threads/2")
            browser.send("/say", thread="2", text=word)
            assert ("May I?" in bo.look("/")) is awaits, word


def test_an_issue_awaits_its_next_judge_whatever_they_have_done_there_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who had joined in overruling one Judge, and was the next, was not told that the question awaited them; nor was a Judge any
    more who had looked something up there."""
    front = (
        "state:\n  players:\n    judged: {type: integer, default: 0}\n"
        "commands:\n"
        "  - {usage: /appoint <player>, arguments: {player: {type: player}}, run: appoint}\n"
        "  - {usage: /decide, run: decide}\n"
    )
    code = (
        'def appoint(by, player):\n    assign(here()["number"], player)\n'
        'def decide(by):\n    put("players", by, get("players", by) | {"judged": 1})\n'
    )
    law = with_rules({"120-judges.md": rule(120, "Judges", front=front, code=code)})
    monkeypatch.setattr(shipped, "law", lambda ruleset: law)
    now = Time()
    with opened(tmp_path / "game", now) as game, served(game) as (house, enter):
        ana, bo = enter(house.seats.links["host"]), enter(house.seats.issue("bo"))
        for each in (ana, bo):
            each.look("/")
            each.send("/act", usage="/join")
        bo.look("/issues")
        bo.send("/issue", title="May I?", body="I ask.")
        for browser, word, awaits in (
            (bo, "/decide", ""),
            (ana, "/appoint bo", "bo"),
            (bo, "/status", "bo"),
            (bo, "/decide", ""),
            (bo, "/appoint ana", "ana"),
            (ana, "/appoint bo", "bo"),
        ):
            now.now += 60
            browser.look("/threads/2")
            browser.send("/say", thread="2", text=word)
            waiting = {name for name, each in (("ana", ana), ("bo", bo)) if "May I?" in each.look("/")}
            assert waiting == ({awaits} if awaits else set()), word


def test_whose_proposal_is_being_voted_on_is_led_to_it_and_not_to_propose_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    front = (
        'state:\n  game:\n    current: {type: string, default: ""}\nadjusts: {status_lines: told}\n'
        "commands:\n  - {usage: /mine, run: mine}\n"
    )
    code = (
        'def mine(player):\n    if get("game", "game")["current"]:\n        refuse("It is taken.", "Wait.")\n'
        '    put("game", "game", get("game", "game") | {"current": player})\n'
        'def told(lines, player):\n    return lines + ["The turn is taken with `/mine`, and not with `/theirs`."]\n'
    )
    law = with_rules({"120-turns.md": rule(120, "Turns", front=front, code=code)})
    with joined(tmp_path, law) as (_, house, me):
        assert 'name="text" value="/mine"' in me.look("/") and 'value="/theirs"' not in me.page
        me.send("/say", thread="1", text="/mine")
        assert (
            "It is your turn" in me.look("/")
            and '<a class="button" href="/propose">Propose a change</a></p>\n</div>' in me.page
        )
        assert 'value="/mine"' not in me.page, "what would be refused is no button"
        me.look("/propose")
        with monkeypatch.context() as slow:
            slow.setattr(type(house.passes), "settle", lambda passes: False)
            me.send("/propose", rule="", title="121 Songs", front="rule: next\ntitle: Songs\n", prose="La.", do="open")
            assert 'You have asked for a vote on <a href="/threads/2">121 Songs</a>' in me.look("/")
            assert me.page.count('href="/propose">Propose a change') == 1, "below, as later"
        house.passes.settle()
        page = me.look("/")
        assert "You have asked for a vote" not in page
        assert 'Already being voted on is <a href="/threads/2">121, Songs</a>' in page
        assert page.count('href="/propose">Propose a change') == 1, "below, for whoever may make several"


def test_who_lost_all_and_may_join_again_is_offered_it_once_it_would_not_be_refused(tmp_path: Path) -> None:
    """A page said that nothing awaits one, and had no form, to whom the table had told to begin again with /join and a name."""
    front = (
        "commands:\n  - {usage: /found <hut>, arguments: {hut: {type: text}}, who: anyone, run: found}\n"
        "  - {usage: /sink, who: active, run: sink}\n"
    )
    code = (
        'def found(player, hut):\n    if now() < 1767571260:\n        refuse("The sea is high.", "Wait.")\n'
        '    put("players", player, {"active": True, "shells": 1})\n'
        'def sink(player):\n    put("players", player, get("players", player) | {"active": False})\n'
    )
    law = with_rules({"120-reeds.md": rule(120, "Reeds", front=front, code=code)})
    with joined(tmp_path, law) as (_, _, me):
        assert 'value="/found <hut>"' not in me.look("/act")
        me.send("/say", thread="1", text="/sink")
        assert 'value="/found <hut>"' not in me.look("/act") and "Not now: The sea is high." in me.page
        assert "Begin again" not in me.look("/") and 'value="/wake"' in me.page, "the island has another way back"
        me.send("/clock", by="1h")
        assert "Begin again" in me.look("/") and 'value="/found <hut>"' in me.page
        me.send("/act", usage="/found <hut>", f__hut="Reed")
        assert "Begin again" not in me.look("/")


def test_who_is_inactive_is_offered_the_way_back_and_nobody_is_told_to_wait_for_them(tmp_path: Path) -> None:
    """Whom the rules had made inactive read that nothing awaits them: no page said it, nor the word that brings one back."""
    naps = rule(
        120,
        "Naps",
        front="commands:\n  - {usage: /nap, who: players, run: nap}\n  - {usage: /rise, who: players, run: rise, help: Get up.}\n"
        "adjusts: {status_lines: say}\n",
        code='def say(lines, player):\n    return lines + ["Who naps may `/rise`."]\n\n'
        "def nap(player):\n    turned(player, True)\n\ndef rise(player):\n    turned(player, False)\n\n"
        'def turned(player, was):\n    p = get("players", player)\n    if p["active"] != was:\n        refuse("You are.", "Wait.")\n'
        '    put("players", player, p | {"active": not was})\n',
    )
    with joined(tmp_path, with_rules({"120-naps.md": naps})) as (_, house, me):
        me.send("/seat", seat="bo", back="/")
        me.send("/act", usage="/join")
        assert "inactive at present" not in me.look("/")
        me.send("/act", usage="/nap")
        page = me.look("/")
        assert "bo, one thing awaits you." in page and "inactive at present" in page
        assert page.count('value="/rise"') == 1, "the card has it, and it stood below once more"
        me.send("/seat", seat="ana", back="/")
        assert "<title>Island</title>" in me.look("/")
        me.send("/act", usage="/nap")
        assert 'value="/rise"' in me.look("/"), "also where nobody is active any more"
        me.send("/act", usage="/rise")
        assert "inactive at present" not in me.look("/")


@pytest.mark.parametrize("wakes", [True, False])
def test_whose_vote_would_bring_them_back_is_offered_it_where_no_command_does(tmp_path: Path, wakes: bool) -> None:
    """Once all had missed a deadline every seat read that nothing awaits it, and only a vote could go on with the game."""
    occasion = "voting" if wakes else "voted"
    front = f"on: {{{occasion}: rouse}}\nforbids: {{wake: not_now}}\n"
    code = (
        'def rouse(voter, *_):\n    put("players", voter, get("players", voter) | {"active": True})\n'
        'def not_now(player):\n    return "A vote is on." if polls() else None\n'
    )
    law = with_rules({"120-voters.md": rule(120, "Voters", front=front, code=code)})
    with joined(tmp_path, law) as (_, _, me):
        me.look("/propose")
        me.send("/propose", rule="", title="121 Songs", front="rule: next\ntitle: Songs\n", prose="La.", do="open")
        me.send("/say", thread="1", text="/rest")
        assert ("Come back with a vote on 121, Songs" in me.look("/")) is wakes
        assert ("ana, nothing awaits you." in me.page) is not wakes and ('name="text" value="yay"' in me.page) is wakes
        if wakes:
            me.send("/say", thread="2", text="yay")
            assert "Come back" not in me.look("/")


def test_who_has_asked_to_join_and_waits_is_not_told_to_ask_again(tmp_path: Path) -> None:
    code = 'def not_again(player):\n    return "You have asked already." if keys("players") else None\n'
    law = with_rules({"120-doors.md": rule(120, "Doors", front="forbids: {join: not_again}\n", code=code)})
    with joined(tmp_path, law) as (_, house, me):
        me.send("/seat", seat="bo", back="/")
        assert "Welcome, bo. Wait for your place." in me.look("/") and "Not now: You have asked already." in me.page
        told = terminal.status(house, {"who": "bo"})
        assert told["waiting"] == {"bo": ["Wait for your place in the game"]} and told["acts"]["bo"][0]["words"] == []


def test_an_issue_is_somebodys_since_it_was_given_to_them_whatever_is_said_there(tmp_path: Path) -> None:
    """Each word of anyone's in it began the time anew: `Yours since a moment` stood there on the last day."""
    front = "commands:\n  - {usage: /warn <player>, arguments: {player: {type: player}}, run: warn}\n"
    code = 'def warn(by, player):\n    open_issue("warning/" + player, "Beware", "The sea rises.", player)\n'
    code += 'def appoint(by, player):\n    assign(here()["number"], player)\n'
    front += "  - {usage: /appoint <player>, arguments: {player: {type: player}}, run: appoint}\n"
    law = with_rules({"120-judges.md": rule(120, "Judges", front=front, code=code)})
    with under(law), opened(tmp_path / "game", Time(), clock="table") as game, served(game) as (house, enter):
        me, bo = enter(house.seats.links["host"]), enter(house.seats.issue("bo"))
        for each in (me, bo):
            each.look("/")
            each.send("/act", usage="/join")
        bo.look("/act")
        bo.send("/act", usage="/warn <player>", f__player="ana")
        house.passes.settle(60)
        me.look("/issues")
        me.send("/issue", title="May I?", body="I ask.")
        number = me.there.partition("/threads/")[2].partition("?")[0].partition("#")[0]
        game.move_clock(3_600)
        bo.look(f"/threads/{number}")
        bo.send("/say", thread=number, text="/appoint ana")
        house.passes.settle(60)
        game.move_clock(3 * 86_400)
        for thread in (str(house.looking.sight().opened["warning/ana"]), number):
            me.look(f"/threads/{thread}")
            me.send("/say", thread=thread, text="I think about it.")
            house.passes.settle(60)
        page = me.look("/")
        assert page.count('<b class="need">Yours</b> for 3 days') == 2, page


def test_the_game_is_over_by_the_sentence_that_says_so() -> None:
    over = {"ana has won": "ana has won.", " It is over. ": "It is over.", "": "", None: ""}
    assert {why: seen({"over": why}).over for why in over} == over
