"""A process of our own is in a session apart: what is sent to ours, as by somebody's Ctrl-C, does not end it in the middle."""

from __future__ import annotations

import os

from engine.referee.judging import bare


def test_it_is_in_a_session_of_its_own() -> None:
    with bare.begun("json.tool") as child:
        try:
            assert os.getsid(child.pid) == child.pid != os.getsid(0)
        finally:
            child.kill()
