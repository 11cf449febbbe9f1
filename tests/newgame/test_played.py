"""A game made by `nomic new` is played on a hub with the files it made and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.newgame.games import played
from tests.shares import WHOLE, only_whole

SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing before we vote.\n"
HOUR = 3_600


@only_whole
def test_from_the_first_push_to_a_law_of_the_players_own(tmp_path: Path) -> None:
    with played(tmp_path) as game:
        joined = game.submit("ana", "1-join", "Ur by the river")
        game.say("bo", "/join Kish")
        before = game.hub.git.head()
        assert '"is": "done"' in game.run(DRY_RUN="true").stdout
        assert game.hub.git.head() == before
        done = game.run()
        assert done.returncode == 0, done.stderr
        assert game.read("state/villages/ana.yaml")["name"] == "Ur by the river"
        assert game.read("state/villages/bo.yaml")["name"] == "Kish"
        assert "Welcome, ana" in game.answers(joined)

        acted = game.submit("bo", "2-act", "/describe Reeds.")
        question = "### First\n\nMay a song be a rule?\n\n### Second\n\nMay it rhyme?"
        asked = game.submit("ana", "3-judgment", question, "@ana")
        number = game.people.open_pull("ana", "Songs", {"rules/credo/352-songs.md": SONG}, from_fork=True).number
        told = game.check(number)
        assert told.returncode == 0, told.stderr
        assert "`/open` on '352 Songs' would be accepted." in told.stdout
        game.people.retitle("ana", number, "352 Songs")
        assert game.check(number).returncode == 0
        game.say("ana", "/open", number)
        game.say("ana", "yay", number)
        game.say("bo", "yay", number)
        assert game.run().returncode == 0
        assert game.read("state/villages/bo.yaml")["description"] == "Reeds."
        assert "description" in game.answers(acted)
        judgment = game.read(f"state/judgments/{asked}.yaml")
        assert judgment["summary"].startswith("### First")
        assert "May it rhyme?" in judgment["summary"]
        assert judgment["involved"] == ["ana"]
        assert game.read(f"state/polls/{number}.yaml")["quorum_at"] is not None

        game.say("ana", "/resolve", number)
        assert game.run().returncode == 0
        assert game.hub.model.thread(number).pull.merged_at is not None
        assert game.hub.git.file("main", "rules/credo/352-songs.md").startswith("---\nrule: 352\n")

        game.clock.now += 8 * 24 * HOUR
        assert "period/" in game.run().stdout


@pytest.mark.skipif(not WHOLE, reason="`make test-all` plays it, too")
def test_wayfarers_from_the_first_push_over_the_map_to_a_rule_that_waited_for_the_next_turn(tmp_path: Path) -> None:
    with played(tmp_path, "wayfarers") as game:
        game.say("ana", "/join")
        game.say("bo", "/join")
        game.say("bo", "/start")
        game.say("ana", "/roll")
        assert game.run().returncode == 0
        far = game.read("state/game.yaml")["roll"]
        game.say("ana", f"/move {far} north")
        number = game.people.open_pull("ana", "Songs", {"rules/wayfarers/201-songs.md": SONG}).number
        game.say("ana", "/open", number)
        game.say("ana", "yay", number)
        asked = game.submit("ana", "3-judgment", "May a song be a rule?")
        assert game.run().returncode == 0
        assert game.read("state/map.yaml")[f"0,{far}"]["discovered_by"] == "ana"
        assert game.read("state/players/ana.yaml")["y"] == far

        game.say("bo", "/judge It may.", asked)
        game.say("bo", "yay", number)
        game.say("bo", "/map")
        assert game.run().returncode == 0
        assert game.hub.git.file("main", "rules/wayfarers/202-may-a-song-be-a-rule-202.md").endswith("It may.")
        assert game.hub.git.file("main", "rules/wayfarers/201-songs.md").startswith("---\nrule: 201\n")
        assert game.hub.model.thread(number).pull.merged_at is not None
        assert "takes effect when the next turn begins" in game.answers(number)
        assert f"`0,{far}` ana" in game.answers()
        assert game.read("state/game.yaml")["current"] == "bo"
