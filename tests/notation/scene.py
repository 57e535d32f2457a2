"""A match small enough to name everything in it: two bands, two cards each, an oak and a well.

Both sides have a Yuri, names have accents and spaces, one begins with a side, one ends with a number.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from duels import BLAST, PROJECTILE, SHOOTING, fighter, item, use

from edencli.match.match import Match, Setup
from edencli.match.pieces import Piece, Side
from edencli.match.state import FighterState, State
from edencli.model.fighter import Ability, Cost, Fighter
from edencli.model.game import Band, Mission, Symbol, Tactic
from edencli.model.scenery import ElementName, Outline, Scenery, Size
from edencli.model.terms import AbilityKind, Deployment, Marker, MissionKind, SightBlocking
from edencli.notation.names import MatchNames, setup_names
from edencli.rulebooks.values import rulebook
from edencli.rules.questions import ActQuestion
from edencli.rules.registry import CHAPTERS, create_match
from edencli.rules.steps import FIRST_STEP

RED, BLUE = Side.RED, Side.BLUE
YURI, VLADD, MIRKA = Piece(RED, "Yuri"), Piece(RED, "Vlädd"), Piece(RED, "Mirka Rag-Doll")
ELENIA, HIS_TWIN, ULRIKA = Piece(BLUE, "Elenia"), Piece(BLUE, "Yuri"), Piece(BLUE, "Ûlrika of the Hollow")
RAT = Piece(None, "Rat 2")

KNIVES = item("Throwing knives", use(SHOOTING, range=10, strength=3))
COCKTAIL = item("Molotov cocktail", use(PROJECTILE, range=10, burn=2, explosive=2))
FLAMER = item("Flamer", use(BLAST, burn=1))
PISTOL = item("Pistol", use(SHOOTING, range=20, strength=2), use(PROJECTILE, range=5))
ROAR = Ability(name="Battle roar", kind=AbilityKind.ACTION, cost=Cost(ap=1), text="He roars.")


def card(name: str, *gear: object, psi: int = 2, spd: int = 3) -> Fighter:
    """Make a fighter with this name."""
    made = fighter(psi=psi, cbt=4, vig=3, spd=spd, gear=gear)  # type: ignore[arg-type]
    return made.with_changes(name=name, abilities=(ROAR,))


def mission(name: str, kind: MissionKind = MissionKind.SECRET) -> Mission:
    """Make a mission with this name."""
    return Mission(name=name, kind=kind, deployment=Deployment.CONFRONTATION, objectives=())


def tactic(name: str, cancellation: int | None = 1) -> Tactic:
    """Make a tactical card with this name."""
    return Tactic(name=name, tactical=True, first_round=False, cancellation=cancellation, text="")


def band(name: str, fighters: Iterable[Fighter], missions: Iterable[str], tactics: Iterable[str]) -> Band:
    """Make a band."""
    return Band(
        name=name,
        rulebook=None,
        symbol=Symbol(faction="Jokers Gang"),
        budget=None,
        fighters=tuple(fighters),
        missions=tuple(map(mission, missions)),
        tactics=tuple(map(tactic, tactics)),
    )


BANDS: Mapping[Side, Band] = {
    RED: band(
        "The Rust Gang",
        (
            card("Yuri", KNIVES, COCKTAIL, FLAMER),
            card("Vlädd", PISTOL, spd=5),
            card("Mirka Rag-Doll", KNIVES, PISTOL, psi=4),
        ),
        ("Let it burn", "Live to tell"),
        ("Second wind", "Smoke pots", "Duck", "Borrowed luck"),
    ),
    BLUE: band(
        "Seven Springs",
        (card("Elenia", KNIVES, spd=4), card("Yuri"), card("Ûlrika of the Hollow", PISTOL, FLAMER)),
        ("Quiet passage", "Let it burn", "Ambush at dawn"),
        ("Bad water", "Duck", "Früh und spät"),
    ),
}


def _scenery(name: str, size: float, **values: object) -> Scenery:
    sold: dict[str, Any] = {"element": ElementName.TREE, "size": Size.SMALL}
    return Scenery(name=name, outline=Outline(radius=size), sight=SightBlocking.BLOCK, **sold, **values)  # type: ignore[arg-type]


SETUP = Setup(
    bands=BANDS,
    scenery={
        piece.name: piece
        for piece in (
            _scenery("Old oak", 2, crossable=True, slow=True),
            _scenery("Well", 1.5),
            _scenery("Crate 7", 1),
            _scenery("Crate 8", 1),
        )
    },
    npfs={"Wild dog": card("Wild dog").with_changes(level=2, value=None)},
)
FIGHTERS = {Piece(side, one.name): one for side in Side for one in BANDS[side].fighters}
FIGHTERS[RAT] = card("Rat 2")
NAMES: MatchNames = setup_names(FIGHTERS, SETUP)

PLACES = {
    YURI: (10_000, 10_000),
    VLADD: (10_000, 20_000),
    MIRKA: (30_000, 30_000),
    ELENIA: (20_000, 10_000),
    HIS_TWIN: (40_000, 40_000),
    ULRIKA: (33_000, 30_000),
    RAT: (50_000, 50_000),
}


def match(
    *, book: str = "en", at: str = "activation", placed: bool = True, chapters: tuple[str, ...] = ()
) -> Match:
    """Begin a match at a step, with every fighter in place."""
    fighters = {
        piece: FighterState(one, ap=3, place=PLACES[piece] if placed else None)
        for piece, one in FIGHTERS.items()
        if placed or piece.side
    }
    state = State(fighters)
    state.step = at
    for side in Side:
        state.sides[side].sp = 10
        state.sides[side].leader = next(piece for piece in fighters if piece.side is side)
        if placed:
            state.sides[side].hand = tuple(tactic.name for tactic in BANDS[side].tactics)
    return create_match(rulebook(book), state, SETUP._replace(chapters=chapters))


def unbegun(book: str) -> Match:
    """A match before its first step, with the optional chapters of the book."""
    has = tuple(name for name in CHAPTERS if getattr(rulebook(book), name) is not None)
    return match(book=book, at=FIRST_STEP, placed=False, chapters=has)


def heated(book: str) -> Match:
    """A match in its second round in which every fighter burns, fears and rages, touching an enemy."""
    made = match(book=book, at="first-player")
    made.state.round = 2
    made.state.sides[RED].leader_lost = 1
    for number, one in enumerate(made.state.fighters.values()):
        one.put_on_field((10_000 + 3_000 * number, 10_000))
        one.markers = {Marker.BURN: 2, Marker.RAGE: 2} if number % 2 else {Marker.FEAR: 3}
    return made


def deed_of(made: Match, piece: Piece = YURI) -> ActQuestion[Any]:
    """The question that asks a fighter for an act."""
    return ActQuestion(
        asked=piece.side,
        fighter=piece,
        ap=made.state_of(piece).ap,
        objection=lambda _: None,
        optional=True,
        agreeable=True,
    )
