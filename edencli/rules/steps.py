"""The steps of a match, in their order: no procedure spans two, and between them the state is complete.

`run_step` takes a match from one step to the next. A match can be copied, saved and begun at any step.
"""

from collections.abc import Callable, Mapping
from functools import partial

from edencli.match.match import ChapterStep, Match, Procedure
from edencli.match.rules_api import do
from edencli.match.table_events import FirstPlayerSet, RoundBegun, StepBegun
from edencli.rulebooks.match_steps import MATCH_STEPS
from edencli.rulebooks.values import Rulebook
from edencli.rules import intendancy, placing, preparation
from edencli.rules.actions import take_actions
from edencli.rules.activation import PASSES_THAT_END, activate, is_phase_over
from edencli.rules.preparation import determine_first_player
from edencli.rules.tactics import tactical_phase

Step = Callable[[Match], Procedure[None]]


def _activate(match: Match) -> Procedure[None]:
    """Run one activation; after the last, the player that activated last is first (activation.end).

    A position may be at this step although two passes have already ended the phase.
    """
    if match.state.passes < PASSES_THAT_END:
        yield from activate(match, take_actions)
    last = match.state.last_activator
    if last is not None and last is not match.first_player and is_phase_over(match):
        yield from do(match, FirstPlayerSet(rule="activation.end", side=last))


def _first_round(match: Match) -> Procedure[None]:
    """Give AP, and begin the first round (setup.9-ap)."""
    yield from preparation.give_ap(match, rule="setup.9-ap")
    yield from do(match, RoundBegun(rule="match.rounds", round=1))


PROCEDURES: Mapping[str, Step] = {
    "setup.1-reveal": preparation.reveal_bands,
    "setup.2-sp": preparation.count_sp,
    "setup.3-bid": preparation.bid_for_first,
    "setup.4-leader": preparation.name_leaders,
    "setup.5-mission": preparation.choose_missions,
    "setup.6-scenery": placing.place_scenery,
    "setup.7-deploy": placing.deploy,
    "setup.8-hand": preparation.choose_hands,
    "setup.9-ap": _first_round,
    "first-player": determine_first_player,
    "tactical-phase": tactical_phase,
    "activation": _activate,
    "intendancy.1": intendancy.card_effects,
    "intendancy.2": intendancy.activate_npfs,
    "intendancy.3": intendancy.treat_burns,
    "intendancy.4": intendancy.treat_fears,
    "intendancy.5": intendancy.treat_poisons,
    "intendancy.6": intendancy.treat_rages,
    "intendancy.7": intendancy.lose_ap,
    "intendancy.8": intendancy.renew_ap,
    "intendancy.9": intendancy.treat_slowdowns,
    "intendancy.10": intendancy.count_vp,
    "intendancy.11": intendancy.end_effects,
    "intendancy.12": intendancy.next_round,
}
FIRST_STEP = MATCH_STEPS[0]


def run_step(match: Match) -> Procedure[None]:
    """Run the present step of a match, and go to the next."""
    yield from _procedure(match)
    if match.state.ended is None:
        following = next_step(match)
        yield from do(match, StepBegun(rule=following, step=following))


def _procedure(match: Match) -> Procedure[None]:
    """The procedure of the present step of a match, by the rulebook and its optional chapters."""
    at = match.state.step
    procedure = PROCEDURES[at]
    for chapter in match.chapters:
        if at in chapter.steps:
            procedure = partial(_in_step, chapter.steps[at], procedure)
    return procedure(match)


def _in_step(added: ChapterStep, own: Step, match: Match) -> Procedure[None]:
    return added(match, own)


def next_step(match: Match) -> str:
    """The next step: the following one, another activation, or the first of a new round."""
    at = match.state.step
    if at == "activation" and not is_phase_over(match):
        return at
    steps = match.cache_for_setup("steps", lambda: _order(match.book))
    following = steps.index(at) + 1
    if following == len(steps):
        return match.book.match.phases[0]
    if steps[following] == "activation" and is_phase_over(match):
        following += 1
    return steps[following]


def _order(book: Rulebook) -> tuple[str, ...]:
    """The steps of the preparation and of a round, in the book's order, with the steps of each phase."""
    own = {"intendancy": book.match.intendancy}
    of_a_round = [step for phase in book.match.phases for step in own.get(phase, (phase,))]
    return (*book.preparation.steps, *of_a_round)
