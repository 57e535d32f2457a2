"""How the events of a whole match are told: which message each takes, and the values it needs.

What an event hides from a player (`seen_by`) has a message of its own.
"""

from functools import reduce

from edencli.match import table_events
from edencli.match.events import Event
from edencli.model.terms import MissionKind
from edencli.report.story_attack import Teller, Told, plainly
from edencli.report.story_phrases import Phrases


def _step_begun(phrases: Phrases, event: table_events.StepBegun) -> Told:
    known = phrases.words.has("events", f"step.{event.step}")
    return "step-begun", {"step": phrases.say(f"step.{event.step}") if known else event.step}


def _dice_compared(phrases: Phrases, event: table_events.DiceCompared) -> Told:
    if event.winner is None:
        return "dice-compared.again", {}
    return "dice-compared.won", {"player": phrases.player(event.winner)}


def _sp_reserved(phrases: Phrases, event: table_events.SpReserved) -> Told:
    return phrases.first_known(f"sp-reserved.{event.rule}", "sp-reserved"), {}


def _first_player_set(phrases: Phrases, event: table_events.FirstPlayerSet) -> Told:
    return phrases.first_known(f"first-player-set.{event.rule}", "first-player-set"), {}


def _mission_played(_: Phrases, event: table_events.MissionPlayed) -> Told:
    if event.mission is None:
        return "mission-played.hidden", {}
    return "mission-played.secret" if event.secrecy is MissionKind.SECRET else "mission-played.revealed", {}


def _scenery_placed(phrases: Phrases, event: table_events.SceneryPlaced) -> Told:
    values = {"place": phrases.place(event.lying.place), "turn": f"{event.lying.turn:g}"}
    return "scenery-placed.turned" if event.lying.turn else "scenery-placed", values


def _half_chosen(phrases: Phrases, event: table_events.HalfChosen) -> Told:
    return "half-chosen", {"half": phrases.term(event.half), "opposite": phrases.term(event.opposite)}


def _deployed(phrases: Phrases, event: table_events.Deployed | table_events.Placed) -> Told:
    return event.kind, {"place": phrases.place(event.place)}


def _hand_taken(phrases: Phrases, event: table_events.HandTaken) -> Told:
    cards = [phrases.say("card", card=card) for card in event.cards or ()]
    message = "none" if not event.n else "hidden" if event.cards is None else "seen"
    return f"hand-taken.{message}", {"cards": cards}


def _passed(_: Phrases, event: table_events.Passed) -> Told:
    return "passed.forced" if event.forced else "passed", {}


def _moved(phrases: Phrases, event: table_events.Moved) -> Told:
    via = [phrases.place(point) for point in event.path[1:-1]]
    way = (
        reduce(lambda before, place: phrases.say("moved.way", before=before, place=place), via) if via else ""
    )
    values = {"length": phrases.length(event.cost), "via": way, "place": phrases.place(event.path[-1])}
    end = ".via" if via else ""
    return phrases.first_known(f"moved.{event.how}{end}", f"moved{end}"), values


def _charge_failed(_: Phrases, event: table_events.ChargeFailed) -> Told:
    return f"charge-failed.{event.becomes}", {}


def _vp_scored(_: Phrases, event: table_events.VpScored) -> Told:
    if event.n is None:
        return "vp-scored.hidden", {}
    if event.n < 0:
        return "vp-scored.lost", {"n": -event.n}
    return "vp-scored" if event.n else "vp-scored.nothing", {}


def _token_placed(phrases: Phrases, event: table_events.TokenPlaced) -> Told:
    return "token-placed", {"token": event.token.name, "place": phrases.place(event.token.place)}


def _match_ended(phrases: Phrases, event: table_events.MatchEnded) -> Told:
    values = {"most": max(event.red, event.blue), "least": min(event.red, event.blue)}
    if event.winner is None:
        return phrases.first_known(f"match-ended.{event.why}.draw", "match-ended.draw"), values
    return phrases.first_known(f"match-ended.{event.why}.won", "match-ended.won"), values


TELLERS: dict[type[Event], Teller] = {
    table_events.StepBegun: _step_begun,
    table_events.RoundBegun: plainly,
    table_events.SpReserved: _sp_reserved,
    table_events.SpSpent: plainly,
    table_events.BidsRevealed: plainly,
    table_events.DiceCompared: _dice_compared,
    table_events.FirstPlayerSet: _first_player_set,
    table_events.LeaderNamed: plainly,
    table_events.MissionPlayed: _mission_played,
    table_events.SceneryPlaced: _scenery_placed,
    table_events.HalfChosen: _half_chosen,
    table_events.Deployed: _deployed,
    table_events.HandTaken: _hand_taken,
    table_events.ApGiven: plainly,
    table_events.ApLost: plainly,
    table_events.TacticPlayed: plainly,
    table_events.TacticCancelled: plainly,
    table_events.TacticInForce: plainly,
    table_events.TacticEnded: plainly,
    table_events.Designated: plainly,
    table_events.Interrupted: plainly,
    table_events.Activated: plainly,
    table_events.ActivationEnded: plainly,
    table_events.Passed: _passed,
    table_events.Moved: _moved,
    table_events.ChargeFailed: _charge_failed,
    table_events.AbilityUsed: plainly,
    table_events.VpScored: _vp_scored,
    table_events.Placed: _deployed,
    table_events.TokenPlaced: _token_placed,
    table_events.Agreed: plainly,
    table_events.MatchEnded: _match_ended,
}
