"""A game made by `nomic new` is played on a hub with the files it made and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.newgame.games import played

SONG = "---\nrule: next\ntitle: Songs\nby_hand: true\n---\nWe sing before we vote.\n"
HOUR = 3_600


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
        assert told.returncode == 1, told.stderr
        assert "`/open` on 'Songs' would be refused [forbidden]:" in told.stdout
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
