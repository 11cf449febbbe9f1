"""What a pull request brings: from where it left its base, also once that has taken it in."""

from engine.hub.git_http import Git


def left(git: Git, branch: str, head: str) -> str:
    """The commit that a head has in common with a branch as it was before it held the head; the head itself where there was no such
    time. Raises CalledProcessError where they have nothing in common, or there is no such branch.
    """
    tip = f"refs/heads/{branch}"
    common = git.run("merge-base", tip, head)
    if common != head:
        return common
    before = _before(git, tip, head)
    return git.run("merge-base", before, head) if before else common


def _before(git: Git, tip: str, head: str) -> str | None:
    """Where the branch stood before the first of its own commits that holds the head."""
    holding = set(git.run("rev-list", "--ancestry-path", tip, f"^{head}").split())
    chain = [line.split() for line in git.run("rev-list", "--first-parent", "--parents", tip, f"^{head}").splitlines()]
    merged = [parents for commit, *parents in chain if commit in holding]
    return merged[-1][0] if merged else None
