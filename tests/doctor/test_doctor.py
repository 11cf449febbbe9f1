"""Each illness is found, with its cause and its remedy, and found alone; a healthy game is called so."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.cli.main import nomic
from engine.doctor import on_github
from engine.doctor.api import Web
from engine.doctor.checkup import ASKED, CHECKS, ODD
from engine.forge.wire import Answer, Pace, Wire
from engine.game.calendar import stamp
from engine.game.world.world import SEMANTICS
from engine.hub.accounts import BOT_ID
from engine.law.running.loading import Loading
from engine.referee.ports import Denied
from engine.store import canon
from engine.template.upgrade import upgrade
from tests.doctor.conftest import Patient
from tests.github.settings import Run
from tests.newgame.games import OWNER

HOUR = 3_600
HASTY = Pace(0.0, 0.0, timeout=1, attempts=1, pause=0.0)
FARMS = "rules/credo/328-farms.md"
REFEREE = ".github/workflows/referee.yml"


def found(patient: Patient) -> list[tuple[str, str, str]]:
    return [(name, finding.cause, finding.remedy) for name, finding in patient.seen().findings]


def only(patient: Patient, name: str) -> tuple[str, str]:
    """The one finding there is, of the check of that name."""
    listed = found(patient)
    assert [each[0] for each in listed] == [name], listed
    return listed[0][1], listed[0][2]


def test_a_healthy_game_is_called_so(patient: Patient) -> None:
    seen = patient.seen()
    assert seen.findings == []
    assert set(seen.unknown) == {"token"}, "only the workflow itself can try the workflow's token"
    assert seen.looked_at == len(CHECKS) - 1


def test_without_github_the_files_are_looked_at_and_the_rest_is_named(patient: Patient) -> None:
    seen = patient.but(web=None).seen()
    assert seen.findings == []
    assert {"protection", "secret", "last pass", "outbox"} <= set(seen.unknown)
    assert not {"rules", "records", "workflow files", "overdue"} & set(seen.unknown)


def test_where_something_else_than_github_answers_the_token_is_not_looked_at_and_that_is_no_bug(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wire, "write", lambda *request, **more: Answer(None, {}))
    seen = patient.but(in_workflow=True, key=patient.game.key, web=patient.web(patient.game.token)).seen()
    assert "not of GitHub's form" in seen.unknown["token"] and "token" in seen.unanswered


def test_in_the_workflow_the_key_itself_is_compared(patient: Patient) -> None:
    inside = patient.but(in_workflow=True, web=patient.web(patient.game.token))
    assert inside.but(key=patient.game.key).seen().findings == []
    assert "missing" in only(inside, "secret")[0]
    cause, remedy = only(inside.but(key="another"), "secret")
    assert "is not the key this game has committed to" in cause
    assert ".git/nomic-dice-key" in remedy
    assert "the copy that you keep" in remedy, "whoever did what `nomic new` says has taken that file away"
    assert "a line break around it" in only(inside.but(key=f"{patient.game.key}\n"), "secret")[1]


@pytest.mark.parametrize(
    ("scope", "right"),
    [
        ("contents", "contents: write"),
        ("issues", "issues: write"),
        ("pull_requests", "pull-requests: write"),
        ("statuses", "statuses: write"),
    ],
)
def test_a_right_the_workflows_token_lacks_is_named(patient: Patient, scope: str, right: str) -> None:
    token = patient.game.hub.bot_token(without=frozenset({scope}))
    before = (len(patient.game.hub.model.threads), dict(patient.game.hub.model.statuses))
    cause, remedy = only(patient.but(in_workflow=True, key=patient.game.key, web=patient.web(token)), "token")
    assert cause == f"The workflow's token lacks `{right}`."
    assert "permissions:" in remedy
    assert (len(patient.game.hub.model.threads), dict(patient.game.hub.model.statuses)) == before


def test_a_setting_against_pull_requests_of_workflows_is_no_lack_of_the_tokens(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New repositories have it: the referee opens none."""
    write = Wire.write

    def written(wire: Wire, method: str, path: str, body: object = None, *, repeatable: bool) -> Answer:
        if path == "pulls":
            raise Denied("POST pulls: GitHub Actions is not permitted to create or approve pull requests.", "Let it.")
        return write(wire, method, path, body, repeatable=repeatable)

    monkeypatch.setattr(Wire, "write", written)
    inside = patient.but(in_workflow=True, key=patient.game.key, web=patient.web(patient.game.token))
    assert inside.seen().findings == []


@pytest.mark.parametrize(
    ("setting", "value", "why"), [("archived", True, "archived"), ("issues", False, "switched off")]
)
def test_where_nobody_may_write_the_token_lacks_no_right_for_that(
    patient: Patient, setting: str, value: bool, why: str
) -> None:
    setattr(patient.game.hub.settings, setting, value)
    seen = patient.but(in_workflow=True, key=patient.game.key, web=patient.web(patient.game.token)).seen()
    assert [name for name, _ in seen.findings] == ["repository"]
    assert why in seen.unknown["token"]


def test_a_token_that_is_not_accepted_is_an_error_of_its_own(patient: Patient) -> None:
    with pytest.raises(Denied, match="token is not accepted"):
        patient.but(web=patient.web("nobody's")).case.asked().server_time()


@pytest.mark.parametrize("fault", ["bad_gateway", "timeout", "garbage", "cut"])
def test_what_github_does_not_answer_hides_nothing_else(patient: Patient, fault: str) -> None:
    patient.game.hub.settings.rules.append({"type": "pull_request"})
    patient.game.hub.faults.strike(fault, 1, "/actions/secrets")
    seen = patient.but(web=hasty(patient)).seen()
    assert [name for name, _ in seen.findings] == ["protection"]
    assert list(seen.unknown) == ["token", "secret"]
    assert "actions/secrets" in seen.unknown["secret"]
    assert seen.unanswered == ["secret"]


@pytest.mark.parametrize(("fault", "asked"), [("bad_gateway", 2), ("rate_limit", 1)])
def test_where_it_answers_nothing_any_more_it_is_asked_no_further(patient: Patient, fault: str, asked: int) -> None:
    hub, sick = patient.game.hub, older_pin(patient)
    hub.faults.strike(fault, 100)
    before = hub.faults.struck[fault]
    seen = sick.but(web=hasty(patient)).seen()
    assert [name for name, _ in seen.findings] == ["pin"]
    assert hub.faults.struck[fault] - before == asked
    assert set(seen.unknown) == set(seen.unanswered) == {name for name, _ in CHECKS if name in ASKED}


def test_what_it_does_not_answer_here_and_there_keeps_nothing_else_from_being_asked(patient: Patient) -> None:
    """A check between the two was answered: GitHub is there."""
    faults = patient.game.hub.faults
    faults.strike("bad_gateway", 1, "/actions/secrets")
    faults.strike("bad_gateway", 1, "/actions/workflows")
    seen = patient.but(web=hasty(patient)).seen()
    assert seen.unanswered == ["secret", "workflow"]
    assert not {"last pass", "schedule", "outbox"} & set(seen.unknown)


def test_a_game_whose_table_was_ahead_of_the_time_is_told_to_when_it_goes_on(patient: Patient) -> None:
    ahead = patient.case.now + HOUR
    seen = patient.with_notes(position=[ahead, 9, ""]).but(moved_at=ahead).seen()
    (hint,) = (hint for name, hint in seen.hints if name == "game's clock")
    assert f"it goes on at {stamp(ahead)}, and it is {stamp(patient.case.now)}." in hint.cause
    assert "game's clock" not in {name for name, _ in seen.findings}


def protection_answered(monkeypatch: pytest.MonkeyPatch, odd: object) -> None:
    """GitHub answers with that where it is asked for the rulesets of main."""
    read = Wire.read

    def oddly(wire: Wire, path: str, **query: Any) -> Answer:
        return Answer(odd, {}) if path == "rules/branches/main" else read(wire, path, **query)

    monkeypatch.setattr(Wire, "read", oddly)


@pytest.mark.parametrize("odd", [{}, [{}], [{"type": 5}], [None], "pull_request", 5])
def test_an_answer_that_nobody_understands_is_named_and_hides_nothing_else(
    patient: Patient, odd: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    protection_answered(monkeypatch, odd)
    seen = older_pin(patient).seen()
    assert [name for name, _ in seen.findings] == ["pin"]
    assert "an answer not of GitHub's form" in seen.unknown["protection"]
    assert seen.unanswered == ["protection"]


def hasty(patient: Patient) -> Web:
    """Who asks once, and waits a second for an answer."""
    hub = patient.game.hub
    return Web(Wire(hub.address, hub.token(hub.model.account(OWNER).id), hub.full_name, HASTY, sleep=lambda _: None))


def workflow_changed(patient: Patient) -> Patient:
    return patient.with_file(REFEREE, patient.case.files[REFEREE].replace("timeout-minutes: 20", "timeout-minutes: 90"))


def older_pin(patient: Patient) -> Patient:
    return patient.with_file(".github/engine.txt", "nomic-engine==0.0.9\n")


def newer_pin(patient: Patient) -> Patient:
    return patient.with_file(".github/engine.txt", "nomic-engine==99.0\n")


def pin_of_nothing(patient: Patient) -> Patient:
    return patient.with_file(".github/engine.txt", "# nomic-engine==0.1.0\nfoo==3\n")


def pin_with_more(patient: Patient) -> Patient:
    pin = patient.case.files[".github/engine.txt"]
    return patient.with_file(".github/engine.txt", f"{pin}# a remark\n\nrequests==2.0\n")


def pin_of_a_folder_without_an_engine(patient: Patient) -> Patient:
    return patient.with_file(".github/engine.txt", ".\n").but(has_engine=False)


def pin_of_another_folder(patient: Patient) -> Patient:
    return patient.with_file(".github/engine.txt", "nomic-engine @ file:///home/ana/engine\n")


def pin_of_a_path(patient: Patient) -> Patient:
    return patient.with_file(".github/engine.txt", "-e ../engine\n")


def another_ruleset(patient: Patient) -> Patient:
    game = canon.read(patient.case.files["state/game.yaml"])
    return patient.with_file("state/game.yaml", canon.emit({**game, "ruleset": "crdo"}))


def shared_code_taken_away(patient: Patient) -> Patient:
    return patient.with_file("rules/library/text.star", None)


def copied_rule(patient: Patient) -> Patient:
    return patient.with_file("rules/credo/399-farms.md", patient.case.files[FARMS])


def rule_of_other_bytes(patient: Patient) -> Patient:
    return patient.but(no_texts=[FARMS])


def own_file_altered(patient: Patient) -> Patient:
    return patient.but(altered=["state/threads/1.yaml"])


def timer_of_another_kind(patient: Patient) -> Patient:
    return patient.with_file("state/timers/x.yaml", "due: soon\n")


def notes_of_another_kind(patient: Patient) -> Patient:
    return patient.with_notes(position="later")


def game_of_another_kind(patient: Patient) -> Patient:
    return patient.with_file("state/game.yaml", "ruleset: [credo]\ntable: one\n")


def rule_broken(patient: Patient) -> Patient:
    return patient.with_file(FARMS, patient.case.files[FARMS].replace('load("villages"', 'load("hamlets"'))


def rule_unreadable(patient: Patient) -> Patient:
    return patient.with_file(FARMS, patient.case.files[FARMS].replace("title:", "titel:"))


def record_broken(patient: Patient) -> Patient:
    return patient.with_file(
        "state/players/ana.yaml", canon.emit({"id": 7, "login": "ana", "active": True, "points": -3})
    )


def record_unreadable(patient: Patient) -> Patient:
    return patient.with_file("state/players/ana.yaml", "id: 7\nlogin: [\n")


def record_of_another_kind(patient: Patient) -> Patient:
    return patient.with_file("state/players/ana.yaml", "just words\n")


def record_of_no_name(patient: Patient) -> Patient:
    return patient.with_file("state/players/A b.yaml", "{}\n")


def newer_state(patient: Patient) -> Patient:
    return patient.with_notes(semantics=SEMANTICS + 1)


def paused(patient: Patient) -> Patient:
    return patient.with_notes(paused_at=patient.case.now - HOUR)


def wrong_zone(patient: Patient) -> Patient:
    game = canon.read(patient.case.files["state/game.yaml"])
    return patient.with_file("state/game.yaml", canon.emit({**game, "timezone": "Mars/Olympus"}))


def clock_ahead(patient: Patient) -> Patient:
    return patient.with_notes(position=[patient.case.now + HOUR, 9, ""])


def no_dice(patient: Patient) -> Patient:
    return patient.with_notes(dice={"commitment": None})


def machine_slow(patient: Patient) -> Patient:
    return patient.but(machine=patient.case.now - HOUR)


def another_commit(patient: Patient) -> Patient:
    return patient.but(commit="0" * 40)


@pytest.mark.parametrize(
    ("illness", "check", "cause", "remedy"),
    [
        (workflow_changed, "workflow files", "referee.yml differs from the engine's", "nomic upgrade"),
        (older_pin, "pin", "pinned to engine 0.0.9", "nomic upgrade"),
        (newer_pin, "pin", "pinned to engine 99.0", "Install 99.0 and ask again"),
        (pin_of_nothing, "pin", "names none", "nomic upgrade"),
        (pin_with_more, "pin", "more than the engine: `requests==2.0`", "Take that line out"),
        (pin_of_a_folder_without_an_engine, "pin", "where a workflow has it: `.`", "upgrade --engine ADDRESS"),
        (pin_of_another_folder, "pin", "`nomic-engine @ file:///home/ana/engine`", "upgrade --engine ADDRESS"),
        (pin_of_a_path, "pin", "where a workflow has it: `-e ../engine`", "upgrade --engine ADDRESS"),
        (another_ruleset, "rules", "no rules in rules/crdo/", "its `ruleset`, from the history"),
        (shared_code_taken_away, "rules", "it loads `text`", "Restore rules/library/text.star"),
        (copied_rule, "rules", "The rule farms does not work: rules/credo/399-farms.md:2: ", "Propose a mended one"),
        (rule_of_other_bytes, "game", f"{FARMS} is not UTF-8 text", "git log"),
        (
            own_file_altered,
            "engine's own files",
            "state/threads/1.yaml, which only the engine writes",
            "write `/status`",
        ),
        (timer_of_another_kind, "game", "state/timers/x.yaml:1: ", "git log"),
        (notes_of_another_kind, "game", "state/engine.yaml:1: position: 'later' is not of type", "git log"),
        (game_of_another_kind, "game", "state/game.yaml:1: ", "git log"),
        (rule_broken, "rules", "hamlets", "Propose a mended one"),
        (rule_unreadable, "rules", "`title` is missing", "Propose a mended one"),
        (record_broken, "records", "points", "/correct players ana"),
        (record_unreadable, "game", "state/players/ana.yaml:", "git log"),
        (record_of_another_kind, "game", "holds no record", "git log"),
        (record_of_no_name, "game", "no record has a file of this name", "`git rm -- 'state/players/A b.yaml'`"),
        (newer_state, "semantics", "newer engine", "engine.txt"),
        (paused, "pause", "paused since", "/resume"),
        (wrong_zone, "time zone", "Mars/Olympus", "/correct game game timezone"),
        (clock_ahead, "game's clock", "is read or dated then", "git log --first-parent --since="),
        (no_dice, "secret", "not for play", "nomic dice rotate --lost"),
        (machine_slow, "machine", "This machine's clock", "Set the machine's clock"),
        (
            another_commit,
            "folder",
            "0000000000",
            "`git switch main`, `git pull --no-rebase`, and where you have commits of your own `git push`",
        ),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_an_illness_of_the_files_is_found(
    patient: Patient, illness: Callable[[Patient], Patient], check: str, cause: str, remedy: str
) -> None:
    said = [(c, r) for name, c, r in found(illness(patient)) if name == check]
    assert said
    assert len({name for name, _, _ in found(illness(patient))}) == 1
    assert any(cause in c and remedy in r for c, r in said)
    assert all("\n" not in c and "\n" not in r for c, r in said)


@pytest.mark.parametrize(
    "odd",
    [
        {"position": ["later"]},
        {"position": [10**17, 9, ""]},
        {"paused_at": 10**17},
        {"outbox": {"reply/comment/7": 5}},
        {"outbox": {"reply/comment/7": {"thread": "one", "text": "x"}}},
        {"outbox": {"labels/7": {"thread": 7, "set": 5, "own": [[]]}}},
        {"outbox": {"reply/comment/7": {"thread": 1, "text": "x", "at": "then"}}},
    ],
    ids=str,
)
def test_notes_in_which_somebody_wrote_what_cannot_be_hide_nothing_else(patient: Patient, odd: dict[str, Any]) -> None:
    """That was called a bug, and nothing else was said of the game."""
    late = {"position": [patient.case.now - 2 * HOUR, 9, ""]}
    seen = workflow_changed(patient.with_notes(**{**late, **odd})).but(altered=["state/engine.yaml"]).seen()
    assert {"engine's own files", "workflow files"} <= {name for name, _ in seen.findings}


def test_where_nobody_wrote_there_a_check_that_stumbles_is_a_bug(patient: Patient) -> None:
    with pytest.raises(ODD):
        patient.with_notes(paused_at=10**17).but(altered=[]).seen()


def test_where_the_clone_lacks_the_engines_last_commit_its_own_files_are_not_looked_at(patient: Patient) -> None:
    seen = patient.but(altered=None).seen()
    assert seen.findings == [] and "no commit of the engine's" in seen.unknown["engine's own files"]
    assert "engine's own files" not in patient.but(altered=None).with_notes(waits=True).seen().unknown


def test_a_folder_without_a_game_is_told_once(patient: Patient) -> None:
    empty = patient.but(files={}, web=None)
    cause, remedy = only(empty, "game")
    assert "There is no game here" in cause and "the folder that a clone of one begins in" in remedy
    assert "nomic upgrade" not in remedy, "which does nothing there"


@pytest.mark.parametrize("readme", ["# Meadow\n", "", "<!-- /board -->\n<!-- board -->\n"])
def test_a_readme_without_a_place_for_the_board_is_a_hint_with_the_lines_and_no_fault(
    patient: Patient, readme: str, tmp_path: Path
) -> None:
    seen = patient.but(readme=readme).seen()
    assert seen.findings == []
    ((name, hint),) = seen.hints
    assert name == "README" and "no place for the board" in hint.cause
    (tmp_path / "README.md").write_text(readme)
    line = hint.remedy.partition("at its end by `")[2].partition("`")[0]
    subprocess.run(line, shell=True, cwd=tmp_path, check=True)
    mended = (tmp_path / "README.md").read_text()
    assert mended.startswith(readme) and patient.but(readme=mended).seen().hints == []


@pytest.mark.parametrize("asks", ["", ">=0.1", "~=0.1.0", "==0.*", " @ git+https://example.invalid/o/r@main"])
def test_a_pin_that_fixes_no_engine_is_a_hint_and_no_fault(patient: Patient, asks: str) -> None:
    """Whatever was newest judged from then on, and nothing said so."""
    seen = patient.with_file(".github/engine.txt", f"nomic-engine{asks}\n").seen()
    assert [(name, "neither a version" in hint.cause) for name, hint in seen.hints] == [("pin", True)]
    assert seen.findings == []
    address = "git+https://example.invalid/o/r@v0.1.0" if "@" in asks else ""
    healed = upgrade({**patient.case.files, ".github/engine.txt": f"nomic-engine{asks}\n"}, "0.1.0", "", address)
    assert patient.with_file(".github/engine.txt", healed.writes[".github/engine.txt"]).seen().hints == []


@pytest.mark.parametrize(
    "asks", [" @ git+https://example.invalid/o/r@" + "12" * 20, " @ https://x.invalid/e.whl#sha256=0123"]
)
def test_one_that_names_a_commit_or_what_a_file_holds_fixes_it(patient: Patient, asks: str) -> None:
    assert patient.with_file(".github/engine.txt", f"nomic-engine{asks}\n").seen().hints == []


def test_what_no_rule_declares_is_a_hint_by_its_name_and_no_fault(patient: Patient) -> None:
    slip = patient.with_file("state/vilages/ana.yaml", "name: Ur\n")
    slip = slip.with_file("state/villages/ana.yaml", "farms: 2\nhapiness: 5\nname: Ur\n").seen()
    assert slip.findings == [] and patient.seen().hints == []
    ((name, hint),) = slip.hints
    assert name == "records" and "declares `vilages`, `villages.hapiness`, which" in hint.cause
    assert "take it away by a commit" in hint.remedy
    broken = rule_broken(patient.with_file("state/vilages/ana.yaml", "name: Ur\n")).seen()
    assert broken.hints == [], "what a rule that does not work declares is not known"


def protected(patient: Patient, kind: str) -> None:
    patient.game.hub.settings.rules.append({"type": kind})


@pytest.mark.parametrize("kind", ["pull_request", "required_linear_history", "update", "workflows"])
def test_a_rule_that_blocks_the_push_is_named(patient: Patient, kind: str) -> None:
    protected(patient, kind)
    cause, remedy = only(patient, "protection")
    assert "the workflow's token cannot push." in cause
    assert "Rulesets" in remedy


@pytest.mark.parametrize("kind", ["max_file_size", "commit_message_pattern", "file_path_restriction"])
def test_of_a_rule_that_lets_most_pushes_pass_nobody_is_told_that_it_stops_all(patient: Patient, kind: str) -> None:
    protected(patient, kind)
    cause, _ = only(patient, "protection")
    assert f"has the rule {kind}: the workflow's token cannot push what breaks it." in cause


@pytest.mark.parametrize("kind", ["creation", "copilot_code_review", "tag_name_pattern"])
def test_a_rule_that_lets_the_push_pass_is_no_fault(patient: Patient, kind: str) -> None:
    protected(patient, kind)
    assert found(patient) == []


def test_the_older_protection_is_seen_by_who_may_and_unknown_to_others(patient: Patient) -> None:
    patient.game.hub.settings.protection = {
        "required_pull_request_reviews": {"required_approving_review_count": 1},
        "required_linear_history": {"enabled": False},
        "enforce_admins": {"enabled": True},
    }
    assert "requires pull requests" in only(patient, "protection")[0]
    inside = patient.but(in_workflow=True, key=patient.game.key, web=patient.web(patient.game.token)).seen()
    assert inside.findings == []
    assert inside.unknown["protection"] == "the token may not see it"


def test_a_missing_secret_is_found_by_its_name(patient: Patient) -> None:
    patient.game.hub.settings.secrets = ["OTHER"]
    cause, remedy = only(patient, "secret")
    assert "NOMIC_DICE_KEY is missing" in cause
    assert "gh secret set NOMIC_DICE_KEY" in remedy
    assert "the copy that you keep" in remedy
    patient.game.hub.settings.shared = ["NOMIC_DICE_KEY"]
    assert found(patient) == [], "an organization shares it"


def test_with_the_token_of_who_administers_nothing_there_no_secret_is_called_missing(patient: Patient) -> None:
    """A stranger's answer is 404, as of what is not there: a player who asked was told that no pass is made."""
    hub = patient.game.hub
    seen = patient.but(web=patient.web(hub.token(hub.model.account("ana").id))).seen()
    assert seen.findings == []
    hidden = {name for name, why in seen.unknown.items() if why == "the token may not see it"}
    assert hidden == {"secret", "protection", "actions"}


@pytest.mark.parametrize(
    ("state", "words"), [("disabled_inactivity", "60 days"), ("disabled_manually", "switched off")]
)
def test_a_workflow_that_is_switched_off_is_found(patient: Patient, state: str, words: str) -> None:
    patient.game.hub.settings.workflows[REFEREE] = state
    cause, remedy = only(patient, "workflow")
    assert words in cause
    assert "gh workflow enable referee.yml" in remedy
    late = patient.but(now=patient.case.now + 30 * HOUR)
    told = {name: remedy for name, _, remedy in found(late)}
    assert "unless the workflow is switched off" in told["schedule"], "then no comment starts it, either"


def test_a_workflow_github_does_not_know_has_no_runs_either(patient: Patient) -> None:
    del patient.game.hub.settings.workflows[REFEREE]
    assert {name for name, _, _ in found(patient)} == {"workflow", "last pass"}


def test_actions_switched_off_are_found(patient: Patient) -> None:
    patient.game.hub.settings.actions = False
    assert "switched off" in only(patient, "actions")[0]


@pytest.mark.parametrize(
    ("allowed", "selected", "ill"),
    [
        ("local_only", {}, True),
        ("selected", {"github_owned_allowed": False}, True),
        ("selected", {"patterns_allowed": ["astral-sh/*"]}, True),
        ("selected", {"github_owned_allowed": True}, False),
        ("selected", {"patterns_allowed": ["actions/checkout@*"]}, True),
        ("selected", {"patterns_allowed": ["actions/checkout@v3", "actions/cache@*"]}, True),
        ("selected", {"patterns_allowed": ["actions/checkout@*", "actions/cache@*"]}, False),
        ("selected", {"patterns_allowed": ["actions/*"]}, False),
    ],
)
def test_a_setting_that_forbids_what_the_referee_uses_is_found(
    patient: Patient, allowed: str, selected: dict[str, object], ill: bool
) -> None:
    settings = patient.game.hub.settings
    settings.allowed_actions, settings.selected = allowed, selected
    wrong = [(name, "`actions/c" in cause) for name, cause, _ in found(patient)]
    assert wrong == [("actions", True)] * ill


def test_failed_passes_are_counted_and_the_newest_log_is_named(patient: Patient) -> None:
    now = patient.case.now
    patient.game.hub.settings.runs += [
        Run("issue_comment", "failure", now - 20),
        Run("issue_comment", "failure", now - 10),
    ]
    patient.game.hub.settings.runs.append(Run("issue_comment", None, now))
    cause, remedy = only(patient, "last pass")
    assert cause.startswith("The last 2 passes failed")
    assert remedy.endswith("/actions/runs/4")


def test_a_run_that_was_pushed_out_hides_no_failure_and_none_that_ended_is_found(patient: Patient) -> None:
    now, runs = patient.case.now, patient.game.hub.settings.runs
    runs += [Run("issues", how, now - 60) for how in ("failure", "cancelled", "failure", "cancelled", "skipped")]
    assert only(patient, "last pass")[0].startswith("The last 2 passes failed")
    runs[:] = [Run("schedule", "cancelled", now - 30) for _ in range(3)]
    cause, remedy = only(patient, "last pass")
    assert "None of the last runs came to its end" in cause
    assert "20 minutes" in remedy and remedy.endswith("/actions/runs/3")


def test_what_a_pull_request_has_run_under_the_referees_name_is_no_pass(patient: Patient) -> None:
    now, runs = patient.case.now, patient.game.hub.settings.runs
    runs.append(Run("pull_request", "failure", now - 5))
    assert found(patient) == [], "who proposes accuses nobody"
    runs += [Run("issues", "failure", now - 20), *(Run("pull_request", "success", now - 10) for _ in range(30))]
    assert only(patient, "last pass")[0].startswith("The last 1 pass failed"), "and hides nothing"


def test_a_dry_run_is_no_pass_and_hides_none_that_failed(patient: Patient) -> None:
    now, runs = patient.case.now, patient.game.hub.settings.runs
    runs += [Run("issues", "failure", now - 20), Run("workflow_dispatch", "success", now - 10, "Dry run")]
    assert only(patient, "last pass")[0].startswith("The last 1 pass failed")
    runs.append(Run("issues", "success", now - 5, "Dry run"))
    assert found(patient) == [], "an issue of that title has started a pass"
    runs.append(Run("workflow_dispatch", "failure", now - 1, "Dry run"))
    assert found(patient) == []


def test_the_workflow_calls_a_dry_run_what_the_doctor_takes_for_one() -> None:
    text = (Path(on_github.__file__).parents[1] / "template/game/.github/workflows/referee.yml").read_text()
    assert f"run-name: ${{{{ inputs.dry-run && '{on_github.DRY}' || '' }}}}\n" in text


def test_runs_that_wait_and_wait_are_found_behind_a_pass_that_was_well(patient: Patient) -> None:
    """A workflow that a pull request brings along can hold the referee's place, and each run that waits is pushed out by the next."""
    now, runs = patient.case.now, patient.game.hub.settings.runs
    newer = [Run("issues", "cancelled", now - 40 * 60), Run("issues", None, now - 60)]
    runs += newer
    assert found(patient) == [], "a pass may take a while"
    runs[-2:] = [Run("issues", "cancelled", now - 2 * HOUR), *newer]
    cause, remedy = only(patient, "last pass")
    assert "Runs have waited since" in cause and "pull request" in remedy


def test_a_run_that_somebody_has_cancelled_is_not_said_to_wait(patient: Patient) -> None:
    now, runs = patient.case.now, patient.game.hub.settings.runs
    runs.append(Run("workflow_dispatch", "cancelled", now - 2 * HOUR))
    cause, remedy = only(patient, "last pass")
    assert cause.startswith("The last 1 run was cancelled") and "wait" not in cause
    assert "gh workflow run referee.yml" in remedy
    runs.append(Run("issues", "success", now - 60))
    assert found(patient) == []


def test_a_game_that_never_had_a_pass_is_told_how_to_make_one(patient: Patient) -> None:
    patient.game.hub.settings.runs = []
    assert only(patient, "last pass") == (
        "No pass has been made yet.",
        "`gh workflow run referee.yml`, or a comment on the table.",
    )


def test_a_schedule_that_stopped_or_never_ran_is_found(patient: Patient) -> None:
    now = patient.case.now
    patient.game.hub.settings.runs = [Run("schedule", "success", now - 30 * HOUR), Run("issues", "success", now)]
    assert "more than a day ago" in only(patient, "schedule")[0]
    patient.game.hub.settings.runs = [Run("issues", "success", now)]
    assert found(patient) == [], "a game of today has no scheduled run yet"
    old = patient.with_notes(
        position=[now - 27 * HOUR, 9, ""]
    )  # what fell due since may be late as well, by the day of the week
    assert [cause for name, cause, _ in found(old) if name == "schedule" and "never run" in cause]


def test_a_period_that_is_long_due_is_found(patient: Patient) -> None:
    old = patient.with_notes(position=[patient.case.now - 9 * 24 * HOUR, 9, ""])
    cause, remedy = only(old, "overdue")
    assert "and has not happened" in cause
    assert "gh workflow run referee.yml" in remedy
    assert [n for n, _, _ in found(old.with_notes(paused_at=patient.case.now))] == ["pause"]


def test_a_table_that_is_missing_closed_or_a_pull_request_is_found(patient: Patient) -> None:
    table = patient.game.hub.model.threads[1]
    table.state = "closed"
    assert "closed" in only(patient, "table")[0]
    table.state, table.pull = "open", patient.game.people.open_pull("ana", "x", {"notes.txt": "x"}).pull
    assert "is a pull request" in only(patient, "table")[0]
    del patient.game.hub.model.threads[1]
    cause, remedy = only(patient, "table")
    assert "is not there" in cause
    assert "/correct game game table" in remedy


def test_a_table_that_a_stranger_was_quicker_to_open_is_found(patient: Patient) -> None:
    """Where a repository is public before its table is opened, anybody can take issue #1, and close it when they like."""
    model = patient.game.hub.model
    model.threads[1].author = model.account("eve").id
    cause, remedy = only(patient, "table")
    assert "opened by eve, who does not work here" in cause and "/correct game game table" in remedy


def test_a_game_that_waits_for_its_first_pass_lacks_neither_a_table_nor_a_scheduled_run(patient: Patient) -> None:
    waiting = patient.with_notes(waits=True, position=[patient.case.now - 300 * 24 * HOUR, 9, ""])
    patient.game.hub.settings.runs = []
    del patient.game.hub.model.threads[1]
    assert "No pass has been made yet" in only(waiting, "last pass")[0]
    patient.game.people.open_pull("ana", "x", {"notes.txt": "x"})
    assert "No pass has been made yet" in only(waiting, "last pass")[0]


def test_a_table_that_is_nearly_full_is_found(patient: Patient) -> None:
    model = patient.game.hub.model
    patient.game.say("ana", "Hello")
    said = max(model.comments.values(), key=lambda c: c.id)
    model.comments.update({n: replace(said, id=n) for n in range(90_000, 92_001)})
    cause, remedy = only(patient, "table")
    assert "GitHub takes 2,500" in cause
    assert "/correct game game table" in remedy


def test_a_repository_that_nobody_can_play_in_is_found(patient: Patient) -> None:
    patient.game.hub.settings.issues = False
    patient.game.hub.settings.pulls = False
    patient.game.hub.settings.archived = True
    assert [name for name, _, _ in found(patient)] == ["repository"] * 3


def test_that_only_collaborators_may_propose_is_a_hint_and_no_fault(patient: Patient) -> None:
    patient.game.hub.settings.proposers = "collaborators_only"
    seen = patient.seen()
    assert seen.findings == []
    ((name, hint),) = seen.hints
    assert name == "repository" and "whoever else plays cannot propose" in hint.cause and "invite" in hint.remedy
    assert patient.but(web=None).seen().hints == []


@pytest.mark.parametrize(
    ("limit", "who"),
    [
        ("existing_users", "had an account for a day"),
        ("contributors_only", "committed to main"),
        ("collaborators_only", "only collaborators"),
        ("another", "only another"),
    ],
)
def test_that_only_some_may_write_for_a_time_is_a_hint_to_whoever_may_see_it(
    patient: Patient, limit: str, who: str
) -> None:
    patient.game.hub.settings.limit = limit
    seen = patient.seen()
    assert seen.findings == []
    ((name, hint),) = seen.hints
    assert name == "repository" and who in hint.cause and "Until 2026-" in hint.cause
    assert "Interaction limits" in hint.remedy
    assert patient.but(web=None).seen().hints == []


def test_a_branch_that_was_renamed_is_found_and_the_repository_has_not_moved(patient: Patient) -> None:
    patient.game.hub.settings.branch = "trunk"
    seen = patient.seen()
    assert [name for name, _ in seen.findings] == ["repository", "folder"]
    assert "no branch main" in seen.findings[1][1].cause and "its name back" in seen.findings[1][1].remedy
    assert set(seen.unknown) == {"token"} and seen.unanswered == []


def wished(patient: Patient, **wishes: dict[str, object]) -> Patient:
    """Wishes of two hours ago."""
    outbox = {key.replace("_", "/"): wish for key, wish in wishes.items()}
    return patient.with_notes(outbox=outbox, position=[patient.case.now - 2 * HOUR, 9, ""])


def test_a_wish_that_its_thread_does_not_show_is_found_and_one_that_it_shows_is_not(patient: Patient) -> None:
    from engine.game.world.wishes import digest
    from engine.referee.answering.markers import mark

    wish = {"thread": 1, "text": "Hello.", "at": patient.case.now - 2 * HOUR}
    cause, remedy = only(wished(patient, reply_x=wish), "outbox")
    assert cause.startswith("`reply/x` has waited since ")
    assert "#1 does not show it" in cause
    assert "held back" in remedy
    patient.game.hub.model.comment(BOT_ID, 1, f"Hello.\n\n{mark('reply/x', digest(wish))}")
    assert found(wished(patient, reply_x=wish)) == []
    labels = {"thread": 1, "own": ["passing"], "set": ["passing"]}
    assert "does not show" in only(wished(patient, labels_1=labels), "outbox")[0]
    patient.game.hub.model.add_labels(BOT_ID, 1, ["passing"])
    assert found(wished(patient, labels_1=labels)) == []


def test_an_answer_is_not_said_by_whoever_copies_its_mark(patient: Patient) -> None:
    from engine.game.world.wishes import digest
    from engine.referee.answering.markers import mark

    model = patient.game.hub.model
    wish = {"thread": 1, "text": "Hello.", "at": patient.case.now - 2 * HOUR}
    model.comment(model.account("eve").id, 1, f"Hello.\n\n{mark('reply/x', digest(wish))}")
    assert "#1 does not show it" in only(wished(patient, reply_x=wish), "outbox")[0]


def test_what_stands_twice_is_missed_until_it_is_taken_away_and_not_since(patient: Patient) -> None:
    model = patient.game.hub.model
    twin = model.comment(BOT_ID, 1, "Hello, once more.").id
    ill = wished(patient, **{f"twin_{twin}": {"thread": 1, "comment": twin, "at": patient.case.now - 2 * HOUR}})
    assert f"`twin/{twin}` has waited since " in only(ill, "outbox")[0]
    model.delete_comment(BOT_ID, twin)
    assert found(ill) == [], "the next pass notes it"


def test_an_issue_that_the_last_pass_opened_is_not_missed_although_only_the_next_one_notes_its_number(
    patient: Patient,
) -> None:
    from engine.game.world.wishes import digest
    from engine.referee.answering.markers import mark

    wish = {"tag": "hunger/cy", "title": "Nippur is hungry", "body": "Help.", "open": True, "labels": []}
    wish |= {"number": None, "assignee": None}
    ill = wished(patient, issue_hunger_cy=wish)
    assert "has not been opened" in only(ill, "outbox")[0]
    body = f"Help.\n\n{mark('issue/hunger/cy', digest(wish))}"
    patient.game.hub.model.open_thread(patient.game.hub.model.account("eve").id, "Nippur is hungry", body)
    assert "has not been opened" in only(ill, "outbox")[0], "whoever copies a mark has opened nothing of the game's"
    opened = patient.game.hub.model.open_thread(BOT_ID, "Nippur is hungry", body)
    assert found(ill) == []
    patient.game.hub.model.update_thread(BOT_ID, opened.number, state="closed")
    assert found(ill) == [], "it was opened, and somebody has closed it"
    del patient.game.hub.model.threads[opened.number]
    patient.game.hub.model.open_thread(patient.game.hub.model.account(OWNER).id, "Nippur is hungry", body)
    assert found(ill) == [], "the engine may post under the owner's name"


def test_a_wish_for_a_thread_that_is_gone_is_found_and_a_fresh_one_may_wait(patient: Patient) -> None:
    wish = {"thread": 99, "text": "Hello.", "at": patient.case.now - 2 * HOUR}
    cause, remedy = only(wished(patient, reply_x=wish), "outbox")
    assert "#99 is gone" in cause
    assert "Write `/status` on the table" in remedy, "a pass that has nothing to judge keeps it"
    assert found(patient.with_notes(outbox={"reply/x": wish})) == []


def test_of_a_folder_without_a_game_one_check_is_told_as_one(tmp_path: Path) -> None:
    assert CliRunner().invoke(nomic, ["doctor", str(tmp_path)]).output.endswith("1 check made: 1 thing is wrong.\n")


def _without_a_head(git: Path) -> None:
    (git / "HEAD").unlink()


def _with_a_torn_index(git: Path) -> None:
    (git / "index").write_bytes(b"torn")


def _of_a_worktree_that_is_gone(git: Path) -> None:
    shutil.rmtree(git)
    git.write_text("gitdir: /nowhere\n")


@pytest.mark.parametrize("broken", [_without_a_head, _with_a_torn_index, _of_a_worktree_that_is_gone])
@pytest.mark.parametrize("above", [False, True])
def test_a_clone_that_git_cannot_read_is_not_called_healthy(
    patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: Callable[[Path], None], above: bool
) -> None:
    """Also not where it lies in another one, which git then answers from."""
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    if above:
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    copy = Path(shutil.copytree(patient.game.folder, tmp_path / "copy"))
    broken(copy / ".git")
    done = CliRunner().invoke(nomic, ["doctor", str(copy)])
    assert done.exit_code == 1, done.output
    cause, remedy, *_ = done.output.splitlines()
    assert cause.startswith("clone: git cannot read this clone: fatal: ") and "clone the game anew" in remedy


def test_what_is_no_clone_is_told_as_that(patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As what GitHub packs into a file."""
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    copy = Path(shutil.copytree(patient.game.folder, tmp_path / "copy", ignore=shutil.ignore_patterns(".git")))
    done = CliRunner().invoke(nomic, ["doctor", str(copy)])
    assert "Not looked at: clone, engine's own files (this folder is no clone)." in done.output


def test_the_command_says_it_in_lines_and_ends_with_its_code(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = patient.game.hub
    given = {"GITHUB_TOKEN": hub.token(hub.model.account("owner").id), "GITHUB_API_URL": hub.address}
    for name, value in {**given, "GITHUB_REPOSITORY": hub.full_name, "NOMIC_QUICK": "1", "GITHUB_ACTIONS": ""}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NOMIC_DICE_KEY", raising=False)
    done = CliRunner().invoke(nomic, ["doctor", str(patient.game.folder)])
    assert done.exit_code == 0, done.output
    assert done.output.endswith(f"{len(CHECKS) - 1} checks made: nothing is wrong.\n")
    with monkeypatch.context() as here:
        protection_answered(here, 5)
        done = CliRunner().invoke(nomic, ["doctor", str(patient.game.folder)])
    assert done.exit_code == 1, "it cannot know that all is well"
    assert (
        done.output.endswith("more: make them again in a few minutes.\n") and "GitHub gave no answer to " in done.output
    )
    protected(patient, "pull_request")
    done = CliRunner().invoke(nomic, ["doctor", str(patient.game.folder)])
    assert done.exit_code == 1
    assert done.output.splitlines()[0].startswith("protection: A ruleset for main requires pull requests")
    assert done.output.splitlines()[1].startswith("  Settings, Rules")
    assert done.output.endswith(": 1 thing is wrong.\n")


@pytest.mark.parametrize(
    ("fault", "cause", "remedy"),
    [("unauthorized", "the token is not accepted", "Set GITHUB_TOKEN"), ("bad_gateway", "GitHub answered 502", "")],
)
def test_where_the_very_first_question_gets_no_answer_the_folder_is_looked_at_all_the_same(
    patient: Patient, monkeypatch: pytest.MonkeyPatch, fault: str, cause: str, remedy: str
) -> None:
    hub = patient.game.hub
    given = {"GITHUB_TOKEN": "any", "GITHUB_API_URL": hub.address, "GITHUB_REPOSITORY": hub.full_name}
    for name, value in {**given, "NOMIC_QUICK": "1", "GITHUB_ACTIONS": ""}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("engine.cli.doctor.time.time", patient.game.clock)
    hub.faults.strike(fault, 1_000)
    done = CliRunner().invoke(nomic, ["doctor", str(patient.game.folder)])
    hub.faults.waiting.clear()
    assert done.exit_code == 1
    lines = done.output.splitlines()
    assert lines[0].startswith("GitHub: ") and cause in lines[0] and remedy in lines[1]
    looked = len([name for name, _ in CHECKS if name not in ASKED and name != "machine"])
    assert done.output.endswith(f"{looked} checks made: 1 thing is wrong.\n")


def test_a_token_of_which_nobody_knows_the_repository_is_told_so(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.cli.doctor.github_name", lambda folder: "")
    monkeypatch.delenv("GITHUB_REPOSITORY", raising=False)
    monkeypatch.setenv("GITHUB_TOKEN", "any")
    done = CliRunner().invoke(nomic, ["doctor", str(patient.game.folder)])
    assert "set GITHUB_REPOSITORY=owner/name, too" in done.output


@pytest.mark.parametrize(
    "origin", ["https://git.example/ana/meadow.git", "git@git.example:ana/meadow.git", "ssh://git@git.example:22/a/b"]
)
@pytest.mark.parametrize("named", ["", "ana/meadow"])
def test_a_token_is_not_sent_to_github_for_a_clone_of_another_host(
    patient: Patient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: str, named: str
) -> None:
    copy = Path(shutil.copytree(patient.game.folder, tmp_path / "copy"))
    subprocess.run(["git", "-C", str(copy), "config", "remote.origin.url", origin], check=True)
    given = {"GITHUB_TOKEN": "any", "GITHUB_API_URL": "", "GITHUB_SERVER_URL": "", "GITHUB_REPOSITORY": named}
    for name, value in {**given, "NOMIC_QUICK": "1", "GITHUB_ACTIONS": ""}.items():
        monkeypatch.setenv(name, value)
    asked: list[str] = []
    monkeypatch.setattr("engine.cli.doctor.Wire", lambda api, *_: asked.append(api) or pytest.fail(api))
    done = CliRunner().invoke(nomic, ["doctor", str(copy)])
    assert not asked and "set GITHUB_SERVER_URL=https://git.example, or https://github.com" in done.output, done.output
    assert ("GITHUB_REPOSITORY=owner/name" in done.output) == (not named)


def test_the_games_own_workflow_looks_with_the_token_and_the_key(patient: Patient) -> None:
    patient.game.clock.now = int(time.time())
    done = patient.game.doctor()
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines() == [
        "Not looked at: protection, actions (the token may not see it).",
        f"{len(CHECKS) - 2} checks made: nothing is wrong.",
    ]
    without = patient.game.doctor(NOMIC_DICE_KEY="")
    assert without.returncode == 1
    assert without.stdout.startswith("secret: The secret NOMIC_DICE_KEY is missing")


def test_what_the_doctor_warns_of_does_block_the_push(patient: Patient) -> None:
    """The hub holds to the rule the doctor names, as GitHub does."""
    settings = replace(patient.game.hub.settings, rules=[{"type": "deletion"}])
    assert settings.lets_the_workflow_push()
    protected(patient, "pull_request")
    patient.game.people.comment("ana", 1, "/join Ur")
    done = patient.game.run()
    assert done.returncode == 1
    assert "push declined due to repository rule violations" in done.stderr


def test_no_code_of_a_rule_runs_where_the_token_and_the_key_are(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Loading, "run", lambda self: pytest.fail("code of a rule was loaded"))
    assert "does not work: line" in only(rule_broken(patient), "rules")[0]


def test_rules_that_work_and_do_not_fit_together_are_found(patient: Patient) -> None:
    twin = (
        "---\nrule: 900\ntitle: Twin\nhistory:\n  - enacted: 900\ncommands:\n  - {usage: '/join <name>', run: come, help: x}\n---\n"
        "Come.\n\n```starlark\ndef come(player, name):\n    pass\n```\n"
    )
    cause, remedy = only(patient.with_file("rules/credo/900-twin.md", twin), "rules")
    assert "/join" in cause and "900-twin.md" in cause, cause
    assert "`nomic check`" in remedy


def test_a_law_that_ends_whoever_loads_it_hides_nothing_else(patient: Patient) -> None:
    rule = "---\nrule: 900\ntitle: Much\nhistory:\n  - enacted: 900\n---\nMuch.\n\n```starlark\n{}\n```\n"
    heaped = rule.format("\n".join(["X0 = list(range(1000))", *(f"X{n} = X{n - 1} * 10" for n in range(1, 9))]))
    ill = clock_ahead(patient.with_file("rules/credo/900-much.md", heaped)).seen()
    assert {"rules", "records"} <= set(ill.unknown) and "`nomic check`" in ill.unknown["rules"]
    assert [name for name, _ in ill.findings] == ["game's clock"]


def test_a_record_that_cannot_be_read_is_named_where_it_keeps_others_from_being_looked_at(patient: Patient) -> None:
    """It was told as a law that ends whoever loads it."""
    ill = patient.with_file("state/new.yaml", "y\n").seen()
    assert ill.unknown["rules"] == ill.unknown["records"] == "state/new.yaml cannot be read"
