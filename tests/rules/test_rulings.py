"""Which rules rest on which rulings, entered twice: by ruling in the catalogue, by rule here.

Nothing else says where a ruling is told: whoever adds one, or rests a rule on one, writes it down twice.
"""

import re
from pathlib import Path

import pytest

from edencli import rules
from edencli.rulebooks import catalogue

TESTS = Path(__file__).parents[1]
RULES = Path(rules.__file__).parent
RESTING = """
action.attack: H-57
action.charge: H-58 H-61 H-62
action.charge-failed: H-59 H-60
action.extinguish: H-68
action.free: H-58
action.move: H-05 H-69 H-148
action.per-round: H-56 H-57
activation.designate: H-48
activation.end: H-55
activation.first: H-52
activation.forced-pass: H-51 H-52
activation.interrupt: H-48 H-49 H-50
activation.next: H-50 H-76
activation.no-ap: H-54
activation.pass: H-51 H-53
attack.success: H-79
bid: H-43
blast.effects: H-87
blast.nearest: H-18 H-93
blast.template: H-16 H-17 H-91 H-92
blast.wounds: H-93 H-98
card.characteristic: H-25 H-26
contact.free: H-83
contact.touch: H-03 H-20
disengage.not-activated: H-54
disengage.roll: H-64 H-66 H-67 H-151
disengage.strikes: H-63 H-65 H-72 H-131
field.size: H-01
first-player.leader-lost: H-44 H-45
gear.bonus: H-95
gear.burn: H-87
gear.explosive: H-15 H-17 H-22 H-90 H-91 H-98 H-143
gear.fear: H-87
gear.per-match: H-94
gear.per-round: H-94
gear.poison: H-87
gear.protection: H-97
gear.range: H-02
gear.slowdown: H-87
gear.two-categories: H-94
infestation.activate: H-127 H-132 H-150
infestation.attack: H-83 H-130
infestation.charge: H-18 H-134 H-149
infestation.place: H-42
infestation.prowl: H-128 H-151
infestation.response: H-130
infestation.roller: H-129
infestation.score: H-133
intendancy.11: H-105 H-106
intendancy.12: H-56 H-141
intendancy.3: H-23 H-102 H-107 H-108
intendancy.4: H-103 H-107
intendancy.5: H-107
intendancy.6: H-104 H-107
intendancy.9: H-101
marker.sight: H-12
marker.stop: H-40
match.early-end: H-138
measure.any-time: H-02
melee.dodge: H-28 H-73 H-77 H-78
melee.location: H-27
melee.passive: H-28
melee.reaction: H-70 H-71 H-72 H-73
melee.response: H-72 H-74 H-75 H-76
melee.success: H-96
melee.target: H-83
mission.different: H-33
mission.immediate: H-34
mission.kind: H-140
move.base: H-07
move.path: H-05 H-06
ranged.free: H-72
roll.characteristic: H-21 H-26 H-30
roll.difficulty-over-6: H-22
roll.location: H-28 H-30
roll.location-shift: H-27
roll.opposition: H-24
roll.zero: H-21 H-24
round-up: H-25
scenery.crossable: H-14
scenery.edges: H-146
scenery.flat: H-14
scenery.inside-outside: H-13
scenery.low: H-14
scenery.opaque: H-14
score.end: H-138 H-140
score.floor: H-139
setup.2-sp: H-31
setup.6-scenery: H-04 H-35 H-144
setup.6a-npf: H-42
setup.7-ambush: H-04 H-38
setup.7-confrontation: H-04 H-38
setup.7-deploy: H-38 H-39 H-40 H-41
setup.8-hand: H-32
shoot.engaged: H-84 H-85
shoot.location: H-27 H-29
shoot.nearest: H-18 H-82 H-83
shoot.no-target: H-81
shoot.obstacles: H-10 H-11
shoot.roll: H-86 H-95
shoot.strength: H-22
shoot.target: H-02 H-83
shoot.wounds: H-79 H-87 H-143
sight.corridor: H-08
sight.cut: H-09 H-10 H-13 H-145
sight.facing: H-19
sight.obstacle: H-11 H-12 H-13
simultaneous: H-142
state.burn: H-23 H-102 H-107
state.fear: H-63 H-68 H-73 H-103 H-107 H-150
state.poison: H-100 H-106
state.rage: H-100 H-104 H-107
state.slowdown: H-101
tactical.cancellation: H-47
tactical.phase-only: H-46
tactical-phase.leader: H-45
territory.climbing: H-98 H-119 H-120 H-152
territory.corrosion: H-116 H-124
territory.cost: H-36
territory.crossing: H-123
territory.default: H-109
territory.destruction: H-111 H-112 H-115
territory.elevation: H-20 H-80 H-152
territory.energy-beacon: H-125
territory.flammable: H-108 H-114 H-115 H-116
territory.flammable-attack: H-111
territory.flammable-eject: H-113
territory.hiding: H-117 H-118 H-149
territory.hostile-presence: H-116
territory.jump: H-120 H-122
territory.obstacle: H-110
territory.obstruction: H-135
territory.occupation: H-152
territory.placement: H-35
territory.quarterist-idol: H-126
territory.size: H-37
territory.swimming: H-120 H-121
territory.vapours: H-116
throw.effect: H-87 H-89
throw.point: H-88
throw.sight: H-91 H-145
weather.acid-rain: H-105 H-106
weather.combine: H-137 H-147
weather.fog: H-136
weather.ion-storm: H-105
weather.mist: H-41
weather.no-measuring: H-60 H-81 H-148
weather.storm: H-135
wound.incapacitated: H-65 H-76 H-96
wound.removed: H-45
wound.wound: H-96 H-97 H-98
wound.wounded-limb: H-99
"""


def test_each_rule_rests_on_the_rulings_that_are_written_down_for_it() -> None:
    written = {
        rule: rulings.split() for rule, rulings in (line.split(": ") for line in RESTING.strip().splitlines())
    }

    told = {rule.id: list(rule.rulings) for rule in catalogue.every_rule().values() if rule.rulings}

    assert told == written


# Rulings that no test names yet: whoever shows one takes it out here. None is added.
UNNAMED = """
H-04 H-06 H-08 H-09 H-11 H-12 H-19 H-25 H-30 H-31 H-34 H-35 H-37 H-42 H-43 H-46 H-48 H-51 H-60
H-71 H-83 H-95 H-106 H-107 H-109 H-113 H-114 H-117 H-120 H-127 H-129 H-132 H-134 H-135 H-136 H-142
H-147
"""


def test_every_ruling_is_named_by_a_test_that_shows_it() -> None:
    files = [file for file in TESTS.rglob("*.py") if file.name != Path(__file__).name]
    named = {number for file in files for number in re.findall(r"H-\d+", file.read_text(encoding="utf-8"))}

    assert [one for one in catalogue.rules_by_ruling() if one not in named] == UNNAMED.split()


@pytest.mark.parametrize("name", [name for name, one in catalogue.ruling_options().items() if "about" in one])
def test_what_tables_may_decide_is_asked_by_a_rule(name: str) -> None:
    rules = [file.read_text(encoding="utf-8") for file in RULES.glob("*.py")]

    assert any(f'match.ruling("{name}")' in rule for rule in rules)
