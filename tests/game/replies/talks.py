"""Talks with the engine on the island, line for line: what is written, and what is answered to it."""

from __future__ import annotations

from typing import Any, Final

from engine.game.examples.example_stage import UNHEARD, Stage
from tests.island import RULESET, rule, texts, with_rules

PLAYERS: Final = {
    "ana": {"active": True, "shells": 9, "fish": 2},
    "bo": {"active": True, "shells": 3},
    "cy": {"active": False},
}
SONG: Final = {"108-song.md": rule(108, "Song").replace("rule: 108", "rule: next")}
LOCK: Final = rule(
    140, "Lock", front="forbids: {open: no, vote: no, open_it: no}\n", code='def no(*args):\n    return "No."\n'
)
# Who says what and where: 12 is ana's pull request, 101 a council.
ON_THE_TABLE: Final = (
    *(
        f"ana: {text}"
        for text in (
            "/help",
            "/help give",
            "/help /dive",
            "/help zebra",
            "/status",
            "/status bo",
            "/status zoe",
            "/me",
            "/rules",
            "/rule 104",
            "/rule 4",
            "/shells",
            "/fish",
            "/map",
            "/give two shells to bo",
            "/give twenty-five shells to bo",
            "/give many shells to bo",
            "/give 0 shells to bo",
            "/give 2 shells to nobody",
            "/giv 2 shells to bo",
            "give 2 shells to bo",
            "`/build`",
            "/build\n/dive",
            "/build",
            "/build now",
            "/open",
            "/close",
            "/resolve",
            "yay",
            "/rescue",
            "/pause",
            "/correct players bo shells 9 because I can",
            "hello",
            "/join",
            "/rest",
            "/build",
            "/wake",
            "/wake",
            "/nonsense",
        )
    ),
    *(f"cy: {text}" for text in ("/me", "/build", "/wake", "/build")),
    *(f"zoe: {text}" for text in ("/help", "/build", "/me", "/give 1 shell to ana", "/rules", "/join", "/me")),
    *(
        f"ed: {text}"
        for text in ("/help", "/pause", "/build", "/resume", "/correct players bo shells 9 because of a storm")
    ),
)
UNDER_A_VOTE: Final = (
    "bo: yay @12", "bo: /resolve @12", "ana: /resolve @12", "ana: /close @12", "bo: /open @12", "ana: /open @12",
    "ana: /open @12", "bo: LGTM @12", "bo: LGTM @12", "bo: yay, I sing @12", "bo: what is it? @12", "bo: yay @12",
    "bo: /status", "ana: /status bo", "cy: yay @12", "zoe: nay @12", "ana: yay @1", "ana: /resolve @12", "ana: yay @12",
    "ana: /resolve @12", "ana: /resolve @12", "bo: nay @12", "ana: /open @12", "ana: /rule 108",
)  # fmt: skip
RESCUING: Final = (
    "zoe: /rescue @12", "ana: /rescue", "ana: /open @12", "ana: /rescue @12", "ana: /rescue @12", "bo: /status", "bo: yay @12",
    "zoe: yay @12", "ana: nay @12", "ana: yay @12", "bo: yay, gladly @12", "cy: nay @12", "cy: yay @12",
    "cy: nay @12", "clock: 2026-01-08T12:00:00Z", "bo: /status", "bo: yay @12", "ed: /pause", "cy: yay @12", "ed: /resume",
    "bo: /rules",
)  # fmt: skip


def talks() -> dict[str, str]:
    """File name -> text."""
    opened = {"by": "ana", "opens": {"pull": 12, "title": "Song", "changes": SONG}}
    unlocking = {"by": "ana", "opens": {"pull": 12, "title": "Unlock", "changes": {"140-lock.md": None}}}
    return {
        "talk_table.md": _talk(ON_THE_TABLE, texts(), []),
        "talk_vote.md": _talk(UNDER_A_VOTE, texts(), [opened]),
        "talk_rescue.md": _talk(RESCUING, with_rules({"140-lock.md": LOCK}), [unlocking]),
    }


def _talk(lines: tuple[str, ...], law: dict[str, str], before: list[dict[str, Any]]) -> str:
    stage = Stage({"given": {"players": PLAYERS}, "roles": {"ed": "administrator"}}, law, RULESET)
    for step in before:
        stage.step(step)
    return "\n\n".join(_said(stage, line) for line in lines) + "\n"


def _said(stage: Stage, line: str) -> str:
    who, _, text = line.partition(": ")
    text, _, on = text.partition(" @")
    known = len(stage.said)
    refused = stage.step(
        {"clock": text} if who == "clock" else {"by": who, "says": text, **({"on": int(on)} if on else {})}
    )
    answers = "\n\n".join(stage.said[known:]) or str(refused if refused not in (None, UNHEARD) else "(nothing)")
    shown = text.replace("\n", " / ")
    return f"### {who}{f', in #{on}' if on else ''}: {shown}\n\n{answers}"
