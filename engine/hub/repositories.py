"""Files, branches, commits, forks and pull requests by REST, in the repository and in forks of it: what people's clients do."""

import base64
import binascii
from collections.abc import Callable
from subprocess import CalledProcessError
from typing import Any, Final

from engine.hub import pushes, sent
from engine.hub.accounts import ANYBODY
from engine.hub.git_http import Git
from engine.hub.ground import Ground
from engine.hub.pull_lists import commit_shape
from engine.hub.routes import Call, Refused, Reply, Rest, need
from engine.hub.threads import Pull

Json = dict[str, Any]
Handler = Callable[[Rest, Call], Reply]
ANY: Final = r"/repos/([\w.-]+/[\w.-]+)"
LARGEST: Final = 1_000_000  # bytes of a file that is written, or shown, at once
UNSHOWN: Final = {"encoding": "none", "content": ""}  # as GitHub has it
MOST_LISTED: Final = 1_000
WORKFLOWS: Final = ".github/workflows/"


def routes(hub: Ground) -> list[tuple[str, str, Handler]]:
    here = Repositories(hub)
    return [
        ("GET", ANY, here.repository),
        ("POST", f"{ANY}/forks", here.fork),
        ("GET", f"{ANY}/contents(?:/(.*))?", here.contents),
        ("PUT", f"{ANY}/contents/(.+)", here.write),
        ("DELETE", f"{ANY}/contents/(.+)", here.write),
        ("GET", f"{ANY}/branches", here.branches),
        ("GET", f"{ANY}/branches/(.+)", here.branch),
        ("GET", f"{ANY}/git/refs?/heads/(.+)", here.ref),
        ("POST", f"{ANY}/git/refs", here.new_ref),
        ("GET", f"{ANY}/commits", here.commits),
        ("GET", f"{ANY}/commits/([^/]+)", here.commit),
        ("POST", "REPO/pulls", here.open_pull),
        ("PATCH", r"REPO/pulls/(\d+)", here.update_pull),
    ]


class Repositories:
    """The repository and its forks by name."""

    def __init__(self, hub: Ground) -> None:
        self.hub = hub

    def _git(self, name: str) -> Git:
        own = self.hub.called(name)
        found = self.hub.git if own == self.hub.full_name else self.hub.forks.get(own)
        if found is None:
            raise Refused(404, "Not Found")
        return found

    def _writable(self, call: Call, name: str) -> Git:
        """GitHub says of a repository one may not write that there is none."""
        git = self._git(name)
        need(call, "contents")
        own = name.partition("/")[0].lower() == self.hub.model.accounts[call.account].login.lower()
        if not (own if git is not self.hub.git else self.hub.model.may(call.account, "write")):
            raise Refused(404, "Not Found")
        return git

    def repository(self, rest: Rest, call: Call) -> Reply:
        self._git(call.parts[0])
        return Reply(200, self._shape(rest, self.hub.called(call.parts[0])))

    def _shape(self, rest: Rest, name: str) -> Json:
        parent = rest.shapes.repository()
        if name == self.hub.full_name:
            return parent
        owner = rest.model.account(name.partition("/")[0])
        urls = {"html_url": f"{rest.shapes.web}/{name}", "url": f"{rest.shapes.api}/repos/{name}"}
        shown = {
            "full_name": name,
            "owner": rest.shapes.account(owner.id),
            "fork": True,
            "parent": parent,
            "source": parent,
        }
        return {**parent, "id": owner.id, **shown, **urls, "clone_url": f"{rest.shapes.web}/{name}.git"}

    def fork(self, rest: Rest, call: Call) -> Reply:
        """A fork that is there already is answered as it is."""
        if call.account == ANYBODY or rest.model.accounts[call.account].bot:
            raise Refused(403, "Resource not accessible by integration")
        self._git(call.parts[0])
        name = f"{rest.model.accounts[call.account].login}/{rest.model.name}"
        if name == self.hub.full_name:
            raise Refused(403, "You cannot fork your own repository here.")
        if name not in self.hub.forks:
            made = Git(self.hub.directory / f"{name.replace('/', '-')}.git")
            made.run("fetch", "--quiet", str(self.hub.git.directory), "refs/heads/main:refs/heads/main")
            self.hub.forks[name] = made
        return Reply(202, self._shape(rest, name))

    def contents(self, rest: Rest, call: Call) -> Reply:
        name, path = call.parts[0], (call.parts[1] or "").strip("/")
        git, ref = self._git(name), call.query.get("ref") or "main"
        sha = self._sha(git, ref)
        rows = _listed(git, sha, path or ".", *([f"{path}/"] if path else []))
        exact = next((row for row in rows if row["path"] == path and row["type"] == "file"), None)
        if exact is not None:
            shown = _encoded(git.blob(exact["sha"])) if exact["size"] <= LARGEST else UNSHOWN
            return Reply(200, {**self._linked(rest, name, exact, ref), **shown})
        inside = [row for row in rows if row["path"] != path]
        if not inside:
            raise Refused(404, "Not Found")
        return Reply(200, [self._linked(rest, name, row, ref) for row in inside])

    def _linked(self, rest: Rest, name: str, row: Json, ref: str) -> Json:
        url = f"{rest.shapes.api}/repos/{name}/contents/{row['path']}?ref={ref}"
        page = f"{rest.shapes.web}/{name}/blob/{ref}/{row['path']}"
        git_url = f"{rest.shapes.api}/repos/{name}/git/blobs/{row['sha']}"
        links = {"self": url, "git": git_url, "html": page}
        return {**row, "url": url, "html_url": page, "git_url": git_url, "download_url": None, "_links": links}

    def write(self, rest: Rest, call: Call) -> Reply:
        """One file written or, without content, taken away; `sha` must be the one that it has."""
        name, path = self.hub.called(call.parts[0]), call.parts[1]
        git, given = self._writable(call, name), call.body
        branch = str(given.get("branch") or "main")
        head = git.head(branch)
        if head is None:
            raise Refused(404, f"Branch {branch} not found")
        if "\0" in path or any(part.lower() in ("", ".", "..", ".git") for part in path.split("/")):
            raise Refused(422, "path is malformed")
        if path.startswith(WORKFLOWS):
            need(call, "workflows")
        text = _decoded(given["content"]) if "content" in given else None
        known = next((row["sha"] for row in _listed(git, head, path)), None)
        self._must_match(known, given.get("sha"), gone=text is None)
        who = rest.model.accounts[call.account].login
        if git.is_endless(head):
            raise Refused(422, "There are too many files.")
        try:
            made = git.commit([head], {path: text}, sent.text(given, "message"), who, rest.model.clock())
        except CalledProcessError:
            raise Refused(422, "path is malformed") from None
        git.move(f"refs/heads/{branch}", made)
        pushes.landed(self.hub, name, git, branch, made, call.account)
        shown = next((self._linked(rest, name, row, branch) for row in _listed(git, made, path)), None)
        status = 200 if known else 201
        return Reply(status, {"content": shown, "commit": commit_shape(git, rest, made)})

    def _must_match(self, known: str | None, given: object, *, gone: bool) -> None:
        if known is None and gone:
            raise Refused(404, "Not Found")
        if known is not None and given is None:
            raise Refused(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
        if known is not None and given != known:
            raise Refused(409, "The file is not what it was.")

    def branches(self, rest: Rest, call: Call) -> Reply:
        git = self._git(call.parts[0])
        return rest.page(call, [self._branch(rest, *each) for each in sorted(git.branches().items())])

    def branch(self, rest: Rest, call: Call) -> Reply:
        git = self._git(call.parts[0])
        head = git.head(call.parts[1])
        if head is None:
            raise Refused(404, "Branch not found")
        return Reply(200, {**self._branch(rest, call.parts[1], head), "commit": commit_shape(git, rest, head)})

    def _branch(self, rest: Rest, name: str, head: str) -> Json:
        return {"name": name, "commit": {"sha": head, "url": f"{rest.shapes.base}/commits/{head}"}, "protected": False}

    def ref(self, rest: Rest, call: Call) -> Reply:
        head = self._git(call.parts[0]).head(call.parts[1])
        if head is None:
            raise Refused(404, "Not Found")
        return Reply(200, _ref(rest, call.parts[0], f"refs/heads/{call.parts[1]}", head))

    def new_ref(self, rest: Rest, call: Call) -> Reply:
        need(call, "contents")
        name, given = call.parts[0], call.body
        ref, sha = sent.text(given, "ref"), sent.text(given, "sha")
        git = self._writable(call, name)
        if not ref.startswith("refs/heads/") or not self._brought(git, sha):
            raise Refused(422, "Object does not exist")
        if git.head(ref.removeprefix("refs/heads/")) is not None:
            raise Refused(422, "Reference already exists")
        try:
            git.run("check-ref-format", ref)
        except CalledProcessError:
            raise Refused(422, "Reference name is not valid") from None
        git.move(ref, sha)
        return Reply(201, _ref(rest, name, ref, sha))

    def _brought(self, git: Git, sha: str) -> bool:
        """Whether a commit is there. Forks share what there is with the repository, whose main goes on after they are made."""
        if not git.has(sha) and git is not self.hub.git:
            git.run("fetch", "--quiet", str(self.hub.git.directory), "refs/heads/main")
        return git.has(sha)

    def commits(self, rest: Rest, call: Call) -> Reply:
        git = self._git(call.parts[0])
        sha, path = self._sha(git, call.query.get("sha") or "main"), call.query.get("path")
        words = ("rev-list", f"--max-count={MOST_LISTED}", sha, "--", *([path] if path else []))
        found = git.run("--literal-pathspecs", *words).split()
        return rest.page(call, found, lambda each: commit_shape(git, rest, each))

    def commit(self, rest: Rest, call: Call) -> Reply:
        git = self._git(call.parts[0])
        return Reply(200, commit_shape(git, rest, self._sha(git, call.parts[1])))

    def _sha(self, git: Git, name: str) -> str:
        found = git.commit_called(name)
        if found is None:
            raise Refused(404, f"No commit found for the ref {name}")
        return found

    def open_pull(self, rest: Rest, call: Call) -> Reply:
        """From a branch of the repository, or of somebody's fork as `login:branch`."""
        need(call, "pull_requests")
        given, model = call.body, rest.model
        owner, _, branch = sent.text(given, "head").rpartition(":")
        base, title = sent.text(given, "base"), sent.text(given, "title")
        own = not owner or owner.lower() == model.owner.lower()
        name = self.hub.full_name if own else self.hub.called(f"{owner}/{model.name}")
        source = self._git(name)
        head = source.head(branch)
        if head is None or self.hub.git.head(base) is None or not title.strip():
            raise Refused(422, "Validation Failed")
        if source is not self.hub.git:
            self.hub.git.run("fetch", "--quiet", str(source.directory), head)
        number = max(model.threads, default=0) + 1
        self.hub.git.move(f"refs/pull/{number}/head", head)
        pull = Pull(base, branch, head, name)
        thread = model.open_thread(call.account, title, str(given.get("body") or ""), pull=pull)
        return Reply(201, rest.shapes.pull(thread))

    def update_pull(self, rest: Rest, call: Call) -> Reply:
        need(call, "pull_requests")
        number, model = int(call.parts[0]), rest.model
        if rest.the_pull(call).author != call.account and not model.may(call.account, "write"):
            raise Refused(403, "Must have admin rights to Repository.")
        base = call.body.get("base")
        if base and self.hub.git.head(base) is None:
            raise Refused(422, f"Proposed base branch '{base}' was not found")
        thread = model.update_thread(call.account, number, **call.changes)
        if base:
            model.retarget(call.account, number, base)
        return Reply(200, rest.shapes.pull(thread))


def _ref(rest: Rest, name: str, ref: str, sha: str) -> Json:
    url = f"{rest.shapes.api}/repos/{name}/git/{ref}"
    return {"ref": ref, "node_id": f"REF_{sha}", "url": url, "object": {"type": "commit", "sha": sha, "url": url}}


def _listed(git: Git, commit: str, *paths: str) -> list[Json]:
    """What is there of these, which are names and no patterns; told as they are, where git has quotes around odd ones."""
    told = git.run("--literal-pathspecs", "ls-tree", "-l", "-z", commit, "--", *paths)
    return [_row(line) for line in told.split("\0")[:-1][:MOST_LISTED]]


def _row(line: str) -> Json:
    """`100644 blob <sha>  12\tpath` of ls-tree -l."""
    facts, _, path = line.partition("\t")
    _, kind, sha, size = facts.split()
    shown = {"blob": "file", "tree": "dir", "commit": "submodule"}[kind]
    return {
        "type": shown,
        "name": path.rpartition("/")[2],
        "path": path,
        "sha": sha,
        "size": int(size) if size != "-" else 0,
    }


def _encoded(data: bytes) -> Json:
    return {"encoding": "base64", "content": base64.encodebytes(data).decode("ascii")}


def _decoded(content: object) -> str:
    try:
        data = base64.b64decode(str(content), validate=False)
        if len(data) > LARGEST:
            raise Refused(422, "The file is too large.")
        return data.decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        raise Refused(422, "content is not valid Base64 of text") from None
