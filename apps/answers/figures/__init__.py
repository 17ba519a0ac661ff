"""Figures for an answer: what is asked for, the facts behind it, and the sheet that shows how it was computed."""
