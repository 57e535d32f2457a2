"""Suggestions beside a refusal at a prompt: the one line that was meant, or the nearest legal ones.

No suggestion would be refused itself. The line that `y` would accept is proposed to the play.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from edencli.files.diagnostic import Diagnostic
from edencli.games.play_script import describe_fault
from edencli.match.pieces import Side
from edencli.match.questions import Question
from edencli.model.names import fold
from edencli.model.near_names import NearKind, nearest_name
from edencli.notation.errors import Misread
from edencli.output.console import Refused
from edencli.pages.diagnostics import hint_text
from edencli.prompt.act_preview import length_of_way
from edencli.prompt.corrections import LEAD, as_printed
from edencli.prompt.interpret import Guess, simplify_error
from edencli.prompt.meant_line import explain_meant_line, first_act, is_taken, propose_line
from edencli.prompt.nearest_answers import meant_answer, move_that_allows, nearest_answers
from edencli.prompt.proposals import repaired_line
from edencli.referee.script import UnplayableLine
from edencli.transcript.open_question import MOST_LISTED

if TYPE_CHECKING:
    from edencli.prompt.typed_play import TypedPlay

AREA = "session"


def add_remedies(
    play: "TypedPlay", wrong: UnplayableLine, question: Question[Any], typed: str, guess: Guess | None
) -> None:
    """Add suggestions to a refusal, and propose the one line that was meant."""
    match, cause = play.session.match, wrong.values.get("cause")
    wrong.values["route"] = guess and guess.alternative
    proposed = repaired_line(wrong) or str(describe_fault(match, wrong).values.get("route") or "")
    play.proposed = proposed if proposed and is_taken(play, question, proposed) else ""
    is_unreadable = wrong.code == "game-unreadable"
    if not play.proposed and is_unreadable:
        _refuse_several_acts(play, question, typed)
    if not play.proposed and (line := meant_answer(play.words, match, question, typed, play.viewer)):
        propose_line(play, wrong, line, play.words.say(AREA, "takes-it", text=line))
    if not play.proposed and is_unreadable:
        ask_for_command(play, typed)
        explain_meant_line(play, wrong, question, typed, proposed)
    cause = wrong.values.get("cause")
    if isinstance(cause, Misread):
        kept = cause if play.proposed else _without_repair(cause)
        wrong.values["cause"] = simplify_error(match, question, typed, kept, play.offers())
    if not play.proposed:
        wrong.values["near"] = nearest_answers(match, question, typed, play.viewer)
        wrong.values["first"] = move_that_allows(match, question, typed)


def _refuse_several_acts(play: "TypedPlay", question: Question[Any], typed: str) -> None:
    """Refuse a line of several acts, and propose the first of them if it is allowed."""
    first = first_act(question, typed)
    if first and is_taken(play, question, first):
        play.proposed = first
        raise Refused(play.words.say(AREA, "one-act", text=first))


def _without_repair(cause: Misread) -> Misread:
    """Return what is wrong with a line, without a repair that would be refused."""
    hidden = {"repaired", "nearest", "nearest_also"}
    return type(cause)(cause.message, **{k: v for k, v in cause.values.items() if k not in hidden})


def ask_for_command(play: "TypedPlay", typed: str) -> None:
    """Refuse a line that begins with a misspelt command, unless that command does not take its words."""
    first, _, rest = typed.partition(" ")
    near = nearest_name(first.lower(), play.commands, NearKind.VERB)
    if near is None or play.commands[near].takes_words is (not rest):
        return
    if first.lower() not in set(Side) and not play.session.names.meanings(first):
        play.proposed = near + typed[len(first) :]
        raise Refused(play.words.say(AREA, "no-command", given=first.lower(), near=near))


def remedy_lines(play: "TypedPlay", said: Diagnostic, *, asks_again: bool) -> Iterator[str]:
    """Give suggestions in place of a refused line; answers that are listed right after are not repeated."""
    if proposal := said.values.get("proposal"):
        yield str(proposal)
        return
    if said.values.get("correcting"):
        yield play.words.say(AREA, "correction.how")
    if said.repair not in {None, "repair/legal"}:
        if play.proposed:
            is_way = (said.repair or "").startswith("repair/route")
            match, question = play.session.match, play.session.question
            far = length_of_way(play.words, match, question, play.proposed) if is_way else ""
            message = "takes-it.far" if far else "takes-it"
            yield play.words.say(AREA, message, text=hint_text(said, play.words), far=far)
            return
        if play.passes_optional:
            yield hint_text(said, play.words)
            return
    near = said.values.get("near")
    is_listed = asks_again and 0 < len(play.offers()) <= MOST_LISTED
    if is_listed and not (isinstance(near, list) and near and LEAD.match(fold(near[0]))):
        return
    if first := said.values.get("first"):
        yield play.words.say(AREA, "such-as.first", text=first)
    for one in near if isinstance(near, list) else filter(None, [said.values.get("legal")]):
        text = as_printed(play.words, str(one)) if LEAD.match(fold(one)) else one
        yield play.words.say(AREA, "such-as", text=text)
