"""Plays a transcript as it would go on GitHub: people act on a hub in memory, and the referee makes its passes.

The form is that of `credo_year.yaml` in `on_the_hub/`: `at` moves the clock (each step takes ten minutes otherwise), threads
have names, `votes` are several comments at once, `runs: off` stops the referee until `runs: on`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.game.calendar import from_stamp, stamp
from engine.game.examples.example_changes import changed_files
from engine.hub.accounts import BOT_ID
from engine.referee.answering.markers import marks
from engine.referee.ports import Deletion
from engine.store import canon, guard, journal, rulefile
from tests.storms.island import TABLE, Island
from tests.rulesets.texts import TEXTS

HERE = Path(__file__).parent / "on_the_hub"
BETWEEN = 600
EVERY = 3 * 86_400
_MARK = re.compile(r"\s*<!-- .*? -->\s*", re.DOTALL)
_HASH = re.compile("/[0-9a-f]{40}")
_HEAD = re.compile(r"\bat [0-9a-f]{10}:")
_ACTS = ("says", "opens", "edits", "deletes", "pushes", "retitles", "closes", "reopens", "merges", "renames")
Step = dict[str, Any]


class HubStage:
    """The hub with its people. `outcomes` are those of all passes by happening, `wrong` what went otherwise than told."""

    def __init__(self, content: Mapping[str, Any], texts: Mapping[str, str]) -> None:
        self.content = content
        self.start = from_stamp(str(content["now"]))
        self.island = Island(texts, str(content["ruleset"]), self.start, str(content.get("timezone", "UTC")))
        self.model = self.island.model
        # Dice hang on the ids of what people write: numbers of their own keep the story when the referee words an answer otherwise.
        self.ids = {"people": 10_000, "referee": 1_000_000}
        self.acting = "people"
        self.model.new_id = self._new_id  # type: ignore[method-assign]
        for login, role in (content.get("roles") or {}).items():
            self.model.account(login, role)
        self.threads: dict[str, int] = {"table": TABLE}
        self.comments: dict[str, int] = {}
        self.deleted: Deletion | None = None
        self.runs = True
        self.passes = 0
        self.outcomes: dict[str, dict[str, Any]] = {}
        self.wrong: list[str] = []
        self.story: list[str] = []
        self.model.listeners.append(self._hear)

    def play(self) -> None:
        acts: list[tuple[str, Step, list[str]]] = []
        for step in self.content["when"]:
            self._wait(from_stamp(str(step["at"])) if "at" in step else self.island.clock.now + BETWEEN)
            acts.append((stamp(self.island.clock.now), step, self._act(step)))
            if self.runs:
                self._pass()
        self._pass()
        self._pass()
        for at, step, happenings in acts:
            self.wrong += [f"{at} {step}: {wrong}" for id_ in happenings if (wrong := self._otherwise(step, id_))]

    def _new_id(self) -> int:
        self.ids[self.acting] += 1
        return self.ids[self.acting]

    # the clock and the passes

    def _wait(self, until: int) -> None:
        """A run every third day, as if the schedule of the workflow were that slow; every step has a run of its own."""
        now = self.island.clock.now
        assert until >= now, f"{stamp(until)} is before {stamp(now)}"
        for at in range(now - now % EVERY + EVERY, until, EVERY):
            self.island.clock.now = at
            if self.runs:
                self._pass()
        self.island.clock.now = max(until, self.island.clock.now)

    def _pass(self) -> None:
        self.island.clock.now += 60
        self.passes += 1
        self.acting = "referee"
        report = self.island.referee().run(self.deleted)
        self.deleted, self.acting = None, "people"
        self.outcomes |= {outcome["id"]: outcome for outcome in report.outcomes}

    # what people do

    def _act(self, step: Step) -> list[str]:
        """Does it, and returns the ids of the happenings it will be, of those whose outcome the step tells."""
        if "runs" in step:
            self.runs = bool(step["runs"])
            return []
        if "votes" in step:
            return [
                id_ for by, word in step["votes"].items() for id_ in self._says(by, {"says": word, "on": step["on"]})
            ]
        acts = {name: getattr(self, f"_{name}") for name in _ACTS if name in step}
        (act,) = acts.values()
        return list(act(str(step["by"]), step) or [])

    def _thread(self, name: object) -> int:
        """A thread by its number, the name it was given, or the tag of an issue of the engine's."""
        text = str(name)
        if text.isdigit():
            return int(text)
        if text in self.threads:
            return self.threads[text]
        return next(t.number for t in self.model.threads.values() if f"issue/{text}" in marks(t.body))

    def _says(self, by: str, step: Step) -> list[str]:
        made = self.island.say(by, self._thread(step.get("on", TABLE)), str(step["says"]))
        self.comments[str(step.get("label", ""))] = made
        self.island.clock.now += 1
        return [f"comment/{made}"]

    def _edits(self, by: str, step: Step) -> None:
        self.model.edit_comment(self.island.id(by), self.comments[step["edits"]], str(step["to"]))

    def _deletes(self, by: str, step: Step) -> None:
        comment, who = self.comments[step["deletes"]], self.island.id(by)
        self.deleted = self.island.forge.trace(comment, who)
        self.model.delete_comment(who, comment)

    def _opens(self, by: str, step: Step) -> list[str]:
        what = step["opens"]
        if "pull" in what:
            changes = self._changes(self.island.files(), what.get("changes") or {})
            number = self.island.propose(by, str(what["title"]), changes)
            self.threads[str(what["pull"])] = number
            return []
        thread = self.model.open_thread(self.island.id(by), str(what["title"]), str(what.get("body", "")))
        thread.labels += what.get("labels", [])
        self.threads[str(what["issue"])] = thread.number
        return [f"thread/{thread.number}"]

    def _pushes(self, by: str, step: Step) -> None:
        number = self._thread(step["pushes"])
        store = self.island.store
        if step.get("afresh"):
            store.heads[number] = store.main
        self.island.push(by, number, self._changes(store.commits[store.heads[number]].files, step.get("changes") or {}))

    def _changes(self, files: Mapping[str, str], changes: Mapping[Any, Any]) -> dict[str, str | None]:
        """A change of rules as examples write it, as the files it changes."""
        mapped = {name: self._text(files, name, how) for name, how in changes.items()}
        after = changed_files(files, self.island.ruleset, mapped)
        return {p: after.get(p) for p in sorted({*files, *after}) if files.get(p) != after.get(p)}

    def _text(self, files: Mapping[str, str], name: object, how: Any) -> Any:
        if isinstance(how, list):
            return rewritten(files, name, how)
        return self.content["texts"][how[1:]] if isinstance(how, str) and how.startswith("=") else how

    def _retitles(self, by: str, step: Step) -> None:
        self.model.update_thread(self.island.id(by), self._thread(step["retitles"]), title=str(step["to"]))

    def _closes(self, by: str, step: Step) -> None:
        self.model.update_thread(self.island.id(by), self._thread(step["closes"]), state="closed")

    def _reopens(self, by: str, step: Step) -> None:
        self.model.update_thread(self.island.id(by), self._thread(step["reopens"]), state="open")

    def _merges(self, by: str, step: Step) -> None:
        """The green button: a merge commit on main."""
        store, number = self.island.store, self._thread(step["merges"])
        head = store.heads[number]
        base = store.commits[str(self.island.repository.merge_base(store.main, head))].files
        theirs = store.commits[head].files
        changes = {p: theirs.get(p) for p in {*base, *theirs} if base.get(p) != theirs.get(p)}
        store.main = store.add([store.main, head], changes, f"Merge #{number}", self.island.clock(), by)
        self.model.pushed("main", store.main, self.island.repository.is_ancestor, self.island.id(by))

    def _renames(self, by: str, step: Step) -> None:
        account = self.model.account(by)
        self._tell(account.id, "", f" is called {step['renames']} now")
        account.login = str(step["renames"])

    # what came of it

    def _otherwise(self, step: Step, happening: str) -> str:
        """What went otherwise than the step tells; empty if nothing did."""
        found = self.outcomes.get(happening, {"is": "ignored"})
        said = f"{found.get('reason', '')} {found.get('remedy', '')}".strip()
        wanted = "refused" if "refused" in step else "ignored" if step.get("ignored") else "done"
        if found["is"] == wanted and str(step.get("refused", "")).lower() in said.lower():
            return ""
        return f"found {found['is']} {said}"

    def read(self, path: str) -> Any:
        return canon.read(self.island.files()[f"state/{path}.yaml"])

    # what everyone could see

    def _hear(self, event: str, action: str, told: dict[str, Any]) -> None:
        """Writes the story. The referee's boards, which it edits after every vote, stand in `boards.md`."""
        by, thread, comment = told["actor"], told["thread"], told.get("comment")
        text = thread.body if comment is None else comment.body
        board = comment is not None and any(key.startswith("status/") for key in marks(text))
        if action in ("assigned", "labeled", "unlabeled") or (by == BOT_ID and board):
            return
        how = {"opened": f" opens “{thread.title}”", "created": ""}.get(action, f" · {action}")
        if event == "pull_request" and action == "edited":
            how = f" retitles it “{thread.title}”"
        self._tell(
            by, f" · #{thread.number}", how, "" if action in ("closed", "reopened", "synchronize") else _shown(text)
        )

    def _tell(self, by: int, where: str, how: str, text: str = "") -> None:
        name = "the referee" if by == BOT_ID else self.model.accounts[by].login
        at = stamp(self.island.clock.now)[:16].replace("T", " ")
        told = _HEAD.sub("at COMMIT:", text)  # each byte of the game before it is in its name
        self.story.append(f"### {at}{where} · {name}{how}\n" + (f"\n{told}\n" if told else ""))


def rewritten(files: Mapping[str, str], name: object, pairs: list[list[str]]) -> str:
    """The text of the rule with that number, with each first text replaced by its second."""
    text = next(t for p, t in files.items() if p.startswith(f"rules/credo/{name}-"))
    for old, new in pairs:
        assert old in text, f"{old!r} is not in rule {name}"
        text = text.replace(old, new)
    return text


def played(path: Path) -> HubStage:
    content = guard.load(path.read_text(encoding="utf-8"), max_nodes=100_000)
    ruleset = f"rules/{content['ruleset']}/"
    stage = HubStage(content, {p: t for p, t in TEXTS.items() if p.startswith((ruleset, "rules/library/"))})
    stage.play()
    return stage


def outcome(stage: HubStage) -> dict[str, str]:
    """File name -> text: the records and the law at the end, the journal, and all that anyone said, in order."""
    files = stage.island.files()
    state = sorted(p for p in files if p.startswith("state/") and p.endswith(".yaml"))
    kept = ("state/journal/", "state/engine.yaml", "state/threads/", "state/issues/")
    world = {
        p.removeprefix("state/").removesuffix(".yaml"): canon.read(files[p]) for p in state if not p.startswith(kept)
    }
    return {
        "records.yaml": canon.emit({"records": world, "rules": rules(files)}),
        "journal.txt": "\n".join(lines(entries(files))) + "\n",
        "story.md": "\n".join(stage.story),
        "boards.md": boards(stage),
    }


def entries(files: Mapping[str, str]) -> list[dict[str, Any]]:
    """The whole journal, oldest first."""
    days = sorted(p for p in files if p.startswith("state/journal/"))
    return [entry for day in days for entry in journal.entries(files[day])]


def lines(found: list[dict[str, Any]]) -> Iterator[str]:
    """An entry a line, without receipts for the engine's own posts, and without hashes, in which every text of the law has a part."""
    for entry in found:
        if entry["kind"] != "delivered":
            who = f" {entry['actor']['login']}" if entry.get("actor") else ""
            where = f" #{entry['thread']}" if entry.get("thread") else ""
            result = {k: v for k, v in entry["outcome"].items() if k in ("command", "vote", "code")}
            thrown = [roll.get("total", roll.get("chosen")) for roll in entry.get("rolls", [])]
            tail = " ".join([*map(str, result.values()), *(f"threw {n}" for n in thrown)])
            yield f"{stamp(entry['time'])}{who}{where} {_HASH.sub('', entry['id'])}: {entry['outcome']['is']} {tail}".rstrip()


def rules(files: Mapping[str, str]) -> dict[str, Any]:
    """Every rule in force, with its pedigree."""
    fronts = {
        p: guard.load(rulefile.split(t).front) for p, t in files.items() if p.startswith("rules/") and p.endswith(".md")
    }
    return {p: {"title": f["title"], "history": f["history"]} for p, f in sorted(fronts.items())}


def boards(stage: HubStage) -> str:
    """The status comment of each poll as it stands at the end."""
    own = [
        c
        for c in stage.model.comments.values()
        if c.author == BOT_ID and any(k.startswith("status/") for k in marks(c.body))
    ]
    return "\n".join(f"## #{c.thread}\n\n{_shown(c.body)}\n" for c in sorted(own, key=lambda c: (c.thread, c.id)))


def _shown(body: str) -> str:
    return _MARK.sub("", body).strip() or "(nothing)"
