"""A commit as a stream for `git fast-import`: many files in one process, the same bytes for the same arguments."""

from collections.abc import Iterator, Mapping, Sequence

from engine.forge.plumbing import checked_id, checked_path, quoted

IDENTITY = "nomic <nomic@nomic.invalid>"  # nobody can have it: GitHub would show whoever is called so as the author
REF = b"refs/nomic/built"  # fast-import wants a name; nothing reads it


def commit_stream(parents: Sequence[str], changes: Mapping[str, str | None], message: str, time: int) -> bytes:
    """The answer to the stream is the commit's id."""
    return b"".join(lines(parents, changes, message, time))


def lines(parents: Sequence[str], changes: Mapping[str, str | None], message: str, time: int) -> Iterator[bytes]:
    who = f"{IDENTITY} {time:d} +0000\n".encode()
    yield b"feature done\ncommit %b\nmark :1\nauthor %bcommitter %b" % (REF, who, who)
    yield data(message)
    for at, parent in enumerate(parents):
        yield f"{'merge' if at else 'from'} {checked_id(parent)}\n".encode()
    yield from files(changes)
    yield b"\nget-mark :1\ndone\n"


def files(changes: Mapping[str, str | None]) -> Iterator[bytes]:
    """Removals first: a file may give way to a folder of its name."""
    paths = sorted((checked_path(path), path) for path in changes)
    for raw, path in paths:
        if changes[path] is None:
            yield b"D " + quoted(raw) + b"\n"
    for raw, path in paths:
        text = changes[path]
        if text is not None:
            yield b"M 100644 inline " + quoted(raw) + b"\n" + data(text)


def data(text: str) -> bytes:
    content = text.encode()
    return b"data %d\n%b\n" % (len(content), content)
