"""Other ways to spell the forms: read, never written.

The beginning of a verb is read for the whole verb anyway, and fixed words that carry nothing may be left out.
"""

from collections.abc import Mapping

# Verbs for a verb.
VERBS: Mapping[str, tuple[str, ...]] = {
    "moves": ("m", "goes", "walks", "runs"),
    "attacks": ("hits", "fights"),
    "shoots": ("s", "fires"),
    "throws": ("hurls",),
    "puts": ("extinguishes",),
    "responds": ("answers",),
}

_NO = ("SIDE declines",)
_HE_DOES_NOT = ("FIGHTER declines", "SIDE declines")

# Patterns for a form, by its id.
ALSO: Mapping[str, tuple[str, ...]] = {
    "first": ("SIDE is first", "SIDE first", "SIDE begins"),
    "leader": ("SIDE names FIGHTER",),
    "no-tactic": _NO,
    "cancel": ("SIDE cancels",),
    "no-cancel": ("SIDE does not cancel", *_NO),
    "no-interrupt": _NO,
    "move": ("FIGHTER moves [via PLACE]… to PLACE",),
    "charge": ("FIGHTER charges ENEMY [to END] [via PLACE]…",),
    "shoot": ("FIGHTER shoots at ENEMY [with WEAPON]",),
    "throw": ("FIGHTER throws at AIM [with PROJECTILE]",),
    "blast": ("FIGHTER blasts at AIM [with BLAST]",),
    "done": ("FIGHTER done", "FIGHTER ends", *_HE_DOES_NOT),
    "passive": ("FIGHTER passive",),
    "no-shift": _HE_DOES_NOT,
    "no-strike": _HE_DOES_NOT,
    "no-strike-back": _HE_DOES_NOT,
    "stay-enraged": _HE_DOES_NOT,
    "nothing": _NO,
}
