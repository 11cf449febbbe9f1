"""The same game from a terminal, whether it is being served or not."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from click.testing import CliRunner

from engine.cli import at_table
from engine.cli.main import nomic
from engine.store.told import Told
from engine.table import terminal
from engine.table.folder import NoGame
from engine.table.identity import Seats
from engine.table.serving import house
from engine.table.web import application
from engine.template import shipped
from tests.island import rule, with_rules
from tests.nomic import COMMAND
from tests.shares import only_whole
from tests.table.tables import Time, island, opened

SONGS = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing.\n"


def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game on the island that has begun, and that nobody serves."""
    island(monkeypatch)
    place = tmp_path / "game"
    with opened(place, Time()):
        pass
    return place


def run(place: Path, *words: str) -> tuple[int, dict[str, Any]]:
    found = CliRunner().invoke(nomic, [*words, "--game", str(place), "--json"], catch_exceptions=True)
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        return 1, {"cause": getattr(found.exception, "cause", repr(found.exception))}
    return found.exit_code, json.loads(found.output)


def test_a_round_is_played_from_a_terminal_while_nobody_serves_and_while_somebody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = begun(tmp_path, monkeypatch)
    code, said = run(place, "say", "ana", "/join")
    assert (code, said["refused"]) == (0, False)
    file = tmp_path / "songs.md"
    file.write_text(SONGS)
    with opened(place, Time()) as game, house(game, "", lambda error: None, reachable=False) as whole:
        server = uvicorn.Server(
            uvicorn.Config(application(whole, lambda error: None), port=0, log_level="error", lifespan="off", ws="none")
        )
        serving = threading.Thread(target=server.run, daemon=True)
        serving.start()
        while not server.started:
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        game.folder.announce({"address": f"http://127.0.0.1:{port}", "secret": Seats(game).links["host"]})
        code, said = run(place, "say", "ana", "/dove")
        assert (code, said["refused"]) == (1, True)
        assert run(place, "say", "nobody", "/join")[1]["cause"].startswith("Nobody here is called")
        (_, one), (_, several) = run(place, "say", "ana", "/help dive"), run(place, "say", "ana", "/help", "dive")
        assert one["answers"] == several["answers"] and "pearl" in one["answers"][0]
        assert run(place, "say", "ana", " ")[1]["cause"] == "There is nothing to say in that."
        assert f"http://127.0.0.1:{port}" in CliRunner().invoke(nomic, ["play", str(place)]).exception.remedy  # type: ignore[union-attr]
        code, opened_it = run(place, "propose", "ana", str(file))
        assert (code, opened_it["opened"]) == (0, True), opened_it
        number = opened_it["title"].split()[0]
        assert run(place, "vote", "ana", number, "perhaps")[1]["cause"] == "'perhaps' is no vote here."
        code, voted = run(place, "vote", "ana", number, "yay")
        assert code == 0 and "1 yay" in voted["standing"], voted
        assert run(place, "vote", "ana", "9999", "yay")[1]["cause"] == "9999 is not open for voting."
        code, status = run(place, "status", "ana")
        (vote,) = status["votes"]
        assert vote["title"].endswith("Songs") and "adopt" in vote["words"], vote
        assert code == 0 and list(status["waiting"]) == ["ana"] and status["here"].endswith("(UTC)")
        before = run(place, "clock")[1]["now"]
        assert run(place, "clock", "+1w")[1]["now"] > before
        asked = {"do": "clock", "by": "yesterday"}
        with pytest.raises(Told, match="'yesterday' is no step of the clock."):
            at_table.ask(place, asked)
        known = game.folder.served()
        assert known is not None
        with pytest.raises(Told, match="not the host's secret"):
            at_table._there(known, [])  # type: ignore[arg-type]
        game.folder.announce({"address": f"http://127.0.0.1:{port}", "secret": "guessed"})
        assert "not the host's secret" in run(place, "status")[1]["cause"]
        server.should_exit = True
        serving.join(10)


@pytest.mark.parametrize("words", [("clock", "+1w"), ("say", "ana", "/dive"), ("status", "ana")])
def test_what_keeps_it_from_being_judged_is_said_whatever_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    place = begun(tmp_path, monkeypatch)
    (place / "dice-key").write_text("another one, by mistake")
    done = CliRunner().invoke(nomic, [*words, "--game", str(place)])
    assert "not the one the game has committed to" in done.output and "Put the right one" in done.output
    assert done.exit_code == 1
    code, found = run(place, *words)
    assert code == 1 and found["trouble"][0].startswith("The dice key of this run")


def test_what_takes_longer_to_be_judged_than_a_terminal_waits_is_not_called_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = begun(tmp_path, monkeypatch)
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    code, found = run(place, "clock", "+1w")
    assert (code, found["trouble"]) == (1, list(terminal.LATE))
    monkeypatch.undo()
    assert run(place, "clock", "+1m")[0] == 0, "the next goes on with it"


def proposed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> tuple[int, dict[str, Any]]:
    """What ana hears who proposes a file of that text."""
    island(monkeypatch)
    with opened(tmp_path / "game", Time()):
        pass
    run(tmp_path / "game", "say", "ana", "/join")
    file = tmp_path / "songs.md"
    file.write_text(text)
    return run(tmp_path / "game", "propose", "ana", str(file))


def test_a_proposal_is_called_as_the_rule_file_says_and_not_as_it_is_written_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = SONGS.replace("title: Songs", 'title: "Songs: \\"loud\\"" # or not')
    assert proposed(tmp_path, monkeypatch, text)[1]["title"] == '108 Songs: "loud"'


def test_a_nul_in_a_rule_file_is_told_even_where_it_stands_in_the_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, told = proposed(tmp_path, monkeypatch, SONGS.replace("Songs", "So\0ngs"))
    assert (code, told["opened"]) == (1, False)
    assert "not plain text" in told["answers"][0]


def test_whoever_proposes_what_is_refused_is_told_that_no_pull_request_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed(tmp_path, monkeypatch, SONGS.replace("title: Songs\n", ""))
    place = str(tmp_path / "game")
    found = CliRunner().invoke(nomic, ["propose", "ana", str(tmp_path / "songs.md"), "--game", place])
    assert found.exit_code == 1 and "no pull request was made" in found.output


def test_what_is_said_on_the_table_because_of_an_act_answers_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    front = "commands:\n  - {usage: /cry <text>, run: cry, who: anyone}\n"
    code = "def cry(player, text):\n    announce(text)\n"
    law = with_rules({"120-cries.md": rule(120, "Cries", front=front, code=code)})
    monkeypatch.setattr(shipped, "law", lambda ruleset: law)
    with opened(tmp_path / "game", Time()):
        pass
    code, said = run(tmp_path / "game", "say", "ana", "/cry Land!")
    assert (code, said["answers"], said["done"]) == (0, ["Land!"], True)


def test_who_is_not_seated_is_told_a_line_that_works_or_how_names_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    place = tmp_path / "our game"
    with opened(place, Time()):
        pass

    def remedy(name: str) -> str:
        return str(CliRunner().invoke(nomic, ["say", name, "hi", "--game", str(place)]).exception.remedy)  # type: ignore[union-attr]

    assert remedy("zoe") == f"`nomic play '{place}' --players zoe` adds it."
    assert (
        remedy("zoe quite")
        == "Use up to 39 letters from A to Z and digits, with single hyphens between them, as on GitHub."
    )
    assert remedy("ann") == "Did you mean ana?"


def test_a_thread_may_be_called_as_answers_call_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`nomic vote` took `#7` and `nomic say` did not, though it is what every answer ends with."""
    place = begun(tmp_path, monkeypatch)
    assert run(place, "say", "ana", "/join", "--thread", "#1")[1]["thread"] == 1
    assert run(place, "say", "ana", "/dive", "--thread", "1")[1]["thread"] == 1
    for odd in ("#", "table", "-1", "٧"):
        refused = CliRunner().invoke(nomic, ["say", "ana", "hi", "--game", str(place), f"--thread={odd}"])
        assert refused.exit_code == 2 and "is no thread. Its number stands behind the #" in refused.output


def test_how_things_stand_begins_with_that_the_game_is_paused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told of a game that is over, and of one that is paused nothing was."""
    island(monkeypatch)
    place = tmp_path / "game"
    with opened(place, Time()):
        pass
    assert run(place, "status")[1]["paused"] is False
    assert run(place, "say", "ana", "/pause")[0] == 0
    assert run(place, "status")[1]["paused"] is True
    told = CliRunner().invoke(nomic, ["status", "--game", str(place)]).output
    assert told.splitlines()[0] == at_table.PAUSED
    assert run(place, "say", "bo", "/join")[0] == 1, "as it says"


def test_what_is_to_be_written_instead_names_the_game_where_it_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`nomic status` by itself found no game, or another one."""
    place = begun(tmp_path, monkeypatch)

    def remedy(*words: str) -> str:
        error = CliRunner().invoke(nomic, list(words)).exception
        assert isinstance(error, Told)
        return error.remedy

    named = f"--game {place}`."
    assert remedy("vote", "ana", "900", "yay", "--game", str(place)).endswith(f"`nomic status {named}")
    assert remedy("say", "ana", " ", "--game", str(place)).endswith(f'`nomic say ana "/status" {named}')
    assert remedy("say", "ana", "/dive", "--thread", "77", "--game", str(place)).endswith(f"`nomic status {named}")
    monkeypatch.chdir(place)
    assert remedy("vote", "ana", "900", "yay").endswith("`nomic status`.")


def test_the_clock_and_how_things_stand_say_the_time_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One said it in UTC, the other by the game's time zone: in Berlin they were an hour apart."""
    place = begun(tmp_path, monkeypatch)
    clock, status = (CliRunner().invoke(nomic, [word, "--game", str(place)]).output for word in ("clock", "status"))
    time, _, whose = clock.strip().partition(", ")
    assert whose == "the table’s own time" and status.splitlines()[0] == f"Island, {time}"


@pytest.mark.parametrize(
    ("step", "cause"),
    [
        ("-1d", "The clock goes forward only."),
        ("-5h", "The clock goes forward only."),
        ("--back", "'--back' is no step of the clock."),
        ("nonsense", "'nonsense' is no step of the clock."),
    ],
)
def test_what_is_no_step_of_the_clock_is_wrong_usage_and_told_as_that(tmp_path: Path, step: str, cause: str) -> None:
    """One step back was taken for an option, "No such option '-1'", and one of hours for a call for help, done with success."""
    done = CliRunner().invoke(nomic, ["clock", step, "--game", str(tmp_path)])
    assert (done.exit_code, f"{cause} Write +1w, +2d, +3h, +5m, or due." in done.output) == (2, True), done.output


def test_how_things_stand_begins_with_that_the_game_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    front = "commands:\n  - {usage: /finish, run: finish, who: anyone}\n"
    code = 'def finish(player):\n    end_game("The sea took the island.")\n'
    law = with_rules({"120-ends.md": rule(120, "Ends", front=front, code=code)})
    monkeypatch.setattr(shipped, "law", lambda ruleset: law)
    with opened(tmp_path / "game", Time()):
        pass
    assert run(tmp_path / "game", "status")[1]["over"] is None
    assert run(tmp_path / "game", "say", "ana", "/finish")[0] == 0
    assert run(tmp_path / "game", "status")[1]["over"] == "The sea took the island."
    told = CliRunner().invoke(nomic, ["status", "--game", str(tmp_path / "game")]).output
    assert told.splitlines()[0] == "The game is over: The sea took the island."


def test_how_things_stand_says_who_has_won_where_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    front = "commands:\n  - {usage: /finish, run: finish, who: anyone}\n"
    law = with_rules(
        {"120-ends.md": rule(120, "Ends", front=front, code='def finish(player):\n    win([player], "first")\n')}
    )
    monkeypatch.setattr(shipped, "law", lambda ruleset: law)
    with opened(tmp_path / "game", Time()):
        pass
    assert run(tmp_path / "game", "say", "ana", "/finish")[0] == 0
    assert run(tmp_path / "game", "status")[1]["won"] == "ana"
    told = CliRunner().invoke(nomic, ["status", "--game", str(tmp_path / "game")]).output
    assert told.splitlines()[1] == "ana won, and the game goes on."


def test_a_terminal_which_folds_nothing_is_told_what_is_folded_on_github() -> None:
    found = {
        "answers": ["Opened.\n\n<details><summary>Of the examples, 1 fails.</summary>\n\n- x\n\n</details>"],
        "thread": 2,
    }
    assert [line for line in at_table._lines(found) if line] == [
        "Opened.",
        "**Of the examples, 1 fails.**",
        "- x",
        "In #2.",
    ]


def test_a_map_and_a_list_within_a_list_keep_the_space_they_begin_with() -> None:
    found = {"answers": ["```\n2 [ ][S]\n1 [ ][ ]\n   1  2\n```\n- a fleet\n  - a ship"], "thread": 1}
    shown = ["```", "2 [ ][S]", "1 [ ][ ]", "   1  2", "```", "- a fleet", "  - a ship", "In #1."]
    assert at_table._lines(found) == shown


def test_what_the_rules_tell_everyone_is_told_once() -> None:
    found = {
        "game": "Island",
        "here": "Mon 2026-01-05 00:00 (UTC)",
        "waiting": {"ana": [], "bo": [], "cy": ["Take your place in the game"]},
        "acts": {"ana": [], "bo": [], "cy": [{"thread": 1, "words": ["/join"]}]},
        "lines": {"ana": ["Two play.", "You have 3."], "bo": ["Two play.", "You have 4."], "cy": []},
        "due": [],
    }
    assert at_table._lines(found)[1:] == [
        "ana: nothing waits",
        "  You have 3.",
        "bo: nothing waits",
        "  You have 4.",
        "cy: Take your place in the game (/join in #1)",
        "To everyone the rules tell:",
        "  Two play.",
    ]
    given = {"waiting": {"ana": ["Ur is hungry", "It is your turn"]}}
    given["acts"] = {"ana": [{"thread": 7, "words": []}, {"thread": None, "words": []}]}
    assert at_table._lines({**found, **given})[1:3] == ["ana: Ur is hungry (in #7)", "ana: It is your turn"]
    votes = [
        {"thread": 2, "title": "108, Songs", "words": "2 more yays adopt it.\n\nOnce it is in force, **ana** has won."}
    ]
    told = "Vote 108, Songs (#2): 2 more yays adopt it. Once it is in force, **ana** has won."
    assert at_table._lines({**found, "votes": votes})[-1] == told
    alone = {**found, "waiting": {"ana": []}, "acts": {"ana": []}, "lines": {"ana": ["Two play.", "You have 3."]}}
    assert at_table._lines(alone)[1:] == ["ana: nothing waits", "  Two play.", "  You have 3."]


def test_a_game_begins_in_a_folder_named_from_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    island(monkeypatch)
    monkeypatch.chdir(tmp_path)
    with opened(Path("game"), Time()) as game:
        assert game.settle() is not None
    assert run(Path("game"), "say", "ana", "/join")[0] == 0


def test_a_file_that_can_be_of_two_kinds_is_of_the_one_in_whose_folder_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    front = "documents: {card: cards, chart: charts}\n"
    law = with_rules({"120-cards.md": rule(120, "Cards", front=front)})
    monkeypatch.setattr(shipped, "law", lambda ruleset: law)
    with opened(tmp_path / "game", Time()):
        pass
    assert run(tmp_path / "game", "say", "ana", "/join")[0] == 0
    (tmp_path / "charts").mkdir()
    for path in (tmp_path / "fog.md", tmp_path / "charts" / "fog.md"):
        path.write_text("---\nname: Fog\n---\nOne waits.\n")
    told = run(tmp_path / "game", "propose", "ana", str(tmp_path / "fog.md"))
    assert told == (1, {"cause": "fog.md can be a new card or a new chart, and does not say which."})
    assert run(tmp_path / "game", "propose", "ana", str(path))[1]["path"] == "rules/island/charts/fog.md"


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "songs.md").write_bytes(b"songs \xff\xfe")
    found = CliRunner().invoke(nomic, ["propose", "ana", str(tmp_path / "songs.md"), "--game", str(tmp_path)])
    assert found.exit_code == 2 and "no text in UTF-8" in found.output


def test_where_there_is_no_game_a_terminal_says_how_to_begin_one(tmp_path: Path) -> None:
    assert f"There is no game in `{tmp_path / 'nothing'}`." in run(tmp_path / "nothing", "status")[1]["cause"]


def test_in_the_repository_of_a_game_it_says_that_a_table_is_meant(tmp_path: Path) -> None:
    """`There is no game` stood there alone, for who had just made one with `nomic new`."""
    for folder in ("rules", ".git"):
        (tmp_path / folder).mkdir()
    with pytest.raises(NoGame) as told:
        at_table.ask(tmp_path, {"do": "status"})
    assert told.value.remedy.startswith("That is a game's repository, as GitHub holds it")


def test_where_no_game_is_named_this_folder_is_meant_or_the_one_that_make_play_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(nomic, ["status"])
    assert f"There is no game in `{tmp_path}`." in getattr(found.exception, "cause", "")
    island(monkeypatch)
    with opened(tmp_path / "game", Time()):
        pass
    assert CliRunner().invoke(nomic, ["status"]).exit_code == 0
    monkeypatch.chdir(tmp_path / "game")
    assert CliRunner().invoke(nomic, ["status"]).exit_code == 0


def test_a_file_called_like_a_rule_in_force_is_said_to_amend_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = begun(tmp_path, monkeypatch)
    run(place, "say", "ana", "/join")
    for name in ("gifts.md", "songs.md"):
        (tmp_path / name).write_text("---\nrule: next\ntitle: Singing\nby_hand: true\n---\nWe sing.\n")
    said = CliRunner().invoke(nomic, ["propose", "ana", str(tmp_path / "gifts.md"), "--game", str(place)]).output
    amended = re.match(r"It is called like (rules/island/\d+-gifts\.md), and amends it\.\n", said)
    assert amended is not None, said
    assert run(place, "propose", "ana", str(tmp_path / "songs.md"))[1]["amends"] is None


def test_where_the_machine_has_a_proxy_the_table_is_judged_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No pass could be made there: the proxy was asked for what answers on the machine itself."""
    place = begun(tmp_path, monkeypatch)
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    words = [*COMMAND, "say", "ana", "/join", "--game", str(place), "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, json.loads(done.stdout)["done"]) == (0, True), done.stdout + done.stderr


@only_whole
def test_nomic_play_serves_a_folder_named_from_here_and_after_kill_9_it_goes_on(tmp_path: Path) -> None:
    """What `make play` does, with the terminal beside it."""
    play = [*COMMAND, "play", "game", "--players", "ana,bo", "--no-browser", "--port", "0"]
    running = subprocess.Popen(play, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        assert "is on. You sit here" in running.stdout.readline()
        assert running.stdout.readline() == "\n" and "/enter/" in running.stdout.readline()
        told = subprocess.run(
            [*COMMAND, "say", "ana", "/join Ur", "--json"], cwd=tmp_path, capture_output=True, text=True
        )
        assert told.returncode == 0 and "Ur is founded" in "".join(json.loads(told.stdout)["answers"]), told.stderr
    finally:
        running.kill()
        running.wait()
    code, found = run(tmp_path / "game", "say", "ana", "/me")
    assert code == 0 and "- name: Ur" in found["answers"][0]
    again = subprocess.Popen(play, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert again.stdout is not None
        assert "The game in game is on" in again.stdout.readline()
        again.send_signal(signal.SIGINT)
        said, _ = again.communicate(timeout=60)
    finally:
        again.kill()
    assert said.endswith("The game is kept. `nomic play game` goes on with it.\n") and again.returncode == 0


@pytest.mark.parametrize(
    ("which", "word"), [('{"aye": "yay"}.get(text, False)', "aye"), ("text.isdigit() and text", "12")]
)
def test_words_that_a_rule_takes_for_votes_are_votes_at_the_terminal_too(
    which: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were said to be none, and no others were named."""
    code = f"def which(poll, text):\n    return {which}\n"
    chosen = rule(120, "Words", front="overrides: all\nanswers: {ballot: which}\n", code=code)
    monkeypatch.setattr(shipped, "law", lambda ruleset: with_rules({"120-words.md": chosen}))
    with opened(tmp_path / "game", Time()):
        pass
    (tmp_path / "songs.md").write_text(SONGS)
    assert run(tmp_path / "game", "say", "ana", "/join")[0] == 0
    assert run(tmp_path / "game", "propose", "ana", str(tmp_path / "songs.md"))[1]["opened"]
    code_, voted = run(tmp_path / "game", "vote", "ana", "121", word)
    assert (code_, voted["done"]) == (0, True), voted
