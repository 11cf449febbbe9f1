"""Whatever anybody writes, it is carried out, refused with a reason and a remedy, or none of the game's business."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine.game.fold.folding import fold
from engine.game.plan import Plan
from engine.referee.answering.shown import put_down
from engine.store import canon
from tests.hostile.fuzz.looking import looked_at, texts
from tests.hostile.inert import offences
from tests.hostile.table import Table
from tests.storms.island import TABLE

COMMANDS = [
    *(
        "/say ",
        "/no ",
        "/forbidden ",
        "/announce ",
        "/issue ",
        "/shut ",
        "/ask ",
        "/drop ",
        "/keep ",
        "/motto ",
        "/break ",
        "/enact ",
    ),
    *(
        "/throw ",
        "/throw 2d6+",
        "/number ",
        "/number 1",
        "/win ",
        "/end ",
        "/assign ",
        "/later ",
        "/give ",
        "/give 1 shells to ",
        "/build",
    ),
    *("/help", "/status", "/correct ", "/pause", "/open", "/resolve", "/close", "/join", "/rest", "yay ", "nay"),
]
PIECES = [
    *("/build", "/give", "/", "//", " 1 shells to bo", " 2d6+1", " ana", "bo", "@stranger"),
    *(
        "yay",
        "nay",
        "yay because",
        " ",
        "\n",
        "\r\n",
        "\t",
        "`",
        "```",
        "~~~",
        "<!-- ",
        "-->",
        "<b>",
        "</b>",
        "<details>",
        "&#64;",
        "*",
        "_",
        "|",
    ),
    *(
        "### ",
        "\n\n",
        "> ",
        "- ",
        "# ",
        "[x](y)",
        "![",
        "](",
        "\\",
        "@ana",
        "@bo",
        "@",
        "because",
        "#1",
        "nomic:status/2:00000000",
        "://",
        "{0}",
        "%s",
    ),
]


WRITTEN = st.one_of(
    texts(PIECES),
    st.tuples(st.sampled_from(COMMANDS), texts(PIECES, 3)).map("".join),
    st.tuples(st.sampled_from(COMMANDS), texts(PIECES, 6)).map("".join),
)


@lru_cache
def table() -> tuple[dict[str, str], int, int]:
    """The game's files, the time, and the thread of a proposal that is open."""
    made = Table()
    return dict(made.island.files()), made.island.clock(), made.pull


def judged(kind: str, text: str, thread: int, who: str = "ana", **more: Any) -> Plan:
    files, now, _ = table()
    known = files.get(f"state/players/{who}.yaml")
    actor = {"id": canon.read(known)["id"] if known else 77, "login": who, "role": "player"}
    happening = {"id": f"{kind}/900", "kind": kind, "time": now, "seen_at": now, "thread": thread, "actor": actor}
    return fold(files, [{**happening, "text": put_down(text), **more}], now, lambda id_: id_.encode().ljust(32)[:32])


def right(plan: Plan, id_: str) -> None:
    """The outcome is one, and what is to be said about it does nothing but be read."""
    (outcome,) = [o for o in plan.outcomes if o["id"] == id_]
    assert outcome["is"] in ("done", "refused", "ignored")
    if outcome["is"] == "refused":
        assert outcome["code"] and outcome["reason"].strip()
        assert outcome["remedy"].strip() or outcome["code"] in ("refused", "forbidden")  # what a rule says is its own
    assert outcome.get("code") != "engine"
    for segment in plan.segments:
        notes = canon.read(str(segment.files["state/engine.yaml"]))
        said = [str(w[part]) for w in notes["outbox"].values() for part in ("text", "body") if w.get(part)]
        assert [o for text in said for o in offences(f"{text}\n\n<!-- nomic:reply/x:00000000 -->", ("ana", "bo"))] == []
        assert all(
            canon.emit_dated(canon.read(t)) == t
            for p, t in segment.files.items()
            if t and p.startswith("state/") and "journal" not in p
        )


@looked_at(80)
@given(WRITTEN, st.booleans(), st.sampled_from(["ana", "ana", "cy"]))
def test_a_comment_is_answered(text: str, on_proposal: bool, who: str) -> None:
    plan = judged("said", text, table()[2] if on_proposal else TABLE, who, comment=900, edited=False)
    right(plan, "said/900")


@looked_at(20)
@given(WRITTEN)
def test_an_edit_is_answered_and_runs_no_command(text: str) -> None:
    plan = judged("edited", text, table()[2], comment=900)
    right(plan, "edited/900")
    assert not any(outcome.get("command") for outcome in plan.outcomes)


@looked_at(30)
@given(texts(PIECES), st.one_of(WRITTEN, WRITTEN.map("### What?\n\n{}".format)))
def test_an_issue_is_answered(title: str, body: str) -> None:
    facts = {"kind": "issue", "title": put_down(title), "body": put_down(body)[:20_000], "labels": [], "state": "open"}
    plan = judged("opened", "", 900, facts={**facts, "base": None, "merged": False, "tag": None})
    right(plan, "opened/900")


@looked_at(15)
@given(WRITTEN)
def test_the_same_comment_gives_the_same_bytes(text: str) -> None:
    one, other = (judged("said", text, TABLE, comment=900, edited=False) for _ in range(2))
    assert [s.files for s in one.segments] == [s.files for s in other.segments]
