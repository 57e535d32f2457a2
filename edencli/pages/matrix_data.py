"""The odds matrix of two bands as data: a row for each attack and each allowed reaction.

`schemas/matrix.schema.json` describes it. Shares are whole cases out of the denominator of their row. As
CSV, for other programs, each row is a line, and shares stand there as decimals too.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from typing import Any, Final

from edencli.match.pieces import Side
from edencli.model.game import Band
from edencli.model.lexicon import name_with_side
from edencli.odds.outcome import BurstFate, Odds
from edencli.odds.shifting import Policy
from edencli.output.sheet import Data
from edencli.pages.odds_data import best_reaction
from edencli.referee.band_matrix import PairAttacks, fighters_of
from edencli.referee.unweighed_cards import how_attacked
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import ArmedAttack, Melee
from edencli.transcript.event_data import card_data

ASSUMPTIONS: Final = ("unhurt", "in-reach", "clear", "alone")
"""What is assumed of each pair, by the ends of message ids."""


def matrix_data(
    book: Rulebook, bands: Mapping[Side, Band], policy: Policy, attacks: Iterable[PairAttacks]
) -> Data:
    """The matrix of two bands: the bands, what is assumed, and all attacks."""
    return {
        "rulebook": book.key,
        "policy": str(policy),
        "assumptions": list(ASSUMPTIONS),
        "bands": {
            str(side): {"name": band.name, "fighters": [card.name for card in fighters_of(band)]}
            for side, band in bands.items()
        },
        "attacks": [row for one in attacks for row in attack_rows(one)],
    }


def attack_rows(one: PairAttacks) -> list[Data]:
    """The rows of an attack: one for each reaction."""
    best = best_reaction(one.outlook)
    return [_row(one, result, best) for result in one.outlook.results]


def _row(one: PairAttacks, result: Odds | BurstFate, best: str | None) -> Data:
    act = one.outlook.act
    reaction = result.reaction if isinstance(result, Odds) else None
    target, *others = result.fates
    shared = gcd(*(n for fate in result.fates for n in (fate.denominator, fate.out, fate.hurt, fate.lost)))
    return {
        "attacker": name_with_side(act.fighter),
        "target": name_with_side(target.body.piece),
        "how": how_attacked(act),
        "weapon": act.weapon.name if isinstance(act, ArmedAttack) else None,
        "reaction": reaction and str(reaction),
        "best": reaction is None or str(reaction) == best,
        "denominator": target.denominator // shared,
        **_shares(target, shared),
        "attacker_risk": _shares(others[0], shared) if isinstance(act, Melee) and others else None,
        "unweighed": [card_data(card) for card in one.unweighed],
    }


def _shares(fate: Any, shared: int) -> Data:
    return {"out": fate.out // shared, "hurt": fate.hurt // shared, "cp_lost": fate.lost // shared}


def best_attack(rows: Sequence[Data]) -> Data | None:
    """The attack of a pair that most often puts the target out, if the target chooses its best reaction."""
    able = [row for row in rows if row["best"]]

    def worth(row: Data) -> tuple[float, float]:
        return row["out"] / row["denominator"], row["cp_lost"] / row["denominator"]

    return max(able, key=worth, default=None)


CSV_COLUMNS: Final = (
    *("attacker_side", "attacker", "target_side", "target", "how", "weapon", "reaction", "best_reaction"),
    *("out", "hurt", "average_cp_lost", "attacker_out", "attacker_hurt", "attacker_average_cp_lost"),
    *("out_cases", "hurt_cases", "cp_lost_cases", "denominator", "exact"),
)
DECIMALS: Final = 6


def matrix_csv(data: Data) -> str:
    """The rows of a matrix as CSV, with a head; values have the words that JSON uses."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows(_csv_row(row) for row in data["attacks"])
    return out.getvalue()


def _csv_row(row: Data) -> list[object]:
    per, risk = row["denominator"], row["attacker_risk"]
    sides = [part for who in ("attacker", "target") for part in split_side(row[who])]
    own = [_decimal(risk[key], per) for key in ("out", "hurt", "cp_lost")] if risk else [""] * 3
    return [
        *sides,
        row["how"],
        row["weapon"] or "",
        row["reaction"] or "",
        "yes" if row["best"] else "no",
        *(_decimal(row[key], per) for key in ("out", "hurt", "cp_lost")),
        *own,
        *(row[key] for key in ("out", "hurt", "cp_lost")),
        per,
        "no" if row["unweighed"] else "yes",
    ]


def _decimal(cases: int, per: int) -> str:
    """A share as a decimal, rounded half up."""
    scale = 10**DECIMALS
    whole, rest = divmod((2 * cases * scale + per) // (2 * per), scale)
    return f"{whole}.{rest:0{DECIMALS}}"


def split_side(piece: str) -> tuple[str, str]:
    """The side and the name of a fighter, out of a name with its side."""
    side, _, name = piece.partition(" ")
    return side, name
