"""The stage of an example: a small game with named people, played step by step through the fold."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from engine.game.entries import Outcome
from engine.game.examples.example_changes import changed_files
from engine.game.examples.example_faults import Failures
from engine.game.examples.example_names import Names, must_be_whole, wrong_kinds, wrong_roles
from engine.game.examples.example_times import START, later, moment
from engine.game.fold import meant as talk
from engine.game.fold.folding import Folding, Turn
from engine.game.fold.genesis import genesis, merged
from engine.game.happening import Happening
from engine.game.plan import Limits
from engine.game.words.registry import new_host
from engine.game.world import changes
from engine.game.world.world import World
from engine.law.documents.document import parse
from engine.law.documents.problems import meant
from engine.law.running.host import Host
from engine.store.digest import change_hash
from engine.store.layout import LAW, PROPOSALS, folder_of
from engine.store.records import STATE

FIRST_ISSUE: Final = 101
MOST_HAPPENINGS: Final = 10_000  # a few seconds; `/open` plays fewer
UNHEARD: Final = "nobody takes this for a command or a vote here; if that is meant, say `ignored: true`"
_NO_STEP: Final = (ValueError, LookupError, TypeError, AttributeError)  # a step is whatever somebody wrote


class Stage:
    """Plays the steps of one case. `world` is what became of it, `said` all that was said, in order."""

    def __init__(
        self,
        content: Mapping[str, Any],
        texts: Mapping[str, str],
        ruleset: str,
        host: Host | None = None,
        most: int = MOST_HAPPENINGS,
        turn: Turn | None = None,
    ) -> None:
        host = host or new_host()
        self.content = content
        self.now = moment(str(content.get("now", START)))
        self.people: dict[str, int] = {}
        self.labels: dict[str, tuple[int, int, str]] = {}
        self.pulls: dict[int, Mapping[Any, Any]] = {}  # number -> what it changes
        self.numbers = 0
        self.comments = 0
        self.threads: set[int] = set()
        self.place, self.faults = 0, Failures()
        self.said: list[str] = []
        given = _begun(content, texts, ruleset)
        law = changed_files(texts, ruleset, given.pop("rules", None) or {})
        self.roles = dict(content.get("roles") or {})
        self.folding = Folding(
            self._files(law, ruleset, given, host), _seed, {}, Limits(most, examples=False), host=host
        )
        self.folding.turn = turn
        rolls = content.get("rolls")
        self.folding.scripts = list(rolls) if rolls is not None else None
        must_be_whole(self.world, given)
        self._set_roles()
        self.names = Names(self.world)
        self.began = rule_names(self.world)
        self.misnamed = [
            *self.names.wrong_in("given", given),
            *wrong_kinds(self.world, given),
            *wrong_roles(self.roles),
        ]

    @property
    def world(self) -> World:
        return self.folding.world

    def _files(self, law: Mapping[str, str], ruleset: str, given: dict[str, Any], host: Host) -> dict[str, str]:
        players = {str(key): dict(record or {}) for key, record in (given.get("players") or {}).items()}
        for key, record in players.items():
            record.setdefault("login", key)
            record.setdefault("id", self.person(key))
        records = {**given, "players": players}
        zone = str(self.content.get("timezone", "UTC"))
        state = genesis(
            law,
            ruleset=ruleset,
            name="Example",
            game_id="example",
            start=self.now,
            timezone=zone,
            records=records,
            host=host,
        )
        return {**law, **state}

    def _set_roles(self) -> None:
        for name, role in self.roles.items():
            self.world.set_entry("roles", name, None if role == "player" else role)

    def person(self, name: str) -> int:
        """The account id of a name; each name is one account."""
        return self.people.setdefault(name, 1001 + len(self.people))

    def play(self) -> list[str]:
        """What went otherwise than the steps say."""
        wrong = list(self.misnamed)
        for place, step in enumerate(self.content.get("when") or [], start=1):
            self.place = place
            try:
                message = self.step(dict(step))
            except _NO_STEP as error:  # what went wrong before it is the likelier cause, and is told first
                return [*wrong, f"step {place}: cannot be played: {error}"]
            if message:
                wrong.append(f"step {place}: {message}")
        if left := self.folding.scripts:
            wrong.append(f"rolls: {len(left)} of them {'is' if len(left) == 1 else 'are'} left over: {left[:5]!r}")
        wrong += self.faults.at_the_end(self.world, self.now)
        self.names.learn(self.world)
        return wrong + list(self.names.wrong_in("then", self.content.get("then") or {}))

    def step(self, step: dict[str, Any]) -> str | None:
        if "clock" in step:
            self.now = later(moment(str(step["clock"])), self.now)
            return self._expect(step, self._run_clock())
        if "checks" in step:
            number = self._opened(step["checks"])
            outcome = self.happen("checks", f"checks/{number}/{self.numbers}", None, number, checks=step["are"])
            return self._expect(step, outcome)
        by = str(step["by"])
        self._known_thread(self._thread(step.get("on", 1)))
        if "opens" in step:
            return self._expect(step, self._opens(by, dict(step["opens"])))
        if "pushes" in step:
            return self._expect(step, self._pushes(int(step["pushes"]), step.get("changes") or {}))
        for deed, facts in _REWORDED.items():
            if deed in step:
                told = {part: str(step["to"]) if value is None else value for part, value in facts.items()}
                return self._expect(step, self._thread_changes(by, self._opened(step[deed]), told))
        return self._expect(step, self._speaks(by, step))

    def _speaks(self, by: str, step: dict[str, Any]) -> Outcome:
        if "edits" in step:
            comment, thread, _ = self.labels[str(step["edits"])]
            self.numbers += 1
            return self.happen(
                "edited", f"comment/{comment}/{self.numbers}", by, thread, comment=comment, text=str(step["to"])
            )
        if "deletes" in step:
            comment, thread, _ = self.labels[str(step["deletes"])]
            return self.happen("deleted", f"comment/{comment}/deleted", by, thread, comment=comment)
        thread = self._thread(step.get("on", 1))
        self.comments += 1
        comment = 500 + self.comments
        if "label" in step:
            self.labels[str(step["label"])] = (comment, thread, by)
        return self.happen("said", f"comment/{comment}", by, thread, comment=comment, text=str(step["says"]))

    def _thread(self, name: object) -> int:
        if isinstance(name, str) and not name.isdigit():
            issue = self.world.records.get("issues", name)
            if issue is None or issue["number"] is None:
                raise ValueError(f"there is no issue {name!r}")
            return issue["number"]
        return int(str(name))

    def _opened(self, number: int | str) -> int:
        """The number of a thread that is there. Raises ValueError: nothing would come of what is done in another."""
        if self.world.records.get("threads", str(number)) is None:
            raise ValueError(f"no step before opens the thread {number}")
        return int(number)

    def _known_thread(self, number: int) -> None:
        """A thread that an example merely names exists."""
        if number in self.threads or self.world.records.get("threads", str(number)) is not None:
            return
        self.threads.add(number)
        record = {**_facts("issue", {}), "author": None, "head": None, "change": None}
        self.world.records.put("threads", str(number), record)

    def _opens(self, by: str, what: dict[str, Any]) -> Outcome:
        kind = "pull" if "pull" in what else "issue"
        number = int(what[kind])
        self.threads.add(number)
        outcome = self.happen("opened", f"thread/{number}", by, number, facts=_facts(kind, what))
        if kind == "pull":
            self.pulls[number] = {}
            return self._pushes(number, what.get("changes") or {})
        return outcome

    def _pushes(self, number: int, proposed: Mapping[Any, Any]) -> Outcome:
        if number not in self.pulls:
            raise ValueError(f"no step before opens the pull request {number}")
        merged = self.pulls[number] = {**self.pulls[number], **proposed}
        base = dict(self.world.law.texts)
        head = changed_files(base, self.world.book.ruleset, merged)
        paths = sorted(p for p in {*base, *head} if base.get(p) != head.get(p))
        files = {p: [base.get(p), head.get(p)] for p in paths if p.startswith(LAW)}
        pairs = changes.pairs(files, folder_of(self.world.book.ruleset))
        items = [(name, one, other) for name, (one, other) in pairs.items()]
        items += [(f"./{p}", base.get(p), head.get(p)) for p in paths if not p.startswith(LAW)]
        hash_ = change_hash(items)
        self.numbers += 1
        change = {"hash": hash_, "base": "base", "files": files, "paths": paths, "problems": _problems(paths)}
        return self.happen(
            "head", f"head/{number}/{self.numbers}", None, number, head=f"{self.numbers:040d}", change=change
        )

    def _thread_changes(self, by: str, number: int, facts: dict[str, str]) -> Outcome:
        """A new title or description, or a pull request closed or opened again."""
        self.numbers += 1
        return self.happen("thread", f"thread/{number}/{self.numbers}", by, number, facts=facts)

    def happen(self, kind: str, id_: str, by: str | None, thread: int | None, **more: Any) -> Outcome:
        """One happening now, after whatever is due by then."""
        self._run_clock()
        actor = None if by is None else {"id": self.person(by), "login": by, "role": self.roles.get(by, "player")}
        common: Any = {"id": id_, "kind": kind, "time": self.now, "seen_at": self.now, "actor": actor, "thread": thread}
        return self._judge(common | more)

    def _judge(self, happening: Happening) -> Outcome:
        self._must_have_room(self.folding.room())
        before = set(self.world.records.keys("outbox"))
        outcome = self.folding.judge(happening)
        self._listen(before)
        self._number_issues()
        return outcome

    def _listen(self, before: set[str]) -> None:
        """Collects what was said: replies and announcements in the order they were wished for."""
        found = {key: wanted for key, wanted in self.world.records.items("outbox") if key not in before}
        judged = self.folding.plan.told() if len(found) > 1 else {}
        for key in sorted(found, key=lambda k: judged.get(k.partition("/")[2], -1)):
            if key.startswith(("reply/", "table/")):
                self.said.append(str(found[key]["text"]))

    def _run_clock(self) -> Outcome:
        seen = len(self.folding.plan.outcomes)
        before = set(self.world.records.keys("outbox"))
        self._must_have_room(self.folding.clock((self.now, 2, "~")))
        self._listen(before)
        self._number_issues()
        found = self.folding.plan.outcomes[seen:]
        faults = [fault for outcome in found for fault in outcome.get("faults", [])]
        done: Outcome = {"is": "done", "faults": faults}
        for over in (outcome["fault"] for outcome in found if outcome.get("fault", {}).get("completing")):
            done["fault"] = over
        return next((outcome for outcome in found if outcome["is"] == "refused"), done)

    def _must_have_room(self, has: bool) -> None:
        if not has:
            most = self.folding.limits.happenings
            raise ValueError(f"it takes more than {most:,} happenings: let less time pass, or do less in it")

    def _number_issues(self) -> None:
        """Issues the engine opened get their numbers at once, from 101."""
        issues = dict(self.world.records.items("issues"))
        number = max([FIRST_ISSUE - 1, *(i["number"] for i in issues.values() if i["number"] is not None)])
        for tag in [tag for tag, issue in issues.items() if issue["number"] is None]:
            number += 1
            observed: Happening = {
                "id": f"observed/{tag}",
                "kind": "observed",
                "time": self.now,
                "tag": tag,
                "number": number,
            }
            self.folding.judge({**observed, "thread": None, "actor": None, "seen_at": self.now})

    def _expect(self, step: Mapping[str, Any], outcome: Outcome) -> str | None:
        said = f"{outcome.get('reason', '')} {outcome.get('remedy', '')}".strip()
        documents, how = self.world.book.documents, "a rule that heard of it failed"
        failed = self.faults.heard(outcome, documents)
        if not failed:
            borne, how = self.world.moment.borne, "a rule failed over it"
            failed = self.faults.over(outcome, borne, documents, again="fails" in step)
        if (failed or "fails" in step) and ("fails" not in step or not failed or str(step["fails"]) not in failed):
            return f"{how}: {failed}" if failed else "expected a rule that hears of it to fail"
        ignored, told = outcome["is"] == "ignored", talk.only_told(self.world, outcome)
        if "refused" in step:
            if outcome["is"] != "refused":
                return f"expected a refusal, {f'but {UNHEARD}' if ignored or told else 'found done'}"
            wanted = str(step["refused"] if step["refused"] is not None else "")
            if wanted.lower() in self.faults.meant(outcome, said, wanted).lower():
                return None
            return f"expected a refusal with {wanted!r}, found {self.faults.told(outcome, self.place)!r}"
        if step.get("ignored"):
            return None if ignored or told else f"expected to be ignored, found {outcome['is']}: {said}"
        if "says" in step and (ignored or (told and talk.is_a_slip(self.world, str(step["says"])))):
            return UNHEARD
        return f"refused: {self.faults.told(outcome, self.place)}" if outcome["is"] == "refused" else None


def rule_names(world: World) -> frozenset[str]:
    """The rules in force, by slug and by number."""
    documents = world.book.documents.values()
    return frozenset({d.slug for d in documents} | {str(d.number) for d in documents})


def _begun(content: Mapping[str, Any], texts: Mapping[str, str], ruleset: str) -> dict[str, Any]:
    """What a case begins with: its own records, laid over those of the scene it names."""
    given = dict(content.get("given") or {})
    if not content.get("scene"):
        return given
    folder = folder_of(ruleset)
    rules = [
        parse(path, text) for path, text in sorted(texts.items()) if path.startswith(folder) and path.endswith(".md")
    ]
    scenes: dict[str, Any] = {}
    for document in rules:  # each rule adds to a scene what it declares itself
        scenes = merged(scenes, document.scenes)
    begun: Any = {}
    for name in content["scene"] if isinstance(content["scene"], list) else [content["scene"]]:
        if str(name) not in scenes:
            raise ValueError(f"no rule declares the scene {str(name)!r}{meant(str(name), scenes)}")
        begun = merged(begun, scenes[str(name)])
    return dict(merged(begun, given))


def _facts(kind: str, what: Mapping[str, Any]) -> dict[str, Any]:
    """What a thread of this kind shows, as it is opened with its title, its text and its labels."""
    return {
        "kind": kind,
        "title": str(what.get("title", "")),
        "body": str(what.get("body", "")),
        "labels": list(what.get("labels", [])),
        "state": "open",
        "base": "main" if kind == "pull" else None,
        "merged": False,
        "tag": None,
    }


# What a step does to a pull request -> the facts it changes; None stands for what the step says.
_REWORDED: Final[dict[str, dict[str, str | None]]] = {
    "retitles": {"title": None},
    "rewrites": {"body": None},
    "closes": {"state": "closed"},
    "reopens": {"state": "open"},
}


def _seed(id_: str) -> bytes:
    return hashlib.sha256(b"example/" + id_.encode()).digest()


def _problems(paths: list[str]) -> list[dict[str, Any]]:
    owned = [p for p in paths if p.startswith((STATE, PROPOSALS))]
    return [{"code": "path", "paths": owned}] if owned else []
