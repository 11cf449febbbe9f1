"""A proposal in the making: the file as it would be, what differs, what `nomic check --against` says of it; and opening it."""

import re
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from engine.forge.checkout import Checkout
from engine.game.plan import Limits
from engine.game.refusal import BY_LAW
from engine.game.replies.failing import rule_named
from engine.law.documents.document import parse
from engine.law.documents.problems import LawProblems
from engine.referee.judging.child import ChildJudge
from engine.referee.ports import Account, ForgeError
from engine.referee.preview import Preview, Proposal, preview
from engine.site import rewriting
from engine.site.filed import next_number
from engine.site.rewriting import Parts
from engine.store import slugs, splice
from engine.store.digest import sha256
from engine.store.layout import LAW, folder_of
from engine.table import rehearsing
from engine.table.game import Game
from engine.table.rehearsing import NONE_PLAYED, Rehearsal
from engine.table.sight import Sight

BOXES: Final = {"front": "Front matter", "prose": "The rule, in words", "code": "Code", "examples": "Examples"}
FIELDS: Final = tuple(BOXES)
LONGEST_TITLE: Final = 200
LONGEST_NAME: Final = 40  # of a file
TWICE: Final = (
    "A whole rule file stands in the first box, and something in the others, too: it is not plain which is meant. "
    "Leave the others as they were, or take the front matter and the fenced blocks out of the first."
)
GONE: Final = (
    "The rule that this was a change of is in force no more. What you wrote stands here as a new rule, with a title of its own: "
    "look at it, and open it again if that is what you want."
)
MOVED: Final = (
    "This rule was changed since you began. What you wrote goes by its words of before, and would take that change back. "
    "Look at what differs from the rule as it is now, and open it again if that is what you want."
)
NEAR: Final = 9  # so far from the next number one is meant for it, and is no part of `36 hours are too few`
_NUMBER: Final = re.compile(r"[0-9]+(?=\s|$)")  # in front of a proposal's title
NAMELESS: Final = "The title has no words yet. Write behind the number what this is about."
WORDLESS: Final = "There are no words yet that one could vote on. Write the rule, in words."
_COPYING: Final = threading.Lock()
QUICKLY: Final = Limits(examples=False)  # they bind nobody, and all of them take longer than one waits while typing


@dataclass(frozen=True)
class Draft:
    """`slug` is the rule that is changed, empty for a new one; `repeals` takes it away instead; `unclear` says why it is none yet.

    `kind`: a new document is one of this kind, with no number of its own; empty for a rule.
    """

    slug: str
    title: str
    parts: Parts
    path: str
    before: str
    repeals: bool = False
    unclear: str = ""
    kind: str = ""

    @property
    def chosen(self) -> str:
        """What the page calls it among all that can be written: a slug, a kind after +, or nothing for a new rule."""
        return self.slug or (f"+{self.kind}" if self.kind else "")

    @property
    def changes(self) -> dict[str, str | None]:
        return {self.path: None if self.repeals else self.parts.text}

    @property
    def mark(self) -> str:
        """Another one for each text of the rule that this is a change of."""
        return sha256(self.before)[:16]

    @property
    def changed(self) -> bool:
        return self.repeals or self.parts.text != self.before


def blank(sight: Sight, chosen: str) -> Draft:
    """What the page begins with: the rule as it is, a new one, or a new document of a kind that rules declare."""
    document, kind = sight.documents.get(chosen), chosen.removeprefix("+")
    number = next_number(sight.law, sight.game)
    if chosen.startswith("+") and kind in kinds(sight):
        return Draft("", f"{number} ", Parts(f"name: A new {kind}\n", ""), "", "", kind=kind)
    slug = chosen
    if document is None:
        return Draft("", f"{number} ", rewriting.begun(""), "", "")
    text = sight.files[document.path]
    return Draft(slug, f"{number} {document.title}", rewriting.taken_apart(text), document.path, text)


def kinds(sight: Sight) -> dict[str, str]:
    """kind of documents beside rules -> their folder, as the rules in force declare them."""
    return {kind: where for document in sight.documents.values() for kind, where in document.documents.items()}


def kinds_of(sight: Sight, text: str, folder: str = "") -> list[str]:
    """The kinds of which a new file without a number can be: that of the folder in which it lies, if it is one's, else those that have
    whatever fields it says of any. None of a rule."""
    if not rewriting.is_numberless(text):
        return []
    known, said = kinds(sight), rewriting.keys_of(text)
    fields = [each for document in sight.documents.values() for each in document.document_fields.items()]
    lacking = {kind: {name for _, there in fields for name in there} - set(has) for kind, has in fields}
    there = [kind for kind, where in known.items() if where == folder]
    return there or [kind for kind in known if not said & lacking[kind]]


def path_of(sight: Sight, kind: str, number: str, name: str) -> str:
    """Where a new document is filed. `number` is that in front of a rule's name, if any.

    A title in letters that no file is named by, such as Песни, leaves the next number: a second one is to have another name.
    """
    nameless = f"{kind.replace('_', '-') or 'rule'}-{next_number(sight.law, sight.game)}"
    folder, called = folder_of(sight.ruleset), f"{slugs.slug(name, LONGEST_NAME, nameless)}.md"
    return f"{folder}{kinds(sight)[kind]}/{called}" if kind else f"{folder}{number}{called}"


def one_line(title: str) -> str:
    """A title as it is kept, without NUL, which no commit's message can have: that a rule cannot either is said where it is read."""
    return " ".join(title.replace("\0", " ").split())[:LONGEST_TITLE]


def drafted(sight: Sight, given: Mapping[str, str]) -> Draft:
    """What was filled in, as a draft. Line ends of browsers become those of files."""
    known = blank(sight, given.get("rule", ""))
    title = one_line(given.get("title", ""))
    parts, unclear = _filled_in(known.parts, given)
    known = replace(known, unclear=unclear or _overtaken(known, given))
    if known.slug:
        parts = _numbered_anew(sight, known.slug, parts) if known.unclear == MOVED else parts
        return replace(known, title=title or known.title, parts=parts, repeals=given.get("repeal") == "yes")
    found = _NUMBER.match(title)
    number = found[0] if found else ""
    name = title[len(number) :].strip()
    if parts.whole and not name:  # only the next number stood there
        name = rewriting.title_of(parts.whole)
        title = f"{title} {name}".strip()[:LONGEST_TITLE]
    possible = [known.kind] if known.kind else kinds_of(sight, parts.whole)
    kind = possible[0] if possible else ""
    known = replace(known, unclear=known.unclear or _unwritten(parts, name) or _which(possible))
    called = rewriting.titled(parts.front, name or f"A new {kind or 'rule'}", "name" if kind else "title")
    path = path_of(sight, kind, f"{number}-" if number else "", name)
    return replace(known, title=title, parts=replace(parts, front=called), path=path, kind=kind)


def _unwritten(parts: Parts, name: str) -> str:
    """What a new one lacks before there is anything to check."""
    if not name:
        return NAMELESS
    return "" if parts.whole or parts.prose.strip() else WORDLESS


def _which(possible: list[str]) -> str:
    """Why it is not plain where a file belongs that several kinds could have."""
    if len(possible) < 2:
        return ""
    return (
        f"This file can be {either(possible)}, and does not say which. Choose it above, with Take this one, and put the file in there. "
        "A new rule says rule: next."
    )


def either(kinds: list[str]) -> str:
    return " or ".join(f"a new {kind.replace('_', ' ')}" for kind in kinds)


def _overtaken(known: Draft, given: Mapping[str, str]) -> str:
    """What happened to the rule while the page stood open, if anything did: that is not to be undone unasked."""
    if given.get("rule") and not known.chosen:
        return GONE
    return MOVED if known.slug and given.get("was", known.mark) != known.mark else ""


def _numbered_anew(sight: Sight, slug: str, parts: Parts) -> Parts:
    """With the number and the history that the rule has by now: nobody wrote those of before, and with them it would be refused."""
    document = sight.documents[slug]
    if document.number is None:
        return parts
    text = splice.stamp(parts.text, document.number, document.history)
    return replace(parts, whole=text) if parts.whole else replace(parts, front=rewriting.taken_apart(text).front)


def _filled_in(known: Parts, given: Mapping[str, str]) -> tuple[Parts, str]:
    """The boxes, or the whole file that was put into the first of them; and why it is not plain which of both is meant."""
    values = {name: given[name].replace("\r\n", "\n") for name in (*FIELDS, "whole") if name in given}
    parts = rewriting.bare(replace(known, **values))
    numbers = {name.removeprefix("p-"): value for name, value in given.items() if name.startswith("p-")}
    if numbers and not parts.whole:
        parts = replace(parts, front=rewriting.with_parameters(parts.front, numbers))
    if parts.whole or rewriting.is_file(known.prose) or not rewriting.is_file(parts.prose):
        return parts, ""
    if rewriting.differs_beside_prose(parts, known):
        return parts, TWICE
    return replace(parts, whole=rewriting.as_file(parts.prose)), ""


def checked(game: Game, draft: Draft, login: str, number: int | None = None) -> Preview:
    """What would be answered if it were opened now, where `number` is the next one. A commit is made of it, in a copy of the game:
    what is tried while somebody types is in no branch, and git would look through all of it again after each push.
    """
    with game.hub.server.lock:
        account, now = game.model.account(login), game.clock()
    role = "administrator" if login == game.host else "player"
    with Checkout(game.git.directory, game.folder.drafts) as copy:
        try:
            with _COPYING:
                (main,) = copy.bring("main")
                head = copy.commit([main], draft.changes, draft.title or "A draft", now)
            proposal = Proposal(main, head, draft.title, Account(account.id, account.login), role)
            found = preview(copy, ChildJudge(b"", "preview", QUICKLY), proposal)
        except ForgeError as error:
            return Preview("", "not_checked", error.cause, error.remedy)
    reason, remedy, answer, *warnings = (
        by_boxes(draft, said) for said in (found.reason, found.remedy, found.answer, *found.warnings)
    )
    if not found.code and number is not None:
        warnings += _misnumbered(draft.title, number)
    return replace(found, reason=reason, remedy=remedy, answer=answer, warnings=tuple(warnings))


def _misnumbered(title: str, number: int) -> list[str]:
    """Where the law takes any title: that the number in front is another than it gets, as that of a draft from before the last one."""
    found = _NUMBER.match(title[:LONGEST_TITLE])
    said = int(found[0]) if found else number
    if not 0 < abs(said - number) <= NEAR:
        return []
    return [
        f"The title begins with {said}, and this will be proposal {number}: write {number} there, or leave the number out."
    ]


def heed(found: Preview | None) -> str:
    """What a page shows warnings with, and is sent back by whoever has seen them; nothing where there are none."""
    told = "\0".join(found.warnings) if found is not None else ""
    return sha256(told)[:16] if told else ""


def rehearsed(sight: Sight, draft: Draft, found: Preview | None) -> Rehearsal:
    """What its own examples come to, of a draft that could be law: they bind nobody, but voters are told.

    Also where a rule refuses it, as before the writer's turn: until then there is time to mend it.
    """
    if found is None or (found.code and found.code not in BY_LAW) or draft.repeals:
        return NONE_PLAYED
    texts = {path: text for path, text in sight.files.items() if path.startswith(LAW)}
    played = rehearsing.rehearsed({**texts, draft.path: draft.parts.text}, sight.ruleset, draft.path)
    return replace(played, failing=tuple(by_boxes(draft, each) for each in played.failing))


def by_boxes(draft: Draft, said: str) -> str:
    """What is said of lines of the draft's file, by the lines of the boxes of the page, which shows no file."""

    def named(found: re.Match[str]) -> str:
        place = draft.parts.place_of(int(found["line"]))
        return f"{found['failed'] or ''}{BOXES[place[0]]}, line {place[1]}" if place else found[0]

    if not draft.path:
        return said
    rules = "|".join(map(re.escape, _called(draft)))
    lines = rf"(?:{re.escape(draft.path)}:|(?P<failed>(?:{rules}) failed at )line )(?P<line>[0-9]{{1,6}})\b"
    return re.sub(lines, named, said)


def _called(draft: Draft) -> list[str]:
    """What the rule is called where it fails: before it has a number, and once it has."""
    slug = splice.slug_of(draft.path)
    names = [rule_named(slug, None)]
    with suppress(LawProblems):
        names.append(rule_named(slug, parse(draft.path, draft.parts.text)))
    return names


def opened(game: Game, draft: Draft, login: str, command: str, body: str = "") -> int:
    """A pull request of the draft, and the word that opens it for voting; its number."""

    def open_it() -> int:
        number = game.people.open_pull(login, draft.title, draft.changes, body=body).number
        if command:
            game.people.comment(login, number, command)
        return number

    return game.act(open_it)
