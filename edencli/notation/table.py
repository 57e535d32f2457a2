"""The table of all forms: every kind of answer, what it answers, how it is written, and an example.

Reading what was written gives the same answer, and writing what was read gives the one canonical line. Every
question that the rules ask has its topic here, and every answer to it one form; so does declining, where that
is allowed.
"""

from collections.abc import Mapping

from edencli.match.pieces import Side
from edencli.match.questions import OrderChoice, Roll
from edencli.match.state import SceneryState
from edencli.notation import unmeasured
from edencli.notation.agreements import AGREEMENTS
from edencli.notation.forms import FieldKind, Form, Topic, form, make_topic
from edencli.notation.meanings import (
    LYING,
    PICK,
    TOKEN_LEFT,
    cancel_answer,
    constant_answer,
    fighter_answer,
    fighter_part,
    fighters_left,
    own_fighters,
    slot_answer,
)
from edencli.notation.ways import AIM, CHARGE_PATH, CLIMBED_TO, EDGE, route_part
from edencli.rules.activation import PASS
from edencli.rules.acts import Blast, Charge, Extinguish, Melee, Move, Shot, Throw, UseAbility
from edencli.rules.heights import Climb, Leap, Swim
from edencli.rules.hiding import Hide
from edencli.rules.melee import Reaction
from edencli.rules.npfs import NpfPlacement, Prowl, ProwlQuestion
from edencli.rules.placing import DeployAll, FighterPlacement, NoRoom, SceneryPlacement, TokenPlacement
from edencli.rules.questions import (
    Activation,
    ActQuestion,
    BurnTreatment,
    CancelChoice,
    CardOffer,
    CardPlacing,
    ChargeTarget,
    DiscardChoice,
    EndScoreOffer,
    FearTreatment,
    FighterDeployment,
    FirstPlayerAfterLoss,
    HalfChoice,
    HandChoice,
    InfestationLevel,
    IntendancyOffer,
    Interruption,
    LeaderChoice,
    LeaverStrike,
    MissionChoice,
    MissionOffer,
    MomentChoice,
    NpfActivation,
    NpfAttackTarget,
    NpfChargeTarget,
    NpfPlacing,
    PickChoice,
    RageTreatment,
    ReactionChoice,
    RoundBid,
    RoundFirstPlayer,
    SceneryCount,
    SceneryPlacing,
    SceneryPurchase,
    ScoreOffer,
    SetupBid,
    SetupFirstPlayer,
    ShiftChoice,
    StrayTarget,
    StrikeBack,
    TacticPlay,
    TargetChoice,
    UseChoice,
    WayQuestion,
    WeatherCount,
)
from edencli.rules.territory import MeleeAtScenery, ShotAtScenery

_YES, _NO, _NONE = constant_answer(True), constant_answer(False), constant_answer(None)  # noqa: FBT003  # the answers themselves
_HIM, _NUMBER, _NO_ROOM = fighter_answer("FIGHTER"), slot_answer("NUMBER", int), constant_answer(NoRoom())
_ASKED, _MEASURED = FieldKind.ASKED, FieldKind.MEASURED
_OWN = fighter_part("FIGHTER", "fighter", own_fighters)

_PREPARATION = (
    make_topic((SetupBid, RoundBid), form("bid", "SIDE bids NUMBER", _NUMBER, example="red bids 3")),
    make_topic(
        (SetupFirstPlayer, RoundFirstPlayer, FirstPlayerAfterLoss),
        form("first", "SIDE goes first", slot_answer("SIDE", Side)),
        about_anybody=True,
    ),
    make_topic(
        (WeatherCount,),
        form(
            "weather-rolls",
            "the weather is rolled NUMBER times",
            _NUMBER,
            example="the weather is rolled 2 times",
        ),
        form("weather-once", "the weather is rolled once", _NONE),
    ),
    make_topic((LeaderChoice,), form("leader", "SIDE is led by FIGHTER", _HIM)),
    make_topic(
        (MissionChoice,), form("mission", "SIDE plays the mission MISSION", slot_answer("MISSION", str))
    ),
    make_topic(
        (SceneryPlacing, SceneryPurchase),
        form(
            "scenery",
            "SIDE places SCENERY at PLACE [turned DEGREES]",
            SceneryPlacement,
            LYING,
            example="red places Old oak at 20, 30 turned 45",
        ),
        form(
            "scenery-put", "SIDE places SCENERY", SceneryPlacement, lying=SceneryState(None), on_field=_ASKED
        ),
    ),
    make_topic(
        (SceneryPlacing, NpfPlacing, SceneryPurchase), form("no-room", "SIDE finds no room", _NO_ROOM)
    ),
    make_topic(
        (InfestationLevel,),
        form(
            "infestation",
            "the infestation is of level NUMBER",
            _NUMBER,
            example="the infestation is of level 3",
        ),
    ),
    make_topic(
        (NpfPlacing,),
        form("infest", "SIDE places NPF at PLACE", NpfPlacement, example="red places Wild dog at 20, 30"),
        form("infest-put", "SIDE puts NPF", NpfPlacement, place=None, on_field=_ASKED),
    ),
    make_topic(
        (SceneryCount,),
        form("scenery-each", "each side places NUMBER", _NUMBER, example="each side places 3"),
        form("scenery-all", "SIDE places all", _NONE),
    ),
    make_topic((HalfChoice,), form("half", "SIDE takes the HALF half", slot_answer("HALF", str))),
    make_topic(
        (FighterDeployment,),
        form(
            "deploy",
            "SIDE deploys FIGHTER at PLACE",
            FighterPlacement,
            _OWN,
            example="red deploys Yuri at 12, 5",
        ),
        form("deploy-all", "SIDE deploys all", constant_answer(DeployAll()), on_field=_ASKED),
        form("deploy-put", "SIDE deploys FIGHTER", FighterPlacement, _OWN, place=None, on_field=_ASKED),
        form("leave-out", "SIDE leaves the rest out", _NO_ROOM),
    ),
    make_topic((HandChoice,), form("hand", "SIDE holds CARDS", slot_answer("CARDS", tuple))),
)

_ROUND = (
    make_topic(
        (TacticPlay, MomentChoice),
        form("tactic", "SIDE plays CARD", slot_answer("CARD", str)),
        form("no-tactic", "SIDE plays nothing", _NONE),
    ),
    make_topic(
        (CancelChoice,),
        form("cancel", "SIDE cancels PLAYED", cancel_answer(yes=True), example="blue cancels Duck"),
        form(
            "no-cancel",
            "SIDE does not cancel PLAYED",
            cancel_answer(yes=False),
            example="blue does not cancel Duck",
        ),
    ),
    make_topic(
        (Activation,),
        form("activate", "SIDE activates FIGHTER", _HIM),
        form("pass", "SIDE passes", constant_answer(PASS)),
    ),
    make_topic(
        (Interruption,),
        form("interrupt", "SIDE interrupts with FIGHTER", _HIM, example="blue interrupts with Elenia"),
        form("no-interrupt", "SIDE does not interrupt", _NONE, example="blue does not interrupt"),
    ),
)

_DEEDS = (
    make_topic(
        (ActQuestion, WayQuestion),
        form(
            "move",
            "FIGHTER moves to PLACE [via PLACE]…",
            Move,
            route_part("via", "PLACE"),
            example="Yuri moves to 12.5, 30 via 10, 24",
        ),
        form("go", "FIGHTER moves [touching FIGHTER]…", Move, path=(), on_field=_ASKED),
        form("stay", "FIGHTER stays", Move, route_part(), on_field=_MEASURED),
        form("charge", "FIGHTER charges ENEMY [via PLACE]… [to END]", Charge, CHARGE_PATH),
        form(
            "charge-nowhere", "FIGHTER charges ENEMY without a step", Charge, route_part(), on_field=_MEASURED
        ),
        form("melee", "FIGHTER attacks ENEMY", Melee),
        form("shoot", "FIGHTER shoots ENEMY [with WEAPON]", Shot),
        form("attack-scenery", "FIGHTER attacks SCENERY", MeleeAtScenery),
        form("shoot-scenery", "FIGHTER shoots SCENERY [with WEAPON]", ShotAtScenery),
        form("throw", "FIGHTER throws PROJECTILE at AIM", Throw, AIM),
        form("blast", "FIGHTER blasts with BLAST at AIM [turned DEGREES]", Blast, AIM),
        form("throw-there", "FIGHTER throws PROJECTILE", Throw, on_field=_ASKED),
        form("blast-there", "FIGHTER blasts with BLAST", Blast, on_field=_ASKED),
        form("ability", "FIGHTER uses ABILITY", UseAbility),
        form("extinguish", "FIGHTER puts out a fire", Extinguish),
        form("climb", "FIGHTER climbs SCENERY [to PLACE]", Climb, CLIMBED_TO),
        form("swim", "FIGHTER swims SCENERY to END", Swim, EDGE, example="Yuri swims Well to 20, 30"),
        form("swim-over", "FIGHTER swims SCENERY", Swim, on_field=_ASKED, example="Yuri swims Well"),
        form("leap", "FIGHTER jumps SCENERY to END", Leap, EDGE, example="Yuri jumps Well to 20, 30"),
        form("leap-over", "FIGHTER jumps SCENERY", Leap, on_field=_ASKED, example="Yuri jumps Well"),
        form(
            "hide",
            "FIGHTER hides in SCENERY [via PLACE]… [at PLACE]",
            Hide,
            route_part("via", "at"),
            example="Yuri hides in Old oak",
        ),
        form("done", "FIGHTER is done", _NONE),
        about_anybody=True,
    ),
)

_ANSWERS = (
    make_topic(
        (ReactionChoice,),
        form("dodge", "FIGHTER dodges", constant_answer(Reaction.DODGE), example="Elenia dodges"),
        form("respond", "FIGHTER responds", constant_answer(Reaction.RESPONSE), example="Elenia responds"),
        form(
            "passive",
            "FIGHTER stays passive",
            constant_answer(Reaction.PASSIVE),
            example="Elenia stays passive",
        ),
    ),
    make_topic(
        (ShiftChoice,),
        form("shift", "FIGHTER shifts to FACE", slot_answer("FACE", int)),
        form("no-shift", "FIGHTER does not shift", _NONE),
    ),
    make_topic(
        (StrikeBack,),
        form("strike-back", "FIGHTER strikes back", _YES),
        form("no-strike-back", "FIGHTER does not strike back", _NO),
    ),
    make_topic(
        (LeaverStrike,),
        form("strike", "FIGHTER strikes", _YES, example="Elenia strikes"),
        form("no-strike", "FIGHTER does not strike", _NONE, example="Elenia does not strike"),
        form("hold-back", "FIGHTER holds back", _NO, example="Elenia holds back"),
    ),
    make_topic((ChargeTarget,), form("target", "FIGHTER targets ENEMY", fighter_answer("ENEMY"))),
    make_topic((StrayTarget,), form("redirect", "SIDE picks FIGHTER", _HIM, example="red picks Elenia")),
    make_topic(
        (UseChoice,),
        form("let-work", "SIDE uses PLAYED", cancel_answer(yes=True), example="red uses Parting gift"),
        form(
            "let-be",
            "SIDE does not use PLAYED",
            cancel_answer(yes=False),
            example="red does not use Parting gift",
        ),
    ),
    make_topic(
        (TargetChoice,),
        form("card-target", "SIDE picks FIGHTER", _HIM, example="red picks Elenia"),
        form("no-more", "SIDE picks nobody else", _NONE),
    ),
    make_topic(
        (CardPlacing,),
        form(
            "set",
            "SIDE sets FIGHTER at PLACE",
            FighterPlacement,
            fighter_part("FIGHTER", "fighter", fighters_left),
        ),
        form("lay", "SIDE lays TOKEN at PLACE", TokenPlacement, TOKEN_LEFT),
        form("no-place", "SIDE finds no place", _NO_ROOM),
    ),
    make_topic(
        (PickChoice,),
        form("enough", "SIDE leaves the rest", _NONE),
        form("card-item", "SIDE picks ITEM", PICK),
    ),
    make_topic(
        (DiscardChoice,),
        form("discard", "SIDE discards ITEM", PICK, example="red discards Early frost"),
        form("no-discard", "SIDE keeps the rest", _NONE),
    ),
    make_topic((OrderChoice,), form("pick", "SIDE picks ITEM", PICK, example="red picks Elenia")),
)

_INTENDANCY = (
    make_topic((NpfActivation,), form("activate-npf", "SIDE activates FIGHTER", _HIM)),
    make_topic(
        (BurnTreatment, FearTreatment, NpfAttackTarget, NpfChargeTarget),
        form("treat", "SIDE picks FIGHTER", _HIM),
    ),
    make_topic(
        (ProwlQuestion,),
        form("prowl", "FIGHTER prowls to PLACE", Prowl, route_part("PLACE")),
        form("prowl-there", "FIGHTER prowls", Prowl, path=(), on_field=_ASKED),
        form("no-prowl", "FIGHTER does not prowl", _NONE),
    ),
    make_topic(
        (RageTreatment,),
        form("calm", "FIGHTER calms down", _YES),
        form("stay-enraged", "FIGHTER stays enraged", _NONE),
    ),
    make_topic(
        (MissionOffer, CardOffer, IntendancyOffer, ScoreOffer, EndScoreOffer),
        form("go-on", "SIDE goes on", _YES),
        form("nothing", "SIDE adds nothing", _NONE),
    ),
)

_DICE = (Topic(Roll.kind, (), (form("dice", "dice: DICE", slot_answer("DICE", tuple)),)),)

TABLE: Mapping[str, tuple[Topic, ...]] = {
    "preparation": _PREPARATION,
    "round": _ROUND,
    "deeds": _DEEDS,
    "answers": _ANSWERS,
    "intendancy": _INTENDANCY,
    "dice": _DICE,
    "agreements": AGREEMENTS,
}
TOPICS: tuple[Topic, ...] = tuple(topic for topics in TABLE.values() for topic in topics)
FORMS: tuple[Form, ...] = tuple(form for topic in TOPICS for form in topic.forms)


FACT_TOPICS = (*unmeasured.FIELD_FACT_TOPICS, *unmeasured.SCENERY_FACT_TOPICS)
"""The facts that players tell about a field that is not measured; only these questions are answered so."""

# Synonyms of verbs.
VERB_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "moves": ("m", "goes", "walks", "runs"),
    "attacks": ("hits", "fights"),
    "shoots": ("s", "fires"),
    "throws": ("hurls",),
    "puts": ("extinguishes",),
    "responds": ("answers",),
}

_SIDE_DECLINES = ("SIDE declines",)
_FIGHTER_DECLINES = ("FIGHTER declines", "SIDE declines")

# Other patterns for a form, by its id.
OTHER_PATTERNS: Mapping[str, tuple[str, ...]] = {
    "first": ("SIDE is first", "SIDE first", "SIDE begins"),
    "leader": ("SIDE names FIGHTER",),
    "no-tactic": _SIDE_DECLINES,
    "cancel": ("SIDE cancels",),
    "no-cancel": ("SIDE does not cancel", *_SIDE_DECLINES),
    "let-be": _SIDE_DECLINES,
    "no-discard": _SIDE_DECLINES,
    "no-more": ("SIDE picks nobody", *_SIDE_DECLINES),
    "enough": _SIDE_DECLINES,
    "no-interrupt": _SIDE_DECLINES,
    "activate-npf": ("SIDE picks FIGHTER",),
    "move": ("FIGHTER moves [via PLACE]… to PLACE", "FIGHTER moves to GOAL"),
    "charge": ("FIGHTER charges ENEMY [to END] [via PLACE]…",),
    "shoot": ("FIGHTER shoots at ENEMY [with WEAPON]",),
    "shoot-scenery": ("FIGHTER shoots at SCENERY [with WEAPON]",),
    "throw": ("FIGHTER throws at AIM [with PROJECTILE]",),
    "blast": ("FIGHTER blasts at AIM [with BLAST] [turned DEGREES]",),
    "done": ("FIGHTER done", "FIGHTER ends", *_FIGHTER_DECLINES),
    "passive": ("FIGHTER passive",),
    "no-shift": _FIGHTER_DECLINES,
    "no-strike": _FIGHTER_DECLINES,
    "no-strike-back": _FIGHTER_DECLINES,
    "stay-enraged": _FIGHTER_DECLINES,
    "nothing": _SIDE_DECLINES,
}
