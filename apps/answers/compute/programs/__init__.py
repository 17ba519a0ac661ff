"""Small programs over the lines of one table, tried where the reading by grammar and labels comes to nothing (H4).

`series` reads the tables that the search brought, `enumerated` makes every program over their lines, `signs` tells how
well a program fits the question, `choice` weighs that with what was learned, `told` makes figures of the chosen one.
Nothing is executed: a program is an operation and the cells that it is of.
"""
