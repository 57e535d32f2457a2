"""A game file: bands, field, dice, a position and the moves.

Position and moves are checked here and stay plain data: what the names in them mean is looked up when the
game is put on the table. An expectation is a part of a position, in which fighters may stand at the top.
"""

from typing import Any

from edencli.files.grammar import (
    Either,
    Key,
    Keyed,
    ListOf,
    Number,
    OneOf,
    Text,
    Truth,
    ValueShape,
    Whole,
    may,
    must,
)
from edencli.files.shapes import BOOK, FACES, FILE, LENGTH, NAME, FileShape, files
from edencli.model.game import Game, Templates
from edencli.model.terms import (
    MOST_COUNTED,
    MOST_POINTS,
    MOST_ROUNDS_MORE,
    MOST_TOKENS,
    OPPOSITE,
    STEPS,
    Duration,
    LimbName,
    Marker,
    WeatherName,
)
from edencli.rulebooks.catalogue import options
from edencli.rulebooks.plain import LENDERS, OPTIONAL_CHAPTERS

FORMAT = 1
"""The version of the format; a file of an older one is upgraded here, or refused."""

_MOST_NAMES = 200
_TOLD_OF = """
    one other of target viewer by template victim at mover piece npf scenery how place
""".split()  # noqa: SIM905  # a list of words is read as words

# ── what is settled before the first move ────────────────────────────────────────────────────────────────


def _ruling(option: dict[str, Any]) -> Key:
    values = option["values"]
    shape = Truth() if isinstance(option["default"], bool) else OneOf(values)
    return may(shape, option["about"], default=option["default"])


_RULINGS = Keyed(
    {
        name: _ruling(option)
        for name, option in options().items()
        if "key" not in option  # the others are keys of the game itself
    }
)
_SIDE_LENGTH = Number(60, 120).told("A side of the field in centimetres.")


def _square(side: float) -> tuple[float, float]:
    return side, side


NO_FIELD = Text(4, r"^none$(?!\n)")
_FIELD = Keyed(
    {
        "measured": may(
            Truth(),
            "Whether places are measured on it; else the miniatures are the field, and players are asked.",
            default=True,
        ),
        "size": may(
            Either(Number(60, 120, make=_square), ListOf(_SIDE_LENGTH, least=2, most=2)),
            "The side of a square field in centimetres, or both sides.",
            default=60,
        ),
        "scenery": may(files(), "The scenery files, relative to this one."),
        "npfs": may(files(), "Cards files whose non-player fighters may be placed (chapter infestation)."),
    }
)


def _templates(*, blast: dict[str, float] | None = None, **parts: float) -> Templates:
    return Templates(**parts, **{f"blast_{key}": length for key, length in (blast or {}).items()})


_TEMPLATES = Keyed(
    {
        "explosion": may(LENGTH, "The radius of the explosion template in centimetres.", default=5),
        "blast": may(
            Keyed(
                {
                    "length": must(LENGTH, "Its length."),
                    "near": must(LENGTH, "The width of the end that touches the attacker's base."),
                    "far": must(LENGTH, "The width of the other end."),
                }
            ),
            "The blast template: a symmetric trapezoid, in centimetres.",
        ),
    },
    make=_templates,
)

# ── a position ───────────────────────────────────────────────────────────────────────────────────────────

_WORD = Text(80).named("key", "A name or a word.")
_SIDE = OneOf(("red", "blue")).named("side", "A player.")
_STEP = OneOf(STEPS).named("step", "A step of the preparation, of a round, or of the intendancy.")
_PLACE = ListOf(Number(0, 120).told("Centimetres."), least=2, most=2).named(
    "place", "A place on the field: centimetres from its left and from its lower edge."
)
_COUNT = Whole(0, MOST_COUNTED)
_CARDS = ListOf(_WORD.told("A card's name."), most=100, distinct=True)


def _by_name(shape: ValueShape, about: str) -> Keyed:
    """A mapping with names of the file's own as keys."""
    return Keyed({}, others=shape.told(about), most=_MOST_NAMES)


def _lost(limb: LimbName) -> Key:
    return may(Keyed({"lost": must(_COUNT, "CP lost.")}), f"The {limb}: the CP that it lost.")


_STANDING = Keyed(
    {
        "at": may(_PLACE, "Where the centre of his base stands; without it he is not on the field."),
        "on-field": may(Truth(), "Whether he is on a field that is not measured; without it, he is."),
        "ap": may(_COUNT, "His action points, 3 without it; none before the preparation has given them."),
        **{limb: _lost(limb) for limb in LimbName},
        "markers": may(
            Keyed({marker: may(_COUNT, f"Markers of {marker}.") for marker in Marker}),
            "His condition markers.",
        ),
        "uses": may(
            Keyed(
                {
                    "round": may(_by_name(_COUNT, "How often."), "In this round: {attack: 1}."),
                    "match": may(_by_name(_COUNT, "How often."), "In the match."),
                }
            ),
            "How often he has used what is limited.",
        ),
        "activated": may(Truth(), "Whether he was activated in this round."),
        "spent": may(
            Truth(), "Whether he had no AP left before he was activated, and so counts as activated."
        ),
        "gone": may(OneOf(("incapacitated", "removed")), "Why he left the field."),
        "raised": may(_WORD, "The scenery on whose raised place he stands (chapter territory)."),
        "hidden": may(_WORD, "The scenery in which he hides (chapter territory)."),
        "left-from": may(_PLACE, "Where he stood when he left the field; some cards look at it."),
    }
).named("standing", "What has become of a fighter.")
_PLAYER = Keyed(
    {
        "sp": may(Whole(0, MOST_POINTS), "Strategy points."),
        "vp": may(Whole(0, MOST_POINTS), "Victory points."),
        "leader": may(_WORD, "His leader: red NAME or blue NAME."),
        "leader-lost": may(_COUNT, "The round in which his leader was incapacitated."),
        "mission": may(_WORD, "His mission."),
        "half": may(OneOf(OPPOSITE), "His half of the field."),
        "hand": may(_CARDS, "His tactical hand."),
        "played": may(_CARDS, "Tactical cards that he has played."),
        "in-force": may(_CARDS, "Tactical cards whose effect lasts."),
    }
).named("player", "What a player has.")
_PLAYERS = {"red": may(_PLAYER, "The red player."), "blue": may(_PLAYER, "The blue player.")}
_LYING = {
    "at": may(_PLACE, "Where its origin lies; wanted on a field that is measured."),
    "turn": may(Number(-360, 360), "How far it is turned about its origin, in degrees, counterclockwise."),
    "attacks": may(_COUNT, "How many attacks it suffered (chapter territory)."),
    "burn": may(_COUNT, "How many burn markers it bears (chapter territory)."),
    "destroyed": may(Truth(), "Whether it was destroyed (chapter territory)."),
}
_TOKEN = Keyed(
    {
        "name": must(_WORD, "Its name."),
        "at": may(_PLACE, "Where its centre lies; wanted on a field that is measured."),
        "radius": may(Number(0, 120, above=True), "Its radius in centimetres, 1 without it."),
        "area": may(Truth(), "Whether it is an area, in which fighters may stand."),
        "bearer": may(_WORD, "The fighter who carries it."),
        "card": may(_WORD, "The card that laid it, and works as long as it is there."),
        "side": may(_SIDE, "Whose card that is."),
        "user": may(_WORD, "The fighter whose ability that is."),
        "until": may(OneOf(Duration), "When it is taken away; without this key, never."),
    }
)
_BEGUN = Keyed(
    {
        "card": must(_WORD, "The ability, the tactical card or the mission."),
        "side": may(_SIDE, "Whose card it is; without this key, nobody's."),
        "user": may(_WORD, "The fighter whose ability it is."),
        "n": may(_COUNT, "Which lasting effect of the card it is, counted from 0."),
        "target": may(_WORD, "Upon whom it was begun."),
        "until": must(OneOf(Duration), "When it ends."),
    }
)
MOST_DEEDS = 5_000  # more than happens in a match
_DEED = Keyed(
    {
        "event": must(_WORD, "The event, by its name in the vocabulary of effects."),
        "round": may(Whole(0, 99), "In which round; without this key, before the first."),
        "doer": may(_WORD, "Who did it."),
        "sufferer": may(_WORD, "Whom it befell."),
        "how": may(_WORD, "In which way, as the event says."),
        "hurt": may(Truth(), "Whether it cost CP."),
    }
)
_SEEN = Keyed(
    {
        "fact": must(_WORD, "The kind of fact."),
        **{part: may(_WORD, "Of whom or what it was told, or compared with whom.") for part in _TOLD_OF},
        "far": may(Number(0, 200), "The length in centimetres that there was to be measured."),
        "side": may(_SIDE, "Whose part of the field it is."),
        "told": must(
            Either(Either(Truth(), Whole(-1, 200)), _WORD),
            "Whether it is so; past how many obstacles he is seen, -1 when he is not; how far, or where.",
        ),
    }
)
_POSITION = {
    "step": may(_STEP, "The step that runs next. Without it, a round begins."),
    "round": may(Whole(1, 99), "The number of the round, 1 without it."),
    "rounds-more": may(
        Whole(-MOST_ROUNDS_MORE, MOST_ROUNDS_MORE),
        "How many rounds more than by the rulebook; below 0, how many fewer.",
    ),
    "first": may(_SIDE, "Who is first player, red without it."),
    "passes": may(Whole(0, 2), "How many passes came in a row just before."),
    "last-activator": may(_SIDE, "Whose fighter was activated last in this round."),
    "ended": may(_WORD, "The rule by which the match is over."),
    "players": may(Keyed(_PLAYERS), "What each player has."),
    "fighters": may(
        _by_name(_STANDING, "A fighter."),
        "What has become of each fighter, by name (red NAME or blue NAME where both sides have one): "
        "{Yuri: {at: [12.5, 30]}}.",
    ),
    "scenery": may(
        _by_name(Keyed(_LYING), "A piece of scenery."),
        "Where each piece of scenery stands, by name, and how it is turned, in degrees: "
        "{Old oak: {at: [30, 30], turn: 45}}.",
    ),
    "markers": may(
        ListOf(_TOKEN.told("A marker."), most=MOST_TOKENS),
        "The markers on the field: [{name: Idol, at: [10, 10]}].",
    ),
    "effects": may(
        ListOf(_BEGUN.told("A lasting effect."), most=MOST_TOKENS),
        "What cards began that lasts: [{side: red, card: Hex, user: red Yuri, until: round}].",
    ),
    "happened": may(
        ListOf(_DEED.told("What happened."), most=MOST_DEEDS),
        "What has happened that cards of the match look back at: "
        "[{event: left, round: 1, sufferer: red Yuri}].",
    ),
    "seen": may(
        ListOf(_SEEN.told("Something that was told."), most=MOST_DEEDS),
        "What was told of a field that is not measured: "
        "[{fact: touching, one: Yuri, other: Elenia, told: true}].",
    ),
    "weather": may(
        ListOf(OneOf(WeatherName).told("A weather condition."), most=3, distinct=True),
        "The weather of the match, where its chapter is played: [mist, fog].",
    ),
}

# ── moves ────────────────────────────────────────────────────────────────────────────────────────────────

_MOVE = Text(2_000)
_EXPECTED_LYING = Keyed(_LYING)
_EXPECTED_SCENERY = may(
    _by_name(_EXPECTED_LYING, "A piece of scenery."),
    "Where each piece of scenery stands, by name, and what befell it: {Old oak: {destroyed: true}}.",
)
_EXPECTATION = Keyed(
    {**_POSITION, **_PLAYERS, "scenery": _EXPECTED_SCENERY},
    others=_STANDING.told("A fighter, by name."),
    least=1,
    most=_MOST_NAMES,
)
_LINE = Keyed(
    {
        "dice": may(
            Either(
                ListOf(Whole(1, 6).told("A face."), least=1, most=999),
                FACES,
                Whole(1, 6),
            ),
            "Dice that rolls draw from, in the order in which the rulebook throws them: 4 5 1 or [4, 5, 1].",
        ),
        "expect": may(
            _EXPECTATION,
            "A part of the position as it must be here; fighters may stand at its top, by name.",
        ),
        "refuse": may(
            Keyed({"move": must(_MOVE, "The move."), "by": must(_WORD, "The rule's id.")}),
            "A move that must be refused here, and the rule that refuses it.",
        ),
        "by agreement": may(
            _MOVE, "What both players agree happens, because a card says so: Yuri loses 1 AP."
        ),
        "note": may(Text(1000), "Something to say to the reader."),
    },
    least=1,
    most=1,
)

# ── the file ─────────────────────────────────────────────────────────────────────────────────────────────


def _game(
    *, field: dict[str, Any] | str | None = None, dice: dict[str, Any] | None = None, **parts: Any
) -> Game:
    told = {"measured": False} if isinstance(field, str) else field or {}
    return Game(**told, **(dice or {}), **parts)


SHAPE = FileShape(
    "game",
    "A game of Eden",
    "Two bands, a field, a source of dice, and the moves in order.",
    {
        "format": may(
            Whole(FORMAT, FORMAT),
            "The format in which this file is written.",
            default=FORMAT,
        ),
        "name": must(NAME, "The game's name."),
        "rulebook": may(BOOK, "The rulebook that is played. It wins over the one named on the command line."),
        "optional": may(
            OneOf(LENDERS),
            "The rulebook from which the optional chapters are borrowed. Without it, the one that is played; "
            "the German book has none.",
        ),
        "chapters": may(
            ListOf(
                OneOf(OPTIONAL_CHAPTERS).told(
                    "An optional chapter: scenery with keywords and prices, non-player fighters, or weather."
                ),
                distinct=True,
            ),
            "The optional chapters in play.",
        ),
        "rulings": may(
            _RULINGS, "Where no book answers and this table plays it otherwise than the referee would."
        ),
        "field": may(
            Either(NO_FIELD, _FIELD),
            "The field and the scenery that may stand on it; none where real miniatures are the field.",
        ),
        "red": must(FILE, "The red band's file, relative to this one."),
        "blue": must(FILE, "The blue band's file, relative to this one."),
        "dice": may(
            Keyed(
                {
                    "seed": must(Whole(0, 2**53 - 1), "The same seed gives the same dice."),
                    "drawn": may(Whole(0, 1_000_000), "How many of them were thrown before."),
                }
            ),
            "Where the dice come from when the moves do not say. Without it, and without --seed, the moves "
            "give them all.",
        ),
        "templates": may(_TEMPLATES, "The templates that lie on this table. No rulebook gives their sizes."),
        "position": may(
            Keyed(_POSITION),
            "Where the game begins, in place of the preparation. What is left out has its default: a fighter "
            "nothing happened to, a player without points.",
        ),
        "moves": may(
            ListOf(
                Either(_MOVE, _LINE).told(
                    "A move as a person types it, or one of dice, expect, refuse, note."
                ),
                most=10_000,
            ),
            "The answers in order, one a line, in the words a person types at the prompt.",
        ),
        "unfinished": may(
            Truth(),
            "Whether the moves stop in the middle of something, which then stays as it is: nothing optional "
            "is declined at their end, and dice may be wanting.",
        ),
    },
    make=_game,
)
