"""Every attack that the fighters of two bands can make on each other, with its odds, a pair at a time.

A pair stands on a bare table as `edencli resolve-attack` puts it there: unhurt, with all AP, in contact or in
clear sight and in range, and nothing else around. A fighter of whom a band has several is named once. Attacks
that can neither cost a CP nor lay a marker are left out.
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
    """One way in which a fighter attacks another: the match of the two, the odds, the cards not weighed.

    In melee there is a result for each reaction that is allowed.
    """

    match: Match
    outlook: AttackOdds
    unweighed: tuple[OwnedCard, ...]


def fighters_of(band: Band) -> list[Fighter]:
    """The fighters of a band, each once."""
    return list({card.name: card for card in band.fighters}.values())


def pairs_of(red: Band, blue: Band) -> Iterator[tuple[DuelFighter, DuelFighter]]:
    """Each fighter of both bands as the attacker of each of the other."""
    for side, own, other in ((Side.RED, red, blue), (Side.BLUE, blue, red)):
        for attacker in fighters_of(own):
            for target in fighters_of(other):
                yield DuelFighter(attacker, side=side), DuelFighter(target, side=side.other)


def pair_attacks(
    book: Rulebook, attacker: DuelFighter, target: DuelFighter, policy: Policy
) -> Iterator[PairAttacks]:
    """Weigh all attacks of one fighter on another: hand to hand, then each weapon in each of its ways."""
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
    """Tell whether an attack may cost a CP or leave a marker."""
    act = duel.act
    if not isinstance(act, Melee) and markers_laid(duel.match, act.use):
        return True
    results: tuple[Odds | BurstFate, ...] = outlook.results
    return any(fate.hurt for result in results for fate in result.fates)
