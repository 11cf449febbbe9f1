"""Issues as lists, and what can be written in one of them: what rules have done with stands apart, and a form is where it is used."""

from __future__ import annotations

from pathlib import Path

from tests.island import rule, with_rules
from tests.table.tables import Browser, joined

QUESTIONS = rule(
    120,
    "Questions",
    front="state:\n  questions:\n    status: {type: string, enum: [open, ruled], default: open}\n    said: {type: string, default: ''}\n"
    "commands:\n"
    "  - {usage: /settle <how>, arguments: {how: {type: text}}, run: settle, help: 'Settle a question, in its own issue.'}\n"
    "  - {usage: /agree, run: agree, help: Agree.}\n"
    "on: {issue_opened: keep}\nadjusts: {status_lines: say}\n",
    code="""def keep(issue):
    if issue["kind"] == "issue":
        put("questions", issue["number"], {})
        assign(issue["number"], "ana")
        reply("The Judge is ana: `/settle` it here.")

def settle(player, how):
    question = get("questions", here()["number"])
    if question == None or question["status"] != "open":
        refuse("There is no open question here.", "Look elsewhere.")
    put("questions", here()["number"], {"status": "ruled", "said": how})

def agree(player):
    if get("questions", here()["number"]) == None:
        refuse("Not here.", "Agree there.")
    reply("Agreed.")

def say(lines, player):
    return lines + ["What is settled in #%s wants your `/agree` there." % number for number in find("questions", "status", "ruled")]
""",
)


def asked(me: Browser, title: str) -> int:
    """The number of a new issue."""
    me.look("/issues")
    me.send("/issue", title=title, body="Who knows?")
    return int(me.there.partition("/threads/")[2].partition("#")[0].partition("?")[0])


def test_what_rules_have_settled_stands_apart_and_is_answered_where_it_stands(tmp_path: Path) -> None:
    """Judgments that were ruled on long ago stood among those that wait for a ruling, and a Judge was shown no form in the issue."""
    with joined(tmp_path, with_rules({"120-questions.md": QUESTIONS})) as (_, house, me):
        first, second = asked(me, "Is it wet?"), asked(me, "Is it cold?")
        house.passes.settle(60)
        assert me.look("/").count("<p>Who knows?</p>\n<p>The Judge is ana: <code>/settle</code> it here.</p>") == 2
        assert "<h2>Settled" not in me.look("/issues")
        page = me.look(f"/threads/{first}")
        assert "You can write here" in page and 'name="f-how"' in page and 'value="/agree"' not in page
        me.send("/act", usage="/settle <how>", f__how="It is.", thread=str(first), back=f"/threads/{first}")
        house.passes.settle(60)
        page = me.look("/issues")
        apart = page.partition("<h2>Settled")[2].partition("<h2>Closed")[0]
        assert "Is it wet?" in apart and "<small>Ruled</small>" in apart and "Is it cold?" not in apart
        assert "Is it wet?" not in page.partition("<h2>Settled")[0]
        page = me.look(f"/threads/{first}")
        assert "UTC</time>. Ruled." in page and 'name="f-how"' not in page
        assert 'value="/agree"' in page, "a line of the status about it names that"
        assert "Agreed." in me.send("/say", text="/agree", thread=str(first), back=f"/threads/{first}")
        page = me.look(f"/threads/{second}")
        assert "UTC</time>. Open." in page and 'name="f-how"' in page and 'value="/agree"' not in page
        assert "You can write here" not in me.look("/threads/1"), "on the table stands what Act has forms for"
