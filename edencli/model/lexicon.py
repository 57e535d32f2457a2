"""Who and what is called how: one answer for bands, moves, positions, expectations, commands and reports.

A thing is called by its name, in any case, without accents, however its words are parted, in quotes or not;
and by some of its words in a row (`Mirka` for Mirka Rag-Doll, `Ilona` for Sister Ilona), as long as that is
nobody's whole name and no word of the moves. A fighter may be called by his side as well (`red Yuri`, who is
then nobody else), and is written so where his name alone would be taken for another's. What could mean
several things is never guessed: all of them are given.
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
SHORTEST_NAME = 2  # letters that a shortened name must have at least
LARGE_LEXICON = 2_000  # from so many names on, only whole ones are searched for the nearest
MOST_LETTERS_COMPARED = (
    1_000_000  # letters beside letters: once so many were compared, nothing near is looked for
)
CANDIDATE_COST = 10  # as many letters' work it is to find that two names cannot be near
MOST_MEANINGS_COMPARED = 100  # so many meanings of one calling are not compared with each other
MOST_PARTS = 10_000  # parts of a text
_UNTYPABLE = frozenset({"character", "decomposed"})  # what keeps a word from being typed in a move

_WORD = re.compile(WORD_PATTERN)
_BEFORE_QUOTE = r"(?<![^\s,:;\[\]{}(])"
_QUOTED = rf'{_BEFORE_QUOTE}"(?:[^"]|"")+"(?![^\s,:;\[\]{{}}])'
_QUOTE = '"'


class UnresolvedName(LookupError):  # noqa: N818  # it says what somebody was called
    """A calling that means nobody, or more than one: `names` says whom, `near` who was likely meant."""

    def __init__(self, calling: str, *, names: tuple[str, ...] = (), near: str | None = None) -> None:
        super().__init__(calling)
        self.calling = calling
        self.names = names
        self.near = near


def tokens_of(text: str) -> Tokens:
    """Part a line into folded words; marks only part them, but a semicolon is a word.

    What stands in quotes is one word, which begins with a quote: no word of the moves, but a name.
    """
    text = straighten_quotes(text)
    if _QUOTE in text:
        return tuple([_token(word) for word in _line_word().findall(text)])
    return tuple([_folded(word) for word in _WORD.findall(text)])


def words_of(text: str) -> list[str]:
    """The words of a line as they were typed, a word for each token."""
    return [text[begin:end] for begin, end in _word_spans(text)]


def token_offsets(text: str) -> list[int]:
    """Where in a line each token begins."""
    return [begin for begin, _ in _word_spans(text)]


def split_outside_quotes(text: str, pattern: str, most: int = MOST_PARTS) -> list[str]:
    """Part a text where a pattern is found outside quotes, at most so often."""
    parts, begin = list[str](), 0
    for found in re.finditer(f"(?:{_QUOTED})|(?P<mark>{pattern})", straighten_quotes(text)):
        if found["mark"] is not None and len(parts) < most:
            parts.append(text[begin : found.start()].strip())
            begin = found.end()
    return [*parts, text[begin:].strip()]


def find_open_quote(text: str) -> int | None:
    """Where a name in quotes begins that does not end."""
    found = re.finditer(rf"{_QUOTED}|{_BEFORE_QUOTE}(?P<opened>\")", straighten_quotes(text))
    return next((one.start() for one in found if one["opened"]), None)


def read_quoted(text: str) -> str:
    """A name without the quotes around it, if it stands in quotes."""
    is_quoted = len(tokens_of(text)) == 1 and tokens_of(text)[0].startswith(_QUOTE)
    return unquote_name(text.strip()) if is_quoted else text


def _word_spans(text: str) -> list[tuple[int, int]]:
    text = straighten_quotes(text)
    return [found.span() for found in (_line_word() if _QUOTE in text else _WORD).finditer(text)]


@cache
def _line_word() -> re.Pattern[str]:
    """The words of a line that holds quotes; made when the first one is read."""
    return re.compile(f"{_QUOTED}|{WORD_PATTERN}")


def _token(word: str) -> str:
    return _QUOTE + "\n".join(_name_tokens(unquote_name(word))) if word[0] == _QUOTE else _folded(word)


def _name_tokens(name: str) -> Tokens:
    return tuple([_folded(word) for word in name_words(name)])


def _quoted_name(tokens: Tokens) -> Tokens | None:
    """The words of a name that stands in quotes; None for others."""
    is_quoted = len(tokens) == 1 and tokens[0].startswith(_QUOTE)
    return tuple(tokens[0][1:].split("\n")) if is_quoted else None


def _folded(word: str) -> str:
    return word.lower() if word.isascii() else _unaccented(word)


@lru_cache(maxsize=1024)
def _unaccented(word: str) -> str:
    return fold(word) or word


T = TypeVar("T")


class Lexicon(Generic[T]):
    """Names and what each of them means."""

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
        """Every name, as it is written."""
        return tuple(dict.fromkeys(name for name, _ in self._named))

    def matches_at(self, tokens: Tokens, i: int) -> Iterator[tuple[tuple[T, ...], int]]:
        """Give what the tokens from there on may mean, and where each calling ends; the longest first."""
        for end in range(min(len(tokens), i + self._longest), i, -1):
            meant = self._meanings(tokens[i:end])
            if meant:
                yield meant, end

    def meanings(self, text: str) -> tuple[T, ...]:
        """Give all that a text may mean."""
        return self._meanings(tokens_of(text))

    @property
    def longest(self) -> int:
        """How many words the longest name has."""
        return self._longest

    def has_meaning(self, tokens: Tokens) -> bool:
        """Tell whether words mean something, as a whole name or as some words of one."""
        return bool(self._meanings(tokens))

    def has_name(self, tokens: Tokens) -> bool:
        """Tell whether these are a whole name, and not some of its words."""
        return tokens in self._whole or (tokens[-1].startswith(_QUOTE) and self.has_meaning(tokens))

    def begun_by(self, tokens: Tokens) -> tuple[T, ...]:
        """Give all whose name has words in a row that these begin; numbers and reserved words begin none."""
        if not tokens or tokens[0].isdigit() or any(word in RESERVED for word in tokens):
            return ()
        if self._worded is None:
            self._worded = [(_name_tokens(name), thing) for name, thing in self._named]
        return _distinct([thing for words, thing in self._worded if _have_begun(tokens, words)])

    def find(self, text: str) -> T:
        """Give what a text means.

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
        """The name of what a text that means nothing was likely meant to say."""
        near = self.nearest_with_slips(text)
        return near[1] if near else None

    def nearest_with_slips(self, text: str, most: int = LONGEST_COMPARED) -> tuple[int, str] | None:
        """The name that a text comes nearest to, and how many slips away it is: at most so many."""
        tokens = _name_tokens(text)
        wanted = " ".join(tokens)
        if len(tokens) > self._longest + 1 or len(wanted) > LONGEST_COMPARED:
            return None
        most = min(most, slips_allowed(wanted))
        if (wanted, most) not in self._found:
            self._found[wanted, most] = self._nearest_to(wanted, most)
        return self._found[wanted, most]

    def reset_comparisons(self) -> None:
        """Look for near names as if none had been looked for yet: somebody has typed another line."""
        self._compared = 0

    def _nearest_to(self, wanted: str, most: int) -> tuple[int, str] | None:
        """The nearest of all spellings, or of as many as may still be compared."""
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
        """What the callings that are no whole name mean; worked out when one is first asked for."""
        found: dict[Tokens, list[T]] = defaultdict(list)
        for name, thing in self._named:
            for call in dict.fromkeys(self._shortenings(name, thing)):
                found[_name_tokens(call)].append(thing)
        return {call: _distinct(things) for call, things in found.items()}

    def _shortenings(self, name: str, thing: T) -> Iterator[str]:  # noqa: ARG002  # a cast names his side
        """The words of a name in a row, but all of them: no link at either end, and no sign of the moves."""
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
        """Every calling, and the name of what it means; one of several keeps its own words."""
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
    """Tell whether each of some words is begun, side by side, somewhere in a name."""
    places = range(len(words) - len(begun) + 1)
    return any(all(map(str.startswith, words[n:], begun)) for n in places)


def _distinct(things: Sequence[T]) -> tuple[T, ...]:
    """Things without those equal to one before; a crowd is left as it is, for it is several anyhow."""
    if len(things) > MOST_MEANINGS_COMPARED:
        return tuple(things)
    return tuple(thing for n, thing in enumerate(things) if thing not in things[:n])


def lexicon_of(names: Iterable[str]) -> Lexicon[str]:
    """Names that mean themselves."""
    return Lexicon((name, name) for name in names)


class Member(Hashable, Protocol):
    """Somebody of a side, or of nobody."""

    @property
    def side(self) -> str | None:
        """Whose he is: a side's, nobody's (None), or without sides where there are none (empty)."""

    @property
    def name(self) -> str:
        """What he is called."""


M = TypeVar("M", bound=Member)


class FighterLexicon(Lexicon[M]):
    """The fighters of a match, and how each is called; `labels` is how they are written.

    `genders` is how sentences speak of those whose cards say it.
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
        """As in any lexicon; a side that is not his is one slip."""
        near, (side, *rest) = super().nearest_with_slips(text, most), _name_tokens(text) or ("",)
        if side in SIDES and rest and (near is None or near[0] > 1):
            meant = self.meanings(" ".join(rest))
            if len(meant) == 1 and meant[0].side != "":
                return 1, self.labels[meant[0]]
        return near

    def begun_by(self, tokens: Tokens) -> tuple[M, ...]:
        """As in any lexicon; a side before it is said in full."""
        if tokens[:1] and tokens[0] in SIDES:
            side = None if tokens[0] == NOBODY else tokens[0]
            return tuple(one for one in super().begun_by(tokens[1:]) if one.side == side)
        return super().begun_by(tokens)

    def label(self, member: M) -> str:
        """A fighter as he is written, also one who has left the match."""
        return self.labels.get(member, member.name)

    def label_in_moves(self, member: M, *, quoted: bool = False) -> str:
        """A fighter as moves have it: in quotes where its name needs them, or where they are asked for."""
        label, name = self.label(member), member.name
        return f"{label.removesuffix(name)}{name_in_moves(name, quoted=quoted)}"

    def _meanings(self, tokens: Tokens) -> tuple[M, ...]:
        """As in any lexicon; a side may stand before a name in quotes."""
        quoted = _quoted_name(tokens[1:]) if tokens[:1] and tokens[0] in SIDES else None
        return super()._meanings(tokens if quoted is None else (tokens[0], *quoted))

    def _make_label(self, member: M) -> str:
        """A fighter as he is written: by his name, if nobody else could be called so."""
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
    """A name as moves have it: in quotes where it needs them, or where they are asked for."""
    return quote_name(name) if quoted or needs_quotes(name) else name


def calling_in_moves(calling: str) -> str:
    """The name of anything, or a fighter by his side and his name, as moves have it."""
    side, _, name = calling.partition(" ")
    return f"{side} {name_in_moves(name)}" if name and side in SIDES else name_in_moves(calling)


def read_calling(text: str) -> str:
    """A calling as `calling_in_moves` writes it, without the quotes."""
    side, _, name = text.partition(" ")
    return f"{side} {read_quoted(name)}" if name and side in SIDES else read_quoted(text)


def name_with_side(member: Member) -> str:
    """A fighter by his side and his name."""
    return member.name if member.side == "" else f"{member.side or NOBODY} {member.name}"


def unique_name(name: str, taken: Iterable[str]) -> str:
    """A name that none of those taken is: the second Rat is Rat 2."""
    keys, n, free = set(map(name_key, taken)), 1, name
    while name_key(free) in keys:
        n += 1
        free = f"{name} {n}"
    return free
