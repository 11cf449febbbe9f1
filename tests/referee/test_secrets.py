"""What GitHub takes for a secret, and lets nobody push: written by players, it stops no pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.referee import secrets
from engine.referee.intake import pulls
from engine.referee.ports import ForgeError, PushRefused
from tests.pace import within
from tests.referee.in_memory import Table
from tests.referee.stage import game

TOKEN = "ghp_" + "A1b2" * 9
# In pieces, so that this file can be pushed itself.
FORMS = {
    "a token of GitHub's": TOKEN,
    "one of an app's": "ghs_" + "x9" * 18,
    "a fine-grained one": "github_pat_" + "11ABCDEFG0" * 8,
    "a key of Amazon's": "AKIA" + "ABCDEFGH12345678",
    "a token of Slack's": "xoxb-" + "123456789012-abcdefghij",
    "a key of Stripe's": "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "a key of Google's": "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6q",
    "a key of OpenAI's": "sk-" + "aB3dE5fG7hJ9kL1mN3pQ" + "T3Blbk" + "FJ5rS7tU9vW1xY3zA5bC7d",
    "one of Databricks'": "da" + "pi" + "0123456789abcdef" * 2,
    "one of Vault's": "hv" + "s.CAESIJ" + "aB3dE5fG7hJ9kL1mN3pQ" * 2,
    "one of Google's OAuth": "GOC" + "SPX-aB3dE5fG7hJ9kL1mN3pQ5rS7tU9v",
    "a token of an app of Slack's": "xa" + "pp-1-A0123456789-1234567890123-" + "0123456789abcdef" * 4,
    "a bot's of Telegram": "1234567" + "89:AAaB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3",
    "a bot's of Discord": "MTA" + "xNjQ1Njc4OTAxMjM0NTY3.GaBcDe.aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5",
    "one that Google renews": "1/" + "/0gaB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9",
    "one of Square's": "sq0" + "atp-aB3dE5fG7hJ9kL1mN3pQ5r",
    "a key of Mailchimp's": "0123456789abcdef" * 2 + "-us" + "12",
    "one of Azure's directory": "aB3" + "8Q~dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7d",
    "a key of New Relic's": "NR" + "AK-ABCDEFGHIJKLMNOPQRSTUVWXYZ1",
    "a key of Adafruit's": "aio" + "_abcd12ABCDEFGHIJKLMNOPQRSTUV",
    "a signed claim": "ey" + "JhbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0NTY3ODkwIn0.aB3dE5fG7hJ9kL1mN3pQ5rS7tU9v",
    "a long word that is none": "EZ" + "AKaB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7p",
    "one of a service that nobody knows": "acme_live_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3",
    "a private key": "-----BEGIN " + "OPENSSH PRIVATE KEY-----",
}
WORDS = (
    "push declined due to repository rule violations; error: GH013; Push cannot contain secrets; state/journal/1.yaml:3"
)


def holds(text: str, token: str) -> bool:
    """Whether a token stands there as a word of its own: no longer word is one, for a forge."""
    return re.search(rf"(?<!\w){re.escape(token)}(?!\w)", text) is not None


def protected(table: Table) -> Table:
    """From now on the forge refuses every push that brings what has the form of a secret."""
    store, repository = table.island.store, table.island.repository
    land = repository.push

    def push(old: str, new: str) -> None:
        known, commit = set(store.commits[old].files.values()), new
        while commit != old:
            texts = store.commits[commit].files
            if any(holds(text, token) for text in set(texts.values()) - known for token in FORMS.values()):
                raise PushRefused(WORDS)
            commit = store.commits[commit].parents[0]
        land(old, new)

    repository.push = push  # type: ignore[method-assign]
    return table


@pytest.mark.parametrize("name", FORMS)
def test_each_form_is_withheld_and_nothing_around_it(name: str) -> None:
    assert secrets.without(f"so {FORMS[name]} is") == "so (withheld) is"


@pytest.mark.parametrize(
    "text",
    [
        "/join",
        "ghp_short",
        "sk_live_",
        "AKIA is a bird",
        "ask-proj-ects",
        "-----BEGIN PUBLIC KEY-----",
        "9b538fa6c2361f0217865a0b1c3ea8b53bd0d2a1",
        "see commit 9b538fa6c2361f0217865a0b1c3ea8b53bd0d2a1",
        "https://github.com/ana/game/commit/9b538fa6c2361f0217865a0b1c3ea8b53bd0d2a1",
        "rules/credo/341-allocation-of-the-beer.md",
        "7d444840-9dc0-11d1-b245-5ffdce74fad2",
        "a-very-long-name-of-a-branch-of-2026-with-1-or-2-figures",
        "x_" + "a" * 60_000,
        "Donaudampfschifffahrtsgesellschaftskapitaenswitwe2026",
        "0123456789ABCDEFabcdef",
    ],
)
def test_words_are_no_secrets(text: str) -> None:
    assert secrets.without(text) == text


@pytest.mark.parametrize("text", ["/join {}", "/nonsense {}", "Does anybody know {}?", "/join\n{}"])
def test_no_pass_is_stopped_by_what_the_forge_takes_for_a_secret(text: str) -> None:
    table = protected(Table())
    table.say("eve", text.format(TOKEN))
    table.run()
    table.say("ana", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert not any(TOKEN in written for written in table.island.files().values())
    assert table.findings() == []


def test_nor_by_one_in_the_title_or_the_body_of_an_issue() -> None:
    table = protected(Table())
    table.wait()
    table.island.model.open_thread(table.island.id("eve"), f"What is {TOKEN}?", f"/council Is it {TOKEN}?")
    table.run()
    table.say("ana", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert not any(TOKEN in written for written in table.island.files().values())


RULE = "---\nrule: next\ntitle: alba\nby_hand: true\n---\nWe sing {}.\n"
CHANGES = {
    "a text": {"rules/island/200-alba.md": RULE.format(TOKEN)},
    "a name": {f"rules/{TOKEN.lower()}/200-alba.md": RULE, f"rules/island/200-{TOKEN}.md": RULE},
    "a name elsewhere": {f"docs/{TOKEN}.md": "x\n"},
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_proposal_that_brings_one_is_refused_and_kept_nowhere(name: str) -> None:
    table = protected(Table())
    table.wait()
    number = table.island.propose("ana", "alba", CHANGES[name])
    table.say("ana", "/open", number)
    table.run()
    table.say("bo", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"bo": {"size": 1}}
    assert not any(TOKEN.lower() in f"{p} {text}".lower() for p, text in table.island.files().items())
    if name == "a text":
        assert "form of a token or a key" in table.answers(number)[-1]


def test_what_main_holds_already_may_be_amended() -> None:
    assert not secrets.brought(f"a {TOKEN}", f"b {TOKEN}")
    assert secrets.brought("a", f"b {TOKEN}")


def test_git_sees_it_as_well(tmp_path: Path) -> None:
    with game(tmp_path, "ana") as stage:
        number = stage.people.open_pull("ana", "A song", {"rules/island/108-a.md": RULE.format(TOKEN)}).number
        stage.say("ana", "/open", number)
        stage.run()
        assert "form of a token or a key" in "\n".join(stage.answers(number))


def test_where_the_forge_knows_a_form_that_the_engine_does_not_the_operator_is_told_what_to_do() -> None:
    table = Table()
    table.island.repository.refuse = WORDS
    table.say("ana", "/build")
    with pytest.raises(ForgeError) as caught:
        table.run()
    assert "Push cannot contain secrets" in caught.value.cause
    assert "delete that comment" in caught.value.remedy


@pytest.mark.parametrize("room", range(110, 122))
def test_nor_by_a_longer_word_of_which_an_answer_quotes_as_much_as_there_is_room_for(room: int) -> None:
    table, token = protected(Table()), FORMS["one of Databricks'"]
    table.say("eve", f"/nonsense {'x' * (room - len(token) - 11)} {token}zzzz")
    table.run()
    table.say("ana", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}}
    assert not any(holds(written, token) for written in table.island.files().values())


def test_who_is_called_like_one_stops_no_pass_and_stays_one_account() -> None:
    table = protected(Table())
    called = FORMS["one of Databricks'"]
    table.say(called, "/join")
    table.run()
    table.say(called, "/build")
    table.say("ana", "/build")
    table.run()
    assert table.read("state/huts.yaml") == {"ana": {"size": 1}, "(withheld)": {"size": 1}}
    assert not any(called in f"{path} {written}" for path, written in table.island.files().items())
    assert table.findings() == []


def test_a_form_that_begins_over_and_over_and_never_ends_is_looked_for_once() -> None:
    """As long as a file of a proposal may be, of which there may be dozens."""
    text = "eyJaaaaaaaaaa-" * (pulls.MOST_TEXT // 14)
    assert within(0.5, lambda: secrets.without(text)) == text
