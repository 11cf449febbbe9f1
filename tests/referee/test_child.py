"""Rule code that misbehaves ends in a refusal that names rule and line, within two seconds, and hurts nobody else."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest

from engine.game.fold.replay import Replay
from engine.game.plan import DRAWING, SENDING, Fault, Limits, Plan
from engine.law.running.host import TOO_LONG
from engine.referee.judging import child, forked, spare
from engine.referee.judging.checked_plan import BadPlan, checked
from engine.referee.judging.child import ChildJudge, JudgeBug
from engine.referee.ports import ForgeError
from engine.store import canon, journal
from tests.begun import START, begun
from tests.in_process import InProcessJudge
from tests.island import rule, with_rules
from tests.pace import of_all, within
from tests.shares import share

KEY = b"k" * 32

BOMBS = {
    "an endless nested loop": "for i in range(1000000):\n        for j in range(1000000):\n            pass",
    "a text of ten thousand million letters": 's = "a" * 10000000000',
    "repeated doubling": 's = "ab"\n    for i in range(60):\n        s = s + s',
    "a replace bomb": 's = "a" * 100000\n    for i in range(10):\n        s = s.replace("a", s[:100000])',
    "a join bomb": 's = ["a" * 1000000] * 1000000\n    t = "".join(s)',
    "nine hundred sorts of a long list": (
        "x = [(i * 7919) % 1000003 for i in range(400000)]\n    for i in range(900):\n        x = sorted(x, reverse = True)"
    ),
    "a failure": 'x = {}["nothing"]',
    "announcements without end": 'for i in range(100000):\n        announce("<b>@x</b> [a](b) " * 900)',
    "rules without end": 'for i in range(1000):\n        enact("Rule %d" % i, "So it is.", "of that")',
    "dice without end": 'for i in range(1000):\n        reply("%d" % len([dice("9999d999983") for j in range(8)]))',
    "numbers without end": "for i in range(100000):\n        exp(-699.9 + i % 7)",
    "looking without end": 'for i in range(70000):\n        find("players", "shells", i)',
    "laws without end": "for i in range(9000):\n        rules()",
}


def game(code: str | None = None, text: str | None = None) -> dict[str, str]:
    front = "commands:\n  - {usage: /bomb, run: bomb, help: Do not.}\n"
    bomb = text or rule(120, "Bomb", front=front, code=f"def bomb(player):\n    {code}\n")
    law = with_rules({"120-bomb.md": bomb})
    people = {
        "ana": {"id": 1, "login": "ana", "active": True, "shells": 5},
        "bo": {"id": 2, "login": "bo", "active": True},
    }
    return begun(law, records={"players": people})


def said(number: int, by: str, text: str) -> dict[str, Any]:
    actor = {"id": {"ana": 1, "bo": 2}[by], "login": by, "role": "player"}
    id_ = f"comment/{number}"
    common = {"thread": 1, "seen_at": START + 99, "actor": actor, "comment": number, "text": text, "edited": False}
    return {"id": id_, "kind": "said", "time": START + number, **common}


INBOX = [said(1, "ana", "/bomb"), said(2, "bo", "/dive")]


def outcomes(plan: Plan) -> dict[str, dict[str, Any]]:
    return {o["id"]: o for o in plan.outcomes}


@pytest.mark.parametrize("name", share(list(BOMBS), 7))
def test_a_bomb_ends_in_a_refusal_within_two_seconds(name: str) -> None:
    files = game(BOMBS[name])
    begin = of_all()
    plan = within(2.0, lambda: ChildJudge(KEY, "g").judge(files, INBOX, START + 60), of_all)
    assert of_all() - begin > 0.005
    bomb, dive = outcomes(plan)["comment/1"], outcomes(plan)["comment/2"]
    assert bomb["is"] == "refused"
    assert bomb["fault"]["rule"] == "bomb"
    assert "Rule 120 (Bomb) failed at line" in bomb["reason"]
    assert bomb["fault"]["line"] >= 10
    assert dive["is"] == "done"
    files_after = plan.segments[-1].whole({})
    assert "state/players/ana.yaml" not in files_after
    entries = journal.entries(str(files_after["state/journal/2026/01/05.yaml"]))
    assert entries[0]["outcome"]["fault"]["rule"] == "bomb"


@pytest.mark.parametrize(
    "code",
    ['x = open("/proc/self/environ")', "x = " + "[" * 3000 + "]" * 3000, 's = "' + "a" * 1_000_000 + '"'],
    ids=["environment", "nested", "one megabyte"],
)
def test_code_outside_the_profile_never_runs(code: str) -> None:
    files = game(code)
    plan = within(2.0, lambda: ChildJudge(KEY, "g").judge(files, INBOX, START + 60), of_all)
    assert outcomes(plan)["comment/1"]["is"] == "refused"
    assert outcomes(plan)["comment/2"]["is"] == "done"


def test_a_proposal_whose_code_explodes_when_it_is_loaded_is_refused() -> None:
    files = game("pass")
    text = rule(
        121,
        "Late bomb",
        front="on:\n  acted: f\n",
        code='X = ["a" * 1000 for i in range(100000000)]\n\ndef f(p):\n    pass\n',
    )
    facts = {
        "kind": "pull",
        "title": "Bomb",
        "body": "",
        "labels": [],
        "state": "open",
        "base": "main",
        "merged": False,
        "tag": None,
    }
    change = {
        "hash": "ab" * 32,
        "base": "",
        "files": {"rules/island/121-late.md": [None, text]},
        "paths": [],
        "problems": [],
    }
    actor = {"id": 1, "login": "ana", "role": "player"}
    common = {"thread": 2, "seen_at": START, "actor": actor, "time": START + 5}
    inbox = [
        {"id": "thread/2", "kind": "opened", "facts": facts, **common},
        {"id": "head/2/x", "kind": "head", "head": "c" * 40, "change": change, **common},
        {"id": "comment/9", "kind": "said", "comment": 9, "text": "/open", "edited": False, **common},
        said(10, "bo", "/dive"),
    ]
    found = outcomes(within(2.5, lambda: ChildJudge(KEY, "g").judge(files, inbox, START + 60), of_all))
    assert found["comment/9"]["is"] == "refused"
    assert found["comment/9"]["fault"]["rule"] == "late"
    assert found["comment/10"]["is"] == "done"


def test_child_and_process_judge_alike() -> None:
    files = game("pass")
    inbox = [*INBOX, said(3, "ana", "/give 9 shells to bo"), said(4, "ana", "/build")]
    until = START + 14 * 86_400
    here, there = InProcessJudge(KEY, "g"), ChildJudge(KEY, "g")
    assert here.judge(files, inbox, until) == there.judge(files, inbox, until)


class Alone(subprocess.Popen[bytes]):
    """A process in the place of a child, which nobody keeps."""

    lost = False

    def end(self) -> None:
        self.kill()
        self.wait()
        self.stdin.close()
        self.stdout.close()


@pytest.mark.parametrize(
    "said", ["", "5", "[]", "null", "{}", '{"bring": 7}', '{"seed', '"plan"', '{"plan": 5}', "[" * 9_000]
)
def test_a_child_that_says_what_no_child_says_ends_in_words(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    """Whoever breaks out of the interpreter may write anything, into its crumbs, too."""
    program = f"import os, sys\nos.pwrite(int(sys.argv[1]), b'[5, 1, [], []]', 0)\nprint({said!r}, flush=True)\ninput()"

    def alone(module: str, memory: int) -> Alone:
        words = [sys.executable, "-c", program, str(memory)]
        return Alone(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[memory])

    monkeypatch.setattr(spare, "Forked", alone)
    with pytest.raises(ForgeError, match="^The judge(?: stopped|'s plan is not one): "):
        ChildJudge(KEY, "g").judge(game("pass"), INBOX, START + 60)


@pytest.mark.parametrize("program", ["while True: pass", "while True: print('{\"seed\": 1}')"])
def test_a_child_that_reads_nothing_holds_nobody_up(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    def alone(module: str, memory: int) -> Alone:
        return Alone([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    monkeypatch.setattr(spare, "Forked", alone)
    monkeypatch.setattr(child, "PATIENCE", 1.0)
    files = game("pass") | {"state/huts.yaml": canon.emit({f"h{i}": {"size": 1} for i in range(9_000)})}
    with pytest.raises(ForgeError, match="^The judge stopped: "):
        ChildJudge(KEY, "g").judge(files, INBOX, START + 60)


@pytest.mark.parametrize(
    "path", ["../x", "engine/x.py", ".github/workflows/x.yml", "state/../x", "state/.git/x", "state"]
)
def test_a_plan_with_a_stray_path_is_no_plan(path: str) -> None:
    segment = {"files": {"state/engine.yaml": "", path: "x"}, "merges": [], "title": "", "entries": 1}
    raw = {
        "segments": [segment],
        "more": False,
        "verdicts": [],
        "outcomes": [],
        "polls": [],
        "boards": {},
        "reactions": [],
    }
    with pytest.raises(BadPlan, match="a path is not the game's"):
        checked(raw)


DEADLY = "s = [0]\n    for i in range(60):\n        s = s + s"
IN_A_POLL = [
    said(1, "ana", "/council Why?"),
    {"id": "observed/council/1", "kind": "observed", "time": START + 2, "seen_at": START + 2}
    | {"tag": "council/1", "number": 7, "thread": None, "actor": None},
    {**said(3, "ana", "yay"), "thread": 7},
    {**said(4, "bo", "yay"), "thread": 7},
    said(5, "bo", "/build"),
]


def deadly(part: str, name: str, parameters: str, when: str = "True") -> dict[str, str]:
    """A game in which a rule kills whoever judges, where it is asked or told and `when` holds."""
    code = f"def bomb({parameters}):\n    if not ({when}):\n        return {parameters.split(',')[0]}\n    {DEADLY}\n"
    return game(text=rule(120, "Bomb", front=f"{part}: {{{name}: bomb}}\n", code=code))


PARTS: list[tuple[str, str, str, str, list[str]]] = [
    ("adjusts", "ballot", "answer, poll, text", "True", ["done", "refused", "refused", "done"]),
    ("adjusts", "resolves_itself", "answer, poll, tally", "True", ["done", "done", "done", "done"]),
    ("adjusts", "verdict", "answer, poll, tally", "True", ["done", "done", "done", "done"]),
    ("adjusts", "quorum", "answer, poll, tally", 'tally["received"] > 1', ["done", "done", "refused", "done"]),
    (
        "adjusts",
        "counted_ballots",
        "answer, poll, ballots",
        "len(ballots) > 1",
        ["done", "done", "refused", "done"],
    ),
    ("on", "voted", "player, poll", "True", ["done", "done", "done", "done"]),
    ("on", "changed", "changed", '"huts" in changed', ["done", "done", "done", "done"]),
]


@pytest.mark.parametrize(("part", "name", "parameters", "when", "expected"), share(PARTS, 5))
def test_wherever_a_rule_kills_the_judge_the_game_goes_on_and_replays_alike(
    part: str, name: str, parameters: str, when: str, expected: list[str]
) -> None:
    files = deadly(part, name, parameters, when)
    judge = ChildJudge(KEY, "g")
    plan = judge.judge(files, IN_A_POLL, START + 60)
    found = outcomes(plan)
    assert [found[h["id"]]["is"] for h in IN_A_POLL if h["kind"] == "said"] == expected
    assert not judge.bugs
    replay = Replay(files, lambda hash_: None)
    for entry in journal.entries(plan.segments[-1].added["state/journal/2026/01/05.yaml"]):
        assert replay.enter(entry) == entry
    assert replay.close().files == plan.segments[-1].whole(files)


@pytest.mark.parametrize("whose", ["its own", "another's"])
def test_no_vote_is_refused_as_a_rule_kills_the_judge_over_the_label_that_says_how_it_stands(whose: str) -> None:
    """The verdict is asked for beforehand, for the label; nobody has asked for one yet."""
    files = deadly("adjusts", "verdict", "answer, poll, tally")
    if whose == "another's":
        code = "def ask_it(answer, poll, tally):\n    return ask('mood')\n"
        asking = rule(121, "Asking", front="adjusts: {verdict: ask_it}\n", code=code)
        files = deadly("answers", "mood", "") | {"rules/island/121-asking.md": asking}
    votes = [h for h in IN_A_POLL if h.get("comment") != 5]
    plan = ChildJudge(KEY, "g").judge(files, votes, START + 60)
    found = outcomes(plan)
    assert [found[h["id"]].get("vote") for h in votes if h["kind"] == "said"] == [None, "yay", "yay"]
    assert [bool(found[h["id"]].get("fault")) for h in votes] == [False, False, True, False]
    assert "open for voting" in plan.segments[-1].files["state/engine.yaml"]


def test_the_world_is_unchanged_by_a_bomb() -> None:
    files = game('put("players", player, get("players", player) | {"shells": 99})\n    x = "a" * 10000000000')
    plan = ChildJudge(KEY, "g").judge(files, [INBOX[0]], START + 60)
    assert not [p for s in plan.segments for p in s.files if p.startswith("state/players/")]
    engine = canon.read(str(plan.segments[-1].files["state/engine.yaml"]))
    assert "bomb" in engine["faulted"]


def test_a_mistake_of_the_engines_stops_one_happening_and_not_the_game() -> None:
    files = game("pass")
    judge = ChildJudge(KEY, "g")
    broken = {key: value for key, value in said(1, "ana", "/build").items() if key != "text"}
    found = outcomes(judge.judge(files, [broken, said(2, "bo", "/build")], START + 60))
    assert (found["comment/1"]["is"], found["comment/1"]["code"]) == ("refused", "engine")
    assert found["comment/2"]["is"] == "done"
    assert [bug.happening for bug in judge.bugs] == ["comment/1"]
    assert "Traceback" in str(judge.bugs[0])


def test_a_rule_that_had_a_part_in_a_mistake_of_the_engines_is_named_so_that_it_can_be_changed() -> None:
    """The broken thing here is a record that no engine writes: an open poll without a thread."""
    files = game(text=rule(120, "Bomb", front="on: {changed: bomb}\n", code="def bomb(changed):\n    len(changed)\n"))
    notes = canon.read(files["state/engine.yaml"])
    files |= {"state/engine.yaml": canon.emit(notes | {"open_polls": ["12"]}), "state/polls/12.yaml": "kind: x\n"}
    judge = ChildJudge(KEY, "g")
    found = outcomes(judge.judge(files, [said(2, "bo", "/build"), said(3, "bo", "/help")], START + 60))
    assert (found["comment/2"]["is"], found["comment/2"]["fault"]["rule"]) == ("refused", "bomb")
    assert "KeyError" in str(judge.bugs[0])


def test_a_mistake_of_the_engines_outside_of_any_happening_is_a_bug_that_stops_it() -> None:
    files = {**game("pass"), "state/engine.yaml": "[]\n"}
    with pytest.raises(JudgeBug):
        ChildJudge(KEY, "g").judge(files, INBOX, START + 60)


def many_commands() -> dict[str, str]:
    """Commands whose first words are long and alike: to find which of them somebody meant takes seconds."""
    names = ["ab" * 90 + str(number) for number in range(200)]
    front = "commands:\n" + "".join(f"  - {{usage: /{name}, run: pass_by}}\n" for name in names)
    code = "def pass_by(player):\n    pass\n"
    law = with_rules({f"{n}-many-{n}.md": rule(n, f"Many {n}", front=front, code=code) for n in range(120, 136)})
    players = {who: {"id": id_, "login": who, "active": True} for who, id_ in (("ana", 1), ("bo", 2))}
    return begun(law, name="Game", records={"players": players})


def test_what_kills_the_judge_with_no_rule_running_is_refused_and_the_game_goes_on() -> None:
    """To look for what was meant burns the fuse, and there is no rule to blame."""
    judge, both = (
        ChildJudge(KEY, "g", Limits(examples=False)),
        [said(1, "ana", "/" + "ba" * 99), said(2, "bo", "/dive")],
    )
    plan = within(4.0, lambda: judge.judge(many_commands(), both, START + 60), of_all)
    found = outcomes(plan)
    assert found["comment/1"]["is"] == "refused"
    assert found["comment/2"]["is"] == "done"
    assert [bug.happening for bug in judge.bugs] == ["comment/1"]


def test_without_another_id_its_dice_are_those_of_the_game_it_judges() -> None:
    files = game('reply("%s" % dice("9d1000"))')
    files["state/engine.yaml"] = files["state/engine.yaml"].replace("\ngame: g\n", "\ngame: another\n")
    plan = ChildJudge(KEY).judge(files, INBOX, START + 60)
    assert plan == InProcessJudge(KEY, "another").judge(files, INBOX, START + 60)
    assert plan != InProcessJudge(KEY, "g").judge(files, INBOX, START + 60)


def test_nor_is_what_was_running_where_somebody_else_has_ended_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is short of memory ends whoever has much of it; a rule that brings that about does so again."""
    judge, seed, children = ChildJudge(KEY, "g"), child.seed, list[spare.Child]()
    take = spare.Spare.take
    monkeypatch.setattr(spare.Spare, "take", lambda kept: children.append(take(kept)) or children[-1])

    def ending(key: bytes, played: str, id_: str) -> bytes:
        if id_ == "comment/1" and len(children) <= most:
            children[-1].process.kill()
        return seed(key, played, id_)

    monkeypatch.setattr(child, "seed", ending)
    most = 1
    undisturbed = outcomes(InProcessJudge(KEY, "g").judge(game("pass"), INBOX, START + 60))
    assert outcomes(judge.judge(game("pass"), INBOX, START + 60)) == undisturbed
    children.clear()
    most = 2
    assert outcomes(judge.judge(game("pass"), INBOX, START + 60)) != undisturbed


def test_a_rule_is_not_to_blame_for_the_end_of_who_keeps_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    server = forked._Server()
    monkeypatch.setattr(forked, "_SERVER", server)
    judge = ChildJudge(KEY, "g")
    seed, ended = child.seed, list[str]()

    def ending(key: bytes, played: str, id_: str) -> bytes:
        if id_ == "comment/1" and len(ended) < most:
            ended.append(id_)
            assert server._process is not None
            server._process.kill()
            time.sleep(0.5)  # until those below it are gone, too
        return seed(key, played, id_)

    monkeypatch.setattr(child, "seed", ending)
    most = 1
    assert outcomes(judge.judge(game("pass"), INBOX, START + 60)) == outcomes(
        InProcessJudge(KEY, "g").judge(game("pass"), INBOX, START + 60)
    )
    most = 3
    with pytest.raises(ForgeError, match="ended from outside"):
        judge.judge(game("pass"), INBOX, START + 60)
    assert judge.bugs == []
    server.end()


@pytest.mark.parametrize(
    ("at", "judged", "how", "full", "most"),
    [
        ("comment/7", 9, {"late": True}, False, 4),
        ("comment/7", 1, {"late": True}, False, 1),
        ("comment/7", 0, {"late": True}, False, 0),
        ("comment/7", 9, {"late": True, "last": True}, False, 9),
        ("comment/7", 9, {}, False, 0),
        ("comment/7", 9, {}, True, 9),
        ("comment/7", 10, {}, True, 0),
        ("comment/7", 20, {"late": True}, True, 0),
        ("comment/7", 19, {"late": True}, True, 9),
        (SENDING, 9, {}, False, 4),
        (SENDING, 9, {"late": True, "last": True}, False, 4),
        (DRAWING, 9, {"late": True}, True, 0),
        ("", 9, {"late": True}, False, 4),
    ],
)
def test_what_is_too_much_for_one_fold_is_made_less_and_never_nothing(
    at: str, judged: int, how: dict[str, bool], full: bool, most: int
) -> None:
    death = child.Died([at] if at else [], "it died", judged, **how)
    assert child._most(death, Limits(happenings=10), full=full) == most


def test_a_fold_that_was_made_less_and_dies_again_is_made_half_as_long_not_shorter_by_one() -> None:
    death, limits = child.Died(["comment/7"], "it died", 9, worn=True), Limits(happenings=10)
    assert [child._most(death, limits, full=True, again=again) for again in (False, True)] == [9, 4]
    late = child.Died(["comment/7"], TOO_LONG, 9, late=True, last=True)
    assert child._most(late, limits, full=True, again=True) == 9  # what took so long is the first of the next fold


@pytest.mark.parametrize(
    ("worn", "why", "known", "doubtful"),
    [
        (True, "it ended", (), True),
        (True, "a", (), True),
        (False, "it ended", (), False),
        (True, TOO_LONG, (), False),
        (True, "it ended", ("go",), False),
        (True, "it ended", ("other",), True),
    ],
)
def test_it_may_not_be_what_ran_where_what_was_judged_before_left_little(
    worn: bool, why: str, known: tuple[str, ...], doubtful: bool
) -> None:
    faults = {function: Fault("huts", function, 1, "it ended") for function in known}
    assert child._is_doubtful(child.Died(["x", "huts", "go", 1], why, 3, worn=worn), faults) is doubtful
