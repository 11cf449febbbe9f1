"""What hangs on threads besides comments: reactions, labels, and everything that happened there in order."""

from collections.abc import Callable
from typing import Any

from engine.hub import sent
from engine.hub.routes import Call, Refused, Reply, Rest, need
from engine.hub.shapes import stamp
from engine.hub.threads import Comment

Json = dict[str, Any]


def routes() -> list[tuple[str, str, Callable[[Rest, Call], Reply]]]:
    return [
        ("GET", r"REPO/issues/comments/(\d+)/reactions", _reactions),
        ("DELETE", r"REPO/issues/comments/(\d+)/reactions/(\d+)", _take_back),
        ("GET", "REPO/labels", _labels),
        ("GET", r"REPO/issues/(\d+)/labels", _labels_of),
        ("PUT", r"REPO/issues/(\d+)/labels", _set_labels),
        ("GET", r"REPO/issues/(\d+)/timeline", _timeline),
    ]


def _reactions(rest: Rest, call: Call) -> Reply:
    found = rest.model.find_comment(int(call.parts[0])).reactions
    wanted = call.query.get("content")
    rows = [(who, content, id_) for (who, content), id_ in found.items() if wanted in (None, content)]
    return rest.page(call, rows, lambda row: rest.shapes.reaction(*row))


def _take_back(rest: Rest, call: Call) -> Reply:
    """One's own alone."""
    need(call, "issues")
    comment = rest.model.find_comment(int(call.parts[0]))
    place = next((p for p, id_ in comment.reactions.items() if id_ == int(call.parts[1])), None)
    if place is None or place[0] != call.account:
        raise Refused(404, "Not Found")
    del comment.reactions[place]
    return Reply(204)


def _labels(rest: Rest, call: Call) -> Reply:
    return rest.page(call, sorted(rest.model.labels), rest.shapes.label)


def _labels_of(rest: Rest, call: Call) -> Reply:
    return rest.page(call, list(rest.model.thread(int(call.parts[0])).labels), rest.shapes.label)


def _set_labels(rest: Rest, call: Call) -> Reply:
    rest.may_label(call)
    return rest.labelled(rest.model.set_labels(call.account, int(call.parts[0]), sent.labels(call.labels)))


def _timeline(rest: Rest, call: Call) -> Reply:
    """Comments in order, and the end; who set which label when, nobody noted."""
    thread = rest.model.thread(int(call.parts[0]))
    rows = [_said(rest, comment) for comment in rest.model.comments_of(thread.number)]
    if thread.closed_at is not None:
        rows.append(
            {"event": "closed", "created_at": stamp(thread.closed_at), "actor": rest.shapes.account(thread.author)}
        )
    return rest.page(call, rows)


def _said(rest: Rest, comment: Comment) -> Json:
    shown = rest.shapes.comment(comment)
    return {"event": "commented", **shown, "actor": shown["user"]}
