"""What a proposer is told before opening is what the referee says when it is opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from engine.game.calendar import HOUR
from engine.game.happening import Happening
from engine.game.plan import Limits, Plan
from engine.law.running.loading import Loading
from engine.referee import preview as previews
from engine.referee.judging.checked_plan import checked
from engine.referee.ports import Account
from engine.referee.preview import A_WEEK, WEEK, Preview, Proposal, opening_commands, preview
from engine.store import canon
from tests.in_process import InProcessJudge
from tests.island import RULESET, rule, with_rules
from tests.referee.stage import Stage, game
from tests.referee.test_bad_proposals import CASES
from tests.referee.test_greeting import NUMBERED

SONG = "---\nrule: next\ntitle: Song\nby_hand: true\n---\nWe sing.\n"


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with game(tmp_path_factory.mktemp("preview"), "ana", "bo") as made:
        yield made


def shown(
    stage: Stage, number: int, *, waits: bool = False, quick: InProcessJudge | None = None, **more: object
) -> Preview:
    thread = stage.hub.model.thread(number)
    stage.repository.fetch_pull(number, thread.pull.head)
    main = stage.repository.fetch()
    author = Account(thread.author, stage.hub.model.accounts[thread.author].login)
    given = {"author": author, "number": number, "base": thread.pull.base, "body": thread.body, **more}
    proposal = Proposal(main, thread.pull.head, thread.title, **given)
    judge = InProcessJudge(b"", "g", Limits(examples=False))
    return preview(stage.repository, judge, proposal, waits=waits, quick=quick or InProcessJudge(b"", "g", A_WEEK))


def said(stage: Stage, number: int) -> str:
    stage.say("ana", "/open", number)
    stage.run()
    return "\n".join(stage.answers(number))


@pytest.mark.parametrize(
    "name", ["state is touched", "a wrong key", "a number in use", "code that does not load", "a NUL"]
)
def test_a_refusal_is_foretold_word_for_word(stage: Stage, name: str) -> None:
    number = stage.people.open_pull("ana", "A song", CASES[name][0]).number
    found = shown(stage, number)
    assert found.command == "/open"
    assert found.code
    answer = said(stage, number)
    assert found.reason in answer
    assert found.remedy in answer


def test_what_fits_is_foretold_and_nothing_is_written(stage: Stage) -> None:
    number = stage.people.open_pull("ana", "Gulls", {"rules/island/120-gulls.md": SONG}).number
    before = stage.hub.git.head()
    found = shown(stage, number)
    assert found.code == ""
    assert found.answer
    assert stage.hub.git.head() == before
    assert found.answer in said(stage, number)
    assert stage.read(f"state/polls/{number}.yaml")["status"] == "open"


def test_an_open_proposal_is_judged_anew_after_a_push(stage: Stage) -> None:
    number = stage.people.open_pull("ana", "Crabs", {"rules/island/121-crabs.md": SONG}).number
    said(stage, number)
    assert shown(stage, number).code == ""
    stage.people.push("ana", number, {"rules/island/121-crabs.md": SONG.replace("rule:", "rul:")})
    assert shown(stage, number).code == "bad_rule"


def test_other_branches_other_people_and_strangers_are_told(stage: Stage) -> None:
    number = stage.people.open_pull("ana", "Shore", {"rules/island/122-shore.md": SONG}).number
    assert shown(stage, number, base="old").code == "base"
    assert shown(stage, number, author=Account(77, "cy")).code == "no_player"
    assert shown(stage, number, author=None).code == "", "without an author it is the first active player"


def test_a_doubt_about_the_text_is_a_warning_with_its_line(stage: Stage) -> None:
    text = "---\nrule: next\ntitle: Tides\nparameters: {height: 7}\nby_hand: true\n---\nThe sea is high.\n"
    number = stage.people.open_pull("ana", "Tides", {"rules/island/123-tides.md": text}).number
    found = shown(stage, number)
    assert found.code == ""
    assert [w for w in found.warnings if w.startswith("rules/island/123-tides.md:4: ")] == list(found.warnings) != []


def test_a_doubt_about_the_code_in_its_law_is_a_warning_as_of_nomic_check(stage: Stage) -> None:
    text = "---\nrule: next\ntitle: Idle\n---\nNobody calls this.\n\n```starlark\ndef idle(player):\n    reply(1 + 1)\n```\n"
    number = stage.people.open_pull("ana", "Idle", {"rules/island/124-idle.md": text}).number
    found = shown(stage, number)
    assert any("nothing in the law calls this code" in w for w in found.warnings), found
    assert all(w.startswith("rules/island/124-idle.md:") for w in found.warnings)


def test_a_number_that_would_be_a_text_is_pointed_out_before_it_is_opened_and_to_the_voters(stage: Stage) -> None:
    path = "rules/island/106-dives.md"
    text = stage.hub.git.run("show", f"main:{path}") + "\n"
    number = stage.people.open_pull("ana", "Dives", {path: text.replace("minutes: 30", "minutes: half an hour")}).number
    pointed = "`minutes` was a number, `30`, and would be a text, `half an hour`"
    assert f"{path}: {pointed}" in shown(stage, number).warnings
    stage.run()
    assert pointed in "\n".join(stage.answers(number))
    said(stage, number)
    assert pointed in stage.answers(number)[0]


def test_who_would_make_a_rule_immutable_is_told_which_others_would_fail_by_it(tmp_path: Path) -> None:
    """A mutable rule writes no field of an immutable one: adopted, the other failed each time, and nobody had been told."""
    pay = 'def pay(poll, tally):\n    put("players", "ana", get("players", "ana") | {"fish": 1})\n'
    with game(tmp_path, "ana", "bo") as stage:
        stage.by_hand({"rules/island/120-pay.md": rule(120, "Pay", front="on: {adopted: pay}\n", code=pay)})
        stage.run()
        path = "rules/island/103-fishing.md"
        text = stage.hub.git.run("show", f"main:{path}") + "\n"
        above = text.replace("title: Fishing\n", "title: Fishing\nimmutable: true\n")
        assert above != text
        number = stage.people.open_pull("ana", "Above", {path: above}).number
        (found,) = [w for w in shown(stage, number).warnings if w.startswith("rules/island/120-pay.md:")]
        assert f"`put` writes `fish` of players, which {path} declares and which is immutable" in found


def test_the_commands_that_open_are_found_in_the_law() -> None:
    state = {"state/game.yaml": canon.emit({"ruleset": RULESET})}
    assert opening_commands({**with_rules({}), **state}, RULESET) == ["/open"]
    motion = rule(
        130,
        "Motions",
        front="commands: [{usage: /move, run: begin}, {usage: /second, run: other}]\n",
        code='load("motion", "moved")\ndef begin(player):\n    step(player)\ndef step(player):\n    moved(player)\ndef other(player):\n    pass\n',
    )
    law = with_rules({"130-motions.md": motion})
    law["rules/library/motion.star"] = 'def moved(player):\n    open_poll("motion", "x")\n'
    assert opening_commands({**law, **state}, RULESET) == ["/open"]  # it would have an issue of its own
    law["rules/library/motion.star"] = 'def moved(player):\n    open_poll("motion", "x", thread = here()["number"])\n'
    assert opening_commands({**law, **state}, RULESET) == ["/open", "/move"]
    broken = {"rules/library/motion.star": "def moved(:\n"}
    assert opening_commands({**law, **broken, **state}, RULESET) == ["/open"]


def test_where_nobody_is_known_as_the_author_somebody_is_made_up_and_the_rest_is_said(stage: Stage) -> None:
    number = stage.people.open_pull("ana", "Terns", {"rules/island/121-terns.md": SONG}).number
    found = shown(stage, number, author=None)
    assert (found.code, found.as_if) == ("", "ana")
    bad = stage.people.open_pull("ana", "A song", CASES["a wrong key"][0]).number
    found = shown(stage, bad, author=None)
    assert found.code and "author" not in found.reason


def test_the_number_that_the_engine_gives_a_title_is_not_missed_where_it_comes_first(tmp_path: Path) -> None:
    """The engine's own new title starts no workflow: a newcomer's check stayed red over what could be opened."""
    with game(tmp_path, "ana", "bo") as stage:
        stage.by_hand({"rules/island/120-numbers.md": NUMBERED})
        stage.run()
        number = stage.people.open_pull("ana", "Song", {"rules/island/121-song.md": SONG}).number
        assert "must begin with 108" in shown(stage, number).reason
        for author in (Account(stage.hub.model.thread(number).author, "ana"), None):
            found = shown(stage, number, waits=True, author=author)
            assert (found.code, found.title) == ("", "108 Song")
        stage.run()
        assert stage.hub.model.thread(number).title == found.title
        assert found.answer in said(stage, number)
        other = stage.people.open_pull("ana", "400 Song", {"rules/island/121-songs.md": SONG}).number
        assert "must begin with" in shown(stage, other, waits=True).reason, "the engine leaves what has a number"
        wrong = stage.people.open_pull(
            "ana", "Song", {"rules/island/121-songs.md": SONG + "\n```starlark\n(\n```\n"}
        ).number
        assert (shown(stage, wrong, waits=True).code, shown(stage, wrong, waits=True).title) == ("bad_rule", "")


MOVING = rule(
    140,
    "Moving",
    front="forbids: {open_it: not_now, open: nothing_sad}\n",
    code=(
        'def not_now(player):\n    return None if player == "cy" else "It is not your turn."\n'
        'def nothing_sad(player, proposal):\n    return "Too sad." if proposal["title"] == "Tears" else None\n'
    ),
)


def test_where_nobody_is_known_as_the_author_it_is_tried_as_if_by_whoever_may_open_it_now(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo", "cy") as turns:
        turns.by_hand({"rules/island/140-moving.md": MOVING})
        turns.run()
        number = turns.people.open_pull("ana", "Terns", {"rules/island/120-terns.md": SONG}).number
        found = shown(turns, number, author=None)
        assert (found.code, found.as_if) == ("", "cy")
        sad = turns.people.open_pull("ana", "Tears", {"rules/island/121-tears.md": SONG}).number
        found = shown(turns, sad, author=None)
        assert (found.reason, found.as_if) == ("Too sad.", "cy")
        assert shown(turns, sad).reason == "It is not your turn."


def test_where_nobody_plays_yet_the_rest_is_said_all_the_same(tmp_path: Path) -> None:
    with game(tmp_path) as empty:
        number = empty.people.open_pull("ana", "Terns", {"rules/island/120-terns.md": SONG}).number
        found = shown(empty, number, author=None)
        assert (found.code, found.as_if) == ("", "somebody")
        bad = empty.people.open_pull("ana", "A song", CASES["a wrong key"][0]).number
        assert "unknown key" in shown(empty, bad, author=None).reason


def test_what_opens_a_proposal_is_read_off_the_rules_and_none_of_their_code_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server of a table asks for it in its own process."""
    files = with_rules({})
    known = opening_commands(files, RULESET)
    monkeypatch.setattr(Loading, "run", lambda self: pytest.fail("code of a rule was loaded"))
    assert known and opening_commands(files, RULESET) == known


def test_what_is_doubtful_and_what_is_a_number_no_more_is_told_in_the_order_of_names() -> None:
    """A repository may list the files of a change in any order."""
    text = "---\nrule: {0}\ntitle: T{0}\nparameters: {{most: {1}, few: 7}}\nby_hand: true\n---\nSo it is.\n"
    files = {f"rules/island/{n}-t.md": [text.format(n, 5), text.format(n, '"5"')] for n in (122, 121)}
    change: Any = {"files": files, "paths": sorted(files), "problems": []}
    for told in (previews._warnings(change), previews._turned(change)):
        assert [*dict.fromkeys(line[:16] for line in told)] == ["rules/island/121", "rules/island/122"], told


FAILING = 'def f(*given):\n    return {"a": 1}["b"]\n'


@pytest.mark.parametrize(
    "front",
    [
        "answers: {quorum: f}\noverrides: all\n",
        "on: {voted: f}\n",
        "on: {opened: f}\n",
        "forbids: {vote: f}\n",
        "commands: [{usage: /sing, run: f, help: Sing.}]\n",
        'schedule: [{cron: "0 9 * * 5", run: f}]\n',
    ],
)
def test_who_proposes_what_loads_and_fails_once_it_is_asked_is_warned(stage: Stage, front: str) -> None:
    text = rule(125, "Broken", front=front, code=FAILING).replace("rule: 125", "rule: next")
    number = stage.people.open_pull("ana", "Broken", {"rules/island/broken.md": text}).number
    (warned,) = [each for each in shown(stage, number).warnings if "once this is law" in each]
    line = 2 + text.split("\n").index("def f(*given):")
    assert warned.startswith(
        f"rules/island/broken.md:{line}: once this is law, as a week is tried: The rule `broken` failed"
    )


@pytest.mark.parametrize(
    "text",
    [
        SONG,
        rule(125, "Refusing", front="forbids: {vote: f}\n", code='def f(*given):\n    refuse("No.")\n'),
        rule(
            125,
            "Laying",
            front="state: {stones: {weight: {type: integer, default: 0}}}\non: {enacted: lay, voted: f}\n",
            code='def lay(change, poll):\n    put("stones", "first", {"weight": 3})\n\ndef f(*given):\n    get("stones", "first")["weight"]\n',
        ),
    ],
)
def test_who_proposes_what_only_refuses_or_lays_something_out_first_is_not(stage: Stage, text: str) -> None:
    text = text.replace("rule: 125", "rule: next")
    number = stage.people.open_pull("ana", "Sound", {"rules/island/sound.md": text}).number
    assert not [each for each in shown(stage, number).warnings if "once this is law" in each]


def test_a_rule_that_fails_already_is_not_told_of_who_proposes_another(tmp_path: Path) -> None:
    with game(tmp_path, "ana", "bo") as broken:
        broken.by_hand({"rules/island/140-broken.md": rule(140, "Broken", front="on: {voted: f}\n", code=FAILING)})
        broken.run()
        number = broken.people.open_pull("ana", "Terns", {"rules/island/terns.md": SONG}).number
        assert not [each for each in shown(broken, number).warnings if "once this is law" in each]


def test_of_a_law_that_does_something_every_few_minutes_a_part_of_the_week_is_tried(stage: Stage) -> None:
    code = 'def f():\n    put("game", "game", get("game") | {"swells": get("game")["swells"] + 1})\n'
    front = "state: {game: {swells: {type: integer, default: 0}}}\nschedule:\n"
    front += "".join(f'  - {{cron: "{minute} * * * *", run: f}}\n' for minute in range(0, 60, 3))
    text = rule(125, "Swells", front=front, code=code).replace("rule: 125", "rule: next")
    number = stage.people.open_pull("ana", "Swells", {"rules/island/swells.md": text}).number
    judged: list[int] = []

    class Counting(InProcessJudge):
        def judge(self, files: Mapping[str, str], inbox: Sequence[Happening], until: int) -> Plan:
            plan = super().judge(files, inbox, until)
            judged.append(len(plan.outcomes))
            return plan

    assert not shown(stage, number, quick=Counting(b"", "g", A_WEEK)).code
    assert max(judged) == A_WEEK.happenings < 20 * WEEK // HOUR


class Checked(InProcessJudge):
    """As the product's judge, which is believed nothing that is no plan."""

    def judge(self, files: Mapping[str, str], *more: Any, **named: Any) -> Plan:
        return checked(asdict(super().judge(files, *more, **named)), files)


def test_what_the_week_lets_become_law_names_commits_as_any_plan_does(stage: Stage) -> None:
    number = stage.people.open_pull("ana", "Terns", {"rules/island/terns.md": SONG}).number
    assert not shown(stage, number, quick=Checked(b"", "g", A_WEEK)).code
