"""The last ordering of passages by what was learned from questions with known pages: features and weights."""
