"""Fighters made of numbers, chosen or random, for a duel of Yuri (red) and Elenia (blue).

A test, or another library, computes with the numbers; `table` puts the same numbers on cards, where the odds
must find them.
"""

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from duels import BLAST, ELENIA, PR, PROJECTILE, SHOOTING, YURI, item, use

from edencli.lang import Words
from edencli.match.field_kinds import BareField
from edencli.match.match import Match
from edencli.match.pieces import Piece
from edencli.match.state import FighterState, State
from edencli.model.fighter import Equipment, Fighter, Limb
from edencli.model.terms import Characteristic, LimbName
from edencli.odds.attack import attack_odds
from edencli.pages.odds_data import NO_SETTING, AttackSetting, attack_odds_data
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import ATTACK_BY_CATEGORY, Blast, Melee, Shot, Throw
from edencli.rules.registry import create_match

PSI, CBT, VIG, SPD = map(Characteristic, ("psi", "cbt", "vig", "spd"))
LIMBS = tuple(LimbName)
USUAL = (0, 1, 1, 2, 2, 3)

Chance = random.Random


def chance(seed: object) -> Chance:
    """A random generator that gives equal numbers for equal seeds."""
    return random.Random(str(seed))  # noqa: S311  # nothing secret


class Profile(NamedTuple):
    """One fighter: characteristics normal and wounded, and by limb CP boxes, CP lost and protection.

    `at` says which limb (0 to 3) each face of the location die hits.
    """

    white: tuple[int, int, int, int] = (4, 4, 4, 4)
    red: tuple[int, int, int, int] = (3, 3, 3, 3)
    white_cp: tuple[int, int, int, int] = (2, 2, 2, 2)
    red_cp: tuple[int, int, int, int] = (2, 2, 2, 2)
    lost: tuple[int, int, int, int] = (0, 0, 0, 0)
    guard: tuple[int, int, int, int] = (0, 0, 0, 0)
    at: tuple[int, ...] = USUAL

    def has(self, what: Characteristic) -> int:
        """The present value of a characteristic."""
        return self.after(self.lost, what)

    def after(self, lost: tuple[int, ...], what: Characteristic) -> int:
        """The value of a characteristic after the loss of this many CP."""
        limb = list(Characteristic).index(what)
        turned = self.red_cp[limb] and lost[limb] >= self.white_cp[limb]
        return self.red[limb] if turned else self.white[limb]

    @property
    def left(self) -> tuple[int, ...]:
        """The CP that are left, by limb."""
        return tuple(w + r - n for w, r, n in zip(self.white_cp, self.red_cp, self.lost, strict=True))

    def card(self, gear: tuple[Equipment, ...] = ()) -> Fighter:
        """A card with these numbers; a limb's protection is in two pieces where it has two points."""
        limbs = {
            name: Limb(
                name=name,
                faces=tuple(face for face, limb in enumerate(self.at, 1) if limb == n),
                white_cp=self.white_cp[n],
                red_cp=self.red_cp[n],
                white=self.white[n],
                red=self.red[n],
            )
            for n, name in enumerate(LIMBS)
        }
        worn = tuple(
            item(f"Plate {n} of the {name}", use(PR, protection={name: 1}))
            for name, points in zip(LIMBS, self.guard, strict=True)
            for n in range(points)
        )
        return Fighter(
            name="somebody",
            factions=("Jokers Gang",),
            stigma=None,
            types=("Human",),
            value=20,
            base=30,
            limbs=limbs,
            equipment=(*gear, *worn),
        )

    def state(self, gear: tuple[Equipment, ...] = ()) -> FighterState:
        """The state of a fighter with this card, in this condition, with all its AP."""
        state = FighterState(self.card(gear), ap=3, on_field=True)
        state.lost = {name: n for name, n in zip(LIMBS, self.lost, strict=True) if n}
        return state


def table(
    book: Rulebook,
    yuri: Profile,
    elenia: Profile,
    *,
    gear: Equipment | None = None,
    others: Mapping[Piece, Profile] | None = None,
) -> Match:
    """Put Yuri, with a weapon, and Elenia on the table, and any others that a test needs."""
    fighters = {YURI: yuri.state((gear,) if gear else ()), ELENIA: elenia.state()}
    fighters |= {piece: profile.state() for piece, profile in (others or {}).items()}
    return create_match(book, State(fighters, field=BareField()))


def blow() -> Melee:
    """Yuri's attack on Elenia."""
    return Melee(fighter=YURI, target=ELENIA)


def gun(strength: int, **lays: int) -> Equipment:
    """A gun that lays these markers."""
    return item("Gun", use(SHOOTING, strength=strength, range=20, **lays))


def shot(weapon: Equipment, *, obstacles: int = 0, bystanders: tuple[Piece, ...] = ()) -> Shot:
    """Yuri's shot at Elenia."""
    return Shot(
        fighter=YURI,
        target=ELENIA,
        weapon=weapon,
        use=weapon.uses[0],
        obstacles=obstacles,
        bystanders=bystanders,
    )


def bomb(explosive: int | None) -> Equipment:
    """A projectile."""
    return item("Bomb", use(PROJECTILE, explosive=explosive))


def flamer(**lays: int) -> Equipment:
    """A blast weapon that lays these markers."""
    return item("Flamer", use(BLAST, **lays))


def burst(weapon: Equipment, *victims: Piece) -> Throw | Blast:
    """Yuri's throw or blast at these victims."""
    kind = ATTACK_BY_CATEGORY[weapon.uses[0].category]
    assert kind is not Shot
    return kind(fighter=YURI, weapon=weapon, use=weapon.uses[0], victims=victims)


def at_random(dice: Chance, *, most: int = 8) -> Profile:
    """A random fighter: unusual characteristics, few or many CP, old wounds, armour, an unusual card."""
    white = [dice.choice((0, *range(1, most + 1))) for _ in LIMBS]
    white_cp = [dice.randint(1, 3) for _ in LIMBS]
    red_cp = [dice.choice((0, 1, 2, 3)) for _ in LIMBS]
    boxes = [w + r for w, r in zip(white_cp, red_cp, strict=True)]
    at = list(USUAL) if dice.random() < 0.5 else [dice.randrange(4) for _ in range(6)]
    return Profile(
        white=_four(white),
        red=_four([max(0, n - dice.randint(0, 2)) for n in white]),
        white_cp=_four(white_cp),
        red_cp=_four(red_cp),
        lost=_four([dice.choice((0, 0, dice.randrange(n))) for n in boxes]),
        guard=_four([dice.choice((0, 0, 0, 1, 2)) for _ in LIMBS]),
        at=tuple(at),
    )


def _four(numbers: list[int]) -> tuple[int, int, int, int]:
    one, two, three, four = numbers
    return one, two, three, four


def left_out(
    match: Match, act: Any, around: AttackSetting = NO_SETTING
) -> list[tuple[str | None, str | None]]:
    """The cards that the odds of an attack do not include, each with the fighter that has it."""
    data = attack_odds_data(Words("en"), match, attack_odds(match, act), around=around)
    return [(one["fighter"] or one["player"], one["card"]) for one in data["unforeseen"]]
