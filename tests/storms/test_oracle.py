"""The oracle sees what it is there to see: lies about what people did, and about what stands there, are found and named."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import pytest

from engine.game.prospects.boards import MOST_REDRAWN
from engine.hub.accounts import BOT_ID
from engine.hub.threads import Comment
from engine.store import canon, journal
from engine.store.records import folder
from tests.storms import oracle
from tests.storms.checks import answers, boards, history, landing, periods, unsaid
from tests.storms.checks import votes as checked_votes
from tests.storms.checks.boards import took_back_lower
from tests.storms.evidence import Evidence, last_words
from tests.storms.faults import BESIDE, NAMES, SELDOM
from tests.storms.island import TABLE
from tests.storms.laws import law
from tests.storms.ledger import Proposed, Said
from tests.storms.mood import SILENCE
from tests.storms.oracle import UNDER_ANY_LAW, findings
from tests.storms.season import Choice, Season, drawn

SONG = "---\nrule: next\ntitle: A song\nby_hand: true\n---\nWe sing.\n"
OLD = "---\nhistory:\n  - amended: 103\n---\nOld.\n"
POLL = "2"  # decided in this season, with votes that count


def played() -> Evidence:
    """What stands at the end of a season of six weeks, to be lied about."""
    return what_stands(_season())


@cache
def _season() -> Season:
    return over(Choice(0, weeks=6), "island")


def pinned(seed: int, rulesets: list[str]) -> Choice:
    """A season drawn without the faults that are drawn beside all others."""
    return replace(drawn(seed, rulesets), calm=frozenset({*BESIDE, *SELDOM, SILENCE}))


def over(choice: Choice, ruleset: str) -> Season:
    season = Season(choice, law(ruleset))
    season.play()
    season.clear_up()
    return season


def what_stands(season: Season) -> Evidence:
    """Its records are its own: what is read of a text is shared by all who read it, and lies are told of these."""
    evidence = Evidence(season.island, season.actors.ledger, season.start, season.edge.timezone)
    evidence.__dict__.update(polls=deepcopy(evidence.polls), entries=deepcopy(evidence.entries))
    return evidence


def a_vote(evidence: Evidence) -> Said:
    return evidence.ledger.comments[evidence.polls[POLL]["ballots"][0]["comment"]]


def nobody_wrote_it(evidence: Evidence) -> None:
    kept = {id_: said for id_, said in evidence.ledger.comments.items() if said != a_vote(evidence)}
    evidence.ledger = replace(evidence.ledger, comments=kept)


def it_said_something_else(evidence: Evidence) -> None:
    vote = a_vote(evidence)
    other = replace(vote, versions=[(vote.at, "hm")])
    evidence.ledger = replace(evidence.ledger, comments={**evidence.ledger.comments, vote.id: other})


def somebody_else_wrote_it(evidence: Evidence) -> None:
    vote = a_vote(evidence)
    other = replace(vote, author=evidence.island.id("owner"))
    evidence.ledger = replace(evidence.ledger, comments={**evidence.ledger.comments, vote.id: other})


def one_more_voted(evidence: Evidence) -> None:
    vote = a_vote(evidence)
    more = replace(vote, id=1_000_000, versions=[(vote.at + 1, "yay")])
    evidence.ledger = replace(evidence.ledger, comments={**evidence.ledger.comments, more.id: more})


def a_ballot_twice(evidence: Evidence) -> None:
    poll = evidence.polls[POLL]
    evidence.__dict__["polls"] = {**evidence.polls, POLL: {**poll, "ballots": [*poll["ballots"], poll["ballots"][0]]}}


def a_week_left_out(evidence: Evidence) -> None:
    period = next(entry for entry in evidence.entries if entry["kind"] == "period")
    evidence.__dict__["entries"] = [entry for entry in evidence.entries if entry != period]


def a_week_twice(evidence: Evidence) -> None:
    period = next(entry for entry in evidence.entries if entry["kind"] == "period")
    evidence.__dict__["entries"] = [*evidence.entries, period]


def a_wish_left(evidence: Evidence) -> None:
    wish = {"thread": 1, "text": "Never said.", "at": evidence.start}
    evidence.__dict__["engine"] = {**evidence.engine, "outbox": {"reply/comment/1": wish}}


def a_commit_of_people_lost(evidence: Evidence) -> None:
    evidence.ledger = replace(evidence.ledger, by_hand=[("f" * 40, frozenset({"state/players/ana.yaml"}))])


def a_label_lost(evidence: Evidence) -> None:
    evidence.ledger = replace(evidence.ledger, labels={1: {"nice"}})


LIES: dict[Callable[[Evidence], None], str] = {
    nobody_wrote_it: "nobody wrote comment",
    it_said_something_else: "never said",
    somebody_else_wrote_it: "who did not write it",
    one_more_voted: "is lost",
    a_ballot_twice: "is counted 2 times",
    a_week_left_out: "was never closed",
    a_week_twice: "was closed 2 times",
    a_wish_left: "left unsaid",
    a_commit_of_people_lost: "made by hand, is lost",
    a_label_lost: "has lost the labels",
}


def test_of_what_was_so_nothing_is_found() -> None:
    assert findings(played()) == []


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.__name__)
def test_a_lie_is_found_and_named(lie: Callable[[Evidence], None]) -> None:
    evidence = played()
    lie(evidence)
    assert [finding for finding in findings(evidence) if LIES[lie] in finding]


def test_also_where_nobody_knows_what_rules_make_of_votes_none_is_in_no_column() -> None:
    """A record and a board that say nothing of one ballot."""
    evidence = played()
    poll = evidence.polls[POLL]
    poll["ballots"] = poll["ballots"][1:]
    found = findings(evidence, known_law=False)
    assert [each for each in found if "identity of its record" in each]
    assert [each for each in found if "and on the board" in each]


@pytest.mark.parametrize(("shown", "found"), [(200, 0), (199, 1)])
def test_of_a_board_of_very_many_the_newest_two_hundred_are_looked_for(
    shown: int, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    evidence = played()
    poll = {**evidence.polls[POLL], "ballots": [{}], "refused": [{}] * 202}
    evidence.__dict__["polls"] = {POLL: poll}
    rows = "| **eve** | `nay` | not counted: `The game is over.` |\n" * shown
    text = f"**1 nay**; 1 of 5 has voted; no quorum. Of 203 received, 202 not counted.\n\n{rows}"
    monkeypatch.setattr(boards, "_text", lambda *_: text)
    assert len(list(boards.under_any_law(evidence))) == found


def test_starfarers_days_begin_at_eight_in_paris_whatever_the_clock_of_the_game() -> None:
    day, march = 86_400, 1_774_645_200  # 27 March 2026, 21:00 UTC: two days before summer time
    assert [
        int(id_.rsplit("/", 1)[1]) - march
        for id_ in periods.due("starfarers", "Asia/Kathmandu", march, march + 3 * day)
    ] == [
        22 * 3_600,
        day + 21 * 3_600,
        2 * day + 21 * 3_600,
    ]
    assert periods.findings in UNDER_ANY_LAW


def test_an_answer_that_stands_twice_is_found() -> None:
    evidence = played()
    comments = evidence.island.model.comments
    answer = next(comment for comment in comments.values() if comment.author == BOT_ID and "reply/" in comment.body)
    comments[1_000_001] = Comment(1_000_001, *list(vars(answer).values())[1:6])
    try:
        assert [finding for finding in findings(evidence) if "was said 2 times" in finding]
    finally:
        del comments[1_000_001]


def test_what_somebody_does_to_the_engines_own_files_need_not_be_judged() -> None:
    """They are put back, and that is all."""
    evidence = played()
    first = evidence.history[0].sha
    evidence.ledger = replace(evidence.ledger, by_hand=[(first, frozenset({"state/journal/readme.md"}))])
    assert findings(evidence) == []
    evidence.ledger = replace(evidence.ledger, by_hand=[(first, frozenset({"state/players/odd.yaml"}))])
    assert [finding for finding in findings(evidence) if "was never judged" in finding]


def test_a_record_that_is_put_back_as_it_was_has_not_landed_anew() -> None:
    evidence = played()
    commit = [one for one in evidence.history if one.author == "nomic" and len(one.parents) == 1][-1]
    files, path = evidence.files_at(commit.sha), "state/threads/1000.yaml"
    law = {**files, path: "head: abc\nrescued: 310\n"}
    seen = {"own": law, "by hand": {**files, path: "head: abc\n"}, commit.sha: law}
    evidence.__dict__["files_at"] = seen.__getitem__
    own, by_hand = replace(commit, sha="own"), replace(commit, sha="by hand")
    assert list(history._in_step(evidence, own, by_hand, commit)) == []
    seen["own"] = seen["by hand"]
    assert [each for each in history._in_step(evidence, own, by_hand, commit) if "1000.yaml'] landed" in each]


def test_of_a_player_whose_record_somebody_took_away_not_every_refusal_is_answered() -> None:
    evidence = played()
    refused = [entry for entry in evidence.entries if entry["outcome"]["is"] == "refused" and entry.get("actor")]
    account = next(e["actor"]["id"] for e in refused if evidence.joined.get(e["actor"]["id"], e["time"]) < e["time"])
    owed = list(answers._unanswered(evidence, set()))
    assert evidence.__dict__.pop("lost") == set()
    last, away = evidence.history[-1], replace(evidence.history[-1], sha="away")
    files = evidence.files_at(last.sha)
    players = {path: text for path, text in files.items() if path.startswith(folder("players"))}
    others = {path: text for path, text in players.items() if canon.read(text)["id"] != account}
    evidence.__dict__.update(history=[last, away, last], files_at={last.sha: players, "away": others}.__getitem__)
    assert evidence.lost == {account}
    assert len(list(answers._unanswered(evidence, set()))) < len(owed)


def test_whom_a_law_changed_by_hand_makes_no_player_is_owed_no_answer_to_every_refusal() -> None:
    evidence = played()
    joining = next(
        e for e in evidence.entries if e["outcome"].get("command") == "join" and e["outcome"]["is"] == "done"
    )
    without_effect = dict(joining, actor={**joining["actor"], "id": 999_999}, id="comment/999998")
    refused = dict(without_effect, id="comment/999999", time=joining["time"] + 60, outcome={"is": "refused"})
    evidence.entries.extend([without_effect, refused])
    assert evidence.joined[joining["actor"]["id"]] == joining["time"]
    assert "comment/999999 was refused without an answer" not in list(answers._unanswered(evidence, set()))


def test_where_a_quorum_stays_reached_it_is_held_against_nobody_that_a_vote_was_taken_back() -> None:
    """Credo 311: in this season one of two votes of three is deleted between the quorum and `/resolve`."""
    late = {f"2.{step}" for step in (0, 1, 2, 3, 4, 6, 8, 9, 10, 12, 15, 16, 17)}
    early = {f"0.{step}" for step in (1, 2, 4, 5, 8, 11, 12, 13, 14)} | {f"1.{step}" for step in (0, 1, 2, 3, 5)}
    calm = frozenset({*NAMES} - {"vote deleted while read"})
    choice = replace(pinned(665021780973, ["credo"]), weeks=3, calm=calm, skip=frozenset(early | late))
    evidence = what_stands(over(choice, "credo"))
    assert findings(evidence) == []
    evidence.polls["2"]["quorum_at"] = evidence.polls["2"]["opened_at"]  # it never was there
    assert [finding for finding in findings(evidence) if "are adopted" in finding]


def test_a_vote_makes_a_quorum_that_stays_until_the_game_is_told_of_its_deletion() -> None:
    """In this season a vote of Credo's is deleted half a minute before the one that makes the quorum, and no event tells of it."""
    evidence = what_stands(over(replace(pinned(287271272903, ["credo"]), weeks=2), "credo"))
    assert findings(evidence) == []
    told = next(entry for entry in evidence.entries if entry["kind"] == "deleted")
    assert told["at"] > evidence.polls["3"]["quorum_at"]
    told["at"] = evidence.polls["3"]["quorum_at"]  # of one second deletions are judged last
    assert findings(evidence) == []
    told["at"] = evidence.polls["3"]["opened_at"]
    assert [finding for finding in findings(evidence) if "are adopted" in finding]


def test_rules_of_one_name_in_two_rulesets_are_not_taken_for_one_another() -> None:
    folders = {"rules/starfarers/001-resources.md": "Ore.\n", "rules/wayfarers/090-resources.md": "Wood.\n"}
    assert sorted(landing._law(folders)) == ["rules/starfarers/resources.md", "rules/wayfarers/resources.md"]
    assert landing._slug("rules/starfarers/417-resources.md") == landing._slug("rules/starfarers/001-resources.md")


def test_what_a_merge_changes_is_compared_with_what_the_engine_left_not_with_what_people_committed_since() -> None:
    evidence = played()
    first = evidence.history[0]
    ours = replace(first, sha="a", author="nomic")
    theirs = replace(first, sha="b", author="eve", parents=("a",))
    merge = replace(first, sha="c", author="nomic", parents=("b", "head"))
    evidence.__dict__["history"] = [ours, theirs, merge]
    assert evidence.merges == [("c", "a", "head")]


@pytest.mark.parametrize(
    ("wanted", "found"), [("Old.\n", 0), ("---\nhistory:\n  - amended: 151\n---\nOld.\n", 0), ("New.\n", 2)]
)
def test_where_somebody_changed_nothing_nothing_was_to_land_on_what_another_has_taken_away(
    wanted: str, found: int
) -> None:
    path, anew = "rules/island/105-huts.md", {"rules/island/154-other.md": "Other.\n"}
    files = {"after": anew, "before": anew, "head": {path: wanted}}
    proposed = Proposed(6, 1003, [(1, "head")], {path: (OLD if wanted[0] == "-" else "Old.\n", wanted)})
    told = SimpleNamespace(
        merges=[("after", "before", "head")],
        ledger=SimpleNamespace(proposals={6: proposed}),
        files_at=files.__getitem__,
    )
    assert len([*landing.findings(told)]) == found  # type: ignore[arg-type]


@pytest.mark.parametrize(("landed", "found"), [([], 0), (["rules/island/159-huts.md"], 1)])
def test_a_repeal_takes_away_also_what_a_hand_has_left_under_the_same_name(landed: list[str], found: int) -> None:
    """It is the rule that is repealed, and not one of its files: the other would be in force in its place, and nobody voted on that."""
    path, twin = "rules/island/154-huts.md", "rules/island/159-huts.md"
    files = {"before": {path: "Old.\n", twin: "Else.\n"}, "head": {twin: "Else.\n"}}
    files["after"] = dict.fromkeys(landed, "Else.\n")
    told = SimpleNamespace(
        merges=[("after", "before", "head")],
        ledger=SimpleNamespace(proposals={6: Proposed(6, 1003, [(1, "head")], {path: ("Old.\n", None)})}),
        files_at=files.__getitem__,
    )
    assert len([*landing.findings(told)]) == found  # type: ignore[arg-type]


def test_a_board_that_counts_and_cannot_be_read_is_found() -> None:
    """Else what is said in other words than before would be held against nothing."""
    evidence = played()
    (comment,) = (c for c in evidence.island.model.comments.values() if f"<!-- nomic:status/{POLL}:" in c.body)
    text = comment.body
    comment.body = text.replace("**; ", "** or so; ", 1)
    try:
        assert ["its board counts, and cannot be read" in found for found in boards.findings(evidence)] == [True]
    finally:
        comment.body = text
    assert [*boards.findings(evidence)] == []


def test_what_is_said_of_many_pull_requests_before_they_are_opened_follows_a_new_law_a_few_a_pass() -> None:
    """Somebody deletes what stands there, and all of it is to be said once more; before the clear-up only some of it is."""
    season = Season(Choice(0, weeks=1, calm=frozenset(NAMES)), law("island"))
    model, many = season.island.model, 2 * MOST_REDRAWN + 1
    season.actors.say("ana", TABLE, "/join")
    season.clear_up()
    for number in range(many):
        season.actors.propose("ana", f"Song {number}", {f"rules/island/song-{number}.md": SONG})
    season.clear_up()
    season.actors.say("bo", TABLE, "/join")  # the commit that carries it also says where each of them stands
    season.clear_up()
    told = [comment.id for comment in model.comments.values() if "<!-- nomic:status/" in comment.body]
    assert len(told) == many
    for id_ in told:
        model.delete_comment(season.island.id("owner"), id_)
    season.actors.commit_by_hand({"rules/island/900-hymn.md": SONG.replace("rule: next", "rule: 900")})
    season.clear_up()
    assert [*unsaid.findings(what_stands(season))] == []


def test_a_quorum_is_one_of_those_who_were_active_then() -> None:
    """In this season two of three make Credo's quorum, the fourth takes part again later, and both take their votes back."""
    evidence = what_stands(over(replace(pinned(28152920703, ["credo"]), weeks=1), "credo"))
    assert findings(evidence) == []
    reached = evidence.polls["5"]["quorum_at"]
    assert evidence.active_about(reached) == (3, 3)
    evidence.polls["5"]["quorum_at"] = evidence.polls["5"]["opened_at"]
    assert [finding for finding in findings(evidence) if "are adopted" in finding]


def test_a_vote_edited_there_and_back_is_the_last_word_or_keeps_its_place() -> None:
    """A pass that never read the nay sees no edit but of the letters."""
    back = Said(1, 1003, 2, [(100, "yay"), (150, "nay"), (300, "YAY")])
    newer, newest = Said(2, 1003, 2, [(200, "nay")]), Said(3, 1003, 2, [(400, "nay")])
    other = Said(4, 1003, 2, [(100, "nay"), (300, "yay")])
    assert last_words([back, newer]) == [back, newer]
    assert last_words([other, newer]) == [other]
    assert last_words([back, newer, newest]) == [newest]
    assert last_words([]) == []


def test_the_last_entry_is_looked_for_in_the_last_file_of_its_day() -> None:
    noon = 1_793_966_400  # on the sixth of November 2026
    parts = [noon - 86_400, noon]
    files = {journal.path_of(at): journal.append(None, {"hash": f"of {at}"}) for at in parts}
    assert history._last_entry(files, noon) == f"of {noon}"
    files[journal.path_of(noon, 2)] = journal.append(None, {"hash": "of the second file"})
    assert history._last_entry(files, noon) == "of the second file"
    assert history._last_entry(files, noon - 86_400) == f"of {noon - 86_400}"
    assert history._last_entry(files, noon + 86_400) == "of the second file"


def test_who_took_a_lower_vote_back_has_none_on_the_higher_in_credo() -> None:
    """In this season bo deletes a vote on proposal 353, and so has none on 354."""
    evidence = what_stands(over(pinned(41329955583, ["credo"]), "credo"))
    assert findings(evidence) == []
    assert took_back_lower(evidence, evidence.polls["5"]) == {"bo"}
    assert took_back_lower(evidence, evidence.polls["4"]) == set()


def test_a_vote_edited_while_the_game_is_paused_is_none_until_it_is_judged_anew() -> None:
    evidence = what_stands(over(pinned(749270530706, []), "island"))
    assert findings(evidence) == []
    ballot = next(b for b in evidence.polls["council/1"]["ballots"] if b["edited"])
    assert ballot["choice"] == ""
    ballot["choice"] = "yay"
    assert [finding for finding in findings(evidence) if "counts as 'yay'" in finding]


def test_a_vote_that_may_be_for_other_commits_is_refused_for_a_reason() -> None:
    """In this season ana deletes a vote on a proposal before any pass has read its commits: that looks like a push."""
    evidence = what_stands(over(replace(pinned(938208414382, []), weeks=6), "island"))
    assert findings(evidence) == []
    evidence.ledger.touched.clear()
    refused = [finding for finding in findings(evidence) if "older than what is voted on now" in finding]
    assert [finding.split()[4] for finding in refused] == ["1187", "1189"]


def test_and_one_beside_which_another_is_edited_and_then_deleted() -> None:
    """In this season a vote is edited, and told to be deleted by the very pass that reads the commits: that entry has no text."""
    assert findings(what_stands(over(replace(pinned(1795956770, []), weeks=6), "island"))) == []


@pytest.mark.parametrize(("edited", "found"), [(390, 0), (None, 1), (340, 1), (410, 1)])
def test_so_is_one_beside_which_another_is_edited_in_the_midst_of_the_pass_that_reads_the_commits(
    edited: int | None, found: int
) -> None:
    """At 400 a pass reads the commits for the first time, and a vote of 350. Another was listed as it was, and edited since."""
    versions = [(300, "yay")] if edited is None else [(300, "yay"), (edited, "nay")]
    said, other = Said(20, 1003, 7, [(350, "yay")]), Said(21, 1005, 7, versions)
    ledger = SimpleNamespace(comments={20: said}, proposals={}, touched={}, in_thread=lambda _: [said, other])
    evidence = SimpleNamespace(
        paused=False,
        accused=False,
        ledger=ledger,
        steady=lambda _: True,
        joined={1003: 0},
        judged={id_: [{"seen_at": 400, "text": "yay"}] for id_ in (20, 21)},
        entries=[{"kind": "head", "thread": 7, "seen_at": 400}],
    )
    refused = {
        "comment": 20,
        "choice": "yay",
        "reason": "This vote is older than what is voted on now, so it does not count.",
    }
    poll = {"thread": 7, "electors": None, "kind": "rule-change", "refused": [refused]}
    assert len([*checked_votes._refused_for_nothing(evidence, "7", poll)]) == found  # type: ignore[arg-type]


def test_a_vote_edited_where_a_lower_one_is_due_first_is_none_until_it_is_judged_anew() -> None:
    """In this season of Credo's cy edits a yay into a nay, and has a lower proposal to vote on by then."""
    evidence = what_stands(over(replace(pinned(978852069823, ["credo"]), weeks=4), "credo"))
    assert findings(evidence) == []
    (ballot,) = (b for b in evidence.polls["8"]["ballots"] if b["edited"])
    assert ballot["choice"] == ""
    ballot["choice"] = "abstain"
    assert [finding for finding in findings(evidence) if f"comment {ballot['comment']} never said" in finding]


def test_an_edit_in_the_second_in_which_a_vote_was_posted_and_read_is_found_before_the_verdict_alone() -> None:
    """As if the poll were open still."""
    evidence = played()
    evidence.polls[POLL]["status"] = "open"
    vote = a_vote(evidence)
    (at, word), other = vote.versions[0], "nay" if vote.text == "yay" else "yay"
    edited = replace(vote, versions=[(at, word), (at, other)])
    evidence.ledger = replace(evidence.ledger, comments={**evidence.ledger.comments, vote.id: edited})
    wrong = f"poll {POLL}: comment {vote.id} says {other!r} and counts as {word!r}"
    entry = evidence.judged[vote.id][0]
    entry["seen_at"] = at
    assert wrong not in findings(evidence)
    entry["seen_at"] = at + 1
    assert wrong in findings(evidence)


def test_a_period_in_a_pause_or_after_the_end_in_which_nothing_happens_need_not_be_written_down() -> None:
    evidence = played()
    last = [entry for entry in evidence.entries if entry["kind"] == "period"][-1]
    evidence.__dict__["entries"] = [entry for entry in evidence.entries if entry != last]
    never = f"{last['id']} was never closed"
    assert never in findings(evidence)
    before = {**evidence.engine, "position": [last["time"] - 10, 5, ""]}
    evidence.__dict__["engine"] = {**before, "paused_at": last["time"] - 10}
    assert never not in findings(evidence)
    evidence.__dict__["engine"] = before
    assert never in findings(evidence)
    evidence.__dict__["game"] = {**evidence.game, "over": {"reason": "enough"}}
    assert never not in findings(evidence)


def test_of_forged_commits_in_a_row_the_proof_names_the_first_and_counts_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evidence = played()
    first, second = "a" * 40, "b" * 40
    evidence.ledger = replace(evidence.ledger, forged=[first, second])

    def said(*found: str) -> list[str]:
        monkeypatch.setattr(oracle, "verify", lambda *_: SimpleNamespace(findings=list(found)))
        return list(oracle.replayed(evidence))

    named, counted = f"commit {first[:10]}: says it is the engine's", "1 more commit ends with no entry of the journal"
    assert said(named, counted) == []
    assert said(named) == [f"commit {second[:10]} says it is the engine's, and verify finds nothing in it"]
    assert len(said("2 more commits end with no entry of the journal")) == 3
    assert said(named, counted, "2 more things") == ["2 more things"]
