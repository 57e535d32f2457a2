"""Play the scripts of game files, for every command that plays games."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from edencli.bots import BOTS, Bot, Player, Seat
from edencli.files.diagnostic import Span, TermId
from edencli.files.library import File
from edencli.games.checks import CheckedGame, Checks
from edencli.lang import Words, current_words
from edencli.match.events import Event
from edencli.match.facts import UnknownFact
from edencli.match.limits import OverBudgetError
from edencli.match.match import Act, Match
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.position import PREPARATION_STEPS
from edencli.match.questions import Choice, Question
from edencli.match.reasons import Refusal
from edencli.model.lexicon import FighterLexicon
from edencli.model.near_names import rank_by_likeness
from edencli.model.terms import MissionKind
from edencli.named_tuple import NamedTuple
from edencli.notation.errors import Ambiguous, Misread
from edencli.output.console import Refused
from edencli.referee.dice import SeededDice
from edencli.referee.game import begin_game
from edencli.referee.referee import ProcedureFailed, Referee
from edencli.referee.script import Script, ScriptLine, UnplayableLine, parse_script_lines
from edencli.referee.view import HIDDEN_NAME
from edencli.rules.missions import mission_of
from edencli.rules.questions import ActQuestion
from edencli.transcript.chronicle import TranscriptHeader
from edencli.transcript.digests import cards_digest
from edencli.transcript.event_numbers import LogNumber, find_event_end, parse_event_number
from edencli.transcript.transcript import AuthorNote

if TYPE_CHECKING:
    from edencli.match.effect_tally import EffectTally

# Faults of an answer, which another answer repairs.
ANSWERABLE = frozenset({"game-unreadable", "game-ambiguous", "game-unsuited", "game-illegal"})

# The most legal answers that an error names: those most like what was written.
MOST_ANSWERS_NAMED = 3


class PlayedGame(NamedTuple):
    """A game as far as it was played: its match, and what went wrong.

    `moves` has the number of the move behind each event; `lines` are the lines of the script that were begun.
    """

    file: File
    checked: CheckedGame
    header: TranscriptHeader
    referee: Referee
    moves: tuple[int | None, ...]
    notes: tuple[AuthorNote, ...]
    decisions: int
    lines: list[ScriptLine]
    wrong: UnplayableLine | None
    script: Script
    events: Sequence[Event]
    """What happened, up to the event asked for."""

    @property
    def match(self) -> Match:
        """The match that was played."""
        return self.referee.match

    @property
    def awaits(self) -> Question[Any] | None:
        """The question that is open where `events` end; None if they end earlier than the match."""
        return self.referee.question if len(self.events) == len(self.match.log) else None

    @property
    def names(self) -> FighterLexicon[Piece]:
        """The names of its fighters."""
        return FighterLexicon(self.match.state.fighters)


def make_header(checked: CheckedGame, match: Match, seed: int | None) -> TranscriptHeader:
    """The header of a match's transcript: rulebook, cards, seed, bands and chapters."""
    game, sides = checked.game, match.state.sides
    missions = {side: mission_of(match, side) for side in Side}
    return TranscriptHeader(
        rulebook=checked.book.key,
        cards=cards_digest(checked.bands, checked.scenery, checked.npfs),
        seed=seed,
        game=game.name,
        red=checked.bands[next(iter(checked.bands))].name,
        blue=[band.name for band in checked.bands.values()][-1],
        optional=game.optional,
        chapters=game.chapters,
        rulings=game.rulings,
        measured=game.measured,
        step=match.state.step,
        round=match.state.round,
        vp=(sides[Side.RED].vp, sides[Side.BLUE].vp),
        secret=tuple(side for side, one in missions.items() if one and one.kind is MissionKind.SECRET),
    )


def begin_match(checked: CheckedGame) -> Match:
    """The match of a game, before its first step or at its position."""
    return begin_game(checked.game, checked.bands, checked.scenery, checked.npfs, checked.book)


NO_BOTS: Mapping[Side, Bot] = MappingProxyType({})


class ScriptOptions(NamedTuple):
    """How a script is played: its seed, where to stop, and what happens at its end.

    Sides played by `bots` go on to the end, or until another side is asked. Without `finish` the match may
    stop in the middle of an act. A bot that thinks for long calls `thinking` first. `at_answer` is called
    with the match, each question and its answer, before the answer takes effect. `tally` counts what cards
    do.
    """

    seed: int | None = None
    until: "StopPoint | None" = None
    bots: Mapping[Side, Bot] = NO_BOTS
    finish: bool = True
    thinking: Callable[[Question[Any]], None] = lambda _: None
    at_answer: Callable[[Match, Question[Any], Any], None] = lambda *_: None
    tally: "EffectTally | None" = None


def play_script(checks: Checks, file: File, course: ScriptOptions) -> PlayedGame | None:
    """Play a game by its script, then by bots if there are any.

    Faults are reported in the game's file. None when the file itself is faulty.
    """
    checked = checks.game(file)
    if checked is None:
        return None
    match = begin_match(checked)
    if course.tally is not None:
        course.tally.watch(match)
    seed, drawn = checked.game.seed, checked.game.drawn
    if course.seed is not None:
        seed, drawn = course.seed, 0
    dice = None if seed is None else SeededDice(seed, drawn)
    header = make_header(checked, match, seed)
    referee = Referee(match, at_answer=partial(course.at_answer, match))
    lines = parse_script_lines(checked.game.moves)
    script = Script(referee, lines, dice, stop_before(file, course.until) if course.until else None)
    wrong, extra = None, 0
    try:
        unfinished = checked.game.unfinished
        script.play(finish=course.finish and not course.bots and not unfinished)
        if unfinished and course.until is None:
            script.throw_ready()
        if course.bots and dice is not None and seed is not None:
            extra = _let_bots_finish(referee, dice, course, Seat(referee, header, seed, course.thinking))
    except UnplayableLine as fault:
        wrong = fault
        report_fault(file, match, fault)
    moves = _moves(script, lines)
    moves += (None,) * (len(match.log) - len(moves))
    told, events = lines[: len(script.starts)], match.log[: course.until and course.until.end_in(match.log)]
    notes, decisions = _notes(told, script.starts), script.decisions + extra
    return PlayedGame(file, checked, header, referee, moves, notes, decisions, told, wrong, script, events)


def _let_bots_finish(referee: Referee, dice: SeededDice, course: ScriptOptions, seat: Seat) -> int:
    """Let bots play to the end, or until another side is asked; return how many answers that took."""
    from edencli.bots.random_player import EndlessMatch, play_out

    players = make_bots(course.bots, seat)
    some = next(iter(players.values()))  # a question to both sides is answered by either
    try:
        return play_out(
            referee, lambda question: players.get(question.asked, some)(question), dice, sides=course.bots
        )
    except ProcedureFailed as broken:
        if told := endless_cards_sentence(current_words(), broken):
            raise Refused(told, code=1) from None
        raise
    except EndlessMatch as endless:
        values = {"n": endless.answers, "round": referee.match.state.round}
        raise Refused(current_words().say("session", "endless", **values), code=1) from None


def endless_cards_sentence(words: Words, fault: Exception) -> str | None:
    """The sentence about cards that set each other off without end; None for any other fault."""
    cause = fault if isinstance(fault, OverBudgetError) else fault.__cause__
    if not isinstance(cause, OverBudgetError):
        return None
    return words.say("diagnostics", f"game-cards-endless/{over_budget_form(cause)}", cards=cause.cards)


def over_budget_form(over: OverBudgetError) -> str:
    """The form of the message about cards that exceed a budget of the match."""
    return over.bound if over.cards else f"{over.bound}-unnamed"


def make_bots(bots: Mapping[Side, Bot], seat: Seat) -> Mapping[Side | None, Player]:
    """The player of each side that a bot plays; a bot that plays both sides is one player."""
    refuse_blind_bots(bots, measured=seat.referee.match.field.has_places)
    made = {bot: bot.make(seat) for bot in set(bots.values())}
    return {side: made[bot] for side, bot in bots.items()}


def refuse_blind_bots(bots: Mapping[Side, Bot], *, measured: bool) -> None:
    """Refuse a bot that needs places on a field without measurements."""
    blind = {bot.name for bot in bots.values() if bot.judges_by_places}
    if not measured and blind:
        able = [name for name, bot in BOTS.items() if not bot.judges_by_places]
        raise Refused(current_words().say("session", "bot-blind", bots=sorted(blind), able=able))


class StopPoint(NamedTuple):
    """Where a script stops: at the beginning of a round, before a line, after the preparation or an event."""

    round: int | None = None
    line: int | None = None
    event: LogNumber | None = None
    prepared: bool = False

    def reached(self, match: Match, line: int) -> bool:
        """Tell whether to stop before the move on this line of the file."""
        state = match.state
        is_in_round = state.step not in PREPARATION_STEPS
        if self.prepared and is_in_round:
            return True
        if self.line is not None and line >= self.line:
            return True
        if self.event is not None and self.end_in(match.log) is not None:
            return True
        return is_in_round and state.round == self.round

    def end_in(self, events: Sequence[Event], viewer: Audience = None) -> int | None:
        """The number of events up to and including the one asked for; None if it has not happened."""
        is_there = self.event is not None and len(events) >= self.event.n
        return find_event_end(events, self.event, viewer) if self.event and is_there else None


def parse_stop_point(words: Words, text: str | None) -> StopPoint | None:
    """Read `r2`, `40`, `e120` or `e120a`."""
    if text is None:
        return None
    if event := parse_event_number(text):
        return StopPoint(event=event)
    kind = text[:1].lower()
    number = text[1:] if kind == "r" else text
    if not (number.isascii() and number.isdigit() and len(number) <= len("100000")):
        raise Refused(words.say("play", "until", text=text))
    return StopPoint(round=int(number)) if kind == "r" else StopPoint(line=int(number))


def stop_before(file: File, until: StopPoint) -> Callable[[Match, int], bool]:
    """A function that tells, from the number of a move, whether a script stops before it."""

    def reached(match: Match, number: int) -> bool:
        spot = move_place(file, number)
        return until.reached(match, spot.line if spot else 0)

    return reached


def move_place(file: File, number: int | None) -> Span | None:
    """The place of a move in its file, if it is known."""
    return file.document.display_place(("moves", number)) if file.document and number is not None else None


def _moves(script: Script, lines: list[ScriptLine]) -> tuple[int | None, ...]:
    """For each event, the number of the line that caused it; the referee's own first steps have none."""
    starts = [*script.starts, script.log_length]
    caused: list[int | None] = [None] * (starts[0] if script.starts else script.log_length)
    for line, (begin, end) in zip(lines, pairwise(starts), strict=False):
        caused += [line.number] * (end - begin)
    return tuple(caused)


def _notes(lines: list[ScriptLine], starts: list[int]) -> tuple[AuthorNote, ...]:
    """The notes of a script, as far as it was played."""
    told = zip(lines, starts, strict=False)
    return tuple(AuthorNote(start, line.content) for line, start in told if line.kind == "note")


class LineFault(NamedTuple):
    """What is wrong with a line, in the parts of a diagnostic."""

    code: str
    form: str
    values: Mapping[str, object]
    repair: str | None


def describe_fault(match: Match, wrong: UnplayableLine) -> LineFault:
    """Describe what is wrong with a line that was played, and what would be right."""
    from edencli.lookup.notation_page import misread_sentence
    from edencli.transcript.phrases import question_sentence, refusal_sentence

    words, names = current_words().of_book(match.book.key), FighterLexicon(match.state.fighters)
    values: dict[str, Any] = {"text": "", **wrong.values}
    values.pop("answer", None)
    if wrong.question is not None:
        values["asked"] = question_sentence(words, names, wrong.question)
        values["legal"] = (
            _legal_answers_phrase(match, wrong.question, str(values["text"]))
            if isinstance(wrong.question, Choice)
            else ""
        )
    code = wrong.code
    if "refusal" in values:
        *before, refusal = all_reasons(match, wrong)
        values.pop("refusal")
        told = [
            words.say("session", "reason", why=refusal_sentence(words, names, one), by=one.rule)
            for one in before
        ]
        why = words.join_phrases([*told, refusal_sentence(words, names, refusal)])
        values |= {"why": why, "by": refusal.rule}
    form = _fault_form(values)
    if "unasked" in values:
        refusal = values.pop("unasked")
        values |= {"why": refusal_sentence(words, names, refusal), "by": refusal.rule}
        form, _ = "unasked", values.pop("cause", None)
    if isinstance(values.get("cause"), Misread):
        cause = values.pop("cause")
        code = "game-ambiguous" if isinstance(cause, Ambiguous) else code
        values["why"] = misread_sentence(words, cause, hinted=True)
        values["repaired"] = cause.values.get("repaired", "")
    if "differences" in values:
        first, form = values.pop("differences")[0], "open" if values.pop("is_open") else ""
        for name, part in (("expected", first.expected), ("actual", first.actual)):
            values[name] = TermId("type/null") if part is None else _position_text(part)
        values["path"] = " ".join(first.path)
    repair = "repair/legal" if code in ANSWERABLE and values.get("legal") else None
    repair = "repair/meant" if values.get("repaired") else repair
    if code == "game-illegal" and (legal := _nearest_legal_answer(match, wrong)):
        values["route"], repair = legal
    if code == "game-expect-unknown":
        repair = "repair/did-you-mean" if values.get("nearest") else None
    return LineFault(code, form, values, repair)


def all_reasons(match: Match, wrong: UnplayableLine) -> list[Refusal]:
    """The known objections to an answer, each once: for an act all of them, else the first one."""
    from edencli.rules.inquiry import verdict_on

    refusal, act, question = wrong.values["refusal"], wrong.values.get("answer"), wrong.question
    if not isinstance(act, Act) or not isinstance(question, ActQuestion) or act.fighter != question.fighter:
        return [refusal]
    with match.guessing(), suppress(UnknownFact):
        found = verdict_on(match, act).objections
        if refusal in found:
            return list({(one.rule, one.reason): one for one in reversed(found)}.values())[::-1]
    return [refusal]


def _fault_form(values: dict[str, Any]) -> str:
    """The form of a fault's message, by its values; an exceeded budget adds its cards to them."""
    if isinstance(over := values.pop("over", None), OverBudgetError):
        values["cards"] = over.cards
        return over_budget_form(over)
    return "several" if values.get("names") else "given" if "given" in values else ""


def report_fault(file: File, match: Match, wrong: UnplayableLine) -> None:
    """Report at its place in a file what is wrong with a line."""
    fault = describe_fault(match, wrong)
    file.add_diagnostic(
        fault.code, ("moves", wrong.number), form=fault.form, values=fault.values, repair=fault.repair
    )


def _nearest_legal_answer(match: Match, wrong: UnplayableLine) -> tuple[str, str] | None:
    """The nearest legal answer to an illegal one, and the message that offers it; None if none is found."""
    if route := wrong.values.get("route"):
        return str(route), "repair/route"
    place = _nearest_free_place(match, wrong)
    return _route(match, wrong) if place is None else (place, "repair/route")


def _route(match: Match, wrong: UnplayableLine) -> tuple[str, str] | None:
    """The way around where a straight line may not be walked, and the message that offers it."""
    from edencli.notation.writer import write_answer
    from edencli.rules.acts import Charge, Move
    from edencli.rules.inquiry import is_straight, replan_way

    act, question = wrong.values.get("answer"), wrong.question
    if question is None or not isinstance(act, Move | Charge) or not is_straight(act.path):
        return None
    if not match.field.knows_places(act.fighter):
        return None
    way = replan_way(match, act)
    if is_straight(way.act.path) or question.refusal(way.act) is not None:
        return None
    is_short = isinstance(act, Charge) and not way.fits and not way.verdict.withheld
    return write_answer(way.act, match, question), "repair/route-short" if is_short else "repair/route"


def _nearest_free_place(match: Match, wrong: UnplayableLine) -> str | None:
    """The answer that places a fighter as near as possible to an occupied place; None if no place is free."""
    from edencli.notation.writer import write_answer
    from edencli.rules.npfs import NpfPlacement
    from edencli.rules.placing import FighterPlacement, places_around

    put, question = wrong.values.get("answer"), wrong.question
    if question is None or not isinstance(put, FighterPlacement | NpfPlacement) or put.place is None:
        return None
    tries = (put._replace(place=at) for at in places_around(match, put.place))
    free = next((one for one in tries if question.refusal(one) is None), None)
    return None if free is None else write_answer(free, match, question)


def _position_text(actual: Any) -> str:
    """A part of a position as a file writes it."""
    if isinstance(actual, list | tuple):
        return f"[{', '.join(map(_position_text, actual))}]"
    if isinstance(actual, Mapping):
        return f"{{{', '.join(f'{key}: {_position_text(part)}' for key, part in actual.items())}}}"
    if isinstance(actual, float):
        return f"{actual:g}"
    if actual == HIDDEN_NAME:
        return "?"
    return str(actual).lower() if isinstance(actual, bool) else "null" if actual is None else str(actual)


def _legal_answers_phrase(match: Match, question: Question[Any], written: str) -> str:
    """The legal answers to a question that are most like what was written, in a phrase."""
    from edencli.notation.writer import list_answers

    found = rank_by_likeness(written, list_answers(match, question))
    more = f" … ({len(found)})" if len(found) > MOST_ANSWERS_NAMED else ""
    return current_words().join_phrases(found[:MOST_ANSWERS_NAMED]) + more
