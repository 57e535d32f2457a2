"""The written form of every answer: a lenient reader, one canonical writer. English in every language.

    table       all forms: what each answers, how it is written
    forms       what a form is: its pattern, its meaning, its topic; `form` makes a row of the table
    slots       the slots of patterns: how each is read and written, a sample of it
    meanings    how the values of the slots make an answer, and an answer gives them back
    goals       places as people describe them: 6 north, towards Elenia, behind Old oak
    ways        routes, charges, ends at an edge, aims: the destinations of acts
    agreements  the forms of what both players agree on
    unmeasured  the forms of facts that players tell about a field that is not measured
    names       the names in a match, and what parts of a name mean
    sentences   the parser of a line as sentences of the table
    reader      `read_answer` gives the answer that a line means; `parse_line` needs no question
    writer      `write_answer` gives the one line that means an answer
    errors      the errors of lines

Knows questions, their answers, and the names of a match. Must not know who types, a screen, a file, or
whether an answer is allowed. Begin with `table`, then `reader.read_answer`.
"""
