"""Where a table can be entered that is served at one address of many."""

from __future__ import annotations

import socket

import click
import pytest

from engine.cli import addresses, play


@pytest.mark.parametrize(
    ("host", "link"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("localhost", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),
        ("", "127.0.0.1"),
        ("127.0.0.2", "127.0.0.2"),
        ("192.0.2.7", "192.0.2.7"),
        ("::1", "[::1]"),
        ("::", "[::1]"),
        ("fd00::2", "[fd00::2]"),
        ("tafel.lan", "tafel.lan"),
    ],
)
def test_the_hosts_link_names_where_it_is_served(host: str, link: str) -> None:
    assert addresses.here(host) == link


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "::1", "localhost"])
def test_who_is_alone_on_a_machine_invites_nobody_over_the_network(host: str) -> None:
    assert addresses.is_loopback(host)


@pytest.mark.parametrize("proxy", ["http_proxy", "HTTP_PROXY", "ALL_PROXY"])
def test_no_proxy_is_asked_for_what_answers_on_this_machine(proxy: str) -> None:
    for given, whole in (
        ({}, "127.0.0.1,localhost,::1"),
        ({"no_proxy": "lan, localhost"}, "lan,localhost,127.0.0.1,::1"),
        ({"NO_PROXY": "lan"}, "lan,127.0.0.1,localhost,::1"),
    ):
        environment = {proxy: "http://proxy.lan:3128", **given}
        addresses.ask_directly(environment)
        assert {environment["no_proxy"], environment["NO_PROXY"]} == {whole}
    for left in ({"no_proxy": "*", proxy: "x"}, {"no_proxy": "lan"}, {}, {proxy: ""}):
        environment = dict(left)
        addresses.ask_directly(environment)
        assert environment == left


@pytest.mark.parametrize("host", ["0.0.0.0", "", "::", "192.0.2.7", "fd00::2", "tafel.lan"])
def test_others_reach_every_other_host(host: str) -> None:
    assert not addresses.is_loopback(host)


@pytest.mark.parametrize("host", ["192.0.2.7", "fd00::2", "tafel.lan"])
def test_others_enter_at_the_host_that_was_named(host: str) -> None:
    assert addresses.on_network(host) == addresses.here(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_machine_without_a_network_names_itself(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> socket.socket:
        raise OSError("no network")

    monkeypatch.setattr(socket, "socket", none)
    assert addresses.on_network(host) == addresses.here(host)


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.254", "http://127.0.0.1", "a..b"])
def test_a_host_that_is_none_of_this_machines_is_not_blamed_on_the_port(host: str) -> None:
    with pytest.raises(click.UsageError) as refused:
        play._free(host, 0)
    assert "--host" in refused.value.message and "--port" not in refused.value.message


def test_a_port_that_is_taken_is() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(click.UsageError) as refused:
            play._free("127.0.0.1", taken.getsockname()[1])
    assert "--port" in refused.value.message


@pytest.mark.parametrize("host", ["\udcff", "a\0b", "x" * 70, "no such name"])
def test_a_host_that_is_none_of_this_machines_is_wrong_usage(host: str) -> None:
    with pytest.raises(click.UsageError, match="Name one of this machine's own addresses"):
        play._free(host, 0)
