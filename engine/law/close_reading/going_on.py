"""Whether what stands in one line of a function can be followed by what stands in a later one, as the `return`s between them say."""

import ast
from collections.abc import Sequence


def ends(body: Sequence[ast.stmt]) -> bool:
    """Whether nobody falls off the end of it."""
    match body[-1]:
        case ast.Return():
            return True
        case ast.If(body=then, orelse=other):
            return bool(other) and ends(then) and ends(other)
    return False


def leads_on(body: Sequence[ast.stmt], first: int, then: int) -> bool:
    """Whether line `then` may come after line `first`; of what is in one loop, or in no statement of the body, it may."""
    at, to = _place(body, first), _place(body, then)
    if at is None or to is None:
        return True
    if at < to:
        return _falls_out(body[at], first) and not any(ends([between]) for between in body[at + 1 : to])
    match body[at]:
        case ast.If(body=yes, orelse=no):
            for block in (yes, no):
                if _place(block, first) is not None and _place(block, then) is not None:
                    return leads_on(block, first, then)
            return _place(yes, first) is None or _place(no, then) is None
    return True


def _place(body: Sequence[ast.stmt], line: int) -> int | None:
    """Which statement the line is in."""
    found = [i for i, one in enumerate(body) if one.lineno <= line <= (one.end_lineno or one.lineno)]
    return found[0] if found else None


def _falls_out(statement: ast.stmt, line: int) -> bool:
    """Whether, after that line of it, a statement may be done and the one behind it come."""
    match statement:
        case ast.Return():
            return False
        case ast.If(body=yes, orelse=no):
            return not ends([statement]) and all(_runs_through(block, line) for block in (yes, no))
        case ast.For(body=body):
            leaves = any(isinstance(node, ast.Break | ast.Continue) for node in ast.walk(statement))
            return leaves or _runs_through(body, line)
    return True


def _runs_through(body: Sequence[ast.stmt], line: int) -> bool:
    """Whether the end of a block may be come to after a line of it; a line elsewhere says nothing against it."""
    at = _place(body, line)
    return at is None or (_falls_out(body[at], line) and not any(ends([behind]) for behind in body[at + 1 :]))
