"""What happens to a hub's things now and then, and no page of a table does: to issues that move, to comments, commits and forks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from engine.hub.threads import Comment, Thread
from tests.github.model import Model, Suite
from tests.github.people import People


def take_away(model: Model, number: int) -> list[Thread | Comment]:
    """An issue is transferred to another repository: it is gone here, with what was said in it."""
    found: list[Thread | Comment] = [model.threads.pop(number)]
    said = [comment for comment in model.comments.values() if comment.thread == number]
    return [*found, *(model.comments.pop(comment.id) for comment in said)]


def bring(model: Model, found: list[Thread | Comment], number: int) -> None:
    """An issue comes from another repository, as it is: by whom and when it was written, under a number of its own."""
    for each in found:
        if isinstance(each, Thread):
            model.threads[number] = replace(each, number=number, id=model.new_id(), updated_at=model.clock())
        else:
            made = replace(each, id=model.new_id(), thread=number)
            model.comments[made.id] = made
    model.brought[number] = model.clock()


def touch_comment(model: Model, id_: int) -> None:
    """What GitHub does itself now and then, most often within a second: a new date, and the text stays as it is."""
    comment = model.find_comment(id_)
    comment.is_as_written = comment.edited_at is None
    comment.updated_at = max(model.clock(), comment.created_at)


def run_checks(model: Model, sha: str, conclusions: Mapping[str, str | None]) -> None:
    """A workflow is started over a commit, be it once more: the name of each check, and how it ended, if it did.

    Without any it waits for somebody to let it begin, as GitHub has it with what newcomers propose.
    """
    runs = {name: (model.new_id(), conclusion) for name, conclusion in conclusions.items()}
    model.suites.setdefault(sha, []).append(Suite(model.new_id(), runs))


def delete_fork(people: People, login: str) -> None:
    """What was proposed from it stays in the repository, and is closed; its branches are gone."""
    name = f"{login}/{people.model.name}"
    del people.hub.forks[name]
    for thread in people.model.threads.values():
        if thread.pull is not None and thread.pull.source == name and thread.state == "open":
            people.close(login, thread.number)
