"""Checks of the files alone: the game itself, its workflows and pin, its law, its records."""

import shlex
from collections.abc import Iterator

from engine.doctor.case import Case, Finding, Unknown
from engine.game.world import stored
from engine.game.world.world import SEMANTICS
from engine.store.counted import counted
from engine.store.layout import folder_of
from engine.store.records import GAME, NOTES, is_path
from engine.store.splice import slug_of
from engine.template import beginning, pins, shipped
from engine.template.upgrade import NO_GAME, no_such

MOST: int = 20
_MENDED: str = "Propose a mended one: where the vote itself would need it, every active player has to say yay."
_ANEW: str = "`nomic upgrade` writes it anew: look at `git diff`."


def game(case: Case) -> Iterator[Finding]:
    """Whether there is a game at all, and whether this engine can read it."""
    missing = [path for path in (NOTES, GAME) if path not in case.files]
    if missing:
        yield Finding(f"There is no game here: {missing[0]} is missing.", NO_GAME)
    texts = {path: text for path, text in case.files.items() if path not in case.no_texts}
    amiss = {path: f"{path} is not UTF-8 text." for path in case.no_texts if path in case.files}
    amiss |= {problem.path: f"{problem}." for problem in stored.problems(texts, None)}
    for path, told in sorted(amiss.items()):
        before = f"Restore it from the commit before: `git log -- {shlex.quote(path)}` shows them."
        away = f"`git rm -- {shlex.quote(path)}`" if path in texts and not is_path(path) else before
        yield Finding(told, _put_aside(case, path) or away)


def clone(case: Case) -> Iterator[Finding]:
    """Whether git can read the clone: of one that is broken it says nothing to whoever asks, and nothing would seem to be amiss."""
    if case.unreadable is None:
        raise Unknown("this folder is no clone")
    if any(case.unreadable):
        cause, remedy = case.unreadable
        yield Finding(f"git cannot read this clone: {cause}.", remedy)


def _put_aside(case: Case, path: str) -> str:
    """What to do about a file that no commit has as it is here: no history shows it, and no pass mends it. Empty for others."""
    line = f"git stash push --all -- {shlex.quote(path)}"
    return f"It is so in this folder alone: `{line}` puts it aside." if path in case.loose else ""


def own_files(case: Case) -> Iterator[Finding]:
    """What only the engine writes. Passes go on from what it wrote itself; others read what stands there."""
    _must_be_a_game(case)
    if case.unreadable is None or any(case.unreadable):
        raise Unknown("this folder is no clone" if case.unreadable is None else "git cannot read this clone")
    if case.altered is None and not case.state.notes.waits:
        raise Unknown("this clone has no commit of the engine's")
    for path in (case.altered or ())[:MOST]:
        yield Finding(
            f"{path}, which only the engine writes, is not as its last pass left it.",
            _put_aside(case, path)
            or "The next pass that has something to judge puts it back: write `/status` on the table. "
            f"`git log -- {shlex.quote(path)}` shows who changed it.",
        )


def semantics(case: Case) -> Iterator[Finding]:
    found = case.state.notes.semantics
    if found > SEMANTICS:
        yield Finding(
            f"The state was written by a newer engine (semantics {found}; this one has {SEMANTICS}).",
            "Install the engine that .github/engine.txt names, and ask again.",
        )


def workflows(case: Case) -> Iterator[Finding]:
    """The files that run the game, byte by byte as this engine's version has them."""
    _must_be_a_game(case)
    own = beginning.program()
    home = pins.is_home(case.files.get(beginning.PIN, ""))
    for path in sorted(own):
        given = case.files.get(path)
        if home and (given is not None or path == beginning.LOCK):
            continue  # it runs the engine beside it, in the version that lies there
        what = "is missing" if given is None else "differs from the engine's"
        anew = f"Restore it from the history: `git log -- {path}` shows it." if home else _ANEW
        if given != own[path]:
            yield Finding(f"{path} {what} (version {case.version}).", anew)


def pin(case: Case) -> Iterator[Finding]:
    _must_be_a_game(case)
    text = case.files.get(beginning.PIN)
    if text is None:
        yield Finding(f"No engine is pinned: {beginning.PIN} is missing.", "`nomic upgrade` writes it.")
    elif lost := pins.elsewhere(text) or ("." if pins.is_home(text) and not case.has_engine else ""):
        yield Finding(
            f"{beginning.PIN} asks for an engine that lies in no place where a workflow has it: `{lost}`.",
            "`nomic upgrade --engine ADDRESS` names where it is had from, such as git+https://github.com/OWNER/ENGINE@COMMIT.",
        )
    elif not pins.names_one(text):
        yield Finding(f"No engine is pinned: {beginning.PIN} names none.", "`nomic upgrade` writes it anew.")
    elif beside := pins.beside(text):
        yield Finding(
            f"{beginning.PIN} asks for more than the engine: `{beside[0]}`.",
            "Take that line out: what it asks for is installed where the token and the key are.",
        )
    elif case.pinned is not None and case.pinned != case.version:
        newer = pins.age(case.pinned) > pins.age(case.version)  # which `nomic upgrade` refuses to move back
        yield Finding(
            f"The game is pinned to engine {case.pinned}, and this is {case.version}.",
            f"Install {case.pinned} and ask again. {no_such(case.pinned)}"
            if newer
            else f"Move the pin with `nomic upgrade`, or install {case.pinned} and ask again.",
        )


def _must_be_a_game(case: Case) -> None:
    """Raises Unknown where no game lies: what it lacks besides is nothing that anybody has to write."""
    if NOTES not in case.files and GAME not in case.files:
        raise Unknown("there is no game")


def rules(case: Case) -> Iterator[Finding]:
    """Rules that do not load, claims that cannot be read, and how rules do not fit together."""
    folder = folder_of(str(case.game.get("ruleset")))
    if not any(path.startswith(folder) for path in case.files):
        yield Finding(
            f"There are no rules in {folder}, which {GAME} names.",
            f"Restore them, or its `ruleset`, from the history: `git log -- {shlex.quote(folder)} {GAME}` shows it.",
        )
    for name, why in case.lawful["broken"]:
        lost = next((path for path in _shared(case) if f"it loads `{slug_of(path)}`" in why), None)
        yield Finding(
            f"The rule {name} does not work: {why}.",
            f"Restore {lost} from the history, which no proposal does: `git log -- {lost}`."
            if lost
            else _put_aside(case, name) or _MENDED,
        )
    for line in case.lawful["unfit"][:MOST]:
        yield Finding(f"{line}.", "Propose a rule that mends it: `nomic check` names all that does not fit together.")


def _shared(case: Case) -> list[str]:
    """The files of the code shared by rules that come with the engine and are not here."""
    return [path for path in shipped.law("library") if path not in case.files]


def records(case: Case) -> Iterator[Finding]:
    """Records that break a constraint of the law in force."""
    wrong = case.lawful["wrong"]
    for collection, key, reason in wrong[:MOST]:
        usage = f"/correct {collection} {key} <field> <value> because <reason>"
        yield Finding(reason, f"An administrator writes `{usage}`.")
    if len(wrong) > MOST:
        more = counted(len(wrong) - MOST, "more record breaks constraints", "more records break constraints")
        yield Finding(f"{more}.", "`nomic doctor` again, when these are mended.")
