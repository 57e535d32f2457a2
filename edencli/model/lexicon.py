"""How things are called: one answer for bands, moves, positions, expectations, commands and reports.

A thing is called by its name, in any case, without accents, with its words separated in any way, in quotes or
not; and by some of its words in a row (`Mirka` for Mirka Rag-Doll, `Ilona` for Sister Ilona), as long as that
is no other thing's whole name and no word of the moves. A fighter may also be called by its side and name
(`red Yuri`, which then means no other), and is written so if its name alone could mean another. What could
mean several things is never guessed: all of them are given.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import Generic, Protocol, TypeVar

from edencli.model.names import (
    RESERVED,
    WORD_PATTERN,
    fold,
    name_fault,
    name_key,
    name_words,
    needs_quotes,
    quote_name,
    straighten_quotes,
    unquote_name,
)
from edencli.model.near_names import LONGEST_COMPARED, can_be_near, count_slips, slips_allowed

Tokens = tuple[str, ...]

NOBODY = "nobody"
SIDES = frozenset({"red", "blue", NOBODY})
SHORTEST_NAME = 2  # the fewest letters that a shortened name must have
LARGE_LEXICON = 2_000  # from this number of names on, only whole ones are compared for the nearest
MOST_LETTERS_COMPARED = (
    1_000_000  # letters compared with letters; beyond that, near names are no longer searched
)
CANDIDATE_COST = 10  # the cost, in letters compared, of finding that two names cannot be near
MOST_MEANINGS_COMPARED = 100  # above this number of meanings, equal ones are not removed
MOST_PARTS = 10_000  # the most parts of a text
_UNTYPABLE = frozenset({"character", "decomposed"})  # faults that keep a word from being typed in a move

_WORD = re.compile(WORD_PATTERN)
_BEFORE_QUOTE = r"(?<![^\s,:;\[\]{}(])"
_QUOTED = rf'{_BEFORE_QUOTE}"(?:[^"]|"")+"(?![^\s,:;\[\]{{}}])'
_QUOTE = '"'


class UnresolvedName(LookupError):  # noqa: N818  # it says how something was called
    """A calling without a meaning, or with several: `names` lists those, `near` is the likely one."""

    def __init__(self, calling: str, *, names: tuple[str, ...] = (), near: str | None = None) -> None:
        super().__init__(calling)
        self.calling = calling
        self.names = names
        self.near = near


def tokens_of(text: str) -> Tokens:
    """Split a line into folded words; marks only separate them, except for the semicolon, which is a word.

    A text in quotes is one word that begins with a quote: a name, and no word of the moves.
    """
    text = straighten_quotes(text)
    if _QUOTE in text:
        return tuple([_token(word) for word in _line_word().findall(text)])
    return tuple([_folded(word) for word in _WORD.findall(text)])


def words_of(text: str) -> list[str]:
    """Return the words of a line as they were typed, one for each token."""
    return [text[begin:end] for begin, end in _word_spans(text)]


def token_offsets(text: str) -> list[int]:
    """Return where in a line each token begins."""
    return [begin for begin, _ in _word_spans(text)]


def split_outside_quotes(text: str, pattern: str, most: int = MOST_PARTS) -> list[str]:
    """Split a text where a pattern is found outside quotes, at most a number of times."""
    parts, begin = list[str](), 0
    for found in re.finditer(f"(?:{_QUOTED})|(?P<mark>{pattern})", straighten_quotes(text)):
        if found["mark"] is not None and len(parts) < most:
            parts.append(text[begin : found.start()].strip())
            begin = found.end()
    return [*parts, text[begin:].strip()]


def find_open_quote(text: str) -> int | None:
    """Return where a name begins whose quotes are not closed, or None."""
    found = re.finditer(rf"{_QUOTED}|{_BEFORE_QUOTE}(?P<opened>\")", straighten_quotes(text))
    return next((one.start() for one in found if one["opened"]), None)


def read_quoted(text: str) -> str:
    """Return a name without the quotes around it, if it has any."""
    is_quoted = len(tokens_of(text)) == 1 and tokens_of(text)[0].startswith(_QUOTE)
    return unquote_name(text.strip()) if is_quoted else text


def _word_spans(text: str) -> list[tuple[int, int]]:
    text = straighten_quotes(text)
    return [found.span() for found in (_line_word() if _QUOTE in text else _WORD).finditer(text)]


@cache
def _line_word() -> re.Pattern[str]:
    """Return the pattern of a word in a line with quotes; compiled when the first one is read."""
    return re.compile(f"{_QUOTED}|{WORD_PATTERN}")


def _token(word: str) -> str:
    return _QUOTE + "\n".join(_name_tokens(unquote_name(word))) if word[0] == _QUOTE else _folded(word)


def _name_tokens(name: str) -> Tokens:
    return tuple([_folded(word) for word in name_words(name)])


def _quoted_name(tokens: Tokens) -> Tokens | None:
    """Return the words of a name in quotes; None if it has no quotes."""
    is_quoted = len(tokens) == 1 and tokens[0].startswith(_QUOTE)
    return tuple(tokens[0][1:].split("\n")) if is_quoted else None


def _folded(word: str) -> str:
    return word.lower() if word.isascii() else _unaccented(word)


@lru_cache(maxsize=1024)
def _unaccented(word: str) -> str:
    return fold(word) or word


T = TypeVar("T")


class Lexicon(Generic[T]):
    """Names, and what each of them means."""

    def __init__(self, named: Iterable[tuple[str, T]]) -> None:
        self._named = list(named)
        self._names = {id(thing): name for name, thing in reversed(self._named)}
        self._whole: dict[Tokens, tuple[T, ...]] = {}
        self._spelt: dict[Tokens, str] = {}
        for name, thing in self._named:
            self._add_name(name, thing)
        self._worded: list[tuple[Tokens, T]] | None = None
        self._unquoted = self._whole
        self._longest = max(map(len, self._whole), default=0)
        self._near: dict[str, str] | None = None
        self._found: dict[tuple[str, int], tuple[int, str] | None] = {}
        self._compared = 0

    @property
    def names(self) -> tuple[str, ...]:
        """All names, as they are written."""
        return tuple(dict.fromkeys(name for name, _ in self._named))

    def matches_at(self, tokens: Tokens, i: int) -> Iterator[tuple[tuple[T, ...], int]]:
        """Give what the tokens from a position on may mean, and where each name ends, the longest first."""
        for end in range(min(len(tokens), i + self._longest), i, -1):
            meant = self._meanings(tokens[i:end])
            if meant:
                yield meant, end

    def meanings(self, text: str) -> tuple[T, ...]:
        """Return everything that a text may mean."""
        return self._meanings(tokens_of(text))

    @property
    def longest(self) -> int:
        """The number of words of the longest name."""
        return self._longest

    def has_meaning(self, tokens: Tokens) -> bool:
        """Tell whether words mean something, as a whole name or as some words of one."""
        return bool(self._meanings(tokens))

    def has_name(self, tokens: Tokens) -> bool:
        """Tell whether words are a whole name, and not just some of its words."""
        return tokens in self._whole or (tokens[-1].startswith(_QUOTE) and self.has_meaning(tokens))

    def begun_by(self, tokens: Tokens) -> tuple[T, ...]:
        """Return everything whose name has words in a row that begin with these.

        Numbers and reserved words begin no name.
        """
        if not tokens or tokens[0].isdigit() or any(word in RESERVED for word in tokens):
            return ()
        if self._worded is None:
            self._worded = [(_name_tokens(name), thing) for name, thing in self._named]
        return _distinct([thing for words, thing in self._worded if _have_begun(tokens, words)])

    def find(self, text: str) -> T:
        """Return what a text means.

        Raises:
            UnresolvedName: It means nothing here, or more than one thing.
        """
        meant = self.meanings(text)
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise UnresolvedName(text, names=tuple(map(self._name_of, meant)))
        raise UnresolvedName(text, near=self.nearest_name(text))

    def nearest_name(self, text: str) -> str | None:
        """Return the name nearest to a text that means nothing, or None."""
        near = self.nearest_with_slips(text)
        return near[1] if near else None

    def nearest_with_slips(self, text: str, most: int = LONGEST_COMPARED) -> tuple[int, str] | None:
        """Return the number of slips to the nearest name and that name; None if it is more than `most`."""
        tokens = _name_tokens(text)
        wanted = " ".join(tokens)
        if len(tokens) > self._longest + 1 or len(wanted) > LONGEST_COMPARED:
            return None
        most = min(most, slips_allowed(wanted))
        if (wanted, most) not in self._found:
            self._found[wanted, most] = self._nearest_to(wanted, most)
        return self._found[wanted, most]

    def reset_comparisons(self) -> None:
        """Reset the budget of comparisons for near names; done for each typed line."""
        self._compared = 0

    def _nearest_to(self, wanted: str, most: int) -> tuple[int, str] | None:
        """Return the nearest of all spellings, or of those that the budget allows to compare."""
        best: tuple[int, str] | None = None
        for call, name in self._spellings().items():
            if self._compared >= MOST_LETTERS_COMPARED:
                break
            if abs(len(call) - len(wanted)) > most:
                continue
            self._compared += CANDIDATE_COST
            if not can_be_near(wanted, call, most):
                continue
            self._compared += len(wanted) * len(call)
            n = count_slips(wanted, call, most)
            if n is not None:
                best, most = (n, name), n - 1
        return best

    def _add_name(self, call: str, thing: T) -> None:
        tokens = _name_tokens(call)
        self._spelt.setdefault(tokens, call)
        is_quoting = _QUOTE in straighten_quotes(call)  # then it may be typed as it is printed, too
        for one in {tokens, tokens_of(call)} if is_quoting else (tokens,):
            known = self._whole.get(one, ())
            self._whole[one] = known if thing in known else (*known, thing)

    def _meanings(self, tokens: Tokens) -> tuple[T, ...]:
        quoted = _quoted_name(tokens)
        if quoted is not None:
            return self._unquoted.get(quoted) or self._whole.get(tokens, ())
        return self._whole.get(tokens) or self._shortened.get(tokens, ())

    @cached_property
    def _shortened(self) -> Mapping[Tokens, tuple[T, ...]]:
        """The meanings of names that are not whole; computed when first needed."""
        found: dict[Tokens, list[T]] = defaultdict(list)
        for name, thing in self._named:
            for call in dict.fromkeys(self._shortenings(name, thing)):
                found[_name_tokens(call)].append(thing)
        return {call: _distinct(things) for call, things in found.items()}

    def _shortenings(self, name: str, thing: T) -> Iterator[str]:  # noqa: ARG002  # a cast names his side
        """Give words of a name in a row, but not all: no link at either end, and no sign of the moves."""
        words = name_words(name)
        faults = [name_fault(word) for word in words]
        for begin, end in combinations(range(len(words) + 1), 2):
            begins_so = words[begin][0].isalpha() and faults[begin] is None
            if begins_so and faults[end - 1] != "reserved" and end - begin < len(words):
                call = " ".join(words[begin:end])
                if len(call) >= SHORTEST_NAME and _UNTYPABLE.isdisjoint(faults[begin:end]):
                    yield call

    def _name_of(self, thing: T) -> str:
        return self._names[id(thing)]

    def _spellings(self) -> dict[str, str]:
        """Return every calling with the name of what it means; an ambiguous one keeps its own words."""
        if self._near is None:
            spelt = self._spelt.items()
            self._near = {" ".join(at): self._name_for(call, self._whole[at]) for at, call in spelt}
            for name, thing in self._named if len(self._near) < LARGE_LEXICON else ():
                for call in self._shortenings(name, thing):
                    self._near.setdefault(
                        " ".join(_name_tokens(call)), self._name_for(call, self.meanings(call))
                    )
        return self._near

    def _name_for(self, call: str, meant: tuple[T, ...]) -> str:
        return self._name_of(meant[0]) if len(meant) == 1 else call


def _have_begun(begun: Tokens, words: Tokens) -> bool:
    """Tell whether each of some words begins a word of a name, side by side."""
    places = range(len(words) - len(begun) + 1)
    return any(all(map(str.startswith, words[n:], begun)) for n in places)


def _distinct(things: Sequence[T]) -> tuple[T, ...]:
    """Remove things equal to an earlier one; too many are left unchanged, since they are several anyway."""
    if len(things) > MOST_MEANINGS_COMPARED:
        return tuple(things)
    return tuple(thing for n, thing in enumerate(things) if thing not in things[:n])


def lexicon_of(names: Iterable[str]) -> Lexicon[str]:
    """Return a lexicon of names that mean themselves."""
    return Lexicon((name, name) for name in names)


class Member(Hashable, Protocol):
    """A fighter for a lexicon: a name, and a side or none."""

    @property
    def side(self) -> str | None:
        """The side; None for fighters of no player, and empty where there are no sides."""

    @property
    def name(self) -> str:
        """The name."""


M = TypeVar("M", bound=Member)


class FighterLexicon(Lexicon[M]):
    """The fighters of a match, and how each is called; `labels` has how they are written.

    `genders` has how sentences refer to those whose cards say it.
    """

    def __init__(self, members: Iterable[M], genders: Mapping[M, str] | None = None) -> None:
        self.genders = genders or {}
        everybody = list(members)
        super().__init__((member.name, member) for member in everybody)
        by_side = Lexicon((name_with_side(member), member) for member in everybody)
        self._whole = self._whole | by_side._whole  # noqa: SLF001  # its own kind
        self._spelt |= by_side._spelt  # noqa: SLF001
        self._longest += 1
        self.labels = {member: self._make_label(member) for member in everybody}

    def nearest_with_slips(self, text: str, most: int = LONGEST_COMPARED) -> tuple[int, str] | None:
        """Find the nearest name as in any lexicon; a wrong side counts as one slip."""
        near, (side, *rest) = super().nearest_with_slips(text, most), _name_tokens(text) or ("",)
        if side in SIDES and rest and (near is None or near[0] > 1):
            meant = self.meanings(" ".join(rest))
            if len(meant) == 1 and meant[0].side != "":
                return 1, self.labels[meant[0]]
        return near

    def begun_by(self, tokens: Tokens) -> tuple[M, ...]:
        """Return what words begin as in any lexicon; a side before them must be complete."""
        if tokens[:1] and tokens[0] in SIDES:
            side = None if tokens[0] == NOBODY else tokens[0]
            return tuple(one for one in super().begun_by(tokens[1:]) if one.side == side)
        return super().begun_by(tokens)

    def label(self, member: M) -> str:
        """Return how a fighter is written, even one that has left the match."""
        return self.labels.get(member, member.name)

    def label_in_moves(self, member: M, *, quoted: bool = False) -> str:
        """Return how moves write a fighter: in quotes if its name needs them, or if they are asked for."""
        label, name = self.label(member), member.name
        return f"{label.removesuffix(name)}{name_in_moves(name, quoted=quoted)}"

    def _meanings(self, tokens: Tokens) -> tuple[M, ...]:
        """Return the meanings as in any lexicon; a side may stand before a name in quotes."""
        quoted = _quoted_name(tokens[1:]) if tokens[:1] and tokens[0] in SIDES else None
        return super()._meanings(tokens if quoted is None else (tokens[0], *quoted))

    def _make_label(self, member: M) -> str:
        """Return how a fighter is written: by its name, if that cannot mean another."""
        is_his = self._whole[_name_tokens(member.name)] == (member,)
        return member.name if is_his else name_with_side(member)

    def _shortenings(self, name: str, thing: M) -> Iterator[str]:
        for call in super()._shortenings(name, thing):
            yield call
            if thing.side != "":
                yield f"{thing.side or NOBODY} {call}"

    def _name_of(self, thing: M) -> str:
        return self.labels[thing]


def name_in_moves(name: str, *, quoted: bool = False) -> str:
    """Return how moves write a name: in quotes if it needs them, or if they are asked for."""
    return quote_name(name) if quoted or needs_quotes(name) else name


def calling_in_moves(calling: str) -> str:
    """Return how moves write the name of anything, or a fighter's side and name."""
    side, _, name = calling.partition(" ")
    return f"{side} {name_in_moves(name)}" if name and side in SIDES else name_in_moves(calling)


def read_calling(text: str) -> str:
    """Read a calling as `calling_in_moves` writes it, without the quotes."""
    side, _, name = text.partition(" ")
    return f"{side} {read_quoted(name)}" if name and side in SIDES else read_quoted(text)


def name_with_side(member: Member) -> str:
    """Return a fighter's side and name."""
    return member.name if member.side == "" else f"{member.side or NOBODY} {member.name}"


def unique_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that is not taken: the second Rat is Rat 2."""
    keys, n, free = set(map(name_key, taken)), 1, name
    while name_key(free) in keys:
        n += 1
        free = f"{name} {n}"
    return free
