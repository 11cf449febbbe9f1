"""The ports in memory: a store of commits with compare-and-swap, and a forge that can fail."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hub.accounts import BOT_LOGIN
from engine.hub.threads import Pull
from engine.referee.ports import Forge, Gone, Moved, PushRefused, Repository, Unreachable
from tests.begun import START, Clock
from tests.github.model import Model
from tests.pace import within
from tests.storms.memory import MemoryForge, MemoryRepository
from tests.storms.store import Store

Parents = list[list[int]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def model(clock: Clock) -> Model:
    made = Model("commons", "game", clock)
    made.account("commons")
    return made


@pytest.fixture
def forge(model: Model) -> MemoryForge:
    return MemoryForge(model)


@pytest.fixture
def repository(model: Model) -> MemoryRepository:
    store = Store()
    store.main = store.add([], {"a.txt": "a\n", "rules/one.md": "One.\n"}, "Begin", START, "commons")
    return MemoryRepository(store, model)


def test_both_are_the_referees_ports(forge: MemoryForge, repository: MemoryRepository) -> None:
    ports: tuple[Forge, Repository] = (forge, repository)
    assert ports[0].server_time() == START
    assert ports[1].fetch() == repository.store.main


def test_equal_commits_have_equal_ids_and_any_difference_another(repository: MemoryRepository) -> None:
    base = repository.fetch()
    made = repository.commit([base], {"b.txt": "b\n"}, "More", START)
    assert repository.commit([base], {"b.txt": "b\n"}, "More", START) == made
    others = [
        repository.commit([base], {"b.txt": "c\n"}, "More", START),
        repository.commit([base], {"b.txt": "b\n"}, "Less", START),
        repository.commit([base], {"b.txt": "b\n"}, "More", START + 1),
        repository.commit([base, made], {"b.txt": "b\n"}, "More", START),
    ]
    assert len({made, *others}) == 5


def test_a_commit_writes_and_removes_files_and_leaves_its_parent_alone(repository: MemoryRepository) -> None:
    base = repository.fetch()
    made = repository.commit([base], {"a.txt": None, "rules/two.md": "Two.\n"}, "Two", START)
    assert set(repository.tree(base)) == {"a.txt", "rules/one.md"}
    assert set(repository.tree(made)) == {"rules/one.md", "rules/two.md"}
    assert set(repository.tree(base, "rules")) == {"rules/one.md"}
    assert set(repository.changed_paths(base, made)) == {"a.txt", "rules/two.md"}
    entry = repository.tree(made)["rules/two.md"]
    assert repository.blobs([entry.blob]) == {entry.blob: b"Two.\n"}
    assert entry.size == 5


def test_a_push_from_where_main_no_longer_is_changes_nothing(repository: MemoryRepository) -> None:
    base = repository.fetch()
    mine = repository.commit([base], {"b.txt": "mine\n"}, "Mine", START)
    theirs = repository.commit([base], {"b.txt": "theirs\n"}, "Theirs", START)
    repository.push(base, theirs)
    with pytest.raises(Moved):
        repository.push(base, mine)
    assert repository.fetch() == theirs


def test_a_push_merges_the_pull_requests_it_reaches(repository: MemoryRepository, model: Model) -> None:
    base = repository.fetch()
    head = repository.commit([base], {"rules/two.md": "Two.\n"}, "Two", START)
    ana = model.account("ana").id
    number = model.open_thread(ana, "Two", "", pull=Pull("main", "two", head, "ana/game")).number
    tip = repository.commit([base, head], {"rules/two.md": "Two.\n"}, "Adopt", START)
    repository.push(base, tip)
    assert MemoryForge(model).pull(number).merged


def test_a_refused_push_gives_the_servers_words_and_moves_nothing(repository: MemoryRepository) -> None:
    base = repository.fetch()
    made = repository.commit([base], {"b.txt": "b\n"}, "More", START)
    repository.refuse = "protected branch"
    with pytest.raises(PushRefused, match="protected branch"):
        repository.push(base, made)
    assert repository.fetch() == base
    repository.push(base, made)
    assert repository.fetch() == made


def test_a_push_whose_answer_is_lost_has_landed_all_the_same(repository: MemoryRepository) -> None:
    base = repository.fetch()
    made = repository.commit([base], {"b.txt": "b\n"}, "More", START)
    repository.lose = True
    with pytest.raises(Unreachable):
        repository.push(base, made)
    assert repository.fetch() == made


def test_someone_may_come_first_right_before_the_push(repository: MemoryRepository) -> None:
    base = repository.fetch()
    made = repository.commit([base], {"b.txt": "b\n"}, "More", START)
    theirs = repository.commit([base], {"c.txt": "c\n"}, "Theirs", START)
    repository.before_push = lambda: setattr(repository.store, "main", theirs)
    with pytest.raises(Moved):
        repository.push(base, made)
    assert repository.fetch() == theirs


def test_side_effects_are_watched_before_and_after(model: Model) -> None:
    seen: list[tuple[str, bool]] = []
    forge = MemoryForge(model, lambda name, done: seen.append((name, done)))
    number = forge.create_issue("The table", "", [], None).number
    forge.create_comment(number, "hello")
    assert seen == [
        ("create_issue", False),
        ("create_issue", True),
        ("create_comment", False),
        ("create_comment", True),
    ]


def test_a_crash_before_a_side_effect_prevents_it_and_one_after_does_not(model: Model) -> None:
    number = model.open_thread(model.account("ana").id, "The table", "").number
    for fatal, stands in ((False, 0), (True, 1)):
        with pytest.raises(KeyboardInterrupt):
            MemoryForge(model, crash_when(fatal)).create_comment(number, "hello")
        assert len(model.comments_of(number)) == stands


def crash_when(fatal: bool):  # type: ignore[no-untyped-def]  # a callback of the hub's
    def watch(name: str, done: bool) -> None:
        if done is fatal:
            raise KeyboardInterrupt

    return watch


def test_a_failing_list_decides_nothing_and_then_works_again(forge: MemoryForge) -> None:
    forge.fail = 1
    with pytest.raises(Unreachable):
        forge.threads_since(None)
    assert forge.threads_since(None) == []


def test_what_is_hidden_shows_at_a_later_read(forge: MemoryForge, model: Model, clock: Clock) -> None:
    ana = model.account("ana").id
    number = model.open_thread(ana, "The table", "").number
    model.comment(ana, number, "first")
    clock.now += 1
    model.comment(ana, number, "second")
    forge.hide = 1
    assert [c.body for c in forge.comments_since(None)] == ["first"]
    assert [c.body for c in forge.comments_since(None)] == ["first", "second"]


def test_what_a_deleted_account_wrote_has_no_author(forge: MemoryForge, model: Model) -> None:
    ana = model.account("ana")
    number = model.open_thread(ana.id, "The table", "").number
    model.comment(ana.id, number, "yay")
    ana.deleted = True
    assert [c.author for c in forge.comments_of(number)] == [None]


def test_a_comment_that_is_gone_is_gone_for_edits_too(forge: MemoryForge) -> None:
    with pytest.raises(Gone):
        forge.edit_comment(12_345, "hello")


def test_a_commit_costs_what_it_changes() -> None:
    store = Store()
    tip = store.add([], {f"state/{n}.yaml": f"{n}\n" for n in range(20_000)}, "Begin", START, "ana")
    within(0.2, lambda: [store.add([tip], {"state/1.yaml": f"{n} again\n"}, "One", START, "ana") for n in range(20)])


@st.composite
def histories(draw: st.DrawFn) -> Parents:
    """For each commit the places of its parents, all of them earlier."""
    parents: Parents = [[]]
    for place in range(1, draw(st.integers(2, 12))):
        parents.append(draw(st.lists(st.integers(0, place - 1), min_size=1, max_size=2, unique=True)))
    return parents


def before(parents: Parents, place: int) -> set[int]:
    """The commit and its ancestors, by definition."""
    return {place}.union(*(before(parents, parent) for parent in parents[place]))


@given(histories(), st.data())
def test_ancestry_is_what_its_definition_says(parents: Parents, data: st.DataObject) -> None:
    store = Store()
    ids: list[str] = []
    for place, earlier in enumerate(parents):
        ids.append(store.add([ids[e] for e in earlier], {"n": f"{place}\n"}, str(place), START + place, "ana"))
    repository = MemoryRepository(store, Model("commons", "game", Clock()))
    one, other = data.draw(st.integers(0, len(ids) - 1)), data.draw(st.integers(0, len(ids) - 1))
    mine, theirs = before(parents, one), before(parents, other)
    assert repository.is_ancestor(ids[one], ids[other]) == (one in theirs)
    assert {c.sha for c in repository.own_commits(ids[one], ids[other], 100)} == {ids[p] for p in theirs - mine}
    common = mine & theirs
    best = {ids[c] for c in common if not any(c in before(parents, d) for d in common - {c})}
    assert repository.merge_base(ids[one], ids[other]) in best


def test_a_thread_that_is_not_there_is_gone(model: Model) -> None:
    with pytest.raises(Gone):
        MemoryForge(model).thread(99)


def test_asking_for_a_role_makes_no_account(model: Model) -> None:
    before = len(model.accounts)
    MemoryForge(model).permission("nobody")
    assert len(model.accounts) == before


def test_a_bot_has_no_role(model: Model) -> None:
    assert MemoryForge(model).permission(BOT_LOGIN) == "none"


def test_an_issue_is_opened_with_its_labels(model: Model) -> None:
    assert MemoryForge(model).create_issue("Hunger", "", ["hunger"], None).labels == ("hunger",)


def test_a_failed_status_is_a_failed_check(model: Model) -> None:
    model.set_status("a" * 40, "failure", "tests", "No.")
    assert MemoryForge(model).checks("a" * 40) == "failed"


def test_a_head_that_was_rewritten_is_gone(model: Model) -> None:
    store = Store()
    store.main = store.add([], {"a": "a\n"}, "Begin", START, "ana")
    old, new = (store.add([store.main], {"a": text}, "Head", START, "ana") for text in ("b\n", "c\n"))
    store.heads[1] = new
    with pytest.raises(Gone):
        MemoryRepository(store, model).fetch_pull(1, old)
