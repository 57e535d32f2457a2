"""What cards do: the words for their operations, a class each.

What cannot be done to somebody is not done to him. An operation that holds others holds none of its own kind;
`Lasting`, which begins standing effects, is among those (`edencli.model.effect`).
"""

from edencli.model.card_words import (
    ONE,
    ONE_CM,
    TARGET,
    CardLimb,
    HowMany,
    Length,
    Owner,
    Requirements,
    Role,
    SceneryFilter,
    TacticFilter,
    WeaponFilter,
    Where,
    Who,
    Word,
)
from edencli.model.terms import ActKind, Characteristic, Duration, Marker, Payment
from edencli.record import Record


class Operation(Word):
    """Something that a card does. What cannot be done to somebody is not done to him."""


class Single(Operation):
    """An operation that holds no other."""


class GiveMarkers(Single, word="give-markers"):
    """Condition markers are laid."""

    who: Who = TARGET
    marker: Marker
    n: HowMany = ONE


class TakeMarkers(Single, word="take-markers"):
    """Condition markers are taken away; without a number, all of them."""

    who: Who = TARGET
    marker: Marker
    n: HowMany | None = None


class PassMarkers(Single, word="pass-markers"):
    """Condition markers of one fighter go to others; without a number, all of them."""

    who: Who = TARGET
    marker: Marker
    n: HowMany | None = None
    of: Role = Role.USER


class LoseCp(Single, word="lose-cp"):
    """CP are lost, past protection; without a limb, in each. A location is rolled for each fighter."""

    who: Who = TARGET
    limb: CardLimb | None = None
    n: HowMany = ONE


class DealWounds(Single, word="wound"):
    """Wounds are dealt, from which protection is taken; without a limb, to each.

    A location that is rolled takes all of a fighter's wounds; each fighter has a die of its own.
    """

    who: Who = TARGET
    limb: CardLimb | None = None
    n: HowMany = ONE


class HealCp(Single, word="heal"):
    """Lost CP are recovered; without a limb, in one that the card's player picks.

    Where it `may` be, the player may recover none. The one who picks is that player, or `by`.
    """

    who: Who = TARGET
    limb: CardLimb | None = None
    n: HowMany = ONE
    by: Owner = Owner.OWN
    may: bool = False


class GiveCounters(Single, word="give-counters"):
    """Counters of a name are laid upon fighters; they do nothing of themselves."""

    who: Who = TARGET
    name: str
    n: HowMany = ONE


class TakeCounters(Single, word="take-counters"):
    """Counters of a name are taken away; without a number, all of them."""

    who: Who = TARGET
    name: str
    n: HowMany | None = None


class RememberFighters(Single, word="remember"):
    """The card remembers fighters, for the rest of the match.

    In `secret` only the card's player knows which, until an effect that names them works.
    """

    who: Who = TARGET
    secret: bool = False


class ForgetFighters(Single, word="forget"):
    """The card remembers fighters no more."""

    who: Who = TARGET


class PreventChange(Single, word="prevent"):
    """What this comes before does not happen: it stands only in what is done `first`."""


class GiveAp(Single, word="give-ap"):
    """Action points are given."""

    who: Who = TARGET
    n: HowMany = ONE


class TakeAp(Single, word="take-ap"):
    """Action points are taken, as far as there are any."""

    who: Who = TARGET
    n: HowMany = ONE


class GiveSp(Single, word="give-sp"):
    """Strategy points are given.

    Those that are `only_for` some payments are set apart, and lost when the round is over; those for tactical
    cards may be for a kind of `card` alone.
    """

    to: Owner = Owner.OWN
    n: HowMany = ONE
    only_for: tuple[Payment, ...] = ()
    card: TacticFilter | None = None


class TakeSp(Single, word="take-sp"):
    """Strategy points are taken, as far as there are any."""

    to: Owner = Owner.OPPONENT
    n: HowMany = ONE


class GiveVp(Single, word="give-vp"):
    """Victory points are scored."""

    to: Owner = Owner.OWN
    n: HowMany = ONE


class TakeVp(Single, word="take-vp"):
    """Victory points are lost, never below 0."""

    to: Owner = Owner.OWN
    n: HowMany = ONE


class GoFirst(Single, word="go-first"):
    """A player is the first player from now on, until play itself passes that on."""

    to: Owner = Owner.OWN


class ShortenMatch(Single, word="shorten"):
    """The match lasts so many rounds fewer."""

    n: HowMany = ONE


class LengthenMatch(Single, word="lengthen"):
    """The match lasts so many rounds more."""

    n: HowMany = ONE


class RemoveFighters(Single, word="remove"):
    """Fighters leave the field, not put out of action."""

    who: Who = TARGET


class PutOut(Single, word="put-out"):
    """Fighters are put out of action, whatever CP they have left."""

    who: Who = TARGET


class BringBack(Single, word="bring-back"):
    """Fighters who left the field stand on it again; a limb that has no CP left gets one back."""

    who: Who = TARGET
    where: Where = Where()
    by: Owner = Owner.OWN


class PlaceNpf(Single, word="place-npf"):
    """A player places an NPF, by its name or of a level, where the chapter on them is played.

    It may be one that the card is to `remember`. With an `owner` it is a fighter of that player, as those of
    the band are: it gets AP with the next round, and is activated by that player.
    """

    name: str | None = None
    level: HowMany | None = None
    where: Where = Where()
    by: Owner = Owner.OWN
    owner: Owner | None = None
    remember: bool = False


class DiscardGear(Single, word="discard-gear"):
    """Equipment that fighters carry is discarded: each piece that is meant, for the rest of the match."""

    who: Who = TARGET
    gear: WeaponFilter


class ExtraAct(Single, word="act"):
    """A fighter may do one of these acts at once; it counts like any other of its kind.

    It costs no AP, unless it says a `price`, or that it is `paid` as usual. Where it says `against` whom, it
    is aimed at such a fighter alone. As a `duty` it cannot be declined while one of them may be done. It may
    be done `despite` a rule, whose other acts are as before.
    """

    who: Who = TARGET
    acts: tuple[ActKind, ...]
    against: Who | None = None
    price: HowMany | None = None
    paid: bool = False
    duty: bool = False
    despite: str | None = None


class RestoreUses(Single, word="restore"):
    """What was used up may be used so many times more: acts, or an ability or a weapon by its name."""

    who: Who = TARGET
    acts: tuple[ActKind, ...] = ()
    named: str | None = None
    n: HowMany = ONE


class ReadyFighter(Single, word="ready"):
    """Who was activated may be activated once more in this round, if he has AP."""

    who: Who = TARGET


class ExhaustFighter(Single, word="exhaust"):
    """Fighters who were not activated yet count as activated in this round."""

    who: Who = TARGET


class LayToken(Single, word="lay"):
    """A marker is laid, or an area, which bars nobody; the card works as long as it lies there."""

    name: str
    across: float = 2
    area: bool = False
    where: Where = Where()
    by: Owner = Owner.OWN
    until: Duration = Duration.MATCH


class LiftTokens(Single, word="lift"):
    """The markers and areas of a name are taken off the field."""

    name: str


class TakeUpToken(Single, word="take-up"):
    """A marker that lies on the field is carried from now on, till its bearer leaves the field."""

    who: Who = TARGET
    name: str


class PutDownToken(Single, word="put-down"):
    """A marker that somebody carries lies where he stands."""

    who: Who = TARGET
    name: str


class MoveToken(Single, word="move-token"):
    """The markers and areas of a name that lie on the field are moved, each up to so far."""

    name: str
    n: Length = ONE_CM
    by: Owner = Owner.OWN


class WalkFighters(Single, word="move"):
    """Fighters go a way of up to so many centimetres, for no AP, as a player says, who may leave them there.

    It is a way as of a Move, and no Move: none of those of the round is used up unless it `counts`.
    """

    who: Who = TARGET
    n: Length
    by: Owner = Owner.OWN
    counts: bool = False


class PutFighters(Single, word="put"):
    """Fighters are put somewhere on the field."""

    who: Who = TARGET
    where: Where = Where()
    by: Owner = Owner.OWN


class Push(Single, word="push"):
    """Fighters are pushed straight away from something, or below 0 towards it, till they are stopped.

    It is a fighter (`of`), a marker or an area by its `name`, or the nearest `scenery` of a kind; or a player
    (`by`) picks any way, and how far of it.
    """

    who: Who = TARGET
    n: Length = ONE_CM
    of: Role = Role.USER
    name: str | None = None
    scenery: SceneryFilter | None = None
    by: Owner | None = None


class Swap(Single, word="swap"):
    """A fighter and another one change places, if there is room for both."""

    who: Who = TARGET
    of: Role = Role.USER


class Explode(Single, word="explode"):
    """An explosion of that strength, as the rulebook has it, where a fighter stands or markers lie.

    It is the doing of one fighter, `of` whom it is: his player throws for it.
    """

    at: Role = Role.TARGET
    near: str | None = None
    strength: HowMany
    of: Role = Role.USER


class DiscardCards(Single, word="discard"):
    """Cards of a tactical hand are discarded: as its player picks them, or at random.

    Of cards that were shown, where this follows from that, the card's player picks; where it `may` be, fewer.
    """

    hand: Owner = Owner.OWN
    n: HowMany = ONE
    random: bool = False
    may: bool = False


class TakeBackCards(Single, word="take-back"):
    """A player takes back into the hand cards that were discarded, or `played` and are in force no more.

    A card that was played and is taken back may be played once more.
    """

    hand: Owner = Owner.OWN
    n: HowMany = ONE
    played: bool = False


class DrawCards(Single, word="draw"):
    """A player takes cards of the deck into the hand: as that player picks them, or at `random`.

    Where it `may` be, fewer or none.

    The deck is what the band brought and what has neither come to the hand nor been discarded or played.
    """

    hand: Owner = Owner.OWN
    n: HowMany = ONE
    card: TacticFilter | None = None
    random: bool = False
    may: bool = False


class PlayCard(Single, word="play-card"):
    """A tactical card of the hand is played at once: one that its player picks, or at random.

    It costs no SP, unless it says a `price`, or that it is `paid` as usual; all else that playing a card asks
    for is asked.
    """

    hand: Owner = Owner.OWN
    card: TacticFilter | None = None
    price: HowMany | None = None
    paid: bool = False
    random: bool = False


class CopyCard(Single, word="copy"):
    """The card becomes a copy: of the first card that was shown, or of an ability of fighters.

    The card's player picks that among those of its own kind. From then on it does what the other one does as
    printed, at its own price, and not what it did; what it began is over, and whom it remembered it forgets.
    What a tactical card does when it is played is done at once. A copy copies nothing.
    """

    who: Who | None = None


class Remind(Single, word="remind"):
    """The text of the card is shown, and the players may do by agreement what it says."""


class MakeRoll(Operation, word="roll"):
    """Fighters roll a characteristic; with a success or more the one is done, else the other.

    Each of `who` is the target of what is done for his roll, unless they roll `against` the target. What is
    done may count the successes.
    """

    who: Who = TARGET
    stat: Characteristic
    against: Role | None = None
    difficulty: HowMany
    passed: tuple[Single, ...] = ()
    failed: tuple[Single, ...] = ()


class Oppose(Operation, word="oppose"):
    """Fighters are measured against one by a characteristic and a die each, until one of both wins.

    Each of `who` is the target of what is done once he has won or lost, unless it is against the target.
    """

    who: Who = TARGET
    stat: Characteristic
    against: Role = Role.USER
    won: tuple[Single, ...] = ()
    lost: tuple[Single, ...] = ()


class LookAtHand(Operation, word="look"):
    """The card's player looks at cards of a tactical hand: so many at random, or without a number all.

    What is done is done with these. Where it names a kind of `card`, it is done with those, if there are any;
    where there are none, the `otherwise` is done.
    """

    hand: Owner = Owner.OPPONENT
    n: HowMany | None = None
    card: TacticFilter | None = None
    do: tuple[Single, ...] = ()
    otherwise: tuple[Single, ...] = ()


class RevealHand(Operation, word="reveal"):
    """Cards of a tactical hand are shown to both players: so many at random, or without a number all.

    What is done is done with these. Where it names a kind of `card`, it is done with those, if there are any;
    where there are none, the `otherwise` is done.
    """

    hand: Owner = Owner.OPPONENT
    n: HowMany | None = None
    card: TacticFilter | None = None
    do: tuple[Single, ...] = ()
    otherwise: tuple[Single, ...] = ()


class Outcome(Record):
    """What is done where a die shows one of some faces."""

    faces: tuple[int, ...]
    do: tuple[Single, ...]


class PlainDice(Operation, word="die"):
    """The card's player throws plain dice, once, or for each of some fighters, who is then the target.

    What is done may count their sum, or how many show `at_least` so much; or one die says which of the
    `outcomes` is done.
    """

    who: Who | None = None
    dice: HowMany = ONE
    at_least: HowMany | None = None
    do: tuple[Single, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


class Choosing(Record):
    """Whom a player chooses as the card's target, or dice at `random`: one, or up to so many.

    With `scenery` a piece of it is chosen, and no target: one to which such a fighter is as the filter says,
    or any where `who` is {}. What is chosen in `secret` only the player knows who chooses.
    """

    who: Who
    scenery: SceneryFilter | None = None
    most: int = 1
    by: Owner = Owner.OWN
    random: bool = False
    secret: bool = False


class Repeat(Operation, word="repeat"):
    """Something is done again and again, so many times, or till what must be so is so no more.

    Where a target is chosen, it is chosen each time anew.
    """

    n: HowMany
    only_if: Requirements = ()
    choose: Choosing | None = None
    do: tuple[Single, ...]


class Alternative(Record):
    """One of the things among which a player picks."""

    name: str
    do: tuple[Single, ...]


class PickOne(Operation, word="pick-one"):
    """A player picks one of several things to happen."""

    by: Owner = Owner.OWN
    options: tuple[Alternative, ...]
