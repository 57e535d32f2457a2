"""Rolls (chapter 2.A): characteristic, opposition, location.

`pool_of` is the only place that knows what a difficulty over 6 does; play and odds both use it.
"""

from edencli.match.events import NO_CAUSE, Cause, Located, Opposed, Rolled, Shifted
from edencli.match.limits import DICE_PER_THROW, OverBudgetError
from edencli.match.match import Act, Match, Procedure, Query
from edencli.match.pieces import Piece, Side
from edencli.match.reasons import Amount, Part, Refusal
from edencli.match.rules_api import ask, do, skip, value
from edencli.model.terms import Characteristic, LimbName
from edencli.rules.acts import CARD_OVER_RULE
from edencli.rules.questions import CharacteristicRoll, EmptyRoll, LocationRoll, OppositionRoll, ShiftChoice


def pool_of(dice: int, difficulty: int, highest: int) -> tuple[int, int]:
    """The number of dice thrown and what each needs; a difficulty above the highest costs dice.

    Raises:
        OverBudgetError: These are more dice than the budget of a match allows.
    """
    thrown = max(0, dice - max(0, difficulty - highest))
    if thrown > DICE_PER_THROW:
        raise OverBudgetError("dice")
    return thrown, max(1, min(difficulty, highest))


def pool_of_amounts(pool: Amount, difficulty: Amount, highest: int) -> tuple[int, int]:
    """The number of dice thrown and what each needs, from amounts that know which cards made them.

    Raises:
        OverBudgetError: These are more dice than the budget of a match allows; the cards are named.
    """
    try:
        return pool_of(pool.total, difficulty.total, highest)
    except OverBudgetError as over_budget:
        over_budget.name_cards(str(part.name) for part in pool.parts if part.reason == CARD_OVER_RULE)
        raise


def count_successes(faces: tuple[int, ...], needed: int) -> int:
    """Count the dice that show at least `needed`."""
    return sum(face >= needed for face in faces)


def rolling_side(match: Match, fighter: Piece, facing: Piece | None = None) -> Side:
    """The player that throws for a fighter; for an NPF, the opponent of the fighter that it faces."""
    if fighter.side is not None:
        return fighter.side
    return facing.side.other if facing is not None and facing.side is not None else match.first_player


def roll(  # noqa: PLR0913  # the parts of a roll and its event
    match: Match,
    by: Piece,
    pool: Amount,
    difficulty: Amount,
    *,
    step: str,
    victim: Piece | None = None,
    facing: Piece | None = None,
    opponent: Piece | None = None,
    cause: Cause = NO_CAUSE,
    card: str | None = None,
) -> Procedure[int]:
    """Throw a pool against a difficulty and return the successes (roll.characteristic).

    `facing` is the fighter rolled against: it decides which player throws for an NPF
    (infestation.roller). Where there are several, one of them is the `opponent` instead.
    """
    highest = match.book.rolls.highest_difficulty
    dice, needed = pool_of_amounts(pool, difficulty, highest)
    over = difficulty.total - highest
    parts = (*pool.parts, Part("roll.difficulty-over-6", -over)) if over > 0 else pool.parts
    kind = CharacteristicRoll if dice else EmptyRoll
    question = kind(
        asked=rolling_side(match, by, facing or victim or opponent),
        by=by,
        dice=dice,
        needed=needed,
        pool=parts,
        difficulty=difficulty.parts,
        step=step,
        victim=victim,
    )
    faces = yield from ask(question)
    event = Rolled(
        rule=question.rule,
        step=step,
        by=by,
        pool=parts,
        difficulty=difficulty.parts,
        needed=needed,
        dice=faces,
        successes=count_successes(faces, needed),
        victim=victim,
        against=victim or facing,
        how=cause.how,
        weapon=cause.weapon,
        card=card,
    )
    done = yield from do(match, event)
    return done.successes if done else 0


def roll_opposition(
    match: Match, one: Act | Piece, other: Act | Piece, what: Characteristic, *, step: str
) -> Procedure[Piece]:
    """Compare two fighters by one characteristic plus a die, repeated until one wins (roll.opposition).

    Each is given as its act, or as a fighter without one.
    """
    queries = [
        Query(what, each, None) if isinstance(each, Piece) else Query(what, each.fighter, each)
        for each in (one, other)
    ]
    pair = (queries[0].fighter, queries[1].fighter)
    amounts = (value(match, queries[0]), value(match, queries[1]))
    while True:
        dice = (
            (yield from _single(match, pair[0], pair[1], amounts[0], step)),
            (yield from _single(match, pair[1], pair[0], amounts[1], step)),
        )
        winner = _winner(pair, amounts, dice)
        event = Opposed(
            rule=OppositionRoll.rule,
            step=step,
            fighters=pair,
            amounts=(amounts[0].parts, amounts[1].parts),
            dice=dice,
            winner=winner,
        )
        settled = (yield from do(match, event)) or event
        if settled.winner is not None:
            return settled.winner


def _single(match: Match, by: Piece, facing: Piece, amount: Amount, step: str) -> Procedure[int]:
    """Throw one fighter's die of an opposition."""
    asked = rolling_side(match, by, facing)
    (face,) = yield from ask(OppositionRoll(asked=asked, by=by, dice=1, pool=amount.parts, step=step))
    return face


def _winner(pair: tuple[Piece, Piece], amounts: tuple[Amount, Amount], dice: tuple[int, int]) -> Piece | None:
    """The winner, by the higher sum, then by the higher characteristic; None if both are equal."""
    first, second = ((amount.total + face, amount.total) for amount, face in zip(amounts, dice, strict=True))
    if first == second:
        return None
    return pair[0] if first > second else pair[1]


def roll_location(match: Match, thrower: Side, victim: Piece, *, step: str) -> Procedure[int]:
    """Throw the location die against a victim and return its face (roll.location)."""
    (face,) = yield from ask(LocationRoll(asked=thrower, by=None, dice=1, step=step, victim=victim))
    limb = limb_at(match, victim, face)
    event = Located(rule=LocationRoll.rule, step=step, by=thrower, victim=victim, face=face, limb=limb)
    done = yield from do(match, event)
    return done.face if done else face


def shift_location(
    match: Match, by: Piece, victim: Piece, face: int, hits: int, kept: int, *, step: str
) -> Procedure[tuple[int, int]]:
    """Let the attacker spend successes on the location die, one way only (roll.location-shift).

    Returns the face and the successes left; `kept` successes may not be spent (melee.location keeps one).
    """
    rolls = match.book.rolls
    if hits <= kept or rolls.location_lowest == rolls.location_highest:
        skip(match, lambda: _shift_question(match, by, victim, face, hits, kept, step=step))
        return face, hits
    chosen = yield from ask(_shift_question(match, by, victim, face, hits, kept, step=step))
    if chosen is None or chosen == face:
        return face, hits
    spent = abs(chosen - face)
    event = Shifted(
        rule="roll.location-shift",
        step=step,
        by=by,
        victim=victim,
        spent=spent,
        face=chosen,
        limb=limb_at(match, victim, chosen),
    )
    done = yield from do(match, event)
    return (done.face, hits - done.spent) if done else (face, hits)


def skip_shift(match: Match, by: Piece, victim: Piece, kept: int, *, step: str) -> None:
    """Record that a roll without a success moves no location die."""
    lowest = match.book.rolls.location_lowest
    skip(match, lambda: _shift_question(match, by, victim, lowest, 0, kept, step=step))


def _shift_question(
    match: Match, by: Piece, victim: Piece, face: int, hits: int, kept: int, *, step: str
) -> ShiftChoice:
    """The question where an attacker moves the location die: to a face within reach of its successes."""
    lowest, highest = match.book.rolls.location_lowest, match.book.rolls.location_highest
    reach = hits if hits > kept else highest
    faces = range(max(lowest, face - reach), min(highest, face + reach) + 1)
    return ShiftChoice(
        asked=rolling_side(match, by, victim),
        fighter=by,
        options=tuple(faces),
        objection=lambda to: _refuse_too_dear(by, abs(to - face), hits, kept, step),
        optional=True,
        mid_act=True,
        victim=victim,
        face=face,
        hits=hits,
        step=step,
    )


def _refuse_too_dear(by: Piece, price: int, hits: int, kept: int, step: str) -> Refusal | None:
    """Refuse to spend successes that must stay (melee.location, in some books shoot.location)."""
    if price <= hits - kept:
        return None
    return Refusal(rule=step, reason="successes-kept", about={"fighter": by, "hits": hits, "kept": kept})


def limb_at(match: Match, victim: Piece, face: int) -> LimbName:
    """The limb that a location face hits on this victim's card (card.location)."""
    return match.state_of(victim).card.limb_at(face).name
