"""Reviews of pull requests: people's opinions of a change, kept and shown. The referee reads none: a vote is a comment."""

from collections.abc import Callable
from typing import Any, Final

from engine.hub.routes import Call, Refused, Reply, Rest, need
from engine.hub.shapes import stamp
from engine.hub.threads import Review, Thread

Json = dict[str, Any]
PENDING: Final = "PENDING"
STATES: Final = {"APPROVE": "APPROVED", "REQUEST_CHANGES": "CHANGES_REQUESTED", "COMMENT": "COMMENTED"}


def routes() -> list[tuple[str, str, Callable[[Rest, Call], Reply]]]:
    return [
        ("GET", r"REPO/pulls/(\d+)/reviews", _listed),
        ("POST", r"REPO/pulls/(\d+)/reviews", _made),
        ("GET", r"REPO/pulls/(\d+)/reviews/(\d+)", _one),
        ("POST", r"REPO/pulls/(\d+)/reviews/(\d+)/events", _submitted),
    ]


def _seen(thread: Thread, account: int) -> list[Review]:
    """What was begun and not sent is for its author alone."""
    return [each for each in thread.reviews if each.state != PENDING or each.author == account]


def _listed(rest: Rest, call: Call) -> Reply:
    thread = rest.the_pull(call)
    return rest.page(call, _seen(thread, call.account), lambda review: shape(rest, thread, review))


def _found(call: Call, thread: Thread) -> Review:
    found = next((each for each in _seen(thread, call.account) if each.id == int(call.parts[1])), None)
    if found is None:
        raise Refused(404, "Not Found")
    return found


def _one(rest: Rest, call: Call) -> Reply:
    thread = rest.the_pull(call)
    return Reply(200, shape(rest, thread, _found(call, thread)))


def _made(rest: Rest, call: Call) -> Reply:
    """Without an event it is only begun, as GitHub has it."""
    need(call, "issues")
    thread = rest.the_pull(call)
    body, event = str(call.body.get("body") or ""), call.body.get("event")
    if any(each.state == PENDING and each.author == call.account for each in thread.reviews):
        raise Refused(422, "Unprocessable Entity: User can only have one pending review per pull request")
    state = PENDING if event is None else _state(thread, call.account, str(event), body)
    pull = thread.pull
    assert pull is not None
    given = rest.commit_there(str(call.body.get("commit_id") or pull.head))
    review = Review(rest.model.new_id(), call.account, body, state, given, rest.model.clock())
    thread.reviews.append(review)
    _touched(rest, thread)
    return Reply(200, shape(rest, thread, review))


def _submitted(rest: Rest, call: Call) -> Reply:
    need(call, "issues")
    thread = rest.the_pull(call)
    review = _found(call, thread)
    if review.state != PENDING or review.author != call.account:
        raise Refused(422, "Unprocessable Entity: Could not submit review that is not pending")
    review.body = str(call.body.get("body") or review.body)
    review.state = _state(thread, call.account, str(call.body.get("event")), review.body)
    review.submitted_at = rest.model.clock()
    _touched(rest, thread)
    return Reply(200, shape(rest, thread, review))


def _state(thread: Thread, account: int, event: str, body: str) -> str:
    if event not in STATES:
        raise Refused(422, "Unprocessable Entity: Variable $event was provided invalid value")
    if event != "COMMENT" and account == thread.author:
        what = "approve" if event == "APPROVE" else "request changes on"
        raise Refused(422, f"Unprocessable Entity: Review Can not {what} your own pull request")
    if event != "APPROVE" and not body.strip():
        raise Refused(422, "Unprocessable Entity: Body can't be blank")
    return STATES[event]


def _touched(rest: Rest, thread: Thread) -> None:
    thread.updated_at = max(thread.updated_at, rest.model.clock())


def shape(rest: Rest, thread: Thread, review: Review) -> Json:
    page = f"{rest.shapes.page}/pull/{thread.number}"
    links = {
        "html": f"{page}#pullrequestreview-{review.id}",
        "pull_request": f"{rest.shapes.base}/pulls/{thread.number}",
    }
    sent = {} if review.state == PENDING else {"submitted_at": stamp(review.submitted_at)}
    return {
        "id": review.id,
        "node_id": f"PRR_{review.id}",
        "user": rest.shapes.account(review.author),
        "body": review.body,
        "state": review.state,
        "html_url": links["html"],
        "pull_request_url": links["pull_request"],
        "author_association": rest.model.association(review.author),
        "_links": {name: {"href": address} for name, address in links.items()},
        "commit_id": review.head,
        **sent,
    }
