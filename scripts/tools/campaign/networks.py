"""Hosts with networks of their own on one machine: namespaces on a switch in another namespace.

Nothing of the machine's own network is touched, and no host can reach anything but the others.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

SUBNET = "10.213.0"


class Network:
    """Hosts on one switch, each with an address."""

    def __init__(self, name: str, hosts: int) -> None:
        self._name, self.hosts = name, hosts

    def address(self, host: int) -> str:
        """Return the address of a host."""
        return f"{SUBNET}.{host + 1}"

    def on(self, host: int) -> list[str]:
        """Return the words that let a command run on a host."""
        return ["ip", "netns", "exec", self._space(host)]

    def unplug(self, host: int) -> None:
        """Pull the cable of a host."""
        _ip("-n", self._switch, "link", "set", f"port{host}", "down")

    def make(self) -> None:
        """Make the switch and all hosts."""
        _ip("netns", "add", self._switch)
        _ip("-n", self._switch, "link", "add", "switch", "type", "bridge")
        _ip("-n", self._switch, "link", "set", "switch", "up")
        for host in range(self.hosts):
            space, port = self._space(host), f"port{host}"
            _ip("netns", "add", space)
            cable = ("link", "add", port, "type", "veth", "peer", "name", "eth0", "netns", space)
            _ip("-n", self._switch, *cable)
            _ip("-n", self._switch, "link", "set", port, "master", "switch", "up")
            _ip("-n", space, "address", "add", f"{self.address(host)}/24", "dev", "eth0")
            _ip("-n", space, "link", "set", "eth0", "up")
            _ip("-n", space, "link", "set", "lo", "up")

    def remove(self) -> None:
        """Remove whatever there is of them."""
        for space in (*map(self._space, range(self.hosts)), self._switch):
            subprocess.run(["ip", "netns", "del", space], capture_output=True, check=False)  # noqa: S603, S607

    @property
    def _switch(self) -> str:
        return f"{self._name}-switch"

    def _space(self, host: int) -> str:
        return f"{self._name}-{host}"


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], capture_output=True, check=True)  # noqa: S603, S607 - root's tool


def why_not() -> str:
    """Return why this machine allows no such networks; nothing if it does."""
    if shutil.which("ip") is None:
        return "there is no program `ip`"
    trial = Network(f"referee-trial-{os.getpid()}", 1)
    try:
        trial.make()
    except (subprocess.CalledProcessError, OSError):
        return "network namespaces are not allowed here"
    finally:
        trial.remove()
    return ""


@contextmanager
def network(hosts: int) -> Iterator[Network]:
    """Yield so many hosts, which are gone at the end."""
    found = Network(f"referee-{os.getpid()}", hosts)
    try:
        found.make()
        yield found
    finally:
        found.remove()
