"""Goldens: where a transcript differs from the expected one, which cards have changed, and a JUnit report.

The head of a transcript has digests of the cards in use and of the events (`digests`), and the version of
edencli whose words it uses: a transcript of equal events in other words is no other match.

The footer of a golden lists each card with two digits for each part (`CardDigests`), so that one can say
which card has changed, and in which part. A golden without a footer, or without a digest of events, is
compared by the rest.

Compares texts and knows no files: when to read and write them is up to the command.
"""

import enum
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from edencli.lang import Words, clean
from edencli.model.lexicon import name_in_moves, read_quoted, split_outside_quotes
from edencli.named_tuple import NamedTuple
from edencli.output.width import DEFAULT_WIDTH
from edencli.transcript.digests import GROUPS, PART_DIGITS, CardDigests
from edencli.transcript.transcript import TranscriptLine

DIFF_CONTEXT = 3


# ── which card is another ────────────────────────────────────────────────────────────────────────────────


def _pack_card(groups: Mapping[str, Mapping[str, str]]) -> str:
    """The digits of a card in one word, the groups in order: `5e-a1b2c3d4-771f-0c`."""
    return "-".join("".join(groups.get(group, {}).values()) for group in ("card", *GROUPS)).rstrip("-")


def footer_lines(words: Words, cards: CardDigests) -> list[TranscriptLine]:
    """The footer of a golden, which lists the parts of the cards in use."""
    lines = []
    for owner, named in cards.items():
        listed = ", ".join(_entry(name, groups) for name, groups in named.items())
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


def _entry(name: str, groups: Mapping[str, Mapping[str, str]]) -> str:
    """A card and its digits; the name in quotes where it holds marks, the band itself without a name."""
    return f"{name and name_in_moves(name)} {_pack_card(groups)}".strip()


_COLUMN = 9  # of the longest owner, and a gap


def _read_footer(words: Words, golden: str) -> dict[str, dict[str, list[str]]] | None:
    """Read the footer of a golden: the digits of each card by group; None without a footer."""
    _, title, below = golden.rpartition(f"\n{words.say('transcript', 'cards-in-parts')}\n")
    if not title:
        return None
    owners: dict[str, str] = {}
    owner = ""
    for line in below.splitlines():
        owner = line[2 : _COLUMN + 2].strip() or owner
        owners[owner] = f"{owners.get(owner, '')} {line[_COLUMN + 2 :]}".strip()
    return {
        owner: dict(map(_read_entry, split_outside_quotes(listed, ", "))) for owner, listed in owners.items()
    }


def _read_entry(entry: str) -> tuple[str, list[str]]:
    name, _, digits = entry.rpartition(" ")
    return read_quoted(name), digits.split("-")


def has_footer(words: Words, golden: str) -> bool:
    """Tell whether a golden ends with the parts of its cards."""
    return f"\n{words.say('transcript', 'cards-in-parts')}\n" in golden


class CardChange(NamedTuple):
    """A card that has changed: its owner, its name, and how: `new`, `gone` or `changed`.

    `parts` names the parts that have changed; a group with more or fewer parts than before counts as one
    part.
    """

    owner: str
    name: str
    how: str
    parts: tuple[tuple[str, str], ...] = ()


def card_changes(words: Words, golden: str, cards: CardDigests) -> list[CardChange] | None:
    """The cards that have changed since a golden was written; None if it has no footer."""
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
    """The parts whose digits have changed, each with its group."""
    for n, group in enumerate(("card", *GROUPS)):
        was, named = old[n] if n < len(old) else "", now.get(group, {})
        if len(was) != PART_DIGITS * len(named):
            yield group, ""
            continue
        pairs = zip(named.items(), range(0, len(was), PART_DIGITS), strict=True)
        yield from ((group, name) for (name, digits), at in pairs if was[at : at + PART_DIGITS] != digits)


def pack_digests(cards: CardDigests) -> dict[str, dict[str, list[str]]]:
    """The digits of cards in the form of a footer."""
    return {
        owner: {name: _pack_card(groups).split("-") for name, groups in named.items()}
        for owner, named in cards.items()
    }


def compare_digests(before: CardDigests, now: CardDigests) -> list[CardChange]:
    """The cards that differ between two sets of digests."""
    return list(_changes(pack_digests(before), now))


def change_sentence(words: Words, change: CardChange) -> str:
    """The sentence that says which card has changed, and in which parts."""
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


# ── the head of a golden ─────────────────────────────────────────────────────────────────────────────────


class Difference(enum.StrEnum):
    """How a transcript differs from its golden: in what happened, or only in the words for it."""

    EVENTS = "differs"
    WORDS = "reworded"


class GoldenHead(NamedTuple):
    """What the head of a golden says: the version of edencli, and a digest of events; both may be missing."""

    words: str = ""
    events: str = ""


def with_head(words: Words, lines: Sequence[TranscriptLine], head: GoldenHead) -> list[TranscriptLine]:
    """The lines of a transcript with these values in its head, instead of its own."""
    end = next((n for n, line in enumerate(lines) if not line.text), len(lines))
    labels = [f"  {words.say('transcript', f'head.{label}')} " for label in GoldenHead._fields]
    kept = [line for line in lines[:end] if not line.text.startswith(tuple(labels))]
    rows = [
        TranscriptLine(_head_row(words, label, value)) for label, value in head._asdict().items() if value
    ]
    return [*kept, *rows, *lines[end:]]


def golden_head(words: Words, golden: str) -> GoldenHead:
    """The values in the head of a golden; those that an old golden does not have are empty."""
    rows = [line.split() for line in golden.partition("\n\n")[0].splitlines()]
    named = {words.say("transcript", f"head.{label}"): label for label in GoldenHead._fields}
    found = {named[row[0]]: row[1] for row in rows if len(row) == len(("label", "value")) and row[0] in named}
    return GoldenHead(**found)


def has_same_text(words: Words, golden: str, text: str) -> bool:
    """Tell whether a golden equals a text, apart from the version of edencli in its head."""
    own, theirs = (_head_row(words, "words", golden_head(words, one).words) for one in (text, golden))
    return golden.splitlines() == text.replace(own, theirs, 1).splitlines()


def _head_row(words: Words, label: str, value: str) -> str:
    """A line of the head, in the form in which `header_lines` writes it in English."""
    column = len(words.say("transcript", "head.rulebook"))
    return f"  {words.say('transcript', f'head.{label}'):<{column}}  {value}"


# ── where a transcript departs ───────────────────────────────────────────────────────────────────────────


class Divergence(NamedTuple):
    """The first line that differs (from 1), both its versions, and a unified diff of everything.

    `move` is the number of the move that caused the line when it was played, if a move did; if the match
    stopped too early, it is the last move played.
    """

    line: int
    expected: str | None
    actual: str | None
    move: int | None
    diff: tuple[str, ...]


def find_divergence(expected_text: str, actual: Sequence[TranscriptLine]) -> Divergence | None:
    """Compare a golden with a transcript line by line; None if they are equal."""
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
        diff=_unified_diff(expected, played),
    )


def _cause(actual: Sequence[TranscriptLine], at: int) -> int | None:
    """The move that caused a line, or the nearest line before it that has one."""
    behind = (line.move for line in reversed(actual[: at + 1]))
    return next((move for move in behind if move is not None), None)


def _unified_diff(expected: Sequence[str], played: Sequence[str]) -> tuple[str, ...]:
    import difflib  # noqa: PLC0415  # only a difference needs it

    return tuple(difflib.unified_diff(expected, played, "expected", "played", n=DIFF_CONTEXT, lineterm=""))


class JunitCase(NamedTuple):
    """A game in a JUnit report: its name, its failure with details, if any, and its duration.

    A game whose files have faults is an error; one that was played and differs is a failure, whose type says
    whether it `differs` in events or words. If other words do not count as a failure, `words` tells of them.
    """

    name: str
    failure: str | None
    detail: str
    faulty: bool
    seconds: float
    differs: Difference | None = None
    words: str | None = None


class JunitRun(NamedTuple):
    """When and where the games were played: seconds since 1970, the machine's name, and properties."""

    began: float
    hostname: str
    properties: Mapping[str, str] = {}  # never changed


def junit_report(cases: Sequence[JunitCase], run: JunitRun) -> str:
    """Write the report that build servers read."""
    from datetime import UTC, datetime  # noqa: PLC0415  # only the report needs it
    from xml.sax.saxutils import escape, quoteattr  # noqa: PLC0415  # only the report needs it

    errors = sum(case.faulty for case in cases)
    counts = {
        "tests": len(cases),
        "failures": sum(case.failure is not None for case in cases) - errors,
        "errors": errors,
        "time": f"{sum(case.seconds for case in cases):.3f}",
        "timestamp": datetime.fromtimestamp(run.began, UTC).strftime("%Y-%m-%dT%H:%M:%S"),
        "hostname": clean(run.hostname),
    }
    listed = " ".join(f"{name}={quoteattr(str(count))}" for name, count in counts.items())
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<testsuite name="edencli play" {listed}>')
    lines.append("  <properties>")
    for name, value in run.properties.items():
        lines.append(f"    <property name={quoteattr(name)} value={quoteattr(clean(value))}/>")
    lines.append("  </properties>")
    for case in cases:
        name, time = quoteattr(clean(case.name)), f"{case.seconds:.3f}"
        head = f'  <testcase classname="edencli.games" name={name} file={name} time="{time}"'
        if case.failure is None:
            output = f"<system-out>{escape(clean(case.words))}</system-out></testcase>" if case.words else ""
            lines.append(f"{head}>{output}" if output else f"{head}/>")
            continue
        detail = escape("\n".join(clean(line) for line in case.detail.splitlines()))
        what, message = "error" if case.faulty else "failure", quoteattr(clean(case.failure))
        kind = "faulty" if case.faulty else (case.differs or Difference.EVENTS).name.lower()
        lines += [f"{head}>", f'    <{what} type="{kind}" message={message}>{detail}</{what}>']
        lines.append("  </testcase>")
    return "\n".join([*lines, "</testsuite>", ""])
