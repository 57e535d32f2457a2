"""Every attack that the fighters of two bands can make on each other, with its odds, pair by pair.

A pair stands on a bare table as `edencli resolve-attack` sets it up: unhurt, with all AP, in contact or in
clear sight and in range, with nothing else around. A card that a band has several times is taken once.
Attacks that can neither cost a CP nor lay a marker are left out.
"""

from collections.abc import Iterator

from edencli.match.match import Match
from edencli.match.pieces import PUBLIC, OwnedCard, Side
from edencli.match.rules_api import why_not
from edencli.model.fighter import Equipment, Fighter, Use
from edencli.model.game import Band
from edencli.model.terms import Category
from edencli.named_tuple import NamedTuple
from edencli.odds.attack import attack_odds, markers_laid
from edencli.odds.outcome import AttackOdds, BurstFate, Odds
from edencli.odds.shifting import Policy
from edencli.referee.duel import Duel, DuelFighter, stage_duel
from edencli.referee.unweighed_cards import unweighed_cards
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import Melee

ATTACKS = (Category.SHOOTING, Category.PROJECTILE, Category.BLAST)


class PairAttacks(NamedTuple):
    """One attack of a fighter on another: the match of the two, its odds, and the cards not weighed.

    In melee `outlook` has a result for each allowed reaction.
    """

    match: Match
    outlook: AttackOdds
    unweighed: tuple[OwnedCard, ...]


def fighters_of(band: Band) -> list[Fighter]:
    """The fighters of a band, each name once."""
    return list({card.name: card for card in band.fighters}.values())


def pairs_of(red: Band, blue: Band) -> Iterator[tuple[DuelFighter, DuelFighter]]:
    """Every pair of attacker and target from the two bands, red attacking first."""
    for side, own, other in ((Side.RED, red, blue), (Side.BLUE, blue, red)):
        for attacker in fighters_of(own):
            for target in fighters_of(other):
                yield DuelFighter(attacker, side=side), DuelFighter(target, side=side.other)


def pair_attacks(
    book: Rulebook, attacker: DuelFighter, target: DuelFighter, policy: Policy
) -> Iterator[PairAttacks]:
    """Weigh all attacks of one fighter on another: hand to hand, then every use of every weapon."""
    for weapon in (None, *_weapons(attacker.card)):
        match, act = duel = stage_duel(book, attacker, target, weapon=weapon)
        if why_not(match, act) is not None:
            continue
        outlook = attack_odds(match, act, policy)
        if _matters(duel, outlook):
            yield PairAttacks(match, outlook, tuple(unweighed_cards(match, outlook, match, PUBLIC)))


def _weapons(card: Fighter) -> Iterator[tuple[Equipment, Use]]:
    for item in card.equipment:
        yield from ((item, use) for use in item.uses if use.category in ATTACKS)


def _matters(duel: Duel, outlook: AttackOdds) -> bool:
    """Tell whether an attack may cost a CP or lay a marker."""
    act = duel.act
    if not isinstance(act, Melee) and markers_laid(duel.match, act.use):
        return True
    results: tuple[Odds | BurstFate, ...] = outlook.results
    return any(fate.hurt for result in results for fate in result.fates)
