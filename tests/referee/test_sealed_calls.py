"""What a sealed process may ask of the system, call by call, on each machine there is a filter for: the filter is read as Linux reads it."""

from __future__ import annotations

import os
import struct
from typing import Final

import pytest

from engine.referee.judging import sealed

ME: Final = 4711
ALLOWED, REFUSED = 0x7FFF0000, 0x00050001  # the second with EPERM
ARM, INTEL = 0xC00000B7, 0xC000003E
LOAD, EQUAL, AT_LEAST, ANY, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
# machine -> its language, the numbers of open, openat, tgkill, fcntl, ioctl, prlimit64
MACHINES: Final = {
    "x86_64": (INTEL, {"open": 2, "openat": 257, "tgkill": 234, "fcntl": 72, "ioctl": 16, "prlimit": 302}),
    "aarch64": (ARM, {"openat": 56, "tgkill": 131, "fcntl": 25, "ioctl": 29, "prlimit": 261}),
}
TMPFILE = 0x400000
SOME: Final = [  # (call, its arguments, whether it is allowed)
    *((("open"), (0, flags), False) for flags in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, TMPFILE)),
    *((("openat"), (0, 0, flags), False) for flags in (os.O_WRONLY, os.O_RDWR, os.O_CREAT, os.O_TRUNC, TMPFILE)),
    ("open", (os.O_WRONLY, os.O_RDONLY, os.O_WRONLY), True),
    ("open", (0, os.O_CLOEXEC | os.O_NONBLOCK | os.O_EXCL | os.O_NOCTTY | os.O_APPEND), True),
    ("openat", (os.O_WRONLY, os.O_WRONLY, os.O_RDONLY, os.O_WRONLY), True),
    ("tgkill", (ME, ME), True),
    ("tgkill", (ME - 1, ME), False),
    ("tgkill", (ME + 1, ME), False),
    *(("fcntl", (ME, choice, ME), choice not in (8, 10, 15)) for choice in range(20)),
    *(("ioctl", (ME, choice, ME), choice not in (0x8901, 0x8902)) for choice in range(0x8900, 0x8905)),
]


def answer(program: bytes, language: int, number: int, *arguments: int) -> int:
    steps = [*struct.iter_unpack("HBBI", program)]
    asked = struct.pack("<IIQ6Q", number, language, 0, *arguments, *[0] * (6 - len(arguments)))
    at = seen = 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        if code == RETURN:
            return int(value)
        if code == LOAD:
            seen = struct.unpack_from("<I", asked, value)[0]
        else:
            at += yes if {EQUAL: seen == value, AT_LEAST: seen >= value, ANY: seen & value > 0}[code] else no


@pytest.fixture(params=MACHINES)
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_call_of_the_table_is_refused_and_no_other(machine: str) -> None:
    language, known = MACHINES[machine]
    program = sealed.filter_of(machine, ME, but_for_limits=False)
    column = [*MACHINES].index(machine) + 1
    table = {line.split()[column] for line in sealed._CALLS.splitlines() if line}
    in_part = {number for name, number in known.items() if name not in ("open", "openat", "fcntl", "ioctl")}
    refused = {number for number in range(600) if answer(program, language, number) == REFUSED}
    assert refused == {int(number) for number in table if number != "-"} | in_part
    assert {answer(program, language, number) for number in {*range(600)} - refused} == {ALLOWED}


@pytest.mark.parametrize(("call", "arguments", "allowed"), SOME)
def test_of_some_calls_it_hangs_on_what_is_asked(
    machine: str, call: str, arguments: tuple[int, ...], allowed: bool
) -> None:
    language, known = MACHINES[machine]
    number = known.get(call)
    if number is not None:
        program = sealed.filter_of(machine, ME, but_for_limits=False)
        assert answer(program, language, number, *arguments) == (ALLOWED if allowed else REFUSED)


@pytest.mark.parametrize(("whose", "open_yet"), [(0, True), (ME, False), (0xFFFFFFFF, False)])
def test_its_own_limits_it_may_set_until_it_is_sealed_once_more(machine: str, whose: int, open_yet: bool) -> None:
    language, known = MACHINES[machine]
    begun, whole = (sealed.filter_of(machine, ME, but_for_limits=each) for each in (True, False))
    assert answer(begun, language, known["prlimit"], whose) == (ALLOWED if open_yet else REFUSED)
    assert answer(whole, language, known["prlimit"], 0) == REFUSED


def test_in_another_language_or_by_other_numbers_every_call_is_refused(machine: str) -> None:
    language, _ = MACHINES[machine]
    program = sealed.filter_of(machine, ME, but_for_limits=False)
    assert answer(program, INTEL + ARM - language, 0) == REFUSED
    assert answer(program, language, 0x40000000) == answer(program, language, 0xFFFFFFFF) == REFUSED
    assert answer(program, language, 0x3FFFFFFF) == ALLOWED
