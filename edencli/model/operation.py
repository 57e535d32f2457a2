"""The operations of cards, a class for each word.

What cannot be done to a fighter is not done to it. An operation that contains others contains none of its own
kind; `Lasting`, which begins lasting effects, is one of those (`edencli.model.effect`).
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
    """Something that a card does; what cannot be done to a fighter is not done to it."""


class Single(Operation):
    """An operation that contains no other."""


class GiveMarkers(Single, word="give-markers"):
    """Condition markers are given."""

    who: Who = TARGET
    marker: Marker
    n: HowMany = ONE


class TakeMarkers(Single, word="take-markers"):
    """Condition markers are removed; without a number, all of them."""

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
    """CP are lost, protection or not; without a limb, in each. A location is rolled for each fighter."""

    who: Who = TARGET
    limb: CardLimb | None = None
    n: HowMany = ONE


class DealWounds(Single, word="wound"):
    """Wounds are dealt, reduced by protection; without a limb, to each.

    A rolled location takes all of a fighter's wounds; each fighter has its own die.
    """

    who: Who = TARGET
    limb: CardLimb | None = None
    n: HowMany = ONE


class HealCp(Single, word="heal"):
    """Lost CP are recovered; without a limb, in one that the card's player picks.

    With `may`, the player may recover none. `by` is the player that picks, if not the card's.
    """

    who: Who = TARGET
    limb: CardLimb | None = None
    n: HowMany = ONE
    by: Owner = Owner.OWN
    may: bool = False


class GiveCounters(Single, word="give-counters"):
    """Counters of a name are given to fighters; counters alone do nothing."""

    who: Who = TARGET
    name: str
    n: HowMany = ONE


class TakeCounters(Single, word="take-counters"):
    """Counters of a name are removed; without a number, all of them."""

    who: Who = TARGET
    name: str
    n: HowMany | None = None


class RememberFighters(Single, word="remember"):
    """The card remembers fighters, for the rest of the match.

    In `secret`, only the card's player knows which, until an effect that names them works.
    """

    who: Who = TARGET
    secret: bool = False


class ForgetFighters(Single, word="forget"):
    """The card no longer remembers fighters."""

    who: Who = TARGET


class PreventChange(Single, word="prevent"):
    """The change does not happen; only for operations that are done `first`."""


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

    If they are `only_for` some payments, they are set apart, and lost at the end of the round; those for
    tactical cards may be limited to a kind of `card`.
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
    """A player becomes the first player, until the course of play passes that on."""

    to: Owner = Owner.OWN


class ShortenMatch(Single, word="shorten"):
    """The match lasts a number of rounds fewer."""

    n: HowMany = ONE


class LengthenMatch(Single, word="lengthen"):
    """The match lasts a number of rounds more."""

    n: HowMany = ONE


class RemoveFighters(Single, word="remove"):
    """Fighters leave the field, without being put out of action."""

    who: Who = TARGET


class PutOut(Single, word="put-out"):
    """Fighters are put out of action, whatever CP they have left."""

    who: Who = TARGET


class BringBack(Single, word="bring-back"):
    """Fighters that left the field return to it; a limb without CP gets one back."""

    who: Who = TARGET
    where: Where = Where()
    by: Owner = Owner.OWN


class PlaceNpf(Single, word="place-npf"):
    """A player places an NPF, by its name or of a level, if the chapter on NPFs is played.

    With `remember`, the card remembers it. With an `owner` it is a fighter of that player, like those of the
    band: it gets AP in the next round, and is activated by that player.
    """

    name: str | None = None
    level: HowMany | None = None
    where: Where = Where()
    by: Owner = Owner.OWN
    owner: Owner | None = None
    remember: bool = False


class DiscardGear(Single, word="discard-gear"):
    """Equipment that fighters carry is discarded: each matching piece, for the rest of the match."""

    who: Who = TARGET
    gear: WeaponFilter


class ExtraAct(Single, word="act"):
    """A fighter may do one of these acts at once; it counts like any other of its kind.

    It costs no AP, unless there is a `price`, or it is `paid` as usual. With `against`, it must be aimed at
    such a fighter. As a `duty` it cannot be declined while one of the acts is possible. It may be done
    `despite` a rule, which still holds for all other acts.
    """

    who: Who = TARGET
    acts: tuple[ActKind, ...]
    against: Who | None = None
    price: HowMany | None = None
    paid: bool = False
    duty: bool = False
    despite: str | None = None


class RestoreUses(Single, word="restore"):
    """Uses are restored, a number of them: of acts, or of an ability or a weapon by its name."""

    who: Who = TARGET
    acts: tuple[ActKind, ...] = ()
    named: str | None = None
    n: HowMany = ONE


class ReadyFighter(Single, word="ready"):
    """A fighter that was activated may be activated once more in this round, if it has AP."""

    who: Who = TARGET


class ExhaustFighter(Single, word="exhaust"):
    """Fighters that were not activated yet count as activated in this round."""

    who: Who = TARGET


class LayToken(Single, word="lay"):
    """A marker or an area is laid, which blocks no movement; the card works as long as it is on the field."""

    name: str
    across: float = 2
    area: bool = False
    where: Where = Where()
    by: Owner = Owner.OWN
    until: Duration = Duration.MATCH


class LiftTokens(Single, word="lift"):
    """The markers and areas of a name are removed from the field."""

    name: str


class TakeUpToken(Single, word="take-up"):
    """A marker on the field is carried by a fighter, until that fighter leaves the field."""

    who: Who = TARGET
    name: str


class PutDownToken(Single, word="put-down"):
    """A marker that a fighter carries is put down where the fighter stands."""

    who: Who = TARGET
    name: str


class MoveToken(Single, word="move-token"):
    """The markers and areas of a name on the field are moved, each up to a distance."""

    name: str
    n: Length = ONE_CM
    by: Owner = Owner.OWN


class WalkFighters(Single, word="move"):
    """Fighters move up to a number of centimetres for no AP, as a player says, who may also leave them there.

    They follow the rules of a Move, but it is none: it does not use up a Move of the round, unless it
    `counts`.
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
    """Fighters are pushed straight away from something, or below 0 towards it, until they are stopped.

    They are pushed from a fighter (`of`), from a marker or an area by its `name`, or from the nearest
    `scenery` of a kind; or a player (`by`) picks the direction, and how far.
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
    """An explosion of this strength, by the rules of the book, where a fighter stands or markers are.

    It is caused by the fighter `of`, whose player throws for it.
    """

    at: Role = Role.TARGET
    near: str | None = None
    strength: HowMany
    of: Role = Role.USER


class DiscardCards(Single, word="discard"):
    """Cards of a tactical hand are discarded: picked by the hand's player, or at `random`.

    If this follows from showing cards, the card's player picks among those; with `may`, fewer.
    """

    hand: Owner = Owner.OWN
    n: HowMany = ONE
    random: bool = False
    may: bool = False


class TakeBackCards(Single, word="take-back"):
    """A player takes discarded cards back into the hand, or `played` ones that are no longer in force.

    A card that was played and is taken back may be played once more.
    """

    hand: Owner = Owner.OWN
    n: HowMany = ONE
    played: bool = False


class DrawCards(Single, word="draw"):
    """A player takes cards of the deck into the hand: picked by that player, or at `random`.

    With `may`, fewer or none. The deck is what the band brought and what has neither come to the hand nor
    been discarded or played.
    """

    hand: Owner = Owner.OWN
    n: HowMany = ONE
    card: TacticFilter | None = None
    random: bool = False
    may: bool = False


class PlayCard(Single, word="play-card"):
    """A tactical card of the hand is played at once: picked by the hand's player, or at `random`.

    It costs no SP, unless there is a `price`, or it is `paid` as usual. All other rules for playing a card
    hold.
    """

    hand: Owner = Owner.OWN
    card: TacticFilter | None = None
    price: HowMany | None = None
    paid: bool = False
    random: bool = False


class CopyCard(Single, word="copy"):
    """The card becomes a copy: of the first card that was shown, or of an ability of fighters.

    The card's player picks among abilities of its own kind. The card then does what the other one does as
    printed, at its own price, instead of what it did; lasting effects that it began end, and it forgets the
    fighters it remembered. What a tactical card does when played is done at once. A copy cannot copy again.
    """

    who: Who | None = None


class Remind(Single, word="remind"):
    """The text of the card is shown, and the players may do what it says by agreement."""


class MakeRoll(Operation, word="roll"):
    """Fighters roll a characteristic; with at least one success `passed` is done, otherwise `failed`.

    Each fighter of `who` is the target of what its roll causes, unless it rolls `against` the target. What is
    done may count the successes.
    """

    who: Who = TARGET
    stat: Characteristic
    against: Role | None = None
    difficulty: HowMany
    passed: tuple[Single, ...] = ()
    failed: tuple[Single, ...] = ()


class Oppose(Operation, word="oppose"):
    """Fighters are compared with one fighter by a characteristic and a die each, until one of them wins.

    Each fighter of `who` is the target of what is done when it has won or lost, unless it is against the
    target.
    """

    who: Who = TARGET
    stat: Characteristic
    against: Role = Role.USER
    won: tuple[Single, ...] = ()
    lost: tuple[Single, ...] = ()


class LookAtHand(Operation, word="look"):
    """The card's player looks at cards of a tactical hand: a number of them at random, or all of them.

    `do` is done with these cards. With a kind of `card`, it is done only with cards of that kind; if there
    are none, `otherwise` is done.
    """

    hand: Owner = Owner.OPPONENT
    n: HowMany | None = None
    card: TacticFilter | None = None
    do: tuple[Single, ...] = ()
    otherwise: tuple[Single, ...] = ()


class RevealHand(Operation, word="reveal"):
    """Cards of a tactical hand are shown to both players: a number of them at random, or all of them.

    `do` is done with these cards. With a kind of `card`, it is done only with cards of that kind; if there
    are none, `otherwise` is done.
    """

    hand: Owner = Owner.OPPONENT
    n: HowMany | None = None
    card: TacticFilter | None = None
    do: tuple[Single, ...] = ()
    otherwise: tuple[Single, ...] = ()


class Outcome(Record):
    """What is done if a die shows one of some faces."""

    faces: tuple[int, ...]
    do: tuple[Single, ...]


class PlainDice(Operation, word="die"):
    """The card's player throws plain dice, once, or for each of some fighters, which is then the target.

    What is done may use their sum, or the number that show `at_least` a face; or a single die decides which
    of the `outcomes` is done.
    """

    who: Who | None = None
    dice: HowMany = ONE
    at_least: HowMany | None = None
    do: tuple[Single, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


class Choosing(Record):
    """The card's targets, which a player chooses, or dice at `random`: one, or up to a number.

    With `scenery`, a piece of it is chosen instead of a target: one at which such a fighter stands as the
    filter says, or any if `who` is {}. In `secret`, only the player that chooses knows the choice.
    """

    who: Who
    scenery: SceneryFilter | None = None
    most: int = 1
    by: Owner = Owner.OWN
    random: bool = False
    secret: bool = False


class Repeat(Operation, word="repeat"):
    """Something is done repeatedly, a number of times, or until its conditions no longer hold.

    If a target is chosen, it is chosen anew each time.
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
