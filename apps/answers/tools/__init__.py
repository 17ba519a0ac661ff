"""What a model, or another assistant, may do with the filings: few tools, JSON in, short grids out, every cell with its id.

A tool reads only what the asker may see within the scope, and everything that it returns is data.
"""
