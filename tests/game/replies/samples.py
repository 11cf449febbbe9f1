"""One sample of everything that can be said, made by the functions that say it, with facts of a game really played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.game.examples.example_stage import Stage
from engine.game.proposals.proposal_record import write
from engine.game.proposals.tally import tally
from engine.game.prospects import boards
from engine.game.refusal import Refusal
from engine.game.replies import (
    administering,
    change_refusals,
    command_refusals,
    handmade,
    leaving,
    limit_refusals,
    poll_refusals,
    refusals,
    rescue_refusals,
    speech,
    welcome,
)
from engine.game.world.facts import poll_facts
from engine.law.running.blame import RuleFault
from tests.game.replies.talks import talks
from tests.island import RULESET, rule, texts, with_rules

GOLDEN = Path(__file__).parent / "golden"
PEOPLE = ("ana", "bo", "cy", "di", "ed")
EARLY = rule(
    120,
    "Early",
    front="overrides: all\nanswers: {resolves_itself: most_said_yay}\n",
    code='def most_said_yay(poll, tally):\n    return 2 * tally["yay"] > tally["electorate"]\n',
)
SONGS = {"108-songs.md": rule(108, "Songs").replace("rule: 108", "rule: next")}


def stage_of(*steps: dict[str, Any], law: dict[str, str] | None = None) -> Stage:
    """Five islanders; a pull request of ana's, #12, that is open for voting; then the steps."""
    opened = [
        {"by": "ana", "opens": {"pull": 12, "title": "Songs", "changes": SONGS}},
        {"by": "ana", "says": "/open", "on": 12},
    ]
    stage = Stage(
        {"given": {"players": {p: {"active": True} for p in PEOPLE}}, "when": [*opened, *steps]},
        law or texts(),
        RULESET,
    )
    wrong = stage.play()
    assert not wrong, wrong
    return stage


def says(by: str, text: str, on: int | None = 12, **more: Any) -> dict[str, Any]:
    return {"by": by, "says": text, **({} if on is None else {"on": on}), **more}


def board_of(stage: Stage, key: str = "12") -> str:
    drawn = boards.draw(stage.world, [key], stage.now)[key]
    return f"{drawn['text']}\n\n(commit status: {drawn['state']}, {drawn['description']})"


def board_samples() -> dict[str, str]:
    yays = [says(who, "yay") for who in ("ana", "bo", "cy")]
    mixed = [
        says("ana", "yay", label="a"),
        says("bo", "yay"),
        says("bo", "nay"),
        says("zoe", "yay", refused="not a player"),
        says("cy", "yay", label="c"),
        {"by": "cy", "deletes": "c"},
        {"by": "ana", "edits": "a", "to": "nay"},
    ]
    other = {"pull": 13, "title": "Engine", "changes": {"engine/game/fold/folding.py": "x = 1\n"}}
    engine = [says("ana", "/close"), {"by": "bo", "opens": other}, says("bo", "/open", 13)]
    return {
        "nobody has voted": board_of(stage_of()),
        "one vote of every fate": board_of(stage_of(*mixed)),
        "a quorum, and it passes": board_of(stage_of(*yays)),
        "tied": board_of(stage_of(*yays[:2], says("cy", "nay"), says("di", "nay"))),
        "adopted": board_of(stage_of(*yays, says("ana", "/resolve"))),
        "rejected": board_of(stage_of(*(says(w, "nay") for w in PEOPLE[:3]), says("ana", "/resolve"))),
        "withdrawn": board_of(stage_of(says("ana", "/close"))),
        "it changes the program": board_of(stage_of(*engine), "13"),
        "a council in an issue of its own": board_of(
            stage_of(says("ana", "/council Shall we dance?", None), says("bo", "yay", 101)), "council/1"
        ),
        "it resolves by itself if enough agree": board_of(
            stage_of(*yays[:1], law=with_rules({"120-early.md": EARLY})),
        ),
        "the game is paused": board_of(
            _paused(stage_of()),
        ),
        "two have exchanged their names": board_of(_exchanged(stage_of(*yays[:1]))),
    }


def _exchanged(stage: Stage) -> Stage:
    for key, login in (("ana", "bo"), ("bo", "ana")):
        stage.world.patch("players", key, login=login)
    return stage


def _paused(stage: Stage) -> Stage:
    stage.world.notes.paused_at = stage.now
    return stage


def refusal_samples() -> dict[str, Refusal]:
    """By the name of the function that makes it."""
    world = stage_of().world
    poll = poll_facts(world, "12")
    closed = poll_facts(stage_of(says("ana", "/close")).world, "12")
    document = world.book.documents["landing"]
    failure = RuleFault("landing", "join", 31, "key `pearls` not found")
    made: dict[str, Callable[[], Refusal]] = {
        "broken_rule": lambda: refusals.broken_rule(world.book, "landing"),
        "wrong_key": lambda: refusals.wrong_key("2c70e12b"),
        "no_such_entry": lambda: refusals.no_such_entry("comment/17"),
        "fault": lambda: refusals.fault(failure, document),
        "engine_failed": refusals.engine_failed,
        "edited_issue": command_refusals.edited_issue,
        "edited_comment": command_refusals.edited_comment,
        "edited_since": command_refusals.edited_since,
        "bad_rule": lambda: refusals.bad_rule(["rules/island/108-songs.md:3: `colour` is no key of a rule"]),
        "no_prose": lambda: refusals.no_prose("there is code in it"),
        "exists_already": lambda: refusals.exists_already("songs"),
        "too_much_at_once": lambda: limit_refusals.too_much_at_once(),
        "rules_enough": lambda: limit_refusals.rules_enough(2000),
        "numbers_enough": lambda: limit_refusals.numbers_enough(99_999),
        "votes_enough": lambda: limit_refusals.votes_enough(50),
        "polls_enough": lambda: limit_refusals.polls_enough(50),
        "polls_enough_of_all": lambda: limit_refusals.polls_enough_of_all(200),
        "issues_enough": lambda: limit_refusals.issues_enough(300),
        "gone_meanwhile": lambda: refusals.gone_meanwhile("huts"),
        "stale": lambda: refusals.stale("huts", 109),
        "change_problem": lambda: change_refusals.change_problem(
            {"code": "path", "paths": ["rules/108-songs.md"]}, "rules/island/"
        ),
        "change_unknown": lambda: change_refusals.change_unknown(12),
        "awaits_effect": lambda: refusals.awaits_effect({**poll, "awaits": "the_tide_turns"}),
        "vote_too_old": refusals.vote_too_old,
        "no_thread": lambda: poll_refusals.no_thread(99),
        "no_proposal": lambda: poll_refusals.no_proposal(poll),
        "no_law_by_now": lambda: poll_refusals.no_law_by_now(
            ["rules/island/108-songs.md:4: it loads `gifts`, and that is gone"]
        ),
        "not_taken_back": lambda: poll_refusals.not_taken_back("I withdraw my vote.", ["/retract"]),
        "not_shown": lambda: poll_refusals.not_shown(12, "GET pulls/12: GitHub answered 502"),
        "open_already": lambda: refusals.open_already(poll),
        "decided": lambda: refusals.decided(closed),
        "pull_is_closed": lambda: refusals.pull_is_closed(12),
        "pull_is_merged": lambda: refusals.pull_is_merged(12),
        "number_taken": lambda: refusals.number_taken(108, poll),
        "poll_is_over": lambda: refusals.poll_is_over(closed),
        "nothing_to_stop": lambda: refusals.nothing_to_stop(closed),
        "nothing_to_vote_on": lambda: refusals.nothing_to_vote_on(["/open"], ""),
        "matter_above": lambda: refusals.matter_above(poll),
        "one_to_a_comment": lambda: command_refusals.one_to_a_comment(["/join", "/build"]),
        "more_below": lambda: command_refusals.more_below("/join"),
        "change_is_no_command": lambda: command_refusals.change_is_no_command("/propose songs", ["/open"]),
        "vote_is_no_command": lambda: command_refusals.vote_is_no_command("/vote yay", ["yay", "nay"]),
        "write_it_like": lambda: command_refusals.write_it_like(
            "Sailing my boat to <place>", "Sailing my boat to Reef"
        ),
        "write_it_so": lambda: command_refusals.write_it_so("/build"),
        "not_in_a_title": lambda: command_refusals.not_in_a_title("/council May we?"),
        "of_an_issue": lambda: command_refusals.of_an_issue(command_refusals.write_it_so("/council May we?")),
        "not_where_it_is_described": lambda: command_refusals.not_where_it_is_described("/open"),
        "rescue_elsewhere": rescue_refusals.rescue_elsewhere,
        "rescue_begun_already": lambda: rescue_refusals.rescue_begun_already(12),
        "rescue_not_theirs": rescue_refusals.rescue_not_theirs,
        "rescue_edited": rescue_refusals.rescue_edited,
        "rescue_not_taken_back": lambda: rescue_refusals.rescue_not_taken_back("I withdraw my nay", "nay"),
        "stuck": lambda: rescue_refusals.stuck(RuleFault("song", "load", 12, "it used too much memory")),
        "no_law": lambda: rescue_refusals.no_law(refusals.bad_rule(["`song.md:9`: a bracket was never closed"])),
        "rescues_enough": lambda: rescue_refusals.rescues_enough(2),
        "rescues_enough_of_all": lambda: rescue_refusals.rescues_enough_of_all(24),
        "no_poll": lambda: refusals.no_poll("council/9"),
        "no_elector": lambda: refusals.no_elector(world, poll, "ana", PEOPLE[1:], ""),
        "no_player": lambda: refusals.no_player(world, "zoe"),
        "not_among": lambda: refusals.not_among(world, "/object to <person>", ("players", "moderators"), "zoe", ""),
        "not_active": lambda: refusals.not_active("/build", refusals.how_to_return(["/wake"], "")),
        "vote_on_the_table": lambda: refusals.vote_on_the_table([{"thread": 12, "subject": "Songs"}, {"thread": None}]),
        "unknown_command": lambda: command_refusals.unknown_command(
            "/give two", ["/give <count> shell|shells to <player>"], example="/give 2 shells to bo"
        ),
        "renamed": lambda: refusals.renamed("ana", "anna"),
        "bad_argument": lambda: refusals.bad_argument("count", "many", "a whole number", "/give <count> shell|shells"),
        "too_long": lambda: refusals.too_long(4_000),
        "odd_characters": refusals.odd_characters,
        "not_a_ballot": lambda: refusals.not_a_ballot("yay", "yay, but only this once"),
        "too_much_kept": lambda: limit_refusals.too_much_kept(50_000_000),
        "too_much_to_say": lambda: limit_refusals.too_much_to_say(5_000_000),
        "too_deep": lambda: limit_refusals.too_deep("map"),
        "too_large": lambda: refusals.too_large("map", 4_000_000),
        "constraint": lambda: refusals.constraint("players", "ana", "shells", "-1 is less than 0", document),
        "misfit": lambda: poll_refusals.misfit(
            refusals.constraint("players", "ana", "shells", "-1 is less than 0", document), left=True
        ),
        "game_over": lambda: refusals.game_over("everyone has gone home"),
        "paused": refusals.paused,
        "administrators_only": lambda: administering.administrators_only("/correct"),
        "already_paused": lambda: administering.already_paused(1767600000, "Europe/Paris"),
        "not_paused": administering.not_paused,
        "correct_usage": administering.correct_usage,
        "no_such_record": lambda: administering.no_such_record(["players", "ana", "shels"], ["fish", "shells"]),
    }
    return {name: make() for name, make in made.items()}


def speech_samples() -> dict[str, str]:
    """By the name of the function that says it."""
    over = stage_of(*(says(who, "yay") for who in PEOPLE[:3]), says("ana", "/resolve"))
    poll, count = poll_facts(over.world, "12"), tally(over.world, "12")
    document = refusals.no_poll("council/9")
    return {
        "verdict": speech.verdict(poll, count),
        "takes_effect": speech.takes_effect("the_tide_turns"),
        "waiting": speech.waiting({**poll, "status": "adopted", "awaits": "the_tide_turns"}),
        "uncounted": speech.uncounted("#12", "Songs", "Rule 140 (Odd) failed at line 9: division by zero."),
        "in_effect": speech.in_effect(poll),
        "stranded": speech.stranded(poll, "The rule `huts` was amended meanwhile by 109."),
        "told_no_more": speech.told_no_more("the_tide_turns"),
        "overtaken": speech.overtaken("The rule `huts` was amended meanwhile by 109."),
        "would_strand": leaving.would_strand([{**poll, "status": "adopted", "awaits": "the_tide_turns"}]),
        "would_leave_behind": leaving.would_leave_behind(
            [
                ({"at": 1_767_643_200, "rule": "dives", "run": "come_up", "data": {}, "serial": 1}, False),
                ({"at": 1_767_646_800, "rule": "tides", "run": "turn", "data": {"by": "ana"}, "serial": 2}, True),
            ],
            [("huts", ["size", "wall"], 1), ("players", ["shells"], 12)],
            [{**poll, "subject": "Shall we sail?"}, {**poll, "subject": "And when?", "thread": None}],
            "UTC",
        ),
        "left_behind": leaving.left_behind([{**poll, "subject": "Shall we sail?"}]),
        "withdrawn": speech.withdrawn(poll, "Closed by its author."),
        "would_break": speech.would_break(["rules/island/105-huts.md:12: it loads `songs`, which is broken"]),
        "examples_changed": speech.examples_changed(
            ["Huts: two shells", "Dives: far"], ["Dives: deep", "Dives: far"], ["Dives: deep", "Laws"]
        ),
        "administrator_must_merge": speech.administrator_must_merge(
            poll, "0123456789" * 4, "it changes the program or its workflows"
        ),
        "closed_and_open": speech.closed_and_open(),
        "closed_in_a_pause": speech.closed_in_a_pause(),
        "strayed": speech.strayed(poll, "0123456789" * 4),
        "ballots_void": speech.ballots_void(["ana", "bo"]),
        "ballots_void_in_a_pause": speech.ballots_void_in_a_pause(["ana", "bo"]),
        "administered": handmade.administered(
            "0123456789abcdef",
            ["rules/island/105-huts.md", "state/huts/ana.yaml"],
            {"rules/hut.png": "it is no UTF-8 text"},
            {"rules/island/150-huts.md": "rules/island/105-huts.md"},
            {"rules/island/106-dives.md": "line 9: undefined: shell"},
            ["rules/island/108-songs.md"],
        ),
        "same_numbers": handmade.same_numbers({"rules/island/105-songs.md": "rules/island/105-huts.md"}),
        "recast": handmade.recast({14: ["bo"], 12: ["ana", "cy"]}),
        "put_back": handmade.put_back(
            "0123456789abcdef",
            ["state/players/ana.yaml"],
            refusals.why(refusals.constraint("players", "ana", "active", "3 is not of type 'boolean'", None)),
        ),
        "cut_short": speech.cut_short(),
        "merged_by_hand": speech.merged_by_hand(poll),
        "merged_strayed": speech.merged_strayed(poll),
        "last_answer_today": speech.last_answer_today(10),
        "corrected": speech.corrected("ana", "players bo shells", 3, 5, "a storm took two"),
        "done": speech.done(
            [
                ("players bo active", True, False),
                ("players bo hut", "Reef", None),
                ("players bo seal", "", "5fd4"),
                ("players bo catch", {"cod": 2}, {"cod": 2, "eels": [1, 3]}),
                ("huts ana size", speech.NEW, 1),
                ("boats 3", {"name": "Gull"}, speech.GONE),
            ],
            "UTC",
            ["Who is to be mayor?"],
        ),
        "rotated": speech.rotated("6b6579", "2c70e12b"),
        "begun": speech.begun("2c70e12b"),
        "redacted": speech.redacted("comment/17"),
        "paused": speech.paused("ana"),
        "resumed": speech.resumed("ana", timers=True),
        "handler_failed": speech.handler_failed(
            over.world.book, "fishing", "landed", RuleFault("huts", "build", 12, "it has no walls"), deaf=True
        ),
        "put_off": speech.put_off(over.world.book, "fishing", "fish_all", document.reason),
        "too_much_at_once": speech.too_much_at_once(over.world.book, "fishing"),
        "no_status_of": speech.no_status_of("huts", "huts, line 12: it has no walls"),
        "said_on_the_table": speech.said_on_the_table(1),
        "command_list": speech.command_list([("/dive", "Look for shells."), ("/help", "This list.")]),
        "status": speech.status("**The island**", ["Players: 5, active: 4."]),
        "game_over": speech.game_over("The island sank."),
        "ended": speech.ended("The island sank."),
        "won": speech.won(["ana", "bo"], "they built the last hut"),
        "won_in_vain": speech.won_in_vain(["ana", "bo"], "they built the last hut"),
        "enacted": speech.enacted(109, "Silence", "the judge ruled so"),
    }


def record_sample() -> str:
    """proposals/108.md of a proposal with a ballot of every fate."""
    steps = [says("ana", "yay"), says("bo", "yay"), says("bo", "nay"), says("zoe", "yay", refused="not a player")]
    stage = stage_of(*steps, says("cy", "yay"), says("ana", "/resolve"))
    write(stage.world, "12", tally(stage.world, "12"), quorum=True)
    return str(stage.world.moment.files["proposals/108.md"])


def golden() -> dict[str, str]:
    """File name -> text."""
    lines = [f"## {name}\n\n`{r.code}`\n\n{refusals.why(r)}" for name, r in sorted(refusal_samples().items())]
    told = [f"## {name}\n\n{text}" for name, text in sorted(speech_samples().items())]
    shown = [f"<!-- {name} -->\n\n{text}" for name, text in board_samples().items()]
    title, body = welcome.table("The island")
    return {
        "refusals.md": "\n\n".join(lines) + "\n",
        "speech.md": "\n\n".join(told) + "\n",
        "boards.md": "\n\n".join(shown) + "\n",
        "record.md": record_sample(),
        "table.md": f"# {title}\n\n{body}\n\n---\n\n{welcome.no_secret()}\n\n---\n\n{welcome.weak_secret(20)}\n",
        **talks(),
    }
