"""The board as a whole: equal input, equal bytes; nothing made twice; words that were taken out stay out; no third parties."""

from __future__ import annotations

import errno
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from engine.cli.site import command
from engine.game.exhibits import SILENT
from engine.game.replies import record
from engine.site import charts, chronicle, frontpage, past
from engine.site.feeds import atom, calendar
from engine.site.game import Game
from engine.site.notes import Notes
from engine.store import canon
from engine.store.layout import INDEX
from tests.pace import within
from tests.site.boards import START, committed, files, game, pages, player, poll

DAY = "state/journal/2026/01/05.yaml"
PEOPLE = {"players": {"ana": player("ana", 1, shells=5), "index": player("index", 2)}}


def entry(number: int, kind: str = "said", text: Any = None, **outcome: Any) -> dict[str, Any]:
    said = {"actor": {"id": 1, "login": "ana", "role": "player"}, "at": START, "comment": number, "kind": kind}
    return {**said, "id": f"{kind}/{number}", "outcome": {"is": "done", **outcome}, "text": text, "thread": 1}


def test_the_same_game_gives_the_same_bytes_and_is_not_made_twice() -> None:
    days = {DAY: canon.emit([entry(7, text="/dive")])}
    first, notes = pages(game(PEOPLE), days)
    again, _ = pages(game(PEOPLE), days)
    assert first == again
    assert pages(game(PEOPLE), days, notes)[0] == {}


def test_what_was_decided_on_a_day_stands_above_what_happened_and_is_told_as_soon_as_it_is() -> None:
    """That a proposal was adopted the chronicle never said: `ana writes /resolve` was all."""
    days = {DAY: canon.emit([entry(7, text="/resolve")])}
    held = {**PEOPLE, "polls": {"12": poll(109, "adopted", ana="yay") | {"subject": "109 <Beer>"}}}
    rows = "- [109](109.md) `109 <Beer>: rejected, 2026-01-05`, by **ana**: adopted, 2026-01-05\n"
    rows += "- [110](110.md) `Gone`, by **ana**: rejected, 2026-01-05\n"
    texts = files(held)
    before, notes = pages(Game(texts, SILENT), days)
    listed = f"{record.HEADING}{rows}- [111](111.md) `Later`, by **ana**: adopted, 2026-01-06\n"
    made, _ = pages(Game({**texts, INDEX: listed}, SILENT), days, notes)
    told = '<a href="{}">109 &lt;Beer&gt;</a> is adopted; 110 is rejected.'
    assert told.format("../proposals/109.html") in made["chronicle/2026-01-05.html"]
    assert told.format("proposals/109.html") in made["index.html"]
    assert "is adopted" not in before["chronicle/2026-01-05.html"]


def test_below_a_day_the_hour_of_each_thing_stands_alone() -> None:
    made, _ = pages(game(PEOPLE), {DAY: canon.emit([entry(7, text="/dive")])})
    (shown,) = re.findall(r'<li id="[^"]*"><time [^>]*>([^<]*)</time>', made["chronicle/2026-01-05.html"])
    assert re.fullmatch(r"\d\d:\d\d", shown)


def test_what_is_made_again_is_what_a_fresh_board_would_be() -> None:
    days = {DAY: canon.emit([entry(7, text="/dive")])}
    old, notes = pages(game(PEOPLE), days)
    richer = {"players": {**PEOPLE["players"], "ana": player("ana", 1, shells=6)}}
    later = {**days, "state/journal/2026/01/06.yaml": canon.emit([entry(7, kind="deleted"), entry(8, text="/fish")])}
    changed, _ = pages(game(richer), later, notes)
    assert old | changed == pages(game(richer), later)[0]
    assert "rules/landing.html" not in changed and "chronicle/2026-01-05.html" in changed


def test_deleted_edited_and_redacted_words_are_nowhere() -> None:
    said = [
        entry(7, text="/council a secret"),
        entry(8, text={"redacted": "0" * 64}),
        entry(9, text="/quiet", **{"is": "refused", "reason": "what was a secret"}),
    ]
    days = {
        DAY: canon.emit(said),
        "state/journal/2026/01/06.yaml": canon.emit([entry(7, kind="deleted"), entry(9, kind="edited")]),
    }
    made, _ = pages(game(PEOPLE), days)
    assert not [path for path, text in made.items() if "secret" in text or "0" * 64 in text]
    assert "words that are not kept" in made["chronicle/2026-01-05.html"]
    assert "edited or deleted since" in made["chronicle/2026-01-05.html"]


def test_of_a_comment_that_was_edited_twice_only_the_last_words_are_told() -> None:
    """What an edit had brought was still told after the next one, and after the comment was gone."""
    edits = [
        {**entry(7, kind="edited", text=text), "id": f"edited/7/{n}"} for n, text in enumerate(("/secret", "/dive"))
    ]
    gone = [{**entry(9, kind="edited", text="/secret"), "id": "edited/9"}, entry(9, kind="deleted")]
    days = {
        DAY: canon.emit([entry(7, text="/secret"), entry(9, text="/secret"), edits[0]]),
        "state/journal/2026/01/06.yaml": canon.emit([edits[1], *gone]),
    }
    made, notes = pages(game(PEOPLE), days)
    assert not [path for path, text in made.items() if "secret" in text]
    assert "/dive" in made["chronicle/2026-01-06.html"]
    assert pages(game(PEOPLE), days, Notes.read(notes.text()))[0] == {}


class Reader(HTMLParser):
    """What a page asks for, and what it may do."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.asks: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.asks += [
            given[name] or "" for name in ("src", "href") if name in given and tag in ("link", "script", "img")
        ]
        self.wrong += [name for name in given if name.startswith("on") or name == "style"]
        self.wrong += ["script"] if tag == "script" and "src" not in given else []


def test_no_page_asks_a_third_party_runs_a_script_of_its_own_or_leads_nowhere() -> None:
    held = {**PEOPLE, "polls": {"4": poll(108, "adopted", ana="yay"), "5": poll(109, "open")}}
    made, _ = pages(game(held, address="https://github.example/o/r"), {DAY: canon.emit([entry(7, text="/dive")])})
    for path, text in made.items():
        if path.endswith(".html"):
            found = Reader(text)
            assert not found.wrong and "default-src 'none'" in text, path
            assert not [ask for ask in found.asks if ":" in ask or ask.startswith("//")], path
            local = list(re.findall(r'href="([^"#:]+)["#]', text))
            folder = Path("/", path).parent
            gone = [link for link in local if str((folder / link).resolve()).lstrip("/") not in made]
            assert not gone, (path, gone)


def test_a_player_called_index_and_odd_keys_have_pages_of_their_own() -> None:
    made, _ = pages(game({"players": {"index": player("index", 2), "Éva/..": player("Éva", 3)}}))
    assert "index, nothing awaits your vote or answer" in made["players/index.html"] and not [
        path for path in made if ".." in path
    ]


def test_what_awaits_a_player_says_the_word_to_write_and_where() -> None:
    vote = {"voter": "index", "choice": "yay", "comment": 7, "weight": 1}
    count: dict[str, Any] = {"electors": ["ana", "index"], "ballots": [vote], "choices": {"yay": 1}}
    count |= {"yay": 1, "nay": 0, "cast": 1, "electorate": 2, "received": 1, "added": 0, "superseded": 0, "refused": 0}
    law = {"polls": {"5": {"count": count, "ahead": {}}}}
    made, _ = pages(
        game({**PEOPLE, "polls": {"5": poll(109, "open", index="yay")}}, law=law, address="https://g.example/o/r")
    )
    assert (
        "Vote on 109, Beer" in made["players/ana.html"]
        and "https://g.example/o/r/issues/109#new" in made["players/ana.html"]
    )
    assert "<code>yay</code> or <code>nay</code>" in made["players/ana.html"], "whatever the others have said"
    assert "nothing awaits your vote or answer" in made["players/index.html"]
    assert "Waits for <strong>ana</strong>" in made["index.html"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, True),
        ({"at": START - 1}, True),
        ({"at": START + 60}, False),
        ({"resolvers": []}, False),
        ({"resolvers": [], "anyone": True}, True),
        ({"by_itself": True}, False),
        ({"obstacle": "no quorum"}, False),
    ],
)
def test_a_decision_awaits_whoever_may_make_it_by_now(more: dict[str, Any], told: bool) -> None:
    """The board told of it from the beginning, where the word would have been refused for a week."""
    ahead = {"word": "/resolve", "at": None, "resolvers": ["ana"], "anyone": False, "by_itself": False, "obstacle": ""}
    law = {"polls": {"5": {"count": None, "ahead": ahead | more}}}
    held = {**PEOPLE, "polls": {"5": poll(109, "open")}}
    made, _ = pages(game(held, law=law))
    assert ("Decide 109, Beer" in made["players/ana.html"]) is told


def a_command(usage: str, *, joins: bool) -> dict[str, Any]:
    return {"usage": usage, "help": f"{usage} is for this.", "who": ["anyone"], "joins": joins}


def test_a_newcomer_is_told_the_command_that_makes_a_player_whatever_else_anyone_may_write() -> None:
    law = {"commands": [a_command("/map", joins=False), a_command("/join", joins=True)]}
    page = pages(game(PEOPLE, law=law))[0]["index.html"]
    assert "Write <code>/join</code> on the table. /join is for this." in page and "<code>/map</code>" not in page


def still(where: str, field: str, value: object, *, polls: bool = True) -> dict[str, str]:
    """The files of a game in which a vote is open, with this in one record of the engine's."""
    texts = files({**PEOPLE, **({"polls": {"10": poll(10, "open")}} if polls else {})})
    return texts | {where: canon.emit({**canon.read(texts[where]), field: value})}


def test_while_the_game_is_paused_the_first_page_says_so_and_asks_nobody_to_vote() -> None:
    goes_on = Game(files({**PEOPLE, "polls": {"10": poll(10, "open")}}), SILENT, address="https://x.org/o/n")
    before, notes = pages(goes_on)
    assert "One vote is open." in before["index.html"] and "Vote in its thread" in before["index.html"]
    paused = Game(still("state/engine.yaml", "paused_at", START), SILENT, address="https://x.org/o/n")
    made, _ = pages(paused, before=notes)
    assert "<h1>The game is paused. One vote is open.</h1>" in made["index.html"]
    assert "until an administrator writes <code>/resume</code>" in made["index.html"]
    for page in ("index.html", "proposals.html"):
        assert "Vote in its thread" not in made[page] and ">Its thread</a>" in made[page]


def test_once_the_game_is_over_no_number_comes_next_and_nobody_is_waited_for_or_asked_to_vote() -> None:
    vote = {"voter": "index", "choice": "yay", "comment": 7, "weight": 1}
    count: dict[str, Any] = {"electors": ["ana", "index"], "ballots": [vote], "choices": {"yay": 1}, "voters": 1}
    count |= {"yay": 1, "nay": 0, "cast": 1, "electorate": 2, "received": 1, "added": 0, "superseded": 0, "refused": 0}
    law: Any = {
        **SILENT,
        "polls": {"10": {"count": count, "ahead": {}, "closed": {"": {"yay": "Over.", "nay": "Over."}}}},
    }
    over = Game(still("state/game.yaml", "over", "done"), law, address="https://x.org/o/n")
    made, _ = pages(over)
    for page in ("index.html", "proposals.html", "proposals/10.html", "players/ana.html"):
        for words in ("Vote in its thread", "The next proposal is number", "Waits for", "Not yet"):
            assert words not in made[page], (page, words)
    readme = frontpage.drawn(over, {"README.md": f"{frontpage.BEGIN}{frontpage.END}"})["README.md"]
    assert readme is not None
    assert "| Never decided | As it stands | Waits for |" in readme and "ana" not in readme.partition("Waits for")[2]
    nothing = pages(Game(still("state/game.yaml", "over", "x", polls=False), SILENT))[0]
    assert "The next proposal is number" not in nothing["index.html"]


def test_the_number_that_comes_next_is_the_laws_where_that_is_known() -> None:
    """The board named the one after the last, where Wayfarers begins with another."""
    for law, number in (({"next": 201}, 201), ({}, 108)):
        made, _ = pages(game({"game": {"game": {"ruleset": "island", "last_number": 107}}}, law=law))
        for page in ("index.html", "proposals.html"):
            assert f"The next proposal is number {number}." in made[page]


def test_each_vote_is_told_with_what_became_of_it_and_gone_words_are_not() -> None:
    voted = poll(109, "open", ana="yay", index="nay")
    voted["ballots"] += [{**voted["ballots"][0], "choice": "nay", "at": START + 5}]
    voted["refused"] = [
        {
            "voter": "index",
            "choice": "yea",
            "at": START + 6,
            "comment": 7,
            "reason": "A vote is `yay` or `nay`, not *yea*.",
        },
        {"voter": "index", "choice": "secret", "at": START + 7, "comment": 8, "reason": "A vote is not secret."},
    ]
    days = {DAY: canon.emit([entry(8, kind="deleted")])}
    page = pages(game({**PEOPLE, "polls": {"5": voted}}), days)[0]["proposals/109.html"]
    assert "superseded by a later one" in page and "refused: A vote is yay or nay, not *yea*." in page
    assert "its words are gone" in page and "secret" not in page


def test_what_a_rule_calls_the_end_of_a_poll_is_told_in_place_of_its_status() -> None:
    chosen = {**poll(109, "adopted", ana="red"), "outcome": "red wins"}
    made = pages(game({**PEOPLE, "polls": {"5": chosen, "6": poll(110, "rejected", ana="nay")}}))[0]
    assert " red wins." in made["proposals/109.html"] and " Rejected." in made["proposals/110.html"]
    assert "<td>red wins</td>" in made["proposals.html"] and "<td>rejected</td>" in made["proposals.html"]
    assert "<td>red wins</td>" in made["players/ana.html"]


def test_numbers_of_earlier_weeks_are_read_from_the_records_text() -> None:
    text = canon.emit({"name": "hunger: 5", "hunger": -3, "population": {"farming": 2, "general": 40}, "list": [1]})
    assert past.numbers(text, ["hunger", "population", "population.farming", "name", "list", "none"]) == {
        "hunger": -3,
        "population": 42,
        "population.farming": 2,
    }


def test_programs_are_told_more_of_late_than_stands_on_the_first_page() -> None:
    """Whoever comes by once an hour missed what came before the last twelve."""
    days = {
        f"state/journal/2026/01/{day:02}.yaml": canon.emit([entry(day * 100 + n) for n in range(30)]) for day in (4, 5)
    }
    made, _ = pages(game(PEOPLE), days)
    assert made["feed.xml"].count("<entry>") == 50 and made["index.html"].count('<li id="said/') == 12
    told = re.findall(r"#(said/[0-9]+)</id>", made["feed.xml"])
    assert told[0] == "said/529" and told[29:31] == ["said/500", "said/429"]


def test_feeds_are_well_formed_whatever_was_written() -> None:
    from xml.etree import ElementTree

    told = {"who": "ana", "what": "writes", "text": "]]> & <b>\x0b", "refused": "", "id": "comment/1", "at": START}
    feed = ElementTree.fromstring(atom("A & B", "1f", "https://x.example", [told], START).encode())
    links = {link.get("rel"): link.get("href") for link in feed.findall("{http://www.w3.org/2005/Atom}link")}
    assert links == {None: "https://x.example", "self": "https://x.example/feed.xml"}
    ours, theirs = (re.findall("<id>(.*)</id>", atom("Ur", game, "", [told], START)) for game in ("1f", "2e"))
    assert not {*ours} & {*theirs}, "a reader of both boards took an entry of the one for one of the other"
    due = [{"at": START, "title": "Hunger; of, all\nEND:VCALENDAR " + "é" * 80, "slug": "hunger", "what": "period"}]
    lines = calendar("The island", "toy", due, START).split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75 and lines.count("END:VCALENDAR") == 1
    twice = calendar("The island", "toy", due * 2, START)
    assert len({line for line in twice.split("\r\n") if line.startswith("UID:")}) == 2
    assert "BEGIN:VTIMEZONE" in calendar("The island", "toy", [], START)  # one that is empty is none


def test_the_command_reads_a_repository_at_a_commit_and_writes_only_what_changed(tmp_path: Path) -> None:
    root, out = tmp_path / "game", tmp_path / "out"
    committed(root, files(PEOPLE))
    run = CliRunner().invoke(command, [str(out), "--root", str(root)], catch_exceptions=False)
    assert run.exit_code == 0 and (out / "index.html").is_file()
    again = CliRunner().invoke(command, [str(out), "--root", str(root)], catch_exceptions=False)
    assert " 0 of them written now" in again.output
    fresh = CliRunner().invoke(command, [str(tmp_path / "other"), "--root", str(root)], catch_exceptions=False)
    assert fresh.exit_code == 0
    made = {p.relative_to(out): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    assert made == {
        p.relative_to(tmp_path / "other"): p.read_bytes() for p in (tmp_path / "other").rglob("*") if p.is_file()
    }


def test_a_board_that_was_ended_while_it_was_made_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk, or by Ctrl-C: the folder was then refused, as one that holds something that is no board."""
    root, out = tmp_path / "game", tmp_path / "out"
    committed(root, files(PEOPLE))

    def half(where: Path, wanted: Any) -> None:
        for path, _ in wanted[:9]:
            (where / path).parent.mkdir(parents=True, exist_ok=True)
            (where / path).write_text("half")
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("engine.cli.made.write_all", half)
        assert isinstance(CliRunner().invoke(command, [str(out), "--root", str(root)]).exception, OSError)
    assert CliRunner().invoke(command, [str(out), "--root", str(root)]).exit_code == 0
    whole = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    committed(root, {"state/players/ana.yaml": canon.emit(player("ana", 1, shells=9))})
    with monkeypatch.context() as patch:
        patch.setattr("engine.cli.made.write_all", half)
        assert isinstance(CliRunner().invoke(command, [str(out), "--root", str(root)]).exception, OSError)
    before = [str(out), "--root", str(root), "--at", "main^"]  # set back meanwhile
    assert CliRunner().invoke(command, before).exit_code == 0
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == whole


def test_what_one_vote_changes_is_made_again_and_nothing_else(tmp_path: Path) -> None:
    """Charts end at the day, so that a pass does not change the page of everybody who has one."""
    shown = {
        "120-s.md": "---\nrule: 120\ntitle: S\nby_hand: true\nshow:\n  players: {columns: [shells], chart: [shells]}\n---\nS.\n"
    }
    root, out = tmp_path / "game", tmp_path / "out"
    begun = files(PEOPLE, shown)
    committed(root, begun, START - 8 * 86_400)
    committed(root, {"state/players/ana.yaml": canon.emit(player("ana", 1, shells=6))})
    CliRunner().invoke(command, [str(out), "--root", str(root)], catch_exceptions=False)
    known = {p: p.read_bytes() for p in out.rglob("*.html")}
    engine = canon.read(begun["state/engine.yaml"])
    later = {"state/engine.yaml": canon.emit({**engine, "position": [START + 60, 9, ""]})}
    committed(root, {**later, "state/players/ana.yaml": canon.emit(player("ana", 1, shells=9))}, START + 60)
    CliRunner().invoke(command, [str(out), "--root", str(root)], catch_exceptions=False)
    changed = {str(p.relative_to(out)) for p in out.rglob("*.html") if known.get(p) != p.read_bytes()}
    assert changed == {"index.html", "players.html", "players/ana.html"}
    fresh = tmp_path / "fresh"
    CliRunner().invoke(command, [str(fresh), "--root", str(root)], catch_exceptions=False)
    assert {p.name: p.read_bytes() for p in out.rglob("*.html")} == {
        p.name: p.read_bytes() for p in fresh.rglob("*.html")
    }


def test_what_rules_keep_in_the_record_of_the_game_is_shown_where_they_show_it(tmp_path: Path) -> None:
    """A chest that all own, under `show`, stood on no page and in no chart. What the engine keeps there stays out."""
    front = "state: {game: {chest: {type: integer}}}\nshow: {game: {title: The chest, chart: [chest]}}\n"
    chest = {"120-chest.md": f"---\nrule: 120\ntitle: Chest\n{front}---\nAll own it.\n"}
    root, out = tmp_path / "game", tmp_path / "out"
    begun = files(PEOPLE, chest)
    record = canon.read(begun["state/game.yaml"])
    for held, time in ((17, START - 8 * 86_400), (39, START)):
        committed(root, {**begun, "state/game.yaml": canon.emit({**record, "chest": held})}, time)
    CliRunner().invoke(command, [str(out), "--root", str(root)], catch_exceptions=False)
    assert "The chest" in (out / "records.html").read_text()
    assert "Timezone" not in (out / "records/game.html").read_text()
    assert game(PEOPLE, chest).records["game"] == {"game": {"chest": 0}}
    page = (out / "records/game.game.html").read_text()
    assert re.findall(r"<td[^>]*>(\d+)</td>", page) == ["39", "17"] and "<polyline" in page
    without = pages(game(PEOPLE, {"120-chest.md": chest["120-chest.md"].replace("show:", "scenes: {} #")}))[0]
    assert "records/game.html" not in without


def test_where_there_is_no_game_it_says_so(tmp_path: Path) -> None:
    run = CliRunner().invoke(command, [str(tmp_path / "out"), "--root", str(tmp_path)])
    assert run.exit_code != 0


@pytest.mark.parametrize(
    "text", ["", "[]", '{"made": 3}', '{"made": {}, "told": {"x": ["y"]}}', '{"made": {"../x": "1"}, "told": {}}']
)
def test_notes_that_are_none_of_ours_are_as_good_as_none(text: str) -> None:
    assert Notes.read(text) == Notes()


def test_a_thousand_players_fit_the_first_page() -> None:
    held = {"players": {f"p{n}": player(f"p{n}", n, shells=n) for n in range(1000)}}
    shown = {
        "120-s.md": "---\nrule: 120\ntitle: S\nby_hand: true\nshow:\n  players: {columns: [shells], order: shells}\n---\nS.\n"
    }
    made, notes = within(20, lambda: pages(game(held, shown)))
    assert len(made["index.html"].encode()) <= 200_000
    again, _ = pages(game(held, shown), None, notes)
    assert not again


def test_every_kind_of_draw_is_told_of() -> None:
    """A game in which a rule chose or shuffled had no chronicle."""
    rolls: list[dict[str, Any]] = [
        {"faces": [3, 4], "throw": "2d6"},
        {"faces": [5], "throw": "1d6", "total": 5},
        {"chosen": "<b>ana</b>", "of": 3},
        {"shuffled": ["bo", ["x", 1]]},
        {"throw": "1d6", "total": 4},
    ]
    page = pages(game(PEOPLE), {DAY: canon.emit([{**entry(7, text="/dive"), "rolls": rolls * 4}])})[0]
    told = page["chronicle/2026-01-05.html"]
    assert "chosen of 3</span> <b>&lt;b&gt;ana" in told and "shuffled</span> <b>bo</b> <b>x, 1</b>" in told
    assert "= 5" in told and "<b>4</b></p>" in told and told.count('class="roll"') == 12 and "and more rolls" in told


def test_of_an_entry_with_many_rolls_the_first_are_told_and_that_there_are_more() -> None:
    rolls = [{"faces": [n % 6 + 1], "throw": "1d6", "total": n % 6 + 1} for n in range(30)]
    days = {DAY: canon.emit([{**entry(7, text="/dive"), "rolls": rolls, "zeal": 1}, entry(8, text="/after")])}
    page = pages(game(PEOPLE), days)[0]["chronicle/2026-01-05.html"]
    assert page.count('class="roll"') == 12 and "and more rolls" in page and "/after" in page


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["text", "thread", "zeal"]),
            st.text("ab:-|#\"'\\\n ~é\u2028", max_size=12)
            | st.integers(-(10**9), 10**9)
            | st.dictionaries(st.text("a:", min_size=1), st.text("a\n")),
        ),
        max_size=3,
    )
)
def test_whatever_was_written_is_told_to_the_letter(more: list[dict[str, Any]]) -> None:
    """Entries are read a field at a time, and a field that was read before is not read again."""
    entries = [{**entry(n), "text": "x", **each} for n, each in enumerate(more)]
    told = chronicle.told([canon.emit(entries)] if entries else [], {}, {})
    assert [one["text"] for one in told] == [e["text"] if isinstance(e["text"], str) else "" for e in entries]
    assert [one["thread"] for one in told] == [e["thread"] for e in entries]
    assert all(one["who"] == "ana" and one["at"] == START for one in told)


def test_the_day_that_is_not_over_is_drawn_once() -> None:
    """On a Monday the week that had just ended and today were two points of the same name."""
    held = {"players": {"ana": player("ana", 1, shells=5)}}
    today = game(held).today
    before = tuple((today - 7 * 86_400 * weeks, {"players": {"ana": {"shells": 3}}}) for weeks in (1, 0))
    drawn = charts.series(game(held, past=before), "players", "ana", "shells")
    assert drawn == [(today - 7 * 86_400, 3), (today, 5)]


def test_the_picture_for_links_names_as_many_players_as_the_first_page() -> None:
    """It counted those, too, who have gone."""
    made, _ = pages(game({"players": {**PEOPLE["players"], "bo": {**player("bo", 3), "active": False}}}))
    assert "Two players make the law" in made["index.html"] and ", 2 players." in made["card.svg"]


def test_votes_without_a_number_stand_in_the_order_in_which_they_were_opened() -> None:
    """The tenth stood behind the first: their keys were ordered by letters."""
    held = {f"council/{n}": {**poll(n, "open"), "number": None, "subject": f"Question {n}"} for n in (1, 2, 10)}
    page = pages(game({**PEOPLE, "polls": held}))[0]["index.html"]
    assert re.findall(r"Question [0-9]+</a></h3>", page) == [f"Question {n}</a></h3>" for n in (1, 2, 10)]
