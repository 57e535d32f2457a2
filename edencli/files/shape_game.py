"""The shape of a game file: bands, field, dice, a position and the moves.

Position and moves are checked here and stay plain data: the names in them are resolved when the game is put
on the table. An expectation is a part of a position, with fighters allowed at its top level.
"""

from typing import Any

from edencli.files.grammar import (
    Boolean,
    Either,
    Key,
    KeyedMapping,
    ListOf,
    Number,
    OneOf,
    Text,
    ValueShape,
    WholeNumber,
    optional,
    required,
)
from edencli.files.shapes import BOOK, FACES, FILE, LENGTH, NAME, FileShape, file_list
from edencli.model.game import LONGEST_MOVE, GameFile, Templates
from edencli.model.stops import INTERRUPTS, MOST_CM, TOPICS
from edencli.model.terms import (
    MOST_COUNTED,
    MOST_DISCARDED,
    MOST_POINTS,
    MOST_ROUNDS_MORE,
    MOST_TOKENS,
    OPPOSITE_HALF,
    Duration,
    LimbName,
    Marker,
    WeatherName,
)
from edencli.rulebooks.catalogue import ruling_options
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rulebooks.raw_books import LENDING_BOOKS, OPTIONAL_CHAPTERS

GAME_FORMAT = 1
"""The version of the format; a file of an older version is refused, or must be upgraded here."""

_MOST_NAMES = 200
_FACT_PARTS = """
    one other of target viewer by template victim at mover piece npf scenery how place
""".split()  # noqa: SIM905  # a list of words is read as words

# ── settings before the first move ───────────────────────────────────────────────────────────────────


def _ruling(option: dict[str, Any]) -> Key:
    values = option["values"]
    shape = Boolean() if isinstance(option["default"], bool) else OneOf(values)
    return optional(shape, option["about"], default=option["default"])


_RULINGS = KeyedMapping(
    {
        name: _ruling(option)
        for name, option in ruling_options().items()
        if "key" not in option  # the others are keys of the game itself
    }
)
_SIDE_LENGTH = Number(60, 120).with_about("A side of the field in centimetres.")


def _square(side: float) -> tuple[float, float]:
    return side, side


NO_FIELD = Text(4, r"^none$(?!\n)")
_FIELD = KeyedMapping(
    {
        "measured": optional(
            Boolean(),
            "Whether places are measured on it; else the field is the players' table, and they are asked.",
            default=True,
        ),
        "size": optional(
            Either(Number(60, 120, make=_square), ListOf(_SIDE_LENGTH, least=2, most=2)),
            "The side of a square field in centimetres, or both sides.",
            default=60,
        ),
        "scenery": optional(file_list(), "The scenery files, relative to this one."),
        "npfs": optional(
            file_list(), "Cards files whose non-player fighters may be placed (chapter infestation)."
        ),
    }
)


def _templates(*, blast: dict[str, float] | None = None, **parts: float) -> Templates:
    return Templates(**parts, **{f"blast_{key}": length for key, length in (blast or {}).items()})


_TEMPLATES = KeyedMapping(
    {
        "explosion": optional(LENGTH, "The radius of the explosion template in centimetres.", default=5),
        "blast": optional(
            KeyedMapping(
                {
                    "length": required(LENGTH, "Its length."),
                    "near": required(LENGTH, "The width of the end that touches the attacker's base."),
                    "far": required(LENGTH, "The width of the other end."),
                }
            ),
            "The blast template: a symmetric trapezoid, in centimetres.",
        ),
    },
    make=_templates,
)

# ── a position ───────────────────────────────────────────────────────────────────────────────────────────

_WORD = Text(80).as_definition("key", "A name or a word.")
_SIDE = OneOf(("red", "blue")).as_definition("side", "A player.")
_STEP = OneOf(MATCH_STEPS).as_definition(
    "step", "A step of the preparation, of a round, or of the intendancy."
)
_PLACE = ListOf(Number(0, 120).with_about("Centimetres."), least=2, most=2).as_definition(
    "place", "A place on the field: centimetres from its left and from its lower edge."
)
_COUNT = WholeNumber(0, MOST_COUNTED)
_ROUND = WholeNumber(1, 99)
_CARDS = ListOf(_WORD.with_about("A card's name."), most=100, distinct=True)


def _by_name(shape: ValueShape, about: str) -> KeyedMapping:
    """A mapping whose keys are names in the file."""
    return KeyedMapping({}, others=shape.with_about(about), most=_MOST_NAMES)


def _lost(limb: LimbName) -> Key:
    return optional(KeyedMapping({"lost": required(_COUNT, "CP lost.")}), f"The {limb}: the CP that it lost.")


_STANDING = KeyedMapping(
    {
        "at": optional(_PLACE, "The place of its base's centre; without it the fighter is not on the field."),
        "on-field": optional(
            Boolean(), "Whether it is on the field, where that is not measured; true without it."
        ),
        "ap": optional(
            _COUNT, "Its action points, 3 without it; none before the preparation has given them."
        ),
        **{limb: _lost(limb) for limb in LimbName},
        "markers": optional(
            KeyedMapping({marker: optional(_COUNT, f"Markers of {marker}.") for marker in Marker}),
            "Its condition markers.",
        ),
        "counters": optional(_by_name(_COUNT, "How many."), "Its counters of cards, by name."),
        "discarded": optional(
            ListOf(_WORD, most=MOST_DISCARDED), "The equipment that a card made it discard, by name."
        ),
        "uses": optional(
            KeyedMapping(
                {
                    "round": optional(_by_name(_COUNT, "How often."), "In this round: {attack: 1}."),
                    "match": optional(_by_name(_COUNT, "How often."), "In the match."),
                }
            ),
            "How often it has used what is limited.",
        ),
        "activated": optional(Boolean(), "Whether it was activated in this round."),
        "spent": optional(
            Boolean(), "Whether it had no AP left before its activation, and so counts as activated."
        ),
        "gone": optional(OneOf(("incapacitated", "removed")), "Why it left the field."),
        "raised": optional(_WORD, "The scenery on whose raised place it stands (chapter territory)."),
        "hidden": optional(_WORD, "The scenery in which it hides (chapter territory)."),
        "left-from": optional(_PLACE, "Its place when it left the field; some cards look at it."),
    }
).as_definition("standing", "What has become of a fighter.")
_PLAYER = KeyedMapping(
    {
        "sp": optional(WholeNumber(0, MOST_POINTS), "Strategy points."),
        "vp": optional(WholeNumber(0, MOST_POINTS), "Victory points."),
        "leader": optional(_WORD, "The player's leader: red NAME or blue NAME."),
        "leader-lost": optional(_COUNT, "The round in which the leader was incapacitated."),
        "mission": optional(_WORD, "The player's mission."),
        "half": optional(OneOf(OPPOSITE_HALF), "The player's half of the field."),
        "hand": optional(_CARDS, "The player's tactical hand."),
        "played": optional(_CARDS, "Tactical cards that were played."),
        "discarded": optional(_CARDS, "Tactical cards that were discarded."),
        "in-force": optional(_CARDS, "Tactical cards whose effect lasts."),
    }
).as_definition("player", "What a player has.")
_PLAYERS = {"red": optional(_PLAYER, "The red player."), "blue": optional(_PLAYER, "The blue player.")}
_LYING = {
    "at": optional(_PLACE, "Where its origin lies; wanted on a field that is measured."),
    "turn": optional(
        Number(-360, 360), "How far it is turned about its origin, in degrees, counterclockwise."
    ),
    "attacks": optional(_COUNT, "How many attacks it suffered (chapter territory)."),
    "burn": optional(_COUNT, "How many burn markers it bears (chapter territory)."),
    "destroyed": optional(Boolean(), "Whether it was destroyed (chapter territory)."),
}
_TOKEN = KeyedMapping(
    {
        "name": required(_WORD, "Its name."),
        "at": optional(_PLACE, "Where its centre lies; wanted on a field that is measured."),
        "radius": optional(Number(0, 120, above=True), "Its radius in centimetres, 1 without it."),
        "area": optional(Boolean(), "Whether it is an area, in which fighters may stand."),
        "bearer": optional(_WORD, "The fighter that carries it."),
        "card": optional(_WORD, "The card that laid it, and works as long as it is there."),
        "side": optional(_SIDE, "Whose card that is."),
        "user": optional(_WORD, "The fighter whose ability that is."),
        "until": optional(OneOf(Duration), "When it is taken away; without this key, never."),
        "ends": optional(_ROUND, "The round with whose end it is taken away, where it outlasts one."),
    }
)
_BEGUN = KeyedMapping(
    {
        "card": required(_WORD, "The ability, the tactical card or the mission."),
        "side": optional(_SIDE, "Whose card it is; without this key, nobody's."),
        "user": optional(_WORD, "The fighter whose ability it is."),
        "n": optional(_COUNT, "Which lasting effect of the card it is, counted from 0."),
        "target": optional(_WORD, "The fighter on which it was begun."),
        "until": required(OneOf(Duration), "When it ends."),
        "times": optional(WholeNumber(1, 9), "How many times more it works."),
        "ends": optional(_ROUND, "The round with whose end it is over, where it outlasts one."),
        "doer": optional(_WORD, "The fighter whose act began it."),
        "sufferer": optional(_WORD, "The fighter to which it happened."),
        "amount": optional(_COUNT, "The number of what began it."),
        "face": optional(WholeNumber(1, 6), "The face of the die that began it."),
        "limb": optional(OneOf(LimbName), "The limb of what began it."),
        "scenery": optional(_WORD, "The scenery that was chosen for it."),
    }
)
_OF_A_CARD = {
    "card": required(_WORD, "The ability, the tactical card or the mission."),
    "side": optional(_SIDE, "Whose card it is; without this key, nobody's."),
    "user": optional(_WORD, "The fighter whose ability it is."),
}
_MEMORY = KeyedMapping(
    {
        **_OF_A_CARD,
        "fighter": required(_WORD, "The fighter that is remembered."),
        "secret": optional(Boolean(), "Whether only the card's player knows that."),
    }
)
_SET_APART = KeyedMapping(
    {
        **_OF_A_CARD,
        "n": optional(_COUNT, "Which operation of the card gave them, counted from 0."),
        "sp": required(WholeNumber(1, MOST_COUNTED), "How many are left."),
    }
)
_COPY = KeyedMapping(
    {
        **_OF_A_CARD,
        "of": required(_WORD, "The card of which it is a copy."),
        "of-side": optional(_SIDE, "Whose card that is."),
        "of-user": optional(_WORD, "The fighter whose ability that is."),
    }
)
_SPENT = KeyedMapping(
    {
        **_OF_A_CARD,
        "n": optional(_COUNT, "Which effect of the card it is, counted from 0."),
        "round": optional(WholeNumber(0, 99), "In which round it worked."),
    }
)
MOST_DEEDS = 5_000  # more than happens in a match
_DEED = KeyedMapping(
    {
        "event": required(_WORD, "The event, by its name in the vocabulary of effects."),
        "round": optional(WholeNumber(0, 99), "In which round; without this key, before the first."),
        "doer": optional(_WORD, "The fighter that did it."),
        "sufferer": optional(_WORD, "The fighter to which it happened."),
        "how": optional(_WORD, "In which way, as the event says."),
        "hurt": optional(Boolean(), "Whether it cost CP."),
        "side": optional(_SIDE, "Which player did it."),
        "named": optional(_WORD, "The name of the card, the marker or the scenery."),
    }
)
_SEEN = KeyedMapping(
    {
        "fact": required(_WORD, "The kind of fact."),
        **{part: optional(_WORD, "What the fact is about, or is compared with.") for part in _FACT_PARTS},
        "far": optional(Number(0, 200), "The length in centimetres that there was to be measured."),
        "side": optional(_SIDE, "Whose part of the field it is."),
        "told": required(
            Either(Either(Boolean(), WholeNumber(-1, 200)), _WORD),
            "Whether it is so; past how many obstacles it is seen, -1 if unseen; how far, or where.",
        ),
    }
)
_POSITION = {
    "step": optional(_STEP, "The step that runs next; it has begun already. Without it, a round begins."),
    "round": optional(WholeNumber(1, 99), "The number of the round, 1 without it."),
    "rounds-more": optional(
        WholeNumber(-MOST_ROUNDS_MORE, MOST_ROUNDS_MORE),
        "How many rounds more than by the rulebook; below 0, how many fewer.",
    ),
    "first": optional(_SIDE, "The first player, red without it."),
    "passes": optional(WholeNumber(0, 2), "How many passes came in a row just before."),
    "last-activator": optional(_SIDE, "Whose fighter was activated last in this round."),
    "ended": optional(_WORD, "The rule by which the match is over."),
    "players": optional(KeyedMapping(_PLAYERS), "What each player has."),
    "fighters": optional(
        _by_name(_STANDING, "A fighter."),
        "What has become of each fighter, by name (red NAME or blue NAME where both sides have one): "
        "{Yuri: {at: [12.5, 30]}}.",
    ),
    "scenery": optional(
        _by_name(KeyedMapping(_LYING), "A piece of scenery."),
        "Where each piece of scenery stands, by name, and how it is turned, in degrees: "
        "{Old oak: {at: [30, 30], turn: 45}}.",
    ),
    "markers": optional(
        ListOf(_TOKEN.with_about("A marker."), most=MOST_TOKENS),
        "The markers on the field: [{name: Idol, at: [10, 10]}].",
    ),
    "effects": optional(
        ListOf(_BEGUN.with_about("A lasting effect."), most=MOST_TOKENS),
        "What cards began that lasts: [{side: red, card: Hex, user: red Yuri, until: round}].",
    ),
    "happened": optional(
        ListOf(_DEED.with_about("What happened."), most=MOST_DEEDS),
        "What has happened that cards of the match look back at: "
        "[{event: left, round: 1, sufferer: red Yuri}].",
    ),
    "remembered": optional(
        ListOf(_MEMORY.with_about("A fighter that a card remembers."), most=MOST_DEEDS),
        "Fighters that cards remember: [{side: red, card: Grudge, user: red Yuri, fighter: blue Elenia}].",
    ),
    "copies": optional(
        ListOf(_COPY.with_about("A card that is a copy of another."), most=MOST_TOKENS),
        "Which cards are copies of others: [{side: red, card: Mirror, of: Ruse, of-side: blue}].",
    ),
    "set-apart": optional(
        ListOf(_SET_APART.with_about("SP that are for some payments alone."), most=MOST_DEEDS),
        "The SP that cards set apart for some payments: [{side: red, card: Fund, user: red Yuri, sp: 2}].",
    ),
    "spent": optional(
        ListOf(_SPENT.with_about("An effect that has worked."), most=MOST_DEEDS),
        "What has worked that may work but once a round or a match: [{side: red, card: Grudge, round: 2}].",
    ),
    "seen": optional(
        ListOf(_SEEN.with_about("Something that was told."), most=MOST_DEEDS),
        "What was told of a field that is not measured: "
        "[{fact: touching, one: Yuri, other: Elenia, told: true}].",
    ),
    "weather": optional(
        ListOf(OneOf(WeatherName).with_about("A weather condition."), most=3, distinct=True),
        "The weather of the match, where its chapter is played: [mist, fog].",
    ),
}

# ── moves ────────────────────────────────────────────────────────────────────────────────────────────────

_MOVE = Text(LONGEST_MOVE)
_EXPECTED_LYING = KeyedMapping(_LYING)
_EXPECTED_SCENERY = optional(
    _by_name(_EXPECTED_LYING, "A piece of scenery."),
    "Where each piece of scenery stands, by name, and what befell it: {Old oak: {destroyed: true}}.",
)
_EXPECTATION = KeyedMapping(
    {**_POSITION, **_PLAYERS, "scenery": _EXPECTED_SCENERY},
    others=_STANDING.with_about("A fighter, by name."),
    least=1,
    most=_MOST_NAMES,
)
_LINE = KeyedMapping(
    {
        "dice": optional(
            Either(
                ListOf(WholeNumber(1, 6).with_about("A face."), least=1, most=999),
                FACES,
                WholeNumber(1, 6),
            ),
            "Dice that rolls draw from, in the order in which the rulebook throws them: 4 5 1 or [4, 5, 1].",
        ),
        "expect": optional(
            _EXPECTATION,
            "A part of the position as it must be here; fighters may stand at its top, by name.",
        ),
        "refuse": optional(
            KeyedMapping({"move": required(_MOVE, "The move."), "by": required(_WORD, "The rule's id.")}),
            "A move that must be refused here, and the rule that refuses it.",
        ),
        "by agreement": optional(
            _MOVE, "What both players agree happens, because a card says so: Yuri loses 1 AP."
        ),
        "note": optional(Text(1000), "Something to say to the reader."),
    },
    least=1,
    most=1,
)

# ── stops ────────────────────────────────────────────────────────────────────────────────────────────────

_TOPIC_ABOUT = {
    INTERRUPTS: "Interruptions: where an attack is possible after one Move (reach), always, never, or where "
    "an enemy is within so many centimetres.",
    "reactions": "Reactions, and blows that an attack allows.",
    "cancelling": "Cancelling the other player's card.",
    "tactics": "Tactical cards: always, never, or only where one can be played, against a program.",
    "agreement": "What is entered by agreement: where a card of the match needs it, or always.",
}


def _stop(topic: str) -> Key:
    words = OneOf(TOPICS[topic])
    shape = Either(words, WholeNumber(0, MOST_CM)) if topic == INTERRUPTS else words
    return optional(shape, _TOPIC_ABOUT[topic])


_STOPS = KeyedMapping({topic: _stop(topic) for topic in TOPICS}).as_definition(
    "stops", "At which questions that may be declined a player wants to be asked: {interrupts: 20}."
)

# ── the file ─────────────────────────────────────────────────────────────────────────────────────────────


def _game(
    *, field: dict[str, Any] | str | None = None, dice: dict[str, Any] | None = None, **parts: Any
) -> GameFile:
    told = {"measured": False} if isinstance(field, str) else field or {}
    return GameFile(**told, **(dice or {}), **parts)


SHAPE = FileShape(
    "game",
    "A game of Eden",
    "Two bands, a field, a source of dice, and the moves in order.",
    {
        "format": optional(
            WholeNumber(GAME_FORMAT, GAME_FORMAT),
            "The format in which this file is written.",
            default=GAME_FORMAT,
        ),
        "name": required(NAME, "The game's name."),
        "rulebook": optional(
            BOOK, "The rulebook that is played. It wins over the one named on the command line."
        ),
        "optional": optional(
            OneOf(LENDING_BOOKS),
            "The rulebook from which the optional chapters are borrowed. Without it, the one that is played; "
            "the German book has none.",
        ),
        "chapters": optional(
            ListOf(
                OneOf(OPTIONAL_CHAPTERS).with_about(
                    "An optional chapter: scenery with keywords and prices, non-player fighters, or weather."
                ),
                distinct=True,
            ),
            "The optional chapters in play.",
        ),
        "rulings": optional(
            _RULINGS, "Where no book answers and this table plays it otherwise than the referee would."
        ),
        "field": optional(
            Either(NO_FIELD, _FIELD),
            "The field and the scenery that may stand on it; none where it is the players' own table.",
        ),
        "red": required(FILE, "The red band's file, relative to this one."),
        "blue": required(FILE, "The blue band's file, relative to this one."),
        "dice": optional(
            KeyedMapping(
                {
                    "seed": required(WholeNumber(0, 2**53 - 1), "The same seed gives the same dice."),
                    "drawn": optional(WholeNumber(0, 1_000_000), "How many of them were thrown before."),
                }
            ),
            "Where the dice come from when the moves do not say. Without it, and without --seed, the moves "
            "give them all.",
        ),
        "templates": optional(
            _TEMPLATES, "The templates that lie on this table. No rulebook gives their sizes."
        ),
        "position": optional(
            KeyedMapping(_POSITION),
            "Where the game begins, in place of the preparation. What is left out has its default: a fighter "
            "nothing happened to, a player without points.",
        ),
        "moves": optional(
            ListOf(
                Either(_MOVE, _LINE).with_about(
                    "A move as a person types it, or one of dice, expect, refuse, note."
                ),
                most=10_000,
            ),
            "The answers in order, one a line, in the words a person types at the prompt.",
        ),
        "stops": optional(
            KeyedMapping(
                {"red": optional(_STOPS, "Red's stops."), "blue": optional(_STOPS, "Blue's stops.")}
            ),
            "Where the match is typed: at which questions that may be declined each player is asked. What "
            "the players order at the prompt wins.",
        ),
        "unfinished": optional(
            Boolean(),
            "Whether the moves stop in the middle of something, which then stays as it is: nothing optional "
            "is declined at their end, and dice may be wanting.",
        ),
    },
    make=_game,
)
