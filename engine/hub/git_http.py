"""Git over HTTP: git's own services behind a small handler, and a plumbing of our own for what people push."""

import errno
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from engine.store.told import Told

# As GitHub has it: partial clones, any object by its id, refs of pull requests that nobody can write, and commits that
# nothing names are kept. What is packed is packed before the answer: nothing goes on writing when the hub has ended.
SETTINGS: Final = """
[http]
	receivepack = true
[core]
	bigFileThreshold = 8m
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
[receive]
	hideRefs = refs/pull
[gc]
	autoDetach = false
	pruneExpire = never
"""
SERVICES: Final = ("/git-upload-pack", "/git-receive-pack")
# As git's CGI program says it of whatever it tells.
UNKEPT: Final = {
    "Expires": "Fri, 01 Jan 1980 00:00:00 GMT",
    "Pragma": "no-cache",
    "Cache-Control": "no-cache, max-age=0, must-revalidate",
}
# How git says that it is the disk's; the last are words of its own.
OF_THE_DISK: Final = {
    **{os.strerror(each): each for each in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EACCES)},
    "Out of diskspace": errno.ENOSPC,
}
Answer = tuple[int, dict[str, str], bytes]  # status, headers, body
_ID: Final = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")
# Names that may be looked for on disk: whoever pushes can send any, and `main.lock` is git's own while it is at `main`.
_PLAIN: Final = re.compile(r"(?:\w[\w-]{0,99}/){0,9}\w[\w-]{0,99}", re.ASCII)
# What no branch is called. To git these lead from one to a commit, by a pattern, say, that no message of any is ever done with.
_LEADS_ON: Final = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{")
_BEGINS_ID: Final = re.compile("[0-9a-f]{4,64}")
PIECE: Final = 1 << 16
MOST_NAMES: Final = 30_000_000  # bytes of the paths of all files and folders of a commit
# By patterns one may choose what to fetch, and a handful of folders within folders has more paths than git is ever done with.
CHOSEN: Final = {"uploadpackfilter.sparse:oid.allow": "false"}
# A reference is on the disk once git says so, and a file that it leads to by itself some time later: not if the power fails first.
LASTING: Final = {"core.fsync": "committed", "core.fsyncMethod": "batch"}


class GitRequest(NamedTuple):
    """A request to git's services: `path` is what stands behind the repository's name, the names of headers are small letters."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes


class Git:
    """A bare repository. Every method runs git once or twice; nothing is checked out.

    `lasting`: what git says is written is on the disk by then.
    """

    lasting = False

    def __init__(self, directory: Path) -> None:
        self.directory = directory = directory.absolute()  # git runs in it, and is told of files in it
        self._able = b""  # what its upload-pack says it can do, in the second protocol
        if not (directory / "HEAD").exists():
            directory.mkdir(parents=True, exist_ok=True)  # it may have been stopped before git had made it
            try:
                self.run("init", "--quiet", "--bare", "--initial-branch=main", "--template=")
            except subprocess.CalledProcessError as failed:
                said = " ".join(failed.stderr.decode("utf-8", "replace").splitlines()[:1]) or "git gave no reason"
                raise Told(f"git could not make {directory}: {said}", "Install git 2.39 or newer.") from None
            with (directory / "config").open("a") as file:
                file.write(SETTINGS)

    def run(self, *arguments: str, given: bytes = b"", env: Mapping[str, str] | None = None) -> str:
        """Standard output of a git command; bytes that are no UTF-8 are replaced in it. Raises CalledProcessError, and OSError."""
        whole = {**self._environment(), **(env or {})}
        try:
            done = subprocess.run(
                ["git", *arguments], cwd=self.directory, input=given, env=whole, capture_output=True, check=True
            )
        except subprocess.CalledProcessError as failed:
            self._blame(failed.stderr.decode("utf-8", "replace"))
            raise
        return done.stdout.decode("utf-8", "replace").strip()

    def _blame(self, complaint: str) -> None:
        """Raises OSError where git names one: that the disk is full is no mistake of ours, and none of whoever asked."""
        for words, number in OF_THE_DISK.items():
            if words in complaint:
                raise OSError(number, os.strerror(number), str(self.directory)) from None

    def head(self, branch: str = "main") -> str | None:
        """Its commit; None if there is no such branch. Git is asked where the branch has no file of its own."""
        own = self.directory / "refs/heads" / branch
        if (
            _PLAIN.fullmatch(branch)
            and own.is_file()
            and _ID.fullmatch(found := own.read_text("ascii", "replace").strip())
        ):
            return found
        return None if _LEADS_ON.search(branch) else self._parsed(f"refs/heads/{branch}")

    def commit_called(self, name: str) -> str | None:
        """The commit of a branch, or that another name or the beginning of an id stands for; None if there is none."""
        return self.head(name) or (None if _LEADS_ON.search(name) else self._parsed(f"{name}^{{commit}}"))

    def _parsed(self, name: str) -> str | None:
        try:
            return self.run("rev-parse", "--verify", "--quiet", "--end-of-options", name)
        except subprocess.CalledProcessError:
            return None

    def branches(self) -> dict[str, str]:
        """name -> commit."""
        listed = self.run("for-each-ref", "--format=%(refname:lstrip=2) %(objectname)", "refs/heads").splitlines()
        return {name: sha for name, _, sha in (line.rpartition(" ") for line in listed)}

    def touches(self, old: str | None, new: str, folder: str) -> list[str]:
        """Files in a folder in which two commits differ; every one there is, if there is no old one."""
        words = ("diff", "--name-only", old, new) if old else ("ls-tree", "-r", "--name-only", new)
        return self.run(*words, "--", folder).splitlines()

    def has(self, sha: str) -> bool:
        try:
            return bool(_BEGINS_ID.fullmatch(sha)) and self.run("cat-file", "-t", sha) == "commit"
        except subprocess.CalledProcessError:
            return False

    def is_endless(self, commit: str) -> bool:
        """Whether it stands for more files than git is ever done with: ten folders of ten folders each, ten levels deep, take a
        thousand bytes. What git compares, or brings together, it gathers whole before it says a word.
        """
        words, left = ["git", "ls-tree", "-r", "-t", "-z", "--name-only", commit], MOST_NAMES
        with subprocess.Popen(
            words, cwd=self.directory, env=self._environment(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as listing:
            assert listing.stdout is not None  # a pipe
            while left > 0 and (piece := listing.stdout.read(PIECE)):
                left -= len(piece)
            listing.kill()
        return left <= 0

    def reaches(self, sha: str, tip: str) -> bool:
        try:
            self.run("merge-base", "--is-ancestor", sha, tip)
        except subprocess.CalledProcessError:
            return False
        return True

    def file(self, commit: str, path: str) -> str:
        return self.run("show", f"{commit}:{path}")

    def blob(self, sha: str) -> bytes:
        """The bytes of a file by its id."""
        words = ["git", "cat-file", "blob", sha]
        return subprocess.run(words, cwd=self.directory, capture_output=True, check=True).stdout

    def commit(self, parents: list[str], changes: Mapping[str, str | None], message: str, who: str, time: int) -> str:
        """A commit on the first parent's tree with these files written, or removed where the text is None."""
        index = self.directory / "index.people"
        env = {"GIT_INDEX_FILE": str(index)}
        index.unlink(missing_ok=True)
        if parents:
            self.run("read-tree", parents[0], env=env)
        written = {path: text for path, text in changes.items() if text is not None}
        ids = dict(zip(written, self._stored([*written.values()]), strict=True))
        lines = [f"100644 {ids[path]}\t{path}\0" if path in ids else f"0 {'0' * 40}\t{path}\0" for path in changes]
        self.run("update-index", "-z", "--add", "--index-info", given="".join(lines).encode(), env=env)
        tree = self.run("write-tree", env=env)
        stamped = author_and_committer(who, time)
        arguments = [word for parent in parents for word in ("-p", parent)]
        # not as an argument: those have an end, and some messages are longer
        said = f"{message}\n" if message[-1:] not in ("", "\n") else message
        return self.run("commit-tree", tree, *arguments, "-F", "-", given=said.encode(), env=stamped)

    def _stored(self, texts: Sequence[str]) -> list[str]:
        """The ids of these texts as files, which are written: by one process, however many they are."""
        if len(texts) < 2:
            return [self.run("hash-object", "-w", "--stdin", given=text.encode()) for text in texts]
        contents = [text.encode() for text in texts]
        stream = [
            b"blob\nmark :%d\ndata %d\n%b\nget-mark :%d\n" % (mark, len(content), content, mark)
            for mark, content in enumerate(contents, start=1)
        ]
        return self.run("fast-import", "--quiet", given=b"".join(stream)).split()

    def move(self, ref: str, sha: str | None) -> None:
        """None takes the reference away."""
        self.run("update-ref", *(("-d", ref) if sha is None else (ref, sha)))

    def serve(self, asked: GitRequest) -> Answer:
        """One request, answered as git's own CGI program does, but the service it names is started without that program.

        What git can do it says once: in its second protocol that tells nothing of the references.
        """
        method, path, query, headers, body = asked
        kind, protocol = headers.get("content-type", ""), headers.get("git-protocol", "")
        if method == "POST" and path in SERVICES and kind == f"application/x-{path[1:]}-request":
            return _told(path[1:], "result", self._service(path[1:], protocol, body))
        service = query.removeprefix("service=")
        if method == "GET" and path == "/info/refs" and query != service and f"/{service}" in SERVICES:
            return _told(service, "advertisement", self._advertised(service, protocol))
        return self.by_cgi(asked)

    def _advertised(self, service: str, protocol: str) -> bytes:
        second = protocol == "version=2"
        if second and service == "git-upload-pack" and self._able:
            return self._able
        told = self._service(service, protocol, b"", "--advertise-refs")
        if second and service == "git-upload-pack":
            self._able = told
        head = f"# service={service}\n"
        return told if second else f"{len(head) + 4:04x}{head}0000".encode() + told

    def _service(self, service: str, protocol: str, body: bytes, *options: str) -> bytes:
        """What a service says to one request, its complaints included."""
        words = ["git", service.removeprefix("git-"), "--stateless-rpc", *options, str(self.directory)]
        env = {**self._environment(), "GIT_PROTOCOL": protocol}
        return subprocess.run(words, input=body, env=env, capture_output=True, check=False).stdout

    def by_cgi(self, asked: GitRequest) -> Answer:
        """The same by git's own CGI program."""
        protocol = asked.headers.get("git-protocol", "")
        env = {
            **self._environment(),
            "GIT_PROJECT_ROOT": str(self.directory),
            "GIT_HTTP_EXPORT_ALL": "1",
            "REQUEST_METHOD": asked.method,
            "PATH_INFO": asked.path,
            "QUERY_STRING": asked.query,
            "REMOTE_USER": "someone",
            "CONTENT_TYPE": asked.headers.get("content-type", ""),
            "CONTENT_LENGTH": str(len(asked.body)),
            "GIT_PROTOCOL": protocol,
            "HTTP_GIT_PROTOCOL": protocol,
        }
        done = subprocess.run(["git", "http-backend"], input=asked.body, env=env, capture_output=True, check=False)
        head, _, rest = done.stdout.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        status = int(fields.pop("Status", "200").split()[0])
        return status, fields, rest

    def _environment(self) -> dict[str, str]:
        own = {"PATH": os.environ.get("PATH", ""), "HOME": str(self.directory), "GIT_CONFIG_NOSYSTEM": "1"}
        settings = CHOSEN | (LASTING if self.lasting else {})
        for place, (name, value) in enumerate(settings.items()):
            own |= {f"GIT_CONFIG_KEY_{place}": name, f"GIT_CONFIG_VALUE_{place}": value}
        return own | {"GIT_CONFIG_COUNT": str(len(settings))}


def _told(service: str, what: str, body: bytes) -> Answer:
    return 200, {**UNKEPT, "Content-Type": f"application/x-{service}-{what}"}, body


def author_and_committer(who: str, time: int) -> dict[str, str]:
    """With an @ before it git takes the number as it stands; without, none after the year 2099."""
    own = {"NAME": who, "EMAIL": f"{who}@users.noreply.github.com", "DATE": f"@{time} +0000"}
    return {f"GIT_{role}_{part}": value for role in ("AUTHOR", "COMMITTER") for part, value in own.items()}
