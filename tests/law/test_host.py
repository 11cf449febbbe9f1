"""The host lives as long as somebody needs it, and no longer."""

from __future__ import annotations

import gc
import weakref

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
