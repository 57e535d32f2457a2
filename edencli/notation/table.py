"""The table of all forms: every kind of answer, what it answers, how it is written, and an example.

The law is this table: reading what was written gives the same answer, and writing what was read gives the
one canonical line. Every question that the rules ask has its topic here, and every answer to it one form; so
has declining, where that is allowed.
"""

from collections.abc import Mapping

from edencli.match.questions import OrderChoice, Roll
from edencli.notation import meanings, scenery, unmeasured
from edencli.notation.agreements import AGREEMENTS
from edencli.notation.forms import (
    FieldKind,
    Form,
    Topic,
    constant_answer,
    fighter_answer,
    make_topic,
    slot_answer,
)
from edencli.rules.activation import PASS
from edencli.rules.melee import Reaction
from edencli.rules.npfs import ProwlQuestion
from edencli.rules.placing import DeployAll, NoRoom
from edencli.rules.questions import (
    Activation,
    ActQuestion,
    BurnTreatment,
    CancelChoice,
    CardOffer,
    CardPlacing,
    ChargeTarget,
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
    WeatherCount,
)

_YES, _NO, _NONE = constant_answer(True), constant_answer(False), constant_answer(None)  # noqa: FBT003  # the answers themselves
_HIM = fighter_answer("FIGHTER")

_PREPARATION = (
    make_topic(
        (SetupBid, RoundBid),
        Form("bid", "SIDE bids NUMBER", "red bids 3", slot_answer("NUMBER", int)),
    ),
    make_topic(
        (SetupFirstPlayer, RoundFirstPlayer, FirstPlayerAfterLoss),
        Form("first", "SIDE goes first", "red goes first", meanings.FIRST_PLAYER),
        about_anybody=True,
    ),
    make_topic(
        (WeatherCount,),
        Form(
            "weather-rolls",
            "the weather is rolled NUMBER times",
            "the weather is rolled 2 times",
            slot_answer("NUMBER", int),
        ),
        Form("weather-once", "the weather is rolled once", "the weather is rolled once", _NONE),
    ),
    make_topic(
        (LeaderChoice,),
        Form("leader", "SIDE is led by FIGHTER", "red is led by Yuri", _HIM),
    ),
    make_topic(
        (MissionChoice,),
        Form(
            "mission",
            "SIDE plays the mission MISSION",
            "red plays the mission Let it burn",
            slot_answer("MISSION", str),
        ),
    ),
    make_topic(
        (SceneryPlacing, SceneryPurchase),
        Form(
            "scenery",
            "SIDE places SCENERY at PLACE [turned DEGREES]",
            "red places Old oak at 20, 30 turned 45",
            meanings.SCENERY,
        ),
        Form(
            "scenery-put",
            "SIDE places SCENERY",
            "red places Old oak",
            unmeasured.SCENERY_PUT,
            FieldKind.ASKED,
        ),
    ),
    make_topic(
        (SceneryPlacing, NpfPlacing, SceneryPurchase),
        Form("no-room", "SIDE finds no room", "red finds no room", constant_answer(NoRoom())),
    ),
    make_topic(
        (InfestationLevel,),
        Form(
            "infestation",
            "the infestation is of level NUMBER",
            "the infestation is of level 3",
            slot_answer("NUMBER", int),
        ),
    ),
    make_topic(
        (NpfPlacing,),
        Form("infest", "SIDE places NPF at PLACE", "red places Wild dog at 20, 30", meanings.INFEST),
        Form("infest-put", "SIDE puts NPF", "red puts Wild dog", unmeasured.INFEST_PUT, FieldKind.ASKED),
    ),
    make_topic(
        (SceneryCount,),
        Form("scenery-each", "each side places NUMBER", "each side places 3", slot_answer("NUMBER", int)),
        Form("scenery-all", "SIDE places all", "red places all", _NONE),
    ),
    make_topic(
        (HalfChoice,),
        Form("half", "SIDE takes the HALF half", "red takes the south half", slot_answer("HALF", str)),
    ),
    make_topic(
        (FighterDeployment,),
        Form("deploy", "SIDE deploys FIGHTER at PLACE", "red deploys Yuri at 12, 5", meanings.DEPLOY),
        Form(
            "deploy-all", "SIDE deploys all", "red deploys all", constant_answer(DeployAll()), FieldKind.ASKED
        ),
        Form(
            "deploy-put", "SIDE deploys FIGHTER", "red deploys Yuri", unmeasured.DEPLOY_PUT, FieldKind.ASKED
        ),
        Form("leave-out", "SIDE leaves the rest out", "red leaves the rest out", constant_answer(NoRoom())),
    ),
    make_topic(
        (HandChoice,),
        Form("hand", "SIDE holds CARDS", "red holds Second wind; Duck", slot_answer("CARDS", tuple)),
    ),
)

_ROUND = (
    make_topic(
        (TacticPlay, MomentChoice),
        Form("tactic", "SIDE plays CARD", "red plays Smoke pots", slot_answer("CARD", str)),
        Form("no-tactic", "SIDE plays nothing", "red plays nothing", _NONE),
    ),
    make_topic(
        (CancelChoice,),
        Form("cancel", "SIDE cancels PLAYED", "blue cancels Duck", meanings.cancel_answer(yes=True)),
        Form(
            "no-cancel",
            "SIDE does not cancel PLAYED",
            "blue does not cancel Duck",
            meanings.cancel_answer(yes=False),
        ),
    ),
    make_topic(
        (Activation,),
        Form("activate", "SIDE activates FIGHTER", "red activates Yuri", _HIM),
        Form("pass", "SIDE passes", "red passes", constant_answer(PASS)),
    ),
    make_topic(
        (Interruption,),
        Form("interrupt", "SIDE interrupts with FIGHTER", "blue interrupts with Elenia", _HIM),
        Form("no-interrupt", "SIDE does not interrupt", "blue does not interrupt", _NONE),
    ),
)

_DEEDS = (
    make_topic(
        (ActQuestion,),
        Form(
            "move", "FIGHTER moves to PLACE [via PLACE]…", "Yuri moves to 12.5, 30 via 10, 24", meanings.MOVE
        ),
        Form(
            "go",
            "FIGHTER moves [touching FIGHTER]…",
            "Yuri moves touching Mirka",
            unmeasured.MOVE_UNMEASURED,
            FieldKind.ASKED,
        ),
        Form("stay", "FIGHTER stays", "Yuri stays", meanings.STAY, FieldKind.MEASURED),
        Form(
            "charge",
            "FIGHTER charges ENEMY [via PLACE]… [to END]",
            "Yuri charges Elenia via 10, 24",
            meanings.CHARGE,
        ),
        Form(
            "charge-nowhere",
            "FIGHTER charges ENEMY without a step",
            "Yuri charges Elenia without a step",
            meanings.CHARGE_NOWHERE,
            FieldKind.MEASURED,
        ),
        Form("melee", "FIGHTER attacks ENEMY", "Yuri attacks Elenia", meanings.MELEE),
        Form(
            "shoot",
            "FIGHTER shoots ENEMY [with WEAPON]",
            "Yuri shoots Elenia with Throwing knives",
            meanings.SHOT,
        ),
        Form(
            "attack-scenery",
            "FIGHTER attacks SCENERY",
            "Yuri attacks Old oak",
            meanings.SCENERY_MELEE,
        ),
        Form(
            "shoot-scenery",
            "FIGHTER shoots SCENERY [with WEAPON]",
            "Yuri shoots Old oak with Throwing knives",
            meanings.SCENERY_SHOT,
        ),
        Form(
            "throw",
            "FIGHTER throws PROJECTILE at AIM",
            "Yuri throws Molotov cocktail at 20, 30",
            meanings.THROW,
        ),
        Form(
            "blast",
            "FIGHTER blasts with BLAST at AIM [turned DEGREES]",
            "Yuri blasts with Flamer at 20, 30 turned 15",
            meanings.BLAST,
        ),
        Form(
            "throw-there",
            "FIGHTER throws PROJECTILE",
            "Yuri throws Molotov cocktail",
            unmeasured.THROW_THERE,
            FieldKind.ASKED,
        ),
        Form(
            "blast-there",
            "FIGHTER blasts with BLAST",
            "Yuri blasts with Flamer",
            unmeasured.BLAST_THERE,
            FieldKind.ASKED,
        ),
        Form("ability", "FIGHTER uses ABILITY", "Yuri uses Battle roar", meanings.ABILITY),
        Form("extinguish", "FIGHTER puts out a fire", "Yuri puts out a fire", meanings.EXTINGUISH),
        Form("climb", "FIGHTER climbs SCENERY [to PLACE]", "Yuri climbs Old oak", scenery.CLIMB),
        Form("swim", "FIGHTER swims SCENERY to END", "Yuri swims Well to 20, 30", scenery.SWIM),
        Form("swim-over", "FIGHTER swims SCENERY", "Yuri swims Well", scenery.SWIM_OVER, FieldKind.ASKED),
        Form("leap", "FIGHTER jumps SCENERY to END", "Yuri jumps Well to 20, 30", scenery.LEAP),
        Form("leap-over", "FIGHTER jumps SCENERY", "Yuri jumps Well", scenery.LEAP_OVER, FieldKind.ASKED),
        Form(
            "hide", "FIGHTER hides in SCENERY [via PLACE]… [at PLACE]", "Yuri hides in Old oak", scenery.HIDE
        ),
        Form("done", "FIGHTER is done", "Yuri is done", _NONE),
        about_anybody=True,
    ),
)

_ANSWERS = (
    make_topic(
        (ReactionChoice,),
        Form("dodge", "FIGHTER dodges", "Elenia dodges", constant_answer(Reaction.DODGE)),
        Form("respond", "FIGHTER responds", "Elenia responds", constant_answer(Reaction.RESPONSE)),
        Form("passive", "FIGHTER stays passive", "Elenia stays passive", constant_answer(Reaction.PASSIVE)),
    ),
    make_topic(
        (ShiftChoice,),
        Form("shift", "FIGHTER shifts to FACE", "Yuri shifts to 6", slot_answer("FACE", int)),
        Form("no-shift", "FIGHTER does not shift", "Yuri does not shift", _NONE),
    ),
    make_topic(
        (StrikeBack,),
        Form("strike-back", "FIGHTER strikes back", "Yuri strikes back", _YES),
        Form("no-strike-back", "FIGHTER does not strike back", "Yuri does not strike back", _NO),
    ),
    make_topic(
        (LeaverStrike,),
        Form("strike", "FIGHTER strikes", "Elenia strikes", _YES),
        Form("no-strike", "FIGHTER does not strike", "Elenia does not strike", _NONE),
        Form("hold-back", "FIGHTER holds back", "Elenia holds back", _NO),
    ),
    make_topic(
        (ChargeTarget,),
        Form("target", "FIGHTER targets ENEMY", "Yuri targets Elenia", fighter_answer("ENEMY")),
    ),
    make_topic((StrayTarget,), Form("redirect", "SIDE picks FIGHTER", "red picks Elenia", _HIM)),
    make_topic(
        (UseChoice,),
        Form("let-work", "SIDE uses PLAYED", "red uses Parting gift", meanings.cancel_answer(yes=True)),
        Form(
            "let-be",
            "SIDE does not use PLAYED",
            "red does not use Parting gift",
            meanings.cancel_answer(yes=False),
        ),
    ),
    make_topic(
        (TargetChoice,),
        Form("card-target", "SIDE picks FIGHTER", "red picks Elenia", _HIM),
        Form("no-more", "SIDE picks nobody else", "red picks nobody else", _NONE),
    ),
    make_topic(
        (CardPlacing,),
        Form("set", "SIDE sets FIGHTER at PLACE", "red sets Yuri at 12, 30", meanings.SET_FIGHTER),
        Form("lay", "SIDE lays TOKEN at PLACE", "red lays Idol at 12, 30", meanings.LAYING),
        Form("no-place", "SIDE finds no place", "red finds no place", constant_answer(NoRoom())),
    ),
    make_topic((PickChoice,), Form("card-item", "SIDE picks ITEM", "red picks legs", meanings.PICK)),
    make_topic((OrderChoice,), Form("pick", "SIDE picks ITEM", "red picks Elenia", meanings.PICK)),
)

_INTENDANCY = (
    make_topic(
        (NpfActivation,),
        Form("activate-npf", "SIDE activates FIGHTER", "red activates Yuri", _HIM),
    ),
    make_topic(
        (BurnTreatment, FearTreatment, NpfAttackTarget, NpfChargeTarget),
        Form("treat", "SIDE picks FIGHTER", "red picks Yuri", _HIM),
    ),
    make_topic(
        (ProwlQuestion,),
        Form("prowl", "FIGHTER prowls to PLACE", "Yuri prowls to 12, 30", meanings.PROWL),
        Form("prowl-there", "FIGHTER prowls", "Yuri prowls", unmeasured.PROWL_THERE, FieldKind.ASKED),
        Form("no-prowl", "FIGHTER does not prowl", "Yuri does not prowl", _NONE),
    ),
    make_topic(
        (RageTreatment,),
        Form("calm", "FIGHTER calms down", "Yuri calms down", _YES),
        Form("stay-enraged", "FIGHTER stays enraged", "Yuri stays enraged", _NONE),
    ),
    make_topic(
        (MissionOffer, CardOffer, IntendancyOffer, ScoreOffer, EndScoreOffer),
        Form("go-on", "SIDE goes on", "red goes on", _YES),
        Form("nothing", "SIDE adds nothing", "red adds nothing", _NONE),
    ),
)

_DICE = (Topic(Roll.kind, (), (Form("dice", "dice: DICE", "dice: 4 5 1", slot_answer("DICE", tuple)),)),)

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


FACT_TOPICS = (*unmeasured.FIELD_FACT_TOPICS, *scenery.SCENERY_FACT_TOPICS)
"""What the players say of a field that nobody measures; no other question is answered so."""

# Verbs for a verb.
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

# Patterns for a form, by its id.
OTHER_PATTERNS: Mapping[str, tuple[str, ...]] = {
    "first": ("SIDE is first", "SIDE first", "SIDE begins"),
    "leader": ("SIDE names FIGHTER",),
    "no-tactic": _SIDE_DECLINES,
    "cancel": ("SIDE cancels",),
    "no-cancel": ("SIDE does not cancel", *_SIDE_DECLINES),
    "let-be": _SIDE_DECLINES,
    "no-more": ("SIDE picks nobody", *_SIDE_DECLINES),
    "no-interrupt": _SIDE_DECLINES,
    "activate-npf": ("SIDE picks FIGHTER",),
    "move": ("FIGHTER moves [via PLACE]… to PLACE",),
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
