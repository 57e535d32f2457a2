"""What is done: chapters of the catalogue, and single rules of those half done, that tests must show in full.

What is named in `LATER` is not missing: it says what it waits for.
"""

CHAPTERS = ("rolls", "wounds", "melee", "ranged", "gear", "conditions")

RULES = (
    "action.attack",
    "action.cost",
    "action.extinguish",
    "action.free",
    "action.leftover-ap",
    "action.per-match",
    "action.per-round",
    "disengage.not-activated",
    "disengage.roll",
    "disengage.strikes",
)

LATER = {
    "blast.nearest": "wants distances between bases",
    "blast.template": "wants the template on the field",
    "gear.range": "wants distances between bases",
    "ranged.free": "wants contact between bases",
    "shoot.nearest": "wants distances between bases",
    "shoot.no-target": "wants to know that nobody can be aimed at",
    "shoot.target": "wants range and sight",
    "throw.not-nearest": "wants distances between bases",
    "throw.point": "wants a point of the field",
    "throw.sight": "wants lines of sight",
}
