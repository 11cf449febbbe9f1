"""The pin of a game: which engine it asks for and where that is had, and which of two versions is the later."""

import json
import re
from typing import Final

# An address says its version by the name of the file, or by a tag of git; by a commit it says none.
_PIN: Final = re.compile(
    r"^nomic-engine *(?:==|@ *\S+(?:/nomic_engine-|@v?)(?=\d+\.)) *(\d[\w.]*?)(?=-py3|\.tar\.gz|#|\s|$)", re.MULTILINE
)
_LOCAL: Final = re.compile(r"^\s*(?:-e\s+|--editable[ =]\s*)?(?:~|\.{0,2}/|\.\.\s*$)|@ *(?:git\+)?file:")
ADDRESS: Final = re.compile(r"(?:git\+)?https?://[^\s@'\"]+(?:@[\w.-]+)?(?:#[\w=.&-]+)?")


def pin(version: str, address: str) -> str:
    """The file that says which engine a game is played with: by its version, or by the address it is had from."""
    return (
        "# The engine this game is played with; `nomic upgrade` moves it. Its dependencies are in engine.lock.\n"
        f"nomic-engine{f' @ {address}' if address else f'=={version}'}\n"
    )


def pinned(text: str) -> str | None:
    """The version a pin names; None if it names none, such as an address that gives a commit."""
    found = _PIN.search(text)
    return found[1] if found else None


def moves(text: str) -> bool:
    """Whether a pin asks for whatever is newest: it names an engine and neither a version nor a commit, nor what a file holds."""
    fixed = re.search(r"@[0-9a-f]{7,64}(?:#|\s|$)|sha256[=:]", text) is not None
    return names_one(text) and not is_home(text) and pinned(text) is None and not fixed


def names_one(text: str) -> bool:
    """Whether an engine is asked for at all, be it by an address that says no version."""
    return is_home(text) or re.search(r"^[^#\n]*nomic[-_.]engine", text, re.MULTILINE | re.IGNORECASE) is not None


def beside(text: str) -> list[str]:
    """The lines that ask an installer for anything besides the one engine."""
    asked = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return [line for line in asked if not names_one(line)] or asked[1:]


def left_to_fill(address: str) -> list[str]:
    """The words of an address that stand in the lines to paste for what only its reader knows."""
    return [word for word in ("OWNER", "ENGINE", "COMMIT") if re.search(rf"[/@]{word}(?![\w-])", address)]


def is_home(text: str) -> bool:
    """Whether the engine lies in the game's own repository, so that its workflows and dependencies are the repository's matter."""
    return any(line.strip() == "." for line in text.splitlines())


def elsewhere(text: str) -> str:
    """The line that asks for an engine in a folder, or a file, that is no part of what a workflow gets; empty if none does."""
    return next((line.strip() for line in text.splitlines() if _LOCAL.search(line)), "")


def origin(noted: str) -> str:
    """The address an engine was installed from, given what its installer noted (direct_url.json of PEP 610, or nothing).

    Empty for an engine that came from an index, and for one that came from a folder, which no workflow could reach.
    """
    found = json.loads(noted or "{}")
    url = str(found.get("url", ""))
    if "vcs_info" in found:
        url = f"{found['vcs_info']['vcs']}+{url}@{found['vcs_info']['commit_id']}"
    elif digest := found.get("archive_info", {}).get("hashes", {}).get("sha256"):
        url = f"{url}#sha256={digest}"
    return url if ADDRESS.fullmatch(url) else ""


def age(version: str) -> tuple[tuple[int, ...], bool]:
    """Sorts versions: by their numbers, and what is not yet released before what is."""
    numbers = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(n) for n in numbers[0].split(".")) if numbers else (), numbers is not None and numbers[
        0
    ] == version
