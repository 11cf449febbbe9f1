"""A player's pull request is greeted before it is opened: its number, what it changes, what would be refused, the next word."""

from __future__ import annotations

import pytest

from engine.game.calendar import DAY
from engine.game.prospects.greeting import MOST_ANEW
from engine.game.words.registry import new_host
from engine.game.world.engine_fields import FIELDS
from engine.hub.accounts import BOT_ID
from engine.hub.threads import Pull
from engine.law.joining import opening
from engine.law.rulebook import read
from tests.island import RULESET, rule, with_rules
from tests.referee.in_memory import Table

NUMBERED = rule(
    120,
    "Numbers",
    front="forbids: {open: without_a_number}\n",
    code=(
        "def without_a_number(player, proposal):\n"
        '    if proposal["title"].startswith(str(proposal["number"])):\n'
        "        return None\n"
        '    return "The title must begin with %d." % proposal["number"]\n'
    ),
)
SONG = {"rules/island/108-song.md": rule(108, "Song").replace("rule: 108", "rule: next")}
DANCE = {"rules/island/109-dance.md": rule(109, "Dance").replace("rule: 109", "rule: next")}
BAD = {"rules/island/108-song.md": "---\nrule: next\ntitle: Song\nonn: {}\n---\nWe sing.\n"}


def test_a_pull_request_is_greeted_gets_its_number_and_the_comment_becomes_the_tally() -> None:
    table = Table(with_rules({"120-numbers.md": NUMBERED}))
    pull = table.island.propose("ana", "A song", SONG)
    table.run()
    (greeting,) = table.answers(pull)
    assert "- a new rule: `Song`" in greeting and "proposal **121**" in greeting and "writes `/open` here" in greeting
    assert table.island.model.thread(pull).title == "121 A song"
    table.run()
    assert len(table.answers(pull)) == 1
    before = table.island.store.main
    table.run()
    assert table.island.store.main == before, "nothing new, no commit"
    table.say("ana", "/open", pull)
    table.run()
    status = [said for said in table.answers(pull) if "nomic:status" in said]
    assert len(status) == 1 and "open for voting" in status[0] and "It would be" not in status[0]
    assert table.findings() == []


CROOKED = {"rules/island/108-song.md": rule(108, "Song", code="def sing(:\n").replace("rule: 108", "rule: next")}
NOTHING = "It changes no rule."


@pytest.mark.parametrize(("changes", "said"), [(CROOKED, "- a new rule: `song`"), (BAD, "- a new rule: `song`")])
def test_of_a_rule_that_cannot_be_read_it_is_said_that_there_is_one(changes: dict[str, str | None], said: str) -> None:
    """Above what is wrong with its file stood that no rule is changed."""
    table = Table()
    pull = table.island.propose("ana", "A song", changes)
    table.run()
    (greeting,) = table.answers(pull)
    assert "cannot be law" in greeting and said in greeting and NOTHING not in greeting


def test_what_was_not_read_for_what_stands_in_its_way_is_named_all_the_same() -> None:
    table = Table()
    pull = table.island.propose("ana", "A song", SONG)
    table.island.model.threads[pull].pull = Pull("other", "ana-song", table.island.store.heads[pull], "owner/island")
    table.run()
    (greeting,) = table.answers(pull)
    assert "refused" in greeting and "rules/island/108-song.md" in greeting and NOTHING not in greeting


def test_of_what_is_too_much_to_be_read_nothing_is_said_of_what_it_changes() -> None:
    table = Table()
    pull = table.island.propose("ana", "Songs", SONG)
    for verse in range(51):
        table.island.push("ana", pull, {"rules/island/108-song.md": f"Verse {verse}.\n"})
    table.run()
    (greeting,) = table.answers(pull)
    assert "refused" in greeting and "song" not in greeting and NOTHING not in greeting


def test_of_what_changes_no_rule_that_is_said() -> None:
    table = Table()
    pull = table.island.propose("ana", "Nothing", {})
    table.run()
    assert NOTHING in table.answers(pull)[0]


def test_what_became_law_by_rescue_is_not_said_to_wait_for_its_opening_and_to_be_refused() -> None:
    """`It would be refused as it is: the rule is not there any more` stood above what had just become law."""
    table = Table()
    pull = table.island.propose("ana", "No huts", {"rules/island/105-huts.md": None})
    table.run()
    for who, word in (("ana", "/rescue"), ("ana", "yay"), ("bo", "yay")):
        table.say(who, word, pull)
        table.run()
    table.wait(3 * DAY)
    for _ in range(2):
        table.run()
    assert "rules/island/105-huts.md" not in table.island.files()
    (status,) = [said for said in table.answers(pull) if "nomic:status" in said]
    assert status.startswith("### Law now, as 108, by rescue") and "refused" not in status
    assert table.findings() == []


def test_it_follows_the_numbers_that_others_get_and_the_law_that_they_become() -> None:
    table = Table()
    huts = table.island.files()["rules/island/105-huts.md"]
    mine = table.island.propose(
        "ana", "Finer huts", {"rules/island/105-huts.md": huts.replace("title: ", "title: Fine ")}
    )
    yours = table.island.propose(
        "bo", "Dearer huts", {"rules/island/105-huts.md": huts.replace("title: ", "title: Dear ")}
    )
    table.run()
    greeted = "It would be proposal **{}**, and nothing in it would be refused."
    assert greeted.format(108) in table.answers(yours)[0]
    for who, text in (("ana", "/open"), ("ana", "yay"), ("bo", "yay")):
        table.say(who, text, mine)
        table.run()
        assert greeted.format(109) in table.answers(yours)[0]
    table.say("ana", "/resolve", mine)
    table.run()
    (now,) = table.answers(yours)
    assert "refused as it is.** The rule `huts` was amended meanwhile by 108." in now
    assert table.findings() == []


def test_what_a_hand_changes_in_the_law_is_in_what_is_said_of_what_waits_and_nothing_else_draws_it_anew() -> None:
    table = Table()
    pull = table.island.propose("ana", "A song", SONG)
    table.run()
    (before,) = table.answers(pull)
    table.say("bo", "/build")
    table.run()
    assert table.answers(pull) == [before]
    table.by_hand({"rules/island/108-song.md": rule(108, "Song")})
    table.run()
    assert "There is already a rule called `song`" in table.answers(pull)[0]


def test_the_number_that_was_put_before_a_title_follows_the_numbers_that_others_get() -> None:
    """Else whoever waits would have to change what the engine wrote."""
    table = Table(with_rules({"120-numbers.md": NUMBERED}))
    first, second = table.island.propose("ana", "A song", SONG), table.island.propose("bo", "A dance", DANCE)
    title = table.island.model.thread
    for _ in range(2):
        table.run()
    assert (title(first).title, title(second).title) == ("121 A song", "121 A dance")
    table.say("ana", "/open", first)
    for _ in range(2):
        table.run()
    assert (title(first).title, title(second).title) == ("121 A song", "122 A dance")
    assert "nothing in it would be refused" in table.answers(second)[0]
    table.say("bo", "/open", second)
    table.run()
    assert "open for voting" in "".join(table.answers(second))
    assert table.findings() == []


TITLES = {
    "Proposal 121: A song": "A song",
    "WIP: 121 A song": "WIP: A song",
    "[Draft] rule #121 - A song": "[Draft] A song",
    "pr 121 A song": "A song",
    "Proposal 121": "Proposal 121",
    "Proposal 1210: A song": "Proposal 1210: A song",
    "Propose 121 songs": "Propose 121 songs",
}


@pytest.mark.parametrize(("called", "bare"), TITLES.items())
def test_a_number_that_stands_in_the_title_in_other_words_stands_there_once(called: str, bare: str) -> None:
    """`Proposal 121: A song` became `121 Proposal 121: A song`."""
    table = Table(with_rules({"120-numbers.md": NUMBERED}))
    first, second = table.island.propose("ana", "A dance", DANCE), table.island.propose("bo", called, SONG)
    for _ in range(2):
        table.run()
    assert table.island.model.thread(second).title == f"121 {bare}"
    table.say("ana", "/open", first)
    for _ in range(2):
        table.run()
    assert table.island.model.thread(second).title == f"122 {bare}"
    table.say("bo", "/open", second)
    table.run()
    assert "open for voting" in "".join(table.answers(second))
    assert table.findings() == []


@pytest.mark.parametrize("called", ["121 ways to dance", "1984 A dance"])
def test_what_somebody_called_it_since_stays(called: str) -> None:
    table = Table(with_rules({"120-numbers.md": NUMBERED}))
    first, second = table.island.propose("ana", "A song", SONG), table.island.propose("bo", "A dance", DANCE)
    for _ in range(2):
        table.run()
    table.wait()
    table.island.model.update_thread(table.island.id("bo"), second, title=called)
    table.run()
    table.say("ana", "/open", first)
    for _ in range(2):
        table.run()
    assert table.island.model.thread(second).title == called
    assert "must begin with 122" in table.answers(second)[0]


def test_what_would_be_refused_is_said_and_said_anew_when_the_title_changes() -> None:
    table = Table(with_rules({"120-numbers.md": NUMBERED}))
    pull = table.island.propose("ana", "7 songs", SONG)
    table.run()
    assert "would be refused as it is" in table.answers(pull)[0] and "must begin with 121" in table.answers(pull)[0]
    assert table.island.model.thread(pull).title == "7 songs", "a number that somebody chose stays"
    table.wait()
    table.island.model.update_thread(table.island.id("ana"), pull, title="121 songs")
    table.run()
    assert "nothing in it would be refused" in table.answers(pull)[0]


def test_a_title_changed_during_the_vote_is_shown_to_stand_in_the_way_until_it_is_put_right() -> None:
    table = Table(with_rules({"120-numbers.md": NUMBERED}))
    pull = table.island.propose("ana", "121 A song", SONG)
    table.say("ana", "/open", pull)
    table.run()
    for title, stands in (("A song", True), ("121 Another song", False)):
        table.wait()
        table.island.model.update_thread(table.island.id("ana"), pull, title=title)
        table.run()
        (board,) = [said for said in table.answers(pull) if "nomic:status" in said]
        assert ("in the way of its landing:\n- The title must begin with 121" in board) is stands
    assert table.findings() == []


def test_who_may_not_open_it_yet_is_not_told_that_nothing_stands_in_its_way() -> None:
    """What it holds is looked at, and not whose turn it is: that changes, and the greeting stands there for days."""
    turns = rule(
        120,
        "Turns",
        front="forbids: {open_it: not_now}\n",
        code='def not_now(player):\n    return "It is not your turn."\n',
    )
    table = Table(with_rules({"120-turns.md": turns}))
    pull = table.island.propose("ana", "A song", SONG)
    table.run()
    assert "its author writes `/open` here as soon as the rules let them" in table.answers(pull)[0]
    table.say("ana", "/open", pull)
    table.run()
    assert "It is not your turn" in table.answers(pull)[-1]


def test_a_rule_that_cannot_be_law_is_told_so_before_anyone_opens_it() -> None:
    table = Table()
    pull = table.island.propose("ana", "A song", BAD)
    table.run()
    assert "cannot be law" in table.answers(pull)[0] and "onn" in table.answers(pull)[0]
    assert table.island.model.thread(pull).title == "A song"


def test_strangers_and_what_is_opened_at_once_are_not_greeted() -> None:
    table = Table()
    strangers = table.island.propose("zoe", "A song", SONG)
    table.run()
    assert table.answers(strangers) == []
    pull = table.island.propose("ana", "A song", {"rules/island/109-hymn.md": SONG["rules/island/108-song.md"]})
    table.say("ana", "/open", pull)
    table.run()
    assert not any("Not open for voting yet" in said for said in table.answers(pull))


def test_many_at_once_are_greeted_by_and_by() -> None:
    table = Table()
    pulls = [
        table.island.propose(
            "ana", f"Song {n}", {f"rules/island/{200 + n}-song-{n}.md": SONG["rules/island/108-song.md"]}
        )
        for n in range(12)
    ]
    table.run()
    table.run()
    assert [len(table.answers(pull)) for pull in pulls] == [1] * 12


def test_only_what_opens_a_poll_in_the_thread_is_called_the_next_word() -> None:
    """An election has an issue of its own: whoever proposes something is not sent to hold one."""
    election = rule(
        120,
        "Election",
        front="commands:\n  - {usage: /elect, run: elect, help: Elect somebody.}\n",
        code='def elect(player):\n    open_poll("election", "Who?")\n',
    )
    book, _ = read(RULESET, with_rules({"120-election.md": election}), new_host(), FIELDS)
    assert [command.usage_text for _, command in opening(book)] == ["/open"]


def test_a_greeting_that_stood_twice_and_was_given_up_is_said_once() -> None:
    table = Table()
    pull = table.island.propose("ana", "A song", SONG)
    table.run()
    (greeting,) = table.island.own_comments()[-1:]
    table.island.model.comment(BOT_ID, pull, greeting)
    table.island.model.update_thread(table.island.id("ana"), pull, state="closed")
    for _ in range(2):
        table.say("bo", "/build")
        table.run()
        table.wait(DAY)
    table.island.model.update_thread(table.island.id("ana"), pull, state="open")
    table.run()
    assert len(table.answers(pull)) == 1
    assert table.read(f"state/threads/{pull}.yaml")["status_comment"] is None


def test_a_pull_request_of_the_engines_own_account_is_nobodys_and_stops_nobody() -> None:
    """Another workflow may open one, as it has the same token."""
    table = Table()
    table.wait()
    store = table.island.store
    head = store.add([store.main], SONG, "x", table.island.clock(), "bot")
    number = max(table.island.model.threads) + 1
    store.heads[number] = head
    table.island.model.open_thread(BOT_ID, "alba", "", pull=Pull("main", "b", head, "owner/island"))
    table.run()
    table.say("ana", "/open", number)
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert f"state/polls/{number}.yaml" not in table.island.files()
    assert table.findings() == []


def test_where_a_rule_fails_over_it_the_greeting_names_the_rule_and_what_mends_it() -> None:
    bad = rule(120, "Numbers", front="forbids: {open: bad}\n", code='def bad(player, proposal):\n    return {}["no"]\n')
    table = Table(with_rules({"120-numbers.md": bad}))
    pull = table.island.propose("ana", "A song", SONG)
    table.run()
    (greeting,) = table.answers(pull)
    assert "Rule 120 (Numbers) failed at line 10" in greeting
    assert "It takes a proposal to mend that rule, `rules/island/120-numbers.md`." in greeting
    table.say("ana", "/open", pull)
    table.run()
    assert "Rule 120 (Numbers) failed at line 10" in table.answers(pull)[-1]
    assert table.findings() == []


def test_of_many_that_wait_only_the_newest_follow() -> None:
    """Each costs a trial and a request: a pass has neither for hundreds."""
    table = Table()
    texts = {f"rules/island/{n}-song.md": SONG["rules/island/108-song.md"] for n in range(150, 175)}
    waiting = [table.island.propose("bo", f"Song {path[13:16]}", {path: text}) for path, text in texts.items()]
    while not all(table.answers(pull) for pull in waiting):
        table.run()
    told = [table.answers(pull)[0] for pull in waiting]
    table.run()
    first = table.island.propose("ana", "A song", SONG)
    table.say("ana", "/open", first)
    for _ in range(12):
        table.run()
    followed = [table.answers(pull)[0] != before for pull, before in zip(waiting, told, strict=True)]
    assert followed == [False] * (25 - MOST_ANEW) + [True] * MOST_ANEW


@pytest.mark.parametrize("where", ["title", "body"])
@pytest.mark.parametrize("text", ["/build", "/open\n\nWe sing.", "yay", "Nay!", "/give 1 shell to bo"])
def test_a_command_or_a_vote_in_what_describes_a_pull_request_is_told_that_it_is_not_read(
    where: str, text: str
) -> None:
    """It went by in silence, and its author waited."""
    table = Table()
    for who, said in (("ana", text), ("bo", "A yay for songs"), ("bo", "/src is moved"), ("ana", "")):
        pull = table.island.propose(who, "Songs", SONG)
        setattr(table.island.model.thread(pull), where, said)
        table.run()
        told = [answer for answer in table.answers(pull) if "was not read" in answer]
        assert len(told) == (1 if said == text else 0), (said, told)
        assert f"`{text.splitlines()[0]}`" in "".join(told) or said != text
        assert len(table.answers(pull)) == len(told) + 1, "it is greeted all the same"
    assert table.findings() == []


def test_a_description_that_is_edited_into_a_command_is_told_once_that_it_runs_none() -> None:
    table = Table()
    pull = table.island.propose("ana", "Songs", SONG)
    table.run()
    for said in ("/open", "We sing.", "/build"):
        table.island.clock.now += 60
        table.island.model.update_thread(table.island.id("ana"), pull, body=said)
        table.run()
    assert len([answer for answer in table.answers(pull) if "An edit runs no command" in answer]) == 1
