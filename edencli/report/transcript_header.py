"""The head of a transcript: with what a match was played, so that a difference says why first."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from edencli.lang import Words
from edencli.match.pieces import Side

AREA = "transcript"
FORMAT = 1
PREPARATION = "setup"
FIRST_STEP = "setup.1-reveal"


class Header(NamedTuple):
    """With what a match was played, and where it began: the first step, or that of a position.

    `cards` is a digest (`transcript_digest`); `seed` is None where the dice were given. Bands and game are
    called by their names; what the table borrowed or decided for itself is named when it did. `vp` is what
    red and blue had scored by then, and `secret` names the sides of whom only their players know it.
    """

    rulebook: str
    cards: str
    seed: int | None = None
    game: str = ""
    red: str = ""
    blue: str = ""
    optional: str | None = None
    chapters: tuple[str, ...] = ()
    rulings: Mapping[str, Any] = {}
    step: str = FIRST_STEP
    round: int = 1
    vp: tuple[int, int] = (0, 0)
    secret: tuple[Side, ...] = ()

    def scored(self, viewer: Side | None) -> dict[Side, int | None]:
        """What each side had scored where the match began; None where the viewer may not know."""
        scored = zip(Side, self.vp, strict=True)
        return {side: n if viewer in {None, side} or side not in self.secret else None for side, n in scored}


def header_lines(words: Words, header: Header, side: Side | None) -> Iterator[str]:
    """Write the head; every name stands behind its label."""
    yield words.say(AREA, "format", n=FORMAT)
    told = _told(words, header, side)
    column = max(len(words.say(AREA, f"head.{label}")) for label, _ in told)
    for label, value in told:
        yield f"  {words.say(AREA, f'head.{label}'):<{column}}  {value}"


def _told(words: Words, header: Header, side: Side | None) -> list[tuple[str, str]]:
    seed = str(header.seed) if header.seed is not None else words.say(AREA, "seed.given")
    rulings = words.listed(f"{name} {_decided(value)}" for name, value in sorted(header.rulings.items()))
    named = [
        ("game", header.game),
        ("rulebook", words.say("screens-rules", f"book.{header.rulebook}")),
        ("optional", header.optional or ""),
        ("chapters", words.listed(header.chapters)),
        ("rulings", rulings),
        ("red", header.red),
        ("blue", header.blue),
        ("cards", header.cards),
        ("seed", seed),
        ("side", str(side or "")),
    ]
    return [(label, words.fill("{value}", {"value": value})) for label, value in named if value]


def _decided(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def header_line(header: Header, side: Side | None) -> str:
    """The head as the first of the JSON Lines."""
    values = header._asdict() | {"chapters": list(header.chapters), "rulings": dict(header.rulings)}
    values |= {"vp": {str(one): n for one, n in header.scored(side).items()}}
    del values["secret"]
    side_ = str(side) if side else None
    return dumped({"kind": "transcript", "schema": FORMAT, "seen_by": side_} | values)


def dumped(data: Mapping[str, Any]) -> str:
    """One line of JSON, always the same for the same data."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True)
