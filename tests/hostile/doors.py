"""The doors: each takes a case to the real room behind it and tells what came of it."""

from __future__ import annotations

from collections.abc import Callable

from engine.forge.payload import BadPayload, deletion_of
from engine.game.plan import Limits
from engine.hub.accounts import Account
from engine.referee.judging.checked_plan import BadPlan, checked
from engine.referee.judging.child import ChildJudge
from engine.store import canon, guard, records
from tests.hostile.answer import Answer
from tests.hostile.corpus import Case, bytes_of, spelled
from tests.hostile.diffs import the_git_table
from tests.hostile.inert import offences
from tests.hostile.table import SONG, Table, the_table
from tests.in_process import InProcessJudge
from tests.island import rule
from tests.storms.island import GAME, KEY, TABLE

NEW = "rules/island/120-case.md"
MARK = "\n\n<!-- nomic:reply/x:00000000 -->"


def comment(case: Case) -> Answer:
    table = the_table()
    for text in case.given.get("first", []):
        table.say("ana", spelled(text))
        table.run()
    on = table.pull if case.given.get("on") == "proposal" else TABLE
    number = table.say(case.given.get("by", "ana"), spelled(case.given["text"]), on)
    return table.answer(f"comment/{number}")


def title(case: Case) -> Answer:
    """A pull request with this title is opened and adopted; with `on: issue` the title of an issue that parrots repeat."""
    table = the_table()
    text = spelled(case.given["text"])
    if case.given.get("on") == "issue":
        table.wait()
        thread = table.island.model.open_thread(table.island.id("ana"), text, "")
        return table.answer(f"thread/{thread.number}")
    pull = table.island.propose("ana", "A case", {"rules/island/910-case.md": SONG})
    table.island.model.thread(pull).title = text
    table.say("ana", "/open", pull)
    table.say("ana", "yay", pull)
    table.say("bo", "yay", pull)
    answer = table.answer(f"comment/{table.say('ana', '/resolve', pull)}")
    records = [
        text for path, text in table.island.files().items() if path.startswith("proposals/") and path[-3:] == ".md"
    ]
    answer.shown += records
    answer.wrong += [o for record in records for o in offences(record.rstrip("\n") + MARK, ())]
    return answer


def form(case: Case) -> Answer:
    """An issue with the body that a form sends, or seems to."""
    table = the_table()
    table.wait()
    body = spelled(case.given["body"])
    thread = table.island.model.open_thread(table.island.id(case.given.get("by", "ana")), "A form", body)
    return table.answer(f"thread/{thread.number}")


def login(case: Case) -> Answer:
    """Somebody with this login speaks; `renamed` is a player who has it now, `id` an account that is somebody's already."""
    table = the_table()
    model = table.island.model
    name, player = spelled(case.given["login"]), case.given.get("renamed")
    account = model.account(player) if player else Account(case.given.get("id", 4_711), name)
    account.login, account.bot = name, bool(case.given.get("bot"))
    model.accounts[account.id] = account
    table.friends.append(name)
    table.wait()
    said = model.comment(account.id, TABLE, spelled(case.given.get("says", "/join")))
    account.deleted = bool(case.given.get("deleted"))
    answer = table.answer(f"comment/{said.id}")
    if "then" in case.given:
        answer = table.answer(f"comment/{table.say('ana', spelled(case.given['then']))}")
    return _kept(table, case, answer)


def path(case: Case) -> Answer:
    """A name for a file: of a record that a rule keeps (`key`), of what the owner commits (`commit`), or of a plan."""
    table = the_table()
    if "key" in case.given:
        number = table.say("ana", f"/keep {spelled(case.given['key'])}")
        return _kept(table, case, table.answer(f"comment/{number}"))
    name = spelled(case.given.get("commit", case.given.get("plan")))
    text = spelled(case.given.get("text", "a: 1\n"))
    if "commit" in case.given:
        return _by_hand(table, case, name, text)
    try:
        checked({"segments": [{"files": {"state/engine.yaml": "", name: text}, "merges": [], "title": "x"}]})
    except BadPlan as error:
        return Answer(refused="plan", says=f"{error.cause} {error.remedy}")
    return Answer(inert="taken")


def _by_hand(table: Table, case: Case, name: str, text: str) -> Answer:
    """What becomes of a file that the owner commits; if it is not there as committed afterwards, that is told."""
    before = table.island.files().get(name)
    answer = table.answer(f"commit/{table.by_hand({name: text})}", None, case.given.get("afterwards", "done"))
    now = (table.island.files() if answer.inert == "ignored" else table.settled).get(name)
    if now != text and answer.inert:
        answer.inert = (
            "put back" if now == before or name.startswith(("state/engine", "state/journal")) else "written otherwise"
        )
    return answer


def _kept(table: Table, case: Case, answer: Answer) -> Answer:
    """`keeps` is a file of the game that must be there afterwards."""
    files, wanted = table.island.files(), case.given.get("keeps")
    if wanted is not None and wanted not in files:
        answer.wrong.append(f"there is no {wanted}: {sorted(files)}")
    answer.wrong += [
        f"{p} is no place for a record" for p in files if p.startswith("state/") and not records.is_path(p)
    ]
    return answer


def code(case: Case) -> Answer:
    """A rule in force, and what is then said; with nothing said, the owner's commit of it; without `says`, a proposal."""
    front, source = spelled(case.given.get("front", "")), spelled(case.given.get("code", ""))
    text = rule(120, "Case", front=front, code=source, prose=spelled(case.given.get("prose", "So it is.")))
    text += spelled(case.given.get("more", ""))
    limits = Limits(examples=True)
    judge = ChildJudge(KEY, GAME, limits) if case.given.get("child") else InProcessJudge(KEY, GAME, limits)
    if "says" in case.given:
        table = the_table()
        commit = table.by_hand({NEW: text})
        if case.given["says"] is None:
            return table.answer(f"commit/{commit}", judge)
        table.run(judge)
        on = table.pull if case.given.get("on") == "proposal" else TABLE
        number = table.say("ana", spelled(case.given["says"]), on)
    else:
        table = the_table()
        pull = table.island.propose("ana", "A case", {NEW: text})
        number = table.say("ana", "/open", pull)
    return table.answer(f"comment/{number}", judge, case.given.get("afterwards", "done"))


def rule_file(case: Case) -> Answer:
    """A file as it is proposed and opened for voting; `path` is its name, `library` code shared by rules."""
    table = the_table()
    pull = table.island.propose("ana", "A case", {case.given.get("path", NEW): spelled(case.given["text"])})
    return table.answer(f"comment/{table.say('ana', '/open', pull)}")


def front_matter(case: Case) -> Answer:
    text = f"---\n{spelled(case.given['text'])}\n---\nSo it is.\n{spelled(case.given.get('more', ''))}"
    return rule_file(Case(case.door, case.name, {**case.given, "text": text}, case.must))


def yaml(case: Case) -> Answer:
    """What people write, read by the guard; with `file`, a record as the owner commits it."""
    if "file" in case.given:
        table = the_table()
        return _by_hand(table, case, case.given["file"], spelled(case.given["text"]))
    try:
        value = guard.load(spelled(case.given["text"]))
    except guard.YamlProblem as error:
        return Answer(refused="yaml", says=f"line {error.line}: {error.message}")
    again = guard.load(canon.emit(value))
    return Answer(inert="read", shown=[repr(value)], wrong=[] if again == value else ["it is written otherwise"])


def payload(case: Case) -> Answer:
    try:
        found = deletion_of(bytes_of(case.given["data"]))
    except BadPayload as error:
        return Answer(refused="payload", says=error.reason)
    return Answer(inert="read", shown=[repr(found)])


def diff(case: Case) -> Answer:
    """Commits of a pull request in a real repository, opened for voting."""
    table = the_git_table()
    number = table.proposed(case.given)
    return table.answer(f"comment/{table.say('ana', '/open', number)}")


def hand(case: Case) -> Answer:
    """Commits by hand on `main` of a real repository; and the pass after that is one in which nothing goes wrong."""
    table = the_git_table()
    answer = table.answer(f"commit/{table.by_hand_in_git(case.given)}")
    again = table.answer("")
    answer.wrong += [*again.wrong, *table.findings()]
    repository = table.island.repository
    notes = repository.tree(repository.fetch(), "state/engine.yaml")["state/engine.yaml"].blob
    if canon.read(repository.blobs([notes])[notes].decode())["position"][0] > table.island.clock():
        answer.wrong.append("the game's clock is ahead of time")
    for name in case.given.get("gone", []):
        if spelled(name) in repository.tree(repository.fetch()):
            answer.wrong.append(f"{spelled(name)!r} is there still")
    return answer


PREPARED: dict[str, Callable[[], object]] = {
    **dict.fromkeys(
        ("comment", "title", "form", "login", "path", "code", "rule-file", "front-matter", "yaml"), the_table
    ),
    "diff": the_git_table,
    "hand": the_git_table,
}
DOORS: dict[str, Callable[[Case], Answer]] = {
    "comment": comment,
    "title": title,
    "form": form,
    "login": login,
    "path": path,
    "code": code,
    "rule-file": rule_file,
    "front-matter": front_matter,
    "yaml": yaml,
    "payload": payload,
    "diff": diff,
    "hand": hand,
}
