"""Which functions of rules a host really runs, and does not know the outcome of already."""

from __future__ import annotations

from typing import Any

from engine.law.running.host import Host


def noted(host: Host) -> list[str]:
    """The names of those that are run from here on, as they are."""
    run: list[str] = []
    gates = host._gates
    call = gates.call

    def note(module: Any, function: str, *rest: Any) -> Any:
        run.append(function)
        return call(module, function, *rest)

    gates.call = note  # type: ignore[method-assign]
    return run
