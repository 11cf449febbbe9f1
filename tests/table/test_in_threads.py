"""What is written in the thread of a proposal, and before it has one: on the page *Act*, on its own page, and as a draft."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.table import sight, terminal
from engine.template import shipped
from tests.island import rule, with_rules
from tests.table.tables import Browser, Time, island, joined, opened, served, under

SONGS = rule(121, "Songs").replace("rule: 121", "rule: next")
DANCES = rule(122, "Dances").replace("rule: 122", "rule: next")
COLOURS = rule(
    120,
    "Colours",
    front="overrides: [councils, proposals]\ncommands: [{usage: /colours, run: ask_all}]\nanswers: {ballot: a_colour}\n",
    code="""def ask_all(player):
    open_poll("colour", "Which colour?", colours = ["red", "blue"])

def a_colour(poll, text):
    if poll["kind"] != "colour":
        return None
    return text if text in poll["data"]["colours"] else False
""",
)


def test_a_command_of_a_proposals_thread_is_written_in_the_one_that_is_chosen(tmp_path: Path) -> None:
    debate = rule(
        120,
        "Debate",
        front='commands:\n  - {usage: /debate, run: debate, help: "Call for time to debate a proposal, in its thread."}\n',
        code='def debate(player):\n    reply("Debated in #%d." % here()["number"])\n',
    )
    with joined(tmp_path, with_rules({"120-debate.md": debate})) as (_, _, me):
        assert "No proposal is open in which it could be written." in me.look("/act")
        me.look("/propose")
        me.send(
            "/propose",
            do="open",
            rule="",
            title="121 Songs",
            front="rule: next\ntitle: Songs\nby_hand: true\n",
            prose="La.",
        )
        assert '<option value="2">#2 121 Songs</option>' in me.look("/act")
        assert 'Debated in <a href="/threads/2">#2</a>.' in me.send("/act", usage="/debate", thread="2")


def test_while_it_is_judged_whether_a_proposal_is_open_no_button_offers_to_open_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    with joined(tmp_path) as (game, house, me):
        game.act(lambda: game.people.open_pull("ana", "104 Songs", {"rules/island/104-songs.md": "x"}).number)
        house.passes.settle()
        assert "This proposal is not open for voting yet." in me.look("/threads/2")
        monkeypatch.setattr(type(house.passes), "busy", True)
        assert "This proposal is not open for voting yet." not in me.look("/threads/2")


def test_beside_a_comment_stand_the_words_that_count_as_a_vote_there_and_nothing_that_is_done_is_called_talk(
    tmp_path: Path,
) -> None:
    """In the thread of a proposal `/resolve` was called talk; and `yay`, before anything was open, and where votes are other words."""
    law = with_rules({"120-colours.md": COLOURS})
    with joined(tmp_path, law) as (game, house, me):
        game.act(lambda: game.people.open_pull("ana", "121 Songs", {"rules/island/121-songs.md": SONGS}).number)
        house.passes.settle()
        note = '<p class="note" id="say-n">{}One command to a comment; anything else is talk.</p>'
        assert note.format("") in me.look("/threads/2")
        assert "<h2>Answered</h2>" in me.send("/say", thread="2", text="LGTM"), "and nothing was done"
        me.send("/say", thread="2", text="/open")
        yay = "A vote is the word alone: <code>yay</code> or <code>nay</code>. "
        assert note.format(yay) in me.look("/threads/2")
        me.send("/say", thread="1", text="/colours")
        number = max(game.model.threads)
        assert note.format("A vote is the word alone: <code>red</code> or <code>blue</code>. ") in me.look(
            f"/threads/{number}"
        )


def test_one_can_come_back_to_a_draft_that_was_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    with opened(tmp_path / "game", Time()) as game, served(game) as (house, enter):
        me = enter(house.seats.links["host"])
        me.look("/propose")
        sent = {"do": "open", "rule": "", "title": "999 Songs", "front": "rule: next\ntitle: Songs\n", "prose": "La."}
        carried = dict(re.findall(r'name="(proof|sits)" value="([^"]*)"', me.page))
        answer = me.session.post(f"{me.address}/propose", data={**carried, **sent}, timeout=60)
        assert "Would be refused." in answer.text
        assert "no-store" not in answer.headers["cache-control"]


def test_every_page_says_that_the_game_is_over_and_offers_nothing_that_would_be_refused(tmp_path: Path) -> None:
    """Where it had ended a page said that nothing awaits one, and that some twenty kinds of acts are in force."""
    front = "commands:\n  - {usage: /finish, run: finish, who: anyone}\n"
    front += '  - {usage: /plead, run: finish, help: "Plead, as the beginning of a new issue."}\n'
    code = 'def finish(player):\n    win([player], "first")\n    end_game("The sea took the island.")\n'
    law = with_rules({"120-ends.md": rule(120, "Ends", front=front, code=code)})
    with under(law), opened(tmp_path / "game", Time()) as game, served(game) as (house, enter):
        me = enter(house.seats.links["host"])
        me.look("/")
        me.send("/say", thread="1", text="/finish")
        for page in ("/", "/act", "/propose", "/threads/1", "/players"):
            assert re.search(
                r"The game is over.*?ana won\. The sea took the island\..*?nomic play FOLDER --ruleset island",
                me.look(page),
                re.DOTALL,
            ), page
        me.send("/say", thread="1", text="/finish")
        assert "Refused" in me.page and "Mend it" not in me.page, "there is nothing to be mended"
        game.act(lambda: game.notes.update(rules="/our house/rules/island"))
        again = "--ruleset '/our house/rules/island'"
        assert again in me.look("/"), "a game of somebody's own rules is begun again by their folder"
        assert 'action="/act"' not in me.look("/act") and "nothing can be done but" in me.page
        assert "Take your place" not in me.look("/") and 'href="/propose"><' not in me.page
        assert "can be changed" not in me.look("/rules") and "can be changed" not in me.look("/board/")
        assert (
            'value="open"' not in me.look("/propose") and "ask for the rescue" in me.page and 'value="check"' in me.page
        )
        assert "It may begin with" not in me.look("/issues") and "What it is about." in me.page
        assert "Propose a change" not in me.look("/rules/ends").replace("</a>", "").replace('href="/propose"', "")
        assert "The game is over" in enter(house.seats.links["watcher"]).look("/")


def test_who_has_won_is_told_also_where_the_game_goes_on(tmp_path: Path) -> None:
    """A rule that only names winners ends nothing: the table heard of it once, and no page said it afterwards."""
    front = "commands:\n  - {usage: /finish, run: finish, who: anyone}\n"
    law = with_rules(
        {"120-ends.md": rule(120, "Ends", front=front, code='def finish(player):\n    win([player], "first")\n')}
    )
    with under(law), opened(tmp_path / "game", Time()) as game, served(game) as (house, enter):
        me = enter(house.seats.links["host"])
        me.look("/")
        me.send("/say", thread="1", text="/finish")
        assert "ana won, and the game goes on." in me.look("/")
        assert "ana won." in me.look("/board/")


def test_what_is_voted_on_in_an_issue_of_the_laws_own_awaits_everybody_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of an issue is known when it is read, and that is done by the pass behind the one that opened it."""
    island(monkeypatch)
    with joined(tmp_path) as (_, _, me):
        me.look("/")
        me.send("/act", usage="/council <question>", f__question="Shall we dance?")
        assert "ana, one thing awaits you." in me.look("/") and 'value="yay"' in me.page
        assert 'value="yay"' in me.look("/threads/2")


SONGS = rule(121, "Songs").replace("rule: 121", "rule: next")
OFFERS = rule(
    120,
    "Offers",
    front="state:\n  offers:\n    to: {type: string}\n    by: {type: string}\n    status: {type: string, default: open}\n"
    "commands:\n"
    "  - {usage: /promise <player>, arguments: {player: {type: player}}, run: promise, help: Promise a song.}\n"
    "  - {usage: /accept <offer>, arguments: {offer: {type: integer, whose: to}}, run: accept, help: Have it sung.}\n",
    code='def promise(player, other):\n    put("offers", next_key("offers"), {"by": player, "to": other})\n\n\n'
    'def accept(player, offer):\n    put("offers", str(offer), get("offers", str(offer)) | {"status": "sung"})\n',
)


def test_whoever_has_a_vote_can_take_it_back_by_a_button_where_a_rule_has_a_word_for_it(tmp_path: Path) -> None:
    """It was said when the vote began that a word takes one back, and buttons were there for the others alone."""
    back = rule(
        120,
        "Second thoughts",
        front="answers: {ballot: taken_back}\n",
        code='def taken_back(poll, text):\n    return "back" if text.strip().lower() == "/retract" else None\n',
    )
    with joined(tmp_path, with_rules({"120-thoughts.md": back})) as (game, house, me):
        game.act(lambda: game.people.open_pull("ana", "121 Songs", {"rules/island/121-songs.md": SONGS}).number)
        me.send("/seat", seat="bo", back="/")
        me.send("/act", usage="/join")
        me.send("/seat", seat="ana", back="/")
        me.send("/say", thread="2", text="/open")
        button = 'name="text" value="/retract"'
        assert button not in me.look("/threads/2") and button not in me.look("/"), "there is none to be taken back"
        assert button in me.send("/say", thread="2", text="yay", back="/threads/2")
        assert button not in me.send("/say", thread="2", text="/retract", back="/threads/2") and "Done" in me.page


@pytest.mark.parametrize("argument", ["{type: integer, whose: to}", "{whose: to}"])
def test_a_command_about_a_record_has_no_form_as_long_as_there_is_none(
    argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had a box for a number or a word, and whatever was written there was refused."""
    offers = OFFERS.replace("{type: integer, whose: to}", argument)
    monkeypatch.setattr(shipped, "law", lambda ruleset: with_rules({"120-offers.md": offers}))
    none = "There is no offer now that it could be about."
    with joined(tmp_path) as (_, _, me):
        assert none in me.look("/act") and 'value="/accept <offer>"' not in me.page
        me.send("/act", usage="/promise <player>", f__player="ana")
        assert none not in me.look("/act") and "<option>1</option>" in me.page
        me.send("/act", usage="/accept <offer>", f__offer="1")
        assert none in me.look("/act")


def test_of_what_is_answered_in_one_comment_each_is_shown_what_is_said_to_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who had done something read "Not done" there, which somebody else was told in the same pass."""
    island(monkeypatch)
    with joined(tmp_path) as (game, _, me):
        said = game.act(lambda: [game.people.comment("ana", 1, text).id for text in ("/dive", "/joni")])
        assert game.settle() is not None
        assert len({found.id for each in said for found in sight.answers_to(game, each)}) == 1
        pages = [me.look(f"/threads/1?said={each}").partition('role="status"')[2] for each in said]
        assert ["Not done" in page.partition("</section>")[0] for page in pages] == [False, True]
        assert "<h2>Done</h2>" in pages[0] and "/dive" in pages[0]


ASKS = "commands: [{usage: /ask, run: ask_all}]\noverrides: all\nanswers: {ballot: which}\n"
WHICH = 'def ask_all(player):\n    open_poll("chat", "How many?")\n\ndef which(poll, text):\n    return %s\n'


@pytest.mark.parametrize(
    ("which", "words"),
    [('{"aye": "yay", "no": "nay"}.get(text, False)', ["aye", "no"]), ("text.isdigit() and text", [])],
)
def test_the_words_that_a_rule_takes_for_votes_are_offered_and_no_others(
    which: str, words: list[str], tmp_path: Path
) -> None:
    """Yay and nay stood there, and counted for nothing."""
    law = with_rules({"120-chats.md": rule(120, "Chats", front=ASKS, code=WHICH % which)})
    with joined(tmp_path, law) as (game, _, me):
        me.send("/act", usage="/ask")
        for page in ("/", "/threads/2"):
            assert re.findall(r'name="text" value="(\w+)"', me.look(page)) == words
        assert "ana, one thing awaits you." in me.look("/")
        assert ("What counts as a vote on it, the rules and" in me.page) == (words == [])
        me.send("/clock", by="1h")  # the issue of the poll is younger than the poll
        me.look("/")
        me.send("/say", thread="2", text=(words or ["12"])[0])
        assert "Vote on" not in me.look("/")


@pytest.mark.parametrize("argument", ["{type: integer, whose: to}", "{whose: to}"])
def test_what_is_addressed_to_somebody_says_why_some_of_its_words_would_be_refused(
    argument: str, tmp_path: Path
) -> None:
    """An offer that one could not pay was there with /decline alone, and *Act* had a form for /accept."""
    front = "state:\n  offers:\n    to: {type: string, default: ''}\n    status: {type: string, default: open}\n"
    front += "    from: {type: string, default: ''}\n    wants: {type: string, default: ''}\n"
    front += "commands:\n  - {usage: /take <offer>, arguments: {offer: ARGUMENT}, run: take}\n"
    front += "  - {usage: /refuse <offer>, arguments: {offer: ARGUMENT}, run: turn_down}\n"
    front += "records: {offers: {1: {to: ana, from: bo, wants: 2 shells}}}\n"
    code = 'def take(player, offer):\n    refuse("You have *no* shells.", "Dive for some.")\n\n\n'
    code += 'def turn_down(player, offer):\n    put("offers", offer, get("offers", offer) | {"status": "over"})\n'
    law = with_rules({"120-offers.md": rule(120, "Offers", front=front.replace("ARGUMENT", argument), code=code)})
    with joined(tmp_path, law) as (_, _, me):
        card = me.look("/").partition('class="duty"')[2].partition("</article>")[0]
        assert "Offer 1, from bo</h2>" in card and "<dt>Wants</dt><dd>2 shells</dd>" in card, card
        assert "<dt>To</dt>" not in card and "<dt>From</dt>" not in card, "its title and the page say so"
        assert "Not now <code>/take 1</code>: You have <em>no</em> shells." in me.look("/")
        assert 'value="/refuse 1"' in me.page and 'value="/take 1"' not in me.page
        assert "Not now: You have <em>no</em> shells." in me.look("/act")
        assert 'value="/refuse <offer>"' in me.page and 'value="/take <offer>"' not in me.page


def test_a_vote_that_would_be_refused_has_no_button_in_its_thread_and_it_is_said_why(tmp_path: Path) -> None:
    """Yay and nay stood there for who could not vote yet, and for a seat that had not joined."""
    front = "forbids: {vote: not_yet}\n"
    code = 'def not_yet(player, poll, choice):\n    return "The vote *begins* tomorrow." if now() < poll["opened_at"] + 86400 else None\n'
    law = with_rules({"120-wait.md": rule(120, "Wait", front=front, code=code)})
    with joined(tmp_path, law) as (_, _, me):
        me.look("/propose")
        me.send(
            "/propose",
            do="open",
            rule="",
            title="121 Songs",
            front="rule: next\ntitle: Songs\nby_hand: true\n",
            prose="La.",
        )
        assert me.look("/threads/2").count("The vote <em>begins</em> tomorrow.") == 1, "the status says it"
        assert 'value="yay"' not in me.page
        me.send("/seat", seat="bo", back="/threads/2")
        assert "bo has no vote here now:" in me.page and 'value="yay"' not in me.page
        for _ in range(2):
            me.send("/clock", by="1d", back="/threads/2")
        assert "bo has no vote here now:" in me.page and 'value="yay"' not in me.page, "has not joined"
        me.send("/seat", seat="ana", back="/threads/2")
        assert "has no vote here now" not in me.page and 'value="yay"' in me.page


def test_while_the_game_is_paused_nothing_is_offered_but_to_go_on_and_it_is_said_that_what_is_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page said that what is written is judged when the game goes on, and a command that was refused had to be written again."""
    island(monkeypatch)
    with joined(tmp_path) as (game, _, me):
        game.act(lambda: game.people.open_pull("ana", "108 Songs", {"rules/island/108-songs.md": SONGS}).number)
        game.act(lambda: game.people.open_pull("ana", "109 Dances", {"rules/island/109-dances.md": DANCES}).number)
        for word in ("/open", "yay"):
            me.send("/say", thread="2", text=word)
        assert 'value="nay"' in me.look("/threads/2") and 'value="/open"' in me.look("/threads/3")
        me.send("/say", thread="1", text="/pause")
        for thread in ("2", "3"):
            page = me.look(f"/threads/{thread}")
            assert 'value="nay"' not in page and 'value="/open"' not in page, "nor to who has voted"
        page = me.look("/act")
        assert "Commands and votes are refused until an administrator writes <code>/resume</code>" in page
        assert 'action="/act"' not in page and "The game is paused, so nothing can be done but" in page
        me.send("/seat", seat="bo", back="/act")
        assert 'value="/resume"' not in me.page, "who is no administrator"
        assert "Refused" in me.send("/say", thread="1", text="/dive")
        me.send("/seat", seat="ana", back="/act")
        assert 'value="/resume"' in me.page
        me.send("/say", thread="1", text="/resume", back="/act")
        assert (
            'action="/act"' in me.page
            and "The game is paused" not in me.page.partition('id="said"')[2].partition("</section>")[2]
        )


def test_to_open_somebody_elses_proposal_is_offered_aside_and_nobody_tries_it_beforehand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To try whether a proposal can be opened takes a second, and who did not make it may mostly not open it."""
    island(monkeypatch)
    with joined(tmp_path) as (game, house, me):
        game.act(lambda: game.people.open_pull("ana", "104 Songs", {"rules/island/104-songs.md": "x"}).number)
        house.passes.settle()
        assert 'value="/open"' in me.look("/threads/2") and "Open it for ana" not in me.page
        me.send("/seat", seat="bo", back="/threads/2")
        assert 'value="/open"' in me.page.partition("<summary>Open it for ana</summary>")[2]
        tried = house.looking.sight().law["placed"]
        assert not any("/open" in each for each in tried.values())


def test_what_is_answered_in_one_comment_with_the_verdict_is_shown_once(tmp_path: Path) -> None:
    """A veto and what it brought about stood there twice, at the terminal, too."""
    veto = rule(
        120,
        "Veto",
        front="commands:\n  - {usage: /veto, run: veto, help: Forbid it.}\n",
        code='def veto(player):\n    reply("Never.")\n    withdraw(polls("proposal")[0]["key"], "Vetoed.")\n',
    )
    with joined(tmp_path, with_rules({"120-veto.md": veto})) as (game, _, me):
        game.act(lambda: game.people.open_pull("ana", "121 Songs", {"rules/island/121-songs.md": SONGS}))
        for word in ("/open", "/veto"):
            number = game.act(lambda word=word: game.people.comment("ana", 2, word).id)
            assert game.settle() is not None
        answers = sight.answers(game, number)
        assert ["Never." in told for told in answers].count(True) == 1, answers
        assert ["Vetoed." in told for told in answers].count(True) == 1, answers


def test_the_verdict_is_told_before_what_follows_from_it(tmp_path: Path) -> None:
    """Whose vote decided it read first whose turn came next, and last what had been decided."""
    code = 'def sing(poll, tally):\n    announce("Let us sing.")\n'
    sings = rule(120, "Singing", front="on: {adopted: sing}\n", code=code)
    with joined(tmp_path, with_rules({"120-singing.md": sings})) as (game, _, me):
        game.act(lambda: game.people.open_pull("ana", "121 Songs", {"rules/island/121-songs.md": SONGS}))
        for word in ("/open", "yay", "/resolve"):
            me.look("/threads/2")
            told = me.send("/say", thread="2", text=word).partition('id="said"')[2].partition("</section>")[0]
        assert 0 < told.find("is <strong>adopted</strong>") < told.find("Let us sing."), told


def test_whoever_decides_a_vote_in_an_issue_of_the_laws_own_is_told_how_it_came_out(tmp_path: Path) -> None:
    """The mark of such a verdict has the tag of the issue and not its number: `What came of it stands in its thread`, said the page."""
    decides = rule(
        120,
        "Asking",
        front="overrides: [councils, proposals]\ncommands: [{usage: /ask, run: ask_all}]\n"
        "answers: {verdict: the_first, resolves_itself: the_first_settles_it}\n",
        code="""def ask_all(player):
    open_poll("question", "Shall we swim?", body = "Say so.")

def the_first(poll, tally):
    return ("adopted" if tally["yay"] else "rejected") if poll["kind"] == "question" and tally["cast"] else None

def the_first_settles_it(poll, tally):
    return tally["cast"] > 0 if poll["kind"] == "question" else None
""",
    )
    with joined(tmp_path, with_rules({"120-asking.md": decides})) as (game, _, me):
        me.send("/say", thread="1", text="/ask")
        number = max(game.model.threads)
        me.look(f"/threads/{number}")
        page = me.send("/say", thread=str(number), text="nay")
        said = page.partition('id="said"')[2].partition("</section>")[0]
        assert "is <strong>rejected</strong>" in said and "What came of it" not in said


def test_how_a_vote_stands_is_said_once_on_its_page_and_so_is_who_voted_what(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It began with what the referee keeps in a comment, and among the talk stood that comment."""
    island(monkeypatch)
    with joined(tmp_path) as (game, house, me):
        terminal.do(house, {"do": "say", "who": "bo", "text": "/join"})
        game.act(lambda: game.people.open_pull("ana", "121 Songs", {"rules/island/121-songs.md": SONGS}))
        house.passes.settle()
        assert me.look("/threads/2").count("What it changes:") == 1, "before it is open"
        me.send("/say", thread="2", text="/open")
        terminal.do(house, {"do": "vote", "who": "ana", "number": "#2", "choice": "yay"})
        page = me.look("/threads/2")
        assert page.count("1 of 2 has voted") == page.count("ana <b>yay</b>") == 1
        assert "<td><strong>ana" not in page
        terminal.do(house, {"do": "vote", "who": "bo", "number": "#2", "choice": "yay"})
        terminal.do(house, {"do": "say", "who": "ana", "thread": 2, "text": "/resolve"})
        page = me.look("/threads/2")
        assert page.count("2 of 2 have voted") == page.count("<td><strong>ana") == page.count("<td><strong>bo") == 1


def test_whoever_votes_where_it_awaits_them_is_told_how_the_vote_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`What came of it stands in its thread`, said the page, and the card with the tally was gone."""
    island(monkeypatch)
    with joined(tmp_path) as (game, house, me):
        terminal.do(house, {"do": "say", "who": "bo", "text": "/join"})
        game.act(lambda: game.people.open_pull("ana", "121 Songs", {"rules/island/121-songs.md": SONGS}))
        me.send("/say", thread="2", text="/open")
        for place, told in (("/", "1 of 2 has voted"), ("/threads/2", "It counts, as the status below says.")):
            me.look(place)
            page = me.send("/say", thread="2", text="yay", back=place)
            assert told in page.partition('id="said"')[2].partition("</section>")[0]
            assert page.count("1 of 2 has voted") == 1


def test_a_number_of_a_thread_leads_there_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`Write that in #2`, said the answers, and one looked for it in lists; GitHub makes a link of it."""
    shown = "commands: [{usage: /ask, run: ask, help: 'Ask: /ask'}]\nadjusts: {status_lines: say}\n"
    code = """def ask(player):
    refuse("Write that in #2, `#2` or &#2; not in #77.", "See #2.")

def say(lines, player):
    return lines + ["Talk it over in #2."]
"""
    monkeypatch.setattr(
        shipped, "law", lambda ruleset: with_rules({"120-asking.md": rule(120, "Asking", front=shown, code=code)})
    )
    with joined(tmp_path) as (game, _, me):
        game.act(lambda: game.people.open_issue("ana", "Why?", "I ask in #2, [not #1](https://example.test) nor `#1`."))
        link = '<a href="/threads/2">#2</a>'
        page = me.send("/say", thread="1", text="/ask").partition('id="said"')[2].partition("</section>")[0]
        assert page.count(link) == 2 and "<code>#2</code>" in page and "not in #77." in page
        assert f"Talk it over in {link}." in me.look("/")
        page = me.look("/threads/2")
        assert f"I ask in {link}, " in page and "not #1</a> nor <code>#1</code>" in page


def test_a_vote_that_counts_is_done_though_its_labels_and_no_thumb_tell_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who voted anew, so that another label was set, was told that it was talk: they voted once more, or thought it lost."""
    island(monkeypatch)
    with joined(tmp_path) as (game, house, me):
        terminal.do(house, {"do": "say", "who": "bo", "text": "/join"})
        game.act(lambda: game.people.open_pull("ana", "121 Songs", {"rules/island/121-songs.md": SONGS}))
        me.send("/say", thread="2", text="/open")
        for word in ("nay", "Yay", "nay"):
            me.look("/threads/2")
            page = me.send("/say", thread="2", text=word)
            assert "<h2>Done</h2>" in page and "What is talk is not answered" not in page, word
        assert terminal.do(house, {"do": "vote", "who": "ana", "number": "#2", "choice": "yay"})["done"]
        shown = re.findall(r'<strong>done</strong></p>\n<div class="prose"><p>(\w+)</p>', me.look("/threads/2"))
        assert shown == ["nay", "Yay", "nay", "yay"]


def test_an_answer_that_stands_on_the_table_as_well_is_shown_once(tmp_path: Path) -> None:
    tells = rule(
        120,
        "Tells",
        front="commands:\n  - {usage: /tell, run: tell_all, help: Tell it.}\n",
        code='def tell_all(player):\n    reply("So be it.")\n    announce("So be it.")\n',
    )
    with joined(tmp_path, with_rules({"120-tells.md": tells})) as (game, _, me):
        game.act(lambda: game.people.open_issue("ana", "Why?", "I ask."))
        me.look("/threads/2")
        said = me.send("/say", thread="2", text="/tell").partition('id="said"')[2].partition("</section>")[0]
        assert said.count("So be it.") == 1


def test_what_the_table_says_of_a_deed_is_told_and_not_where_to_find_it(tmp_path: Path) -> None:
    """`Done: the table, #1, says what came of it` stood above what it said."""
    tells = rule(
        120,
        "Tells",
        front="commands:\n  - {usage: /tell, run: tell_all, help: Tell it.}\n",
        code='def tell_all(player):\n    announce("So be it.")\n',
    )
    with joined(tmp_path, with_rules({"120-tells.md": tells})) as (game, _, me):
        game.act(lambda: game.people.open_issue("ana", "Why?", "I ask."))
        me.look("/threads/2")
        said = me.send("/say", thread="2", text="/tell").partition('id="said"')[2].partition("</section>")[0]
        assert "So be it." in said and "says what came of it" not in said


def test_who_took_a_proposal_back_can_open_its_pull_request_once_more_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`/open` said to reopen it first, which no page could do; nor could any close one, as is said where the game is over."""
    island(monkeypatch)
    with joined(tmp_path) as (game, house, me):
        bo = Browser(me.address)
        bo.look(f"/enter/{house.seats.issue('bo')}")
        terminal.do(house, {"do": "say", "who": "bo", "text": "/join"})
        game.act(lambda: game.people.open_pull("ana", "121 Songs", {"rules/island/121-songs.md": SONGS}))
        me.send("/say", thread="2", text="/open")
        assert 'value="/close"' in me.look("/threads/2") and "Close the pull request" not in me.page
        me.send("/say", thread="2", text="/close")
        me.look("/threads/2")
        assert "Reopen it first" in me.send("/say", thread="2", text="/open")
        assert "once more" not in bo.look("/threads/2")
        bo.send("/state", thread="2", deed="reopen")
        assert bo.status == 403 and game.model.thread(2).state == "closed"
        assert "Open the pull request once more" in me.look("/threads/2")
        me.send("/state", thread="2", deed="reopen", back="/threads/2")
        assert "Close the pull request" in me.page, "which nobody votes on now"
        assert "This proposal is not open for voting yet." in me.page and 'value="/open"' in me.page
        me.send("/say", thread="2", text="/open")
        assert 'value="yay"' in me.look("/threads/2")
        me.send("/say", thread="1", text="/pause")
        assert "Close the pull request" in me.look("/threads/2") and "Close the pull request" not in bo.look(
            "/threads/2"
        )
        me.send("/state", thread="2", deed="close", back="/threads/2")
        assert game.model.thread(2).state == "closed"
        me.send("/state", thread="1", deed="close")
        assert me.status == 403 and game.model.thread(1).state == "open", "the table is no pull request"
