"""The smallest set-up for rules of attacks: fighters made for it, in contact.

Red's Yuri attacks blue's Elenia; Vlädd stands beside Yuri, and Yliss beside Elenia, where a test wants them.
Dice are given in advance in throws (`"4551 3"` is a throw of four dice and one of one), answers by the rule
that asks. All of them must be used, each throw completely.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import rule_report

from edencli.match.events import Event
from edencli.match.field_kinds import BareField
from edencli.match.match import Act, Listener, Procedure, Setup
from edencli.match.pieces import Piece, Side
from edencli.match.questions import Question, Roll
from edencli.match.reasons import Refusal
from edencli.match.rules_api import perform, why_not
from edencli.match.state import FighterState, State
from edencli.model.fighter import Equipment, Fighter, Limb, Use, UseLimits
from edencli.model.terms import CHARACTERISTIC_OF, Category, Characteristic, LimbName, Marker, WeaponEffect
from edencli.referee.answers import IllegalAnswer, drive
from edencli.rulebooks.values import Rulebook
from edencli.rules.acts import ATTACK_BY_CATEGORY, Blast, Melee, Shot, Throw
from edencli.rules.melee import Reaction
from edencli.rules.registry import create_match

T = TypeVar("T")
E = TypeVar("E", bound=Event)

RED, BLUE = Side.RED, Side.BLUE
PSI, CBT, VIG, SPD = map(Characteristic, ("psi", "cbt", "vig", "spd"))
HEAD, ARMS, TORSO, LEGS = map(LimbName, ("head", "arms", "torso", "legs"))
BURN, FEAR, POISON, RAGE, SLOWDOWN = map(Marker, ("burn", "fear", "poison", "rage", "slowdown"))
PASSIVE, DODGE, RESPONSE = map(Reaction, ("passive", "dodge", "response"))
SHOOTING, PROJECTILE, BLAST, PR, TECH = map(Category, ("shooting", "projectile", "blast", "pr", "tech"))

YURI = Piece(RED, "Yuri")
VLADD = Piece(RED, "Vlädd")
ELENIA = Piece(BLUE, "Elenia")
YLISS = Piece(BLUE, "Yliss")

UNLIMITED = UseLimits()
FACES = {HEAD: (1,), ARMS: (2, 3), TORSO: (4, 5), LEGS: (6,)}


def fighter(
    *,
    psi: int = 4,
    cbt: int = 4,
    vig: int = 4,
    spd: int = 4,
    hurt: Mapping[Characteristic, int] | None = None,
    cp: Mapping[LimbName, tuple[int, int]] | None = None,
    gear: Iterable[Equipment] = (),
) -> Fighter:
    """Make a fighter: head at 1, arms at 2 and 3, torso at 4 and 5, legs at 6.

    `cp` gives white and red CP where a limb does not have three of each, `hurt` red values that differ from
    the white.
    """
    white = {PSI: psi, CBT: cbt, VIG: vig, SPD: spd}
    red = {**white, **(hurt or {})}
    limbs = {}
    for name, faces in FACES.items():
        white_cp, red_cp = (cp or {}).get(name, (3, 3))
        what = CHARACTERISTIC_OF[name]
        limbs[name] = Limb(
            name=name, faces=faces, white_cp=white_cp, red_cp=red_cp, white=white[what], red=red[what]
        )
    return Fighter(
        name="somebody",
        factions=("Jokers Gang",),
        stigma=None,
        types=("Human",),
        value=20,
        base=30,
        limbs=limbs,
        equipment=tuple(gear),
    )


def use(category: Category, uses: UseLimits = UNLIMITED, **values: Any) -> Use:
    """Make a use of equipment in one category."""
    effects = {WeaponEffect(key): values.pop(key) for key in [*values] if key in set(WeaponEffect)}
    return Use(category=category, uses=uses, effects=effects, **values)


def item(name: str, *uses: Use) -> Equipment:
    """Make a piece of equipment."""
    return Equipment(name=name, uses=uses)


def helmet(points: int = 1) -> Equipment:
    """Make a helmet."""
    return item("Helmet", use(PR, protection={HEAD: points}))


def complete(points: int) -> Equipment:
    """Make an armour that protects every limb."""
    return item("Suit", use(PR, protection=dict.fromkeys(LimbName, points), complete=True))


class Ready:
    """Dice and answers given in advance."""

    def __init__(self, dice: str, answers: Mapping[str, Any]) -> None:
        self.throws = dice.split()
        self.answers = {
            rule: list(given) if isinstance(given, list) else [given] for rule, given in answers.items()
        }
        self.asked: list[Question[Any]] = []

    def answer(self, question: Question[Any]) -> Any:
        """Return the next throw, or the next answer to that rule; an optional question may have none."""
        self.asked.append(question)
        if isinstance(question, Roll):
            return self._throw(question)
        left = self.answers.get(question.rule)
        assert left or question.optional, f"{question.rule} asks, and nobody answers"
        return left.pop(0) if left else None

    def finish(self) -> None:
        """Assert that nothing is left over."""
        left = {rule: given for rule, given in self.answers.items() if given}
        assert not self.throws, f"left over: {self.throws}"
        assert not left, f"nobody asked: {left}"

    def _throw(self, roll: Roll) -> tuple[int, ...]:
        assert self.throws, f"{roll.rule} wants {roll.dice} dice, and none are left"
        throw = self.throws.pop(0)
        assert len(throw) == roll.dice, f"{roll.rule} wants {roll.dice} dice, not {throw}"
        return tuple(map(int, throw))


class Duel:
    """Yuri, Elenia, perhaps a friend of either, and the events among them."""

    def __init__(
        self,
        book: Rulebook,
        yuri: Fighter | None = None,
        elenia: Fighter | None = None,
        *,
        vladd: Fighter | None = None,
        yliss: Fighter | None = None,
        listeners: Iterable[Listener] = (),
        rulings: Mapping[str, Any] | None = None,
    ) -> None:
        cards = {YURI: yuri or fighter(), ELENIA: elenia or fighter(), VLADD: vladd, YLISS: yliss}
        fighters = {
            piece: FighterState(card, ap=book.actions.ap, on_field=True)
            for piece, card in cards.items()
            if card
        }
        self.match = create_match(book, State(fighters, field=BareField()), Setup(rulings=rulings or {}))
        self.match.add_listeners(listeners)
        self.asked: list[Question[Any]] = []

    def __getitem__(self, piece: Piece) -> FighterState:
        """The state of a fighter."""
        return self.match.state_of(piece)

    def play(self, procedure: Procedure[T], dice: str = "", answers: Mapping[str, Any] | None = None) -> T:
        """Run a procedure with dice and answers given in advance, all of which it must use."""
        ready, told = Ready(dice, answers or {}), len(self.match.log)
        try:
            result = drive(_noted(procedure), ready.answer)
        except IllegalAnswer as illegal:
            rule_report.note(illegal.refusal)
            raise
        finally:
            self.asked = ready.asked
            rule_report.note(self.match.log[told:])
        ready.finish()
        return result

    def attacks(self, act: Melee | Shot | Throw | Blast, dice: str = "", **answers: Any) -> None:
        """Make a legal attack; answers are named: reaction, shift, strike_back, order."""
        assert self.refusal(act) is None
        self.play(perform(self.match, act), dice, {_ASKS[name]: given for name, given in answers.items()})

    def strikes(self, dice: str, reaction: Reaction | None = PASSIVE, **answers: Any) -> None:
        """Make Yuri attack Elenia hand to hand; no reaction is given if she has no choice."""
        if reaction:
            answers["reaction"] = reaction
        self.attacks(Melee(fighter=YURI, target=ELENIA), dice, **answers)

    def shoots(self, dice: str, **facts: Any) -> None:
        """Make Yuri shoot at Elenia with the first piece of equipment."""
        shift = {"shift": facts.pop("shift")} if "shift" in facts else {}
        self.attacks(self.shot(**facts), dice, **shift)

    def shot(self, **facts: Any) -> Shot:
        """Yuri's shot at Elenia, with facts such as `obstacles` and `bystanders`."""
        weapon = self[YURI].card.equipment[0]
        return Shot(fighter=YURI, target=ELENIA, weapon=weapon, use=weapon.uses[0], **facts)

    def burst(self, *victims: Piece, category: int = 0) -> Throw | Blast:
        """Yuri's throw or blast with the first piece of equipment, in one of its categories."""
        weapon = self[YURI].card.equipment[0]
        kind, use = ATTACK_BY_CATEGORY[weapon.uses[category].category], weapon.uses[category]
        assert kind is not Shot
        return kind(fighter=YURI, weapon=weapon, use=use, victims=victims)

    def refusal(self, act: Act) -> Refusal | None:
        """The refusal of an act, or None."""
        refusal = why_not(self.match, act)
        rule_report.note(refusal)
        return refusal

    def events(self, kind: type[E]) -> list[E]:
        """The events of one kind, in order."""
        return [event for event in self.match.log if isinstance(event, kind)]

    def last(self, kind: type[E]) -> E:
        """The last event of one kind."""
        return self.events(kind)[-1]

    def rules_asked(self) -> list[str]:
        """The rules that asked in the last procedure, dice included."""
        return [question.rule for question in self.asked]


_ASKS = {
    "reaction": "melee.reaction",
    "shift": "roll.location-shift",
    "strike_back": "melee.response",
    "order": "simultaneous",
}


def _noted(procedure: Procedure[T]) -> Procedure[T]:
    """Note every question that passes, including those that the referee answers itself."""
    answer = None
    while True:
        try:
            question = procedure.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result
        rule_report.note(question)
        answer = yield question
