"""How the events of a whole match are told: which message each takes, and the values it needs.

What an event hides from a player (`seen_by`) has a message of its own.
"""

from typing import Any

from edencli.match import happenings
from edencli.match.events import Event
from edencli.model.terms import MissionKind
from edencli.report.story_attack import Teller, Told, plainly
from edencli.report.story_phrases import Phrases


def _step_begun(phrases: Phrases, event: happenings.StepBegun) -> Told:
    known = phrases.words.has("events", f"step.{event.step}")
    return "step-begun", {"step": phrases.say(f"step.{event.step}") if known else event.step}


def _dice_compared(phrases: Phrases, event: happenings.DiceCompared) -> Told:
    if event.winner is None:
        return "dice-compared.again", {}
    return "dice-compared.won", {"player": phrases.player(event.winner)}


def _sp_reserved(phrases: Phrases, event: happenings.SpReserved) -> Told:
    return phrases.first_known(f"sp-reserved.{event.rule}", "sp-reserved"), {}


def _first_player_set(phrases: Phrases, event: happenings.FirstPlayerSet) -> Told:
    return phrases.first_known(f"first-player-set.{event.rule}", "first-player-set"), {}


def _mission_played(_: Phrases, event: happenings.MissionPlayed) -> Told:
    if event.mission is None:
        return "mission-played.hidden", {}
    return "mission-played.secret" if event.secrecy is MissionKind.SECRET else "mission-played.revealed", {}


def _scenery_placed(phrases: Phrases, event: happenings.SceneryPlaced) -> Told:
    values = {"place": phrases.place(event.lying.place), "turn": f"{event.lying.turn:g}"}
    return "scenery-placed.turned" if event.lying.turn else "scenery-placed", values


def _half_chosen(phrases: Phrases, event: happenings.HalfChosen) -> Told:
    return "half-chosen", {"half": phrases.term(event.half), "opposite": phrases.term(event.opposite)}


def _deployed(phrases: Phrases, event: happenings.Deployed | happenings.Placed) -> Told:
    return event.kind, {"place": phrases.place(event.place)}


def _hand_taken(phrases: Phrases, event: happenings.HandTaken) -> Told:
    cards = [phrases.say("card", card=card) for card in event.cards or ()]
    message = "none" if not event.n else "hidden" if event.cards is None else "seen"
    return f"hand-taken.{message}", {"cards": ", ".join(cards)}


def _passed(_: Phrases, event: happenings.Passed) -> Told:
    return "passed.forced" if event.forced else "passed", {}


def _moved(phrases: Phrases, event: happenings.Moved) -> Told:
    via = " via ".join(phrases.place(point) for point in event.path[1:-1])
    values: dict[str, Any] = {"place": phrases.place(event.path[-1]), "via": via}
    values["length"] = phrases.length(event.cost)
    end = ".via" if via else ""
    return phrases.first_known(f"moved.{event.how}{end}", f"moved{end}"), values


def _charge_failed(_: Phrases, event: happenings.ChargeFailed) -> Told:
    return f"charge-failed.{event.becomes}", {}


def _vp_scored(_: Phrases, event: happenings.VpScored) -> Told:
    if event.n is None:
        return "vp-scored.hidden", {}
    if event.n < 0:
        return "vp-scored.lost", {"n": -event.n}
    return "vp-scored" if event.n else "vp-scored.nothing", {}


def _token_placed(phrases: Phrases, event: happenings.TokenPlaced) -> Told:
    return "token-placed", {"token": event.token.name, "place": phrases.place(event.token.place)}


def _match_ended(phrases: Phrases, event: happenings.MatchEnded) -> Told:
    values = {"most": max(event.red, event.blue), "least": min(event.red, event.blue)}
    if event.winner is None:
        return phrases.first_known(f"match-ended.{event.why}.draw", "match-ended.draw"), values
    return phrases.first_known(f"match-ended.{event.why}.won", "match-ended.won"), values


TELLERS: dict[type[Event], Teller] = {
    happenings.StepBegun: _step_begun,
    happenings.RoundBegun: plainly,
    happenings.SpReserved: _sp_reserved,
    happenings.SpSpent: plainly,
    happenings.BidsRevealed: plainly,
    happenings.DiceCompared: _dice_compared,
    happenings.FirstPlayerSet: _first_player_set,
    happenings.LeaderNamed: plainly,
    happenings.MissionPlayed: _mission_played,
    happenings.SceneryPlaced: _scenery_placed,
    happenings.HalfChosen: _half_chosen,
    happenings.Deployed: _deployed,
    happenings.HandTaken: _hand_taken,
    happenings.ApGiven: plainly,
    happenings.ApLost: plainly,
    happenings.TacticPlayed: plainly,
    happenings.TacticCancelled: plainly,
    happenings.TacticInForce: plainly,
    happenings.TacticEnded: plainly,
    happenings.Designated: plainly,
    happenings.Interrupted: plainly,
    happenings.Activated: plainly,
    happenings.ActivationEnded: plainly,
    happenings.Passed: _passed,
    happenings.Moved: _moved,
    happenings.ChargeFailed: _charge_failed,
    happenings.AbilityUsed: plainly,
    happenings.VpScored: _vp_scored,
    happenings.Placed: _deployed,
    happenings.TokenPlaced: _token_placed,
    happenings.Agreed: plainly,
    happenings.MatchEnded: _match_ended,
}
