"""The odds that differ between two trees, for every pair in which a fighter changed.

Only fighters of bands that are legal in both trees are compared. By each rulebook of these bands, each
fighter is weighed against all others of that rulebook, as `edencli resolve-attack --odds` does on a bare
table.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from edencli.games.comparison import CheckedTree
from edencli.match.pieces import Side
from edencli.model.fighter import Fighter
from edencli.named_tuple import NamedTuple
from edencli.odds.shifting import Policy
from edencli.output.sheet import Data
from edencli.pages.matrix_data import attack_rows
from edencli.referee.band_matrix import pair_attacks
from edencli.referee.duel import DuelFighter
from edencli.rulebooks.values import rulebook

MOST_PAIRS: Final = 1_000
"""The most pairs that are weighed; further ones are counted."""
_SHARES: Final = ("out", "hurt", "cp_lost", "denominator")
_Way = tuple[str | None, ...]


class FighterPair(NamedTuple):
    """An attacker, a target and a rulebook, each fighter as in the old tree and as in the new one."""

    book: str
    attacker: tuple[Fighter, Fighter]
    target: tuple[Fighter, Fighter]


def touched_pairs(old: CheckedTree, new: CheckedTree) -> list[FighterPair]:
    """Every pair in which at least one fighter changed."""
    was, now = _fighters(old), _fighters(new)
    pairs = []
    for book in sorted(was.keys() & now.keys()):
        both = {name: (card, now[book][name]) for name, card in was[book].items() if name in now[book]}
        changed = {name for name, (before, after) in both.items() if before != after}
        pairs += [
            FighterPair(book, attacker, target)
            for one, attacker in both.items()
            for other, target in both.items()
            if changed & {one, other}
        ]
    return pairs


def _fighters(tree: CheckedTree) -> Mapping[str, Mapping[str, Fighter]]:
    """The fighters of legal bands by rulebook and name."""
    found: dict[str, dict[str, Fighter]] = {}
    for name in tree.of_kind("band"):
        if checked := tree.checks.band(tree.file(name)):
            named = found.setdefault(checked.book.key, {})
            for card in checked.band.fighters:
                named.setdefault(card.name, card)
    return found


def pair_odds_data(pair: FighterPair) -> Iterator[Data]:
    """The attacks of a pair whose odds differ, or that are possible in only one of the trees."""
    was, now = (_attacks(pair, n) for n in (0, 1))
    for way in dict.fromkeys([*was, *now]):
        before, after = was.get(way), now.get(way)
        if before != after:
            how, weapon, reaction = way
            yield {
                "rulebook": pair.book,
                "attacker": pair.attacker[1].name,
                "target": pair.target[1].name,
                "how": how,
                "weapon": weapon,
                "reaction": reaction,
                "old": before,
                "new": after,
            }


def _attacks(pair: FighterPair, tree: int) -> Mapping[_Way, Data]:
    """The odds of each attack of a pair in one of the trees, by kind, weapon and reaction."""
    attacker, target = (
        DuelFighter(pair.attacker[tree], side=Side.RED),
        DuelFighter(pair.target[tree], side=Side.BLUE),
    )
    found = pair_attacks(rulebook(pair.book), attacker, target, Policy.MAX_KILL)
    rows = (row for one in found for row in attack_rows(one))
    return {
        (row["how"], row["weapon"], row["reaction"]): {share: row[share] for share in _SHARES} for row in rows
    }
