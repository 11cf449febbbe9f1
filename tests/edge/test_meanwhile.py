"""What people do while a pass reads, judges or answers: nothing is lost, nothing is done twice."""

from __future__ import annotations

from tests.edge.stage import Scene, settle, without_doubles


def test_a_page_that_shifts_while_it_is_read_loses_no_comment(scene: Scene) -> None:
    ids = [scene.say("ana", "hello") for _ in range(120)]
    build = scene.say("bo", "/build")
    edited = ids[0]  # moves to the end, and what was first on the second page to the end of the first
    scene.hub.after("GET /repos/owner/island/issues/comments", lambda: edit(scene, edited, "hello again"))
    report = scene.run()
    assert len([r for r in scene.hub.requests if r == "GET /repos/owner/island/issues/comments"]) > 1
    read = [outcome["id"] for outcome in report.outcomes]
    assert len(read) == len(set(read))
    assert f"comment/{build}" in read
    assert {f"comment/{id_}" for id_ in ids} <= set(read) | set(scene.read("state/engine.yaml")["seen"])
    settle(scene)
    assert scene.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert scene.findings() == []


def edit(scene: Scene, comment: int, text: str) -> None:
    scene.wait(1)
    model = scene.island.model
    model.edit_comment(model.find_comment(comment).author, comment, text)


def test_a_comment_deleted_between_read_and_answer_is_carried_out_and_its_thread_goes_on(scene: Scene) -> None:
    model = scene.island.model
    number = scene.propose("ana", "alba")
    scene.run()
    vote = scene.say("bo", "yay", number)
    scene.hub.after(
        "GET /repos/owner/island/issues/comments", lambda: model.delete_comment(scene.island.id("bo"), vote)
    )
    assert scene.run().held == []
    assert [b["voter"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]] == ["bo"]
    scene.say("cy", "yay", number)
    scene.say("ana", "/resolve", number)
    scene.run()
    ballots = {b["voter"]: b["deleted"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]}
    assert ballots == {"bo": True, "cy": False}
    assert scene.read(f"state/polls/{number}.yaml")["status"] == "open"
    assert scene.findings() == []


def test_what_the_lists_do_not_show_yet_is_in_the_end_there_once(scene: Scene) -> None:
    """A stale read after a write: neither the engine's own posts nor what was said last are listed yet."""
    number = scene.propose("ana", "alba")
    scene.say("bo", "/council Shall we dance?")
    scene.run()
    scene.say("bo", "/build")
    scene.say("bo", "yay", number)
    scene.hub.rest.lag = 300
    for _ in range(3):
        scene.run()
    scene.hub.rest.lag = 0
    settle(scene)
    threads = without_doubles(scene.shown().threads)
    assert {count for found in threads.values() for count in found[0]["said"].values()} == {1}
    assert scene.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert [b["voter"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]] == ["bo"]
    assert scene.findings() == []


def test_a_vote_that_comes_while_the_pass_judges_is_counted_by_the_next(scene: Scene) -> None:
    number = scene.propose("ana", "alba")
    scene.run()
    scene.say("ana", "yay", number)
    scene.hub.after("GET /repos/owner/island/issues/comments", lambda: scene.say("bo", "nay", number))
    scene.run()
    scene.run()
    assert [b["voter"] for b in scene.read(f"state/polls/{number}.yaml")["ballots"]] == ["ana", "bo"]
    settle(scene)
    assert scene.findings() == []
