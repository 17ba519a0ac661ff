"""What a model, or another assistant, may do with the filings: JSON in, short grids out, all with ids.

A tool reads only what the asker may see within the scope, and everything that it returns is data.
"""
