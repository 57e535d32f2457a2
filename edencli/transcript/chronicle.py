"""Writes events as the passages of a transcript, under headings; and the head of a transcript.

Several events may share a passage: a price stands beside what it pays for, fighters who receive the same are
named together, and an event that only repeats another joins it. A heading waits until there is a passage to
stand under it, so that an empty phase is not mentioned; a step without a heading is told by what happens in
it. The head says with what a match was played, so that a difference is explained first.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from edencli import __version__
from edencli.lang import Words
from edencli.match import card_events as cards
from edencli.match import events as attack
from edencli.match import table_events as match
from edencli.match.events import Event
from edencli.match.pieces import Audience, Side
from edencli.named_tuple import NamedTuple
from edencli.output.sheet import json_text
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rules import acts
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.ranged import NO_TARGET_RULE
from edencli.rules.registry import ACTS
from edencli.transcript.event_sentences import EventSentences, event_style, run_key

AREA = "transcript"
TRANSCRIPT_FORMAT = 1
PREPARATION = "setup"
FIRST_STEP = MATCH_STEPS[0]


class TranscriptHeader(NamedTuple):
    """What a match was played with, and where it began: at the first step, or at that of a position.

    `cards` is a digest (`cards_digest`); `seed` is None if the dice were given. Bands and game have their
    names; optional chapters and changed rulings are named if there are any. `vp` is what red and blue had
    scored before, and `secret` names the sides whose score only their own players know.
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
    measured: bool = True

    def vp_at_start(self, viewer: Audience) -> dict[Side, int | None]:
        """What each side had scored where the match began; None if the viewer may not know."""
        scored = zip(Side, self.vp, strict=True)
        return {side: n if viewer in {None, side} or side not in self.secret else None for side, n in scored}


def header_lines(
    words: Words, header: TranscriptHeader, side: Audience, *, over: bool = False, events: str = ""
) -> Iterator[str]:
    """The lines of the head; every value stands behind its label.

    Until the match is `over`, no player sees the seed, which foretells the dice. `events` is a digest of all
    that happened, for the referee alone: it would allow guesses at what is secret.
    """
    yield words.say(AREA, "format", n=TRANSCRIPT_FORMAT)
    told = _header_rows(words, header, side, shows_seed=side is None or over)
    told += [("words", __version__), ("events", events)] if events else []
    column = max(len(words.say(AREA, f"head.{label}")) for label, _ in told)
    for label, value in told:
        yield f"  {words.say(AREA, f'head.{label}'):<{column}}  {value}"


def _header_rows(
    words: Words, header: TranscriptHeader, side: Audience, *, shows_seed: bool
) -> list[tuple[str, str]]:
    seed = words.say(AREA, "seed.given" if header.seed is None else "seed.secret")
    if header.seed is not None and shows_seed:
        seed = str(header.seed)
    rulings = words.join_list(
        f"{name} {_ruling_text(value)}" for name, value in sorted(header.rulings.items())
    )
    named = [
        ("game", header.game),
        ("rulebook", words.say("screens-rules", f"book.{header.rulebook}")),
        ("optional", header.optional or ""),
        ("chapters", words.join_list(header.chapters)),
        ("rulings", rulings),
        ("field", "" if header.measured else words.say(AREA, "field.none")),
        ("red", header.red),
        ("blue", header.blue),
        ("cards", header.cards),
        ("seed", seed),
        ("side", words.say(AREA, f"seen-by.{side}") if side else ""),
    ]
    return [(label, words.fill("{value}", {"value": value})) for label, value in named if value]


def _ruling_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def header_json(header: TranscriptHeader, side: Audience, *, over: bool = False) -> str:
    """The head as the first of the JSON Lines; the seed is null if no player may see it yet."""
    values = header._asdict() | {"chapters": list(header.chapters), "rulings": dict(header.rulings)}
    values |= {"vp": {str(one): n for one, n in header.vp_at_start(side).items()}}
    if side is not None and not over:
        values["seed"] = None
    del values["secret"]
    if header.measured:
        del values["measured"]
    side_ = str(side) if side else None
    return json_line({"kind": "transcript", "schema": TRANSCRIPT_FORMAT, "seen_by": side_} | values)


def json_line(data: Mapping[str, Any]) -> str:
    """One line of JSON, always the same for equal data."""
    return json_text(data)


# The levels of headings.
SECTION, PHASE, GAP = 1, 2, 3


class Passage:
    """One thing told: its text, its depth, what was paid for it, and the events it tells.

    A note may have a photo, by its name.
    """

    def __init__(
        self,
        text: str,
        events: Sequence[int],
        *,
        depth: int = 0,
        prices: Sequence[str] = (),
        photo: str = "",
    ) -> None:
        self.text = text
        self.events = list(events)
        self.depth = depth
        self.prices = list(prices)
        self.photo = photo


class Heading(NamedTuple):
    """The title of a section or phase; an empty one separates activations."""

    level: int
    text: str
    events: tuple[int, ...] = ()


TranscriptPart: TypeAlias = Passage | Heading


def event_runs(events: Sequence[Event | None]) -> Iterator[list[int]]:
    """The numbers of the events that are seen, in lists of those that are told together."""
    run, last = list[int](), None
    for n, event in enumerate(events):
        if event is None:
            continue
        common = run_key(event)
        if run and (common is None or common != last):
            yield run
            run = []
        run.append(n)
        last = common
    if run:
        yield run


# Acts that no other event tells are told by their price; a price for any other act belongs to what follows.
ACTS_TOLD_BY_PRICE = frozenset({ACTS[acts.Extinguish].rule})
PRICED_BEFORE_ACT = (
    frozenset(row.rule for row in ACTS.values()) - ACTS_TOLD_BY_PRICE - {ACTS[acts.StayPassive].rule}
)

INTERRUPTING = (cards.TacticPlayed, cards.TacticCancelled, cards.TacticInForce, cards.CardTookEffect)
"""Cards at work between the price of an act and the act itself."""


def transcript_parts(
    story: EventSentences, events: Sequence[Event | None], header: TranscriptHeader
) -> list[TranscriptPart]:
    """The headings and passages of all events, from where the header says the match began."""
    writer = TranscriptWriter(story, header)
    for numbers in event_runs(events):
        writer.write_run(numbers, [one for n in numbers if (one := events[n])])
    writer.write_open_prices()
    return writer.parts


class TranscriptWriter:
    """Writes events as headings and passages, one after the other."""

    def __init__(self, story: EventSentences, header: TranscriptHeader) -> None:
        self.parts: list[TranscriptPart] = []
        self._story = story
        self._waiting: dict[int, Heading] = {}
        self._open_prices: list[tuple[int, Event]] = []
        self._held_events: list[int] = []
        self._agreed = ""
        self._previous: Event | None = None
        self._phase = ""
        self._begin_section(0 if phase_of(header.step) == PREPARATION else header.round)
        self._enter_step(header.step)

    def write_run(self, numbers: Sequence[int], run: Sequence[Event]) -> None:
        """Tell an event, or several that are told together."""
        event = run[0]
        if (
            self._agreed not in {"", "card"} and not event_style(event).under_agreement
        ):  # an agreed card is always played
            self._agree_on_nothing()
        handle = _HANDLERS.get(type(event))
        if handle is None or not handle(self, numbers, event):
            text = self._story.sentence(event) if len(run) == 1 else self._story.run_sentence(run)
            depth = event_style(event).depth(event, acting=self._phase == "activation")
            self._write(text or "", numbers, depth, interrupts=isinstance(event, INTERRUPTING))
        if not isinstance(event, attack.Used):
            self._previous = event if len(run) == 1 else None

    def write_open_prices(self) -> None:
        """Tell of prices that were paid for something that never happened."""
        owed, self._open_prices = self._open_prices, []
        for number, event in owed:
            self._write(self._story.sentence(event) or "", (number,))

    def _agree_on_nothing(self) -> None:
        """Say that an agreement changed nothing, if nothing followed it."""
        self._agreed = ""
        if isinstance(self.parts[-1], Passage):
            self.parts[-1].text = self._story.say("agreed.nothing")

    def _begin_section(self, round_: int, numbers: Sequence[int] = ()) -> None:
        self.write_open_prices()
        words = self._story.words
        title = words.say(AREA, "round", n=round_) if round_ else words.say(AREA, "phase.setup")
        self._queue_heading(Heading(SECTION, title, tuple(numbers)))
        self._phase = PREPARATION

    def _enter_step(self, step: str, numbers: Sequence[int] = ()) -> None:
        """Enter a step: a new phase gets a heading, and each activation stands apart."""
        self.write_open_prices()
        phase = phase_of(step)
        if phase != self._phase:
            self._phase = phase
            title = self._story.words.say(AREA, f"phase.{phase}")
            self._queue_heading(Heading(PHASE, title, tuple(numbers)))
        elif step == "activation" and PHASE not in self._waiting:
            self._queue_heading(Heading(GAP, "", tuple(numbers)))

    def _queue_heading(self, heading: Heading) -> None:
        """Keep a heading until something stands under it; it replaces unused ones of its level."""
        self._waiting = {level: one for level, one in self._waiting.items() if level < heading.level}
        self._waiting[heading.level] = heading

    def _write(
        self,
        text: str,
        numbers: Sequence[int],
        depth: int = 0,
        prices: Sequence[str] = (),
        *,
        interrupts: bool = False,
    ) -> None:
        """Write a passage under the waiting headings, with what was paid for it.

        A passage that interrupts an act leaves the AP to the act, which follows.
        """
        self.parts += [self._waiting[level] for level in sorted(self._waiting)]
        left = [one for one in self._open_prices if interrupts and isinstance(one[1], attack.ApSpent)]
        owed = [one for one in self._open_prices if one not in left]
        paid = [*(self._price(event) for _, event in owed), *prices]
        events = [*self._held_events, *(number for number, _ in owed), *numbers]
        self.parts.append(Passage(text, events, depth=max(depth, int(self._agreed != "")), prices=paid))
        self._waiting, self._open_prices, self._held_events, self._agreed = {}, left, [], ""

    def _last(self) -> Passage | None:
        """The last passage, unless a heading follows it."""
        last = self.parts[-1] if self.parts and not self._waiting else None
        return last if isinstance(last, Passage) else None

    def _price(self, event: Any) -> str:
        unit = "ap" if isinstance(event, attack.ApSpent) else "sp"
        return self._story.words.say(AREA, f"price.{unit}", n=event.n)

    # Handlers of events that are not simply told. Each returns whether it has dealt with the event.

    def append_to_last(self, numbers: Sequence[int], _: Event | None = None, *, text: str = "") -> bool:
        """Add events to the last passage, with a new `text` for it if there is one.

        If a price is open, they belong to the next passage.
        """
        last = self._last()
        if last is None or self._open_prices:
            self._held_events += numbers
        else:
            last.events += numbers
            last.text = text or last.text
        return True

    def count_use(self, numbers: Sequence[int], event: attack.Used) -> bool:
        """Add a use to the passage of what was used; that of an ability is told only afterwards."""
        if event.rule != ACTS[acts.UseAbility].rule:
            return self.append_to_last(numbers)
        self._held_events += numbers
        return True

    def begin_round(self, numbers: Sequence[int], event: match.RoundBegun) -> bool:
        """Begin the section of a round."""
        self._begin_section(event.round, numbers)
        return True

    def begin_step(self, numbers: Sequence[int], event: match.StepBegun) -> bool:
        """Enter another step."""
        self._enter_step(event.step, numbers)
        return True

    def pay_ap(self, numbers: Sequence[int], event: attack.ApSpent) -> bool:
        """Put a price in AP beside what it pays for; AP that a card takes pay for nothing."""
        if event.rule == CARD_OVER_RULE:
            return False
        if event.act in PRICED_BEFORE_ACT:
            self._open_prices.append((numbers[0], event))
        elif event.act in ACTS_TOLD_BY_PRICE:
            deed = self._story.say(f"deed.{event.act}", fighter=self._story.fighter(event.fighter))
            self._write(deed, numbers, prices=[self._price(event)])
        else:
            return False
        return True

    def pay_sp(self, numbers: Sequence[int], event: match.SpSpent) -> bool:
        """Put a price in SP beside the card or the ability that follows."""
        self._open_prices.append((numbers[0], event))
        return True

    def activate(self, numbers: Sequence[int], event: match.Activated) -> bool:
        """Join an activation with the choice of the fighter, unless something came between them."""
        named = self._previous
        if not isinstance(named, match.Designated) or named.fighter != event.fighter:
            return self.append_to_last(numbers)
        return self.append_to_last(numbers, text=self._story.activation_sentence(named))

    def end_activation(self, numbers: Sequence[int], event: match.ActivationEnded) -> bool:
        """Tell the end of an activation only if the fighter did nothing."""
        if isinstance(self._previous, match.Activated | match.NpfActivated):
            self._write(self._story.idle_sentence(event), numbers)
            return True
        return self.append_to_last(numbers)

    def lose_cp(self, numbers: Sequence[int], event: attack.CpLost) -> bool:
        """Tell a wound to one limb and the CP it took as one."""
        wound = self._previous
        if not isinstance(wound, attack.Wounded) or (wound.victim, {wound.limb}) != (
            event.victim,
            set(event.limbs),
        ):
            return False
        return self.append_to_last(numbers, text=self._story.wound_sentence(wound, event))

    def end_attack(self, numbers: Sequence[int], event: attack.AttackEnded) -> bool:
        """Leave out the end of an attack if the passage before it says as much."""
        return (event.cp_lost > 0 or _reports_no_harm(self._previous)) and self.append_to_last(numbers)

    def take_effect(self, numbers: Sequence[int], event: cards.TacticInForce) -> bool:
        """Leave out that a card takes effect if nothing happened since it was played."""
        return isinstance(self._previous, cards.TacticPlayed) and self.append_to_last(numbers, event)

    def agree(self, numbers: Sequence[int], event: match.Agreed) -> bool:
        """Tell an agreement; what was agreed on follows it."""
        self._write(self._story.sentence(event) or "", numbers)
        self._agreed = event.what
        return True

    def end_match(self, numbers: Sequence[int], event: match.MatchEnded) -> bool:
        """Tell the end of the match in a section of its own."""
        self.write_open_prices()
        self._queue_heading(Heading(SECTION, self._story.words.say(AREA, "end")))
        self._write(self._story.sentence(event) or "", numbers)
        return True


def _reports_no_harm(event: Event | None) -> bool:
    """Tell whether an event shows by itself that an attack did no harm."""
    if isinstance(event, attack.AttackBegun):
        return event.rule == NO_TARGET_RULE
    if isinstance(event, attack.Rolled):
        return event.successes == 0
    if isinstance(event, attack.Cancelled):
        return event.left == 0
    return isinstance(event, attack.Wounded) and event.absorbed == event.wounds


_HANDLERS: Mapping[type[Event], Callable[[TranscriptWriter, Sequence[int], Any], bool]] = {
    match.RoundBegun: TranscriptWriter.begin_round,
    match.StepBegun: TranscriptWriter.begin_step,
    match.Activated: TranscriptWriter.activate,
    match.ActivationEnded: TranscriptWriter.end_activation,
    match.SpSpent: TranscriptWriter.pay_sp,
    cards.TacticInForce: TranscriptWriter.take_effect,
    match.Agreed: TranscriptWriter.agree,
    match.MatchEnded: TranscriptWriter.end_match,
    attack.ApSpent: TranscriptWriter.pay_ap,
    attack.Used: TranscriptWriter.count_use,
    attack.CpLost: TranscriptWriter.lose_cp,
    attack.AttackEnded: TranscriptWriter.end_attack,
}


def moment_phrase(words: Words, step: str, round_: int) -> str:
    """The round and the phase in which a match stands."""
    phase = phase_of(step)
    told = [words.say("transcript", "round", n=round_)] if phase != "setup" else []
    return words.join_phrases([*told, words.say("transcript", f"phase.{phase}")])


def phase_of(step: str) -> str:
    """The phase that a step belongs to."""
    return step.partition(".")[0]
