"""Why what a pull request brings cannot be a proposal, as the referee found its commits."""

from typing import Final

from engine.game.owned import Amiss
from engine.game.refusal import Refusal
from engine.game.replies.inert import inert
from engine.store.layout import LAW, PROPOSALS
from engine.store.records import JOURNAL

_PROBLEMS: Final = {
    "base": ("It wants to be merged into another branch than `main`.", "Change its base branch to `main`."),
    "stacked": ("It is built on another open proposal.", "Start it from `main`, so that each is voted on by itself."),
    "same_head": (
        "It is the same commit as an older pull request, and so the same proposal.",
        "Vote on that one; or give this one a commit of its own, by `git commit --amend`.",
    ),
    "closing": (
        "One of its commits says that it closes or fixes an issue: GitHub would close that with its adoption, which nobody votes on.",
        "Make the commit anew with other words, as by `git commit --amend`, or make the change again on another branch; "
        "`see #7` names an issue and closes none.",
    ),
    "encoding": (
        "One of its commits says that its message is in another encoding than UTF-8, in which I cannot read what it orders GitHub to do.",
        "Make the commit anew, as by `git config --unset i18n.commitEncoding` and `git commit --amend`, or make the change again "
        "on another branch.",
    ),
    "claims": (
        "One of its commits bears a line that the engine alone writes, `Nomic-Entry` or `Nomic-Seal`: merged by hand, it would look "
        "like one of the engine's.",
        "Make the commit anew with other words, as by `git commit --amend`, or make the change again on another branch.",
    ),
    "commits": ("It has more than 50 commits.", "Squash them into a few."),
    "parents": (
        "Its commits join more branches than fit: one joins 8 at most, and all together 100.",
        "Squash them into one.",
    ),
    "unreadable": (
        "Its commits could not be had from GitHub, although everything else could.",
        "Write it again in a few minutes; if it stays like that, make the commits anew.",
    ),
    "failing": (
        "I fail at what it changes myself, by a mistake in the engine: nothing is known to be wrong with your proposal.",
        "Ask whoever runs the game to report it, with this pull request; make the change again in another form, with fewer "
        "files or in fewer commits, if it cannot wait.",
    ),
    "size": (
        "It is too large: a file of the law has 131,072 bytes at most, and all that its commits write 5,000,000.",
        "Take out what is not a rule text, from the history as well.",
    ),
    "path": ("It touches files that are not law.", "Touch only files under `rules/`, in every commit of it."),
    "behind": (
        "It has the game's own files as they were once, though none of its commits touches them: "
        "a merge of `main` in it is old, or took the wrong side.",
        "Update its branch from `main`; if that changes nothing, start it anew from there.",
    ),
    "library": (
        "It changes code under `rules/library/`, which is no law of its own and comes with the engine.",
        "Write the code into your own rule, and take this out of every commit.",
    ),
    "mixed": (
        "It touches rules and the program, which are two proposals: the one is law once it is adopted, the other an administrator merges.",
        "Make a pull request of each, in every commit of it.",
    ),
    "mode": (
        "It contains something else than plain files.",
        "Links and executables cannot be rules: put a plain file in the place of a link; `git update-index --chmod=-x` and the path "
        "makes one of an executable.",
    ),
    "name": ("A file name is not one a rule can have.", "Use lower-case letters, digits and hyphens: `352-beer.md`."),
    "duplicate": ("Two of its files have the same number or the same name.", "Give each rule a name of its own."),
    "files": (
        "It changes more than 32 files of the law, or more than 3,000 in all, or files within too many folders.",
        "Split it into several proposals, and put a rule beside the rules there are.",
    ),
    "binary": ("One of its files is not plain text.", "Rules are UTF-8 text without NUL characters: save it as UTF-8."),
    "secret": (
        "There is something in it that has the form of a token or a key, which GitHub lets nobody push.",
        "Take it out of every commit, and make it invalid where it comes from, if it is one.",
    ),
    "merge_base": ("It shares no history with `main`.", "Start it from `main`."),
}
_OF_THE_GAME: Final = (PROPOSALS, JOURNAL)  # what every adoption writes, and hardly anybody means to change


def change_problem(problem: Amiss, folder: str = "") -> Refusal:
    """`folder` is where the rules of this game lie."""
    code = problem["code"]
    reason, remedy = _PROBLEMS.get(
        code, ("It is not a change of rules that can be judged.", "Start again from `main`.")
    )
    if code == "path" and any(path.endswith(".md") or path.startswith(LAW) for path in problem.get("paths", [])):
        remedy = f"The rules of this game lie in `{folder}`: put a rule there, and touch nothing elsewhere, in every commit of it."
    if code == "path" and any(path.startswith(_OF_THE_GAME) for path in problem.get("paths", [])):
        remedy += " A revert of a merge takes the game's own files along: to undo what was adopted, propose the text of before."
    details = ", ".join(inert(d) for d in problem.get("paths", [])[:5])
    return Refusal(code, f"{reason} ({details})" if details else reason, remedy)


def change_unknown(thread: int) -> Refusal:
    return Refusal(
        "unread", f"I have not been able to read the commits of #{thread} yet.", "Write it again in a minute."
    )
