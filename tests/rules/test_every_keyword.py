"""Every keyword of scenery with everything that moves, places, aims, harms or scores (chapter on territory).

A row of a table is something that is done to, at, or past an element with that keyword alone, or, in the
second table, with Occupation besides. What is expected was read from the pages of the books, and where they
are silent from the rulings. Of a keyword that a book lacks what the first column says is expected.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

import pytest
from duels import BLAST, ELENIA, PR, PROJECTILE, SHOOTING, TECH, TORSO, YURI, fighter, item, use
from effects.carded import Played, ability, begun
from matches import At, Game, among, prepare

from edencli.match.events import SceneryHit
from edencli.match.pieces import Piece
from edencli.match.questions import Roll
from edencli.match.state import Gone, SceneryState
from edencli.match.table_events import ChargeFailed, Moved, VpScored
from edencli.model.scenery import Keyword, Outline, Scenery
from edencli.model.terms import Marker
from edencli.rulebooks.values import Rulebook, rulebook
from edencli.rules.acts import UseAbility
from edencli.rules.agreement import why_not_stand
from edencli.rules.position import check_footing
from edencli.rules.sight import view_of

COLUMNS: Mapping[str, dict[Keyword, int | None]] = {
    "---": {},
    "cor": {Keyword.CORROSION: None},
    "des": {Keyword.DESTRUCTION: 3},
    "hid": {Keyword.HIDING: 1},
    "ele": {Keyword.ELEVATION: None},
    "cli": {Keyword.ELEVATION: None, Keyword.CLIMBING: 4},
    "cro": {Keyword.CROSSING: None},
    "imp": {Keyword.IMPENETRABLE: None},
    "fla": {Keyword.FLAMMABLE: None},
    "obs": {Keyword.OBSTACLE: 2},
    "obt": {Keyword.OBSTRUCTION: 2},
    "occ": {Keyword.OCCUPATION: None},
    "swi": {Keyword.SWIMMING: 4},
    "hos": {Keyword.HOSTILE_PRESENCE: 2},
    "jum": {Keyword.JUMP: 4},
    "vap": {Keyword.MEPHITIC_VAPOURS: 2},
}

# x refused by the rule of the row    . done, and nothing else    < turned back to the side he came from
# | stopped at the edge    u above    h hidden    a hit    2 past two obstacles    c cut
# w wounded    p poisoned    b burning    k out of action, and nobody scores
# W wounded in French and Portuguese    V wounded in English and Italian
# i refused because it only burns (territory.flammable-attack)
ALONE = """
                                             --- cor des hid ele cli cro imp fla obs obt occ swi hos jum vap
walks across        territory.default        x   x   x   x   x   x   .   x   x   x   x   .   x   x   x   x
walks into          territory.default        x   x   x   x   x   x   <   x   x   x   x   .   x   x   x   x
walks up to         territory.default        .   w   .   .   .   .   .   .   .   .   .   .   .   W   .   p
walks up to fire    territory.default        .   w   .   .   .   .   .   .   b   .   .   .   .   W   .   p
charges across      territory.default        x   x   x   x   x   x   .   x   x   x   x   .   x   x   x   x
charges into        territory.default        x   x   x   x   x   x   <   x   x   x   x   .   x   x   x   x
climbs              territory.climbing       x   x   x   x   x   u   x   x   x   x   x   x   x   x   x   x
jumps               territory.jump           x   x   x   x   x   x   x   x   x   x   x   x   x   x   .   x
swims               territory.swimming       x   x   x   x   x   x   x   x   x   x   x   x   .   x   x   x
hides               territory.hiding         x   x   x   h   x   x   x   x   x   x   x   x   x   x   x   x
is put there        move.base                x   x   x   x   x   x   x   x   x   x   x   .   x   x   x   x
is deployed there   setup.7-deploy           x   x   x   x   x   x   x   x   x   x   x   .   x   x   x   x
is written there    game-position-overlap    x   x   x   x   x   x   x   x   x   x   x   .   x   x   x   x
is written above    game-position-footing    x   x   x   x   .   .   x   x   x   x   x   x   x   x   x   x
is pushed into      -                        |   |   |   |   |   |   |   |   |   |   |   .   |   |   |   |
is pushed across    -                        |   |   |   |   |   |   .   |   |   |   |   .   |   |   |   |
NPF placed there    infestation.place        x   x   x   x   x   x   x   x   x   x   x   .   x   x   x   x
NPF prowls into     territory.default        x   x   x   x   x   x   <   x   x   x   x   .   x   x   x   x
NPF charges across  infestation.prowl        x   x   x   x   x   x   .   x   x   x   x   .   x   x   x   x
NPF begins at       -                        .   .   .   .   .   .   .   .   .   .   .   .   .   w   .   p
NPF dies at         -                        .   .   .   .   .   .   .   .   .   .   .   .   .   k   .   .
begins at           -                        .   w   .   .   .   .   .   .   .   .   .   .   .   w   .   p
begins at fire      -                        .   w   .   .   .   .   .   .   b   .   .   .   .   w   .   p
ends at             -                        .   .   .   .   .   .   .   .   .   .   .   .   .   V   .   .
is seen past        -                        .   .   .   .   .   .   .   c   .   2   .   .   .   .   .   .
shoots past         sight.cut                .   .   .   .   .   .   .   x   .   .   .   .   .   .   .   .
throws past         throw.sight              .   .   .   .   .   .   .   x   .   .   .   .   .   .   .   .
blasts past         -                        .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
strikes it          territory.destruction    x   x   a   x   x   x   x   x   i   x   x   x   x   x   x   x
shoots it           territory.destruction    x   x   a   x   x   x   x   x   i   x   x   x   x   x   x   x
sets fire to it     territory.destruction    x   x   a   x   x   x   x   x   b   x   x   x   x   x   x   x
throws fire at it   throw.sight              .   .   a   .   .   .   .   x   b   .   .   .   .   .   .   .
"""
OPEN = """
                                             --- cor des hid ele cli cro imp fla obs obt occ swi hos jum vap
walks across        territory.obstruction    .   .   .   .   .   .   .   .   .   .   x   .   .   .   .   .
walks into          territory.obstruction    .   w   .   .   u   .   .   .   .   .   .   .   .   W   .   p
walks into fire     territory.default        .   w   .   .   u   .   .   .   x   .   .   .   .   W   .   p
is put there        -                        .   .   .   .   u   .   .   .   .   .   .   .   .   .   .   .
is pushed into      -                        .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
begins in           -                        .   w   .   .   .   .   .   .   .   .   .   .   .   w   .   p
walks out           territory.obstruction    .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
catches fire        -                        .   .   .   .   .   .   .   .   w   .   .   .   .   .   .   .
"""
SYMBOLS = {"W": ("fr pt", "w"), "V": ("en it", "w")}
NOTHING = "."
Places = dict[Piece, At]
AWAY: At = (55, 55)
RAT = fighter().with_changes(name="Rat", level=1, value=None)
THE_RAT = Piece(None, "Rat")
SUIT = item("Power suit", use(PR, protection={TORSO: 2}), use(TECH))
BOW = item("Bow", use(SHOOTING, range=30, strength=3))
FIRE_BOW = item("Fire bow", use(SHOOTING, range=30, strength=3, burn=2))
FLASK = item("Flask", use(PROJECTILE, range=30, burn=1))
TORCH = item("Torch", use(BLAST, burn=1))
ARMED = fighter(gear=[SUIT, BOW, FIRE_BOW, FLASK, TORCH])


class Scene(NamedTuple):
    """An element with some keywords, in a book."""

    book: Rulebook
    keywords: Mapping[Keyword, int | None]

    def game(
        self, yuri: At, elenia: At = AWAY, *, radius: float = 2, fire: bool = False, **given: Any
    ) -> Game:
        """Stand where Yuri is activated, the element at 30, 30, and what it does as he begins is done."""
        outline = given.pop("outline", Outline(radius=radius))
        it = Scenery(name="It", outline=outline, keywords=self.keywords)
        lying = SceneryState((30_000, 30_000), burn=int(fire and Keyword.FLAMMABLE in self.keywords))
        places: Places = {YURI: yuri, ELENIA: elenia, **given.pop("others", {})}
        cards = {YURI: ARMED, **given.pop("cards", {})}
        before = {"the match": {"scenery": {"It": lying}}}
        return throw(among(self.book, places, it, cards=cards, before=before, **given))

    def roams(self, rat: At, elenia: At = AWAY, card: Any = RAT, **given: Any) -> Game:
        """Stand where a rat is activated in the intendancy."""
        it = Scenery(name="It", outline=given.pop("outline", Outline(radius=2)), keywords=self.keywords)
        return throw(
            Game(
                self.book,
                {THE_RAT: rat, ELENIA: elenia, YURI: (5, 5)},
                step="intendancy.2",
                chapters=("territory", "infestation"),
                cards={THE_RAT: card},
                scenery=[it],
                lying={"It": (30, 30)},
            )
        )


def throw(game: Game) -> Game:
    """Throw sixes for all that is rolled now."""
    while isinstance(game.question, Roll) and game.question.rule != "first-player.tie":
        game.play("6" * game.question.dice)
    return game


def harm(game: Game, piece: Piece = YURI) -> tuple[int, int, int]:
    """The CP that a fighter has lost, and his markers of poison and burn."""
    fighter_state = game[piece]
    markers = fighter_state.markers
    return sum(fighter_state.lost.values()), markers.get(Marker.POISON, 0), markers.get(Marker.BURN, 0)


def harmed(game: Game, before: tuple[int, int, int] = (0, 0, 0), piece: Piece = YURI) -> str:
    """How a fighter was harmed since then."""
    return "".join(letter for letter, a, b in zip("wpb", before, harm(game, piece), strict=True) if b > a)


def does(game: Game, line: str) -> str:
    """The rule that refuses a line, or nothing once it is done."""
    if refused := game.objection(line):
        return refused[0]
    throw(game.play(line))
    return ""


def moves(scene: Scene, start: At, line: str, *, fire: bool = False, elenia: At = AWAY) -> str:
    """A movement of Yuri, and what came of it."""
    game = scene.game(start, elenia, fire=fire)
    before = harm(game)
    if rule := does(game, f"Yuri {line}"):
        return rule
    if game.last(Moved).rule == "territory.crossing":
        assert bool(game.events(ChargeFailed)) == line.startswith("charges")
        return "<"
    return "u" if game[YURI].raised else harmed(game, before) or NOTHING


def scrambles(scene: Scene, line: str) -> str:
    """What is done in contact with the element."""
    game = scene.game((26.5, 30))
    if rule := does(game, f"Yuri {line}"):
        return rule
    return "u" if game[YURI].raised else "h" if game[YURI].hidden else NOTHING


def is_put(scene: Scene) -> str:
    game = scene.game((20, 30))
    if refusal := why_not_stand(game.match, YURI, (30_000, 30_000)):
        return refusal.rule
    throw(game.play("by agreement: Yuri is placed at 30, 30"))
    return "u" if game[YURI].raised else harmed(game) or NOTHING


def is_deployed(scene: Scene) -> str:
    it = Scenery(name="It", outline=Outline(radius=2), keywords=scene.keywords)
    given: dict[str, Any] = {"scenery": [it], "lying": {"It": (20, 5)}, "chapters": ("territory",)}
    game = prepare(scene.book, (YURI, ELENIA), "setup.7-deploy", **given).play("red takes the south half")
    return does(game, "red deploys Yuri at 20, 5") or NOTHING


def is_npf_placed(scene: Scene) -> str:
    it = Scenery(name="It", outline=Outline(radius=2), keywords=scene.keywords)
    given: dict[str, Any] = {"scenery": [it], "lying": {"It": (20, 20)}, "npfs": [RAT]}
    chapters = ("territory", "infestation")
    game = prepare(scene.book, (YURI, ELENIA), "setup.6-scenery", chapters=chapters, **given)
    game.play("the infestation is of level 1")
    return does(game, "red places Rat at 20, 20") or NOTHING


def is_written(scene: Scene, **yuri: str) -> str:
    game = scene.game((20, 30))
    cards = {piece: game[piece].card for piece in (YURI, ELENIA)}
    fighters = {"Yuri": {"at": [30, 30], **yuri}, "Elenia": {"at": [55, 55]}}
    position = {"step": "activation", "fighters": fighters, "scenery": {"It": {"at": [30, 30]}}}
    found = [one.rule for one in check_footing(position, game.match.setup, cards, scene.book)]
    return found[0] if found else NOTHING


def is_pushed(scene: Scene, n: int) -> str:
    push = ability(
        f"- {{effect: now, do: [{{op: push, who: {{side: enemies, touching: user}}, n: {n}}}]}}",
        kind="action",
    )
    it = Scenery(name="It", outline=Outline(radius=2), keywords=scene.keywords)
    about: dict[str, Any] = {"chapters": ("territory",), "scenery": [(it, (28, 20))]}
    match = begun({YURI: [push]}, book=scene.book.key, profiles={ELENIA: ARMED}, **about)
    Played(match, [("activation.designate", YURI), ("action.cost", UseAbility(fighter=YURI, ability=push))])
    pushed = match.state_of(ELENIA)
    return {24_500: "|", 23_000 + n * 1000: NOTHING}[(pushed.place or (0, 0))[0]]


def prowls(scene: Scene) -> str:
    game = scene.roams((25.5, 30))
    if rule := does(game, "Rat prowls to 30, 30"):
        return rule
    return "<" if game.last(Moved).rule == "territory.crossing" else NOTHING


def npf_charges(scene: Scene) -> str:
    wall = Outline(corners=((-0.5, -30), (0.5, -30), (0.5, 30), (-0.5, 30)))
    game = scene.roams((27, 30), (36, 30), outline=wall)
    return game.question.rule if not game.events(Moved) else NOTHING


def npf_begins(scene: Scene) -> str:
    return harmed(scene.roams((26.5, 30)), piece=THE_RAT) or NOTHING


def npf_dies(scene: Scene) -> str:
    thin = RAT.with_changes(
        limbs={name: one.with_changes(white_cp=1, red_cp=0) for name, one in RAT.limbs.items()}
    )
    game = scene.roams((26.5, 30), card=thin)
    assert not game.events(VpScored)
    return "k" if game[THE_RAT].gone is Gone.INCAPACITATED else NOTHING


def begins(scene: Scene, at: At = (26.5, 30), *, fire: bool = False) -> str:
    return harmed(scene.game(at, fire=fire)) or NOTHING


def ends(scene: Scene) -> str:
    game = scene.game((20, 30))
    throw(game.play("Yuri moves to 26.5, 30"))
    before = harm(game)
    throw(game.play("Yuri is done"))
    return harmed(game, before) or NOTHING


def is_seen(scene: Scene) -> str:
    view = view_of(scene.game((20, 30), (40, 30), radius=4).match, YURI, ELENIA)
    return str(view.obstacles or NOTHING) if view.visible else "c"


def aims_past(scene: Scene, line: str) -> str:
    other = Piece(ELENIA.side, "Yliss")
    return does(scene.game((20, 30), (38, 30), radius=4, others={other: (20, 55)}), line) or NOTHING


def blasts(scene: Scene) -> str:
    game = scene.game((27.5, 30), (34, 30), radius=1)
    rule = does(game, "Yuri blasts with Torch at 34, 30")
    return rule or (NOTHING if game[ELENIA].markers else "missed")


def attacks(scene: Scene, at: At, line: str) -> str:
    """An attack that is aimed at the element."""
    game = scene.game(at)
    if rule := does(game, line):
        return rule
    return "b" if game.state.scenery["It"].burn else "a" if game.events(SceneryHit) else NOTHING


def catches_fire(scene: Scene) -> str:
    game = scene.game((32, 30), radius=4)
    before = harm(game)
    does(game, "Yuri throws Flask at 28, 30")
    return harmed(game, before).replace("b", "").replace("p", "") or NOTHING


ROWS: Mapping[str, Callable[[Scene], str]] = {
    "walks across": partial(moves, start=(25.5, 30), line="moves to 34.5, 30"),
    "walks into": partial(moves, start=(25.5, 30), line="moves to 30, 30"),
    "walks into fire": partial(moves, start=(25.5, 30), line="moves to 30, 30", fire=True),
    "walks up to": partial(moves, start=(20, 30), line="moves to 26.5, 30"),
    "walks up to fire": partial(moves, start=(20, 30), line="moves to 26.5, 30", fire=True),
    "walks out": partial(moves, start=(30, 30), line="moves to 34.5, 30"),
    "charges across": partial(
        moves, start=(25.5, 30), line="charges Elenia via 30, 30 to 34.5, 30", elenia=(37.5, 30)
    ),
    "charges into": partial(moves, start=(25.5, 30), line="charges Elenia to 30.5, 30", elenia=(33.5, 30)),
    "climbs": partial(scrambles, line="climbs It"),
    "jumps": partial(scrambles, line="jumps It to 33.5, 30"),
    "swims": partial(scrambles, line="swims It to 33.5, 30"),
    "hides": partial(scrambles, line="hides in It"),
    "is put there": is_put,
    "is deployed there": is_deployed,
    "is written there": is_written,
    "is written above": partial(is_written, raised="It"),
    "is pushed into": partial(is_pushed, n=5),
    "is pushed across": partial(is_pushed, n=10),
    "NPF placed there": is_npf_placed,
    "NPF prowls into": prowls,
    "NPF charges across": npf_charges,
    "NPF begins at": npf_begins,
    "NPF dies at": npf_dies,
    "begins at": begins,
    "begins at fire": partial(begins, fire=True),
    "begins in": partial(begins, at=(30, 30)),
    "ends at": ends,
    "is seen past": is_seen,
    "shoots past": partial(aims_past, line="Yuri shoots Elenia with Bow"),
    "throws past": partial(aims_past, line="Yuri throws Flask at 38, 30"),
    "blasts past": blasts,
    "strikes it": partial(attacks, at=(26.5, 30), line="Yuri attacks It"),
    "shoots it": partial(attacks, at=(20, 30), line="Yuri shoots It with Bow"),
    "sets fire to it": partial(attacks, at=(20, 30), line="Yuri shoots It with Fire bow"),
    "throws fire at it": partial(attacks, at=(20, 30), line="Yuri throws Flask at 30, 30"),
    "catches fire": catches_fire,
}


def cells(table: str) -> list[tuple[str, str, list[str]]]:
    """The rows of a table: what is done, the rule that refuses it, and a symbol for each column."""
    rows = [line.split("  ") for line in table.strip("\n").splitlines()[1:]]
    parts = [[part.strip() for part in row if part.strip()] for row in rows]
    return [(what, rule, symbols) for what, rule, *symbols in parts]


CASES = [(False, *row) for row in cells(ALONE)] + [(True, *row) for row in cells(OPEN)]


def test_every_keyword_has_a_column() -> None:
    assert {keyword for keywords in COLUMNS.values() for keyword in keywords} == set(Keyword)


@pytest.mark.parametrize("key", ["en", "fr", "it", "pt"])
@pytest.mark.parametrize(
    ("is_open", "what", "rule", "symbols"), CASES, ids=[f"{what}{', open' * one}" for one, what, *_ in CASES]
)
def test_a_keyword_does_what_its_book_says_and_nothing_else(
    *, is_open: bool, what: str, rule: str, symbols: list[str], key: str
) -> None:
    book = rulebook(key)
    known = set(book.territory.keywords)  # type: ignore[union-attr]
    expected, found = {}, {}
    for (column, keywords), symbol in zip(COLUMNS.items(), symbols, strict=True):
        books, then = SYMBOLS.get(symbol, (key, symbol))
        has_it = keywords.keys() <= known
        expected[column] = (then if key in books else NOTHING) if has_it else symbols[0]
        open_too = {Keyword.OCCUPATION: None} if is_open else {}
        outcome = ROWS[what](Scene(book, {**keywords, **open_too}))
        found[column] = {rule: "x", "territory.flammable-attack": "i"}.get(outcome, outcome)

    assert {one: (symbol, expected[one]) for one, symbol in found.items() if symbol != expected[one]} == {}
