"""Games held to what is expected of them: where a transcript departs from its golden one, and a JUnit report.

A transcript's head has a digest of the cards in use: two matches with the same one were played with the same
cards. It is taken of the model's values, not of files, so that a comment or a moved line changes nothing.
What has its default is left out, so that a new kind of card data changes no old digest.

At the foot of a golden transcript stands each card with two digits a part (`CardParts`), so that it can be
said which card is another now, and which part of it. That is a help and no proof: one change in 256 keeps its
two digits. A golden without a foot is held to the rest.

Compares texts and decides nothing about files: reading, writing and when to are the command's.
"""

import enum
import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeAlias

from edencli.lang import Words, clean
from edencli.match.pieces import Side
from edencli.model.fighter import Fighter, Use
from edencli.model.game import Band
from edencli.model.scenery import Scenery
from edencli.output.width import DEFAULT_WIDTH
from edencli.record import Record
from edencli.transcript.transcript import TranscriptLine

DIGEST_LENGTH = 16
NO_DEFAULT = object()
DIFF_CONTEXT = 3


def cards_digest(bands: Mapping[Side, Band], scenery: Iterable[Scenery], npfs: Iterable[Fighter] = ()) -> str:
    """Digest both bands with all their cards, the scenery at hand, and the NPFs if there are any."""
    return _digits(_in_use(bands, scenery, npfs), DIGEST_LENGTH)


def _in_use(
    bands: Mapping[Side, Band], scenery: Iterable[Scenery], npfs: Iterable[Fighter]
) -> dict[str, dict[str, Any]]:
    cards: dict[str, dict[str, Any]] = {
        "bands": {str(side): band for side, band in bands.items()},
        "scenery": {piece.name: piece for piece in scenery},
    }
    if joining := {card.name: card for card in npfs}:
        cards["npfs"] = joining
    return {kind: _canonical(named) for kind, named in cards.items()}


def _digits(value: Any, length: int) -> str:
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    digest: str = _sha256(text.encode("ascii")).hexdigest()
    return digest[:length]


def _sha256(data: bytes) -> Any:
    """SHA-256 as the interpreter has it: hashlib would load OpenSSL, which takes longer than the match."""
    for module in ("_sha2", "_sha256"):
        if find_spec(module):
            return import_module(module).sha256(data)
    return import_module("hashlib").sha256(data)


def _canonical(value: Any) -> Any:
    """A value as plain data that has one form only: a whole number is written without decimals."""
    if getattr(value, "word", ""):  # one of the vocabulary of effects
        from edencli.model.effect import to_plain_data  # noqa: PLC0415  # for cards that say what they do alone

        return _canonical(to_plain_data(value))
    if isinstance(value, Record):
        told = {
            name: part
            for name, part in value.as_dict().items()
            if part != value.defaults.get(name, NO_DEFAULT)
        }
        if isinstance(value, Use):  # its effects stand beside its other parts, as a card prints them
            told |= told.pop("effects", {})
        if isinstance(value, Fighter):  # how sentences speak of a fighter changes no match
            told.pop("gender", None)
        return {name: _canonical(part) for name, part in told.items()}
    if isinstance(value, Mapping):
        return {str(key): _canonical(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_canonical(one) for one in value]
    if isinstance(value, enum.Enum):
        return str(value.value)
    return int(value) if isinstance(value, float) and value.is_integer() else value


# ── which card is another ────────────────────────────────────────────────────────────────────────────────

CardDigests: TypeAlias = dict[str, dict[str, dict[str, dict[str, str]]]]
"""Two digits for each part of each card in use: by owner, card, group of parts, and part.

Owners are the sides, the scenery and the NPFs. The card without a name is the band itself: whom and what it
brings. The group "card" is all of a card that no other group holds.
"""

DECKS = ("fighters", "missions", "tactics")
GROUPS = ("limbs", "equipment", "abilities")
PART_DIGITS = 2  # hexadecimal digits


def card_digests(
    bands: Mapping[Side, Band], scenery: Iterable[Scenery], npfs: Iterable[Fighter] = ()
) -> CardDigests:
    """Digest every part of every card in use."""
    in_use = _in_use(bands, scenery, npfs)
    told = {}
    for side, band in in_use.pop("bands").items():
        cards = {card["name"]: card for deck in DECKS for card in band.get(deck, ())}
        brought = {deck: [card["name"] for card in band.get(deck, ())] for deck in DECKS}
        told[side] = {"": band | brought} | cards
    return {
        owner: {name: _parts(card) for name, card in cards.items()}
        for owner, cards in (told | in_use).items()
        if cards
    }


def _parts(card: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    groups = {group: card[group] for group in GROUPS if card.get(group)}
    parts = {"card": {"": {name: part for name, part in card.items() if name not in groups}}}
    for group, listed in groups.items():
        parts[group] = listed if isinstance(listed, dict) else {one["name"]: one for one in listed}
    return {
        group: {name: _digits(part, PART_DIGITS) for name, part in named.items()}
        for group, named in parts.items()
    }


def _pack_card(groups: Mapping[str, Mapping[str, str]]) -> str:
    """The digits of a card in one word, the groups in order: `5e-a1b2c3d4-771f-0c`."""
    return "-".join("".join(groups.get(group, {}).values()) for group in ("card", *GROUPS)).rstrip("-")


def footer_lines(words: Words, cards: CardDigests) -> list[TranscriptLine]:
    """Write down the parts of the cards in use, to stand at the end of a golden."""
    lines = []
    for owner, named in cards.items():
        listed = ", ".join(f"{name} {_pack_card(groups)}".strip() for name, groups in named.items())
        lines += textwrap.wrap(
            listed,
            DEFAULT_WIDTH,
            initial_indent=f"  {owner:<{_COLUMN}}",
            subsequent_indent=" " * (_COLUMN + 2),
            break_long_words=False,
            break_on_hyphens=False,
        )
    return [
        TranscriptLine(""),
        TranscriptLine(words.say("transcript", "cards-in-parts")),
        *map(TranscriptLine, lines),
    ]


_COLUMN = 9  # of the longest owner, and a gap


def _read_footer(words: Words, golden: str) -> dict[str, dict[str, list[str]]] | None:
    """Read the foot of a golden: the digits of each card by group; None where it has no foot."""
    _, title, below = golden.rpartition(f"\n{words.say('transcript', 'cards-in-parts')}\n")
    if not title:
        return None
    owners: dict[str, str] = {}
    owner = ""
    for line in below.splitlines():
        owner = line[2 : _COLUMN + 2].strip() or owner
        owners[owner] = f"{owners.get(owner, '')} {line[_COLUMN + 2 :]}".strip()
    entries = {owner: [one.rpartition(" ") for one in listed.split(", ")] for owner, listed in owners.items()}
    return {
        owner: {name: digits.split("-") for name, _, digits in listed} for owner, listed in entries.items()
    }


def has_footer(words: Words, golden: str) -> bool:
    """Tell whether a golden ends with the parts of its cards."""
    return f"\n{words.say('transcript', 'cards-in-parts')}\n" in golden


class CardChange(NamedTuple):
    """A card that is not as it was: whose, what it is called, and how: `new`, `gone` or `changed`.

    `parts` names what has changed of it; a group whose length is another stands for all its parts.
    """

    owner: str
    name: str
    how: str
    parts: tuple[tuple[str, str], ...] = ()


def card_changes(words: Words, golden: str, cards: CardDigests) -> list[CardChange] | None:
    """Compare the cards in use with those at the foot of a golden; None where it has no foot."""
    before = _read_footer(words, golden)
    return None if before is None else list(_changes(before, cards))


def _changes(before: Mapping[str, Mapping[str, Sequence[str]]], cards: CardDigests) -> Iterator[CardChange]:
    for owner in dict.fromkeys([*cards, *before]):
        old, now = before.get(owner, {}), cards.get(owner, {})
        for name in dict.fromkeys([*now, *old]):
            if name not in old or name not in now:
                yield CardChange(owner, name, "gone" if name in old else "new")
            elif parts := tuple(_changed_parts(old[name], now[name])):
                yield CardChange(owner, name, "changed", parts)


def _changed_parts(old: Sequence[str], now: Mapping[str, Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    """The parts whose digits are others, each with its group."""
    for n, group in enumerate(("card", *GROUPS)):
        was, named = old[n] if n < len(old) else "", now.get(group, {})
        if len(was) != PART_DIGITS * len(named):
            yield group, ""
            continue
        pairs = zip(named.items(), range(0, len(was), PART_DIGITS), strict=True)
        yield from ((group, name) for (name, digits), at in pairs if was[at : at + PART_DIGITS] != digits)


def pack_digests(cards: CardDigests) -> dict[str, dict[str, list[str]]]:
    """The digits of cards as a foot has them."""
    return {
        owner: {name: _pack_card(groups).split("-") for name, groups in named.items()}
        for owner, named in cards.items()
    }


def compare_digests(before: CardDigests, now: CardDigests) -> list[CardChange]:
    """Compare the cards in use with those that were."""
    return list(_changes(pack_digests(before), now))


def change_sentence(words: Words, change: CardChange) -> str:
    """Say which card has changed, and what of it."""
    if not change.name:
        return words.say("play", "card.band", owner=change.owner)
    parts = [
        words.say("events", f"term.{name}")
        if group == "limbs" and name
        else name or words.say("play", f"part.{group}")
        for group, name in change.parts
    ]
    message = f"card.{change.how}/parts" if parts else f"card.{change.how}"
    return words.say("play", message, owner=change.owner, name=change.name, parts=parts)


# ── where a transcript departs ───────────────────────────────────────────────────────────────────────────


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


def find_divergence(expected_text: str, actual: Sequence[TranscriptLine]) -> Divergence | None:
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


def _cause(actual: Sequence[TranscriptLine], at: int) -> int | None:
    """The move behind a line, or behind the nearest line before it that has one."""
    behind = (line.move for line in reversed(actual[: at + 1]))
    return next((move for move in behind if move is not None), None)


def _unified(expected: Sequence[str], played: Sequence[str]) -> tuple[str, ...]:
    import difflib  # noqa: PLC0415  # only a difference needs it

    return tuple(difflib.unified_diff(expected, played, "expected", "played", n=DIFF_CONTEXT, lineterm=""))


class JunitCase(NamedTuple):
    """One game: its name, what failed with its details, if anything did, and how long it took.

    One whose files have faults is an error, one that was played and should have gone otherwise a failure.
    """

    name: str
    failure: str | None
    detail: str
    faulty: bool
    seconds: float


def junit_report(cases: Sequence[JunitCase]) -> str:
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
