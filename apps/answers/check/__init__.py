"""Groundedness (A8): each sentence of an answer against the places it cites, token by token; how far to trust it."""
