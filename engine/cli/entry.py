"""Where the command `nomic` begins: while it imports what takes a while, Ctrl-C ends it without a word."""

import signal


def main() -> None:
    """Imports the command and runs it; from then on the error boundary hears Ctrl-C."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # who starts it in the background may have it ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from engine.cli.main import main as run  # noqa: PLC0415 - what it imports is what takes a while

    signal.signal(signal.SIGINT, before)
    run()
