"""Games held to what is expected of them: where a transcript departs from its golden one, and a JUnit report.

A transcript's head has a digest of the cards in use: two matches with the same one were played with the same
cards. It is taken of the model's values, not of files, so that a comment or a moved line changes nothing.
What has its default is left out, so that a new kind of card data changes no old digest.

Compares texts and decides nothing about files: reading, writing and when to are the command's.
"""

import enum
import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from edencli.lang import clean
from edencli.match.pieces import Side
from edencli.model.fighter import Fighter
from edencli.model.game import Band
from edencli.model.scenery import Scenery
from edencli.record import Record
from edencli.report.transcript import Line

LENGTH = 16
NO_DEFAULT = object()
CONTEXT = 3


def cards_digest(bands: Mapping[Side, Band], scenery: Iterable[Scenery], npfs: Iterable[Fighter] = ()) -> str:
    """Digest both bands with all their cards, the scenery at hand, and the NPFs if there are any."""
    cards: dict[str, dict[str, Any]] = {
        "bands": {str(side): band for side, band in bands.items()},
        "scenery": {piece.name: piece for piece in scenery},
    }
    if joining := {card.name: card for card in npfs}:
        cards["npfs"] = joining
    text = json.dumps(_canonical(cards), ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:LENGTH]


def _canonical(value: Any) -> Any:
    """A value as plain data that has one form only: a whole number is written without decimals."""
    if isinstance(value, Record):
        told = {
            name: part
            for name, part in value.values().items()
            if part != value.defaults.get(name, NO_DEFAULT)
        }
        effects = told.pop("effects", {})  # they stand beside the other parts of a use, as a card prints them
        return {name: _canonical(part) for name, part in (told | effects).items()}
    if isinstance(value, Mapping):
        return {str(key): _canonical(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_canonical(one) for one in value]
    if isinstance(value, enum.Enum):
        return str(value.value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


class Divergence(NamedTuple):
    """The first line that differs, counted from 1, what stands there on either side, and all that differs.

    `move` is the number of the move that caused the line as it was played, when a move did; where the match
    stopped too early, it is the last move that was played. `diff` is a unified diff.
    """

    line: int
    expected: str | None
    actual: str | None
    move: int | None
    diff: tuple[str, ...]


def compare(expected_text: str, actual: Sequence[Line]) -> Divergence | None:
    """Compare a golden text with a transcript; None when they are the same, line by line."""
    expected, played = expected_text.removesuffix("\n").split("\n"), [line.text for line in actual]
    if expected == played:
        return None
    at = next((n for n, (one, other) in enumerate(zip(expected, played, strict=False)) if one != other), None)
    if at is None:
        at = min(len(expected), len(played))
    return Divergence(
        line=at + 1,
        expected=expected[at] if at < len(expected) else None,
        actual=played[at] if at < len(played) else None,
        move=_cause(actual, at),
        diff=_unified(expected, played),
    )


def _cause(actual: Sequence[Line], at: int) -> int | None:
    """The move behind a line, or behind the nearest line before it that has one."""
    behind = (line.move for line in reversed(actual[: at + 1]))
    return next((move for move in behind if move is not None), None)


def _unified(expected: Sequence[str], played: Sequence[str]) -> tuple[str, ...]:
    import difflib  # noqa: PLC0415  # only a difference needs it

    return tuple(difflib.unified_diff(expected, played, "expected", "played", n=CONTEXT, lineterm=""))


class Case(NamedTuple):
    """One game: its name, what failed with its details, if anything did, and how long it took.

    One whose files have faults is an error, one that was played and should have gone otherwise a failure.
    """

    name: str
    failure: str | None
    detail: str
    faulty: bool
    seconds: float


def junit(cases: Sequence[Case]) -> str:
    """Write the report that build servers read."""
    from xml.sax.saxutils import escape, quoteattr  # noqa: PLC0415  # only this junit needs it

    errors = sum(case.faulty for case in cases)
    counts = {
        "tests": len(cases),
        "failures": sum(case.failure is not None for case in cases) - errors,
        "errors": errors,
        "time": f"{sum(case.seconds for case in cases):.3f}",
    }
    listed = " ".join(f'{name}="{count}"' for name, count in counts.items())
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuite name="edencli play" {listed}>')
    for case in cases:
        name, time = quoteattr(clean(case.name)), f"{case.seconds:.3f}"
        head = f'  <testcase classname="edencli.games" name={name} time="{time}"'
        if case.failure is None:
            lines.append(f"{head}/>")
            continue
        detail = escape("\n".join(clean(line) for line in case.detail.splitlines()))
        what, message = "error" if case.faulty else "failure", quoteattr(clean(case.failure))
        lines += [f"{head}>", f"    <{what} message={message}>{detail}</{what}>"]
        lines.append("  </testcase>")
    return "\n".join([*lines, "</testsuite>", ""])
