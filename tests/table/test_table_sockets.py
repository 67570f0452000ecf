"""The socket that the table listens on."""

import socket

from referee.web.connections import PORT, listening


def test_answers_are_not_held_back() -> None:
    with (
        listening(None, lan=False) as opened,
        socket.create_connection(opened.getsockname()),
        opened.accept()[0] as accepted,
    ):
        # Of other sockets asyncio does not know that they carry TCP.
        assert accepted.proto == socket.IPPROTO_TCP


def test_a_port_that_another_server_has_is_left_to_it() -> None:
    with listening(None, lan=False) as first, listening(None, lan=False) as second:
        assert first.getsockname() != second.getsockname()
        assert second.getsockname()[1] != PORT
