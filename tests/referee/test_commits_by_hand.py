"""Commits that people make on main: in force and journaled, or put back; never lost, never taken for the engine's."""

from __future__ import annotations

import re

import pytest

from engine.law.documents import document
from engine.store import canon, journal
from tests.begun import START
from tests.game.test_effect import LATER
from tests.hostile.inert import offences
from tests.island import rule, with_rules
from tests.referee.in_memory import ANA, Table, judging


def entries(table: Table, kind: str) -> list[dict[str, object]]:
    return [e for e in journal.entries(table.island.files()[journal.path_of(START)]) if e["kind"] == kind]


def test_what_play_undoes_of_a_commit_by_hand_is_undone_on_main_too() -> None:
    table = Table()
    before = table.shells()
    table.give_ana(before + 1)
    table.say("ana", "/give 1 shell to bo")
    table.run()
    assert table.shells() == before
    assert table.findings() == []


def test_a_commit_by_hand_is_judged_even_if_the_pass_stops_before_its_time() -> None:
    table = Table()
    for _ in range(5):
        table.say("ana", "/rest")
        table.say("ana", "/wake")
    sha = table.give_ana(17)
    table.run(judging(happenings=3))
    assert [e["commit"] for e in entries(table, "administered")] == [sha]
    assert table.shells() == 17
    assert table.findings() == []


@pytest.mark.parametrize("text", ["shells: [1\n", "- 1\n", "just words\n", "a: &x 1\nb: *x\n"])
def test_a_record_that_cannot_be_read_is_put_back_and_the_operator_told(text: str) -> None:
    table = Table()
    before = table.shells()
    table.by_hand({ANA: text})
    report = table.run()
    assert any(ANA in note and "put back" in note for note in report.held)
    assert table.shells() == before
    table.say("ana", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.findings() == []


def test_a_file_that_is_no_record_does_not_stop_the_game() -> None:
    table = Table()
    table.by_hand({"state/notes.txt": "a note\n", "state/huts.yaml": "ana: 3\n"})
    table.say("ana", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.findings() == []


HUTS = "state/huts.yaml"


@pytest.mark.parametrize(
    ("text", "then"),
    [
        ("ana:\n  size: 2\n", {"ana": {"size": 2}, "bo": {"size": 1}}),
        ("ana:\n  size: 1\ncy:\n  size: 3\n", {"ana": {"size": 1}, "bo": {"size": 1}, "cy": {"size": 3}}),
        (None, {"bo": {"size": 1}}),
    ],
)
def test_a_file_of_many_edited_by_hand_takes_back_nothing_that_others_did_there_meanwhile(
    text: str | None, then: dict[str, object]
) -> None:
    table = Table()
    table.say("ana", "/build")
    table.run()
    assert table.read(HUTS) == {"ana": {"size": 1}}
    table.say("bo", "/build")
    table.by_hand({HUTS: text}, "Change a hut")  # made with the huts in sight as they were before bo's
    table.run()
    assert table.read(HUTS) == then
    assert table.findings() == []


def test_of_commits_one_after_another_each_alters_what_it_has_altered() -> None:
    table = Table()
    table.say("ana", "/build")
    table.run()
    table.say("bo", "/build")
    table.by_hand({HUTS: "ana:\n  size: 2\ncy:\n  size: 1\n"}, "Two huts")
    table.by_hand({HUTS: "ana:\n  size: 3\n"}, "One is gone, one is larger")
    table.run()
    assert table.read(HUTS) == {"ana": {"size": 3}, "bo": {"size": 1}}
    assert [e["records"] for e in entries(table, "administered")] == [{HUTS: ["ana", "cy"]}, {HUTS: ["ana", "cy"]}]
    assert table.findings() == []


def test_what_a_file_of_many_says_as_before_alters_nothing() -> None:
    table = Table()
    table.say("ana", "/build")
    table.run()
    table.say("bo", "/build")
    table.by_hand({HUTS: "# huts\nana: {size: 1}\n"}, "A comment")
    table.run()
    assert table.read(HUTS) == {"ana": {"size": 1}, "bo": {"size": 1}}
    assert table.findings() == []


def test_a_commit_by_hand_that_breaks_the_law_is_refused_and_put_back() -> None:
    table = Table()
    before = table.shells()
    table.give_ana(-5)
    report = table.run()
    assert [o["is"] for o in report.outcomes if o["id"].startswith("commit/")] == ["refused"]
    assert table.shells() == before
    assert table.findings() == []


def test_a_copied_trailer_makes_no_commit_the_engines() -> None:
    table = Table()
    head = table.read("state/engine.yaml")["head"]
    sha = table.give_ana(17, f"1 done\n\nNomic-Entry: {head}\n")
    table.run()
    assert [e["commit"] for e in entries(table, "administered")] == [sha]
    assert any(sha[:10] in f and "says it is the engine's" in f for f in table.findings())


def test_no_number_of_commits_by_hand_hides_one() -> None:
    table = Table()
    sha = table.give_ana(17)
    for place in range(205):
        table.by_hand({"notes.txt": str(place)})
    table.run()
    assert [e["commit"] for e in entries(table, "administered")] == [sha]
    assert table.findings() == []


def test_a_commit_beside_the_game_makes_no_entry_and_no_commit() -> None:
    table = Table()
    made = table.by_hand({"notes.txt": "x\n", "engine/new.py": "x = 1\n"})
    table.run()
    assert table.island.store.main == made


def test_a_deleted_journal_is_put_back() -> None:
    table = Table()
    day = journal.path_of(START)
    before = table.island.files()[day]
    table.by_hand({day: None})
    table.say("ana", "/build")
    table.run()
    assert table.island.files()[day].startswith(before)
    assert table.findings() == []


def test_a_game_whose_beginning_bears_no_mark_can_be_verified() -> None:
    table = Table()
    store = table.island.store
    first = next(c for c in store.commits.values() if not c.parents)
    store.main = store.add([], first.files, "Start", START, "owner")
    table.run()
    table.say("ana", "/build")
    table.run()
    assert len(store.ancestors(store.main)) > 2
    assert table.findings() == []


def test_a_hand_edited_record_that_is_right_is_in_force_at_once() -> None:
    table = Table()
    table.by_hand({ANA: canon.emit({**table.read(ANA), "shells": 2})})
    table.say("ana", "/give 2 shells to bo")
    table.run()
    assert table.shells() == 0
    assert table.findings() == []


@pytest.mark.parametrize("ahead", [400 * 86_400, 2**40])
def test_a_commit_dated_in_the_future_does_not_drag_the_clock_along(ahead: int) -> None:
    table = Table()
    store = table.island.store
    table.wait()
    changes = {ANA: canon.emit({**table.read(ANA), "shells": 17})}
    store.main = store.add([store.main], changes, "By hand", table.island.clock() + ahead, "owner")
    table.run()
    assert table.shells() == 17
    assert table.read("state/engine.yaml")["position"][0] <= table.island.clock()
    assert not any(e["kind"] == "period" and e["time"] > table.island.clock() for e in entries(table, "period"))
    table.say("ana", "/build")
    table.run()
    assert table.findings() == []


def test_a_new_file_that_is_no_rule_is_put_back_and_stops_no_vote() -> None:
    """It has never been law, so nobody can say that it would have forbidden anything."""
    table = Table()
    path = "rules/island/ODD NAME.md"
    table.by_hand({path: "no front matter\n"})
    table.by_hand({path: "---\nrule: 900\n"})
    table.say("bo", "/council Shall we dance?")
    report = table.run()
    assert [("ODD NAME" in note, "put back" in note, "no rule" in note) for note in report.held] == [(True,) * 3] * 2
    assert path not in table.island.files()
    table.say("ana", "yay", max(table.island.model.threads))
    table.run()
    assert len(table.read("state/polls/council/1.yaml")["ballots"]) == 1
    assert table.findings() == []


@pytest.mark.parametrize(
    "front",
    [
        "on:\n  '@stranger': f\n",
        "commands: [{usage: /dive depth, run: <img src=x>}]\n",
        "'<!-- nomic:a:00000000 -->': 1\n",
    ],
)
def test_of_a_new_file_that_is_no_rule_its_words_are_told_without_their_power(front: str) -> None:
    """They may be a stranger's, whose pull request somebody merged by hand."""
    table = Table()
    table.by_hand({"rules/island/900-odd.md": f"---\nrule: 900\ntitle: Odd\n{front}---\nOdd.\n"})
    table.run()
    assert "it is no rule: " in table.answers()[-1]
    assert offences(table.answers()[-1], ["ana", "bo"]) == []


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("shells: 7\n", "line 6: the key 'shells' is there twice"),
        ("boats: &a 7\n", "line 6: "),
        ("boats: !!int 7\n", "line 6: "),
        ("boats: 1000000000000000000\n", "too large"),
        ("motto: 'a\u2028b'\n", "line 6: "),
        ("---\nshells: 7\n", "one YAML document"),
    ],
)
def test_what_keeps_a_file_from_being_a_record_is_told_with_its_line(more: str, why: str) -> None:
    told = told_of_one_that_is_put_back(ANA, more)
    assert "put back: `state/players/ana.yaml` (it is no record" in told
    assert why in told


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("state/players/Bo Bo.yaml", "one of that name stands at `state/players/!bo%20!bo.yaml`"),
        ("state/players/bo.yml", "none has such a name"),
        ("state/my notes/x.yaml", "none has such a name"),
    ],
)
def test_a_record_by_hand_under_a_name_that_none_has_is_told_where_it_would_stand(path: str, why: str) -> None:
    assert f"put back: `{path}` (it is no record: {why})" in told_of_one_that_is_put_back(path)


def told_of_one_that_is_put_back(path: str, more: str = "") -> str:
    """What stands on the table of a record like ana's that is committed there by hand; it has no power, and nothing else is amiss."""
    table = Table()
    table.by_hand({path: table.island.files()[ANA] + more})
    table.run()
    told = table.answers()[-1]
    assert offences(told, ["ana", "bo"]) == []
    assert table.findings() == []
    return told


TIDE = "rules/island/175-tide.md"


@pytest.mark.parametrize("zone", ["leapseconds", "x" * 300])
def test_a_new_rule_in_a_time_zone_that_is_none_is_put_back_and_stops_no_pass(zone: str) -> None:
    table = Table()
    front = f'schedule:\n  - {{cron: "0 0 * * *", run: tide, timezone: {zone}}}\n'
    table.by_hand({TIDE: rule(175, "Tide", front=front, code='def tide():\n    announce("Tide.")\n')})
    table.say("ana", "/build")
    report = table.run()
    assert ["no time zone" in note and "put back" in note for note in report.held] == [True]
    assert TIDE not in table.island.files()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.findings() == []


@pytest.mark.parametrize("zone", ["leapseconds", "x" * 300])
def test_the_game_in_a_time_zone_that_is_none_goes_by_utc(zone: str) -> None:
    table = Table()
    table.by_hand({"state/game.yaml": canon.emit({**table.read("state/game.yaml"), "timezone": zone})})
    table.say("ana", "/build")
    table.run()
    assert table.read("state/game.yaml")["timezone"] == zone
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert table.findings() == []


def test_a_new_rule_that_the_engine_itself_fails_at_is_put_back_and_stops_no_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Commits by hand are read one by one for as long as they stand: no second one would help."""
    table = Table()
    honest = document.parse

    def fails(path: str, text: str) -> document.Document:
        return honest(path, text) if path != TIDE else {}[path]

    monkeypatch.setattr(document, "parse", fails)
    table.by_hand({TIDE: rule(175, "Tide")})
    table.say("ana", "/build")
    report = table.run()
    where = r"the engine fails at it \(KeyError in engine\.referee\.commits\.taken, line \d+\), report this"
    assert [re.search(where, note) is not None for note in report.held] == [True]
    assert TIDE not in table.island.files()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}


@pytest.mark.parametrize("path", ["rules/library/README.md", "rules/atoll/NOTES.md", "rules/README.md"])
def test_a_new_page_by_hand_that_is_none_of_the_games_rules_stays_where_it_is(path: str) -> None:
    table = Table()
    table.by_hand({path: "What stands in these folders\n"})
    assert table.run().held == []
    assert table.island.files()[path] == "What stands in these folders\n"
    assert table.findings() == []


def test_a_rule_of_the_game_that_is_broken_by_hand_stays_broken_until_it_is_mended() -> None:
    table = Table()
    (path,) = [p for p in table.island.files() if p.endswith("/107-councils.md")]
    table.by_hand({path: "no front matter\n"})
    table.say("bo", "/council Shall we dance?")
    table.run()
    assert table.island.files()[path] == "no front matter\n"
    assert max(table.island.model.threads) == 1


FISHING = "rules/island/103-fishing.md"
OLDER = "rules/island/150-fishing.md"


def older(text: str) -> str:
    return text.replace("rule: 103", "rule: 150").replace("enacted: 103\n", "enacted: 103\n  - amended: 150\n")


def test_a_rule_by_hand_under_the_number_of_another_is_in_force_and_the_table_is_told() -> None:
    """It came into force without a word, and links and titles named either by the number of both."""
    table = Table()
    path = "rules/island/103-songs.md"
    table.by_hand({path: "---\nrule: 103\ntitle: Songs\nhistory:\n  - enacted: 103\n---\nWe sing.\n"})
    table.run()
    told = "\n".join(table.answers())
    assert f"two rules bear one number, and both are in force: `{path}` (`{FISHING}` has it as well)." in told
    table.by_hand({path: "---\nrule: 180\ntitle: Songs\nhistory:\n  - enacted: 180\n---\nWe sing.\n"})
    table.run()
    assert "\n".join(table.answers()).count("two rules bear one number") == 1


def test_of_two_files_by_one_name_the_same_is_in_force_in_whatever_order_they_came() -> None:
    table = Table()
    text = table.island.files()[FISHING]
    number = table.island.propose("ana", "Fishing", {FISHING: text.replace("1d6", "2d6")})
    table.run()
    table.by_hand({OLDER: older(text)})
    table.run()
    assert (
        f"Not in force, by the name of another rule: `{OLDER}` (beside `{FISHING}`, which is)." in table.answers()[-1]
    )
    table.by_hand({FISHING: text.replace("1d6", "1d8")})
    table.run()
    table.say("ana", "/open", number)
    table.run()
    assert "amended meanwhile by 103" in table.answers(number)[-1]
    assert table.findings() == []


@pytest.mark.parametrize("text", ["We fish no more.", None])
def test_what_is_adopted_leaves_no_second_file_by_its_name(text: str | None) -> None:
    """What is repealed would be in force by that one, and what is amended would not be."""
    table = Table()
    was = table.island.files()[FISHING]
    table.by_hand({OLDER: older(was)})
    table.run()
    wanted = None if text is None else was.replace("On Fridays", f"{text} On Fridays")
    number = table.island.propose("ana", "Fishing", {FISHING: wanted})
    table.say("ana", "/open", number)
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    left = [body for path, body in table.island.files().items() if "fishing" in path and path.startswith("rules/")]
    assert len(left) == (text is not None)
    assert all("We fish no more." in body for body in left)
    assert table.findings() == []


@pytest.mark.parametrize("salt", range(6))
@pytest.mark.parametrize("later", [0, -50], ids=["in one second", "dated before"])
def test_of_several_commits_the_last_in_the_history_has_the_last_word(later: int, salt: int) -> None:
    table = Table()
    table.wait()
    store, now = table.island.store, table.island.clock()
    for shells, at in ((7, now), (9, now + later)):
        text = canon.emit({**table.read(ANA), "shells": shells})
        store.main = store.add([store.main], {ANA: text}, f"By hand {salt}", at, "owner")
    table.run()
    assert table.shells() == 9
    assert [e["files"][ANA].count("shells: 9") for e in entries(table, "administered")] == [0, 1]  # type: ignore[index]
    assert table.findings() == []


def test_of_a_dozen_within_one_second_it_is_the_last_too() -> None:
    table = Table()
    table.wait()
    store, now = table.island.store, table.island.clock()
    for shells in range(10, 22):
        text = canon.emit({**table.read(ANA), "shells": shells})
        store.main = store.add([store.main], {ANA: text}, "By hand", now, "owner")
    table.run()
    assert table.shells() == 21
    assert table.findings() == []


def test_so_they_do_where_a_pass_has_to_put_them_first() -> None:
    table = Table()
    for _ in range(5):
        table.say("ana", "/rest")
        table.say("ana", "/wake")
    for shells in (17, 3, 5):
        table.give_ana(shells, f"By hand: {shells}")
    table.run(judging(happenings=4))
    assert table.shells() == 5
    assert table.findings() == []


@pytest.mark.parametrize("most", [2, 3, 4, 5, 8])
def test_so_they_do_where_a_pass_stops_between_two_of_them(most: int) -> None:
    table = Table()
    table.give_ana(50)
    for place in range(6):
        table.say("bo", "/wake" if place % 2 else "/rest")
    table.give_ana(70)
    for _ in range(4):
        table.run(judging(most))
    assert table.shells() == 70
    assert table.findings() == []


SONGS = {"rules/island/108-songs.md": "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"}


@pytest.mark.parametrize("other", [True, False], ids=["a poll of its own", "the poll in its place"])
def test_a_poll_whose_change_is_in_no_file_is_refused_and_no_rule_is_blamed_for_it(other: bool) -> None:
    table = Table()
    number = table.island.propose("ana", "Songs", SONGS)
    table.say("ana", "/open", number)
    table.run()
    poll = {**table.read(f"state/polls/{number}.yaml"), "change": "0" * 64}
    poll |= {"thread": 7, "number": 109} if other else {}
    table.by_hand({f"state/polls/{poll['thread']}.yaml": canon.emit(poll)})
    (outcome,) = [o for o in table.run().outcomes if o["id"].startswith("commit/")]
    assert outcome["is"] == "refused"
    assert f"its change is in no file proposals/changes/{'0' * 64}.yaml" in outcome["reason"]
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert table.findings() == []


def test_a_poll_whose_change_is_kept_can_be_put_back_by_hand() -> None:
    table = Table()
    number = table.island.propose("ana", "Songs", SONGS)
    table.say("ana", "/open", number)
    table.run()
    poll = table.read(f"state/polls/{number}.yaml")
    for change in (None, poll["change"]):
        table.by_hand({f"state/polls/{number}.yaml": canon.emit({**poll, "change": change})})
        (outcome,) = [o for o in table.run().outcomes if o["id"].startswith("commit/")]
        assert outcome["is"] == "done"
    assert table.findings() == []


@pytest.mark.parametrize("status", ["withdrawn", "rejected", "adopted"])
def test_a_poll_that_is_closed_by_hand_is_open_nowhere_and_one_that_is_opened_anew_is(status: str) -> None:
    table = Table()
    number = table.island.propose("ana", "Songs", SONGS)
    table.say("ana", "/open", number)
    table.run()
    path = f"state/polls/{number}.yaml"
    poll = table.read(path)
    for closed in (True, False):
        table.by_hand({path: canon.emit(poll | ({"status": status} if closed else {}))})
        table.say("ana", "/status")
        table.run()
        assert (f"#{number}" in table.answers()[-1]) != closed
    table.say("ana", "yay", number)
    table.say("bo", "yay", number)
    table.say("ana", "/resolve", number)
    table.run()
    assert table.read(path)["status"] == "adopted"
    assert table.findings() == []


def test_whose_vote_a_commit_takes_away_is_told_and_has_it_back_by_voting_again() -> None:
    """To revert the pass that counted a vote took it away without a word to anyone."""
    table = Table()
    number = table.island.propose("ana", "Songs", SONGS)
    for who, word in (("ana", "/open"), ("ana", "yay")):
        table.say(who, word, number)
    table.run()
    path = f"state/polls/{number}.yaml"
    before = table.read(path)
    table.say("bo", "yay", number)
    table.run()
    assert "changed votes" not in "".join(table.answers())
    table.by_hand({path: canon.emit(before)})
    table.run()
    assert f"That commit changed votes: those of @bo in #{number}." in table.answers()[-1]
    table.say("bo", "yay", number)
    table.run()
    assert [ballot["voter"] for ballot in table.read(path)["ballots"]] == ["ana", "bo"]
    assert table.findings() == []


def test_what_was_adopted_and_is_withdrawn_by_hand_waits_to_take_effect_no_more() -> None:
    table = Table(with_rules({"120-tides.md": LATER}))
    number = table.island.propose("ana", "Songs", SONGS)
    for who, word in (("ana", "/open"), ("ana", "yay"), ("bo", "yay"), ("ana", "/resolve")):
        table.say(who, word, number)
    table.run()
    path = f"state/polls/{number}.yaml"
    table.by_hand({path: canon.emit({**table.read(path), "status": "withdrawn"})})
    table.say("bo", "/tide")
    table.run()
    assert not [p for p in table.island.files() if p.startswith("rules/") and "songs" in p]
    assert table.findings() == []
