"""Commands in what rules say lead to their forms, filled in."""

from __future__ import annotations

import re
from pathlib import Path

from tests.island import rule, with_rules
from tests.table.tables import Time, joined, opened, served

STALL = rule(
    120,
    "Stalls",
    front="commands:\n"
    "  - {usage: '/get [<count>] farm|farms', arguments: {count: {type: integer, default: 1, minimum: 1}}, run: get, help: Farms.}\n"
    "  - {usage: '/get [<count>] mill|mills', arguments: {count: {type: integer, default: 1, minimum: 1}}, run: get, help: Mills.}\n"
    "  - {usage: /paint <text>, arguments: {text: {type: text}}, run: get, help: Paint your stall.}\n"
    "  - {usage: /hue <hue>, arguments: {hue: {type: choice, values: [red, blue]}}, run: hue, help: A hue.}\n"
    "  - {usage: /shut, run: shut, help: Shut it.}\n"
    "  - {usage: Tidying the stall, run: get, help: Tidy it.}\n"
    "adjusts: {status_lines: say}\n",
    code="def get(player, *what):\n    reply('So it is. Write `/paint` and what it is like, or `/hue blue`.')\n\n"
    "def hue(player, what):\n    if what == 'blue':\n        refuse('Blue is sold out.', 'Take red.')\n\n"
    "def shut(player):\n    refuse('It is shut.', 'Wait.')\n\n"
    "def say(lines, player):\n"
    "    return lines + ['A mill: `/get 3 mills`. Or `/hue blue`, `/hue red`, `/shut`, `/fly`, `/get`, [a `/get farm`](https://example.org), `Tidying the stall`.']\n",
)


def test_a_command_in_the_rules_words_leads_to_its_form_filled_in_as_it_stands_there(tmp_path: Path) -> None:
    """What to do was said in every answer, and had to be looked for among twenty forms, or typed."""
    with joined(tmp_path, with_rules({"120-stalls.md": STALL})) as (_, _, me):
        page = me.look("/")
        assert "no vote and no turn awaits you" in page and "nothing awaits you" not in page
        led = dict(re.findall(r'<a href="(/act\?write=[^"]*)"><code>([^<]*)</code></a>', page))
        assert list(led.values()) == ["/get 3 mills", "/hue red", "/get", "Tidying the stall"], (
            "none to what would be refused"
        )
        way, anchor = next(iter(led)).split("#")
        form = _form(me.look(way), anchor)
        assert 'value="3"' in form and "mills" in form
        page = me.send("/act", usage="/get [<count>] mill|mills", f__count="2")
        answer = page[page.index('id="said"') :]
        assert re.search(r'href="/act\?write=/paint#[^"]*"><code>/paint</code></a> and what it is like', answer)
        assert "<code>/hue blue</code>." in answer and "</code></a>." not in answer.partition("</section>")[0]
        assert 'value="7"' not in me.look("/act?write=/get%20x%20mills") + me.look("/act?write=%F0%9F%98%80%20/get%207")


def test_where_nothing_can_be_done_no_command_leads_anywhere(tmp_path: Path) -> None:
    with joined(tmp_path, with_rules({"120-stalls.md": STALL})) as (_, _, me):
        me.send("/say", thread="1", text="/pause")
        assert "/act?write" not in me.look("/") and me.look("/act?write=/get").count("<form") < 6
    with opened(tmp_path / "game", Time()) as game, served(game) as (whole, enter):
        assert "/act?write" not in enter(whole.seats.links["watcher"]).look("/")


def _form(page: str, anchor: str) -> str:
    """The form of which the note has this id."""
    return next(form for form in page.split("<form")[1:] if f'id="{anchor}"' in form)


CRY = rule(
    120,
    "Cries",
    front="commands:\n"
    "  - {usage: /cry, run: cry, help: Cry.}\n"
    "  - {usage: '/get <count> farms', arguments: {count: {type: integer}}, run: get, help: Farms.}\n",
    code="def get(player, count):\n    pass\n\n"
    "def cry(player):\n"
    "    open_issue('hunger', 'All are hungry', 'What helps: `/get 1 farms`.', assignee = player)\n"
    "    open_issue('names', 'A name is wanted', 'How is it called?', assignee = player)\n",
)


def test_an_issue_that_names_what_is_done_about_it_asks_first_for_that(tmp_path: Path) -> None:
    """Who was hungry was asked to answer in a thread, where nothing that is said helps."""
    with joined(tmp_path, with_rules({"120-cries.md": CRY})) as (_, house, me):
        me.send("/say", thread="1", text="/cry")
        house.passes.settle(60)
        cards = {card.partition("</article>")[0] for card in me.look("/").split('<article class="duty"')[1:]}
        hungry, name = (next(card for card in cards if what in card) for what in ("are hungry", "name is wanted"))
        assert hungry.index('class="button" href="/act"') < hungry.index(">Its thread</a>")
        assert name.index(">Answer in its thread</a>") < name.index('href="/act"')
