"""The host lives as long as somebody needs it, and no longer."""

from __future__ import annotations

import gc
import weakref

import pytest

from engine.law.documents.document import Document, parse
from engine.law.running.blame import RuleFault
from engine.law.running.host import TOO_LONG, Host
from engine.law.running.used import MAX_TICKS, MAX_WORDS

RULE = """---
rule: 101
title: Greeting
---
Who comes is greeted.

```starlark
def greet(name):
    return greeting() + name
```
"""


def greeting(_: object) -> str:
    return "Good day, "


def document() -> Document:
    return parse("rules/island/101-greeting.md", RULE)


def test_a_host_that_nobody_needs_is_freed_with_all_its_modules() -> None:
    host = Host({"greeting": greeting})
    loaded = host.load([document()], {})
    assert host.call(loaded, "greeting", "greet", "ana") == "Good day, ana"
    known = weakref.ref(host)
    del host, loaded
    gc.collect()
    assert known() is None


def test_a_rule_without_code_has_no_function_to_call() -> None:
    bare = parse("rules/island/102-bare.md", "---\nrule: 102\ntitle: Bare\nby_hand: true\n---\nSo it is.\n")
    host = Host({"greeting": greeting})
    loaded = host.load([document(), bare], {})
    with pytest.raises(RuleFault, match="it has no code"):
        host.call(loaded, "bare", "greet", "ana")


def test_whoever_watches_hears_of_each_call_and_of_the_one_that_goes_on_after_a_failure_was_forgiven() -> None:
    """What went wrong within a call is put right by the engine, and the call under way goes on, watched again."""
    heard: list[tuple[str, str, int]] = []

    def forgiving(_: object) -> str:
        host.ticks = host.words_used = 7
        host.relieve()
        assert (host.ticks, host.spare, host.words_used) == (0, 0, 0)
        return "Good day, "

    host = Host({"greeting": forgiving}, watch=lambda *call: heard.append(call))
    loaded = host.load([document()], {})
    del heard[:]
    assert host.call(loaded, "greeting", "greet", "ana") == "Good day, ana"
    assert heard == [("greeting", "greet", 8), ("", "", 0), ("greeting", "greet", 8)]
    host.relieve()
    assert heard[3:] == [("", "", 0)], "no call is under way"


@pytest.mark.parametrize(("more", "why"), [(2, "it fails"), (1, TOO_LONG)])
def test_words_may_be_used_to_the_last_one(more: int, why: str) -> None:
    """Which of two things went wrong is told: that words were used up, or what failed after the last of them."""
    failing = RULE.replace("greeting() + name", 'greeting() + greeting() + fail("it fails")')
    host = Host({"greeting": greeting})
    loaded = host.load([parse("rules/island/101-greeting.md", failing)], {})
    host.fresh(more - MAX_WORDS)
    assert (host.most_words, host.allowed.words, host.ledger.limits[1]) == (more, more, more)
    with pytest.raises(RuleFault, match=why):
        host.call(loaded, "greeting", "greet", "ana")


def test_a_happening_has_as_many_words_as_are_usual_where_nobody_grants_more() -> None:
    host = Host({"greeting": greeting})
    host.fresh()
    assert host.most_words == host.allowed.words == MAX_WORDS


@pytest.mark.parametrize(("ticks", "too_many"), [(MAX_TICKS - 1_000, False), (MAX_TICKS, True)])
def test_ticks_are_counted_by_the_thousand_up_to_the_most(ticks: int, too_many: bool) -> None:
    host = Host({"greeting": greeting})
    host.ticks = ticks
    assert host.tick() is too_many
    assert host.ticks == ticks + 1_000


def code(number: int, title: str, source: str, front: str = "") -> Document:
    text = f"---\nrule: {number}\ntitle: {title}\n{front}---\nSo it is.\n\n```starlark\n{source}```\n"
    return parse(f"rules/island/{number}-{title.lower()}.md", text)


@pytest.mark.parametrize("asked_by_an_ordinary_rule_first", [True, False])
def test_an_immutable_rule_has_the_shared_code_it_names_whoever_has_it_loaded(
    asked_by_an_ordinary_rule_first: bool,
) -> None:
    """A rule of that name, which a majority can make, is for ordinary rules alone."""
    charter = code(101, "Charter", 'load("shells", "worth")\n\ndef asks():\n    return worth()\n', "immutable: true\n")
    shells = code(102, "Shells", 'def worth():\n    return "the rule of that name"\n')
    fair = code(103, "Fair", 'load("charter", "asks")\n\ndef asked():\n    return asks()\n')
    plain = code(104, "Plain", 'load("shells", "worth")\n\ndef asked():\n    return worth()\n')
    rules = [fair, charter, shells, plain] if asked_by_an_ordinary_rule_first else [charter, shells, fair, plain]
    host = Host({"greeting": greeting})
    loaded = host.load(rules, {"shells": 'def worth():\n    return "what is shared"\n'})
    assert loaded.broken == {}
    assert (host.call(loaded, "fair", "asked"), host.call(loaded, "plain", "asked")) == (
        "what is shared",
        "the rule of that name",
    )


def test_immutable_rules_stand_on_each_other_and_on_no_other_rule() -> None:
    charter = code(101, "Charter", 'load("worths", "worth")\n\ndef asks():\n    return worth()\n', "immutable: true\n")
    worths = "def worth():\n    return 3\n"
    host = Host({"greeting": greeting})
    assert host.load([charter, code(102, "Worths", worths, "immutable: true\n")], {}).broken == {}
    ((slug, why),) = host.load([charter, code(102, "Worths", worths)], {}).broken.items()
    assert slug == "charter"
    assert "`charter` is immutable, and stands on no code of a rule that is not: `worths`" in why.why
