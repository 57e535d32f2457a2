"""Colour for a terminal, and none for anything else.

Only ANSI codes every terminal knows; a person who sets NO_COLOR, a dumb terminal, a pipe and a file get plain
text of exactly the same shape.
"""

from collections.abc import Mapping
from typing import IO

_CODES = {"strong": "1", "faint": "2", "name": "36", "warning": "33", "error": "31"}


class Paint:
    """Dresses words for a stream; without colour it returns them as they are."""

    def __init__(self, *, colour: bool) -> None:
        self.colour = colour

    @classmethod
    def for_stream(cls, stream: IO[str], environment: Mapping[str, str]) -> "Paint":
        """Colour only on a terminal that can show it, for somebody who did not refuse it."""
        able = stream.isatty() and environment.get("TERM", "") not in {"dumb", ""}
        return cls(colour=able and not environment.get("NO_COLOR"))

    def strong(self, text: str) -> str:
        """A title."""
        return self._dress("strong", text)

    def faint(self, text: str) -> str:
        """What may be overlooked."""
        return self._dress("faint", text)

    def name(self, text: str) -> str:
        """A rule's id or another name that can be typed."""
        return self._dress("name", text)

    def warning(self, text: str) -> str:
        """What should not be overlooked."""
        return self._dress("warning", text)

    def error(self, text: str) -> str:
        """What a file or an act is refused for."""
        return self._dress("error", text)

    def _dress(self, kind: str, text: str) -> str:
        return f"\x1b[{_CODES[kind]}m{text}\x1b[0m" if self.colour and text else text
