"""How the last ordering of the search is learned: questions with known pages, their candidates, and weights."""
