"""A whole rule file put into the first box of the page *Propose*, and parts put in with what stands around them in a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.store import splice
from engine.table import proposing
from engine.table.sight import Sight
from tests.table.tables import Time, island, joined, opened, served

CODE = 'def sing(player):\n    reply("La.")\n'
FRONT = "rule: next\ntitle: Singing\ncommands:\n  - {usage: /sing, run: sing, help: Sing}\n"
FILE = f"---\n{FRONT}---\nWho sings is heard.\n\n```starlark\n{CODE}```\n"


@pytest.fixture(scope="module")
def sight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sight]:
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        with opened(tmp_path_factory.mktemp("table") / "game", Time()) as game, served(game) as (house, _):
            yield house.looking.sight()


def as_the_page_sends_it(sight: Sight, slug: str = "", **filled: str) -> dict[str, str]:
    parts = proposing.blank(sight, slug).parts
    boxes = {"front": parts.front, "prose": parts.prose, "code": parts.code, "examples": parts.examples}
    given = {"rule": slug, "title": "104 Singing", **boxes, **filled}
    return {name: text.replace("\n", "\r\n") for name, text in given.items()}


def test_a_whole_file_in_the_first_box_is_proposed_as_it_stands(sight: Sight) -> None:
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, prose=FILE))
    assert draft.changes == {f"rules/{sight.game['ruleset']}/104-singing.md": FILE}
    assert draft.unclear == ""
    again = proposing.drafted(sight, {"title": draft.title, "rule": "", "whole": draft.parts.whole})
    assert again.changes == draft.changes, "the page shows it whole, and sends it so"


def test_what_an_editor_leaves_before_and_behind_a_file_is_none_of_it(sight: Sight) -> None:
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, prose=f"\ufeff\n{FILE}\n\n"))
    assert list(draft.changes.values()) == [FILE]


def test_a_file_under_the_mere_next_number_gives_the_proposal_its_title(sight: Sight) -> None:
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, prose=FILE, title="104 "))
    assert (draft.title, draft.path) == ("104 Singing", f"rules/{sight.game['ruleset']}/104-singing.md")


def test_a_whole_file_in_the_first_box_of_a_rule_in_force_takes_its_place(sight: Sight) -> None:
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, "gifts", prose=FILE))
    assert draft.changes == {sight.documents["gifts"].path: FILE}


@pytest.mark.parametrize("slip", ["state: [", "\tstate: {}", "title: Twice"])
def test_of_a_file_that_cannot_be_read_it_is_said_why_and_not_that_it_has_no_title(sight: Sight, slip: str) -> None:
    """`The title has no words yet` stood there, though the file has one; what is wrong with it was said once one had written another."""
    slipped = FILE.replace("title: Singing\n", f"title: Singing\n{slip}\n")
    assert slipped != FILE
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, prose=slipped))
    assert (draft.unclear, draft.title.partition(" ")[2]) == ("", "Singing")


@pytest.mark.parametrize("box", ["front", "code", "examples"])
@pytest.mark.parametrize("slug", ["", "gifts"])
def test_a_file_and_another_box_that_was_filled_in_are_no_draft_yet(sight: Sight, slug: str, box: str) -> None:
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, slug, prose=FILE, **{box: "other: 1\n"}))
    assert draft.unclear == proposing.TWICE
    assert draft.parts.prose == FILE, "and the page keeps what was written"


def test_a_rule_begun_on_the_page_leaves_its_title_in_the_front_matter_and_a_file_may_still_come(sight: Sight) -> None:
    first = proposing.drafted(sight, as_the_page_sends_it(sight, prose="Sing.", title="104 Songs"))
    second = proposing.drafted(sight, as_the_page_sends_it(sight, prose=FILE, front=first.parts.front))
    assert list(second.changes.values()) == [FILE]


def test_fences_around_the_code_and_lines_around_the_front_matter_are_taken_off(sight: Sight) -> None:
    filled = {"prose": "Who sings is heard.", "code": f"```starlark\n{CODE}```", "front": f"---\n{FRONT}---\n"}
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, **filled))
    assert list(draft.changes.values()) == [FILE]


def test_the_page_opens_nothing_while_it_is_not_plain_what_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    island(monkeypatch)
    with joined(tmp_path) as (game, _, me):
        assert "goes in here by itself" in me.look("/propose")
        before = max(game.model.threads)
        page = me.send("/propose", title="108 Singing", prose=FILE, code=CODE, do="open")
        assert "it is not plain which is meant" in page
        assert "it is not plain which is meant" in me.send("/propose/check", title="108 Singing", prose=FILE, code=CODE)
        assert max(game.model.threads) == before
        me.look("/propose")
        broken = me.send("/propose", title="108 Singing", prose="We sing.", code="x =", do="check")
        assert "Code, line 1: this is not Starlark" in broken and "<details open><summary>Code, 1 line<" in broken
        me.look("/propose")
        me.send("/propose", title="108 Singing", prose=FILE, do="open")
        page = me.look(f"/threads/{before + 1}")
        assert "def sing(player)" in page and "by_hand" not in page


def test_what_is_said_of_a_line_names_the_box_and_its_line(sight: Sight) -> None:
    """The file is made of the boxes: who looks at two lines of code was told of line 10."""
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, prose="We sing.", code="x = 1\ny =\n"))
    file = draft.parts.text.splitlines()
    said = [f"{path}:{file.index('y =') + 1}: this is not Starlark" for path in (draft.path, "rules/other.md")]
    assert proposing.by_boxes(draft, said[0]) == "Code, line 2: this is not Starlark"
    assert proposing.by_boxes(draft, said[1]) == said[1]
    as_file = proposing.drafted(sight, as_the_page_sends_it(sight, prose=draft.parts.text))
    assert proposing.by_boxes(as_file, said[0]) == said[0], "that one is shown as it is"


def test_so_is_the_line_at_which_a_rule_fails(sight: Sight) -> None:
    """It was told by a line of the file, which the page does not show."""
    code = "def sing(player):\n    player.shells = 1\n"
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, prose="We sing.", code=code))
    line = draft.parts.text.splitlines().index("    player.shells = 1") + 1
    other = f" The rule `gifts` failed at line {line}: no."
    told = proposing.by_boxes(draft, f"The rule `singing` failed at line {line}: no.{other}")
    assert told == f"The rule `singing` failed at Code, line 2: no.{other}"
    known = proposing.drafted(sight, as_the_page_sends_it(sight, "gifts", prose="Shells may be given away, and more."))
    line = known.parts.text.splitlines().index("    move(player, receiver, count)") + 1
    assert proposing.by_boxes(known, f"Rule 104 (Gifts) failed at line {line}.").startswith(
        "Rule 104 (Gifts) failed at Code, line "
    )


def test_a_title_with_a_nul_is_kept_without_it(sight: Sight) -> None:
    """What no commit's message can have would have ended in a report of a bug."""
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, title="104 Sing\0ing"))
    assert draft.title == "104 Sing ing"


def test_what_is_tried_while_somebody_types_fills_no_repository_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a thousand looks at drafts git packed the game anew with each push, in vain: nothing of it was in a branch."""
    island(monkeypatch)
    with joined(tmp_path) as (game, house, _):
        sight, before = house.looking.sight(), game.git.run("count-objects")
        for prose in ("We sing.", "We sing aloud."):
            draft = proposing.drafted(sight, as_the_page_sends_it(sight, title="104 Songs", prose=prose))
            assert proposing.checked(game, draft, "ana").code == ""
        assert game.git.run("count-objects") == before


@pytest.mark.parametrize(
    ("title", "path", "called"),
    [
        ("104 2nd chance", "104-2nd-chance", "2nd chance"),
        ("104 100 shells", "104-100-shells", "100 shells"),
        ("104 1984", "104-1984", '"1984"'),
        ("104 True", "104-true", '"True"'),
        ("2nd chance", "2nd-chance", "2nd chance"),
    ],
)
def test_a_title_with_numbers_of_its_own_keeps_them(sight: Sight, title: str, path: str, called: str) -> None:
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, title=title, prose="We sing."))
    assert (draft.title, draft.path) == (title, f"rules/{sight.game['ruleset']}/{path}.md")
    assert f"title: {called}\n" in draft.parts.front


CARDS = "---\nrule: 190\ntitle: Cards\nby_hand: true\ndocuments: {card: {folder: cards}}\n---\nThere are cards.\n"


def test_a_new_document_of_a_kind_that_a_rule_declares_is_filed_among_its_kind(sight: Sight) -> None:
    ruleset = sight.game["ruleset"]
    with_cards = replace(sight, files={**sight.files, f"rules/{ruleset}/190-cards.md": CARDS})
    blank = proposing.blank(with_cards, "+card")
    filled = {"rule": "+card", "title": "104 Thick fog", "prose": "One waits.", "front": blank.parts.front}
    fog = "---\nname: Thick fog\n---\nOne waits.\n"
    assert proposing.drafted(with_cards, filled).changes == {f"rules/{ruleset}/cards/thick-fog.md": fog}
    pasted = proposing.drafted(with_cards, as_the_page_sends_it(with_cards, prose=fog, title="104 "))
    assert (pasted.title, pasted.changes) == ("104 Thick fog", {f"rules/{ruleset}/cards/thick-fog.md": fog})
    assert proposing.drafted(with_cards, as_the_page_sends_it(with_cards, prose=FILE)).path.endswith("/104-singing.md")
    assert "is in force no more" in proposing.drafted(sight, filled).unclear, "where its rule was repealed meanwhile"


MORE_KINDS = CARDS.replace(
    "{card: {folder: cards}}",
    "{card: {folder: cards, fields: {cards: {type: integer, default: 1}}}, archivist: archivists}",
)


def test_of_several_kinds_a_file_is_of_the_one_that_has_its_fields_or_whose_folder_it_lies_in(sight: Sight) -> None:
    """With a second kind beside the cards a card was taken for a rule, and told that its keys are unknown."""
    ruleset = sight.game["ruleset"]
    seen = replace(sight, files={**sight.files, f"rules/{ruleset}/190-cards.md": MORE_KINDS})
    fog, two = "---\nname: Thick fog\n---\nOne waits.\n", "---\nname: Thick fog\ncards: 2\n---\nOne waits.\n"
    pasted = proposing.drafted(seen, as_the_page_sends_it(seen, prose=two, title="104 "))
    assert (pasted.unclear, [*pasted.changes]) == ("", [f"rules/{ruleset}/cards/thick-fog.md"])
    assert proposing.drafted(seen, as_the_page_sends_it(seen, prose=fog, title="104 ")).unclear == (
        "This file can be a new card or a new archivist, and does not say which. "
        "Choose it above, with Take this one, and put the file in there. A new rule says rule: next."
    )
    assert [proposing.kinds_of(seen, fog, where) for where in ("archivists", "cards", "home")] == [
        ["archivist"],
        ["card"],
        ["card", "archivist"],
    ]
    assert proposing.kinds_of(seen, FILE, "cards") == [], "a rule says its number"


@pytest.mark.parametrize("title", ["108 Песни", "108 歌", "108 🎵"])
def test_a_title_without_a_latin_letter_takes_no_name_from_those_after_it(
    sight: Sight, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = proposing.drafted(sight, as_the_page_sends_it(sight, title=title, prose="We sing."))
    assert draft.path == f"rules/{sight.game['ruleset']}/108-rule-108.md"
    assert title.removeprefix("108 ") in draft.parts.front
    monkeypatch.setattr(proposing, "next_number", lambda law, game: 109)  # that one was adopted
    again = proposing.drafted(sight, as_the_page_sends_it(sight, title=title.replace("108", "109"), prose="We dance."))
    assert again.path == f"rules/{sight.game['ruleset']}/109-rule-109.md"


@pytest.mark.parametrize(
    ("filled", "said"),
    [
        ({"title": "104 ", "prose": "We sing."}, proposing.NAMELESS),
        ({"title": "104", "prose": "We sing."}, proposing.NAMELESS),
        ({"title": "104 Songs", "prose": " \n"}, proposing.WORDLESS),
        ({"title": "104 Songs", "prose": "We sing."}, ""),
    ],
)
def test_a_new_rule_without_a_name_or_a_word_is_no_draft_yet(sight: Sight, filled: dict[str, str], said: str) -> None:
    assert proposing.drafted(sight, as_the_page_sends_it(sight, **filled)).unclear == said


@pytest.mark.parametrize("whole", [False, True])
def test_a_draft_of_a_rule_that_was_amended_meanwhile_has_its_number_by_now(sight: Sight, whole: bool) -> None:
    """It was asked to be opened again, and was refused for the number of before, which nobody had written."""
    before, blank = sight.documents["gifts"], proposing.blank(sight, "gifts")
    text = splice.stamp(blank.before, 190, [{"enacted": before.number or 0}, {"amended": 190}])
    path = f"rules/{sight.game['ruleset']}/190-gifts.md"
    files = {**{p: t for p, t in sight.files.items() if p != before.path}, path: text}
    file = {"whole": blank.before.replace("given", "GIVEN")} if whole else {"prose": "Gifts."}
    later = replace(sight, files=files)
    draft = proposing.drafted(later, {**as_the_page_sends_it(sight, "gifts", **file), "was": blank.mark})
    assert draft.unclear == proposing.MOVED and draft.path == path
    front = draft.parts.text.partition("\n---\n")[0]
    assert front == text.partition("\n---\n")[0]
    assert ("GIVEN" if whole else "Gifts.") in draft.parts.text
