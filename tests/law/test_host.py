"""The host lives as long as somebody needs it, and no longer."""

from __future__ import annotations

import gc
import weakref

import pytest

from engine.law.blame import RuleFault
from engine.law.document import Document, parse
from engine.law.host import Host

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
