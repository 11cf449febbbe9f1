"""Pull requests as lists: all of them, their files and their commits; and how much may still be asked."""

from collections.abc import Callable
from typing import Any, Final

from engine.hub.git_http import Git
from engine.hub.routes import Call, Refused, Reply, Rest
from engine.hub.spans import left
from engine.hub.threads import Thread

Json = dict[str, Any]
HOURLY: Final = 1_000  # requests of a workflow's token in a repository
KINDS: Final = {"A": "added", "M": "modified", "D": "removed", "T": "changed"}


def routes(git: Git) -> list[tuple[str, str, Callable[[Rest, Call], Reply]]]:
    """The routes that need the repository itself."""

    def pulls(rest: Rest, call: Call) -> Reply:
        state = call.query.get("state", "open")
        found = [t for t in rest.model.threads.values() if t.pull is not None and state in ("all", t.state)]
        return rest.page(call, found[::-1], rest.shapes.pull)

    def files(rest: Rest, call: Call) -> Reply:
        base, head = _span(git, rest, call)
        if git.is_endless(base) or git.is_endless(head):
            raise Refused(422, "There are too many files.")
        return rest.page(call, _files(git, rest, base, head))

    def commits(rest: Rest, call: Call) -> Reply:
        base, head = _span(git, rest, call)
        listed = git.run("rev-list", "--reverse", "--topo-order", head, f"^{base}").split()
        return rest.page(call, listed, lambda sha: commit_shape(git, rest, sha))

    return [
        ("GET", "/rate_limit", _rate_limit),
        ("GET", "REPO/pulls", pulls),
        ("GET", r"REPO/pulls/(\d+)/files", files),
        ("GET", r"REPO/pulls/(\d+)/commits", commits),
    ]


def _rate_limit(rest: Rest, call: Call) -> Reply:
    """Nothing is counted here: limits are struck as faults."""
    rate = {"limit": HOURLY, "used": 0, "remaining": HOURLY, "reset": rest.model.clock() + 3_600}
    return Reply(200, {"resources": {"core": rate, "search": rate}, "rate": rate})


def _span(git: Git, rest: Rest, call: Call) -> tuple[str, str]:
    """Where a pull request left its base, and its head."""
    thread: Thread = rest.model.thread(int(call.parts[0]))
    if thread.pull is None:
        raise Refused(404, "Not Found")
    return left(git, thread.pull.base, thread.pull.head), thread.pull.head


def _files(git: Git, rest: Rest, base: str, head: str) -> list[Json]:
    """With -z names are told as they are; without it git has quotes and numbers for what is no plain letter."""
    raw = _ended(git.run("diff", "--raw", "-z", "--no-abbrev", "--no-renames", base, head))
    counts = _ended(git.run("diff", "--numstat", "-z", "--no-renames", base, head))
    changed = zip(raw[::2], raw[1::2], counts, strict=True)
    return [_file(rest, head, facts, path, count) for facts, path, count in changed]


def _ended(told: str) -> list[str]:
    """What -z ends with a NUL each."""
    return told.split("\0")[:-1]


def _file(rest: Rest, head: str, facts: str, path: str, count: str) -> Json:
    """`:100644 100644 <before> <after> M` and `1\t2\tpath`; git counts nothing in binary files."""
    _, _, before, after, kind = facts.split()
    added, removed = (int(n) if n.isdigit() else 0 for n in count.split("\t")[:2])
    links = {
        "blob_url": f"{rest.shapes.page}/blob/{head}/{path}",
        "raw_url": f"{rest.shapes.page}/raw/{head}/{path}",
        "contents_url": f"{rest.shapes.base}/contents/{path}?ref={head}",
    }
    numbers = {"additions": added, "deletions": removed, "changes": added + removed}
    return {"sha": before if kind == "D" else after, "filename": path, "status": KINDS[kind], **numbers, **links}


def commit_shape(git: Git, rest: Rest, sha: str) -> Json:
    """A commit as git has it; whose account its author is, nobody looks up here. `git show` would compare it with its parent."""
    form = "%T%n%P%n%an%n%ae%n%aI%n%cn%n%ce%n%cI%n%B"
    tree, parents, *people, message = git.run("log", "-1", f"--format={form}", sha).split("\n", 8)
    url = f"{rest.shapes.base}/commits/{sha}"
    author, committer = (dict(zip(("name", "email", "date"), people[at : at + 3], strict=True)) for at in (0, 3))
    own = {
        "url": f"{rest.shapes.base}/git/commits/{sha}",
        "author": author,
        "committer": committer,
        "message": message,
        "comment_count": 0,
        "tree": {"sha": tree, "url": f"{rest.shapes.base}/git/trees/{tree}"},
    }
    links = {"url": url, "html_url": f"{rest.shapes.page}/commit/{sha}", "comments_url": f"{url}/comments"}
    shown = [{"sha": parent, "url": f"{rest.shapes.base}/commits/{parent}"} for parent in parents.split()]
    return {
        "sha": sha,
        "node_id": f"C_{sha}",
        "commit": own,
        **links,
        "author": None,
        "committer": None,
        "parents": shown,
    }
