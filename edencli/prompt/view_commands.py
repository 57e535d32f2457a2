"""Commands that ask about the table, chances, the score or the rules, and change nothing.

They show a viewer only what that viewer may see; where the book forbids measuring, distances are refused.
`COMMANDS` has a row for everything that may be typed besides an answer; its help is `help.NAME` in the
messages of this area.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from functools import partial
from pathlib import Path
from typing import Any

from edencli.bots.steady import shot_in_progress
from edencli.commands.parameters import Format
from edencli.commands.rules import complete_rule_id, look_up
from edencli.commands.show_page import show_page
from edencli.commands.show_table import PAGES, ensure_may_measure, find_fighter, find_target, is_target
from edencli.field.distance import distance
from edencli.games.records import save_script
from edencli.games.session import Session
from edencli.games.session_transcript import session_lines
from edencli.lang import clean
from edencli.lookup.notation_page import misread_sentence
from edencli.match.match import Match
from edencli.match.pieces import Audience, Piece, Side
from edencli.match.questions import Question
from edencli.match.reasons import Refusal
from edencli.model.lexicon import Lexicon, UnresolvedName
from edencli.model.names import fold
from edencli.model.terms import MissionKind
from edencli.notation.errors import Misread
from edencli.notation.names import match_names
from edencli.notation.reader import read_answer
from edencli.odds.aim import aim_attack
from edencli.output.console import Refused, RuleRefused
from edencli.output.sheet import Data, Sheet
from edencli.pages.card_page import write_entry
from edencli.pictures.fitted_map import write_fitted_map
from edencli.pictures.scene import table_data
from edencli.pictures.table_page import write_state
from edencli.prompt.answer_list import answer_lines
from edencli.prompt.changing_commands import CHANGING_COMMANDS
from edencli.prompt.corrections import LEAD, as_printed
from edencli.prompt.interpret import is_abbreviation
from edencli.prompt.nearest_answers import agreement_lines
from edencli.prompt.status import limb_boxes, status_lines
from edencli.prompt.typed_play import (
    AREA,
    CommandMisused,
    TypedCommand,
    TypedPlay,
)
from edencli.referee.duelist import is_dodged
from edencli.referee.script import UnplayableLine
from edencli.referee.view import match_known_to, match_seen_by_viewer
from edencli.rules.acts import Blast, Charge, Melee, Shot, Throw
from edencli.rules.inquiry import shape_of
from edencli.rules.melee import Reaction, usual_reaction
from edencli.rules.missions import mission_of
from edencli.rules.options import known_objection
from edencli.rules.questions import ActQuestion, ReactionChoice, ShiftChoice
from edencli.rules.ranged import LOCATION_STEP
from edencli.transcript.phrases import Phrases, refusal_sentence
from edencli.transcript.transcript import is_match_over

ALL = "--all"
"""The word that lets `save` write what the players hide from each other."""
_LINKS = ("to", "and", "from", "at")


def _show_match_page(seat: TypedPlay, data: Data, write: Any) -> None:
    """Show a page of the match."""
    show_page(Format.TEXT, seat.words, "", seat.page_heading() | data, write, paged=False)


# ── the table ─────────────────────────────────────────────────────────────────────────────────────────────


def _map(seat: TypedPlay, _: str) -> None:
    """Show the table from above, its picture as high as the window."""
    data = table_data(_with_places(seat)) | {"rows": seat.picture_rows}
    _show_match_page(seat, data, write_fitted_map)


def _state(seat: TypedPlay, _: str) -> None:
    """Show the state of all fighters and things on the field; boxes alone show the CP."""
    match = seat.session.match
    if not match.field.has_places:
        seat.show(status_lines(seat.words, match, seat.viewer, seat.width))
        return
    table = table_data(match_seen_by_viewer(match, seat.viewer))
    unhurt = [{**one, "lost": {}} for one in table["fighters"]]
    zones = [one for one in table["zones"] if not _plays_in_secret(seat, Side(one["side"]))]
    _show_match_page(seat, table | {"fighters": unhurt, "zones": zones}, write_state)
    seat.show(_boxes(seat, piece) for piece, state in match.state.fighters.items() if state.on_field)


def _plays_in_secret(seat: TypedPlay, side: Side) -> bool:
    """Tell whether a side's mission, which says where it deploys, is hidden from the viewer."""
    mission = mission_of(seat.session.match, side)
    hidden = seat.viewer not in {None, side} and not is_match_over(seat.session.events)
    return hidden and mission is not None and mission.kind is MissionKind.SECRET


def _boxes(seat: TypedPlay, piece: Piece) -> str:
    """Return the CP of each limb of a fighter."""
    words, state = seat.words, seat.session.match.state_of(piece)
    named = words.area("sheet")["limb"]
    limbs = (
        words.say(AREA, "limb", limb=named[limb], boxes=limb_boxes(words, state, limb))
        for limb in state.card.limbs
    )
    return words.say(AREA, "boxes", fighter=seat.session.names.label(piece), limbs=words.join_phrases(limbs))


def _show_table_page(page: str, seat: TypedPlay, rest: str) -> None:
    """Show the page of `show` for a question with these names."""
    match = seat.session.match
    given = [one for one in _parse_two_names(match, rest) if one]
    if len(given) == 1:
        if page != "sight":
            raise CommandMisused("wants-two", page)
        page = "sights"
    _show_match_page(seat, PAGES[page].data(seat.words, _with_places(seat), *given), PAGES[page].write)


def _with_places(seat: TypedPlay) -> Match:
    """Return the match, if its field has places to look at."""
    match = seat.session.match
    if not match.field.has_places:
        raise Refused(seat.words.say(AREA, "no-places"), code=1)
    return match


def _sight(seat: TypedPlay, rest: str) -> None:
    _show_table_page("sight", seat, rest)


def _route(seat: TypedPlay, rest: str) -> None:
    _show_table_page("route", seat, rest)


def _measure(seat: TypedPlay, rest: str) -> None:
    match, words = _with_places(seat), seat.words
    one, other = _parse_two_names(match, rest)
    if not other:
        raise CommandMisused("wants-two", "measure")
    fighter, target = find_fighter(words, match, one), find_target(words, match, other)
    ensure_may_measure(words, match, fighter)
    far = distance(shape_of(match, fighter), shape_of(match, target))
    seat.show([words.say("table", "apart", distance=Phrases(words, seat.session.names).length(far))])


def _parse_two_names(match: Match, text: str) -> tuple[str, str]:
    """Return two things of the table, named one after the other; the second may be missing.

    If no split gives two existing names, the first that exists decides.
    """
    said = text.split()
    parted = [(" ".join(said[:n]), " ".join(_drop_link_word(said[n:]))) for n in range(len(said), 0, -1)]
    partings = [(_complete_name(match, one), _complete_name(match, other)) for one, other in parted]
    if not partings:
        return "", ""
    known = [(one, other) for one, other in partings if is_target(match, one)]
    whole = [(one, other) for one, other in known if not other or is_target(match, other)]
    return next(iter((*whole, *known)), partings[-1])


def _complete_name(match: Match, text: str) -> str:
    """Return the one name of the table that a text begins, if it is none itself."""
    if not text or is_target(match, text):
        return text
    return _single_completion(_names_on_table(match), text) or text


def _single_completion(names: Iterable[str], text: str) -> str:
    found = {name for name in names if is_abbreviation(text, name)}
    return found.pop() if len(found) == 1 else ""


def _drop_link_word(said: list[str]) -> list[str]:
    return said[1:] if said and said[0].lower() in _LINKS else said


# ── cards and points ──────────────────────────────────────────────────────────────────────────────────────


def _show_card(seat: TypedPlay, rest: str) -> None:
    """Show the card of a name, as far as the viewer may know it."""
    cards = Lexicon((card.name, card) for card in _cards(seat.session.match, seat.viewer))
    cast = seat.session.names
    if not cast.meanings(rest) and not cards.meanings(rest):
        rest = _single_completion(_of_cards(seat), rest) or rest
    try:
        piece = cast.find(rest) if cast.meanings(rest) else None
        card = cards.find(rest) if piece is None else seat.session.match.state_of(piece).card
    except UnresolvedName as fault:
        near = fault.near or cast.nearest_name(rest)
        message = "ambiguous" if fault.names else "unknown/near" if near else "unknown"
        raise Refused(
            seat.words.say("table", message, name=rest[:60], names=fault.names, near=near)
        ) from None

    show_entry(seat, card)
    if piece is not None:
        seat.show([_boxes(seat, piece)])


def show_entry(seat: TypedPlay, card: Any) -> None:
    """Show one card as it is printed."""

    def write(sheet: Sheet, *_: Any) -> None:
        write_entry(sheet, seat.words, card, seat.session.match.book.key)

    _show_match_page(seat, {}, write)


def _cards(match: Match, viewer: Audience) -> Iterator[Any]:
    """Give every card and piece of scenery that a viewer may read; both players may read fighters."""
    yield from (state.card for state in match.state.fighters.values())
    yield from match.setup.scenery.values()
    yield from match.setup.npfs.values()
    for side in Side:
        band = match_known_to(match, viewer, side).setup.bands.get(side)
        if band is not None:
            yield from (*band.missions, *band.tactics)


def _secrets(seat: TypedPlay, rest: str) -> None:
    """Show one player's own mission, points and hand, and their answers that are still hidden."""
    session = seat.session
    asked = session.question.asked if session.question else None
    side = next((one for one in Side if one == (rest.lower() or seat.viewer or asked)), None) or asked
    if side is None or rest.lower() not in {"", side}:
        raise Refused(seat.words.say(AREA, "secrets.whose"))
    match, player = session.match, session.match.state.sides[side]
    mission, band = mission_of(match, side), match.setup.bands[side]
    held = [card for name in player.hand for card in band.tactics if card.name == name]
    answered = [
        one.text
        for one in session.lines
        if one.private and one.side == side and one.events == len(session.events)
    ]

    def first() -> None:
        seat.show(answered)
        _score_of(seat, side)
        if mission is None and not held:
            player = Phrases(seat.words, session.names).player(side)
            seat.show([seat.words.say(AREA, "secrets.bare", player=player)])

    seat.show_privately(
        side, [first, *(partial(show_entry, seat, card) for card in (mission, *held) if card is not None)]
    )


def _score(seat: TypedPlay, _: str) -> None:
    seat.show([seat.words.say(AREA, "score.round", n=seat.session.match.state.round)])
    for side in Side:
        _score_of(seat, side)


def _score_of(seat: TypedPlay, side: Side) -> None:
    """Show the points of a side, as far as the viewer may know them."""
    match, words, phrases = seat.session.match, seat.words, Phrases(seat.words, seat.session.names)
    known = match_known_to(match, seat.viewer, side)
    points = known.state.sides[side]
    mission = mission_of(known, side) if points.mission else None
    lost = [piece for piece, state in match.state.fighters.items() if piece.side is side and state.gone]
    values = {"player": phrases.player(side), "vp": points.vp, "sp": points.sp}
    message = "score" if lost else "score.nobody-out"
    seat.show([words.say(AREA, message, **values, n=len(lost), lost=phrases.values_in_words(lost))])
    if mission is not None:
        seat.show([words.say(AREA, "score.mission", mission=clean(mission.name))])


# ── chances ───────────────────────────────────────────────────────────────────────────────────────────────


def _odds(seat: TypedPlay, rest: str) -> None:
    """Show the odds of the attack asked about, or of one that is possible now."""
    from edencli.odds.attack import attack_odds
    from edencli.odds.shifting import Policy
    from edencli.pages.odds_data import AttackSetting, attack_odds_data
    from edencli.pages.odds_page import write_attack_odds

    match, detail = seat.session.match, Reaction.PASSIVE
    question = seat.session.question
    if isinstance(question, ReactionChoice):
        act: Any = Melee(fighter=question.attacker, target=question.fighter, free=True)
        begun = [one for one in Reaction if rest and fold(one).startswith(fold(rest))]
        detail = begun[0] if begun else detail
    elif isinstance(question, ShiftChoice):
        _advise(seat, "")
        return
    else:
        act = _read_attack(seat, rest)
        with match.guessing():
            detail = usual_reaction(match, act.target) if isinstance(act, Melee) else detail
    known = copy(match_seen_by_viewer(match, seat.viewer))
    known.looks_back = {}
    with known.guessing():
        outlook = attack_odds(known, act, Policy.MAX_KILL)
        around = AttackSetting(match, seat.viewer)
        data = attack_odds_data(seat.words, known, outlook, detail=detail, around=around)
    _show_match_page(seat, data | {"asked-by": "odds"}, write_attack_odds)


def _read_attack(seat: TypedPlay, text: str) -> Any:
    """Return the attack that a line would make, as an answer to the question."""
    match, question = seat.session.match, seat.session.question
    if not isinstance(question, ActQuestion):
        raise CommandMisused("no-attack-now", "odds")
    if not text:
        raise CommandMisused("wants-attack", "odds")
    act = _read_act(seat, question, text)
    if isinstance(act, Charge):
        act = Melee(fighter=act.fighter, target=act.target, free=True)
    elif not isinstance(act, Melee) and isinstance(refusal := known_objection(question, act), Refusal):
        why = refusal_sentence(seat.words, seat.session.names, refusal)
        raise Refused(seat.words.say("table", "objection", why=why, rule=refusal.rule))
    if not isinstance(act, Melee | Shot | Throw | Blast):
        raise CommandMisused("wants-attack", "odds")
    return act if isinstance(act, Melee) else aim_attack(match, act)


def _read_act(seat: TypedPlay, question: ActQuestion[Any], text: str) -> Any:
    """Return a typed act, with or without its fighter; a name alone means attacking that fighter in melee."""
    match, him = seat.session.match, seat.session.names.label_in_moves(question.fighter)
    meant = seat.session.names.meanings(text)
    if len(meant) == 1 and meant[0] != question.fighter:
        return Melee(fighter=question.fighter, target=meant[0], free=True)
    with suppress(Misread):
        return read_answer(text, match, question)
    try:
        return read_answer(f"{him} {text}", match, question)
    except Misread as fault:
        raise Refused(misread_sentence(seat.words, fault)) from None


def _advise(seat: TypedPlay, _: str) -> None:
    """Show what each face is worth at a shift; at other questions, what the practice opponent would do."""
    from edencli.odds.attack import advise_shift
    from edencli.pages.odds_data import advice_data
    from edencli.pages.odds_page import write_advice

    match, question = seat.session.match, seat.session.question
    act: Melee | Shot | None = None
    if isinstance(question, ShiftChoice):
        act = Melee(fighter=question.fighter, target=question.victim)
        if question.step == LOCATION_STEP:
            act = shot_in_progress(match, question)
    if not isinstance(question, ShiftChoice) or act is None:
        CHANGING_COMMANDS["hint"].run(seat, "")
        return
    dodging = isinstance(act, Melee) and is_dodged(match)
    with match.guessing():
        advice = advise_shift(match, act, question.hits, question.face, dodging=dodging)
    _show_match_page(seat, advice_data(match, advice), write_advice)


# ── rules and answers ─────────────────────────────────────────────────────────────────────────────────────


def _why(seat: TypedPlay, _: str) -> None:
    """Show the rule behind the last refusal, or else behind what happened last."""
    look_up(seat.words, Format.TEXT, [_rule_behind(seat)], seat.session.header.rulebook)


def _rule_behind(seat: TypedPlay) -> str:
    fault, question = seat.fault, seat.session.question
    if isinstance(fault, UnplayableLine):
        refusal = fault.values.get("refusal") or fault.values.get("unasked")
        asked = fault.question.rule if fault.question else ""
        return refusal.rule if refusal is not None else asked
    if isinstance(fault, RuleRefused):
        return fault.rule
    told = seat.rule_told
    return told or (question.rule if question else "")


def _show_all_answers(seat: TypedPlay, rest: str) -> None:
    """Show all answers with prices, and why others are not allowed; or possible agreements; or a rule."""
    question = seat.session.question
    if rest and not (question and LEAD.fullmatch(f"{fold(rest)} ")):
        look_up(seat.words, Format.TEXT, rest.split(), seat.session.header.rulebook)
        return
    if question is None:
        return
    if rest:
        _show_agreements(seat, question)
        return
    seat.show(answer_lines(seat.words, seat.session.match, question, seat.viewer))
    seat.show([seat.words.say(AREA, "answers.rule", rule=question.rule)])
    seat.has_told_answers = True


def _show_agreements(seat: TypedPlay, question: Question[Any]) -> None:
    """Show the forms of what both players may agree on, each as it may be typed."""
    match, words = seat.session.match, seat.words
    lines = agreement_lines(match, question, "", seat.viewer)
    seat.show([words.say(AREA, "agreements" if question.agreeable else "agreements.later")])
    seat.show(words.say(AREA, "offered", text=as_printed(words, line), price="").rstrip() for line in lines)


def _help(seat: TypedPlay, _: str) -> None:
    rows = [(name, seat.help_text(f"help.{name}")) for name in seat.commands]
    seat.show([seat.help_text("help"), *(f"  {name:<8}  {told}" for name, told in rows)])


WITH_ODDS = "odds"


def _log(seat: TypedPlay, rest: str) -> None:
    """Show what has happened; on request with the chance of each attack and roll."""
    if rest not in {"", WITH_ODDS}:
        raise CommandMisused("odds-only", "log")
    tell_chances = None
    if rest:
        from edencli.commands.chances import tell_chances as tell

        tell_chances = partial(tell, seat.session.referee, len(seat.session.events), None)
    lines = session_lines(seat.words, seat.session, seat.viewer, seat.width, tell_chances)
    seat.show(line.text for line in lines)


def _save(seat: TypedPlay, rest: str) -> None:
    assert isinstance(seat.session, Session)  # noqa: S101  # other sessions have no such command
    shows_all = rest.startswith(f"{ALL} ") or rest.endswith(f" {ALL}")
    file = rest.removeprefix(ALL).removesuffix(ALL).strip() if shows_all else rest
    save_script(seat.words, seat.session, None if shows_all else seat.viewer, Path(file))


# ── what may be typed after a command ────────────────────────────────────────────────────────────────────


def _on_table(seat: TypedPlay) -> Iterator[str]:
    yield from _names_on_table(seat.session.match)


def _names_on_table(match: Match) -> Iterator[str]:
    """Give the names of all fighters and things on the field."""
    label = match_names(match).cast.label
    yield from (label(piece) for piece, state in match.state.fighters.items() if state.on_field)
    yield from match.state.scenery
    yield from (token.name for token in match.state.tokens)


def _of_cards(seat: TypedPlay) -> Iterator[str]:
    """Give the names of all fighters and cards that the viewer may read."""
    yield from (seat.session.names.label(piece) for piece in seat.session.match.state.fighters)
    yield from (card.name for card in _cards(seat.session.match, seat.viewer))


def _attacks(seat: TypedPlay) -> Iterator[str]:
    """Give the reactions to an attack, or the fighters that might be attacked."""
    if isinstance(seat.session.question, ReactionChoice):
        yield from Reaction
    else:
        yield from _on_table(seat)


COMMANDS: Mapping[str, TypedCommand] = {
    "?": TypedCommand(_show_all_answers, takes_words=None, completions=lambda _: complete_rule_id("")),
    "state": TypedCommand(_state),
    "map": TypedCommand(_map),
    "show": TypedCommand(_show_card, takes_words=True, completions=_of_cards),
    "sight": TypedCommand(_sight, takes_words=True, completions=_on_table),
    "measure": TypedCommand(_measure, takes_words=True, completions=_on_table),
    "route": TypedCommand(_route, takes_words=True, completions=_on_table),
    "odds": TypedCommand(_odds, takes_words=None, completions=_attacks),
    "advise": TypedCommand(_advise),
    "score": TypedCommand(_score),
    "secrets": TypedCommand(_secrets, takes_words=None, completions=lambda _: Side),
    "why": TypedCommand(_why),
    "log": TypedCommand(_log, takes_words=None, completions=lambda _: (WITH_ODDS,)),
    **CHANGING_COMMANDS,
    "save": TypedCommand(_save, takes_words=True),
    "help": TypedCommand(_help),
}
