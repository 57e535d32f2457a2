"""The written form of every answer: a lenient reader, one canonical writer. English in every language.

    table       every form: what it answers, how it is written
    forms       what a form is: its pattern, its meaning, its topic; `form` makes a row of the table
    slots       what may stand in a pattern, how that is read and written, a sample of it
    meanings    how the values of the slots make an answer, and an answer gives them back
    goals       places as people say them: 6 north, towards Elenia, behind Old oak
    ways        routes, charges, ends at an edge, aims: the parts of acts that lead somewhere
    agreements  the forms of what both sides agree on
    unmeasured  the forms of what the players say of a field that nobody measures
    names       what can be named in a match, and what a part of a name means
    sentences   a line read as sentences of the table
    reader      `read_answer` gives the answer that a line means; `parse_line` needs no question
    writer      `write_answer` gives the one line that means an answer
    errors      what can be wrong with a line

Knows questions, their answers, and the names of a match. Must not know who types, a screen, a file, or
whether an answer is allowed. Begin with `table`, then `reader.read_answer`.
"""
