"""Who watches cannot stop what is watched: a handler that fails undoes nothing but itself, and the table hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game.consulting import asking
from engine.game.examples.example_stage import Stage
from engine.game.fold.replay import given_faults
from engine.game.plan import Fault
from engine.law.running.blame import line_of
from engine.store import guard
from tests.island import RULESET, failures, rule, with_rules

TWO = {"players": {"ana": {"active": True, "shells": 5}, "bo": {"active": True}}}
FAIL = '    x = {}["nothing"]\n'
SPEND = '    put("players", "bo", get("players", "bo") | {"shells": 7})\n    announce("bo is rich.")\n'


def watcher(occasion: str, parameters: str, body: str, number: int = 120, title: str = "Watcher") -> str:
    return rule(number, title, front=f"on:\n  {occasion}: watch\n", code=f"def watch({parameters}):\n{body}")


CALLER = rule(
    121,
    "Caller",
    front="commands:\n  - {usage: /come, run: come, help: Come.}\n",
    code='def come(player):\n    tell("came", player)\n',
)


def stage(law: dict[str, str], *when: dict[str, Any], given: Any = TWO) -> Stage:
    played = Stage({"given": given, "when": list(when)}, law, RULESET)
    assert played.play() == []
    return played


def test_what_was_done_stays_done_and_the_others_hear_of_it() -> None:
    others = watcher("left", "player", '    announce("Farewell, %s." % player)\n', number=121, title="Farewell")
    law = with_rules({"120-watcher.md": watcher("left", "player", SPEND + FAIL), "121-farewell.md": others})
    played = stage(law, {"by": "ana", "says": "/rest", "fails": "Watcher"})
    assert played.world.records.get("players", "ana")["active"] is False
    assert played.world.records.get("players", "bo")["shells"] == 0
    assert "Farewell, ana." in played.said[0]
    assert "bo is rich" not in played.said[0]
    assert "Rule 120 (Watcher) failed at line 13" in played.said[0]
    assert "A proposal that amends or repeals it" in played.said[0]
    (fault,) = played.folding.entry["outcome"]["faults"]
    assert (fault["rule"], fault["heard"], fault["line"]) == ("watcher", "left", 13)


def test_it_is_told_once_and_again_when_a_day_has_passed_and_the_reason_is_another() -> None:
    body = '    fail("with %d" % get("players", player)["shells"])\n'
    law = with_rules({"120-watcher.md": watcher("left", "player", body)})
    played = stage(law, {"by": "ana", "says": "/rest", "fails": "with 5"}, {"by": "ana", "says": "/wake"})
    steps: list[tuple[str, str, int]] = [
        ("2026-01-05T13:00:00Z", "/give 1 shell to bo", 1),
        ("2026-01-06T13:00:00Z", "/give 1 shell to bo", 2),
        ("2026-01-07T13:00:00Z", "/status", 2),
    ]
    for clock, says, told in steps:
        assert played.step({"clock": clock}) is None
        assert played.step({"by": "ana", "says": says}) is None
        assert played.step({"by": "ana", "says": "/rest", "fails": "Watcher"}) is None
        assert played.step({"by": "ana", "says": "/wake"}) is None
        assert len([said for said in played.said if "A rule failed" in said]) == told


def test_an_example_sees_a_handler_that_fails() -> None:
    law = with_rules({"120-watcher.md": watcher("left", "player", FAIL)})
    found = failures({"given": TWO, "when": [{"by": "ana", "says": "/rest"}]}, law)
    assert len(found) == 1
    assert "Rule 120" in found[0]
    assert failures({"given": TWO, "when": [{"by": "ana", "says": "/rest", "fails": "else"}]}, law)
    assert failures({"given": TWO, "when": [{"by": "ana", "says": "/dive", "fails": "Watcher"}]}, law)


@pytest.mark.parametrize(
    "body",
    [
        '    put("players", player, get("players", player) | {"shells": 0 - 1})\n',
        '    put("nowhere", player, {})\n',
        '    resolve("council/9")\n',
        "    for i in range(100000000):\n        pass\n",
        '    tell("left", player)\n    tell("left", player)\n',
        '    load_of = [get("players", p) for p in range(1000000)]\n',
        '    ask("broken_question")\n',
    ],
)
def test_however_it_fails_the_deed_stands(body: str) -> None:
    """Bad records, bad words, what cannot be done, endless loops and calls, and questions that a broken rule answers."""
    gone = rule(
        130,
        "Gone",
        front="answers:\n  broken_question: answer\n",
        code='load("gone_rule", "x")\n\ndef answer():\n    return 1\n',
    )
    law = with_rules({"120-watcher.md": watcher("left", "player", body), "130-gone.md": gone})
    played = stage(law, {"by": "ana", "says": "/rest", "fails": ""}, {"by": "bo", "says": "/dive"})
    assert played.world.records.get("players", "ana") | {"active": False} == played.world.records.get("players", "ana")
    assert played.world.records.get("players", "ana")["shells"] == 5


def test_who_breaks_a_constraint_as_it_hears_of_a_new_law_keeps_no_change_from_becoming_law() -> None:
    """It was taken for the fault of the change: as the third came, nothing could be adopted any more."""
    front = "on: {enacted: count}\nstate: {game: {laws: {type: integer, default: 0, maximum: 1}}}\n"
    code = 'def count(change, poll):\n    put("game", "game", get("game") | {"laws": get("game")["laws"] + 1})\n'
    law = with_rules({"120-counter.md": rule(120, "Counter", front=front, code=code)})
    steps: list[dict[str, Any]] = []
    for pull, name in ((12, "songs"), (13, "dances")):
        new = {f"{name}.md": f"---\nrule: next\ntitle: {name}\nby_hand: true\n---\nSo it is.\n"}
        steps.append({"by": "ana", "opens": {"pull": pull, "title": name, "changes": new}})
        steps += [
            {"by": by, "says": says, "on": pull} for by, says in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"))
        ]
        steps.append({"by": "ana", "says": "/resolve", "on": pull})
    played = stage(law, *steps[:-1], steps[-1] | {"fails": "2 is greater than the maximum of 1"})
    assert played.world.poll("13")["landed"] and "dances" in played.world.book.documents
    assert played.world.game["laws"] == 1


def test_what_a_rule_refuses_in_so_many_words_is_refused() -> None:
    law = with_rules({"120-watcher.md": watcher("left", "player", '    refuse("Stay.", "Stay here.")\n')})
    played = stage(law, {"by": "ana", "says": "/rest", "refused": "Stay."})
    assert played.world.records.get("players", "ana")["active"] is True


def test_a_change_that_never_settles_is_the_fault_of_who_keeps_changing() -> None:
    flip = (
        '    if get("players", "bo")["shells"] != {0}:\n'
        '        put("players", "bo", get("players", "bo") | {{"shells": {0}}})\n'
    )
    count = '    put("players", "ana", get("players", "ana") | {"shells": 9})\n'
    law = with_rules(
        {
            "119-count.md": watcher("changed", "changed", count, number=119, title="Count"),
            "120-one.md": watcher("changed", "changed", flip.format(1), number=120, title="One"),
            "121-two.md": watcher("changed", "changed", flip.format(2), number=121, title="Two"),
        }
    )
    played = stage(law, {"by": "ana", "says": "/rest", "fails": "Rule 121"})
    found = {key: record["shells"] for key, record in played.world.records.items("players")}
    assert found == {"ana": 9, "bo": 1}
    assert [fault["rule"] for fault in played.folding.entry["outcome"]["faults"]] == ["two"]


def test_who_fails_at_each_change_is_told_to_have_failed_and_not_to_have_changed_anything() -> None:
    counting = '    put("players", "bo", get("players", "bo") | {"shells": get("players", "bo")["shells"] + 1})\n'
    law = with_rules(
        {
            "120-counter.md": watcher("changed", "records", counting, title="Counter"),
            "121-faulty.md": watcher("changed", "records", FAIL, number=121, title="Faulty"),
        }
    )
    played = stage(law, {"by": "ana", "says": "/rest", "fails": "Rule 120"})
    told = {fault["rule"]: fault["why"] for fault in played.folding.entry["outcome"]["faults"]}
    assert told["counter"] == asking.NO_REST
    assert "nothing" in told["faulty"]


def test_who_only_mirrors_one_that_never_comes_to_rest_is_not_to_blame_and_keeps_what_it_did() -> None:
    count = '    put("players", "ana", get("players", "ana") | {"shells": get("players", "ana")["shells"] + 1})\n'
    mirror = '    put("players", "bo", get("players", "bo") | {"shells": get("players", "ana")["shells"] + 2})\n'
    law = with_rules(
        {
            "120-odd.md": watcher("changed", "changed", count, number=120, title="Odd"),
            "121-mirror.md": watcher("changed", "changed", mirror, number=121, title="Mirror"),
        }
    )
    played = stage(law, {"by": "ana", "says": "/rest", "fails": "Rule 120"})
    found = {key: record["shells"] for key, record in played.world.records.items("players")}
    assert found == {"ana": 5, "bo": 7}
    assert [fault["rule"] for fault in played.folding.entry["outcome"]["faults"]] == ["odd"]


def test_who_takes_too_long_is_not_heard_for_a_day_and_then_tried_again() -> None:
    body = (
        '    if get("players", player)["shells"] == 5:\n        for i in range(100000000):\n            pass\n' + SPEND
    )
    law = with_rules({"120-watcher.md": watcher("left", "player", body)})
    first = stage(law, {"by": "ana", "says": "/rest", "fails": "too long"}, {"by": "ana", "says": "/wake"})
    assert first.step({"by": "ana", "says": "/give 1 shell to bo"}) is None
    assert first.step({"by": "ana", "says": "/rest"}) is None
    assert first.world.records.get("players", "bo")["shells"] == 1
    assert first.step({"by": "ana", "says": "/wake"}) is None
    assert first.step({"clock": "2026-01-06T12:00:01Z"}) is None
    assert first.step({"by": "ana", "says": "/rest"}) is None
    assert first.world.records.get("players", "bo")["shells"] == 7


def test_a_handler_that_ended_the_process_is_not_run_again_over_that_happening() -> None:
    """`faults` are what the parent of the judge hands in; the entry says so, for the replay."""
    law = with_rules({"120-watcher.md": watcher("left", "player", SPEND)})
    played = Stage({"given": TWO, "when": []}, law, RULESET)
    fault = Fault("watcher", "watch", 11, "it used too much memory")
    played.folding.faults = {"hearing/watcher/comment/501": fault}
    assert played.step({"by": "ana", "says": "/rest", "fails": "too much memory"}) is None
    assert played.world.records.get("players", "ana")["active"] is False
    assert played.world.records.get("players", "bo")["shells"] == 0
    assert played.folding.entry["outcome"]["faults"][0]["given"] is True


def test_one_that_ended_it_over_another_happening_is_run() -> None:
    played = Stage(
        {"given": TWO, "when": []}, with_rules({"120-watcher.md": watcher("left", "player", SPEND)}), RULESET
    )
    played.folding.faults = {"hearing/watcher/comment/777": Fault("watcher", "watch", 11, "it used too much memory")}
    assert played.step({"by": "ana", "says": "/rest"}) is None
    assert played.world.records.get("players", "bo")["shells"] == 7
    assert "faults" not in played.folding.entry["outcome"]


LOOKER = watcher("changed", "changed", '    if "boats" in changed:\n        announce("Boats.")\n')


def test_who_looks_at_something_else_is_run_once_and_told_to_have_ended_the_process_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played, heard = Stage({"given": TWO}, with_rules({"120-watcher.md": LOOKER}), RULESET), list[str]()
    hear = asking.hear

    def hearing(world: Any, slug: str, *more: Any) -> bool:
        heard.append(slug)
        return hear(world, slug, *more)

    monkeypatch.setattr(asking, "hear", hearing)
    for _ in range(2):
        assert played.step({"by": "ana", "says": "/give 1 shell to bo"}) is None
        assert heard.count("watcher") == 1
    played.folding.faults = {"hearing/watcher/comment/503": Fault("watcher", "watch", 11, "it used too much memory")}
    assert played.step({"by": "ana", "says": "/give 1 shell to bo", "fails": "too much memory"}) is None
    assert heard.count("watcher") == 2
    assert played.folding.entry["outcome"]["faults"][0]["given"] is True


REFUSER = watcher("left", "player", '    refuse("No.", "Stay.")\n', number=121, title="Refuser")
# Dead or not, it is heard as the law after a proposal is tried out, which leaves no trace of it.
VOTE_WATCHER = watcher("voted", "player, poll", SPEND)
SONG = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"
SINGS: list[dict[str, Any]] = [{"by": "ana", "opens": {"pull": 12, "title": "Song", "changes": {"120-song.md": SONG}}}]


@pytest.mark.parametrize(
    ("rules", "before", "last"),
    [
        (
            {"120-watcher.md": watcher("left", "player", SPEND), "121-refuser.md": REFUSER},
            [],
            {"by": "ana", "says": "/rest"},
        ),
        ({"120-watcher.md": VOTE_WATCHER}, SINGS, {"by": "ana", "says": "/open", "on": 12}),
    ],
    ids=["what it heard of was refused", "it heard of what was only supposed"],
)
def test_that_a_handler_ended_the_process_is_told_whatever_is_taken_back(
    rules: dict[str, str], before: list[dict[str, Any]], last: dict[str, Any]
) -> None:
    """Else whoever replays the entry runs it, and with no limits."""
    played = stage(with_rules(rules), *before)
    handed = {"hearing/watcher/comment/501": Fault("watcher", "watch", 11, "it used too much memory")}
    played.folding.faults = handed
    played.step(last)
    entry = played.folding.entry
    assert entry["outcome"]["is"] == ("done" if before else "refused")
    assert given_faults(entry["id"], entry["outcome"]) == handed


def test_a_repealed_rule_whose_field_others_read_stops_nothing() -> None:
    law = with_rules(
        {
            "119-boats.md": rule(119, "Boats", front="state:\n  players:\n    boats: {type: integer, default: 1}\n"),
            "120-watcher.md": watcher("left", "player", '    reply(str(get("players", player)["boats"]))\n'),
        }
    )
    case = guard.load(
        """
        given: {players: {ana: {active: true}, bo: {active: true}}}
        when:
          - {by: ana, opens: {pull: 12, title: No boats, changes: {119: null}}}
          - {by: ana, says: /open, on: 12}
          - {by: ana, says: yay, on: 12}
          - {by: bo, says: yay, on: 12}
          - {by: ana, says: /resolve, on: 12}
          - {by: ana, says: /rest, fails: boats}
          - {by: bo, opens: {pull: 13, title: No watcher, changes: {120: null}}}
          - {by: bo, says: /open, on: 13}
          - {by: bo, says: yay, on: 13}
          - {by: bo, says: /resolve, on: 13}
          - {by: ana, says: /wake}
          - {by: ana, says: /rest}
        then:
          rules: {119: null, 120: null}
          players: {ana: {active: false}}
        """
    )
    assert failures(case, law) == []


@pytest.mark.parametrize(("left", "hears"), [(1, False), (0, True)])
def test_who_took_too_long_hears_again_when_a_day_is_over(left: int, hears: bool) -> None:
    told = "    announce(player + ' came.')\n"
    law = with_rules({"120-watcher.md": watcher("came", "player", told), "121-caller.md": CALLER})
    comes = {"by": "ana", "says": "/come"}
    at = stage(law, comes).world.now  # when it is judged
    played = Stage({"given": TWO, "when": []}, law, RULESET)
    played.world.notes.unheard = {"watcher": {"text": "It took too long.", "at": at, "deaf": at + left}}
    assert played.step(comes) is None
    assert any("ana came." in each for each in played.world.moment.said) == hears


def test_once_it_has_heard_of_what_nobody_called_it_for_the_watch_is_told_where_it_stands() -> None:
    """What ends the process after it is laid to the line that the watch was told last."""
    law = with_rules({"120-watcher.md": watcher("changed", "changed", "    len(changed)\n")})
    played, told = stage(law), list[tuple[str, str, int]]()
    played.world.host.watch = lambda *call: told.append(call)
    assert played.step({"by": "ana", "says": "/rest"}) is None
    here = line_of(played.world.book.documents["watcher"], "watch")
    assert here > 1
    assert [call for call in told if call[0] == "watcher"] == [("watcher", "watch", here)] * 2
