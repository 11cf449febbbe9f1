"""What somebody with a seat sends who means no good: it is refused in words, and the game goes on for everybody else."""

from __future__ import annotations

import gzip
import itertools
import re
import resource
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import requests

from engine.cli import at_table
from engine.hub import git_http
from engine.hub.accounts import BOT_ID
from engine.hub.git_http import Git
from engine.referee.ports import Unreachable
from engine.store.told import Told
from engine.table import interface, web
from engine.table.filled import LARGEST
from engine.table.game import Game
from engine.table.house import House
from tests.table.tables import Browser, Time, island, opened, served
from tests.table.test_packed import BLOB, object_of, pack

Enter = Callable[[str], Browser]
MEGABYTE = 1_000_000


class Client:
    """Bo, with GitHub's interface; `bugs` are what the table takes for its own mistakes."""

    def __init__(self, game: Game, house: House, browser: Browser, bugs: list[Exception]) -> None:
        self.game, self.house, self.browser, self.bugs = game, house, browser, bugs
        self.here = f"/api/v3/repos/{game.hub.full_name}"
        self.fork = f"/api/v3/repos/bo/{game.model.name}"
        self.mine = {"authorization": f"Bearer {house.seats.issue('bo')}"}

    def ask(self, method: str, path: str, given: object = None, **more: Any) -> requests.Response:
        if "data" not in more:
            more["json"] = given
        headers = self.mine | more.pop("headers", {})
        return requests.request(method, f"{self.browser.address}{path}", headers=headers, timeout=60, **more)

    def pull(self, branch: str, commit: str) -> int:
        """A pull request from a branch of the repository, whatever is in it."""
        self.game.git.move(f"refs/heads/{branch}", commit)
        said = self.ask("POST", f"{self.here}/pulls", {"head": branch, "base": "main", "title": branch})
        assert said.status_code == 201, said.text
        return int(said.json()["number"])

    def goes_on(self) -> None:
        """A pass is made, what everybody says is kept and answered, and nothing was taken for a mistake of ours."""
        self.game.settle()
        assert self.game.trouble is None
        said = self.game.act(lambda: self.game.people.comment("ana", 1, "/help"))
        self.game.settle()
        assert any(f"answers {said.id}" in c.body or c.author == BOT_ID for c in self.game.model.comments.values())
        assert self.bugs == []


@pytest.fixture(scope="module")
def bo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        island(patch)
        patch.setattr(web.Rates, "allows", lambda rates, address: True)
        place: Path = tmp_path_factory.mktemp("thieves") / "game"
        bugs: list[Exception] = []
        with opened(place, Time()) as game, served(game, bugs) as (house, enter):
            yield Client(game, house, enter(house.seats.links["host"]), bugs)


ODD: list[Any] = [[1, 2], {"a": 1}, 5, True, ""]


def test_a_text_of_a_thread_is_text_or_the_request_is_refused(bo: Client) -> None:
    mine = bo.ask("POST", f"{bo.here}/issues", {"title": "Mine"}).json()["number"]
    for field, odd in itertools.product(["title", "body", "state"], ODD):
        found = bo.ask("PATCH", f"{bo.here}/issues/{mine}", {field: odd})
        fine = (field, odd) == ("body", "")
        assert found.status_code == (200 if fine else 422), (field, odd, found.text)
        thread = bo.game.model.threads[mine]
        assert (thread.title, thread.body, thread.state) == ("Mine", "", "open"), (field, odd)
    bo.goes_on()


def test_nobody_says_none_where_words_are_due(bo: Client) -> None:
    """`null` was taken for the word None."""
    bo.ask("POST", f"{bo.here}/forks")
    comment = bo.ask("POST", f"{bo.here}/issues/1/comments", {"body": "short"}).json()["id"]
    head = {"head": "main", "base": "main", "title": "x"}
    for method, path, given in (
        ("POST", f"{bo.here}/issues", {"title": None}),
        ("POST", f"{bo.here}/issues/1/comments", {"body": None}),
        ("PATCH", f"{bo.here}/issues/comments/{comment}", {"body": None}),
        *(("POST", f"{bo.here}/pulls", head | {name: None}) for name in head),
        ("PUT", f"{bo.fork}/contents/none.md", {"message": None, "content": ""}),
    ):
        assert bo.ask(method, path, given).status_code == 422, (path, given)
    bo.goes_on()


def test_what_is_no_map_is_refused(bo: Client) -> None:
    places = (("POST", "/issues"), ("POST", "/issues/1/comments"), ("POST", "/pulls"), ("PATCH", "/issues/1"))
    for odd in ("[1]", '"x"', "5", "null", "[" * 100_000, '{"title": "a', "\xff"):
        data = odd.encode("latin-1")
        for method, path in places:
            assert bo.ask(method, bo.here + path, data=data).status_code in (400, 403, 422), (path, odd[:5])
        assert requests.post(f"{bo.browser.address}/terminal", data=data, timeout=60).status_code == 403, odd[:5]
    bo.goes_on()


def test_half_a_letter_is_written_nowhere(bo: Client) -> None:
    said = bo.ask("POST", f"{bo.here}/issues/1/comments", data=rb'{"body": "a \ud800 b"}')
    assert said.status_code == 400
    bo.goes_on()
    bo.game.folder.announce({"address": bo.browser.address, "secret": bo.house.seats.links["host"]})
    asked = {"do": "say", "who": "ana", "text": "so \udcff it is"}  # from a terminal of another encoding
    assert not at_table.ask(bo.game.folder.path, asked)["refused"]
    assert "so \ufffd it is" in [comment.body for comment in bo.game.model.comments.values()]
    bo.goes_on()


HALVES = {
    "utf-7": b"so +2AA- it",
    "unicode_escape": b"so \\ud800 it",
    "utf-16-le": b"s\0o\0",
    "idna": b"xn--so.\xff",
    "undefined": b"so",
    "utf-8": b"so \xed\xa0\x80 it",
}


@pytest.mark.parametrize("charset", HALVES)
def test_a_form_is_read_as_utf_8_and_as_nothing_else(bo: Client, charset: str) -> None:
    me, before = bo.browser, set(bo.game.model.comments)
    proof = re.search(r'name="proof" value="([0-9a-f]+)"', me.look("/"))[1]  # type: ignore[index]
    parts = {"proof": proof.encode(), "thread": b"1", "text": HALVES[charset]}
    head = b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    body = b"".join(head % (name.encode(), value) for name, value in parts.items()) + b"--x--\r\n"
    sent = {"content-type": f"multipart/form-data; boundary=x; charset={charset}", "origin": me.address}
    found = me.session.post(f"{me.address}/say", data=body, headers=sent, timeout=60)
    assert found.status_code == 400 and "UTF-8" in found.text
    assert set(bo.game.model.comments) == before
    bo.goes_on()


def test_a_form_that_cannot_be_read_is_refused_and_says_nothing_in_the_hosts_terminal(
    bo: Client, caplog: pytest.LogCaptureFixture
) -> None:
    for kind, data in (
        ("; boundary=x", b"abc"),
        ("; boundary=x", b"--x\r\nno header\r\n"),
        ("", b"abc"),
        ("; boundary=", b""),
    ):
        headers = {"content-type": f"multipart/form-data{kind}"}
        for path in ("/say", "/enter", "/nowhere"):
            found = requests.post(f"{bo.browser.address}{path}", data=data, headers=headers, timeout=60)
            assert found.status_code in (400, 403), (kind, path)
    assert not caplog.records and bo.bugs == []


def test_an_edit_is_no_longer_than_what_is_written_at_once(bo: Client) -> None:
    comment = bo.ask("POST", f"{bo.here}/issues/1/comments", {"body": "short"}).json()["id"]
    for text in ("long" * 20_000, "  "):
        assert bo.ask("PATCH", f"{bo.here}/issues/comments/{comment}", {"body": text}).status_code == 422
    assert bo.game.model.comments[comment].body == "short"


def test_words_of_somebody_else_are_the_hosts_alone_to_edit(bo: Client) -> None:
    """By GitHub's interface, as an administrator can there; on the pages the host cannot either."""
    told = {who: bo.game.act(lambda who=who: bo.game.people.comment(who, 1, "mine")).id for who in ("ana", "bo")}  # type: ignore[misc]
    host = {"authorization": f"Bearer {bo.house.seats.links['host']}"}
    words = {who: f"{bo.here}/issues/comments/{id_}" for who, id_ in told.items()}
    assert bo.ask("PATCH", words["ana"], {"body": "other"}).status_code == 403
    assert bo.ask("DELETE", words["ana"]).status_code == 403
    assert bo.ask("PATCH", words["bo"], {"body": "other"}, headers=host).status_code == 200
    assert bo.ask("DELETE", words["bo"], headers=host).status_code == 204
    bo.goes_on()


def test_a_reaction_is_one_of_those_there_are(bo: Client) -> None:
    comment = bo.ask("POST", f"{bo.here}/issues/1/comments", {"body": "well"}).json()["id"]
    where = f"{bo.here}/issues/comments/{comment}/reactions"
    assert bo.ask("POST", where, {"content": "<b>" * 1_000}).status_code == 422
    assert bo.ask("POST", where, {"content": "rocket"}).status_code == 201


def test_a_review_is_of_a_commit_and_as_long_as_a_comment(bo: Client) -> None:
    number = bo.pull("reviewed", bo.game.git.head() or "")
    where = f"{bo.here}/pulls/{number}/reviews"
    assert bo.ask("POST", where, {"commit_id": "x" * 100_000}).status_code == 422
    begun = bo.ask("POST", where, {}).json()["id"]
    sent = {"event": "COMMENT", "body": "long" * 20_000}
    assert bo.ask("POST", f"{where}/{begun}/events", sent).status_code == 422


def test_a_pull_request_goes_to_a_branch_that_is_there(bo: Client) -> None:
    number = bo.pull("aimed", bo.game.git.head() or "")
    assert bo.ask("PATCH", f"{bo.here}/pulls/{number}", {"base": "nowhere"}).status_code == 422
    assert bo.ask("GET", f"{bo.here}/pulls/{number}/files").status_code == 200


@pytest.mark.parametrize("path", ["contents/..%2f..%2fdice-key", "contents/:(exclude)x", "commits?path=../../x"])
def test_a_path_that_leads_out_is_not_found(bo: Client, path: str) -> None:
    assert bo.ask("GET", f"{bo.here}/{path}").status_code in (404, 422)
    assert bo.bugs == []


@pytest.mark.parametrize("name", ["main^{/.}", "main~0", ":/B"])
def test_no_pattern_is_looked_for_in_the_history(bo: Client, name: str) -> None:
    """One that git is never done with would keep everybody waiting: spectators can ask for it, too."""
    asked = quote(name, safe="")
    for path in ("contents/rules?ref={}", "commits?sha={}", "commits/{}", "branches/{}", "git/ref/heads/{}"):
        assert bo.ask("GET", f"{bo.here}/{path.format(asked)}").status_code == 404, path
    bo.ask("POST", f"{bo.here}/forks")
    given = {"ref": "refs/heads/found", "sha": name}
    assert bo.ask("POST", f"{bo.fork}/git/refs", given).status_code == 422
    bo.goes_on()


LONG = "long" * 50_000


def test_a_word_longer_than_a_program_takes_is_refused_and_is_no_mistake_of_ours(bo: Client) -> None:
    bo.ask("POST", f"{bo.here}/forks")
    number = bo.pull("lengthy", bo.game.git.head() or "")
    for method, path, given in (
        ("POST", f"{bo.here}/pulls/{number}/reviews", {"commit_id": LONG}),
        ("POST", f"{bo.here}/pulls", {"head": LONG, "base": "main", "title": "x"}),
        ("PATCH", f"{bo.here}/pulls/{number}", {"base": LONG}),
        ("POST", f"{bo.fork}/git/refs", {"ref": "refs/heads/x", "sha": LONG}),
        ("POST", f"{bo.fork}/git/refs", {"ref": f"refs/heads/{LONG}", "sha": bo.game.git.head()}),
        ("PUT", f"{bo.fork}/contents/x.md", {"branch": LONG, "message": "x", "content": ""}),
        ("PUT", f"{bo.fork}/contents/x.md", {"message": LONG, "content": ""}),
    ):
        assert bo.ask(method, path, given).status_code == 422, given.keys()
    made = bo.ask("PUT", f"{bo.fork}/contents/x.md", {"message": "\N{OWL}" * 50_000, "content": ""})
    assert made.status_code == 201, "a message as long as GitHub takes it"
    bo.goes_on()


def endless(git: Git) -> str:
    """A commit of a hundred thousand files: ten folders of ten folders each, and so on. One level more is ten times as many."""
    blob = git.run("hash-object", "-w", "--stdin", given=b"x")
    tree = git.run("mktree", given="".join(f"100644 blob {blob}\tf{n}\n" for n in range(10)).encode())
    for _ in range(4):
        tree = git.run("mktree", given="".join(f"040000 tree {tree}\td{n}\n" for n in range(10)).encode())
    listed = f"{git.run('ls-tree', 'main')}\n040000 tree {tree}\tzz\n"
    top = git.run("mktree", given=listed.encode())
    who = {f"GIT_{role}_{part}": "bo@x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    return git.run("commit-tree", top, "-p", git.head() or "", "-m", "M", env=who)


def test_more_files_than_git_is_ever_done_with_are_neither_compared_nor_written_over(
    bo: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git gathers all of them before it says a word, and everybody waits meanwhile; in the end its memory is that of the machine."""
    monkeypatch.setattr(git_http, "MOST_NAMES", 500_000)
    commit = endless(bo.game.git)
    number = bo.pull("endless", commit)
    assert "more files than can be shown" in bo.browser.look(f"/threads/{number}")
    assert bo.ask("GET", f"{bo.here}/pulls/{number}/files").status_code == 422
    bo.ask("POST", f"{bo.here}/forks")
    bo.game.hub.forks[f"bo/{bo.game.model.name}"].run(
        "fetch", str(bo.game.git.directory), f"{commit}:refs/heads/endless"
    )
    given = {"branch": "endless", "message": "x", "content": ""}
    assert bo.ask("PUT", f"{bo.fork}/contents/x.md", given).status_code == 422
    bo.goes_on()


def test_of_commits_those_are_looked_at_that_are_shown_and_without_what_they_changed(
    bo: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits = [commit(bo.game, {f"{n}.md": b"x"}) for n in range(3)]
    who = {f"GIT_{role}_{part}": "bo@x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    parents = [word for each in commits for word in ("-p", each)]
    number = bo.pull("joining", bo.game.git.run("commit-tree", f"{commits[0]}^{{tree}}", *parents, "-m", "M", env=who))
    run, asked = bo.game.git.run, []
    monkeypatch.setattr(bo.game.git, "run", lambda *words, **more: (asked.append(words[0]), run(*words, **more))[1])
    assert len(bo.ask("GET", f"{bo.here}/pulls/{number}/commits?per_page=1").json()) == 1
    assert asked.count("log") == 1 and "show" not in asked


@pytest.mark.parametrize(
    "name", ["what?.md", "one#two.md", "a b.md", "back\\slash.md", "50%.md", "größe.md", '"said".md', '"']
)
def test_a_file_is_written_under_the_name_that_was_sent(bo: Client, name: str) -> None:
    bo.ask("POST", f"{bo.here}/forks")
    where = f"{bo.fork}/contents/{quote(name)}"
    made = bo.ask("PUT", where, {"message": "Odd", "content": "aGVsbG8="})
    assert made.status_code == 201 and made.json()["content"]["path"] == name
    assert bo.ask("GET", where).json()["name"] == name
    bo.goes_on()


def test_who_is_called_like_a_page_has_a_fork_like_everybody(bo: Client) -> None:
    bo.game.seat("board")
    theirs = {"authorization": f"Bearer {bo.house.seats.issue('board')}"}
    assert bo.ask("POST", f"{bo.here}/forks", headers=theirs).status_code == 202
    where = f"/board/{bo.game.model.name}.git/info/refs?service=git-upload-pack"
    found = bo.ask("GET", where, headers=theirs)
    assert found.status_code == 200 and b"refs/heads/main" in found.content
    assert "<h1>" in bo.browser.look("/board/") and bo.browser.status == 200


def commit(game: Game, changes: dict[str, bytes], *, mode: str = "100644", parent: str | None = None) -> str:
    """A commit with these bytes in it, whatever they are; without a parent if that is empty."""
    git, parents = game.git, [game.git.head() or ""] if parent is None else []
    env = {"GIT_INDEX_FILE": str(git.directory / "index.thief")}
    git.run("read-tree", *(parents or ["--empty"]), env=env)
    for path, data in changes.items():
        blob = git.head() if mode == "160000" else git.run("hash-object", "-w", "--stdin", given=data)
        git.run("update-index", "--add", "--index-info", given=f"{mode} {blob}\t{path}\n".encode(), env=env)
    tree = git.run("write-tree", env=env)
    who = {f"GIT_{role}_{part}": "bo@x" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    return git.run("commit-tree", tree, *(word for each in parents for word in ("-p", each)), "-m", "M", env=who)


HARD = {
    "picture": ({"a.png": b"\x89PNG\xff\x00"}, "100644", None),
    "latin": ({"rules/island/190-x.md": "Größe".encode("latin-1")}, "100644", None),
    "module": ({"lib": b""}, "160000", None),
    "link": ({"way": b"../../dice-key"}, "120000", None),
    "alien": ({"a.md": b"hello"}, "100644", ""),
    "colon": ({":(top)x": b"hello", "ä.md": b"hello"}, "100644", None),
    "large": ({"long.md": b"one more line\n" * 300_000}, "100644", None),
}


def test_a_pull_request_is_shown_whatever_is_in_it(bo: Client) -> None:
    for case, (changes, mode, parent) in HARD.items():
        number = bo.pull(case, commit(bo.game, changes, mode=mode, parent=parent))
        page = bo.browser.look(f"/threads/{number}")
        assert bo.browser.status == 200 and case in page and len(page) < MEGABYTE, case
        for path in ("files", "commits"):
            assert bo.ask("GET", f"{bo.here}/pulls/{number}/{path}").status_code in (200, 422), case
    bo.goes_on()


def test_a_pull_request_whose_base_is_gone_is_shown(bo: Client) -> None:
    bo.game.git.move("refs/heads/base", bo.game.git.head())
    bo.game.git.move("refs/heads/mine", bo.game.git.head())
    given = {"head": "mine", "base": "base", "title": "Elsewhere"}
    number = bo.ask("POST", f"{bo.here}/pulls", given).json()["number"]
    bo.game.git.move("refs/heads/base", None)
    assert "Elsewhere" in bo.browser.look(f"/threads/{number}") and bo.browser.status == 200
    bo.goes_on()


def test_a_little_that_unpacks_to_much_is_not_unpacked(bo: Client) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sent = {"content-encoding": "gzip", "content-type": "application/x-git-upload-pack-request"}
    where = f"/{bo.game.hub.full_name}.git/git-upload-pack"
    assert bo.ask("POST", where, data=gzip.compress(bytes(200 * MEGABYTE)), headers=sent).status_code == 413
    assert bo.ask("POST", where, data=b"no gzip", headers=sent).status_code == 400
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # kilobytes
    assert bo.bugs == []


def test_a_push_that_unpacks_to_more_than_git_has_time_for_is_not_taken(
    bo: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interface, "UNPACKED", 20 * MEGABYTE)
    bo.ask("POST", f"{bo.here}/forks")
    where = f"/bo/{bo.game.model.name}.git/git-receive-pack"
    sent = {"content-type": "application/x-git-receive-pack-request"}
    for size, status in ((19, 200), (21, 413)):
        push = pack(object_of(BLOB, bytes(size * MEGABYTE)))
        assert len(push) < MEGABYTE
        assert bo.ask("POST", where, data=push, headers=sent).status_code == status, size
    bo.goes_on()


@pytest.mark.parametrize("path", ["/say", "/terminal", "/api/v3/repos/ana/game/issues"])
def test_what_is_too_large_is_refused_also_where_its_length_is_not_told(
    bo: Client, path: str, capfd: pytest.CaptureFixture[str]
) -> None:
    most = web.LARGEST_SENT if path.startswith("/api") else LARGEST
    pieces = (b"a" * 100_000 for _ in range(most // 100_000 + 2))
    found = bo.ask("POST", path, data=pieces, headers={"content-type": "application/x-www-form-urlencoded"})
    assert found.status_code == 413
    assert "Traceback" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("path", ["/api/v3/repos/ana/game/issues", "/bo/game.git/git-receive-pack"])
def test_of_whoever_shows_no_link_no_interface_takes_more_than_a_form_has(bo: Client, path: str) -> None:
    """Each of many such would fill the memory with megabytes before it is asked who sends them."""
    sent = {"authorization": "token none", "content-type": "application/octet-stream"}
    found = bo.ask("POST", path, data=b"a" * (LARGEST + 1), headers=sent)
    assert (found.status_code, f"{LARGEST:,} bytes at most" in found.text) == (413, True)
    assert bo.ask("POST", path, data=b"a" * 100, headers=sent).status_code == 401
    bo.goes_on()


@pytest.mark.parametrize("number", ["²", "١", "-1", "9" * 30, "1.5", "", "\x00"])
def test_what_is_no_number_of_a_thread_is_told_so(bo: Client, number: str) -> None:
    me = bo.browser
    me.look("/")
    me.send("/say", thread=number, text="hello")
    assert me.status == 422
    me.look(f"/?said={number}")
    assert me.status == 200 and bo.bugs == []


@pytest.mark.parametrize("path", ["objects/%00", "objects/%2e%2e/%2e%2e/dice-key", "objects/info/%2e%2e/%2e%2e/config"])
def test_no_file_but_those_of_git_is_read_by_its_address(bo: Client, path: str) -> None:
    found = bo.ask("GET", f"/{bo.game.hub.full_name}.git/{path}")
    assert found.status_code in (404, 500) and b"repositoryformat" not in found.content and len(found.content) < 100
    assert bo.bugs == []


def test_a_header_that_cannot_be_read_opens_nothing_and_is_no_mistake_of_ours(bo: Client) -> None:
    for path in ("/api/v3/user", f"/{bo.game.hub.full_name}.git/info/refs?service=git-upload-pack"):
        odd = {"authorization": b"Basic \xe9"}
        assert requests.get(f"{bo.browser.address}{path}", headers=odd, timeout=60).status_code == 401, path
    sent = requests.post(f"{bo.browser.address}/enter", headers={"origin": "http://["}, timeout=60)
    assert sent.status_code == 403 and "not sent from here" in sent.text
    assert bo.bugs == []


def test_a_terminal_that_is_too_quick_waits_its_turn(bo: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    bo.game.folder.announce({"address": bo.browser.address, "secret": bo.house.seats.links["host"]})
    turns = iter([False, True])
    monkeypatch.setattr(web.Rates, "allows", lambda rates, address: next(turns))
    assert at_table.ask(bo.game.folder.path, {"do": "clock"})["clock"] == "table"


def test_a_terminal_shows_its_secret_to_no_proxy(bo: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    bo.game.folder.announce({"address": bo.browser.address, "secret": bo.house.seats.links["host"]})
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert at_table.ask(bo.game.folder.path, {"do": "clock"})["clock"] == "table"


def test_a_terminal_that_sends_too_much_is_told_so(bo: Client) -> None:
    bo.game.folder.announce({"address": bo.browser.address, "secret": bo.house.seats.links["host"]})
    asked = {"do": "say", "who": "ana", "text": "much " * LARGEST}
    with pytest.raises(Told) as refused:
        at_table.ask(bo.game.folder.path, asked)
    assert "too large" in refused.value.cause


def test_a_button_that_is_pressed_twice_does_one_deed(bo: Client) -> None:
    me = bo.browser
    me.look("/")
    me.send("/act", usage="/join")
    page = me.look("/propose?rule=gifts")
    fields = {name: re.search(rf'name="{name}" value="([^"]*)"', page)[1] for name in ("proof", "title")}  # type: ignore[index]
    prose = re.search(r'name="prose"[^>]*>([^<]*)<', page)[1]  # type: ignore[index]
    before = set(bo.game.model.threads)

    def press(_: int) -> tuple[int, str]:
        given = {**fields, "rule": "gifts", "prose": f"{prose} Twice.", "do": "open"}
        sent = me.session.post(
            f"{me.address}/propose", given, headers={"origin": me.address}, timeout=60, allow_redirects=False
        )
        return sent.status_code, sent.headers["location"]

    with ThreadPoolExecutor(3) as fingers:
        answers = set(fingers.map(press, range(3)))
    (opened_there,) = set(bo.game.model.threads) - before
    assert answers == {(303, f"/threads/{opened_there}#main")}


def test_what_the_machine_cannot_do_is_told_as_that_and_not_as_a_bug(
    bo: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Unreachable("git init: No space left on device.", "Make room on the disk.")

    def fail() -> None:
        raise full

    bo.browser.look("/")
    monkeypatch.setattr(bo.house.looking, "sight", fail)
    bo.browser.send("/say", thread="none", text="x")
    assert "no thread of this game" in bo.browser.page
    secret = {"x-nomic-secret": bo.house.seats.links["host"]}
    told = requests.post(f"{bo.browser.address}/terminal", json={"do": "status"}, headers=secret, timeout=60)
    assert told.status_code == 500 and told.json()["cause"] == full.cause
    assert full.remedy in bo.browser.look("/") and "bug" not in bo.browser.page
    bo.bugs.clear()


def test_a_file_of_many_megabytes_is_not_sent_whole(bo: Client) -> None:
    number = bo.pull("heavy", commit(bo.game, {"heavy.md": b"0" * 3 * MEGABYTE}))
    found = bo.ask("GET", f"{bo.here}/contents/heavy.md?ref=heavy")
    assert found.status_code == 200 and len(found.content) < 10_000
    told = found.json()
    assert (told["size"], told["encoding"], told["content"]) == (3 * MEGABYTE, "none", "")
    assert bo.ask("GET", f"{bo.here}/pulls/{number}/files").status_code == 200
