"""A program at the other end of two pipes, and everything that it can do wrong there."""

import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Literal, Self, TypeVar

import msgspec

from referee.conformance import protocol, warden
from referee.conformance.warden import PATIENCE, STARTED
from referee.core.input_limits import DECODER_ERRORS
from referee.i18n.speech import say

A = TypeVar("A", bound=protocol.Reply)

WARDEN: Final = (sys.executable, "-I", "-S", warden.__file__)
"""Runs the program, and ends with it whatever it started."""

LONGEST_LINE: Final = 8 * 2**20
"""Bytes of an answer; the state of a game has a few thousand."""

SHOWN: Final = 2000
"""Bytes of what a program wrote that are kept to be shown."""

_CHUNK: Final = 65536

Misdeed = Literal["error", "crash", "hang", "flood", "broken-line", "wrong-type"]


class MisbehaviourError(Exception):
    """A program did not answer as it should have; `wrote` is what it wrote instead."""

    def __init__(self, kind: Misdeed, words: str, wrote: str = "") -> None:
        super().__init__(words)
        self.kind: Misdeed = kind
        self.wrote = wrote


class NotStartedError(Exception):
    """A command that cannot be run at all."""


class Program:
    """A running program; whoever asks gets an answer of the right type or a misbehaviour."""

    def __init__(self, command: Sequence[str], answer_limit: float) -> None:
        self.answer_limit = answer_limit
        self._asked = 0
        self._unread = b""
        self._line, far_end = socket.socketpair()
        with far_end:
            self._process = subprocess.Popen(  # noqa: S603
                (*WARDEN, str(far_end.fileno()), *command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[far_end.fileno()],
                # An interrupt of the keyboard is none of its business.
                start_new_session=True,
            )
        for pipe in (self._process.stdin, self._process.stdout):
            os.set_blocking(_number(pipe), False)
        self._complaints = _Tail(self._process.stderr)
        said = self._line.recv(_CHUNK)
        if said != STARTED:
            self.kill()
            reason = said.decode("utf-8", "replace") or say("conformance.program.not-started")
            words = say("conformance.program.cannot-run", command=command[0], reason=reason)
            raise NotStartedError(words)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def introduce(self) -> protocol.Introduction:
        """Return what the program says of itself."""
        introduction = self.ask(protocol.Hello(id=0), protocol.Introduction)
        if introduction.protocol != protocol.PROTOCOL:
            own, theirs = protocol.PROTOCOL, introduction.protocol
            words = say("conformance.program.other-protocol", protocol=theirs, own=own)
            raise self._misbehaved("wrong-type", words)
        return introduction

    def ask(self, request: protocol.AnyRequest, kind: type[A]) -> A:
        """Return the answer to a request; its number is given here."""
        self._asked += 1
        numbered = msgspec.structs.replace(request, id=self._asked)
        return self._read(self._exchange(msgspec.json.encode(numbered) + b"\n"), kind)

    def quit(self) -> None:
        """Ask the program to end, and see that it does."""
        try:
            self.ask(protocol.Quit(id=0), protocol.Done)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(self.answer_limit)
            if self._process.poll() is None:
                raise self._misbehaved("hang", say("conformance.program.not-ended"))
            if code := self._process.returncode:
                words = say("conformance.program.quit-code", returncode=code)
                raise self._misbehaved("crash", words)
        finally:
            self.kill()

    def kill(self) -> None:
        """End the program and all that it started."""
        with suppress(OSError):
            # Processes that were started meanwhile may hold this end too: closing is not enough.
            self._line.shutdown(socket.SHUT_RDWR)
        self._line.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(2 * PATIENCE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._complaints.join()

    def _exchange(self, sending: bytes) -> bytes:
        """Send a line, and return the line that comes back."""
        if not self._unread:
            self._receive()
        if self._unread:
            raise self._misbehaved("flood", say("conformance.program.unasked"), self._unread)
        given_up_at = time.monotonic() + self.answer_limit
        with selectors.DefaultSelector() as selector:
            selector.register(_number(self._process.stdout), selectors.EVENT_READ)
            selector.register(_number(self._process.stdin), selectors.EVENT_WRITE)
            while b"\n" not in self._unread:
                left = given_up_at - time.monotonic()
                ready = selector.select(left) if left > 0 else []
                if not ready:
                    limit = f"{self.answer_limit:g}"
                    words = say("conformance.program.no-answer", answer_limit=limit)
                    raise self._misbehaved("hang", words, self._unread)
                for key, events in ready:
                    if events & selectors.EVENT_WRITE:
                        sending = self._send(sending)
                        if not sending:
                            selector.unregister(key.fd)
                    elif not self._receive():
                        raise self._misbehaved("crash", self._ending(), self._unread)
                if len(self._unread) > LONGEST_LINE:
                    words = say("conformance.program.long-line", longest_line=LONGEST_LINE // 2**20)
                    raise self._misbehaved("flood", words, self._unread)
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _send(self, sending: bytes) -> bytes:
        try:
            sent = os.write(_number(self._process.stdin), sending[:_CHUNK])
        except BlockingIOError:
            return sending
        except OSError:
            # It closed its input; whether it still answers is told by its output.
            return b""
        return sending[sent:]

    def _receive(self) -> bool:
        """Read what is there; False if nothing will ever come."""
        try:
            read = os.read(_number(self._process.stdout), _CHUNK)
        except BlockingIOError:
            return True
        self._unread += read
        return bool(read)

    def _read(self, line: bytes, kind: type[A]) -> A:
        try:
            plain: Any = msgspec.json.decode(line)
        except DECODER_ERRORS as error:
            words = say("conformance.program.not-json", error=error)
            raise self._misbehaved("broken-line", words, line) from error
        if not isinstance(plain, dict):
            raise self._misbehaved("broken-line", say("conformance.program.not-an-object"), line)
        if plain.get("id") != self._asked or isinstance(plain["id"], bool):
            given = f"{plain.get('id')!r:.40}"
            words = say("conformance.program.other-id", id=given, asked=self._asked)
            raise self._misbehaved("wrong-type", words, line)
        if "error" in plain:
            words = say("conformance.program.says", error=f"{plain['error']!s:.400}")
            raise MisbehaviourError("error", words, _excerpt(line))
        try:
            return msgspec.convert(plain, kind)
        except (msgspec.ValidationError, RecursionError) as error:
            words = say("conformance.program.wrong-type", error=error)[:400]
            raise self._misbehaved("wrong-type", words, line) from error

    def _misbehaved(self, kind: Misdeed, words: str, wrote: bytes = b"") -> MisbehaviourError:
        """Return the misbehaviour, after which nothing more is asked of this process."""
        self.kill()
        complaints = self._complaints.text()
        said = "\n".join(part for part in (_excerpt(wrote), complaints) if part)
        return MisbehaviourError(kind, words, said)

    def _ending(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        match self._process.returncode:
            case None:
                return say("conformance.program.closed-output")
            case int(code) if code < 0:
                return say("conformance.program.signalled", signal=-code)
            case code:
                return say("conformance.program.ended", code=code)


class _Tail:
    """The last that was written to a pipe, read away beside everything else."""

    def __init__(self, pipe: Any) -> None:  # noqa: ANN401
        self._kept = b""
        self._thread = threading.Thread(target=self._drain, args=(pipe,), daemon=True)
        self._thread.start()

    def _drain(self, pipe: Any) -> None:  # noqa: ANN401
        with pipe:
            while read := pipe.read(_CHUNK):
                self._kept = (self._kept + read)[-SHOWN:]

    def join(self) -> None:
        """Wait until all was read, but not for a grandchild that keeps the pipe open."""
        self._thread.join(1)

    def text(self) -> str:
        """Return what is kept."""
        return self._kept.decode("utf-8", "replace").strip()


def _number(pipe: Any) -> int:  # noqa: ANN401
    return int(pipe.fileno())


def _excerpt(wrote: bytes) -> str:
    return wrote[:SHOWN].decode("utf-8", "replace").strip()
